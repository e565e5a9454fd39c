"""Labels by punctuation and by list items."""

import pytest
from outline.test_structure import rows

from weblode.outline.structure import RULES


def without(rule):
    return set(RULES) - {rule}


def test_a_text_that_ends_with_a_colon_names_links_between_bars():
    page = "<ul><li>Partners: <a href=1>tea</a> <i>|</i> <a href=2>rice</a> <i>|</i> <a href=3>salt</a></ul>"
    assert rows(page) == [{"Partners:": ["tea", "|", "rice", "|", "salt"]}]
    assert rows(page, rules=without("colons"))[0] == "Partners:"


def test_a_link_that_ends_with_a_colon_names_the_links_like_it():
    page = "<p><a href=1>Jobs:</a> <a href=2>Banks</a> <a href=3>Shops</a></p>"
    assert rows(page) == [{"Jobs:": ["Banks", "Shops"]}]


def test_a_text_with_a_colon_at_the_beginning_names_bold_labels_too():
    page = "<td>On our pages: <a href=0>all</a><b>North</b><a href=1>x</a><a href=2>y</a><b>South</b><a href=3>z</a>"
    named = rows(f"<table><tr>{page}</table>")
    assert named == [{"On our pages:": ["all", {"North": ["x", "y"]}, {"South": ["z"]}]}]


@pytest.mark.parametrize(
    "page",
    [
        "<ul><li><i>Price:</i> low<li><i>Place:</i> <a href=x>here</a></ul>",  # attributes with their values
        "<p><i>Price:</i> <u>12</u></p>",
        "<div><p>Name:</p><p>Town:</p></div>",
    ],
)
def test_names_of_values_are_not_above_other_names(page):
    assert not any(isinstance(row, dict) and "Place:" in str(row.values()) for row in rows(page))


def test_an_entry_of_a_menu_names_its_list_past_an_arrow_but_not_past_a_bar():
    entry = "<li><a href=1>Men</a><a href=#>{}</a><ul><li><a href=2>Shoes</a><li><a href=3>Hats</a></ul></li>"
    assert rows(f"<ul>{entry.format('+')}</ul>") == [{"Men": ["+", ["Shoes", "Hats"]]}]
    assert rows(f"<ul>{entry.format('|')}</ul>") == ["Men", "|", ["Shoes", "Hats"]]


def test_an_entry_of_a_menu_names_its_caption_and_its_list():
    films = "<ul><li><a href=2>Photos</a><li><a href=3>Films</a></ul>"
    page = f"<ul><li><a href=1>Media</a><span>what we saw</span>{films}</ul>"
    assert list(rows(page)[0]) == ["Media"]
    assert not isinstance(rows(page, rules=without("entries"))[0], dict)


def test_an_image_is_an_entry_before_links_alone():
    image = "<li><a href=1><img alt=Cameras></a>"
    page = f"<ul>{image}<ul><li><a href=2>Lenses</a><li><a href=3>Bags</a></ul></ul>"
    assert list(rows(page)[0].values()) == [["Lenses", "Bags"]]
    assert not isinstance(rows(f"<ul>{image}<div><a href=2>Lens</a><p>an hour ago</p></div></ul>")[0], dict)


def test_so_is_an_image_in_a_table_before_three_links_of_text_or_more():
    image = "<tr><td colspan=2><a href=1><img alt=Music></a></td></tr>"
    links = [f"<tr><td></td><td><a href={n}>{name}</a></td></tr>" for n, name in enumerate(["Rock", "Jazz", "Folk"], 2)]
    named = rows(f"<h1>Shop</h1><table>{image}{''.join(links)}</table>")
    assert ["Rock", "Jazz", "Folk"] in named[0]["Shop"][0].values()
    assert rows(f"<table>{image}{''.join(links[:2])}</table>")[1:] == ["Rock", "Jazz"]
    home = image.replace("href=1", "href=/")
    assert rows(f"<table>{home}{''.join(links)}</table>")[1:] == ["Rock", "Jazz", "Folk"]


def test_a_box_of_a_link_and_the_button_of_its_menu_names_the_menu():
    menu = "<ul><li><a href=1>Tea</a><li><a href=2>Rice</a></ul>"
    box = "<span><a href={0}>{0}</a><button><i>Open the menu {0}</i></button></span>"
    page = "".join(f"<li>{box.format(name)}{menu}</li>" for name in ("Food", "Drink"))
    assert [*map(list, rows(f"<ul>{page}</ul>"))] == [["Food"], ["Drink"]]
    other = page.replace("button", "em")
    assert not any(isinstance(row, dict) for row in rows(f"<ul>{other}</ul>"))


MENU = "<ul><li><a href=1>Tea</a><li><a href=2>Rice</a></ul>"


@pytest.mark.parametrize(
    "button", ["<li><button>Food</button>{}</li>", "<div><button aria-expanded=false>Food</button>{}</div>"]
)
def test_a_button_names_the_links_that_it_opens(button):
    assert {"Food": ["Tea", "Rice"]} in rows(f"<p>x</p><p>y</p>{button.format(MENU)}")


@pytest.mark.parametrize("entry", ["<label for=c>Food</label>", "<label for=c><a href=f>Food</a></label>"])
def test_a_label_in_the_list_item_of_a_menu_names_it(entry):
    assert {"Food": ["Tea", "Rice"]} in rows(f"<ul><li>{entry}{MENU}</li><li><a href=n>Drink</a></li></ul>")


def test_other_buttons_name_nothing():
    assert {"Food": ["Tea", "Rice"]} not in rows(f"<p>x</p><p>y</p><div><button>Food</button>{MENU}</div>")


@pytest.mark.parametrize("link", ["<a href='#main'>Skip</a>", "<b><a href='#main'>Skip</a></b>"])
def test_a_link_to_another_place_on_the_page_names_nothing(link):
    assert {"Skip": ["Tea", "Rice"]} not in rows(f"<div><div>{link}</div>{MENU}</div><p>x</p><p>y</p>")


def test_the_title_of_an_icon_is_no_part_of_a_name():
    icon = "<svg><title>Chevron</title></svg>"
    assert rows(f"<ul><li><a href=m>More{icon}</a>{MENU}</li><li><a href=n>Fewer</a></li></ul>") == [
        {"More": ["Chevron", ["Tea", "Rice"]]},
        "Fewer",
    ]


def test_the_title_of_an_icon_names_a_link_without_other_text():
    assert rows("<p>x</p><a href=f><svg><title>Post</title></svg></a>") == ["x", "Post"]
