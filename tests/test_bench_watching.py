"""The bench of watching on a small shop: the truth twice, and the same bytes after kills."""

from bench.made_shop import first_shop, later_shop
from bench.watching import kill_moments, lines, watched


def test_a_shop_is_watched_over_a_redesign_whatever_is_killed():
    result = watched(20, crawl_kills=2)
    assert (result.first.faults, result.second.faults, result.differing) == ((), (), ())
    assert (result.first.status, result.second.status, result.kills) == (0, 3, 5)
    later, changes = later_shop(first_shop(20))
    assert result.second.got == later.last + 1 + len(changes.new) + len(changes.changed)
    assert [line.split(": ")[1].split(";")[0] for line in lines(result)] == [
        "exactly the truth",
        "exactly the truth",
        "the same bytes",
    ]


def test_kills_come_before_a_run_ends():
    moments = kill_moments(100, 5, seed=3)
    assert len(moments) == 5
    assert sum(moments) < 100
    assert min(moments) >= 1
