"""What identifies an instance, and how instances and memberships are counted."""

from graph.made import NEWS
from weblode.graph.identity import distinct, local_pages, memberships, with_addresses
from weblode.ontology import Attribute, Concept, Instance, Ontology, Witness

STORY = "https://a.test/story"


def test_one_thing_in_two_concepts_is_one_instance_and_two_memberships():
    rows = [Instance(concept, "Story", "/story", page, STORY) for concept, page in ("ab", "bc", "ad")]
    assert (distinct(rows), memberships(rows)) == (1, 2)


def test_things_without_an_address_are_told_apart_by_their_place():
    rows = [Instance("a", "Rope", "", "list.html", None, (), Witness("list.html", f"/ul/li[{n}]")) for n in (1, 2)]
    assert (distinct(rows), memberships(rows)) == (2, 2)


def test_witnesses_on_files_get_the_address_of_the_page_and_keep_its_name():
    here, there = Witness("site/a.html", "/p", "site/a.html"), Witness("https://b.test/", "/p", "https://b.test/")
    ontology = Ontology(
        (Concept("a", ("A",), witnesses=(here, there)),),
        instances=(Instance("a", "Story", "b", "site/a.html", None, (Attribute("x", "y", here),), here),),
    )
    assert local_pages(ontology) == {"site/a.html"}
    found = with_addresses(ontology, {"site/a.html": "https://a.test/"})
    mended = Witness("site/a.html", "/p", "https://a.test/")
    assert found.concepts[0].witnesses == (mended, there)
    assert (found.instances[0].witness, found.instances[0].attributes[0].witness) == (mended, mended)
    assert local_pages(found) == set()


def test_without_addresses_the_ontology_stays():
    assert with_addresses(NEWS, {}) is NEWS
