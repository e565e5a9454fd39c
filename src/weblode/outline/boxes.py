"""Boxes: their headers name what they hold, and their lists may run on from column to column.

- The small header of a box is a title with a link (to more, to all), a counter or tabs beside it; it names what follows
  the header.
- If a list below a label runs on in the next column, its label is in the column before.
"""

import itertools
import re
from collections import Counter

from weblode.outline.atoms import BOLD, HEADING

from .rows import StructureRows
from .tabs import leads_to_a_page

_BESIDE = 4  # atoms of the header of a box, tabs aside
_TIMES = 3  # as many alike parts are a list
_COUNTER = re.compile(r"\W*\d+(?:\D{1,8}\d+)*\W*").fullmatch


def open_boxes(work: StructureRows, parts: list[int]) -> list[int]:
    """The parts of a node; the small header of a box, a title beside a link, a counter or tabs, names what follows it.

    A title that stands out does so before a part without a heading as high; any other if it is the first and only
    parts without labels follow: instead of the header the node gets its parts.
    """
    below, label, size = work.draft.below, work.draft.label, work.size
    for row, after in itertools.pairwise(parts):
        if 1 < size[row] < size[after] and label[row] >= 0 and _is_header(work, row, after):
            work.opens.add(row)
    first = parts[0]
    if label[first] < 0 and size[first] <= _BESIDE and all([_is_unlike(work, first, row) for row in parts[1:]]):
        beside = [*below[first], *parts[1:]]
        if is_line_above(work, beside) and _is_list(work, parts[1:]):
            return beside
    return parts


def _is_header(work: StructureRows, row: int, after: int) -> bool:
    """Whether a title with something below it names the part after it: a heading, or bold or with a colon and that
    part is a list."""
    rank = work.rank[row]
    if (rank < BOLD and not work.colon[work.draft.label[row]]) or work.head[after] >= rank:
        return False
    if not _is_unlike(work, row, after) or not _are_beside(work, work.draft.below[row]):
        return False
    return rank >= HEADING or _is_list(work, [after])


def _is_list(work: StructureRows, rows: list[int]) -> bool:
    """Whether rows hold a list: two thirds of their parts, or of the parts of these, begin alike."""
    below = work.draft.below
    for _ in range(3):
        number = max(Counter([work.begin[row] for row in rows]).values())
        if number >= _TIMES:
            return 3 * number >= 2 * len(rows)
        if not all([work.is_nameless(row) and below[row] for row in rows]):
            return False
        rows = [part for row in rows for part in below[row]]
    return False


def _is_unlike(work: StructureRows, first: int, row: int) -> bool:
    """Whether a row has no label and begins with another tag path than the first one."""
    return work.is_nameless(row) and work.begin[row] != work.begin[first]


def _are_beside(work: StructureRows, rows: list[int]) -> bool:
    """Whether rows may stand beside a title, and those that are no tabs are few."""
    label = work.draft.label
    if not all([_is_beside(work, row) for row in rows]):
        return False
    tabs = [row for row in rows if work.link[label[row]] >= 0 and not leads_to_a_page(work, label[row])]
    return len(rows) - len(tabs) < _BESIDE


def _is_beside(work: StructureRows, row: int) -> bool:
    """Whether a row may stand beside a title: a link, but not to another place on the page, or a counter ("1 of 5")."""
    label = work.draft.label[row]
    if label < 0 or work.draft.below[row] or work.leads_past(-1, work.target(label)):
        return False
    return work.mark[row] or work.link[label] >= 0 or _COUNTER(work.words(label).strip()) is not None


def is_line_above(work: StructureRows, parts: list[int]) -> bool:
    """Whether the first part is a short text that a link, such as to more of it, or a counter follows, and then lists.

    Before a counter alone, they must be lists of alike parts.
    """
    row = parts[0]
    label = work.draft.label[row]
    if work.path[row] < 0 or work.link[label] >= 0:
        return False
    beside: list[int] = []
    for part in parts[1:]:
        if not _is_beside(work, part):
            break
        beside.append(part)
    paths = {work.path[part] for part in beside if not work.mark[part]}
    links = [part for part in beside if work.link[work.draft.label[part]] >= 0]
    rest = [part for part in parts[len(beside) + 1 :] if not work.mark[part]]
    if not rest or not paths or work.path[row] in paths or len(links) > 1:
        return False
    if not all([work.is_nameless(part) and work.begin[part] not in paths for part in rest]):
        return False
    if sum([work.size[part] for part in rest]) > work.most or not (links or _is_list(work, rest)):
        return False
    return work.is_short(label) and work.has_letter(label) and not work.has_time(label)


def join_columns(work: StructureRows, parts: list[int]) -> list[int]:
    """The parts of a node; if lists below labels run on from column to column, the labels, each above its whole list.

    The first part is a label above items of one tag path. All others are columns of such items and labels like it, and
    one of them has a label after items.
    """
    below, label = work.draft.below, work.draft.label
    first = parts[0]
    if len(parts) < 2 or label[first] < 0 or not below[first]:
        return parts
    name, item = work.paths[label[first]], work.begin[below[first][0]]
    rows: list[int] = []
    late = False
    for part in parts:
        column = [part] if label[part] >= 0 else below[part]
        late = late or any([_is_label(work, row, name) for row in column[1:]])
        rows += column
    if not late or not all([_is_label(work, row, name) or work.begin[row] == item for row in rows]):
        return parts
    if any([work.begin[row] != item for top in rows for row in below[top]]):
        return parts
    labels: list[int] = []
    for row in rows:
        if _is_label(work, row, name):
            labels.append(row)
        else:
            work.put(labels[-1], below[row] if label[row] < 0 else [row])
    return labels


def _is_label(work: StructureRows, row: int, path: int) -> bool:
    """Whether a row is a text of a tag path, alone or above others."""
    label = work.draft.label[row]
    return label >= 0 and work.paths[label] == path
