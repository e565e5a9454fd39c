"""Prices that markup cuts into pieces: cents are cents, and two prices stay two."""

import pytest

from records.pages import columns


def prices(row, *, hidden=False):
    """The values and numbers of the columns after the title, of the first of three records with this row."""
    found = columns([f"<li><h3>Title {n}</h3>{row.format(n)}" for n in (19, 25, 31)], hidden=hidden)[2]
    return [(each.cells[0].value, each.typed[0] if each.typed else None) for each in found[1:]]


@pytest.mark.parametrize(
    ("row", "value", "number"),
    [
        ("<span>$</span>{0}<span>97</span>", "$19 97", 19.97),
        ("£{0}<sup>97</sup>", "£19 97", 19.97),
        ("<sup>$</sup>{0}<sup>.97</sup>", "$19.97", 19.97),
        ("$<b>{0}</b>97", "$19 97", 19.97),
        ("<span>${0}</span><span>97</span>", "$19 97", 19.97),
        ("<p><span>$</span><span>{0}</span><span>97</span></p>", "$19 97", 19.97),
        ("<p><i>$</i> <i>{0}</i> <i>97</i></p>", "$ 19 97", 19.97),
        ("<p><span>$</span><span>{0}<span>.</span></span><span>97</span></p>", "$19.97", 19.97),
        ("<p><b>{0}</b><sup>97</sup> €</p>", "19 97 €", 19.97),
        ("<p><span>{0}</span><span>,</span><span>97</span> <span>€</span></p>", "19,97 €", 19.97),
        ("<p><span>{0}</span><small>97 €</small></p>", "19 97 €", 19.97),
        ("<p>{0}€<sup>97</sup></p>", "19€97", 19.97),
        ("<p><span>{0},97</span><span>€</span></p>", "19,97€", 19.97),
        ("<p><span>$</span><span>1,0{0}.97</span></p>", "$1,019.97", 1019.97),
        ("<div>$</div><div>{0}</div><div>97</div>", "$ 19 97", 19.97),
        ("<p>$<!-- -->{0}<!-- -->.<!-- -->97</p>", "$19.97", 19.97),
    ],
)
def test_cents_in_an_element_of_their_own_are_cents(row, value, number):
    assert prices(row) == [(value, number)]


def test_the_cents_of_a_price_are_named_for_cents_where_more_text_follows():
    assert prices("<p><b>${0}</b><b class=cents>97</b> <a href=/x>Buy</a></p>")[0] == ("$19 97", 19.97)


@pytest.mark.parametrize(
    ("row", "values"),
    [
        ("<span>${0}</span><span class=sold>24</span><b>Add</b>", ["$19", "24", "Add"]),
        ("<span>${0}</span> <span>24</span> <b>Add</b>", ["$19", "24", "Add"]),
        ("<span>1{0}</span><span>$</span><span>5</span>", ["119", "$5"]),
        ("<a href=/x>${0}</a><a href=/y>24</a>", ["$19", "24"]),
    ],
)
def test_what_is_not_said_to_be_cents_stays_apart(row, values):
    assert [value for value, _ in prices(row, hidden=True)] == values


@pytest.mark.parametrize(
    "row",
    ["<del>$1,2{0}.00</del>$9{0}.00", "<p><s>$1,2{0}.00</s> <b>$9{0}.00</b></p>", "<b>$1,2{0}.00</b> <b>$9{0}.00</b>"],
)
def test_the_old_and_the_new_price_are_two_values(row):
    assert prices(row) == [("$1,219.00", 1219.0), ("$919.00", 919.0)]


def test_a_record_without_an_old_price_has_its_price_in_the_column_of_new_ones():
    rows = ["<li><h3>One</h3><p><s>$9.00</s> $7.00</p>", "<li><h3>Two</h3><p>$5.00</p>"]
    _, old, new = columns(rows * 2)[2]
    assert [cell and cell.value for cell in old.cells[:2]] == ["$9.00", None]
    assert [cell and cell.value for cell in new.cells[:2]] == ["$7.00", "$5.00"]


@pytest.mark.parametrize("row", ["10<sup>{0}</sup>", "<i>6{0}</i><i>649</i>", "$3.{0}<sup>9</sup>"])
def test_digits_that_markup_divides_are_not_one_number(row):
    [(value, number)] = prices(row)
    assert " " in value
    assert number is None
