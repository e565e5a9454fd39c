"""Similar neighbours put together: the group tree of OntoMiner 2005, section 4.3.2.

Going up the binary hierarchy, two single leaves that are cheap to join become the instances of a group; a group takes
in a neighbouring leaf or the instances of a neighbouring group if those that meet are cheap to join.
"""

import numpy as np
from numpy.typing import NDArray

from weblode.outline.draft import OutlineDraft
from weblode.outline.hierarchy import Hierarchy

THRESHOLD = 0.33  # the paper's


def group_tree(
    hierarchy: Hierarchy, costs: NDArray[np.float64], *, first: int = 0, threshold: float = THRESHOLD
) -> OutlineDraft:
    """The group tree of a hierarchy.

    The units of the hierarchy are the atoms from `first` on; `costs` has the cost of joining each unit to the next.
    """
    draft = OutlineDraft()
    alike = (costs < threshold).tolist()
    largest: dict[int, tuple[int, int]] = {}  # by first unit: the largest row so far, and the unit after it
    for low, high in zip(hierarchy.low.tolist()[::-1], hierarchy.high.tolist()[::-1], strict=True):
        if low == high:
            largest[low] = (draft.add(first + low), low + 1)
            continue
        left, middle = largest[low]
        right, stop = largest[middle]
        largest[low] = (_join(draft, left, right, alike=alike[middle - 1]), stop)
    if largest:
        draft.root = largest[0][0]
    return draft


def _join(draft: OutlineDraft, left: int, right: int, *, alike: bool) -> int:
    """Add the row for two neighbours: a group if both are atoms or groups and alike where they meet, else a part."""
    if not alike or not all(draft.group[row] or draft.is_bare(row) for row in (left, right)):
        return draft.add(-1, (left, right))
    instances = [*_instances(draft, left), *_instances(draft, right)]
    return draft.add(-1, instances, group=True)


def _instances(draft: OutlineDraft, row: int) -> list[int]:
    return draft.below[row] if draft.group[row] else [row]
