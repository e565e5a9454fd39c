"""Which labels are likely to name concepts."""

import pytest
from taxonomy.made import FURNITURE, SITES, TOPICS, WEB, homes, made, page

from weblode.taxonomy.frequent import (
    Candidates,
    above_shared,
    beside_menus,
    candidates,
    features,
    fitted_weights,
    lean_to_neighbours,
    likelihood,
    other_names,
    with_menu_entries,
)
from weblode.taxonomy.keys import key
from weblode.taxonomy.labels import Group, labels


def test_a_label_below_a_concept_on_two_sites_is_one_under_whichever_name():
    groups = [Group("1", ("softwar",), ("tech",)), Group("2", ("softwar",), ("technologi",))]
    found = made([*groups, Group("1", ("tech",)), Group("2", ("technologi",))])
    chosen = Candidates({}, {"tech": 0.9, "technologi": 0.9}, {"softwar": 0.1})
    assert "softwar" in with_menu_entries(found, chosen, {"tech": 0, "technologi": 0}, support=2).shared
    assert "softwar" not in with_menu_entries(found, chosen, {"tech": 0, "technologi": 1}, support=2).shared


def test_a_label_leans_to_its_company():
    found = made([Group("1", ("a", "b", "c")), Group("2", ("a", "b", "d")), Group("1", ("x", "y"))])
    value = lean_to_neighbours(found, {"a": 0.9, "b": 0.9, "c": 0.1, "x": 0.1, "y": 0.5})
    assert value["c"] > 0.5 > value["y"]


@pytest.mark.parametrize("support", [2, 3])
def test_shared_labels_have_as_many_sites_as_asked_for(support):
    found = labels(SITES, WEB)
    assert all(len(found.uses[one]) >= support for one in candidates(found, support=support).shared)


def test_topics_are_likelier_than_what_every_site_has():
    found = labels(SITES, WEB)
    assert min(likelihood(found, key(name)) for name in ("Politics", "Business")) > max(
        likelihood(found, key(name)) for name in FURNITURE
    )


def test_features_are_means_over_sites_and_each_has_a_weight():
    found = labels(SITES, WEB)
    told = features(found, key("Sports"))
    assert set(fitted_weights()) == {*told, "bias", "threshold"}
    assert (told["holds"], told["named"]) == (pytest.approx(2 / 3), 1)
    assert features(found, key("Politics"))["first"] < features(found, key("Login"))["first"]


def test_candidates_divide_the_frequent_labels_and_rejected_ones_are_told():
    found = labels(SITES, WEB)
    chosen = candidates(found)
    frequent = {one for one, uses in found.uses.items() if len(uses) >= 2}
    assert chosen.shared.keys() | chosen.rejected.keys() == frequent
    assert not chosen.shared.keys() & chosen.rejected.keys()
    assert not chosen.beside.keys() & frequent
    names = {lost.name for lost in chosen.dropped(found)}
    assert set(FURNITURE) <= names
    assert "Login" not in {lost.name for lost in chosen.dropped(found, {key("Login")})}


def test_a_rare_label_beside_three_shared_ones_or_below_one_is_a_candidate():
    third = page([*TOPICS[:4], "Gardening", "Contact"], "three")
    chosen = candidates(labels(homes(page(TOPICS, "one", below=["Tennis", "Golf"]), page(TOPICS, "two"), third), WEB))
    assert {key("Gardening"), key("Tennis"), key("Golf")} <= chosen.beside.keys()
    assert key("Contact") not in chosen.beside  # too many unrelated sites have it
    lonely = made([Group("1", ("golf",)), Group("2", ("tenni",))])
    assert candidates(lonely) == Candidates({}, {}, {})


