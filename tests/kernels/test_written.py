"""Rows of columns as text, both implementations."""

import json
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled

from weblode import kernels
from weblode.kernels.written import CSV, JSON

TEXTS = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=9)


def test_texts_have_quotes_and_nothing_is_nothing(kernel):
    columns = [("a", 'b"c', None), (1, None, 2.5)]
    assert kernel.written(columns, ["", ";;"], "!", (0, 3), CSV, repr) == b'"a";;1!"b""c";;!;;2.5!'
    assert kernel.written(columns, ["", ";;"], "!", (1, 2), CSV, repr) == b'"b""c";;!'
    assert kernel.written(columns, ["{", ","], "}", (0, 2), JSON, repr) == b'{"a",1}{"b\\"c",null}'


def test_what_is_no_text_number_or_date_is_written_by_others(kernel):
    column = (True, 1, 0.5, date(2024, 2, 29), datetime(2024, 2, 29, 7))
    asked = (" ", (0, 5))
    other = "{:%H}".format
    assert kernel.written([column], [""], *asked, JSON, lambda value: f"<{value}>") == (
        b'<True> 1 0.5 "2024-02-29" <2024-02-29 07:00:00> '
    )
    assert kernel.written([column[1:]], [""], " ", (0, 4), CSV, other) == b"1 0.5 2024-02-29 07 "


def test_whole_numbers_of_any_size_are_written(kernel):
    numbers = (0, 7, 10, -3, 2**63 - 1, -(2**63), 2**63, 10**30)
    assert (
        kernel.written([numbers], [""], " ", (0, len(numbers)), CSV, str) == f"{' '.join(map(str, numbers))} ".encode()
    )


def test_no_columns_and_no_rows_are_no_text(kernel):
    assert kernel.written([], [], "!", (0, 0), CSV, repr) == b""
    assert kernel.written([("a",)], [""], "!", (1, 1), CSV, repr) == b""


def test_half_a_character_cannot_be_written():
    with pytest.raises(UnicodeEncodeError):
        compiled().written([("\ud800",)], [""], "", (0, 1), CSV, repr)


def test_the_compiled_kernel_refuses_rows_that_are_not_there():
    for rows in ((0, 2), (-1, 1), (1, 0)):
        with pytest.raises(IndexError):
            compiled().written([("a",)], [""], "", rows, CSV, repr)
    with pytest.raises(ValueError, match="before"):
        compiled().written([("a",)], [], "", (0, 1), CSV, repr)


@given(st.lists(st.tuples(TEXTS, TEXTS)))
def test_both_implementations_write_the_same_and_json_reads_back(rows):
    columns = list(zip(*rows, strict=True)) if rows else [(), ()]
    native, twin = compiled(), kernels.python()
    for form in (CSV, JSON):
        asked = (columns, ["[", ", "], "]\n", (0, len(rows)), form, repr)
        assert native.written(*asked) == twin.written(*asked)
    lines = native.written(columns, ["[", ", "], "]\n", (0, len(rows)), JSON, repr)
    assert [tuple(json.loads(line)) for line in lines.split(b"\n")[:-1]] == rows
