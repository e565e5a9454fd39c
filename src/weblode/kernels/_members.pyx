# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `members.py`, which explains it."""

from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

import numpy as np

include "buffers.pxi"

from weblode.kernels import clues, list_page
from weblode.kernels import members as definition

cdef enum:
    TEXT, LINKS, PROSE, ANCHORS, IMAGES, HEADINGS, CELLS, LEAVES, DIGITS, DATES, PRICES, LABELS, TOPS
    FEATURES, SHARED, COMMON, RARE, MARKS, MARKS_SHARED, MARKS_RARE, FIRST_PLACE, FIRST_TEXT, COUNTS
assert COUNTS == len(definition.COUNTS)

cdef enum:
    FACTS = 28, HAVING = 8, LIKELY = 4096, ROUNDS = 40
assert FACTS == len(definition.FACTS) and HAVING == len(definition.HAVING)
cdef int[HAVING] HAD
HAD = [HEADINGS, IMAGES, CELLS, DIGITS, PROSE, DATES, PRICES, LABELS]
assert [definition.COUNTS[i] for i in HAD] == list(definition.HAVING)
cdef int NEAR = definition.NEAR, MANY = definition.MANY
cdef double UNLIKE = definition.UNLIKE

cdef enum:
    SKIPPED = 1, BREAK = 4, IS_LINK = 8, IS_IMAGE = 16, IS_HEADING = 32, IS_CELL = 4096
    HAS_DIGITS = 1, IS_PROSE = 2, IS_DATED = 4, IS_PRICED = 8
assert (SKIPPED, BREAK, IS_LINK) == (list_page.SKIPPED, list_page.BREAK, list_page.LINK)
assert (IS_IMAGE, IS_HEADING, IS_CELL) == (list_page.IMAGE, list_page.HEADING, list_page.CELL)
assert (HAS_DIGITS, IS_PROSE, IS_DATED, IS_PRICED) == (clues.DIGITS, clues.PROSE, clues.DATED, clues.PRICED)

cdef enum:
    HAS_HEADERS = 1, HAS_DATES = 2
assert (HAS_HEADERS, HAS_DATES) == (definition.HEADERS, definition.DATES)
cdef int LONGEST_DATE = definition.LONGEST_DATE

cdef double OFTEN = definition.OFTEN, RARELY = definition.RARE


cdef struct Census:  # of numbers: in how many pieces each is, and the last piece that was seen to have it
    int32_t *times
    int32_t *last
    int64_t size


cdef int take_census(Census *census, const int32_t *numbers, Py_ssize_t n) except -1:
    """Make room for all numbers of a column."""
    cdef int32_t highest = -1
    cdef Py_ssize_t i
    for i in range(n):
        if numbers[i] < 0:
            raise ValueError("numbers below 0")
        highest = max(highest, numbers[i])
    census.size = <int64_t>highest + 1
    census.times = <int32_t *>calloc(2 * census.size + 1, sizeof(int32_t))
    if not census.times:
        raise MemoryError()
    census.last = census.times + census.size
    return 0


cdef inline void see(Census *census, int32_t number, int32_t piece, int64_t *row, int n, int round) noexcept nogil:
    """Count a number of a piece once: in the first round how many pieces have it, in the second what that says."""
    cdef int32_t times, stamp = piece + 1 + round * n
    if census.last[number] == stamp:
        return
    census.last[number] = stamp
    if round == 0:
        census.times[number] += 1
        return
    times = census.times[number]
    row[0] += 1
    row[1] += times - 1
    row[2] += times >= OFTEN * n
    row[3] += times <= max(<double>1, RARELY * n)


cdef int in_order(const void *one, const void *other) noexcept nogil:
    cdef uint64_t a = (<const uint64_t *>one)[0], b = (<const uint64_t *>other)[0]
    return (a > b) - (a < b)


