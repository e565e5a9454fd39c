# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `repeats.py`, which explains it.

Suffixes are sorted by induction: G. Nong, S. Zhang, W. Chan, "Two efficient algorithms for linear time suffix array
construction", IEEE Transactions on Computers 60(10), 2011 (SA-IS). Linear in the tokens, whatever they are.
"""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy


def tokens(const int32_t[::1] end, const int32_t[::1] tag, const int32_t[::1] leaf, const unsigned char[::1] kinds):
    """Two rows: the tokens of a page, and the node from which each takes over from the one before it."""
    cdef Py_ssize_t n = end.shape[0], m = 0, u = 0, deep = 0, last = kinds.shape[0] - 1, v
    cdef int32_t here = 0, kind
    if tag.shape[0] != n or leaf.shape[0] != n or last < 0:
        raise ValueError(f"columns of different lengths, or no kinds: {n} nodes have an end")
    for u in range(n):
        if not (u < end[u] <= n and tag[u] >= 0):
            raise ValueError(f"node {u} does not fit into a tree of {n}")
    cdef int32_t[:, ::1] found = np.empty((2, 2 * n), dtype=np.int32)
    cdef int32_t[::1] open_nodes = np.empty(n + 1, dtype=np.int32)
    u = 0
    with nogil:
        while u < n or deep:
            if deep and end[open_nodes[deep - 1]] <= u:
                deep -= 1
                v = open_nodes[deep]
                found[0, m] = 2 * tag[v] + 1
                found[1, m] = here
                m += 1
                here = end[v]
                continue
            if tag[u] == 0:
                if leaf[u] >= 0:
                    if m == 0 or found[0, m - 1]:
                        found[0, m] = 0
                        found[1, m] = here
                        m += 1
                    here = <int32_t>(u + 1)
                u += 1
                continue
            kind = kinds[tag[u] if tag[u] < last else last]
            if kind >= 2:
                found[0, m] = 2 * tag[u]
                found[1, m] = here
                m += 1
                here = <int32_t>(u + 1) if kind == 2 else end[u]
            if kind == 2:
                open_nodes[deep] = <int32_t>u
                deep += 1
            u = u + 1 if kind == 1 or kind == 2 else end[u]
    return np.asarray(found)[:, :m].copy()


# ---------------------------------------------------------------- suffixes in order
cdef int sort_suffixes(const int32_t *row, int32_t *order, Py_ssize_t n, Py_ssize_t upper) noexcept nogil:
    """Fill `order` with the suffixes of a row of tokens below `upper`; -1 if there is no memory."""
    cdef Py_ssize_t i, j, m = 0, left, right, names = 0, end_left, end_right
    cdef int32_t *starts = NULL
    cdef int32_t *ends = NULL
    cdef int32_t *fill = NULL
    cdef char *small = NULL
    cdef int32_t *number = NULL
    cdef int32_t *marks = NULL
    cdef int32_t *inner = NULL
    cdef int32_t *inner_order = NULL
    cdef int same, failed = -1
    if n == 0:
        return 0
    if n == 1:
        order[0] = 0
        return 0
    # A suffix is small if it comes before the one that begins one token later; a mark is the first of a run of those.
    small = <char *>calloc(n, 1)
    starts = <int32_t *>calloc(upper + 1, sizeof(int32_t))
    ends = <int32_t *>calloc(upper + 1, sizeof(int32_t))
    fill = <int32_t *>malloc((upper + 1) * sizeof(int32_t))
    number = <int32_t *>malloc((n + 1) * sizeof(int32_t))
    marks = <int32_t *>malloc((n + 1) * sizeof(int32_t))
    if small != NULL and starts != NULL and ends != NULL and fill != NULL and number != NULL and marks != NULL:
        for i in range(n - 2, -1, -1):
            small[i] = small[i + 1] if row[i] == row[i + 1] else row[i] < row[i + 1]
        # Suffixes that begin with a token: first the large ones, from `starts`, then the small ones, from `ends`.
        for i in range(n):
            if small[i]:
                starts[row[i] + 1] += 1
            else:
                ends[row[i]] += 1
        for i in range(upper):
            ends[i] += starts[i]
            starts[i + 1] += ends[i]
        for i in range(n + 1):
            number[i] = -1
        for i in range(1, n):
            if small[i] and not small[i - 1]:
                number[i] = <int32_t>m
                marks[m] = <int32_t>i
                m += 1
        induce(row, order, n, upper, starts, ends, fill, small, marks, m)
        failed = 0
        if m:
            inner = <int32_t *>malloc(2 * m * sizeof(int32_t))
            if inner == NULL:
                failed = -1
            else:
                inner_order = inner + m
                j = 0
                for i in range(n):
                    if number[order[i]] >= 0:
                        inner_order[j] = order[i]
                        j += 1
                # Name the pieces between marks by their order, equal ones alike, and sort the row of names.
                inner[number[inner_order[0]]] = 0
                for i in range(1, m):
                    left, right = inner_order[i - 1], inner_order[i]
                    end_left = marks[number[left] + 1] if number[left] + 1 < m else n
                    end_right = marks[number[right] + 1] if number[right] + 1 < m else n
                    same = end_left - left == end_right - right
                    if same:
                        while left < end_left and row[left] == row[right]:
                            left += 1
                            right += 1
                        same = left < n and right < n and row[left] == row[right]
                    names += not same
                    inner[number[inner_order[i]]] = <int32_t>names
                failed = sort_suffixes(inner, inner_order, m, names + 1)
                if not failed:
                    for i in range(m):
                        inner_order[i] = marks[inner_order[i]]
                    memcpy(marks, inner_order, m * sizeof(int32_t))
                    induce(row, order, n, upper, starts, ends, fill, small, marks, m)
    free(small)
    free(starts)
    free(ends)
    free(fill)
    free(number)
    free(marks)
    free(inner)
    return failed


cdef void induce(
    const int32_t *row, int32_t *order, Py_ssize_t n, Py_ssize_t upper, const int32_t *starts, const int32_t *ends,
    int32_t *fill, const char *small, const int32_t *marks, Py_ssize_t m
) noexcept nogil:
    """Sort all suffixes by the order of those at the marks."""
    cdef Py_ssize_t i, v
    for i in range(n):
        order[i] = -1
    memcpy(fill, ends, (upper + 1) * sizeof(int32_t))
    for i in range(m):
        order[fill[row[marks[i]]]] = marks[i]
        fill[row[marks[i]]] += 1
    memcpy(fill, starts, (upper + 1) * sizeof(int32_t))
    order[fill[row[n - 1]]] = <int32_t>(n - 1)
    fill[row[n - 1]] += 1
    for i in range(n):
        v = order[i]
        if v >= 1 and not small[v - 1]:
            order[fill[row[v - 1]]] = <int32_t>(v - 1)
            fill[row[v - 1]] += 1
    memcpy(fill, starts, (upper + 1) * sizeof(int32_t))
    for i in range(n - 1, -1, -1):
        v = order[i]
        if v >= 1 and small[v - 1]:
            fill[row[v - 1] + 1] -= 1
            order[fill[row[v - 1] + 1]] = <int32_t>(v - 1)


# ---------------------------------------------------------------- repeats
cdef struct Open:
    int32_t length, first, before


def repeats(const int32_t[::1] row, int least_length, int least_count):
    """The suffixes of a row of tokens in order, and its maximal repeats: length, first suffix, first one after it."""
    cdef Py_ssize_t n = row.shape[0], i, m = 0, deep = 0
    cdef int32_t upper = 0, length, first, before, own
    for i in range(n):
        if row[i] < 0:
            raise ValueError(f"a token below 0: {row[i]}")
        upper = max(upper, row[i])
    cdef object order_array = np.empty(n, dtype=np.int32)
    if n < 2:
        order_array[:] = 0
        return order_array, np.empty((0, 3), dtype=np.int32)
    cdef int32_t[::1] order = order_array
    # Tokens may be few and far apart; they are numbered first, so that memory depends on the row alone.
    cdef object dense = np.unique(row, return_inverse=True)[1].astype(np.int32).reshape(-1) if upper > 4 * n + 256 else row
    cdef const int32_t[::1] small_row = dense
    if upper > 4 * n + 256:
        upper = <int32_t>n
    cdef int32_t[:, ::1] found = np.empty((n, 3), dtype=np.int32)
    cdef int32_t[::1] shared = np.empty(n, dtype=np.int32), rank = np.empty(n, dtype=np.int32)
    cdef Open *stack = <Open *>malloc(n * sizeof(Open))
    if stack == NULL:
        raise MemoryError
    cdef int failed
    with nogil:
        failed = sort_suffixes(&small_row[0], &order[0], n, upper + 1)
        if not failed:
            share(row, order, shared, rank)
            for i in range(1, n + 1):
                length = shared[i] if i < n else 0
                first = <int32_t>(i - 1)
                own = order[i - 1]
                before = row[own - 1] if own else -2
                while deep and stack[deep - 1].length > length:
                    deep -= 1
                    first = stack[deep].first
                    if before != stack[deep].before:
                        before = -2
                    if before == -2 and stack[deep].length >= least_length and i - first >= least_count:
                        found[m, 0] = stack[deep].length
                        found[m, 1] = first
                        found[m, 2] = <int32_t>i
                        m += 1
                if length and deep and stack[deep - 1].length == length:
                    if before != stack[deep - 1].before:
                        stack[deep - 1].before = -2
                elif length:
                    stack[deep].length = length
                    stack[deep].first = first
                    stack[deep].before = before
                    deep += 1
    free(stack)
    if failed:
        raise MemoryError
    return order_array, np.asarray(found)[:m].copy()


cdef void share(
    const int32_t[::1] row, const int32_t[::1] order, int32_t[::1] shared, int32_t[::1] rank
) noexcept nogil:
    """How many tokens each suffix shares with the one before it in order (Kasai and others, CPM 2001)."""
    cdef Py_ssize_t n = row.shape[0], at, other, length = 0
    for at in range(n):
        rank[order[at]] = <int32_t>at
    for at in range(n):
        if rank[at] == 0:
            length = 0
            shared[0] = 0
            continue
        other = order[rank[at] - 1]
        while at + length < n and other + length < n and row[at + length] == row[other + length]:
            length += 1
        shared[rank[at]] = <int32_t>length
        if length:
            length -= 1


# ---------------------------------------------------------------- regular runs
cdef void sort(int32_t *a, Py_ssize_t n) noexcept nogil:
    """Sort numbers in place: quicksort with the middle of three, short parts by insertion."""
    cdef Py_ssize_t i, j
    cdef int32_t x, pivot
    while n > 24:
        pivot = a[n // 2]
        if (a[0] < pivot) != (pivot < a[n - 1]):
            pivot = a[0] if (a[0] < a[n - 1]) == (pivot < a[0]) else a[n - 1]
        i, j = -1, n
        while True:
            i += 1
            while a[i] < pivot:
                i += 1
            j -= 1
            while a[j] > pivot:
                j -= 1
            if i >= j:
                break
            a[i], a[j] = a[j], a[i]
        sort(a, j + 1)
        a, n = a + j + 1, n - j - 1
    for i in range(1, n):
        x, j = a[i], i
        while j and a[j - 1] > x:
            a[j] = a[j - 1]
            j -= 1
        a[j] = x


cdef inline double varies(int64_t n, int64_t total, int64_t squares) noexcept nogil:
    cdef double variance = <double>(n * squares) / <double>(total * total) - 1.0
    return sqrt(variance) if variance > 0.0 else 0.0


cdef class Runs:
    """Runs and places as they are found."""
    cdef object run_array, place_array
    cdef int32_t[:, ::1] runs
    cdef int32_t[::1] places
    cdef Py_ssize_t n, m

    def __init__(self):
        self.run_array, self.place_array = np.empty((64, 3), dtype=np.int32), np.empty(1024, dtype=np.int32)
        self.runs, self.places = self.run_array, self.place_array
        self.n = self.m = 0

    cdef int add(self, Py_ssize_t repeat, const int32_t *at, Py_ssize_t count) except -1:
        if self.n == self.runs.shape[0]:
            self.run_array = np.concatenate([self.run_array, np.empty_like(self.run_array)])
            self.runs = self.run_array
        if self.m + count > self.places.shape[0]:
            self.place_array = np.concatenate([self.place_array, np.empty(self.m + count, dtype=np.int32)])
            self.places = self.place_array
        self.runs[self.n, 0] = <int32_t>repeat
        self.runs[self.n, 1] = <int32_t>self.m
        self.runs[self.n, 2] = <int32_t>(self.m + count)
        memcpy(&self.places[self.m], at, count * sizeof(int32_t))
        self.n += 1
        self.m += count
        return 0


def regular(const int32_t[::1] order, const int32_t[:, ::1] found, int least_count, tuple bounds, int64_t most):
    """The runs of occurrences that follow each other regularly and densely, and their places."""
    cdef double whole = bounds[0], part = bounds[1], density = bounds[2]
    cdef Py_ssize_t n = order.shape[0], k, i, j, count
    cdef int64_t length, squares, more, seen = 0
    cdef Runs runs = Runs()
    cdef int32_t *at = <int32_t *>malloc((n + 1) * sizeof(int32_t))
    if at == NULL:
        raise MemoryError
    try:
        for k in range(found.shape[0]):
            length, count = found[k, 0], found[k, 2] - found[k, 1]
            if not (0 <= found[k, 1] < found[k, 2] <= n and count > 1):
                raise ValueError(f"no repeat of suffixes {found[k, 1]} to {found[k, 2]} among {n}")
            if (count - 1) * length > 2 * n:
                continue
            seen += count
            if seen > most:
                break
            memcpy(at, &order[found[k, 1]], count * sizeof(int32_t))
            sort(at, count)
            squares = 0
            for i in range(1, count):
                squares += <int64_t>(at[i] - at[i - 1]) * (at[i] - at[i - 1])
            if varies(count - 1, at[count - 1] - at[0], squares) <= whole:
                if count >= least_count and <double>((count - 1) * length) >= density * (at[count - 1] - at[0]):
                    runs.add(k, at, count)
                continue
            i, j, squares = 0, 1, 0
            while True:
                if j < count:
                    more = squares + <int64_t>(at[j] - at[j - 1]) * (at[j] - at[j - 1])
                    if varies(j - i, at[j] - at[i], more) <= part:
                        squares = more
                        j += 1
                        continue
                if j - i >= least_count and <double>((j - i - 1) * length) >= density * (at[j - 1] - at[i]):
                    runs.add(k, &at[i], j - i)
                if j >= count:
                    break
                i = j - 1 if j - i == 2 else j
                j, squares = i + 1, 0
    finally:
        free(at)
    return runs.run_array[:runs.n].copy(), runs.place_array[:runs.m].copy()
