"""All lists of a page: the main one, what is beside it, and menus, without overlap."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from records.pages import words
from weblode.pages.html import parse
from weblode.records.all_lists import MAIN, MENU, RELATED, all_lists

ITEM = (
    "<li class=item><h3><a href=/{0}>Title of result {0}</a></h3><p>{1} and more of it</p><i>{0} January 2020</i></li>"
)
RESULTS = "<h2>Results</h2><ol>" + "".join(ITEM.format(i, words(i)) for i in range(10)) + "</ol>"
TOPICS = "Weather Politics Business Science Culture Football Travel Letters".split()
NAVIGATION = "<nav><ul>" + "".join(f"<li><a href=/{name}>{name} pages</a></li>" for name in TOPICS) + "</ul></nav>"
RELATED_ITEMS = (
    "<aside><h3>You may like</h3>"
    + "".join(
        f"<div><a href=/r{i}>Another story, number {i}</a> <small>{i} views of it</small></div>" for i in range(6)
    )
    + "</aside>"
)


def page(*parts):
    return parse(("<h1>A site</h1><p>Welcome.</p>" + "".join(parts)).encode())


def test_every_list_has_its_kind_and_heading_and_the_main_one_comes_first():
    found = all_lists(page(NAVIGATION, RESULTS, RELATED_ITEMS))
    assert [(each.kind, each.heading, len(each.records)) for each in found] == [
        (MAIN, "Results", 10),
        (MENU, "", 8),
        (RELATED, "You may like", 6),
    ]
    described = found[0].as_dict()
    assert (described["kind"], described["heading"]) == ("main", "Results")


def test_a_page_without_a_main_list_may_have_others():
    found = all_lists(page(NAVIGATION, RESULTS), threshold=1.0)
    assert MAIN not in [each.kind for each in found]
    assert found


def test_an_empty_page_has_no_lists():
    assert all_lists(page()) == []


@given(st.lists(st.sampled_from([NAVIGATION, RESULTS, RELATED_ITEMS, "<p>Some words between.</p>"]), max_size=6))
def test_no_two_lists_share_a_node(parts):
    found = all_lists(page(*parts))
    spans = sorted((each.records[0][0], each.records[-1][1]) for each in found)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
