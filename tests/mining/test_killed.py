"""The main job, killed with -9 at ten moments; `python -m bench.killed` does the same with more pages."""

from bench.killed import killed


def test_killed_at_ten_moments_the_output_is_the_same_and_no_page_is_fetched_twice():
    found = killed(1, depth=1, seed=7)
    assert found.kills == 10
    assert found.pages > 50
    assert found.twice == 0
    assert found.differing == ()
