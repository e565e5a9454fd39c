"""Kinds of columns, and values converted to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.records.kinds import KINDS, as_kind, kind_of


@pytest.mark.parametrize(
    ("given_values", "kind", "typed"),
    [
        (["1,234", "5"], "number", (1234.0, 5.0)),
        (["$5", None, "$7.50"], "price", (5.0, None, 7.5)),
        (["2017-05-03", "4 May 2017"], "date", ("2017-05-03", "2017-05-04")),
        (["03/04/2017", "05/06/2017"], "text", ()),  # day or month? nobody knows
        (["5", "six", "7"], "text", ()),
        ([None, None], "text", ()),
    ],
)
def test_kinds_are_recognised_where_there_is_one_way_to_read_them(given_values, kind, typed):
    assert kind_of(given_values) == (kind, typed)


def test_nine_of_ten_values_make_a_kind_and_fewer_do_not():
    numbers = [str(n) for n in range(9)]
    assert kind_of([*numbers, "ten"]) == ("number", (*map(float, range(9)), None))
    assert kind_of([*numbers, "ten", "eleven"]) == ("text", ())


def test_a_long_number_is_an_identifier():
    assert kind_of(["1,234,567,890", "2"])[0] == "number"
    assert kind_of(["1,234,567,890,123,456", "2,234,567,890,123,456"])[0] == "text"


@pytest.mark.parametrize("address", ["https://a.example/1", "HTTP://A.example", "www.a.example/x?y=z"])
def test_addresses_are_a_kind_without_other_values(address):
    assert kind_of([address, None, address]) == ("url", ())
    assert kind_of([address, "see " + address])[0] == "text"


def test_values_of_another_kind_are_none_in_a_column_of_known_kind():
    values = ["$5", "6", None, "2017-05-03", "words"]
    assert as_kind(values, "price") == (5.0, None, None, None, None)
    assert as_kind(values, "number") == (None, 6.0, None, None, None)
    assert as_kind(values, "date") == (None, None, None, "2017-05-03", None)
    assert as_kind(values, "text") == as_kind(values, "url") == as_kind([], "number") == ()


VALUES = st.none() | st.sampled_from(["", "$5", "7", "1,000", "4 May 2017", "words", "https://a.example"]) | st.text()


@given(st.lists(VALUES, max_size=12))
def test_a_column_is_converted_as_its_kind_says(values):
    kind, typed = kind_of(values)
    assert kind in KINDS
    assert typed == as_kind(values, kind)
    assert len(typed) in (0, len(values))
    assert all(converted is None for converted, value in zip(typed, values, strict=False) if not value)
