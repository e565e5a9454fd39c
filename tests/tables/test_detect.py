"""Which tables hold data, and why others do not."""

import numpy as np
import pytest

from tables.pages import TOWNS, first, read, table
from weblode.tables import METHODS, detect
from weblode.tables.discover import MOST_NESTED, discover
from weblode.tags import NUMBERS

PRICES = table("D: Price | 45.95 €", "D: Discount | 2.30 €", "D: You pay | 43.65 €")
SPEC = table("D: Alcohol: | 10 % vol.", "D: Country: | Portugal", "D: Grapes: | Touriga Nacional", "D: Sugar: | 7 g/l")
CALENDAR = table("H: M | T | W", "D: 1 | 2 | 3", "D: 4 | 5 | 6", "D: 7 | 8 | 9")
NEWS = table(*(f"DA: {day}.03.2024 | What happened on day {day} and why it did" for day in range(10, 20)))


@pytest.mark.parametrize("page", [TOWNS, PRICES, SPEC, CALENDAR, NEWS])
def test_tables_of_data_are_found(page):
    found = first(page)
    assert found.genuine
    assert found.score > 0.5
    assert found.reason == ""


FORM = "<table>" + "<tr><td>Name:<td><input><td>Town:<td><select><option>Bern</select>" * 3 + "</table>"
RANKS = table(*(f"DA: {i}. | A book about thing number {i}" for i in range(1, 9)))
BULLETS = table(*(f"DA: • | Shelf {name}" for name in ("north", "south", "east", "west")))
MENU = table(*("A: " + " | ".join(f"{a} {b}" for b in ("coats", "hats", "shoes")) for a in ("Red", "Blue", "Green")))
SKELETON = "<table><tr><td>left<td>right<tr><td colspan=2>a long story</table>"
PICTURES = "<table><tr><td><img><td><img><tr><td><img><td><img></table>"

LISTS = [" • ".join(f"<a href=x>Lake {i}</a>" for i in range(n)) for n in (2, 4, 3, 5)]
MENUS = table(*(f"HD: {name} | {links}" for name, links in zip(("North", "South", "East", "West"), LISTS, strict=True)))
FOOTER = """<table><tr><td>Shop<td>Account<td>Contact
<tr><td rowspan=3>Coats, hats, shoes<td rowspan=3>Orders, returns<td>Call us on 555 10 20
<tr><td>Write to us<tr><td>Visit us</table>"""
LAID_OUT = """<table><tr><td colspan=2>A guide to lakes<tr><td colspan=2>Ada Thornbury, 2020
<tr><td>Edition:<td>Second <tr><td>Publisher:<td>North Shore</table>"""


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (MENUS, detect.MENUS),
        (FOOTER, detect.COLUMNS),
        (LAID_OUT, detect.RECORD),
        (FORM, detect.FORM),
        (RANKS, detect.ONE_COLUMN),
        (BULLETS, detect.ONE_COLUMN),
        (SKELETON, detect.TOO_FEW),
        (PICTURES, detect.TOO_FEW),
        ("<table></table>", detect.TOO_FEW),
    ],
)
def test_other_tables_are_refused_with_a_reason(page, reason):
    found = first(page)
    assert (found.genuine, found.reason) == (False, reason)
    assert (found.orientation, found.header_cells, found.records) == (None, [], [])


def test_a_menu_is_refused_for_what_speaks_most_against_it():
    found = first(MENU)
    assert not found.genuine
    assert found.reason in ("mostly links", "hardly any numbers", "columns that hold the same kind of thing")


def test_a_numbered_list_with_a_header_row_is_data():
    page = table("H: Rank | Title", *(f"DA: {i} | A book about thing {i} and {i + 7} more" for i in range(1, 12)))
    assert first(page).orientation == "column"


def test_what_a_page_says_of_a_table_is_evidence():
    doubtful = table("A: One | Two | three", "A: Red | Blue | green")
    score = first(doubtful).score
    assert first(doubtful.replace("<table", "<table role=grid")).score > score
    assert first(doubtful.replace("<table", "<table role=presentation")).score < score
    assert first(doubtful.replace("<tr>", "<caption>Colours</caption><tr>", 1)).score > score
    assert first(TOWNS.replace("<table", "<table role=presentation")).genuine  # evidence, not truth


def test_the_height_of_a_table_is_how_deep_tables_are_nested_in_it():
    inner = "<table><tr><td>x</table>"
    tree = read(f"<table><tr><td>{inner}<td><table><tr><td>{inner}</table></table>{inner}")
    assert detect.heights(tree, np.flatnonzero(tree.tag == NUMBERS["table"])) == [2, 0, 1, 0, 0]