def test_a_menu_beside_the_menus_of_shared_labels_is_one_of_concepts_too():
    def menu(*names, inner=()):
        items = (f'<li><a href="/{name}">{name}</a>{dict(inner).get(name, "")}' for name in names)
        return f"<ul>{''.join(items)}</ul>"

    def beside(*holding):
        own = {"Gardening": menu("Plants", "Seeds", "Tools", "Roses", "Trees", "Herbs", "Soil", "Pots")}
        menus = {"Sports": menu("Tennis", "Golf"), "Travel": menu("Hotels", "Flights")}
        inner = {name: menus[name] for name in holding} | own
        stories = "".join(f'<h3><a href="/story-{i}">The story {i} in many words</a></h3>' for i in range(25))
        first, second = menu(*TOPICS, "Gardening", inner=inner), menu(*TOPICS, inner=menus)
        return candidates(labels(homes(first + stories, second + stories), WEB)).beside

    assert {key("Gardening"), key("Plants"), key("Seeds")} <= beside("Sports", "Travel").keys()
    assert key("Gardening") in beside("Sports")
    assert key("Plants") not in beside("Sports")


def test_labels_without_company_keep_their_own_likelihood():
    found = made([Group("1", ("a",)), Group("2", ("b", "c"))])
    assert lean_to_neighbours(found, {"a": 0.3, "b": 0.8}) == {"a": 0.3, "b": 0.8}
    assert lean_to_neighbours(found, {"b": 0.2, "c": 0.8}, company=0.0) == {"b": 0.2, "c": 0.8}


def test_menu_entries_need_support_and_a_menu_of_short_labels():
    groups = [Group(site, ("golf",), ("sport",)) for site in "12"] + [Group("1", ("sport",))]
    chosen = Candidates({"sport": 0.9}, {}, {"golf": 0.1})
    assert "golf" in with_menu_entries(made(groups), chosen, {"sport": 0}, support=2).shared
    assert "golf" in with_menu_entries(made(groups), chosen, {"sport": 0}, support=3).rejected
    long = [Group(site, ("golf", "the stori of a long day"), ("sport",)) for site in "12"] + groups[2:]
    assert "golf" in with_menu_entries(made(long), chosen, {"sport": 0}, support=2).rejected


def test_a_longer_name_of_a_shared_label_is_no_candidate_unless_below_it_or_among_shared_labels():
    shared = ("kitchen", "garden", "toi")

    def told(*groups):
        found = made([Group("1", shared), Group("2", shared), *groups])
        return other_names(found, {one: 1.0 for one in found.uses if one not in shared}, shared)

    assert told(Group("3", ("kitchen suppli", "sofa", "lamp"), ("home",))) == {"kitchen suppli"}
    assert told(Group("3", ("kitchen suppli", "sofa"), ("kitchen",))) == set()
    assert told(Group("3", ("kitchen suppli", "garden", "toi"))) == set()


def test_a_rare_label_above_three_shared_ones_is_a_candidate_unless_the_site_has_them_elsewhere_too():
    shared = ("food", "fashion", "gardening")
    own = [Group("1", ("leisure",)), Group("1", shared, ("leisure",))]
    groups = [*own, Group("2", ("pick",)), Group("2", shared, ("pick",)), Group("2", shared)]
    assert set(above_shared(made(groups), shared, shared)) == {"leisure"}
    assert not set(above_shared(made(groups), shared, shared[:2]))


def test_a_rare_label_above_a_menu_beside_two_accepted_ones_above_menus_is_as_likely_as_they_are():
    row = ("disease", "healthy living", "famili", "newsletter", "home")
    menus = [("disease", "a", "b"), ("healthy living", "c", "d"), ("famili", "e", "f"), ("home", "g", "h")]
    groups = [Group("1", row), *(Group("1", below, (upper,)) for upper, *below in menus), Group("1", ("newsletter",))]
    chosen = dict(beside_menus(made(groups), {}, {"disease": 0.9, "famili": 0.5}))
    assert chosen == {"disease": 0.7, "famili": 0.7, "healthy living": 0.7}  # unrelated sites have `home`
    assert not dict(beside_menus(made(groups), {}, {"disease": 0.9, "newsletter": 0.5}))
    assert "healthy living" not in dict(beside_menus(made(groups), {"healthy living"}, {"disease": 0.9, "famili": 0.5}))
