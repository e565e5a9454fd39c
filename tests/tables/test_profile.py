"""The numbers by which a table is judged: its content, its first row, its first column."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.pages import TOWNS, first, layout_of, table
from weblode.tables import detect, profile
from weblode.tables.cells import sample


def test_labels_that_come_again_or_count_the_rows_are_none():
    days = ("Monday", "Tuesday", "Friday", "Sunday")
    assert first(table(*(f"D: {day} | {n}.5 | {n}.0" for n, day in enumerate(days)))).orientation == "row"
    assert first(table(*(f"D: {day[-3:]} | {n}.5 | {n}.0" for n, day in enumerate(days)))).orientation == "none"
    assert first(table(*(f"D: {n}. | {day} | {n}.0" for n, day in enumerate(days)))).orientation == "none"


def test_columns_of_one_form_are_a_matrix_and_of_several_a_list():
    names = ("Bern", "Chur", "Basel", "Biel", "Zug")
    years = table("H: Town | 2019 | 2020 | 2021", *(f"D: {t} | {n}.4 | {n}.7 | {n}.1" for n, t in enumerate(names)))
    facts = table("H: Town | People | Since", *(f"D: {t} | {n}9,000 | 11{n}0" for n, t in enumerate(names, 1)))
    assert first(years).orientation == "row-column"
    assert first(years).records[0]["Town"] == "Bern"
    assert first(facts).orientation == "column"


def test_the_days_of_a_calendar_have_no_header_beside_them():
    weeks = [" | ".join(str(7 * w + d) for d in range(1, 8)) for w in range(4)]
    assert first(table("D: M | T | W | T | F | S | S", *(f"D: {week}" for week in weeks))).orientation == "column"


def test_one_body_row_says_nothing_of_its_columns():
    pair = table("D: Find a lawyer | Get a legal form", "A: Find a qualified attorney near you | Search")
    assert not first(pair).genuine
    assert first(table("H: Name | Author", "D: Faust | Goethe")).genuine


def test_the_choices_of_a_control_tell_nothing():
    choice = "<select><option>Any<option>Title {}<option>Summary</select>"
    page = table("D: Within: | All, or select", *(f"D: Label {i}: | {choice.format(i)}" for i in "abc"), "D: Tip: |")
    assert first(page).reason in (detect.FORM, detect.ONE_COLUMN)


def cells(*rows):
    return sample(layout_of(table(*rows)))


def contents(*rows, first=0):
    layout = layout_of(table(*rows))
    found = sample(layout)
    return profile.contents(layout, found, profile.useful(found, first), first=first)


def test_the_content_of_a_table_is_measured_in_shares():
    found = contents("D: Bern | 134", "D: Chur | 38", "D: Zug | 30", "D: Biel | 55")
    assert (found["rows"], found["columns"], found["full"], found["digits"]) == (2, 1, 1, 0.5)
    assert (found["links"], found["controls"], found["pictures"]) == (0, 0, 0)
    assert contents("A: Bern | Chur", "D: Zug | Biel")["links"] == 0.5
    assert contents("D: Bern | 134 | x", "D: Chur |  | y", "D: Zug | 30 | z")["full"] == pytest.approx(8 / 9)


def test_columns_are_unlike_if_each_is_uniform_and_alike_if_all_are_the_same():
    assert contents("D: Bern | 134", "D: Chur | 138", "D: Biel | 155")["unlike"] == 1
    assert contents("D: Bern | Chur", "D: Biel | Thun", "D: Visp | Brig")["unlike"] == 0


def test_a_header_row_differs_in_tag_path_digits_and_length():
    found = profile.top(sample(layout_of(TOWNS)))
    assert (found["top_th"], found["top_path"], found["top_alike"], found["top_numbers"]) == (1, 1, 1, 0)
    assert found["top_digits"] == 0.5
    plain = profile.top(cells("D: Bern | 1", "D: Chur | 2", "D: Biel | 3"))
    assert (plain["top_th"], plain["top_path"], plain["top_look"], plain["top_digits"]) == (0, 0, 0, 0)


def test_a_column_of_labels_differs_from_the_others():
    found = profile.left(cells("HD: Price: | 45", "HD: Weight: | 12"), 0)
    assert (found["left_th"], found["left_colon"], found["left_bold"], found["left_numbers"]) == (1, 1, 1, 0)
    assert found["left_length"] < 0
    linked = profile.left(cells("AD: Price | 45", "AD: Weight | 12"), 0)
    assert (linked["left_links"], linked["left_th"]) == (1, 0)


@pytest.mark.parametrize(
    ("column", "names"),
    [(("Bern", "Chur"), 1), (("Bern", "Bern"), 0), (("1.", "2."), 0), (("No 7", "No 9"), 1), (("7", "9"), 0)],
)
def test_labels_are_different_and_do_not_count_the_rows(column, names):
    found = profile.labels(cells(*(f"D: {text} | 5 kg" for text in column)), 0)
    assert found["left_names"] == names


def test_the_column_with_the_fewest_short_numbers_counts():
    assert profile.labels(cells("D: Bern | 5 kg", "D: Chur | 7 kg"), 0)["rest_numbers"] == 1
    assert profile.labels(cells("D: Bern | 5 | 6", "D: Chur | word | 7"), 0)["rest_numbers"] == 0.5
    assert profile.labels(cells("D: Bern | " + "1" * 30, "D: Chur | " + "2" * 30), 0)["rest_numbers"] == 0


def test_the_rest_of_a_matrix_has_one_form_or_shares_its_words():
    def rest(*rows):
        return profile.matrix(cells("H: Town | 2019 | 2020", *rows), 1)["rest_matrix"]

    assert rest("D: Bern | 1.4 | 2.7", "D: Chur | 3.5 | 4.1") == 1
    assert rest("D: Bern | yes | no", "D: Chur | no | yes") == 1
    assert rest("D: Bern | one | two", "D: Chur | three | four") == 0


def test_a_matrix_may_have_an_empty_corner_and_the_first_column_of_a_calendar_is_like_the_others():
    assert profile.matrix(cells("D:  | 2019 | 2020", "D: Bern | 1 | 2"), 1)["corner"] == 1
    days = profile.matrix(cells("D: M | T | W", "D: 1 | 2 | 3", "D: 4 | 5 | 6"), 1)
    assert (days["corner"], days["rest_matrix"]) == (0, 0)


def test_names_beside_an_empty_corner_may_come_again_if_most_rows_have_one_of_their_own():
    programs = ("Nails", "Hair", "Hair", "Skin")
    assert profile.matrix(cells("D:  | Cost | Days", *(f"D: {name} | 5 | 9" for name in programs)), 1)["corner"] == 1
    assert profile.matrix(cells("D:  | Cost | Days", *("D: Compare | 5 | 9" for _ in programs)), 1)["corner"] == 0
    assert (
        profile.matrix(cells("D: For | Cost | Days", *(f"D: {name} | 5 | 9" for name in programs)), 1)["left_names"]
        == 0
    )


def test_names_may_come_again_below_a_line_that_begins_in_the_first_column():
    def names(line):
        rows = ["H: Name | Age"] + ["D: Beer | 5", line] * 3
        return profile.matrix(cells(*rows), 1)["left_names"]

    assert names("D: On campus |") == 1
    assert names("D:  | two for one") == 0


def test_long_texts_are_no_names_and_what_a_row_repeats_is_of_one_measure():
    def rest(name):
        rows = (f"D: {name} {i} | {i} kg | {i} kg | {i} kg" for i in range(4, 8))
        return profile.matrix(cells("H: Kind | One | Two | Three", *rows), 1)["rest_matrix"]

    assert rest("Weight") == 1
    assert rest("A place for those who have questions about their gardens") == 0


def test_a_bold_first_column_is_marked_and_one_of_links_or_without_names_is_not():
    def marked(kinds, *names):
        return profile.matrix(cells("B: Year | Paris | Rome", *(f"{kinds}: {name} | - | QF" for name in names)), 1)[
            "left_marked"
        ]

    assert marked("BDD", "1994", "1996", "1999") == 1
    assert marked("DDD", "1994", "1996", "1999") == marked("BDD", "1994", "1994", "1994") == 0
    assert marked("ADD", "1994", "1996", "1999") == 0


def test_totals_of_th_do_not_hide_a_first_column_of_th():
    rows = ["H: Year | Won | Lost", "HDD: 1991 | 3 | 5", "HDD: 1992 | 6 | 8", "H: Total | 9 | 13"]
    assert profile.left(cells(*rows), 1)["left_th"] == 1


def test_a_header_that_comes_again_is_none_of_the_rows_below_it():
    rows = ["B: Name | Age", "D: Bern | 5", "B: Town | Size", "D: Chur | 7"]
    assert profile.top(cells(*rows))["top_path"] == 1
    assert profile.top(cells(*rows[::2], *rows[1::2]))["top_path"] == 0


def test_labels_that_are_like_their_values_are_none():
    assert profile.labels(cells("D: 1.5 | 2.5", "D: 3.5 | 4.5"), 0)["left_names"] == 0
    assert profile.labels(cells("D: Bern | 2.5", "D: Chur | 4.5"), 0)["left_names"] == 1


def test_more_than_sixteen_columns_tell_nothing_more():
    layouts = [layout_of(table(*["D: " + " | ".join("a" * n)] * 2)) for n in (2, 16, 40)]
    assert [profile.breadth(layout) for layout in layouts] == [1, 4, 4]


def test_an_empty_corner_above_the_numbers_of_rows_is_no_evidence_but_beside_numbers():
    assert profile.matrix(cells("D:  | Town", "D: 1. | Bern", "D: 2. | Chur"), 1)["corner"] == 0
    assert profile.matrix(cells("D:  | Town", "D: 1. First | Bern", "D: 2. Second | Chur"), 1)["corner"] == 0
    assert profile.matrix(cells("D:  | Mo | Tu", "D: 1 | 3 | 4", "D: 2 | 10 | 11"), 1)["corner"] == 1


def test_dashes_are_missing_values_and_no_words_that_columns_share():
    numbers = profile.matrix(cells("H: Town | A | B", "D: Bern | 3.5 | \N{EM DASH}", "D: Chur | - | 4.5"), 1)
    assert numbers["rest_matrix"] > 0.9
    words = profile.matrix(cells("H: Town | A | B", "D: Bern | - | one", "D: Chur | two | -"), 1)
    assert words["rest_matrix"] == 0


def test_rows_of_one_form_whose_columns_are_not_are_turned():
    turned = profile.labels(cells("D: Price | $5 | $7", "D: Weight | 3 kg | 4 kg", "D: Colour | red | blue"), 0)[
        "turned"
    ]
    assert turned == pytest.approx(2 / 3)
    assert (
        profile.labels(cells("D: Friday | December 1 | 7:30 pm", "D: Monday | December 4 | 8:30 pm"), 0)["turned"] < 0
    )


def test_numbers_of_rows_bullets_and_the_same_words_tell_nothing_about_a_row():
    rows = (f"D: {i}. | • | Buy now | Town {name}" for i, name in enumerate(("Bern", "Chur", "Zug"), 1))
    assert profile.useful(cells(*rows), 0) == [False, False, False, True]


@given(st.lists(st.lists(st.sampled_from(["", "word", "12", "x:"]), min_size=2, max_size=4), min_size=2, max_size=6))
def test_every_number_of_any_table_is_finite(rows):
    width = max(map(len, rows))
    page = "".join("<tr>" + "".join(f"<td>{text}" for text in [*row, *[""] * (width - len(row))]) for row in rows)
    layout = layout_of(f"<table>{page}</table>")
    if min(len(layout.core), len(layout.columns)) < 2:
        return
    found = sample(layout)
    parts = [profile.top(found), profile.left(found, 0), profile.labels(found, 0), profile.matrix(found, 1)]
    parts.append(profile.contents(layout, found, profile.useful(found, 0), first=0))
    assert all(math.isfinite(number) for part in parts for number in part.values())


def test_a_column_is_undivided_if_it_is_one_cell_below_the_first_row():
    page = "<table><tr><td>a<td>b<tr><td rowspan=2>one<td>2<tr><td>3</table>"
    assert profile.undivided(sample(layout_of(page))) == 0.5
    assert profile.undivided(sample(layout_of("<table><tr><td>a<td>b<tr><td>c<td>d</table>"))) == 0


def test_menus_are_lists_of_links_of_different_lengths_beside_labels():
    links = " ".join("<a href=x>Bern</a>, <a href=y>Chur</a>" for _ in range(2))
    menus = [f"D: West | {links}", f"D: East | {links} <a href=z>Zug</a>", "D: South | none"]
    assert profile.menus(sample(layout_of(table(*menus)))) == pytest.approx(2 / 3)
    alike = [f"D: {name} | {links}" for name in ("West", "East", "South")]
    assert profile.menus(sample(layout_of(table(*alike)))) == 0
    few = [
        f"D: {name} | a long text about <a href=x>{name}</a> and <a href=y>what is near</a>"
        for name in ("East", "West")
    ]
    assert profile.menus(sample(layout_of(table(*few, "D: South | none")))) == 0


def test_figures_beside_texts_are_no_labels():
    openings = {12: "A new shop", 17: "The lake", 24: "Town hall"}
    dates = [f"D: {day}/05/2015 | {title} opens" for day, title in openings.items()]
    assert profile.labels(cells(*dates), 0)["left_names"] == 0
    assert first(table(*dates)).orientation == "none"
    codes = ("D: cdj670 | the first model", "D: cdj850 | the second model")
    assert profile.labels(cells(*codes), 0)["left_names"] == 1


def test_several_columns_of_texts_beside_the_first_are_those_of_records():
    assert profile.labels(cells("D: Friday | May 1 | 7:30 pm", "D: Monday | May 4 | 8:30 pm"), 0)["several"] == 1
    assert profile.labels(cells("D: Bern | 2.5 | 3.5", "D: Chur | 4.5 | 5.5"), 0)["several"] == 0
    assert profile.labels(cells("D: Colour | red", "D: Shape | round"), 0)["several"] == 0


def test_links_beside_links_are_no_labels_unless_they_are_numbers():
    menu = ("A: Home | News", "A: About | Help", "A: Shop | Contact")
    assert profile.labels(cells(*menu), 0)["all_linked"] == 1
    assert not first(table(*menu)).genuine
    assert profile.labels(cells("A: Prime rate | 3.25", "A: Discount rate | 0.75"), 0)["all_linked"] == 0
    assert profile.labels(cells("AD: Home | start here", "AD: About | who we are"), 0)["all_linked"] == 0
