"""From home pages to concepts and what is broader: labels, candidates, synonyms, relations."""

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.pages.links import why_outside
from weblode.sources.offline import Offline
from weblode.taxonomy.broader import Related, direct_pairs, related_pairs, relations, taxminer
from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.concepts import synonyms
from weblode.taxonomy.frequent import Candidates, candidates, lean_to_neighbours, with_menu_entries
from weblode.taxonomy.labels import Group, Home, Labels, Use, key, labels, tidy

TOPICS = ["World", "Politics", "Business", "Sports", "Travel", "Health"]
FURNITURE = ["Contact Us", "Privacy Policy", "About Us", "Login"]


def page(topics, host, *, below=()):
    def link(name):
        return f'<li><a href="/{name.lower().replace(" ", "-")}">{name}</a>'

    items = "".join(
        link(name) + (f"<ul>{''.join(map(link, below))}</ul>" if name.startswith("Sport") else "") for name in topics
    )
    stories = "".join(
        f'<h3><a href="/story-{i}">The story number {i} of {host} in many words</a></h3><p>And a text.</p>'
        for i in range(25)
    )
    foot = "".join(link(name) for name in FURNITURE)
    social = '<a href="http://social.example/us">Follow us</a>'
    return f"<title>{host}</title><ul id=menu>{items}</ul><div>{stories}</div><ul>{foot}</ul>{social}"


def homes(*pages):
    return [
        Home(f"site{i}.com", f"http://site{i}.com/", outline(parse(text.encode(), url=f"http://site{i}.com/")))
        for i, text in enumerate(pages)
    ]


WEB = Offline([])
SITES = homes(
    page(TOPICS, "one", below=["Tennis", "Golf"]),
    page(["World News", *TOPICS[1:3], "Sport", "Travel", "Food"], "two", below=["Golf", "Cricket"]),
    page([*TOPICS[:4], "Science", "Food"], "three"),
)


def test_words_that_differ_in_their_ends_are_one_label_and_meaning_is_none():
    assert key("Sports") == key("SPORT") == key(" sport’s ")
    assert key("World") != key("International")


def test_a_label_counts_on_a_site_only_as_a_link_to_another_page_of_it():
    text = (
        '<a href="/">Home</a><a href="#top">Top</a><a href="http://other.com/">Other</a><a href="/news">News</a><p>Text'
    )
    found = labels(homes(text), WEB)
    assert list(found.uses) == [key("News")]


def test_the_site_of_a_person_on_a_host_ends_where_their_folder_ends():
    text = "<a href=/~ann/work>Work</a><a href=/~bob/>Bob</a><a href=/courses>Courses</a><a href=/~ann/>Home</a>"
    home = Home("uni.edu/~ann", "http://uni.edu/~ann/", outline(parse(text.encode(), url="http://uni.edu/~ann/")))
    assert list(labels([home], WEB).uses) == [key("Work")]
    assert why_outside("http://uni.edu/~bob/", ["uni.edu/~ann"])
    assert why_outside("http://www.uni.edu/courses", ["uni.edu/~ann"])
    assert not why_outside("http://uni.edu/~ann/work", ["uni.edu/~ann"])


def test_labels_lead_to_where_the_base_of_the_page_says():
    data = b"<base href=http://site0.com/en/><ul><li><a href=world>World</a><li><a href=sport>Sport</a></ul>"
    home = Home("site0.com", "http://site0.com/", outline(parse(data)))
    [use] = labels([home], Offline([])).uses[key("World")].values()
    assert list(use.urls) == ["http://site0.com/en/world"]


def test_support_counts_sites_not_pages():
    one = homes(page(TOPICS, "one"))[0]
    again = Home(one.site, "http://site0.com/other", one.outline)
    assert {len(uses) for uses in labels([one, again], WEB).uses.values()} == {1}


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


def made(groups, sites=3):
    """Labels that stand in groups, each given as site, keys, and the labels above."""
    uses = {}
    for group in groups:
        for one in group.keys:
            uses.setdefault(one, {})[group.site] = Use(texts={one: 1})
    return Labels(uses, tuple(groups), tuple(map(str, range(sites))))


def test_labels_beside_each_other_are_not_one_concept_though_their_stems_are_alike():
    apart = made([Group("1", ("digit camera bag", "camera bag")), Group("2", ("x",))])
    alike = made([Group("1", ("digit camera bag",)), Group("2", ("camera bag",))])
    for found, n in ((apart, 2), (alike, 1)):
        chosen = Candidates({"digit camera bag": 1.0, "camera bag": 1.0}, {})
        assert len(synonyms(found, chosen)) == n


def one_concept(*groups):
    """Whether all labels of some groups are one concept, and why."""
    found = made(list(groups))
    chosen = Candidates(dict.fromkeys(found.uses, 1.0), {})
    [concept] = synonyms(found, chosen)
    return concept.reasons


def test_a_label_without_its_decoration_is_the_same_label():
    assert tidy("Arts »") == tidy("Arts (12)") == tidy("Arts:") == "Arts"
    text = "<ul>" + "".join(f"<li><a href=/{n}>{name} {n}</a>" for n, name in enumerate(["Hats", "Belts", "Socks"], 3))
    assert set(labels(homes(text), WEB).uses) == {key("Hats"), key("Belts"), key("Socks")}
    assert set(labels(homes("<ul><li><a href=/x>FTSE 100</a><li><a href=/y>Shares</a>"), WEB).uses) == {
        key("FTSE 100"),
        key("Shares"),
    }


def test_a_label_of_several_things_is_another_than_that_of_the_same_words():
    assert key("Women's & Plus Size") != key("Women's Plus Size")
    assert key("Food and Drinks") == key("food/drink") == key("Food & Drink")


