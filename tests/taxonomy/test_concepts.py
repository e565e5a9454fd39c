"""Labels that name the same thing."""

import pytest
from taxonomy.made import made

from weblode.taxonomy.concepts import LabelLikeness, same_pages, synonyms
from weblode.taxonomy.frequent import Candidates
from weblode.taxonomy.labels import Group
from weblode.taxonomy.neighbours import Neighbours


def test_labels_beside_each_other_are_not_one_concept_though_their_stems_are_alike():
    apart = made([Group("1", ("new car deal", "new car offer", "new car deal offer")), Group("2", ("x",))])
    alike = made([Group("1", ("home and garden tool shed",)), Group("2", ("home garden tool barn",))])
    for found, n in ((apart, 3), (alike, 1)):
        assert len(synonyms(found, Candidates(dict.fromkeys([one for one in found.uses if one != "x"], 1.0), {}))) == n


def one_concept(*groups):
    """Whether all labels of some groups are one concept, and why."""
    found = made(list(groups))
    chosen = Candidates(dict.fromkeys(found.uses, 1.0), {})
    [concept] = synonyms(found, chosen)
    return concept.reasons


def test_a_word_may_be_short_for_another():
    assert "short for" in one_concept(Group("1", ("mid east",)), Group("2", ("middle east",)))[0]


def test_a_word_is_not_short_for_one_that_is_hardly_longer():
    found = made([Group("1", ("car rack",)), Group("2", ("card rack",))])
    assert not together(found, "car rack", "card rack")
    menu = ("asia", "africa", "europe")
    groups = [Group("1", ("market", "tech", *menu)), Group("2", ("marketing", "technology", *menu))]
    assert together(made(groups), "tech", "technology")
    assert not together(made(groups), "market", "marketing")


def test_labels_that_lead_to_the_same_page_of_a_site_are_one_concept_unless_beside_each_other():
    def both(*groups):
        found = made(list(groups))
        for one in ("tv", "televis"):
            found.uses[one]["1"].urls["http://one.com/tv"] = None
        return synonyms(found, Candidates({"tv": 1.0, "televis": 1.0}, {}))

    [concept] = both(Group("1", ("tv",)), Group("1", ("televis",)))
    assert concept.reasons == ("'tv' and 'televis': the same page of 1",)
    assert len(both(Group("1", ("tv", "televis")))) == 2


def test_a_label_that_leads_to_the_page_of_another_is_not_that_other():
    found = made([Group("1", ("golf",)), Group("1", ("masters",))])
    for one in found.uses:
        found.uses[one]["1"].urls["http://one.com/golf"] = None
    assert not together(found, "golf", "masters")


def test_other_words_being_the_same_a_word_may_have_the_stem_of_another():
    found = made(
        [Group("1", ("kid clothe",)), Group("2", ("kid clothing",)), Group("3", ("belt",)), Group("4", ("belted",))]
    )
    assert together(found, "kid clothe", "kid clothing")
    assert not together(found, "belt", "belted")


def test_labels_that_name_two_of_the_same_things_are_one_concept():
    found = made([Group("1", ("pc & laptop",)), Group("2", ("laptop & pc & server",)), Group("3", ("pc & printer",))])
    assert together(found, "pc & laptop", "laptop & pc & server")
    assert not together(found, "pc & laptop", "pc & printer")


def test_what_one_site_calls_several_things_is_put_with_the_first_that_others_have_and_never_makes_two_one():
    groups = [Group(site, ("scienc", "tech")) for site in "12"]
    found = made([*groups, Group("3", ("scienc & tech",))])
    concepts = synonyms(found, Candidates(dict.fromkeys(found.uses, 1.0), {}))
    assert sorted(concept.keys for concept in concepts) == [("scienc", "scienc & tech"), ("tech",)]


def test_what_was_put_together_says_why():
    found = made([Group("1", ("food drink",)), Group("2", ("drink food",))])
    [concept] = synonyms(found, Candidates({"food drink": 1.0, "drink food": 1.0}, {}))
    assert concept.reasons == ("'food drink' and 'drink food': the same words",)


def test_labels_one_above_the_other_are_not_one_concept():
    nested = made([Group("1", ("camera bag",), ("digit camera bag",)), Group("1", ("digit camera bag",))])
    assert len(synonyms(nested, Candidates(dict.fromkeys(nested.uses, 1.0), {}))) == 2


@pytest.mark.parametrize(
    ("one", "other"), [("new", "newspap"), ("golf", "tenni"), ("camera", "camera bag"), ("a b", "b c")]
)
def test_words_that_are_too_short_or_share_half_are_two_concepts(one, other):
    found = made([Group("1", (one,)), Group("1", (other,)), Group("2", (other,))])
    assert len(synonyms(found, Candidates(dict.fromkeys(found.uses, 1.0), {}))) == 2


def test_more_pairs_are_put_together_with_their_reason():
    found = made([Group("1", ("lifestyl",)), Group("2", ("live",))])
    pair = LabelLikeness(0.8, "lifestyl", "live", "because")
    [concept] = synonyms(found, Candidates({"lifestyl": 1.0}, {}), [pair])
    assert (concept.keys, concept.reasons) == (("lifestyl", "live"), ("because",))


