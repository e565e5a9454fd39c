"""The outline by the page's own structure: which labels stand above what."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from outline.made import contents, nested
from strategies import SOUP

from weblode.outline.atoms import atoms
from weblode.outline.build import outline
from weblode.outline.structure import RULES, draft_by_structure
from weblode.pages.html import parse
from weblode.style.cascade import style

CASES = sorted((Path(__file__).parents[1] / "cases" / "outline").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_case(case):
    found = outline(parse((case / "page.html").read_bytes()))
    assert contents(found) == json.loads((case / "expected.json").read_text(encoding="utf-8"))


def rows(page, **options):
    """The draft of a page, with texts for its atoms."""
    tree = parse(page.encode())
    found = atoms(tree, style(tree))

    def name(part):
        if isinstance(part, dict):
            return {name(label): name(below) for label, below in part.items()}
        return [name(inner) for inner in part] if isinstance(part, list) else tree.text(int(found.node[part]))

    return name(nested(draft_by_structure(tree, found, **options)))


def test_a_label_names_what_follows_up_to_the_next_of_its_rank():
    page = "<h2>a</h2><p>b</p><h3>c</h3><p>d</p><h2>e</h2><p>f</p>"
    assert rows(page) == [{"a": ["b", {"c": ["d"]}]}, {"e": ["f"]}]


def test_nodes_with_a_single_part_add_no_level():
    assert rows("<div><div><p>a</p></div><div><p>b</p></div></div>") == ["a", "b"]


def test_the_last_part_of_a_node_is_no_label():
    assert rows("<p>a</p><h2>b</h2>") == ["a", "b"]


def test_a_text_before_links_of_one_path_leads_them():
    page = "<p><span>Tags</span> <a href=1>tea</a> <a href=2>rice</a></p>"
    assert rows(page) == [{"Tags": ["tea", "rice"]}]
    assert rows(page, rules=set(RULES) - {"leading"}) == ["Tags", "tea", "rice"]


def test_a_plain_text_names_the_list_after_it():
    page = "<div><div>Fruit</div><ul><li>Apple<li>Pear</ul></div>"
    assert rows(page) == [{"Fruit": ["Apple", "Pear"]}]
    assert rows(page, rules=set(RULES) - {"plain"}) == ["Fruit", ["Apple", "Pear"]]


def test_capitals_are_labels_if_all_texts_of_their_tag_path_are_in_capitals():
    page = "<p>text</p><div>NEWS</div><p>a</p><p>b</p><div>{}</div><p>c</p><p>d</p>"
    assert rows(page.format("SPORT")) == ["text", {"NEWS": ["a", "b"]}, {"SPORT": ["c", "d"]}]
    assert rows(page.format("SPORT"), rules=set(RULES) - {"strong"}) == ["text", "NEWS", "a", "b", "SPORT", "c", "d"]
    assert rows(page.format("Sport")) == ["text", "NEWS", "a", "b", "Sport", "c", "d"]


def test_one_text_in_capitals_is_no_label():
    assert rows("<p>text</p><div>NEWS</div><p>a</p><p>b</p>") == ["text", "NEWS", "a", "b"]


def test_tabs_name_as_many_panels():
    panels = "<div><p>one</p><i>two</i></div><div><p>three</p><i>four</i></div><div><p>five</p><i>six</i></div>"
    page = f"<div><p><span>A</span><span>B</span><span>C</span></p><section>{panels}</section></div>"
    assert rows(page) == [{"A": ["one", "two"]}, {"B": ["three", "four"]}, {"C": ["five", "six"]}]
    assert rows(page, rules=set(RULES) - {"tabs"}) != rows(page)


@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("A", "A"), ("1", "2")])
def test_two_texts_that_are_no_links_are_no_tabs(first, second):
    panels = "<div><p>one</p><i>two</i></div><div><p>three</p><i>four</i></div>"
    page = f"<div><p><b>{first}</b><b>{second}</b></p><section>{panels}</section></div>"
    assert {first: ["one", "two"]} not in rows(page)


def test_links_to_other_pages_are_no_tabs():
    panels = "<div><p>one</p><i>two</i></div><div><p>three</p><i>four</i></div>"
    page = "<div><p><a href='{0}'>A</a><a href='{0}'>B</a></p><section>{1}</section></div>"
    assert rows(page.format("#", panels)) == [{"A": ["one", "two"]}, {"B": ["three", "four"]}]
    assert {"A": ["one", "two"]} not in rows(page.format("/a", panels))


def test_an_entry_of_a_menu_names_one_list_whatever_label_that_has():
    page = "<ul><li><a href=/s>Shop</a><div><h4>All</h4><a href=1>tea</a></div><li><a href=/n>News</a></ul>"
    assert rows(page) == [{"Shop": [{"All": ["tea"]}]}, "News"]


def test_an_entry_of_a_menu_names_a_list_of_one():
    page = "<ul><li><a href=/s>Shop</a><ul><li><a href=1>Tea</a></ul><li><a href=/n>News</a></ul>"
    assert rows(page) == [{"Shop": ["Tea"]}, "News"]


def test_a_list_before_entries_that_have_lists_is_led_by_its_text():
    entry = "<li><a href=/{0}>{0}</a><ul><li><a href=1>x</a><li><a href=2>y</a></ul>"
    page = f"<ul><li>Brands{entry.format('A')}{entry.format('B')}</ul>"
    assert rows(page) == [{"Brands": [{"A": ["x", "y"]}, {"B": ["x", "y"]}]}]


def test_the_chosen_item_of_a_list_is_no_label():
    page = "<p><a href=1>one</a> <a href=2 style='font-weight:bold'>two</a> <a href=3>three</a></p>"
    assert rows(page) == ["one", "two", "three"]


def test_several_bold_items_of_a_list_are_labels():
    bold = "<li style='font-weight:bold'>"
    page = f"<ul>{bold}A<li>a<li>b{bold}B<li>c{bold}C<li>d</ul>"
    assert rows(page) == [{"A": ["a", "b"]}, {"B": ["c"]}, {"C": ["d"]}]


def test_a_text_that_does_not_stand_out_names_no_large_part_of_a_page():
    items = "".join(f"<li><a href={n}>item {n}</a>" for n in range(60))
    assert "SALE TODAY" in rows(f"<p>SALE TODAY</p><div><i>x</i><ul>{items}</ul></div>")


def test_a_headline_names_the_list_of_links_below_it():
    page = (
        "<div><h2><a href=1>A headline of several words</a></h2><ul><li><a href=2>x</a><li><a href=3>y</a></ul></div>"
    )
    assert rows(page) == [{"A headline of several words": ["x", "y"]}]


def test_the_name_of_the_site_does_not_name_the_list_after_it():
    page = "<div><a href={}>Post</a><ul><li><a href=1>x</a><li><a href=2>y</a></ul></div>"
    for home in ("/", "http://post.example", "https://post.example/"):
        assert rows(page.format(home)) == ["Post", ["x", "y"]]
    assert rows(page.format("/news")) == [{"Post": ["x", "y"]}]


def test_numbers_and_long_texts_are_no_labels_by_their_place():
    page = "<div><p>{}</p><ul><li><a href=1>x</a><li><a href=2>y</a></ul></div>"
    assert rows(page.format("12")) == ["12", ["x", "y"]]
    assert rows(page.format("word " * 20)) == [("word " * 20).strip(), ["x", "y"]]
    assert rows(page.format("\u65b0\u805e")) == [{"\u65b0\u805e": ["x", "y"]}]


def test_a_heading_does_not_go_on_over_a_part_that_begins_with_one_of_its_level():
    two = "<div><h4><a href=2>A headline of several words</a></h4><a href=3>by</a></div>"
    page = f"<div><h4>one</h4></div>{two}<div><h4>three</h4></div>"
    assert rows(page) == ["one", {"A headline of several words": ["by"]}, "three"]


def test_atoms_before_the_first_are_left_out_and_a_page_without_atoms_has_an_empty_root():
    assert rows("<p>a</p><p>b</p><p>c</p>", first=1) == ["b", "c"]
    assert rows("<p>a</p>", first=1) == rows("") == []


@given(SOUP)
@settings(max_examples=100)
@pytest.mark.parametrize("rules", [(), RULES])
def test_every_atom_is_one_row_in_the_order_of_the_page(rules, soup):
    tree = parse(soup.encode())
    found = atoms(tree, style(tree))
    _, _, label = draft_by_structure(tree, found, rules=rules).columns()
    real = [atom for atom in label.tolist() if atom >= 0]
    assert sorted(real) == list(range(len(found)))


def test_a_heading_names_the_headlines_right_after_it_though_they_are_higher():
    story = "<li><h2><a href=1>{}</a></h2><p>text</p>"
    page = f"<div><h4>Sports</h4><ul>{story.format('a')}{story.format('b')}</ul></div>"
    assert rows(page) == [{"Sports": [{"a": ["text"]}, {"b": ["text"]}]}]
    assert rows(page, rules=set(RULES) - {"places", "weak headings"})[0] == "Sports"


def test_a_heading_does_not_name_sections_that_begin_with_one_of_its_rank():
    page = "<h3>Empty</h3><div><h3>a</h3><p>x</p><h3>b</h3><p>y</p></div>"
    assert rows(page)[0] == "Empty"


def test_items_with_headings_of_one_rank_are_peers_whatever_is_before_these():
    page = "<ul><li><h2>a</h2><li><i>new</i><h2>b</h2><li><i>new</i><h2>c</h2></ul>"
    assert rows(page) == ["a", ["new", "b"], ["new", "c"]]
    assert rows(page, rules=set(RULES) - {"peers"})[0] != "a"


def test_the_bold_one_of_alike_links_is_no_label():
    page = "<ul><li><a href=1>one</a><li><a href=2><b>two</b></a><li><a href=3>three</a><li><a href=4>four</a></ul>"
    assert rows(page) == ["one", "two", "three", "four"]


def test_bullets_do_not_keep_a_text_from_naming_a_list():
    items = "<span>- <a href=1>tea</a> - <a href=2>rice</a></span>"
    assert list(rows(f"<div><span>Help</span><br>{items}</div>")[0]) == ["Help"]


def test_a_text_that_a_bar_ends_and_the_label_of_a_field_are_no_labels():
    assert rows("<p>Italiano | <a href=1>English</a> <a href=2>Deutsch</a></p>")[0] == "Italiano |"
    assert rows("<div><label>Search</label><ul><li><a href=1>a</a><li><a href=2>b</a></ul></div>")[0] == "Search"


def test_an_entry_without_a_menu_among_entries_with_menus_names_nothing():
    menu = "<div><p>{0}</p><div><a href={0}1>x</a><a href={0}2>y</a></div></div>"
    page = f"<div>{menu.format('a')}{menu.format('b')}<a href=c>c</a>{menu.format('d')}{menu.format('e')}</div>"
    assert rows(page)[2] == "c"
    above = f"<div><a href=c>c</a>{menu.format('d')}<a href=f>f</a>{menu.format('a')}{menu.format('b')}</div>"
    assert list(rows(above)[-1]) == ["f"]
