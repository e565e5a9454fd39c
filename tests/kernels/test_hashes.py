"""Columns of hashes and the slots of a page, both implementations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native import compiled, row
from strategies import SOUP

from weblode import kernels
from weblode.details.leaves import TAG_TRAITS, leaf_columns, tag_codes
from weblode.kernels.hashes import pair
from weblode.pages.html import parse

HASHES = st.integers(0, 2**64 - 1) | st.integers(0, 5)
FEW = st.lists(st.integers(0, 6), max_size=6)
NOTHING = np.array([], dtype=np.uint64)


def hashes(values):
    return np.array(values, dtype=np.uint64)


def counts(values):
    return np.array(values, dtype=np.int64)


def places(kernel, known=(), constants=(), once=(), prefixed=(), labels=()):
    return kernel.place_table(*map(hashes, (known, constants, once, prefixed, labels)))


def read(table, place, path, text, *, rows=None, cells=None, prefix=lambda _: 0):
    """Constants, keys and hits of texts by their hashes."""
    n = len(place)
    columns = (row(rows or [-1] * n), row(cells or [0] * n))
    constant, keys, hits = table.read(tuple(map(hashes, (place, path, text))), *columns, prefix)
    return constant.tolist(), keys.tolist(), hits


def test_hashes_are_numbered_by_their_first_use(kernel):
    names, numbers = kernel.numbered(hashes([7, 2**64 - 1, 7, 0, 0]))
    assert (names.tolist(), numbers.tolist()) == ([7, 2**64 - 1, 0], [0, 1, 0, 2, 2])
    assert [each.tolist() for each in kernel.numbered(NOTHING)] == [[], []]


def test_different_hashes_of_groups_are_counted(kernel):
    assert kernel.distinct(counts([0, 2, 0, 0, 2]), hashes([5, 5, 6, 5, 5]), 4).tolist() == [2, 0, 1, 0]


def test_pages_of_groups_are_counted_and_those_that_have_one(kernel):
    present, single = kernel.frequencies(counts([0, 1, 0, 0, 1, 1]), counts([0, 0, 0, 1, 2, 3]), 3)
    assert (present.tolist(), single.tolist()) == ([2, 3, 0], [1, 3, 0])


def test_shared_hashes_are_counted(kernel):
    assert kernel.shared(hashes([1, 3, 5, 2**63]), hashes([0, 3, 4, 5, 2**63])) == 3
    assert kernel.shared(NOTHING, hashes([1])) == 0


def test_a_text_at_an_unknown_place_counts_by_its_path(kernel):
    table = places(kernel, known=[1], once=[1, 9])
    assert read(table, [1, 2, 9], [8, 9, 7], [0, 0, 0])[1] == [1, 9, pair(7, 0)]


def test_constants_are_pairs_of_place_and_text_and_what_stands_at_places_of_labels(kernel):
    table = places(kernel, known=[1, 2, 3], constants=[pair(1, 5), pair(2, 5)], labels=[3])
    constant, _, hits = read(table, [1, 1, 2, 3, 1], [0] * 5, [5, 6, 5, 6, 5])
    assert (constant, hits) == ([True, False, True, True, True], 2)


def test_keys_are_places_with_the_constant_before_them(kernel):
    table = places(kernel, known=[1, 2], constants=[pair(1, 5), pair(1, 6)])
    _, keys, _ = read(table, [2, 1, 2, 2, 1, 2], [0] * 6, [8, 5, 8, 9, 6, 8])
    assert keys == [pair(2, 0), pair(1, 5), pair(2, 5), pair(2, 5), pair(1, 6), pair(2, 6)]


def test_a_constant_after_a_value_counts_if_its_row_has_none_before_it(kernel):
    table = places(kernel, known=[1, 2], constants=[pair(1, 5), pair(1, 6)])
    _, keys, _ = read(table, [1, 2, 1, 2], [0] * 4, [5, 8, 6, 8], rows=[0, 3, 3, 3])
    assert (keys[1], keys[3]) == (pair(2, 6), pair(2, 6))


def test_a_label_inside_a_text_counts_at_places_of_such_texts(kernel):
    table = places(kernel, known=[2], prefixed=[2])
    _, keys, _ = read(table, [2, 2], [0, 0], [8, 9], prefix=[77, 0].__getitem__)
    assert keys == [pair(2, 77), pair(2, 0)]


def test_the_columns_of_a_table_are_different_slots(kernel):
    _, keys, _ = read(places(kernel, known=[2]), [2, 2, 2], [0] * 3, [8] * 3, cells=[1, 2, 1])
    assert (keys[0] == keys[2], keys[0] == keys[1]) == (True, False)


def test_values_are_texts_in_slots_that_are_no_constants(kernel):
    table = kernel.slot_table(hashes([5, 6, 5, 2**64 - 1]), row([0, 1, 2, 1]))
    values = table.values(np.array([False, True, False, False]), hashes([5, 6, 7, 2**64 - 1]))
    assert values == [(0, 0), (3, 1)]


@given(st.lists(st.tuples(st.integers(0, 4), HASHES, st.integers(0, 3)), max_size=40))
@settings(deadline=None)
def test_both_count_alike(entries):
    groups, items = counts([each[0] for each in entries]), hashes([each[1] for each in entries])
    pages = counts(sorted(each[2] for each in entries))
    native, twin = compiled(), kernels.python()
    for name, asked in (
        ("numbered", (items,)),
        ("distinct", (groups, items, 5)),
        ("frequencies", (groups, pages, 5)),
        ("shared", (np.unique(items), np.unique(groups.astype(np.uint64)))),
    ):
        ours, theirs = getattr(twin, name)(*asked), getattr(native, name)(*asked)
        for one, other in zip(ours, theirs, strict=True) if isinstance(ours, tuple) else [(ours, theirs)]:
            np.testing.assert_array_equal(one, other)


@given(
    st.lists(st.tuples(FEW, FEW, FEW, FEW), min_size=1, max_size=1),
    st.lists(st.tuples(*(st.integers(0, 6),) * 3, st.integers(-1, 2), st.integers(0, 3)), max_size=12),
)
@settings(deadline=None)
def test_both_read_slots_alike(tables, texts):
    [(known, once, prefixed, labels)] = tables
    constants = [pair(each[0], each[2]) for each in texts[::3]]
    columns = [[each[k] for each in texts] for k in range(5)]
    results = [
        read(
            places(kernel, known, constants, once, prefixed, labels),
            *columns[:3],
            rows=columns[3],
            cells=columns[4],
            prefix=lambda i: i % 3,
        )
        for kernel in (kernels.python(), compiled())
    ]
    assert results[0] == results[1]


@given(SOUP, st.integers(1, 3), st.integers(0, 3))
@settings(deadline=None)
def test_a_page_is_read_at_once_as_step_by_step(page, step, first):
    tree = parse(page.encode())
    asked = (tree.buffer, leaf_columns(tree), tag_codes(tree.names), TAG_TRAITS)
    results = []
    for kernel in (kernels.python(), compiled()):
        signatures = kernel.signatures(tree.buffer, tree.start, tree.tag, tree.parent, asked[2])
        (_, node, rows, cell, _, _, link), own, _ = kernel.leaves(*asked[:2], signatures, TAG_TRAITS)
        table = places(kernel, np.unique(own[0][::step]), [pair(int(a), int(b)) for a, b in own[[0, 2], first:3].T])
        constant, keys, hits = table.read(tuple(own), rows, cell, lambda _: 0)
        slots = kernel.slot_table(keys[::step].copy(), row(range(len(keys[::step]))))
        found = [(which, int(node[i]), int(link[i])) for i, which in slots.values(constant, keys)]
        results += [(found, hits), kernel.slot_values(*asked, table, slots, lambda _: 0)]
    assert results[0] == results[1] == results[2] == results[3]


def test_columns_that_do_not_fit_are_refused():
    native = compiled()
    with pytest.raises(ValueError, match="group 3 of 2"):
        native.distinct(counts([3]), hashes([1]), 2)
    with pytest.raises(ValueError, match="group -1 of 2"):
        native.frequencies(counts([-1]), counts([1]), 2)
    for call in (
        lambda: native.distinct(counts([0, 0]), hashes([1]), 2),
        lambda: native.frequencies(counts([0, 0]), counts([1]), 2),
        lambda: native.slot_table(hashes([1]), row([])),
        lambda: native.slot_table(NOTHING, row([])).values(np.array([True]), NOTHING),
        lambda: read(places(native), [1, 2], [1], [1, 2]),
    ):
        with pytest.raises(ValueError, match="different lengths"):
            call()


def test_a_label_that_cannot_be_read_is_raised():
    with pytest.raises(ZeroDivisionError):
        read(places(compiled(), known=[2], prefixed=[2]), [2], [0], [8], prefix=lambda _: 1 // 0)
