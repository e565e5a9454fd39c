"""The text of a page, and the way back from its characters to the nodes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from application.made import page, text_of
from weblode.application.text import page_text

MIXED = page("<p>Prix élevé – <b>漢字</b></p><table><tr><td>one</td><td>😀</td></tr></table>")


def test_the_text_is_that_of_the_tree_but_for_tabs_between_nodes():
    tree = page("<p>a <b>b</b>c</p><table><tr><td>d</td><td>e</td></tr></table>")
    assert page_text(tree).string.replace("\t", " ") == tree.text(0)
    assert page_text(tree).string == "a\tbc\nd\te"


def test_every_character_leads_to_the_node_it_comes_from():
    text = page_text(MIXED)
    for start, node in zip(text.starts.tolist(), text.tree.leaves.tolist(), strict=True):
        words = " ".join(text.tree.string(node).split())
        assert text.string[start : start + len(words)] == words
        assert set(text.nodes(range(start, start + len(words)))) == {node}


def test_what_stands_between_two_nodes_belongs_to_the_one_before():
    text = page_text(page("<table><tr><td>ab</td><td>cd</td></tr></table>"))
    assert text.string == "ab\tcd"
    one, two = text.tree.leaves.tolist()
    assert text.nodes(range(5)) == [one, one, one, two, two]


def test_a_page_without_text_has_no_nodes():
    text = page_text(page(""))
    assert (text.string, text.nodes([0]), text.span(0, len(text.tree))) == ("", [], (0, 0))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_offsets_of_bytes_are_those_of_characters(words):
    text = text_of(words.replace("<", "").replace("&", ""))
    offsets = np.array([len(text.string[:n].encode()) for n in range(len(text.string) + 1)], dtype=np.int64)
    assert text.in_characters(offsets).tolist() == list(range(len(text.string) + 1))


def test_the_span_of_an_element_is_its_text_up_to_what_comes_after_it():
    text = page_text(MIXED)
    tree = text.tree
    spans = {
        tree.name(u): text.string[slice(*text.span(u, int(tree.end[u])))]
        for u in range(len(tree))
        if tree.name(u) in ("p", "b", "table")
    }
    assert spans == {"p": "Prix élevé –\t漢字\n", "b": "漢字\n", "table": "one\t😀"}
