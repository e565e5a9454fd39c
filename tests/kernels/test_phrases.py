"""Words and marks of texts, both implementations."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled
from strategies import SOUP

from weblode import kernels
from weblode.kernels import phrases
from weblode.pages.html import parse
from weblode.tags import NUMBERS

PIECES = [
    "May",
    "Thu, ",
    "7",
    "12",
    "2026",
    "19",
    " ",
    ", ",
    ".",
    ":",
    "(",
    ")",
    "a",
    "é",
    "٣",
    "²",
    "_",
    "\u3000",
    "|",
    "-",
]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Filed 05/26/2016, No. 15-1837", ["Filed", "05/26/2016", ",", "No.", "15-1837"]),
        ("May 7, 2026 at 11:09:22", ["May 7, 2026", "at", "11:09:22"]),
        ("Thu, 7 May 2026; Jan. 3, 20261", ["Thu, 7 May 2026", ";", "Jan.", "3", ",", "20261"]),
        ("6,828 (a|b) [c]: {d}", ["6,828", "(", "a", "|", "b", ")", "[", "c", "]", ":", "{", "d", "}"]),
        ("a,,b c, ,d e:", ["a", ",", ",", "b", "c", ",", ",", "d", "e", ":"]),
        ("", []),
    ],
)
def test_words_marks_and_dates_are_told_apart(kernel, text, words):
    assert kernel.words(text) == words
    assert kernel.tokens_of(text) == [(text[a:b], a, b) for _, a, b in kernel.tokens_of(text)]
    assert [word for word, _, _ in kernel.tokens_of(text)] == words


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=20))
@settings(max_examples=500)
def test_both_implementations_find_the_same(text):
    assert compiled().words(text) == kernels.python().words(text)
    assert compiled().tokens_of(text) == kernels.python().tokens_of(text)


def test_every_character_is_the_same_to_both():
    for code in range(sys.maxunicode + 1):
        text = f"a{chr(code)}2"
        assert compiled().words(text) == kernels.python().words(text), code


def holding(kernel, texts, longest, parts):
    start = np.array([0, *np.cumsum([len(text) for text in texts])], dtype=np.int32)
    return kernel.holding(b"".join(texts), start, np.arange(len(texts), dtype=np.int32), longest, parts)


def test_short_texts_hold_what_is_in_them_and_not_across_their_ends(kernel):
    assert holding(kernel, [b"a $5", b"5 k", b"r", b"kr", b"", b"long and $"], 5, (b"$", b"kr")) == [0, 3]


@given(st.lists(st.binary(max_size=5), max_size=5), st.lists(st.binary(min_size=1, max_size=2), max_size=3))
def test_both_implementations_hold_the_same(texts, parts):
    assert holding(compiled(), texts, 4, tuple(parts)) == holding(kernels.python(), texts, 4, tuple(parts))


def test_the_compiled_kernel_refuses_nodes_that_are_not_there():
    with pytest.raises(IndexError):
        compiled().holding(b"a", np.array([0, 1], dtype=np.int32), np.array([1], dtype=np.int32), 4, (b"a",))
    with pytest.raises(ValueError, match="empty"):
        holding(compiled(), [b"a"], 4, (b"",))


def tagged_holding(kernel, texts, tags, parts):
    start = np.array([0, *np.cumsum([len(text) for text in texts])], dtype=np.int32)
    return kernel.tagged_holding(b"".join(texts), start, np.array(tags, dtype=np.int32), (7, 9), parts)


def test_elements_with_two_tags_hold_what_is_in_them_in_any_case(kernel):
    texts = [b"rel CANONICAL", b"rel canonical", b"rel next", b"og:Url", b"canon"]
    assert tagged_holding(kernel, texts, [7, 8, 9, 9, 7], (b"canonical", b"og:url")) == [0, 3]
    assert tagged_holding(kernel, [], [], (b"a",)) == []


@given(
    st.lists(st.tuples(st.text("aAbB", max_size=4).map(str.encode), st.integers(6, 9)), max_size=6),
    st.lists(st.text("ab", min_size=1, max_size=2).map(str.encode), max_size=3).map(tuple),
)
def test_both_implementations_hold_the_same_in_elements_with_two_tags(nodes, parts):
    asked = [text for text, _ in nodes], [tag for _, tag in nodes], parts
    assert tagged_holding(compiled(), *asked) == tagged_holding(kernels.python(), *asked)


def mentioning(kernel, texts, words):
    ends = np.cumsum([0, *map(len, texts)]).astype(np.int32)
    return kernel.mentioning(b"".join(texts), ends[:-1], ends[1:], words)


def test_words_are_found_in_ranges_whatever_the_case_of_their_letters(kernel):
    assert mentioning(kernel, [b"pageNext", b"NE", b"XT", b"", b"a-prev_", b"n\xc5xt"], (b"next", b"prev")) == [
        True,
        False,
        False,
        False,
        True,
        False,
    ]


@given(
    st.lists(st.lists(st.sampled_from([b"n", b"E", b"e", b"x", b"@", b"`", b"\xff"])).map(b"".join), max_size=5),
    st.lists(st.lists(st.sampled_from([b"n", b"e", b"@", b"`"]), min_size=1, max_size=3).map(b"".join), max_size=3),
)
def test_both_implementations_find_the_same_words(texts, words):
    assert mentioning(compiled(), texts, tuple(words)) == mentioning(kernels.python(), texts, tuple(words))


def nearest(kernel, page, parts, levels=2):
    tree = parse(page)
    return tree, kernel.nearest_holding(tree.buffer, tree.start, tree.parent, tree.leaves.tolist(), levels, parts)


def test_the_nearest_element_with_a_part_in_its_attributes_is_not_far_above(kernel):
    page = b"<div title=far><p aria-label=x><b>one</b><i>two</i></p><p><b data-th=y>three</b> four</p></div>"
    tree, elements = nearest(kernel, page, (b"-label", b"data-t"))
    assert [tree.name(u) if u >= 0 else None for u in elements] == ["p", "p", "b", None]
    assert set(nearest(kernel, page, (b"title",))[1]) == {-1, tree.parent.item(tree.parent.item(tree.leaves.item(3)))}
    assert set(nearest(kernel, page, (b"title",), levels=0)[1]) == {-1}


def test_the_root_is_no_element_with_a_part(kernel):
    assert nearest(kernel, b"<html lang=en>text", (b"lang",), levels=9)[1] == [-1]


def test_the_compiled_kernel_looks_above_nodes_that_are_there_only():
    tree = parse(b"<p>a")
    for nodes in ([-1], [99]):
        with pytest.raises(IndexError):
            compiled().nearest_holding(tree.buffer, tree.start, tree.parent, nodes, 1, (b"a",))
    with pytest.raises(ValueError, match="empty"):
        compiled().nearest_holding(tree.buffer, tree.start, tree.parent, [1], 1, (b"",))
    with pytest.raises(ValueError, match="lengths"):
        compiled().nearest_holding(tree.buffer, tree.start[1:], tree.parent, [1], 1, (b"a",))


@given(SOUP, st.integers(0, 3))
def test_both_implementations_find_the_same_elements_above(soup, levels):
    page = soup.encode(errors="replace")
    parts = (b"a", b"ss")
    assert nearest(compiled(), page, parts, levels)[1] == nearest(kernels.python(), page, parts, levels)[1]


def inventory(kernel, tree, span=None, **changes):
    """What there is among the nodes of a tree, of what records are looked through for; with some changes."""
    usual = {
        "names": (b"src", b"id"),
        "marked": b"class",
        "marks": (b"star", b"Star"),
        "longest": 8,
        "signs": (b"$", b"kr"),
    }
    sought = phrases.Sought(**{**usual, "tag": NUMBERS["img"], **changes})
    columns = (tree.start, tree.end, tree.tag, tree.leaf)
    return kernel.inventory(tree.buffer, columns, tree.text_before, span or (0, len(tree)), sought)


def test_elements_without_text_are_found_by_a_part_of_an_attribute(kernel):
    page = b"<p class=a-star>text</p><i class=a-star></i><i class=b></i><i title=star></i><b class=Stars id=x> </b>"
    tree = parse(page)
    marked = inventory(kernel, tree).marked
    assert [(tree.name(u), value) for u, value in marked] == [("i", b"a-star"), ("b", b"Stars")]
    assert inventory(kernel, tree, (marked[0][0] + 1, len(tree)), marks=(b"star",)).marked == []


def test_values_of_attributes_short_texts_with_signs_and_images_are_told_by_node(kernel):
    tree = parse(b"<p>kr</p><img src=a.png><img src='' id=x><script>$</script><p>$1</p><b>in dollars: $</b>")
    found = inventory(kernel, tree)
    images = [u for u in range(len(tree)) if tree.name(u) == "img"]
    assert found.values == ({images[0]: b"a.png"}, {images[1]: b"x"})
    assert found.tagged == images
    assert [tree.string(u) for u in found.signed] == ["kr", "$1"]
    assert inventory(kernel, tree, (images[1], len(tree))).tagged == images[1:]


def test_an_inventory_of_nodes_that_are_not_there_is_refused(kernel):
    tree = parse(b"<p>a</p>")
    with pytest.raises(IndexError):
        inventory(kernel, tree, (0, len(tree) + 1))
    columns = (tree.start, tree.end[1:], tree.tag, tree.leaf)
    with pytest.raises(ValueError, match="lengths"):
        kernel.inventory(tree.buffer, columns, tree.text_before, (0, 1), phrases.Sought((), b"", (), 0, (), 0))


@given(SOUP)
def test_both_implementations_make_the_same_inventory(soup):
    tree = parse(soup.encode(errors="replace"))
    for changes in ({}, {"marked": b"href", "marks": (b"/",), "names": (b"class",), "longest": 3, "signs": (b"a",)}):
        for span in ((0, len(tree)), (len(tree) // 3, len(tree))):
            native, twin = (inventory(each, tree, span, **changes) for each in (compiled(), kernels.python()))
            assert native == twin


def test_words_are_in_lower_case_without_what_is_between_them(kernel):
    assert kernel.lower_words("By J. Doe, A.I._2 ") == ["by", "j", "doe", "a", "i", "_2"]
    assert kernel.lower_words(" -") == kernel.lower_words("") == []
    assert kernel.lower_words("ÉTÉ in Öl") == ["été", "in", "öl"]


def test_plain_words_of_texts_are_one_line_each(kernel):
    assert kernel.plain_words(["By J. Doe", "...", "", "Straße", "a" * 5000 + "!B"]) == [
        *("by j doe", "", "", "strasse"),
        "a" * 5000 + " b",
    ]
    assert kernel.plain_words([]) == []


@given(st.lists(st.one_of(st.text(max_size=12), st.lists(st.sampled_from(PIECES)).map("".join)), max_size=5))
def test_both_implementations_have_the_same_plain_words(texts):
    assert compiled().plain_words(texts) == kernels.python().plain_words(texts)
    assert [compiled().lower_words(each) for each in texts] == [kernels.python().lower_words(each) for each in texts]


def test_a_text_that_is_none_has_no_words():
    with pytest.raises(TypeError):
        compiled().lower_words(None)
    with pytest.raises(TypeError):
        compiled().plain_words(["a", None])
