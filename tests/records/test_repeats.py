"""Regular repeats: bounds, runs, proposals."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import SOUP

from records.pages import RESULTS
from weblode.errors import WeblodeError
from weblode.pages.html import parse
from weblode.records.repeats import Bounds, as_record_list, proposals, read, regular_runs, runs
from weblode.records.tokens import encode


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        (RESULTS, [f"Title {i} Words about it, some more" for i in range(6)]),
        (
            b"<h1>x</h1><dl>" + b"".join(b"<dt>T%d<dd>about it" % i for i in range(5)) + b"</dl>",
            [f"T{i} about it" for i in range(5)],
        ),
        (
            b"<table>" + b"<tr><td>a thing<br>one<td>a thing<br>two" * 3 + b"</table>",
            ["a thing one", "a thing two"] * 3,
        ),
        (
            b"<h1>x</h1><pre>" + b"".join(b"<a href=/>name %d</a> and what it is<hr>" % i for i in range(4)),
            [f"name {i} and what it is" for i in range(4)],
        ),
    ],
    ids=["items", "siblings", "grid", "no blocks"],
)
def test_repeats_propose_the_records(page, texts):
    tree = parse(page)
    assert texts in [found.texts() for found in proposals(tree)]


def test_proposals_are_few_and_differ():
    lists = proposals(parse(RESULTS), limit=3)
    assert 1 <= len(lists) <= 3
    assert len({found.records for found in lists}) == len(lists)
    assert [found.method for found in lists] == ["repeats"] * len(lists)


def test_a_list_of_three_is_proposed_and_one_of_two_is_not():
    for n in (2, 3):
        page = b"<h1>x</h1>" + b"<div><h3>Title</h3><p>Words</p></div>" * n
        assert bool(proposals(parse(page))) == (n == 3)


def test_bounds_choose_what_counts_as_a_repeat():
    tree = parse(RESULTS)
    assert runs(tree, Bounds(count=6)) != []
    assert runs(tree, Bounds(count=20)) == []
    assert runs(tree, Bounds(length=20, count=6)) == []


def test_a_part_of_the_occurrences_may_vary_as_much_as_all_unless_it_is_said_otherwise():
    gaps = [1, 9, 2, 14, 1, 11, 3, 17, 1]
    page = "".join("<div><h3>T</h3><i>w</i></div>" + "<p>x</p><hr>" * gap for gap in gaps)
    tree = parse(f"<h1>x</h1>{page}".encode())

    def places(**bounds):
        return [each.places.tolist() for each in runs(tree, Bounds(length=4, count=4, density=0.0, **bounds))]

    assert places(variance=0.1) == places(variance=0.1, cluster=0.1)
    assert places(variance=9.0) == places(variance=9.0, cluster=9.0)
    assert places(variance=0.1) != places(variance=9.0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("length", value) for value in (0, -1, 2**31)),
        *(("count", value) for value in (1, 0, -5, 2**31)),
        *((name, value) for name in ("variance", "density", "cluster") for value in (-0.1, math.nan, math.inf)),
        ("encoding", "tags"),
    ],
)
def test_bounds_that_cannot_be_are_one_clear_line(name, value):
    with pytest.raises(WeblodeError, match=rf"(a repeat's {name} cannot be {value};|no encoding 'tags'; choose)"):
        Bounds(**{name: value})


def test_a_run_is_a_list_in_the_parent_of_its_first_record():
    tree = parse(RESULTS)
    first = as_record_list(runs(tree)[0], "by repeats")
    assert (first.method, tree.name(first.region), tree.name_of(first.separator)) == ("by repeats", "ul", "li")
    assert (first.placement, first.beside, len(first.records)) == ("around", False, 6)
    assert 0 < first.score < 1


def test_records_of_several_siblings_begin_with_the_separator():
    tree = parse(b"<h1>x</h1><dl>" + b"<dt>Word<dd>what it means" * 6 + b"</dl>")
    found = as_record_list(runs(tree)[0], "repeats")
    assert (found.placement, found.spans()) == ("before", [2] * 6)


def test_one_more_record_after_the_last_place_is_read_if_asked_for():
    tokens = encode(parse(b"<div>" + b"<p>a thing</p>" * 5 + b"</div>"))
    starts = np.flatnonzero(tokens.row == tokens.number("<p>")).astype(np.int32)
    ranges, lengths = np.array([[0, len(starts) - 1]], dtype=np.int32), np.array([3], dtype=np.int32)
    assert [len(read(tokens, starts, ranges, lengths, more=more).run(0).records) for more in (False, True)] == [4, 5]


@given(SOUP)
@settings(max_examples=60)
def test_runs_come_best_first_none_twice_and_no_more_than_asked_for(soup):
    tokens = encode(parse(soup.encode(errors="replace") * 4))
    found = regular_runs(tokens, Bounds(length=1, count=2, variance=5.0, density=0.0), limit=5)
    assert len(found) <= 5
    assert len({run.records for run in found}) == len(found)
    assert all(run.score > 0 and len(run.places) >= 2 for run in found)
