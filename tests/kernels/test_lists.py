"""The lists that a page may have, both implementations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import NESTED, SOUP, written

from weblode import kernels
from weblode.kernels import lists as definition
from weblode.kernels.lists import FACTS, HEADS
from weblode.limits import Limits
from weblode.pages.html import parse
from weblode.records.consensus import traits


def found(kernel, tree):
    return kernel.lists(tree.parent, tree.end, tree.tag, tree.path, tree.leaf, tree.start, traits())


def texts(tree, made, i):
    rows = made.pieces[made.offsets[i] : made.offsets[i + 1]].tolist()
    return [tree.text(a, b, line=" ") for a, b, kept in rows if kept]


def all_texts(kernel, page):
    tree = parse(page.encode())
    made = found(kernel, tree)
    return [texts(tree, made, i) for i in range(len(made.facts))]


@pytest.mark.parametrize(
    ("page", "records"),
    [
        ("<ul><li>a<li>b<li>c</ul>", ["a", "b", "c"]),
        ("<dl><dt>a<dd>1<dt>b<dd>2</dl>", ["a 1", "b 2"]),
        ("<div>a<hr>b<hr>c</div>", ["a", "b", "c"]),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", ["a", "b", "c", "d"]),
        ("<ul><li>a<li>b</ul><h2>x</h2><ul><li>c</ul>", ["a", "b", "c"]),
        ("<table><tr><th>a<tr><td>1<tr><th>b<tr><td>2</table>", ["a 1", "b 2"]),
        ("<table><tr><td><b>a</b><tr><td><i>1</i><tr><td><b>b</b><tr><td><i>2</i></table>", ["a 1", "b 2"]),
        ("<div><p>a</p><blockquote>b</blockquote><p>c</p></div>", ["a", "b", "c"]),
        ("<ul><li>one thing<li>next thing<li><li>last thing<p></ul>", ["one thing", "next thing", "last thing"]),
    ],
)
def test_the_records_are_among_the_proposals(kernel, page, records):
    assert records in all_texts(kernel, page)


def test_a_piece_unlike_the_others_is_left_out_in_one_proposal_and_kept_in_another(kernel):
    item = "<li><a href=/>title</a> <i>text</i> <b>1</b>"
    made = all_texts(kernel, f"<ul><li>ads{item * 8}</ul>")
    assert ["ads", *["title text 1"] * 8] in made
    assert ["title text 1"] * 8 in made


def test_no_set_of_records_is_proposed_twice(kernel):
    tree = parse(b"<div><ul><li>a<li>b<li>c</ul><ul><li>d<li>e</ul></div>" * 3)
    made = found(kernel, tree)
    sets = [
        tuple(map(tuple, rows[rows[:, 2] > 0].tolist())) for rows in np.split(made.pieces, made.offsets[1:-1].tolist())
    ]
    assert len(sets) == len(set(sets)) > 3


def test_what_is_measured_of_a_list_by_hand(kernel):
    tree = parse(b"<h1>four</h1><ul><li><a href=/>ab</a> cd<li><a href=/>ef</a> ghij</ul><nav>menu</nav>")
    made = found(kernel, tree)
    facts = next(
        dict(zip(FACTS, row, strict=True))
        for i, row in enumerate(made.facts.tolist())
        if texts(tree, made, i) == ["ab cd", "ef ghij"]
    )
    text = sum(map(len, (b"four", b"ab", b" cd", b"ef", b" ghij", b"menu")))
    assert facts["share"] == 12 / text
    assert facts["links"] == 4 / 12
    assert facts["plain_share"] == 8 / (text - 4)
    assert (facts["records"], facts["size"], facts["smallest"]) == (2, 7, 5 / 7)
    assert (facts["anchors"], facts["linked"], facts["leaves"]) == (1, 1, 2)
    assert (facts["likeness"], facts["common"], facts["repetition"]) == (1, 4, 1)
    assert (facts["cover"], facts["outer"], facts["complete"]) == (1, 1, 1)
    assert facts["position"] == 4 / text
    assert facts["aside"] == facts["sibling_spread"] == 0


@pytest.mark.parametrize("page", ["", "<p>a", "<script>x</script>", "<select><option>a<option>b</select>"])
def test_a_page_without_two_pieces_of_text_has_no_list(kernel, page):
    made = found(kernel, parse(page.encode()))
    assert made.facts.shape == (0, len(FACTS))
    assert made.heads.shape == (0, len(HEADS))
    assert (made.pieces.shape, made.offsets.tolist()) == ((0, 3), [0])


@pytest.mark.skipif(kernels.native() is None, reason="nothing to compare with")
@given(st.one_of(SOUP, st.lists(NESTED, max_size=4).map(lambda parts: "".join(map(written, parts)))))
@settings(max_examples=150, deadline=None)
def test_both_find_and_measure_the_same(page):
    tree = parse(page.encode())
    one, other = found(kernels.python(), tree), found(kernels.native(), tree)
    for name in ("facts", "heads", "pieces", "offsets"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_a_page_of_many_levels_is_left_after_enough_effort(kernel, monkeypatch):
    depth = 300 if kernel.name == "python" else 4000
    monkeypatch.setattr(definition, "EFFORT", 20_000)
    tree = parse(b"<div><p>a</p>" * depth + b"some text at last", limits=Limits(depth=10_000))
    assert len(found(kernel, tree).offsets) >= 1


@pytest.mark.skipif(kernels.native() is None, reason="only compiled code could read beyond its arrays")
def test_columns_of_no_tree_are_refused():
    ones = np.ones(3, dtype=np.int32)
    with pytest.raises(ValueError, match="not the columns of a tree"):
        kernels.native().lists(ones, ones, ones, ones, ones, np.arange(4, dtype=np.int32), traits())
    with pytest.raises(ValueError, match="different lengths"):
        kernels.native().lists(ones, ones, ones, ones, ones, ones, traits())
    with pytest.raises(ValueError, match="no such fact"):
        kernels.native().weigh(np.ones((1, 2)), np.int32([[5]]), np.ones((1, 1)), np.ones((1, 2)))
    with pytest.raises(ValueError, match="each leaf"):
        kernels.native().weigh(np.ones((1, 2)), np.int32([[0]]), np.ones((1, 1)), np.ones((1, 3)))


def test_trees_ask_one_question_after_another_and_add_up(kernel):
    facts = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    columns, limits = np.int32([[0, 1], [1, 1]]), np.array([[0.5, 0.5], [0.5, 2.0]])
    values = np.array([[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]])
    assert kernel.weigh(facts, columns, limits, values).tolist() == [11.0, 32.0, 13.0, 34.0]
