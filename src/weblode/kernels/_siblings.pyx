# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `siblings.py`, which explains it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort

from weblode.kernels import siblings as definition

cdef enum:
    WORDS = -1, HIDDEN = -2, MANY = 12
assert (WORDS, HIDDEN, MANY) == (definition.WORDS, definition.HIDDEN, definition.MANY)

cdef struct Group:
    int64_t parent
    int32_t path, first, count, full


cdef class SiblingTable:
    """The nodes of records that may be items of a list, by their parents and tag paths."""

    cdef int32_t *nodes  # of each member: the node, its parent, the number of its record, and of its path
    cdef Py_ssize_t n
    cdef const int32_t[::1] end, tag, path, leaf
    cdef list records
    cdef readonly set repeating
    cdef readonly dict repeats
    cdef readonly Py_ssize_t first, last
    cdef readonly int own_tag

    def __dealloc__(self):
        free(self.nodes)

    def __init__(self, columns, records, usable, bare):
        cdef const int32_t[::1] parent, end, tag, path, leaf
        cdef const uint8_t[::1] may = usable.view("uint8"), is_bare = bare.view("uint8")
        cdef Py_ssize_t owner, u, start, stop, size, total = 0, n = 0, last = may.shape[0] - 1, low, high
        cdef list every = list(records)
        cdef int32_t *counts
        cdef int32_t number
        parent, end, tag, path, leaf = columns
        size = parent.shape[0]
        if not (end.shape[0] == tag.shape[0] == path.shape[0] == leaf.shape[0] == size):
            raise ValueError("columns of different lengths")
        if is_bare.shape[0] != last + 1 or last < 0:
            raise ValueError("each tag needs both traits")
        self.end, self.tag, self.path, self.leaf, self.records = end, tag, path, leaf, every
        self.repeating, self.repeats, self.first, self.last, self.own_tag = set(), {}, 0, 0, -1
        if not every:
            return
        low, high, owner = size, 0, 0
        for start, stop in every:
            if not 0 <= start <= stop <= size:
                raise IndexError("a record is not in the tree")
            number = tag[start] if start < size else -1
            self.own_tag = number if owner == 0 or number == self.own_tag else -1
            owner += 1
            total += stop - start
            low, high = min(low, start), max(high, stop)
        self.first, self.last = low, high
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

    def may_be_alike(self, int32_t path, tuple breaks, double least):
        """Whether two members of a tag path in one record share so much of the tag paths of the smaller one."""
        cdef Py_ssize_t i, k = 0, begin = 0, stop, highest = 0, u
        cdef int32_t owner = -1
        cdef int32_t[MANY] members
        cdef Stamps stamps = None
        for i in range(self.n + 1):
            if i < self.n and self.nodes[4 * i + 3] != path:
                continue
            if i == self.n or self.nodes[4 * i + 2] != owner:
                if k > 1:
                    if stamps is None:
                        for u in range(self.path.shape[0]):
                            highest = max(highest, self.path[u])
                        stamps = Stamps(highest)
                    if self.pair_alike(members, k, owner, path, breaks[0], breaks[1], least, stamps):
                        return True
                if i == self.n:
                    return False
                owner, k = self.nodes[4 * i + 2], 0
            if k == MANY:
                return True
            members[k] = self.nodes[4 * i]
            k += 1
        return False

    cdef bint pair_alike(
        self, const int32_t *members, Py_ssize_t n, int32_t owner, int32_t own, int32_t one, int32_t other,
        double least, Stamps stamps
    ) except -1:
        """Whether two of some members of one record share so much."""
        cdef Py_ssize_t i, j, k, size, stop = self.records[owner][1], total, shared
        cdef int32_t u, number
        cdef Py_ssize_t[MANY] begins, sizes
        total = 0
        for i in range(n):
            total += max(0, min(<Py_ssize_t>self.end[members[i]], stop) - members[i])
        cdef int32_t *shapes = <int32_t *>malloc((total + 1) * sizeof(int32_t))
        if not shapes:
            raise MemoryError()
        try:
            total = 0
            for i in range(n):
                begins[i] = total
                stamps.now += 1
                for k in range(members[i], min(<Py_ssize_t>self.end[members[i]], stop)):
                    if self.tag[k] == one or self.tag[k] == other:
                        continue
                    number = self.path[k] if self.leaf[k] < 0 else WORDS
                    if number != own and stamps.is_new(number):
                        shapes[total] = number
                        total += 1
                sizes[i] = total - begins[i]
                # Those before are compared with this one, whose numbers have the stamp of now.
                for j in range(i):
                    shared = 0
                    for k in range(begins[j], begins[j] + sizes[j]):
                        shared += stamps.marks[shapes[k] + 2] == stamps.now
                    if shared >= least * max(1, min(sizes[i], sizes[j])):
                        return True
            return False
        finally:
            free(shapes)

    def firsts(self, set tags):
        """The first member of each tag path that ends in one of the tags, with its number, in order of these."""
        cdef dict found = {}
        cdef Py_ssize_t i, k, n = len(tags)
        cdef int32_t number, path, before = -1
        cdef int32_t *own
        if not n:
            return []
        own = <int32_t *>malloc(n * sizeof(int32_t))
        if not own:
            raise MemoryError()
        try:
            for k, tag in enumerate(tags):
                own[k] = tag
            for i in range(self.n):
                path = self.nodes[4 * i + 3]
                if path == before:
                    continue
                number = self.tag[self.nodes[4 * i]]
                for k in range(n):
                    if own[k] == number:
                        before = path
                        if path not in found:
                            found[path] = (self.nodes[4 * i], self.nodes[4 * i + 1], self.nodes[4 * i + 2])
                        break
        finally:
            free(own)
        return sorted(found.items())

    def runs(self, int32_t path):
        """The members of a tag path, those below one parent together: it, the number of their record, and they."""
        cdef Py_ssize_t i
        cdef int32_t parent = 0
        cdef list found = [], nodes = None
        for i in range(self.n):
            if self.nodes[4 * i + 3] == path:
                if nodes is None or self.nodes[4 * i + 1] != parent:
                    parent, nodes = self.nodes[4 * i + 1], []
                    found.append((parent, self.nodes[4 * i + 2], nodes))
                nodes.append(self.nodes[4 * i])
        return found


