"""An outline by the page's own structure: what the markup nests, under the labels that stand before it.

Ours, and the default. The hierarchy of the page's nodes, without those that hold a single part, is taken as it is; in
each node the parts are arranged: a label is put above the parts that follow it, up to the next label of its rank or
higher. A part is a label if it is a single atom with something after it, and

| rank         | it is |
| ------------ | --- |
| 10 to 5      | in an `h1` to `h6` |
| 4            | bold |
| 3, `CAPITAL` | in capitals, unlike its neighbours |
| 2, `LEADING` | no link, but before at least two links of one tag path |
| 1, `PLAIN`   | before a part that has none, with no single atom before it |

The last three, which any text may have by chance, are not for one that stands in a list: with a bar or bullet beside it,
with a neighbour of its own tag path, or, for a link, as an item before another. A heading does not name a part that has
a heading of its rank. And where as many labels that lead nowhere stand in a row as parts follow them, each names its
part: tabs and columns.

`python -m bench.outline` measures what it is worth, and each of its rules alone.
"""

from collections.abc import Collection

from weblode.outline.atoms import BOLD, HEADING, Atoms, meetings
from weblode.outline.draft import Draft
from weblode.tags import NUMBERS
from weblode.tree import Tree

PLAIN, LEADING, CAPITAL = 1, 2, 3
RULES = ("capital", "leading", "plain", "tabs")  # those that can be left out, to see what each is worth
_ITEMS = frozenset(NUMBERS[name] for name in ("dd", "li", "option"))


def structured(tree: Tree, atoms: Atoms, *, first: int = 0, rules: Collection[str] = RULES) -> Draft:
    """The outline of a page by its structure, from atom `first` on; the cost is linear in the atoms, and in the depth of the page."""
    work = _Work(tree, atoms, rules)
    depth = tree.depth
    around: list[tuple[int, list[int]]] = []  # the nodes around the current atom that have several parts, with these
    parts: list[int] = []
    meets = meetings(tree, atoms.node).tolist()
    for atom in range(first, len(atoms)):
        if atom > first:
            meeting = meets[atom - 1]
            while around and depth[around[-1][0]] > depth[meeting]:
                node, before = around.pop()
                parts = work.closed(node, before + parts)
            if around and around[-1][0] == meeting:
                around[-1][1].extend(parts)
            else:
                around.append((meeting, parts))
        parts = [work.add(atom)]
    while around:
        node, before = around.pop()
        parts = work.closed(node, before + parts)
    work.draft.root = work.add(-1, parts)
    return work.draft


