"""Columns of cells, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled

from weblode import kernels
from weblode.kernels.cells import DATE, DURATION, NUMBER, PRICE, RATING


def cell(first, stop, text="x", link=""):
    return ((first, stop), text, link)


SPANS = st.tuples(st.integers(0, 9), st.integers(1, 4)).map(lambda each: (each[0], sum(each)))
CELLS = st.none() | st.builds(
    lambda span, *rest: (span, *rest), SPANS, st.sampled_from("ab"), st.sampled_from(["", "/"])
)


def test_the_cells_of_rows_stand_in_the_columns_with_their_numbers(kernel):
    one, two, three = cell(0, 1), cell(1, 2), cell(2, 3)
    rows = [[("p", one), ("q", two)], [("q", three)]]
    assert kernel.spread(rows, [[1, -1], [0]], 3) == [[None, three], [one, None], [None, None]]
    assert kernel.spread([], [], 1) == [[]]


def test_a_column_has_texts_and_links_where_it_has_cells(kernel):
    column = (cell(0, 1, "a", "/x"), None, cell(1, 2, "b"))
    assert kernel.cell_texts(column) == ["a", None, "b"]
    assert kernel.links(column) == 1


def test_a_column_is_inside_another_if_most_of_its_cells_are(kernel):
    part = [cell(1, 2), cell(5, 6), None, cell(8, 9)]
    assert kernel.is_inside(part, [cell(0, 3), cell(4, 6), None, None])
    assert not kernel.is_inside(part, [cell(0, 3), cell(6, 7), cell(6, 7), None])
    assert not kernel.is_inside([None], [cell(0, 1)])


def test_the_first_part_is_what_most_rows_begin_with(kernel):
    one, two = [cell(1, 2), None, cell(5, 6)], [cell(2, 3), cell(3, 4), cell(4, 5)]
    assert kernel.first_part([one, two]) == 1
    assert kernel.first_part([two[:1], one[:1]]) == 1
    assert kernel.first_part([one[:2], two[:2]]) == 0  # the one that is first met
    assert kernel.first_part([[cell(1, 3)], [cell(1, 2)], [cell(1, 2)]]) == 1
    assert kernel.first_part([[None], [None]]) == kernel.first_part([]) == -1


def test_columns_of_different_lengths_are_refused(kernel):
    for ask in (
        lambda: kernel.spread([[]], [], 1),
        lambda: kernel.spread([[("p", cell(0, 1))]], [[]], 1),
        lambda: kernel.is_inside([None], []),
        lambda: kernel.first_part([[None], []]),
    ):
        with pytest.raises(ValueError, match=r"needs|length|longer|shorter"):
            ask()


def test_the_compiled_kernel_refuses_what_is_no_cell():
    kernel = compiled()
    for wrong in ((1,), (1, 2, 3), ((1, 2, 3), "a", "b"), ([1, 2], "a", "b")):
        for ask in (kernel.cell_texts, kernel.links, lambda column: kernel.first_part([column])):
            with pytest.raises(ValueError, match="a cell has"):
                ask([wrong])
    with pytest.raises(IndexError):
        kernel.spread([[("p", cell(0, 1))]], [[1]], 1)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6))
def test_both_implementations_say_the_same(rows):
    native, twin = compiled(), kernels.python()
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
    for column in columns:
        assert native.cell_texts(column) == twin.cell_texts(column)
        assert native.links(column) == twin.links(column)
        assert [native.is_inside(column, other) for other in columns] == [
            twin.is_inside(column, other) for other in columns
        ]
    assert native.first_part(columns) == twin.first_part(columns)


def test_a_column_of_cells_knows_its_texts_values_links_and_rows(kernel):
    column = kernel.column(iter([cell(0, 1, "a", "/x"), None, cell(1, 2, "b"), cell(2, 3, "a")]))
    assert column == [cell(0, 1, "a", "/x"), None, cell(1, 2, "b"), cell(2, 3, "a")]
    assert (column.texts, column.values, column.few) == (("a", None, "b", "a"), ["a", "b", "a"], ("a", "b"))
    assert (column.links, column.rows) == (1, 0b1101)
    assert kernel.column([]).rows == 0


def test_texts_are_measured_by_characters_spaces_and_digits(kernel):
    assert kernel.measures(["a 1", "22 \u0663", "x y"]) == (10, 3, 4, 2)
    assert kernel.measures([]) == (0, 0, 0, 0)


def test_columns_take_bytes_by_their_texts(kernel):
    assert kernel.text_size([("ab", None), (1, 2.5)]) == 4 * 60 + 2
    assert kernel.text_size([]) == 0


@given(st.lists(CELLS, max_size=140), st.lists(st.text(alphabet="a1 \u0663\xa0", max_size=6), max_size=6))
def test_both_implementations_know_the_same_of_columns(cells, texts):
    native, twin = compiled(), kernels.python()
    one, other = native.column(cells), twin.column(cells)
    assert one == other
    for name in ("texts", "values", "few", "links", "rows"):
        assert getattr(one, name) == getattr(other, name)
    assert native.measures(texts) == twin.measures(texts)
    assert native.text_size([texts, cells]) == twin.text_size([texts, cells])


def test_parts_of_texts_have_the_nodes_and_links_of_their_cells(kernel):
    column = [((1, 2), "a: b", "/x", "", "2020", "u"), None, ((3, 4), "c", "", "", "", "")]
    whole, part = kernel.column(column), kernel.parted(["b", "x", None], column)
    assert (whole.machines, whole.colons, part.machines, part.colons) == (1, True, 0, False)
    assert part == [((1, 2), "b", "/x", "", "", ""), None, None]
    assert (part.texts, part.links, part.rows) == (("b", None, None), 1, 1)


def test_rows_with_the_same_places_are_one_sequence(kernel):
    one, two = "p", "q"
    rows = [[(one, cell(0, 1)), (two, cell(1, 2))], [(one, cell(2, 3))], [(one, cell(3, 4)), (two, cell(4, 5))], []]
    assert kernel.distinct_rows(rows) == ([[one, two], [one], []], [0, 1, 0, 2])


def test_the_link_of_a_row_is_the_one_that_most_cells_have(kernel):
    one = kernel.column([cell(1, 2, "a", "/x"), cell(1, 2, "a", "/x"), None])
    two = kernel.column([cell(2, 3, "b", "/y"), cell(2, 3, "b", "/y"), cell(3, 4, "b", "/y")])
    three = kernel.column([cell(4, 5, "b", "/y"), cell(2, 3, "b", "javascript:z"), None])
    shared = kernel.shared_links([one, two, three])
    assert shared == ["/y", "", ""]
    parent, tag, strong = (
        np.array([-1, 0, 1, 1, 0], np.int32),
        np.array([5, 7, 0, 0, 0], np.int32),
        np.zeros(9, np.uint8),
    )
    strong[7] = 1
    assert kernel.leading(two, shared, parent, tag, strong, 2) == (2, 1, 2)
    assert kernel.leading(three, shared, parent, tag, strong, 9) == (1, 1, 1)
    with pytest.raises(ValueError, match=r"length|shorter"):
        kernel.shared_links([one, two[:1]])


def test_the_first_cell_of_a_column_is_the_first_that_there_is(kernel):
    one, two = cell(0, 1), cell(1, 2)
    assert kernel.column([None, one, two]).first == one
    assert kernel.column([None]).first is None


@pytest.mark.parametrize(
    ("values", "wordy"),
    [
        (["plain words", None, "and more"], True),
        ([None, "", "one", "two", "three", "4"], True),
        (["one", "two", "3 things"], False),
        (["★★"], False),
        (["7" * 61], True),
        (["www"], False),
        (["a", "www"], True),
        ([], True),
    ],
)
def test_columns_of_words_are_told_by_their_first_texts(kernel, values, wordy):
    assert kernel.is_wordy(values) is wordy


def test_short_texts_with_a_digit_or_a_star_may_be_read(kernel):
    assert kernel.readable(["a1", None, "", "words", "⭐", "9" * 61, "٣"]) == ["a1", "", "", "", "⭐", "", ""]


@given(st.lists(st.none() | st.text("ab19h★W ", max_size=70)))
def test_both_implementations_tell_the_same_texts_apart(values):
    native, twin = compiled(), kernels.python()
    assert native.readable(values) == twin.readable(values)
    assert native.is_wordy(values) == twin.is_wordy(values)


WORDS = {"usd": PRICE, "ago": DATE, "of": RATING, "min": DURATION}


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("$5", PRICE),
        ("5 USD", PRICE | NUMBER),
        ("some words", 0),
        ("3.5.2017", DATE | NUMBER),
        ("May 2017", DATE),
        ("in 1417", 0),
        ("Jan-03", DATE),
        ("Summer '17", DATE),
        ("years ago", DATE),
        ("3/x", DATE | RATING | NUMBER),
        ("4 of 5", RATING | NUMBER),
        ("fou5 STars", RATING),
        ("3:45", DURATION | NUMBER),
        (" (12)", NUMBER),
        ("é", PRICE | DATE | RATING | DURATION | NUMBER),
        ("", 0),
    ],
)
def test_what_a_text_may_be_is_told_by_its_characters_and_words(kernel, text, bits):
    assert kernel.hints([text], WORDS) == bits
    assert kernel.hints(["words", text], WORDS) == bits


@given(st.lists(st.text("aA1250-/.':$( [sStTgGwW\x1fofmin\u00e9", max_size=12)))
def test_both_implementations_give_the_same_hints(texts):
    assert compiled().hints(texts, WORDS) == kernels.python().hints(texts, WORDS)


def test_columns_of_whole_numbers_are_read_at_once(kernel):
    assert kernel.whole_numbers(["12", None, "", "0", "9" * 15]) == (12, None, None, 0, 10**15 - 1)
    assert kernel.whole_numbers([]) == ()
    for other in ("1,200", "007", "9" * 16, "-1", "1.5", "٣", "²"):
        assert kernel.whole_numbers(["1", other]) is None


def test_places_are_numbered_as_objects_in_the_order_in_which_they_come(kernel):
    one, other, twin = [1], [2], [1]
    assert one == twin
    places, rows = kernel.numbered_places([[other, one], [], (one, twin, other)])
    assert [id(each) for each in places] == [id(other), id(one), id(twin)]
    assert rows == [(0, 1), (), (1, 2, 0)]
