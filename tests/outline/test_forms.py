"""The forms of an outline: JSON, XML by its schema, and text."""

import json
from importlib.resources import files

import pytest
from hypothesis import given, settings
from lxml import etree
from outline.made import PAGE, kinds
from strategies import SOUP

from weblode.outline import METHODS
from weblode.outline.build import outline
from weblode.outline.forms import XML_HEAD, XML_TAIL, as_json, as_text, as_xml
from weblode.pages.html import parse
from weblode.paths import find

SCHEMA = etree.XMLSchema(etree.fromstring((files("weblode.outline") / "outline.xsd").read_bytes()))


@given(SOUP)
@settings(max_examples=100, deadline=None)
@pytest.mark.parametrize("method", METHODS)
def test_every_form_of_any_page_can_be_read_and_names_nodes_of_the_page(method, soup):
    tree = parse(soup.encode(), page="a & b")
    found = outline(tree, method)
    read = json.loads("".join(as_json(found)))
    rows = list(flat(read["outline"]))
    assert [row["label"] for row in rows] == [found.name(row) for row in range(len(found))]
    assert [find(tree, row["xpath"]) for row in rows] == found.node.tolist()
    document = etree.fromstring("".join((XML_HEAD, *as_xml(found), XML_TAIL)).encode())
    SCHEMA.assertValid(document)
    assert len(document.findall(".//part")) == len(found)
    assert found.as_table()["kind"] == tuple(kinds(found))
    assert "".join(as_text(found, everything=True)).endswith("\n")


def flat(row):
    yield row
    for part in row["children"]:
        yield from flat(part)


def test_text_reads_like_a_table_of_contents():
    page = "<title>T</title><h1>A</h1><p>Some text.</p><h2>B</h2><ul><li><a href=x>one</a><li><a href=y>two</a></ul>"
    found = outline(parse(page.encode()))
    assert "".join(as_text(found)) == "T\n  A\n    B\n      one\n      two\n"
    assert "".join(as_text(found, levels=2)) == "T\n  A\n    B\n"
    assert "    Some text.\n" in as_text(found, everything=True)


@pytest.mark.parametrize(("label", "written"), [('a < b & "c"', 'a < b & "c"'), ("x\ufffey", "x\ufffdy")])
def test_xml_quotes_what_it_must_and_replaces_what_it_may_not_have(label, written):
    found = outline(parse(f"<p>{label.replace('<', '&lt;')}</p><p>z</p>".encode()))
    document = etree.fromstring("".join((XML_HEAD, *as_xml(found), XML_TAIL)).encode())
    assert written in [part.get("label") for part in document.iter("part")]


def test_xml_has_the_records_of_a_table_and_the_segments():
    table = "<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>"
    found = outline(parse(f"<h2>Towns</h2>{table}".encode(), page="towns.html", url="http://a.org/"))
    document = etree.fromstring("".join((XML_HEAD, *as_xml(found), XML_TAIL)).encode())
    SCHEMA.assertValid(document)
    fields = [(field.get("name"), field.get("value")) for field in document.iter("field")]
    assert fields == [("Town", "Bern"), ("People", "134,000"), ("Town", "Chur"), ("People", "38,000")]
    [page] = document.findall("page")
    assert (page.get("name"), page.get("url")) == ("towns.html", "http://a.org/")
    segments = [(int(each.get("first")), int(each.get("last"))) for each in document.iter("segment")]
    assert segments == found.segment_ranges()


def test_the_options_of_a_select_are_below_their_control_and_are_no_rows():
    found = outline(parse(b"<h2>Sizes</h2><p>x</p><select><option>S<option>M &amp; L</select>"))
    assert kinds(found)[-1] == "control"
    rows = {row["label"]: row for row in flat(json.loads("".join(as_json(found)))["outline"])}
    assert rows["S"]["options"] == ["S", "M & L"]
    assert "M & L" not in rows
    document = etree.fromstring("".join((XML_HEAD, *as_xml(found), XML_TAIL)).encode())
    SCHEMA.assertValid(document)
    assert [option.get("value") for option in document.iter("option")] == ["S", "M & L"]
    assert "S" not in "".join(as_text(found)).split()


def test_json_has_the_links_as_written_and_only_where_there_are_some():
    [root] = [json.loads("".join(as_json(outline(parse(PAGE.encode())))))["outline"]]
    rows = {row["label"]: row for row in flat(root)}
    assert (rows["Tea"]["href"], rows["Home"]["href"]) == ("/1", "/x")
    assert "href" not in rows["Offers"]


def test_text_shows_a_list_without_a_name_by_its_kind_and_no_control_characters():
    page = "<div><p>one\x1b[31m</p><p>two</p></div><div><i>x</i><b>y</b></div>"
    found = outline(parse(page.encode(), page="page.html"))
    text = "".join(as_text(found, everything=True))
    assert text.startswith("page.html\n")
    assert "(group)" in text
    assert "\x1b" not in text
