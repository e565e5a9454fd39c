"""Concepts that are one under two names, in runs over generated sites that name their sections differently."""

import pytest

from bench.ontologies import measures, mined


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("news", 32),  # Tech, Technology and Tech & Science; Movies and Film
        ("travel", 37),  # Adventure and Adventure Travel, whose sections have names that no other site has
        ("jobs", 45),  # IT Jobs and Information Technology, with IT Support
        ("shop", 40),  # Cycling and Bikes, Menswear and Men
    ],
)
def test_sites_that_name_their_sections_differently_have_one_taxonomy(kind, seed):
    found = measures(mined(kind, seed))
    assert {name: value for name, value in found.items() if value < 0.95} == {}
