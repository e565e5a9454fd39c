"""Lists with names on a page without siblings."""

import pytest
from hypothesis import given
from strategies import SOUP

from weblode.details.headed import headed_lists
from weblode.details.leaves import Leaves
from weblode.pages.html import parse

ITEMS = "<ul><li>2 onions<li>1 l <b>water</b></ul>"


def lists(page):
    """The names of the lists of a page, with their items."""
    leaves = Leaves(parse(page.encode()))
    return [(each.label, [[leaves.texts[i] for i in item] for item in each.items]) for each in headed_lists(leaves)]


FOUND = [["2 onions"], ["1 l", "water"]]


@pytest.mark.parametrize(
    "above",
    [
        "<h2>Ingredients</h2>",
        "<h2>Ingredients:</h2>",
        "<p><b>Ingredients</b></p>",
        "<div class=recipe-header>Ingredients</div>",
        "<h2>Ingredients</h2><p>This is for four people who are hungry, or for six who are not.</p>",
        "<h2>Ingredients</h2><button>Save</button>",
    ],
)
def test_the_line_or_heading_above_a_list_names_it(above):
    assert lists(f"<h1>Soup</h1>{above}{ITEMS}") == [("Ingredients", FOUND)]


@pytest.mark.parametrize(
    "page",
    [
        f"<p>This is what you need if you want to make it at home with your friends.</p>{ITEMS}",
        f"<a href=/all>Ingredients</a>{ITEMS}",
        f"<h2>{{code}}</h2>{ITEMS}",
        "<h2>More</h2><ul><li><a href=/a>Soup of the day</a><li><a href=/b>Bread</a></ul>",
        "<h2>News</h2><ul><li><a href=/a>Rain</a> has come at last, and it stays<li><a href=/b>Sun</a> is back</ul>",
        "<h2>Posts</h2><ul><li><b>Ann</b><p>Nice<p>Really<li><b>Bob</b><p>No<p>Not at all</ul>",
        "<h2>One</h2><ul><li>alone</ul>",
        f"<h1>Soup</h1><p>{'A text of the page itself. ' * 9}</p><h2>Ingredients</h2><aside>{ITEMS}</aside>",
        f"<h2>Ingredients</h2><div hidden>{ITEMS}</div>",
        f"<h1>Soup</h1><p>{'A text of the page itself. ' * 9}</p><h2>Ingredients</h2><div class=sidebar>{ITEMS}</div>",
        "",
    ],
)
def test_other_lists_are_none(page):
    assert [label for label, _ in lists(page)] == []


def test_parts_with_names_of_their_own_are_one_list_under_their_heading():
    page = f"<h1>Soup</h1><h2>Ingredients</h2><h3>Base</h3>{ITEMS}<h3>Top</h3>{ITEMS}<h2>Steps</h2>{ITEMS}"
    assert lists(page) == [("Ingredients", FOUND + FOUND), ("Steps", FOUND)]


def test_the_name_of_the_thing_is_not_the_name_of_a_list():
    page = f"<title>Soup of onions</title><h2>Soup of onions</h2><h3>Ingredients</h3>{ITEMS}<h3>Steps</h3>{ITEMS}"
    assert lists(page) == [("Ingredients", FOUND), ("Steps", FOUND)]


def test_a_class_of_the_whole_page_does_not_make_it_a_sidebar():
    assert lists(f"<body class=content-sidebar><h1>Soup</h1><h2>Ingredients</h2>{ITEMS}") == [("Ingredients", FOUND)]


@given(SOUP)
def test_any_page_has_named_lists_or_none(page):
    for label, items in lists(page):
        assert label
        assert len(items) > 1
        assert all(items)
