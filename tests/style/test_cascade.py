"""How a page's own style shows its text."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor import within
from strategies import BYTES
from style.made import COLUMNS, bold, shown, size

from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.style import cascade as styles
from weblode.style import elements, sheets
from weblode.style.cascade import style
from weblode.style.declarations import parse_exactly
from weblode.style.selectors import compile_exactly


def test_the_hidden_attribute_hides_unless_the_page_shows_it():
    page = "<style>.y { display: block }</style><p hidden>x<p hidden class=y>y"
    assert {text: row["hidden"] for text, row in shown(page).items()} == {"x": True, "y": False}


# ---------------------------------------------------------------- the cascade
@pytest.mark.parametrize(
    "rules",
    [
        ".a { font-weight: bold }",
        "p { font-weight: normal } .a { font-weight: bold }",
        ".a { font-weight: bold } p { font-weight: normal }",
        "#i { font-weight: bold } .a.b { font-weight: normal }",
        ".a { font-weight: normal } .a { font-weight: bold }",
        ".a { font-weight: bold !important } #i { font-weight: normal }",
        "body .a { font-weight: bold } .a { font-weight: normal }",
        "p { font-weight: 600 }",
        "p { font: bold 12px serif }",
        "* { font-weight: bold }",
        "h1, p { font-weight: bold }",
        "p { font-weight: bold; font-weight: nonsense }",
        "p { color: red; ; font-weight: bold }",
        "p { font-weight: bold",
        "<!-- p { font-weight: bold } -->",
        "@media screen { p { font-weight: bold } } @media print { p { font-weight: normal } }",
        "@import 'x.css'; p { font-weight: bold }",
        "} p { font-weight: normal } p { font-weight: bold }",
        "p { font-weight: bold } p, p:nonsense { font-weight: normal }",
        "p { font-weight: bold } p:hover { font-weight: normal }",
        "p:first-child { font-weight: bold }",
    ],
)
def test_the_rule_that_wins_makes_the_text_bold(rules):
    assert bold(f"<style>{rules}</style><body><p class='a b' id=i>x")


def test_a_style_attribute_wins_over_rules_but_not_over_important_ones():
    page = "<style>#i { font-weight: bold } #j { font-weight: bold !important }</style>"
    assert not bold(page + "<p id=i style='font-weight: normal'>x")
    assert bold(page + "<p id=j style='font-weight: normal'>x")
    assert not bold(page + "<p id=j style='font-weight: normal !important'>x")


def test_later_sheets_win_and_sheets_for_other_media_or_languages_are_not_read():
    page = "<style>p {{ font-weight: bold }}</style><style {}>p {{ font-weight: normal }}</style><p>x"
    assert not bold(page.format(""))
    assert not bold(page.format("media=screen type='text/css'"))
    assert bold(page.format("media=print"))
    assert bold(page.format("type='text/less'"))


def test_rules_win_over_tags_and_revert_goes_back_to_them():
    assert not bold("<style>b { font-weight: normal }</style><b>x")
    assert bold("<style>b { font-weight: normal } .r { font-weight: revert }</style><b class=r>x")


# ---------------------------------------------------------------- inheritance
def test_children_inherit_and_siblings_do_not():
    page = "<div style='font: italic bold 20px serif; text-transform: uppercase'>a<p>b<span>c</span></p></div>d"
    rows = shown(page)
    plain = {"bold": False, "italic": False, "size": 16.0, "upper": False, "hidden": False}
    marked = {"bold": True, "italic": True, "size": 20.0, "upper": True, "hidden": False}
    assert rows == {"a": marked, "b": marked, "c": marked, "d": plain}


def test_sizes_are_relative_to_the_parent_or_to_the_root():
    page = "<html style='font-size: 10px'><div style='font-size: 2em'><p style='font-size: {}'>x"
    assert [size(page.format(s)) for s in ("50%", "1.5em", "2rem", "smaller", "12pt", "inherit", "initial")] == [
        *(10, 30, 20, 16.67),
        *(16, 20, 16),
    ]


def test_bolder_and_lighter_go_from_the_parent():
    assert bold("<p style='font-weight: 300'><b style='font-weight: bolder'>y<b>x")
    assert not bold("<p style='font-weight: 300'><b>x")
    assert not bold("<h1><span style='font-weight: lighter'>x")


def test_what_is_not_displayed_hides_all_below_but_the_visible_can_stand_in_the_invisible():
    gone = "<div style='display: none'>{}</div>"
    unseen = "<div style='visibility: hidden'>{}</div>"
    inner = "<p style='display: block; visibility: visible'>x</p>"
    assert shown(gone.format(inner))["x"]["hidden"]
    assert not shown(unseen.format(inner))["x"]["hidden"]
    assert shown(unseen.format("<p>x"))["x"]["hidden"]


# ---------------------------------------------------------------- any page
RULES = st.sampled_from(
    [
        *("b { font-weight: normal }", ".a { font: bold 12px x }", "p .b { display: none }", "* { font-size: 90% }"),
        *(
            "#i > p { font-size: 2em !important }",
            "p:first-child { font-style: italic }",
            "div, .b { visibility: hidden }",
        ),
        *(
            "@media print { p { display: none } }",
            ".b { background: url(a;b); text-transform: uppercase }",
            "a:hover {}",
        ),
        *(
            "p + p { font-weight: bold }",
            "x:y { font-size: 1px }",
            ".a.b { font-size: 5px/* */ }",
            "p { font: 1em 'a;b' }",
        ),
    ]
)
TAGS = st.sampled_from(
    [
        *("<p class=a>", "<p>", "<div class='a b'>", "<b>", "<i class=b>", "<div id=i>", "</div>", "</b>", "t", "u"),
        *(
            "<p style='font-size:2em'>",
            "<h1 hidden>",
            "<pre>",
            "<code>",
            "<font size=2>",
            "<span style='display:none'>",
        ),
    ]
)
PAGES = st.builds(
    lambda rules, tags: f"<style>{' '.join(rules)}</style><body>{''.join(tags)}".encode(),
    st.lists(RULES, max_size=5),
    st.lists(TAGS, max_size=25),
)


def columns(found):
    return [getattr(found, name).tolist() for name in COLUMNS]


@given(PAGES)
@settings(max_examples=200, deadline=None)
def test_the_quick_ways_give_what_the_full_parsers_give(page):
    quick = columns(style(parse(page)))
    sheets.sheet.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheets, "selectors", compile_exactly)
        patch.setattr(sheets, "declarations", parse_exactly)
        patch.setattr(styles, "declarations", parse_exactly)
        full = columns(style(parse(page)))
    sheets.sheet.cache_clear()
    assert quick == full


@given(st.permutations(["class='a b'", "id=i", "style='font-size: 2em; color: red'", "size=5", "title=class"]))
def test_the_order_of_attributes_does_not_matter(attributes):
    page = "<style>.a {{ font-weight: bold }} #i {{ font-style: italic }}</style><font {}>x"
    expected = {"bold": True, "italic": True, "size": 32.0, "upper": False, "hidden": False}
    assert shown(page.format(" ".join(attributes)))["x"] == expected


@given(BYTES)
@settings(max_examples=200, deadline=None)
def test_any_bytes_have_a_style_for_every_leaf(data):
    tree = parse(data)
    found = style(tree)
    assert {len(column) for column in columns(found)} == {len(tree.leaves)}
    assert np.isfinite(found.size).all()


def test_columns_have_their_types():
    found = style(parse(b"<p>x"))
    assert [getattr(found, name).dtype for name in COLUMNS] == [bool, bool, np.float32, bool, bool]


def test_a_page_without_text_has_an_empty_style():
    assert columns(style(parse(b""))) == [[], [], [], [], []]


def test_what_the_bounds_leave_out_is_told(monkeypatch):
    page = b"<style>p { font-weight: bold } .x { font-size: 9px }</style><p class=x>x"
    assert not style(parse(page)).cut
    monkeypatch.setattr(styles, "LONGEST", 30)
    found = style(parse(page))
    assert (found.cut, found.bold.tolist(), found.size.tolist()) == (True, [True], [16.0])
    assert style(parse(b"<p style='font-weight: bold; font-size: 12px'>x")).cut
    monkeypatch.undo()
    monkeypatch.setattr(elements, "TESTS", 0)
    assert style(parse(page)).cut


@pytest.mark.parametrize(
    "page",
    [
        "<style>" + "* { font-weight: bold }" * 1000 + "</style>" + "<p>x" * 100_000,
        "<style>" + ".a .a { font-weight: bold } " * 10_000 + "</style>" + "<p class=a>x" * 3000,
        "<style>" + "".join(f".c{n} {{ font-size: {n}px }} " for n in range(40_000)) + "</style><p class=c5>x",
        "<style>" + "p + p p:has(b) { font-weight: bold } " * 500 + "</style>" + "<div><p>x<b></b></div>" * 1000,
        "<style>" + "div > " * 100_000 + "p { font-weight: bold }</style>" + "<div>" * 200 + "<p>x",
        "<style>font" + "x" * 3_000_000 + "</style><p>x",
        "<p style='" + "font-weight:bold;" * 100_000 + "'>x",
        "<p style='font:" + "{" * 3_000_000 + "'>x",
        "<p style='font:" + "{" * 200_000 + "'>x",
        "<b style='font-size:99em'>" * 500 + "x",
        "<p style='font-weight:bold'>x" * 50_000,
        "".join(f"<p style='font-size:{n}px'>x" for n in range(20_000)),
    ],
    ids=lambda page: page[:45],
)
def test_hostile_pages_end(page):
    with within(60):
        tree = parse(page.encode(), limits=Limits(dense=1_000_000))
        assert len(style(tree).bold) == len(tree.leaves)


@pytest.mark.parametrize("attributes", ["hidden size=5", "size=5 hidden"])
def test_a_hidden_font_is_hidden_in_whatever_order_its_attributes_stand(attributes):
    assert style(parse(f"<font {attributes}>x".encode())).hidden.tolist() == [True]


def test_the_style_of_a_tree_is_computed_once():
    tree = parse(b"<b>One</b>")
    assert style(tree) is style(tree)
    assert style(tree, quirks=True) is not style(tree)
