"""Which leaves become labels of their neighbours: the promotion rules of the OntoMiner papers.

| rule       | a leaf is promoted above its neighbours if |
| ---------- | --- |
| `insider`  | it is emphasised, the first in a part that is no group; it may be promoted again |
| `outsider` | it is the first in a part that is no group, beside a single group or leaf |
| `nearest`  | it is emphasised and no instance of a group; what follows, up to the next such leaf, goes below it |

The first two are of the journal paper (2005, section 4.3.3; see `outline.costs`), the third is of Davulcu, Vadrevu,
Nagarajan: OntoMiner: bootstrapping and populating ontologies from domain specific web sites, 2003, section 2.2.
A leaf is emphasised if it has a bold tag or a heading on its path, a bold or large style, capitals only, or a line
break after it. The rule that promotes frequent labels (2005, section 6.3) is `insider`, where these labels count as
emphasised.
"""

from collections.abc import Collection, Sequence

import numpy as np

from weblode.outline.atoms import BOLD, Atoms, Flags
from weblode.outline.draft import OutlineDraft
from weblode.tags import NUMBERS
from weblode.tree import Tree

RULES = ("insider", "outsider", "nearest")
_BREAKS = (NUMBERS["br"], NUMBERS["hr"])


def emphasised(tree: Tree, atoms: Atoms) -> Flags:
    """Whether each atom is emphasised, by the papers' definition; data tables are not."""
    breaks = np.flatnonzero(np.isin(tree.tag, _BREAKS))
    count = breaks.searchsorted(np.append(atoms.node, len(tree)))
    # No leaf follows the break after the last atom.
    broken = np.append(np.diff(count)[:-1] > 0, False)[: len(atoms)]
    return np.asarray(((atoms.rank >= BOLD) | atoms.strong | broken) & ~atoms.table)


def promote(
    draft: OutlineDraft,
    strong: Flags,
    rules: Sequence[str] = ("insider", "outsider"),
    *,
    nameless: Collection[int] = frozenset(),
) -> OutlineDraft:
    """The draft with labels above what they name; changed in place, except by `nearest`, which returns a new draft.

    `nameless` are atoms that never become labels: data tables.
    """
    if "nearest" in rules:
        return _put_under_nearest(draft, strong)
    for row in draft.upwards():
        if draft.group[row] or draft.label[row] >= 0 or not draft.below[row]:
            continue
        first, *rest = draft.below[row]
        if draft.label[first] < 0 or draft.group[first] or draft.label[first] in nameless:
            continue
        alone = len(rest) == 1 and (draft.group[rest[0]] or draft.is_bare(rest[0]))
        if ("insider" in rules and strong[draft.label[first]]) or (
            "outsider" in rules and draft.is_bare(first) and alone
        ):
            # A label that was promoted before keeps the rows that it already names.
            draft.below[first] += _unwrap(draft, rest)
            draft.label[row], draft.below[row] = draft.label[first], draft.below[first]
    return draft


def _unwrap(draft: OutlineDraft, rows: list[int]) -> list[int]:
    """The rows; if they are a single group without a label, the rows of that group."""
    if len(rows) == 1 and draft.group[rows[0]] and draft.label[rows[0]] < 0:
        return draft.below[rows[0]]
    return rows


def _put_under_nearest(draft: OutlineDraft, strong: Flags) -> OutlineDraft:
    """A draft of two levels: emphasised leaves, and below each the groups and leaves that follow it."""
    result = OutlineDraft()
    result.root = result.add()
    label = result.root
    stack = [draft.root] if draft.root >= 0 else []
    while stack:
        row = stack.pop()
        if draft.group[row]:
            below = [result.add(draft.label[instance]) for instance in draft.below[row]]
            result.below[label].append(result.add(-1, below, group=True))
        elif draft.is_bare(row):
            one = result.add(draft.label[row])
            if strong[draft.label[row]]:
                result.below[result.root].append(one)
                label = one
            else:
                result.below[label].append(one)
        else:
            stack += reversed(draft.below[row])
    return result
