# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `gaps.py`, which explains it.

Two parts hold leaves of the same tag paths, each as often, if sums of a 64-bit hash of their paths are equal: one
subtraction a part, so that all is linear in the nodes.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    """A number's bits mixed, as in splitmix64."""
    x += <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef struct Run:
    int32_t first, stop, parts


cdef struct Around:
    int32_t block, lists, links, parts  # the path of the innermost block around a node, counts, and its own gaps


def gaps(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path, const int32_t[::1] leaf,
    const unsigned char[::1] kinds, int least, int large=2147483647
):
    """Fourteen rows about the gap before each leaf but the first."""
    import numpy as np

    cdef Py_ssize_t n = parent.shape[0], u
    check(parent, end, path, leaf, kinds)
    # How many leaves stand before each node, where each path was last seen, and the run that goes on below each node.
    cdef int32_t *before = <int32_t *>calloc(n + 1, sizeof(int32_t))
    cdef int32_t *seen = <int32_t *>calloc(n + 1, sizeof(int32_t))
    cdef Run *runs = <Run *>calloc(n + 1, sizeof(Run))
    cdef uint64_t *sums = <uint64_t *>calloc(n + 1, sizeof(uint64_t))
    cdef Around *around = <Around *>calloc(n + 1, sizeof(Around))
    cdef int32_t *opening = <int32_t *>calloc(n + 1, sizeof(int32_t))  # by leaf
    cdef unsigned char *between = <unsigned char *>calloc(n + 1, 1)  # by gap: it is between large siblings of a list
    cdef object array
    cdef int32_t[:, ::1] found
    try:
        if before == NULL or seen == NULL or runs == NULL or sums == NULL or around == NULL or opening == NULL \
                or between == NULL:
            raise MemoryError
        for u in range(n):
            before[u + 1] = before[u]
            if u:
                around[u] = around[parent[u]]
                around[u].parts = 0
            if u == 0 or kinds[u] & 1:
                around[u].block = path[u]
            around[u].lists += (kinds[u] & 2) > 0
            around[u].links += (kinds[u] & 4) > 0
            if leaf[u] >= 0:
                opening[before[u]] = around[u].block
                before[u + 1] += 1
                sums[before[u + 1]] = sums[before[u]] + mixed(path[u])
        array = np.zeros((14, max(0, before[n] - 1)), dtype=np.int32)
        found = array
        if before[n] > 1:
            fill(
                found, parent, end, path, leaf, kinds, least, large, before, seen, runs, sums, around, opening, between
            )
    finally:
        free(before)
        free(seen)
        free(runs)
        free(sums)
        free(around)
        free(opening)
        free(between)
    return array


cdef int check(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path, const int32_t[::1] leaf,
    const unsigned char[::1] kinds
) except -1:
    """Refuse columns that would lead `fill` outside of them."""
    cdef Py_ssize_t n = parent.shape[0], u
    if end.shape[0] != n or path.shape[0] != n or leaf.shape[0] != n or kinds.shape[0] != n:
        raise ValueError(f"columns of different lengths: {n} nodes have a parent")
    for u in range(n):
        if not (u < end[u] <= n and 0 <= path[u] <= n and parent[u] < u and (parent[u] >= 0 or u == 0)):
            raise ValueError(f"node {u} does not fit into a tree of {n}")
    if n and (parent[0] != -1 or end[0] != n or leaf[0] >= 0):
        raise ValueError("node 0 does not hold all others")
    return 0


cdef void fill(
    int32_t[:, ::1] found, const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path,
    const int32_t[::1] leaf, const unsigned char[::1] kinds, int least, int large, const int32_t *before, int32_t *seen,
    Run *runs, const uint64_t *sums, Around *around_node, const int32_t *opening, unsigned char *between
) noexcept nogil:
    cdef Py_ssize_t n = parent.shape[0], u, k, wide = found.shape[1]
    cdef int32_t a = -1, b, i = -1, common, x, y, first, stop, ends, starts, around = 0, depth = 0
    cdef int ended, started = 0
    for u in range(n):
        if leaf[u] < 0:
            started |= kinds[u]
            continue
        b = <int32_t>u
        ends, starts, ended, common, x, y = 0, 0, 0, -1, a, b
        if a >= 0:
            common = parent[a]
            while end[common] <= b:
                ends += kinds[common] & 1
                ended |= kinds[common]
                x, common = common, parent[common]
        while parent[y] > common:
            y = parent[y]
            starts += kinds[y] & 1
        if a >= 0:
            found[0, i] = common
            found[1, i] = ends
            found[2, i] = starts
            found[3, i] = around - ends
            found[4, i] = ended
            found[5, i] = started
            found[6, i] = i + 2 - seen[path[b]] if seen[path[b]] else 0
            first, stop = before[x], before[end[y]]
            found[8, i] = opening[first] == opening[i + 1]
            found[9, i] = before[common]
            found[10, i] = before[end[common]]
            found[12, i] = around_node[common].lists
            found[13, i] = around_node[a].links > 0
            around_node[common].parts += 1
            if 2 * (i + 1) != first + stop or 2 * sums[i + 1] != sums[first] + sums[stop]:
                runs[common].parts = 0
            else:
                if runs[common].parts == 0:
                    runs[common].parts = 1
                    runs[common].first = first
                runs[common].parts += 1
                if runs[common].parts == least:
                    found[7, runs[common].first] += 1
                elif runs[common].parts > least and runs[common].stop <= wide:
                    found[7, runs[common].stop - 1] += 1
                if runs[common].parts >= least and stop <= wide:
                    found[7, stop - 1] -= 1
                if i + 1 - first >= large and (runs[common].parts == least or runs[common].parts == 2 * least):
                    for k in range(1, runs[common].parts):  # that these are siblings in a list; then, that it is long
                        between[runs[common].first + k * (i + 1 - first) - 1] = runs[common].parts < 2 * least
                elif i + 1 - first >= large and least < runs[common].parts < 2 * least:
                    between[i] = 1
                runs[common].stop = stop
        i += 1
        seen[path[b]] = i + 1
        around += starts - ends
        started = 0
        a = b
    for u in range(wide):
        depth += found[7, u]
        found[7, u] = depth > 0 and not between[u]
        found[11, u] = around_node[found[0, u]].parts + 1


