"""Cutting, joining, refining."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SOUP

from records.pages import FORMS, is_cut_exactly, two_lists, words
from weblode.pages.html import parse
from weblode.records import objects, regions
from weblode.records.discover import discover, extract
from weblode.records.separators import Children, certainty_factors, combine, rankings


@pytest.mark.parametrize("n", [2, 3, 5, 10, 47, 300, 5000])
@pytest.mark.parametrize("form", FORMS)
def test_a_list_of_equal_records_is_cut_exactly(form, n):
    tree = parse(f"<title>t</title>{FORMS[form](n)}".encode())
    region = tree.children(next(u for u in range(len(tree)) if tree.name(u) == "body"))[0]
    region = region + 1 if tree.name(region) == "table" else region
    certainty = combine(rankings(Children(tree, region), "omini"), certainty_factors()["omini-ours"])
    assert is_cut_exactly(extract(tree, region, next(iter(certainty)), refine=True), n)


OUTSIDE = st.lists(st.text("ab é &;\n", max_size=20).map("<p>{}</p>".format), max_size=4).map("".join)


@given(st.sampled_from(sorted(FORMS)), st.integers(2, 40), OUTSIDE, OUTSIDE)
@settings(max_examples=100, deadline=None)
def test_text_outside_the_region_does_not_change_how_it_is_read(form, n, before, after):
    def votes(page):
        tree = parse(page.encode())
        here = next(u for u in range(len(tree)) if tree.attributes(u).get("id") == "here")
        found = rankings(Children(tree, tree.children(here)[0]), "omini")
        return {letter: {tree.name_of(tag): r for tag, r in ranking.items()} for letter, ranking in found.items()}

    page = "{}<div id=here>" + FORMS[form](n) + "</div>{}"
    assert votes(page.format(before, after)) == votes(page.format("", ""))


@given(SOUP)
@settings(max_examples=200, deadline=None)
def test_the_pieces_of_a_cut_are_the_region_again(soup):
    tree = parse(soup.encode(errors="replace"))
    for region in regions.rank(tree, "HF", limit=3):
        for tag in {int(tree.tag[v]) for v in tree.children(region)}:
            cut = objects.cut(tree, region, tag)
            pieces = sorted([*cut.records, *cut.others])
            assert [a for a, _ in pieces] == [region + 1, *(b for _, b in pieces[:-1])][: len(pieces)]
            assert pieces[-1][1] == tree.end[region]


@pytest.mark.parametrize(
    ("html", "tag", "placement", "texts"),
    [
        ("<ul><li>a<li>b<li>c</ul>", "li", "around", ["a", "b", "c"]),
        ("<dl><dt>a<dd>1<dd>2<dt>b<dd>3</dl>", "dt", "before", ["a 1 2", "b 3"]),
        ("<div>x<hr>y<hr>z</div>", "hr", "between", ["x", "y", "z"]),
        ("<div><hr>x<hr>y<hr></div>", "hr", "between", ["x", "y"]),
        ("<div>a <b>1</b>b <b>2</b>c <b>3</b></div>", "b", "after", ["a 1", "b 2", "c 3"]),
        ("<div>head<p>a</p>1<p>b</p>2<p>c</p>3<i>foot</i></div>", "p", "before", ["a 1", "b 2", "c 3"]),
    ],
)
def test_the_separator_may_stand_around_before_after_or_between(html, tag, placement, texts):
    tree = parse(html.encode())
    cut = objects.cut(tree, tree.children(2)[0], tree.number(tag))
    assert cut.placement == placement
    assert [tree.text(*piece, line=" ") for piece in cut.records] == texts


def test_headers_footers_and_advertisements_are_dropped_with_a_reason():
    rows = "".join(f"<tr><td><a href=/{i}>Title {i}</a></td><td>{words(i)}</td></tr>" for i in range(8))
    page = f"<table><tr><th>Title</th></tr>{rows}<tr></tr><tr><td>{'Buy now! ' * 500}</td></tr></table>"
    (found,) = discover(parse(page.encode()), "omini")
    assert len(found.records) == 8
    assert sorted(dropped.reason.split(":")[0] for dropped in found.dropped) == [
        "has no text",
        "is too large",
        "misses tags that most have",
    ]


def test_a_list_that_goes_on_beside_its_region_is_taken_as_one():
    item = "<li><a href=/{0}><b>Title {0}</b></a> <i>{1}</i></li>"
    lists = ["".join(item.format(i, words(i)) for i in part) for part in (range(6), range(6, 10))]
    page = f"<h2>A</h2><ul>{lists[0]}</ul><h2>B</h2><ul>{lists[1]}</ul><ul><li>Home<li>Help<li>About us</ul>"
    (found,) = discover(parse(page.encode()), "omini")
    assert [text.split()[1] for text in found.texts()] == [str(i) for i in range(10)]


def test_what_a_list_beside_the_region_holds_besides_records_is_reported():
    (found,) = discover(two_lists(more="<li>Advertisement</li>"), "omini")
    assert len(found.records) == 10
    assert [found.tree.text(*dropped.piece) for dropped in found.dropped] == ["Advertisement"]


def test_rows_that_are_joined_are_joined_in_the_table_beside_too():
    row = "<tr><td><b>{0}</b></td></tr><tr><td><i>{1}</i></td></tr>"
    tables = ["".join(row.format(i, words(i)) for i in part) for part in (range(5), range(5, 8))]
    (found,) = discover(parse("".join(f"<table>{rows}</table>" for rows in tables).encode()), "omini")
    assert [text.split()[0] for text in found.texts()] == [str(i) for i in range(8)]


def test_many_shapes_take_no_more_time_a_row_on_a_longer_page():
    fields = [f"<{tag}>x</{tag}>" for tag in ("b", "i", "u", "s", "q", "em", "tt", "big")]

    def seconds(n):
        rows = ("".join(f for k, f in enumerate(fields) if i * 2654435761 >> (8 + k) & 1) for i in range(n))
        tree = parse(("<ul>" + "".join(f"<li>{row}{words(i)}" for i, row in enumerate(rows)) + "</ul>").encode())
        started = time.process_time()
        assert discover(tree, "omini")
        return time.process_time() - started

    assert min(seconds(10_000) for _ in range(2)) < 25 * min(seconds(1000) for _ in range(3))
