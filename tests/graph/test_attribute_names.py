"""Names of attributes that mean the same."""

from hypothesis import given
from hypothesis import strategies as st

from graph.made import ontologies
from weblode.graph.attribute_names import standard_term, synonyms
from weblode.graph.statements import triples
from weblode.graph.terms import term
from weblode.ontology import Attribute, Concept, Instance, Ontology, Witness

HERE = Witness("a.html")


def thing(number, **values):
    pairs = tuple(Attribute(name, value, HERE) for name, value in values.items())
    return Instance("a", f"Thing {number}", f"/{number}", "a.html", f"https://a.test/{number}", pairs)


def test_names_of_one_standard_term_are_synonyms():
    rows = [thing(1, author="Ann Lee"), thing(2, by="Bo Chen"), thing(3, author="Cy Dunn")]
    assert synonyms(rows) == {"author": "author", "by": "author"}


def test_names_of_the_same_words_are_synonyms():
    assert synonyms([thing(1, item_number="7", **{"Item numbers": "7"})]) == {
        "Item numbers": "Item numbers",
        "item_number": "Item numbers",
    }


def test_names_with_the_same_values_are_synonyms_by_extension():
    rows = [thing(n, amount=f"${n}", price=f"${n}", weight=f"{n} kg") for n in range(3)]
    assert synonyms(rows) == {"amount": "amount", "price": "amount"}
    assert synonyms(rows[:2]) == {}


def test_values_that_differ_as_often_are_no_evidence():
    rows = [thing(n, width=str(n), height=str(n if n < 3 else n + 1)) for n in range(6)]
    assert synonyms(rows) == {}


def test_numbered_columns_have_no_synonyms():
    assert synonyms([thing(n, field_2=f"{n}", price=f"{n}") for n in range(5)]) == {}


def test_the_graph_says_which_names_are_the_same():
    rows = tuple(thing(n, by=f"Ann {n}", author=f"Ann {n}") for n in range(2))
    graph = list(triples(Ontology((Concept("a", ("A",)),), instances=rows)))
    [same] = [each for each in graph if each.predicate == term("owl:equivalentProperty")]
    assert (same.subject.value, same.object.value) == ("urn:weblode:attribute/by", "urn:weblode:attribute/author")
    assert [each.object.value for each in graph if each.predicate == term("skos:altLabel")] == ["by"]


@given(ontologies())
def test_a_preferred_name_is_its_own(ontology):
    preferred = synonyms(ontology.instances)
    assert all(preferred[best] == best for best in preferred.values())


@given(st.text(max_size=20))
def test_any_name_has_a_standard_term_or_none(name):
    assert standard_term(name) == "" or ":" in standard_term(name)
