# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `alignment.py`, which explains it."""

import numpy as np

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc


# ---------------------------------------------------------------- alignment
cdef int check(const int32_t[::1] row, const int32_t[:, ::1] ranges) except -1:
    cdef Py_ssize_t i
    for i in range(ranges.shape[0]):
        if not 0 <= ranges[i, 0] <= ranges[i, 1] <= row.shape[0]:
            raise ValueError(f"no part from {ranges[i, 0]} to {ranges[i, 1]} of a row of {row.shape[0]}")
    return 0


cdef void distances(
    const int32_t *one, Py_ssize_t n, const int32_t *two, Py_ssize_t m, int32_t *table, bint keep
) noexcept nogil:
    """The edit distances of all beginnings, a row of m + 1 for each of `one`; unless kept, in two rows by turns."""
    cdef Py_ssize_t i, j
    cdef int32_t *above
    cdef int32_t *here = table
    cdef int32_t best, other
    for j in range(m + 1):
        here[j] = <int32_t>j
    for i in range(1, n + 1):
        above = here
        here = table + (i if keep else i & 1) * (m + 1)
        here[0] = <int32_t>i
        for j in range(1, m + 1):
            best = above[j - 1] + (one[i - 1] != two[j - 1])
            other = (above[j] if above[j] < here[j - 1] else here[j - 1]) + 1
            here[j] = best if best < other else other


def aligned(const int32_t[::1] row, const int32_t[:, ::1] ranges, const int32_t[::1] weights, int centers):
    """Parts of a row of tokens as rows of one table, gaps put in so that columns correspond."""
    cdef Py_ssize_t n = ranges.shape[0], i, j, k, m, size, longest = 0, center = 0, at
    cdef int64_t cost, least = -1
    if weights.shape[0] != n:
        raise ValueError(f"{n} parts with {weights.shape[0]} weights")
    check(row, ranges)
    if n == 0:
        return np.empty((0, 0), dtype=np.int32)
    for i in range(n):
        longest = max(longest, ranges[i, 1] - ranges[i, 0])
    if longest == 0:
        return np.empty((n, 0), dtype=np.int32)
    cdef const int32_t *start = &row[0]
    cdef int32_t[::1] two_rows = np.empty(2 * (longest + 1), dtype=np.int32)
    for i in range(min(n, centers)):
        cost, size = 0, ranges[i, 1] - ranges[i, 0]
        for j in range(n):
            m = ranges[j, 1] - ranges[j, 0]
            distances(start + ranges[i, 0], size, start + ranges[j, 0], m, &two_rows[0], False)
            cost += <int64_t>weights[j] * two_rows[(size & 1) * (m + 1) + m]
        if least < 0 or cost < least:
            least, center = cost, i
    size = ranges[center, 1] - ranges[center, 0]
    cdef const int32_t *middle = start + ranges[center, 0]
    cdef int32_t[::1] table = np.empty((size + 1) * (longest + 1), dtype=np.int32)
    # For each part and each token of the center, and the end: the first token of the part that stands before it, how
    # many do, and whether one stands beside it.
    cdef int32_t[:, :, ::1] held = np.zeros((n, size + 1, 3), dtype=np.int32)
    cdef int32_t[::1] widths = np.zeros(size + 1, dtype=np.int32)
    with nogil:
        for k in range(n):
            m = ranges[k, 1] - ranges[k, 0]
            distances(middle, size, start + ranges[k, 0], m, &table[0], True)
            trace(middle, size, start + ranges[k, 0], m, &table[0], &held[k, 0, 0])
            for i in range(size + 1):
                widths[i] = max(widths[i], held[k, i, 1])
    cdef object array = np.full((n, size + np.asarray(widths).sum()), -1, dtype=np.int32)
    cdef int32_t[:, ::1] found = array
    with nogil:
        for k in range(n):
            at = 0
            for i in range(size + 1):
                for j in range(held[k, i, 1]):
                    found[k, at + j] = row[ranges[k, 0] + held[k, i, 0] + j]
                at += widths[i]
                if i < size:
                    if held[k, i, 2]:
                        found[k, at] = row[ranges[k, 0] + held[k, i, 0] + held[k, i, 1]]
                    at += 1
    return array


