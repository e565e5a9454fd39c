"""Mappings from concepts to a vocabulary."""

import pytest

from weblode.errors import OntologyError
from weblode.graph.matching import BROAD, CLOSE, EXACT, LabelIndex, as_table, as_triples, match, similarity
from weblode.graph.vocabularies import VocabularyTerm, read_vocabulary
from weblode.ontology import Broader, Concept, Ontology

TERMS = [
    VocabularyTerm("v:sport", ("Sport",)),
    VocabularyTerm("v:bags", ("Shoes and Bags", "Luggage")),
    VocabularyTerm("v:cruises", ("Cruises",)),
    VocabularyTerm("v:europe-w", ("Europe",), ("v:world",)),
    VocabularyTerm("v:europe-t", ("Europe",), ("v:travel",)),
    VocabularyTerm("v:world", ("World",)),
    VocabularyTerm("v:travel", ("Travel",)),
    VocabularyTerm("v:photography", ("Photography",)),
]


def proposed(*labels, broader=()):
    concepts = tuple(Concept(each[0].lower(), tuple(each)) for each in labels)
    pairs = tuple(Broader(low, high) for low, high in broader)
    return {one.concept.label: (one.kind, one.term.id) for one in match(Ontology(concepts, pairs), TERMS)}


def test_the_same_words_are_an_exact_match():
    assert proposed(["Sports"]) == {"Sports": (EXACT, "v:sport")}


def test_another_label_or_order_is_a_close_match():
    assert proposed(["Bags & Shoes"], ["Suitcases", "Luggage"]) == {
        "Bags & Shoes": (CLOSE, "v:bags"),
        "Suitcases": (CLOSE, "v:bags"),
    }


def test_almost_the_same_letters_are_a_close_match():
    assert proposed(["Photograpy"]) == {"Photograpy": (CLOSE, "v:photography")}


def test_of_terms_with_one_label_the_one_below_the_same_concept_wins():
    assert proposed(["World"], ["Europe"], broader=[("europe", "world")])["Europe"] == (EXACT, "v:europe-w")
    assert proposed(["Europe"])["Europe"][0] == CLOSE


def test_the_head_of_a_label_is_broader_but_not_the_last_of_two():
    assert proposed(["River Cruises"]) == {"River Cruises": (BROAD, "v:cruises")}
    assert proposed(["Flights & Cruises"]) == {}


def test_a_concept_without_a_match_takes_that_of_the_concept_above_it():
    found = proposed(["World"], ["Asia"], ["Nepal"], broader=[("asia", "world"), ("nepal", "asia")])
    assert found == {"World": (EXACT, "v:world"), "Asia": (BROAD, "v:world"), "Nepal": (BROAD, "v:world")}


def test_mappings_are_a_table_and_a_graph():
    mappings = match(Ontology((Concept("sports", ("Sports",)),)), TERMS)
    assert [(row["label"], row["mapping"], row["target"]) for row in as_table(mappings).rows()] == [
        ("Sports", EXACT, "v:sport")
    ]
    [triple] = as_triples(mappings, base="urn:weblode:")
    assert [each.value for each in triple] == [
        "urn:weblode:concept/sports",
        "http://www.w3.org/2004/02/skos/core#exactMatch",
        "v:sport",
    ]
    assert len(as_table([])) == 0


def test_likeness_is_symmetric_and_short_labels_must_be_the_same():
    assert similarity("Photography", "Photograpy") == similarity("Photograpy", "Photography") > 0.8
    assert similarity("Art", "Ark") == 0
    assert [each.id for each, _ in LabelIndex(TERMS).search("travel", 3)] == ["v:travel"]


# ---------------------------------------------------------------- vocabularies
def test_a_skos_file_is_a_vocabulary(tmp_path):
    path = tmp_path / "v.ttl"
    path.write_text(
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix v: <urn:v:> ."
        'v:a skos:altLabel "Sports"; skos:prefLabel "Sport" . v:b skos:prefLabel "Tennis"; skos:broader v:a .'
    )
    assert read_vocabulary(path) == [
        VocabularyTerm("urn:v:a", ("Sport", "Sports")),
        VocabularyTerm("urn:v:b", ("Tennis",), ("urn:v:a",)),
    ]


