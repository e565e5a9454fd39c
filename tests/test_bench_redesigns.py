"""Redesigns made of pages."""

import pytest

from bench.redesigns import REDESIGNS, redesigned
from weblode.pages.html import parse
from weblode.records.discover import discover

ITEMS = "".join(f"<li class=card><a href=/{i}>Title {i} of it</a> <b>{i} <i>pieces</i></b></li>" for i in range(6))
PAGE = f"<style>.x {{ display: none }}</style><h1 id=top>Results</h1><p class=x>gone<ul class=list>{ITEMS}</ul>"


@pytest.mark.parametrize("name", REDESIGNS)
def test_a_redesign_keeps_the_records_and_changes_what_it_says(name):
    tree = parse(PAGE.encode())
    [records] = discover(tree, threshold=0.0)[:1]
    page = parse(redesigned(tree, REDESIGNS[name], records))
    text = page.text(0, line=" ")
    assert all(f"Title {i} of it" in text for i in range(6))
    words = [each for each in page.attributes_of(page.elements.tolist(), "class") if each]
    assert (name in ("other names", "no names", "all")) == ("card" not in words)
    items = [u for u in range(len(page)) if page.name(u) == "li" and "Title" in page.text(u)]
    assert (name in ("other tags", "all")) == (not items)
    if name in ("turned", "all"):
        assert "0 pieces Title 0 of it" in text


def test_what_a_sheet_hides_stays_hidden():
    tree = parse(PAGE.encode())
    assert b"<span hidden> gone</span>" in redesigned(tree, REDESIGNS["other names"], None)
