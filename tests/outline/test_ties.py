"""Panels that a page ties to their tabs by name."""

import pytest

from weblode.outline.atoms import atoms
from weblode.outline.rows import StructureRows
from weblode.outline.structure import RULES
from weblode.outline.ties import tied_panels
from weblode.pages.html import parse
from weblode.style.cascade import style

PANELS = "<div id={0}a><p>one</p><p>two</p></div><div id={0}b><p>three</p><p>four</p></div>"


def ties(page):
    """Pairs of a tab's text and the text of its panel."""
    tree = parse(page.encode())
    found = atoms(tree, style(tree))
    work = StructureRows(tree, found, RULES)
    pairs = tied_panels(tree, found, work.attributes, work.data)
    return [(tree.text(int(found.node[tab])), " ".join(tree.text(panel).split())) for tab, panel in pairs]


@pytest.mark.parametrize(
    "tab",
    [
        "<a href=#{0}>{1}</a>",
        "<span aria-controls={0}>{1}</span>",
        "<i data-x={0}>{1}</i>",
        "<a href=/{0} onmouseover=\"show(this, '{0}');\">{1}</a>",
    ],
)
def test_several_texts_name_as_many_panels(tab):
    row = tab.format("a", "News") + " " + tab.format("b", "Sport")
    assert ties(f"<div>{row}</div><p>between</p>{PANELS.format('')}") == [("News", "one two"), ("Sport", "three four")]


def test_a_part_of_an_id_names_a_panel_if_others_do_so_in_the_same_way():
    row = "<b data-target=a>News</b> <b data-target=b>Sport</b>"
    assert [tab for tab, _ in ties(f"<div>{row}</div>{PANELS.format('panel-')}")] == ["News", "Sport"]
    assert ties(f"<div><b data-target=a>News</b></div>{PANELS.format('panel-')}") == []


def test_the_ends_of_values_name_panels_if_the_beginnings_are_equal():
    row = "<a href='home.html#top_a'>News</a> <a href='home.html#top_b'>Sport</a>"
    assert [tab for tab, _ in ties(f"<div>{row}</div>{PANELS.format('top-panel_')}")] == ["News", "Sport"]
    row = "<a href='#one_a'>News</a> <a href='#two_b'>Sport</a>"
    assert ties(f"<div>{row}</div>{PANELS.format('top-panel_')}") == []


def test_links_to_parts_that_begin_with_a_heading_are_a_table_of_contents():
    contents = "<a href=#a>News</a> <a href=#b>Sport</a>"
    parts = "<div id=a><h2>News</h2><p>one</p></div><div id=b><h2>Sport</h2><p>two</p></div>"
    assert ties(f"<div>{contents}</div>{parts}") == []


def test_a_page_without_tabs_has_none():
    assert ties("<p>one</p><p>two</p><p>three</p>") == ties("") == []
