"""Nested records as tables, and the keys between them."""

from hypothesis import given
from hypothesis import strategies as st

from records.nesting import DIALECTS, PAGES, listed
from weblode.records.nested_tables import nested_lists, nested_tables, table_name, with_region
from weblode.records.record_list import COLUMNS
from weblode.table import Table


def test_a_child_table_refers_to_the_rows_above_it():
    tables = nested_tables(listed(DIALECTS["ul"](PAGES["three levels"])), fields=True)
    comments, replies = tables["comments",], tables["comments", "replies"]
    assert comments.names == ("page", "node", "region", "parent", "record", "author", "summary")
    assert comments["parent"] == (1, 1, 1, 2, 3)
    assert comments["record"] == (1, 2, 3, 4, 5)
    assert [comments["author"][parent - 1] for parent in replies["parent"]] == ["Ann", "Ann", "Eve", "Ann", "Ann"]
    assert set(comments["region"]) == set(replies["region"]) == {"/html/body/ul"}


def test_fields_named_as_a_key_get_a_number():
    rows = "".join(
        f"<li><b>{name}</b><ul class=towns><li><i itemprop=region>{name} North</i><p>one</p></li>"
        f"<li><i itemprop=region>{name} South</i><p>two</p></li></ul></li>"
        for name in ("Rome", "Oslo")
    )
    (table,) = nested_tables(listed(f"<ul>{rows}</ul>"), fields=True).values()
    assert "region_2" in table.names
    assert set(table["region"]) == {"/html/body/ul"}


def test_names_of_tables_are_short_and_differ():
    deep = [f"a_very_long_name_of_a_list_{chr(97 + i)}" for i in range(26)]
    assert table_name(["a"]) == "a"
    assert len(table_name(deep)) < 100
    assert table_name(deep) != table_name([*deep[:-1], "x"])


def test_a_name_of_a_hundred_bytes_stays_whole_and_a_longer_one_ends_in_a_digest():
    assert table_name(["x" * 100]) == "x" * 100
    assert table_name(["x" * 101]).startswith("x" * 20 + "-")
    assert table_name(["\u00e9" * 50]) == "\u00e9" * 50
    assert table_name(["\u00e9" * 51]) != "\u00e9" * 51


@given(st.lists(st.text(min_size=1), min_size=1, max_size=8))
def test_no_name_of_a_table_is_longer_than_a_hundred_bytes(names):
    assert 0 < len(table_name(names).encode(errors="surrogatepass")) <= 100


def test_lists_come_with_the_names_down_to_them_and_outer_ones_first():
    found = listed(DIALECTS["div"](PAGES["three levels and two lists"]))
    assert [names for names, _ in nested_lists(found)] == [("comments",), ("offers",), ("comments", "replies")]
    assert list(nested_lists(listed(DIALECTS["div"](PAGES["no lists"])))) == []
    both = [
        (*words, {"comments": lists["comments"], "offers": lists["comments"]})
        for *words, lists in PAGES["three levels"][:3]
    ]
    deep = [names for names, _ in nested_lists(listed(DIALECTS["div"](both)))]
    assert deep == [("comments",), ("offers",), ("comments", "replies"), ("offers", "replies")]


def test_a_child_table_without_fields_has_the_text_and_place_of_each_record():
    table = nested_tables(listed(DIALECTS["ul"](PAGES["one list"])))["comments",]
    assert table.names == (*COLUMNS[:4], "parent", *COLUMNS[4:])
    assert table["text"][3:] == ("Bob So wet again", "Cid Not here, said Bob")
    assert (table["parent"], table["record"]) == ((1, 1, 1, 2, 2), (1, 2, 3, 4, 5))
    assert table["xpath"][3] == "/html/body/ul/li[2]/ul/li[1]"
    assert set(table["region"]) == {"/html/body/ul"}


def test_a_region_is_a_column_and_a_field_of_its_name_gets_another():
    plain = Table({"page": ["p"], "node": [1], "record": [1], "region": ["North"], "region (url)": ["/n"]})
    table = with_region("/html/body", plain)
    assert table.names == ("page", "node", "region", "record", "region_2", "region_2 (url)")
    assert (table["region"], table["region_2"], table["region_2 (url)"]) == (("/html/body",), ("North",), ("/n",))


def test_a_field_named_region_does_not_take_the_name_of_another_field():
    plain = Table({"page": ["p"], "node": [1], "record": [1], "region": ["North"], "region_2": ["South"]})
    table = with_region("/html", plain)
    assert (table["region"], table["region_field"], table["region_2"]) == (("/html",), ("North",), ("South",))


def test_tables_of_fields_get_their_regions_as_a_column():
    plain = Table({"page": ["p", "p"], "node": [1, 5], "record": [1, 2], "title": ["Rain", "Snow"]})
    one, other = (with_region(f"/html/body/{tag}", plain) for tag in ("ul", "ol"))
    assert one.names == other.names == ("page", "node", "region", "record", "title")
    assert (one["region"], other["region"]) == (("/html/body/ul",) * 2, ("/html/body/ol",) * 2)
    assert (one["node"], one["title"]) == (plain["node"], plain["title"])
