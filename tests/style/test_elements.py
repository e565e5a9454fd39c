"""The elements of a page that a selector matches."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor import within
from strategies import SOUP
from style.made import matches

from weblode.pages.html import parse
from weblode.style import elements
from weblode.style.elements import Elements, Spent
from weblode.style.selectors import selectors

PAGE = parse(
    b"<div id=top class='a b'><ul class=a><li class='b c'>1<li id=x>2<li class=c>3<p>4</ul>"
    b"<p class=b>5</p><a href=/>6</a><a name=y>7</a></div><div class='a\x0bb'><i lang=en-GB>8</i></div>"
)


def texts(selector):
    return [PAGE.text(u) for u in matches(PAGE, selectors(selector))]


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("li:first-child", ["1"]),
        ("li:last-of-type", ["3\n4"]),
        ("li:nth-child(2n+1)", ["1", "3\n4"]),
        ("ul > :only-child, li + #x", ["2"]),
        ("li ~ .c", ["3\n4"]),
        ("a:link", ["6"]),
        ("a:not([href])", ["7"]),
        ("[class~=c]", ["1", "3\n4"]),
        ("li:has(p)", ["3\n4"]),
        ("i:lang(en)", ["8"]),
        ("p:is(.b, .z)", ["5"]),
        ("ul li:empty, p:before, li:hover, li::after", []),
        ("#top .a p", ["4"]),
        ("#top > p", ["5"]),
    ],
)
def test_selectors_match_their_elements(selector, expected):
    assert texts(selector) == expected


def test_a_plain_selector_of_thousands_of_steps_is_read():
    tree = parse(b"<div>" * 300 + b"x")
    assert len(matches(tree, selectors("div " * 5000))) == 0
    assert len(matches(tree, selectors("div " * 300))) == 1


@pytest.mark.parametrize(
    "text", ["b + b b b b b + b", "b ~ b ~ b ~ b:last-child", "b:has(b) b:has(b)", "b:nth-of-type(2n)"]
)
def test_costly_selectors_end(text):
    tree = parse(b"<b><b></b>" * 150 + b"<i></i>" * 3000)
    with within(30), contextlib.suppress(Spent):
        matches(tree, selectors(text))


def test_matching_ends_when_its_count_is_used_up(monkeypatch):
    monkeypatch.setattr(elements, "TESTS", 5)
    with pytest.raises(Spent):
        matches(PAGE, selectors("li, div, .a, .b"))


def node(tree, name):
    return tree.tag.tolist().index(tree.number(name))


def test_an_element_matches_once_however_often_it_has_the_class():
    tree = parse(b"<p class='a a b'>x<p class=a>y")
    assert [tree.text(u) for u in matches(tree, selectors(".a"))] == ["x", "y"]
    assert matches(tree, selectors(".c")) == matches(tree, selectors(".a.c")) == []


def test_only_white_space_of_html_ends_a_class():
    tree = parse(b"<p class='a\tb'>x<p class='a\x0bb'>y")
    assert [tree.text(u) for u in matches(tree, selectors(".a"))] == ["x"]
    assert [tree.text(u) for u in matches(tree, selectors(".a:first-child"))] == ["x"]


@given(SOUP, st.sampled_from(["div", "p", "li", "b"]), st.sampled_from(["div", "a", "ul", "b"]))
@settings(max_examples=100)
def test_a_descendant_has_a_matching_ancestor_and_a_child_a_matching_parent(soup, inner, outer):
    tree = parse(soup.encode())
    names = [tree.name(u) for u in range(len(tree))]
    below = [u for u in range(len(tree)) if names[u] == inner and outer in [names[v] for v in tree.ancestors(u)]]
    children = [u for u in below if names[tree.parent[u]] == outer]
    assert matches(tree, selectors(f"{outer} {inner}")) == below
    assert matches(tree, selectors(f"{outer} > {inner}")) == children


@given(SOUP, st.sampled_from(["div", "p", "li", "b"]), st.sampled_from(["div", "a", "p", "b"]))
@settings(max_examples=100)
def test_siblings_are_elements_before_with_the_same_parent(soup, later, earlier):
    tree = parse(soup.encode())
    siblings = {u: [v for v in tree.children(u) if tree.tag[v]] for u in range(len(tree)) if tree.tag[u]}
    after, next_to = [], []
    for nodes in siblings.values():
        names = [tree.name(v) for v in nodes]
        after += [v for k, v in enumerate(nodes) if names[k] == later and earlier in names[:k]]
        next_to += [v for k, v in enumerate(nodes) if k and names[k] == later and names[k - 1] == earlier]
    assert matches(tree, selectors(f"{earlier} ~ {later}")) == sorted(after)
    assert matches(tree, selectors(f"{earlier} + {later}")) == sorted(next_to)


def test_an_element_gives_its_attributes_classes_and_language():
    tree = parse(b"<div lang=EN-gb><p id=i class=' a  b '><b></b>")
    found = Elements(tree, frozenset())
    p, b = (found.element(node(tree, name)) for name in ("p", "b"))
    assert (p.id, p.classes, p.get("title", "none"), p.tag) == ("i", {"a", "b"}, "none", "p")
    assert (b.lang, b.id, b.classes, b.text, p.text) == ("en-gb", None, set(), "", "x")
    assert found.element(node(tree, "p")) is p


def test_an_element_knows_the_elements_around_it():
    tree = parse(b"<ul><li>1</li>text<li>2</li><li>3<b>x</b></li></ul>")
    found = Elements(tree, frozenset())
    one, two, three = found.children(node(tree, "ul"))
    assert [two.index, two.previous, one.previous] == [1, one, None]
    assert [*two.iter_siblings()] == [one, two, three]
    assert ([*two.iter_next_siblings()], two.previous_siblings) == ([three], [one])
    assert [each.tag for each in three.iter_subtree()] == ["li", "b"]
    assert [each.tag for each in three.ancestors] == ["ul", "body", "html"]
    root = found.element(0)
    assert (root.parent, root.etree_siblings) == (None, [root])


def test_the_count_is_used_up_by_tests_and_not_before(monkeypatch):
    found = Elements(PAGE, frozenset())
    monkeypatch.setattr(elements, "TESTS", 10)
    found.spend(10)
    with pytest.raises(Spent):
        found.spend(1)


def test_an_element_matches_a_tag_with_a_class_or_an_id_only_if_it_has_all():
    assert texts("li.c") == ["1", "3\n4"]
    assert texts("p.c, div.c, li.b.a, p#x") == []
    assert texts("li.b.c, li#x") == ["1", "2"]
