"""The usual rules of a style sheet, both implementations."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from native import compiled

from weblode import kernels

WORDS = (b"display", b"visib")
PIECES = ["a", ".b", *"{}{}:;()[]\"'\\/*@ \t\n\r\f\v", "/*", "*/", "<!--", "-->", "é", "漢", "😀"]
PIECES += ["display", "DISPLAY", "Visib", "\u0130", "\u017f", "x{display:none}"]
SHEETS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def test_rules_with_a_word_are_told_and_where_another_kind_of_rule_begins(kernel):
    text = "a{b:c} d{DISPLAY:none} /* } */ <!-- e{f:'visib'} @media x{g{display:none}}"
    rules, at = kernel.usual_rules(text, 0, WORDS)
    assert (rules, at) == ([("d", "DISPLAY:none"), ("e", "f:'visib'")], text.index("@"))


def test_without_words_all_usual_rules_are_told(kernel):
    assert kernel.usual_rules("a{} b{c:url(d/e)}", 0, ()) == ([("a", ""), ("b", "c:url(d/e)")], 17)


def test_nested_rules_have_no_signs_of_comments_of_html_between_them(kernel):
    assert kernel.usual_rules("a{} --> b{}", 0, (), nested=True) == ([("a", ""), ("--> b", "")], 11)


@pytest.mark.parametrize(
    "rule", ["a{b:((c))}", "a{b:('c')}", "a{b\\c:d}", "a{b{c:d}}", "a{b:'c}", "a{b", "{c}", "a\\{b}"]
)
def test_other_rules_are_left_to_the_caller(kernel, rule):
    assert kernel.usual_rules(f" {rule}", 0, ()) == ([], 1)


@given(text=SHEETS, nested=st.booleans(), words=st.sampled_from([WORDS, ()]))
@example(text="a{b:c/*display*/}", nested=False, words=WORDS)
@settings(max_examples=500, deadline=None)
def test_both_kernels_tell_the_same_rules(text, nested, words):
    native, python, at = compiled(), kernels.python(), 0
    while at <= len(text):
        found = python.usual_rules(text, at, words, nested=nested)
        assert native.usual_rules(text, at, words, nested=nested) == found
        at = found[1] + 1
