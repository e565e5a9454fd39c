# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `lists.py`, `list_page.py` and `list_facts.py`, which explain it.

A set of records is known by a hash of its nodes, and the features of a list (tag paths, or pairs of tags) are counted
in arrays over all features, so that a list costs no more than a few looks at each of its nodes.
"""

from libc.math cimport ceil
from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcpy, memset

from os import urandom

import numpy as np

include "buffers.pxi"

from weblode.kernels import list_facts, list_page
from weblode.kernels import lists as definition

cdef enum:
    SKIPPED = 1, INLINE = 2, BREAK = 4, LINK = 8, IMAGE = 16, HEADING = 32, ASIDE = 64, FORM = 128
    NAV = 256, EDGE = 512, MINOR = 1024, MAJOR = 2048, CELL = 4096, LAYOUT = 8192

cdef enum:  # kinds of text, as in `clues.py`
    DIGIT = 1, PROSE = 2, DATED = 4, PRICED = 8, NUMBER = 16

cdef enum:  # numbers of pages, as in `list_page.py`
    COUNTED = 40, APART = 2

cdef enum:
    AROUND, BEFORE, BETWEEN, AFTER

cdef enum:
    TAG, SHAPE, ANY, COARSE, MARK

cdef enum:
    ONE, SIBLINGS, ALL, SAME

cdef enum:
    TEXTS, LINKS, FORMS, PROSES, ANCHORS, IMAGES, HEADINGS, LEAVES, DIGITS, CELLS, DATES, PRICES, SUMS

cdef enum:
    FEW = 32, KEYS = 96, SLOTS = 256, FACTS = 76, HEADS = 8, VOLUME = 17, TAGS = 255, NESTED = 5
    KEPT_OWN = 8  # so many features a node are listed before all lists are forgotten

cdef int32_t NOWHERE = INT32_MAX
cdef double LEAST_SHARE = definition.LEAST_SHARE, LEAST_LIKENESS = definition.LEAST_LIKENESS
cdef double OFTEN = list_facts.OFTEN
cdef int64_t EFFORT = definition.EFFORT
cdef int32_t MANY_RECORDS = list_facts.MANY_RECORDS, MANY_NODES = list_facts.MANY_NODES
cdef int32_t MUCH_TEXT = list_facts.MUCH_TEXT, MUCH_PROSE = list_facts.MUCH_PROSE, MANY_PAGES = list_facts.MANY_PAGES
cdef double[2][3] LIMITS
LIMITS[0] = definition.LIMITS[definition.LIGHT]
LIMITS[1] = definition.LIMITS[definition.STRICT]
cdef uint64_t SECRET = <uint64_t>int.from_bytes(urandom(8), "little")  # so that no page knows the slots of its texts
cdef uint64_t[COUNTED + 1] COUNTING
COUNTING = list_page.COUNTING
assert COUNTED == list_page.COUNTED and APART == list_page.APART
assert KEYS == definition.KEYS and FACTS == len(definition.FACTS) and HEADS == len(definition.HEADS)
assert definition.FACTS[VOLUME] == "volume" and NESTED == definition.NESTED


cdef struct Key:
    int32_t kind, tag, n, full  # how many children it cuts at, and how many of them have text
    int64_t text  # of the pieces around them
    uint64_t shape
    uint64_t children  # a hash of those at which it cuts


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
    const int32_t *first_mark
    const int32_t *marks
    int32_t n_marks
    const uint64_t *hashes
    const uint8_t *kinds  # of the text of each leaf
    uint16_t *trait  # with what is inherited
    uint8_t *kind
    int32_t *sums  # before each node, and at the end: SUMS numbers each, which stand together
    int32_t *texts  # the first of them once more: most questions are for text alone
    int32_t *leaves
    int32_t *first_child  # children[first_child[u]:first_child[u + 1]]
    int32_t *children
    uint64_t *shape
    uint64_t *coarse
    uint64_t *last
    uint64_t *last_coarse
    int32_t *text  # the number of each leaf's text; equal texts have the same
    int32_t *text_tick  # by text, the last list that has it
    int32_t *depth  # of each node, and later the nodes of one tag
    int32_t *local  # the number of each node's pair of tags: its parent's and its own
    int32_t *locals_  # how often each pair occurs
    const int32_t *feature  # what records are compared by: `path` or `local`
    int32_t *features
    const int32_t *earlier  # the node before each that has its feature, `NOWHERE` if it is none to compare by
    int32_t *earlier_path
    int32_t *earlier_local
    int32_t *marked  # how many nodes have each mark
    int32_t *first_of_mark  # nodes_of_mark[first_of_mark[m]:first_of_mark[m + 1]]
    int32_t *nodes_of_mark
    int32_t *mark_count
    int32_t *paths  # how often each path occurs
    int32_t *first_node  # nodes[first_node[p]:first_node[p + 1]] have path p and children
    int32_t *nodes
    int32_t *count  # by path, how many records have it
    int32_t *stamp
    int32_t *touched
    int32_t *places
    int32_t *kids  # of the group: each child, or its parent if that has no other
    int8_t *cuts  # by kind of cut, then by child of the group, the number of its cut
    int32_t *starts
    int32_t *stops
    int32_t *sizes
    int32_t *had
    int32_t *own  # the features of piece r: own[first_own[r]:stop_own[r]]
    int32_t *first_own
    int32_t *stop_own
    int32_t *listed  # by node, where in `own` its paths are, if they were listed: the first, and behind the last
    int32_t n_own
    uint8_t *kept
    uint8_t *counted  # whether the features of a piece are in `count`
    int32_t n_paths, n_touched, pager
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


cdef int32_t middle(int32_t *values, int32_t n) noexcept nogil:
    """The number that would be in the middle if they were sorted (Hoare's selection); it puts them in another order."""
    cdef int32_t low = 0, high = n - 1, k = n // 2, i, j, pivot, rounds = 0, less, equal
    if n <= FEW:  # count those that are less: no branch depends on the numbers
        for i in range(n):
            pivot, less, equal = values[i], 0, 0
            for j in range(n):
                less += values[j] < pivot
                equal += values[j] == pivot
            if less <= k < less + equal:
                return pivot
    while low < high:
        rounds += 1
        if rounds > 40:  # a page may be made so that each round takes one number off
            qsort(values, n, sizeof(int32_t), ascending)
            break
        pivot, i, j = values[(low + high) // 2], low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while pivot < values[j]:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if k <= j:
            high = j
        elif k >= i:
            low = i
        else:
            break
    return values[k]


cdef inline int32_t total(Page *page, int which, int32_t start, int32_t stop) noexcept nogil:
    """The sum over the nodes from `start` to before `stop`."""
    return page.sums[<size_t>SUMS * stop + which] - page.sums[<size_t>SUMS * start + which]


cdef inline int32_t text_of(Page *page, int32_t start, int32_t stop) noexcept nogil:
    return page.texts[stop] - page.texts[start]


cdef inline int32_t leaves_before(Page *page, int32_t u) noexcept nogil:
    return page.sums[<size_t>SUMS * u + LEAVES]


def lists(parent, end, tag, path, before, leaf, kinds, hashes, first_mark, marks, roles, traits):
    """All candidate lists of a page, with the facts measured for each; ValueError for columns of no tree."""
    cdef Page page
    cdef Py_ssize_t n, i, n_marks, n_traits
    cdef Py_ssize_t[10] sizes
    cdef const int32_t *befores
    cdef const int32_t *leaves
    cdef const uint8_t *own_roles
    cdef const uint16_t *own_traits
    memset(&page, 0, sizeof(Page))
    page.parent = <const int32_t *>numbers_of(parent, sizeof(int32_t), &n)
    page.end = <const int32_t *>numbers_of(end, sizeof(int32_t), &sizes[0])
    page.tag = <const int32_t *>numbers_of(tag, sizeof(int32_t), &sizes[1])
    page.path = <const int32_t *>numbers_of(path, sizeof(int32_t), &sizes[2])
    leaves = <const int32_t *>numbers_of(leaf, sizeof(int32_t), &sizes[3])
    page.kinds = <const uint8_t *>numbers_of(kinds, 1, &sizes[4])
    page.hashes = <const uint64_t *>numbers_of(hashes, sizeof(uint64_t), &sizes[5])
    own_roles = <const uint8_t *>numbers_of(roles, 1, &sizes[6])
    befores = <const int32_t *>numbers_of(before, sizeof(int32_t), &sizes[7])
    page.first_mark = <const int32_t *>numbers_of(first_mark, sizeof(int32_t), &sizes[8])
    page.marks = <const int32_t *>numbers_of(marks, sizeof(int32_t), &n_marks)
    own_traits = <const uint16_t *>numbers_of(traits, sizeof(uint16_t), &n_traits)
    for i in range(9):
        if sizes[i] != n + (i >= 7) or n >= INT32_MAX - 1:
            raise ValueError("columns of different lengths")
    if len(traits) != 2 or n_traits == 0:
        raise ValueError("no traits of tags")
    page.n = <int32_t>n
    if n == 0:
        return _taken(&page)
    check(page.parent, page.end, page.tag, page.path, befores, n)
    for i in range(n):
        if not 0 <= page.first_mark[i] <= page.first_mark[i + 1] <= n_marks:
            raise ValueError("not the marks of a tree")
    for i in range(n_marks):
        if not 0 <= page.marks[i] < n_marks:
            raise ValueError("not the marks of a tree")
        page.n_marks = max(page.n_marks, page.marks[i] + 1)
    for i in range(n):
        page.n_paths = max(page.n_paths, page.path[i] + 1)
    try:
        allocate(&page)
        fill(&page, befores, leaves, own_roles, own_traits, <int32_t>(n_traits // 2))
        page.pager = count_on(&page)
        pairs(&page)
        link_features(&page)
        number_texts(&page)
        shapes(&page)
        by_path(&page)
        if page.texts[n] > 0:
            groups(&page)
        return _taken(&page)
    finally:
        release(&page)


cdef int check(
    const int32_t *parent, const int32_t *end, const int32_t *tag, const int32_t *path, const int32_t *before,
    Py_ssize_t n
) except -1:
    """Raise ValueError unless every node is in the innermost one that is open, and no number leads out of an array.

    Nodes of one path have parents of one path: so none is inside another, and the pieces of a list have no node twice.
    """
    cdef Py_ssize_t i
    cdef int32_t u, p
    cdef bint good = parent[0] == -1 and end[0] == n and before[0] >= 0 and 0 <= path[0] < n, good_paths = True
    cdef int32_t *above  # by path, that of the parents
    cdef int32_t *after  # where the next child of each node begins
    good &= (0 <= tag[0]) & (tag[0] < INT32_MAX) & (before[0] <= before[1])
    if not good:
        raise ValueError("not the columns of a tree")
    above = <int32_t *>malloc(2 * n * sizeof(int32_t))
    if above == NULL:
        raise MemoryError
    after = above + n
    memset(above, 0xFF, n * sizeof(int32_t))  # -1
    after[0] = 1
    for i in range(1, n):
        u, p = parent[i], path[i]
        if not 0 <= u < i or not 0 <= p < n:
            good = False
            break
        good &= (0 <= tag[i]) & (tag[i] < INT32_MAX) & (before[i] <= before[i + 1])
        good &= (after[u] == i) & (i < end[i]) & (end[i] <= end[u])
        after[u], after[i] = end[i], <int32_t>i + 1
        above[p] = path[u] if above[p] == -1 else above[p]
        good_paths &= (above[p] == path[u]) & (p != path[0])
    if good:
        for i in range(n):
            good &= after[i] == end[i]
    free(above)
    if not good:
        raise ValueError("not the columns of a tree")
    if not good_paths:
        raise ValueError("not the paths of a tree")
    return 0


cdef _taken(Page *page):
    """What was found, as arrays."""
    cdef size_t i, n = page.out.lists
    cdef double most = 0.0, share = 0.0, plain = 0.0
    facts = np.empty((n, FACTS), dtype=np.float64)
    heads = np.empty((n, HEADS), dtype=np.int32)
    pieces = np.empty((page.out.used, 3), dtype=np.int32)
    offsets = np.zeros(n + 1, dtype=np.int32)
    cdef Py_ssize_t size
    cdef double *row
    cdef double *to_facts = <double *>numbers_of(facts, sizeof(double), &size)
    if n == 0:
        return definition.Lists.of(facts, heads, pieces, offsets)
    memcpy(to_facts, page.out.facts, n * FACTS * sizeof(double))
    memcpy(numbers_of(heads, sizeof(int32_t), &size), page.out.heads, n * HEADS * sizeof(int32_t))
    memcpy(numbers_of(pieces, sizeof(int32_t), &size), page.out.pieces, page.out.used * 3 * sizeof(int32_t))
    memcpy(<int32_t *>numbers_of(offsets, sizeof(int32_t), &size) + 1, page.out.offsets, n * sizeof(int32_t))
    for i in range(n):
        row = to_facts + i * FACTS
        most = max(most, row[VOLUME])
        share, plain = max(share, row[1]), max(plain, row[31])
    for i in range(n):
        row = to_facts + i * FACTS
        row[VOLUME] /= most
        row[57] = row[1] / share
        row[58] = row[31] / plain if plain > 0 else 0.0
    relate(page, to_facts)
    return definition.Lists.of(facts, heads, pieces, offsets)


cdef struct Whole:  # a list with all its pieces
    size_t number
    double share, records


cdef int relate(Page *page, double *facts) except -1:
    """Facts on what other lists with no less text have to do with each.

    `part` is the share of a list with about as many records, in which those of this one are parts; `holds` that of a
    list with several records in each of these; `held` that of a list with several of these in each of its own.
    """
    cdef size_t i, j, k, n = page.out.lists, n_wholes = 0
    cdef double ours, share, most
    cdef int32_t first, stop
    cdef float about
    cdef bint is_part
    cdef Whole *wholes = <Whole *>calloc(n, sizeof(Whole))
    # Columns of their own, which are compared four at once: nearly all lists are ruled out by them.
    cdef int32_t *firsts = <int32_t *>malloc(4 * n * sizeof(int32_t))
    cdef int32_t *stops = firsts + n
    cdef float *shares = <float *>(firsts + 2 * n)
    cdef int32_t *may_hold = firsts + 3 * n
    if wholes == NULL or firsts == NULL:
        free(wholes)
        free(firsts)
        raise MemoryError
    for i in range(n):
        facts[FACTS * i + 65] = facts[FACTS * i + 66] = facts[FACTS * i + 67] = 0.0
        if page.out.heads[i * HEADS + 6] == 0:
            wholes[n_wholes].number, wholes[n_wholes].share = i, facts[FACTS * i + 1]
            wholes[n_wholes].records = page.out.heads[i * HEADS + 7]
            firsts[n_wholes], stops[n_wholes] = bounds(page, i)
            shares[n_wholes] = <float>facts[FACTS * i + 1]  # rounded, but in the same order
            n_wholes += 1
    for i in range(n):
        if page.effort > EFFORT:
            break
        page.effort += n_wholes
        ours, share = page.out.heads[i * HEADS + 7], facts[FACTS * i + 1]
        about = <float>share
        first, stop = bounds(page, i)
        for k in range(n_wholes):
            may_hold[k] = (shares[k] >= about) & (firsts[k] <= first) & (stops[k] >= stop)
        for k in range(n_wholes):
            if not may_hold[k]:
                continue
            j = wholes[k].number
            if (wholes[k].share < share) | (i == j):
                continue
            is_part = 0.75 * wholes[k].records <= ours <= 1.25 * wholes[k].records
            if not (is_part or ours >= 1.5 * wholes[k].records):
                continue
            most = facts[FACTS * i + (65 if is_part else 67)]
            if wholes[k].share <= most and (is_part or share <= facts[FACTS * j + 66]):
                continue  # nothing would change
            if not contained(page, i, j):
                continue
            if is_part:
                facts[FACTS * i + 65] = max(facts[FACTS * i + 65], wholes[k].share)
            else:
                facts[FACTS * i + 67] = max(facts[FACTS * i + 67], wholes[k].share)
                facts[FACTS * j + 66] = max(facts[FACTS * j + 66], share)
    free(wholes)
    free(firsts)
    return 0


cdef inline (int32_t, int32_t) bounds(Page *page, size_t i) noexcept nogil:
    """The first node of a list's pieces, and the node after the last."""
    return page.out.pieces[3 * <size_t>(page.out.offsets[i - 1] if i else 0)], page.out.pieces[3 * page.out.offsets[i] - 2]


cdef bint contained(Page *page, size_t i, size_t j) noexcept nogil:
    """Whether five pieces of a list, evenly chosen, are proper parts of the pieces of another one."""
    cdef int32_t *pieces = page.out.pieces
    cdef size_t first = page.out.offsets[i - 1] if i else 0, stop = page.out.offsets[i], k, a, b, middle, at
    cdef size_t start_other = page.out.offsets[j - 1] if j else 0, stop_other = page.out.offsets[j]
    for k in range(5):
        at = first + k * (stop - first - 1) // 4
        a, b = start_other, stop_other
        while b - a > 1:
            middle = (a + b) // 2
            if pieces[3 * middle] <= pieces[3 * at]:
                a = middle
            else:
                b = middle
        page.effort += 4
        if pieces[3 * at + 1] > pieces[3 * a + 1]:
            return False
        if pieces[3 * at] == pieces[3 * a] and pieces[3 * at + 1] == pieces[3 * a + 1]:
            return False
    return True


cdef int allocate(Page *page) except -1:
    """One block for all columns, the widest numbers first; those that are counted in begin as zeros."""
    cdef size_t n = page.n + 2, m = page.n_paths + 2, k = page.n_marks + 2, marks = page.first_mark[page.n] + 1
    cdef size_t zeros = 8 * 4 * n + 4 * (8 * n + 2 * m + 3 * k)
    page.memory = <char *>malloc(zeros + 4 * ((SUMS + KEPT_OWN + 18) * n + marks) + 9 * n)
    page.seen, page.seen_mask = <uint64_t *>calloc(1024, sizeof(uint64_t)), 1023
    if page.memory == NULL or page.seen == NULL:
        raise MemoryError
    memset(page.memory, 0, zeros)
    page.shape = <uint64_t *>page.memory
    page.last, page.coarse, page.last_coarse = page.shape + n, page.shape + 2 * n, page.shape + 3 * n
    page.first_child = <int32_t *>(page.shape + 4 * n)
    page.count, page.stamp, page.text_tick = page.first_child + n, page.first_child + 2 * n, page.first_child + 3 * n
    page.locals_, page.depth = page.first_child + 4 * n, page.first_child + 5 * n
    page.listed = page.first_child + 6 * n
    page.paths = page.first_child + 8 * n
    page.first_node = page.paths + m
    page.marked = page.paths + 2 * m
    page.first_of_mark, page.mark_count = page.marked + k, page.marked + 2 * k
    page.sums = page.marked + 3 * k
    page.texts = page.sums + SUMS * n
    page.leaves, page.children, page.nodes = page.texts + n, page.texts + 2 * n, page.texts + 3 * n
    page.places, page.starts, page.stops = page.texts + 4 * n, page.texts + 5 * n, page.texts + 6 * n
    page.sizes, page.had, page.touched = page.texts + 7 * n, page.texts + 8 * n, page.texts + 9 * n
    page.local, page.stop_own, page.first_own = page.texts + 10 * n, page.texts + 11 * n, page.texts + 12 * n
    page.text, page.earlier_path, page.earlier_local = page.texts + 13 * n, page.texts + 14 * n, page.texts + 15 * n
    page.nodes_of_mark = page.texts + 16 * n
    page.kids = page.nodes_of_mark + marks
    page.own = page.kids + n
    page.trait = <uint16_t *>(page.own + (KEPT_OWN + 1) * n)
    page.kind = <uint8_t *>(page.trait + n)
    page.kept, page.counted, page.cuts = page.kind + n, page.kind + 2 * n, <int8_t *>(page.kind + 3 * n)
    page.feature, page.features, page.earlier = page.path, page.paths, page.earlier_path
    memset(page.sums, 0, SUMS * sizeof(int32_t))
    page.texts[0] = 0
    return 0


cdef void release(Page *page) noexcept:
    free(page.memory)
    free(page.seen)
    free(page.out.facts)
    free(page.out.heads)
    free(page.out.pieces)
    free(page.out.offsets)


cdef void fill(
    Page *page, const int32_t *before, const int32_t *leaf, const uint8_t *roles, const uint16_t *traits, int32_t tags
) noexcept nogil:
    """Traits, sums, children, and nodes by mark."""
    cdef int32_t n = page.n, u, v, up, text, last_tag = tags - 1, tag, k, child, children = 0
    cdef int32_t *row
    cdef const uint8_t *kinds = page.kinds
    cdef int32_t[SUMS] more
    cdef uint16_t own, trait
    cdef bint shown
    for u in range(n):
        up, tag = page.parent[u], min(page.tag[u], last_tag)
        own, page.kind[u] = traits[tag] | <uint16_t>((roles[u] & 3) << 10), <uint8_t>traits[tags + tag]
        if own & (MINOR | ASIDE | NAV | EDGE) and 2 * <int64_t>(before[page.end[u]] - before[u]) > before[n]:
            own &= <uint16_t>~(MINOR | ASIDE | NAV | EDGE)  # most of the page is no side of it
        trait = own
        if up >= 0:
            trait |= page.trait[up] & (SKIPPED | LINK | ASIDE | FORM | NAV | EDGE | MINOR)
        page.trait[u] = trait
        shown = leaf[u] >= 0 and not trait & SKIPPED
        text = before[u + 1] - before[u] if shown else 0
        row = page.sums + <size_t>SUMS * u
        memset(more, 0, sizeof(more))
        if leaf[u] >= 0:
            more[TEXTS], more[LEAVES] = text, shown
            more[LINKS] = text if trait & LINK else 0
            more[FORMS] = text if trait & FORM else 0
            more[PROSES] = text if kinds[u] & PROSE and not trait & LINK else 0
            more[DIGITS] = (kinds[u] & DIGIT) > 0 and shown
            more[DATES] = (kinds[u] & DATED) > 0 and shown
            more[PRICES] = (kinds[u] & PRICED) > 0 and shown
        more[ANCHORS], more[IMAGES] = (own & LINK) > 0, (own & IMAGE) > 0
        more[HEADINGS], more[CELLS] = (own & HEADING) > 0, (own & CELL) > 0
        for k in range(SUMS):
            row[SUMS + k] = row[k] + more[k]
        page.texts[u + 1] = row[SUMS + TEXTS]
        page.leaves[row[LEAVES]] = u  # the next one replaces it if this is none
        page.paths[page.path[u]] += 1
        child = is_child(page, u, shown)
        page.first_child[up + 2] += child
        page.nodes[children] = u  # until `by_path`, the nodes that are children
        children += child
        for k in range(page.first_mark[u], page.first_mark[u + 1]):
            page.marked[page.marks[k]] += 1
    for u in range(n):
        page.first_child[u + 2] += page.first_child[u + 1]
    for k in range(children):
        u = page.nodes[k]
        v = page.parent[u] + 1
        page.children[page.first_child[v]] = u
        page.first_child[v] += 1
    for k in range(page.n_marks):
        page.first_of_mark[k + 1] = page.first_of_mark[k] + page.marked[k]
        page.mark_count[k] = page.first_of_mark[k]
    for u in range(n):
        for k in range(page.first_mark[u], page.first_mark[u + 1]):
            v = page.marks[k]
            page.nodes_of_mark[page.mark_count[v]] = u
            page.mark_count[v] += 1
    memset(page.mark_count, 0, page.n_marks * sizeof(int32_t))


cdef int32_t count_on(Page *page) noexcept nogil:
    """How many numbers, each one more than the last, stand in a row among the texts of a page."""
    cdef int32_t most = 0, run = 0, number = 0, since = 0, k, u
    cdef uint64_t code
    for k in range(leaves_before(page, page.n)):
        since += 1
        u = page.leaves[k]
        if not page.kinds[u] & NUMBER:
            continue
        code = page.hashes[u]
        if run and number < COUNTED and since <= APART + 1 and COUNTING[number + 1] == code:
            run, number = run + 1, number + 1
        else:
            number = 0
            while number <= COUNTED and COUNTING[number] != code:
                number += 1
            if number > COUNTED:
                number = -1
            run = number >= 0
        most, since = max(most, run), 0
    return most


cdef void by_path(Page *page) noexcept nogil:
    """Sort the nodes with children by their paths."""
    cdef int32_t u, v, k, parents = 0
    cdef int32_t *having = page.places  # the nodes that have children
    for u in range(page.n):
        having[parents] = u
        parents += page.first_child[u + 1] > page.first_child[u]
    for k in range(parents):
        page.first_node[page.path[having[k]] + 2] += 1
    for u in range(page.n_paths):
        page.first_node[u + 2] += page.first_node[u + 1]
    for k in range(parents):
        v = page.path[having[k]] + 1
        page.nodes[page.first_node[v]] = having[k]
        page.first_node[v] += 1


cdef int pairs(Page *page) except -1:
    """Number the pairs of tags: each node's parent's and its own; tags beyond 255 are one, the root's parent is 0."""
    cdef int32_t u, key, found = 0, n_tags = 1
    cdef int32_t[256] dense  # numbers for the tags of this page, so that the table of pairs is small
    cdef int32_t *numbers
    memset(dense, 0, sizeof(dense))
    for u in range(page.n):
        key = min(page.tag[u], 255)
        if key > 0 and dense[key] == 0:
            dense[key] = n_tags
            n_tags += 1
    numbers = <int32_t *>calloc(<size_t>n_tags * n_tags, sizeof(int32_t))
    if numbers == NULL:
        raise MemoryError
    for u in range(page.n):
        key = (dense[min(page.tag[page.parent[u]], 255)] * n_tags if u else 0) + dense[min(page.tag[u], 255)]
        if numbers[key] == 0:
            found += 1
            numbers[key] = found
        page.local[u] = numbers[key] - 1
        page.locals_[page.local[u]] += 1
    free(numbers)
    return 0


cdef int number_texts(Page *page) except -1:
    """Number the texts of leaves that are seen; equal ones, by their hashes, have the same number."""
    cdef int32_t i, u, found = 0, leaves = leaves_before(page, page.n)
    cdef size_t mask = 15, slot
    cdef int32_t *slots
    while mask < 2 * <size_t>leaves:
        mask = 2 * mask + 1
    slots = <int32_t *>calloc(mask + 1, sizeof(int32_t))
    if slots == NULL:
        raise MemoryError
    for i in range(leaves):
        u = page.leaves[i]
        slot = mixed(page.hashes[u] ^ SECRET) & mask
        while slots[slot] and page.hashes[slots[slot] - 1] != page.hashes[u]:
            slot = (slot + 1) & mask
        if slots[slot]:
            page.text[u] = page.text[slots[slot] - 1]
        else:
            slots[slot] = u + 1
            page.text[u] = found
            found += 1
    free(slots)
    return 0


cdef inline bint is_child(Page *page, int32_t u, bint shown) noexcept nogil:
    return (u > 0) & ((page.trait[u] & SKIPPED) == 0) & ((page.tag[u] > 0) | shown)


cdef void shapes(Page *page) noexcept nogil:
    """Hash the tags below each node: all of them into `shape`, those just below it into `coarse`."""
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
        if not page.trait[u] & INLINE and page.last_coarse[up] != <uint64_t>(page.tag[u] + 1):
            page.last_coarse[up] = <uint64_t>(page.tag[u] + 1)
            page.coarse[up] = mixed(page.coarse[up] ^ <uint64_t>(page.tag[u] + 1))


# ---------------------------------------------------------------- groups of parents and their cuts
cdef int groups(Page *page) except -1:
    cdef double least = LEAST_SHARE * page.texts[page.n]
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
    for i in range(page.n_marks):
        if page.effort > EFFORT:
            return 0
        same(page, page.nodes_of_mark + page.first_of_mark[i], page.marked[i], MARK, least)
    return nested(page, least)


cdef int nested(Page *page, double least) except -1:
    """The nodes of each tag that stands deeper and deeper as the records: those that were never closed."""
    cdef int32_t[TAGS] last, deeper, deepest
    cdef int32_t u, n
    cdef int tag
    cdef int32_t *depth = page.depth
    memset(last, 0, sizeof(last))
    memset(deeper, 0, sizeof(deeper))
    memset(deepest, 0, sizeof(deepest))
    for u in range(1, page.n):
        depth[u] = depth[page.parent[u]] + 1
        if not 0 < page.tag[u] < TAGS or page.trait[u] & (SKIPPED | LAYOUT):
            continue
        tag = page.tag[u]
        deeper[tag] = deeper[tag] + 1 if depth[u] > last[tag] else 1
        deepest[tag] = max(deepest[tag], deeper[tag])
        last[tag] = depth[u]
    for tag in range(1, TAGS):
        if deepest[tag] < NESTED:
            continue
        if page.effort > EFFORT:
            return 0
        n = 0
        for u in range(1, page.n):
            if page.tag[u] == tag and not page.trait[u] & (SKIPPED | LAYOUT):
                depth[n] = u
                n += 1
        same(page, depth, n, TAG, least)
    return 0


cdef int same(Page *page, const int32_t *nodes, int32_t n, int kind, double least) except -1:
    """The nodes of one mark or tag as the records, wherever they stand; a node inside another one ends it."""
    cdef int32_t i, u, stop, found = 0
    cdef int64_t text = 0
    cdef bint mixed_paths = False
    cdef Key key
    for i in range(n):
        u = nodes[i]
        if page.trait[u] & SKIPPED:
            continue
        stop = page.end[u]
        if i + 1 < n and nodes[i + 1] < stop:
            stop = nodes[i + 1]
        page.effort += 1
        if text_of(page, u, stop) == 0:
            continue
        text += text_of(page, u, stop)
        page.starts[found], page.stops[found] = u, stop
        mixed_paths = mixed_paths or page.path[u] != page.path[page.starts[0]]
        found += 1
    if found < 2 or text <= least:
        return 0
    memset(&key, 0, sizeof(Key))
    key.kind, key.tag = kind, page.tag[nodes[0]]
    if mixed_paths:
        page.feature, page.features, page.earlier = page.local, page.locals_, page.earlier_local
    propose(page, found, page.parent[page.starts[0]], n, SAME, key, AROUND)
    if mixed_paths:
        clear(page)
        page.feature, page.features, page.earlier = page.path, page.paths, page.earlier_path
    return 0


cdef bint group(Page *page, const int32_t *parents, int32_t n, int kind, double least) except -1:
    """Try all cuts of a group; false if enough was done for this page."""
    cdef Key[KEYS] keys
    cdef int8_t[SLOTS] slots  # the number of a key plus one, by its hash
    cdef Key key
    cdef int n_keys = 0, k, j, number
    cdef int32_t i, c, v, filled = 0, elements = 0, full = 0, first = 0, last = 0, kid = 0, room = page.n
    cdef int8_t *cuts = page.cuts
    cdef int64_t text = 0, children = 0
    cdef uint64_t code
    cdef int32_t own
    cdef bint has_text, is_apart, ends_records
    for i in range(n):
        text += text_of(page, parents[i], page.end[parents[i]])
    if text <= least:
        return True
    if page.effort > EFFORT:
        return False
    memset(slots, 0, sizeof(slots))
    for i in range(n):
        c = page.first_child[parents[i] + 1] - page.first_child[parents[i]]
        children += c
        if c == 1:
            page.kids[kid] = parents[i]
        else:
            memcpy(page.kids + kid, page.children + page.first_child[parents[i]], c * sizeof(int32_t))
        for c in range(page.first_child[parents[i]], page.first_child[parents[i] + 1]):
            v = page.children[c]
            has_text = text_of(page, v, page.end[v]) > 0
            filled += has_text
            if has_text:
                first, last = first or v, v
            if page.tag[v] == 0:
                cuts[TAG * room + kid] = cuts[SHAPE * room + kid] = cuts[COARSE * room + kid] = -1
                kid += 1
                continue
            elements += 1
            full += has_text
            own = text_of(page, page.kids[kid], page.end[page.kids[kid]])
            code = mixed(<uint64_t>v)
            n_keys = count_key(keys, slots, n_keys, TAG, page.tag[v], 0, code, has_text, own, &number)
            cuts[TAG * room + kid] = number
            n_keys = count_key(keys, slots, n_keys, SHAPE, page.tag[v], page.shape[v], code, has_text, own, &number)
            cuts[SHAPE * room + kid] = number
            n_keys = count_key(keys, slots, n_keys, COARSE, page.tag[v], page.coarse[v], code, has_text, own, &number)
            cuts[COARSE * room + kid] = number
            kid += 1
            for j in range(page.first_mark[v], page.first_mark[v + 1]):
                n_keys = count_key(
                    keys, slots, n_keys, MARK, page.tag[v], <uint64_t>page.marks[j], code, has_text, own, &number
                )
    page.effort += children
    for k in range(n_keys):
        key = keys[k]
        if key.n < 2 or (key.kind != TAG and is_whole_tag(keys, n_keys, &key)):
            continue
        is_apart = filled - key.full >= 0.3 * key.n
        ends_records = is_apart and n == 1 and is_at(page, &key, last) and not is_at(page, &key, first)
        page.effort += children * (1 + is_apart + ends_records)
        if is_counted(keys, k):
            continue
        if 2 * key.full < key.n:
            cut(page, parents, n, kind, key, BETWEEN)
        elif key.text <= least:
            pass  # `propose` would say so
        elif key.kind == MARK:
            cut(page, parents, n, kind, key, AROUND)
        else:
            propose(page, kids_of(page, cuts + key.kind * room, k, kid), parents[0], n, kind, key, AROUND)
        if is_apart:
            cut(page, parents, n, kind, key, BEFORE)
        if ends_records:
            cut(page, parents, n, kind, key, AFTER)
    if elements >= 2 and 2 * full >= elements:
        page.effort += children
        if not (n_keys and keys[0].n == elements):  # else the first tag is that of all
            memset(&key, 0, sizeof(Key))
            key.kind = ANY
            cut(page, parents, n, kind, key, AROUND)
    return True


cdef inline bint is_whole_tag(Key *keys, int n, Key *key) noexcept nogil:
    """Whether a cut is at all children of its tag."""
    cdef int j
    for j in range(n):
        if keys[j].kind == TAG and keys[j].tag == key.tag:
            return keys[j].n == key.n
    return False


cdef inline bint is_counted(Key *keys, int k) noexcept nogil:
    """Whether an earlier cut is at the same children: its lists would be the same."""
    cdef int j
    for j in range(k):
        if keys[j].children == keys[k].children:
            return True
    return False


cdef inline int count_key(
    Key *keys, int8_t *slots, int n, int kind, int32_t tag, uint64_t shape, uint64_t child, bint has_text, int32_t text,
    int *number
) noexcept nogil:
    """Count a cut, whose number is filled in, -1 if there are too many; how many there are now."""
    cdef uint64_t slot = ((shape ^ <uint64_t>tag << 3 ^ <uint64_t>kind) * <uint64_t>0x9E3779B97F4A7C15) >> 56
    cdef Key *key
    while slots[slot]:
        key = keys + slots[slot] - 1
        if key.kind == kind and key.tag == tag and key.shape == shape:
            key.n += 1
            key.full += has_text
            key.text += text
            key.children += child
            number[0] = slots[slot] - 1
            return n
        slot = (slot + 1) % SLOTS
    number[0] = n if n < KEYS else -1
    if n == KEYS:
        return n
    keys[n].kind, keys[n].tag, keys[n].shape, keys[n].children = kind, tag, shape, child
    keys[n].n, keys[n].full, keys[n].text = 1, has_text, text
    slots[slot] = <int8_t>(n + 1)
    return n + 1


cdef int32_t kids_of(Page *page, const int8_t *cuts, int number, int32_t n) noexcept nogil:
    """Fill `starts` and `stops` with the children of a group around which a cut stands, if they have text."""
    cdef int32_t c, start, stop, found = 0
    cdef const int32_t *kids = page.kids
    cdef const int32_t *end = page.end
    cdef const int32_t *texts = page.texts
    cdef int32_t *starts = page.starts
    cdef int32_t *stops = page.stops
    for c in range(n):
        if cuts[c] == number:
            start = kids[c]
            stop = end[start]
            starts[found], stops[found] = start, stop
            found += texts[stop] != texts[start]
    return found


cdef inline bint has_mark(Page *page, int32_t v, int32_t mark) noexcept nogil:
    cdef int32_t k
    for k in range(page.first_mark[v], page.first_mark[v + 1]):
        if page.marks[k] == mark:
            return True
    return False


cdef int32_t places_of(Page *page, Key *key, const int32_t *children, int32_t n) noexcept nogil:
    """Fill `places` with the numbers of the children at which a key cuts; how many there are."""
    cdef int32_t c, found = 0, tag = key.tag
    cdef int32_t *places = page.places
    cdef const int32_t *tags = page.tag
    cdef const uint64_t *shapes = page.coarse if key.kind == COARSE else page.shape
    if key.kind == SHAPE or key.kind == COARSE:
        for c in range(n):
            places[found] = c
            found += (tags[children[c]] == tag) & (shapes[children[c]] == key.shape)
    elif key.kind == TAG:
        for c in range(n):
            places[found] = c
            found += tags[children[c]] == tag
    elif key.kind == ANY:
        for c in range(n):
            places[found] = c
            found += tags[children[c]] > 0
    else:
        for c in range(n):
            places[found] = c
            found += tags[children[c]] == tag and has_mark(page, children[c], <int32_t>key.shape)
    return found


cdef inline bint is_at(Page *page, Key *key, int32_t v) noexcept nogil:
    """Whether a cut is made at a child."""
    if page.tag[v] != key.tag:
        return False
    if key.kind == MARK:
        return has_mark(page, v, <int32_t>key.shape)
    return key.kind == TAG or (page.coarse if key.kind == COARSE else page.shape)[v] == key.shape


cdef int32_t pieces_of(Page *page, const int32_t *parents, int32_t n_parents, Key *key, int placement) noexcept nogil:
    """Fill `starts` and `stops` with the pieces that have text; how many there are."""
    cdef int32_t found = 0, p, i, n, n_places, longest, a, b
    cdef int32_t *children
    for p in range(n_parents):
        children = page.children + page.first_child[parents[p]]
        n = page.first_child[parents[p] + 1] - page.first_child[parents[p]]
        n_places = places_of(page, key, children, n)
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
                if placement == AFTER:
                    a = page.places[i - 1] + 1 if i > 0 else max(0, page.places[0] + 1 - longest)
                    b = page.places[i] + 1
                else:
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
    if text_of(page, start, stop) == 0:
        return found
    page.starts[found], page.stops[found] = start, stop
    return found + 1


cdef bint is_new(Page *page, int32_t n) except -1:
    """Whether the pieces that are kept were not seen before; from now on they are."""
    cdef uint64_t h = 1, x
    cdef uint64_t *larger
    cdef size_t slot, i
    cdef int32_t r
    for r in range(n):
        if page.kept[r]:
            x = (<uint64_t>page.starts[r] << 32 | <uint64_t>page.stops[r]) * <uint64_t>0x9E3779B97F4A7C15
            h += (x ^ (x >> 32)) * <uint64_t>0xBF58476D1CE4E5B9  # a sum: no product waits for another
    h = mixed(h) | 1
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
    cdef int32_t n = pieces_of(page, parents, n_parents, &key, placement)
    return propose(page, n, parents[0], n_parents, group_kind, key, placement)


cdef int propose(
    Page *page, int32_t n, int32_t parent, int32_t n_parents, int group_kind, Key key, int placement
) except -1:
    """Add the lists of the first `n` pieces: all of them, and without those that are unlike the others."""
    cdef int32_t r, kept, usual, common = 0, smallest = INT32_MAX, largest = 0, fewest = INT32_MAX, least
    cdef int64_t text = 0
    cdef int left_out
    cdef double[3] limits
    cdef int32_t[8] head = [parent, n_parents, key.tag, placement, key.kind, group_kind, 0, 0]
    if n < 2:
        return 0
    memset(page.kept, 1, n)
    if not is_new(page, n):
        return 0
    for r in range(n):
        kept = page.sizes[r] = text_of(page, page.starts[r], page.stops[r])
        text += kept
        smallest, largest = min(smallest, kept), max(largest, kept)
    if text <= LEAST_SHARE * page.texts[page.n]:
        return 0
    for r in range(n):
        page.effort += page.stops[r] - page.starts[r]
        page.effort += page.first_mark[page.starts[r] + 1] - page.first_mark[page.starts[r]]
    hold(page, n)
    usual, least = middle(page.sizes, n), <int32_t>ceil(OFTEN * n)
    for r in range(page.n_touched):
        common += page.count[page.touched[r]] >= least
    share_common(page, n)
    for r in range(n):
        fewest = min(fewest, page.had[r])
    add(page, n, n, head, common)
    for left_out in range(1, 3):
        limits = LIMITS[left_out - 1]
        if limits[1] * usual <= smallest and largest <= limits[2] * usual and fewest >= limits[0] * common:
            continue  # none is unlike the others
        kept, text = 0, 0
        for r in range(n):
            page.kept[r] = (
                limits[1] * usual <= text_of(page, page.starts[r], page.stops[r]) <= limits[2] * usual
                and page.had[r] >= limits[0] * common
            )
            if page.kept[r]:
                kept += 1
                text += text_of(page, page.starts[r], page.stops[r])
        if not is_new(page, n) or kept < 2 or text <= LEAST_SHARE * page.texts[page.n]:
            continue
        let_go(page, n)
        head[6] = left_out
        add(page, n, kept, head, common)
    return 0


cdef void hold(Page *page, int32_t n) noexcept nogil:
    """Count for each feature how many of the first `n` pieces have it; `own` gets the features of each piece.

    A feature is new to a piece where the node before that has it stands before the piece: nothing is looked up.
    """
    # Pointers of its own: numbers that are written might else be those of the page, and all would be read anew.
    cdef int32_t r, v, k, p, start, stop, used, touched = 0
    cdef const int32_t *feature = page.feature
    cdef const int32_t *earlier = page.earlier
    cdef int32_t *count = page.count
    cdef int32_t *own = page.own
    cdef int32_t *all_touched = page.touched
    cdef int32_t *listed
    cdef bint of_paths = feature == page.path
    clear(page)
    if page.n_own > KEPT_OWN * page.n:
        page.n_own = 0
        memset(page.listed, 0, 2 * <size_t>page.n * sizeof(int32_t))
    used = page.n_own
    for r in range(n):
        start, stop = page.starts[r], page.stops[r]
        listed = page.listed + 2 * <size_t>start
        if of_paths and listed[1] and page.end[start] == stop:
            page.first_own[r], page.stop_own[r] = listed[0], listed[1]
        else:
            page.first_own[r] = used
            for v in range(start, stop):
                own[used] = feature[v]
                used += earlier[v] < start
            page.stop_own[r] = used
            if of_paths and page.end[start] == stop:
                listed[0], listed[1] = page.first_own[r], used
        for k in range(page.first_own[r], page.stop_own[r]):
            p = own[k]
            all_touched[touched] = p
            touched += count[p] == 0
            count[p] += 1
    memset(page.counted, 1, n)
    page.n_touched, page.n_own = touched, used


cdef void link_features(Page *page) noexcept nogil:
    """For each node, the one before it that has its path, and the one that has its pair of tags."""
    cdef int32_t u, p, q
    cdef int32_t *last_path = page.count  # each plus one; they are zeros, and become so again
    cdef int32_t *last_local = page.stamp
    for u in range(page.n):
        if page.trait[u] & (SKIPPED | BREAK):
            page.earlier_path[u] = page.earlier_local[u] = NOWHERE
            continue
        p, q = page.path[u], page.local[u]
        page.earlier_path[u], page.earlier_local[u] = last_path[p] - 1, last_local[q] - 1
        last_path[p] = last_local[q] = u + 1
    memset(last_path, 0, page.n * sizeof(int32_t))


cdef void let_go(Page *page, int32_t n) noexcept nogil:
    """Count no more the features of the pieces that are not kept."""
    cdef int32_t r, k
    for r in range(n):
        if page.counted[r] and not page.kept[r]:
            page.counted[r] = 0
            for k in range(page.first_own[r], page.stop_own[r]):
                page.count[page.own[k]] -= 1


cdef void clear(Page *page) noexcept nogil:
    """Forget the counts of the last list."""
    cdef int32_t r
    for r in range(page.n_touched):
        page.count[page.touched[r]] = 0
    page.n_touched = 0


cdef void share_common(Page *page, int32_t n) noexcept nogil:
    """How many of the common features each piece has, into `had`."""
    cdef int32_t r
    for r in range(n):
        page.had[r] = common_in(page, r, n)


# ---------------------------------------------------------------- what is measured
cdef inline double spread(int32_t n, int64_t sum_, int64_t squares) noexcept nogil:
    cdef double square = <double>sum_ * <double>sum_
    return (<double>n * <double>squares - square) / square


cdef int32_t most(Page *page, int32_t n, bint of_leaves, int32_t *value) noexcept nogil:
    """The most frequent path of the records' first nodes, or first leaves, and how often it occurs."""
    cdef int32_t r, p, best = 0, same = -1
    cdef int rounds
    for r in range(n):
        if page.kept[r]:
            p = page.feature[page.leaves[leaves_before(page, page.starts[r])] if of_leaves else page.starts[r]]
            if same >= 0 and p != same:
                break
            same = p
            best += 1
    else:  # all have one, as often
        value[0] = same
        return best
    best = 0
    for rounds in range(3):  # to nothing, count, look
        for r in range(n):
            if not page.kept[r]:
                continue
            p = page.feature[page.leaves[leaves_before(page, page.starts[r])] if of_leaves else page.starts[r]]
            if rounds == 0:
                page.stamp[p] = 0
            elif rounds == 1:
                page.stamp[p] += 1
            elif page.stamp[p] > best:
                best, value[0] = page.stamp[p], p
    return best


cdef int add(Page *page, int32_t n, int32_t kept, int32_t *head, int32_t all_common) except -1:
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
    measure(page, n, kept, head, likeness, common, paths, all_common)
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
    Page *page, int32_t n, int32_t kept, int32_t *head, double likeness, int32_t common, int64_t paths,
    int32_t all_common
) noexcept nogil:
    """One row of facts, in the order of `FACTS`."""
    cdef double *row = page.out.facts + page.out.lists * FACTS
    cdef const int32_t *before
    cdef const int32_t *after
    cdef int32_t[SUMS] inside, sums  # pieces have no node twice, so that sums are those of the page at most
    cdef int64_t squares = 0, leaf_squares = 0, nodes = 0, tops = 0, top_squares = 0, here
    cdef int32_t r, a, b, u, which, size, first = -1, last = 0, linked = 0, first_links = 0, m = 0, top = 0, together
    cdef int32_t dropped = 0, aside = 0, nav = 0, edge = 0, minor = 0, major = 0, digits = 0, proses = 0
    cdef int32_t smallest = INT32_MAX, largest = 0, usual
    cdef int32_t first_r = 0, last_r = 0, texts = 0, dated = 0, priced = 0, first_digits = 0, numbered = 0
    cdef int32_t page_text = page.texts[page.n], page_links = total(page, LINKS, 0, page.n)
    cdef int32_t page_prose = total(page, PROSES, 0, page.n)
    cdef uint16_t trait
    memset(sums, 0, sizeof(sums))
    row[62], row[63], row[64] = 1.0, 0.0, 0.0
    for r in range(n):
        if not page.kept[r]:
            dropped += 1
            row[63] += page.had[r]
            row[64] += text_of(page, page.starts[r], page.stops[r])
            continue
        row[62] = min(row[62], <double>page.had[r] / max(1, all_common))
        a, b = page.starts[r], page.stops[r]
        if first < 0:
            first, first_r = a, r
        last, last_r = b, r
        before, after = page.sums + <size_t>SUMS * a, page.sums + <size_t>SUMS * b
        for which in range(SUMS):
            inside[which] = after[which] - before[which]
            sums[which] += inside[which]
        size = page.sizes[m] = inside[TEXTS]
        smallest, largest = min(smallest, size), max(largest, size)
        m += 1
        squares += <int64_t>size * size
        leaf_squares += <int64_t>inside[LEAVES] * inside[LEAVES]
        nodes += b - a
        linked += inside[ANCHORS] > 0
        digits += inside[DIGITS] > 0
        proses += inside[PROSES] > 0
        dated += inside[DATES] > 0
        priced += inside[PRICES] > 0
        u = page.leaves[before[LEAVES]]
        first_links += (page.trait[u] & LINK) > 0
        first_digits += (page.kinds[u] & DIGIT) > 0
        numbered += (page.kinds[u] & NUMBER) > 0
        u = page.text[u]
        texts += page.text_tick[u] != <int32_t>page.out.lists + 1
        page.text_tick[u] = <int32_t>page.out.lists + 1
        trait = page.trait[page.parent[a]] if a > 0 else 0
        aside += (trait & ASIDE) > 0
        nav += (trait & NAV) > 0
        edge += (trait & EDGE) > 0
        minor += ((trait | page.trait[a]) & MINOR) > 0
        major += ((trait | page.trait[a]) & MAJOR) > 0
        here = 0
        u = a
        while u < b:
            here += 1
            u = page.end[u]
        tops += here
        top_squares += here * here
    row[48] = <double>page.sizes[0]
    row[49] = <double>page.sizes[m - 1]
    usual = middle(page.sizes, m)
    u = max(0, page.parent[first])
    while page.end[u] < last:
        u = page.parent[u]
    together = most(page, n, False, &top)
    row[0] = min(kept, MANY_RECORDS)
    row[1] = <double>sums[TEXTS] / page_text
    row[2] = usual
    row[3] = spread(kept, sums[TEXTS], squares)
    row[4] = <double>smallest / usual
    row[5] = <double>largest / usual
    row[6] = <double>sums[LINKS] / sums[TEXTS]
    row[7] = <double>sums[ANCHORS] / kept
    row[8] = <double>linked / kept
    row[9] = <double>sums[LEAVES] / kept
    row[10] = spread(kept, sums[LEAVES], leaf_squares)
    row[11] = <double>(sums[TEXTS] - sums[LINKS]) / kept
    row[12] = <double>aside / kept
    row[13] = <double>sums[FORMS] / sums[TEXTS]
    row[14] = <double>sums[IMAGES] / kept
    row[15] = <double>sums[HEADINGS] / kept
    row[16] = <double>nodes / kept
    row[17] = <double>kept * sums[TEXTS]
    row[18] = likeness
    row[19] = common
    row[20] = common / (<double>paths / kept)
    row[21] = <double>nodes / paths
    row[22] = <double>sums[TEXTS] / text_of(page, first, last)
    row[23] = <double>sums[TEXTS] / text_of(page, u, page.end[u])
    row[24] = <double>page.texts[first] / page_text
    row[25] = <double>page.texts[last] / page_text
    row[26] = <double>tops / kept
    row[27] = <double>kept / n
    row[28] = <double>together / page.features[top]
    row[29] = <double>most(page, n, True, &top) / kept
    row[30] = <double>first_links / kept
    row[31] = <double>(sums[TEXTS] - sums[LINKS]) / max(1, page_text - page_links)
    row[32] = spread(kept, tops, top_squares)
    row[33], row[34], row[35], row[36] = head[3], head[4], head[5], head[6]
    row[37] = page.kind[first]
    row[38] = min(page.n, MANY_NODES)
    row[39] = min(page_text, MUCH_TEXT)
    row[40], row[41] = <double>nav / kept, <double>edge / kept
    row[42], row[43] = <double>minor / kept, <double>major / kept
    which = most_marked(page, n, &size)
    row[44] = <double>size / kept
    row[45] = <double>size / page.marked[which] if size else 0.0
    row[46] = <double>common_in(page, first_r, kept) / max(1, common)
    row[47] = <double>common_in(page, last_r, kept) / max(1, common)
    row[48] /= usual
    row[49] /= usual
    row[50] = <double>(last_r - first_r + 1 - kept) / kept
    row[51] = <double>digits / kept
    row[52] = <double>sums[PROSES] / sums[TEXTS]
    size = total(page, CELLS, page.starts[first_r], page.stops[first_r])
    row[53] = size > 0 and <int64_t>size * kept > 2 * sums[CELLS]
    row[54] = <double>texts / kept
    row[55] = <double>page_links / page_text
    row[56] = <double>page_prose / page_text
    row[59] = page.feature == page.local
    row[60] = <double>proses / kept
    row[61] = heading_before(page, first)
    row[63] /= max(1, dropped * all_common)
    row[64] /= max(1, dropped) * <double>usual
    row[68] = <double>sums[PROSES] / max(1, page_prose)
    row[69] = <double>total(page, PROSES, 0, first) / max(1, page_prose)
    row[70] = min(page_prose - sums[PROSES], <int64_t>MUCH_PROSE)
    row[71], row[72] = <double>dated / kept, <double>priced / kept
    row[73], row[74] = <double>first_digits / kept, <double>numbered / kept
    row[75] = min(page.pager, MANY_PAGES)


cdef int32_t most_marked(Page *page, int32_t n, int32_t *count) noexcept nogil:
    """The mark that most of the records' first nodes have, and how many; of several the one that first has so many."""
    cdef int32_t r, k, mark, best = 0
    count[0] = 0
    for r in range(n):
        if page.kept[r]:
            for k in range(page.first_mark[page.starts[r]], page.first_mark[page.starts[r] + 1]):
                mark = page.marks[k]
                page.mark_count[mark] += 1
                if page.mark_count[mark] > count[0]:
                    best, count[0] = mark, page.mark_count[mark]
    for r in range(n):
        if page.kept[r]:
            for k in range(page.first_mark[page.starts[r]], page.first_mark[page.starts[r] + 1]):
                page.mark_count[page.marks[k]] = 0
    return best


cdef int32_t common_in(Page *page, int32_t r, int32_t kept) noexcept nogil:
    """How many of the common features a piece has."""
    cdef int32_t k, found = 0, least = <int32_t>ceil(OFTEN * kept)
    cdef const int32_t *count = page.count
    cdef const int32_t *own = page.own
    for k in range(page.first_own[r], page.stop_own[r]):
        found += count[own[k]] >= least
    return found


cdef bint heading_before(Page *page, int32_t first) noexcept nogil:
    """Whether the last text before a node is a heading."""
    cdef int32_t number = leaves_before(page, first) - 1, u, steps
    if number < 0:
        return False
    u = page.leaves[number]
    for steps in range(4):
        if u < 0:
            return False
        if page.trait[u] & HEADING:
            return True
        u = page.parent[u]
    return False
