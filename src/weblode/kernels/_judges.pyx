# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, freethreading_compatible=True
"""The compiled twin of `judges.py`, which explains it.

Trees ask few different questions, each many times. So the questions are numbered, and each is asked of eight rows at
once: a byte an answer. What a tree says of eight rows then takes a handful of operations on eight bytes together.
Those about one fact are in order of their limits, so that it is enough to count how many limits a row is above.
"""

from libc.math cimport isnan
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, qsort

import numpy as np

include "buffers.pxi"

from weblode.kernels import judges as definition
from weblode.kernels.lists import FACTS

cdef enum:
    TOGETHER = 8, BEFORE_ASKED = 5, MOST_FACTS = 256
    MOST = 127  # questions of a run, which a byte counts

cdef Py_ssize_t DEEPEST = definition.DEEPEST, RIVALS = definition.RIVALS, WIDTH = len(FACTS)
cdef Py_ssize_t PAGE_WIDTH = len(definition.PAGE_FACTS), N_ASKED = len(definition.ASKED)
cdef Py_ssize_t SHARE = definition.SHARE, POSITION = definition.POSITION, END = definition.END
cdef Py_ssize_t PAGE_PROSE = definition.PAGE_PROSE
cdef Py_ssize_t PROSE_SHARE = definition.PROSE_SHARE, PROSE_BEFORE = definition.PROSE_BEFORE
cdef double NONE_ELSEWHERE = definition.NONE_ELSEWHERE
cdef int32_t[MOST_FACTS] ASKED
assert BEFORE_ASKED + N_ASKED + 1 == PAGE_WIDTH <= MOST_FACTS
for _at, _fact in enumerate(definition.ASKED):
    ASKED[_at] = _fact


cdef extern from *:
    """
    /* How many of some limits each of eight numbers is above. */
    static inline void count_above(const double *x, const double *limit, Py_ssize_t n, int64_t *above) {
        Py_ssize_t i;
    #if defined(__GNUC__)  /* two numbers at once, which no compiler makes of the loop below */
        typedef double two __attribute__((vector_size(16)));
        typedef int64_t pair __attribute__((vector_size(16)));
        two a = {x[0], x[1]}, b = {x[2], x[3]}, c = {x[4], x[5]}, d = {x[6], x[7]};
        pair e = {0, 0}, f = {0, 0}, g = {0, 0}, h = {0, 0};
        for (i = 0; i < n; i++) {
            two most = {limit[i], limit[i]};
            e -= (pair)(a > most), f -= (pair)(b > most), g -= (pair)(c > most), h -= (pair)(d > most);
        }
        above[0] = e[0], above[1] = e[1], above[2] = f[0], above[3] = f[1];
        above[4] = g[0], above[5] = g[1], above[6] = h[0], above[7] = h[1];
    #else
        int k;
        for (k = 0; k < 8; k++)
            for (above[k] = 0, i = 0; i < n; i++)
                above[k] += x[k] > limit[i];
    #endif
    }
    """
    void count_above(const double *x, const double *limit, Py_ssize_t n, int64_t *above) noexcept nogil


def in_order(question):
    """What questions are sorted by: their fact, then their limit; what is no number, and no fact above it, is last."""
    column, limit = question
    return column, isnan(limit), limit


cdef struct Run:  # questions about one fact, in order of their limits
    Py_ssize_t column, first, stop


