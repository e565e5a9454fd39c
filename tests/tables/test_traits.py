"""What the texts of a column have in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.pages import first, layout_of, table
from weblode.tables import traits
from weblode.tables.cells import sample
from weblode.tables.layout import FIRST


def cells(*rows):
    return sample(layout_of(table(*rows)))


def by_definition(found, row):
    """The share of columns in which a row lacks what all others have, minus its mean over the rows below."""
    lines = [[traits._traits(text) for text in line] for line in found.raw[row:FIRST]]

    def lacks(lines, row):
        shares = []
        for c, own in enumerate(lines[row]):
            others = [line[c] for i, line in enumerate(lines) if i != row and line[c]]
            if own and len(others) >= 3:
                common = [{each[k] for each in others} for k in range(len(own))]
                shares.append(any(len(values) == 1 and own[k] not in values for k, values in enumerate(common)))
        return sum(shares) / max(1, len(shares))

    below = [lacks(lines[1:], i) for i in range(len(lines) - 1)]
    return lacks(lines, 0) - sum(below) / len(below) if len(lines) > 3 else 0.0


def test_a_header_lacks_the_sign_with_which_all_texts_below_it_begin():
    rows = [f"D: %{letter} | {text}" for letter, text in zip("feghx", ("one", "two", "six", "ten", "hex"), strict=True)]
    assert traits.odd(cells("D: Format | Meaning", *rows), 0) == 1
    assert traits.odd(cells("D: %q | ten", *rows), 0) == 0


def test_a_header_is_found_by_what_the_texts_below_it_have_in_common():
    names = ("Wooden can", "Deck bracket", "Wall bracket", "Herb garden", "Fence box", "Gift set")
    page = table("B: Title | Type", *(f"B: <a href=x>{name}</a> | Product" for name in names))
    assert first(page).orientation == "column"


def test_three_rows_are_needed_to_have_something_in_common():
    assert traits.odd(cells("D: Format | Meaning", "D: %a | one", "D: %b | two"), 0) == 0
    assert traits.odd(cells("D: Format | Meaning", "D: %a | one", "D: %b | two", "D: %c | six"), 0) == 1


def test_what_a_control_offers_is_not_in_common():
    choice = "<select><option>one<option>two</select>"
    assert (
        traits.odd(cells("D: Town | Pick", *(f"D: {name} | {choice}" for name in ("Bern", "Chur", "Zug", "Ulm"))), 0)
        == 0
    )


@given(
    st.lists(
        st.lists(st.sampled_from(["", "a", "b", "A b", "%x", "7", "7.5", "Ä"]), min_size=3, max_size=3),
        min_size=2,
        max_size=10,
    )
)
def test_the_share_of_what_a_row_lacks_is_as_defined(rows):
    layout = layout_of(table(*("D: " + " | ".join(row) for row in rows)))
    if min(len(layout.core), len(layout.columns)) >= 2:
        found = sample(layout)
        assert traits.odd(found, 0) == pytest.approx(by_definition(found, 0))


def test_columns_differ_by_commas_capitals_and_ends():
    found = cells("D: Bern, BE | note", "D: Chur, GR | text")
    commas, spaces, *_, small = traits.columns(found, 0).tolist()
    assert commas == spaces == [[1, 0], [1, 0]]
    assert small == [[0, 1], [0, 1]]


def test_columns_with_a_form_of_their_own_are_data_and_a_menu_is_not():
    jobs = (
        "Albany, NY | Web developer",
        "Lansing, MI | Coder of games",
        "Newark, DE | Engineer",
        "Hackensack, NJ | Web master",
    )
    menu = ("Facts about towns | Shipping goods", "Closing costs | Medical help", "Banks | Travel", "Phones | Weather")
    found = [sample(layout_of(table(*(f"A: {row}" for row in rows)))) for rows in (jobs, menu)]
    shares = [abs(traits.columns(each, 0).mean(axis=1) @ [1, -1]).max() for each in found]
    assert shares[0] == 1
    assert shares[1] < 1
