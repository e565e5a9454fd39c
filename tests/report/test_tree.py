"""The taxonomy in the report: each concept once, with its labels, pages and first instances."""

from dataclasses import replace
from itertools import pairwise

from graph.made import NEWS, article, large
from processor import within
from report.pages import page, text_of, tree

from weblode.ontology import Attribute, Broader, Concept, Instance, Ontology, Witness


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


def about(found, title):
    """What the list of a concept says under a title."""
    terms = [one for one in found.iter() if one.tag in ("dt", "dd")]
    return [text_of(value) for name, value in pairwise(terms) if name.tag == "dt" and text_of(name) == title]


def test_a_concept_tells_why_it_has_its_labels_and_what_was_done_by_hand():
    one = Concept("a", ("A", "B"), ("x.test",), merged=("B: the same words",), edited=("renamed, was 'C'",))
    found = tree(page(Ontology((one,))))
    assert about(found, "Also called") == ["B" + "B: the same words"]
    assert about(found, "By hand") == ["renamed, was 'C'"]
    assert about(found, "Pages") == []


def test_of_many_pages_of_a_concept_the_first_are_links_and_the_others_counted():
    urls = tuple(f"https://x.test/{n}" for n in range(9))
    found = tree(page(Ontology((Concept("a", ("A",), ("x.test",), urls),))))
    assert about(found, "Pages") == ["x.test/0, x.test/1, x.test/2, x.test/3, x.test/4, x.test/5, and 3 more"]
    assert [one.get("href") for one in found.iter("a") if one.get("href").startswith("http")] == list(urls[:6])


def test_of_many_instances_the_first_are_shown_and_all_counted():
    listed = tuple(article("asia", f"story-{n}") for n in range(8))
    found = tree(page(replace(NEWS, instances=listed)))
    assert [text_of(one) for one in found.iter("h3")] == ["The first 5 of 8 instances"]
    [items] = [one for one in found.iter("ol") if one.get("class") == "instances"]
    assert [text_of(one) for one in items] == [f"Story-{n}" for n in range(5)]


def test_a_title_is_not_told_twice_and_many_attributes_are_cut():
    values = [Attribute("title", "T", Witness("p")), Attribute("title", "Other", Witness("p"))]
    values += [Attribute(f"n{n}", "v", Witness("p")) for n in range(20)]
    listed = Instance("a", "T", "t.html", "p", None, tuple(values))
    found = tree(page(Ontology((Concept("a", ("A",)),), instances=(listed,))))
    [items] = [one for one in found.iter("ol") if one.get("class") == "instances"]
    assert [text_of(one) for one in items.iter("dt")] == ["title", *(f"n{n}" for n in range(11))]
    assert text_of(next(items.iter("dd"))) == "Other"
