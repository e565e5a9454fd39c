"""Alignment, matching and the nodes of records, both implementations."""

import re
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled, row
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.pages.html import parse

WORDS = st.lists(st.text("abc", max_size=8), min_size=1, max_size=6)
COLUMNS = st.lists(st.sets(st.sampled_from("abc-"), min_size=1), min_size=1, max_size=6)


def letters(text):
    return row([-1 if letter == "-" else ord(letter) for letter in text])


def aligned(kernel, words, centers=9):
    stops = np.cumsum([len(word) for word in words])
    ranges = np.stack([stops - [len(word) for word in words], stops], axis=1).astype(np.int32)
    table = kernel.aligned(letters("".join(words)), ranges, row([1] * len(words)), centers)
    return ["".join("-" if token < 0 else chr(token) for token in line) for line in table.tolist()]


def test_the_strings_of_the_paper_align_as_it_shows(kernel):
    # Chang, Hsu and Lui 2003, section 2.4.
    assert aligned(kernel, ["adcbd", "adcxb", "adcxbd"]) == ["adc-bd", "adcxb-", "adcxbd"]


def test_the_center_is_nearest_to_all_by_weight(kernel):
    table = kernel.aligned(letters("aabb"), row([[0, 2], [2, 4]]), row([1, 5]), 9)
    assert table.tolist() == [[97, 97], [98, 98]]
    assert aligned(kernel, ["ab", "abc", "abcd"]) == ["ab--", "abc-", "abcd"]


@given(words=WORDS, centers=st.integers(1, 6))
@settings(max_examples=200, deadline=None)
def test_aligned_rows_are_the_strings_with_gaps_and_both_implementations_agree(words, centers):
    table = aligned(kernels.python(), words, centers)
    assert [line.replace("-", "") for line in table] == words
    assert len({len(line) for line in table}) == 1
    assert all(set(column) != {"-"} for column in zip(*table, strict=True))
    assert aligned(compiled(), words, centers) == table


def flat(columns):
    listed = [letters(sorted(column)).tolist() for column in columns]
    return row([token for column in listed for token in column]), row(np.cumsum([0, *map(len, listed)]))


def test_a_pattern_matches_the_longest_it_can(kernel):
    found = kernel.matches(letters("xabcabab"), *flat(["a", "b", "c-", "a-"]))
    assert found.tolist() == [[1, 5], [6, 8]]


def longest(columns, text):
    """By regular expressions: at each place the longest of all ways to leave out optional columns."""
    i, found = 0, []
    while i < len(text):
        ends = [i]
        for stop in range(i + 1, len(text) + 1):
            whole = "".join(f"[{''.join(c - {'-'})}]{'?' * ('-' in c)}" for c in columns if c != {"-"})
            if re.fullmatch(whole, text[i:stop]):
                ends.append(stop)
        if ends[-1] > i:
            found.append([i, ends[-1]])
        i = max(i + 1, ends[-1])
    return found


@given(columns=COLUMNS, text=st.text("abcd", max_size=14))
@settings(max_examples=300, deadline=None)
@pytest.mark.parametrize("name", ["python", "native"])
def test_matches_are_those_of_a_regular_expression(name, columns, text):
    kernel = kernels.python() if name == "python" else compiled()
    assert kernel.matches(letters(text), *flat(columns)).tolist() == longest(columns, text)


def columns(tree):
    return tree.parent, tree.end, tree.path, tree.text_before


def records(kernel, page, names, more=0):
    """The records that begin at the elements of these names, as text."""
    tree = parse(page.encode())
    starts = row([u for u in range(len(tree)) if tree.name(u) in names])
    found, stops, sums = kernel.records(*columns(tree), starts, row([[0, len(starts)]]), more)
    sizes = [tree.text_before[b] - tree.text_before[a] for a, b in found.tolist()]
    assert stops.tolist() == [len(found)]
    assert sums.tolist() == [[sum(size > 0 for size in sizes), sum(sizes), sum(size**2 for size in sizes)]]
    return [tree.text(a, b, line=" ") for a, b in found.tolist()]


