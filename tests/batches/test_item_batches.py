"""Items in batches: short for slow ones, of one for a large one, full ones in one process."""

from weblode.batches.item_batches import Pace, in_batches, windows


def test_slow_items_make_short_batches():
    pace = Pace()
    assert pace.items == 64
    for _ in range(20):
        pace.note(64, 64 * 0.04)
    assert pace.items == 2
    for _ in range(20):
        pace.note(2, 2.0)
    assert pace.items == 1
    for _ in range(200):
        pace.note(1, 1e-6)
    assert pace.items == 64


def test_batches_grow_and_are_short_again_at_the_end():
    sizes = [len(each.items) for each in in_batches(range(2000), lambda _: 0, 2, Pace())]
    assert sum(sizes) == 2000
    assert sizes[:6] == [1, 1, 2, 2, 4, 4]
    assert max(sizes) > 30
    assert sizes[-3:] == [1, 1, 1]


def test_a_large_item_ends_its_batch():
    large = 1 << 20
    sizes = [1, 1, 1, 1, 1, 1, large, large, 1, 1, 1, large, 1]
    batches = [each.items for each in in_batches(sizes, int, 1, Pace())]
    assert [item for each in batches for item in each] == sizes
    assert all(large not in each[:-1] for each in batches)


def test_windows_are_full_by_number_or_by_size():
    assert [len(each) for each in windows(range(150), lambda _: 0)] == [64, 64, 22]
    assert [len(each) for each in windows(range(6), lambda _: 2 << 20)] == [2, 2, 2]