cdef class Stamps:
    """Marks for numbers from -2 on: which of them the present piece has."""

    cdef int32_t *marks
    cdef int32_t *counts
    cdef int32_t now
    cdef Py_ssize_t size

    def __dealloc__(self):
        free(self.marks)
        free(self.counts)

    def __init__(self, Py_ssize_t highest):
        self.size, self.now = highest + 3, 0
        self.marks = <int32_t *>calloc(self.size, sizeof(int32_t))
        self.counts = <int32_t *>calloc(self.size, sizeof(int32_t))
        if not self.marks or not self.counts:
            raise MemoryError()

    cdef inline bint is_new(self, int32_t number) noexcept:
        """Whether the present piece has not had a number yet; now it has."""
        cdef int32_t *mark = self.marks + number + 2
        if mark[0] == self.now:
            return False
        mark[0] = self.now
        return True


cdef inline int check(Py_ssize_t start, Py_ssize_t stop, Py_ssize_t n) except -1:
    if not 0 <= start <= stop <= n:
        raise IndexError(f"no nodes {start} to {stop} among {n}")
    return 0


def shapes(columns, tuple breaks, list groups):
    """The distinct tag paths of the pieces of each group, without those of breaks, and `WORDS` for texts."""
    cdef const int32_t[::1] leaf, path, tag
    cdef int32_t one, other, number, highest = 0
    cdef Py_ssize_t u, start, stop, n
    cdef list pieces, found = []
    cdef set own
    cdef Stamps stamps
    leaf, path, tag = columns
    n, (one, other) = path.shape[0], breaks
    if not leaf.shape[0] == tag.shape[0] == n:
        raise ValueError("columns of different lengths")
    for pieces in groups:
        for start, stop in pieces:
            check(start, stop, n)
            for u in range(start, stop):
                if path[u] < 0:
                    raise ValueError("numbers of paths are from 0")
                highest = max(highest, path[u])
    stamps = Stamps(highest)
    for pieces in groups:
        own = set()
        stamps.now += 1
        for start, stop in pieces:
            for u in range(start, stop):
                if tag[u] == one or tag[u] == other:
                    continue
                number = path[u] if leaf[u] < 0 else WORDS
                if stamps.is_new(number):
                    own.add(number)
        found.append(frozenset(own))
    return found


