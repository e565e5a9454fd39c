"""Which fields of a list are the columns of a rule."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.kernels.cells import CellColumn
from weblode.records.fields import RecordField
from weblode.records.known_fields import KnownField
from weblode.records.places import FieldCell, FieldPlace
from weblode.rules.matching import Profile, Values, alike, assign, match, value_shape

CODES = ("A-12345", "A-12377", "B-99", "A-12001", "C-5", "A-1", "B-77123", "A-55")
TITLES = tuple(f"{word} v. State of Alaska" for word in ("Smith", "Jones", "Ray", "Cole", "Dulier", "Good", "Farmer"))


def column(name, examples, **about):
    return KnownField(name, about.pop("kind", "text"), FieldPlace("li"), examples=tuple(examples), **about)


def field(name, values, **about):
    from weblode import kernels

    cells: CellColumn = kernels.fastest().column([FieldCell((0, 1), each) if each else None for each in values])
    return RecordField(column(name, (), **about), cells)


def test_fields_are_matched_by_what_their_values_look_like():
    columns = [column("docket", CODES), column("title", TITLES)]
    fields = [
        field("a", [text.replace("State", "City") for text in TITLES]),
        field("b", [f"D-{i}31" for i in range(7)]),
    ]
    assert {i: k for i, (k, _) in match(columns, fields).items()} == {0: 1, 1: 0}


def test_values_that_were_seen_before_say_most():
    seen, new = field("x", TITLES), field("title", [f"{text} again" for text in TITLES])
    known_values = Values(TITLES)
    about = column("title", TITLES)
    assert alike(about, known_values, Profile(seen)) > alike(about, known_values, Profile(new))


def test_a_label_that_values_begin_with_is_not_compared():
    about = column("by", [f"By: {text}" for text in TITLES], prefix="By: ")
    assert Values.of(about).texts == TITLES


def test_a_field_with_the_same_value_everywhere_is_hardly_a_column_with_many():
    about, known_values = column("title", TITLES), Values(TITLES)
    varied = field("a", [f"Brown v. State {i}" for i in range(20)])
    same = field("a", ["Brown v. State 1", "Brown v. State 2"] * 10)
    assert alike(about, known_values, Profile(same)) < alike(about, known_values, Profile(varied))


def test_a_field_without_values_is_no_column():
    assert alike(column("title", TITLES), Values(TITLES), Profile(field("title", [None, None]))) == 0.0
    assert match([column("title", TITLES)], []) == match([], [field("a", TITLES)]) == {}


@pytest.mark.parametrize(("text", "shape"), [("A-14497", "A-0"), ("", ""), ("Élan  2", "Aa 0"), ("x" * 99, "a")])
def test_runs_of_a_kind_count_once_in_a_shape(text, shape):
    assert value_shape(text) == shape


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_an_assignment_gains_the_most(n, m, data):
    values = st.lists(st.integers(0, 9), min_size=m, max_size=m)
    gains = np.array(data.draw(st.lists(values, min_size=n, max_size=n)), dtype=np.float64)
    pairs = assign(gains)
    assert len({i for i, _ in pairs}) == len({k for _, k in pairs}) == len(pairs) == min(n, m)
    small = gains if n <= m else gains.T
    best = max(sum(small[i, k] for i, k in enumerate(order)) for order in permutations(range(max(n, m)), min(n, m)))
    assert sum(gains[i, k] for i, k in pairs) == best


def test_a_column_that_hardly_any_record_had_is_compared_all_the_same():
    rare = column("note", ["see below"], share=0.0)  # rounded from one of thousands
    assert 0 <= alike(rare, Values(rare.examples), Profile(field("code", CODES))) <= 1
