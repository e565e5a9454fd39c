"""Next pages and numbered pages by all kinds of evidence, and what only looks like them."""

# ruff: noqa: RUF001 - arrows

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagination.pages import HERE, next_page, pages, paginate
from strategies import BYTES

from weblode.pages.html import parse
from weblode.pagination.discover import pagination


@pytest.mark.parametrize(
    "words",
    [
        "Next",
        "next page »",
        "Older posts",
        "Weiter",
        "nächste Seite",
        "Suivant",
        "Siguiente",
        "Próxima",
        "Volgende",
        "Nästa",
        "Næste",
        "Seuraava",
        "Następna",
        "Další",
        "Következő",
        "Следующая",
        "Далее",
        "Επόμενη",
        "Sonraki",
        "Trang sau",
        "Berikutnya",
        "次へ",
        "下一页",
        "다음",
        "التالي",
        "הבא",
        "ถัดไป",
        "अगला",
    ],
)
def test_the_next_page_is_found_by_words_of_many_languages(words):
    assert next_page(f"<p><a href='?page=2'>{words}</a>") == "lamps?page=2"


@pytest.mark.parametrize(
    "link",
    [
        "<a rel=next href='/lamps?page=2'>Onward</a>",
        "<a aria-label='Next page' href='/lamps?page=2'><svg></svg></a>",
        "<a title='Next' href='/lamps?page=2'><i></i></a>",
        "<a href='/lamps?page=2'><img src=a.gif alt='Next page'></a>",
        "<a class=pager-next href='/lamps?page=2'></a>",
        "<a href='/lamps?page=2'><i class='fa fa-chevron-right'></i></a>",
        "<a href='/lamps?page=2'>›</a>",
        "<li class=next><a href='/lamps?page=2'>Edasi minna</a></li>",
        "<a href='/lamps?page=2'>Load more</a>",
        "<a href='/lamps?page=2'>More lamps for you</a>",
        "<link rel=next href='/lamps?page=2'><a rel=next href='/lamps?page=2'>2 of 9</a>",
    ],
)
def test_the_next_page_is_found_without_its_word(link):
    assert next_page(f"<p>{link}") == "lamps?page=2"


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("/lamps", "/lamps/page/2"),
        ("/lamps/", "/lamps/page/2/"),
        ("/lamps/index.html", "/lamps/index2.html"),
        ("/lamps.html", "/lamps-2.html"),
        ("/lamps/page/7", "/lamps/page/8"),
        ("/lamps?q=red&start=20", "/lamps?start=40&q=red"),
        ("/lamps?q=red", "/lamps?q=red&offset=20&view=grid"),
        ("/p/2", "/p/3"),
        ("/search", "/search?updated-max=2016-03-01&max-results=7"),
        ("/lamps?after=x81", "/lamps?after=k92"),
    ],
)
def test_addresses_continue_in_many_ways(here, there):
    page = f"<div class=pager><a href='{there}'>Next</a></div>"
    assert next_page(page, f"http://shop.example{here}") == there[1:]


def test_the_number_after_the_page_itself_is_what_an_icon_beside_the_row_leads_to():
    row = "<a href='?s=1'><i></i></a><a href='?s=1'>1</a><b>2</b><a href='?s=3'>3</a><a href='?s=3'><i></i></a>"
    assert next_page(f"<div class=pages>{row}</div>", f"{HERE}?s=2") == "lamps?s=3"


@pytest.mark.parametrize(
    "link",
    [
        "<a href='?page=2'>Previous</a>",
        "<a href='?page=9'>Last »</a>",
        "<a href='?page=9'>&gt;|</a>",
        "<a class=prev href='?page=2'>«</a>",
        "<a href='#'>Next</a>",
        "<a href='javascript:next()'>Next</a>",
        "<a href='/lamps?page=3'>Next</a>",
        "<a href='http://other.example/?page=4'>Next</a>",
        "<a rel=next href='/2016/04/01/a-lamp-for-the-north/'>A lamp for the north »</a>",
        "<a rel=next href='/why-lamps-are-so-dear'>Next</a>",
        "<div class=carousel><a class=right href='/lamps/42'>›</a></div>",
        "<table class=calendar><tr><td><a href='?mini=2016-04'>»</a></table>",
        "<a href='?month=4'>›</a>",
        "<a class=next href='?day=2016-04-02'>Tomorrow</a>",
        "<a href='/sitemap'>Next to us: our neighbours and partners in the region</a>",
    ],
)
def test_what_leads_elsewhere_is_no_next_page(link):
    assert next_page(f"<p>{link}", f"{HERE}?page=3") is None


