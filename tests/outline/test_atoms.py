"""The smallest parts of an outline, and how much each stands out."""

from itertools import pairwise

import pytest
from hypothesis import given
from strategies import SOUP

from weblode.outline.atoms import BOLD, atoms, common_ancestors, options, text_of
from weblode.pages.html import parse
from weblode.style.cascade import style


def test_a_frequent_label_in_a_heading_keeps_the_headings_rank():
    tree = parse(b"<h2>News</h2><b>World</b><p>x</p>")
    assert atoms(tree, style(tree), frequent=["news", "x"]).rank.tolist() == [9, 4, 4]


def found_in(page, **options):
    tree = parse(page.encode())
    found = atoms(tree, style(tree), **options)
    return tree, found


def texts(page, **options):
    tree, found = found_in(page, **options)
    columns = (found.node.tolist(), found.first.tolist(), found.stop.tolist())
    return [text_of(tree, *row) for row in zip(*columns, strict=True)]


def test_the_leaves_of_a_link_on_one_line_are_one_atom():
    page = "<a href=x>one <i>two</i></a> three"
    assert texts(page) == ["one two", "three"]
    assert texts(page, joined=False) == ["one", "two", "three"]


def test_a_bold_title_and_the_text_after_it_stay_separate_and_so_do_blocks():
    assert texts("<a href=x><b>one</b> two</a>") == ["one", "two"]
    assert texts("<h3><a href=x><strong>one</strong> <span>two</span></a></h3>") == ["one", "two"]
    assert texts("<a href=x>one <b>two</b> three</a>") == ["one two three"]
    assert texts("<a href=x><div>one</div><div>two</div></a>") == ["one", "two"]


def test_the_lines_of_a_link_that_only_a_break_divides_are_one_atom():
    assert texts("<a href=x>one<br>two</a>") == ["one two"]
    assert texts("<a href=x><span>one</span><br><span>two</span></a>") == ["one two"]
    assert texts("<a href=x>one<br><i>two</i></a>") == ["one", "two"]


def test_adjacent_elements_of_a_link_are_separate_words():
    assert texts("<a href=x><span>Read</span><span>more</span></a>") == ["Read more"]


def test_a_text_that_is_there_twice_without_a_space_between_is_named_once():
    assert texts("<h2>Menu<i>Menu</i></h2>") == texts("<a href=x><i>Menu</i><i>Menu</i></a>") == ["Menu"]
    assert texts("<h2>Duran <i>Duran</i></h2>") == ["Duran Duran"]


def test_a_select_is_one_atom_named_by_the_option_that_it_shows():
    page = "<p>Size</p><select><option>S<option>M<option {}>L</select>"
    assert texts(page.format("")) == ["Size", "S"]
    assert texts(page.format("selected")) == ["Size", "L"]
    assert texts(page.format(""), joined=False) == ["Size", "S", "M", "L"]
    _, found = found_in(page)
    assert found.control.tolist() == [False, True]
    assert not found.table.any()


def test_the_options_of_a_select_are_those_with_text():
    tree = parse(b"<select><option><optgroup label=x><option selected> A  b <option>c</select>")
    assert options(tree, tree.tag.tolist().index(tree.number("select"))) == [("A b", True), ("c", False)]


def test_the_node_of_a_text_in_pieces_is_the_element_that_holds_them_alone():
    tree, found = found_in("<ul><li>Contact <i>us</i></li><li><a href=x><img alt=y></a> or <i>not</i></li></ul>")
    assert [tree.name(int(u)) for u in found.node] == ["li", "a", "#text"]


def test_a_link_of_images_is_an_atom_named_by_their_alt():
    assert texts("<a href=x><img><img alt=' A  tent '></a><a href=y><img></a>") == ["A tent"]
    assert texts("<a href=x><img alt=Picture>words</a>") == ["words"]
    assert texts("<a href=x><img alt=Picture></a>", joined=False) == []


def test_a_table_is_one_atom_with_all_its_leaves():
    page = "<p>a</p><table><tr><td>b<td>c</table><p>d</p>"
    tree = parse(page.encode())
    table = tree.tag.tolist().index(tree.number("table"))
    _, found = found_in(page, tables=[table])
    assert list(zip(found.first.tolist(), found.stop.tolist(), found.table.tolist(), strict=True)) == [
        (0, 1, False),
        (1, 3, True),
        (3, 4, False),
    ]


def test_ranks_are_by_the_tags_around_a_text_and_by_style():
    page = "<h1><b>a</b></h1><h6>b</h6><dl><dt>c<dd>d</dl><p style='font-weight:700'>e<p>f"
    assert found_in(page)[1].rank.tolist() == [10, 5, BOLD, 0, BOLD, 0]


def test_strong_is_large_or_in_capitals_of_three_letters_and_marks_have_no_letters():
    page = "<p>plain text of the page</p><p>NEWS</p><p>UK</p><p style='font-size:30px'>x</p><p>»</p><p>N-E-W 5</p>"
    _, found = found_in(page)
    assert found.strong.tolist() == [False, True, False, True, False, True]
    assert found.mark.tolist() == [False, False, False, False, True, False]


def test_an_atom_knows_the_link_around_it():
    tree, found = found_in("<p>a</p><a href=x><i>b</i></a>")
    assert found.link[0] == -1
    assert tree.attributes(int(found.link[1])) == {"href": "x"}
    assert found.node[1] == found.link[1]


def test_frequent_labels_count_as_bold_whatever_their_case_and_spaces():
    assert found_in("<p>Size  :</p><p>red</p>", frequent=["SIZE :"])[1].rank.tolist() == [BOLD, 0]


@given(SOUP)
@pytest.mark.parametrize("joined", [False, True])
def test_the_atoms_have_all_leaves_in_order(joined, soup):
    tree, found = found_in(soup, joined=joined)
    ranges = zip(found.first.tolist(), found.stop.tolist(), strict=True)
    assert [leaf for first, stop in ranges for leaf in range(first, stop)] == list(range(len(tree.leaves)))
    begins, ends = found.ranges(tree)
    assert all(begins < ends)
    assert all(begins[1:] > begins[:-1])


@given(SOUP)
def test_neighbours_meet_in_their_deepest_common_ancestor(soup):
    tree = parse(soup.encode())
    meets = common_ancestors(tree, tree.leaves).tolist()
    assert meets == [tree.common_ancestor(int(u), int(v)) for u, v in pairwise(tree.leaves)]
