# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `lists.py`, which explains it.

A set of records is known by a hash of its nodes, and the tag paths of a list are counted in arrays over all paths, so
that a list costs no more than one look at each of its nodes.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc
from libc.string cimport memset

import numpy as np

from weblode.kernels import lists as definition

cdef enum:
    SKIPPED = 1, INLINE = 2, BREAK = 4, LINK = 8, IMAGE = 16, HEADING = 32, ASIDE = 64, FORM = 128

cdef enum:
    AROUND, BEFORE, BETWEEN

cdef enum:
    TAG, SHAPE, ANY

cdef enum:
    ONE, SIBLINGS, ALL

cdef enum:
    TEXTS, LINKS, ASIDES, FORMS, ANCHORS, IMAGES, HEADINGS, LEAVES, SUMS

cdef enum:
    KEYS = 64, FACTS = 40, HEADS = 8, VOLUME = 17

cdef double LEAST_SHARE = definition.LEAST_SHARE, LEAST_LIKENESS = definition.LEAST_LIKENESS
cdef double OFTEN = definition.OFTEN
cdef int64_t EFFORT = definition.EFFORT
cdef int32_t MANY_RECORDS = definition.MANY_RECORDS, MANY_NODES = definition.MANY_NODES
cdef int32_t MUCH_TEXT = definition.MUCH_TEXT
cdef double[2][3] LIMITS
LIMITS[0] = definition.LIMITS[definition.LIGHT]
LIMITS[1] = definition.LIMITS[definition.STRICT]
assert KEYS == definition.KEYS and FACTS == len(definition.FACTS) and HEADS == len(definition.HEADS)
assert definition.FACTS[VOLUME] == "volume"


cdef struct Key:
    int32_t kind, tag, n, full
    uint64_t shape


cdef struct Output:
    double *facts
    int32_t *heads
    int32_t *pieces
    int32_t *offsets
    size_t lists, room, used, width  # `used` and `width` are of pieces


cdef struct Page:
    char *memory
    int32_t n
    const int32_t *parent
    const int32_t *end
    const int32_t *tag
    const int32_t *path
    uint8_t *trait  # with what is inherited
    uint8_t *kind
    int32_t *sums  # SUMS rows of n + 1
    int32_t *leaves
    int32_t *first_child  # children[first_child[u]:first_child[u + 1]]
    int32_t *children
    uint64_t *shape
    uint64_t *last
    int32_t *paths  # how often each path occurs
    int32_t *first_node  # nodes[first_node[p]:first_node[p + 1]] have path p and children
    int32_t *nodes
    int32_t *count  # by path, how many records have it
    int32_t *stamp
    int32_t *touched
    int32_t *places
    int32_t *starts
    int32_t *stops
    int32_t *sizes
    int32_t *had
    uint8_t *kept
    int32_t n_paths, n_touched, tick
    int64_t effort
    uint64_t *seen
    size_t seen_mask, seen_used
    Output out


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x += <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef int ascending(const void *a, const void *b) noexcept nogil:
    cdef int32_t x = (<const int32_t *>a)[0], y = (<const int32_t *>b)[0]
    return (x > y) - (x < y)


cdef inline int32_t total(Page *page, int which, int32_t start, int32_t stop) noexcept nogil:
    cdef int32_t *column = page.sums + <size_t>which * (page.n + 1)
    return column[stop] - column[start]


def lists(
    const int32_t[::1] parent, const int32_t[::1] end, const int32_t[::1] tag, const int32_t[::1] path,
    const int32_t[::1] leaf, const int32_t[::1] start, const unsigned char[:, ::1] traits
):
    """All lists that a page may have, with what is measured of each."""
    cdef Page page
    cdef Py_ssize_t n = parent.shape[0], i
    memset(&page, 0, sizeof(Page))
    if min(end.shape[0], tag.shape[0], path.shape[0], leaf.shape[0], start.shape[0] - 1) < n or traits.shape[0] != 2:
        raise ValueError("columns of different lengths")
    page.n = <int32_t>n
    if n == 0:
        return _taken(&page)
    page.parent, page.end, page.tag, page.path = &parent[0], &end[0], &tag[0], &path[0]
    for i in range(n):
        if not (-1 <= parent[i] < i and i < end[i] <= n and path[i] >= 0 and tag[i] >= 0 and (i == 0 or parent[i] >= 0)):
            raise ValueError("not the columns of a tree")
        page.n_paths = max(page.n_paths, path[i] + 1)
    if page.n_paths > n:
        raise ValueError("not the columns of a tree")
    try:
        allocate(&page)
        fill(&page, leaf, start, traits)
        if page.sums[n] > 0:
            groups(&page)
        return _taken(&page)
    finally:
        release(&page)


