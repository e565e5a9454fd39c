"""The look and content of a table's cells, as arrays: text, links, bold, pictures, controls, digits.

A large table is judged by a sample of its rows: the first ones and some spread evenly over the others. Rows with fewer
than two filled cells (titles, section lines, spacers) and columns without any text are left out.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.tables.grid import NOTHING, Grid
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

FIRST = 9  # rows sampled from the top of a large table: the first and eight of its body
_TALL = 3  # a cell beside this many rows is not one of their values
_LINKED = 0.5  # a list of links has at least this share of its text in links
SPREAD = 16  # rows sampled from the others
_TH, _DT, _A, _IMG = (NUMBERS[name] for name in ("th", "dt", "a", "img"))
_CHOICES = [NUMBERS[name] for name in ("select", "textarea")]  # their text is not the page's
_UNKNOWN = len(NAMES)  # stands for all tags that HTML does not define
_BOLD = frozenset("b strong th h1 h2 h3 h4 h5 h6 dt".split())
_CONTROL = frozenset("button input select textarea".split())
_IS_BOLD, _IS_CONTROL = (np.array([*(name in names for name in NAMES), False]) for names in (_BOLD, _CONTROL))
_HEADERS = re.compile(rb"headers\0([^\0]*)\0")
_DIGITS = b"0123456789"
# Bytes that are neither a letter nor a digit; of a letter beyond ASCII the first byte counts.
_SIGNS = bytes(code for code in range(192) if code > 127 or not chr(code).isalnum())
_LOOK = re.compile(rb"(?:\A|\0)((?:class|bgcolor|style)\0[^\0]*)")
_RANK = re.compile(rb"\W*([0-9]{1,6})\W*")  # 1. or #1 or [ 1 ]
_HARD_SPACE = "\N{NO-BREAK SPACE}".encode()
_HIDDEN = b"type\0hidden\0"


@dataclass(frozen=True, eq=False)
class Layout:
    """The rows and columns of a grid that hold data; `core` rows have two or more filled cells."""

    grid: Grid
    filled: Bools  # rows x columns
    own: Bools  # filled, and not by a cell that started in the column before
    distinct: NDArray[np.int64]  # the number of filled cells of each row
    columns: NDArray[np.int64]  # those in which a cell of a core row starts

    @cached_property
    def core(self) -> NDArray[np.int64]:
        """The rows with two or more filled cells."""
        return np.flatnonzero(self.distinct >= 2)

    @cached_property
    def width(self) -> int:
        """How many columns are headers if the first one is: more than one if its cells span rows or columns.

        `Lodge` above `Adult` and `Single bed` spans two columns; `Adult` beside three kinds of beds spans three rows.
        """
        cells, columns, core = self.grid.cells, self.columns.tolist(), self.core
        n = 1
        for c, after in pairwise(columns[: (len(columns) + 1) // 2]):
            wide = self.filled[core[0], c] and cells[core[0], c] == cells[core[0], after]
            hanging = self.filled[core[1:], c] & (cells[core[1:], c] == cells[core[:-1], c])
            if not wide and not hanging[1:].any():
                break
            n += 1
        return n


def layout(grid: Grid) -> Layout:
    """The rows and columns of a grid that hold data. A `th` is filled even with only a picture or a button."""
    tree, cells = grid.tree, grid.cells
    sizes = tree.text_before[tree.end[cells]] - tree.text_before[cells]
    titled = (tree.tag[cells] == _TH) & (tree.end[cells] > cells + 1)
    filled = (cells != NOTHING) & ((sizes > 0) | titled) & ~_pillars(cells)
    own = filled.copy()
    own[:, 1:] &= cells[:, 1:] != cells[:, :-1]
    distinct = own.sum(axis=1)
    return Layout(grid, filled, own, distinct, np.flatnonzero(own[distinct >= 2].any(axis=0)))


def control_rows(layout: Layout) -> Bools:
    """Which rows hold only the choices of controls, such as filters below a header; not rows with a `th`."""
    tree, base, cells = layout.grid.tree, layout.grid.table, layout.grid.cells
    stop = int(tree.end[base])
    controls = np.flatnonzero(np.isin(tree.tag[base:stop], _CHOICES))
    offered = np.zeros(stop - base + 1, dtype=np.int64)
    offered[controls + 1] = tree.text_before[tree.end[base + controls]] - tree.text_before[base + controls]
    offered = np.cumsum(offered)
    first = np.where(layout.filled, cells, base)
    last = np.where(layout.filled, tree.end[cells], base)
    sizes = tree.text_before[last] - tree.text_before[first] - (offered[last - base] - offered[first - base])
    plain = layout.filled & ((sizes > 0) | (tree.tag[first] == _TH))
    alone: Bools = layout.filled.any(axis=1) & ~plain.any(axis=1)
    return alone


def _pillars(cells: NDArray[np.int32]) -> Bools:
    """Which columns are one cell from the first row to the last, such as a menu: it tells no rows apart."""
    if len(cells) < _TALL:
        return np.zeros(cells.shape[1], dtype=bool)
    alone: Bools = (cells == cells[0]).all(axis=0)
    return alone & ~alone.all()


@dataclass(frozen=True, eq=False)
class Sample:
    """The cells of the first core row and of some others, as matrices of rows x columns, one for each property.

    `values` has, in this order, the logarithm of the size, the share of digits, the shares of the text that are links
    and bold, whether the text ends with a colon, and whether the cell is a `th`, or a header by its other markup.
    """

    tree: Tree
    nodes: NDArray[np.int32]
    filled: Bools
    raw: list[list[bytes]]
    size: Floats  # bytes of text
    values: Floats  # six matrices in one array: numpy is slow on many small ones
    has_text: Bools  # whether there is text besides the choices that controls offer
    path: NDArray[np.int32]  # tag path of the first text, -1 without text
    width: int  # how many columns are headers if the first one is
    listed: Floats  # the number of links in a cell of several links with little other text
    controls: float  # the share of cells with controls among all that are not empty
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
    controls, pictures, links, linked, bold, offered = tally.sums()
    raw, size = tally.texts(), tally.size
    nonempty = max(1, int(np.count_nonzero((size > 0) | (controls > 0) | (pictures > 0))))
    values = np.zeros((6, len(number)))
    values[LENGTH] = np.log1p(size)
    values[DIGITS] = [digit_share(text) for text in raw]
    values[LINK] = linked / np.maximum(size, 1)
    values[HEAD] = _heads(tree, tally)
    values[BOLD] = np.maximum(bold / np.maximum(size, 1), values[HEAD])
    values[COLON] = [text.rstrip().endswith(b":") for text in raw]
    return Sample(
        tree,
        every[:, layout.columns],
        layout.filled[rows[:, None], layout.columns],
        [[raw[i] for i in row] for row in place.tolist()],
        size=size[place],
        values=values[:, place],
        has_text=(size > offered)[place],
        path=tally.paths()[place],
        width=layout.width,
        listed=np.where((links >= 2) & (linked >= _LINKED * size), links, 0)[place],
        controls=float(np.count_nonzero(controls) / nonempty),
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
        """Six rows: the numbers of controls, pictures, links; and the bytes of text in links, in bold, in controls."""
        tree, base, stop = self._tree, self.base, self.stop
        tag = np.minimum(tree.tag[base:stop], _UNKNOWN)
        text = tree.text_before[base + 1 : stop + 1] - tree.text_before[base:stop]
        before = np.zeros((6, stop - base + 1))
        before[0, 1:], before[1, 1:], before[2, 1:] = _controls(tree, base, stop), tag == _IMG, tag == _A
        for row, tops in ((3, tag == _A), (4, _IS_BOLD[tag]), (5, before[0, 1:] > 0)):
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
    """Which cells are `th` or `dt`, or headers by their `scope` or role, or by the `headers` of other cells."""
    nodes = tally.nodes
    is_header: Bools = ((tree.tag[nodes] == _TH) | (tree.tag[nodes] == _DT)) & (nodes != NOTHING)
    markup = tree.buffer[tree.start[tally.base] : tree.start[tally.stop]]
    if b"scope\0" not in markup and b"header" not in markup:
        return is_header
    header_ids = {name for value in _HEADERS.findall(markup) for name in value.split()}
    for i in np.flatnonzero(~is_header & (nodes != NOTHING)).tolist():
        attributes = tree.attributes(int(nodes[i]))
        role = attributes.get("role", "").lower()
        is_head = "scope" in attributes or role in ("columnheader", "rowheader")
        is_header[i] = is_head or attributes.get("id", "").encode() in header_ids
    return is_header


def digit_share(text: bytes) -> float:
    """The share of digits among the letters and digits of a text."""
    digits = len(text) - len(text.translate(None, _DIGITS))
    return digits / len(text.translate(None, _SIGNS)) if digits else 0.0


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


def is_count(texts: list[bytes]) -> bool:
    """Whether the texts number the rows: 1., 2., 3. or 11, 12, 13."""
    numbers = [int(match[1]) for text in texts if (match := _RANK.fullmatch(text))]
    return len(numbers) == len(texts) >= 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
