"""What decision trees say of lists and pages, both implementations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native import compiled

from weblode import kernels
from weblode.kernels.judges import NONE_ELSEWHERE, PAGE_FACTS, rank
from weblode.kernels.lists import FACTS

NUMBERS = st.sampled_from([-1.0, 0.0, 0.25, 0.5, 1.0, 7.0])


def floats(*shape):
    """An array of a few numbers, of which many are equal."""
    return st.lists(NUMBERS, min_size=int(np.prod(shape)), max_size=int(np.prod(shape))).map(
        lambda values: np.array(values).reshape(shape)
    )


@st.composite
def trees(draw, facts):
    """Columns, limits and values of some trees of one depth."""
    n, depth = draw(st.integers(0, 5)), draw(st.integers(1, 4))
    columns = draw(st.lists(st.integers(0, facts - 1), min_size=n * depth, max_size=n * depth))
    return np.array(columns, dtype=np.int32).reshape(n, depth), draw(floats(n, depth)), draw(floats(n, 2**depth))


def test_trees_ask_one_question_after_another_and_add_up(kernel):
    facts = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    columns, limits = np.int32([[0, 1], [1, 1]]), np.array([[0.5, 0.5], [0.5, 2.0]])
    values = np.array([[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]])
    assert kernel.trees(columns, limits, values).weigh(facts).tolist() == [11.0, 32.0, 13.0, 34.0]


@given(st.data(), trees(3), st.integers(0, 20))
def test_both_weigh_alike(data, arrays, rows):
    facts = data.draw(floats(rows, 3))
    one, other = compiled().trees(*arrays), kernels.python().trees(*arrays)
    odds = one.weigh(facts)
    assert odds.tolist() == other.weigh(facts).tolist()
    for least in (-1.0, 0.0, 0.5):
        assert one.agree(facts, least) == other.agree(facts, least) == all(each >= least for each in odds)


@given(st.data(), trees(len(FACTS)), trees(len(PAGE_FACTS)), st.integers(1, 50))
def test_both_judge_alike(data, ranker, page, rows):
    generator = np.random.default_rng(data.draw(st.integers(0, 99)))
    facts = generator.choice([0.0, 0.25, 0.5, 1.0], size=(rows, len(FACTS)))
    one, other = (
        kernel.judged(facts, kernel.trees(*ranker), kernel.trees(*page), -1.0)
        for kernel in (compiled(), kernels.python())
    )
    assert [np.array(part).tolist() for part in one] == [np.array(part).tolist() for part in other]


def test_equally_likely_lists_come_by_their_share_of_the_text_then_in_order():
    facts = np.zeros((4, len(FACTS)))
    facts[:, FACTS.index("share")] = [0.1, 0.3, 0.3, 0.9]
    assert rank(facts, np.array([1.0, 1.0, 1.0, 0.5])) == [1, 2, 0, 3]


def test_the_best_list_elsewhere_is_the_first_that_shares_no_place_with_the_best(kernel):
    facts = np.zeros((3, len(FACTS)))
    facts[:, FACTS.index("position")] = [0.2, 0.3, 0.7]
    facts[:, FACTS.index("end")] = [0.6, 0.5, 0.9]
    facts[:, 0] = [3.0, 2.0, 1.0]
    ranker = kernel.trees(np.int32([[0, 0]]), np.array([[1.5, 2.5]]), np.array([[-1.0, -1.0, 0.5, 2.0]]))
    silent = kernel.trees(np.int32([[0]]), np.array([[0.0]]), np.array([[0.0, 0.0]]))
    odds, order, row, _ = kernel.judged(facts, ranker, silent, 0.0)
    assert (odds.tolist(), order, row[0, :3].tolist()) == ([2.0, 0.5, -1.0], [0, 1, 2], [2.0, -1.0, 3.0])
    _, _, row, _ = kernel.judged(facts[:2], ranker, silent, 0.0)
    assert row[0, 1] == NONE_ELSEWHERE


@given(st.data())
def test_questions_about_a_fact_that_are_more_than_a_byte_counts_are_asked_as_others(data):
    n = 300
    limits = np.array(data.draw(st.permutations(range(n))), dtype=np.float64).reshape(n, 1)
    arrays = (np.zeros((n, 1), dtype=np.int32), limits, np.tile([0.0, 1.0], (n, 1)))
    facts = np.array([[-1.0], [0.5], [126.5], [127.0], [127.5], [254.5], [298.0], [np.inf], [np.nan], [150.25]])
    for kernel in (compiled(), kernels.python()):
        trees = kernel.trees(*arrays)
        assert trees.weigh(facts).tolist() == [0, 1, 127, 127, 128, 255, 298, 300, 0, 151]
        assert trees.weigh(facts[5:6]).tolist() == [255]


def test_trees_that_do_not_fit_are_refused(kernel):
    with pytest.raises(ValueError, match="no such fact"):
        kernel.trees(np.int32([[5]]), np.ones((1, 1)), np.ones((1, 2))).weigh(np.ones((1, 2)))
    with pytest.raises(ValueError, match="no such fact"):
        kernel.trees(np.int32([[-1]]), np.ones((1, 1)), np.ones((1, 2)))
    with pytest.raises(ValueError, match="each leaf"):
        kernel.trees(np.int32([[0]]), np.ones((1, 1)), np.ones((1, 3)))
    with pytest.raises(ValueError, match="each leaf"):
        kernel.trees(np.zeros((1, 64), np.int32), np.ones((1, 64)), np.ones((1, 1)))
    with pytest.raises(ValueError, match="different sizes"):
        kernel.trees(np.int32([[0]]), np.ones((2, 1)), np.ones((1, 2)))
    silent = kernel.trees(np.int32([[0]]), np.array([[0.0]]), np.array([[0.0, 0.0]]))
    with pytest.raises(ValueError, match="without lists"):
        kernel.judged(np.ones((0, len(FACTS))), silent, silent, 0.0)
