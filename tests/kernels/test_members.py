"""Facts on the pieces of a list, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled
from strategies import SOUP

from weblode import kernels
from weblode.kernels.clues import hashed
from weblode.kernels.members import DATES, FACTS, HEADERS
from weblode.pages.html import parse
from weblode.records.traits import traits
from weblode.style.hidden import hidden, marks
from weblode.tags import NUMBERS

LABELS = np.array([hashed(b"Ad")], dtype=np.uint64)


def arguments(tree, pieces):
    texts = kernels.python().visible(tree.buffer, tree.start, tree.leaf, hidden(tree))
    return (tree.end, tree.tag, tree.parent, tree.path), texts, marks(tree)[:2], traits()[0], LABELS, pieces


def facts(kernel, page, name="li"):
    """By fact, its value for each element of a name."""
    tree = parse(page)
    pieces = [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == name]
    return dict(zip(FACTS, kernel.members(*arguments(tree, pieces)).T.tolist(), strict=True))


def test_a_piece_with_other_tags_and_classes_is_unlike_the_others(kernel):
    usual = b"<li class=hit><a href=/a>one title</a> and a text</li>"
    page = b"<ul>" + usual * 4 + b"<li class=box><h3>More</h3><img></li></ul>"
    of = facts(kernel, page)
    assert of["likeness"][0] > of["likeness"][4]
    assert of["unlike"][:4] == [0.0] * 4
    assert (of["marks_unlike"][4], of["marks_rare"]) == (-0.75, [0.0] * 4 + [1.0])
    assert (of["headings"][4], of["images"][4]) == (0.8, 0.8)
    assert of["first_place"] == [0.8] * 4 + [0.2]
    assert of["unlike_records"] == [0.2] * 5


def test_places_are_counted_from_both_ends_and_texts_relative_to_the_usual_one(kernel):
    of = facts(kernel, b"<ul><li>aaa<li>bbb<li>ccccccc</ul>")
    assert (of["from_start"], of["from_end"], of["records"]) == ([0, 1, 2], [2, 1, 0], [3] * 3)
    assert of["size"] == [1.0, 1.0, 2.0]
    assert of["first_text"] == [1 / 3] * 3


def test_a_label_of_an_advertisement_is_seen(kernel):
    of = facts(kernel, b"<ul><li>one<li>two<li><b>Ad</b> three</ul>")
    assert of["labels"] == pytest.approx([-1 / 3, -1 / 3, 2 / 3])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=90))
def test_both_implementations_know_the_usual_piece_of_any_number_of_pieces(lengths):
    page = b"<ul>" + b"".join(b"<li><b>%b</b>%b" % (b"x" * n, b"<a>y</a>" * (n // 3)) for n in lengths) + b"</ul>"
    given_ = arguments(tree := parse(page), [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == "li"])
    assert (kernels.python().members(*given_) == compiled().members(*given_)).all()


def test_text_of_scripts_does_not_count_and_that_of_links_is_known(kernel):
    of = facts(kernel, b"<ul><li><a>four</a><li><script>var x</script>four<li>four</ul>")
    assert of["links"] == [1.0, 0.0, 0.0]
    assert of["size"] == [1.0] * 3


def test_pieces_outside_the_tree_are_refused(kernel):
    tree = parse(b"<p>a")
    for piece in ((0, len(tree) + 1), (-1, 1), (1, 1)):
        with pytest.raises(IndexError):
            kernel.members(*arguments(tree, [piece]))
    assert kernel.members(*arguments(tree, [])).shape == (0, len(FACTS))


def test_columns_of_different_lengths_are_refused():
    tree = parse(b"<p>a")
    columns, *rest = arguments(tree, [(0, 1)])
    with pytest.raises(ValueError, match="lengths"):
        compiled().members((columns[0][1:], *columns[1:]), *rest)
    with pytest.raises(ValueError, match="lengths"):
        compiled().survey((tree.end[1:], tree.parent, tree.leaf, tree.start), np.int32([[0, 1]]))


def test_pieces_at_different_places_are_compared_by_pairs_of_tags(kernel):
    item = b"<div><p>a<b>x</b></p></div>"
    of = facts(kernel, item + b"<section><div><p>a<b>x</b></p></div></section>" + item, "div")
    assert of["likeness"] == [0.9, 0.8, 0.9]  # of five pairs, only that of the section and its piece is not shared


@given(SOUP, st.data())
def test_both_implementations_measure_the_same(soup, data):
    tree = parse(soup.encode(errors="replace"))
    if not len(tree):
        return
    nodes = data.draw(st.lists(st.integers(0, len(tree) - 1), min_size=1, max_size=8, unique=True))
    pieces = [(u, int(tree.end[u])) for u in sorted(nodes)]
    one, other = (each.members(*arguments(tree, pieces)) for each in (kernels.python(), compiled()))
    assert np.array_equal(one, other)


# ---------------------------------------------------------------- signs of sections
def signs(kernel, tree, name="li", *, records=None):
    nodes = [u for u in range(len(tree)) if tree.name(u) == name]
    flags = [1] * len(nodes) if records is None else records
    pieces = np.array([(u, tree.end[u], flag) for u, flag in zip(nodes, flags, strict=True)], dtype=np.int32)
    columns = (tree.start, tree.leaf, tree.tag)
    return kernel.section_signs(tree.buffer, columns, pieces.reshape(-1, 3), NUMBERS["th"])


@pytest.mark.parametrize("date", ["May 4, 2019", "1999", "4 5", "٤ مايو ٢٠١٩", "٤٥٦", "3/٤"])
def test_dates_before_or_at_an_end_of_records_are_signs_of_sections(kernel, date):
    first = parse("".join(f"<li><b>{date}</b>thing" for _ in range(3)).encode())
    last = parse("".join(f"<li>thing <b>{date}</b>" for _ in range(3)).encode())
    before = parse("".join(f"<b>{date}</b><li>thing" for _ in range(3)).encode())
    assert [signs(kernel, tree) for tree in (first, last, before)] == [DATES] * 3


@pytest.mark.parametrize("text", ["a thing", "4", "123", "٤٥", "12٤", "May 4, 2019 " + "and so on " * 12])
def test_long_texts_and_those_with_one_number_are_none(kernel, text):
    assert signs(kernel, parse(f"<li><b>{text}</b>thing".encode() * 3)) == 0


def test_header_cells_in_each_record_are_signs_and_pieces_that_are_no_records_are_not_looked_at(kernel):
    tables = parse(b"<table><tr><th>A<th>B</table>" * 3)
    assert signs(kernel, tables, "table") == HEADERS
    others = parse(b"<table><tr><td>A</table>" + b"<table><tr><th>A<th>B</table>" * 3)
    assert signs(kernel, others, "table") == 0
    assert signs(kernel, others, "table", records=[0, 1, 1, 1]) == HEADERS
    assert signs(kernel, others, "table", records=[0] * 4) == 0


@given(SOUP, st.lists(st.sampled_from(["4", "45", "٤", "۴", " ", "x", "\xd9", "\xa0"]), max_size=12), st.data())
def test_both_implementations_see_the_same_signs(soup, parts, data):
    text = "".join(parts)
    tree = parse((soup + "".join(f"<p>{text}<th>" for _ in range(4))).encode(errors="replace"))
    nodes = data.draw(st.lists(st.integers(0, len(tree) - 1), min_size=1, max_size=8, unique=True))
    pieces = np.array([(u, tree.end[u], data.draw(st.integers(0, 1))) for u in sorted(nodes)], dtype=np.int32)
    given_ = (tree.buffer, (tree.start, tree.leaf, tree.tag), pieces, NUMBERS["th"])
    assert kernels.python().section_signs(*given_) == compiled().section_signs(*given_)


def test_signs_of_pieces_outside_the_tree_are_refused(kernel):
    tree = parse(b"<p>a")
    with pytest.raises(IndexError):
        kernel.section_signs(tree.buffer, (tree.start, tree.leaf, tree.tag), np.int32([[0, 99, 1]]), NUMBERS["th"])


def ranges(pairs):
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def test_rows_inside_sections_are_counted_by_section(kernel):
    sections = ranges([(0, 10), (10, 20), (20, 30)])
    rows = ranges([(1, 3), (3, 6), (11, 12), (21, 25), (26, 29), (29, 30)])
    found, counts = kernel.held(sections, rows, 0.9, 0.9)
    assert (found.tolist(), counts) == (rows.tolist(), [2, 1, 3])


@pytest.mark.parametrize(
    ("sections", "rows"),
    [
        ([(0, 10), (10, 20)], [(1, 3), (11, 12)]),  # no more rows than sections
        ([], [(1, 2)]),
        ([(0, 10), (10, 20)], [(1, 3), (4, 5), (11, 12), (13, 14)]),  # as many in each
        ([(0, 10), (10, 20), (20, 30)], [(1, 3), (4, 5), (6, 7), (21, 22)]),  # one has none
        ([(0, 10), (10, 20)], [(1, 3), (4, 12), (13, 14), (15, 16)]),  # one row crosses a border
        ([(5, 10), (10, 20)], [(1, 3), (6, 7), (13, 14), (15, 16)]),  # one row is before all sections
        ([(0, 10), (10, 20)], [(1, 3), (4, 6), (6, 8), (10, 20)]),  # one row is a section itself
    ],
)
def test_other_lists_are_no_rows_of_sections(kernel, sections, rows):
    assert kernel.held(ranges(sections), ranges(rows), 0.9, 0.9) is None


@given(st.lists(st.integers(0, 6), max_size=8), st.lists(st.integers(0, 3), max_size=20), st.sampled_from([0.5, 0.9]))
def test_both_implementations_find_the_same_rows_in_sections(sizes, widths, least):
    sections = ranges([(sum(sizes[:i]), sum(sizes[: i + 1])) for i in range(len(sizes))])
    rows = ranges([(sum(widths[:i]), sum(widths[: i + 1])) for i in range(len(widths))])
    one, other = (each.held(sections, rows, least, least) for each in (kernels.python(), compiled()))
    assert (one is None) == (other is None)
    if one is not None:
        assert (one[0].tolist(), one[0].dtype, one[1]) == (other[0].tolist(), other[0].dtype, other[1])


def surveyed(kernel, page, name="li"):
    tree = parse(page)
    records = np.array([(u, tree.end[u]) for u in range(len(tree)) if tree.name(u) == name], dtype=np.int32)
    return kernel.survey((tree.end, tree.parent, tree.leaf, tree.start), records.reshape(-1, 2))


def test_a_survey_tells_how_records_stand(kernel):
    ranges, is_single, is_beside, equal_sizes = surveyed(kernel, b"<ul><li>one<li>two<li>three</ul>")
    assert (len(ranges), ranges[0][1], is_single, is_beside, equal_sizes) == (3, ranges[1][0], True, False, 1)
    assert surveyed(kernel, b"<ul><li>one</ul><ul><li>three</ul>")[2:] == (True, 0)
    assert surveyed(kernel, b"<p>no list") == ((), True, False, 0)


def test_records_of_several_nodes_are_not_single(kernel):
    tree = parse(b"<dl><dt>a<dd>b<dt>c<dd>d</dl>")
    first, second = (u for u in range(len(tree)) if tree.name(u) == "dt")
    records = np.array([(first, second), (second, tree.end[tree.parent[second]])], dtype=np.int32)
    assert kernel.survey((tree.end, tree.parent, tree.leaf, tree.start), records)[1:] == (False, False, 1)
    with pytest.raises(IndexError, match="not in the tree"):
        kernel.survey((tree.end, tree.parent, tree.leaf, tree.start), records + len(tree))


@given(SOUP)
def test_both_survey_alike(page):
    for name in ("li", "p", "div", "td"):
        assert surveyed(compiled(), page.encode(), name) == surveyed(kernels.python(), page.encode(), name)


@pytest.mark.parametrize("records", [np.zeros(4, np.int32), np.zeros((2, 3), np.int32), np.zeros((2, 2), np.int64)])
def test_what_are_no_rows_of_two_integers_are_no_records(records):
    tree = parse(b"<p>a")
    with pytest.raises(ValueError, match="no rows of 2 integers"):
        compiled().survey((tree.end, tree.parent, tree.leaf, tree.start), records)
