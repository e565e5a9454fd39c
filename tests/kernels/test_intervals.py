"""The interval programme, both implementations, against the definition."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weblode import kernels


def by_definition(meet, costs):
    """The cost of a range and where it is divided, straight from the recursion."""
    n = len(meet) + 1

    def node(i, j):
        return min(meet[i:j]) if i < j else len(costs) - n + i

    @cache
    def best(i, j):
        if i == j:
            return 0.0, -1
        return min(((best(i, k)[0] + best(k + 1, j)[0]) + costs[node(i, k)][node(k + 1, j)], k) for k in range(i, j))

    return [[best(i, j)[1] if i < j else -1 for j in range(n)] for i in range(n)]


@st.composite
def programmes(draw):
    n = draw(st.integers(1, 9))
    inner = draw(st.integers(1, 5))
    meet = draw(st.lists(st.integers(0, inner - 1), min_size=n - 1, max_size=n - 1))
    m = inner + n
    # Few different values, so that ties are common.
    costs = draw(st.lists(st.sampled_from([0.0, 0.1, 0.2, 0.3, 1.0]), min_size=m * m, max_size=m * m))
    return np.array(meet, dtype=np.int32), np.array(costs).reshape(m, m)


@given(programme=programmes())
@settings(max_examples=300, deadline=None)
@pytest.mark.parametrize("name", ["python", "native"])
def test_the_kernel_divides_as_the_definition_says_ties_to_the_shortest_left_part(name, programme):
    implementation = kernels.python() if name == "python" else kernels.native()
    if implementation is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    meet, costs = programme
    assert implementation.splits(meet, costs).tolist() == by_definition(meet.tolist(), costs.tolist())


def test_both_implementations_agree_on_long_rows():
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    rng = np.random.default_rng(7)
    meet, costs = rng.integers(0, 40, 119).astype(np.int32), rng.random((160, 160)).round(1)
    assert (native.splits(meet, costs) == kernels.python().splits(meet, costs)).all()


@pytest.mark.parametrize(("meet", "size"), [([0], 1), ([5], 3), ([-1], 3)])
def test_the_compiled_kernel_refuses_nodes_that_are_not_there(meet, size):
    native = kernels.native()
    if native is None:
        pytest.skip(f"no compiled kernels: {kernels.missing()}")
    with pytest.raises(ValueError, match=r"nodes for|no node"):
        native.splits(np.array(meet, dtype=np.int32), np.zeros((size, size)))
