"""Node paths and XPaths, there and back, here and on html5lib's tree."""

import time

import pytest
from hypothesis import given, settings
from strategies import SOUP

from bench.agreement import agreement
from weblode.errors import LimitError, PathError
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.paths import find, node_path, xpath, xpaths

PAGE = parse(b"<title>t</title><div>a<p>b</p></div><form><br>x<br>y</form><o:p>z</o:p><svg><g/><path/><g/></svg>")


def test_a_node_path_counts_all_element_children():
    form = find(PAGE, "/html/body/form")
    assert node_path(PAGE, form) == "html[1].body[2].form[2]"
    assert find(PAGE, "html[1].body[2].form[2]") == form


def test_an_xpath_counts_siblings_of_the_same_name_and_leaves_out_a_lonely_one():
    assert xpath(PAGE, find(PAGE, "html[1].body[2].form[2].br[2]")) == "/html/body/form/br[2]"
    assert find(PAGE, "/html[1]/body[1]/form[1]/br[2]") == find(PAGE, "/html/body/form/br[2]")


def test_a_text_is_counted_among_the_texts_of_its_parent():
    last = find(PAGE, "/html/body/form/text()[2]")
    assert PAGE.string(last) == "y"
    assert xpath(PAGE, last) == "/html/body/form/text()[2]"
    assert node_path(PAGE, last) == "html[1].body[2].form[2].text()[2]"
    assert find(PAGE, node_path(PAGE, last)) == last


def test_names_that_tools_read_differently_are_written_by_position():
    texts = {PAGE.string(u): u for u in range(len(PAGE))}
    assert xpath(PAGE, int(PAGE.parent[texts["z"]])) == "/html/body/*[3]"
    assert xpath(PAGE, len(PAGE) - 1) == "/html/body/*[4]/*[3]"
    assert find(PAGE, "/html/body/svg/g[2]") == find(PAGE, "/html/body/*[4]/*[3]") == len(PAGE) - 1
    assert find(PAGE, "/html/body/o:p") == int(PAGE.parent[texts["z"]])


@pytest.mark.parametrize("name", ["foreignObject", "desc", "title"])
def test_html_inside_a_drawing_has_its_names_again(name):
    tree = parse(f"<svg><{name}><p>a</p></{name}></svg>".encode())
    assert xpath(tree, len(tree) - 2) == "/html/body/*[1]/*[1]/p"


DEEP = Limits(depth=10_000, effort=2_000_000_000, dense=1_000_000)


def test_the_xpath_of_a_node_far_down_starts_from_an_element_by_its_number():
    tree = parse(b"<div>" * 200 + b"<p>a<p>b", limits=DEEP)
    assert xpath(tree, 100) == "/html/body" + "/div" * 98
    assert xpath(tree, len(tree) - 2) == "/descendant::*[126]" + "/div" * 77 + "/p[2]"
    assert find(tree, "/descendant::*[126]/div") == 126


def test_every_node_of_a_deep_page_is_found_again_by_a_short_xpath():
    page = b"<svg><desc>" + b"<table><td>a<font>b<o:p>c<div>" * 100 + b"<x" + b"y" * 5000 + b"><i>z</i>" * 3
    tree = parse(page, limits=DEEP)
    written = xpaths(tree)
    assert tree.depth.max() > 500
    assert max(map(len, written)) < 600
    assert [find(tree, each) for each in written] == list(range(len(tree)))
    assert written == [xpath(tree, u) for u in range(len(tree))]


def test_html5lib_finds_the_elements_of_a_deep_page_by_our_xpaths():
    seen = agreement(b"<!doctype html><title>a</title>" + b"<div><b>x</b>" * 150)
    assert seen["same"] == seen.total() == 304


def test_the_xpaths_of_a_page_are_written_in_time_that_grows_with_its_nodes():
    flat, deep = parse(b"<i>x</i>" * 40_000), parse(b"<i>" * 9000 + b"<b>x</b>" * 35_500, limits=DEEP)
    assert abs(len(flat) - len(deep)) < 1000

    def seconds(work):
        start = time.process_time()
        work()
        return time.process_time() - start

    assert seconds(lambda: xpaths(deep)) < 5 * seconds(lambda: xpaths(flat)) + 0.1
    alone = parse(b"<i>" * 9000 + b"<b>x</b>" * 35_500, limits=DEEP)
    assert seconds(lambda: [xpath(alone, u) for u in range(len(alone))]) < 10 * seconds(lambda: xpaths(flat)) + 0.1


def test_xpaths_that_are_too_long_together_are_refused():
    tree = parse(b"<i>" * 120 + b"<b>" * 90 + b"<s>x</s>" * 250_000, limits=DEEP)
    with pytest.raises(LimitError, match="200,000,000 characters"):
        xpaths(tree)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "//p",
        "/html/body/p[2]",
        "/html/body[x]",
        "body[1]",
        "/html/text()",
        "/html[" + "9" * 5000 + "]",
        "/descendant::*[99]",
        "/html/descendant::*[1]",
    ],
)
def test_a_path_that_leads_nowhere_is_an_error_that_shows_it(path):
    with pytest.raises(PathError) as error:
        find(PAGE, path)
    assert repr(path) in str(error.value)


@given(SOUP)
@settings(max_examples=200, deadline=None)
def test_every_node_is_found_again_by_both_of_its_paths(soup):
    tree = parse(soup.encode(errors="replace"))
    for u in range(len(tree)):
        assert find(tree, xpath(tree, u)) == u
        assert find(tree, node_path(tree, u)) == u


def test_html5lib_finds_the_same_elements_by_our_xpaths():
    page = b"""<!doctype html><html lang=en><head><title>a</title><noscript><img src=x></noscript><meta name=b></head>
    <body><table><tr><td>1<td>2<b>foster</table><p>x<p>y<div>z<o:p>w</o:p></div><svg><g><path/></g><path/></svg>
    <p>unclosed <i>one <p>two</i> three<select><option>a<option>b</select></body></html>"""
    seen = agreement(page)
    assert seen["same"] == seen.total() == 27


@given(SOUP)
def test_paths_of_many_nodes_are_those_of_each(text):
    one, many = parse(text.encode(errors="replace")), parse(text.encode(errors="replace"))
    assert xpaths(many) == [xpath(one, u) for u in range(len(one))]
