"""The tree's few methods, each against its definition."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SOUP

from weblode.kernels.columns import ROWS
from weblode.pages.html import parse


def page(text):
    return parse(text.encode(errors="replace"))


def node(tree, name):
    return next(u for u in range(len(tree)) if tree.name(u) == name)


def test_columns_cannot_be_changed():
    tree = page("<p>a")
    with pytest.raises(ValueError, match="read-only"):
        tree.parent[0] = 5
    with pytest.raises(AttributeError):
        tree.parent = tree.end


@given(SOUP)
def test_a_tree_is_the_same_in_another_process_and_takes_nothing_along_that_was_made_of_it(text):
    tree = page(text)
    alone = len(pickle.dumps(tree))
    assert (len(tree.leaves), len(tree.tags), len(tree.text_before)) > (-1, 0, 0)
    assert len(pickle.dumps(tree)) == alone
    copy = pickle.loads(pickle.dumps(tree))
    assert all(np.array_equal(getattr(copy, name), getattr(tree, name)) for name in ROWS)
    assert (copy.buffer, copy.names, copy.page, copy.url) == (tree.buffer, tree.names, tree.page, tree.url)
    with pytest.raises(ValueError, match="read-only"):
        copy.parent[0] = 5


def test_an_empty_page_has_the_elements_that_every_page_has():
    tree = page("")
    assert [tree.name(u) for u in range(len(tree))] == ["html", "head", "body"]
    assert tree.text(0) == ""
    assert len(tree.leaves) == 0


def test_attributes_keep_their_order_and_an_absent_value_is_empty():
    tree = page("<input type=text disabled value=\"a &amp; b\" x=''>")
    assert list(tree.attributes(node(tree, "input")).items()) == [
        ("type", "text"),
        ("disabled", ""),
        ("value", "a & b"),
        ("x", ""),
    ]


def test_one_attribute_can_be_asked_for():
    tree = parse("<a title=href HREF='é?a=1' x><b id=href>t".encode())
    a, b, text = (node(tree, name) for name in ("a", "b", "#text"))
    assert [tree.attribute(a, name) for name in ("href", "x", "title", "hre", "id")] == [
        "é?a=1",
        "",
        "href",
        None,
        None,
    ]
    assert (tree.attribute(b, "href"), tree.attribute(text, "href")) == (None, None)
    assert tree.attributes_of([a, b], "href") == ["é?a=1", ""]
    assert [value for _, _, value in tree.named_attributes((b"x", b"id"))] == [b"", b"href"]


def test_texts_can_be_asked_for_by_node_and_by_leaf():
    tree = parse(b"<p>a  b</p><p>c <i>d</i></p><p>e")
    assert tree.lines(tree.leaves[[2, 0]].tolist()) == ["d", "a b"]
    assert tree.passages([(0, 2), (1, 3)], line="/") == ["a b/c", "c d"]


def test_a_text_has_no_attributes_and_an_element_no_string():
    tree = page("<p class=x> a ")
    assert tree.attributes(node(tree, "#text")) == {}
    assert tree.string(node(tree, "p")) == ""
    assert tree.string(node(tree, "#text")) == " a "


def test_the_text_of_a_script_is_kept_but_not_read():
    tree = page('<script type="application/ld+json">{"a": 1}</script><style>p {}</style>Hello')
    assert tree.string(node(tree, "script") + 1) == '{"a": 1}'
    assert tree.string(node(tree, "style") + 1) == "p {}"
    assert tree.text(0) == "Hello"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<b>in</b>line<i>d</i>", "inlined"),
        ("a <b> b</b>\n c", "a b c"),
        ("<div>a</div><div>b</div>c", "a\nb\nc"),
        ("a<br>b<hr>c", "a\nb\nc"),
        ("<div><div>a</div></div>b", "a\nb"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<dl><dt>a<dd>b</dl>", "a\nb"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
        ("a<img>b<button>c</button>d", "a b c d"),
        ("a<script> x </script>b<style>y</style>c", "abc"),
        ("a<noscript><p>x</p></noscript>b", "ab"),
        ("a<template><p>x</p></template>b", "ab"),
        ("a<input type=hidden value=secret>b", "a b"),
        ("a<!-- x -->b", "ab"),
        ("a&nbsp;&nbsp;b\u2003c", "a b c"),
        ("<pre>a\n  b</pre>", "a b"),
        ("<select><option>a<option>b</select>", "a\nb"),
        ("a<wbr>b<span></span>c", "abc"),
        ("<my-card>a</my-card>b", "ab"),
        ("$19<sup>97</sup>", "$19 97"),
        ("<i>11</i><i>649</i>", "11 649"),
        ("4<span>.</span>5 km<sup>2</sup> in 1<!-- x -->2", "4.5 km2 in 12"),
    ],
)
def test_text_is_what_a_person_reads(html, text):
    tree = page(html)
    assert tree.text(node(tree, "body")) == text
    assert tree.text(0, line=" ") == text.replace("\n", " ")


def test_the_text_of_a_range_of_siblings_is_theirs_alone():
    tree = page("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>")
    terms = [u for u in range(len(tree)) if tree.name(u) == "dt"]
    assert tree.text(terms[0], terms[1]) == "a\nb\nc"
    assert tree.text(terms[1], len(tree)) == "d\ne"
    assert tree.text(terms[1], terms[1]) == ""


def test_a_tree_says_what_it_is():
    assert repr(parse(b"<p>a<p>b", page="x.html")) == "<Tree of x.html: 7 nodes, 2 text leaves>"


@given(SOUP, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_ancestors_children_and_common_ancestors_are_as_defined(soup, random):
    tree = page(soup)
    parent = tree.parent.tolist()
    u, v = random.randrange(len(tree)), random.randrange(len(tree))
    assert tree.children(u) == [w for w in range(len(tree)) if parent[w] == u]
    lines = [[w, *tree.ancestors(w)] for w in (u, v)]
    assert all(parent[a] == b for a, b in zip(lines[0], lines[0][1:], strict=False))
    assert tree.common_ancestor(u, v) == max(set(lines[0]) & set(lines[1]))


@given(SOUP)
@settings(max_examples=150, deadline=None)
def test_namesakes_are_counted_among_siblings_of_the_same_tag(soup):
    tree = page(soup)
    rank, total = tree.namesakes
    for u in range(len(tree)):
        alike = [v for v in range(len(tree)) if tree.parent[v] == tree.parent[u] and tree.tag[v] == tree.tag[u]]
        assert (rank[u], total[u]) == (alike.index(u) + 1, len(alike))


@given(SOUP)
@settings(max_examples=150, deadline=None)
def test_text_has_the_words_of_all_leaves_in_order_and_no_double_space(soup):
    tree = page(soup)
    text = tree.text(0)
    assert "".join(text.split()) == "".join("".join(tree.string(u).split()) for u in tree.leaves)
    assert "  " not in text
    assert text == text.strip()
    assert np.array_equal(tree.leaf[tree.leaves], np.arange(len(tree.leaves)))