def alike(const int32_t[::1] visible, Py_ssize_t first, int32_t own, list groups, tuple shares):
    """For each candidate of some groups, in order, whether it is like most of those that repeat in a group."""
    cdef Py_ssize_t i, u, start, stop, n = 0, middle
    cdef int32_t number, highest = 0, total, hits, common = 0, models = 0
    cdef double least_common = shares[0], least_alike = shares[1]
    cdef bint several = False
    cdef list group, fits = []
    cdef int32_t *bounds  # of each piece: where it begins and ends, its size, and whether it is a model
    cdef int32_t *sizes
    cdef Stamps stamps
    for group in groups:
        n += len(group)
        several = several or len(group) > 1
    bounds = <int32_t *>malloc((5 * n + 1) * sizeof(int32_t))
    if not bounds:
        raise MemoryError()
    sizes = bounds + 4 * n
    try:
        i = 0
        for group in groups:
            for start, stop in group:
                check(start - first, stop - first, visible.shape[0])
                bounds[4 * i], bounds[4 * i + 1] = <int32_t>(start - first), <int32_t>(stop - first)
                bounds[4 * i + 3] = not several or len(group) > 1
                for u in range(start - first, stop - first):
                    if visible[u] < HIDDEN:
                        raise ValueError("numbers of paths are from 0")
                    highest = max(highest, visible[u])
                i += 1
        stamps = Stamps(highest)
        for i in range(n):
            stamps.now += 1
            total = 0
            for u in range(bounds[4 * i], bounds[4 * i + 1]):
                number = visible[u]
                if number != HIDDEN and number != own and stamps.is_new(number):
                    total += 1
                    stamps.counts[number + 2] += bounds[4 * i + 3]
            bounds[4 * i + 2] = total
            if bounds[4 * i + 3]:
                sizes[models] = total
                models += 1
        for i in range(stamps.size):
            if stamps.counts[i] and 2 * stamps.counts[i] >= models:
                common += 1
            else:
                stamps.counts[i] = 0
        qsort(sizes, models, sizeof(int32_t), compare_numbers)
        middle = models // 2
        if not models or common < least_common * (sizes[middle] + sizes[models - middle - 1]) / 2:
            return [False] * n
        for i in range(n):
            stamps.now += 1
            hits = 0
            for u in range(bounds[4 * i], bounds[4 * i + 1]):
                number = visible[u]
                if number != HIDDEN and number != own and stamps.counts[number + 2] and stamps.is_new(number):
                    hits += 1
            fits.append(bounds[4 * i + 2] > 0 and hits >= least_alike * common)
        return fits
    finally:
        free(bounds)


cdef int compare_numbers(const void *one, const void *other) noexcept nogil:
    """How two numbers are in order."""
    cdef int32_t a = (<const int32_t *>one)[0], b = (<const int32_t *>other)[0]
    return (a > b) - (a < b)