cdef Py_ssize_t equal(const uint64_t *ordered, Py_ssize_t n, uint64_t value) noexcept nogil:
    """How many of the values, which are in order, are this one."""
    cdef Py_ssize_t low = 0, high = n, middle, first
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] < value:
            low = middle + 1
        else:
            high = middle
    first, high = low, n
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] <= value:
            low = middle + 1
        else:
            high = middle
    return low - first


def members(columns, texts, marks, traits, labels, pieces):
    """The `FACTS` on each piece of a list, one row a piece."""
    cdef const int32_t *end
    cdef const int32_t *tag
    cdef const int32_t *parent
    cdef const int32_t *path
    cdef const int32_t *feature
    cdef const int32_t *before
    cdef const int32_t *leaf
    cdef const int32_t *first_mark
    cdef const int32_t *numbers
    cdef const int32_t *ranges
    cdef const uint8_t *kinds
    cdef const uint64_t *hashes
    cdef const uint64_t *label
    cdef const uint16_t *trait_of
    cdef Py_ssize_t[8] sizes
    cdef Py_ssize_t size, n, step, n_marks, n_labels, last, i, k, u, start, stop, top, linked
    cdef int32_t trait, number, kind, round
    cdef int64_t width, place
    cdef int64_t *rows
    cdef int64_t *row
    cdef int64_t[4] of_marks
    cdef Census by_feature, by_mark
    cdef uint8_t[LIKELY] likely  # by the rest of a hash, whether a label has it: most texts are none
    cdef uint64_t *firsts = NULL  # the places of first texts, their hashes, and both again to be put in order
    end_column, tag_column, parent_column, path_column = columns
    before_column, leaf_column, kinds_column, hashes_column = texts
    first_marks, marks_column = marks
    path = <const int32_t *>numbers_of(path_column, sizeof(int32_t), &size)
    end = <const int32_t *>numbers_of(end_column, sizeof(int32_t), &sizes[0])
    tag = <const int32_t *>numbers_of(tag_column, sizeof(int32_t), &sizes[1])
    parent = <const int32_t *>numbers_of(parent_column, sizeof(int32_t), &sizes[2])
    leaf = <const int32_t *>numbers_of(leaf_column, sizeof(int32_t), &sizes[3])
    kinds = <const uint8_t *>numbers_of(kinds_column, 1, &sizes[4])
    hashes = <const uint64_t *>numbers_of(hashes_column, sizeof(uint64_t), &sizes[5])
    before = <const int32_t *>numbers_of(before_column, sizeof(int32_t), &sizes[6])
    first_mark = <const int32_t *>numbers_of(first_marks, sizeof(int32_t), &sizes[7])
    numbers = <const int32_t *>numbers_of(marks_column, sizeof(int32_t), &n_marks)
    label = <const uint64_t *>numbers_of(labels, sizeof(uint64_t), &n_labels)
    trait_of = <const uint16_t *>numbers_of(traits, sizeof(uint16_t), &last)
    last -= 1
    for i in range(8):
        if sizes[i] != size + (i >= 6) or last < 0:
            raise ValueError("columns of different lengths")
    if not isinstance(pieces, np.ndarray):
        pieces = np.array(pieces, dtype=np.int32).reshape(-1, 2)
    ranges = <const int32_t *>rows_of(pieces, 2, &n, &step)
    for i in range(n):
        if not 0 <= ranges[i * step] < ranges[i * step + 1] <= size:
            raise IndexError("a piece is not in the tree")
    feature = path
    for i in range(1, n):
        if path[ranges[i * step]] != path[ranges[0]]:
            pairs = definition.pairs(tag_column, parent_column)
            feature = <const int32_t *>numbers_of(pairs, sizeof(int32_t), &sizes[0])
            break
    memset(likely, 0, sizeof(likely))
    for i in range(n_labels):
        likely[label[i] % LIKELY] = 1
    result = np.empty((n, FACTS))
    by_feature.times = by_mark.times = NULL
    rows = <int64_t *>calloc(n * COUNTS + 1, sizeof(int64_t))
    try:
        if not rows:
            raise MemoryError()
        take_census(&by_feature, feature, size)
        take_census(&by_mark, numbers, n_marks)
        firsts = <uint64_t *>malloc((4 * n + 1) * sizeof(uint64_t))
        if not firsts:
            raise MemoryError()
        for round in range(2):
            for i in range(n):
                start, stop, row = ranges[i * step], ranges[i * step + 1], rows + i * COUNTS
                u, top, linked, place = start, start, start, -1
                of_marks[0] = of_marks[1] = of_marks[2] = of_marks[3] = 0
                if round == 0:
                    firsts[i], firsts[n + i] = <uint64_t>-1, 0
                while u < stop:
                    number = tag[u]
                    trait = trait_of[number if 0 <= number < last else last]
                    if u == top:
                        row[TOPS] += round
                        top = max(u + 1, <Py_ssize_t>end[u])
                    if trait & SKIPPED:
                        u = max(u + 1, <Py_ssize_t>end[u])
                        continue
                    if not trait & BREAK:
                        see(&by_feature, feature[u], <int32_t>i, row + FEATURES, <int>n, round)
                    for k in range(first_mark[u], first_mark[u + 1]):
                        see(&by_mark, numbers[k], <int32_t>i, of_marks, <int>n, round)
                    if round == 1:
                        u += 1
                        continue
                    row[ANCHORS] += (trait & IS_LINK) > 0
                    row[IMAGES] += (trait & IS_IMAGE) > 0
                    row[HEADINGS] += (trait & IS_HEADING) > 0
                    row[CELLS] += (trait & IS_CELL) > 0
                    if trait & IS_LINK:
                        linked = max(linked, <Py_ssize_t>end[u])
                    if leaf[u] >= 0:
                        width, kind = before[u + 1] - before[u], kinds[u]
                        row[TEXT] += width
                        row[LEAVES] += 1
                        if u < linked:
                            row[LINKS] += width
                        elif kind & IS_PROSE:
                            row[PROSE] += width
                        row[DIGITS] += (kind & HAS_DIGITS) > 0
                        row[DATES] += (kind & IS_DATED) > 0
                        row[PRICES] += (kind & IS_PRICED) > 0
                        if likely[hashes[u] % LIKELY]:
                            row[LABELS] += equal(label, n_labels, hashes[u]) > 0
                        if place < 0:
                            place = feature[u]
                            firsts[i], firsts[n + i] = <uint64_t>place, hashes[u]
                    u += 1
                if round == 1:
                    row[MARKS], row[MARKS_SHARED], row[MARKS_RARE] = of_marks[0], of_marks[1], of_marks[3]
        for i in range(2 * n):
            firsts[2 * n + i] = firsts[i]
        qsort(firsts + 2 * n, n, sizeof(uint64_t), in_order)
        qsort(firsts + 3 * n, n, sizeof(uint64_t), in_order)
        for i in range(n):
            rows[i * COUNTS + FIRST_PLACE] = equal(firsts + 2 * n, n, firsts[i])
            rows[i * COUNTS + FIRST_TEXT] = equal(firsts + 3 * n, n, firsts[n + i])
        if n:
            measure(rows, <double *>numbers_of(result, sizeof(double), &sizes[0]), n)
    finally:
        free(rows)
        free(by_feature.times)
        free(by_mark.times)
        free(firsts)
    return result


