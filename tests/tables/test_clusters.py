"""Data tables by the paper's method: three rules, and headers that spread over clusters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.pages import LAYOUTS, expected, first, layout_of, page, table
from weblode.tables import clusters


@pytest.mark.parametrize("header", ["H", "B", "D"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_seven_layouts_are_told_apart_by_clusters(name, header):
    numbers = page(LAYOUTS[name], header).replace("place ", "1").replace(" of ", "")
    found = clusters.mark(layout_of(numbers))
    assert found.orientation == name
    assert [tuple(cell) for cell in zip(*found.mask.nonzero(), strict=True)] == expected(LAYOUTS[name])


def test_the_three_rules_of_detection():
    wide = "<tr><td>a word<td>1<td>2" * 4
    assert first(f"<table>{wide}</table>", "ontominer").genuine
    ragged = first(f"<table>{wide}<tr><td>x<td>y<tr><td>x<td>z</table>", "ontominer")
    assert (ragged.genuine, ragged.reason) == (False, "rows of different widths")
    same = first("<table>" + "<tr><td>one<td>two" * 4 + "</table>", "ontominer")
    assert (same.genuine, same.reason) == (False, "cells that do not cluster by rows or columns")


POINTS = st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=1, max_size=30)


@given(POINTS)
def test_the_first_point_is_in_the_first_cluster_and_near_points_are_one(points):
    points = np.array(points, dtype=float)
    labels = clusters.two_means(points)
    assert labels[0] == 0
    assert set(labels.tolist()) <= {0, 1}
    assert not clusters.two_means(points / 100).any()


def test_two_heaps_are_two_clusters():
    points = np.array([[0, 0], [0.1, 0], [5, 5], [5.1, 5], [0, 0.1]])
    assert clusters.two_means(points).tolist() == [0, 0, 1, 1, 0]
    assert clusters.two_means(points[:1]).tolist() == [0]
    assert clusters.two_means(points[:0]).tolist() == []


@pytest.mark.parametrize(("border", "bordered"), [("1", True), (" 02px", True), ("0", False), ("none", False)])
def test_a_single_row_is_a_table_only_with_a_border(border, bordered):
    verdict = clusters.judge(layout_of(f"<table border='{border}'><tr><td>a<td>1</table>"))
    assert (verdict.reason != "neither a border nor two rows and columns") == bordered


def test_a_table_of_headers_alone_has_none():
    page = table("D: one | two", "D: one | two")
    found = clusters.mark(layout_of(page))
    assert (found.orientation, found.mask.any()) == ("none", False)


def test_whole_rows_and_columns_of_a_mask_are_headers_and_single_cells_are_not():
    layout = layout_of(table("D: a | b | c", "D: d | e | f", "D: g | h | i"))
    mask = np.zeros((3, 3), dtype=bool)
    mask[0] = mask[:, 0] = mask[2, 2] = True
    found = clusters.template(layout, mask)
    assert (found.rows, found.columns, found.orientation) == (((0,),), ((0,),), "row-column")


def test_points_move_to_the_nearer_centre_until_none_does():
    # 5.2 is nearer to 10 than to 0, and nearer to the mean of the first cluster than to that of the second.
    assert clusters.two_means(np.array([[0], [4], [4.5], [4.9], [5.2], [10]])).tolist() == [0, 0, 0, 0, 0, 1]


def test_of_many_points_only_the_distance_to_the_first_counts():
    few = np.array([[0], [-0.7], [0.7]])
    assert clusters.two_means(few).any()
    assert not clusters.two_means(np.repeat(few, 30, axis=0)).any()
