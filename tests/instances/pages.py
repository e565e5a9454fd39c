"""A small news site and a shop, made here, and a source of pages that holds them."""

from urllib.parse import urljoin

from weblode.errors import SourceError
from weblode.pages.html import parse
from weblode.pages.page import Page, Unread

SITE = "http://news.example/"
SECTIONS = ("World", "Business", "Sports")
HEADLINES = (
    ("Harbour reopens after the long storm", "2021/03/01/world/harbour-reopens", "Ann Lee", "March 1, 2021"),
    ("Farmers march on the capital again", "2021/03/02/world/farmers-march", "Bo Chen and Ida Falk", "2 March 2021"),
    ("New bridge links the two islands", "2021/03/03/world/new-bridge-links", "Cy Dunn", "2021-03-03"),
    ("Voters return a hung parliament", "2021/03/04/world/hung-parliament", "Di Eck", "March 4, 2021"),
    ("River towns prepare for high water", "2021/03/05/world/river-towns", "Ed Fox", "March 5, 2021"),
    ("Museum gives back its oldest map", "2021/03/06/world/museum-map", "Flo Gray", "March 6, 2021"),
)
MENU = "".join(f'<li><a href="/{name.lower()}">{name}</a>' for name in SECTIONS)
TOP = f"<header><h2>The Daily</h2><nav><ul>{MENU}</ul></nav></header><div><p>Advertisement</p></div>"
FOOT = '<footer><ul><li><a href="/about">About us</a><li><a href="/terms">Terms of service</a></ul></footer>'
POPULAR = "<h3>Most popular</h3><ul>" + "".join(
    f'<li><a href="/2021/02/0{n}/sports/cup-final-{n}">The cup final was decided in minute {n}</a>' for n in range(1, 6)
)


def paragraphs(number):
    """Three paragraphs that no other article has."""
    name = HEADLINES[number][0]
    return [
        f"PORT ELIS, Norland — It was the {number}th morning of the week, and word of it spread fast: {name.lower()}.",
        f"“Nobody had expected {number * 7} of them,” said a woman who had waited since dawn. “We were glad.”",
        f"The council, which met {number} times, will decide in autumn whether the {number} plans go on as they are.",
    ]


def article(number, extra=""):
    title, _, author, date = HEADLINES[number]
    first, second, third = paragraphs(number)
    return f"""<html lang=en><head><title>{title} - The Daily</title>{extra}</head><body>{TOP}
<main><h1>{title}</h1><p class=x>By {author}<time>{date}</time></p>
<figure><img src=p.jpg><figcaption>A view of the town in the early light, taken by a visitor.</figcaption></figure>
<div class=story><p>{first}</p><p>{second}</p>
<div class=box><p>Advertisement</p><p>Sign up for our newsletter. It comes every morning and costs nothing.</p></div>
<p>{third}</p></div>
<aside><h3>Related</h3><ul><li><a href=/2021/02/01/world/old-story>The old story of the harbour and its storms</a></ul>
</aside></main>{FOOT}</body></html>""".encode()


def section():
    teasers = "".join(
        f'<li><h2><a href="/{path}.html">{title}</a></h2><p>What is known of it so far, in a line.</p><p>By {author}'
        for title, path, author, _ in HEADLINES
    )
    return f"<title>World - The Daily</title>{TOP}<h1>World</h1><ul>{teasers}</ul>{POPULAR}</ul>{FOOT}".encode()


def product(number, style="dl"):
    name, brand, weight, price, text = (
        ("Alpine Tent Two", "Northridge", "2.1 kg", "$249.00", "It stands in any wind. Two people sleep well in it."),
        ("Ridge Boot", "Karrimor", "890 g", "$89.50", "Stiff leather on a thick sole. They last for years."),
        ("Dome Lamp", "Petzl", "120 g", "$19.90", "Hangs from every roof. Bright, dim and red light."),
    )[number]
    pairs = (("Brand", brand), ("Weight", weight))
    marked = {
        "dl": "<dl>" + "".join(f"<dt>{label}<dd>{value}" for label, value in pairs) + "</dl>",
        "table": "<table>" + "".join(f"<tr><th>{label}<td>{value}" for label, value in pairs) + "</table>",
        "bold": "".join(f"<p><b>{label}:</b> {value}</p>" for label, value in pairs),
        "plain": "".join(f"<div><span>{label}</span><span>{value}</span></div>" for label, value in pairs),
        "headings": "".join(f"<h3>{label}</h3><p>{value}</p>" for label, value in pairs),
    }[style]
    return f"""<title>{name} - Camp Shop</title><header><h2>Camp Shop</h2><nav><a href=/tents>Tents</a></nav></header>
<div><h1>{name}</h1><div>{price}</div>{marked}<p>{text}</p>
<button>Add to cart</button></div>
<div><h2>Also bought</h2><ul><li><a href=/p/1>Rope</a><li><a href=/p/2>Peg</a></ul></div>
<footer><p>Free delivery over $50. All prices include tax.</p></footer>""".encode()


class Site:
    """Pages by address; it remembers which were asked for."""

    def __init__(self, pages):
        self.held = pages
        self.asked = []

    def address(self, base, href):
        return urljoin(base, href)

    def site(self, address):
        return address.split("/")[2]

    def canonical(self, address):
        return address

    def pages(self, addresses):
        for address in addresses:
            self.asked.append(address)
            if address in self.held:
                yield Page(address, self.held[address], address)
            else:
                yield Unread(address, SourceError(f"{address}: not here"))


def news(**more):
    """The section page as a tree, and the site with its articles."""
    held = {f"{SITE}{path}.html": article(n) for n, (_, path, *_) in enumerate(HEADLINES)}
    return parse(section(), page=SITE + "world", url=SITE + "world"), Site(held | more)


def values(found, name):
    return [one.value for one in found if one.name == name]
