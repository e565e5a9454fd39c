"""Tabs above their panels, by order and by name."""

import pytest
from outline.test_structure import rows

from weblode.outline.structure import RULES

ONE, TWO = "<ul><li><a href=1>a</a><li><a href=2>b</a></ul>", "<ul><li><a href=3>c</a><li><a href=4>d</a></ul>"
LINKS = "<p><a href='#'>A</a></p><p><a href='#'>B</a></p>"
EXPECTED = [{"A": ["a", "b"]}, {"B": ["c", "d"]}]


def test_tabs_name_the_parts_after_them():
    tabs = "<ul><li><a href='#1'>A</a><li><a href='#2'>B</a></ul>"
    assert rows(f"<div>{tabs}<div>{ONE}</div><div>{TWO}</div></div>") == EXPECTED


@pytest.mark.parametrize(("one", "other", "named"), [("i.html#", "i.html#", True), ("i.html#x", "j.html#x", False)])
def test_tabs_may_lead_to_places_on_one_page(one, other, named):
    tabs = f"<ul><li><a href='{one}'>A</a><li><a href='{other}'>B</a></ul>"
    assert (rows(f"<div>{tabs}<div>{ONE}</div><div>{TWO}</div></div>") == EXPECTED) is named


def test_tabs_may_be_beside_the_part_with_their_panels():
    page = f"<div><h2>Hot</h2>{LINKS}<section><div>{ONE}</div><div>{TWO}</div></section></div>"
    assert rows(page) == [{"Hot": EXPECTED}]


def test_a_link_after_the_panels_is_no_panel():
    page = f"<div>{LINKS}<section><div>{ONE}</div><div>{TWO}</div><a href=x>all</a></section></div>"
    assert rows(page) == [*EXPECTED, "all"]


def test_one_panel_more_than_tabs_is_a_list_that_they_do_not_name():
    page = f"<div><p><i>A</i><i>B</i></p><div>{ONE}</div><div>{TWO}</div><div>{TWO}</div></div>"
    assert {"A": ["a", "b"]} not in rows(page)


@pytest.mark.parametrize(
    ("tab", "panel"),
    [
        ("aria-controls={}", "id={}"),
        ("href='#{}'", "id={}"),
        ("data-tab={}", "id=panel-{}"),
        ("data-x={}", "id={}_box"),
    ],
)
def test_panels_are_put_below_the_tabs_that_name_them(tab, panel):
    tabs = "".join(f"<a {tab.format(name)} href=/x>{label}</a>" for label, name in (("A", "p1"), ("B", "p2")))
    panels = f"<div {panel.format('p2')}>{TWO}</div><hr><div {panel.format('p1')}>{ONE}</div>"
    page = f"<p>x</p><p>y</p><nav>{tabs}</nav><p>z</p><main>{panels}</main>"
    assert rows(page) == ["x", "y", EXPECTED, "z"]
    assert rows(page, rules=set(RULES) - {"ties"}) != rows(page)


def test_a_link_to_the_part_after_it_names_that_part():
    page = f"<p>x</p><p>y</p><p><a href='/x'>B</a> <a href='#more'>A</a></p><div id=more>{ONE}</div>"
    assert rows(page) == ["x", "y", ["B", {"A": ["a", "b"]}]]


def test_a_table_of_contents_stays_apart_from_the_sections_that_it_links():
    links = "<ul><li><a href='#1'>A</a><li><a href='#2'>B</a></ul>"
    page = f"{links}<div id=1><h2>A</h2><p>x</p></div><div id=2><h2>B</h2><p>y</p></div>"
    assert rows(page) == [["A", "B"], {"A": ["x"]}, {"B": ["y"]}]


def test_a_panel_around_its_own_tab_stays_where_it_is():
    page = f"<div id=p1><a href='#p1'>A</a>{ONE}</div><div id=p2><a href='#p2'>B</a>{TWO}</div>"
    assert rows(page) == EXPECTED


def test_the_entry_of_a_menu_is_no_panel():
    menu = "".join(f"<li id=li_{name}><a href=/{name}>{name}</a>{ONE}</li>" for name in ("tea", "rice"))
    tabs = "".join(f"<a href='#' onclick=\"show('{name}')\">{name.title()}</a>" for name in ("tea", "rice"))
    assert rows(f"<ul>{menu}</ul><p>{tabs}</p>") == [[{"tea": ["a", "b"]}, {"rice": ["a", "b"]}], ["Tea", "Rice"]]