cdef class Trees:
    """Small decision trees whose answers are added."""

    cdef Py_ssize_t trees, depth, questions, runs, width  # `width` is how many facts a row needs
    cdef Run *run
    cdef double *limit  # of each question
    cdef int32_t *asks  # of each level of each tree, the number of its question
    cdef double *values

    def __cinit__(self, const int32_t[:, ::1] columns, const double[:, ::1] limits, const double[:, ::1] values):
        cdef Py_ssize_t t, d, leaves, number
        cdef Run *last
        self.trees, self.depth = columns.shape[0], columns.shape[1]
        if not self.trees == limits.shape[0] == values.shape[0] or limits.shape[1] != self.depth:
            raise ValueError("trees of different sizes")
        if self.depth > DEEPEST or values.shape[1] != 1 << self.depth:
            raise ValueError(f"a tree needs an answer for each leaf, and has {DEEPEST} levels at most")
        leaves = values.shape[1]
        self.run = <Run *>malloc((self.trees * self.depth + 1) * sizeof(Run))
        self.limit = <double *>malloc((self.trees * self.depth + 1) * sizeof(double))
        self.asks = <int32_t *>malloc((self.trees * self.depth + 1) * sizeof(int32_t))
        self.values = <double *>malloc((self.trees * leaves + 1) * sizeof(double))
        if self.run == NULL or self.limit == NULL or self.asks == NULL or self.values == NULL:
            raise MemoryError
        asked = {(columns[t, d], limits[t, d]) for t in range(self.trees) for d in range(self.depth)}
        numbers = {question: number for number, question in enumerate(sorted(asked, key=in_order))}
        for (column, limit), number in numbers.items():
            if column < 0:
                raise ValueError("no such fact")
            last = self.run + self.runs - 1
            if not self.runs or last.column != column or last.first + MOST == number:
                last += 1
                last.column, last.first = column, number
                self.runs += 1
            last.stop = number + 1
            self.limit[number], self.width = limit, column + 1
        for t in range(self.trees):
            for d in range(self.depth):
                self.asks[t * self.depth + d] = numbers[columns[t, d], limits[t, d]]
            for d in range(leaves):
                self.values[t * leaves + d] = values[t, d]
        self.questions = len(numbers)

    def __dealloc__(self):
        free(self.run)
        free(self.limit)
        free(self.asks)
        free(self.values)

    cdef const double *rows(self, facts, Py_ssize_t *n, Py_ssize_t *width) except? NULL:
        """The rows of facts, how many they are, and how many facts each has."""
        cdef Py_ssize_t size
        cdef const double *first = <const double *>numbers_of(facts, sizeof(double), &size)
        n[0] = len(facts)
        width[0] = size // n[0] if n[0] else self.width
        if width[0] < self.width or facts.ndim != 2:
            raise ValueError("no such fact")
        return first

    def weigh(self, facts):
        """For each row of facts the sum of what the trees say of it."""
        cdef Py_ssize_t n, width, size
        cdef const double *first = self.rows(facts, &n, &width)
        totals = np.empty(n, dtype=np.float64)
        if n:
            self.add_up(first, n, width, <double *>numbers_of(totals, sizeof(double), &size))
        return totals

    def agree(self, facts, double least):
        """Whether the trees say at least so much of each row of facts."""
        cdef Py_ssize_t n, width, i
        cdef const double *first = self.rows(facts, &n, &width)
        cdef double *sums
        cdef bint all_ = True
        sums = <double *>malloc((n + 1) * sizeof(double))
        if sums == NULL:
            raise MemoryError
        try:
            if n:
                self.add_up(first, n, width, sums)
            for i in range(n):
                all_ &= sums[i] >= least
        finally:
            free(sums)
        return all_

    cdef int add_up(self, const double *facts, Py_ssize_t n, Py_ssize_t width, double *to) except -1:
        """Fill `to` with the sums for rows of so many facts."""
        cdef Py_ssize_t first, k, rows
        cdef double[TOGETHER] sums
        cdef const double *row[TOGETHER]
        cdef uint64_t *answers = <uint64_t *>malloc((self.questions + 1) * sizeof(uint64_t))
        if answers == NULL:
            raise MemoryError
        if n == 1:
            to[0] = self.of_one(facts, <uint8_t *>answers)
        else:
            for first in range(0, n, TOGETHER):
                rows = min(<Py_ssize_t>TOGETHER, n - first)
                for k in range(TOGETHER):  # the last row stands for those that are missing
                    row[k] = facts + (first + min(k, rows - 1)) * width
                self.ask_eight(row, answers)
                self.of_eight(answers, sums)
                for k in range(rows):
                    to[first + k] = sums[k]
        free(answers)
        return 0

    cdef double of_one(self, const double *facts, uint8_t *answers) noexcept nogil:
        """The sum for one row."""
        cdef Py_ssize_t r, q, t, d, leaf
        cdef const int32_t *asks = self.asks
        cdef double fact, total = 0.0
        for r in range(self.runs):
            fact = facts[self.run[r].column]
            for q in range(self.run[r].first, self.run[r].stop):
                answers[q] = fact > self.limit[q]
        for t in range(self.trees):
            leaf = 0
            for d in range(self.depth):
                leaf = leaf << 1 | answers[asks[d]]
            asks += self.depth
            total += self.values[(t << self.depth) + leaf]
        return total

    cdef void ask_eight(self, const double **row, uint64_t *answers) noexcept nogil:
        """Ask all questions of eight rows."""
        cdef Py_ssize_t r, q, k, column
        cdef double[TOGETHER] x
        cdef int64_t[TOGETHER] above  # how many limits of a run each row is above
        cdef uint64_t bytes_, more = <uint64_t>0x0101010101010101
        for r in range(self.runs):
            column = self.run[r].column
            for k in range(TOGETHER):
                x[k] = row[k][column]
            count_above(x, self.limit + self.run[r].first, self.run[r].stop - self.run[r].first, above)
            bytes_ = MOST * more  # the highest bit of a byte says that a row is above the next limit
            for k in range(TOGETHER):
                bytes_ += <uint64_t>above[k] << 8 * k
            for q in range(self.run[r].first, self.run[r].stop):
                answers[q] = bytes_ >> 7 & more
                bytes_ -= more

    cdef void of_eight(self, const uint64_t *answers, double *sums) noexcept nogil:
        """The sums for eight rows, from what they answer."""
        cdef Py_ssize_t t, d
        cdef const double *value = self.values
        cdef const int32_t *asks = self.asks
        cdef double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0, s4 = 0.0, s5 = 0.0, s6 = 0.0, s7 = 0.0
        cdef uint64_t leaf
        cdef const uint8_t *of = <const uint8_t *>&leaf  # of each row
        for t in range(self.trees):
            if self.depth == 4:
                leaf = answers[asks[0]] << 3 | answers[asks[1]] << 2 | answers[asks[2]] << 1 | answers[asks[3]]
            elif self.depth == 3:
                leaf = answers[asks[0]] << 2 | answers[asks[1]] << 1 | answers[asks[2]]
            else:
                leaf = 0
                for d in range(self.depth):
                    leaf = leaf << 1 | answers[asks[d]]
            s0 += value[of[0]]
            s1 += value[of[1]]
            s2 += value[of[2]]
            s3 += value[of[3]]
            s4 += value[of[4]]
            s5 += value[of[5]]
            s6 += value[of[6]]
            s7 += value[of[7]]
            asks += self.depth
            value += <Py_ssize_t>1 << self.depth
        sums[0], sums[1], sums[2], sums[3] = s0, s1, s2, s3
        sums[4], sums[5], sums[6], sums[7] = s4, s5, s6, s7


