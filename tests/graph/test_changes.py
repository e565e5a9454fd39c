"""What is new, gone and moved; and that a thing is only ever one of them."""

from dataclasses import replace

from hypothesis import given

from graph.made import NEWS, article, concept, ontologies
from weblode.graph.changes import Changes, address, changes
from weblode.ontology import Broader, Ontology


def names(found):
    return [one.name for one in found]


@given(ontologies())
def test_nothing_changes_from_an_ontology_to_itself(ontology):
    assert changes(ontology, ontology) == Changes()


@given(ontologies(), ontologies())
def test_an_instance_that_is_new_one_way_is_gone_the_other_way(before, now):
    there, back = changes(before, now).instances, changes(now, before).instances
    assert [one.id for one in there.new] == [one.id for one in back.gone]
    assert {(one.id, one.was_at) for one in there.moved if one.was_at} == {
        (one.was_at, one.id) for one in back.moved if one.was_at
    }


@given(ontologies(), ontologies())
def test_every_concept_and_instance_is_new_gone_or_in_both(before, now):
    found = changes(before, now)
    assert len(before.concepts) - len(found.concepts.gone) == len(now.concepts) - len(found.concepts.new)
    old, new = ({address(one) for one in side.instances} for side in (before, now))
    assert len(old) - len(found.instances.gone) == len(new) - len(found.instances.new)


def test_everything_is_new_where_nothing_was():
    found = changes(Ontology(), NEWS)
    assert len(found.concepts.new) == 10
    assert len(found.broader.new) == len(NEWS.broader)
    assert len(found.instances.new) == 3
    assert not changes(Ontology(), Ontology()).concepts


def test_a_concept_is_the_same_under_another_preferred_label():
    renamed = tuple(
        replace(one, id="sports", labels=("Sports", "Sport")) if one.id == "sport" else one for one in NEWS.concepts
    )
    pairs = tuple(replace(one, broader="sports") if one.broader == "sport" else one for one in NEWS.broader)
    assert changes(NEWS, replace(NEWS, concepts=renamed, broader=pairs)) == Changes()


def test_of_a_concept_that_was_split_one_half_is_new():
    before = Ontology((concept("film", "Film", "Movies"),))
    now = Ontology((concept("movies", "Movies"), concept("film", "Film")))
    found = changes(before, now)
    assert names(found.concepts.new) == ["Movies"]
    assert found.concepts.gone == ()


def test_a_concept_under_another_one_is_moved_and_its_pairs_are_new_and_gone():
    pairs = tuple(one for one in NEWS.broader if one.narrower != "asia")
    found = changes(NEWS, replace(NEWS, broader=(*pairs, Broader("asia", "business"))))
    [moved] = found.concepts.moved
    assert (moved.name, moved.left, moved.joined) == ("Asia", ("World",), ("Business",))
    assert found.as_json()["broader"] == {"new": [["Asia", "Business"]], "gone": [["Asia", "World"]]}
    assert (found.concepts.new, found.concepts.gone) == ((), ())


def test_an_instance_under_another_concept_is_moved():
    others = tuple(one for one in NEWS.instances if one.title != "Monsoon")
    found = changes(NEWS, replace(NEWS, instances=(*others, article("europe", "monsoon"))))
    [moved] = found.instances.moved
    assert (moved.name, moved.before, moved.now, moved.was_at) == ("Monsoon", ("Asia",), ("Europe",), "")
    assert found.as_json()["instances"]["moved"] == [
        {"name": "Monsoon", "url": "https://gazette.test/monsoon.html", "before": ["Asia"], "now": ["Europe"]}
    ]


def at(name, title):
    return replace(article("asia", name), title=title)


def test_an_instance_at_another_address_is_moved_if_its_title_leaves_no_doubt():
    before = replace(NEWS, instances=(at("one", "Monsoon  season"), at("two", "Briefing"), at("three", "Briefing")))
    now = replace(NEWS, instances=(at("1", "monsoon season"), at("2", "Briefing"), at("3", "Briefing")))
    found = changes(before, now)
    assert [(one.id, one.was_at) for one in found.instances.moved] == [
        ("https://gazette.test/1.html", "https://gazette.test/one.html")
    ]
    assert len(found.instances.new) == len(found.instances.gone) == 2


def test_the_same_title_on_another_host_is_another_instance():
    here = article("asia", "monsoon")
    there = replace(here, url="https://herald.test/monsoon.html")
    found = changes(replace(NEWS, instances=(here,)), replace(NEWS, instances=(there,)))
    assert (len(found.instances.new), len(found.instances.gone), found.instances.moved) == (1, 1, ())
