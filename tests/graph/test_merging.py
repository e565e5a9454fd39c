"""Merged concepts, renamed pairs and ancestors."""

from hypothesis import given
from hypothesis import strategies as st

from graph.made import HOMES
from weblode.graph.merging import merge_concepts, parents_by_id, rename_pairs, with_ancestors
from weblode.ontology import Broader, Concept

IDS = st.sampled_from("abcdef")
PAIRS = st.lists(st.tuples(IDS, IDS), max_size=12)


def test_a_merged_concept_has_the_id_and_label_of_the_first_and_all_that_both_have_once():
    one = Concept("film", ("Film", "Movies"), ("b",), ("u1", "u2"), HOMES[:1], ("why",))
    other = Concept("cinema", ("Cinema", "Movies"), ("a", "b"), ("u2", "u3"), HOMES, (), ("by hand",), ("kino",))
    assert merge_concepts(one, other) == Concept(
        "film",
        ("Film", "Movies", "Cinema"),
        ("a", "b"),
        ("u1", "u2", "u3"),
        HOMES,
        ("why",),
        ("by hand",),
        ("kino",),
    )


def test_pairs_that_become_equal_are_one_with_the_sites_and_witnesses_of_both():
    pairs = [Broader("cup", "football", ("b",), HOMES[1:]), Broader("cup", "soccer", ("a", "b"), HOMES)]
    assert rename_pairs(pairs, {"soccer": "football"}) == [Broader("cup", "football", ("a", "b"), (HOMES[1], HOMES[0]))]


def test_a_concept_is_never_below_itself_after_names_were_replaced():
    assert rename_pairs([Broader("soccer", "football"), Broader("cup", "soccer")], {"soccer": "football"}) == [
        Broader("cup", "football")
    ]


@given(PAIRS, st.dictionaries(IDS, IDS))
def test_renamed_pairs_are_the_set_of_pairs_with_other_names(pairs, names):
    found = rename_pairs([Broader(lower, upper) for lower, upper in pairs], names)
    renamed = {(names.get(lower, lower), names.get(upper, upper)) for lower, upper in pairs}
    assert len(found) == len(set(found))
    assert {(pair.narrower, pair.broader) for pair in found} == {
        (lower, upper) for lower, upper in renamed if lower != upper
    }


@given(st.sets(IDS), PAIRS)
def test_ancestors_are_the_smallest_set_that_has_the_ids_and_whatever_is_above_a_member(ids, pairs):
    """Also where pairs go round in a circle."""
    found = with_ancestors(ids, parents_by_id(pairs))
    closed = set(ids)
    for _ in "abcdef":
        closed |= {upper for lower, upper in pairs if lower in closed}
    assert found == closed


def test_an_unknown_id_has_no_ancestors_but_itself():
    assert with_ancestors(["x"], {}) == {"x"}
    assert with_ancestors([], {"x": ["y"]}) == set()


def test_parents_keep_the_order_of_the_pairs():
    assert parents_by_id([("a", "z"), ("b", "c"), ("a", "d")]) == {"a": ["z", "d"], "b": ["c"]}
