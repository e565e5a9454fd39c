"""Made sites: pages of one template from rows of values, in several dialects of HTML, with their truth."""

import json
from html import escape

from weblode.details.discover import discover
from weblode.pages.html import parse

CITIES = "Oslo Bergen Turin Basel Lyon Porto Ghent Malmo Graz Split".split()
MAKERS = "Kessel Norde Halvorsen Ito Brightwater Okafor Lindqvist Moreau Petrov Silva".split()
THINGS = "Lamp Chair Desk Shelf Mirror Carpet Kettle Clock Basket Vase".split()
LABELS = {"title": "", "maker": "Maker", "city": "City", "weight": "Weight", "price": "Price"}


def product(i):
    """The values of the i-th product, different from those of all others."""
    return {
        "title": f"{THINGS[i % 10]} {chr(65 + i // 10)}{i % 7}x",
        "maker": f"{MAKERS[i % 10]} {'& Sons' * (i % 2)} {chr(65 + i // 10)}".replace("  ", " "),
        "city": f"{CITIES[i * 3 % 10]} {chr(65 + i // 10)}",
        "weight": f"{i + 2}.{i % 9 + 1} kg",
        "price": f"${(i + 1) * 13}.50",
    }


def products(n, start=0):
    return [product(i) for i in range(start, start + n)]


# ---------------------------------------------------------------- dialects: rows of label and value, or lists of values
def _each(pairs, one):
    return "".join(one(label, escape(value)) for label, value in pairs)


def th_td(pairs):
    return f"<table>{_each(pairs, '<tr><th>{}</th><td>{}</td></tr>'.format)}</table>"


def td_td(pairs):
    return f"<table>{_each(pairs, '<tr><td>{}</td><td>{}</td></tr>'.format)}</table>"


def terms(pairs):
    return f"<dl>{_each(pairs, '<dt>{}:</dt><dd>{}</dd>'.format)}</dl>"


def bold(pairs):
    return f"<ul>{_each(pairs, '<li><b>{}:</b> {}</li>'.format)}</ul>"


def classes(pairs):
    def one(label, value):
        return f'<div class="{label.lower()}"><span class=label>{label}</span><span class=value>{value}</span></div>'

    return f"<div class=facts>{_each(pairs, one)}</div>"


def prefixed(pairs):
    return f"<div>{_each(pairs, '<p>{}: {}</p>'.format)}</div>"


def trailing(pairs):
    """Labels after values, as in "12 reviews"."""
    items = _each(pairs, lambda label, value: f"<li><span>{value}</span> {label.lower()}</li>")
    return f"<p>All of this was measured in our shop by two people, who were paid.</p><ul>{items}</ul>"


def microdata(pairs):
    """Values without labels, of which the markup says what they are."""
    items = _each(pairs, lambda label, value: f"<p itemprop={label.lower()}>{value}</p>")
    about = "<p>All of this was measured in our shop by two people, who were paid.</p>"
    return f"{about}<div itemscope itemtype='https://schema.org/Product'>{items}</div>"


DIALECTS = {each.__name__: each for each in (th_td, td_td, terms, bold, classes, prefixed, trailing, microdata)}


def page(row, dialect=terms, *, labels=LABELS, head="", extra="", site="Corner Shop"):
    """A page about one thing: menu, title, its values in a dialect, footer; None leaves a value out."""
    title = escape(row["title"])
    pairs = [(labels[name], value) for name, value in row.items() if name != "title" and value is not None]
    return (
        f"<!doctype html><title>{title} | {site}</title>{head}"
        "<nav><ul><li><a href=/>Home</a><li><a href=/all>All products</a><li><a href=/help>Help</a></ul></nav>"
        f"<main><h1>{title}</h1><h2>Product facts</h2>{dialect(pairs)}{extra}</main>"
        "<footer><p>We ship to every country of the continent within a week.</p>"
        "<p>Copyright Corner Shop, all rights reserved</p><a href=/imprint>Imprint</a></footer>"
    )


def trees(pages, *, url=None):
    """The trees of pages; `url` gives the address of each number."""
    return [
        parse(text.encode(), page=f"{i}.html", url=url(i) if url else f"https://shop.example/{i}")
        for i, text in enumerate(pages)
    ]


def read(pages, **options):
    """The only template of pages."""
    [group] = discover(trees(pages, **options))
    return group


def values(group):
    """The values of each page by attribute, without their labels, as the table has them."""
    names = [each.name for each in group.columns]
    return [
        {name: "; ".join(one.value for one in own) for name, own in zip(names, each.values, strict=True) if own}
        for each in group.pages
    ]


def without_none(rows):
    return [{name: value for name, value in row.items() if value is not None} for row in rows]


def json_ld(row):
    """A script that tells machines the maker and the price of a product, and a code that the page does not show."""
    about = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": row["title"],
        "manufacturer": row["maker"],
        "sku": f"code-{row['price'][1:]}",
    }
    return f'<script type="application/ld+json">{json.dumps(about)}</script>'
