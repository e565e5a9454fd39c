"""The state of a job: concepts that are added, merged and dropped, with all that hangs on them."""

import pytest

from weblode.mining.journal import Journal
from weblode.mining.state import MiningState
from weblode.ontology import Broader, Concept, Instance
from weblode.taxonomy.keys import key
from weblode.taxonomy.second_names import Same


def concept(id_, *sites):
    return Concept(id_, (id_.title(),), sites)


@pytest.fixture
def state():
    """Cup is below Football and Soccer, both below Sport; each has an instance but Sport."""
    found = MiningState(Journal())
    for one in (concept("sport", "a", "b"), concept("football", "a", "b"), concept("soccer", "c"), concept("cup", "c")):
        found.add(one)
    pairs = "football sport|soccer sport|cup football|cup soccer".split("|")
    found.broader = [Broader(*pair.split()) for pair in pairs]
    found.instances = [Instance(id_, f"of {id_}", "", "") for id_ in ("football", "soccer", "cup")]
    return found


def pairs(state):
    return [(pair.narrower, pair.broader) for pair in state.broader]


def ids(state):
    return [one.id for one in state.concepts]


def test_a_concept_gets_an_id_that_no_other_had_before(state):
    assert state.add(concept("cup")).id == "cup-2"
    state.drop([one for one in state.concepts if one.id == "cup-2"], "why")
    assert state.add(concept("cup")).id == "cup-3"


def test_labels_of_all_concepts_are_known_by_their_keys(state):
    before = set(state.keys)
    state.add(Concept("x", ("Film Reviews", "Theatre")))
    assert state.keys - before == {key("film reviews"), key("THEATRE")}


def test_merged_concepts_have_the_id_of_the_one_of_more_sites_whichever_is_named_first(state):
    state.merge(Same("soccer", "football", "what they list is alike"))
    assert ids(state) == ["sport", "football", "cup"]
    one = state.concepts[1]
    assert (one.labels, one.sites) == (("Football", "Soccer"), ("a", "b", "c"))
    assert one.merged == ("'Soccer' and 'Football': what they list is alike",)
    assert pairs(state) == [("football", "sport"), ("cup", "football")]
    assert [one.concept for one in state.instances] == ["football", "football", "cup"]


def test_a_merge_with_what_was_merged_away_is_one_with_what_it_is_part_of(state):
    state.add(concept("calcio", "d"))
    state.merge(Same("football", "soccer", "why"))
    state.merge(Same("soccer", "calcio", "because"))
    assert ids(state) == ["sport", "football", "cup"]
    assert state.concepts[1].sites == ("a", "b", "c", "d")
    state.merge(Same("soccer", "calcio", "again"))
    assert len(state.concepts[1].merged) == 2


def test_concepts_that_one_site_has_both_of_are_not_the_same(state):
    state.merge(Same("soccer", "cup", "why"))
    assert ids(state) == ["sport", "football", "soccer", "cup"]


def test_with_a_dropped_concept_go_its_pairs_and_instances_and_the_reason_stays(state):
    state.drop([one for one in state.concepts if one.id == "football"], "rare")
    assert ids(state) == ["sport", "soccer", "cup"]
    assert pairs(state) == [("soccer", "sport"), ("cup", "soccer")]
    assert [one.concept for one in state.instances] == ["soccer", "cup"]
    assert [(one.name, one.reason) for one in state.dropped] == [("Football", "rare")]


def test_parents_are_those_that_pairs_name(state):
    assert state.parents() == {"football": {"sport"}, "soccer": {"sport"}, "cup": {"football", "soccer"}}


def test_a_concept_that_is_barren_once_those_below_it_are_dropped_falls_too(state):
    state.instances = [Instance("soccer", "t", "", "")]
    state.drop_barren({"cup", "football", "sport"}, "barren")
    assert ids(state) == ["sport", "soccer"]
    assert [one.name for one in state.dropped] == ["Cup", "Football"]


def test_what_was_not_seen_is_not_called_barren(state):
    state.instances = []
    state.drop_barren({"football", "sport"}, "barren")
    assert ids(state) == ["sport", "football", "soccer", "cup"]


def test_the_ontology_has_the_concepts_of_most_sites_first_then_by_id(state):
    state.add(concept("art", "c"))
    found = state.ontology({"a": "http://a/"})
    assert [one.id for one in found.concepts] == ["football", "sport", "art", "cup", "soccer"]
    assert (found.sites, len(found.broader), len(found.instances)) == ({"a": "http://a/"}, 4, 3)


def test_concepts_are_never_put_together_that_a_site_has_both_not_even_by_way_of_a_third():
    state = MiningState(Journal())
    for id_, sites in (("a", ("1",)), ("b", ("2",)), ("c", ("1", "3"))):
        state.add(Concept(id_, (id_,), sites))
    for pair in (("a", "b"), ("b", "c"), ("a", "c")):
        state.merge(Same(*pair, "so"))
    assert sorted(concept.labels for concept in state.concepts) == [("a", "b"), ("c",)]


def test_a_pair_counts_for_the_concept_that_one_of_it_has_become():
    state = MiningState(Journal())
    for id_ in "abc":
        state.add(Concept(id_, (id_,), (id_,)))
    for pair in (("a", "b"), ("b", "c")):
        state.merge(Same(*pair, "so"))
    assert [concept.labels for concept in state.concepts] == [("a", "b", "c")]