cdef void trace(
    const int32_t *center, Py_ssize_t n, const int32_t *part, Py_ssize_t m, const int32_t *table, int32_t *held
) noexcept nogil:
    cdef Py_ssize_t i = n, j = m, wide = m + 1
    held[3 * n] = <int32_t>m
    while i or j:
        if i and j and table[i * wide + j] == table[(i - 1) * wide + j - 1] + (center[i - 1] != part[j - 1]):
            i -= 1
            j -= 1
            held[3 * i + 2] = 1
            held[3 * i] = <int32_t>j
        elif i and table[i * wide + j] == table[(i - 1) * wide + j] + 1:
            i -= 1
            held[3 * i] = <int32_t>j
        else:
            j -= 1
            held[3 * i] = <int32_t>j
            held[3 * i + 1] += 1


# ---------------------------------------------------------------- matching
def matches(const int32_t[::1] row, const int32_t[::1] columns, const int32_t[::1] first):
    """Where a pattern matches in a row of tokens, the longest match at each place, none overlapping."""
    cdef Py_ssize_t n = row.shape[0], wide = first.shape[0] - 1, i = 0, c, m = 0, stop
    for c in range(wide):
        if not 0 <= first[c] <= first[c + 1] <= columns.shape[0]:
            raise ValueError(f"no column from {first[c]} to {first[c + 1]} among {columns.shape[0]} tokens")
    cdef int32_t[:, ::1] found = np.empty((n, 2), dtype=np.int32)
    cdef int32_t[:, ::1] ends = np.empty((2, max(wide, 0) + 2), dtype=np.int32)
    with nogil:
        while i < n:
            stop = longest_match(row, columns, first, wide, i, ends)
            if stop > i:
                found[m, 0] = <int32_t>i
                found[m, 1] = <int32_t>stop
                m += 1
            i = stop if stop > i else i + 1
    return np.asarray(found)[:m].copy()


cdef Py_ssize_t longest_match(
    const int32_t[::1] row, const int32_t[::1] columns, const int32_t[::1] first, Py_ssize_t wide, Py_ssize_t start,
    int32_t[:, ::1] ends
) noexcept nogil:
    """The end of the longest match from a place, -1 if there is none. `ends` is scratch: ends so far, ascending."""
    cdef Py_ssize_t n = row.shape[0], c, k, here = 0, count = 1, made
    cdef int32_t i
    cdef int32_t at
    cdef bint optional, fits
    ends[0, 0] = <int32_t>start
    for c in range(wide):
        made, optional = 0, False
        for i in range(first[c], first[c + 1]):
            optional = optional or columns[i] == -1
        for k in range(count):
            at = ends[here, k]
            if optional and (made == 0 or ends[1 - here, made - 1] < at):
                ends[1 - here, made] = at
                made += 1
            if at < n:
                fits = False
                for i in range(first[c], first[c + 1]):
                    fits = fits or columns[i] == row[at]
                if fits:
                    ends[1 - here, made] = at + 1
                    made += 1
        if made == 0:
            return -1
        here, count = 1 - here, made
    return ends[here, count - 1]


