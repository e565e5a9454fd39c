"""Labels of different sites that mean the same, by what the sites say of them."""

from collections import Counter

from weblode.mining.journal import Journal
from weblode.mining.state import MiningState
from weblode.ontology import Concept
from weblode.taxonomy.labels import Group, Labels, Use
from weblode.taxonomy.semantics import Same, above_the_same, name_nearness, same_meaning, words_of

SPORT, MONEY, FOOD = "match goal team coach season", "bank share profit market bond", "recipe oven salt butter soup"


def texts(**concepts):
    return {name: {site: Counter(words.split()) for site, words in sites.items()} for name, sites in concepts.items()}


KNOWN = {
    "sport": {"one": SPORT, "two": SPORT + " club"},
    "money": {"one": MONEY, "two": "bank profit market loan"},
    "food": {"one": FOOD},
    "recipes": {"two": FOOD + " pan"},
}


def test_concepts_of_two_sites_that_list_the_same_are_one_and_say_why():
    [same] = same_meaning(texts(**KNOWN))
    assert {same.one, same.other} == {"food", "recipes"}
    assert "what they list is alike by" in same.why


def test_concepts_that_a_site_has_both_are_two():
    both = {**KNOWN, "recipes": {"one": FOOD, "two": FOOD}}
    assert same_meaning(texts(**both)) == []


def test_concepts_that_are_known_to_be_two_stay_two():
    assert same_meaning(texts(**KNOWN), lambda *pair: set(pair) == {"recipes", "food"}) == []


def test_one_of_two_that_are_put_together_is_new():
    [same] = same_meaning(texts(**KNOWN), fresh={"recipes"})
    assert {same.one, same.other} == {"food", "recipes"}
    assert same_meaning(texts(**KNOWN), fresh={"sport"}) == []


def test_a_cosine_does_not_depend_on_the_order_of_its_words():
    words = [f"{letter}{n}" for letter in "abcdefgh" for n in range(9)]
    other = {**KNOWN, "food": {"one": " ".join(words)}, "recipes": {"two": " ".join(reversed(words[5:]))}}
    [same] = same_meaning(texts(**other))
    assert {same.one, same.other} == {"food", "recipes"}


def test_a_longer_name_is_near_without_vectors():
    assert name_nearness("Skiing", "Ski Holidays") == 1.0
    assert (name_nearness("Beach Holidays", "Family Holidays") or 0.0) < 1.0


def test_nothing_is_put_together_where_no_concept_of_two_sites_says_how_alike_is_enough():
    assert same_meaning(texts(food=KNOWN["food"], recipes=KNOWN["recipes"])) == []


def test_texts_that_are_each_others_nearest_but_not_alike_mean_two_things():
    assert same_meaning(texts(**{**KNOWN, "recipes": {"two": "garden salt rake lawn hedge seed spade"}})) == []


def test_of_names_that_are_near_the_texts_need_be_less_alike():
    weak = texts(**{**KNOWN, "recipes": {"two": "garden salt butter soup lawn hedge seed"}})
    assert same_meaning(weak) == []
    [same] = same_meaning(weak, nearness=lambda *_: 0.9)
    assert "their words by 0.90" in same.why


def test_concepts_are_never_put_together_that_a_site_has_both_not_even_by_way_of_a_third():
    known = MiningState(Journal())
    for id_, sites in (("a", ("1",)), ("b", ("2",)), ("c", ("1", "3"))):
        known.add(Concept(id_, (id_,), sites))
    for pair in (("a", "b"), ("b", "c"), ("a", "c")):
        known.merge(Same(*pair, "so"))
    assert sorted(concept.labels for concept in known.concepts) == [("a", "b"), ("c",)]


def test_a_pair_counts_for_the_concept_that_one_of_it_has_become():
    known = MiningState(Journal())
    for id_ in "abc":
        known.add(Concept(id_, (id_,), (id_,)))
    for pair in (("a", "b"), ("b", "c")):
        known.merge(Same(*pair, "so"))
    assert [concept.labels for concept in known.concepts] == [("a", "b", "c")]


def test_labels_above_the_same_labels_on_different_sites_are_alike():
    groups = [
        Group("one", ("food", "fashion"), ("lifestyle",)),
        Group("two", ("food", "fashion"), ("living",)),
        Group("two", ("tennis", "golf"), ("sport",)),
        Group("one", ("lifestyle",)),
        Group("two", ("living", "sport")),
    ]
    uses = {}
    for group in groups:
        for one in group.keys:
            uses.setdefault(one, {})[group.site] = Use(texts={one: 1})
    [pair] = above_the_same(Labels(uses, tuple(groups), ("one", "two")), ["lifestyle", "sport"])
    assert (pair.one, pair.other) == ("lifestyle", "living")
    assert pair.why == "'living' and 'lifestyle': both are above fashion, food"


def test_a_word_counts_once_for_each_text():
    assert words_of(["Goal, goal!", "A goal"]) == {"goal": 2, "a": 1}
