"""Selectors: the quick way for plain ones and cssselect2's way for all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from style.made import matches

from weblode.pages.html import parse
from weblode.style.selectors import compile_exactly, selectors

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
    "text", ["", "a,", "a b:nonsense", "a::nonsense", ".1", "a >", "> a", "a|", "[x=]", ":lang()", ":has()"]
)
def test_an_invalid_selector_is_none(text):
    assert selectors(text) is None


def test_a_selector_of_hundreds_of_combinators_is_not_read():
    assert compile_exactly("a + " * 300 + "b:first-child") is None
    assert compile_exactly(":not(" * 300 + "b" + ")" * 300) is None
