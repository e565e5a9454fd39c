"""Keys that are one label before sites are counted."""

import pytest
from taxonomy.made import WEB, homes

from weblode.taxonomy.keys import key, letters
from weblode.taxonomy.labels import labels
from weblode.taxonomy.variants import names_concepts, representatives


def menu(*names):
    return "<ul>" + "".join(f"<li><a href=/{n}>{name}</a>" for n, name in enumerate(names)) + "</ul>"


def test_support_is_that_of_all_orders_and_spellings_of_a_label():
    found = labels(homes(menu("Shoes & Bags", "Key Chains"), menu("Bags & Shoes", "Keychains")), WEB)
    assert [len(uses) for uses in found.uses.values()] == [2, 2]
    assert all(key in found.uses for group in found.groups for key in group.keys)


def test_a_usual_last_word_says_nothing_unless_a_site_tells_the_two_apart():
    assert key("Travel News") not in labels(homes(menu("Travel"), menu("Travel News")), WEB).uses
    apart = labels(homes(menu("Travel", "Golf"), menu("Travel News", "Travel")), WEB)
    assert len(apart.uses[key("Travel")]) == 2
    assert len(apart.uses[key("Travel News")]) == 1


def test_an_article_and_the_spelling_of_a_country_say_nothing():
    found = labels(
        homes(menu("The Alps", "Jewellery", "Personalised Gifts"), menu("Alps", "Jewelry", "Personalized Gifts")), WEB
    )
    assert [len(uses) for uses in found.uses.values()] == [2, 2, 2]


def test_a_year_says_nothing_unless_a_site_tells_the_two_apart():
    assert key("2010 Draft") not in labels(homes(menu("Draft"), menu("2010 Draft")), WEB).uses
    apart = labels(homes(menu("Draft", "Golf"), menu("Draft", "2010 Draft")), WEB)
    assert len(apart.uses[key("2010 Draft")]) == 1


def test_a_plural_is_one_if_its_singular_is_a_label():
    found = labels(homes(menu("Safari", "Tennis"), menu("Safaris", "Tennis")), WEB)
    assert {one: len(uses) for one, uses in found.uses.items()} == {"safari": 2, "tennis": 2}


def nested(upper, *names):
    return f"<ul><li><a href=/{len(upper)}>{upper}</a>{menu(*names)}<li><a href=/x>Other Things</a></ul>"


def test_a_longer_name_is_the_same_if_it_has_the_same_labels_below_it_and_no_site_has_both():
    same = labels(homes(nested("Ski", "Alps", "Andes"), nested("Ski Holidays", "Alps", "Andes")), WEB)
    assert len(same.uses["ski"]) == 2
    other = labels(homes(nested("Ski", "Alps", "Andes"), nested("Ski Holidays", "Boots", "Poles")), WEB)
    assert len(other.uses["ski"]) == len(other.uses["ski holiday"]) == 1
    things = labels(
        homes(nested("Ski & Golf", "Alps", "Andes"), nested("Ski", "Alps", "Andes"), menu("Golf", "Art")), WEB
    )
    assert len(things.uses["ski"]) == 1


def test_a_name_for_two_things_is_that_of_the_one_that_other_sites_have_among_the_same_labels():
    topics = ("Health", "Education", "Logistics")
    same = labels(homes(menu("Banking & Finance", *topics), menu("Finance", *topics)), WEB)
    assert len(same.uses["finance"]) == 2
    both = labels(homes(menu("Banking & Finance", *topics), menu("Finance", *topics), menu("Banking", *topics)), WEB)
    assert len(both.uses["finance"]) == len(both.uses["banking"]) == 1
    elsewhere = labels(homes(menu("Banking & Finance", *topics), menu("Finance", "Arts", "Sports")), WEB)
    assert len(elsewhere.uses["finance"]) == 1


def test_a_label_is_what_it_is_short_for_if_the_same_labels_are_beside_both_and_no_site_has_both():
    same = labels(homes(menu("Tech", "Art", "Golf", "Food"), menu("Technology", "Art", "Golf", "Food")), WEB)
    assert len(same.uses["technology"]) == 2
    assert "tech" not in same.uses
    other = labels(homes(menu("Tech", "Art", "Golf"), menu("Technology", "Food", "Cars")), WEB)
    assert len(other.uses["technology"]) == len(other.uses["tech"]) == 1
    word = labels(homes(menu("News", "Art", "Golf", "Food"), menu("Newspulse", "Art", "Golf", "Food")), WEB)
    assert len(word.uses["news"]) == len(word.uses["newspulse"]) == 1


def test_a_thing_among_several_is_written_out():
    found = labels(homes(menu("Tech & Science", "Art"), menu("Technology", "Science", "Art")), WEB)
    assert "technology & science" in found.uses
    assert names_concepts("tech & science", {"technology", "science"})
    assert not names_concepts("tech & science", {"science", "art"})


def test_chains_of_variants_end_and_no_key_stands_for_itself():
    for names in (
        ["What's News", "What's News", "What's New"],
        ["The 2010 Draft News", "2010 Draft News", "2010 Draft News", "Draft News", "Draft"],
        ["2010 Safaris News", "Safaris News", "Safaris", "Safari"],
    ):
        pages = {}
        for i, label in enumerate(names):
            pages.setdefault(key(label), {})[f"s{i}"] = {f"/{i}"}
        chosen = representatives(pages, {key(label): letters(label) for label in names})
        assert all(one != best and best not in chosen for one, best in chosen.items()), chosen


@pytest.mark.parametrize(
    ("one", "other"),
    [("News", "New"), ("Timbre", "Timber"), ("Chartres", "Charters"), ("Flour", "Flor"), ("Prologue", "Prolog")],
)
def test_words_that_only_look_like_variants_are_two(one, other):
    pages = {key(one): {"a": {"/x"}}, key(other): {"b": {"/y"}, "c": {"/z"}}}
    assert representatives(pages, {key(label): letters(label) for label in (one, other)}) == {}


def test_a_site_that_has_both_spellings_with_different_pages_tells_them_apart():
    names = ("Theatre", "Theater")
    apart = {key(label): {"a": {f"/{label}"}} for label in names}
    together = {key(label): {label: {f"/{label}"}} for label in names}
    spelt = {key(label): letters(label) for label in names}
    assert representatives(apart, spelt) == {}
    assert len(representatives(together, spelt)) == 1
