# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The interval programme, compiled: the same function as `weblode.kernels.intervals`."""

import numpy as np

from libc.stdint cimport int32_t


def splits(const int32_t[::1] meet, const double[:, ::1] costs):
    """Where to divide each range of units: entry (i, j) is the last unit of the left part, -1 where i >= j."""
    cdef Py_ssize_t n = meet.shape[0] + 1, m = costs.shape[0], i, j, k, at
    cdef object array = np.full((n, n), -1, dtype=np.int32)
    cdef int32_t[:, ::1] found = array
    # [first, last] and [last, first]: the loop over divisions then walks along a row in both.
    cdef double[:, ::1] forward = np.zeros((n, n)), backward = np.zeros((n, n))
    cdef int32_t[:, ::1] ahead = np.zeros((n, n), dtype=np.int32), behind = np.zeros((n, n), dtype=np.int32)
    cdef double best, total
    cdef int32_t least
    if m < n or costs.shape[1] != m:
        raise ValueError(f"costs of {costs.shape[0]} x {costs.shape[1]} nodes for {n} units")
    for i in range(n - 1):
        if not 0 <= meet[i] < m:
            raise ValueError(f"no node {meet[i]} among {m}")
    for i in range(n):
        ahead[i, i] = behind[i, i] = <int32_t>(m - n + i)
        least = <int32_t>m
        for j in range(i + 1, n):
            if meet[j - 1] < least:
                least = meet[j - 1]
            ahead[i, j] = behind[j, i] = least
    for j in range(1, n):
        for i in range(j - 1, -1, -1):
            at = i
            best = (forward[i, i] + backward[j, i + 1]) + costs[ahead[i, i], behind[j, i + 1]]
            for k in range(i + 1, j):
                total = (forward[i, k] + backward[j, k + 1]) + costs[ahead[i, k], behind[j, k + 1]]
                if total < best:
                    best = total
                    at = k
            found[i, j] = <int32_t>at
            forward[i, j] = backward[j, i] = best
    return array
