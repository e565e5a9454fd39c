"""Notebooks show results as short HTML, in which no text of a page is markup; on a terminal they are one line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import weblode
from weblode.export.markup import LINES, ROWS, text_markup, tree_markup
from weblode.table import Table

EVIL = "&lt;script&gt;alert(1)&lt;/script&gt;<img src=x onerror=alert(2)>"
ITEM = f"<li><h3><a href=/{{0}}>Book {{0}} {EVIL}</a></h3> <p>A novel in {{0}} parts</p> <i>£{{0}}.50</i>"
SHOP = f"<title>{EVIL}</title><h1>{EVIL}</h1><ul>" + "".join(map(ITEM.format, range(1, 41))) + "</ul>"
TOWNS = (
    f"<table><caption>{EVIL}</caption><tr><th>Town {EVIL}<th>People<tr><td>Bern {EVIL}<td>134,000"
    "<tr><td>Chur<td>38,000</table>"
)
RESULTS = {
    "RecordLists": weblode.records(SHOP),
    "RecordList": weblode.records(SHOP)[0],
    "DataTables": weblode.tables(TOWNS),
    "DataTable": weblode.tables(TOWNS)[0],
    "Outline": weblode.outline(SHOP),
    "Table": weblode.records(SHOP)[0].as_table(),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_no_text_of_a_page_is_markup(kind):
    markup = RESULTS[kind]._repr_html_()
    tags = set(re.findall(r"<[^>]*>", markup))
    assert tags <= {
        f"<{end}{name}>" for name in "table caption thead tbody tr th td ul li p".split() for end in ("", "/")
    }
    assert "&lt;script&gt;" in markup


@given(st.text())
def test_any_text_is_escaped_and_short(text):
    markup = text_markup(text)
    assert not set("<>\"'\n\x00\u202e") & set(markup)
    assert len(markup) <= 80 * len("&quot;")


def test_a_table_is_cut_and_says_how_many_rows_there_are():
    markup = weblode.records(SHOP)._repr_html_()
    assert markup.count("<tr>") == ROWS + 1
    assert markup.endswith("<p>40 rows</p>")
    assert "40 records of li in /html/body/ul" in markup


def test_several_lists_are_shown_with_small_previews():
    page = SHOP + "<ol>" + "".join(f"<li><a href=/n{n}>News of day {n}</a> <p>text {n}</p>" for n in range(9)) + "</ol>"
    markup = weblode.records(page, limit=2)._repr_html_()
    assert markup.count("<table>") == markup.count("<caption>") == 2
    assert markup.count("<tr>") == 2 * (3 + 1)


def test_nothing_is_said_to_be_nothing():
    assert weblode.records("<p>x")._repr_html_() == "<p>no list of records found</p>"
    assert weblode.tables("<p>x")._repr_html_() == "<p>no data tables found</p>"
    assert Table({"page": [], "node": []})._repr_html_().startswith("<table>")


def test_an_outline_is_a_tree_of_lists():
    assert tree_markup([(0, "Shop"), (1, "Books"), (2, "One"), (1, "End")], 4) == (
        "<ul><li>Shop<ul><li>Books<ul><li>One</ul><li>End</ul></ul>"
    )
    markup = tree_markup(((1, str(n)) for n in range(1000)), 1000)
    assert markup.count("<li>") == LINES
    assert markup.count("<ul>") == markup.count("</ul>")
    assert markup.endswith("<p>1,000 lines</p>")


def test_representations_are_one_short_line():
    results = [
        *RESULTS.values(),
        weblode.read(SHOP),
        weblode.learn(SHOP),
        weblode.records(SHOP, url="http://a/\n\x1b[1m"),
    ]
    for each in results:
        assert len(repr(each)) < 400
        assert repr(each).isprintable()
    assert repr(RESULTS["RecordList"]).startswith(
        "<RecordList of a page: 40 records of li in /html/body/ul, certain to "
    )
    assert re.fullmatch(r"<DataTable of a page: table 0 “.*”, 3 x 2, headers: column>", repr(RESULTS["DataTable"]))
    assert repr(weblode.learn(SHOP)).startswith("<Rule learnt on 1 page: title")
