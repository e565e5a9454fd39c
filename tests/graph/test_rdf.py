"""The graph as other tools see it: rdflib reads it, pyshacl validates it, owlready2 finds its classes."""

import sys
import warnings
from pathlib import Path

import children
import pytest
from hypothesis import HealthCheck, given, settings

from graph.made import BOTH, NEWS, ontologies
from graph.readers import READERS, faults, loaded
from weblode.errors import OntologyError
from weblode.graph import rdf, statements
from weblode.graph.edits import Edit, apply_edits
from weblode.ontology import Concept, Ontology

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of their own
    import owlready2
    import rdflib
    import rdflib.compare
    from rdflib.namespace import DCTERMS, SKOS

FEW = settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def news(tmp_path_factory):
    return loaded(NEWS, tmp_path_factory.mktemp("news"))


@given(ontologies())
@FEW
def test_all_formats_say_the_same_and_it_is_valid(tmp_path_factory, ontology):
    folder = tmp_path_factory.mktemp("graphs")
    first, *others = (loaded(ontology, folder, suffix) for suffix in READERS)
    assert len(first) == len(list(statements.triples(ontology))), "each triple once, and none is lost"
    for other in others:
        assert rdflib.compare.isomorphic(first, other)
    assert faults(first) == ""


def test_the_shapes_see_what_is_wrong(news):
    wrong = rdflib.Graph() + news
    wrong.remove((rdflib.URIRef("urn:weblode:concept/asia"), SKOS.prefLabel, None))
    assert "MinCount" in faults(wrong)
    assert faults(news) == ""


@pytest.mark.parametrize("suffix", rdf.SUFFIXES)
def test_another_process_writes_the_same_bytes(tmp_path, suffix):
    tests = Path(__file__).parent.parent
    imports = "from graph.made import NEWS\nfrom weblode.graph import rdf"
    code = f"import sys; sys.path.insert(0, {str(tests)!r})\n{imports}"
    for name in ("one", "two"):
        write = f"{code}\nrdf.write(NEWS, {str(tmp_path / name) + suffix!r})"
        children.run([sys.executable, "-c", write], check=True)
    assert (tmp_path / f"one{suffix}").read_bytes() == (tmp_path / f"two{suffix}").read_bytes()


@given(ontologies())
@FEW
def test_a_copy_has_the_bytes_of_what_is_written(tmp_path_factory, ontology):
    folder = tmp_path_factory.mktemp("copies")
    rdf.write(ontology, folder / "one.nq")
    for suffix in rdf.SUFFIXES:
        rdf.write(ontology, folder / f"one{suffix}")
        rdf.copy(folder / "one.nq", folder / f"two{suffix}")
        assert (folder / f"one{suffix}").read_bytes() == (folder / f"two{suffix}").read_bytes()


def test_what_was_edited_is_valid_and_says_so(tmp_path):
    edits = [
        Edit("merge", (Concept("football", ()), Concept("tennis", ())), number=1, time="2026-01-31T12:00:00Z"),
        Edit("split", (Concept("world", ()),), "", ("International",), BOTH[1:], number=2, time="2026-02-01T12:00:00Z"),
        Edit("move", (Concept("cup", ()), Concept("business", ())), number=3, time="2026-02-02T12:00:00Z"),
        Edit("reject", (Concept("sport", ()),), number=4, time="2026-02-03T12:00:00Z"),
    ]
    ontology, problems = apply_edits(NEWS, edits)
    found = loaded(ontology, tmp_path)
    assert (problems, faults(found)) == ([], "")
    base = rdflib.Namespace("urn:weblode:concept/")
    notes = {(str(one).removeprefix(base), str(note)) for one, note in found.subject_objects(SKOS.changeNote)}
    assert notes == {
        ("football", "2026-01-31T12:00:00Z: merged with 'Tennis'"),
        ("football", "2026-02-03T12:00:00Z: was below 'Sport', which was rejected"),
        ("international", "2026-02-01T12:00:00Z: split from 'World'"),
        ("world", "2026-02-01T12:00:00Z: 'International' was split off"),
        ("cup", "2026-02-02T12:00:00Z: moved, was below 'Football' and 'World'"),
    }
    assert list(found.subject_objects(DCTERMS.replaces)) == [(base.football, base.tennis)]


def test_the_order_of_the_sites_changes_no_byte(tmp_path):
    turned = Ontology(NEWS.concepts, NEWS.broader, NEWS.instances, sites=dict(reversed(NEWS.sites.items())))
    rdf.write(NEWS, tmp_path / "one.ttl")
    rdf.write(turned, tmp_path / "two.ttl")
    assert (tmp_path / "one.ttl").read_bytes() == (tmp_path / "two.ttl").read_bytes()


@pytest.mark.parametrize("suffix", [".rdf", ".nt"])
def test_owlready2_finds_the_classes_and_individuals(tmp_path, suffix):
    path = tmp_path / f"news{suffix}"
    if suffix == ".nt":
        path.write_text("".join(f"{triple} .\n" for triple in statements.triples(NEWS)), encoding="utf-8")
    else:
        rdf.write(NEWS, path)
    world = owlready2.World()
    found = world.get_ontology(path.as_uri()).load()
    classes = {each.iri: each for each in found.classes()}
    # Those with instances and those above them: not Europe, Tennis, Weather.
    assert {iri.rsplit("/")[-1] for iri in classes} == {
        "asia",
        "business",
        "cup",
        "football",
        "markets",
        "sport",
        "world",
    }
    cup = classes["urn:weblode:concept/cup"]
    assert {each.iri.rsplit("/")[-1] for each in cup.ancestors() if each is not owlready2.Thing} == {
        "cup",
        "football",
        "sport",
        "world",
    }
    individuals = [each for each in found.individuals() if ":instance/" in each.iri]
    assert len(individuals) == 3  # Final is of two concepts
    assert len(classes["urn:weblode:concept/world"].instances(world=world)) == 2


def test_an_unknown_suffix_is_refused_and_leaves_no_file(tmp_path):
    with pytest.raises(OntologyError, match=r"use one of .ttl, .rdf, .jsonld, .nq"):
        rdf.write(NEWS, tmp_path / "graph.owl")
    assert list(tmp_path.iterdir()) == []
