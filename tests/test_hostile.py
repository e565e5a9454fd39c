"""Hostile pages: a tree or one clear line, in bounded time and memory."""

import gc
import time
import tracemalloc

import pytest

from weblode.errors import LimitError
from weblode.pages.html import parse


def bounded(data, kernel):
    """The tree of the page, or None if a limit refused it; fails when it took long or took much memory.

    The bounds are wide: the memory is watched, which makes Python several times slower, and machines are noisy.
    """
    seconds = 20.0 if kernel.name == "native" else 100.0
    gc.collect()
    tracemalloc.start()
    start = time.perf_counter()
    try:
        tree = parse(data, kernel=kernel)
    except LimitError:
        tree = None
    took = time.perf_counter() - start
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took < seconds
    assert peak < 25 * len(data) + 400 * 2**20
    return tree


def test_an_empty_page_is_a_tree(kernel):
    assert len(bounded(b"", kernel)) == 3


def test_a_fifth_of_a_million_nested_divs_are_refused_before_they_are_parsed(kernel):
    assert bounded(b"<div>" * 200_000, kernel) is None


def test_deep_nesting_that_the_parser_takes_easily_is_refused_by_its_depth(kernel):
    with pytest.raises(LimitError, match="more than 10,000 deep"):
        parse(b"<span>" * 50_000, kernel=kernel)


def test_a_hundred_thousand_options_are_a_tree(kernel):
    tree = bounded(b"<select>" + b"<option>x" * 100_000 + b"</select>", kernel)
    assert len(tree.leaves) == 100_000


def test_a_hundred_thousand_attributes_are_refused(kernel):
    page = b"<p " + b" ".join(b"a%d=1" % i for i in range(100_000)) + b">"
    assert bounded(page, kernel) is None


def test_twenty_megabytes_of_less_than_are_one_text(kernel):
    tree = bounded(b"<" * 20_000_000, kernel)
    assert len(tree.leaves) == 1
    assert len(tree.buffer) == 20_000_000


def test_twenty_megabytes_of_records_are_a_tree(kernel):
    record = b"<li><a href='/x'>title</a> and some words of text about it, so that it has a size</li>\n"
    n = (20_000_000 if kernel.name == "native" else 5_000_000) // len(record)
    assert len(bounded(b"<ul>" + record * n + b"</ul>", kernel).leaves) == 2 * n


def test_a_row_of_a_hundred_thousand_different_tags_is_a_tree(kernel):
    page = b"".join(b"<x%d>a</x%d>" % (i, i) for i in range(100_000))
    assert len(bounded(page, kernel).names) == 100_000


def test_null_bytes_do_not_reach_the_tree(kernel):
    tree = bounded(b"<p\0 a\0b=c\0d>x\0y<!-- \0 --><script>\0</script>\0", kernel)
    assert tree.attributes(3) == {"a\ufffdb": "c\ufffdd"}
    assert "\0" not in tree.text(0)


def test_every_byte_value_is_a_tree(kernel):
    page = bytes(range(256))
    for data in (page, page * 1000, b"<p " + page + b">" + page, b"<script>" + page):
        assert bounded(data, kernel) is not None


@pytest.mark.parametrize(
    "page",
    [b"<script>var a = 1", b"a<!-- never closed", b"<p class='open", b"<p class=", b"<", b"</", b"<!", b"<![CDATA["],
)
def test_what_is_open_at_the_end_is_closed_there(page, kernel):
    tree = bounded(page, kernel)
    assert tree.name(0) == "html"
    assert tree.end[0] == len(tree)


def test_the_text_of_an_unclosed_script_is_not_read(kernel):
    assert bounded(b"a<script>var b = '<p>c'", kernel).text(0) == "a"


@pytest.mark.parametrize("charset", ["utf-16", "utf-32", "bogus", "utf-7", "base64", "idna", "\0", "x" * 10_000])
def test_wrong_and_unknown_charsets_do_not_break_a_page(charset, kernel):
    page = "<meta charset='{}'><p>Größe".format(charset.replace("\0", ""))
    for data in (page.encode(), page.encode("windows-1252")):
        assert "Größe" in parse(data, charset=charset, kernel=kernel).text(0)