@pytest.mark.parametrize(
    ("page", "names", "found"),
    [
        ("<ul><li><b>1</b> a<li><b>2</b> b<li><b>3</b> c</ul><p>x", "b", ["1 a", "2 b", "3 c"]),
        ("<dl><dt>1<dd>a<dt>2<dd>b<dt>3<dd>c<p>x</dl>", ["dt"], ["1 a", "2 b", "3 c x"]),
        ("<div><h2>1</h2><p>a<h2>2</h2><p>b<p>c<h2>3</h2><p>d</div>", ["h2"], ["1 a", "2 b c", "3 d"]),
        ("<table><tr><td>1<td>2<tr><td>3<td>4</table>", ["td"], ["1", "2", "3", "4"]),
        ("<b>x</b><ol><li><p><b>1</b><li><p><b>2</b><li><p><b>3</b></ol>", "b", ["1", "2", "3"]),
    ],
)
def test_records_are_whole_siblings_below_what_holds_them(kernel, page, names, found):
    assert records(kernel, page, names) == found


def test_one_more_record_is_added_if_it_is_like_the_last_and_has_text(kernel):
    assert records(kernel, "<ul><li><b>1</b><li><b>2</b><li>3<li>4</ul>", "b", more=1) == ["1", "2", "3"]
    assert records(kernel, "<ul><li><b>1</b><li><b>2</b><li></ul>", "b", more=1) == ["1", "2"]
    assert records(kernel, "<div><p><b>1</b><p><b>2</b><h2>3</h2></div>", "b", more=1) == ["1", "2"]


def test_without_starts_there_are_no_records(kernel):
    tree = parse(b"<p>a")
    found, stops, sums = kernel.records(*columns(tree), row([]), row([[0, 0], [0, 0]]), 1)
    assert (found.shape, stops.tolist(), sums.tolist()) == ((0, 2), [0, 0], [[0, 0, 0]] * 2)


@given(page=SOUP | NESTED.map(written), data=st.data())
@settings(max_examples=200, deadline=None)
def test_both_implementations_see_the_same_records_in_order_and_apart(page, data):
    tree = parse(page.encode(errors="replace"))
    nodes = st.integers(0, len(tree) - 1)
    parts = data.draw(st.lists(st.lists(nodes, max_size=8).map(sorted), max_size=3))
    stops = np.cumsum([0, *map(len, parts)])
    starts, more = row([u for part in parts for u in part]), data.draw(st.integers(0, 1))
    runs = np.stack([stops[:-1], stops[1:]], axis=1).astype(np.int32)
    ours, theirs = (kernel.records(*columns(tree), starts, runs, more) for kernel in (kernels.python(), compiled()))
    assert [part.tolist() for part in ours] == [part.tolist() for part in theirs]
    for a, b in zip([0, *ours[1].tolist()], ours[1].tolist(), strict=False):
        edges = ours[0][a:b].reshape(-1).tolist()
        assert edges == sorted(edges)


def test_the_compiled_kernels_refuse_what_does_not_fit():
    tree = parse(b"<p>a<p>b")
    with pytest.raises(ValueError, match="no node"):
        compiled().records(*columns(tree), row([99]), row([[0, 1]]), 0)
    with pytest.raises(ValueError, match="no part"):
        compiled().records(*columns(tree), row([1]), row([[0, 2]]), 0)
    with pytest.raises(ValueError, match="does not fit"):
        compiled().records(tree.parent, tree.end[::-1].copy(), *columns(tree)[2:], row([1]), row([[0, 1]]), 0)
    with pytest.raises(ValueError, match="different lengths"):
        compiled().records(tree.parent, tree.end[1:].copy(), *columns(tree)[2:], row([1]), row([[0, 1]]), 0)
    with pytest.raises(ValueError, match="no part"):
        compiled().aligned(row([1]), row([[0, 2]]), row([1]), 1)
    with pytest.raises(ValueError, match="weights"):
        compiled().aligned(row([1]), row([[0, 1]]), row([]), 1)
    with pytest.raises(ValueError, match="no column"):
        compiled().matches(row([1]), row([1]), row([0, 2]))


