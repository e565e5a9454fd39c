"""The look and content of a table's cells, and the sample by which a table is judged."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.pages import TOWNS, first, layout_of, table
from weblode.tables import detect
from weblode.tables.cells import (
    BOLD,
    COLON,
    DIGITS,
    HEAD,
    LENGTH,
    LINK,
    SPREAD,
    is_count,
    looks,
    sample,
)
from weblode.tables.layout import FIRST, digit_share


def test_hidden_controls_do_not_make_a_form():
    page = TOWNS.replace("</td>", "<input type=hidden></td>")
    assert first(page).genuine


def test_hard_spaces_and_brackets_do_not_hide_the_numbers_of_rows():
    for rank in ("{}.&nbsp;&nbsp;", "[ {} ]", "({})"):
        rows = (f"DA: {rank.format(i)} | A book about thing {i} and {i + 7} more" for i in range(1, 12))
        assert first(table(*rows)).reason == detect.ONE_COLUMN


@pytest.mark.parametrize(("said", "layout"), [("scope=row", "column"), ("role=rowheader", "row-column")])
def test_a_role_counts_as_th_but_the_scope_of_a_row_in_a_plain_cell_does_not(said, layout):
    cells = [("north", "a", "b"), ("south", "c", "d"), ("west", "e", "f"), ("east", "g", "h")]
    lines = "".join(f"<tr><td {said}>{a}<td>{b}<td>{c}" for a, b, c in cells)
    plain = first(f"<table><tr><th>Side<th>Left<th>Right{lines.replace(said, '')}</table>")
    marked = first(f"<table><tr><th>Side<th>Left<th>Right{lines}</table>")
    assert plain.orientation == "column"
    assert marked.orientation == layout


def test_cells_that_others_name_as_their_headers_count_as_th():
    cells = [("north", "a", "b"), ("south", "c", "d"), ("west", "e", "f"), ("east", "g", "h")]
    lines = "".join(f"<tr><td id={a}>{a}<td headers={a}>{b}<td headers={a}>{c}" for a, b, c in cells)
    assert first(f"<table><tr><th>Side<th>Left<th>Right{lines}</table>").orientation == "row-column"


def values(page, which):
    """A property of the sampled cells, rounded."""
    return np.round(sample(layout_of(page)).values[which], 2).tolist()


def test_rows_of_one_cell_and_columns_without_text_are_left_out():
    page = "<table><tr><td colspan=3>Title<tr><td>a<td><td>b<tr><td>c<td><td>d</table>"
    found = layout_of(page)
    assert (found.core.tolist(), found.columns.tolist(), found.distinct.tolist()) == ([1, 2], [0, 2], [1, 2, 2])


def test_a_cell_across_columns_is_filled_in_both_and_own_in_one():
    found = layout_of("<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td></table>")
    assert found.filled.tolist() == [[True, True, True], [True, True, False]]
    assert found.own.tolist() == [[True, False, True], [True, True, False]]


def test_a_th_with_only_a_picture_is_filled_and_a_td_is_not():
    found = layout_of("<table><tr><th><img><td><img><th><tr><td>a<td>b<td>c</table>")
    assert found.filled[0].tolist() == [True, False, False]


def test_first_cells_that_span_make_several_columns_headers():
    beds = "<tr><td rowspan=3>Adult<td>Single<td>1<td>2<tr><td>Double<td>3<td>4<tr><td>Extra<td>5<td>6"
    assert layout_of(f"<table><tr><td colspan=2>Lodge<td>High<td>Low{beds}</table>").width == 2
    assert layout_of(TOWNS).width == 1


def test_the_values_of_cells_are_shares_of_their_text():
    page = "<table><tr><th>Town:<td>ab<a href=x>cd</a><tr><td><b>ab</b>cd<td>a1</table>"
    assert values(page, LINK) == [[0, 0.5], [0, 0]]
    assert values(page, BOLD) == [[1, 0], [0.5, 0]]
    assert values(page, COLON) == [[1, 0], [0, 0]]
    assert values(page, HEAD) == [[1, 0], [0, 0]]
    assert values(page, DIGITS) == [[0, 0], [0, 0.5]]
    assert np.allclose(sample(layout_of(page)).values[LENGTH], np.log1p([[5, 4], [4, 2]]))


def test_shares_of_controls_and_pictures_are_among_the_cells_that_are_not_empty():
    page = "<table><tr><td>a<td>b<td><input><td><tr><td>c<td>d<td><img><td><tr><td>e<td>f<td>g <img><td></table>"
    found = sample(layout_of(page))
    assert (found.controls, found.pictures) == (1 / 9, 1 / 9)


def test_what_a_control_offers_is_no_text_of_the_cell():
    choice = "<select><option>one<option>two</select>"
    found = sample(layout_of(f"<table><tr><td>a<td>{choice}<tr><td>b<td>with {choice}</table>"))
    assert found.has_text.tolist() == [[True, False], [True, True]]


def test_a_large_table_is_judged_by_its_first_rows_and_some_of_the_others():
    def rows(n):
        return sample(layout_of(table(*(f"D: row {i} | {i}" for i in range(n))))).raw

    assert len(rows(FIRST + SPREAD)) == FIRST + SPREAD
    large = [int(row[1]) for row in rows(1000)]
    assert len(large) == FIRST + SPREAD
    assert large[:FIRST] == list(range(FIRST))
    assert large == sorted(set(large))
    assert large[-1] > 900


def test_the_look_of_a_cell_is_its_own_attributes_and_those_of_its_row():
    page = "<table><tr class=h><td bgcolor=red id=x>a<td>b<tr><td>c<td style=s>d</table>"
    assert looks(sample(layout_of(page))) == [
        [(b"bgcolor\0red", b"class\0h"), (b"class\0h",)],
        [(), (b"style\0s",)],
    ]


@pytest.mark.parametrize(
    ("texts", "counts"),
    [
        ([b"1.", b"2.", b"3."], True),
        ([b"#11", b"[ 12 ]"], True),
        ([b"1"], False),
        ([], False),
        ([b"1", b"3"], False),
        ([b"1", b"2", b"two"], False),
        ([b"1234567", b"1234568"], False),
    ],
)
def test_numbers_of_rows_follow_each_other(texts, counts):
    assert is_count(texts) == counts


@given(st.text("ab19 .-$", max_size=12))
def test_the_share_of_digits_is_among_letters_and_digits(text):
    known = [c for c in text if c.isalnum()]
    expected = sum(c.isdigit() for c in known) / len(known) if known else 0.0
    assert digit_share(text.encode()) == expected


def test_a_letter_beyond_ascii_counts_once():
    assert digit_share("é1".encode()) == digit_share("漢1".encode()) == 0.5


def test_a_cell_beside_all_rows_is_none_of_their_values():
    page = """<table><tr><td>Day<td>High<td rowspan=3>Choose a town<tr><td>Monday<td>12<tr><td>Friday<td>15</table>"""
    found = layout_of(page)
    assert (found.columns.tolist(), found.distinct.tolist()) == ([0, 1], [2, 2, 2])
    assert layout_of(page.replace("=3", "=2")).columns.tolist() == [0, 1, 2]
