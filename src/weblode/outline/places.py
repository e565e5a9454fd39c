"""Labels that their place and the repetition around them make so, not their tags.

- A heading element with several texts is one label: the main one, above the others.
- A short text before alike parts that have headings of their own names them, though it stands out less than they do.
- Texts of one tag path that alternate with other parts name what follows each of them.
- In alike parts that hold a list with a label, the first text names its part, as a headline does the links below it; so
  does a link above a single headline, and a text that only the first of several alike items has.
- A heading in a small `header` names what follows that.
"""

import itertools
from collections import Counter

from weblode.outline.atoms import BOLD, HEADING
from weblode.tags import NUMBERS

from .boxes import is_line_above
from .rows import PLAIN, StructureRows

_SMALL = 8  # atoms of a header
_BODY = NUMBERS["body"]
_TIMES = 3  # as often something must be repeated


def heading_of_several(work: StructureRows, parts: list[int]) -> int:
    """The row of a heading with several parts: the main one above the others; -1 if none is unlike the others.

    The main one is a single atom: the nearest to the heading element; of several, the longest without a time: topics,
    dates and links to more are shorter.
    """
    single = [row for row in parts if work.path[row] >= 0]
    if not single or any([work.is_image(row) for row in single]):
        return -1
    depth, leaves = work.tree.depth, work.tree.leaves
    labels = {row: work.draft.label[row] for row in single}
    places = {row: depth.item(leaves.item(work.first[label])) for row, label in labels.items()}
    nearest = [row for row in single if places[row] == min(places.values())]
    main = nearest[0]
    if len(nearest) > 1:
        sizes = [(work.has_time(labels[row]), -work.width(labels[row]), i) for i, row in enumerate(nearest)]
        main = nearest[min(sizes)[2]]
    others = [row for row in parts if row != main]
    if any([work.path[row] == work.path[main] for row in others]) or not work.is_short(labels[main]):
        return -1
    work.put(main, others)
    work.opens.add(main)
    return main


def is_header(work: StructureRows, node: int, parts: list[int]) -> bool:
    """Whether a heading is all of a small `header` that is not the page's, so that it names what follows that."""
    row = parts[0]
    if len(parts) > 1 or not work.draft.below[row] or work.draft.label[row] < 0:
        return False
    if work.rank[row] < HEADING or work.size[row] > _SMALL:
        return False
    return bool(work.tag[work.parent[node]] != _BODY)


def label_places(work: StructureRows, parts: list[int]) -> dict[int, int]:
    """By the index of a part that is a label for its place: its rank among the parts."""
    lead, rank = _lead(work, parts)
    if rank:
        return {lead: rank}
    if len(parts) > 2 and is_line_above(work, parts):
        return {0: PLAIN}
    return _alternating(work, parts) if len(parts) >= 2 * _TIMES else {}


def _lead(work: StructureRows, parts: list[int]) -> tuple[int, int]:
    """The index and the rank of a part that names all others, though its own rank is not above theirs; else -1, 0.

    It is a short text at the beginning, of a tag path that nothing after it begins with; two thirds of the others have
    text of the same rank, bold or a heading. One of that rank itself names a single part, or single headings, such as
    the links below a headline.
    """
    i, last = 0, len(parts) - 1
    while i < last and (work.mark[parts[i]] or work.is_image(parts[i])):
        i += 1
    row = parts[i]
    path = work.path[row]
    if path < 0 or i == last or work.begin[parts[i + 1]] == path:
        return -1, 0
    rest = [part for part in parts[i + 1 :] if not work.mark[part]]
    highest = max([work.head[part] for part in rest], default=0)
    if highest < max(BOLD, work.rank[row]) or any([work.begin[part] == path for part in rest]):
        return -1, 0
    if not work.has_letter(work.draft.label[row]):
        return -1, 0
    headed = [part for part in rest if work.head[part] == highest]
    if work.rank[row] == highest:
        depth = int(work.tree.depth[work.at[row]])
        inside = all([work.tree.depth[work.at[part]] > depth for part in headed])
        single = len(rest) == 1 or all([work.path[part] >= 0 for part in headed])
        if not inside or not single:
            return -1, 0
        return i, highest + 1
    if len(headed) < 2 or 3 * len(headed) < 2 * len(rest) or work.head[rest[0]] < highest:
        return -1, 0
    if sum([work.size[part] for part in rest]) > work.most or not work.is_short(work.draft.label[row]):
        return -1, 0
    return i, max([highest] + [work.rank[part] for part in rest]) + 1


