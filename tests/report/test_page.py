"""The report as a page: whole, harmless, and readable without us."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import html5lib
from graph.made import NEWS, large, ontologies
from hypothesis import given, settings
from processor import within

from weblode.graph.changes import changes
from weblode.ontology import Attribute, Broader, Concept, Dropped, Instance, Ontology, Witness
from weblode.report.facts import MineResult, Stage
from weblode.report.page import html

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
STAGES = [Stage("home pages", 0, 1.0, Counter(pages=2)), Stage("level 1", 0, 3.0), Stage("pages", 1, 1.0)]


def page(ontology, **more):
    return "".join(html(MineResult(ontology, **more)))


def tree(text):
    """The page as a browser builds it; a mistake in the markup is an error."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)


def text_of(element):
    return " ".join("".join(element.itertext()).split())


def test_the_tree_shows_each_concept_once_below_the_one_it_is_narrower_than():
    found = tree(page(NEWS))
    [top] = [one for one in found.iter("ul") if one.get("class") == "tree"]
    tops = [text_of(one.find("details/summary")) for one in top.findall("li")]
    assert tops == [
        "World World news, International 2 sites",
        "Sport Sports 2 sites",
        "Business 2 sites",
        "Weather 2 sites",
    ]
    world = top.find("li/details")
    assert [text_of(one) for one in world.findall("ul/li/details/summary")] == [
        "Asia 2 sites 1 instance",
        "Europe Европа, 欧洲 2 sites",
        "World Cup 1 site 1 instance",
    ]
    again = [one for one in found.iter("li") if one.get("class") == "again"]
    assert [text_of(one) for one in again] == ["World Cup, see there"]
    ids = {one.get("id") for one in found.iter() if one.get("id")}
    assert all(one.get("href")[1:] in ids for one in found.iter("a") if one.get("href").startswith("#"))


def test_instances_have_their_attributes_and_lead_to_their_pages():
    found = tree(page(NEWS))
    [first, *_] = [one for one in found.iter("ol") if one.get("class") == "instances"]
    item = first.find("li")
    assert item.find("a").get("href") == "https://gazette.test/monsoon.html"
    pairs = [(text_of(name), text_of(value)) for name, value in zip(item.iter("dt"), item.iter("dd"), strict=True)]
    assert pairs == [("Author", "A. Writer"), ("Published", "March 5, 2017"), ("Words", "812")]
    assert item.find("dl/dd").get("title") == "template: /html/body/p[1]"


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


def test_many_ways_to_a_concept_and_a_deep_tree_are_no_trouble():
    ids = [str(n) for n in range(60)]
    pairs = tuple(Broader(ids[n], ids[m]) for n in range(60) for m in (n - 1, n - 2) if m >= 0)
    lattice = Ontology(tuple(Concept(one, (one,)) for one in ids), pairs)
    with within(30):
        assert page(lattice).count("<details id=") == 60
    deep = [f"d{n}" for n in range(3000)]
    chain = tuple(Broader(lower, upper) for upper, lower in pairwise(deep))
    with within(30):
        assert page(Ontology(tuple(Concept(one, (one,)) for one in deep), chain)).count("<details id=") == 3000


def test_a_large_ontology_is_still_a_page_that_a_browser_can_have():
    text = page(large(500, 20_000))
    assert len(text) < 6_000_000
    assert " open>" not in text
