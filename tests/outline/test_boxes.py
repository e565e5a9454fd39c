"""Boxes: their headers, and lists that run on from column to column."""

import pytest
from outline.test_structure import rows

from weblode.outline.structure import RULES

LIST = "<ul><li><a href=1>a</a><li><a href=2>b</a><li><a href=3>c</a></ul>"
ALL = ["a", "b", "c"]


@pytest.mark.parametrize("beside", ["<a href=x>More</a>", "<p><i>1</i> of <i>5</i></p>", "<p>(12)</p>"])
def test_a_heading_with_a_link_or_a_counter_beside_it_names_what_follows_the_two(beside):
    page = f"<section><div><h2>Tea</h2>{beside}</div>{LIST}</section><p>end</p>"
    (labelled, end) = rows(page)
    assert list(labelled) == ["Tea"]
    assert labelled["Tea"][-3:] == ALL
    assert end == "end"
    assert list(rows(page, rules=set(RULES) - {"boxes"})[0][0]) == ["Tea"]


@pytest.mark.parametrize("beside", ["<a href=x>More</a>", "<div>1 of 5</div>"])
def test_another_title_does_so_before_a_list(beside):
    (labelled, end) = rows(f"<section><div><p>Tea</p>{beside}</div><div>{LIST}</div></section><p>end</p>")
    assert labelled["Tea"][-1] == ALL
    assert end == "end"
    text = "<div><p>one</p><h3>two</h3></div>"
    assert "Tea" in rows(f"<section><div><p>Tea</p>{beside}</div>{text}</section><p>end</p>")[0][0]


def test_a_heading_beside_a_text_is_an_item_and_names_nothing_more():
    page = f"<section><div><h2>Gift cards</h2><p>for everyone</p></div>{LIST}</section>"
    assert rows(page) == [{"Gift cards": ["for everyone"]}, ALL]


def test_the_first_of_alike_items_is_no_header():
    items = "".join(f"<div><span>Men</span><a href={name}>{name}</a></div>" for name in ("Jeans", "Shoes", "Hats"))
    assert rows(f"<section>{items}</section>") == [["Men", "Jeans"], ["Men", "Shoes"], ["Men", "Hats"]]


def test_skip_links_are_no_header():
    page = f"<section><p>Jump to: <a href=#a>navigation</a>, <a href=#b>search</a></p>{LIST}</section>"
    assert ALL in rows(page)


def test_a_title_before_tabs_names_the_box():
    tabs = "".join(f"<li><a href='i.html#links'>{name}</a>" for name in ("One", "Two", "Three", "Four", "Five"))
    (labelled,) = rows(f"<section><ul><li><a href='i.html#links'>Links:</a>{tabs}</ul><div>{LIST * 3}</div></section>")
    assert labelled == {"Links:": ["One", "Two", "Three", "Four", "Five", ALL, ALL, ALL]}


def test_lists_that_run_on_from_column_to_column_are_below_their_labels():
    def items(*names):
        return "<ul>" + "".join(f"<li><a href={name}>{name}</a>" for name in names) + "</ul>"

    columns = [
        "<span>News</span>" + items("a", "b"),
        items("c", "d") + "<span>Blogs</span>" + items("e", "f"),
        items("g", "h") + "<span>People</span>",
        items("i", "j"),
    ]
    page = "".join(f"<div>{column}</div>" for column in columns)
    assert rows(page) == [{"News": ["a", "b", "c", "d"]}, {"Blogs": ["e", "f", "g", "h"]}, {"People": ["i", "j"]}]
    assert rows(page, rules=set(RULES) - {"columns"}) != rows(page)


def test_a_column_without_any_label_does_not_belong_to_the_one_before():
    page = "<div><span>Hot</span><ul><li><a href=1>a</a><li><a href=2>b</a></ul></div>"
    page += "<div><ul><li><a href=3>c</a><li><a href=4>d</a></ul></div>"
    assert rows(page) == [{"Hot": ["a", "b"]}, ["c", "d"]]
