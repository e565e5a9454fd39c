"""What stands beside what, by its definition."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from weblode.taxonomy.neighbours import Neighbours

GROUPS = st.lists(st.tuples(st.sampled_from("abc"), st.lists(st.integers(0, 6))))


@given(GROUPS)
def test_two_are_beside_each_other_on_the_sites_that_have_both_in_one_group(groups):
    known = Neighbours(groups)
    for one, other in permutations(range(8), 2):
        assert known.sites(one, other) == {site for site, members in groups if {one, other} <= set(members)}
        assert known.sites(one, one) == frozenset()
