"""Hidden text: by style sheets, attributes and HTML, as the whole cascade has it; closed details; veiled pages."""

import pytest

from weblode.pages.html import parse
from weblode.style.cascade import style
from weblode.style.hidden import hidden

WORDS = "<p>Many words that everybody can read, more than all the others on this page together.</p>" * 3


def leaves(source):
    tree = parse((source + WORDS).encode())
    return hidden(tree), tree


def hidden_texts(source):
    found, tree = leaves(source)
    return [tree.string(u) for u, is_hidden in zip(tree.leaves.tolist(), found, strict=True) if is_hidden]


@pytest.mark.parametrize(
    "source",
    [
        "<p style='display:none'>a<b>b</b></p>",
        "<p hidden>a</p><p hidden=until-found>b</p>",
        "<p hidden style='display:block'>a</p>",
        "<p style='display:block' hidden>a</p>",
        "<p style='display:block;display:none'>a</p>",
        "<p style='display:none !important;display:block'>a</p>",
        "<div style='visibility:hidden'>a<p style='visibility:visible'>b</p></div>",
        "<dialog>a</dialog><dialog open>b</dialog>",
        "<title>t</title><p>a</p>",
        "<style>.x { display: none } p.x { display: block }</style><p class=x>a</p><div class=x>b</div>",
        "<style>.x { visibility: hidden }</style><div class=x>a<p style='visibility:visible'>b</p></div>",
        "<style>p { font-weight: bold }</style><p style='DISPLAY:NONE'>a</p>",
        "<style media=print>p { display: none }</style><p>a</p>",
        "<style>b { display: none !important } .x { display: block }</style><b class=x>a</b><b>b</b>",
        "<style>.x { display: none !important }</style><p class=x style='display:block'>a</p>",
        "<style>.x { display: none }</style><p class=x style='display:block'>a</p><p class=x>b</p>",
        "<style>.x { display: none } p { display: block }</style><p class=x>a</p><p>b</p>",
        "<style>.x { display: none } .y { display: revert }</style><p class='x y'>a</p><p class='x y' hidden>b</p>",
        "<style>b { visibility: hidden } .x { visibility: inherit } .y { visibility: revert }</style>"
        "<b>a</b><b class=x>b</b><b class=y>c</b>",
        "<style>div > p { display: none } dialog { display: block }</style>"
        "<div><p>a</p></div><p>b</p><dialog>c</dialog>",
        "<style>* { visibility: visible } i { display: none }</style>"
        "<div hidden>a<i>b</i></div><p style='visibility:hidden'>c</p>",
    ],
)
def test_it_is_what_the_whole_cascade_hides(source):
    found, tree = leaves(source)
    assert found.tolist() == style(tree).hidden.tolist()


def test_closed_details_show_their_summary_alone():
    closed = "<details><summary>more</summary>text<p>and text</p></details>"
    assert hidden_texts(closed) == ["text", "and text"]
    assert hidden_texts(closed.replace("<details", "<details open")) == []
    assert hidden_texts("<details>no summary</details>") == ["no summary"]


def test_a_hidden_summary_stays_hidden():
    assert hidden_texts("<details><summary hidden>more</summary>text</details>") == ["more", "text"]


def test_a_style_that_hides_nearly_everything_hides_nothing():
    tree = parse(f"<style>main {{ display: none }}</style><p>Loading</p><main>{WORDS}</main>".encode())
    assert not hidden(tree).any()


def test_it_is_computed_once_a_tree():
    _, tree = leaves("<p hidden>a</p>")
    assert hidden(tree) is hidden(tree)


def test_an_empty_page_has_nothing_to_hide():
    assert hidden(parse(b"")).tolist() == []