def survey(columns, records):
    """The ranges of some records, and in short how they stand."""
    cdef const int32_t *end
    cdef const int32_t *parent
    cdef const int32_t *leaf
    cdef const int32_t *start
    cdef const int32_t *row
    cdef const int32_t *rows
    cdef Py_ssize_t n, step, size, parents, leaves, starts, i, u, equal_sizes = 0
    cdef int32_t first, stop
    cdef bint is_single = True, is_beside = False
    cdef uint64_t *sizes
    end_column, parent_column, leaf_column, start_column = columns
    end = <const int32_t *>numbers_of(end_column, sizeof(int32_t), &size)
    parent = <const int32_t *>numbers_of(parent_column, sizeof(int32_t), &parents)
    leaf = <const int32_t *>numbers_of(leaf_column, sizeof(int32_t), &leaves)
    start = <const int32_t *>numbers_of(start_column, sizeof(int32_t), &starts)
    rows = <const int32_t *>rows_of(records, 2, &n, &step)
    if not parents == leaves == starts - 1 == size:
        raise ValueError("columns of different lengths")
    ranges = PyTuple_New(n)
    sizes = <uint64_t *>malloc((n + 1) * sizeof(uint64_t))
    if not sizes:
        raise MemoryError()
    try:
        for i in range(n):
            row = rows + i * step
            first, stop = row[0], row[1]
            if not 0 <= first < stop <= size:
                raise IndexError("a record is not in the tree")
            is_single &= end[first] == stop
            is_beside |= parent[first] != parent[rows[0]]
            sizes[i] = 0
            for u in range(first, stop):
                sizes[i] += <uint64_t>(start[u + 1] - start[u]) if leaf[u] >= 0 else 0
            record = (first, stop)
            Py_INCREF(record)
            PyTuple_SET_ITEM(ranges, i, record)
        qsort(sizes, n, sizeof(uint64_t), in_order)
        for i in range(1, n):
            equal_sizes += sizes[i] == sizes[i - 1]
    finally:
        free(sizes)
    return ranges, is_single, is_beside, equal_sizes


