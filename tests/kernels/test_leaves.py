"""The texts of a page with what stands around them, both implementations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled, row
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.details.leaves import TAG_TRAITS, leaf_columns, tag_codes
from weblode.kernels import leaves as kernel_of
from weblode.pages.html import parse

NUMBER, NODE, ROW, CELL, BLOCK, LENGTH, LINK = range(7)
TABLES = st.lists(
    st.sampled_from(
        "<table> <tr> <td> <th> </tr> </table> <a> </a> <li> <h1> <p> <figure> <blockquote> a: b=c x".split()
    ),
    max_size=30,
).map("".join)


def columns(kernel, page):
    """Numbers, hashes and flags of the texts of a page, and their strings."""
    tree = parse(page.encode())
    signatures = kernel.signatures(tree.buffer, tree.start, tree.tag, tree.parent, tag_codes(tree.names))
    made = kernel.leaves(tree.buffer, leaf_columns(tree), signatures, TAG_TRAITS)
    return *made, kernel.lines(tree.buffer, tree.start, made[0][NODE].tolist())


def flagged(kernel, page, flag):
    """The texts of a page with a flag."""
    _, _, flags, texts = columns(kernel, page)
    return [text for text, own in zip(texts, flags.tolist(), strict=True) if own & flag]


def numbers(kernel, page, which):
    """A number of each text of a page, by the text."""
    rows, _, _, texts = columns(kernel, page)
    return dict(zip(texts, rows[which].tolist(), strict=True))


def test_texts_with_a_letter_or_digit_outside_scripts_are_leaves(kernel):
    page = "<p>a</p><p>...</p><p>_</p><p>7</p><p>漢</p><p>½</p><script>x</script><noscript>y</noscript><p>\u2028é "
    assert columns(kernel, page)[3] == ["a", "7", "漢", "½", "é"]
    assert list(numbers(kernel, page, NUMBER).values()) == [0, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "text", ["a", " a  b ", "a\u00a0\u3000b", "漢 字", "é\x1cb", "x\u2009:", "\u1680a\u205fb\u202fc"]
)
def test_the_length_is_that_of_the_text_on_one_line(kernel, text):
    [(line, length)] = numbers(kernel, f"<p>{text}</p>", LENGTH).items()
    assert (line, length) == (" ".join(text.split()), len(" ".join(text.split())))


def test_labels_end_in_a_colon_or_are_in_elements_of_labels(kernel):
    page = "<p>a: </p><p>b\uff1a</p><p>c :\u00a0</p><p>:d</p><b>e</b><dl><dt><i>f</i><dd>g</dl><h1>h</h1>"
    assert flagged(kernel, page, kernel_of.IS_LABEL) == ["a:", "b\uff1a", "c :", "e", "f"]


def test_signs_near_the_beginning_are_told(kernel):
    far = "x" * 42
    page = f"<p>a: b</p><p>a=b</p><p>#1</p><p>九\uff1a一</p><p>{far}:</p><p>{far}y:</p><p>{far} :</p><p>no</p>"
    assert flagged(kernel, page, kernel_of.IS_SIGNED) == ["a: b", "a=b", "#1", "九\uff1a一", f"{far}:"]


def test_the_cells_of_rows_with_at_least_three_have_numbers(kernel):
    page = "<table><tr><td>a<td>b<td><i>c</i><tr><td>d<td>e</table>f"
    assert numbers(kernel, page, CELL) == {"a": 1, "b": 2, "c": 3, "d": 0, "e": 0, "f": 0}


def test_two_cells_of_a_row_are_two_places(kernel):
    _, (place, path, _), _, texts = columns(kernel, "<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f<td>g</table>")
    for hashes in (place, path):
        own = dict(zip(texts, hashes.tolist(), strict=True))
        assert (own["a"], own["b"], own["e"]) == (own["c"], own["d"], own["g"])
        assert len({own["a"], own["b"], own["e"]}) == 3


def test_the_nearest_link_is_one_of_the_nearest_elements(kernel):
    page = "<a href=x><b><i><u>near<s>far</s></u></i></b></a><p>none"
    assert {text: link >= 0 for text, link in numbers(kernel, page, LINK).items()} == {
        "near": True,
        "far": False,
        "none": False,
    }
    assert flagged(kernel, page, kernel_of.IS_LINKED) == ["near", "far"]


def test_a_side_element_with_half_of_the_text_is_not_beside(kernel):
    assert flagged(kernel, "<nav>a</nav><p>body text", kernel_of.IS_BESIDE) == ["a"]
    assert flagged(kernel, "<form>body text</form><p>a", kernel_of.IS_BESIDE) == []
    page = "<figure>a</figure><figure><blockquote>b</blockquote></figure><p>body text"
    assert flagged(kernel, page, kernel_of.IS_BESIDE) == ["a"]


def test_texts_of_one_line_are_one_block(kernel):
    own = numbers(kernel, "<p>a <b>b</b></p><p>c<br>d</p><table><tr><td>e<td>f</table>", BLOCK)
    assert list(own.values()) == [0, 0, 1, 2, 3, 4]


def test_no_nodes_have_no_leaves(kernel):
    none = row([])
    made = kernel.leaves(b"", (none,) * 5 + (row([0]),), np.zeros((2, 0), dtype=np.uint64), TAG_TRAITS)
    assert [part.shape for part in made] == [(7, 0), (3, 0), (0,)]


@given(SOUP | NESTED.map(written) | TABLES)
@settings(deadline=None)
def test_both_make_the_same_columns(page):
    one, other = (columns(kernel, page) for kernel in (kernels.python(), compiled()))
    for ours, theirs in zip(one[:3], other[:3], strict=True):
        np.testing.assert_array_equal(ours, theirs)
        assert ours.dtype == theirs.dtype
    assert one[3] == other[3]


@given(st.lists(st.integers(1, 0x10FFFF).filter(lambda code: not 0xD800 <= code < 0xE000).map(chr), max_size=6))
@settings(deadline=None)
def test_both_read_any_characters_alike(characters):
    texts = ["a", *characters, *(f"b{each}b{each}" for each in characters)]
    buffer = "".join(texts).encode()
    start = row(np.cumsum([0, 0, *(len(each.encode()) for each in texts)]))
    n = len(texts) + 1
    tree = (row([-1] + [0] * (n - 1)), row([n, *range(2, n + 1)]), row([1] + [0] * (n - 1)))
    tree += (row([-1, *range(n - 1)]), row([0] * n), start)
    asked = (buffer, tree, np.zeros((2, n), dtype=np.uint64), TAG_TRAITS)
    for ours, theirs in zip(kernels.python().leaves(*asked), compiled().leaves(*asked), strict=True):
        np.testing.assert_array_equal(ours, theirs)


COLUMN = st.lists(st.integers(-2, 5), min_size=1, max_size=4)


@given(st.lists(COLUMN, min_size=6, max_size=6), st.sampled_from([b"", b"ab", b"a: b=c"]), st.integers(0, 5))
@settings(deadline=None)
def test_any_columns_give_leaves_or_a_value_error(tree, buffer, n):
    signatures = np.zeros((2, n), dtype=np.uint64)
    asked = (buffer, tuple(map(row, tree)), signatures, TAG_TRAITS)
    try:
        made = compiled().leaves(*asked)
    except ValueError:
        return
    for ours, theirs in zip(kernels.python().leaves(*asked), made, strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize(
    ("which", "values"),
    [(0, [0, 0]), (0, [-1, 1]), (1, [2, 1]), (1, [2, 3]), (2, [1, -1]), (3, [0, 1]), (3, [-1, 1]), (5, [0, 3, 1])],
)
def test_columns_that_are_no_tree_are_refused(which, values):
    tree = [row(each) for each in ([-1, 0], [2, 2], [1, 0], [-1, 0], [0, 0], [0, 0, 1])]
    assert compiled().leaves(b"a", tuple(tree), np.zeros((2, 2), dtype=np.uint64), TAG_TRAITS)[0].shape == (7, 1)
    tree[which] = row(values)
    with pytest.raises(ValueError, match="node"):
        compiled().leaves(b"a", tuple(tree), np.zeros((2, 2), dtype=np.uint64), TAG_TRAITS)
