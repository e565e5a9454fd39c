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
from weblode.outline import METHODS, compiled, groups, hierarchy, labels
from weblode.outline.atoms import Atoms, atoms
from weblode.outline.costs import FACTORS, joining_costs
from weblode.outline.document import Outline
from weblode.outline.draft import OutlineDraft
from weblode.outline.segments import segments
from weblode.style.cascade import style
from weblode.tables.discover import DataTable, discover
from weblode.tags import NUMBERS
from weblode.tree import Tree

# The most atoms that the papers' method joins: so many take 3 s. Real pages have up to 4,214.
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
    labels. `frequent` are labels known from other pages; they count as emphasised. Of the limits, only the one on the
    cells of tables applies.

    >>> from weblode.pages.html import parse
    >>> page_outline = outline(parse(b"<h2>Fruit</h2><ul><li><a href=a>Apple</a><li><a href=b>Pear</a></ul>"))
    >>> [(page_outline.name(row), int(page_outline.depth[row])) for row in range(1, len(page_outline))]
    [('Fruit', 1), ('Apple', 2), ('Pear', 2)]
    """
    _check_options(method, factors, promotion)
    if method == "structure":
        draft = partial(compiled.fastest("structure").draft_by_structure, tree)
        return build_outline(tree, draft, frequent=frequent, limits=limits)
    draft = partial(_draft_by_papers, tree, factors=factors, promotion=promotion)
    return build_outline(tree, draft, cut="ontominer", joined=False, frequent=frequent, limits=limits)


def build_outline(
    tree: Tree,
    draft: Callable[..., OutlineDraft],
    *,
    cut: str = "blocks",
    joined: bool = True,
    frequent: Collection[str] = (),
    limits: Limits = bounds.DEFAULT,
) -> Outline:
    """The outline of a page. `draft` gets the atoms and `first`, the one after the title; `cut` is the method that cuts
    the page into segments."""
    tables = _outermost(tree, discover(tree, limits=limits))
    page_atoms = atoms(tree, style(tree), tables, joined=joined, frequent=frequent)
    title = _title(tree, page_atoms)
    return _assemble(tree, page_atoms, draft(page_atoms, first=title + 1), title=title, cut=cut, tables=tables)


def _check_options(method: str, factors: str, promotion: Sequence[str]) -> None:
    for names, choices in (([method], METHODS), ([factors], FACTORS), (promotion, labels.RULES)):
        if unknown := [name for name in names if name not in choices]:
            raise WeblodeError(f"{unknown[0]!r} is unknown; choose from {', '.join(choices)}")
    if "nearest" in promotion and len(set(promotion)) > 1:
        raise WeblodeError("the rule 'nearest' cannot be combined with others; use it alone")


def _outermost(tree: Tree, tables: Sequence[DataTable]) -> dict[int, DataTable]:
    """The data tables by their node, without those inside another data table."""
    chosen: dict[int, DataTable] = {}
    after = 0
    for table in tables:
        if table.table >= after:
            chosen[table.table] = table
            after = int(tree.end[table.table])
    return chosen


def _title(tree: Tree, page_atoms: Atoms) -> int:
    """The atom of the page's title: 0 if the first atom is the title, else -1."""
    if not len(page_atoms) or page_atoms.first[0] == page_atoms.stop[0]:
        return -1
    around = [int(tree.tag[u]) for u in tree.ancestors(int(tree.leaves[page_atoms.first[0]]))]
    return 0 if around == [NUMBERS["title"], NUMBERS["head"], NUMBERS["html"]] else -1


def _draft_by_papers(
    tree: Tree, page_atoms: Atoms, *, first: int, factors: str, promotion: Sequence[str]
) -> OutlineDraft:
    """The draft by the papers' method; atoms before `first` are left out."""
    units = page_atoms.node[first:]
    if len(units) > _UNITS:
        raise LimitError(
            f"{len(units):,} parts, more than the limit of {_UNITS:,} for the method ontominer; use --method structure"
        )
    cuts = np.flatnonzero(np.isin(page_atoms.first[first:], segments(tree, "ontominer"))).astype(
        np.int32
    )  # none is inside a table
    parts = hierarchy.hierarchy(tree, units, cuts, factors=factors)
    costs = joining_costs(tree, units[:-1], units[1:], factors=factors)
    draft = groups.group_tree(parts, costs, first=first)
    tables = frozenset(np.flatnonzero(page_atoms.table).tolist())
    return labels.promote(draft, labels.emphasised(tree, page_atoms), promotion, nameless=tables)


def _assemble(
    tree: Tree, page_atoms: Atoms, draft: OutlineDraft, *, title: int, cut: str, tables: dict[int, DataTable]
) -> Outline:
    """The outline of a draft: its rows in order, below one row for the page."""
    parent, depth, label = draft.columns()
    label[0] = title
    row_tables = {}
    if tables:
        rows = np.flatnonzero((label >= 0) & page_atoms.table[label])
        row_tables = {row: tables[int(page_atoms.node[label[row]])] for row in rows.tolist()}
    return Outline(
        tree,
        page_atoms,
        parent,
        compiled.fastest("draft").row_ends(parent),
        depth,
        label,
        compiled.fastest("kinds").kinds(tree, page_atoms, parent, label),
        cut,
        row_tables,
    )
