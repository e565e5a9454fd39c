"""Accounts, carts and editions, and labels that are the ends of lists."""

import pytest
from taxonomy.made import WEB, homes, made, page

from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.labels import Group, labels
from weblode.taxonomy.shapes import named_words
from weblode.taxonomy.tools import list_ends, near, tools

TOPICS = ("world", "politic", "busines", "sport")
ABOUT_US = ("help", "contact us")


@pytest.fixture
def tables(monkeypatch):
    """Small tables instead of those of unrelated sites."""
    excess = {"help": 1.0, "contact us": 1.5, "my account": 0.5, "/account": 0.5, "/abo": 0.6, "world": -0.4}
    monkeypatch.setattr("weblode.taxonomy.tools._tool_table", lambda: excess)
    ends = {"first": {"home": 0.9}, "last": {"more": 0.7}}
    monkeypatch.setattr("weblode.taxonomy.tools._end_table", lambda: ends)


def with_addresses(known, **addresses):
    """The labels, each with an address on every site that has it; those that are not named are sections."""
    for one, uses in known.uses.items():
        for site, use in uses.items():
            use.urls[addresses.get(one.replace(" ", "_"), f"https://{site}.example/{one}")] = None
    return known


def test_the_values_near_one_are_those_of_four_on_each_side():
    assert list(near(range(12), 5)) == [1, 2, 3, 4, 6, 7, 8, 9]
    assert list(near("a", 0)) == []


@pytest.mark.usefixtures("tables")
def test_an_account_is_told_by_its_name_and_what_is_near_it():
    groups = [Group(site, (*ABOUT_US, "my account")) for site in "12"]
    assert "my account" in set(tools(made(groups)))
    topics = [Group(site, (*TOPICS, "my account")) for site in "12"]
    assert set(tools(made(topics))) == set()


@pytest.mark.usefixtures("tables")
def test_a_label_without_a_known_name_is_told_by_its_address():
    groups = [Group(site, ("help", "kundenkonto", *TOPICS[:2])) for site in "12"]
    assert "kundenkonto" not in set(tools(with_addresses(made(groups))))
    known = with_addresses(made(groups), kundenkonto="https://abo.paper.example/account/")
    assert "kundenkonto" in set(tools(known))


@pytest.mark.usefixtures("tables")
def test_a_word_in_most_addresses_of_a_site_says_nothing():
    groups = [Group(site, ("help", "kundenkonto", *TOPICS[:2])) for site in "12"]
    every = {one: f"https://abo.paper.example/{one}" for one in ("help", "kundenkonto", *TOPICS)}
    assert "kundenkonto" not in set(tools(with_addresses(made(groups), **every)))


@pytest.mark.usefixtures("tables")
def test_on_half_of_its_sites_it_must_stand_so_and_on_one_site_alone_more_clearly():
    groups = [Group(site, (*ABOUT_US, "my account")) for site in "12"]
    topics = [Group(site, (*TOPICS, "my account")) for site in "345"]
    assert "my account" not in set(tools(made([*groups, *topics], sites=5)))
    assert "my account" in set(tools(made(groups[:1])))
    assert "my account" not in set(tools(made([Group("1", ("help", "my account"))])))
    assert "my account" in set(tools(made([Group(site, ("help", "my account")) for site in "12"])))


@pytest.mark.usefixtures("tables")
def test_a_label_above_a_menu_of_shared_ones_is_a_part_of_its_site():
    groups = [Group(site, (*ABOUT_US, "my account")) for site in "12"]
    menus = [Group(site, TOPICS[:3], ("my account",)) for site in "12"]
    assert "my account" not in set(tools(made([*groups, *menus])))


@pytest.mark.usefixtures("tables")
def test_the_end_of_lists_on_unrelated_sites_is_no_concept_where_it_is_one_here():
    lists = [Group("1", (*TOPICS, "more")), Group("2", ("home", *TOPICS))]
    assert set(list_ends(made(lists))) == {"home", "more"}
    assert set(list_ends(made([*lists, Group("1", ("more", *TOPICS))]))) == {"home"}
    assert set(list_ends(made([Group("1", (*TOPICS, "home")), Group("2", ("home", "world"))]))) == set()


@pytest.mark.usefixtures("tables")
def test_they_are_dropped_with_their_reasons(monkeypatch):
    pages = [page(["Home", "World", "Politics", "Sports", "Travel"], str(i)) for i in range(3)]
    monkeypatch.setattr("weblode.taxonomy.build.tools", lambda _: ["politic"])
    concepts, _, dropped = taxonomy(labels(homes(*pages), WEB))
    assert {one.labels[0] for one in concepts} >= {"World", "Travel"}
    assert not {"Home", "Politics"} & {label for one in concepts for label in one.labels}
    reasons = {one.name: one.reason for one in dropped}
    assert reasons["Home"] == "it is the first or the last of its lists, here and on unrelated sites"
    assert reasons["Politics"] == "it stands and is addressed as accounts, carts and subscriptions are"


def test_unrelated_sites_have_accounts_and_pagers_in_the_tables():
    groups = [Group(site, ("help", "my account", "wish list", "contact us")) for site in "12"]
    assert "my account" in set(tools(made(groups)))
    assert set(tools(made([Group(site, (*TOPICS, "travel")) for site in "12"]))) == set()
    assert set(list_ends(made([Group("1", (*TOPICS, "more"))]))) == {"more"}


def test_the_words_of_an_address_are_those_of_its_path_and_of_the_names_before_its_site():
    assert named_words("http://www.a.example/") == frozenset()
    assert named_words("/sign-in/?next=/sport") == {"sign", "in"}
    assert named_words("https://epaper.a.example/12/title.html") == {"epaper", "title"}
