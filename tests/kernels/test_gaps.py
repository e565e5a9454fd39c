"""What lies between leaves, both implementations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.pages.html import parse


def gaps(kernel, tree, marks=None, least=3, **options):
    marks = marks or {}
    kinds = np.array([marks.get(tree.name(u), 0) for u in range(len(tree))], dtype=np.uint8)
    return kernel.gaps(tree.parent, tree.end, tree.path, tree.leaf, kinds, least, **options)


def test_a_page_by_hand(kernel):
    tree = parse(b"<div><h2>a</h2><p>b<b>c</b></div><img><div><p>d</div>")
    names = {"body": 1, "div": 1, "p": 1 | 8, "h2": 1 | 16, "img": 32}
    common, ends, starts, level, ended, started, back, listed = gaps(kernel, tree, names).tolist()[:8]
    assert [tree.name(u) for u in common] == ["div", "p", "body"]
    assert (ends, starts, level) == ([1, 0, 2], [1, 0, 2], [2, 3, 1])
    assert ended == [1 | 16, 0, 1 | 8]
    assert started == [1 | 8, 0, 1 | 8 | 32]
    assert back == [0, 0, 2]
    assert listed == [0, 0, 0]


@pytest.mark.parametrize(
    ("page", "listed"),
    [
        ("<p>a<p>b", [0]),
        ("<p>a<p>b<p>c", [1, 1]),
        ("<h1>x</h1><p>a<p>b<p>c<h2>y", [0, 1, 1, 0]),
        ("<p>a<p>b<p><i>c</i><p>d<p>e<p>f", [0, 0, 0, 1, 1]),
        ("<div>a<b>b</b></div>" * 3, [1] * 5),
        ("<div>a<b>b</b></div>" * 2 + "<div><b>b</b>a</div>", [1] * 5),
        ("<div>a<b>b</b></div>" * 2 + "<div><b>b</b></div>", [0] * 4),
        ("<ul><li>a<li>b<li>c</ul><ul><li>a<li>b</ul>", [1, 1, 0, 0]),
    ],
)
def test_a_list_is_siblings_with_the_same_paths(kernel, page, listed):
    assert gaps(kernel, parse(page.encode()))[7].tolist() == listed


def test_a_list_is_divided_between_its_items_if_they_are_large(kernel):
    item = "<div><b>a</b><i>b</i><u>c</u></div>"
    tree = parse((3 * item + "<p>x<p>y<p>z").encode())
    assert gaps(kernel, tree, large=3)[7].tolist() == [1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1]
    assert gaps(kernel, tree, large=4)[7].tolist() == [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1]
    assert not gaps(kernel, tree, least=4, large=3)[7].any()
    assert gaps(kernel, parse(6 * item.encode()), large=3)[7].all()  # too long for blocks
    assert not gaps(kernel, parse(5 * item.encode()), large=3)[7].all()


def test_parts_begin_alike_if_the_blocks_of_their_first_leaves_have_one_path(kernel):
    tree = parse(b"<div><b>a</b><p>x</div><div>b<p>y</div><div><p>c</div>")
    alike = gaps(kernel, tree, {"div": 1, "p": 1})[8]
    assert alike.tolist() == [0, 1, 0, 0]  # a and b stand in div, b is in another tag than a; c stands in p


def test_the_node_of_a_gap_has_leaves_parts_and_lists_around_it(kernel):
    tree = parse(b"<p>a</p><ul><li>b<ul><li>c<li>d</ul><li><a>e</a></ul>f")
    first, stop, parts, lists, link = gaps(kernel, tree, {"ul": 2, "a": 4})[9:].tolist()
    assert first == [0, 1, 2, 1, 0]
    assert stop == [6, 4, 4, 5, 6]
    assert parts == [3, 2, 2, 2, 3]
    assert lists == [0, 1, 2, 1, 0]
    assert link == [0, 0, 0, 0, 1]


def test_cuts_are_gaps_outside_lines_and_lists_by_the_node_that_they_divide(kernel):
    tree = parse(b"<h1>a</h1><div><p>b <i>c</i><p><b>d</b></div><ul><li>e<li>f<li>g</ul>h<br>i")
    kinds = np.array([1 if tree.name(u) in "body h1 div p ul li".split() else 0 for u in range(len(tree))], dtype="u1")
    rows, nodes, most = kernel.cuts(tree.parent, tree.end, tree.path, tree.leaf, tree.lead, kinds, 3)
    assert [tree.name(u) for u in nodes[0]] == ["body", "div"]
    assert nodes[1:].tolist() == [[0, 4], [0, 0]]  # the first gap, and the node around it
    assert rows[:2].tolist() == [[1, 4, 7, 8, 3], [0, 0, 0, 0, 1]]  # not 2, in a line; not 5 and 6, in a list
    assert rows[2].tolist() == [2, 1, 4, 5, 3]  # strengths 6, 9, 3, 1 and 4
    assert most == 3


@pytest.mark.parametrize("page", ["", "<p>a", "<script>x</script>"])
def test_without_two_leaves_there_is_no_gap(kernel, page):
    assert gaps(kernel, parse(page.encode())).shape == (14, 0)


@given(SOUP | NESTED.map(written), st.integers(2, 4), st.integers(1, 4))
@settings(max_examples=200, deadline=None)
def test_both_implementations_see_the_same_gaps(soup, least, large):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    tree = parse(soup.encode(errors="replace"))
    kinds = (tree.tag * 37 % 256).astype(np.uint8)
    columns = (tree.parent, tree.end, tree.path, tree.leaf, kinds, least, large)
    assert np.array_equal(native.gaps(*columns), kernels.python().gaps(*columns))
    columns = (tree.parent, tree.end, tree.path, tree.leaf, tree.lead, kinds, least, large)
    for ours, theirs in zip(native.cuts(*columns), kernels.python().cuts(*columns), strict=True):
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("parent", [-1, 0, 5, 2]),
        ("parent", [-1, -1, 1, 2]),
        ("parent", [0, 0, 1, 2]),
        ("end", [4, 4, 9, 4]),
        ("end", [4, 4, 2, 4]),
        ("end", [3, 4, 4, 4]),
        ("path", [0, 1, 2, 99]),
        ("path", [0, 1, 2, -1]),
        ("leaf", [0, -1, -1, 1]),
        ("leaf", [-1, -1, 0]),
        ("end", [4]),
    ],
)
def test_the_compiled_kernel_refuses_columns_that_are_no_tree(column, values):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    columns = {"parent": [-1, 0, 1, 2], "end": [4, 4, 4, 4], "path": [0, 1, 2, 3], "leaf": [-1, -1, 0, 1]}
    whole = [np.array(values, dtype=np.int32) for values in columns.values()]
    assert native.gaps(*whole, np.zeros(4, dtype=np.uint8), 3).shape == (14, 1)
    broken = [np.array(values, dtype=np.int32) for values in (columns | {column: values}).values()]
    with pytest.raises(ValueError, match=r"different lengths|does not fit|does not hold"):
        native.gaps(*broken, np.zeros(4, dtype=np.uint8), 3)
    with pytest.raises(ValueError, match=r"different lengths|does not fit|does not hold"):
        native.cuts(*broken, np.zeros(len(broken[0]), dtype=np.int32), np.zeros(4, dtype=np.uint8), 3)
    with pytest.raises(ValueError, match="different lengths"):
        native.cuts(*whole, np.zeros(3, dtype=np.int32), np.zeros(4, dtype=np.uint8), 3)
