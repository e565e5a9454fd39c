"""The measure of taxonomies, on gold and concepts made by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weblode.evaluate.taxonomy import golds, score, transitive_closure
from weblode.ontology import Broader, Concept

GOLD = {
    "sites": [{"slug": "a", "page": "a.html", "url": "http://a.test/"}],
    "concepts": [
        {"name": "World", "labels": ["World News"]},
        {"name": "Sport", "labels": ["Sports"], "compound_labels": ["Sports & Games"]},
        {"name": "Tennis", "labels": []},
        {"name": "Doubles", "labels": []},
        {"name": "Chess", "labels": [], "support": 1},
    ],
    "formats": [{"label": "Video"}],
    "optional": [{"labels": ["Travel", "Trips"]}],
    "not_concepts": [{"name": "Login"}],
    "broader": [["Tennis", "Sport"], ["Doubles", "Tennis"]],
}


@pytest.fixture
def gold(tmp_path):
    (tmp_path / "news.json").write_text(json.dumps(GOLD))
    [found] = golds(tmp_path)
    return found


def concepts(*labels, sites=("a", "b")):
    return [Concept(label, tuple(label.split("|")), sites) for label in labels]


def counts(tally):
    return tally.right, tally.predicted, tally.expected


def test_gold_is_read_with_its_pages_labels_and_what_follows_from_its_pairs(gold, tmp_path):
    assert gold.name == "news"
    assert gold.homes == (("a", tmp_path / "pages" / "a.html", "http://a.test/"),)
    assert gold.names["sports games"] == gold.names["sport"] == "Sport"
    assert gold.shared == {"World", "Sport", "Tennis", "Doubles"}
    assert gold.neutral == {"video", "travel", "trips"}
    assert gold.refused == {"login"}
    assert gold.broader == {("Tennis", "Sport"), ("Doubles", "Tennis"), ("Doubles", "Sport")}


def test_a_concept_is_right_by_any_of_its_labels(gold):
    found = score(gold, concepts("Globe|WORLD NEWS!", "Sports"), [])
    assert counts(found.concepts) == (2, 2, 4)
    assert (found.shared, found.wrong) == (0.5, ())


def test_a_concept_of_several_sites_that_the_gold_does_not_have_is_wrong(gold):
    found = score(gold, concepts("World", "Horoscope"), [])
    assert (counts(found.concepts), found.wrong) == ((1, 2, 4), ("Horoscope",))


def test_a_concept_of_one_site_is_wrong_only_where_the_gold_refuses_it(gold):
    assert score(gold, concepts("Horoscope", "Log-in", sites=("a",)), []).wrong == ()
    assert score(gold, concepts("Horoscope", "LOGIN", sites=("a",)), []).wrong == ("LOGIN",)


def test_kinds_of_content_count_neither_way(gold):
    assert counts(score(gold, concepts("Video", "Trips"), []).concepts) == (0, 0, 4)


def test_a_second_concept_for_the_same_is_one_too_many(gold):
    assert counts(score(gold, concepts("Sport", "Sports & Games"), []).concepts) == (1, 2, 4)


def test_what_one_site_has_is_expected_only_if_it_was_found(gold):
    found = score(gold, concepts("Chess", sites=("a",)), [])
    assert (counts(found.concepts), found.shared) == ((1, 1, 5), 0.0)


def test_pairs_are_compared_with_all_that_follow_from_them(gold):
    mined = concepts("Sport", "Tennis", "Doubles", "World", "Horoscope")
    pairs = [Broader("Doubles", "Tennis"), Broader("Tennis", "Sport"), Broader("World", "Sport")]
    assert counts(score(gold, mined, pairs).pairs) == (3, 4, 3)
    assert counts(score(gold, mined, [Broader("Horoscope", "World")]).pairs) == (0, 0, 3)


NAMES = st.sampled_from("abcde")
PAIRS = st.sets(st.tuples(NAMES, NAMES))


@given(PAIRS)
def test_the_closure_is_the_smallest_set_with_the_pairs_in_which_two_steps_are_one(pairs):
    """Whatever is above itself is left out."""
    closed = set(pairs)
    for _ in "abcde":
        closed |= {(one, three) for one, two in closed for other, three in closed if two == other}
    assert transitive_closure(pairs) == {(one, two) for one, two in closed if one != two}
