"""The types of a mined ontology: concepts by id, and what is directly below each."""

from collections import Counter

from graph.made import NEWS, ontologies
from hypothesis import given

from weblode.ontology import Broader, Concept, Ontology


def concepts(names):
    return tuple(Concept(name, (name.title(),)) for name in names.split())


def pairs(text):
    """Pairs such as "asia world": the narrower one first."""
    return tuple(Broader(*pair.split()) for pair in text.split(", ") if pair)


def test_the_first_label_is_the_preferred_one_and_without_labels_the_id_is():
    assert Concept("world", ("World", "International")).label == "World"
    assert Concept("world", ()).label == "world"


def test_concepts_are_found_by_their_ids():
    assert {id_: concept.label for id_, concept in NEWS.by_id().items()} | {"cup": "World Cup"} == {
        concept.id: concept.label for concept in NEWS.concepts
    }
    assert Ontology().by_id() == {}


def test_those_below_a_concept_stand_in_the_order_of_the_concepts_and_those_on_top_below_nothing():
    ontology = Ontology(concepts("sport asia world europe"), pairs("europe world, asia world"))
    assert ontology.narrower() == {"": ["sport", "world"], "world": ["asia", "europe"]}
    assert Ontology().narrower() == {}


def test_a_concept_with_two_broader_ones_stands_below_both():
    assert NEWS.narrower()["world"] == ["asia", "europe", "cup"]
    assert NEWS.narrower()["football"] == ["cup"]


@given(ontologies().filter(lambda ontology: "" not in ontology.by_id()))  # "" is above those on top
def test_a_concept_is_below_each_broader_one_as_often_as_there_are_pairs(ontology):
    below = ontology.narrower()
    listed = Counter((narrower, broader) for broader, ids in below.items() for narrower in ids if broader)
    assert listed == Counter((pair.narrower, pair.broader) for pair in ontology.broader)