# ---------------------------------------------------------------- records in the tree
def records(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path, const int64_t[::1] before,
    const int32_t[::1] starts, const int32_t[:, ::1] runs, bint more
):
    """The records that begin at each run of nodes, how many there are up to the end of each run, and their text."""
    cdef Py_ssize_t n = parent.shape[0], k, i, m = 0, total = 0, last
    cdef double size
    if end.shape[0] != n or path.shape[0] != n or before.shape[0] != n + 1:
        raise ValueError(f"columns of different lengths: {n} nodes have a parent")
    for i in range(n):
        if not (i < end[i] <= n and 0 <= path[i] < n and parent[i] < i and (parent[i] >= 0 or i == 0)):
            raise ValueError(f"node {i} does not fit into a tree of {n}")
    check(starts, runs)
    for i in range(starts.shape[0]):
        if not 0 <= starts[i] < n:
            raise ValueError(f"no node {starts[i]} in a tree of {n}")
    for k in range(runs.shape[0]):
        total += runs[k, 1] - runs[k, 0] + 1
    cdef int32_t[:, ::1] found = np.empty((total + 1, 2), dtype=np.int32)
    cdef object stop_array = np.empty(runs.shape[0], dtype=np.int32)
    cdef int32_t[::1] stops = stop_array, tops = np.empty(total + 1, dtype=np.int32)
    cdef int32_t[::1] counts = np.zeros(n + 1, dtype=np.int32)
    cdef object sum_array = np.zeros((runs.shape[0], 3))
    cdef double[:, ::1] sums = sum_array
    with nogil:
        for k in range(runs.shape[0]):
            last = m
            if runs[k, 0] < runs[k, 1]:
                m += one_run(
                    parent, end, path, &starts[runs[k, 0]], runs[k, 1] - runs[k, 0], &tops[0], &counts[0], &found[m, 0]
                )
            if more and m > last:
                m += one_more(parent, end, path, before, &found[m - 1, 0])
            stops[k] = <int32_t>m
            for i in range(last, m):
                size = <double>(before[found[i, 1]] - before[found[i, 0]])
                sums[k, 0] += size > 0
                sums[k, 1] += size
                sums[k, 2] += size * size
    return np.asarray(found)[:m].copy(), stop_array, sum_array


cdef Py_ssize_t one_run(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path, const int32_t *at, Py_ssize_t count,
    int32_t *tops, int32_t *counts, int32_t *found
) noexcept nogil:
    """Write the records of one run and return how many they are; `tops` is scratch, `counts` scratch and 0."""
    cdef Py_ssize_t n = parent.shape[0], i, m = 0, k
    cdef int32_t before = -1, after, u, v, usual, span, stop
    cdef int32_t a, b
    i, k = 0, 0  # k distinct starts, each with its top; found holds the starts for now
    while i < count:
        u = at[i]
        while i < count and at[i] == u:
            i += 1
        after = at[i] if i < count else <int32_t>n
        found[2 * k] = u
        while parent[u] > (before if before > 0 else 0) and end[parent[u]] <= after:
            u = parent[u]
        tops[k] = u
        before = found[2 * k]
        k += 1
    a, b = (1, <int32_t>(k - 1)) if k > 2 else (0, <int32_t>k)
    usual = most(path, tops, a, b, counts)
    for i in range(k):
        u = found[2 * i]
        while u > tops[i] and path[u] != usual:
            u = parent[u]
        if path[u] == usual and (m == 0 or u >= end[found[2 * m - 2]]):
            found[2 * m] = u
            m += 1
    # How many siblings each record has, 0 where it is the last of its parent; tops holds them now.
    for i in range(m):
        span, u = 0, found[2 * i]
        if i + 1 < m and parent[u] == parent[found[2 * i + 2]]:
            v = found[2 * i + 2]
            found[2 * i + 1] = v
            while u < v:
                u = end[u]
                span += 1
        tops[i] = span
    usual = most_span(tops, m, counts)
    for i in range(m):
        if tops[i]:
            continue
        u = stop = found[2 * i]
        for span in range(usual):
            if stop < (end[parent[u]] if u else n):
                stop = end[stop]
        found[2 * i + 1] = stop
    return m


cdef Py_ssize_t one_more(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path, const int64_t[::1] before,
    int32_t *record
) noexcept nogil:
    """Write the record after one, if it is like it, and return how many that is."""
    cdef int32_t u = record[0], start = record[1], v, stop
    cdef int32_t last = end[parent[u]] if u else <int32_t>end.shape[0]
    if start >= last or path[start] != path[u]:
        return 0
    v, stop = u, start
    while v < start:
        v = end[v]
        if stop < last:
            stop = end[stop]
    record[2], record[3] = start, stop
    return before[stop] > before[start]