def test_the_most_shared_label_comes_first():
    others = ("world", "polit", "sport")
    found = made([Group("1", ("technologi", *others)), *(Group(site, ("tech", *others)) for site in "23")])
    concepts = synonyms(found, Candidates(dict.fromkeys(found.uses, 1.0), {}))
    assert ("tech", "technologi") in {concept.keys for concept in concepts}


def test_labels_without_candidates_are_no_concepts():
    assert synonyms(made([Group("1", ("golf",))]), Candidates({}, {})) == []


def led(pages):
    """Labels of one site, each with the page it leads to; and no label beside another."""
    found = made([Group("1", (one,)) for one in pages])
    for one, page in pages.items():
        found.uses[one]["1"].urls[page] = None
    return dict(same_pages(found, set(pages), Neighbours()))


def test_the_same_page_is_told_in_both_orders_and_never_for_a_home_page():
    assert led({"tv": "http://a.com/tv", "televis": "http://a.com/tv", "golf": "http://a.com/golf"}) == {
        ("tv", "televis"): "1",
        ("televis", "tv"): "1",
    }
    assert led({"tv": "http://a.com/", "televis": "http://a.com/"}) == {}


def test_a_page_that_many_labels_lead_to_is_of_none():
    assert len(led({f"l{n}": "http://a.com/x" for n in range(8)})) == 8 * 7
    assert led({f"l{n}": "http://a.com/x" for n in range(9)}) == {}


def test_of_single_words_the_first_that_other_sites_have_alone_is_the_main_one():
    found = made([*(Group(site, ("scienc", "golf")) for site in "12"), Group("3", ("gadget & scienc",))])
    concepts = synonyms(found, Candidates(dict.fromkeys(found.uses, 1.0), {}))
    assert sorted(concept.keys for concept in concepts) == [("golf",), ("scienc", "gadget & scienc")]


def together(found, *keys):
    """Whether labels are in one concept."""
    concepts = synonyms(found, Candidates(dict.fromkeys(found.uses, 1.0), {}))
    return any(set(keys) <= set(concept.keys) for concept in concepts)


def test_a_common_head_does_not_make_labels_one():
    menu = ("phone", "laptop")
    same = made([Group("1", ("camera", *menu), ("review",)), Group("2", ("digit camera", *menu), ("review",))])
    assert not together(same, "camera", "digit camera")


def test_a_thing_that_is_added_to_others_is_not_the_main_one():
    names = ("belt & accessori", "ti & accessori", "mp3 & accessori", "accessori")
    found = made([Group(str(i), (name,)) for i, name in enumerate(names)])
    assert not together(found, "mp3 & accessori", "accessori")


def test_things_with_a_common_last_word_are_not_the_first_of_them():
    groups = [*(Group(site, ("women",)) for site in "12"), Group("3", ("women & girl jewelleri",))]
    assert not together(made(groups), "women", "women & girl jewelleri")


def test_a_label_is_what_the_address_of_its_page_says_if_its_place_agrees():
    menu = ("asia", "africa", "europ")
    found = made(
        [Group("1", ("levant", *menu)), Group("2", ("middle east", *menu)), Group("3", ("middle east", *menu))]
    )
    assert not together(found, "levant", "middle east")
    found.uses["levant"]["1"].urls["http://1.example/world/middle_east/"] = None
    assert together(found, "levant", "middle east")


def test_a_label_for_several_things_is_the_main_one_of_them_unless_a_site_has_both():
    one = made([*(Group(site, ("food",)) for site in "123"), Group("4", ("food & drink",))])
    assert together(one, "food", "food & drink")
    two = made([*(Group(site, ("food",)) for site in "123"), *(Group(site, ("food & drink",)) for site in "34")])
    assert not together(two, "food", "food & drink")


def test_a_label_with_one_more_word_is_rather_narrower_than_the_same():
    found = made([Group("1", ("plu size",)), Group("2", ("plu size outerwear",))])
    assert not together(found, "plu size", "plu size outerwear")


def test_a_label_for_two_sections_that_other_sites_have_beside_each_other_is_neither():
    topics = ("technology", "science", "art")
    found = made([Group("1", topics), Group("2", topics), Group("3", ("technology & science", "art"))])
    chosen = Candidates(dict.fromkeys(found.uses, 1.0), {})
    assert len(synonyms(found, chosen)) == 3
    for one in topics[:2]:
        for use in found.uses[one].values():
            use.holds = True
    assert len(synonyms(found, chosen)) == 4


def test_a_word_that_is_a_label_is_not_short_for_another():
    found = made([Group("1", ("men health", "men")), Group("2", ("mental health",))])
    assert not together(found, "men health", "mental health")


def test_the_initials_of_words_among_the_same_other_words_are_the_same_unless_a_site_has_both():
    assert "initials" in one_concept(Group("1", ("av cable",)), Group("2", ("audio video cable",)))[0]
    both = made([Group("1", ("la laker", "x")), Group("1", ("los angele laker",)), Group("2", ("los angele laker",))])
    assert not together(both, "la laker", "los angele laker")