FEATURES = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6)


def test_places_are_paired_in_order_with_the_highest_likeness(kernel):
    features = [(0, 0, 0), (0, 1, 0), (1, 0, 0)]
    assert kernel.paired([0, 1, 2], (1, 2), features) == [1, 2]
    assert kernel.paired([2, 0], (0, 2), features) == [1, -1]
    assert kernel.paired([], (0, 1), features) == [-1, -1]
    assert kernel.paired([0], (), features) == []


@given(FEATURES, st.data())
@settings(max_examples=200, deadline=None)
def test_both_implementations_pair_the_same_places(features, data):
    numbers = st.lists(st.integers(0, len(features) - 1), max_size=7)
    columns, places = data.draw(numbers), tuple(data.draw(numbers))
    assert compiled().paired(columns, places, features) == kernels.python().paired(columns, places, features)


class Place(NamedTuple):
    path: str
    author: str = ""
    label: str = ""
    image: bool = False
    whole: bool = False
    cell: int = 0


PLACES = st.lists(st.builds(Place, *map(st.sampled_from, ("ab", ("", "c", "d"), ("", "e"))), st.booleans()), max_size=6)


def test_rows_are_arranged_around_the_most_frequent_and_known_places_come_first(kernel):
    a, b, c = map(Place, "abc")
    columns, indices = kernel.arranged([a, b, c], [(0, 2), (0, 1, 2)], [c], [3, 1], (99, 99, 9))
    assert columns == [(1, a), (2, b), (0, c)]
    assert indices == [[0, 2], [0, 1, 2]]
    assert kernel.arranged([a, Place("a")], [(0,), (1,)], [], [1, 1], (99, 99, 9)) == ([(0, a)], [[0], [0]])
    assert kernel.arranged([a, b], [(0, 1)], [], [1], (99, 99, 1)) == ([(0, a)], [[0, -1]])
    with pytest.raises((IndexError, ValueError)):
        kernel.arranged([a], [(0,)], [], [], (9, 9, 9))


def test_beyond_its_steps_each_place_goes_to_the_next_equal_column(kernel):
    a, b, other = Place("a"), Place("b"), Place("a", "x")
    rows = [(0, 1, 0), (0, 2, 0)]
    assert kernel.arranged([a, b, other], rows, [], [2, 1], (99, 99, 9))[1] == [[0, 2, 3], [0, 1, 3]]
    assert kernel.arranged([a, b, other], rows, [], [2, 1], (1, 99, 9))[1] == [[0, 2, 3], [0, 1, 3]]
    assert kernel.arranged([a, other], [(0,), (1,)], [], [2, 1], (99, 99, 9))[0] == [(0, a)]
    assert kernel.arranged([a, other], [(0,), (1,)], [], [2, 1], (0, 99, 9))[0] == [(1, other), (0, a)]


@given(PLACES, PLACES, st.data())
@settings(max_examples=300, deadline=None)
def test_both_implementations_arrange_the_same(places, known, data):
    row = st.lists(st.integers(0, len(places) - 1), max_size=6).map(tuple) if places else st.just(())
    rows = data.draw(st.lists(row, max_size=5))
    weights = [1 + i % 3 for i in range(len(rows))]
    limits = tuple(data.draw(st.sampled_from(each)) for each in ([0, 9, 99], [0, 20, 999], range(10)))
    native, twin = (each.arranged(places, rows, known, weights, limits) for each in (compiled(), kernels.python()))
    assert native == twin
