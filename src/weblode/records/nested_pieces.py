"""Where the items of nested lists begin and end, once their first nodes are known (see `nested_kinds`)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from weblode import kernels
from weblode.records.objects import Range
from weblode.tags import NUMBERS
from weblode.tree import Tree

from .nested_kinds import Kind, subtrees

_HEADS = frozenset(NUMBERS[name] for name in "dt h2 h3 h4 h5 h6".split())
_LISTS = frozenset(NUMBERS[name] for name in "dl menu ol table ul".split())
_TH, _THEAD, _TR = NUMBERS["th"], NUMBERS["thead"], NUMBERS["tr"]
_HEADERS = frozenset((_TH, _THEAD))


def pieces(tree: Tree, kind: Kind, records: Sequence[Range]) -> tuple[list[list[Range]], list[Range]]:
    """The candidate items below each parent as ranges of nodes, and the rows and groups of rows with headers."""
    headers: list[Range] = []
    members = kind.members
    tag = tree.tag.item(members[0][0])
    if tag == _TR and not _HEADERS.isdisjoint(tree.tags):
        members, headers = _without_headers(tree, kind)
    groups = _cut(tree, kind, members, records) if tag == _TR or tag in _HEADS else subtrees(tree.end, members)
    if min(kind.parents) < 0:  # a record's top may be the whole record
        whole = {records[owner] for owner in kind.owners}
        groups = [[piece for piece in group if piece not in whole] for group in groups]
    for i, group in enumerate(groups):
        if group and group[-1][1] > records[kind.owners[i]][1]:
            return _within(groups, [records[owner][1] for owner in kind.owners]), headers
    return groups, headers


def _within(groups: Sequence[Sequence[Range]], stops: Sequence[int]) -> list[list[Range]]:
    """The items up to where their records stop: one that another record ends may end before its elements do."""
    return [[(a, min(b, stop)) for a, b in group] for group, stop in zip(groups, stops, strict=True)]


def _without_headers(tree: Tree, kind: Kind) -> tuple[list[list[int]], list[Range]]:
    """The rows that are no headers, and those with headers, groups of them too."""
    headers = [(u, tree.end.item(u)) for each in kind.members for u in each if _is_header(tree, u)]
    members = [[u for u in each if not _is_header(tree, u)] for each in kind.members]
    return members, headers + [head for parent in kind.parents if (head := _head_above(tree, parent))]


def _siblings(tree: Tree, parent: int, record: Range) -> list[int]:
    """The children of a parent, or the top nodes of a record."""
    if parent >= 0:
        return tree.children(parent)
    u, stop = record
    tops = []
    while u < stop:
        tops.append(u)
        u = tree.end.item(u)
    return tops


def _cut(tree: Tree, kind: Kind, members: Sequence[list[int]], records: Sequence[Range]) -> list[list[Range]]:
    """The items that begin at the members; a head goes on up to the next one."""
    plain = subtrees(tree.end, members)
    tag = tree.tag.item(members[0][0]) if members[0] else 0
    if tag not in _HEADS and tag != _TR:
        return plain
    siblings = [
        _siblings(tree, parent, records[owner]) for parent, owner in zip(kind.parents, kind.owners, strict=True)
    ]
    gaps = [gap for each, row in zip(members, siblings, strict=True) for gap in _gaps(each, row)]
    filled = [gap for gap in gaps if any(tree.tag.item(v) not in _LISTS for v in gap)]  # a heading names a list
    if not filled or len(filled) < 0.8 * len(gaps):
        return plain if tag == _TR else [[] for _ in members]
    tags, longest = {tree.tag.item(v) for gap in filled for v in gap}, max(map(len, filled))
    groups = []
    for each, row in zip(members, siblings, strict=True):
        stops = [*each[1:], _last_stop(tree, each[-1], row, tags, longest)] if each else []
        groups.append(list(zip(each, stops, strict=True)))
    return groups


def _gaps(members: Sequence[int], siblings: list[int]) -> list[list[int]]:
    """The siblings between one member and the next."""
    places = [siblings.index(u) for u in members]
    return [siblings[a + 1 : b] for a, b in pairwise(places)]


def _last_stop(tree: Tree, u: int, siblings: list[int], tags: Iterable[int], longest: int) -> int:
    """Where the item of the last head ends: as many siblings as the others may have, of the same tags."""
    stop = tree.end.item(u)
    for v in siblings[siblings.index(u) + 1 :][:longest]:
        if tree.tag.item(v) not in tags:
            break
        stop = tree.end.item(v)
    return stop


def _is_header(tree: Tree, row: int) -> bool:
    """Whether all cells of a row are headers."""
    cells = tree.children(row)
    return len(cells) > 1 and all(tree.tag[u] == _TH for u in cells)


def _head_above(tree: Tree, parent: int) -> Range | None:
    """The head of a table, if the node after it is the parent of its rows."""
    [before] = kernels.fastest().befores(tree.parent, [parent]) if parent > 0 else [-1]
    return (before, tree.end.item(before)) if before >= 0 and tree.tag[before] == _THEAD else None
