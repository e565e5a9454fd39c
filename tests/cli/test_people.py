"""Tables for people: each value once, titles first, links as links."""

import pytest

from weblode import terminal
from weblode.cli.people import markdown_heading, markdown_table, screen_table
from weblode.table import Table

BOOKS = Table(
    {
        "page": ["a.html"] * 2,
        "node": [3, 7],
        "record": [1, 2],
        "image": ["/1.jpg", "/2.jpg"],
        "title": ["Salt", "Dune | II"],
        "url": ["/salt", None],
        "author": ["Piet", "Frank"],
        "author (url)": [None, "/frank"],
        "price": ["£8.50", "£11"],
        "price (number)": [8.5, 11],
        "price (currency)": ["GBP", "GBP"],
        "notes (old)": ["x", "y"],
    }
)


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setattr(terminal, "width", lambda: 200)


def header(table):
    return next(screen_table(table)).split()


def test_a_value_stands_once_and_where_it_comes_from_not_at_all():
    assert header(BOOKS) == ["title", "author", "price", "notes", "(old)", "image"]


def test_titles_stand_first_and_addresses_last_on_a_terminal_but_not_in_markdown():
    assert header(BOOKS)[0] == "title"
    assert header(BOOKS)[-1] == "image"
    assert next(markdown_table(BOOKS)) == "|  | image | title | author | price | notes (old) |\n"


def test_a_column_with_numbers_is_aligned_to_the_right():
    lines = [line.rstrip() for line in screen_table(BOOKS)]
    ends = {line.index(text) + len(text) for line, text in zip(lines[2:], ("£8.50", "£11"), strict=True)}
    assert len(ends) == 1


def test_rows_are_numbered_from_one():
    assert [line.split()[0] for line in list(screen_table(BOOKS))[2:]] == ["1", "2"]
    assert [line.split()[1] for line in list(markdown_table(BOOKS))[2:]] == ["1", "2"]


def test_titles_and_values_with_addresses_are_links_in_markdown_and_bars_are_escaped():
    _, _, salt, dune = markdown_table(BOOKS)
    assert "| [Salt](</salt>) | Piet |" in salt
    assert r"| Dune \| II | [Frank](</frank>) |" in dune


def test_addresses_without_a_title_are_a_column():
    table = Table({"page": ["a.html"], "node": [3], "url": ["/x"], "name": ["n"]})
    assert header(table) == ["name", "url"]


def test_a_heading_is_one_escaped_line():
    assert markdown_heading("a*b") == "## a\\*b\n\n"
