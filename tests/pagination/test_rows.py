"""Rows of numbered pages, and which of them the page itself is."""

import pytest
from pagination.pages import HERE
from processor import within

from weblode.pages.html import parse
from weblode.pagination.candidates import link_candidates
from weblode.pagination.rows import page_rows


def rows(markup, url=HERE):
    tree = parse(markup.encode(), url=url)
    return page_rows(tree, link_candidates(tree))


def links(*numbers):
    return " ".join(f"<a href='?page={n}'>{n}</a>" for n in numbers)


@pytest.mark.parametrize(
    ("row", "current"),
    [
        (f"<b>1</b> {links(2, 3)}", 1),
        (f"{links(1, 2)} <b>3</b> {links(4)}", 3),
        (f"{links(1, 2)} <b>3</b>", 3),
        (f"{links(1)} <a class=active href='?page=2'>2</a> {links(3)}", 2),
        (f"{links(1)} <span class=current><a href='?page=2'>2</a></span> {links(3)}", 2),
        (f"{links(1)} <a aria-current=page href='?page=2'>2</a> {links(3)}", 2),
        (f"{links(1)} <a href='#'>2</a> {links(3)}", 2),
        (f"{links(1)} <a href='javascript:void(0)'>2</a> {links(3)}", 2),
        (f"{links(1, 2, 4, 5)}", 3),
        (f"{links(2, 3, 4)}", 1),
        (f"{links(1, 2, 3)}", None),
    ],
)
def test_the_page_itself_is_a_number_that_is_no_link_or_is_marked_or_left_out(row, current):
    [found] = rows(f"<p>{row}")
    assert found.current == current


def test_the_page_itself_is_known_by_its_address():
    [row] = rows(f"<p>{links(1, 2, 3)}", f"{HERE}?page=2")
    assert (row.current, row.following.number) == (2, 3)


def test_addresses_that_count_records_need_no_name():
    row = "<b>1</b> " + " ".join(f"<a href='/r/s{30 * n}/red/lamps.html'>{n + 1}</a>" for n in range(1, 5))
    [found] = rows(f"<p>{row}", "http://shop.example/search")
    assert (found.current, len(found.members), found.evidence) == (1, 4, ("addresses count records",))
    assert rows("<p>" + " ".join(f"<a href='/r/s{7 * n + 3}'>{n}</a>" for n in range(1, 5))) == []


def test_rows_above_and_below_a_list_are_two():
    assert len(rows(f"<p>1 {links(2, 3)}<p>A list of many lamps stands here<p>1 {links(2, 3)}")) == 2


def test_numbers_far_from_each_other_are_no_row():
    assert rows("<p><a href='?page=4'>4</a> lamps for the garden and the house <a href='?page=5'>5</a>") == []


def test_sizes_beside_pages_are_left_out():
    sizes = "<a href='?show=12'>12</a> <a href='?show=24'>24</a>"
    [row] = rows(f"<p>{sizes} per page <b>1</b> {links(2, 3)}")
    assert [each.number for each in row.members] == [2, 3]


def test_a_page_with_very_many_links_is_bounded():
    with within(10):
        found = rows(f"<p>{links(*range(1, 60001))}")
    assert sum(len(row.members) for row in found) == 3000


@pytest.mark.parametrize(("digits", "found"), [(400, 1), (1900, 1), (5000, 0)])
def test_a_number_of_any_length_in_an_address_is_no_failure(digits, found):
    assert len(rows(f"<base href='http://e.example/{'1' * digits}/'><p>{links(2, 3)}")) == found
    long = "".join(f"<a href='/{n}{'1' * digits}'>{n}</a> " for n in (2, 3))
    assert len(rows(f"<p class=pagination>{long}")) <= 1


def test_a_number_that_is_the_end_of_a_longer_one_is_no_failure():
    assert len(rows("<p><a href='/12345/index.html'>1</a> <a href='/123450000002'>2</a>")) == 1