cdef int32_t most(
    const int32_t[::1] path, const int32_t *tops, int32_t first, int32_t stop, int32_t *counts
) noexcept nogil:
    """The most frequent tag path of some nodes, the first of equal ones."""
    cdef int32_t i, best = path[tops[first]]
    for i in range(first, stop):
        counts[path[tops[i]]] += 1
    for i in range(first, stop):
        if counts[path[tops[i]]] > counts[best]:
            best = path[tops[i]]
    for i in range(first, stop):
        counts[path[tops[i]]] = 0
    return best


cdef int32_t most_span(const int32_t *spans, Py_ssize_t n, int32_t *counts) noexcept nogil:
    """The most frequent number but 0, the first of equal ones; 1 if there is none."""
    cdef Py_ssize_t i
    cdef int32_t best = 0
    for i in range(n):
        if spans[i]:
            counts[spans[i]] += 1
    for i in range(n):
        if spans[i] and (best == 0 or counts[spans[i]] > counts[best]):
            best = spans[i]
    for i in range(n):
        counts[spans[i]] = 0
    return best if best else 1


# ---------------------------------------------------------------- places of records
cdef struct Place:
    int32_t path, author, label


cdef inline double alike(Place one, Place other) noexcept nogil:
    """How likely two places are the same field."""
    cdef double author
    if one.path != other.path:
        return 0.0
    author = 3.0 if one.author == other.author else 1.0 if one.author and other.author else 2.0
    if not one.label and not other.label:
        return author
    return author + 2.0 if one.label == other.label else author / 2


def paired(list columns, tuple row, list features):
    """For each place of a row the index of its column, -1 for none: ascending, with the highest total likeness."""
    cdef Py_ssize_t n = len(columns), m = len(row), i
    cdef Place *places = <Place *>malloc((n + m + 1) * sizeof(Place))
    cdef double *best = <double *>malloc((n + 1) * (m + 1) * sizeof(double))
    cdef int32_t *pairs = <int32_t *>malloc((m + 1) * sizeof(int32_t))
    try:
        if not places or not best or not pairs:
            raise MemoryError()
        for i in range(n):
            places[i].path, places[i].author, places[i].label = features[columns[i]]
        for i in range(m):
            places[n + i].path, places[n + i].author, places[n + i].label = features[row[i]]
        pair_up(places, n, places + n, m, best, pairs)
        return [pairs[i] for i in range(m)]
    finally:
        free(places)
        free(best)
        free(pairs)


cdef void pair_up(
    const Place *columns, Py_ssize_t n, const Place *row, Py_ssize_t m, double *best, int32_t *pairs
) noexcept nogil:
    """Write the pairs of each place of a row; `best` is room for a number for each pair of beginnings."""
    cdef Py_ssize_t i, j
    cdef double *here
    cdef double *below
    cdef double after, pair
    for j in range(m + 1):
        best[n * (m + 1) + j] = 0.0
    for i in range(n - 1, -1, -1):
        here, below, after = best + i * (m + 1), best + (i + 1) * (m + 1), 0.0
        here[m] = 0.0
        for j in range(m - 1, -1, -1):
            if below[j] > after:
                after = below[j]
            if columns[i].path == row[j].path:
                pair = below[j + 1] + alike(columns[i], row[j])
                if pair > after:
                    after = pair
            here[j] = after
    for j in range(m):
        pairs[j] = -1
    i = j = 0
    while i < n and j < m:
        here, below = best + i * (m + 1), best + (i + 1) * (m + 1)
        pair = alike(columns[i], row[j])
        if pair and here[j] == below[j + 1] + pair:
            pairs[j] = <int32_t>i
            i, j = i + 1, j + 1
        elif here[j] == below[j]:
            i += 1
        else:
            j += 1


