"""Tables for the tests: from rows of texts, and what the default and the paper's method find in them."""

from weblode.pages.html import parse
from weblode.tables.cells import layout
from weblode.tables.discover import discover
from weblode.tables.grid import grid
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
