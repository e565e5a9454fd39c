"""The outline of a page: a labelled tree whose rows refer to nodes of the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from weblode import paths
from weblode.export.markup import tree_markup
from weblode.export.tabular import Tabular
from weblode.outline import compiled
from weblode.outline.atoms import Atoms, common_ancestors, texts_of
from weblode.outline.segments import segments
from weblode.table import Table
from weblode.terminal import escaped
from weblode.tree import Column, Tree

if TYPE_CHECKING:
    from weblode.tables.discover import DataTable

KINDS = ("section", "group", "item", "text", "navigation", "decoration", "table", "control")
COLUMNS = ("page", "node", "row", "parent", "depth", "kind", "label", "href", "xpath")


@dataclass(frozen=True, eq=False)
class Outline(Tabular):
    """Columns with one entry for each row: `parent[i] < i`, and the rows below `i` are `i + 1:end[i]`.

    Row 0 is the page, named by its title. Every text leaf of the page belongs to the label of one row; the label of a
    data table has all leaves of the table.
    """

    sql_name: ClassVar[str] = "outline"
    tree: Tree = field(repr=False)
    atoms: Atoms = field(repr=False)
    parent: Column
    end: Column
    depth: Column
    label: Column  # the atom that names the row, -1 if none does
    kind: Column  # its number in `KINDS`
    cut: str = "blocks"  # the method that cuts the page into segments
    tables: Mapping[int, "DataTable"] = field(default_factory=dict, repr=False)  # the data tables, by row

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def has_parts(self) -> bool:
        """Whether it has more than the page itself, plain texts and decoration."""
        return bool(np.isin(self.kind[1:], [KINDS.index(name) for name in ("text", "decoration")], invert=True).any())

    def __repr__(self) -> str:
        return f"<Outline of {escaped(self.tree.page) or 'a page'}: {len(self):,} rows>"

    def _repr_html_(self) -> str:
        rows = range(len(self))
        lines = ((int(self.depth[row]), self.name(row) or f"({KINDS[int(self.kind[row])]})") for row in rows)
        return tree_markup(lines, len(self))

    def name(self, row: int) -> str:
        """The label of a row as text, "" if it has none; for a data table its caption."""
        return self.names[row]

    @cached_property
    def names(self) -> list[str]:
        """The label of each row as text."""
        rows = [row for row, atom in enumerate(self.label.tolist()) if atom >= 0 and row not in self.tables]
        labels = self.label[rows]
        columns = (self.atoms.node[labels], self.atoms.first[labels], self.atoms.stop[labels])
        texts = texts_of(self.tree, list(zip(*(column.tolist() for column in columns), strict=True)))
        names = dict(zip(rows, texts, strict=True)) | {row: table.caption for row, table in self.tables.items()}
        return [names.get(row, "") for row in range(len(self))]

    def href(self, row: int) -> str | None:
        """The `href` of a row's label, as written on the page; None if the label is no link."""
        return self.hrefs[row]

    @cached_property
    def hrefs(self) -> list[str | None]:
        """The `href` of each row's label, as written on the page; None if the label is no link."""
        if not len(self.atoms):
            return [None] * len(self)
        links = np.where(self.label >= 0, self.atoms.link[self.label], -1).tolist()
        written = {node: value for node, _, value in self.tree.named_attributes((b"href",))}
        return [written[link].decode() if link in written else None for link in links]

    @cached_property
    def node(self) -> Column:
        """The node of each row: the one around all its atoms if that has no other atoms, else the node of its label."""
        if not len(self.atoms):
            return np.zeros(len(self), dtype=np.int32)
        around, exact = self._around
        nodes = np.where(exact | (self.label < 0), around, self.atoms.node[self.label])
        nodes[0] = 0
        return nodes

    @cached_property
    def ranges(self) -> tuple[Column, Column]:
        """The node range of each row with the rows below it: its first node, and the first after; row 0 has all."""
        if not len(self.atoms):
            return np.zeros(len(self), dtype=np.int32), np.full(len(self), len(self.tree), dtype=np.int32)
        low, high = self._extent
        around, exact = self._around
        begins, ends = self.atoms.ranges(self.tree)
        first = np.where(exact, around, begins[low]).tolist()
        stop = np.where(exact, self.tree.end[around], ends[high]).tolist()
        for row, above in zip(range(len(self) - 1, 0, -1), self.parent[:0:-1].tolist(), strict=True):
            first[above], stop[above] = min(first[above], first[row]), max(stop[above], stop[row])
        first[0], stop[0] = 0, len(self.tree)
        return np.array(first, dtype=np.int32), np.array(stop, dtype=np.int32)

    @cached_property
    def _around(self) -> tuple[Column, NDArray[np.bool_]]:
        """The deepest node around all atoms of each row and the rows below it, and whether it has just their leaves."""
        low, high = self._extent
        leaves = self.tree.leaves
        around = _range_ancestors(self.tree, self.atoms.node, low, high)
        exact = leaves.searchsorted(around) == self.atoms.first[low]  # earlier it has others, later not all of these
        exact &= leaves.searchsorted(self.tree.end[around]) == self.atoms.stop[high]
        return around, exact

    @cached_property
    def _extent(self) -> tuple[Column, Column]:
        """The first and the last atom of each row and the rows below it."""
        low, high = compiled.fastest("draft").row_extents(self.parent, self.label, len(self.atoms))
        return low, high

    @cached_property
    def segments(self) -> Column:
        """The first leaves of the page's segments."""
        return segments(self.tree, self.cut)

    def xpaths(self) -> list[str]:
        """The XPath of each row's node."""
        return paths.xpaths(self.tree, self.node.tolist())

    def leaves(self, row: int) -> tuple[int, int]:
        """The first leaf of a row's label, and the first leaf after it; equal if it has none."""
        atom = int(self.label[row])
        return (int(self.atoms.first[atom]), int(self.atoms.stop[atom])) if atom >= 0 else (0, 0)

    def segment_ranges(self) -> list[tuple[int, int]]:
        """The first and the last leaf of each segment."""
        starts = self.segments.tolist()
        ends = [start - 1 for start in (*starts[1:], len(self.tree.leaves))]
        return list(zip(starts, ends, strict=False))  # without leaves there is an end, but no segment

    def as_table(self) -> Table:
        """The outline as a table with one row for each row."""
        rows = range(len(self))
        return Table(
            {
                "page": [self.tree.page] * len(self),
                "node": self.node.tolist(),
                "row": list(rows),
                "parent": self.parent.tolist(),
                "depth": self.depth.tolist(),
                "kind": [KINDS[kind] for kind in self.kind.tolist()],
                "label": self.names,
                "href": self.hrefs,
                "xpath": self.xpaths(),
            }
        )


def _range_ancestors(tree: Tree, nodes: Column, low: Column, high: Column) -> Column:
    """The deepest node around nodes `low[i]` to `high[i]`: the highest common ancestor of two neighbours among them.

    By a sparse table: the highest in each run of 1, 2, 4, ... neighbours, two of which cover any range.
    """
    tops = nodes[low]
    meets = common_ancestors(tree, nodes)
    table = [(tree.depth[meets].astype(np.int64) << 32) | meets]
    length = high - low
    for power in range(int(length.max(initial=0)).bit_length()):
        width = 1 << power
        chosen = np.flatnonzero((length >= width) & (length < 2 * width))
        keys = np.minimum(table[-1][low[chosen]], table[-1][high[chosen] - width])
        tops[chosen] = keys & 0xFFFFFFFF
        table.append(np.minimum(table[-1][:-width], table[-1][width:]))
    return tops
