"""From a page to its outline: atoms, hierarchy, labels, kinds.

| method      | |
| ----------- | --- |
| `structure` | ours, the default: `outline.structure` |
| `ontominer` | the papers': `outline.hierarchy`, `outline.groups`, `outline.labels` |
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial

import numpy as np

from weblode import limits as bounds
from weblode.errors import LimitError, WeblodeError
from weblode.limits import Limits
from weblode.outline import METHODS, groups, hierarchy, labels, structure
from weblode.outline.atoms import Atoms, atoms
from weblode.outline.costs import FACTORS, joining_costs
from weblode.outline.document import Outline
from weblode.outline.draft import OutlineDraft
from weblode.outline.kinds import kinds
from weblode.outline.segments import segments
from weblode.style.cascade import style
from weblode.tables.discover import DataTable, discover
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

# What the papers' way joins: it takes a programme for every few parts, 3 s for so many. Real pages have up to 4,214.
_UNITS = 25_000


def outline(
    tree: Tree,
    method: str = "structure",
    *,
    factors: str = "four",
    promotion: Sequence[str] = ("insider", "outsider"),
    frequent: Collection[str] = (),
    limits: Limits = bounds.DEFAULT,
) -> Outline:
    """The labelled outline of a page.

    `factors` and `promotion` are for the method `ontominer`: how many cost factors count, and which rules promote
    labels. `frequent` are labels known from other pages; they count as emphasised. Of the limits, that on the cells of
    tables counts.

    >>> from weblode.pages.html import parse
    >>> found = outline(parse(b"<h2>Fruit</h2><ul><li><a href=a>Apple</a><li><a href=b>Pear</a></ul>"))
    >>> [(found.name(row), int(found.depth[row])) for row in range(1, len(found))]
    [('Fruit', 1), ('Apple', 2), ('Pear', 2)]
    """
    _check(method, factors, promotion)
    if method == "structure":
        return drafted(tree, segments(tree), partial(structure.structured, tree), frequent=frequent, limits=limits)
    starts = segments(tree, "ontominer")
    draft = partial(_by_papers, tree, starts, factors=factors, promotion=promotion)
    return drafted(tree, starts, draft, joined=False, frequent=frequent, limits=limits)


def drafted(
    tree: Tree,
    starts: Column,
    draft: Callable[..., OutlineDraft],
    *,
    joined: bool = True,
    frequent: Collection[str] = (),
    limits: Limits = bounds.DEFAULT,
) -> Outline:
    """The outline with these segments, by a way to draft it from the atoms and the first that is not the title."""
    tables = _outermost(tree, discover(tree, limits=limits))
    found = atoms(tree, style(tree), tables, joined=joined, frequent=frequent)
    title = _title(tree, found)
    return _in_order(tree, found, draft(found, first=title + 1), title=title, starts=starts, tables=tables)


def _check(method: str, factors: str, promotion: Sequence[str]) -> None:
    for given, known in (([method], METHODS), ([factors], FACTORS), (promotion, labels.RULES)):
        if unknown := [name for name in given if name not in known]:
            raise WeblodeError(f"no {unknown[0]!r} here; choose of {', '.join(known)}")
    if "nearest" in promotion and len(set(promotion)) > 1:
        raise WeblodeError("the rule 'nearest' labels by itself; give it alone")


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
    tree: Tree, starts: Column, found: Atoms, *, first: int, factors: str, promotion: Sequence[str]
) -> OutlineDraft:
    """The draft by the papers' way; atoms before `first` are left out."""
    units = found.node[first:]
    if len(units) > _UNITS:
        raise LimitError(
            f"{len(units):,} parts, more than the {_UNITS:,} that the method ontominer joins; use --method structure"
        )
    cuts = np.flatnonzero(np.isin(found.first[first:], starts)).astype(np.int32)  # none is inside a table
    parts = hierarchy.hierarchy(tree, units, cuts, factors=factors)
    costs = joining_costs(tree, units[:-1], units[1:], factors=factors)
    draft = groups.grouped(parts, costs, first=first)
    tables = frozenset(np.flatnonzero(found.table).tolist())
    return labels.promote(draft, labels.emphasised(tree, found), promotion, nameless=tables)


def _in_order(
    tree: Tree, found: Atoms, draft: OutlineDraft, *, title: int, starts: Column, tables: dict[int, DataTable]
) -> Outline:
    """The outline that a draft stands for, its rows in order below one for the page."""
    parent, depth, label = draft.columns()
    label[0] = title
    end = list(range(1, len(parent) + 1))
    for row, above in zip(range(len(parent) - 1, 0, -1), parent[:0:-1].tolist(), strict=True):
        if end[above] < end[row]:
            end[above] = end[row]
    held = {}
    if tables:
        rows = np.flatnonzero((label >= 0) & found.table[label])
        held = {row: tables[int(found.node[label[row]])] for row in rows.tolist()}
    return Outline(
        tree,
        found,
        parent,
        np.array(end, dtype=np.int32),
        depth,
        label,
        kinds(tree, found, parent, label),
        starts,
        held,
    )
