"""Names for the columns of records.

In this order: `title` for the column that says what a record is called, `image` for its picture; a label in the row;
the header of a table; words of itemprop or class that are about content; the kind of the values.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from weblode import kernels
from weblode.caches import bounded_cache, lazy, regex
from weblode.kernels.cells import CellColumn
from weblode.kernels.texts import LABEL
from weblode.records import titles
from weblode.records.objects import Range
from weblode.records.places import FieldCell
from weblode.table import KEYS
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.kinds import kind_of
from weblode.values.names import unused_name

if TYPE_CHECKING:
    from weblode.records.fields import KnownField

LONGEST = 40  # characters of a label
_WORD = regex(r"[^\W\d_]+")
_CAMEL = regex(r"(?<=[a-z])(?=[A-Z])")
# Words in class attributes about looks, position or behaviour, not about content.
LAYOUT = frozenset(
    (
        "abs action active align arrow aux badge base big black block blue body bold border bottom box break btn "
        "button caps card cell center circular class clear clearfix click clickable col collapse collapsed color "
        "color column compact complex component container content contents control custom dark data default desktop "
        "dir display div dropdown element ellipsis ellipsized end even external extra field fields first fixed flag "
        "flex float fl font footer foreground fr full general generic gray green grey grid group grow gutter half "
        "hand has head header height hidden hide hint hover icon icons img index info inline inner input int internal "
        "interactive invisible item items js justify label labels large last lato layout lead left level lg light "
        "line lines link links list listing long low main margin mark max md media medium menu meta middle min mini "
        "mobile module more muted nav new no node none normal nowrap null num odd off offscreen old on one open outer "
        "over overflow padding page panel part pad parent para paragraph plain point pointer popup position "
        "primary property pull quick raw red regular relative responsive result results right roboto root row sans "
        "secondary section sec segment select selected selector semibold serif shadow short show side simple "
        "single size sized slot sm small smaller span spacer sprite stack standard start static sticky strong style "
        "sub subtle super tab table tablet target td tertiary text thin thing three thumb tile tiny toggle tooltip top "
        "track trim truncate truncated two txt type typography ui uix underline unit url user util value view views "
        "vip visible visited visually web weight white wide widget width with wrap wrapped wrapper yellow zone"
    ).split()
)
# Words that name a field wherever they occur in a class attribute.
_TELLING = frozenset(
    (
        "abstract actor address age album amount area artist author authors availability bedrooms brand byline bids "
        "category categories city clock comments company condition cost count country currency date deadline "
        "department description director discount distance domain downloads duration edition email employer episode "
        "excerpt expires fax film format genre headline hours isbn job journal keywords language likes location "
        "manufacturer mileage name organization owner phone pieces place platform player points posted price "
        "published publisher quantity rank rating ratings region release replies reviews salary school "
        "score season seller sender shipping shop sku snippet source speaker sponsor stars status stock "
        "store street subject subtitle summary synopsis tags team time timestamp title topic username venue version "
        "volume votes winner writer year zip"
    ).split()
)
# Words that are about texts, and words that are about times: a column of the other kind is not called so.
_TEXTUAL = frozenset(
    "abstract author authors byline description excerpt headline name snippet subject subtitle summary synopsis title "
    "topic username writer".split()
)
_TIMES = frozenset("date deadline expires posted published release time timestamp".split())
_SCRAMBLED = regex(r"(?<![^\W_])[a-zA-Z]*[0-9]+[a-zA-Z][a-zA-Z0-9]*")  # `1xkzq`, `a3Kd`: as tools for styles write
_VOWEL = regex(r"[aeiouy]|[^a-z]")  # in lower case; letters of other scripts may all be vowels
_UTILITY = regex(r"(?:^|\s)[a-zA-Z]{1,2}-")  # `fc-smoke`: a class of a library of looks
_LABEL_ATTRIBUTES = ("data-label", "data-title", "data-th", "aria-label")
_LEVELS = 2  # elements around a value that may have such an attribute
_SAMPLE = 10  # values whose attributes are read
_MANY = 8  # records of a list in which a column with one value is rare
_PROSE = 8  # words that a description has on average, at least
_TR, _TABLE, _TH = (NUMBERS[name] for name in ("tr", "table", "th"))


def name_columns(
    tree: Tree,
    records: Sequence[Range],
    columns: Sequence["KnownField"],
    cells: Sequence[CellColumn],
    ranks: Sequence[int] = (),
) -> "list[KnownField]":
    """The columns with names, all different; those that have names keep them. Constants without a label are hidden.

    With `ranks`, only those that are shown are asked for: hidden ones may be missing, and are left without names. Each
    column has the number there that it has among all.
    """
    visible_only = bool(ranks)
    own_names = {each.name for each in columns}
    if "" not in own_names and len(own_names) == len(columns) and own_names.isdisjoint(KEYS):  # as those of a rule have
        return list(columns)
    naming = _Naming(_headers(tree, records), columns, cells, tree, ranks)
    described = {
        i: naming.describe(i)
        for i, about in enumerate(columns)
        if about.kept and not about.names_next and not (visible_only and about.hidden)
    }
    naming.described.update(described)
    used = set(KEYS)
    all_taken = used | {each.name for each in columns if each.name and not each.names_next}
    # Columns that are shown come first, so that what they are called does not depend on the others.
    ordered = [i for i, about in described.items() if not about.hidden]
    if not visible_only:
        ordered += [i for i, about in described.items() if about.hidden]
    for number, i in enumerate(ordered, 1):
        about = described[i]
        has_name = bool(columns[i].name)
        name = about.name or naming.fallback(i) or f"field_{number}"
        if not has_name or name in used:
            name = unused_name(name, used if has_name else all_taken, join="_")
        used.add(name)
        all_taken.add(name)
        if name != about.name:
            described[i] = naming.described[i] = about.but(name=name)
    if visible_only:
        return [described.get(i) or about for i, about in enumerate(columns)]
    return [described.get(i) or about.but(name=about.name or f"label_{i + 1}") for i, about in enumerate(columns)]


class _Naming:
    """Finds the names of a list's columns, one at a time."""

    def __init__(
        self,
        headers: dict[int, str],
        columns: Sequence["KnownField"],
        cells: Sequence[CellColumn],
        tree: Tree,
        ranks: Sequence[int],
    ) -> None:
        self.headers, self.columns, self.cells, self.tree = headers, columns, cells, tree
        self.described: dict[int, KnownField] = {}
        self.authors = Counter([each.place.author for each in columns if not each.hidden and not each.piece])
        has_title = any(each.name == "title" for each in columns)
        self.title, self.strong = (-1, False) if has_title else titles.choose(tree, columns, cells, ranks)

    def __contains__(self, i: int) -> bool:
        """Whether a column is a field, and no label of another."""
        return 0 <= i < len(self.columns) and self.columns[i].kept and not self.columns[i].names_next

    def description(self, i: int) -> "KnownField":
        """As `describe`, once for each column."""
        if i not in self.described:
            self.described[i] = self.describe(i)
        return self.described[i]

    def describe(self, i: int) -> "KnownField":
        """A column with its name, if anything says one; a constant that nothing names is hidden."""
        about, column = self.columns[i], self.cells[i]
        if about.name:
            return about
        label = name_from_label(about.prefix) if about.prefix else ""
        label = label or (_by_header(self.tree, self.headers, column) if self.headers else "")
        if not label and i in self._labelled:
            label = _by_attribute(self.tree, column)
        if i == self.title and (self.strong or not (label or self._by_author(about))):
            return about.but(name="title")
        if about.label and not label:
            label = self._by_author(about, telling=True) or about.label
        if label and not about.piece and not (about.constant and about.linked):
            return about.but(name=label)
        if about.constant and not about.prefix and self._says_nothing(about, column):
            return about.but(hidden=True)
        if about.hidden or about.piece:
            return about
        if about.place.image:
            return about.but(name="image")
        name = "" if about.constant else self._by_author(about)
        if name in _TIMES and not titles.has_digits(column.values):
            name = ""
        kind = _by_kind(column) if not name or name in _TEXTUAL else ""
        if name in _TEXTUAL and kind in ("number", "price", "date"):
            name = ""
        rare = not name and _is_rare(column)
        return about.but(name=name or kind, hidden=rare) if name or kind or rare else about

    @lazy
    def _labelled(self) -> set[int]:
        """The columns of several values with an attribute that may be a label around the first one.

        Not hidden ones, parts and constants, which are not named so.
        """
        tree = self.tree
        columns = [
            i
            for i, about in enumerate(self.columns)
            if not (about.hidden or about.piece or about.constant) and len(self.cells[i].values) > 1
        ]
        nodes = [self.cells[i].first[0][0] for i in columns]
        above = kernels.fastest().nearest_holding(
            tree.buffer, tree.start, tree.parent, nodes, _LEVELS, (b"-label", b"data-t")
        )
        return {i for i, u in zip(columns, above, strict=True) if u >= 0}

    def _says_nothing(self, about: "KnownField", column: CellColumn) -> bool:
        """Whether a constant is furniture: not a number, price or date that happens to be the same everywhere."""
        return about.place.image or kind_of(column.values[:1])[0] in ("text", "url")

    def _by_author(self, about: "KnownField", *, telling: bool = False) -> str:
        """A name from itemprop or class words: the last telling one, else an own one if no other column has them."""
        author = about.place.author
        if not author:
            return ""
        name = _by_author(author, "alone" if not telling and self.authors[author] == 1 else "")
        return "" if name in ("title", "name") and self.title >= 0 else name

    def fallback(self, i: int) -> str:
        """A name for a part or a line, from the column that it belongs to; "" for other columns."""
        about = self.columns[i]
        if not about.piece and not about.place.whole:
            return ""
        step = -1 if about.piece else 1
        near = i + step
        while near in self and (self.columns[near].piece or (place := self.columns[near].place).whole or place.image):
            near += step
        name = self.description(near).name if near in self else ""
        return f"{name}_{'part' if about.piece else 'line'}" if name else ""


