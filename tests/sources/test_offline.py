"""Given pages, and no others."""

from weblode.errors import SourceError
from weblode.pages.page import Page, unread_page
from weblode.sources.offline import NOT_FOLLOWED, Offline

HOME = Page("home.html", b"<p>home", "http://Example.com", "utf-8")


def test_a_given_page_comes_by_its_address():
    web = Offline([HOME])
    assert list(web.pages(["http://example.com/"])) == [
        Page("http://example.com/", b"<p>home", "http://example.com/", "utf-8")
    ]
    assert web.site("http://www.example.com/") == "example.com"


def test_links_are_resolved_but_not_followed():
    web = Offline([HOME])
    address = web.address("http://example.com/", "news/")
    assert address == "http://example.com/news/"
    [found] = web.pages([address])
    assert str(found.error) == f"http://example.com/news/: {NOT_FOLLOWED}"


def test_a_home_is_found_by_its_name():
    web = Offline([HOME, Page("bare.html", b"<p>")])
    assert web.homes("home.html") == web.homes("home.html=http://Example.com") == ["http://example.com/"]
    assert web.homes("bare.html") == ["bare.html"]
    assert [page.data for page in web.pages(["bare.html"])] == [b"<p>"]


def test_a_home_that_cannot_be_had_says_why():
    web = Offline([unread_page("gone.html", SourceError("no such file"))])
    [found] = web.pages(web.homes("gone.html"))
    assert str(found.error) == "gone.html: no such file"
