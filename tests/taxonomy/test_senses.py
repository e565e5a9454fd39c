"""Tests of senses: one label below different concepts."""

from weblode.ontology import Broader, Concept
from weblode.taxonomy.labels import Group, Labels
from weblode.taxonomy.senses import split_senses

CONCEPTS = [Concept("women", ("Women",), ("a", "b")), Concept("men", ("Men",), ("a", "b"))]
IDS = {"women": "women", "men": "men", "bag": "bags"}
PAIRS = [Broader("bags", "women", ("a", "b")), Broader("bags", "men", ("a",))]


def split(men_url, below=()):
    groups = [
        Group("a", ("bag",), ("women",), targets={"bag": "http://a/women/bags"}),
        Group("b", ("bag",), ("women",), targets={"bag": "http://b/w/bags"}),
        Group("a", ("bag",), ("men",), targets={"bag": men_url}),
        *below,
    ]
    urls = ("http://a/women/bags", "http://b/w/bags", men_url)
    bags = Concept("bags", ("Bags",), ("a", "b"), urls, label_sites=(("Bags", ("a", "b")),))
    return split_senses(Labels({}, tuple(groups), ("a", "b")), [*CONCEPTS, bags], PAIRS, IDS)


def test_a_label_below_two_concepts_with_different_pages_is_two_concepts_each_with_its_sites_and_pages():
    concepts, broader = split("http://a/men/bags")
    bags = [concept for concept in concepts if concept.label == "Bags"]
    assert [(one.sites, one.urls) for one in bags] == [
        (("a", "b"), ("http://a/women/bags", "http://b/w/bags")),
        (("a",), ("http://a/men/bags",)),
    ]
    assert {(pair.narrower, pair.broader) for pair in broader} == {(bags[0].id, "women"), (bags[1].id, "men")}


def test_a_label_that_leads_to_one_page_is_one_concept_below_both():
    concepts, broader = split("http://a/women/bags")
    assert len(concepts) == 3
    assert list(broader) == sorted(PAIRS, key=lambda pair: pair.broader != "women")


def test_a_label_with_the_same_labels_below_it_is_one_concept():
    below = [Group("a", ("women",), ("bag", upper)) for upper in ("women", "men")]
    assert len(split("http://a/men/bags", below)[0]) == 3


def test_a_sense_of_a_sense_has_an_id_of_its_own():
    concepts, _ = split("http://a/men/bags")
    assert len({concept.id for concept in concepts}) == len(concepts) == 4
