"""Lists completed by siblings, by records that go on beside them, and by their other columns."""

from itertools import islice

import numpy as np
import pytest

from records.pages import results, words
from weblode.kernels.lists import HEADS, Lists
from weblode.pages.html import parse
from weblode.records import completing, consensus
from weblode.tags import NUMBERS

KEEPER, NOBODY = "<td><a href='/user/{0}'>keeper {0}</a></td>", "<td><i>nobody</i></td>"


def parcels(odd=()):
    """A table of thirteen parcels below a row of headers; those with odd numbers have a cell of another shape."""
    rows = [
        f"<tr><td><a href='/kind/{i % 3}'>{('Tools', 'Games', 'Books')[i % 3]}</a></td>"
        f"<td><a href='/parcel/{i}'>Parcel number {i} of the store</a></td><td>{i}.{i + 3} kg</td>"
        f"{NOBODY if i in odd else KEEPER.format(i % 4)}</tr>"
        for i in range(13)
    ]
    return parse(f"<table><tr><th>Kind<th>Name<th>Weight<th>By</tr>{''.join(rows)}</table>".encode())


def completed(tree, odds):
    """The sizes of the lists in order, by log odds for the first list of each size, and those of the wider ones."""
    lists, texts, _ = consensus.measure(tree)
    sizes = [len(completing.records_of(lists, i)) for i in range(len(lists.facts))]
    order = [sizes.index(size) for size in sorted(odds, key=odds.get, reverse=True)]
    log_odds = np.full(len(sizes), -9.0)
    log_odds[order] = [odds[sizes[i]] for i in order]
    wider = [sizes[i] for i, _ in completing.wider_lists(tree, lists, log_odds, order, texts)]
    return [sizes[i] for i in completing.complete(tree, lists, log_odds, order, texts)], wider


def test_a_list_is_completed_by_the_siblings_that_are_surely_records():
    assert completed(parcels(odd=[4]), {12: 1.0, 13: 0.5}) == ([13, 12], [13])


def test_a_row_of_headers_does_not_complete_a_list():
    assert completed(parcels(), {13: 1.0, 14: 0.9}) == ([13, 14], [14])


def test_a_list_that_is_much_less_likely_completes_none():
    assert completed(parcels(odd=[4]), {12: 1.0, 13: -0.5}) == ([12, 13], [])


def test_a_list_is_not_completed_by_more_pieces_than_it_has():
    assert completed(parcels(odd=range(7)), {6: 1.0, 13: 0.9}) == ([6, 13], [])


def test_records_elsewhere_do_not_complete_a_list():
    two = "".join(f"<div><h2>Part {i}</h2><div>{results(i, i + n)}</div></div>" for i, n in ((0, 6), (20, 5)))
    order, wider = completed(parse(two.encode()), {6: 1.0, 11: 0.9})
    assert (order, wider) == ([6, 11], [])


def test_records_that_go_on_in_the_next_container_complete_a_list():
    two = "".join(f"<section><div>{results(i, i + n)}</div></section>" for i, n in ((0, 6), (20, 5)))
    assert completed(parse(two.encode()), {6: 1.0, 11: 0.9}) == ([11, 6], [11])


def index(*columns, between=""):
    """An index in columns, each a list of so many entries."""
    numbers = iter(range(sum(columns)))
    lists = ["".join(f"<li><a href=/{i}>{words(i)}</a> {i}" for i in islice(numbers, count)) for count in columns]
    return parse(f"<table><tr>{between.join(f'<td><ul>{each}</ul>' for each in lists)}</table>".encode())


@pytest.mark.parametrize(
    ("columns", "between", "are_one"),
    [
        ((8, 8), "", True),
        ((8, 8, 5), "", True),
        ((8, 3), "", False),  # too few in the second
        ((8, 8), "<td>Further entries", False),
        ((1, 1, 1), "", False),
        ((8,), "", False),
    ],
)
def test_the_columns_of_a_list_are_one_list(columns, between, are_one):
    tree = index(*columns, between=between)
    items = np.flatnonzero(tree.tag == NUMBERS["li"])
    assert completing.are_columns(tree, np.stack([items, tree.end[items]], axis=1)) is are_one


def test_a_list_is_completed_by_its_other_columns():
    tree = index(8, 8)
    items = np.flatnonzero(tree.tag == NUMBERS["li"])
    pieces = np.stack([items, tree.end[items], np.ones_like(items)], axis=1)
    heads = np.zeros((2, len(HEADS)), dtype=np.int32)
    heads[:, HEADS.index("kept")] = 8, 16
    lists = Lists(np.zeros((2, 1)), heads, np.concatenate([pieces[8:], pieces]), np.array([0, 8, 24], dtype=np.int32))
    texts = consensus.measure(tree).texts
    assert completing.complete(tree, lists, np.array([1.0, 0.9]), [0, 1], texts) == [1, 0]
    assert completing.complete(tree, lists, np.array([1.0, 0.1]), [0, 1], texts) == [0, 1]
