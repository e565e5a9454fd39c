"""Conditions that tell the elements at which records start from others."""

import pytest
from hypothesis import given
from strategies import SOUP

from weblode.pages.html import parse
from weblode.rules.conditions import Starts, holding, telling

PAGE = b"""<div class="results wide"><ul>
<li class=card><a href=/1>One</a> <b>1</b>
<li class="card ad">Buy <a href=/2>this</a>
<li id=last><a href=/3><i>Three</i></a></ul></div><ol><li class=card>Menu</ol>"""


def elements(tree, name):
    return [u for u in range(len(tree)) if tree.name(u) == name]


@pytest.mark.parametrize(
    ("where", "numbers"),
    [
        ((), [0, 1, 2, 3]),
        ((".card",), [0, 1, 3]),
        ((".last",), [2]),
        ((".car",), []),
        (("!.card",), [2]),
        (("^.results",), [0, 1, 2]),
        (("^ul",), [0, 1, 2]),
        (("^div/ul",), [0, 1, 2]),
        (("^body/ul",), []),
        (("a/i",), [2]),
        (("!b", "a"), [1, 2]),
        ((".card", "!.ad", "^.wide"), [0]),
        (("nonsense",), []),
        (("",), []),
        (("^",), []),
        (("!",), [0, 1, 2, 3]),
    ],
)
def test_all_conditions_hold(where, numbers):
    tree = parse(PAGE)
    items = elements(tree, "li")
    assert holding(tree, items, where) == [items[i] for i in numbers]


def test_the_class_that_records_have_and_others_lack_tells():
    tree = parse(b"<ul>" + b"<li class='row x'><a>T</a>" * 4 + b"<li class=x><a>ad</a>" * 2 + b"</ul>")
    items = elements(tree, "li")
    assert telling([Starts(tree, items[:4], items[4:])]) == (".row",)


def test_without_classes_what_is_inside_tells():
    tree = parse(b"<table>" + b"<tr><td><h3><a>T</a></h3><tr><td>text" * 4 + b"</table>")
    rows = elements(tree, "tr")
    [condition] = telling([Starts(tree, rows[::2], rows[1::2])])
    assert holding(tree, rows, [condition]) == rows[::2]


def test_what_no_record_has_tells_if_nothing_else_does():
    tree = parse(b"<ul>" + b"<li><a>T</a>" * 4 + b"<li><a>T</a><form></form>" * 2 + b"</ul>")
    items = elements(tree, "li")
    assert telling([Starts(tree, items[:4], items[4:])]) == ("!form",)


def test_conditions_hold_on_all_pages_learnt_on():
    trees = [parse(b"<ul>" + b"<li class='row %s'>T" % name * 3 + b"<li>ad</ul>") for name in (b"odd", b"even")]
    pages = [Starts(tree, elements(tree, "li")[:3], elements(tree, "li")[3:]) for tree in trees]
    assert telling(pages) == (".row",)


def test_nothing_to_tell_needs_no_conditions():
    tree = parse(PAGE)
    assert telling([]) == telling([Starts(tree, [], elements(tree, "li"))]) == ()
    assert telling([Starts(tree, elements(tree, "li"), [])]) == ()


@given(SOUP)
def test_conditions_that_are_learnt_hold_where_records_start(soup):
    tree = parse(soup.encode())
    tags = [u for u in range(1, len(tree)) if tree.tag[u]]
    right = [u for u in tags if tree.tag[u] == tree.tag[tags[-1]]] if tags else []
    where = telling([Starts(tree, right[::2], right[1::2])])
    assert set(right[::2]) <= set(holding(tree, right, where))
