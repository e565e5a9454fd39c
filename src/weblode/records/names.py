"""Names for the columns of records: from a table header, a label, the author's class words, or the kind of values."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from weblode.records.kinds import kind_of
from weblode.records.objects import Range
from weblode.records.places import FieldCell
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.names import unused_name

if TYPE_CHECKING:
    from weblode.records.fields import KnownField

RESERVED = ("page", "node", "record")  # columns of every table of records
LONGEST = 40  # characters of a label
_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Words in class attributes about looks or position, not about content.
LAYOUT = frozenset(
    (
        "active align block body bold bottom box btn button cell center clear clearfix col column container content "
        "cell data element even fixed first float fl font footer fr full gray grey grid group half header hidden icon "
        "inline inner item js large last left line link links list main margin md media meta mobile module no normal "
        "odd offscreen outer padding panel part primary pull result results right row section selected single size sm "
        "small span style tag text thumb tiny top track truncate ui unit url visible web wide widget wrap wrapper"
    ).split()
)
# Words that name a field wherever they occur in a class attribute.
_TELLING = (
    "price title name author date time description summary snippet rating reviews review location address phone "
    "category company seller publisher brand year duration views comments count score genre director rank".split()
)
_TITLES = ("title", "name")
_HEADING = re.compile(r"(?:^|/)h[1-6](?:/|$)")
_TR, _TABLE, _TH, _TD = (NUMBERS[name] for name in ("tr", "table", "th", "td"))


def name_columns(
    tree: Tree, records: Sequence[Range], columns: Sequence["KnownField"], cells: Sequence[Sequence[FieldCell | None]]
) -> "list[KnownField]":
    """The columns with names, all different; those that have names keep them."""
    headers = _headers(tree, records)
    taken = {each.name for each in columns if each.name and not each.names_next}
    authors = Counter(each.place.author for each in columns)
    titled = any(not each.kept and each.name in _TITLES for each in columns)
    used = set(RESERVED)
    renamed = []
    for i, (about, column) in enumerate(zip(columns, cells, strict=True), 1):
        if about.names_next or not about.kept:  # not a field, so another column may have its name
            renamed.append(replace(about, name=about.name or f"label_{i}"))
            continue
        unchanged = bool(about.name) and about.name not in used
        name = about.name or _by_header(tree, headers, column) or name_from_label(about.prefix)
        if not about.constant:  # the class of a constant text says nothing about values
            name = name or _by_author(about.place.author, alone=authors[about.place.author] == 1)
        if not name and not titled and not about.place.image and _is_title(about, column):
            name = "title"
        titled = titled or name in _TITLES
        name = name or _by_kind(about, column) or f"field_{i}"
        name = name if unchanged else unused_name(name, taken | used if not about.name else used, join="_")
        used.add(name)
        renamed.append(replace(about, name=name))
    return renamed


def name_from_label(text: str) -> str:
    """A label as a column name: lower case, words joined by `_`.

    >>> name_from_label("Original release date: ")
    'original_release_date'
    """
    return "_".join(_WORD.findall(text.lower()))[:LONGEST].strip("_")


def name_from_class(word: str) -> str:
    """A class word as a name, without its parts about looks or position; "" if nothing else is left.

    >>> name_from_class("comments-list"), name_from_class("product__variants"), name_from_class("col-md-4")
    ('comments', 'product_variants', '')
    """
    parts = (part.lower() for part in _WORD.findall(_CAMEL.sub(" ", word.replace("_", " "))))
    return "_".join(part for part in parts if len(part) > 2 and part not in LAYOUT)[:LONGEST].strip("_")


def _by_author(author: str, *, alone: bool) -> str:
    """A name from itemprop or class words: the last telling one, else the last own one if no other column has them."""
    words = [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", author))]
    telling = [word for word in words if word in _TELLING]
    own = [word for word in words if len(word) > 2 and word not in LAYOUT]
    return telling[-1] if telling else own[-1] if own and alone else ""


def _is_title(about: "KnownField", column: Sequence[FieldCell | None]) -> bool:
    """Whether a column looks like the title: a heading, or a link whose words differ between records."""
    cells = [cell for cell in column if cell]
    if about.constant or len(cells) * 2 < len(column):
        return False
    return bool(_HEADING.search(about.place.path)) or sum(bool(cell.href) for cell in cells) * 2 > len(cells)


def _by_kind(about: "KnownField", column: Sequence[FieldCell | None]) -> str:
    """A name from the kind of the values, "" for text."""
    if about.place.image:
        return "image"
    kind, _ = kind_of([cell.value if cell else None for cell in column])
    return "" if kind == "text" else kind


# ---------------------------------------------------------------- tables
def _headers(tree: Tree, records: Sequence[Range]) -> dict[int, str]:
    """The headers of the table whose rows are the records, by cell number; empty if the records are not table rows."""
    if not records or any(tree.tag[a] != _TR or tree.end[a] != b for a, b in records):
        return {}
    table = records[0][0]
    while tree.tag[table] != _TABLE and table > 0:
        table = int(tree.parent[table])
    for row in range(table, records[0][0]):
        cells = tree.children(row) if tree.tag[row] == _TR else []
        if len(cells) > 1 and all(tree.tag[u] == _TH for u in cells):
            return {i: name for i, u in enumerate(cells) if (name := name_from_label(tree.text(u, line=" ")))}
    return {}


def _by_header(tree: Tree, headers: dict[int, str], column: Sequence[FieldCell | None]) -> str:
    """The header above the first value of a column."""
    first = next((cell for cell in column if cell), None)
    if not headers or first is None:
        return ""
    u = first.nodes[0]
    while tree.tag[tree.parent[u]] != _TR:
        u = int(tree.parent[u])
    return headers.get(int(tree.position[u]) - 1, "")
