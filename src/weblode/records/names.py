"""Names for the columns of records.

In this order: `title` for the column that says what a record is called, `image` for its picture; a label in the row;
the header of a table; words of itemprop or class that are about content; the kind of the values.
"""

from collections.abc import Sequence
from itertools import islice

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.kernels.cells import CellColumn
from weblode.kernels.texts import LABEL
from weblode.records.column_headers import names_above
from weblode.records.objects import Range
from weblode.records.places import FieldCell
from weblode.table import KEYS
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values import compiled
from weblode.values.names import unused_name, words

from . import titles
from .drafts import ColumnDraft

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
        "mobile module more muted nav new no node nofollow none noopener noreferrer normal nowrap null num odd off "
        "offscreen old on one open outer over overflow padding page panel part pad parent para paragraph plain point "
        "pointer popup position primary property pull quick raw red regular relative responsive result results right "
        "roboto root row sans secondary section sec segment select selected selector semibold serif shadow short show "
        "side simple single size sized slot sm small smaller span spacer sprite stack standard start static sticky "
        "strong style sub subtle super tab table tablet target td tertiary text thin thing three thumb tile tiny "
        "toggle tooltip top track trim truncate truncated two txt type typography ui uix underline unit url user util "
        "value view views vip visible visited visually web weight white wide widget width with wrap wrapped wrapper "
        "yellow zone"
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
_TR = NUMBERS["tr"]


def name_columns(tree: Tree, records: Sequence[Range], drafts: list[ColumnDraft], visible_only: bool) -> None:  # noqa: FBT001
    """Name columns, each another name; those that have names keep them. Constants without a label are hidden.

    With `visible_only`, only those that are shown are asked for: hidden ones may be missing, and stay without names.
    """
    own_names = {draft.name for draft in drafts}
    if "" not in own_names and len(own_names) == len(drafts) and own_names.isdisjoint(KEYS):  # as those of a rule have
        return
    naming = Naming(_headers(tree, records), drafts, tree, visible_only)
    own_fields: list[int] = []
    for i, draft in enumerate(drafts):
        if draft.kept and not draft.names_next and not (visible_only and draft.hidden):
            naming.describe(i)
            own_fields.append(i)
    used = set(KEYS)
    all_taken = set(KEYS)
    for draft in drafts:
        if draft.name and not draft.names_next:
            all_taken.add(draft.name)
    # Columns that are shown come first, so that what they are called does not depend on the others.
    ordered = [i for i in own_fields if not naming.hidden[i]]
    if not visible_only:
        ordered += [i for i in own_fields if naming.hidden[i]]
    for number, i in enumerate(ordered, 1):
        has_name = bool(drafts[i].name)
        name = naming.names[i] or naming.fallback(i) or f"field_{number}"
        if not has_name or name in used:
            name = unused_name(name, used if has_name else all_taken, join="_")
        used.add(name)
        all_taken.add(name)
        naming.names[i] = name
    for i in own_fields:
        drafts[i].name, drafts[i].hidden = naming.names[i], naming.hidden[i]
    if not visible_only:
        for i, draft in enumerate(drafts):
            draft.name = draft.name or f"label_{i + 1}"


