"""Labels among the links by which a site speaks of itself."""

from taxonomy.made import WEB, homes, made, page

from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.frequent import candidates
from weblode.taxonomy.labels import Group, labels
from weblode.taxonomy.services import likely_services, service_labels

ABOUT_US = ("contact us", "privacy policy", "advertise", "term of use")
TOPICS = ("world", "politic", "busines", "sport")


def test_what_is_beside_such_links_on_half_of_its_sites_is_one_of_them():
    groups = [Group(site, (*ABOUT_US, "correction")) for site in "12"]
    assert "correction" in set(service_labels(made(groups)))
    topics = [Group(site, (*TOPICS, "correction")) for site in "345"]
    assert "correction" not in set(service_labels(made([*groups, *topics], sites=5)))


def test_the_list_of_a_site_counts_in_which_they_are_least():
    groups = [Group("1", (*ABOUT_US, "travel")), Group("1", (*TOPICS, "travel"))]
    assert set(service_labels(made(groups))).isdisjoint({"travel", *TOPICS})


def test_one_such_link_alone_says_little():
    assert "garden" not in set(service_labels(made([Group("1", ("help", "garden"))])))
    assert set(service_labels(made([Group("1", ("garden",))]))) == set()


def test_they_are_no_candidates():
    foot = "".join(f'<li><a href="/{one}">{one}</a>' for one in ("Corrections", "Advertise", "Terms of Use"))
    pages = [page(["World", "Politics", "Sports", "Travel"], str(i)) for i in range(3)]
    pages = [text.replace('<ul><li><a href="/contact-us">', f'<ul>{foot}<li><a href="/contact-us">') for text in pages]
    known = labels(homes(*pages), WEB)
    assert "correction" in known.uses
    assert "correction" in candidates(known).refused
    assert not {"Corrections", "Advertise"} & {label for one in taxonomy(known)[0] for label in one.labels}


def test_sections_before_such_links_in_one_list_are_none():
    whole = ("travel", "garden", "walking", *TOPICS, "join", "archive", "subscribe", *ABOUT_US)
    refused = set(service_labels(made([Group("1", whole)])))
    assert {"archive", "subscribe"} <= refused
    assert refused.isdisjoint({"travel", "garden", "walking", *TOPICS})


def test_a_label_that_is_often_such_a_link_needs_less_of_its_neighbours_and_is_no_concept():
    groups = [Group(site, ("help", "newsletter", "world", "sport")) for site in "12"]
    assert "newsletter" not in set(service_labels(made(groups)))
    likely = set(likely_services(made(groups)))
    assert "newsletter" in likely
    assert likely.isdisjoint({"world", "sport"})
    assert set(likely_services(made([Group("1", ("newsletter", *TOPICS))]))) == set()


def test_it_is_dropped_with_its_reason_and_the_pairs_of_others_stay(monkeypatch):
    known = labels(
        homes(*(page(["World", "Politics", "Sport", "Travel"], str(i), below=["Golf"]) for i in range(3))), WEB
    )
    before, pairs, _ = taxonomy(known)
    assert "Politics" in {one.labels[0] for one in before}
    monkeypatch.setattr("weblode.taxonomy.build.likely_services", lambda _: ["politic"])
    after, same, dropped = taxonomy(known)
    assert same == pairs
    assert [one for one in before if one not in after] == [one for one in before if one.labels[0] == "Politics"]
    assert ("Politics", "sites have it among the links by which they speak of themselves") in {
        (one.name, one.reason) for one in dropped
    }
