"""The tables of labels of unrelated sites, from lists of links that are made here."""

from pathlib import Path

from bench.label_tables import Link, list_ends, service_links, service_shares, tool_excess

FOOT = ("privacy", "term of use", "help")
TOPICS = (("world", "politic", "art", "travel"), ("shirt", "shoe", "hat", "travel"))


def link(label, place, *words):
    return Link(label, frozenset(words), place)


def pages(n=12):
    """Pages with topics at the top, an account beside help after them, and links about the site at the foot."""
    made = {}
    for i in range(n):
        topics = [link("home", 0.0), *(link(one, 0.1, one) for one in TOPICS[i % 2]), link("more", 0.2)]
        top = [link("help", 0.3, "help"), link(("sign in", "anmelden", "entrar")[i % 3], 0.3, "login")]
        foot = [link(one, 0.9, one.split()[0]) for one in FOOT]
        made[Path(f"{i}.html")] = [topics, top, foot]
    return made


def test_links_of_many_sites_beside_others_that_are_late_on_the_page_are_those_about_the_site():
    assert service_links(pages()) == set(FOOT)  # help too, which is at the top as well


def test_a_label_is_as_often_beside_them_as_its_sites_say():
    shares = service_shares(pages())
    assert shares["help"] > shares[""] > shares["travel"]


def test_in_two_steps_an_account_is_near_them_by_its_name_and_by_its_address():
    excess = tool_excess(pages())
    assert excess["sign in"] > 0 > excess["travel"]
    assert excess["/login"] > 0 > excess["/travel"]
    assert "/world" not in excess  # on too few sites


def test_the_ends_of_lists_are_those_of_most_sites():
    assert list_ends(pages()) == {"first": {"home": 0.83}, "last": {"more": 0.83}}
    assert list_ends(pages(3)) == {"first": {}, "last": {}}
