"""The places of all records of a list: row by row without what is left out, or column by column."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from weblode.pages.html import parse
from weblode.records.place_rows import _outside, block_columns, rows


def listed(html):
    """The tree of a list's items, its region, and the range of each item."""
    tree = parse(f"<ul>{html}</ul>".encode())
    region = next(u for u in range(len(tree)) if tree.name(u) == "ul")
    return tree, region, [(u, int(tree.end[u])) for u in tree.children(region)]


def find(tree, name):
    return [(u, int(tree.end[u])) for u in range(len(tree)) if tree.name(u) == name]


def texts(found):
    return [[cell.value for _, cell in row] for row in found]


def test_each_record_has_its_own_places_in_order():
    tree, region, records = listed("<li><b>one</b><p>two</p><li><p>three</p>")
    assert texts(rows(tree, region, records)) == [["one", "two"], ["three"]]


def test_what_lies_between_records_is_in_none():
    tree, region, records = listed("<li>one<li>advertisement<li>two")
    assert texts(rows(tree, region, [records[0], records[2]])) == [["one"], ["two"]]


def test_nodes_of_nested_lists_are_left_out_with_their_images():
    tree, region, records = listed(
        "<li><p>post</p><ol><li>comment<img src=a.png></ol><p>end</p><li><p>other</p><img src=b.png>"
    )
    assert texts(rows(tree, region, records, find(tree, "ol"))) == [["post", "end"], ["other", "b.png"]]


def test_columns_of_blocks_have_their_texts_and_then_their_images():
    tree, region, records = listed("<li><p>one <img src=a.png></p><li><p>two</p>")
    columns = block_columns(tree, region, records, [find(tree, "p")])
    assert [[cell and cell[1].value for cell in column] for column in columns] == [["one", "two"], ["a.png", None]]


def test_a_record_without_a_block_has_no_cell_and_empty_columns_are_dropped():
    tree, region, records = listed("<li><p>one</p><i></i><li><i></i>")
    blocks = [[find(tree, "p")[0], None], [None, None], find(tree, "i")]
    columns = block_columns(tree, region, records, blocks)
    assert [[cell and cell[1].value for cell in column] for column in columns] == [["one", None]]
    assert block_columns(tree, region, [], []) == []


@given(st.sets(st.integers(0, 40)), st.lists(st.integers(0, 40), max_size=8, unique=True))
def test_nodes_outside_are_those_that_no_range_has(nodes, bounds):
    bounds = sorted(bounds)[: len(bounds) // 2 * 2]
    ranges = list(zip(bounds[::2], bounds[1::2], strict=True))
    left = _outside(np.array(sorted(nodes), dtype=np.int32), ranges[::-1])
    assert left.tolist() == [u for u in sorted(nodes) if not any(a <= u < b for a, b in ranges)]
