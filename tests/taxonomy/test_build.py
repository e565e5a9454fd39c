"""From the labels of sites to concepts and what is broader."""

import time
from itertools import product

from taxonomy.made import FURNITURE, SITES, TOPICS, WEB, homes, page

from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.labels import labels


def test_concepts_are_shared_topics_and_no_furniture():
    concepts, broader, dropped = taxonomy(labels(SITES, WEB))
    names = {concept.labels[0] for concept in concepts}
    assert {"Politics", "Business", "Travel", "Food"} <= names
    assert not names & set(FURNITURE)
    assert {"Contact Us", "Privacy Policy"} <= {lost.name for lost in dropped}
    [sports] = [concept for concept in concepts if "Sport" in concept.labels]
    assert sports.labels[0] == "Sports"
    assert sports.sites == ("site0.com", "site1.com", "site2.com")
    assert sports.urls == ("http://site0.com/sports", "http://site1.com/sport", "http://site2.com/sports")
    golf = next(concept for concept in concepts if concept.labels == ("Golf",))
    [pair] = [pair for pair in broader if pair.narrower == golf.id]
    assert (pair.broader, pair.sites) == (sports.id, ("site0.com", "site1.com"))
    assert [one.url for one in pair.witnesses] == ["http://site0.com/", "http://site1.com/"]


def test_lists_of_thousands_of_labels_that_sites_share_take_seconds():
    syllables = ["ba", "do", "fi", "gu", "ke", "la", "mo", "ni", "pu", "ra", "so", "ti", "ve"]
    topics = ["".join(parts).title() for parts in product(syllables, repeat=3)]
    start = time.process_time()
    concepts, _, _ = taxonomy(labels(homes(page(topics, "one"), page(topics[::-1], "two")), WEB))[:3]
    assert time.process_time() - start < 20
    assert len(concepts) > 1000


def test_the_same_labels_give_the_same_taxonomy_and_no_labels_none():
    assert taxonomy(labels(SITES, WEB)) == taxonomy(labels(SITES, WEB))
    assert taxonomy(labels([], WEB)) == ((), (), ())


def test_ids_are_unique_and_concepts_come_by_their_support():
    concepts, broader, _ = taxonomy(labels(SITES, WEB))
    ids = [concept.id for concept in concepts]
    assert len(set(ids)) == len(ids)
    support = [len(concept.sites) for concept in concepts]
    assert support == sorted(support, reverse=True)
    assert {one for pair in broader for one in (pair.narrower, pair.broader)} <= set(ids)


def test_labels_of_fewer_sites_than_asked_for_are_concepts_only_beside_others():
    two, three = ({each.label for each in taxonomy(labels(SITES, WEB), support=n)[0]} for n in (2, 3))
    assert {"Politics", "Business", "Sports", "Food"} <= three <= two
    few, many = (homes(page([*TOPICS, "Entertainment"], "one"), *[page(TOPICS, "more")] * n) for n in (2, 7))
    names = [{each.label for each in taxonomy(labels(sites, WEB))[0]} for sites in (few, many)]
    assert "Entertainment" in names[0] - names[1]  # of many sites, unrelated ones have it too


def test_labels_above_the_same_labels_are_one_concept_only_if_meaning_counts():
    one, two, three = (page(TOPICS, host, below=["Tennis", "Golf"]) for host in ("one", "two", "three"))
    sites = homes(one, two, three.replace("Sports", "Athletics").replace("/sports", "/athletics"))

    def together(**options):
        concepts, _, _ = taxonomy(labels(sites, WEB), **options)
        return any({"Sports", "Athletics"} <= set(concept.labels) for concept in concepts)

    assert together(semantics=True)
    assert not together()


def test_a_rejected_label_is_a_concept_if_two_sites_have_it_in_menus_below_the_same_concept():
    def told(*menus):
        sites = homes(*(page(TOPICS, f"host{n}", below=below) for n, below in enumerate(menus)))
        concepts, _, dropped = taxonomy(labels(sites, WEB))
        return {concept.label for concept in concepts}, {lost.name for lost in dropped}

    concepts, dropped = told(["Tennis", "Contact Us"], ["Golf", "Contact Us"], [])
    assert "Contact Us" in concepts - dropped
    concepts, dropped = told(["Tennis", "Contact Us"], ["Golf"], [])
    assert "Contact Us" in dropped - concepts