def held(const int32_t[:, :] sections, const int32_t[:, :] rows, double least_held, double least_full):
    """The rows inside sections, and how many each section with some has; None if these are no sections of a list."""
    cdef Py_ssize_t n = rows.shape[0], many = sections.shape[0], i, a, b, middle, inside = 0, full = 0, in_one = 0
    cdef int32_t start, stop
    cdef int32_t *counts
    cdef int32_t *chosen
    cdef int32_t[:, ::1] to_found
    cdef bint varies = False
    if sections.shape[1] != 2 or rows.shape[1] != 2:
        raise ValueError("pieces have a first node, and one behind the last")
    if not 0 < many < n:
        return None
    counts = <int32_t *>calloc(many + n, sizeof(int32_t))
    if counts == NULL:
        raise MemoryError
    chosen = counts + many
    try:
        for i in range(n):
            start, stop = rows[i, 0], rows[i, 1]
            a, b = -1, many
            while b - a > 1:
                middle = (a + b) // 2
                if sections[middle, 0] <= start:
                    a = middle
                else:
                    b = middle
            if a < 0 or stop > sections[a, 1] or (start == sections[a, 0] and stop == sections[a, 1]):
                if i + 1 - inside > n - least_held * n + 1:
                    return None  # too many are outside already
                continue
            chosen[inside] = <int32_t>i
            inside += 1
            counts[a] += 1
        if inside < least_held * n:
            return None
        for a in range(many):
            if counts[a]:
                full += 1
                in_one = in_one or counts[a]
                varies |= counts[a] != in_one
        if full < least_full * many or not varies:
            return None
        found = np.empty((inside, 2), dtype=np.int32)
        to_found = found
        for i in range(inside):
            to_found[i, 0], to_found[i, 1] = rows[chosen[i], 0], rows[chosen[i], 1]
        return found, [counts[a] for a in range(many) if counts[a]]
    finally:
        free(counts)