cdef _taken(Page *page):
    """What was found, as arrays."""
    cdef size_t i, n = page.out.lists
    cdef double most = 0.0
    facts = np.empty((n, FACTS), dtype=np.float64)
    heads = np.empty((n, HEADS), dtype=np.int32)
    pieces = np.empty((page.out.used, 3), dtype=np.int32)
    offsets = np.zeros(n + 1, dtype=np.int32)
    cdef double[:, ::1] to_facts = facts
    cdef int32_t[:, ::1] to_heads = heads, to_pieces = pieces
    cdef int32_t[::1] to_offsets = offsets
    for i in range(n):
        most = max(most, page.out.facts[i * FACTS + VOLUME])
        to_offsets[i + 1] = page.out.offsets[i]
    for i in range(n * FACTS):
        to_facts[i // FACTS, i % FACTS] = page.out.facts[i]
    for i in range(n):
        to_facts[i, VOLUME] /= most
    for i in range(n * HEADS):
        to_heads[i // HEADS, i % HEADS] = page.out.heads[i]
    for i in range(page.out.used * 3):
        to_pieces[i // 3, i % 3] = page.out.pieces[i]
    return definition.Lists(facts, heads, pieces, offsets)


cdef int allocate(Page *page) except -1:
    """One block of zeros for all columns, the widest numbers first."""
    cdef size_t n = page.n + 2, m = page.n_paths + 2
    cdef size_t wide = 2 * n, narrow = (SUMS + 9) * n + 5 * m
    page.memory = <char *>calloc(8 * wide + 4 * narrow + 3 * n, 1)
    page.seen, page.seen_mask = <uint64_t *>calloc(1024, sizeof(uint64_t)), 1023
    if page.memory == NULL or page.seen == NULL:
        raise MemoryError
    page.shape = <uint64_t *>page.memory
    page.last = page.shape + n
    page.sums = <int32_t *>(page.last + n)
    page.leaves = page.sums + SUMS * n
    page.first_child, page.children = page.leaves + n, page.leaves + 2 * n
    page.nodes, page.places = page.leaves + 3 * n, page.leaves + 4 * n
    page.starts, page.stops = page.leaves + 5 * n, page.leaves + 6 * n
    page.sizes, page.had = page.leaves + 7 * n, page.leaves + 8 * n
    page.paths = page.leaves + 9 * n
    page.first_node, page.count = page.paths + m, page.paths + 2 * m
    page.stamp, page.touched = page.paths + 3 * m, page.paths + 4 * m
    page.trait = <uint8_t *>(page.paths + 5 * m)
    page.kind, page.kept = page.trait + n, page.trait + 2 * n
    return 0


cdef void release(Page *page) noexcept:
    free(page.memory)
    free(page.seen)
    free(page.out.facts)
    free(page.out.heads)
    free(page.out.pieces)
    free(page.out.offsets)


cdef void fill(
    Page *page, const int32_t[::1] leaf, const int32_t[::1] start, const unsigned char[:, ::1] traits
) noexcept:
    """Sums, children, shapes and nodes by path."""
    cdef int32_t n = page.n, u, v, up, text, last_tag = <int32_t>traits.shape[1] - 1, tag
    cdef size_t width = n + 1
    cdef int32_t *sums = page.sums
    cdef uint8_t own, trait
    cdef bint shown
    for u in range(n):
        up, tag = page.parent[u], min(page.tag[u], last_tag)
        own, page.kind[u] = traits[0, tag], traits[1, tag]
        trait = own
        if up >= 0:
            trait |= page.trait[up] & (SKIPPED | LINK | ASIDE | FORM)
        page.trait[u] = trait
        shown = leaf[u] >= 0 and not trait & SKIPPED
        text = start[u + 1] - start[u] if shown else 0
        sums[TEXTS * width + u + 1] = sums[TEXTS * width + u] + text
        sums[LINKS * width + u + 1] = sums[LINKS * width + u] + (text if trait & LINK else 0)
        sums[ASIDES * width + u + 1] = sums[ASIDES * width + u] + (text if trait & ASIDE else 0)
        sums[FORMS * width + u + 1] = sums[FORMS * width + u] + (text if trait & FORM else 0)
        sums[ANCHORS * width + u + 1] = sums[ANCHORS * width + u] + (1 if own & LINK else 0)
        sums[IMAGES * width + u + 1] = sums[IMAGES * width + u] + (1 if own & IMAGE else 0)
        sums[HEADINGS * width + u + 1] = sums[HEADINGS * width + u] + (1 if own & HEADING else 0)
        sums[LEAVES * width + u + 1] = sums[LEAVES * width + u] + shown
        if shown:
            page.leaves[sums[LEAVES * width + u]] = u
        page.paths[page.path[u]] += 1
        if is_child(page, u, shown):
            page.first_child[up + 2] += 1
    for u in range(n):
        page.first_child[u + 2] += page.first_child[u + 1]
    for u in range(1, n):
        shown = sums[LEAVES * width + u + 1] > sums[LEAVES * width + u]
        if is_child(page, u, shown):
            v = page.parent[u] + 1
            page.children[page.first_child[v]] = u
            page.first_child[v] += 1
    shapes(page)
    for u in range(n):
        if page.first_child[u + 1] > page.first_child[u]:
            page.first_node[page.path[u] + 2] += 1
    for u in range(page.n_paths):
        page.first_node[u + 2] += page.first_node[u + 1]
    for u in range(n):
        if page.first_child[u + 1] > page.first_child[u]:
            v = page.path[u] + 1
            page.nodes[page.first_node[v]] = u
            page.first_node[v] += 1


cdef inline bint is_child(Page *page, int32_t u, bint shown) noexcept nogil:
    return u > 0 and not page.trait[u] & SKIPPED and (page.tag[u] > 0 or shown)


cdef void shapes(Page *page) noexcept nogil:
    cdef int32_t u, up
    for u in range(page.n - 1, 0, -1):
        if page.tag[u] == 0 or page.trait[u] & (SKIPPED | BREAK):
            continue
        up = page.parent[u]
        if not page.trait[u] & INLINE or page.first_child[up + 1] - page.first_child[up] == 1:
            page.shape[u] = mixed(page.shape[u] ^ <uint64_t>(page.tag[u] + 1))
        if page.shape[u] != 0 and page.shape[u] != page.last[up]:
            page.last[up] = page.shape[u]
            page.shape[up] = mixed(page.shape[up] ^ page.shape[u])


# ---------------------------------------------------------------- groups of parents and their cuts
cdef int groups(Page *page) except -1:
    cdef double least = LEAST_SHARE * page.sums[page.n]
    cdef int32_t path, i, j, first, stop
    cdef int32_t *nodes
    for path in range(page.n_paths):
        first, stop = page.first_node[path], page.first_node[path + 1]
        nodes = page.nodes
        for i in range(first, stop):
            if not group(page, nodes + i, 1, ONE, least):
                return 0
        i = first
        while i < stop:
            j = i + 1
            while j < stop and page.parent[nodes[j]] == page.parent[nodes[i]]:
                j += 1
            if 1 < j - i < stop - first and not group(page, nodes + i, j - i, SIBLINGS, least):
                return 0
            i = j
        if stop - first > 1 and not group(page, nodes + first, stop - first, ALL, least):
            return 0
    return 0


cdef bint group(Page *page, const int32_t *parents, int32_t n, int kind, double least) except -1:
    """Try all cuts of a group; false if enough was done for this page."""
    cdef Key[KEYS] keys
    cdef Key key
    cdef int n_keys = 0, k, j
    cdef int32_t i, c, v, filled = 0, elements = 0, full = 0, tagged
    cdef int64_t text = 0
    cdef bint has_text
    for i in range(n):
        text += total(page, TEXTS, parents[i], page.end[parents[i]])
    if text <= least:
        return True
    if page.effort > EFFORT:
        return False
    for i in range(n):
        page.effort += page.first_child[parents[i] + 1] - page.first_child[parents[i]]
        for c in range(page.first_child[parents[i]], page.first_child[parents[i] + 1]):
            v = page.children[c]
            has_text = total(page, TEXTS, v, page.end[v]) > 0
            filled += has_text
            if page.tag[v] == 0:
                continue
            elements += 1
            full += has_text
            n_keys = count_key(keys, n_keys, TAG, page.tag[v], 0, has_text)
            n_keys = count_key(keys, n_keys, SHAPE, page.tag[v], page.shape[v], has_text)
    for k in range(n_keys):
        key = keys[k]
        if key.n < 2:
            continue
        if key.kind == SHAPE:
            tagged = 0
            for j in range(n_keys):
                if keys[j].kind == TAG and keys[j].tag == key.tag:
                    tagged = keys[j].n
            if key.n == tagged:
                continue
        cut(page, parents, n, kind, key, AROUND if 2 * key.full >= key.n else BETWEEN)
        if filled - key.full >= 0.3 * key.n:
            cut(page, parents, n, kind, key, BEFORE)
    if elements >= 2 and 2 * full >= elements:
        memset(&key, 0, sizeof(Key))
        key.kind = ANY
        cut(page, parents, n, kind, key, AROUND)
    return True


cdef inline int count_key(Key *keys, int n, int kind, int32_t tag, uint64_t shape, bint has_text) noexcept nogil:
    cdef int i
    for i in range(n):
        if keys[i].kind == kind and keys[i].tag == tag and keys[i].shape == shape:
            keys[i].n += 1
            keys[i].full += has_text
            return n
    if n == KEYS:
        return n
    keys[n].kind, keys[n].tag, keys[n].shape, keys[n].n, keys[n].full = kind, tag, shape, 1, has_text
    return n + 1


cdef inline bint is_at(Page *page, Key *key, int32_t v) noexcept nogil:
    if key.kind == ANY:
        return page.tag[v] > 0
    return page.tag[v] == key.tag and (key.kind == TAG or page.shape[v] == key.shape)


cdef int32_t pieces_of(Page *page, const int32_t *parents, int32_t n_parents, Key *key, int placement) noexcept nogil:
    """Fill `starts` and `stops` with the pieces that have text; how many there are."""
    cdef int32_t found = 0, p, c, i, n, n_places, longest, a, b
    cdef int32_t *children
    for p in range(n_parents):
        children = page.children + page.first_child[parents[p]]
        n = page.first_child[parents[p] + 1] - page.first_child[parents[p]]
        page.effort += n
        n_places = 0
        for c in range(n):
            if is_at(page, key, children[c]):
                page.places[n_places] = c
                n_places += 1
        if n_places == 0:
            continue
        if placement == AROUND:
            for i in range(n_places):
                found = piece(page, found, parents[p], page.places[i], page.places[i] + 1)
        elif placement == BETWEEN:
            a = -1
            for i in range(n_places + 1):
                b = page.places[i] if i < n_places else n
                if b > a + 1:
                    found = piece(page, found, parents[p], a + 1, b)
                a = b
        else:
            longest = n if n_places == 1 else 0
            for i in range(1, n_places):
                longest = max(longest, page.places[i] - page.places[i - 1])
            for i in range(n_places):
                a = page.places[i]
                b = page.places[i + 1] if i + 1 < n_places else min(n, a + longest)
                found = piece(page, found, parents[p], a, b)
    return found


cdef inline int32_t piece(Page *page, int32_t found, int32_t parent, int32_t i, int32_t j) noexcept nogil:
    """Add the children i:j of a parent, if they have text; all of them are the parent."""
    cdef int32_t *children = page.children + page.first_child[parent]
    cdef bint whole = j - i == page.first_child[parent + 1] - page.first_child[parent]
    cdef int32_t start = parent if whole else children[i]
    cdef int32_t stop = page.end[parent if whole else children[j - 1]]
    if total(page, TEXTS, start, stop) == 0:
        return found
    page.starts[found], page.stops[found] = start, stop
    return found + 1


cdef bint is_new(Page *page, int32_t n) except -1:
    """Whether the pieces that are kept were not seen before; from now on they are."""
    cdef uint64_t h = 1
    cdef uint64_t *larger
    cdef size_t slot, i
    cdef int32_t r
    for r in range(n):
        if page.kept[r]:
            h = mixed(h ^ (<uint64_t>page.starts[r] << 32 | <uint64_t>page.stops[r]))
    h |= 1
    slot = (h >> 8) & page.seen_mask
    while page.seen[slot] != 0:
        if page.seen[slot] == h:
            return False
        slot = (slot + 1) & page.seen_mask
    page.seen[slot] = h
    page.seen_used += 1
    if 2 * page.seen_used > page.seen_mask:
        larger = <uint64_t *>calloc(2 * (page.seen_mask + 1), sizeof(uint64_t))
        if larger == NULL:
            raise MemoryError
        for i in range(page.seen_mask + 1):
            if page.seen[i] != 0:
                slot = (page.seen[i] >> 8) & (2 * page.seen_mask + 1)
                while larger[slot] != 0:
                    slot = (slot + 1) & (2 * page.seen_mask + 1)
                larger[slot] = page.seen[i]
        free(page.seen)
        page.seen, page.seen_mask = larger, 2 * page.seen_mask + 1
    return True


cdef int cut(Page *page, const int32_t *parents, int32_t n_parents, int group_kind, Key key, int placement) except -1:
    """Cut a group, and add the lists that this gives."""
    cdef int32_t n = pieces_of(page, parents, n_parents, &key, placement), r, kept, usual, common = 0
    cdef int64_t text = 0
    cdef int left_out
    cdef double[3] limits
    cdef int32_t[8] head = [parents[0], n_parents, key.tag, placement, key.kind, group_kind, 0, 0]
    if n < 2:
        return 0
    memset(page.kept, 1, n)
    if not is_new(page, n):
        return 0
    for r in range(n):
        page.had[r] = total(page, TEXTS, page.starts[r], page.stops[r])
        text += page.had[r]
        page.sizes[r] = page.had[r]
    if text <= LEAST_SHARE * page.sums[page.n]:
        return 0
    for r in range(n):
        page.effort += page.stops[r] - page.starts[r]
    hold(page, n)
    qsort(page.sizes, n, sizeof(int32_t), ascending)
    usual = page.sizes[n // 2]
    for r in range(page.n_touched):
        common += page.count[page.touched[r]] >= OFTEN * n
    share_common(page, n)
    add(page, n, n, head)
    for left_out in range(1, 3):
        limits = LIMITS[left_out - 1]
        kept, text = 0, 0
        for r in range(n):
            page.kept[r] = (
                limits[1] * usual <= total(page, TEXTS, page.starts[r], page.stops[r]) <= limits[2] * usual
                and page.had[r] >= limits[0] * common
            )
            if page.kept[r]:
                kept += 1
                text += total(page, TEXTS, page.starts[r], page.stops[r])
        if not is_new(page, n) or kept < 2 or text <= LEAST_SHARE * page.sums[page.n]:
            continue
        hold(page, n)
        head[6] = left_out
        add(page, n, kept, head)
    return 0


cdef void hold(Page *page, int32_t n) noexcept nogil:
    """Count for each path how many of the kept pieces have it."""
    cdef int32_t r, v, p
    for r in range(page.n_touched):
        page.count[page.touched[r]] = 0
    page.n_touched = 0
    for r in range(n):
        if not page.kept[r]:
            continue
        page.tick += 1
        for v in range(page.starts[r], page.stops[r]):
            p = page.path[v]
            if page.stamp[p] == page.tick or page.trait[v] & (SKIPPED | BREAK):
                continue
            page.stamp[p] = page.tick
            if page.count[p] == 0:
                page.touched[page.n_touched] = p
                page.n_touched += 1
            page.count[p] += 1


cdef void share_common(Page *page, int32_t n) noexcept nogil:
    """How many of the common paths each piece has, into `had`."""
    cdef int32_t r, v, p
    for r in range(n):
        page.tick += 1
        page.had[r] = 0
        for v in range(page.starts[r], page.stops[r]):
            p = page.path[v]
            if page.stamp[p] == page.tick or page.trait[v] & (SKIPPED | BREAK):
                continue
            page.stamp[p] = page.tick
            page.had[r] += page.count[p] >= OFTEN * n


# ---------------------------------------------------------------- what is measured
cdef inline double spread(int32_t n, int64_t sum_, int64_t squares) noexcept nogil:
    cdef double square = <double>sum_ * <double>sum_
    return (<double>n * <double>squares - square) / square


cdef int32_t most(Page *page, int32_t n, bint of_leaves, int32_t *value) noexcept nogil:
    """The most frequent path of the records' first nodes, or first leaves, and how often it occurs."""
    cdef int32_t r, p, best = 0
    cdef int32_t *before = page.sums + <size_t>LEAVES * (page.n + 1)
    cdef int rounds
    for rounds in range(3):  # to nothing, count, look
        for r in range(n):
            if not page.kept[r]:
                continue
            p = page.path[page.leaves[before[page.starts[r]]] if of_leaves else page.starts[r]]
            if rounds == 0:
                page.stamp[p] = 0
            elif rounds == 1:
                page.stamp[p] -= 1  # ticks are positive: no mistake about who has seen a path
            elif -page.stamp[p] > best:
                best, value[0] = -page.stamp[p], p
    return best


cdef int add(Page *page, int32_t n, int32_t kept, int32_t *head) except -1:
    """Measure the list of the kept pieces, and keep it if its records are alike."""
    cdef int64_t shared = 0, paths = 0
    cdef int32_t r, common = 0, c
    cdef double likeness
    for r in range(page.n_touched):
        c = page.count[page.touched[r]]
        shared += <int64_t>c * (c - 1)
        paths += c
        common += c >= OFTEN * kept
    if paths == 0:
        return 0
    likeness = <double>shared / <double>(<int64_t>(kept - 1) * paths)
    if likeness <= LEAST_LIKENESS:
        return 0
    grow(page, n)
    head[7] = kept
    measure(page, n, kept, head, likeness, common, paths)
    for r in range(HEADS):
        page.out.heads[page.out.lists * HEADS + r] = head[r]
    for r in range(n):
        page.out.pieces[3 * page.out.used] = page.starts[r]
        page.out.pieces[3 * page.out.used + 1] = page.stops[r]
        page.out.pieces[3 * page.out.used + 2] = page.kept[r]
        page.out.used += 1
    page.out.offsets[page.out.lists] = <int32_t>page.out.used
    page.out.lists += 1
    return 0


cdef int grow(Page *page, int32_t n) except -1:
    """Make room for one more list of so many pieces."""
    cdef Output *out = &page.out
    cdef void *facts
    cdef void *heads
    cdef void *offsets
    cdef void *pieces
    if out.lists == out.room:
        out.room = 2 * out.room + 64
        facts = realloc(out.facts, out.room * FACTS * sizeof(double))
        out.facts = <double *>facts if facts != NULL else out.facts
        heads = realloc(out.heads, out.room * HEADS * sizeof(int32_t))
        out.heads = <int32_t *>heads if heads != NULL else out.heads
        offsets = realloc(out.offsets, out.room * sizeof(int32_t))
        out.offsets = <int32_t *>offsets if offsets != NULL else out.offsets
        if facts == NULL or heads == NULL or offsets == NULL:
            raise MemoryError
    if out.used + n > out.width:
        pieces = realloc(out.pieces, 3 * (2 * out.width + n) * sizeof(int32_t))
        if pieces == NULL:
            raise MemoryError
        out.pieces, out.width = <int32_t *>pieces, 2 * out.width + n
    return 0


cdef void measure(
    Page *page, int32_t n, int32_t kept, int32_t *head, double likeness, int32_t common, int64_t paths
) noexcept nogil:
    """One row of facts, in the order of `FACTS`."""
    cdef double *row = page.out.facts + page.out.lists * FACTS
    cdef int32_t *before = page.sums + <size_t>LEAVES * (page.n + 1)
    cdef int64_t[8] sums
    cdef int64_t squares = 0, leaf_squares = 0, nodes = 0, tops = 0, top_squares = 0, here
    cdef int32_t r, a, b, u, which, size, first = -1, last = 0, linked = 0, first_links = 0, m = 0, top = 0, together
    cdef int32_t page_text = page.sums[page.n], page_links = page.sums[<size_t>LINKS * (page.n + 1) + page.n]
    memset(sums, 0, sizeof(sums))
    for r in range(n):
        if not page.kept[r]:
            continue
        a, b = page.starts[r], page.stops[r]
        if first < 0:
            first = a
        last = b
        for which in range(SUMS):
            sums[which] += total(page, which, a, b)
        size = total(page, TEXTS, a, b)
        page.sizes[m] = size
        m += 1
        squares += <int64_t>size * size
        size = total(page, LEAVES, a, b)
        leaf_squares += <int64_t>size * size
        nodes += b - a
        linked += total(page, ANCHORS, a, b) > 0
        first_links += (page.trait[page.leaves[before[a]]] & LINK) > 0
        here = 0
        u = a
        while u < b:
            here += 1
            u = page.end[u]
        tops += here
        top_squares += here * here
    qsort(page.sizes, m, sizeof(int32_t), ascending)
    u = page.parent[first]
    while page.end[u] < last:
        u = page.parent[u]
    together = most(page, n, False, &top)
    row[0] = min(kept, MANY_RECORDS)
    row[1] = <double>sums[TEXTS] / page_text
    row[2] = page.sizes[m // 2]
    row[3] = spread(kept, sums[TEXTS], squares)
    row[4] = <double>page.sizes[0] / page.sizes[m // 2]
    row[5] = <double>page.sizes[m - 1] / page.sizes[m // 2]
    row[6] = <double>sums[LINKS] / sums[TEXTS]
    row[7] = <double>sums[ANCHORS] / kept
    row[8] = <double>linked / kept
    row[9] = <double>sums[LEAVES] / kept
    row[10] = spread(kept, sums[LEAVES], leaf_squares)
    row[11] = <double>(sums[TEXTS] - sums[LINKS]) / kept
    row[12] = <double>sums[ASIDES] / sums[TEXTS]
    row[13] = <double>sums[FORMS] / sums[TEXTS]
    row[14] = <double>sums[IMAGES] / kept
    row[15] = <double>sums[HEADINGS] / kept
    row[16] = <double>nodes / kept
    row[17] = <double>kept * sums[TEXTS]
    row[18] = likeness
    row[19] = common
    row[20] = common / (<double>paths / kept)
    row[21] = <double>nodes / paths
    row[22] = <double>sums[TEXTS] / total(page, TEXTS, first, last)
    row[23] = <double>sums[TEXTS] / total(page, TEXTS, u, page.end[u])
    row[24] = <double>page.sums[first] / page_text
    row[25] = <double>page.sums[last] / page_text
    row[26] = <double>tops / kept
    row[27] = <double>kept / n
    row[28] = <double>together / page.paths[top]
    row[29] = <double>most(page, n, True, &top) / kept
    row[30] = <double>first_links / kept
    row[31] = <double>(sums[TEXTS] - sums[LINKS]) / max(1, page_text - page_links)
    row[32] = spread(kept, tops, top_squares)
    row[33], row[34], row[35], row[36] = head[3], head[4], head[5], head[6]
    row[37] = page.kind[first]
    row[38] = min(page.n, MANY_NODES)
    row[39] = min(page_text, MUCH_TEXT)


# ---------------------------------------------------------------- what small trees say of it
def weigh(
    const double[:, ::1] facts, const int32_t[:, ::1] columns, const double[:, ::1] limits,
    const double[:, ::1] values
):
    """For each row of facts the sum of what small trees say of it."""
    cdef Py_ssize_t i, t, d, leaf, n = facts.shape[0], trees = columns.shape[0], depth = columns.shape[1]
    cdef double said
    if limits.shape[0] != trees or values.shape[0] != trees or limits.shape[1] != depth:
        raise ValueError("trees of different sizes")
    if values.shape[1] != 1 << depth:
        raise ValueError("a tree needs an answer for each leaf")
    for t in range(trees):
        for d in range(depth):
            if not 0 <= columns[t, d] < facts.shape[1]:
                raise ValueError("no such fact")
    found = np.empty(n, dtype=np.float64)
    cdef double[::1] to = found
    for i in range(n):
        said = 0.0
        for t in range(trees):
            leaf = 0
            for d in range(depth):
                leaf = 2 * leaf + (facts[i, columns[t, d]] > limits[t, d])
            said += values[t, leaf]
        to[i] = said
    return found
