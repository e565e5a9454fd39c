"""The numbers of HTML's elements, and what tables indexed by them say."""

import pytest

from weblode import tags
from weblode.pages.html import parse
from weblode.tags import BROKEN, JOINED, LEAD, NAMES, NO_CONTENT, NUMBERS, SPACED, UNREAD


def test_a_name_has_one_number_and_text_is_number_zero():
    assert len(NUMBERS) == len(NAMES) == len(LEAD) == len(UNREAD)
    assert all(NAMES[number] == name for name, number in NUMBERS.items())
    assert NAMES[tags.TEXT] == "#text"


def test_names_of_html_are_sorted_so_that_a_new_one_has_its_place():
    assert NAMES[1:] == sorted(NAMES[1:])


def test_every_name_of_the_tables_is_one_of_html():
    for names in (tags.UNREAD_NAMES, tags._LINE_NAMES, tags._SPACE_NAMES, tags.NO_CONTENT_NAMES):
        assert names <= NUMBERS.keys()
    assert not tags._LINE_NAMES & tags._SPACE_NAMES


@pytest.mark.parametrize(("name", "lead"), [("p", BROKEN), ("br", BROKEN), ("td", SPACED), ("b", JOINED)])
def test_an_element_breaks_a_line_stands_apart_or_joins(name, lead):
    assert LEAD[NUMBERS[name]] == lead


def test_text_for_machines_is_never_a_record():
    unread = {name for name, number in NUMBERS.items() if UNREAD[number]}
    assert unread == tags.UNREAD_NAMES
    assert {NUMBERS[name] for name in unread} < NO_CONTENT


def test_a_name_that_html_does_not_define_gets_the_next_number_of_its_page():
    tree = parse(b"<my-card>a</my-card><o:p>b</o:p><my-card>c</my-card><b>d</b>")
    numbers = {tree.name(u): int(tree.tag[u]) for u in range(len(tree))}
    assert (numbers["my-card"], numbers["o:p"], numbers["b"]) == (len(NAMES), len(NAMES) + 1, NUMBERS["b"])