class Naming:
    """Finds the names of a list's columns, one at a time: `names`, and which of them are `hidden`."""

    def __init__(
        self,
        headers: dict[int, str],
        drafts: list[ColumnDraft],
        tree: Tree,
        visible_only: bool,  # noqa: FBT001
    ) -> None:
        self.headers, self.drafts, self.tree = headers, drafts, tree
        self.names = [draft.name for draft in drafts]
        self.hidden = [draft.hidden for draft in drafts]
        self.is_described = [False] * len(drafts)
        self.labelled: set[int] | None = None
        self.authors: dict[str, int] = {}
        has_title = False
        for draft in drafts:
            has_title = has_title or draft.name == "title"
            if not draft.hidden and not draft.piece:
                self.authors[draft.author] = self.authors.get(draft.author, 0) + 1
        self.title, self.strong = -1, False
        if not has_title:
            self.title, self.strong = titles.choose(tree, drafts, visible_only)

    def describe(self, i: int) -> None:
        """Find the name of a column, if anything says one, once; a constant that nothing names is hidden."""
        draft = self.drafts[i]
        if self.is_described[i] or draft.name:
            return
        self.is_described[i] = True
        label = name_from_label(draft.prefix) if draft.prefix else ""
        if not label and self.headers:
            label = _by_header(self.tree, self.headers, draft)
        if not label and i in self.with_attributes():
            label = _by_attribute(self.tree, draft.cells)
        if i == self.title and (self.strong or not (label or self.by_author(draft))):
            self.names[i] = "title"
            return
        if draft.label and not label:
            label = self.unlike_title(_by_author(draft.author, "")) or draft.label
        if label and not draft.piece and not (draft.constant and draft.linked):
            self.names[i] = label
            return
        if draft.constant and not draft.prefix and _says_nothing(draft):
            self.hidden[i] = True
            return
        if draft.hidden or draft.piece:
            return
        if draft.image:
            self.names[i] = "image"
            return
        name = "" if draft.constant else self.by_author(draft)
        if name in _TIMES and not titles.has_digits(draft.cells.values):
            name = ""
        kind = _by_kind(draft.cells) if not name or name in _TEXTUAL else ""
        if name in _TEXTUAL and kind in ("number", "price", "date"):
            name = ""
        if not name:
            self.hidden[i] = _is_rare(draft)
        self.names[i] = name or kind

    def with_attributes(self) -> set[int]:
        """The columns of several values with an attribute that may be a label around the first one.

        Not hidden ones, parts and constants, which are not named so.
        """
        if self.labelled is None:
            columns: list[int] = []
            nodes: list[int] = []
            for i, draft in enumerate(self.drafts):
                if draft.filled > 1 and not (draft.hidden or draft.piece or draft.constant):
                    columns.append(i)
                    nodes.append(draft.cells.first[0][0])
            tree = self.tree
            above = kernels.fastest().nearest_holding(
                tree.buffer, tree.start, tree.parent, nodes, _LEVELS, (b"-label", b"data-t")
            )
            self.labelled = {columns[k] for k in range(len(columns)) if above[k] >= 0}
        return self.labelled

    def by_author(self, draft: ColumnDraft) -> str:
        """A name from itemprop or class words: the last telling one, else an own one if no other column has them."""
        author = draft.author
        return self.unlike_title(_by_author(author, "alone" if self.authors.get(author) == 1 else "")) if author else ""

    def unlike_title(self, name: str) -> str:
        """The name; "" if it is one for titles and another column has them."""
        return "" if self.title >= 0 and name in ("title", "name") else name

    def is_field(self, i: int) -> bool:
        """Whether a column is a field, and no label of another."""
        return 0 <= i < len(self.drafts) and self.drafts[i].kept and not self.drafts[i].names_next

    def fallback(self, i: int) -> str:
        """A name for a part or a line, from the column that it belongs to; "" for other columns."""
        draft = self.drafts[i]
        if not draft.piece and not draft.whole:
            return ""
        step = -1 if draft.piece else 1
        near = i + step
        while self.is_field(near):
            other = self.drafts[near]
            if not (other.piece or other.whole or other.image):
                break
            near += step
        if not self.is_field(near):
            return ""
        self.describe(near)
        name = self.names[near]
        return f"{name}_{'part' if draft.piece else 'line'}" if name else ""


def _says_nothing(draft: ColumnDraft) -> bool:
    """Whether a constant is furniture: not a number, price or date that happens to be the same everywhere."""
    return draft.image or compiled.fastest("kinds").kind_of(draft.cells.values[:1])[0] in ("text", "url")


def mark_labels(drafts: list[ColumnDraft]) -> None:
    """Mark the columns that label the next one; their text becomes its name."""
    for i in range(len(drafts) - 1):
        label, after = drafts[i], drafts[i + 1]
        if not label.constant or label.known is not None or after.known is not None or label.image or after.image:
            continue
        text: str = label.cells.values[0]
        if not text.endswith(":") and label.path.rpartition("/")[2] not in ("dt", "th", "label"):
            continue
        values: list[str] = after.cells.values
        own = 0  # "URL:" without a value, "Date: 3 May"
        for value in values:
            own += ":" in value and LABEL.match(value) is not None
        both = (label.cells.rows & after.cells.rows).bit_count()
        if 2 * own <= len(values) and len(text) <= LONGEST and both >= 0.8 * label.filled:
            label.names_next = True
            after.name, after.constant = name_from_label(text), False


def name_from_label(text: str) -> str:
    """A label as a column name: lower case, words joined by `_`.

    >>> name_from_label("Original release date: ")
    'original_release_date'
    """
    return "_".join(words(text.lower()))[:LONGEST].strip("_")


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


def _is_rare(draft: ColumnDraft) -> bool:
    """Whether only one record of many has a value, or one of twenty."""
    return draft.n >= _MANY and (draft.filled == 1 or draft.filled < draft.n / 20)


def _by_kind(column: CellColumn) -> str:
    """A name from the kind of the values; the address of a page as it is shown, or prose; else ""."""
    values = column.values
    _, spaces, _, numbers = kernels.fastest().measures(values)
    kind = "text"
    if 2 * numbers >= len(values) or "/" in values[0]:
        kind, _ = compiled.fastest("kinds").kind_of(values)
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
    names = names_above(tree, records)
    return {i: name for i, text in names.items() if (name := name_from_label(text))}


def _by_header(tree: Tree, headers: dict[int, str], draft: ColumnDraft) -> str:
    """The header above a column: that of its number, or the one above its first value."""
    if not headers or draft.cells.first is None:
        return ""
    if draft.cell:
        return headers.get(draft.cell - 1, "")
    u = draft.cells.first.nodes[0]
    while tree.tag[tree.parent[u]] != _TR:
        u = int(tree.parent[u])
    return headers.get(int(tree.position[u]) - 1, "")
