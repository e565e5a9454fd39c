"""Tests of the reasons against labels of a single site."""

from dataclasses import replace

from taxonomy.made import made

from weblode.taxonomy.judge import Judge, word_shares
from weblode.taxonomy.labels import Group


def reason(groups, one, shared=(), lower=()):
    return Judge(replace(made(groups), lower=frozenset(lower)), set(shared)).reason(one)


def test_a_section_among_shared_labels_has_nothing_against_it():
    assert reason([Group("a.example", ("world", "garden", "sport"))], "garden", {"world", "sport"}) == ""


def test_a_name_in_a_list_of_names_is_no_concept_unless_sites_share_names_there():
    names = ("zyxor", "qwblat", "vrimpf", "krondl", "plumfz")
    assert reason([Group("a.example", names)], "zyxor") == "it is a name among names"
    assert reason([Group("a.example", names)], "zyxor", {"qwblat", "vrimpf"}) == ""
    assert reason([Group("a.example", names)], "zyxor", lower=names) == ""


def test_a_few_names_below_a_shared_label_are_narrower_concepts():
    group = Group("a.example", ("zyxor", "qwblat", "golf"), ("sport",))
    assert reason([group], "zyxor", {"sport", "golf"}) == ""


def test_a_label_with_the_name_of_its_site_belongs_to_the_publisher():
    assert reason([Group("zyxor.example", ("zyxor extra", "world"))], "zyxor extra") == "it has the name of the site"


def test_a_phrase_is_no_concept():
    assert reason([Group("a.example", ("shop by brand", "shoe"))], "shop by brand") == "it is a phrase"


def test_what_stands_above_links_beside_items_is_an_item():
    groups = [Group("a.example", ("comment", "read post"), (f"author{i}",)) for i in range(6)]
    found = made([*groups, Group("a.example", tuple(f"author{i}" for i in range(6)))])
    found.uses["comment"]["a.example"].urls.update({f"http://a.example/{i}": None for i in range(6)})
    assert Judge(found, set()).reason("author1") == "it is an item of a list"


def test_words_of_unrelated_pages_are_usual_and_names_are_not():
    assert {"shoe", "garden", "by"} <= word_shares().keys()
    assert not {"microsoft", "facebook"} & word_shares().keys()
