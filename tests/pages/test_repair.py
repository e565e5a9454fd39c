"""XML that is not well-formed, read as far as it goes."""

import pytest
from feeds import feed
from pages.made import in_title

from weblode import paths
from weblode.pages.html import parse


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("fish & chips &nbsp;daily", "fish & chips daily"),
        ("a < b <c", "a < b <c"),
        ("one<br>two</p>", "onetwo"),
        ("bell\x07 and nul\0", "bell and nul"),
        ("&unknown; thing", "&unknown; thing"),
        ("see ?a=1&copy=2", "see ?a=1&copy=2"),
    ],
)
def test_what_is_not_well_formed_is_repaired_with_a_warning(text, read):
    tree = parse(in_title(text).encode())
    assert tree.warning.startswith("not well-formed XML (")
    assert "repaired" in tree.warning
    assert " ".join(tree.text(0, line="").split()) == read
    assert paths.xpath(tree, 3) == "/rss/channel/item/title"


def test_a_document_that_is_cut_off_keeps_what_came_before_the_cut():
    whole = feed(5)
    for cut in range(len(whole) - 1, len(whole) - 700, -7):
        tree = parse(whole[:cut])
        assert tree.warning
        assert tree.text(0).startswith("Long\nTitle 0\nhttp://long.example/0\nWords of a description, as many")
        assert not any(tag in tree.text(0) for tag in ("<title", "<link", "<item", "</", "<guid"))


def test_what_follows_the_root_is_left_out():
    tree = parse(b"<rss><channel>one</channel></rss><p>two</p>")
    assert tree.text(0) == "one"
    assert "junk after document element" in tree.warning
