"""From bytes to the tree, as a browser builds it."""

import pytest

from weblode.errors import LimitError
from weblode.limits import Limits
from weblode.pages.html import parse


def names(html):
    tree = parse(html)
    return " ".join(tree.name(u) for u in range(len(tree)))


def test_rows_of_a_table_stand_in_a_tbody():
    assert names(b"<table><tr><td>a</table>") == "html head body table tbody tr td #text"


def test_text_between_table_tags_is_moved_before_the_table():
    tree = parse(b"<table>lost<tr><td>a</table>")
    assert tree.text(0) == "lost\na"


def test_noscript_is_read_as_a_browser_with_scripts_reads_it():
    assert names(b"<head><noscript><img src=x></noscript><title>t</title></head>a") == (
        "html head noscript #text title #text body #text"
    )


def test_the_chosen_option_is_not_copied():
    assert names(b"<select><selectedcontent></selectedcontent><option>a</select>").count("#text") == 1


def test_a_tree_knows_its_page_address_and_encoding():
    tree = parse("<p>é".encode("windows-1252"), page="a.html", url="https://example.org/a", charset="windows-1252")
    assert (tree.page, tree.url, tree.encoding) == ("a.html", "https://example.org/a", "cp1252")


def test_a_page_over_the_size_limit_is_refused_with_the_numbers():
    with pytest.raises(LimitError, match=r"2,000 bytes, more than the limit of 1,000"):
        parse(b"x" * 2000, limits=Limits(size=1000))


def test_the_same_bytes_give_the_same_columns():
    page = b"<ul>" + b"<li><a href=x>a</a> b" * 50
    one, other = parse(page), parse(page)
    assert one.buffer == other.buffer
    assert one.path.tolist() == other.path.tolist()


THREAD = "<p>The first post says this.</p><p>And the second one answers that.</p>"


def test_a_page_for_readers_without_scripts_is_read():
    tree = parse(f"<body><p>Loading</p><NOSCRIPT>{THREAD}</NOSCRIPT>".encode())
    assert "the second one answers" in tree.text(0)


def test_what_stands_in_noscript_beside_the_text_is_not_read():
    notice = "<noscript>Please turn on scripts.</noscript>"
    image = "<noscript><img src=a-long-address-that-is-no-text.png alt='' width=100 height=100></noscript>"
    assert parse(f"<body>{notice}{image * 9}{THREAD}".encode()).text(0).count("\n") == 1


def test_a_notice_that_scripts_are_needed_is_no_text_of_the_page():
    notice = "<noscript><p>Diese Seite braucht JavaScript.</p></noscript>"
    assert parse(f"<body><div id=root></div>{notice}<script src=a.js></script>".encode()).text(0) == ""


def test_noscript_in_the_head_stays_there():
    tree = parse(f"<head><noscript><link href=a.css></noscript></head><body><noscript>{THREAD}</noscript>".encode())
    assert [tree.name(u) for u in tree.children(0)] == ["head", "body"]
    assert "The first post" in tree.text(0)