def section_signs(bytes buffer, columns, pieces, int32_t header):
    """What speaks for sections in the first, the middle and the last record of a list: `HEADERS`, `DATES` or both."""
    cdef const int32_t *start
    cdef const int32_t *leaf
    cdef const int32_t *tag
    cdef const int32_t *rows
    cdef const uint8_t *text = <const uint8_t *><const char *>buffer
    cdef Py_ssize_t n, starts, leaves, many, step, u, v, i, k, records = 0, size = len(buffer)
    cdef Py_ssize_t[3] chosen
    cdef Py_ssize_t[3][2] few
    cdef Py_ssize_t[3][3] places  # of each record the first text, the last one and that before it; -1 for none
    cdef int signs = HAS_HEADERS, headers
    start_column, leaf_column, tag_column = columns
    start = <const int32_t *>numbers_of(start_column, sizeof(int32_t), &starts)
    leaf = <const int32_t *>numbers_of(leaf_column, sizeof(int32_t), &leaves)
    tag = <const int32_t *>numbers_of(tag_column, sizeof(int32_t), &n)
    rows = <const int32_t *>rows_of(pieces, 3, &many, &step)
    if starts != n + 1 or leaves != n:
        raise ValueError("columns of different lengths")
    for i in range(many):
        records += rows[i * step + 2] > 0
    if records == 0:
        return 0
    chosen[0], chosen[1], chosen[2] = 0, records // 2, records - 1
    k = 0
    for i in range(many):
        if rows[i * step + 2] > 0:
            for v in range(3):
                if chosen[v] == k:
                    few[v][0], few[v][1] = rows[i * step + 0], rows[i * step + 1]
            k += 1
    for k in range(3):
        if not 0 <= few[k][0] < few[k][1] <= n:
            raise IndexError("a piece is not in the tree")
        headers = 0
        for u in range(few[k][0], few[k][1]):
            headers += tag[u] == header
        if headers < 2:
            signs = 0
        u = few[k][0]
        while u < n and leaf[u] < 0:
            u += 1
        places[0][k] = u if u < n else -1
        u = few[k][1] - 1
        while u >= 0 and leaf[u] < 0:
            u -= 1
        places[1][k] = u
        u = few[k][0] - 1
        while u >= 0 and leaf[u] < 0:
            u -= 1
        places[2][k] = u if k else -1
    for i in range(3):
        for k in range(3):
            u = places[i][k]
            if u < 0:
                continue
            if not 0 <= start[u] <= start[u + 1] <= size:
                raise IndexError("a text is not in the buffer")
            if start[u + 1] - start[u] > LONGEST_DATE or not may_be_date(text + start[u], start[u + 1] - start[u]):
                break
        else:
            return signs | HAS_DATES
    return signs


cdef bint may_be_date(const uint8_t *text, Py_ssize_t n) noexcept nogil:
    """Whether a text has four digits in a row, or two with other signs than those of Europe between them."""
    cdef Py_ssize_t i = 0, size, anchor = -1, end = -1, run = 0
    while i < n:
        size = 0
        if c"0" <= text[i] <= c"9":
            size = 1
        elif i + 1 < n and text[i] == 0xD9 and 0xA0 <= text[i + 1] <= 0xA9:
            size = 2
        elif i + 1 < n and text[i] == 0xDB and 0xB0 <= text[i + 1] <= 0xB9:
            size = 2
        if size == 0:
            i += 1
            continue
        run = run + 1 if end == i else 1
        if run == 4 or (anchor >= 0 and i > anchor):
            return True
        end = i + size
        if size == 1 or anchor < 0:  # the end of a digit from which the next one may be reached
            anchor = end
        i = end
    return False


cdef int ascending(const void *one, const void *other) noexcept nogil:
    cdef double a = (<const double *>one)[0], b = (<const double *>other)[0]
    return (a > b) - (a < b)


cdef double median(const double *facts, Py_ssize_t n, Py_ssize_t column, double *room) noexcept nogil:
    """The median of a column; of an even number of values the mean of the two in the middle."""
    cdef Py_ssize_t k = n // 2, i
    cdef double before
    for i in range(n):
        room[i] = facts[i * FACTS + column]
    select(room, n, k)
    if n % 2:
        return room[k]
    before = room[0]
    for i in range(1, k):
        before = max(before, room[i])
    return (before + room[k]) / 2


cdef void select(double *values, Py_ssize_t n, Py_ssize_t k) noexcept nogil:
    """Put in its place the number that were at `k` if they were sorted (Hoare's selection), and none larger before."""
    cdef Py_ssize_t low = 0, high = n - 1, i, j, rounds = 0
    cdef double pivot
    while low < high:
        rounds += 1
        if rounds > ROUNDS:  # a page may be made so that each round takes one number off
            qsort(values, n, sizeof(double), ascending)
            return
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
            return


