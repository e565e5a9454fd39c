"""The outline of a page: complete, labelled, and independent of what does not matter."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outline.made import PAGE, contents, kinds
from strategies import SOUP

import weblode
from weblode.errors import LimitError, WeblodeError
from weblode.limits import Limits
from weblode.outline import METHODS
from weblode.outline.build import outline
from weblode.outline.forms import as_json, as_text
from weblode.pages.html import parse
from weblode.tables.discover import discover


@given(SOUP)
@settings(max_examples=200, deadline=None)
@pytest.mark.parametrize("method", METHODS)
def test_every_leaf_is_in_the_outline_exactly_once(method, soup):
    tree = parse(soup.encode())
    found = outline(tree, method)
    leaves = [leaf for row in range(len(found)) for leaf in range(*found.leaves(row))]
    assert sorted(leaves) == list(range(len(tree.leaves)))
    assert all(found.parent[1:] < range(1, len(found)))
    assert found.parent[0] == -1


def told(page):
    found = outline(parse(page.encode()))
    return contents(found), kinds(found), found.segments.tolist()


@given(st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_outline_does_not_depend_on_the_order_of_attributes(random):
    pieces = PAGE.split("<")
    for i, piece in enumerate(pieces):
        tag, bracket, rest = piece.partition(">")
        name, *attributes = tag.split(" ")
        random.shuffle(attributes)
        pieces[i] = " ".join((name, *attributes)) + bracket + rest
    assert told("<".join(pieces)) == told(PAGE)


@pytest.mark.parametrize("method", METHODS)
def test_the_outline_does_not_depend_on_white_space_between_blocks(method):
    close = PAGE.replace("|\n", "| ").replace("\n", "")
    loose = close.replace("><", ">\n \t<")
    assert contents(outline(parse(close.encode()), method)) == contents(outline(parse(loose.encode()), method))


def test_a_data_table_is_one_part_with_its_records_below_its_label():
    table = "<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>"
    found = outline(parse(f"<h2>Towns</h2>{table}<h2>Rivers</h2><p>none</p>".encode()))
    [(row, held)] = found.tables.items()
    assert kinds(found)[row] == "table"
    assert found.name(int(found.parent[row])) == "Towns"
    assert held.records[1] == {"Town": "Chur", "People": "38,000"}
    read = json.loads("".join(as_json(found)))
    assert read["outline"]["children"][0]["children"][0]["records"] == held.records
    assert "(table)  [2 records]" in "".join(as_text(found))


def test_a_page_without_text_has_an_outline_of_nothing():
    found = outline(parse(b""))
    assert len(found) == 1
    assert json.loads("".join(as_json(found)))["segments"] == []


WIDE = Limits(depth=10_000, effort=2_000_000_000, dense=1_000_000)


def test_a_page_may_nest_deeper_than_recursion_goes():
    page = b"".join(b"<div><p>%d</p>" % i for i in range(2000))
    for method in METHODS:
        found = outline(parse(page, limits=WIDE), method)
        assert "".join(as_json(found)).count('"label"') == len(found)


LONG = {
    "list": lambda n: b"<ul>" + b"<li><a href=/x>name</a></li>" * (4 * n),
    "deep": lambda n: b"".join(b"<div><p>%d</p>" % i for i in range(n)),
    "unwound": lambda n: b"<div>" * n + b"x" + b"".join(b"</div>%d" % i for i in range(n)),
    "names": lambda n: b"".join(b"<x%d>t</x%d>" % (i, i) for i in range(4 * n)),
    "marks": lambda n: b"<div>|" * n + b"x",
    "flat": lambda n: b"<h2>a</h2><p>b</p><div><i>c</i><b>d</b></div>" * (2 * n),
    "link": lambda n: b"<a href=x>" + b"<div>" * (n // 2) + b"<i>t</i><p>u</p>" * (3 * n),
    "tabs": lambda n: b"<div><p><b>a</b><b>b</b></p><div><p>a<i>b</i></p><p>a<i>b</i></p></div></div>" * n,
}


@pytest.mark.parametrize(("method", "n"), [("structure", 9000), ("ontominer", 1500)])
@pytest.mark.parametrize("kind", LONG)
def test_long_and_deep_pages_are_done_in_seconds(kind, method, n):
    tree = parse(LONG[kind](n), limits=WIDE)
    found = outline(tree, method)
    assert sum(stop - first for first, stop in map(found.leaves, range(len(found)))) == len(tree.leaves)
    assert len(found.node) == len(found)


def test_the_papers_way_refuses_a_page_of_too_many_leaves_and_names_the_other_way():
    tree = parse(b"<p>x" * 25_001)
    with pytest.raises(LimitError, match=r"25,001 parts, .*25,000.* use --method structure"):
        outline(tree, "ontominer")
    assert len(outline(tree)) > 25_000


def test_the_package_is_the_function():
    assert contents(weblode.outline(parse(PAGE.encode()))) == contents(outline(parse(PAGE.encode())))


def test_the_rule_nearest_stands_alone():
    with pytest.raises(WeblodeError, match="use it alone"):
        outline(parse(b"a"), "ontominer", promotion=["nearest", "insider"])


@pytest.mark.parametrize("options", [{"method": "x"}, {"factors": "x"}, {"promotion": ["x"]}])
def test_unknown_choices_are_told(options):
    with pytest.raises(WeblodeError, match="'x' is unknown; choose from"):
        outline(parse(b"a"), **options)


def test_a_table_in_a_data_table_is_no_part_of_its_own():
    inner = "<table><tr><th>Day<th>Rain<tr><td>Monday<td>12<tr><td>Sunday<td>7</table>"
    page = f"<table><tr><th>Town<th>Weather<tr><td>Bern<td>{inner}<tr><td>Chur<td>dry</table>"
    tree = parse(page.encode())
    outer, _ = discover(tree)
    assert [table.table for table in outline(tree).tables.values()] == [outer.table]


def test_only_a_title_in_the_head_names_the_page():
    assert outline(parse(b"<title>Shop</title><p>x")).name(0) == "Shop"
    assert outline(parse(b"<p>x</p><svg><title>Icon</title></svg>")).name(0) == ""


def test_the_texts_of_a_table_beyond_the_limit_on_cells_are_rows():
    tree = parse(b"<table><tr><th>Town<th>People" + b"<tr><td>Bern<td>134,000" * 40 + b"</table>")
    assert len(outline(tree).tables) == 1
    found = outline(tree, limits=Limits(cells=10))
    assert not found.tables
    assert sum(found.name(row) == "Bern" for row in range(len(found))) == 40