def _alternating(work: StructureRows, parts: list[int]) -> dict[int, int]:
    """The labels, by their index and with their rank, if texts of one tag path alternate with other parts."""
    real = [i for i, row in enumerate(parts) if not work.mark[row]]
    if len(real) < 2 * _TIMES or (path := work.path[parts[real[0]]]) < 0:
        return {}
    places = [k for k, i in enumerate(real) if work.path[parts[i]] == path]
    if len(places) < _TIMES or places[-1] == len(real) - 1 or any([b - a < 2 for a, b in itertools.pairwise(places)]):
        return {}
    labels = [work.draft.label[parts[real[k]]] for k in places]
    if not all([work.has_letter(label) and work.is_short(label) for label in labels]):
        return {}
    others = [parts[i] for i in real if work.path[parts[i]] != path]
    lists = sum([work.is_nameless(row) and bool(work.draft.below[row]) for row in others])
    if any([work.link[label] >= 0 for label in labels]) and 2 * lists < len(places):
        return {}  # links with a text, a date or another link after each
    rank = max([max(work.head[row], work.rank[row]) for row in others] + [work.rank[parts[real[0]]]]) + 1
    return {real[k]: rank for k in places}


def name_records(work: StructureRows, parts: list[int]) -> list[int]:
    """The parts; where several are alike and hold a list with a label, the first text of each above the rest of it."""
    begins = [work.begin[row] for row in parts if work.draft.label[row] < 0]
    if len(begins) < _TIMES:
        return parts
    count = Counter(begins)
    return [
        _named_record(work, row) if work.draft.label[row] < 0 and count[work.begin[row]] >= _TIMES else row
        for row in parts
    ]


def _named_record(work: StructureRows, row: int) -> int:
    """The first text of a row above its other parts, if it is unlike them and one of them has a label; else the row."""
    first, *rest = work.draft.below[row]
    if "groups" in work.rules and len(rest) > 1 and work.draft.label[first] < 0:
        return _named_group(work, row)
    path = work.path[first]
    if path < 0 or not rest or work.is_image(first) or not work.has_letter(work.draft.label[first]):
        return row
    if "kickers" in work.rules and _is_kicker(work, first, rest):
        work.put(first, rest)
        return first
    labelled = any([work.draft.below[part] and work.draft.label[part] >= 0 for part in rest])
    if any([work.begin[part] == path for part in rest]) or not labelled:
        return row
    work.put(first, rest)
    return first


def _named_group(work: StructureRows, row: int) -> int:
    """The first text of the first of several alike items above them all, if only that item has such a text."""
    below, label = work.draft.below, work.draft.label
    first, *items = below[row]
    name, *rest = below[first]
    begin = work.begin[items[0]]
    if work.path[name] < 0 or work.is_image(name) or not rest or work.begin[rest[-1]] != begin:
        return row
    if any([work.begin[item] != begin for item in items]) or work.path[name] == begin:
        return row
    if not work.is_short(label[name]) or not work.has_letter(label[name]):
        return row
    work.put(name, [*rest, *items])
    return name


def _is_kicker(work: StructureRows, first: int, rest: list[int]) -> bool:
    """Whether a short link stands above a single headline."""
    rest = [row for row in rest if not work.is_image(row)]
    label = work.draft.label[first]
    if len(rest) != 1 or (below := work.draft.label[rest[0]]) < 0 or work.link[label] < 0:
        return False
    return work.ranks[label] < work.ranks[below] >= HEADING and work.is_short(label)
