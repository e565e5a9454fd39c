"""The columns, by definition and against lexbor's own view, for both implementations."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import BYTES, SOUP

from bench.agreement import equal
from weblode import kernels
from weblode.errors import LimitError
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.tags import NAMES, UNREAD_NAMES


def rows(tree, column):
    return getattr(tree, column).tolist()


def test_a_small_page_gives_exactly_these_columns(kernel):
    tree = parse(b"<title>T</title><p class=x>a <b>b</b><br>c<!-- no --><script> s </script>", kernel=kernel)
    assert [tree.name(u) for u in range(len(tree))] == (
        "html head title #text body p #text b #text br #text script #text".split()
    )
    assert rows(tree, "parent") == [-1, 0, 1, 2, 0, 4, 5, 5, 7, 5, 5, 5, 11]
    assert rows(tree, "end") == [13, 4, 4, 4, 13, 13, 7, 9, 9, 10, 11, 13, 13]
    assert rows(tree, "depth") == [0, 1, 2, 3, 1, 2, 3, 3, 4, 3, 3, 3, 4]
    assert rows(tree, "position") == [1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 2, 3, 1]
    assert rows(tree, "leaf") == [-1, -1, -1, 0, -1, -1, 1, -1, 2, -1, 3, -1, -1]
    assert [tree.lead[u] for u in tree.leaves] == [2, 2, 1, 2]
    assert tree.buffer == b"Tclass\0x\0a bc s "
    assert rows(tree, "start") == [0, 0, 0, 0, 1, 1, 9, 11, 11, 12, 12, 13, 13, 16]


def test_equal_tag_paths_have_equal_numbers_in_order_of_appearance(kernel):
    tree = parse(b"<p>a<b>b</b><p>c<b>d</b>", kernel=kernel)
    assert rows(tree, "path") == [0, 1, 2, 3, 4, 5, 6, 3, 4, 5, 6]


def test_blank_text_is_no_node_but_counts_in_positions_and_separates_words(kernel):
    tree = parse("<i>a</i> <i>b</i>\u00a0<i>c</i>tail".encode(), kernel=kernel)
    texts = tree.leaves.tolist()
    assert [tree.string(u) for u in texts] == ["a", "b", "c", "tail"]
    assert tree.position[texts[3]] == 3
    assert tree.text(0) == "a b ctail"


def test_names_that_html_does_not_know_are_numbered_as_they_appear(kernel):
    tree = parse(b"<my-card><o:p></o:p><my-card></my-card><svg><linearGradient/></svg>", kernel=kernel)
    assert tree.names == ("my-card", "o:p", "linearGradient")
    assert tree.number("o:p") == len(NAMES) + 1
    assert tree.number("nowhere") == -1


def test_more_nodes_than_the_limit_are_refused(kernel):
    with pytest.raises(LimitError, match="more than the limit of 10 nodes"):
        parse(b"<p>" * 20, kernel=kernel, limits=Limits(nodes=10))


def test_deeper_nesting_than_the_limit_is_refused(kernel):
    assert parse(b"<i>" * 8, kernel=kernel, limits=Limits(depth=10)).depth.max() == 9
    with pytest.raises(LimitError, match="more than 10 deep"):
        parse(b"<i>" * 10 + b"a", kernel=kernel, limits=Limits(depth=10))


def test_ten_thousand_names_and_paths_are_told_apart(kernel):
    page = "".join(f"<x{i}>{i}</x{i}>" for i in range(10_000)).encode()
    tree = parse(page, kernel=kernel)
    assert len(tree.names) == 10_000
    assert len(set(rows(tree, "path"))) == 3 + 2 * 10_000
    assert tree.name(int(tree.parent[tree.leaves[-1]])) == "x9999"


def test_attributes_that_grow_beyond_their_source_fit(kernel):
    page = b"<p><font a=" + b"&nGt;" * 3_000 + b">" + b"</p><p>x" * 200
    tree = parse(page, kernel=kernel)
    assert len(tree.buffer) > 200 * 3_000 * 6


@given(SOUP)
@settings(max_examples=300, deadline=None)
def test_columns_keep_the_contract_on_any_page(page):
    tree = parse(page.encode(errors="replace"))
    n = len(tree)
    u = np.arange(n)
    assert tree.parent[0] == -1
    assert (tree.parent[1:] < u[1:]).all()
    assert (tree.parent[1:] >= 0).all()
    assert ((u < tree.end) & (tree.end <= n)).all()
    assert (tree.end[1:] <= tree.end[tree.parent[1:]]).all()
    assert (tree.depth[1:] == tree.depth[tree.parent[1:]] + 1).all()
    assert (np.diff(tree.start) >= 0).all()
    assert tree.start[-1] == len(tree.buffer)
    assert (tree.leaf[tree.leaves] == np.arange(len(tree.leaves))).all()
    for v in np.flatnonzero(tree.tag == 0).tolist():
        hidden = any(tree.name(a) in UNREAD_NAMES for a in tree.ancestors(v))
        assert tree.string(v).strip()
        assert (tree.leaf[v] < 0) == hidden


@given(BYTES)
@settings(max_examples=500, deadline=None)
def test_both_implementations_give_the_same_tree_of_any_bytes(data):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    assert equal(parse(data, kernel=native), parse(data, kernel=kernels.python()))


def test_memory_of_a_page_is_kept_for_the_next_unless_it_is_large():
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    from weblode.kernels import _native

    def kept(data):
        parse(data, kernel=native)
        return _native.spare_bytes()

    parser = 6 * 1024 * 1024
    assert kept(b"<p>" + b"text " * 2_000_000) in (0, parser)  # much memory
    assert 0 < kept(b"<p>small") - parser < 100_000
    assert 1_000_000 < kept(b"<p>text " * 50_000) - parser <= 8 * 1024 * 1024
    assert kept(b"<p>" + b"text " * 2_000_000) == parser
    assert 0 < kept(b"<p>small") - parser < 100_000
    names = b"".join(b"<x%d>" % i + b"</x%d>" % i for i in range(20_000))
    assert kept(names) == parser  # the maps of many names and paths are not kept


def test_a_page_leaves_nothing_behind_for_the_next():
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    pages = [b"<p>x<table><tr><td>1", b"<!DOCTYPE html><p>x<table><tr><td>1", b"<b><i>a<form>", b"<script>x", b"a</p>"]
    pages += [b"<svg><foreignObject><x-y z=1>", b"<!DOCTYPE html><select><option selected>a<option>b", b"", b"<!--"]
    for first, second in itertools.permutations(pages, 2):
        parse(first, kernel=native)
        assert equal(parse(second, kernel=native), parse(second, kernel=kernels.python()))
