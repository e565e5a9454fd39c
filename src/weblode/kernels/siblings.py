"""Siblings inside the records of a list: which nodes stand beside others of their tag path, below one parent.

What they are for is explained in `weblode.records.nested`. The compiled twin is in `_siblings.pyx`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Member = tuple[int, int, int]  # a node, its parent (below 0 for a record's top), and the number of its record
Numbers = NDArray[np.int32]


class SiblingTable:
    """The nodes of records that may be items of a list, by their parents and tag paths.

    `columns` are parent, end, tag, path and leaf of the tree; `usable` and `bare` have an entry for each tag, the last
    for tags that HTML does not define: whether such elements may be items, and whether one text is enough in them.
    """

    def __init__(
        self,
        columns: Sequence[Numbers],
        records: Sequence[tuple[int, int]],
        usable: NDArray[np.bool_],
        bare: NDArray[np.bool_],
    ) -> None:
        parent, end, tag, path, leaf = (column.tolist() for column in columns)
        if len({len(parent), len(end), len(tag), len(path), len(leaf)}) > 1:
            raise ValueError("columns of different lengths")
        texts = [0, *np.cumsum(columns[4] >= 0).tolist()]
        last = len(usable) - 1
        self._members: dict[int, list[Member]] = {}  # by tag path
        groups: dict[tuple[int, int], list[int]] = {}  # by parent and tag path
        self._tags: dict[int, int] = {}
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

    def firsts(self, tags: set[int]) -> list[tuple[int, Member]]:
        """The first member of each tag path that ends in one of the tags, with its number, in order of these."""
        return [(path, self._members[path][0]) for path in sorted(self._members) if self._tags[path] in tags]

    def members(self, path: int) -> list[Member]:
        """The members of a tag path, in document order."""
        return self._members.get(path, [])
