"""The blocks of a page: its leaves, joined where they are read as one paragraph, label or cell."""

import numpy as np
from hypothesis import given, settings
from strategies import BYTES

from weblode.articles.blocks import blocks, count_words, in_elements, in_side_elements, nearest_ancestors, words
from weblode.pages.html import parse
from weblode.tags import NUMBERS


def lines(page):
    return blocks(parse(page.encode()))


def test_formatting_and_links_do_not_end_a_block_but_lines_and_cells_do():
    page = "<p>One <b>two</b> <a href=x>three</a><br>four</p><table><tr><td>five<td>six</table>seven"
    assert lines(page).texts == ["One two three", "four", "five", "six", "seven"]


def test_a_block_names_the_element_that_holds_it():
    page = lines("<div><p><i><b>One</b></i></p><table><tr><th><span>two</span></table>three</div>")
    assert [page.tree.name(u) for u in page.node] == ["p", "th", "div"]


def test_leaves_that_only_a_style_sheet_sets_apart_can_be_read_with_spaces():
    page = lines("<p><span>By Ann Lee</span><time>March 1</time></p>")
    assert (page.text(0), page.spaced(0)) == ("By Ann LeeMarch 1", "By Ann Lee March 1")


def test_the_share_in_links_counts_the_text_of_links():
    assert lines("<p>four<a href=x>four</a></p><p><a href=x><b>all</b></a></p><p>none</p>").linked.tolist() == [
        0.5,
        1,
        0,
    ]


def test_what_the_standard_sets_apart_is_beside():
    main = "<p>This is the main text of the page, which is longer than all that is put around it.</p>"
    page = lines(f"<nav>Menu</nav>{main}<aside><p>Box</p></aside><footer>Foot</footer>")
    assert page.beside.tolist() == [True, False, True, True]


def test_an_element_with_most_of_the_page_is_not_beside():
    page = lines("<form><p>This is the main text of the page.</p><label>Name</label></form><p>Foot</p>")
    assert page.beside.tolist() == [False, True, False]
    assert not in_side_elements(page.tree, ["form"]).any()


def test_prose_is_long_has_a_full_stop_and_few_links():
    long = "The storm came in the night and took nine roofs with it"
    page = lines(f"<p>{long}.</p><p>{long}</p><p>It rained.</p><p><a href=x>{long}.</a></p><p>{long}。</p>")
    assert page.prose.tolist() == [True, False, False, False, True]


def test_a_sentence_has_three_words_a_stop_and_no_link():
    page = lines("<p>It rained again.”</p><p>It rained.</p><p>Share this page</p><p>It rained <a href=x>again</a>.</p>")
    assert [page.is_sentence(i) for i in range(4)] == [True, False, False, False]


def test_the_nearest_ancestors_end_at_the_root():
    tree = parse(b"<div><p><b>x</b></p></div>")
    u = int(tree.leaves[0])
    assert [tree.name(v) for v in nearest_ancestors(tree, u, 2)] == ["b", "p"]
    assert [tree.name(v) for v in nearest_ancestors(tree, u, 99)] == ["b", "p", "div", "body", "html"]
    assert nearest_ancestors(tree, 0, 3) == []


def test_words_are_lower_case_and_a_text_of_signs_has_none():
    assert words("Öl-Preis: 12,50 €") == ["öl", "preis", "12", "50"]
    assert words("-- | --") == []


def test_a_page_without_text_has_no_blocks():
    for page in ("", "<p></p><img src=x>", "<script>text</script>"):
        assert (len(lines(page)), lines(page).texts) == (0, [])


@settings(max_examples=100)
@given(BYTES)
def test_every_leaf_is_in_one_block(page):
    found = blocks(parse(page))
    assert [leaf for a, b in zip(found.first, found.stop, strict=True) for leaf in range(a, b)] == list(
        range(len(found.tree.leaves))
    )
    assert all(found.first < found.stop)
    assert all("\n" not in text for text in found.texts)


@settings(max_examples=100)
@given(BYTES)
def test_a_node_is_in_an_element_if_it_or_an_ancestor_has_the_tag(page):
    tree = parse(page)
    tags = {NUMBERS["div"], NUMBERS["a"]}
    expected = [any(int(tree.tag[v]) in tags for v in [u, *tree.ancestors(u)]) for u in range(len(tree))]
    assert np.array_equal(in_elements(tree, tags), expected)


def test_a_quotation_in_a_figure_is_not_beside_but_its_source_is():
    main = "<p>This is the main text of the page, which is longer than all that is put around it.</p>"
    page = lines(
        f"{main}<figure><blockquote>Rain</blockquote><figcaption>Ann</figcaption></figure><figure>Sun</figure>"
    )
    assert page.beside.tolist() == [False, False, True, True]


def test_two_characters_of_chinese_or_japanese_weigh_as_much_as_a_word():
    page = lines("<p>Rain 東京</p>")
    assert (page.weight.tolist(), page.length.tolist()) == ([9], [7])
    assert (count_words("東京タワー rain"), count_words("")) == (3, 0)
    assert lines("<p>気象庁は午後九時に地震があったと発表した。</p>").prose.tolist() == [True]
