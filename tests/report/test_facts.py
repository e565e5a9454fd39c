"""The facts that both reports tell."""

from collections import Counter
from itertools import zip_longest

from graph.made import NEWS, ontologies
from hypothesis import given
from hypothesis import strategies as st

from weblode.ontology import Broader, Concept, Dropped, Ontology
from weblode.report.facts import MineResult, Stage, format_counts, pluralize, reasons, seconds, synonyms, visits


def test_figures_count_the_pages_of_the_outermost_stages_only():
    stages = [Stage("level 1", 0, counts=Counter(pages=3)), Stage("pages", 1, counts=Counter(pages=3))]
    stages.append(Stage("level 2", 0, counts=Counter(pages=4)))
    figures = {"concept": 10, "site": 2, "broader pair": 7, "instance": 3, "membership": 4}
    assert MineResult(NEWS, stages).figures == figures | {"page": 7}
    assert MineResult(NEWS).figures == figures


def test_instances_are_found_by_the_concept_that_lists_them():
    found = MineResult(NEWS).instances_by_concept
    assert {id_: [one.title for one in listed] for id_, listed in found.items()} == {
        "asia": ["Monsoon"],
        "football": ["Final"],
        "cup": ["Final"],
        "markets": ["Shares"],
    }


def test_labels_that_were_dropped_and_pages_that_failed_are_told_apart():
    lost = (Dropped("Login", "no page"), Dropped("http://a.test/", "answered 404", "a.test", "page"))
    facts = MineResult(Ontology(dropped=lost))
    assert [(one.text, one.names) for one in facts.dropped] == [("no page", ("Login",))]
    assert [(one.text, one.names) for one in facts.failed] == [("answered 404", ("http://a.test/",))]


def test_the_reason_with_most_names_comes_first_and_a_name_counts_once():
    lost = [Dropped("a", "rare"), Dropped("a", "rare", "other site"), Dropped("b", "often"), Dropped("c", "often")]
    assert [(one.text, one.names) for one in reasons(lost)] == [("often", ("b", "c")), ("rare", ("a",))]


# The id "" stands for what is on top, so no concept has it.
NAMED = ontologies().filter(lambda ontology: "" not in ontology.by_id())


@given(NAMED)
def test_every_concept_is_visited_once_and_again_for_each_further_pair(ontology):
    found = list(visits(ontology))
    assert sorted(one.concept.id for one in found if not one.again) == sorted(ontology.by_id())
    tops = len(ontology.narrower().get("", []))
    assert len(found) == tops + len(ontology.broader)


@given(NAMED)
def test_what_follows_a_visit_that_holds_something_is_one_deeper(ontology):
    found = list(visits(ontology))
    for one, after in zip_longest(found, found[1:]):
        assert one.holds == (after is not None and after.depth == one.depth + 1)
        assert after is None or after.depth <= one.depth + 1
        assert not (one.again and one.holds)


def test_a_circle_has_no_top_and_so_no_visit():
    circle = Ontology((Concept("a", ("A",)), Concept("b", ("B",))), (Broader("a", "b"), Broader("b", "a")))
    assert list(visits(circle)) == []


def test_synonyms_differ_in_more_than_case_and_keep_their_order():
    assert synonyms(Concept("s", ("Sport", "SPORT", "Games", "sports", "GAMES", "Sports"))) == ["Games", "sports"]
    assert synonyms(Concept("s", ("Sport",))) == synonyms(Concept("s", ())) == []


def test_one_is_singular_and_nothing_is_plural():
    assert [pluralize(n, "page") for n in (0, 1, 2)] == ["0 pages", "1 page", "2 pages"]


def test_counts_of_unknown_names_come_last_and_nothing_is_not_told():
    assert format_counts(Counter(zebras=2, apples=1, concepts=3, pages=0)) == "3 concepts, 1 apple, 2 zebras"
    assert format_counts(Counter()) == ""


@given(st.floats(0, 10**6), st.floats(0, 10**6))
def test_the_unit_of_a_duration_follows_from_its_length(one, two):
    units = [("s",), ("min", "s"), ("h", "min")]
    shorter, longer = (tuple(seconds(time).split()[1::2]) for time in sorted((one, two)))
    assert units.index(shorter) <= units.index(longer)


def test_minutes_and_seconds_do_not_reach_sixty():
    assert [seconds(time) for time in (60, 119.9, 3599.9, 3600)] == [
        "1 min 0 s",
        "1 min 59 s",
        "59 min 59 s",
        "1 h 0 min",
    ]