def test_a_page_without_links_has_no_pagination():
    nothing = paginate("<p>No lamps today")
    assert nothing.as_dict() == {"next": None, "pages": []}
    assert nothing.following is None
    assert pagination(parse(b"")).pages == []


def test_rows_of_numbers_are_pages():
    row = "<b>1</b> <a href='?page=2'>2</a> <a href='?page=3'>3</a> … <a href='?page=1097'>1,097</a>"
    assert pages(f"<p>{row}") == ["lamps?page=2", "lamps?page=3", "lamps?page=1097"]


@pytest.mark.parametrize(
    ("start", "rest"),
    [
        ("/lamps", [f"?start={20 * n}" for n in (1, 2, 3)]),
        ("/lamps/", ["/lamps/page/2", "/lamps/page/3", "/lamps/page/4"]),
        ("/lamps.html", ["/lamps-2.html", "/lamps-3.html", "/lamps-4.html"]),
        ("?b=0&sid=1", ["?b=10&sid=1&x=a", "?b=20&sid=1&x=a", "?b=30&sid=1&x=a"]),
    ],
)
def test_the_first_page_may_lack_the_number(start, rest):
    links = "".join(f"<a href='{href}'>{n}</a> " for n, href in enumerate([start, *rest], 1))
    assert len(pages(f"<ul class=pagination>{links}</ul>", f"{HERE}/x")) == 4


def test_pages_of_threads_in_a_list_of_threads_are_pages_too():
    thread = "<li><a href='/t{0}.html'>A long talk about lamps, number {0}</a> (<a href='/t{0}.html'>1</a> "
    thread += "<a href='/t{0}-2.html'>2</a>)"
    links = pages(f"<ul>{thread.format(7)}{thread.format(8)}</ul>")
    assert links == ["t7.html", "t7-2.html", "t8.html", "t8-2.html"]


@pytest.mark.parametrize(
    "row",
    [
        "<a href='?day=1'>1</a> <a href='?day=2'>2</a> <a href='?day=3'>3</a>",
        "<a href='/2016/03/01'>1</a> <a href='/2016/03/02'>2</a> <a href='/2016/03/03'>3</a>",
        "<a href='?m=20160301'>1</a> <a href='?m=20160302'>2</a> <a href='?m=20160303'>3</a>",
        "<a href='/archive/2014'>2014</a> <a href='/archive/2015'>2015</a> <a href='/archive/2016'>2016</a>",
        "Show <a href='?limit=10'>10</a> <a href='?limit=20'>20</a> <a href='?limit=50'>50</a>",
        "<a href='?pageSize=1'>1</a> <a href='?pageSize=2'>2</a> <a href='?pageSize=3'>3</a>",
        "<a href='?stars=1'>1</a> <a href='?stars=2'>2</a> <a href='?stars=3'>3</a>",
        "<a href='/talk/811'>1</a> <a href='/buy'>2</a> <a href='/news/x'>3</a>",
        "<a href='#'>1</a> <a href='#'>2</a> <a href='#'>3</a>",
        "<a href='/a?cat=4'>A</a> <a href='/a?cat=5'>B</a> <a href='/a?cat=6'>C</a>",
        "<a href='?vote=5'>50%</a> <a href='?vote=4'>51%</a>",
    ],
)
def test_rows_of_other_numbers_are_no_pages(row):
    assert pages(f"<p>{row}") == []


def test_a_row_without_a_next_link_is_followed_by_its_numbers():
    row = "<a href='?page=1'>1</a> <b>2</b> <a href='?page=3'>3</a> <a href='?page=4'>4</a>"
    result = paginate(f"<p>{row}", f"{HERE}?page=2")
    assert result.next is None
    assert result.following.address == f"{HERE}?page=3"
    assert result.following.evidence[0] == "the number after 2"


def test_the_last_page_is_followed_by_none_even_if_its_head_names_one():
    row = "<a href='?page=1'>1</a> <a href='?page=2'>2</a> <b>3</b>"
    result = paginate(f"<link rel=next href='?page=4'><p>{row}", f"{HERE}?page=3")
    assert result.following is None


