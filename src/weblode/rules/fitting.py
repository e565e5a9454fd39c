"""Fitting ways: the way that gives the records of pages again, as simple as it can be.

Discovery proposes more than a region cut at a tag (see `kernels.lists`): rows that begin with one kind of row, elements
of one class wherever they stand, rows of several tables. A way says that by conditions on the elements that it cuts at.
Ways are tried from the simplest on, and the first that gives the records again is taken.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from weblode import paths
from weblode.records import objects
from weblode.records.objects import Range, shapes
from weblode.records.record_list import RecordList
from weblode.rules.conditions import Starts, marks, paths_below, relative_paths, telling
from weblode.rules.ways import FITS, Way
from weblode.tags import TEXT
from weblode.tree import Tree

_BESIDE = 0.9  # the share of the records beside a list that must be among its own for others to continue it
_SAME = 0.99  # a way that gives lists again so nearly needs no conditions
_BETTER = 0.02  # how much nearer to the lists a way with more to say must come
_COPIED = 3  # a list with fewer records may be there twice by chance
_COPIES = 0.9  # so many of the lists have the same records as the first if they are copies
_USUAL = 0.9  # so many records are elements of one tag, if a way looks for these
_LOOKED_AT = 400  # records of several parents of which the shape is looked at
_LEAST_ALIKE = 0.3  # no record has less of the shape than this


def fitting_way(lists: Sequence[RecordList]) -> Way:
    """The way that gives lists of the same layout again; of ways that do so about as nearly, the simplest."""
    best = common_way(lists)
    highest = _agreement(best, lists)
    for way in _further_ways(best, lists):
        if highest >= _SAME:
            break
        if (agreement := _agreement(way, lists)) > highest + _BETTER:
            best, highest = way, agreement
    return best


def _agreement(way: Way, lists: Sequence[RecordList]) -> float:
    """How near to lists a way comes, 0 to 1: the mean likeness."""
    matches = [(each, match) for each in lists if (match := way.best(each.tree)) and match.score >= FITS]
    return sum(likeness(*each) for each in matches) / len(lists)


def likeness(one: RecordList, other: RecordList) -> float:
    """How alike two lists are, 0 to 1: the share of nodes in records of both, times the ratio of their lengths."""
    first, second = ({u for a, b in each.records for u in range(a, b)} for each in (one, other))
    ratio = min(len(one.records), len(other.records)) / max(len(one.records), len(other.records))
    return ratio * len(first & second) / max(1, len(first | second))


def _further_ways(way: Way, lists: Sequence[RecordList]) -> Iterator[Way]:
    """Ways with more to say than the common one, the simplest first."""
    relaxed = _relaxed(way, lists)
    if relaxed != way:
        yield relaxed
    if not any(each.beside for each in lists):
        pages = [_starts(each, relaxed) for each in lists]
        if where := telling(pages):
            yield replace(way, where=where, joined=False)
            yield replace(relaxed, where=where, joined=False)
    if all(_are_elements(each) for each in lists):
        pages = [_elements(each) for each in lists]
        where = telling(pages)
        yield replace(way, where=where, joined=False, anywhere=True)
        yield replace(relaxed, where=where, joined=False, anywhere=True)


def _relaxed(way: Way, lists: Sequence[RecordList]) -> Way:
    """The way for records that have as little of the shape, and of text, as the least of the lists' own."""
    share, size = 1.0, way.size
    for each in lists:
        for matched, text in way.measure(each.tree, each.records):
            share, size = min(share, (matched + 1) / (way.steps + 1)), min(size, text)
    alike = min(way.alike, max(_LEAST_ALIKE, share - 0.001))
    small, _ = objects.size_bounds(way.size)
    return replace(way, alike=round(alike, 3), least=max(1, size) if size < small else 0)


def _starts(record_list: RecordList, way: Way) -> Starts:
    """Where the records of a list start, or what stands between them, and other children of the region like that."""
    tree, tag = record_list.tree, record_list.separator
    children = [u for u in tree.children(record_list.region) if tree.tag.item(u) == tag]
    first = {start for start, _ in record_list.records}
    if way.placement == "between":
        starts = [start for start, _ in record_list.records]
        places = [(u, bisect_right(starts, u) - 1) for u in children]
        inside = {u for u, i in places if i >= 0 and u < record_list.records[i][1]}
        return Starts(tree, [u for u in children if u not in inside], sorted(inside))
    if way.placement == "after":
        first = {tops[-1] for record in record_list.records if (tops := record_list.tops(record))}
    return Starts(tree, [u for u in children if u in first], [u for u in children if u not in first])


def _are_elements(record_list: RecordList) -> bool:
    """Whether the records are elements of one tag, wherever they stand, each perhaps up to another one inside it."""
    tree = record_list.tree
    tag = tree.tag.item(record_list.records[0][0])
    if tag == TEXT or any(tree.tag.item(start) != tag for start, _ in record_list.records):
        return False
    ends = [(stop, tree.end.item(start)) for start, stop in record_list.records]
    return all(stop == end or (stop < end and tree.tag.item(stop) == tag) for stop, end in ends)


