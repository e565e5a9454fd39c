"""From a section page to its instances, through a source of pages."""

from dataclasses import replace

from instances.pages import HEADLINES, SITE, Site, news, paragraphs, values
from weblode.instances.discover import InstanceOptions, instances, instances_of_pages

DATES = [f"2021-03-0{n}" for n in range(1, 7)]


def test_each_item_has_the_attributes_of_its_own_page():
    tree, site = news()
    found = instances(tree, site, concept="world")
    assert [one.title for one in found] == [title for title, *_ in HEADLINES]
    assert [values(one.attributes, "date") for one in found] == [[date] for date in DATES]
    assert [values(one.attributes, "body") for one in found] == [["\n\n".join(paragraphs(n))] for n in range(6)]
    assert {one.concept for one in found} == {"world"}
    assert found[0].url == site.asked[0] == f"{SITE}{HEADLINES[0][1]}.html"
    assert found[0].attributes[0].witness.page == found[0].url


def test_without_a_source_of_pages_items_have_what_the_list_says():
    tree, _ = news()
    found = instances(tree)
    assert [one.title for one in found] == [title for title, *_ in HEADLINES]
    assert {one.witness.page for each in found for one in each.attributes} == {tree.page}


def test_a_page_that_cannot_be_had_costs_only_its_own_attributes():
    tree, site = news()
    del site.held[site.address(SITE, HEADLINES[1][1] + ".html")]
    found = instances(tree, site)
    own = [any(each.witness.page == one.url for each in one.attributes) for one in found]
    assert own == [True, False, True, True, True, True]


def test_only_so_many_items_are_followed():
    tree, site = news()
    assert len(instances(tree, site, options=InstanceOptions(most=2))) == len(site.asked) == 2


def two_sites():
    """The section pages of two sites, and a source of the pages of both that asks for all at once, as a crawl does."""
    tree, site = news()
    far = "http://far.example/"
    other = replace(tree, page=f"{far}world", url=f"{far}world")
    held = {address.replace(SITE, far): data for address, data in site.held.items()}
    return [tree, other], AtOnce(site.held | held)


class AtOnce(Site):
    def pages(self, addresses):
        asked = list(addresses)
        found = list(super().pages(asked))
        self.calls = [*getattr(self, "calls", []), len(asked)]
        yield from found


def test_the_pages_of_all_sites_are_asked_for_at_once_and_give_what_each_gives_alone():
    trees, site = two_sites()
    assert list(instances_of_pages(trees, site)) == [instances(tree, site) for tree in trees]
    assert site.calls == [12, 6, 6]


def test_the_limit_is_for_all_pages_of_a_site():
    trees, site = two_sites()
    assert [len(found) for found in instances_of_pages([*trees, trees[0]], site, options=InstanceOptions(most=4))] == [
        4,
        4,
        0,
    ]


def test_the_same_pages_give_the_same_instances():
    assert instances(*news()) == instances(*news())
