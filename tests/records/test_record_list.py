"""A list of records: its texts, places, links, and what is written of them."""

from hypothesis import given, settings
from strategies import SOUP

from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.record_list import COLUMNS, RecordList, as_table


def test_fields_are_in_what_records_writes():
    tree = parse(("<ul>" + "".join(f"<li><a href=/{i}>Title {i}</a>" for i in range(6)) + "</ul>").encode())
    first = discover(tree)[0].as_dict()["records"][0]
    place = {"xpath": "/html/body/ul/li[1]/a/text()[1]", "href": "/0"}
    assert first["fields"] == [
        {"name": "title", "value": "Title 0", **place},
        {"name": "title_part", "value": "0", **place, "hidden": True},
    ]


def test_what_a_value_says_stands_beside_its_text_and_links_are_absolute_where_the_page_is_known():
    item = "<li><h3><a href=/{0}>Title {0}</a></h3><p>Some words about it, and more of them</p><b>${0}<sup>97</sup></b>"
    items = f"<html lang=en-US><ul>{''.join(map(item.format, range(10, 18)))}</ul>"
    tree = parse(items.encode(), url="https://a.example/b/")
    found = discover(tree)[0]
    fields = {each["name"]: each for each in found.as_dict()["records"][0]["fields"]}
    title, price = fields["title"], fields["price"]
    assert (title["href"], title["url"]) == ("/10", "https://a.example/10")
    assert (price["value"], price["number"], price["currency"]) == ("$10 97", 10.97, "USD")
    assert found.links()[0] == ["https://a.example/10"]
    assert set(as_table(found)["page_url"]) == {"https://a.example/b/"}


SHOP = b"""<ul><li><a href=/1>One</a><a href=/1>again</a><map><area href=/map></map><li><a>Two</a></ul>
<dl><dt>Three<dd>its words<dt>Four<dd>more words</dl>"""


def record_list(tree, name, size=1):
    """The children of the first element with this name as records of so many children each."""
    region = next(u for u in range(len(tree)) if tree.name(u) == name)
    edges = [u for u in tree.children(region) if tree.tag[u]][::size]
    ends = [*edges, int(tree.end[region])][1:]
    return RecordList(tree, "by hand", region, 0, "around", tuple(zip(edges, ends, strict=True)))


def test_links_come_in_order_and_once():
    assert record_list(parse(SHOP), "ul").links() == [["/1", "/map"], []]


def test_a_record_of_several_nodes_has_a_path_for_each():
    records = record_list(parse(SHOP), "dl", size=2)
    assert records.places() == [
        ["/html/body/dl/dt[1]", "/html/body/dl/dd[1]"],
        ["/html/body/dl/dt[2]", "/html/body/dl/dd[2]"],
    ]
    assert (records.spans(), records.texts()) == ([2, 2], ["Three its words", "Four more words"])


def test_the_table_has_a_row_a_record():
    table = as_table(record_list(parse(SHOP, page="p.html"), "ul"))
    assert table.names == COLUMNS
    assert (table["page"], table["record"], table["link"]) == (("p.html",) * 2, (1, 2), ("/1", None))
    assert table["region"] == ("/html/body/ul",) * 2
    assert [each["xpath"] for each in table.rows()] == ["/html/body/ul/li[1]", "/html/body/ul/li[2]"]


def test_a_list_nobody_is_certain_of_has_no_score_and_an_empty_one_no_rows():
    empty = RecordList(parse(SHOP), "by hand", 0, 0, "around", ())
    assert (empty.score, empty.links(), empty.texts(), len(as_table(empty))) == (0.0, [], [], 0)
    assert empty.as_dict() == {"xpath": "/html", "method": "by hand", "score": 0.0, "records": []}


@given(SOUP)
@settings(max_examples=50)
def test_all_views_of_a_list_have_a_row_a_record(soup):
    tree = parse(soup.encode(errors="replace"))
    records = record_list(tree, "html")
    rows = records.as_dict()["records"]
    assert len(rows) == len(records.links()) == len(records.spans()) == len(records.records)
    assert [row["text"] for row in rows] == records.texts() == list(as_table(records)["text"])


@given(SOUP)
@settings(max_examples=100, deadline=None)
def test_the_columns_shown_are_those_of_all_that_are_not_hidden(soup):
    tree = parse(soup.encode(errors="replace"))
    for shown, every in zip(discover(tree, limit=3), discover(tree, limit=3), strict=True):
        assert shown.fields == [each for each in every.all_fields if not each.column.hidden]
        assert shown.all_fields == every.all_fields


def test_hidden_parts_of_texts_count_for_what_is_shown():
    line = "<li><i>Filed 0{0}/26/2016, No. 15-{0}, in {0} parts</i><b>Title number {0}</b><a href=/{0}>more {0}</a>"
    tree = parse(("<ul>" + "".join(map(line.format, range(1, 9))) + "</ul>").encode())
    [shown], [every] = discover(tree), discover(tree)
    assert len(every.all_fields) > len(shown.fields)
    assert shown.fields == [each for each in every.all_fields if not each.column.hidden]
    assert shown.as_table() == every.as_table()
