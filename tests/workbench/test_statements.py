"""The statements of an ontology by page."""

from collections import Counter

from graph.made import GAZETTE, NEWS, ontologies
from hypothesis import given

from weblode.ontology import Concept, Instance, Ontology
from weblode.report.facts import MineResult
from weblode.workbench.statements import addresses, by_page


def pages(ontology):
    return by_page(ontology, MineResult(ontology).instances_by_concept)


def test_each_statement_is_on_the_page_where_it_was_read():
    found = pages(NEWS)
    assert {each.witness.page for each in found["gazette.html"]} == {"gazette.html"}
    assert Counter(each.kind for each in found["gazette.html"]) == {"concept": 10, "pair": 7}
    listed, *attributes = [*found["asia.html"], *found["monsoon.html"]]
    assert (listed.kind, listed.text, listed.concept, listed.instance) == ("instance", "Monsoon", "asia", 0)
    assert [each.text for each in attributes] == ["Author: A. Writer", "Published: March 5, 2017", "Words: 812"]


def test_a_pair_is_told_by_its_labels():
    assert "World Cup is below Football" in {each.text for each in pages(NEWS)["herald.html"]}


def test_an_instance_without_title_or_witness_is_on_the_page_that_lists_it():
    bare = Ontology((Concept("a", ("A",)),), instances=(Instance("a", "", "x.html", "list.html"),))
    [statement] = pages(bare)["list.html"]
    assert (statement.text, statement.witness.page, statement.witness.xpath) == ("x.html", "list.html", "")


def test_addresses_are_those_of_homes_concepts_lists_and_instances():
    found = addresses(NEWS)
    assert {GAZETTE, "https://herald.test/world", "asia.html", f"{GAZETTE}monsoon.html"} <= found
    assert addresses(Ontology()) == frozenset()


@given(ontologies())
def test_every_witness_gives_one_statement(ontology):
    instances = MineResult(ontology).instances_by_concept
    found = [each for group in by_page(ontology, instances).values() for each in group]
    listed = [each for group in instances.values() for each in group]
    assert Counter(each.kind for each in found) == Counter(
        {
            "concept": sum(len(each.witnesses) for each in ontology.concepts),
            "pair": sum(len(each.witnesses) for each in ontology.broader),
            "instance": len(listed),
            "attribute": sum(len(each.attributes) for each in listed),
        }
    )
