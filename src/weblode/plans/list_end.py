"""Whether a page without records is the end of a list: a page of the site's template, not an error.

Sites link the last page of a list to one more that says "nothing found". It has the texts that stand around the records
of the pages before: menus, headings, the foot. What a site answers if something fails has hardly any of them, or it
stands in the midst of a list: whether later pages are named is left to the reader of the list.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from weblode.details.leaves import Flags, Leaves
from weblode.details.slots import pair
from weblode.records.record_list import RecordList

_FIXED = 0.5  # the share of the texts around the records of the page before that its end must have
_SAME = 0.9  # the share of a list's texts that the page before has too, for it to be no list of its own


def is_end(before: RecordList, page: Leaves) -> bool:
    """Whether a page has the texts around the records of the page before, at the same tags; numbers do not count."""
    others = Leaves(before.tree)
    around = ~_inside(others, [before])
    around[around] = [any(map(str.isalpha, others.texts[i])) for i in np.flatnonzero(around).tolist()]
    fixed = np.unique(pair(others.path, others.text)[around])
    return len(fixed) > 0 and int(np.isin(fixed, pair(page.path, page.text)).sum()) >= _FIXED * len(fixed)


def has_other_list(before: RecordList | None, page: Leaves, lists: Sequence[RecordList]) -> bool:
    """Whether one of the lists of a page is not on the page before too, as what stands beside a list is."""
    if before is None:
        return bool(lists)
    there = np.isin(page.text, Leaves(before.tree).text)
    return any(there[_inside(page, [each])].mean() < _SAME for each in lists if _inside(page, [each]).any())


def _inside(page: Leaves, lists: Sequence[RecordList]) -> Flags:
    """Whether each text is in a record of some lists."""
    change = np.zeros(len(page.tree) + 1, dtype=np.int32)
    for first, stop in (record for each in lists for record in each.records):
        change[first] += 1
        change[stop] -= 1
    return np.asarray(np.cumsum(change)[page.node] > 0)
