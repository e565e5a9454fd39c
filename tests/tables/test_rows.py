"""Data tables as tables of results: one way for the command and for Python."""

from datetime import date, datetime

import weblode
from tables.pages import first, read
from weblode.tables.discover import DataTables, discover
from weblode.tables.rows import COLUMNS, value_table

SHOP = """<html lang=en><table><tr><th>Thing<th>Price<th>Sold<th>Seen<th>Length
<tr><td><a href=/a>Axe</a><td>$19<sup>97</sup><td>1,204<td>3 May 2018 10:30<td>3:45
<tr><td>Bow<td>$5.00<td>88<td><time datetime=2018-05-04>yesterday</time><td>1:02:03
<tr><td><a href=b>Cup</a><td>$1,250<td>7<td>5 May 2018<td>0:30</table>"""


def shop():
    [found] = discover(weblode.read(SHOP.encode(), url="https://a.example/shop/"))
    return found


def test_values_have_types_and_links_are_kept_under_the_address_of_the_page():
    table = shop().as_table()
    assert table["Thing (url)"] == ("https://a.example/a", None, "https://a.example/shop/b")
    assert (table["Price (number)"], set(table["Price (currency)"])) == ((19.97, 5.0, 1250.0), {"$"})
    assert table["Sold (number)"] == (1204, 88, 7)
    assert table["Seen (date)"] == (date(2018, 5, 3), date(2018, 5, 4), date(2018, 5, 5))
    assert table["Seen (time)"] == (datetime(2018, 5, 3, 10, 30), None, None)
    assert table["Length (seconds)"] == (225, 3723, 30)
    assert table["record"] == (1, 2, 3)
    assert set(table["page_url"]) == {"https://a.example/shop/"}
    assert "page_url" not in first(SHOP).as_table().names


def test_a_row_leads_to_the_first_cell_of_its_record():
    found = first(SHOP)
    assert [found.tree.text(u).split()[0] for u in found.as_table()["node"]] == ["Axe", "Bow", "Cup"]


def test_digits_that_markup_divides_are_no_number_but_raised_cents_are():
    rows = "".join(f"<tr><td>Name {i}<td>1{i}<b>5{i}</b><td>£1{i}<sup>50</sup>" for i in range(4))
    table = first(f"<table><tr><th>Name<th>Odd<th>Cost{rows}</table>").as_table()
    assert table["Odd"] == ("10 50", "11 51", "12 52", "13 53")
    assert "Odd (number)" not in table.names
    assert table["Cost (number)"] == (10.5, 11.5, 12.5, 13.5)


def test_values_of_all_tables_fit_one_table_with_what_was_read():
    found = DataTables(discover(read(SHOP + "<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>9")))
    table = found.as_table()
    assert (table.names, len(table)) == (COLUMNS, 15 + 4)
    rows = {(row["table"], row["record"], row["field"]): row for row in table.rows()}
    assert (rows[0, 1, "Price"]["number"], rows[0, 1, "Price"]["currency"]) == (19.97, "$")
    assert (rows[0, 1, "Thing"]["url"], rows[1, 1, "People"]["number"]) == ("/a", 134_000)
    assert rows[0, 3, "Length"]["seconds"] == 30
    assert len(value_table(first("<table></table>"))) == 0


def test_json_has_what_was_read_beside_the_texts():
    found = shop().as_dict()
    assert found["records"][0]["Price"] == "$19 97"
    assert found["readings"][0]["Price"] == {"number": 19.97, "currency": "$"}
    assert "Thing" not in found["readings"][0]


def test_no_two_columns_have_the_same_name_even_beside_others():
    page = SHOP.replace("Sold", "Price (number)").replace("Seen", "record").replace("Length", "URL")
    names = first(page.replace("Thing", "title")).as_table().names
    assert len({name.lower() for name in names}) == len(names)
    assert {"Price (number) 2", "record 2", "title (url)", "URL"} <= set(names)
