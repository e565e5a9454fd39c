"""Siblings inside the records of a list: which nodes stand beside others of their tag path, below one parent.

What they are for is explained in `weblode.records.nested`. The compiled twin is in `_siblings.pyx`.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.steps import befores

Member = tuple[int, int, int]  # a node, its parent (below 0 for a record's top), and the number of its record
Run = tuple[int, int, list[int]]  # the same of siblings: their parent, the number of their record, and the nodes
Numbers = NDArray[np.int32]
MANY = 12  # members of a record that are compared with each other
WORDS, HIDDEN = -1, -2  # stand for texts, and for what counts for nothing, among the numbers of paths


class SiblingTable:
    """The nodes of records that may be items of a list, by their parents and tag paths.

    `columns` are parent, end, tag, path and leaf of the tree; `usable` and `bare` have an entry for each tag, the last
    for tags that HTML does not define: whether such elements may be items, and whether one text is enough in them.
    `repeating` are the tag paths at which siblings repeat, `repeats` those of them that may be lists, each with its
    first node. The records are between the nodes `first` and `last`; `own_tag` is the tag that all begin with, or -1.
    """

    def __init__(
        self,
        columns: Sequence[Numbers],
        records: Sequence[tuple[int, int]],
        usable: NDArray[np.bool_],
        bare: NDArray[np.bool_],
    ) -> None:
        parent, end, tag, path, leaf = (column.tolist() for column in columns)
        self._columns, self._records = (end, tag, path, leaf), list(records)
        if len({len(parent), len(end), len(tag), len(path), len(leaf)}) > 1:
            raise ValueError("columns of different lengths")
        texts = [0, *np.cumsum(columns[4] >= 0).tolist()]
        last = len(usable) - 1
        self._members: dict[int, list[Member]] = {}  # by tag path
        groups: dict[tuple[int, int], list[int]] = {}  # by parent and tag path
        self._tags: dict[int, int] = {}
        self.first = min((start for start, _ in records), default=0)
        self.last = max((stop for _, stop in records), default=0)
        own_tags = {tag[start] if start < len(tag) else -1 for start, _ in records}
        self.own_tag = own_tags.pop() if len(own_tags) == 1 else -1
        for owner, (start, stop) in enumerate(records):
            if not 0 <= start <= stop <= len(tag):
                raise IndexError("a record is not in the tree")
            for u in range(start, stop):
                if not usable[min(tag[u], last)]:
                    continue
                above = parent[u] if parent[u] >= start else -1 - owner
                self._members.setdefault(path[u], []).append((u, above, owner))
                groups.setdefault((above, path[u]), []).append(u)
                self._tags.setdefault(path[u], tag[u])
        self.repeating = {number for (_, number), nodes in groups.items() if len(nodes) > 1}
        self.repeats: dict[int, int] = {}
        for (_, number), nodes in sorted(groups.items()):
            full = sum(texts[end[u]] - texts[u] > 1 for u in nodes)
            if len(nodes) > 1 and (full > 1 or bare[min(tag[nodes[0]], last)]):
                self.repeats[number] = nodes[0]

    def may_be_alike(self, path: int, breaks: tuple[int, int], least: float) -> bool:
        """Whether two members of a tag path in one record share so much of the tag paths of the smaller one.

        What counts is as in `shapes`, without the path itself. Also true if a record has more than `MANY` members.
        """
        end, tag, paths, leaf = self._columns
        owned: dict[int, list[frozenset[int]]] = {}
        for u, _, owner in self._members.get(path, []):
            stop = min(end[u], self._records[owner][1])
            numbers = (paths[v] if leaf[v] < 0 else WORDS for v in range(u, stop) if tag[v] not in breaks)
            owned.setdefault(owner, []).append(frozenset(numbers) - {path})
        return any(
            len(own) > MANY
            or any(len(one & two) >= least * max(1, min(len(one), len(two))) for one, two in combinations(own, 2))
            for own in owned.values()
        )

    def firsts(self, tags: set[int]) -> list[tuple[int, Member]]:
        """The first member of each tag path that ends in one of the tags, with its number, in order of these."""
        return [(path, self._members[path][0]) for path in sorted(self._members) if self._tags[path] in tags]

    def runs(self, path: int) -> list[Run]:
        """The members of a tag path, those below one parent together: it, the number of their record, and they."""
        runs: list[Run] = []
        for u, parent, owner in self._members.get(path, []):
            if not runs or runs[-1][0] != parent:
                runs.append((parent, owner, []))
            runs[-1][2].append(u)
        return runs


def shapes(
    columns: Sequence[Numbers], breaks: tuple[int, int], groups: Sequence[Sequence[tuple[int, int]]]
) -> list[frozenset[int]]:
    """The distinct tag paths of the pieces of each group, without those of breaks, and `WORDS` for texts.

    `columns` are leaf, path and tag of the tree, `breaks` the tags that count for nothing.
    """
    leaf, path, tag = columns
    if not len(leaf) == len(path) == len(tag):
        raise ValueError("columns of different lengths")
    pieces = [piece for group in groups for piece in group]
    if any(not 0 <= start <= stop <= len(path) for start, stop in pieces):
        raise IndexError("no such nodes")
    numbers = np.where(leaf < 0, path, WORDS)
    numbers[(tag == breaks[0]) | (tag == breaks[1])] = HIDDEN
    paths = numbers.tolist()
    return [frozenset(number for a, b in group for number in paths[a:b]) - {HIDDEN} for group in groups]


def alike(
    visible: Numbers,
    first: int,
    own: int,
    groups: Sequence[Sequence[tuple[int, int]]],
    shares: tuple[float, float],
) -> list[bool]:
    """For each candidate of some groups, in order, whether it is like most of those that repeat in a group.

    `visible` has what counts of the nodes from the first one on, `HIDDEN` for nothing, as the path `own` does. A usual
    one must have so much in common with most, and each so much of that: `shares`.
    """
    pieces = [piece for group in groups for piece in group]
    repeated = [len(group) > 1 for group in groups for _ in group]
    if any(not 0 <= start - first <= stop - first <= len(visible) for start, stop in pieces):
        raise IndexError("no such nodes")
    paths = visible.tolist()
    every = [frozenset(paths[start - first : stop - first]) - {HIDDEN, own} for start, stop in pieces]
    models = [shape for shape, beside in zip(every, repeated, strict=True) if beside] or every
    counts = Counter(chain.from_iterable(models))
    common = {path for path, n in counts.items() if 2 * n >= len(models)}
    sizes, middle = sorted(map(len, models)), len(models) // 2
    if not models or len(common) < shares[0] * (sizes[middle] + sizes[-middle - 1]) / 2:
        return [False] * len(every)
    # Nothing is left of an element that only holds inner lists.
    return [bool(shape) and len(shape & common) >= shares[1] * len(common) for shape in every]


def headings(
    buffer: bytes, columns: Sequence[Numbers], traits: NDArray[np.uint8], runs: Sequence[Run], tops: frozenset[int]
) -> dict[int, tuple[int, int]]:
    """The nodes that may be the heading of some runs, by the number of the run: before its nodes, before their parent.

    `columns` are parent, end, tag, position, leaf and start of the tree. By the entry of its tag in `traits`, the last
    for tags that HTML does not define, a node is no heading (0), is one (2), or may be one if its last text ends in a
    colon, or in a character beyond ASCII, which may be white space (1). `tops` are the first nodes of records: a
    heading that begins a record is its title.
    """
    parent, end, tag, position, leaf, start = _checked(buffer, columns)
    nodes = [u for above, _, own in runs for u in (own[0], max(above, 0))]
    if any(not 0 <= u < len(parent) for u in nodes):
        raise IndexError("no such nodes")
    before = befores(columns[0], nodes)

    def may_name(u: int) -> bool:
        trait = traits[tag[u] if 0 <= tag[u] < len(traits) - 1 else -1]
        if u < 0 or not trait or u in tops or (position[u] == 1 and parent[u] in tops):
            return False
        last = next((v for v in range(end[u] - 1, u - 1, -1) if leaf[v] >= 0), -1)
        text = buffer[start[last] : start[last + 1]].rstrip() if last >= 0 else b""
        return bool(trait == 2 or text[-1:] >= b"\x80" or text[-1:] == b":")

    every = {}
    for i, (above, _, _) in enumerate(runs):
        one, other = before[2 * i], before[2 * i + 1] if above >= 0 else -1
        pair = (one if may_name(one) else -1, other if may_name(other) else -1)
        if pair != (-1, -1):
            every[i] = pair
    return every


def first_texts(
    buffer: bytes,
    columns: Sequence[Numbers],
    leaves: Numbers,
    items: Sequence[tuple[int, int]],
    marks: NDArray[np.uint8],
    most: int,
) -> list[tuple[int, int, int, int, bool]]:
    """Of each item where its first texts begin and end among the leaves, and what is in them.

    That are the first two texts with a letter or a digit, -1 for none, and whether such texts stand in different
    elements; elements with a tag in `marks` are not counted. At most `most` texts are read.
    """
    parent, _, tag, _, _, start = _checked(buffer, columns)
    own_leaves = leaves.tolist()
    every = []
    for first, stop in items:
        if not 0 <= first <= stop <= len(parent):
            raise IndexError("no such nodes")
        low = bisect_left(own_leaves, first)
        last = min(bisect_left(own_leaves, stop), low + most)
        telling, holders = [], []
        for u in own_leaves[low:last]:
            if not any(map(str.isalnum, buffer[start[u] : start[u + 1]].decode())):
                continue
            telling.append(u)
            above = parent[u]
            while above > first and marks[tag[above] if 0 <= tag[above] < len(marks) - 1 else -1]:
                above = parent[above]
            holders.append(above)
        several = len(set(holders)) > 1
        every.append((low, last, *(*telling, -1, -1)[:2], several))
    return every


def _checked(buffer: bytes, columns: Sequence[Numbers]) -> list[list[int]]:
    """Columns as lists, of equal lengths, the last with one entry more."""
    *others, start = [column.tolist() for column in columns]
    if {len(each) for each in others} != {len(start) - 1}:
        raise ValueError("columns of different lengths")
    if start[-1] > len(buffer):
        raise IndexError("the texts are not in the buffer")
    return [*others, start]
