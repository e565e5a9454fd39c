"""Texts of nodes and of ranges of leaves, both implementations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled, row
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.pages.html import parse


def passage(kernel, page, *, line=" ", apart=False):
    """The text of a whole page."""
    tree = parse(page.encode())
    columns = (tree.parent, tree.end, tree.lead, tree.start)
    [text] = kernel.passages(tree.buffer, columns, tree.leaves, [(0, len(tree.leaves))], line, apart=apart)
    return text


def test_texts_are_on_one_line(kernel):
    tree = parse("<p> a\n b</p><p>c\u00a0\u3000d</p><p>漢 字</p><p>e".encode())
    leaves = tree.leaves.tolist()
    assert kernel.lines(tree.buffer, tree.start, leaves) == ["a b", "c d", "漢 字", "e"]
    assert kernel.lines(tree.buffer, tree.start, leaves[3:1:-1]) == ["e", "漢 字"]
    assert kernel.lines(tree.buffer, tree.start, []) == []


def test_attributes_are_found_by_name(kernel):
    tree = parse("<a href=' x&amp;é'>1</a><a title=href>2</a><a href>3</a><a id=a href=y>4</a>".encode())
    nodes = [u for u in range(len(tree)) if tree.name(u) == "a"]
    assert kernel.attributes(tree.buffer, tree.start, nodes, b"href") == [" x&é", "", "", "y"]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a <b>b</b>c</p><p>d", "a bc/d"),
        ("19<sup>97</sup>", "19 97"),
        ("<p>1<b>a</b>", "1a"),
        ("<span>a</span><span>b</span>", "ab"),
        ("", ""),
    ],
)
def test_a_passage_is_read_as_a_person_reads_it(kernel, page, text):
    assert passage(kernel, page, line="/") == text


def test_adjacent_elements_can_be_kept_apart(kernel):
    assert passage(kernel, "<span>a</span><span>b</span><i>c<b>d</b></i>", apart=True) == "a b cd"


def test_without_a_sign_between_lines_digits_are_kept_apart(kernel):
    assert passage(kernel, "<p>1</p><p>2</p><p>a", line="") == "1 2a"


@given(
    SOUP | NESTED.map(written), st.sampled_from(["", " ", "\n"]), st.booleans(), st.integers(0, 5), st.integers(0, 9)
)
@settings(deadline=None)
def test_both_read_the_same(page, line, apart, first, size):
    tree = parse(page.encode())
    columns = (tree.parent, tree.end, tree.lead, tree.start)
    ranges = [(first, first + size), (0, len(tree.leaves))]
    one, other = (
        (
            kernel.passages(tree.buffer, columns, tree.leaves, ranges, line, apart=apart),
            kernel.lines(tree.buffer, tree.start, tree.leaves.tolist()),
            kernel.attributes(tree.buffer, tree.start, tree.elements.tolist(), b"class"),
        )
        for kernel in (kernels.python(), compiled())
    )
    assert one == other


def test_numbers_that_no_node_has_are_refused():
    native, start = compiled(), row([0, 2, 9])
    for u in (-1, 1, 2):
        with pytest.raises(IndexError, match="node"):
            native.lines(b"ab", start, [u])
        with pytest.raises(IndexError, match="node"):
            native.attributes(b"ab", start, [u], b"a")
    with pytest.raises(IndexError, match="node"):
        native.passages(b"ab", (row([-1]), row([1]), row([0]), row([0, 2])), row([4]), [(0, 1)], " ", apart=False)
    with pytest.raises(ValueError, match="different lengths"):
        native.passages(b"ab", (row([-1]), row([1]), row([0]), row([0])), row([0]), [(0, 1)], " ", apart=False)