class _Work:
    """A draft in the making, with what is known of its rows."""

    def __init__(self, tree: Tree, atoms: Atoms, rules: Collection[str]) -> None:
        self.tree, self.rules = tree, rules
        self.node, self.path, self.link = atoms.node.tolist(), atoms.path.tolist(), atoms.link.tolist()
        self.ranks, self.marks = atoms.rank.tolist(), atoms.mark.tolist()
        self.capitals, self.tables = atoms.capitals.tolist(), atoms.table.tolist()
        self.draft = Draft()
        self.rank: list[int] = []  # of a row's label; 0 for a row without one
        self.inner: list[int] = []  # the highest rank of the labels below a row that name something
        self.at: list[int] = []  # a node within the row

    def add(self, label: int, below: Collection[int] = (), at: int = 0) -> int:
        """The number of a new row."""
        self.rank.append(self.ranks[label] if label >= 0 else 0)
        self.inner.append(self.highest(below))
        self.at.append(self.node[label] if label >= 0 else at)
        return self.draft.add(label, below)

    def highest(self, rows: Collection[int]) -> int:
        """The highest rank of the labels among these rows, and below them, that name something."""
        below, rank, inner = self.draft.below, self.rank, self.inner
        return max((max(rank[row], inner[row]) for row in rows if below[row]), default=0)

    def mark(self, row: int) -> bool:
        """Whether a row is a bar, a bullet or the like."""
        label = self.draft.label[row]
        return label >= 0 and self.marks[label]

    def single(self, row: int) -> bool:
        """Whether a row is an atom of text and nothing else."""
        label = self.draft.label[row]
        return label >= 0 and not self.draft.below[row] and not self.marks[label] and not self.tables[label]

    def nameless(self, row: int) -> bool:
        """Whether a row has parts, or is a table, and no label."""
        label = self.draft.label[row]
        return label < 0 or self.tables[label]

    def closed(self, node: int, parts: list[int]) -> list[int]:
        """The rows of a node whose parts are complete: one, unless all but one are marks."""
        rows = self.arranged(node, self.tabbed(parts) if "tabs" in self.rules else parts)
        return rows if sum(not self.mark(row) for row in rows) < 2 else [self.add(-1, rows, node)]

    def arranged(self, node: int, parts: list[int]) -> list[int]:
        """The parts of a node with each label above those that it names."""
        draft, rank = self.draft, self.rank
        top: list[int] = []
        labels: list[int] = []  # those that are still open, ever lower in rank
        for i, row in enumerate(parts):
            own = self.label_rank(node, parts, i)
            level = own or (rank[row] if draft.below[row] and draft.label[row] >= 0 else 0)
            while labels and (rank[labels[-1]] <= level or HEADING <= rank[labels[-1]] <= self.inner[row]):
                labels.pop()
            (draft.below[labels[-1]] if labels else top).append(row)
            if own:
                rank[row] = own
                labels.append(row)
        for row in top:
            if draft.label[row] >= 0 and draft.below[row]:
                self.unwrap(row)
        return top

    def unwrap(self, row: int) -> None:
        """Put the parts of a single nameless row below a label in its place."""
        below = self.draft.below
        if len(below[row]) == 1 and self.draft.label[below[row][0]] < 0:
            below[row] = below[below[row][0]]
        self.inner[row] = self.highest(below[row])

    def label_rank(self, node: int, parts: list[int], i: int) -> int:
        """The rank of a part as a label of those after it, 0 if it is none."""
        row = parts[i]
        if i + 1 == len(parts) or not self.single(row):
            return 0
        if self.rank[row] >= BOLD:
            return self.rank[row]
        before, after = parts[i - 1] if i else -1, parts[i + 1]
        if self.listed(row, before, after):
            return 0
        label = self.draft.label[row]
        items = self.is_item(node, row) and self.is_item(node, after)
        if self.capitals[label] and not (items and self.link[label] >= 0) and "capital" in self.rules:
            return CAPITAL
        if self.link[label] < 0 and self.before_links(parts, i) and "leading" in self.rules:
            return LEADING
        alone = before < 0 or not self.single(before)
        return PLAIN if self.nameless(after) and alone and not items and "plain" in self.rules else 0

    def listed(self, row: int, before: int, after: int) -> bool:
        """Whether a part is beside a mark, or beside an atom of its own tag path."""
        if self.mark(after) or (before >= 0 and self.mark(before)):
            return True
        if self.draft.below[after] and self.mark(self.draft.below[after][0]):
            return True
        path = self.path[self.draft.label[row]]
        return any(
            self.path[self.draft.label[other]] == path for other in (before, after) if other >= 0 and self.single(other)
        )

    def before_links(self, parts: list[int], i: int) -> bool:
        """Whether two links of one tag path follow a part."""
        if i + 2 >= len(parts) or not (self.single(parts[i + 1]) and self.single(parts[i + 2])):
            return False
        one, other = (self.draft.label[row] for row in parts[i + 1 : i + 3])
        return self.link[one] >= 0 and self.link[other] >= 0 and self.path[one] == self.path[other]

    def is_item(self, node: int, row: int) -> bool:
        """Whether the child of a node that a part stands in is a list item."""
        u, parent = self.at[row], self.tree.parent
        while parent[u] != node and u > node:
            u = int(parent[u])
        return self.tree.tag[u] in _ITEMS

    def tabbed(self, parts: list[int]) -> list[int]:
        """The parts, with those put below their tabs where a part of n tabs stands before a part of n parts."""
        below = self.draft.below
        found: list[int] = []
        for row in parts:
            tabs, panels = (self.real(found[-1]) if found else []), self.real(row)
            if len(tabs) < 2 or len(tabs) != len(panels) or not self.are_tabs(tabs, panels):
                found.append(row)
                continue
            below[found[-1]] += [mark for mark in below[row] if self.mark(mark)]
            for tab, panel in zip(tabs, panels, strict=True):
                below[tab] = below[panel] if self.draft.label[panel] < 0 else [panel]
                self.rank[tab], self.inner[tab] = max(self.rank[tab], PLAIN), self.highest(below[tab])
        return found

    def real(self, row: int) -> list[int]:
        """The parts of a nameless row, without marks."""
        if self.draft.label[row] >= 0:
            return []
        return [part for part in self.draft.below[row] if not self.mark(part)]

    def are_tabs(self, tabs: list[int], panels: list[int]) -> bool:
        """Whether the tabs are atoms of one tag path that link to no other page, and all panels have parts."""
        if not all(map(self.single, tabs)) or not all(self.draft.below[row] for row in panels):
            return False
        atoms = [self.draft.label[tab] for tab in tabs]
        return len({self.path[atom] for atom in atoms}) == 1 and not any(map(self.leads_elsewhere, atoms))

    def leads_elsewhere(self, atom: int) -> bool:
        """Whether an atom links to another page."""
        if self.link[atom] < 0:
            return False
        target = self.tree.attributes(self.link[atom]).get("href", "").strip().lower()
        return bool(target) and not target.startswith(("#", "javascript:"))
