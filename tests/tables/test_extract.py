"""Records."""

from tables.pages import TOWNS, first, table


def test_rows_below_a_header_are_records():
    assert first(TOWNS).records[1] == {"Town": "Chur", "Canton": "Graubünden", "People": "38,000", "Since": "1464"}


def test_columns_without_a_name_have_their_number_and_no_name_is_there_twice():
    page = table("H: Town | Year | Year | ", "D: Bern | 1191 | 1353 | old", "D: Chur | 1464 | 1803 | older")
    assert list(first(page).records[0]) == ["Town", "Year", "Year 2", "4"]


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


def test_rows_with_several_header_columns_are_a_record_for_each():
    page = table(
        "H: Day | Morning | Night | Month | Warm | Cold",
        "HDDHDD: Monday | 1.0 | 2.0 | May | 3.0 | 4.0",
        "HDDHDD: Tuesday | 5.0 | 6.0 | June | 7.0 | 8.0",
        "HDDHDD: Friday | 5.5 | 6.5 | July | 7.5 | 8.5",
    )
    assert first(page).orientation == "multi-row-column"
    assert first(page).records[:2] == [
        {"row": "Day.Monday", "Morning": "1.0", "Night": "2.0"},
        {"row": "Month.May", "Warm": "3.0", "Cold": "4.0"},
    ]


def test_records_of_many_columns_of_one_name_and_of_many_header_rows_are_made_in_time():
    wide = table(*["H: " + " | ".join(["a"] * 3000), *["D: " + " | ".join(["1"] * 3000)] * 2])
    assert [len(record) for record in first(wide).records] == [3000, 3000]
    long = table(*["H: a | b", "D: 1 | 2"] * 3000)
    assert first(long).records == [{"a": "1", "b": "2"}] * 3000
