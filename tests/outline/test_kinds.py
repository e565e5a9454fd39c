"""The kind of each row of an outline."""

import pytest
from outline.made import PAGE, contents, kinds

from weblode.outline.build import outline
from weblode.outline.document import KINDS
from weblode.pages.html import parse


@pytest.mark.parametrize("n", [2, 3, 7, 60, 500])
@pytest.mark.parametrize(
    "row",
    [
        "<li>name {n}</li>",
        "<li><a href='/{n}'>name {n}</a></li>",
        "<li><h3>name {n}</h3><p>about it</p></li>",
        "<div><b>name {n}</b><i>more</i><u>yet more</u></div>",
        "<tr><td><a href='/{n}'>name {n}</a></td><td>about it</td></tr>",
    ],
)
def test_a_list_of_n_equal_rows_is_one_group_or_one_table_of_n(row, n):
    whole = "table" if row.startswith("<tr") else "ul"
    page = f"<{whole}>{''.join(row.format(n=i) for i in range(n))}</{whole}>"
    found = outline(parse(page.encode()))
    [top] = [part for part in range(1, len(found)) if found.parent[part] == 0] if found.end[1] == len(found) else [0]
    if top in found.tables:
        assert len(found.tables[top].records) in (n, n - 1)
    else:
        assert KINDS[found.kind[top]] in ("group", "navigation")
        assert sum(found.parent == top) == n


def test_the_page_is_named_by_its_title_and_parts_by_their_kinds():
    found = outline(parse(PAGE.encode()))
    assert contents(found) == ["Shop", ["", "Home", "Help"], ["Offers", "Tea", "Rice"]]
    assert kinds(found) == ["section", "navigation", "item", "decoration", "item", "navigation", "item", "item"]
    assert [found.href(row) for row in (2, 5, 6)] == ["/x", None, "/1"]


def kind_of(page, label):
    found = outline(parse(page.encode()))
    [row] = [row for row in range(len(found)) if found.name(row) == label]
    return KINDS[found.kind[row]]


def links(text, n=4):
    return "".join(f"<li><a href=/{i}>{text} {i}</a>" for i in range(n))


def test_a_group_of_short_links_is_navigation_and_one_of_headlines_is_not():
    assert kind_of(f"<p>x</p><h2>Menu</h2><ul>{links('Tea')}</ul>", "Menu") == "navigation"
    long = links("The town is dark after the storm of Monday")
    assert kind_of(f"<p>x</p><h2>News</h2><ul>{long}</ul>", "News") == "group"


def test_what_holds_rows_in_a_nav_element_is_navigation_however_long():
    long = links("The town is dark after the storm of Monday")
    assert kind_of(f"<p>x</p><nav><h2>News</h2><ul>{long}</ul></nav>", "News") == "navigation"


def test_rows_of_several_kinds_are_a_section():
    assert kind_of("<h2>News</h2><p>one</p><div><i>two</i></div><b><u>three</u></b>", "News") == "section"


def test_two_of_three_rows_that_begin_alike_are_a_group():
    assert kind_of("<h2>News</h2><p>one</p><div><i>two</i></div><p>three</p>", "News") == "group"
    assert kind_of("<h2>News</h2><p>one</p><div><i>two</i></div>", "News") == "section"


def test_a_text_is_an_item_only_in_a_group():
    assert kind_of("<h2>News</h2><p>one</p><p>two</p>", "one") == "item"
    assert kind_of("<h2>News</h2><p>one</p><div><i>two</i></div>", "one") == "text"


def test_a_text_without_letter_or_digit_is_decoration():
    assert kind_of("<p>one</p><p>»</p><p>two</p>", "»") == "decoration"
    assert kind_of("<p>one</p><p>» 2</p><p>two</p>", "» 2") != "decoration"


def test_marks_do_not_change_what_the_rows_beside_them_are():
    row = "<li><a href=/1>Tea</a><li>|<li><a href=/2>Rice</a>"
    assert kind_of(f"<p>x</p><h2>Menu</h2><ul>{row}</ul>", "Menu") == "navigation"
    assert kind_of("<h2>Marks</h2><p>|</p><p>*</p>", "Marks") == "text"


def test_a_page_of_marks_alone_is_a_group_of_them():
    assert kinds(outline(parse(b"<p>|</p><p>*</p>"))) == ["group", "decoration", "decoration"]
