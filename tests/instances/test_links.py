"""The links of a page, one for each address, with the evidence that they lead to things it lists."""

import time
from collections import Counter
from dataclasses import replace

import pytest

from instances.pages import SITE
from weblode.instances.links import ListedLink, links
from weblode.instances.listed import listed_items
from weblode.pages.html import parse

NOTHING = dict.fromkeys(("headed", "has_text", "has_image", "beside"), False)
LINK = ListedLink("", "", "", "A tent for two people", node=0, path=0, holder=0, **NOTHING)


def titles(page, url=SITE + "world"):
    return [item.title for item in listed_items(parse(page, url=url))]


def test_links_to_one_address_are_one_item_with_the_best_title():
    card = "<div><a href={2}><img src=x alt=Picture></a><h3>{1}</h3><a href={2}>more</a></div>"
    page = "".join(
        card.format(
            n,
            f'<a href="/2021/03/0{n}/storm-over-the-bay-{n}">Storm number {n} over the bay</a>',
            f"/2021/03/0{n}/storm-over-the-bay-{n}",
        )
        for n in range(1, 6)
    )
    assert titles(page.encode()) == [f"Storm number {n} over the bay" for n in range(1, 6)]


def test_a_card_that_is_one_link_is_named_by_its_heading():
    card = '<a href="/p/10{0}-tent"><img src=x><h3>Tent of kind {0}</h3><p>A tent for all weathers, with poles.</p></a>'
    page = "".join(card.format(n) for n in range(1, 7))
    assert titles(page.encode()) == [f"Tent of kind {n}" for n in range(1, 7)]


def test_where_a_link_leads_is_asked_once():
    asked = Counter()

    def address(href):
        asked[href] += 1
        return f"{SITE}{href}"

    page = b"".join(b"<p><a href=/story-%d>The story with number %d</a>" % (n, n) for n in range(50))
    assert len(links(parse(page, url=SITE), address)) == 50
    assert set(asked.values()) == {1}


def test_links_to_many_hosts_take_time_that_grows_with_their_number():
    def seconds(n):
        page = parse(b"".join(b"<a href=http://h%d.example/a>x</a> " % i for i in range(n)))
        start = time.process_time()
        links(page)
        return time.process_time() - start

    assert min(seconds(16_000) for _ in range(2)) < 10 * min(seconds(4000) for _ in range(3))


def test_a_link_with_a_long_title_text_image_and_heading_scores_more_than_one_of_a_menu():
    rich = replace(LINK, has_text=True, headed=True, specific=True)
    menu = replace(LINK, title="Tents", beside=True)
    assert rich.score == 6
    assert menu.score <= -6
    assert not rich.bare
    assert menu.bare


def test_each_evidence_raises_the_score_and_being_beside_lowers_it():
    for evidence in ("has_text", "has_image", "headed", "specific"):
        assert replace(LINK, **{evidence: True}).score > LINK.score
    assert replace(LINK, beside=True).score < LINK.score


def only(page):
    [link] = links(parse(page.encode(), url=SITE))
    return link


def test_a_link_without_text_is_named_by_its_image_and_one_without_either_is_none():
    assert only("<a href=/a><img alt=''><img alt=' A  tent '></a>").title == "A tent"
    assert links(parse(b"<a href=/a><img></a><a href=/b> </a>", url=SITE)) == []


def test_the_title_of_a_card_is_its_first_line_with_enough_words():
    assert only("<a href=/a><div>New</div><div>A tent for two people</div><div>$249</div></a>").title == (
        "A tent for two people"
    )


def test_the_part_of_a_link_ends_where_another_address_begins():
    tree = parse(
        b"<ul><li><h3><a href=/a>One</a></h3><p>What it says in a line.</p><li><a href=/b>Two</a></ul>", url=SITE
    )
    one, two = links(tree)
    assert (one.headed, one.has_text, two.headed, two.has_text) == (True, True, False, False)
    assert one.holder == two.holder
    assert tree.name(one.holder) == "ul"


def test_links_are_beside_only_if_all_links_to_the_address_are():
    text = "<p>" + "The main text of the page. " * 4
    nav, main = "<nav><a href=/a>A tent</a></nav>", "<a href=/a>A tent</a>"
    assert only(f"{nav}{text}").beside
    assert not only(f"{nav}{text}{main}").beside


@pytest.mark.parametrize("href", ["/", SITE, "http://other.example/a", "mailto:a@b.c", "photo.jpg", "#top", ""])
def test_links_to_the_home_page_another_site_or_no_page_are_none(href):
    assert links(parse(f"<a href='{href}'>A tent for two</a>".encode(), url=SITE + "page")) == []


def test_subdomains_belong_to_the_site_and_without_an_address_most_links_tell_it():
    page = b"<a href=http://a.example/x>One</a><a href=http://shop.a.example/y>Two</a><a href=http://b.example/z>3</a>"
    assert [link.title for link in links(parse(page, url="http://a.example/"))] == ["One", "Two"]
    page += b"<a href=http://b.example/w>4</a>"
    for url in (None, "saved/page.html"):
        assert [link.title for link in links(parse(page, url=url))] == ["3", "4"]


def test_a_source_of_pages_may_refuse_addresses():
    page = parse(b"<a href=/a>One</a><a href=/b>Two</a>", url=SITE)
    [link] = links(page, lambda href: None if href == "/a" else f"saved{href}")
    assert (link.address, link.live, link.href) == ("saved/b", f"{SITE}b", "/b")


def test_a_short_title_counts_against_a_link_only_if_it_has_nothing_else():
    short = replace(LINK, title="Tents")
    assert replace(short, has_text=True).score - short.score > replace(LINK, has_text=True).score - LINK.score
