"""Scores of a mined ontology against the truth."""

from dataclasses import replace

import pytest

from weblode.demo.compare import TruthScore, compare
from weblode.demo.generate import generate
from weblode.demo.truth import truth
from weblode.ontology import Attribute, Broader, Concept, Instance, Ontology, Witness

TRUE = truth(generate(3, 120))


def test_the_truth_is_wholly_right_about_itself():
    for name, score in compare(TRUE, TRUE).rows():
        assert (score.precision, score.recall, score.missed, score.wrong) == (1, 1, (), ()), name


def test_nothing_mined_is_not_wrong_but_finds_nothing():
    found = compare(Ontology(), TRUE)
    assert [score.precision for _, score in found.rows()] == [1] * 4
    assert [score.recall for _, score in found.rows()] == [0] * 4
    assert "World" in found.concepts.missed
    assert found.attributes == {}


def test_a_score_of_nothing_wanted_is_whole():
    assert (TruthScore(0, 0, 0, 0).precision, TruthScore(0, 0, 0, 0).recall) == (1, 1)


# A truth that fits on a page: two sites, Sports over Tennis; one site alone has Chess.
def concept(name, labels, sites=("a", "b")):
    return Concept(name, labels, sites)


def listed(name, url, **values):
    attributes = tuple(Attribute(key, value, Witness(url)) for key, value in values.items())
    return Instance(name, url, url, "http://a/list", f"http://a{url}", attributes)


TINY = Ontology(
    concepts=(
        concept("sports", ("Sports", "Sport")),
        concept("tennis", ("Tennis",)),
        concept("chess", ("Chess",), ("a",)),
    ),
    broader=(Broader("tennis", "sports", ("a", "b")), Broader("chess", "sports", ("a",))),
    instances=(
        listed("tennis", "/1", date="5 October 2012", body="First words.\nLast words.", Venue="Hill Road"),
        listed("sports", "/1"),
        listed("chess", "/2", date="June 1, 2003", body="Mate."),
    ),
)


def test_a_concept_split_in_two_is_wrong_once():
    mined = Ontology(concepts=(concept("x", ("SPORTS",)), concept("y", ("sport",)), concept("z", ("Login",))))
    score = compare(mined, TINY).concepts
    assert (score.right, score.claimed, score.found, score.expected) == (1, 3, 1, 2)
    assert (score.wrong, score.missed) == (("sport", "Login"), ("Tennis",))


def test_two_concepts_merged_in_one_count_for_one():
    score = compare(Ontology(concepts=(concept("x", ("Sport", "Tennis")),)), TINY).concepts
    assert (score.right, score.claimed, score.found) == (1, 1, 1)


def test_what_one_site_has_is_right_but_not_missed():
    assert compare(Ontology(), TINY).concepts.missed == ("Sports", "Tennis")
    assert compare(Ontology(), TINY, support=1).concepts.missed == ("Sports", "Tennis", "Chess")
    found = compare(Ontology(concepts=(concept("c", ("chess",)),)), TINY).concepts
    assert (found.right, found.claimed, found.found, found.expected) == (1, 1, 0, 2)


def test_what_the_truth_dropped_counts_neither_way():
    mined = Ontology(concepts=(concept("v", ("Video",)), concept("p", ("Privacy",))))
    assert compare(mined, TRUE).concepts.wrong == ("Privacy",)


def test_pairs_are_compared_over_the_closure():
    deep = replace(TINY, concepts=(*TINY.concepts, concept("doubles", ("Doubles",))))
    deep = replace(deep, broader=(*TINY.broader, Broader("doubles", "tennis", ("a", "b"))))
    flat = replace(deep, broader=(Broader("doubles", "sports"), Broader("sports", "tennis")))
    score = compare(flat, deep).broader
    assert score.wrong == ("Sports < Tennis",)
    assert score.missed == ("Tennis < Sports",)
    assert (score.right, score.claimed, score.found, score.expected) == (2, 3, 2, 3)


def test_instances_are_compared_by_address_and_members_by_concept_too():
    mined = replace(TINY, instances=(listed("sports", "/1#top"), listed("tennis", "/3"), listed("odd", "/2")))
    mined = replace(mined, instances=(replace(mined.instances[0], url=None), *mined.instances[1:]))
    found = compare(mined, TINY)
    assert found.instances.wrong == ("http://a/3",)
    assert (found.instances.found, found.instances.expected) == (1, 1)
    assert found.members.right == 1
    assert found.members.missed == ("http://a/1 in Tennis",)
    assert found.members.wrong == ("http://a/2 in ? odd", "http://a/3 in Tennis")


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"x": "by Ann, 5 October 2012"}, {"date"}),
        ({"x": "2012-10-05T08:00"}, {"date"}),
        ({"x": "First words. And last words.", "y": "last words."}, {"body"}),
        ({"x": "First words."}, set()),
        ({"x": "hill ROAD"}, {"facts"}),
        ({"x": "Hill Road " + "and much more " * 9}, set()),
    ],
)
def test_values_are_found_in_fields_and_bodies_in_pieces(values, found):
    mined = replace(TINY, instances=(listed("tennis", "/1", **values),))
    scores = compare(mined, TINY).attributes
    assert {name for name, score in scores.items() if score.found} == found
    assert {score.expected for score in scores.values()} == {1}


@pytest.mark.parametrize("factor", [1, 2])
def test_what_is_claimed_twice_is_found_once(factor):
    mined = replace(TINY, instances=TINY.instances * factor)
    assert [(score.precision, score.recall) for _, score in compare(mined, TINY).rows()] == [(1, 1)] * 7
