"""The rules of a sheet, cut out without reading the whole of it."""

import re

import pytest
import tinycss2
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from processor import within

from weblode.style.declarations import GONE, HIDING, declarations, hiding_declarations, mentions_hiding, parse_exactly
from weblode.style.sheets import on_screen, sheet, split

SCREEN = "@media screen"
PIECES = st.sampled_from(
    [
        "a",
        "b c",
        ".x",
        "#y",
        "p:after",
        "[z='{']",
        "{",
        "{",
        "{",
        "}",
        "}",
        "}",
        ";",
        ":",
        ",",
        "(",
        ")",
        "[",
        "]",
        "font-weight:bold",
        "display:none",
        "color:red",
        "font:bold 1px x",
        '"',
        "'",
        "\\",
        "\\}",
        "/*",
        "*/",
        "/",
        "\n",
        "url(",
        "url('",
        "URL( x",
        "myurl(",
        "@media print",
        SCREEN,
        "@media screen{",
        "@import 'x';",
        "@x",
        "<!--",
        "-->",
        " ",
        "é",
        "\r\n",
        "\x0c",
        "@layer",
        "display:none",
        "Visibility",
        "/",
        "*/",
    ]
)
SHEETS = st.lists(PIECES, max_size=30).map("".join)


def rules_by_tinycss2(content):
    """The style rules of a sheet or of the inside of an at-rule, all of it read by tinycss2."""
    for rule in content:
        if rule.type == "qualified-rule":
            yield tinycss2.serialize(rule.prelude), tinycss2.serialize(rule.content)
        elif rule.type == "at-rule" and rule.content is not None:
            media = rule.lower_at_keyword == "media" and on_screen(tinycss2.serialize(rule.prelude))
            if media or rule.lower_at_keyword == "layer":
                yield from rules_by_tinycss2(tinycss2.parse_rule_list(rule.content, skip_comments=True))


def plain(text):
    """A text as tinycss2 writes it, without comments, and with one space for any."""
    return " ".join(tinycss2.serialize(tinycss2.parse_component_value_list(text, skip_comments=True)).split())


@given(SHEETS)
@example("a{b:url(x}y)}c{d:e}")
@example("a{b:'}'}c{d:\"\n}e{f:g}")
@example("@media screen{a{b:c}}d{e:f}")
@example("<!-- a{b:c} --> d{e:f}")
@example("a{b:(})}c{d:e}")
@settings(max_examples=500, deadline=None)
def test_a_sheet_is_cut_into_the_rules_that_tinycss2_finds(text):
    # A `url(` that is spelled with escapes is not known as one.
    assume(not re.search(r"\\[a-z0-9\\]*\(", text, re.IGNORECASE))
    expected = rules_by_tinycss2(tinycss2.parse_stylesheet(text, skip_comments=True))
    assert [(plain(prelude), parse_exactly(block)) for prelude, block in split(text)] == [
        (plain(prelude), parse_exactly(block)) for prelude, block in expected
    ]


@given(SHEETS)
@example("a{DISPLAY:none}b{c:d}@media screen{e{f:g}h{visibility:hidden}}")
@example("a{b:url(x/*y)}c{display:none}")
@example("a{b:'\"'}c{d\\isplay:none}")
@settings(max_examples=500, deadline=None)
def test_rules_that_hide_are_those_of_all_rules_that_do(text):
    hiding = [each for each in split(text) if mentions_hiding(each[1])]
    assert [each for each in split(text, HIDING) if mentions_hiding(each[1])] == hiding
    by_all = [(prelude, tuple(each for each in declarations(block) if each[0] >= GONE)) for prelude, block in hiding]
    assert [(prelude, hiding_declarations(block)) for prelude, block in hiding] == by_all


def preludes(text):
    return [prelude.strip() for prelude, _ in split(text)]


def test_rules_keep_their_order_also_under_conditions():
    assert preludes("a{} @media screen { b{} @media all { c{} } d{} } e{}") == list("abcde")


@pytest.mark.parametrize(
    "head", ["@font-face", "@media print", "@keyframes x", "@supports not (display: grid)", "@page"]
)
def test_what_is_not_for_a_screen_is_left_out(head):
    assert preludes(f"a{{}} {head} {{ b{{}} }} c{{}}") == ["a", "c"]


@pytest.mark.parametrize("head", ["@media", "@media screen, print", "@layer base", "@supports (display: grid)"])
def test_what_is_for_a_screen_is_read(head):
    assert preludes(f"a{{}} {head} {{ b{{}} }} c{{}}") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("media", "expected"),
    [
        ("", True),
        ("all", True),
        ("only screen", True),
        ("not screen", False),
        ("not print", True),
        ("tv, screen", True),
        ("handheld", False),
        ("screen and (min-width: 768px)", True),
        ("screen and (max-width: 768px)", False),
        ("(min-width: 20em) and (max-width: 2000px)", True),
        ("(width >= 600px)", True),
        ("(400px <= width <= 700px)", False),
        ("(orientation: portrait)", False),
        ("(prefers-color-scheme: dark)", False),
        ("/* all */ print", False),
        ("screen and", False),
        ("(min-width: 1.2.3px)", True),
        ("((", False),
        (",", False),
    ],
)
def test_media_are_asked_of_a_desktop_screen(media, expected):
    assert on_screen(media) is expected


def test_a_rule_with_an_invalid_selector_is_dropped_whole():
    assert len(sheet("h1, p:nonsense { font-weight: bold } h2 { font-weight: bold }")) == 1


def test_rules_about_other_things_are_not_kept():
    assert sheet("a { color: red; font-family: serif } b { margin: 0 }") == ()


@pytest.mark.parametrize(
    "text",
    [
        "a{font-weight:bold}" * 50_000,
        "{" * 500_000 + "font",
        "a{font:" + "(" * 200_000,
        "@media screen{" * 70_000 + "font",
        "/*" * 500_000 + "font",
        "a" * 1_000_000 + "font",
        "'" * 300_000 + "{font:",
        "url(" * 200_000 + "{font:",
        "\\" * 500_000 + "font",
        ("a " * 500 + "{font-weight:bold}") * 500,
        "a{" + "font-weight:bold;" * 50_000 + "}",
    ],
    ids=lambda text: text[:20],
)
def test_any_text_is_read_in_bounded_time(text):
    with within(30):
        assert isinstance(sheet.__wrapped__(text), tuple)