def mark_labels(
    described: Sequence["KnownField"],
    columns: Sequence[CellColumn],
    earlier: "Sequence[KnownField | None]",
) -> "list[KnownField]":
    """The columns; those that label the next one are marked, and their text becomes its name."""
    marked = list(described)
    for i in [i for i, each in enumerate(described[:-1]) if each.constant]:
        label, after = marked[i], marked[i + 1]
        if earlier[i] or earlier[i + 1] or not label.constant or label.place.image or after.place.image:
            continue
        text = columns[i].values[0]
        if not text.endswith(":") and label.place.path.rpartition("/")[2] not in ("dt", "th", "label"):
            continue
        both = (columns[i].rows & columns[i + 1].rows).bit_count()
        own = [bool(LABEL.match(value)) for value in columns[i + 1].values]  # "URL:" without a value, "Date: 3 May"
        if 2 * sum(own) <= len(own) and len(text) <= LONGEST and both >= 0.8 * len(columns[i].values):
            marked[i] = label.but(names_next=True)
            marked[i + 1] = after.but(name=name_from_label(text), constant=False)
    return marked


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


@bounded_cache(2**20)
def _by_author(author: str, alone: str) -> str:
    """A name from itemprop or class words: the last telling one, else the last own one if they are of it `alone`.

    A long list of class words is about looks, as are those of libraries: no name unless it is a telling word. Parts
    that mix letters and digits, and words without a vowel, were made by a tool.
    """
    telling = [word for word in titles.words_of(author) if word in _TELLING]
    if telling:
        return telling[-1]
    words = titles.words_of(_SCRAMBLED.sub(" ", author))
    own = [word for word in words if len(word) > 3 and word not in LAYOUT and _VOWEL.search(word)]
    looks = len(author.split()) > 2 or _UTILITY.search(author)
    return own[-1] if own and alone and not looks else ""


