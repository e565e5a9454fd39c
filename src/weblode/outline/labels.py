"""Which leaves name what stands beside them: the promotion rules of the OntoMiner papers.

| rule       | a leaf is promoted above its neighbours if |
| ---------- | --- |
| `insider`  | it is emphasised, the first in a part that is no group; it may be promoted again |
| `outsider` | it is the first in a part that is no group, beside a single group or leaf |
| `nearest`  | it is emphasised and no instance of a group; what follows, up to the next such leaf, goes below it |

The first two are of the journal paper (2005, section 4.3.3; see `outline.costs`), the third is of Davulcu, Vadrevu,
Nagarajan: OntoMiner: bootstrapping and populating ontologies from domain specific web sites, 2003, section 2.2.
Emphasised is what has a bold tag or a heading on its path, a bold or large style, capitals only, or a line break after
it. The rule that lets frequent labels be promoted (2005, section 6.3) is `insider`, with these labels counted as
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
    """Whether each atom is emphasised, by the papers' definition; a data table is not."""
    breaks = np.flatnonzero(np.isin(tree.tag, _BREAKS))
    count = breaks.searchsorted(np.append(atoms.node, len(tree)))
    # The break after the last atom leads to no next leaf.
    broken = np.append(np.diff(count)[:-1] > 0, False)[: len(atoms)]
    return np.asarray(((atoms.rank >= BOLD) | atoms.strong | broken) & ~atoms.table)


def promote(
    draft: OutlineDraft,
    strong: Flags,
    rules: Sequence[str] = ("insider", "outsider"),
    *,
    nameless: Collection[int] = frozenset(),
) -> OutlineDraft:
    """The draft with labels above what they name; it is changed in place, but for `nearest`, which makes it anew.

    `nameless` are atoms that name nothing, whatever the rules say: data tables.
    """
    if "nearest" in rules:
        return _under_the_nearest(draft, strong)
    for row in draft.upwards():
        if draft.group[row] or draft.label[row] >= 0 or not draft.below[row]:
            continue
        first, *rest = draft.below[row]
        if draft.label[first] < 0 or draft.group[first] or draft.label[first] in nameless:
            continue
        alone = len(rest) == 1 and (draft.group[rest[0]] or draft.bare(rest[0]))
        if ("insider" in rules and strong[draft.label[first]]) or ("outsider" in rules and draft.bare(first) and alone):
            # One that was promoted before takes what it already names with it.
            draft.below[first] += _unwrapped(draft, rest)
            draft.label[row], draft.below[row] = draft.label[first], draft.below[first]
    return draft


def _unwrapped(draft: OutlineDraft, rows: list[int]) -> list[int]:
    """The rows, or what a single nameless group among them holds: it is the label's own list then."""
    if len(rows) == 1 and draft.group[rows[0]] and draft.label[rows[0]] < 0:
        return draft.below[rows[0]]
    return rows


def _under_the_nearest(draft: OutlineDraft, strong: Flags) -> OutlineDraft:
    """A draft of two levels: what is emphasised, and the groups and leaves that follow each."""
    found = OutlineDraft()
    found.root = found.add()
    label = found.root
    stack = [draft.root] if draft.root >= 0 else []
    while stack:
        row = stack.pop()
        if draft.group[row]:
            below = [found.add(draft.label[instance]) for instance in draft.below[row]]
            found.below[label].append(found.add(-1, below, group=True))
        elif draft.bare(row):
            one = found.add(draft.label[row])
            if strong[draft.label[row]]:
                found.below[found.root].append(one)
                label = one
            else:
                found.below[label].append(one)
        else:
            stack += reversed(draft.below[row])
    return found