def test_tables_nested_beyond_the_bound_are_refused_and_the_inner_ones_judged():
    deep = "<table><tr><td>a<td>b<tr><td>c<td>" * (MOST_NESTED + 2)
    found = discover(read(deep + TOWNS), refused=True)
    assert [each.genuine for each in found][-1]
    assert found[0].reason == found[1].reason == detect.NESTED.format(MOST_NESTED) != found[2].reason


@pytest.mark.parametrize("method", METHODS)
def test_headers_of_pictures_on_a_page_without_text_are_no_crash(method):
    assert not first("<table>" + "<tr><th><img><th><img>" * 3 + "</table>", method).records


def test_lists_of_links_below_a_header_row_are_data():
    page = MENUS.replace("<tr>", "<tr><th>Part</th><th>Lakes</th></tr><tr>", 1)
    assert first(page).genuine


def test_a_title_above_labels_and_values_is_no_reason_against_them():
    page = LAID_OUT.replace("</table>", "<tr><td>Pages:<td>320<tr><td>Weight:<td>500 g</table>")
    assert first(page).orientation == "row"


def test_labels_without_values_are_no_data():
    rows = ("B: Bar: | Smoking: | Seating: | Parties:", "B: Parking: | Access: | Capacity: | Outdoors:")
    assert first(table(*rows, "B: Delivery: | Catering: | Takeout: | Order:")).reason == detect.LABELS


def test_a_box_to_tick_beside_a_price_makes_no_form():
    rows = [f"D: Case number {i}, blue | $1{i}.99 <input type=checkbox>" for i in range(5)]
    assert first(table(*rows)).reason != detect.FORM
    choices = [f"D: Colour {i} | any <input type=checkbox>" for i in range(5)]
    assert first(table(*choices)).reason == detect.FORM


def test_labels_beside_lists_of_one_link_and_of_several_are_navigation():
    items = ["<a href=x>Line</a>", "<a href=x>Tram</a> (Bern)", "<a href=x>Bus</a> and <a href=y>boat</a> to Thun"]
    rows = "".join(f"<tr><th>Region {i}<td><ul><li>{item}</ul>" for i, item in enumerate(items))
    assert first(f"<table>{rows}</table>").reason == detect.MENUS


def test_labels_that_are_links_themselves_beside_lists_of_more_links_are_navigation():
    label = "<a href=x>Lakes</a> and <a href=x>rivers</a> of the {}"
    rows = "".join(f"<tr><th>{label.format(i)}<td>{links}" for i, links in enumerate(LISTS[1:]))
    assert first(f"<table>{rows}</table>").reason == detect.MENUS


def test_a_box_of_two_labels_of_th_below_two_titles_is_data():
    title = "<tr><th colspan=2>{}"
    box = title.format("Ada Thornbury") + title.format("Ada Thornbury in 2012")
    box += "<tr><th>Born<td>1 May 1962, Bern<tr><th>Occupation<td>Actress"
    found = first(f"<table>{box}</table>")
    assert (found.genuine, found.orientation) == (True, "row")


def test_a_first_column_of_th_is_a_header_though_it_has_numbers_like_the_others():
    rows = [f"HDDD: {i} | {40 - i} | Driver {name} | {name}" for i, name in enumerate(("Rossi", "Nunez", "Weber"), 1)]
    assert first(table("H: Pos | No | Name | Team", *rows)).orientation == "row-column"


def test_a_bold_first_column_is_a_header_beside_values_that_columns_share_and_not_by_itself():
    rounds = ("- | QF | SF", "QF | - | 1ST", "SF | QF | -", "2ND | SF | QF")
    rows = [f"BDDD: {year} | {row}" for year, row in zip((1994, 1996, 1999, 2003), rounds, strict=True)]
    assert first(table("B: Year | Paris | Rome | London", *rows)).orientation == "row-column"
    names = [f"BDDD: {name} | {name[:2]} | red {i} | {i} kg" for i, name in enumerate(("Ash", "Elm", "Fir", "Oak"))]
    assert first(table("B: Tree | Code | Leaf | Weight", *names)).orientation == "column"


def test_what_is_like_its_values_is_no_label():
    rows = [f"D: {i}.5 | {i + 3}.1 | {i + 7}.2 | {i + 9}.4" for i in (3, 9, 4, 8)]
    assert first(table(*rows)).orientation == "none"


def test_names_below_an_empty_corner_are_headers_whatever_their_values():
    lamps = enumerate(("Red", "Tall", "Old", "Odd"), 1)
    prices = [f"ADD: {name} lamp | ${n}9.99 | $1{n}.01 (6{n}%)" for n, name in lamps]
    assert first(table("B:  | Our price | You save", *prices)).orientation == "row-column"
    assert first(table("B: Lamp | Our price | You save", *prices)).orientation == "column"