def name_by_words(words: str) -> str:
    """A name from the words of an itemprop, class or id, if they tell what an element holds; else "".

    >>> name_by_words("productPrice big"), name_by_words("col-md-4 left"), name_by_words("css-1xkzqd")
    ('price', '', '')
    """
    return _by_author(words, "alone")


def _by_attribute(tree: Tree, column: CellColumn) -> str:
    """A name from an attribute for a label that all values have the same of, on them or just above."""
    cells = list(islice(filter(None, column), _SAMPLE))
    label = _attribute_label(tree, cells[0])
    if not label:
        return ""
    labels = {label}
    labels |= {_attribute_label(tree, cell) for cell in cells[1:]}
    label = labels.pop() if len(labels) == 1 else ""
    return name_from_label(label) if len(label) <= LONGEST and all(label not in cell.value for cell in cells) else ""


def _attribute_label(tree: Tree, cell: FieldCell) -> str:
    """The text of an attribute for a label on the elements around a value, the nearest first."""
    u = cell.nodes[0]
    for _ in range(_LEVELS):
        u = tree.parent.item(u)
        if u <= 0:
            break
        begin, end = tree.start.item(u), tree.start.item(u + 1)
        if tree.buffer.find(b"-label", begin, end) < 0 and tree.buffer.find(b"data-t", begin, end) < 0:
            continue
        attributes = tree.attributes(u)
        for name in _LABEL_ATTRIBUTES:
            if label := (attributes.get(name) or "").strip():
                return label
    return ""


def _is_rare(column: CellColumn) -> bool:
    """Whether only one record of many has a value, or one of twenty."""
    filled = len(column.values)
    return len(column) >= _MANY and (filled == 1 or filled < len(column) / 20)


def _by_kind(column: CellColumn) -> str:
    """A name from the kind of the values; the address of a page as it is shown, or prose; else ""."""
    values = column.values
    _, spaces, _, numbers = kernels.fastest().measures(values)
    kind, _ = kind_of(values) if 2 * numbers >= len(values) or "/" in values[0] else ("text", ())
    if kind == "url":
        return "shown_url"
    if kind != "text":
        return kind
    return "description" if spaces + len(values) >= _PROSE * len(values) > 0 else ""


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


def _by_header(tree: Tree, headers: dict[int, str], column: CellColumn) -> str:
    """The header above the first value of a column."""
    if not headers or column.first is None:
        return ""
    u = column.first.nodes[0]
    while tree.tag[tree.parent[u]] != _TR:
        u = int(tree.parent[u])
    return headers.get(int(tree.position[u]) - 1, "")