cdef int measure(const int64_t *counts, double *facts, Py_ssize_t n) except -1:
    """Fill the rows of `FACTS` from those of `COUNTS`."""
    cdef Py_ssize_t i, k
    cdef int64_t others = max(<int64_t>1, <int64_t>n - 1), most = 1, features, marks
    cdef double usual, usual_marks, usual_links, before, after
    cdef double[4] medians
    cdef int64_t[8] having
    cdef int64_t unlike = 0
    cdef int[4] amounts
    amounts = [TEXT, ANCHORS, LEAVES, TOPS]
    cdef double *room = <double *>malloc(n * sizeof(double))
    if not room:
        raise MemoryError()
    try:
        for k in range(4):
            for i in range(n):
                facts[i * FACTS + 0] = <double>counts[i * COUNTS + amounts[k]]
            medians[k] = median(facts, n, 0, room)
        for k in range(HAVING):
            having[k] = 0
        for i in range(n):
            most = max(most, counts[i * COUNTS + COMMON])
            for k in range(HAVING):
                having[k] += counts[i * COUNTS + HAD[k]] > 0
            features = max(<int64_t>1, counts[i * COUNTS + FEATURES])
            facts[i * FACTS + 3] = <double>counts[i * COUNTS + SHARED] / <double>features / <double>others
            facts[i * FACTS + 7] = 1.0
            if counts[i * COUNTS + MARKS] > 0:
                marks = counts[i * COUNTS + MARKS]
                facts[i * FACTS + 7] = <double>counts[i * COUNTS + MARKS_SHARED] / <double>marks / <double>others
            facts[i * FACTS + 13] = <double>counts[i * COUNTS + LINKS] / <double>max(<int64_t>1, counts[i * COUNTS + TEXT])
        usual, usual_marks, usual_links = median(facts, n, 3, room), median(facts, n, 7, room), median(facts, n, 13, room)
        for i in range(n):
            unlike += facts[i * FACTS + 3] < UNLIKE * usual
        for i in range(n):
            facts[i * FACTS + 0] = <double>min(<Py_ssize_t>MANY, n)
            facts[i * FACTS + 1] = <double>min(<Py_ssize_t>NEAR, i)
            facts[i * FACTS + 2] = <double>min(<Py_ssize_t>NEAR, n - 1 - i)
            facts[i * FACTS + 4] = facts[i * FACTS + 3] - usual
            facts[i * FACTS + 5] = <double>counts[i * COUNTS + COMMON] / <double>most
            facts[i * FACTS + 6] = <double>counts[i * COUNTS + RARE] / <double>max(<int64_t>1, counts[i * COUNTS + FEATURES])
            facts[i * FACTS + 8] = facts[i * FACTS + 7] - usual_marks
            facts[i * FACTS + 9] = <double>counts[i * COUNTS + MARKS_RARE] / <double>max(<int64_t>1, counts[i * COUNTS + MARKS])
            for k in range(3):
                facts[i * FACTS + 10 + k] = <double>(1 + counts[i * COUNTS + amounts[k]]) / (1 + medians[k])
            facts[i * FACTS + 14] = facts[i * FACTS + 13] - usual_links
            for k in range(HAVING):
                facts[i * FACTS + 15 + k] = <double>(counts[i * COUNTS + HAD[k]] > 0) - <double>having[k] / <double>n
            facts[i * FACTS + 23] = <double>counts[i * COUNTS + TOPS] / medians[3]
            facts[i * FACTS + 24] = <double>counts[i * COUNTS + FIRST_PLACE] / <double>n
            facts[i * FACTS + 25] = <double>counts[i * COUNTS + FIRST_TEXT] / <double>n
            if n > 1:
                before = facts[(i - 1 if i else 1) * FACTS + 3]
                after = facts[(i + 1 if i + 1 < n else n - 2) * FACTS + 3]
            else:
                before = after = facts[3]
            facts[i * FACTS + 26] = min(before, after) - usual
            facts[i * FACTS + 27] = <double>unlike / <double>n
    finally:
        free(room)
    return 0
