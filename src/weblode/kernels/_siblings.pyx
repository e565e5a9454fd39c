# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `siblings.py`, which explains it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

cdef struct Group:
    int64_t parent
    int32_t path, first, count, full


cdef class SiblingTable:
    """The nodes of records that may be items of a list, by their parents and tag paths."""

    cdef int32_t *nodes  # of each member: the node, its parent, the number of its record, and of its path
    cdef Py_ssize_t n
    cdef const int32_t[::1] tag
    cdef readonly set repeating
    cdef readonly dict repeats

    def __dealloc__(self):
        free(self.nodes)

    def __init__(self, columns, records, usable, bare):
        cdef const int32_t[::1] parent, end, tag, path, leaf
        cdef const uint8_t[::1] may = usable.view("uint8"), is_bare = bare.view("uint8")
        cdef Py_ssize_t owner, u, start, stop, size, total = 0, n = 0, last = may.shape[0] - 1, low, high
        cdef list every = [(start, stop) for start, stop in records]
        cdef int32_t *counts
        cdef int32_t number
        parent, end, tag, path, leaf = columns
        size = parent.shape[0]
        if not (end.shape[0] == tag.shape[0] == path.shape[0] == leaf.shape[0] == size):
            raise ValueError("columns of different lengths")
        if is_bare.shape[0] != last + 1 or last < 0:
            raise ValueError("each tag needs both traits")
        self.tag, self.repeating, self.repeats = tag, set(), {}
        if not every:
            return
        low, high = size, 0
        for start, stop in every:
            if not 0 <= start <= stop <= size:
                raise IndexError("a record is not in the tree")
            total += stop - start
            low, high = min(low, start), max(high, stop)
        free(self.nodes)
        self.nodes = <int32_t *>malloc((4 * total + 1) * sizeof(int32_t))
        counts = <int32_t *>malloc((max(0, high - low) + 1) * sizeof(int32_t))  # the texts before each node
        if not self.nodes or not counts:
            free(counts)
            raise MemoryError()
        try:
            counts[0] = 0
            for u in range(low, high):
                counts[u - low + 1] = counts[u - low] + (leaf[u] >= 0)
            owner = 0
            for start, stop in every:
                for u in range(start, stop):
                    number = tag[u]
                    if not may[number if 0 <= number < last else last]:
                        continue
                    self.nodes[4 * n] = <int32_t>u
                    self.nodes[4 * n + 1] = parent[u] if parent[u] >= start else <int32_t>(-1 - owner)
                    self.nodes[4 * n + 2] = <int32_t>owner
                    self.nodes[4 * n + 3] = path[u]
                    n += 1
                owner += 1
            self.n = n
            self.count(end, is_bare, counts, low, high)
        finally:
            free(counts)

    cdef int count(
        self, const int32_t[::1] end, const uint8_t[::1] bare, const int32_t *counts, Py_ssize_t low, Py_ssize_t high
    ) except -1:
        """Find the tag paths at which siblings repeat."""
        cdef Py_ssize_t size = 16, i, k, n = 0, last = bare.shape[0] - 1, stop
        cdef int32_t *table
        cdef Group *groups
        cdef Group *group
        cdef int32_t u, path, number
        cdef int64_t parent
        cdef uint64_t key
        cdef dict parents = {}
        while size < 2 * self.n:
            size *= 2
        table = <int32_t *>calloc(size, sizeof(int32_t))  # the number of a group, from 1
        groups = <Group *>malloc((self.n + 1) * sizeof(Group))
        try:
            if not table or not groups:
                raise MemoryError()
            for i in range(self.n):
                u, parent, path = self.nodes[4 * i], self.nodes[4 * i + 1], self.nodes[4 * i + 3]
                key = (<uint64_t>parent * <uint64_t>0x9E3779B97F4A7C15) ^ (<uint64_t>path * <uint64_t>0xC2B2AE3D27D4EB4F)
                k = <Py_ssize_t>((key >> 20) & <uint64_t>(size - 1))
                while table[k] and (groups[table[k] - 1].parent != parent or groups[table[k] - 1].path != path):
                    k = (k + 1) & (size - 1)
                if not table[k]:
                    group = &groups[n]
                    group.parent, group.path, group.first, group.count, group.full = parent, path, u, 0, 0
                    n += 1
                    table[k] = <int32_t>n
                group = &groups[table[k] - 1]
                group.count += 1
                stop = min(<Py_ssize_t>end[u], high)
                group.full += stop > u and counts[stop - low] - counts[u - low] > 1
            for i in range(n):
                group = &groups[i]
                if group.count < 2:
                    continue
                self.repeating.add(group.path)
                number = self.tag[group.first]
                if group.full > 1 or bare[number if 0 <= number < last else last]:
                    known = parents.get(group.path)
                    if known is None or group.parent > <int64_t>known:  # of several parents the last one
                        parents[group.path] = group.parent
                        self.repeats[group.path] = group.first
        finally:
            free(table)
            free(groups)
        return 0

    def firsts(self, set tags):
        """The first member of each tag path that ends in one of the tags, with its number, in order of these."""
        cdef dict found = {}
        cdef Py_ssize_t i
        cdef int32_t number
        if not tags:
            return []
        for i in range(self.n):
            number = self.tag[self.nodes[4 * i]]
            if number in tags:
                path = self.nodes[4 * i + 3]
                if path not in found:
                    found[path] = (self.nodes[4 * i], self.nodes[4 * i + 1], self.nodes[4 * i + 2])
        return sorted(found.items())

    def members(self, int32_t path):
        """The members of a tag path, in document order."""
        cdef Py_ssize_t i
        cdef list found = []
        for i in range(self.n):
            if self.nodes[4 * i + 3] == path:
                found.append((self.nodes[4 * i], self.nodes[4 * i + 1], self.nodes[4 * i + 2]))
        return found