def test_a_table_is_a_vocabulary(tmp_path):
    path = tmp_path / "v.csv"
    path.write_text("ID,Label,altLabel,broader\n1,Sport,Sports|Games,\n2,Tennis,,1\n3,,,\n")
    assert read_vocabulary(path) == [
        VocabularyTerm("1", ("Sport", "Sports", "Games")),
        VocabularyTerm("2", ("Tennis",), ("1",)),
    ]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("v.ttl", "this is no Turtle", "cannot read"),
        ("v.csv", "a,b\n1,2\n", "no column with labels"),
        ("v.csv", "label\n", "no term with a label"),
        ("v.xlsx", "", "no vocabulary that can be read"),
    ],
)
def test_what_is_no_vocabulary_is_told(tmp_path, name, text, reason):
    (tmp_path / name).write_text(text)
    with pytest.raises(OntologyError, match=reason):
        read_vocabulary(tmp_path / name)
    with pytest.raises(OntologyError, match="cannot read"):
        read_vocabulary(tmp_path / "none.csv")


SKOS = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix v: <urn:v:> ."


def test_preferred_labels_of_several_languages_are_all_preferred(tmp_path):
    path = tmp_path / "v.ttl"
    path.write_text(SKOS + 'v:a skos:prefLabel "Kleidung"@de, "Clothing"@en; skos:altLabel "Apparel"@en .')
    terms = read_vocabulary(path)
    assert terms[0].preferred_labels == ("Kleidung", "Clothing")
    concepts = Concept("clothing", ("Clothing",)), Concept("apparel", ("Apparel",))
    exact, close = match(Ontology(concepts), terms)
    assert (exact.kind, exact.why) == (EXACT, "'Clothing' has the same words as 'Clothing'")
    assert close.kind == CLOSE


def test_narrower_terms_and_subclasses_say_what_is_broader(tmp_path):
    path = tmp_path / "v.ttl"
    rdfs = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
    path.write_text(
        f'{SKOS}{rdfs} v:a skos:prefLabel "Sport"; skos:narrower v:b . v:b skos:prefLabel "Golf"; skos:broader v:a .'
        'v:c rdfs:label "Match"; rdfs:subClassOf v:a .'
    )
    assert {one.label: one.broader for one in read_vocabulary(path)} == {
        "Sport": (),
        "Golf": ("urn:v:a",),
        "Match": ("urn:v:a",),
    }


def test_the_vocabulary_itself_and_properties_are_no_terms(tmp_path):
    path = tmp_path / "v.ttl"
    rdfs = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> ."
    classes = f'{SKOS}{rdfs} v:a a owl:Class; rdfs:label "Book" . v:p a owl:ObjectProperty; rdfs:label "writes" .'
    path.write_text(f'{classes} v: a owl:Ontology; rdfs:label "Books" .')
    assert [one.label for one in read_vocabulary(path)] == ["Book"]
    path.write_text(
        f'{classes} v:s a skos:ConceptScheme; skos:prefLabel "Sports" . v:c a skos:Concept; skos:prefLabel "X".'
    )
    assert [one.label for one in read_vocabulary(path)] == ["X"]


def test_the_columns_of_a_table_may_be_divided_by_semicolons(tmp_path):
    path = tmp_path / "v.csv"
    path.write_text("id;label;altlabel\n1;Food, Drink;Meals|Wine\n")
    assert read_vocabulary(path) == [VocabularyTerm("1", ("Food, Drink", "Meals", "Wine"))]


def test_the_label_is_named_that_a_broader_match_ends_with():
    terms = [VocabularyTerm("v:c", ("Journeys", "Cruises"))]
    [mapping] = match(Ontology((Concept("river", ("River Cruises",)),)), terms)
    assert (mapping.kind, mapping.why) == (BROAD, "'River Cruises' ends with 'Cruises'")
