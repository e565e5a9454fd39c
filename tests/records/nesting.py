"""Pages with lists inside records, in several dialects of HTML, and the records on them."""

from weblode.pages.html import parse
from weblode.records.discover import extract

# A record is (author, summary, lists by name); a page is a list of records.
COMMENTS = [("Ann", "Nice words about rain", {}), ("Bob", "So wet again", {}), ("Cid", "Not here, said Bob", {})]


OFFERS = [("Umbrellas & Co", "black, folding", {}), ("Coats", "long and warm", {})]


DEEP = [
    ("Ann", "Nice words", {"replies": [("Bob", "Thank you", {}), ("Cid", "Same from me", {})]}),
    ("Dan", "How high", {}),
    ("Eve", "What a night", {"replies": [("Fay", "It was long", {})]}),
]


PAGES = {
    "no lists": [("Rain", "It rained all day", {}), ("Snow", "Snow on the passes", {})],
    "one list": [
        ("Rain", "It rained all day", {"comments": COMMENTS}),
        ("Snow", "Snow on the passes", {"comments": COMMENTS[1:]}),
    ],
    "optional children": [
        ("Rain", "It rained all day", {"comments": COMMENTS[:2]}),
        ("Snow", "Snow on the passes", {}),
        ("Wind", "The bridge is closed", {"comments": COMMENTS}),
        ("Fog", "Lights on in the valley", {}),
    ],
    "one item in one record and five in another": [
        ("Rain", "It rained all day", {"comments": COMMENTS[:1]}),
        ("Snow", "Snow on the passes", {"comments": [*COMMENTS, ("Dan", "Five", {}), ("Eve", "Last one", {})]}),
        ("Wind", "The bridge is closed", {}),
    ],
    "a list in one record only": [
        ("Rain", "It rained all day", {}),
        ("Snow", "Snow on the passes", {"comments": COMMENTS}),
        ("Wind", "The bridge is closed", {}),
    ],
    "two lists in one record": [
        ("Rain", "It rained all day", {"comments": COMMENTS, "offers": OFFERS}),
        ("Snow", "Snow on the passes", {"offers": OFFERS[1:]}),
        ("Wind", "The bridge is closed", {"comments": COMMENTS[1:]}),
        ("Fog", "Lights on in the valley", {}),
    ],
    "three levels": [
        ("Rain", "It rained all day", {"comments": DEEP}),
        ("Snow", "Snow on the passes", {"comments": DEEP[:1]}),
        ("Wind", "The bridge is closed", {"comments": DEEP[1:2]}),
        ("Fog", "Lights on in the valley", {}),
    ],
    "three levels and two lists": [
        ("Rain", "It rained all day", {"comments": DEEP, "offers": OFFERS}),
        ("Snow", "Snow on the passes", {"comments": DEEP[:2]}),
        ("Wind", "The bridge is closed", {"offers": OFFERS[:1]}),
    ],
}


def container(tag, row):
    """A dialect: every list is an element with the list's name as its class."""

    def page(records, name="news"):
        rows = "".join(
            row(a, s, "".join(page(items, inner) for inner, items in lists.items())) for a, s, lists in records
        )
        return f"<{tag} class={name}>{rows}</{tag}>"

    return page


def flat(records, name="news"):
    """A dialect without elements around lists: the class of an item says what it is."""
    rows = ""
    for author, summary, lists in records:
        inside = "".join(flat(items, inner) for inner, items in lists.items())
        rows += f"<div class={name}><b itemprop=author>{author}</b><p itemprop=summary>{summary}</p>{inside}</div>"
    return rows


BOTH = "<b itemprop=author>{}</b><p itemprop=summary>{}</p>{}"


DIALECTS = {
    "ul": container("ul", lambda *parts: f"<li>{BOTH.format(*parts)}</li>"),
    "ol": container("ol", lambda *parts: f"<li><div>{BOTH.format(*parts)}</div></li>"),
    "div": container("div", lambda *parts: f"<div class=item>{BOTH.format(*parts)}</div>"),
    "section": container("section", lambda *parts: f"<article>{BOTH.format(*parts)}</article>"),
    "flat": lambda records: f"<main>{flat(records)}</main>",
    "table": container(
        "table", lambda a, s, t: f"<tr><td itemprop=author>{a}</td><td><p itemprop=summary>{s}</p>{t}</td></tr>"
    ),
    "dl": container("dl", lambda a, s, t: f"<dt itemprop=author>{a}</dt><dd><p itemprop=summary>{s}</p>{t}</dd>"),
}


def listed(html):
    """The list of records in the first element with several children of one tag."""
    tree = parse(f"<h1>News</h1>{html}".encode(), page="news.html")
    counts = ((u, v) for u in range(len(tree)) if tree.name(u) != "body" for v in tree.children(u) if tree.tag[v])
    region, first = next((u, v) for u, v in counts if sum(tree.tag[w] == tree.tag[v] for w in tree.children(u)) > 1)
    return extract(tree, region, int(tree.tag[first]), refine=False)


def plain(row):
    """A record of the JSON without XPaths, texts and links."""
    fields = {each["name"]: each["value"] for each in row["fields"]}
    lists = {each["name"]: [plain(item) for item in each["records"]] for each in row.get("lists", [])}
    return fields | ({"lists": lists} if lists else {})
