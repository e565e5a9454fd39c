"""Links that most pages of a site have, and that none of them lists."""

from weblode.instances.boilerplate import Everywhere, count_links, usual_targets
from weblode.instances.discover import InstanceOptions, instances_of_pages
from weblode.pages.html import parse
from weblode.sources.offline import Offline

WEB = Offline([])
HOME = "http://a.com/"


def tree(text, url):
    return parse(text.encode(), url=url)


def section(name, stories):
    popular = "".join(f"<li><a href=/story/{i}00>Everybody reads the story number {i}00 today</a>" for i in range(5))
    listed = "".join(
        f"<div><h3><a href=/story/{i}>The story number {i} of the section {name}</a></h3><p>What it says.</p></div>"
        for i in stories
    )
    return tree(f"<h1>{name}</h1>{listed}<ul>{popular}</ul>", f"http://a.com/{name}")


def test_what_every_page_of_a_site_links_is_no_item_of_any_of_them():
    pages = [section(f"s{i}", range(10 * i + 1, 10 * i + 4)) for i in range(5)]
    count = Everywhere(WEB)
    for page in pages:
        count.add(page)
    assert {address.rpartition("/")[2] for address in count.usual()} == {"000", "100", "200", "300", "400"}
    for found in instances_of_pages(pages, WEB, options=InstanceOptions(usual=count.usual())):
        assert len(found) == 3
        assert not any(one.title.startswith("Everybody") for one in found)


def test_a_page_that_links_more_often_than_others_lists_it():
    page = section("s", [300])
    usual = {f"http://a.com/story/{i}00": 1 for i in range(5)}
    assert "http://a.com/story/300" not in usual_targets(page, WEB, usual)
    assert "http://a.com/story/100" in usual_targets(page, WEB, usual)
    assert usual_targets(page, WEB, {}) == frozenset()


def test_of_few_pages_nothing_is_said():
    count = Everywhere(WEB)
    count.add(section("s", [1]))
    assert count.usual() == {}


def test_links_are_counted_by_the_address_they_lead_to():
    page = tree(
        "<base href=/b/><a href=x>1</a><a href=/b/x#top>2</a><a href=y>3</a><a>4</a><a href=mailto:z>5</a>", HOME
    )
    assert count_links(page, WEB) == {f"{HOME}b/x": 2, f"{HOME}b/y": 1}


def test_a_link_is_usual_if_more_than_half_of_the_pages_have_it_with_its_median_number():
    count = Everywhere(WEB)
    for links in ("xx y", "xx y", "xxx", "x"):
        count.add(tree("".join(f"<a href=/{name}>{name}</a>" for name in links.replace(" ", "")), HOME))
    assert count.usual() == {f"{HOME}x": 2}


def test_each_site_is_counted_by_itself():
    count = Everywhere(WEB)
    for host in "aaab":
        count.add(tree("<a href=http://a.com/x>x</a>", f"http://{host}.com/"))
    assert count.usual() == {}
    count.add(tree("<a href=/x>x</a>", HOME))
    assert count.usual() == {f"{HOME}x": 1}
