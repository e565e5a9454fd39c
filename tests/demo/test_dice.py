"""Chance that follows from a key."""

from hypothesis import given
from hypothesis import strategies as st

from weblode.demo.dice import Dice, permute


def test_the_same_key_draws_the_same_and_another_key_something_else():
    def draws(key):
        dice = Dice(key, "head")
        return [dice.below(1000) for _ in range(20)]

    assert draws("a") == draws("a") != draws("b")


def test_draws_stay_as_they_are_from_one_python_to_the_next():
    dice = Dice("fixed", 1)
    assert [dice.below(100) for _ in range(8)] == [23, 97, 58, 61, 46, 28, 97, 4]


@given(st.integers(1, 50), st.integers(0, 60))
def test_some_are_different_ones(size, count):
    drawn = Dice(size, count).some(range(size), count)
    assert len(set(drawn)) == len(drawn) == min(size, count)
    assert set(drawn) <= set(range(size))


def test_draws_reach_all_numbers_and_no_others():
    dice = Dice("many")
    assert {dice.number(3, 7) for _ in range(300)} == {3, 4, 5, 6, 7}
    assert 350 < sum(dice.chance(40) for _ in range(1000)) < 450


@given(st.integers(1, 700), st.text(max_size=5))
def test_scattered_numbers_are_a_permutation(size, key):
    assert sorted(permute(n, size, key) for n in range(size)) == list(range(size))


def test_scattered_neighbours_are_apart():
    steps = [abs(permute(n + 1, 10_000, "k") - permute(n, 10_000, "k")) for n in range(200)]
    assert sum(step < 100 for step in steps) < 20
