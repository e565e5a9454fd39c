"""The look and content of a table's cells, as arrays: text, links, bold, pictures, controls, digits.

A large table is judged by a sample of its rows: the first ones and some spread evenly over the others.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.tables.grid import NOTHING
from weblode.tables.layout import FIRST, Bools, Layout, digit_share
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

Floats = NDArray[np.float64]

_LINKED = 0.5  # a list of links has at least this share of its text in links
SPREAD = 16  # rows sampled from the others
_TH, _DT, _A, _IMG, _LI, _TABLE = (NUMBERS[name] for name in ("th", "dt", "a", "img", "li", "table"))
_UNKNOWN = len(NAMES)  # stands for all tags that HTML does not define
_BOLD = frozenset("b strong th h1 h2 h3 h4 h5 h6 dt".split())
_CONTROL = frozenset("button input select textarea".split())
_IS_BOLD, _IS_CONTROL = (np.array([*(name in names for name in NAMES), False]) for names in (_BOLD, _CONTROL))
_HEADERS = regex(rb"headers\0([^\0]*)\0")
_LOOK = regex(rb"(?:\A|\0)((?:class|bgcolor|style)\0[^\0]*)")
_RANK = regex(rb"\W*([0-9]{1,6})\W*")  # 1. or #1 or [ 1 ]
_NUMBERED = regex(rb"\W*([0-9]{1,6})(?:[.)\]:]\s|\W*$)")  # 1. First or 1) First, or the number alone
_HARD_SPACE = "\N{NO-BREAK SPACE}".encode()
_HIDDEN = b"type\0hidden\0"
_MISSING = frozenset(text.encode() for text in ("-", "--", "\N{EN DASH}", "\N{EM DASH}", "n/a", "N/A"))


@dataclass(frozen=True, eq=False)
class Sample:
    """The cells of the first core row and of some others, as matrices of rows x columns, one for each property.

    `values` has, in this order, the logarithm of the size, the share of digits, the shares of the text that are links
    and bold, whether the text ends with a colon, and whether the cell is a `th`, or a header by its other markup.
    """

    tree: Tree
    nodes: NDArray[np.int32]
    filled: Bools
    present: Bools  # filled, and not with a dash or the like for a missing value
    raw: list[list[bytes]]
    size: Floats  # bytes of text
    values: Floats  # six matrices in one array: numpy is slow on many small ones
    has_text: Bools  # whether there is text besides the choices that controls offer
    path: NDArray[np.int32]  # tag path of the first text, -1 without text
    section: NDArray[np.int64]  # how many rows with only a first cell are above each row, such as headings of groups
    depth: int  # how many rows are headers if the first one is
    width: int  # how many columns are headers if the first one is
    listed: Floats  # the number of links in a cell of several links with little other text, or of links in a list
    nested: Bools  # whether a table is in the cell
    controls: float  # the share of cells with controls, and no number beside them, among all that are not empty
    pictures: float  # the share of cells with only a picture


LENGTH, DIGITS, LINK, BOLD, COLON, HEAD = range(6)  # the matrices of `values`


def sample(layout: Layout) -> Sample:
    """The sample of cells by which a table is judged."""
    tree, rows = layout.grid.tree, _sample_rows(layout.core)
    every = layout.grid.cells[rows]
    number: dict[int, int] = {}  # a cell that spans rows or columns is measured once
    slots = [number.setdefault(u, len(number)) for u in every.ravel().tolist()]
    place = np.array(slots).reshape(every.shape)[:, layout.columns]
    tally = _CellTally(tree, layout.grid.table, np.array(list(number), dtype=np.int32))
    controls, pictures, links, items, tables, linked, bold, offered = tally.sums()
    raw, size = tally.texts(), tally.size
    nonempty = max(1, int(np.count_nonzero((size > 0) | (controls > 0) | (pictures > 0))))
    values = np.zeros((6, len(number)))
    values[LENGTH] = np.log1p(size)
    values[DIGITS] = [digit_share(text) for text in raw]
    values[LINK] = linked / np.maximum(size, 1)
    values[HEAD] = _heads(tree, tally)
    values[BOLD] = np.maximum(bold / np.maximum(size, 1), values[HEAD])
    values[COLON] = [text.rstrip().endswith(b":") for text in raw]
    filled = layout.filled[rows[:, None], layout.columns]
    missing = np.array([text.strip() in _MISSING for text in raw])
    return Sample(
        tree,
        every[:, layout.columns],
        filled,
        filled & ~missing[place],
        [[raw[i] for i in row] for row in place.tolist()],
        size=size[place],
        values=values[:, place],
        has_text=(size > offered)[place],
        path=tally.paths()[place],
        section=np.cumsum((layout.distinct == 1) & layout.filled[:, layout.columns[0]])[rows],
        depth=min(layout.depth, FIRST - 1),
        width=layout.width,
        listed=np.where((links >= 2) & (linked >= _LINKED * size) | (items > 0), links, 0)[place],
        nested=(tables > 0)[place],
        controls=float(np.count_nonzero((controls > 0) & ((offered > 0) | (values[DIGITS] == 0))) / nonempty),
        pictures=float(np.count_nonzero((pictures > 0) & (size == 0)) / nonempty),
    )


def _sample_rows(core: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of the sample."""
    n = len(core) - FIRST
    return core if n <= SPREAD else core[np.r_[:FIRST, FIRST + np.arange(SPREAD) * n // SPREAD]]


class _CellTally:
    """Sums and texts over the subtrees of some nodes of a table."""

    def __init__(self, tree: Tree, table: int, nodes: NDArray[np.int32]) -> None:
        self.base, self.stop = table, int(tree.end[table])
        self.nodes, self._tree = nodes, tree
        self._first, self._last = nodes, tree.end[nodes]
        if nodes.min() == NOTHING:
            self._first, self._last = (np.where(nodes == NOTHING, table, of) for of in (nodes, self._last))
        self.size = tree.text_before[self._last] - tree.text_before[self._first]
        self._begin, self._end = tree.leaves.searchsorted(np.array((self._first, self._last), dtype=np.int32))

    def sums(self) -> Floats:
        """Eight rows: the numbers of controls, pictures, links, list items, tables; and the bytes of text in links, in
        bold, in controls.
        """
        tree, base, stop = self._tree, self.base, self.stop
        tag = np.minimum(tree.tag[base:stop], _UNKNOWN)
        text = tree.text_before[base + 1 : stop + 1] - tree.text_before[base:stop]
        before = np.zeros((8, stop - base + 1))
        before[0, 1:] = _controls(tree, base, stop)
        for row, number in enumerate((_IMG, _A, _LI, _TABLE), 1):
            before[row, 1:] = tag == number
        for row, tops in ((5, tag == _A), (6, _IS_BOLD[tag]), (7, before[0, 1:] > 0)):
            if tops.any():
                before[row, 1:] = text * self.below(tops)
        np.cumsum(before, axis=1, out=before)
        total: Floats = before[:, self._last - base] - before[:, self._first - base]
        return total

    def below(self, tops: Bools) -> Bools:
        """Which nodes of the table are inside one of the given nodes, or are one."""
        nodes, n = np.flatnonzero(tops), len(tops) + 1
        ends = self._tree.end[self.base + nodes] - self.base
        depth = np.bincount(nodes, minlength=n) - np.bincount(ends, minlength=n)
        inside: Bools = np.cumsum(depth)[:-1] > 0
        return inside

    def texts(self) -> list[bytes]:
        """The text of each subtree, as bytes."""
        starts, buffer = self._tree.start, self._tree.buffer
        low, high = int(self._begin.min()), int(self._end.max())
        leaves = self._tree.leaves[low:high]
        begin, end = starts[leaves].tolist(), starts[leaves + 1].tolist()
        bounds = zip((self._begin - low).tolist(), (self._end - low).tolist(), strict=True)
        joined = [b" ".join([buffer[begin[i] : end[i]] for i in range(a, b)]) for a, b in bounds]
        return [text.replace(_HARD_SPACE, b" ") for text in joined]

    def paths(self) -> NDArray[np.int32]:
        """The tag path of the first text of each subtree."""
        leaves = self._tree.leaves
        if not len(leaves):
            return np.full(len(self.nodes), NOTHING, dtype=np.int32)
        first = leaves[np.minimum(self._begin, len(leaves) - 1)]
        return np.where(self._end > self._begin, self._tree.path[first], NOTHING).astype(np.int32)


def _controls(tree: Tree, base: int, stop: int) -> Bools:
    """Which nodes of the slice are visible controls."""
    visible = _IS_CONTROL[np.minimum(tree.tag[base:stop], _UNKNOWN)]
    for u in np.flatnonzero(visible).tolist():
        attributes = tree.buffer[tree.start[base + u] : tree.start[base + u + 1]]
        visible[u] = _HIDDEN not in attributes.lower()
    return visible


def _heads(tree: Tree, tally: _CellTally) -> Bools:
    """Which cells are `th` or `dt`, or headers by role, by the `headers` of other cells, or of a column by `scope`.

    A `td` with the scope of a row looks like any other cell: HTML keeps `scope` for `th`.
    """
    nodes = tally.nodes
    is_header: Bools = ((tree.tag[nodes] == _TH) | (tree.tag[nodes] == _DT)) & (nodes != NOTHING)
    markup = tree.buffer[tree.start[tally.base] : tree.start[tally.stop]]
    if b"scope\0" not in markup and b"header" not in markup:
        return is_header
    header_ids = {name for value in _HEADERS.findall(markup) for name in value.split()}
    for i in np.flatnonzero(~is_header & (nodes != NOTHING)).tolist():
        attributes = tree.attributes(int(nodes[i]))
        role = attributes.get("role", "").lower()
        is_head = attributes.get("scope", "row")[:3].lower() == "col" or role in ("columnheader", "rowheader")
        is_header[i] = is_head or attributes.get("id", "").encode() in header_ids
    return is_header


def looks(sample: Sample) -> list[list[tuple[bytes, ...]]]:
    """The presentational attributes of the cells in the first rows: those of the cell, then those of its row."""
    tree, cells = sample.tree, sample.nodes[:FIRST]
    cache: dict[bytes, tuple[bytes, ...]] = {}

    def look(attributes: bytes) -> tuple[bytes, ...]:
        if attributes not in cache:
            cache[attributes] = tuple(sorted(_LOOK.findall(attributes)))
        return cache[attributes]

    both = np.array((cells, tree.parent[cells]))
    begin, end = tree.start[both].reshape(2, -1).tolist(), tree.start[both + 1].reshape(2, -1).tolist()
    own, rows = ([look(tree.buffer[a:b]) for a, b in zip(*each, strict=True)] for each in zip(begin, end, strict=True))
    flat = [own[i] + rows[i] if u != NOTHING else () for i, u in enumerate(cells.ravel().tolist())]
    n = cells.shape[1]
    return [flat[i : i + n] for i in range(0, len(flat), n)]


def is_count(texts: list[bytes], *, more: bool = False) -> bool:
    """Whether the texts number the rows: 1., 2., 3. or 11, 12, 13; with `more`, also 1. First, 2. Second."""
    rank = _NUMBERED.match if more else _RANK.fullmatch
    numbers = [int(match[1]) for text in texts if (match := rank(text))]
    return len(numbers) == len(texts) >= 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
