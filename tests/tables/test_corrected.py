"""Headers corrected by hand: layout and records follow."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.pages import CELLS, TOWNS, first, read, table
from weblode.errors import TableError
from weblode.limits import Limits
from weblode.tables.corrected import with_header_cells
from weblode.tables.discover import discover

PLAIN = table(
    "D: Town | Canton | Lake", "D: Bern | Bern | none", "D: Zug | Zug | Zugersee", "D: Thun | Bern | Thunersee"
)


def row(r, n):
    return {(r, c) for c in range(n)}


def column(c, n):
    return {(r, c) for r in range(n)}


def groups(found):
    return found.headers.rows, found.headers.columns


def answer(found):
    return found.as_dict(), groups(found)


def test_without_headers_the_columns_are_numbered_and_with_the_first_row_they_have_its_names():
    none = with_header_cells(first(PLAIN), ())
    assert (none.orientation, len(none.records)) == ("none", 4)
    assert none.records[0] == {"1": "Town", "2": "Canton", "3": "Lake"}
    headed = with_header_cells(none, row(0, 3))
    assert (headed.orientation, headed.header_cells) == ("column", sorted(row(0, 3)))
    assert headed.records[1] == {"Town": "Zug", "Canton": "Zug", "Lake": "Zugersee"}
    assert answer(with_header_cells(headed, ())) == answer(none)


def test_the_first_column_in_place_of_the_first_row():
    found = first(table("H: Name | Canton | Lake", "D: Bern | BE | Wohlensee", "D: Zug | ZG | Zugersee"))
    assert groups(found) == (((0,),), ())
    turned = with_header_cells(found, column(0, 3))
    assert (turned.orientation, groups(turned)) == ("row", ((), ((0,),)))
    assert turned.records[1] == {"Name": "Lake", "Bern": "Wohlensee", "Zug": "Zugersee"}
    assert answer(with_header_cells(turned, row(0, 3))) == answer(found)


def test_a_row_too_many_is_data_again():
    page = table("H: Town | People", "H: Bern | 134,000", "D: Zug | 30,000", "D: Chur | 38,000", "D: Biel | 55,000")
    found = first(page)
    assert groups(found) == (((0, 1),), ())
    fixed = with_header_cells(found, row(0, 2))
    assert (fixed.orientation, len(fixed.records)) == ("column", 4)
    assert fixed.records[0] == {"Town": "Bern", "People": "134,000"}


def test_a_header_in_the_middle_is_a_group_of_its_own_and_one_below_the_first_goes_on_with_it():
    rows = ("H: Town | People", "D: name | number", "D: Zug | 30", "D: Village | Cows", "D: Linn | 9", "D: Bözen | 7")
    found = with_header_cells(first(table(*rows)), row(0, 2))
    again = with_header_cells(found, row(0, 2) | row(3, 2))
    assert (again.orientation, groups(again)[0]) == ("multi-column", ((0,), (3,)))
    assert again.records[-1] == {"Village": "Bözen", "Cows": "7"}
    deeper = with_header_cells(found, row(0, 2) | row(1, 2))
    assert deeper.records[0] == {"Town.name": "Zug", "People.number": "30"}


YEARS = table("H: Town | 2019 | 2020 | 2021", *(f"D: {t} | {t[0]}.4 | 2.7 | 3.1" for t in ("Bern", "Chur", "Basel")))


def test_of_headers_above_and_beside_either_can_be_taken_away():
    both = with_header_cells(first(YEARS), row(0, 4) | column(0, 4))
    assert (both.orientation, both.records[1]["Town"]) == ("row-column", "Chur")
    for kept in (row(0, 4), row(0, 4) - {(0, 0)}):  # the corner is the header row's too
        above = with_header_cells(both, kept)
        assert (above.orientation, above.header_cells) == ("column", sorted(row(0, 4)))
        assert above.records[0] == {"Town": "Bern", "2019": "B.4", "2020": "2.7", "2021": "3.1"}
    for kept in (column(0, 4), column(0, 4) - {(0, 0)}):
        beside = with_header_cells(both, kept)
        assert (beside.orientation, beside.header_cells) == ("row", sorted(column(0, 4)))
        assert beside.records[0] == {"Town": "2019", "Bern": "B.4", "Chur": "C.4", "Basel": "B.4"}
    assert with_header_cells(both, ()).orientation == "none"


def test_a_single_cell_is_marked_and_changes_no_record():
    found = first(TOWNS)
    marked = with_header_cells(found, [*found.header_cells, (2, 1)])
    assert marked.header_cells == sorted([*found.header_cells, (2, 1)])
    assert (groups(marked), marked.records) == (groups(found), found.records)


def test_a_cell_taken_away_from_a_header_row_makes_it_data():
    found = first(TOWNS)
    assert with_header_cells(found, found.header_cells[1:]).headers.rows == ()


def test_two_header_columns_keep_their_headers_and_a_row_without_values_is_no_header_row():
    page = """<table><tr><td>Lodge<td>Kind<td>Price <tr><td>Adult<td>Bed<td>10 <tr><td>Adult<td>Room<td>
    <tr><td>Child<td>Bed<td>5</table>"""
    found = with_header_cells(first(page), row(0, 3) | column(0, 4) | column(1, 4))
    assert groups(found) == (((0,),), ((0, 1),))
    assert found.records[1] == {"Lodge": "Adult", "Kind": "Room", "Price": ""}


def test_a_line_above_a_header_row_joins_it_and_one_in_the_body_is_only_marked():
    page = PLAIN.replace("<tr>", "<tr><td colspan=3>Switzerland</td></tr><tr>", 1)
    page = page.replace("<tr><td>Thun", "<tr><td colspan=3>More</td></tr><tr><td>Thun")
    found = with_header_cells(first(page), row(1, 3))
    assert with_header_cells(found, row(1, 3) | row(0, 3)).headers.rows == ((0, 1),)
    marked = with_header_cells(found, row(1, 3) | row(4, 3))
    assert (marked.headers.rows, marked.records) == (((1,),), found.records)


def test_a_table_that_was_refused_is_data_if_a_user_says_so():
    refused = first(table("A: Home | News", "A: About | Help"))
    assert (refused.genuine, refused.records) == (False, [])
    taken = with_header_cells(refused, row(0, 2))
    assert (taken.genuine, taken.reason, taken.orientation) == (True, "", "column")
    assert taken.records == [{"Home": "About", "News": "Help"}]
    single = first(table("D: Price | 5"))
    assert with_header_cells(single, [(0, 0)]).records == [{"Price": "5"}]
    assert with_header_cells(first("<table><tr><td>one</table>"), [(0, 0)]).records == []
    assert with_header_cells(first("<table></table>"), ()).records == []


def test_cells_without_text_are_no_headers():
    page = table("D:  | 2019 | 2020", "D: Bern | 1 | 2", "D: Zug | 3 | 4")
    found = with_header_cells(first(page), row(0, 3))
    assert (found.header_cells, groups(found)) == ([(0, 1), (0, 2)], (((0,),), ()))
    assert found.records[0] == {"_1": "Bern", "2019": "1", "2020": "2"}


@pytest.mark.parametrize("cell", [(4, 0), (0, 4), (-1, 0), (0, -1), (10**30, 0)])
def test_a_cell_that_is_not_there_is_one_clear_line(cell):
    with pytest.raises(TableError, match=r"table 0 is 4 x 4, counted from 0: it has no cell \("):
        with_header_cells(first(TOWNS), [cell])


def test_a_table_beyond_the_limit_cannot_be_corrected():
    [found] = discover(read(TOWNS), refused=True, limits=Limits(cells=5))
    with pytest.raises(TableError, match="table 0 has more cells than the limit"):
        with_header_cells(found, [(0, 0)])


TEXTS = st.sampled_from(["", "Town", "People:", "5", "7.5", "134,000", "a word", "1999", "x", "Name"])
ROWS = st.lists(
    st.lists(st.tuples(st.sampled_from(list(CELLS)), TEXTS), min_size=1, max_size=6), min_size=2, max_size=9
)
SPANS = st.lists(st.sampled_from(["<td colspan=2>", "<td rowspan=2>", "<th colspan=3>", "<td>"]), max_size=9)


def made(rows, spans):
    lines = ["".join(CELLS[kind].format(text) for kind, text in each) for each in rows]
    for i, span in enumerate(spans):
        lines[i % len(lines)] = lines[i % len(lines)].replace("<td>", span, 1)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


@given(ROWS, SPANS, st.sampled_from(["evidence", "ontominer"]))
@settings(max_examples=300, deadline=None)
def test_the_cells_that_were_found_change_nothing(rows, spans, method):
    for found in discover(read(made(rows, spans)), method):
        assert answer(with_header_cells(found, found.header_cells)) == answer(found)


@given(ROWS, SPANS, st.data())
@settings(max_examples=300, deadline=None)
def test_any_cells_give_a_table_whose_marks_are_among_them_or_were_there(rows, spans, data):
    found = first(made(rows, spans))
    n, m = found.shape
    cells = data.draw(st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, m - 1)), max_size=30))
    fixed = with_header_cells(found, cells)
    assert set(fixed.header_cells) <= cells | set(found.header_cells)
    assert fixed.genuine
    assert all(isinstance(value, str) for record in fixed.records for value in record.values())
    assert answer(with_header_cells(fixed, fixed.header_cells)) == answer(fixed)
    assert fixed.orientation == "none" or fixed.header_cells
