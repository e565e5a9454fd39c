"""Columns of cells, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled

from weblode import kernels
from weblode.kernels.cells import ADDRESS, DATE, DURATION, MONTH, NUMBER, PRICE, RATING


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
    column = kernel.column((cell(0, 1, "a", "/x"), None, (*cell(1, 2, "b", "/y"), "", "", "https://a.example/y")))
    assert (column.texts, column.ends, column.filled) == (("a", None, "b"), ("a", "b"), 2)
    assert (column.links, column.addresses) == (2, ["/x", None, "https://a.example/y"])
    assert kernel.column([None]).ends == (None, None)


def test_columns_are_joined_by_the_first_cell_of_each_row(kernel):
    one, two, three = cell(0, 1), cell(1, 2, "b"), cell(2, 3, "c", "/x")
    rows = [[("p", one), ("q", two)], [("q", three)], []]
    columns = kernel.spread(rows, [[0, 1], [1], []], 2)
    for own in (columns, [list(column) for column in columns]):
        whole = kernel.joined(own)
        assert whole == [one, three, None]
        assert (whole.texts, whole.rows, whole.links) == (("x", "c", None), 0b11, 1)
    part = kernel.parted(["y", None, None], kernel.column([(*one, "", "", ""), None, None]))
    assert kernel.joined([part, columns[1]]).texts == ("y", "c", None)
    assert kernel.joined([]) == []
    with pytest.raises(ValueError, match=r"length|shorter"):
        kernel.joined([columns[0], columns[1][:1]])


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
        for ask in (kernel.column, lambda column: kernel.first_part([column])):
            with pytest.raises(ValueError, match="a cell has"):
                ask([wrong])
    with pytest.raises(IndexError):
        kernel.spread([[("p", cell(0, 1))]], [[1]], 1)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6))
def test_both_implementations_say_the_same(rows):
    native, twin = compiled(), kernels.python()
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
    for column in columns:
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
    known = "texts values few links rows ends filled addresses machines colons first"
    for name in known.split():
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
    assert kernel.distinct_rows(rows) == ([[one, two], [one], []], [0, 1, 0, 2], [2, 1, 1])
    numbered = (["p", "q"], [(0, 1), (0,), ()], [0, 1, 0, 2], [2, 1, 1])
    assert kernel.distinct_places(rows) == numbered


@given(st.lists(st.lists(st.sampled_from(["p", "q", "r"])), max_size=9))
def test_both_implementations_number_the_same_places(names):
    rows = [[(name, cell(k, k + 1)) for k, name in enumerate(row)] for row in names]
    assert compiled().distinct_places(rows) == kernels.python().distinct_places(rows)


def test_cells_of_a_table_are_numbered_and_what_stands_before_them_is_in_the_last(kernel):
    # Two rows: a text, a cell with a text, an element with a cell, another cell.
    end = np.array([12, 7, 3, 5, 5, 7, 7, 12, 10, 10, 12, 12], np.int32)
    tag = np.array([1, 2, 0, 3, 0, 4, 0, 2, 3, 0, 3, 0], np.int32)
    records = [(1, 7), (7, 12)]
    rows = [[("p", cell(2, 3)), ("p", cell(6, 7)), ("p", cell(4, 5))], [("p", cell(9, 10)), ("p", cell(8, 9))]]
    assert kernel.cell_numbers(rows, (end, tag), records, (2, 3, 4)) == [(2, 2, 1), (1, 1)]
    assert kernel.cell_numbers(rows, (end, tag), records, (2, 3, 5)) == []  # the first row has only one
    assert kernel.cell_numbers(rows, (end, tag), records, (1, 3, 4)) == []
    assert kernel.cell_numbers([], (end, tag), [], (2, 3, 4)) == []
    with pytest.raises(ValueError, match="row"):
        kernel.cell_numbers(rows, (end, tag), records[:1], (2, 3, 4))
    with pytest.raises(IndexError):
        kernel.cell_numbers(rows, (end, tag), [(1, 7), (7, 13)], (2, 3, 4))


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


WORDS = {"usd": PRICE, "ago": DATE, "of": RATING, "min": DURATION, "may": MONTH, "jan": MONTH}


@pytest.mark.parametrize(
    ("values", "bits"),
    [
        (["plain words", None, "and more"], 0),
        ([None, "", "one", "two", "three", "4"], 0),
        (["4", "5", "6", "and more"], 0),
        (["4", None, *"567891234", "and more"], NUMBER),
        (["and more", *"123456789"], NUMBER),
        (["$5", "$5", "$5", "free", "free"], PRICE),
        (["$5", "$5", "free", "free"], 0),
        (["yesterday ago"], 0),
        (["yesterday ago", "3 days ago"], DATE),
        (["★★"], PRICE | DATE | RATING),
        (["7" * 61], 0),
        (["www"], ADDRESS),
        (["h1", "2", "3"], ADDRESS),
        (["a", "www"], 0),
        ([], 0),
    ],
)
def test_what_a_column_may_be_is_told_by_its_first_texts_and_by_enough_of_all(kernel, values, bits):
    assert kernel.hints(values, WORDS) == bits


def test_short_texts_with_a_digit_or_a_star_may_be_read(kernel):
    assert kernel.readable(["a1", None, "", "words", "⭐", "9" * 61, "٣"]) == ["a1", "", "", "", "⭐", "", ""]


@given(st.lists(st.none() | st.text("ab19h★W ", max_size=70)))
def test_both_implementations_tell_the_same_texts_apart(values):
    native, twin = compiled(), kernels.python()
    assert native.readable(values) == twin.readable(values)
    assert native.hints(values, WORDS) == twin.hints(values, WORDS)


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("$5", PRICE),
        ("5 USD", PRICE | NUMBER),
        ("some words", 0),
        ("3.5.2017", DATE | NUMBER),
        ("May 2017", DATE),
        ("1stJan 2017", DATE | NUMBER | RATING),
        ("in 1417", 0),
        ("June 2017", 0),
        ("in May", 0),
        ("Jan-03", DATE),
        ("May '17", DATE),
        ("years ago", DATE),
        ("3/4/2017", DATE | NUMBER),
        ("3.4-2017", NUMBER),
        ("3/ 5", RATING | NUMBER),
        ("4 of 5", RATING | NUMBER),
        ("4 of 6", NUMBER),
        ("5 STars", RATING | NUMBER),
        ("fou5 STars", 0),
        ("for 3:45", 0),
        ("5 min", DURATION | NUMBER),
        ("some min", 0),
        ("3:45", DURATION | NUMBER),
        (" (12)", NUMBER),
        ("é", DATE),
        ("é 2", PRICE | DATE),
        ("é 5", PRICE | DATE | RATING),
        ("(2é", PRICE | DATE | RATING | NUMBER),
        ("\xa02é", PRICE | DATE | RATING | DURATION | NUMBER),
        ("USD", 0),
        ("", 0),
    ],
)
def test_what_a_text_may_be_is_told_by_its_characters_and_words(kernel, text, bits):
    assert kernel.hints(["7", *[text] * 29], WORDS) == (bits if text else NUMBER)


@given(st.lists(st.text("aA1250-/.':$( [sStTgGwW\x1fofminMayP\u00e9", max_size=12)))
def test_both_implementations_give_the_same_hints(texts):
    assert compiled().hints(texts, WORDS) == kernels.python().hints(texts, WORDS)


def test_columns_of_whole_numbers_are_read_at_once(kernel):
    assert kernel.whole_numbers(["12", None, "", "0", "9" * 15]) == (12, None, None, 0, 10**15 - 1)
    assert kernel.whole_numbers([]) == ()
    for other in ("1,200", "007", "9" * 16, "-1", "1.5", "٣", "²"):
        assert kernel.whole_numbers(["1", other]) is None


MONTHS = {"may": 5, "feb": 2}


@pytest.mark.parametrize(
    ("text", "day_first", "date"),
    [
        ("May 3, 2017", None, "2017-05-03"),
        ("Feb. 29 2016", None, "2016-02-29"),
        ("Feb. 29 2017", None, None),
        ("13 MAYHEM, 1999", None, "1999-05-13"),
        ("3 May. 2017", None, "2017-05-03"),
        ("3/4/2017", None, None),
        ("3/4/2017", True, "2017-04-03"),
        ("3/4/2017", False, "2017-03-04"),
        ("31-12-2017", False, "2017-12-31"),
        ("3.4.2017", None, "2017-04-03"),
        ("3.4-2017", True, None),
        ("2017-05-31", None, "2017-05-31"),
        ("2017-06-31", None, None),
        ("on 3 May 2017", None, None),
        ("3 May 1417", None, None),
        ("3 June 2017", None, None),
        ("43 May 2017", None, None),
        ("", None, None),
    ],
)
def test_usual_dates_are_read_at_once(kernel, text, day_first, date):
    assert kernel.plain_dates([text, None], MONTHS, day_first=day_first) == [date, None]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("12", (12.0, "")),
        ("0", (0.0, "")),
        ("1,234 Views", (1234.0, "vie")),
        ("2answers", (2.0, "ans")),
        ("63%", (63.0, "%")),
        ("4.35 km", (4.35, "km")),
        ("9" * 15, (10.0**15 - 1, "")),
        ("9" * 16, None),
        ("5 May", None),
        ("5 Maybe", None),
        ("10 pm", None),
        ("3k", None),
        ("1.234", None),
        ("1,23", None),
        ("1,2345", None),
        ("007", None),
        ("12 big views", None),
        ("twelve", None),
        ("", None),
    ],
)
def test_usual_numbers_with_units_are_read_at_once(kernel, text, count):
    others = frozenset(["pm", "may"])
    assert kernel.plain_counts([text, None], others, by_comma=True) == [count, None]
    assert kernel.plain_counts([text], others, by_comma=False) == [None if "," in text else count]


@given(st.lists(st.text("0123456789,.%/- MayFebmvk", max_size=14)), st.none() | st.booleans())
def test_both_implementations_read_the_same_dates_and_numbers(texts, day_first):
    native, twin = compiled(), kernels.python()
    assert native.plain_dates(texts, MONTHS, day_first=day_first) == twin.plain_dates(
        texts, MONTHS, day_first=day_first
    )
    for by_comma in (True, False):
        counts = [each.plain_counts(texts, {"may", "fe"}, by_comma=by_comma) for each in (native, twin)]
        assert counts[0] == counts[1]


def test_places_are_numbered_as_objects_in_the_order_in_which_they_come(kernel):
    one, other, twin = [1], [2], [1]
    assert one == twin
    places, rows = kernel.numbered_places([[other, one], [], (one, twin, other)])
    assert [id(each) for each in places] == [id(other), id(one), id(twin)]
    assert rows == [(0, 1), (), (1, 2, 0)]
