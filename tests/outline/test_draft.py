"""A draft: rows in any order, and the columns they become."""

from hypothesis import given
from hypothesis import strategies as st
from outline.made import draft

from weblode.outline.draft import OutlineDraft, row_ends, row_extents

PARTS = st.recursive(
    st.integers(0, 99),
    lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple),
    max_leaves=20,
)


def columns(found):
    return [column.tolist() for column in found.columns()]


def test_rows_come_in_order_with_their_parents_depths_and_labels():
    assert columns(draft([7, [8, 9]])) == [[-1, 0, 0, 2, 2], [0, 1, 1, 2, 2], [-1, 7, -1, 8, 9]]


def test_a_root_that_is_a_group_or_has_a_label_gets_a_row_above_it():
    assert columns(draft((7, 8))) == [[-1, 0, 1, 1], [0, 1, 2, 2], [-1, -1, 7, 8]]
    assert columns(draft(7)) == [[-1, 0], [0, 1], [-1, 7]]


def test_a_draft_without_rows_is_one_row():
    assert columns(OutlineDraft()) == [[-1], [0], [-1]]
    assert OutlineDraft().upwards() == []


def test_rows_that_are_not_below_the_root_are_left_out():
    found = OutlineDraft()
    found.add(5)
    found.root = found.add(-1, [found.add(6)])
    assert columns(found)[2] == [-1, 6]


def test_a_bare_row_is_an_atom_without_rows():
    found = OutlineDraft()
    atom = found.add(3)
    assert found.is_bare(atom)
    assert not found.is_bare(found.add(-1))
    assert not found.is_bare(found.add(4, [atom]))


@given(PARTS)
def test_columns_have_each_row_before_those_below_it_and_upwards_after(parts):
    found = draft(parts)
    parent, depth, _ = columns(found)
    assert all(-1 < above < row for row, above in enumerate(parent) if row)
    assert all(depth[row] == depth[above] + 1 for row, above in enumerate(parent) if row)
    order = {row: place for place, row in enumerate(found.upwards())}
    assert len(order) == len(found.label)
    assert all(order[part] < order[row] for row, below in enumerate(found.below) for part in below)


@given(PARTS)
def test_a_row_ends_after_the_last_row_below_it(parts):
    parent = draft(parts).columns()[0]
    rows = range(len(parent))
    below = [[row for row in rows[1:] if parent[row] == above] for above in rows]
    ends = row_ends(parent).tolist()
    assert ends == [ends[below[row][-1]] if below[row] else row + 1 for row in rows]


@given(PARTS)
def test_a_row_has_the_atoms_of_the_rows_below_it(parts):
    parent, _, label = draft(parts).columns()
    ends = row_ends(parent).tolist()
    inside = [[atom for atom in label[row : ends[row]].tolist() if atom >= 0] for row in range(len(parent))]
    low, high = row_extents(parent, label, 100)
    assert low.tolist() == [min(atoms, default=100) for atoms in inside]
    assert high.tolist() == [max(atoms, default=-1) for atoms in inside]