def test_a_word_may_be_short_for_another():
    assert "short for" in one_concept(Group("1", ("tech",)), Group("2", ("technologi",)))[0]
    assert "short for" in one_concept(Group("1", ("mid east",)), Group("2", ("middl east",)))[0]


def test_labels_that_lead_to_the_same_page_of_a_site_are_one_concept_unless_beside_each_other():
    def both(*groups):
        found = made(list(groups))
        for one in ("tv", "televis"):
            found.uses[one]["1"].urls["http://one.com/tv"] = None
        return synonyms(found, Candidates({"tv": 1.0, "televis": 1.0}, {}))

    [concept] = both(Group("1", ("tv",)), Group("1", ("televis",)))
    assert concept.reasons == ("'tv' and 'televis': the same page of 1",)
    assert len(both(Group("1", ("tv", "televis")))) == 2


def test_what_one_site_calls_several_things_is_put_with_the_first_that_others_have_and_never_makes_two_one():
    groups = [Group(site, ("scienc", "tech")) for site in "12"]
    found = made([*groups, Group("3", ("scienc & tech",))])
    concepts = synonyms(found, Candidates(dict.fromkeys(found.uses, 1.0), {}))
    assert sorted(concept.keys for concept in concepts) == [("scienc", "scienc & tech"), ("tech",)]


def test_a_word_that_every_site_has_says_nothing_at_the_end_of_a_label():
    found = labels(SITES, WEB)
    assert key("World News") not in found.uses
    assert len(found.uses[key("World")]) == 3
    assert found.text(key("World")) == "World"


def test_a_label_below_a_concept_on_two_sites_is_one_under_whichever_name():
    groups = [Group("1", ("softwar",), ("tech",)), Group("2", ("softwar",), ("technologi",))]
    found = made([*groups, Group("1", ("tech",)), Group("2", ("technologi",))])
    chosen = Candidates({}, {"tech": 0.9, "technologi": 0.9}, {"softwar": 0.1})
    assert "softwar" in with_menu_entries(found, chosen, {"tech": 0, "technologi": 0}, support=2).shared
    assert "softwar" not in with_menu_entries(found, chosen, {"tech": 0, "technologi": 1}, support=2).shared


def test_what_stands_below_two_concepts_together_is_below_neither():
    holding = [Group(site, ("scienc", "tech")) for site in "12"]
    found = made([*holding, Group("3", ("scienc & tech",)), Group("3", ("space",), ("scienc & tech",))])
    concept = {"scienc": 0, "scienc & tech": 0, "tech": 1, "space": 2}
    assert relations(related_pairs(found, concept)) == {(2, 0): frozenset("3")}
    for one in ("scienc", "tech"):
        found.uses[one]["1"].holds = True
    assert relations(related_pairs(found, concept)) == {}


def test_what_was_put_together_says_why():
    found = made([Group("1", ("food drink",)), Group("2", ("drink food",))])
    [concept] = synonyms(found, Candidates({"food drink": 1.0, "drink food": 1.0}, {}))
    assert concept.reasons == ("'food drink' and 'drink food': the same stems",)


def test_a_label_leans_to_its_company():
    found = made([Group("1", ("a", "b", "c")), Group("2", ("a", "b", "d")), Group("1", ("x", "y"))])
    value = lean_to_neighbours(found, {"a": 0.9, "b": 0.9, "c": 0.1, "x": 0.1, "y": 0.5})
    assert value["c"] > 0.5 > value["y"]


def test_the_papers_example_of_taxminer():
    # a-b on one site and a-c-b on another; support two: the pair is found in the second round.
    a, b, c = 0, 1, 2
    paths = Related(
        {1: {(b, a): frozenset("1"), (c, a): frozenset("2"), (b, c): frozenset("2")}, 2: {(b, a): frozenset("2")}}
    )
    assert set(taxminer(paths)) == {(b, a)}
    assert taxminer(Related({1: paths.by_distance[1]})) == {}


def test_concepts_beside_each_other_on_more_sites_than_above_each_other_are_not_nested():
    groups = [Group("1", ("golf",), ("tenni",)), Group("2", ("golf", "tenni")), Group("3", ("golf", "tenni"))]
    assert relations(related_pairs(made(groups), {"golf": 0, "tenni": 1})) == {}


PAIRS = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] != pair[1]),
    st.frozensets(st.sampled_from("abc"), min_size=1),
    max_size=25,
)


@given(PAIRS, PAIRS)
def test_there_is_never_a_circle(near, far):
    found = relations(Related({1: near, 2: far}))
    above = {}
    for lower, upper in found:
        above.setdefault(lower, set()).add(upper)

    def reaches(one, goal, seen):
        return any(
            upper == goal or (upper not in seen and reaches(upper, goal, seen | {upper}))
            for upper in above.get(one, ())
        )

    assert not any(reaches(one, one, frozenset()) for one in above)
    assert set(direct_pairs(found)) <= set(found)


@pytest.mark.parametrize("support", [2, 3])
def test_shared_labels_have_as_many_sites_as_asked_for(support):
    found = labels(SITES, WEB)
    assert all(len(found.uses[one]) >= support for one in candidates(found, support=support).shared)


def test_lists_of_thousands_of_labels_that_sites_share_take_seconds():
    syllables = ["ba", "do", "fi", "gu", "ke", "la", "mo", "ni", "pu", "ra", "so", "ti", "ve"]
    topics = ["".join(parts).title() for parts in product(syllables, repeat=3)]
    start = time.process_time()
    concepts, _, _ = taxonomy(labels(homes(page(topics, "one"), page(topics[::-1], "two")), WEB))[:3]
    assert time.process_time() - start < 20
    assert len(concepts) > 1000
