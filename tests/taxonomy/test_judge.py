"""Tests of the reasons against labels of a single site."""

from dataclasses import replace

from taxonomy.made import made

from weblode.taxonomy.common import word_shares
from weblode.taxonomy.judge import Judge
from weblode.taxonomy.keys import key, root
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


def test_a_name_on_top_of_the_menus_is_what_a_site_calls_a_part_of_its_own():
    top = Group("a.example", ("world", "zyxor", "sport"))
    assert reason([top], "zyxor", {"world", "sport"}) == "it is a name on top of the menus"
    below = Group("a.example", ("zyxor", "golf"), ("sport",))
    assert reason([top, below], "zyxor", {"world", "sport"}) == ""
    alone = Judge(replace(made([top]), sites=("a.example",)), {"world", "sport"})
    assert alone.reason("zyxor") == ""  # it may be the page of a concept that is above all of it


def test_a_word_made_of_a_label_and_a_usual_word_is_no_name_unless_all_sites_have_that_label():
    def against(one, *others):
        groups = [Group("a.example", ("world", one, "sport")), Group("b.example", others)]
        return reason(groups, one, {"world", "sport"})

    assert not {root("bookshop"), root("newspulse")} & word_shares().keys()
    assert against("bookshop", "music") == against("newspulse", "news") == "it is a name on top of the menus"
    assert against("bookshop", "book") == ""


def test_in_a_long_list_a_name_that_other_sites_have_too_is_an_instance():
    names = ("zyxor", "qwblat", *(f"garden{chr(97 + n)}" for n in range(12)))
    lower = names[2:]
    other = Group("b.example", ("zyxor extra", "world"))
    assert reason([Group("a.example", names), other], "zyxor", lower=lower) == "it is a name among names"
    assert reason([Group("a.example", names[:9], ("x",)), other], "zyxor", lower=lower, shared={"x"}) == ""


def test_what_each_site_has_of_its_own_below_a_label_of_all_sites_is_no_concept():
    groups = [Group("a.example", ("garden", "world"), ("video",)), Group("b.example", ("water", "stone"), ("video",))]
    assert reason(groups, "garden") == "each site has other things below the label above it"
    agreed = Group("b.example", ("water", "world"), ("video",))
    assert reason([groups[0], agreed], "garden") == ""
    assert reason([replace(group, above=("africa",)) for group in groups], "garden") == ""


def test_headlines_numbers_and_addresses_with_a_date_are_of_items():
    assert reason([Group("a.example", ("stone in water of world garden",))], "stone in water of world garden")
    assert reason([Group("a.example", ("voice 58888", "world"))], "voice 58888") == "it has a number"
    found = made([Group("a.example", ("garden 2012", "world"))])
    assert Judge(found, set()).reason("garden 2012") == ""
    found.uses["garden 2012"]["a.example"].urls["http://a.example/2012/11/08/garden.html"] = None
    assert Judge(found, set()).reason("garden 2012") == "its address has a date, as that of an article"


def test_a_label_with_the_name_of_its_site_belongs_to_the_publisher():
    assert reason([Group("zyxor.example", ("zyxor extra", "world"))], "zyxor extra") == "it has the name of the site"
    groups = [Group("shoesplanet.example", ("red shoes", "world"))]
    assert reason(groups, "red shoes") != "it has the name of the site"


def test_a_phrase_is_no_concept():
    assert reason([Group("a.example", ("shop by brand", "shoe"))], "shop by brand") == "it is a phrase"


def test_an_initialism_is_not_the_word_with_its_letters():
    found = made([Group("a.example", ("it support", "shoe"))])
    assert Judge(found, set()).reason("it support") == "it is a phrase"
    found.uses["it support"]["a.example"].texts = {"IT Support": 1}
    assert Judge(found, set()).reason("it support") != "it is a phrase"
    found.uses["it support"]["a.example"].texts = {"IT SUPPORT": 1}
    assert Judge(found, set()).reason("it support") == "it is a phrase"


def test_what_stands_above_links_beside_items_is_an_item():
    groups = [Group("a.example", ("comment", "read post"), (f"author{i}",)) for i in range(6)]
    found = made([*groups, Group("a.example", tuple(f"author{i}" for i in range(6)))])
    found.uses["comment"]["a.example"].urls.update({f"http://a.example/{i}": None for i in range(6)})
    assert Judge(found, set()).reason("author1") == "it is an item of a list"


def test_words_of_unrelated_pages_are_usual_and_names_are_not():
    assert {root(key(word)) for word in ("shoes", "garden", "by")} <= word_shares().keys()
    assert not {"microsoft", "facebook"} & word_shares().keys()


def test_names_are_not_told_where_what_sites_share_has_no_usual_words():
    names = ("zyxor", "qwblat", "vrimpf", "krondl", "plumfz")
    groups = [Group("a.example", names), Group("a.example", ("grmpf", "world")), Group("b.example", ("grmpf", "world"))]
    assert reason(groups, "zyxor", {"world"}) == "it is a name among names"
    assert reason(groups, "zyxor", {"world", "grmpf"}) == ""


def test_the_short_name_of_a_site_counts_as_its_name_if_it_is_no_usual_word():
    assert reason([Group("xq.example", ("world", "xq shop"))], "xq shop", {"world"}) == "it has the name of the site"
    assert reason([Group("tv.example", ("world", "tv guide"))], "tv guide", {"world"}, {"tv"}) == ""
