"""Labels that are no concepts by how sites use them."""

from taxonomy.made import made

from weblode.taxonomy.labels import Group
from weblode.taxonomy.umbrellas import umbrellas


def linked(groups, *headings):
    """Labels in groups, all links but the headings."""
    found = made(groups)
    for one, uses in found.uses.items():
        for site, use in uses.items():
            if one not in headings:
                use.urls[f"http://{site}.com/{one}"] = None
    return found


def test_the_last_entry_of_list_after_list_is_attached_to_them():
    lists = [Group("1", (f"b{n}", f"a{n}", "more"), (f"c{n}",)) for n in range(4)]
    assert umbrellas(linked(lists)) == {"more"}
    assert umbrellas(linked(lists[:3])) == set()
    assert umbrellas(linked([*lists, Group("2", ("z", "more", "x"))])) == set()


def test_so_is_the_first_entry_or_the_last_below_many_labels():
    lists = [Group("1", ("all", f"b{n}", f"a{n}")[:: (-1) ** n], (f"c{n}",)) for n in range(4)]
    assert umbrellas(linked(lists)) == {"all"}
    assert umbrellas(linked([Group(one.site, one.keys, ("c",)) for one in lists])) == set()


def test_the_last_entry_of_lists_in_alphabetical_order_is_not():
    assert umbrellas(linked([Group("1", (f"a{n}", f"b{n}", "wyom")) for n in range(5)])) == set()


def test_the_first_entry_below_one_label_of_many_sites_is_not():
    lists = [Group(site, ("europe", f"b{site}", "asia"), ("world", f"site {site}")) for site in "12345"]
    assert umbrellas(linked(lists)) == set()
    assert umbrellas(linked([Group(one.site, one.keys, (f"c{one.site}",)) for one in lists])) == {"europe", "asia"}


def test_a_heading_below_several_labels_of_a_site_says_nothing():
    groups = [Group("1", ("categori",), (name,)) for name in ("women", "men")]
    assert umbrellas(linked(groups, "categori")) == {"categori"}
    assert umbrellas(linked(groups)) == set()


def test_a_heading_above_what_other_sites_have_on_top_says_nothing():
    topics = ("world", "sport", "travel")
    groups = [Group("1", ("section",)), Group("1", topics, ("section",)), Group("2", topics)]
    assert umbrellas(linked(groups, "section")) == {"section"}
    divisions = [Group(site, topics, ("atlant",)) for site in "13"] + [Group("1", ("atlant",)), Group("2", topics)]
    more = [Group(site, tuple(f"z{n}" for n in range(9))) for site in "123"]
    assert umbrellas(linked([*divisions, *more], "atlant")) == set()


def test_the_label_above_with_a_word_that_is_added_to_others_too_is_made_by_a_formula():
    groups = [Group("1", (f"{name} search", "score"), (name,)) for name in ("golf", "tenni")]
    tops = [Group("1", ("golf", "tenni", "box"))]
    assert umbrellas(linked([*tops, *groups])) == {"golf search", "tenni search"}
    assert umbrellas(linked([*tops, groups[0]])) == set()


def test_a_label_that_leads_to_another_page_beside_each_item_is_attached():
    found = linked([Group("1", ("comment",), (f"story {n}",)) for n in range(6)])
    assert umbrellas(found) == set()
    found.uses["comment"]["1"].urls.update({f"http://1.com/{n}": None for n in range(6)})
    assert umbrellas(found) == {"comment"}


def test_a_link_above_most_of_what_a_site_shares_says_nothing():
    names = ("world", "sport", "art", "book")
    tops = [Group(site, names) for site in "23"]
    assert umbrellas(linked([Group("1", ("topic", "help", "about")), Group("1", names, ("topic",)), *tops])) == {
        "topic"
    }


def test_a_link_above_most_of_what_one_site_shares_is_a_label_that_others_have_beside_it():
    films = ("action", "comedy", "drama", "western")
    groups = [Group("1", ("film", "help", "about")), Group("1", films, ("film",))]
    shops = [Group(site, ("film", "book")) for site in "45"]
    genres = [Group(site, films) for site in "23"]
    assert umbrellas(linked([*groups, *genres])) == {"film"}
    assert umbrellas(linked([*groups, *genres, *shops])) == set()
