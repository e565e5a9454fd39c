"""Which groups of links lead to similar things, by comparing two pages of each (OntoMiner 2005, section 6)."""

from instances.pages import article
from weblode.instances.siblings import confirmed_groups
from weblode.pages.html import parse


def pages(*numbers, make=article):
    return [parse(make(number)) for number in numbers]


def test_the_group_whose_pages_have_the_common_content_paths_wins():
    lists = [parse(f"<table><tr><td>{n}<td>x{n}<td>y{n}</table><ol><li>z{n}<li>w{n}</ol>".encode()) for n in range(2)]
    assert confirmed_groups({1: pages(0, 1), 2: pages(2, 3), 3: lists, 4: []}) == {1, 2, 4}
    assert confirmed_groups({1: pages(0, 1)}) == {1}
    assert confirmed_groups({}) == set()


def test_groups_with_too_few_pages_are_not_refused():
    other = parse(b"<table><tr><td>1<td>2</table>")
    assert confirmed_groups({1: pages(0, 1), 2: pages(2, 3), 3: [other], 4: []}) == {1, 2, 3, 4}


def test_of_two_unlike_groups_the_one_with_more_pages_wins_and_of_equals_the_first():
    lists = [parse(f"<table><tr><td>{n}<td>x{n}<td>y{n}</table>".encode()) for n in range(3)]
    assert confirmed_groups({1: pages(0, 1), 2: lists}) == {2}
    assert confirmed_groups({1: pages(0, 1), 2: lists[:2]}) == {1}


def test_a_group_whose_pages_are_all_the_same_has_no_content_and_is_refused():
    same = pages(0, 0)
    assert confirmed_groups({1: pages(0, 1), 2: pages(2, 3), 3: same}) == {1, 2}
