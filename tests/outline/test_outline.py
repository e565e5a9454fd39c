"""The outline of a page: complete, labelled, independent of what does not matter, and its forms."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from strategies import SOUP

import weblode
from weblode.errors import LimitError, WeblodeError
from weblode.limits import Limits
from weblode.outline import METHODS
from weblode.outline.build import outline
from weblode.outline.document import KINDS
from weblode.outline.forms import XML_HEAD, XML_TAIL, as_json, as_text, as_xml
from weblode.pages.html import parse
from weblode.paths import find

CASES = sorted((Path(__file__).parents[1] / "cases" / "outline").iterdir())
SCHEMA = etree.XMLSchema(etree.fromstring((files("weblode.outline") / "outline.xsd").read_bytes()))


def contents(found, row=0):
    """A row and those below it as nested lists: a label, or [label, parts...]; decoration is left out."""
    below = [part for part in range(row + 1, int(found.end[row])) if found.parent[part] == row]
    parts = [contents(found, part) for part in below if KINDS[found.kind[part]] != "decoration"]
    return [found.name(row), *parts] if parts else found.name(row)


def kinds(found):
    return [KINDS[kind] for kind in found.kind]


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_case(case):
    found = outline(parse((case / "page.html").read_bytes()))
    assert contents(found) == json.loads((case / "expected.json").read_text(encoding="utf-8"))


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


PAGE = """<title>Shop</title><nav class="a" id="n"><a href="/x" class="l">Home</a> |
<a class="l" href="/y">Help</a></nav><div id="m" class="c"><h2 class="t" id="q">Offers</h2><ul class="u" id="w">
<li class="i" id="1"><a id="2" href="/1">Tea</a></li>
<li class="i" id="3"><a href="/2" id="4">Rice</a></li></ul></div>"""


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


@pytest.mark.parametrize("n", [2, 3, 7, 60, 500])
@pytest.mark.parametrize(
    "row",
    [
        "<li>name {n}</li>",
        "<li><a href='/{n}'>name {n}</a></li>",
        "<li><h3>name {n}</h3><p>about it</p></li>",
        "<div><b>name {n}</b><i>more</i><u>yet more</u></div>",
        "<tr><td><a href='/{n}'>name {n}</a></td><td>about it</td></tr>",
    ],
)
def test_a_list_of_n_equal_rows_is_one_group_or_one_table_of_n(row, n):
    whole = "table" if row.startswith("<tr") else "ul"
    page = f"<{whole}>{''.join(row.format(n=i) for i in range(n))}</{whole}>"
    found = outline(parse(page.encode()))
    [top] = [part for part in range(1, len(found)) if found.parent[part] == 0] if found.end[1] == len(found) else [0]
    if top in found.tables:
        assert len(found.tables[top].records) in (n, n - 1)
    else:
        assert KINDS[found.kind[top]] in ("group", "navigation")
        assert sum(found.parent == top) == n


def test_the_page_is_named_by_its_title_and_parts_by_their_kinds():
    found = outline(parse(PAGE.encode()))
    assert contents(found) == ["Shop", ["", "Home", "Help"], ["Offers", "Tea", "Rice"]]
    assert kinds(found) == ["section", "navigation", "item", "decoration", "item", "navigation", "item", "item"]
    assert [found.href(row) for row in (2, 5, 6)] == ["/x", None, "/1"]


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


def test_text_reads_like_a_table_of_contents():
    page = "<title>T</title><h1>A</h1><p>Some text.</p><h2>B</h2><ul><li><a href=x>one</a><li><a href=y>two</a></ul>"
    found = outline(parse(page.encode()))
    assert "".join(as_text(found)) == "T\n  A\n    B\n      one\n      two\n"
    assert "".join(as_text(found, levels=2)) == "T\n  A\n    B\n"
    assert "    Some text.\n" in as_text(found, everything=True)


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