def test_the_head_names_the_page_to_follow_if_nothing_else_does():
    result = paginate("<link rel=next href='?page=2'><p>Lamps")
    assert (result.next, result.following.address) == (None, f"{HERE}?page=2")
    assert paginate("<link rel=next href='/a-lamp-for-the-north/'><p>A lamp").following is None


def test_session_ids_do_not_hide_that_a_link_leads_to_the_page_itself():
    assert next_page("<a href='?page=3&sid=8f'>Next</a>", f"{HERE}?sid=77&page=3") is None
    assert next_page("<a href='?page=4&PHPSESSID=8f'>Next</a>", f"{HERE}?page=3") == "lamps?page=4&PHPSESSID=8f"


def test_without_the_address_of_the_page_links_stay_as_they_are():
    result = paginate("<p>1 <a href='l2.html?page=2'>2</a> <a href='l2.html?page=2'>Next</a>", None)
    assert (result.next, result.pages) == ("l2.html?page=2", ["l2.html?page=2"])


def test_the_evidence_is_given():
    result = paginate("<p class=pager>1 <a href='?page=2'>2</a> <a rel=next href='?page=2'>Next</a>")
    assert result.next_link.evidence == ("rel", "says next", "leads to page 2, after 1")
    assert result.links[0].evidence[:2] == ("addresses differ in page", "classes speak of pages")
    assert (result.links[0].number, result.links[0].href) == (2, "?page=2")


def test_a_feed_names_its_next_part():
    feed = b"<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='/feed?page=2'/><entry/></feed>"
    assert pagination(parse(feed, url="http://shop.example/feed")).next == "http://shop.example/feed?page=2"


@pytest.mark.parametrize(
    ("text", "url", "after"),
    [
        ("<a href='?page=2'>2</a><a href='?page=3'>3</a>", "http://a.com/news/", "http://a.com/news/?page=2"),
        ("<a href='?page=1'>1</a><a href='?page=3'>3</a>", "http://a.com/news/?page=2", "http://a.com/news/?page=3"),
        ("<a href=index2.html>2</a>", "http://a.com/world/index.html", "http://a.com/world/index2.html"),
        ("<a href=/news/page/2/>2</a>", "http://a.com/news/", "http://a.com/news/page/2/"),
        ("<a rel='nofollow next' href=/older>Weiter</a>", "http://a.com/news/", "http://a.com/older"),
        ("<link rel=next href=/news/b>", "http://a.com/news/a", "http://a.com/news/b"),
        ("<a href='?page=1'>1</a>", "http://a.com/news/?page=2", None),
        ("<base href=/><a href=news/page/2>2</a>", "http://a.com/news/", "http://a.com/news/page/2"),
        ("<a href=/story-2>2</a>", "http://a.com/news/", None),
        ("<a rel=next href=http://b.com/>Next</a>", "http://a.com/news/", None),
        ("<link rel=next href=http://b.com/page/2>", "http://a.com/news/", None),
        ("<a href=/news/>1</a><p>2", "http://a.com/news/", None),
    ],
)
def test_the_page_to_follow_is_found_by_what_the_page_says_or_the_next_number(text, url, after):
    following = paginate(text, url).following
    assert (following and following.address) == after


@given(BYTES)
def test_any_bytes_have_a_pagination(data):
    assert set(pagination(parse(data, url=HERE)).as_dict()) == {"next", "pages"}


HREFS = st.text(st.sampled_from("/?&=;#.:-_page12345 %[]é"), max_size=20)
LABELS = st.sampled_from(["1", "2", "3", "10", "Next", "»", "", "…", "Last", "2016", "word", "１"])
LINK = st.builds("<a href='{}' class='{}'>{}</a> ".format, HREFS, st.sampled_from(["", "next", "on", "page"]), LABELS)


@given(st.lists(LINK | st.sampled_from(["<p>", "<ul><li>", "</ul>", "2 ", "<b>1</b>"]), max_size=30))
def test_any_links_have_a_pagination_and_always_the_same(parts):
    page = "".join(parts).encode()
    result = pagination(parse(page, url=HERE))
    assert result == pagination(parse(page, url=HERE))
    assert result.next is None or result.following == result.next_link