cdef class Page:
    """Some columns of a page, with the bytes of its texts."""

    cdef const uint8_t *data
    cdef const int32_t[::1] parent, end, tag, position, leaf, start
    cdef Py_ssize_t n

    def __init__(self, bytes buffer, columns):
        self.data = <const uint8_t *>buffer
        self.parent, self.end, self.tag, self.position, self.leaf, self.start = columns
        self.n = self.parent.shape[0]
        if not (
            self.end.shape[0] == self.tag.shape[0] == self.position.shape[0] == self.leaf.shape[0] == self.n
            == self.start.shape[0] - 1
        ):
            raise ValueError("columns of different lengths")
        if self.n and not 0 <= self.start[self.n] <= len(buffer):
            raise IndexError("the texts are not in the buffer")

    cdef Py_ssize_t before(self, Py_ssize_t u) except -2:
        """The sibling before a node, -1 without one."""
        cdef Py_ssize_t above, last = u - 1
        check(u, u + 1, self.n)
        above = self.parent[u]
        while last > above and self.parent[last] != above:
            last = self.parent[last]
        return last if last > above else -1

    cdef bint may_end_in_colon(self, Py_ssize_t u) except -1:
        """Whether the last text of a node ends in a colon, or in a byte beyond ASCII."""
        cdef Py_ssize_t v = min(<Py_ssize_t>self.end[u], self.n) - 1, at
        while v >= u and self.leaf[v] < 0:
            v -= 1
        if v < u:
            return False
        at = self.start[v + 1]
        while at > self.start[v] and (self.data[at - 1] == 32 or 9 <= self.data[at - 1] <= 13):
            at -= 1
        return at > self.start[v] and (self.data[at - 1] >= 128 or self.data[at - 1] == 58)

    cdef bint may_name(self, Py_ssize_t u, const uint8_t[::1] traits, frozenset tops) except -1:
        """Whether a node may be the heading of what follows it."""
        cdef int32_t tag = self.tag[u]
        cdef uint8_t trait = traits[tag if 0 <= tag < traits.shape[0] - 1 else traits.shape[0] - 1]
        if not trait:
            return False
        if trait == 1 and not self.may_end_in_colon(u):
            return False
        return not (u in tops or (self.position[u] == 1 and self.parent[u] in tops))

    cdef bint says(self, Py_ssize_t u) except -1:
        """Whether a text has a letter or a digit."""
        cdef Py_ssize_t i
        cdef uint8_t byte
        cdef bint wide = False
        cdef Py_UCS4 character
        for i in range(self.start[u], self.start[u + 1]):
            byte = self.data[i]
            if 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122:
                return True
            wide = wide or byte >= 128
        if wide:
            for character in (<bytes>self.data[self.start[u] : self.start[u + 1]]).decode():
                if character.isalnum():
                    return True
        return False


def headings(bytes buffer, columns, const uint8_t[::1] traits, list runs, frozenset tops):
    """The nodes that may be the heading of some runs, by the number of the run: before its nodes, before their parent."""
    cdef Page page = Page(buffer, columns)
    cdef Py_ssize_t i, parent, one, other
    cdef dict found = {}
    cdef list nodes
    for i in range(len(runs)):
        parent, _, nodes = <tuple>runs[i]
        one = page.before(nodes[0])
        if one >= 0 and not page.may_name(one, traits, tops):
            one = -1
        other = page.before(parent) if parent >= 0 else -1
        if other >= 0 and not page.may_name(other, traits, tops):
            other = -1
        if one >= 0 or other >= 0:
            found[i] = (one, other)
    return found


def first_texts(bytes buffer, columns, const int32_t[::1] leaves, list items, const uint8_t[::1] marks, Py_ssize_t most):
    """Of each item where its first texts begin and end among the leaves, the first two that say something, -1 for none,
    and whether those that do stand in different elements."""
    cdef Page page = Page(buffer, columns)
    cdef Py_ssize_t first, stop, low, high, middle, n = leaves.shape[0], k, last, one, two, holder, u, tags = marks.shape[0] - 1
    cdef int32_t tag
    cdef bint several
    cdef list found = []
    for first, stop in items:
        check(first, stop, page.n)
        low, high = 0, n
        while low < high:
            middle = (low + high) // 2
            if leaves[middle] < first:
                low = middle + 1
            else:
                high = middle
        last = low
        while last < n and last < low + most and leaves[last] < stop:
            last += 1
        one = two = holder = -1
        several = False
        for k in range(low, last):
            u = leaves[k]
            check(u, u + 1, page.n)
            if not page.says(u):
                continue
            if one < 0:
                one = u
            elif two < 0:
                two = u
            u = page.parent[u]
            while u > first:
                tag = page.tag[u]
                if not marks[tag if 0 <= tag < tags else tags]:
                    break
                u = page.parent[u]
            if holder >= 0 and u != holder:
                several = True
                break
            holder = u
        found.append((low, last, one, two, several))
    return found
