"""Items of made shops, travel sites and job boards: no author and no date, attributes in tables, prices in lists.

The three markups share their frames with the news; here are the entries of lists and the middles of the items' pages.
"""

from weblode.demo import markup
from weblode.demo.dice import Dice
from weblode.demo.markup import article_link, text
from weblode.demo.site import Site
from weblode.demo.stories import Story, facts, paragraphs

_OPTIONS = {
    "shop": (("Single", 1.0), ("Set of two", 1.9), ("Set of four", 3.6)),
    "travel": (("Single room", 0.8), ("Double room", 1.0), ("Suite", 2.2)),
    "jobs": (),
}
_HEADINGS = {"shop": "Choose a pack", "travel": "Rooms and prices", "jobs": ""}


def entry(site: Site, thing: Story) -> str:
    """The entry of an item in a list, in the markup of its site: title, two facts, teaser, sometimes a picture."""
    link, about = article_link(site, thing).html(), text(thing.teaser)
    (_, first), (_, second), *_ = facts(thing)
    image = f'<img src="{markup.picture(thing, "thumb")}" width="80" height="60" alt="">' if thing.pictured else ""
    if site.era == "tables":
        return (
            f"<tr valign=top><td width=80>{image or '&nbsp;'}</td><td><font size=2><b>{link}</b><br>{about}</font></td>"
            f"<td nowrap><font size=2>{text(first)}</font></td><td><font size=1>{text(second)}</font></td></tr>\n"
        )
    if site.era == "divs":
        return (
            f'<div class="item clearfix">{image}<h3>{link}</h3><p class="meta">{text(second)}</p>\n'
            f'<p>{about}</p><p><strong class="amount">{text(first)}</strong></p></div>\n'
        )
    return (
        f'<article class="card">{image}<h3>{link}</h3>\n<p class="figure">{text(first)}</p><p>{about}</p>\n'
        f'<p class="small">{text(second)}</p></article>\n'
    )


def middle(site: Site, thing: Story) -> str:
    """The page of an item without its frame: title, description, facts, a list of prices, other items."""
    description = "".join(f"<p>{text(each)}</p>\n" for each in paragraphs(thing))
    image = f'<img src="{markup.picture(thing, "wide")}" width="300" height="190" alt="">\n' if thing.pictured else ""
    others = "".join(f"<li>{article_link(site, other).html()}</li>\n" for other in site.related(thing))
    more = f"<h3>You may also like</h3>\n<ul>\n{others}</ul>\n" if others else ""
    title = (
        f"<h1>{text(thing.title)}</h1>\n" if site.era != "tables" else f"<font size=4><b>{text(thing.title)}</b></font>"
    )
    return f"{title}{image}{description}{_facts(site, thing)}{_prices(site, thing)}<div>{more}</div>\n"


def _facts(site: Site, thing: Story) -> str:
    """The facts as a table of two columns, as a list of definitions, or as a list of lines."""
    pairs = [(text(label), text(value)) for label, value in facts(thing)]
    if site.era == "tables":
        rows = "".join(f"<tr><td><b>{label}</b></td><td>{value}</td></tr>\n" for label, value in pairs)
        return f"<table border=1 cellpadding=4>\n{rows}</table>\n"
    if site.era == "divs":
        return (
            '<ul class="specs">' + "".join(f"<li><b>{label}:</b> {value}</li>\n" for label, value in pairs) + "</ul>\n"
        )
    rows = "".join(f'<tr><th scope="row">{label}</th><td>{value}</td></tr>\n' for label, value in pairs)
    return f"<table>\n{rows}</table>\n"


def _prices(site: Site, thing: Story) -> str:
    """A list of prices that is no attribute of the item as a whole; job boards have none."""
    options = _OPTIONS[site.plan.kind]
    base = Dice(thing.key, "prices").number(20, 300)
    sign = "€" if site.plan.kind == "travel" else "$"
    rows = "".join(f"<li>{name} <span>{sign}{base * factor:.2f}</span></li>\n" for name, factor in options)
    return f"<h3>{_HEADINGS[site.plan.kind]}</h3>\n<ul>\n{rows}</ul>\n" if rows else ""