cdef class Arrangement:
    """Columns to which rows are aligned one after the other."""

    cdef list places  # each once, by number
    cdef dict numbers, paths, words
    cdef Place *features  # of each place
    cdef Py_ssize_t room  # for places, and for the places of a row or column
    cdef int32_t *block  # what all the following are parts of
    cdef int32_t *number  # of each column, then the kind of place that it has
    cdef int32_t *kind
    cdef int32_t *other_number  # room for the same
    cdef int32_t *other_kind
    cdef Place *own  # room for the features of all columns and of a row
    cdef int32_t *pairs  # room for those of a row
    cdef int32_t *next_one  # room for a number for each column, and for each place
    cdef int32_t *head
    cdef double *best
    cdef Py_ssize_t n, size, most, cells, steps

    def __cinit__(self, Py_ssize_t places, Py_ssize_t known, Py_ssize_t longest, limits):
        cdef Py_ssize_t i
        self.cells, self.steps, self.most = limits
        self.places, self.numbers, self.paths, self.words = [], {}, {}, {"": 0}
        self.room = max(known, self.most) + longest + places + 1
        self.features = <Place *>malloc(3 * self.room * sizeof(Place))
        self.own = self.features + self.room
        self.block = self.number = <int32_t *>malloc(7 * self.room * sizeof(int32_t))
        if not self.features or not self.block:
            raise MemoryError()
        self.kind, self.other_number = self.block + self.room, self.block + 2 * self.room
        self.other_kind, self.pairs = self.block + 3 * self.room, self.block + 4 * self.room
        self.next_one, self.head = self.block + 5 * self.room, self.block + 6 * self.room
        for i in range(self.room):
            self.head[i] = -1

    def __dealloc__(self):
        free(self.features)
        free(self.block)
        free(self.best)

    cdef int32_t numbered(self, object place) except -1:
        """The number of a place, the same for equal ones."""
        cdef int32_t path = number_in(self.paths, (place.path, place.image, place.whole, place.cell))
        cdef int32_t author = number_in(self.words, place.author), label = number_in(self.words, place.label)
        cdef tuple key = (path, author, label)
        cdef object number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.places)
            self.features[<Py_ssize_t>number].path = path
            self.features[<Py_ssize_t>number].author = author
            self.features[<Py_ssize_t>number].label = label
            self.places.append(place)
        return number

    cdef int add(self, tuple row) except -1:
        """Put the number of the column of each place of a row into `pairs`; new columns stand where they do in it."""
        cdef Py_ssize_t i, j, at = 0, n = self.n, m = len(row), k = 0
        cdef bint same = n == m, some = False
        for j in range(m):
            self.pairs[j] = row[j]
            same = same and self.pairs[j] == self.kind[j]
        if same:
            for j in range(m):
                self.pairs[j] = self.number[j]
            return 0
        if n * m > min(self.cells, self.steps):
            self.next_same(m)
        else:
            self.steps -= n * m
            self.pair(n, m)
        for j in range(m):
            some = some or self.pairs[j] < 0
        if not some:
            for j in range(m):
                self.pairs[j] = self.number[self.pairs[j]]
            return 0
        for j in range(m):
            i = self.pairs[j]
            if i < 0 and n >= self.most:
                continue
            if i < 0:
                self.other_number[k], self.other_kind[k] = <int32_t>n, row[j]
                n += 1
                k += 1
            else:
                while at <= i:
                    self.other_number[k], self.other_kind[k] = self.number[at], self.kind[at]
                    at += 1
                    k += 1
            self.pairs[j] = self.other_number[k - 1]
        while at < self.n:
            self.other_number[k], self.other_kind[k] = self.number[at], self.kind[at]
            at += 1
            k += 1
        self.number, self.other_number = self.other_number, self.number
        self.kind, self.other_kind = self.other_kind, self.kind
        self.n = k
        return 0

    cdef int pair(self, Py_ssize_t n, Py_ssize_t m) except -1:
        """Write the index of the column of each place in `pairs` over it, by the highest total likeness."""
        cdef Py_ssize_t i, j, k = 0
        # What both begin with is paired: no other place is liker to a place than its equal, and early pairs are taken.
        while k < n and k < m and self.pairs[k] == self.kind[k]:
            self.pairs[k] = <int32_t>k
            k += 1
        n, m = n - k, m - k
        if (n + 1) * (m + 1) > self.size:
            free(self.best)
            self.size = 0
            self.best = <double *>malloc(2 * (n + 1) * (m + 1) * sizeof(double))
            if not self.best:
                raise MemoryError()
            self.size = 2 * (n + 1) * (m + 1)
        for i in range(n):
            self.own[i] = self.features[self.kind[k + i]]
        for j in range(m):
            self.own[n + j] = self.features[self.pairs[k + j]]
        pair_up(self.own, n, self.own + n, m, self.best, self.pairs + k)
        for j in range(k, k + m):
            if self.pairs[j] >= 0:
                self.pairs[j] += <int32_t>k
        return 0

    cdef void next_same(self, Py_ssize_t m) noexcept:
        """Write the index of the next equal column of each place in `pairs` over it, -1 for none."""
        cdef Py_ssize_t i, j, at = 0
        cdef int32_t kind
        for i in range(self.n - 1, -1, -1):
            self.next_one[i] = self.head[self.kind[i]]
            self.head[self.kind[i]] = <int32_t>i
        for j in range(m):
            kind = self.pairs[j]
            while 0 <= self.head[kind] < at:
                self.head[kind] = self.next_one[self.head[kind]]
            self.pairs[j] = self.head[kind]
            if self.pairs[j] >= 0:
                at = self.pairs[j] + 1
        for i in range(self.n):
            self.head[self.kind[i]] = -1


