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
    ("text", "needs"),
    [
        ("[dir=rtl] .x span", {b"[dir", b".x"}),
        (".x:not(.y):is(#z, a[b])", {b".x"}),
        ("#a > [Type='b,c']", {b"#a", b"[type"}),
        ("[ng\\:cloak]", {b"[ng:cloak"}),
        (".na\u00efve[x]", set()),
        (".a\\.b[x]", {b"[x"}),
        ("a:not([b=')'])", set()),
    ],
)
def test_a_selector_needs_the_names_outside_of_round_brackets(text, needs):
    [selector] = selectors(text)
    assert selector.needs == needs


def test_selectors_of_a_list_are_read_one_by_one():
    plain, special, last = selectors("#a b, a:not(.b, .c) [d='e,f'], .c")
    assert (plain.test, last.test) == (None, None)
    assert special.test is not None
    assert special.needs == {b"[d"}


# Selectors that need names, on pages that have some of them.
NAMED = st.lists(
    st.sampled_from(
        ["a", ".a", "#x", "[class]", "[id=x]", "[href]", ":not(.a)", ":not([id])", " ", ", ", "> li", ".é"]
    ),
    min_size=1,
    max_size=6,
).map("".join)


@given(PAGES, NAMED)
@settings(max_examples=300, deadline=None)
def test_what_a_page_must_have_leaves_nothing_out(tree, text):
    compiled = selectors(text)
    if compiled is not None:
        assert matches(tree, compiled) == matches(tree, tuple(one._replace(needs=frozenset()) for one in compiled))


# Selectors with attributes and pseudo-classes, which only cssselect2 reads.
PARTS = "div|li|.a|#x|[class]|[class~=b]|[CLASS='b a']|:not(.a)|:not(:is(.b, #x))| | > |:first-child|:root|[id]|+|~"
SPECIAL = st.lists(
    st.sampled_from(PARTS.split("|")),
    min_size=1,
    max_size=6,
).map("".join)


@given(PAGES, SPECIAL)
@settings(max_examples=300, deadline=None)
def test_steps_that_filter_the_elements_to_test_leave_nothing_out(tree, text):
    compiled = selectors(text)
    if compiled is not None:
        assert matches(tree, compiled) == matches(tree, compile_exactly(text))


def test_only_elements_at_the_steps_of_a_selector_are_tested():
    [selector] = selectors("[dir=rtl] .x > span:not(.y)")
    assert [(step.link, step.tag, step.classes, step.attributes) for step in selector.steps] == [
        (" ", "", (), (b"dir",)),
        (" ", "", (b"x",), ()),
        (">", "span", (), ()),
    ]
    for text in ("a\\.b[c]", "a /**/ b[c]"):  # with escapes or comments, only the last step
        assert len(selectors(text)[0].steps) == 1


@pytest.mark.parametrize(
    "text", ["", "a,", "a b:nonsense", "a::nonsense", ".1", "a >", "> a", "a|", "[x=]", ":lang()", ":has()"]
)
def test_an_invalid_selector_is_none(text):
    assert selectors(text) is None


def test_a_selector_of_hundreds_of_combinators_is_not_read():
    assert compile_exactly("a + " * 300 + "b:first-child") is None
    assert compile_exactly(":not(" * 300 + "b" + ")" * 300) is None
