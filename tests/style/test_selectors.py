"""Selectors: the quick way for plain ones and cssselect2's way for all."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor import within

from weblode import kernels
from weblode.pages.html import parse
from weblode.style import elements
from weblode.style.elements import Elements, Spent
from weblode.style.selectors import compile_exactly, selectors

PAGE = parse(
    b"<div id=top class='a b'><ul class=a><li class='b c'>1<li id=x>2<li class=c>3<p>4</ul>"
    b"<p class=b>5</p><a href=/>6</a><a name=y>7</a></div><div class='a\x0bb'><i lang=en-GB>8</i></div>"
)
COMPOUNDS = st.builds(
    lambda tag, names: tag + "".join(names) or "*",
    st.sampled_from(["", "", "*", "div", "ul", "li", "p", "P", "i"]),
    st.lists(st.sampled_from([".a", ".b", ".c", "#x", "#top", ".none", ":hover"]), max_size=2),
)
PLAIN = st.builds(
    lambda first, rest: first + "".join(rest),
    COMPOUNDS,
    st.lists(st.builds("{}{}".format, st.sampled_from([" ", ">", " > ", "\n", "+", " ~ "]), COMPOUNDS), max_size=3),
)
# Pages of the same classes and ids, and tags in each other without end.
PAGES = st.lists(
    st.sampled_from(
        ["<div class=a>", "<div class='b a'>", "<ul id=x>", "<li class=c>", "<p class=b>", "</ul>", "</div>", "t"]
    ),
    max_size=25,
).map(lambda parts: parse("".join(parts).encode()))


def matches(tree, chosen):
    found = Elements(tree, list(chosen))
    found.index(kernels.fastest().values(tree.buffer, tree.start, tree.tag, (b"class", b"id")))
    return sorted({u for selector in chosen for u in found.match(selector).tolist()})


def texts(selector):
    return [PAGE.text(u) for u in matches(PAGE, selectors(selector))]


@given(PAGES, PLAIN)
@settings(max_examples=300, deadline=None)
def test_plain_selectors_match_what_cssselect2_matches(tree, text):
    quick, slow = selectors(text), compile_exactly(text)
    assert matches(tree, quick) == matches(tree, slow)
    assert [one.specificity for one in quick] == [one.specificity for one in slow]


@given(st.text(st.sampled_from("ab.#>+~*:,[]()='\" \\|-1\n"), max_size=14))
@settings(max_examples=500, deadline=None)
def test_the_quick_way_refuses_what_cssselect2_refuses(text):
    assert (selectors(text) is None) == (compile_exactly(text) is None)


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


@pytest.mark.parametrize(
    "text", ["", "a,", "a b:nonsense", "a::nonsense", ".1", "a >", "> a", "a|", "[x=]", ":lang()", ":has()"]
)
def test_an_invalid_selector_is_none(text):
    assert selectors(text) is None


def test_a_selector_of_hundreds_of_combinators_is_not_read():
    assert compile_exactly("a + " * 300 + "b:first-child") is None
    assert compile_exactly(":not(" * 300 + "b" + ")" * 300) is None


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
