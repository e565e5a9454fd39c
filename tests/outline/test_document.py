"""Where the rows of an outline stand in the page."""

import pytest
from hypothesis import given, settings
from strategies import SOUP

from weblode.outline import METHODS
from weblode.outline.build import outline
from weblode.pages.html import parse


@pytest.mark.parametrize("method", METHODS)
@given(soup=SOUP)
@settings(deadline=None)
def test_the_nodes_of_a_row_hold_its_label_and_all_rows_below_it(method, soup):
    found = outline(parse(soup.encode()), method)
    leaves = found.tree.leaves
    starts, stops = found.ranges
    begins, ends = found.atoms.ranges(found.tree)
    assert (starts[0], stops[0]) == (0, len(found.tree))
    for row in range(1, len(found)):
        above, atom = found.parent[row], found.label[row]
        assert starts[above] <= starts[row] < stops[row] <= stops[above]
        if atom >= 0:
            first, stop = found.leaves(row)
            assert starts[row] <= begins[atom] < ends[atom] <= stops[row]
            assert all(begins[atom] <= leaves[leaf] < ends[atom] for leaf in range(first, stop))


@pytest.mark.parametrize("method", METHODS)
@given(soup=SOUP)
@settings(deadline=None)
def test_the_nodes_of_a_row_hold_no_leaves_of_rows_beside_it(method, soup):
    found = outline(parse(soup.encode()), method)
    starts, stops = (found.tree.leaves.searchsorted(column) for column in found.ranges)
    for row in range(1, len(found)):
        inside = {leaf for each in range(row, found.end[row]) for leaf in range(*found.leaves(each))}
        assert set(range(starts[row], stops[row])) == inside
