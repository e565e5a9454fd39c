"""From a page to its outline: atoms, hierarchy, labels, kinds.

| method      | |
| ----------- | --- |
| `structure` | ours, the default: `outline.structure` |
| `ontominer` | the papers': `outline.hierarchy`, `outline.groups`, `outline.labels` |
"""

from collections.abc import Collection, Sequence

import numpy as np

from weblode.errors import WeblodeError
from weblode.outline import groups, hierarchy, labels, structure
from weblode.outline.atoms import Atoms, atoms
from weblode.outline.costs import FACTORS, joining_costs
from weblode.outline.document import Outline
from weblode.outline.draft import Draft
from weblode.outline.kinds import kinds
from weblode.outline.segments import segments
from weblode.pages.style import style
from weblode.tables.discover import DataTable, discover
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

METHODS = ("structure", "ontominer")


def outline(
    tree: Tree,
    method: str = "structure",
    *,
    factors: str = "five",
    promotion: Sequence[str] = ("insider", "outsider"),
    frequent: Collection[str] = (),
) -> Outline:
    """The labelled outline of a page.

    `factors` and `promotion` are for the method `ontominer`: how many cost factors count, and which rules promote
    labels. `frequent` are labels known from other pages; they count as emphasised.

    >>> from weblode.pages.html import parse
    >>> found = outline(parse(b"<h2>Fruit</h2><ul><li><a href=a>Apple</a><li><a href=b>Pear</a></ul>"))
    >>> [(found.name(row), int(found.depth[row])) for row in range(1, len(found))]
    [('Fruit', 1), ('Apple', 2), ('Pear', 2)]
    """
    _check(method, factors, promotion)
    starts = segments(tree)
    tables = _outermost(tree, discover(tree))
    found = atoms(tree, style(tree), tables, joined=method == "structure", frequent=frequent)
    title = _title(tree, found)
    if method == "structure":
        draft = structure.structured(tree, found, first=title + 1)
    else:
        draft = _by_papers(tree, found, starts, factors=factors, promotion=promotion, first=title + 1)
    return _in_order(tree, found, draft, title=title, starts=starts, tables=tables)


def _check(method: str, factors: str, promotion: Sequence[str]) -> None:
    for given, known in (([method], METHODS), ([factors], FACTORS), (promotion, labels.RULES)):
        if unknown := [name for name in given if name not in known]:
            raise WeblodeError(f"no {unknown[0]!r} here; choose of {', '.join(known)}")


def _outermost(tree: Tree, found: Sequence[DataTable]) -> dict[int, DataTable]:
    """The data tables by their node, without those inside another."""
    chosen: dict[int, DataTable] = {}
    after = 0
    for table in found:
        if table.table >= after:
            chosen[table.table] = table
            after = int(tree.end[table.table])
    return chosen


def _title(tree: Tree, found: Atoms) -> int:
    """The atom that is the page's title: the first, if it is; else -1."""
    if not len(found) or found.first[0] == found.stop[0]:
        return -1
    around = [int(tree.tag[u]) for u in tree.ancestors(int(tree.leaves[found.first[0]]))]
    return 0 if around == [NUMBERS["title"], NUMBERS["head"], NUMBERS["html"]] else -1


def _by_papers(
    tree: Tree, found: Atoms, starts: Column, *, factors: str, promotion: Sequence[str], first: int
) -> Draft:
    """The draft by the papers' way; atoms before `first` are left out."""
    units = found.node[first:]
    cuts = found.first.searchsorted(starts) - first
    parts = hierarchy.hierarchy(tree, units, cuts.astype(np.int32), factors=factors)
    costs = joining_costs(tree, units[:-1], units[1:], factors=factors)
    draft = groups.grouped(parts, costs, first=first)
    return labels.promote(draft, labels.emphasised(tree, found), promotion)


def _in_order(
    tree: Tree, found: Atoms, draft: Draft, *, title: int, starts: Column, tables: dict[int, DataTable]
) -> Outline:
    """The outline that a draft stands for, its rows in order below one for the page."""
    rows = list(draft.rows())
    top = bool(rows) and draft.label[draft.root] < 0 and not draft.group[draft.root]
    if not top:  # what holds all is more than the page: it goes below a row for the page
        rows = [(-1, 0), *((row, depth + 1) for row, depth in rows)]
    depth = np.array([depth for _, depth in rows], dtype=np.int32)
    label = np.array([draft.label[row] if row >= 0 else -1 for row, _ in rows], dtype=np.int32)
    label[0] = title
    parent, end = _tree(depth)
    kind = kinds(tree, found, parent, label)
    held = {row: tables[int(found.node[atom])] for row, atom in enumerate(label.tolist()) if atom >= 0 and found.table[atom]}
    return Outline(tree, found, parent, end, depth, label, kind, starts, held)


def _tree(depth: Column) -> tuple[Column, Column]:
    """The columns `parent` and `end` of rows in order, from their depths."""
    parent, end = np.full(len(depth), -1, dtype=np.int32), np.full(len(depth), len(depth), dtype=np.int32)
    path: list[int] = []
    for row, level in enumerate(depth.tolist()):
        for closed in path[level:]:
            end[closed] = row
        del path[level:]
        if path:
            parent[row] = path[-1]
        path.append(row)
    return parent, end
