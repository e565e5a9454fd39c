"""Tokens, maximal repeats and regular runs, both implementations."""

import time
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled, row
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.pages.html import parse

ROWS = st.integers(1, 4).flatmap(lambda n: st.lists(st.integers(0, n), max_size=40))
PERIODIC = st.builds(
    lambda word, n, more: word * n + more, st.lists(st.integers(0, 3), min_size=1), st.integers(2, 9), ROWS
)


def by_definition(values, least_length, least_count):
    """The maximal repeats with the places where they occur, straight from the definition."""
    places = defaultdict(list)
    for i in range(len(values)):
        for j in range(i + least_length, len(values) + 1):
            places[tuple(values[i:j])].append(i)
    found = {}
    for repeat, starts in places.items():
        before = {values[i - 1] if i else "start" for i in starts}
        after = {values[i + len(repeat)] if i + len(repeat) < len(values) else "end" for i in starts}
        if len(starts) >= max(2, least_count) and len(before) > 1 and len(after) > 1:
            found[repeat] = starts
    return found


def listed(kernel, values, least_length=1, least_count=2):
    order, found = kernel.repeats(row(values), least_length, least_count)
    places = {}
    for length, first, stop in found.tolist():
        starts = sorted(order[first:stop].tolist())
        places[tuple(values[starts[0] : starts[0] + length])] = starts
    assert len(places) == len(found)
    return places


@given(values=ROWS | PERIODIC, least_length=st.integers(1, 4), least_count=st.integers(2, 5))
@settings(max_examples=300, deadline=None)
@pytest.mark.parametrize("name", ["python", "native"])
def test_maximal_repeats_are_those_of_the_definition(name, values, least_length, least_count):
    kernel = kernels.python() if name == "python" else compiled()
    assert listed(kernel, values, least_length, least_count) == by_definition(values, least_length, least_count)


@given(ROWS | PERIODIC)
@settings(max_examples=200, deadline=None)
def test_both_implementations_find_the_same_repeats_and_runs_in_the_same_order(values):
    both = []
    for kernel in (kernels.python(), compiled()):
        order, found = kernel.repeats(row(values), 1, 2)
        assert order.tolist() == sorted(range(len(values)), key=lambda i: values[i:])
        runs, places = kernel.regular(order, found, 2, (0.36, 0.1, 0.2), 10_000)
        both.append((found.tolist(), runs.tolist(), places.tolist()))
    assert both[0] == both[1]


def test_letters_of_the_paper_repeat_as_it_says(kernel):
    # Chang, Hsu and Lui 2003, section 2.4: "adc" is the pattern of this row.
    letters = "adcbdadcxbadcxbdadc"
    found = listed(kernel, [ord(letter) for letter in letters], 3, 4)
    assert {"".join(map(chr, repeat)): places for repeat, places in found.items()} == {"adc": [0, 5, 10, 16]}


def test_large_tokens_are_tokens_like_others(kernel):
    values = [2**31 - 1, 5, 2**31 - 1, 5, 7]
    assert listed(kernel, values) == by_definition(values, 1, 2)


def test_a_run_ends_where_the_gaps_change(kernel):
    values = [9, 1, 2] * 5 + list(range(20, 60)) + [9, 1, 2] * 4
    order, found = kernel.repeats(row(values), 3, 5)
    runs, places = kernel.regular(order, found, 3, (0.36, 0.1, 0.2), 10_000)
    by_run = [places[a:b].tolist() for _, a, b in runs.tolist()]
    assert [0, 3, 6, 9, 12] in by_run
    assert [55, 58, 61, 64] in by_run


def test_occurrences_far_between_are_no_run(kernel):
    values = [n for i in range(6) for n in (1, 2, 3, *range(10 + 30 * i, 40 + 30 * i))]
    order, found = kernel.repeats(row(values), 3, 5)
    assert len(found) == 1
    assert len(kernel.regular(order, found, 5, (0.36, 0.1, 0.2), 10_000)[0]) == 0
    assert len(kernel.regular(order, found, 5, (0.36, 0.1, 0.05), 10_000)[0]) == 1


def test_no_more_occurrences_are_looked_at_than_allowed(kernel):
    order, found = kernel.repeats(row([1, 2, 3] * 10), 3, 3)
    assert len(kernel.regular(order, found, 3, (0.36, 0.1, 0.2), 10_000)[0]) > 0
    assert len(kernel.regular(order, found, 3, (0.36, 0.1, 0.2), 2)[0]) == 0


@pytest.mark.parametrize("word", [[2], [2, 3], list(range(50))])
def test_a_million_tokens_of_a_repeated_word_take_little_time(word):
    kernel = compiled()
    values = row((word * (1_000_000 // len(word) + 1))[:1_000_000])
    start = time.process_time()
    order, found = kernel.repeats(values, 3, 5)
    kernel.regular(order, found, 5, (0.36, 0.1, 0.2), 10_000_000)
    assert time.process_time() - start < 5.0


@pytest.mark.parametrize("values", [[], [4]])
def test_a_row_without_two_tokens_has_no_repeats(kernel, values):
    order, found = kernel.repeats(row(values), 1, 2)
    assert (order.tolist(), found.tolist()) == (list(range(len(values))), [])
    assert [part.size for part in kernel.regular(order, found, 2, (0.36, 0.1, 0.2), 10)] == [0, 0]


@given(SOUP | NESTED.map(written))
@settings(max_examples=200, deadline=None)
def test_both_implementations_write_the_same_tokens(soup):
    tree = parse(soup.encode(errors="replace"))
    kinds = (np.arange(60) * 7 % 4).astype(np.uint8)
    columns = (tree.end, tree.tag, tree.leaf, kinds)
    assert compiled().tokens(*columns).tolist() == kernels.python().tokens(*columns).tolist()


@pytest.mark.parametrize(
    ("end", "tag", "leaf", "kinds"),
    [
        ([2, 2], [1], [-1, 0], [1]),
        ([2, 3], [1, 0], [-1, 0], [1]),
        ([0, 2], [1, 0], [-1, 0], [1]),
        ([2, 2], [1, -1], [-1, 0], [1]),
        ([2, 2], [1, 0], [-1, 0], []),
    ],
)
def test_the_compiled_kernel_refuses_columns_that_are_no_tree(end, tag, leaf, kinds):
    with pytest.raises(ValueError, match=r"different lengths|does not fit"):
        compiled().tokens(row(end), row(tag), row(leaf), np.array(kinds, dtype=np.uint8))


def test_the_compiled_kernel_refuses_what_is_no_row_or_repeat():
    with pytest.raises(ValueError, match="below 0"):
        compiled().repeats(row([1, -1]), 1, 2)
    with pytest.raises(ValueError, match="no repeat"):
        compiled().regular(row([1, 0]), row([[1, 0, 3]]), 2, (1.0, 1.0, 0.0), 10)