def _elements(record_list: RecordList) -> Starts:
    """The elements that are records, and those with the same tag that are not."""
    tree = record_list.tree
    right = [start for start, _ in record_list.records]
    every = (tree.tag == tree.tag.item(right[0])).nonzero()[0]
    return Starts(tree, right, np.setdiff1d(every, right).tolist())


def once(record_list: RecordList) -> RecordList:
    """The list without its copies, if a page has it several times in whole, each time below another parent."""
    tree, records = record_list.tree, record_list.records
    by_parent: dict[int, list[Range]] = {}
    for record in records if record_list.beside else ():
        by_parent.setdefault(tree.parent.item(record[0]), []).append(record)
    first, *others = by_parent.values() or [list(records)]
    if len(first) < _COPIED or len(others) < 1:
        return record_list
    texts = [set(tree.texts(each, line=" ")) for each in (first, *others)]
    if sum(each == texts[0] for each in texts) < _COPIES * len(texts):
        return record_list
    return replace(record_list, records=tuple(first), beside=False)


def unwrapped(record_list: RecordList) -> RecordList:
    """The list with the elements that most records are, where one is all that is in an element around it.

    Discovery takes the body of a table for a row if it has no other. The few others are left out.
    """
    tree, records = record_list.tree, record_list.records
    usual = Counter(tree.tag.item(start) for start, _ in records).most_common(1)[0][0]
    if usual == TEXT or all(tree.tag.item(start) == usual for start, _ in records):
        return record_list
    inner = [_inner(tree, record, usual) for record in records]
    alike = tuple([record for record in inner if tree.tag.item(record[0]) == usual])
    if len(alike) < _USUAL * len(inner):
        return record_list
    return replace(record_list, records=alike, region=tree.parent.item(alike[0][0]), separator=usual)


def _inner(tree: Tree, record: Range, tag: int) -> Range:
    """The element with a tag that has all the text of a record; the record if there is none."""
    for u in range(*record):
        if tree.text_before[u] != tree.text_before[record[0]]:
            break
        if tree.tag.item(u) == tag and tree.text_before[tree.end.item(u)] == tree.text_before[record[1]]:
            return u, tree.end.item(u)
    return record


def common_way(lists: Sequence[RecordList]) -> Way:
    """The common way of lists with the same layout: what most of their records have."""
    page_shapes = [_named_shapes(each) for each in lists]
    counts = Counter(name for page in page_shapes for record in page for name in record)
    n = sum(map(len, page_shapes))
    sizes = [each.tree.text_before[b] - each.tree.text_before[a] for each in lists for a, b in each.records]
    first = lists[0]
    marked = [set(marks(each.tree, each.region)) for each in lists]
    way = Way(
        Counter(paths.xpath(each.tree, each.region) for each in lists).most_common(1)[0][0],
        first.tree.name_of(first.separator),
        first.placement,
        tuple(sorted(name for name, m in counts.items() if m >= 0.8 * n)),
        int(median(sizes)),
        int(median(span for each in lists for span in each.spans())),
        first.joined,
        marks=tuple(word for word in marks(first.tree, first.region) if all(word in words for words in marked)),
    )
    # Lists beside one of these that are not among its records are evidence against taking such lists.
    pairs = [(set(each.records), way.others_of_path(each)) for each in lists]
    beside = [record in own for own, others in pairs for other in others for record in other.records]
    return replace(way, beside=sum(beside) >= _BESIDE * len(beside))


def recut(record_list: RecordList) -> RecordList:
    """The list with the separator and placement that best reproduce its records; unchanged if none reproduces any.

    Patterns find records that start with a tag which occurs again inside them, while another tag ends each.
    """
    tree, region, records = record_list.tree, record_list.region, set(record_list.records)
    tags = dict.fromkeys([record_list.separator, *tree.tag[tree.children(region)].tolist()])
    best, highest = record_list, 0.0
    for tag in tags if not record_list.joined else ():
        for placement in dict.fromkeys([record_list.placement, *objects.PLACEMENTS]) if tag != TEXT else ():
            pieces = set(objects.cut(tree, region, tag, placement=placement).records)
            score = len(pieces & records) - len(pieces - records) / len(pieces | records)
            if score > highest:
                best, highest = replace(record_list, separator=tag, placement=placement), score
            if highest == len(records):  # no other can do better
                return best
    return best


def group_alike(lists: Iterable[RecordList]) -> list[list[RecordList]]:
    """The lists in groups of the same layout: the same region tag, separator and placement."""
    groups: dict[tuple[object, ...], list[RecordList]] = {}
    for each in lists:
        tree = each.tree
        key = (tree.name(each.region), tree.name_of(each.separator), each.placement, each.joined)
        groups.setdefault(key, []).append(each)
    return list(groups.values())


def _named_shapes(record_list: RecordList) -> list[set[str]]:
    """The shape of each record, as names of tag paths."""
    tree, records = record_list.tree, record_list.records
    if not record_list.beside:
        names = relative_paths(tree, record_list.region)
        return [{names[path] for path in shape if path in names} for shape in shapes(tree, records)]
    records = records[:: len(records) // _LOOKED_AT + 1]  # enough to know what most have
    record_shapes = shapes(tree, records)
    every = [paths_below(tree, tree.parent.item(start), (start, stop)) for start, stop in records]
    return [{names[path] for path in shape if path in names} for names, shape in zip(every, record_shapes, strict=True)]