def cuts(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] path, const int32_t[::1] leaf,
    const int32_t[::1] lead, const unsigned char[::1] kinds, int least, int large=2147483647
):
    """The gaps outside lines and lists, the nodes that they divide, and the most blocks that a leaf is in."""
    import numpy as np

    cdef Py_ssize_t n = parent.shape[0]
    cdef const int32_t[:, ::1] rows = gaps(parent, end, path, leaf, kinds, least, large)
    if lead.shape[0] != n:
        raise ValueError(f"columns of different lengths: {n} nodes have a parent")
    cdef Py_ssize_t m = rows.shape[1]
    cdef int32_t *strength = <int32_t *>calloc(m + 1, sizeof(int32_t))  # 0 for gaps inside lines and lists
    cdef int32_t *place = <int32_t *>calloc(n + 1, sizeof(int32_t))  # by node: its number of gaps, then the next place
    cdef int32_t *number = <int32_t *>calloc(n + 1, sizeof(int32_t))
    cdef int32_t *above = <int32_t *>calloc(n + 1, sizeof(int32_t))
    cdef int32_t count[2]
    cdef int most
    cdef int32_t[:, ::1] chosen, nodes
    try:
        if strength == NULL or place == NULL or number == NULL or above == NULL:
            raise MemoryError
        most = choose(rows, leaf, lead, strength, place, count)
        chosen_array = np.empty((13, count[0]), dtype=np.int32)
        node_array = np.empty((3, count[1]), dtype=np.int32)
        chosen, nodes = chosen_array, node_array
        if count[0]:
            order(chosen, nodes, rows, end, strength, place, number, above)
    finally:
        free(strength)
        free(place)
        free(number)
        free(above)
    return chosen_array, node_array, most


cdef int choose(
    const int32_t[:, ::1] rows, const int32_t[::1] leaf, const int32_t[::1] lead, int32_t *strength, int32_t *place,
    int32_t *count
) noexcept nogil:
    """The most blocks that a leaf is in; fills in the strength of the gaps, and how many each node has."""
    cdef Py_ssize_t n = leaf.shape[0], u, i = -1
    cdef int most = 0
    cdef long long strong
    count[0] = count[1] = 0
    for u in range(n):
        if leaf[u] < 0:
            continue
        if i >= 0:
            most = max(most, rows[3, i] + max(rows[1, i], rows[2, i]))
            strong = <long long>(rows[1, i] + 1) * (rows[2, i] + 1)
            if rows[7, i] == 0 and (strong > 1 or lead[u] == 2):
                strength[i] = <int32_t>min(strong, 4095)
                count[0] += 1
                count[1] += place[rows[0, i]] == 0
                place[rows[0, i]] += 1
        i += 1
    return most


cdef void order(
    int32_t[:, ::1] chosen, int32_t[:, ::1] nodes, const int32_t[:, ::1] rows, const int32_t[::1] end,
    const int32_t *strength, int32_t *place, int32_t *number, int32_t *above
) noexcept nogil:
    """Fill in the rows of gaps and nodes."""
    cdef Py_ssize_t u, i, row, n = end.shape[0], m = rows.shape[1]
    cdef int32_t k = 0, next = 0, depth = 0, here
    cdef int32_t as_strong[4097]
    for i in range(4097):
        as_strong[i] = 0
    for u in range(n):
        if place[u] == 0:
            continue
        while depth and end[nodes[0, above[depth - 1]]] <= u:
            depth -= 1
        nodes[0, k] = <int32_t>u
        nodes[1, k] = next
        nodes[2, k] = above[depth - 1] if depth else k
        number[u] = k
        above[depth] = k
        depth += 1
        k += 1
        here = place[u]
        place[u] = next
        next += here
    for i in range(m):
        as_strong[strength[i]] += 1
    for i in range(4095, 0, -1):
        as_strong[i] += as_strong[i + 1]
    for i in range(m):
        if strength[i]:
            u = rows[0, i]
            here = place[u]
            place[u] += 1
            chosen[0, here] = <int32_t>(i + 1)
            chosen[1, here] = number[u]
            chosen[2, here] = as_strong[strength[i]]
            for row in range(3, 7):
                chosen[row, here] = rows[row, i]
            for row in range(7, 13):
                chosen[row, here] = rows[row + 1, i]
