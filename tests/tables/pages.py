"""Tables for the tests: from rows of texts, and what the default and the paper's method find in them."""

from weblode.pages.html import parse
from weblode.tables.discover import discover
from weblode.tables.grid import grid
from weblode.tables.layout import layout
from weblode.tags import NUMBERS

CELLS = {"H": "<th>{}</th>", "B": "<td><b>{}</b></td>", "D": "<td>{}</td>", "A": "<td><a href=x>{}</a></td>"}


def table(*rows, about=""):
    """A page with one table. A row is "KINDS: text | text": a letter of `CELLS` for each cell, or one for all."""
    lines = []
    for row in rows:
        kinds, _, texts = row.partition(":")
        cells = [text.strip() for text in texts.split("|")]
        kinds = kinds if len(kinds) == len(cells) else kinds * len(cells)
        lines.append("<tr>" + "".join(CELLS[k].format(t) for k, t in zip(kinds, cells, strict=True)) + "</tr>")
    return f"<table {about}>{''.join(lines)}</table>"


def read(page):
    return parse(page.encode())


def first(page, method="evidence"):
    """The first table of a page, data or not."""
    return discover(read(page), method, refused=True)[0]


def grid_of(page, **options):
    tree = read(page)
    return grid(tree, tree.tag.tolist().index(NUMBERS["table"]), **options)


def layout_of(page):
    return layout(grid_of(page))


def texts(found):
    rows, columns = found.shape
    return [[found.text(r, c) for c in range(columns)] for r in range(rows)]


TOWNS = table(
    "H: Town | Canton | People | Since",
    "D: Bern | Bern | 134,000 | 1191",
    "D: Chur | Graubünden | 38,000 | 1464",
    "D: Basel | Basel-Stadt | 173,000 | 1501",
)


# Figure 5.
LAYOUTS = {
    "none": "DDDD DDDD DDDD DDDD",
    "column": "HHHH DDDD DDDD DDDD",
    "row": "HDDD HDDD HDDD HDDD",
    "row-column": "HHHH HDDD HDDD HDDD",
    "multi-column": "HHHH DDDD HHHH DDDD",
    "multi-row": "HDHD HDHD HDHD HDHD",
    "multi-row-column": "HHHHHH HDDHDD HDDHDD HHHHHH HDDHDD HDDHDD",
}


HEADERS = (
    "Rate Town Class Season Month Hotel Owner Region Street Level Floor Garden Kitchen Balcony Parking Breakfast "
    "Dinner Lunch Sauna Pool Bar Lobby Lift Desk"
).split()


def page(layout, header):
    """A table of a layout: headers are words, data are numbers, and words in the first column of a column layout."""
    words, lines = iter(HEADERS), []
    rows = layout.split()
    for r, row in enumerate(rows):
        cells = []
        for c, kind in enumerate(row):
            listed = row == "DDDD" and "HHHH" in rows and c in (0, 3)
            data = f"place {r} of {c}" if listed else f"{(7 * r + 3 * c) % 50}.{c}"
            cells.append(CELLS[header].format(next(words)) if kind == "H" else f"<td>{data}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(lines)}</table>"


def expected(layout):
    return [(r, c) for r, row in enumerate(layout.split()) for c, kind in enumerate(row) if kind == "H"]
