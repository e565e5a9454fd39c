"""Records."""

import pytest

from tables.pages import TOWNS, first, table


def test_rows_below_a_header_are_records():
    assert first(TOWNS).records[1] == {"Town": "Chur", "Canton": "Graubünden", "People": "38,000", "Since": "1464"}


def test_columns_without_a_name_have_their_number_and_no_name_is_there_twice():
    page = table("H: Town | Year | Year | ", "D: Bern | 1191 | 1353 | old", "D: Chur | 1464 | 1803 | older")
    assert list(first(page).records[0]) == ["Town", "Year", "Year 2", "_4"]


def test_without_headers_columns_are_numbered():
    page = table(*(f"DA: {day}.03.2024 | What happened on day {day}" for day in range(10, 20)))
    assert first(page).orientation == "none"
    assert first(page).records[0] == {"1": "10.03.2024", "2": "What happened on day 10"}


def test_labels_beside_several_values_give_a_record_for_each_column():
    page = table("D: Monday | 12.5 | 14.0", "D: Tuesday | 13.5 | 15.0", "D: Wednesday | 11.0 | 16.5")
    assert first(page).orientation == "row"
    assert first(page).records == [
        {"Monday": "12.5", "Tuesday": "13.5", "Wednesday": "11.0"},
        {"Monday": "14.0", "Tuesday": "15.0", "Wednesday": "16.5"},
    ]


def test_pairs_beside_each_other_are_one_record():
    page = table(*(f"HDHD: {a} | {i}.0 | {b} | {i}.5" for i, (a, b) in enumerate([("A", "B"), ("C", "D"), ("E", "F")])))
    assert first(page).orientation == "multi-row"
    assert first(page).records == [{"A": "0.0", "C": "1.0", "E": "2.0", "B": "0.5", "D": "1.5", "F": "2.5"}]


def test_a_row_with_several_header_columns_is_one_record_and_with_paths_one_for_each():
    page = table(
        "H: Day | Morning | Night | Month | Warm | Cold",
        "HDDHDD: Monday | 1.0 | 2.0 | May | 3.0 | 4.0",
        "HDDHDD: Tuesday | 5.0 | 6.0 | June | 7.0 | 8.0",
        "HDDHDD: Friday | 5.5 | 6.5 | July | 7.5 | 8.5",
    )
    assert first(page).orientation == "multi-row-column"
    assert len(first(page).records) == 3
    assert first(page).records[0] == {
        "Day": "Monday", "Morning": "1.0", "Night": "2.0", "Month": "May", "Warm": "3.0", "Cold": "4.0"
    }  # fmt: skip
    assert first(page, "ontominer").records[:2] == [
        {"row": "Day.Monday", "Morning": "1.0", "Night": "2.0"},
        {"row": "Month.May", "Warm": "3.0", "Cold": "4.0"},
    ]


def test_records_of_many_columns_of_one_name_and_of_many_header_rows_are_made_in_time():
    wide = table(*["H: " + " | ".join(["a"] * 3000), *["D: " + " | ".join(["1"] * 3000)] * 2])
    assert [len(record) for record in first(wide).records] == [3000, 3000]
    long = table(*["H: a | b", "D: 1 | 2"] * 3000)
    assert first(long).records == [{"a": "1", "b": "2"}] * 3000


def test_a_column_of_row_headers_has_its_own_header_as_its_name():
    page = table("H: Town | 2019 | 2020", "HDD: Bern | 1.5 | 2.5", "HDD: Chur | 3.5 | 4.5", "HDD: Zug | 5.5 | 6.5")
    assert first(page).orientation == "row-column"
    assert first(page).records[0] == {"Town": "Bern", "2019": "1.5", "2020": "2.5"}
    assert first(page).cells[0]["Town"][1] == first(page).grid.cells[1, 0]


def test_header_rows_are_joined_and_spans_are_in_every_column():
    page = """<table><tr><th rowspan=2>Town<th colspan=2>People <tr><th>2019<th>2020
    <tr><td rowspan=2>Bern<td>1<td>2 <tr><td colspan=2>unknown <tr><td>Zug<td>3<td>4</table>"""
    assert first(page).records == [
        {"Town": "Bern", "People.2019": "1", "People.2020": "2"},
        {"Town": "Bern", "People.2019": "unknown", "People.2020": "unknown"},
        {"Town": "Zug", "People.2019": "3", "People.2020": "4"},
    ]


def test_a_cell_over_the_whole_width_is_no_record_and_one_beside_empty_cells_is():
    page = """<table><tr><th>Town<th>People<th>Since <tr><td colspan=3>West <tr><td>Biel<td>55,000<td>1230
    <tr><td>Sion<td><td> <tr><td colspan=3>East <tr><td>Chur<td>38,000<td>1464 <tr><td>Counted by hand
    <tr><td>Thun<td>43,000<td>1264 <tr><td><td><td></table>"""
    assert [record["Town"] for record in first(page).records] == ["Biel", "Sion", "Chur", "Thun"]
    assert first(page).records[1] == {"Town": "Sion", "People": "", "Since": ""}


def test_a_column_of_colours_is_no_column_and_an_empty_one_with_a_header_is():
    page = """<table><tr><th colspan=2>Party<th>Votes<th>Notes <tr><td bgcolor=red><td>Reds<td>120<td>
    <tr><td bgcolor=blue><td>Blues<td>80<td> <tr><td colspan=2>Total<td>200<td></table>"""
    assert first(page).records == [
        {"Party": "Reds", "Votes": "120", "Notes": ""},
        {"Party": "Blues", "Votes": "80", "Notes": ""},
        {"Party": "Total", "Votes": "200", "Notes": ""},
    ]


def test_a_row_of_controls_is_no_record_and_one_with_other_text_is():
    choice = "<select><option>any</option><option>some</option></select>"
    page = table("H: Town | People", f"D: {choice} | {choice}", f"D: Bern | {choice}", "D: Chur | 38,000")
    assert [record["Town"] for record in first(page).records] == ["Bern", "Chur"]


@pytest.mark.parametrize("word", ["Total", "TOTAL:", "Subtotal", "Summe", "Итого", "合計"])
def test_totals_are_marked_by_their_word(word):
    page = table("H: Town | People", "D: Bern | 134", f"D: {word} | 134", "D: Chur | 38", "D: Biel | 55")
    assert first(page).totals == first(page).as_dict()["totals"] == [1]


def test_a_total_may_say_of_what_in_the_last_rows_only():
    page = table("H: Film | Year", "D: Total Recall | 1990", "D: Alien | 1979", "D: Total films | 2", "D: Totals | 2")
    assert first(page).totals == [2, 3]
    assert first(TOWNS).totals == []
    assert "totals" not in first(TOWNS).as_dict()


def test_the_foot_of_a_table_is_a_total():
    page = """<table><tr><th>Town<th>People<tbody><tr><td>Bern<td>134<tr><td>Chur<td>38
    <tfoot><tr><td>Together<td>172</table>"""
    assert first(page).totals == [2]
