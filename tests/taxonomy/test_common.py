"""Labels that many unrelated sites have."""

import pytest
from taxonomy.made import FURNITURE

from weblode.taxonomy.common import EVERYWHERE, common
from weblode.taxonomy.keys import key


@pytest.mark.parametrize("label", ["Home", "Contact Us", "Privacy Policy", "News"])
def test_what_most_sites_have_says_little(label):
    assert common()[key(label)] >= EVERYWHERE


@pytest.mark.parametrize("label", ["Golf", "Parliament", "Alpine tents"])
def test_topics_are_rare_on_unrelated_sites(label):
    assert common().get(key(label), 0.0) < EVERYWHERE


def test_shares_are_above_nothing_and_at_most_all():
    assert all(0 < share <= 1 for share in common().values())
    assert any(common().get(key(name), 0.0) for name in FURNITURE)
