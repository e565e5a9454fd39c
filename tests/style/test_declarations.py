"""What declarations say of the properties we read."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from weblode.style.declarations import GONE, ITALIC, SIZE, UNSEEN, UPPER, WEIGHT, declarations, parse_exactly

PIECES = st.sampled_from(
    "font font-weight font-size font-style font-family text-transform display visibility color : : : ; ; bold 700 "
    "bolder 12px 1.5em 50% .5em 1e2px 0 inherit revert unset none block hidden italic uppercase ! important "
    "!important ( ) [ ] { } \" ' \\ / /* */ url( @ , x \n".split(" ")
)
BLOCKS = st.lists(PIECES | st.just(" "), max_size=25).map("".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("font-weight: bold", [(WEIGHT, 700)]),
        ("FONT-WEIGHT: BOLD", [(WEIGHT, 700)]),
        ("font-weight: 650", [(WEIGHT, 650)]),
        ("font-weight: 1001", []),
        ("font-weight: heavy", []),
        ("font-weight: lighter", [(WEIGHT, "lighter")]),
        ("font-style: oblique 10deg", [(ITALIC, True)]),
        ("font-size: 12pt", [(SIZE, ("px", 16.0))]),
        ("font-size: 120%", [(SIZE, ("em", 1.2))]),
        ("font-size: 2rem", [(SIZE, ("rem", 2.0))]),
        ("font-size: x-large", [(SIZE, ("keyword", 24.0))]),
        ("font-size: larger", [(SIZE, ("em", 1.2))]),
        ("font-size: 12", []),
        ("font-size: -1px", []),
        ("font-size: 1e999px", []),
        ("font-size: calc(1px + 1em)", []),
        ("text-transform: uppercase", [(UPPER, True)]),
        ("text-transform: capitalize", [(UPPER, False)]),
        ("display: none", [(GONE, True)]),
        ("display: flex", [(GONE, False)]),
        ("display: -moz-inline-box", []),
        ("visibility: collapse", [(UNSEEN, True)]),
        ("display: unset; visibility: unset", [(GONE, False), (UNSEEN, "inherit")]),
        ("font-weight: revert-layer", [(WEIGHT, "revert")]),
        ("font\\-weight: bold", [(WEIGHT, 700)]),
        ("font-weight /* how */ : bold", [(WEIGHT, 700)]),
        ("color red; font-weight: bold", [(WEIGHT, 700)]),
        ("background: url(data:a;font-weight:bold,x); font-weight: 300", [(WEIGHT, 300)]),
        ("content: ';display:none'", []),
    ],
)
def test_a_declaration_is_read_as_browsers_read_it(text, expected):
    assert [(which, value) for which, value, _ in declarations(text)] == expected


@pytest.mark.parametrize(
    ("font", "expected"),
    [
        ("12px serif", {ITALIC: False, WEIGHT: 400, SIZE: ("px", 12.0)}),
        ("bold 1em/1.5 Arial, sans-serif", {ITALIC: False, WEIGHT: 700, SIZE: ("em", 1.0)}),
        ("italic small-caps 800 condensed 16px/2 cursive", {ITALIC: True, WEIGHT: 800, SIZE: ("px", 16.0)}),
        ("normal normal small 'A B'", {ITALIC: False, WEIGHT: 400, SIZE: ("keyword", 13.0)}),
        ("bold 12px", {}),
        ("bold serif", {}),
        ("inherit", {ITALIC: "inherit", WEIGHT: "inherit", SIZE: "inherit"}),
        ("caption", {ITALIC: False, WEIGHT: 400, SIZE: ("keyword", 16.0)}),
    ],
)
def test_the_font_shorthand_sets_all_or_nothing(font, expected):
    assert {which: value for which, value, _ in declarations(f"font: {font}")} == expected


def test_importance_is_kept():
    assert declarations("display: none !important; display: block ! important") == (
        (GONE, True, True),
        (GONE, False, True),
    )


def test_a_number_of_thousands_of_digits_says_nothing():
    assert declarations("font-size:" + "9" * 5000 + "px") == ()


@given(BLOCKS)
@example("font-weight:bold;x:url(a;b(c);font-size:12px")
@example("x:url( 'a;b' );font-size:12px")
@settings(max_examples=400, deadline=None)
def test_the_short_way_reads_what_tinycss2_reads(block):
    assert declarations(block) == parse_exactly(block)
