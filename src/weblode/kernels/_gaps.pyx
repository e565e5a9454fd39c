# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `gaps.py`, which explains it: the same names, the same order."""

from libc.stdint cimport int32_t

import numpy as np


def gaps(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path, const int32_t[::1] leaf,
    const unsigned char[::1] kinds
):
    """Seven rows about the gap before each leaf but the first."""
    cdef Py_ssize_t n = parent.shape[0], u, paths = 0, leaves = 0
    for u in range(n):
        leaves += leaf[u] >= 0
        if path[u] >= paths:
            paths = path[u] + 1
    cdef object array = np.zeros((7, max(0, leaves - 1)), dtype=np.int32)
    cdef int32_t[:, ::1] found = array
    cdef int32_t[::1] seen = np.full(paths, -1, dtype=np.int32)
    cdef int32_t i = -1, a = -1, b, common, v, ends, starts, around = 0
    cdef int ended, started = 0
    for u in range(n):
        if leaf[u] < 0:
            started |= kinds[u]
            continue
        b = <int32_t>u
        starts, ends, ended = 0, 0, 0
        common = -1
        if a >= 0:
            common = parent[a]
            while end[common] <= b:
                ends += kinds[common] & 1
                ended |= kinds[common]
                common = parent[common]
        v = parent[b]
        while v != common:
            starts += kinds[v] & 1
            v = parent[v]
        if a >= 0:
            found[0, i] = common
            found[1, i] = ends
            found[2, i] = starts
            found[3, i] = around - ends
            found[4, i] = ended
            found[5, i] = started
            found[6, i] = i + 1 - seen[path[b]] if seen[path[b]] >= 0 else 0
        i += 1
        seen[path[b]] = i
        around += starts - ends
        started = 0
        a = b
    return array
