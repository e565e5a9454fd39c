"""The place of each node in its page's template as a number, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled, row
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.kernels.signatures import BY_NAMES, BY_TAGS, mixed
from weblode.pages.html import parse
from weblode.tags import NAMES

CODES = np.array([mixed(number) for number in range(len(NAMES) + 60)], dtype=np.uint64)
NUMBERS = st.integers(-3, 9)
BUFFERS = st.lists(st.sampled_from([b"class", b"id", b"itemprop", b"x", b"\0", b"a1", b" ", b"9"]), max_size=8).map(
    b"".join
)


def places(kernel, page, *, by_names=True):
    """The signature of each text of a page, by the text."""
    tree = parse(page.encode())
    numbers = kernel.signatures(tree.buffer, tree.start, tree.tag, tree.parent, CODES)[
        BY_NAMES if by_names else BY_TAGS
    ]
    return {tree.string(u): int(numbers[u]) for u in tree.leaves.tolist()}


def is_one_place(kernel, page, *, by_names=True):
    """Whether both texts of a page, a and b, are at one place."""
    own = places(kernel, page, by_names=by_names)
    return own["a"] == own["b"]


def test_equal_tags_from_the_root_are_one_place_on_all_pages(kernel):
    one = places(kernel, "<div><p>a</p><p>b</p><i>c</i></div><p>d")
    other = places(kernel, "<h1>x</h1><div><p>y")
    assert one["a"] == one["b"] == other["y"]
    assert len({one["a"], one["c"], one["d"], other["x"]}) == 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("class=x", "class=x"),
        ("class='x y'", "class=' x\n\ty'"),
        ("class=row1", "class=row22"),
        ("id=p-1-2", "id=p-34-5"),
        ("title=x", "title=y"),
        ("", "data-class=x"),
    ],
)
def test_numbers_white_space_and_other_attributes_do_not_tell_places_apart(kernel, one, other):
    assert is_one_place(kernel, f"<p {one}>a</p><p {other}>b</p>")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("class=x", "class=y"),
        ("class=x", ""),
        ("class", ""),
        ("class=x", "id=x"),
        ("class='x y'", "class='y x'"),
        ("class=row1", "class=row"),
        ("class=xx", "class=x"),
        ("class=x id=y", "class=y id=x"),
        ("class=é", "class=è"),
    ],
)
def test_classes_and_ids_tell_places_apart_if_asked_for(kernel, one, other):
    page = f"<p {one}>a</p><p {other}>b</p>"
    assert not is_one_place(kernel, page)
    assert is_one_place(kernel, page, by_names=False)


def test_a_class_above_counts_too(kernel):
    assert not is_one_place(kernel, "<div class=x><p>a</p></div><div class=y><p>b</p></div>")


def test_a_text_is_at_the_place_of_its_parent(kernel):
    tree = parse(b"<p class=x>a<b>b</b>")
    numbers, _ = kernel.signatures(tree.buffer, tree.start, tree.tag, tree.parent, CODES)
    assert all(numbers[u] == numbers[tree.parent[u]] for u in tree.leaves)
    assert numbers.dtype == np.uint64


def test_a_small_page_has_exactly_these_numbers(kernel):
    """A rule that was saved holds the numbers: they must not change."""
    tree = parse(b"<p class='a1'>x")
    codes = np.full(len(NAMES), 7, dtype=np.uint64)
    numbers, _ = kernel.signatures(tree.buffer, tree.start, tree.tag, tree.parent, codes)
    html, head, body, p = ("f121e77647e3e933", "b490012eafa83f35", "b490012eafa83f35", "39642c9cfa693d12")
    assert [f"{each:016x}" for each in numbers.tolist()] == [html, head, body, p, p]


def test_no_nodes_have_no_numbers(kernel):
    none = row([])
    assert kernel.signatures(b"", row([0]), none, none, CODES).tolist() == [[], []]


def test_an_itemprop_tells_all_below_it_apart_from_others(kernel):
    for by_names in (True, False):
        own = places(
            kernel,
            "<p itemprop=x><b>a</b></p><p itemprop=y><b>b</b></p><p><b>c</b></p><p itemprop=x><b>d</b></p>"
            "<p data-itemprop=x><b>e</b></p><p itemprop><b>f</b></p><p itemprop=''><b>g",
            by_names=by_names,
        )
        assert own["a"] == own["d"]
        assert own["c"] == own["e"]
        assert own["f"] == own["g"]
        assert len({own[name] for name in "abcf"}) == 4


def test_a_thousand_classes_are_a_thousand_places(kernel):
    names = ["".join("abcdefghij"[int(digit)] for digit in str(i)) for i in range(1000)]
    own = places(kernel, "".join(f"<p class={name}>{name}</p>" for name in names))
    assert len(set(own.values())) == 1000


@given(
    SOUP
    | NESTED.map(written)
    | st.lists(
        st.builds(
            "<{} {}='{}'>t".format,
            st.sampled_from(["p", "div", "x-y"]),
            st.sampled_from(["class", "id", "classy", "i", "clas", "itemprop", "itemprops"]),
            st.text(st.sampled_from("ab019 \t\n\f\v\u00a0é漢"), max_size=14),
        )
    ).map("".join),
)
def test_both_give_the_same_numbers(page):
    tree = parse(page.encode())
    columns = (tree.buffer, tree.start, tree.tag, tree.parent, CODES)
    one, other = (kernel.signatures(*columns) for kernel in (kernels.python(), compiled()))
    np.testing.assert_array_equal(one, other)
    assert one.dtype == other.dtype


@given(BUFFERS)
def test_both_read_attributes_alike_that_no_parser_writes(buffer):
    columns = (buffer, row([0, len(buffer)]), row([1]), row([-1]), CODES)
    one, other = (kernel.signatures(*columns) for kernel in (kernels.python(), compiled()))
    assert one.tolist() == other.tolist()


@given(BUFFERS, st.lists(NUMBERS, max_size=4), st.lists(NUMBERS, max_size=4), st.lists(NUMBERS, max_size=5))
def test_any_columns_give_numbers_or_a_value_error(buffer, tag, parent, start):
    columns = (buffer, row(start), row(tag), row(parent), CODES[:5])
    try:
        numbers = compiled().signatures(*columns)
    except ValueError:
        return
    assert numbers.tolist() == kernels.python().signatures(*columns).tolist()


def test_columns_that_are_no_tree_are_refused():
    native = compiled().signatures
    with pytest.raises(ValueError, match="different lengths"):
        native(b"ab", row([0]), row([1]), row([-1]), CODES)
    with pytest.raises(ValueError, match="different lengths"):
        native(b"ab", row([0, 2]), row([1]), row([]), CODES)
    with pytest.raises(ValueError, match="node 0 has tag 1, parent 0"):
        native(b"ab", row([0, 2]), row([1]), row([0]), CODES)
    with pytest.raises(ValueError, match="node 0 has tag 5"):
        native(b"ab", row([0, 2]), row([5]), row([-1]), CODES[:5])
    with pytest.raises(ValueError, match="node 0 has tag -1"):
        native(b"ab", row([0, 2]), row([-1]), row([-1]), CODES)
    for start in ([0, 3], [2, 1], [-1, 2]):
        with pytest.raises(ValueError, match=f"text at {start[0]} to {start[1]}"):
            native(b"ab", row(start), row([1]), row([-1]), CODES)


def test_columns_of_other_numbers_are_refused():
    native = compiled().signatures
    with pytest.raises(ValueError, match="mismatch"):
        native(b"ab", row([0, 2]).astype(np.int64), row([1]), row([-1]), CODES)
    with pytest.raises(ValueError, match="mismatch"):
        native(b"ab", row([0, 2]), row([1]), row([-1]), CODES.astype(np.float64))