cdef struct Ranked:
    double odds, share
    Py_ssize_t number


cdef int likelier_first(const void *a, const void *b) noexcept nogil:
    cdef const Ranked *x = <const Ranked *>a
    cdef const Ranked *y = <const Ranked *>b
    if x.odds != y.odds:
        return 1 if x.odds < y.odds else -1
    if x.share != y.share:
        return 1 if x.share < y.share else -1
    return 1 if x.number > y.number else -1


def judged(facts, Trees ranker not None, Trees page not None, double kind):
    """The log odds of each list, the lists by rank, the row of `PAGE_FACTS`, and what `page` says of that."""
    cdef Py_ssize_t n = len(facts), i, size, elsewhere = -1
    cdef const double *fact = <const double *>numbers_of(facts, sizeof(double), &size)
    if n == 0:
        raise ValueError("a page without lists is not judged")
    if size != n * WIDTH or ranker.width > WIDTH or page.width > PAGE_WIDTH:
        raise ValueError("no such fact")
    all_odds, all_facts = np.empty(n, dtype=np.float64), np.empty((1, PAGE_WIDTH), dtype=np.float64)
    cdef double *odds = <double *>numbers_of(all_odds, sizeof(double), &size)
    cdef double *row = <double *>numbers_of(all_facts, sizeof(double), &size)
    cdef const double *own
    cdef double there = NONE_ELSEWHERE, page_odds
    cdef Ranked *ranked = <Ranked *>malloc(n * sizeof(Ranked))
    if ranked == NULL:
        raise MemoryError
    try:
        ranker.add_up(fact, n, WIDTH, odds)
        for i in range(n):
            ranked[i].odds, ranked[i].share, ranked[i].number = odds[i], fact[i * WIDTH + SHARE], i
        qsort(ranked, n, sizeof(Ranked), likelier_first)
        own = fact + ranked[0].number * WIDTH
        for i in range(min(n, RIVALS)):
            elsewhere = ranked[i].number
            if fact[elsewhere * WIDTH + POSITION] > own[END] or fact[elsewhere * WIDTH + END] < own[POSITION]:
                there = ranked[i].odds
                break
        row[0], row[1], row[2] = ranked[0].odds, there, ranked[0].odds - there
        row[3] = own[PAGE_PROSE] * (1 - own[PROSE_SHARE])
        row[4] = own[PAGE_PROSE] * own[PROSE_BEFORE]
        for i in range(N_ASKED):
            row[BEFORE_ASKED + i] = own[ASKED[i]]
        row[PAGE_WIDTH - 1] = kind
        order = [ranked[i].number for i in range(n)]
        page.add_up(row, 1, PAGE_WIDTH, &page_odds)
        return all_odds, order, all_facts, page_odds
    finally:
        free(ranked)