cdef int32_t number_in(dict numbers, object each) except -1:
    """The number of one among all, where it is put if it is not there yet."""
    cdef object number = numbers.get(each)
    if number is None:
        number = numbers[each] = len(numbers)
    return number


def by_weight(tuple each):
    """The key by which rows are sorted, of a row and its weight: the most frequent first, then the longest."""
    return -each[1], -len(<tuple>each[0])


def arranged(places, list rows, known_places, weights, limits):
    """The columns of rows of places with their numbers, and for each place of each row the index of its column."""
    cdef Py_ssize_t longest = 0, i, j, n = len(places)
    cdef list kinds, own_rows, order, aligned, columns = []
    cdef dict counts = {}, numbers = {}
    cdef tuple row
    cdef bint same = True
    cdef Arrangement arrangement
    for row in rows:
        longest = max(longest, len(row))
    arrangement = Arrangement(n + len(known_places), len(known_places), longest, limits)
    kinds = [arrangement.numbered(place) for place in places]
    for i in range(n):
        same = same and kinds[i] == i
    for place in known_places:
        arrangement.number[arrangement.n] = <int32_t>arrangement.n
        arrangement.kind[arrangement.n] = arrangement.numbered(place)
        arrangement.n += 1
    for row in rows:
        for number in row:
            if not 0 <= number < n:
                raise IndexError(f"no place {number} among {n}")
    own_rows = rows if same else [tuple([kinds[i] for i in row]) for row in rows]
    if len(own_rows) != len(weights):
        raise ValueError("each row needs its weight")
    for i in range(len(own_rows)):
        counts[own_rows[i]] = counts.get(own_rows[i], 0) + weights[i]
    order = [row for row, _ in sorted(counts.items(), key=by_weight)]
    for row in order:
        arrangement.add(row)
        numbers[row] = [arrangement.pairs[j] for j in range(len(row))]
    order = [-1] * (arrangement.n + 1)  # of each number its column; the last for none
    for i in range(arrangement.n):
        order[arrangement.number[i]] = i
        columns.append((arrangement.number[i], arrangement.places[arrangement.kind[i]]))
    for row, aligned in numbers.items():
        numbers[row] = [order[j] if j >= 0 else -1 for j in aligned]
    return columns, [numbers[row] for row in own_rows]
