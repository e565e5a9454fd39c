"""The report as a page: whole, harmless, and readable without us."""

from collections import Counter
from dataclasses import replace

from graph.made import NEWS, ontologies
from hypothesis import given, settings
from report.pages import page, text_of, tree

from weblode.graph.changes import changes
from weblode.ontology import Attribute, Concept, Dropped, Instance, Ontology, Witness
from weblode.report.facts import Stage

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
STAGES = [Stage("home pages", 0, 1.0, Counter(pages=2)), Stage("level 1", 0, 3.0), Stage("pages", 1, 1.0)]


def test_reasons_failures_times_and_changes_have_their_parts():
    failing = replace(NEWS, dropped=(*NEWS.dropped, Dropped("https://herald.test/x", "answered 404", "", "page")))
    found = tree(page(failing, stages=STAGES, changes=changes(replace(NEWS, concepts=NEWS.concepts[:-1]), NEWS)))
    assert [text_of(one) for one in found.iter("h2")] == [
        "Since the last run",
        "Taxonomy",
        "Labels left out",
        "Pages that could not be fetched",
        "Time",
    ]
    told = text_of(found)
    for one in (
        "Concepts: new 1",
        "no page below it 1",
        "Subscribe",
        "answered 404 1",
        "herald.test/x",
        "in all4.0 s",
    ):
        assert one in told
    bars = [one.get("style") for one in found.iter("span") if one.get("class") == "bar"]
    assert bars == ["width:25.0%", "width:75.0%", "width:25.0%"]


def test_what_is_not_there_has_no_part():
    found = tree(page(Ontology()))
    assert [text_of(one) for one in found.iter("h2")] == ["Taxonomy"]
    assert "No concepts were found." in text_of(found)


def test_it_needs_nothing_from_elsewhere_and_runs_nothing():
    found = tree(page(NEWS, stages=STAGES))
    assert not {"script", "link", "img", "iframe", "object", "form", "base"} & {str(one.tag) for one in found.iter()}
    assert not [one for one in found.iter() if one.get("src")]
    assert "url(" not in "".join(one.text for one in found.iter("style"))
    assert "@import" not in "".join(one.text for one in found.iter("style"))
    [policy] = [one.get("content") for one in found.iter("meta") if one.get("http-equiv")]
    assert policy.startswith("default-src 'none'")


def wild():
    """An ontology whose every text is an attack."""
    witness = Witness(EVIL, EVIL, EVIL, EVIL)
    return Ontology(
        (Concept(EVIL, (EVIL, EVIL + "2"), (EVIL,), (EVIL, "javascript:alert(1)"), (witness,), (EVIL,)),),
        instances=(
            Instance(EVIL, EVIL, EVIL, EVIL, "javascript:alert(1)", (Attribute(EVIL, EVIL, witness),), witness),
            Instance(EVIL, "", "", "", 'https://x.test/"onclick=alert(1) '),
        ),
        dropped=(Dropped(EVIL, EVIL, EVIL), Dropped(EVIL, EVIL, EVIL, "page")),
        sites={EVIL: "javascript:alert(1)"},
    )


def test_nothing_that_a_page_says_becomes_markup():
    found = tree(page(wild(), stages=[Stage(EVIL, 0, 1.0)], changes=changes(Ontology(), wild())))
    assert not {"script", "img"} & {str(one.tag) for one in found.iter()}
    assert not [name for one in found.iter() for name in one.attrib if name.startswith("on")]
    assert all(one.get("href").startswith(("#", "https://")) for one in found.iter("a"))
    assert EVIL in text_of(found)


@given(ontologies())
@settings(deadline=None, max_examples=50)
def test_any_ontology_gives_a_page_without_a_mistake_in_its_markup(ontology):
    found = page(ontology, changes=changes(Ontology(), ontology))
    tree(found)
    found.encode("utf-8")
    assert found == page(ontology, changes=changes(Ontology(), ontology))
