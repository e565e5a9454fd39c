"""Folders of saved pages, whose links lead from one to the other."""

import os
import time

import pytest

from weblode.pages.page import Page, Unread
from weblode.sources.saved import Saved, declared_address

CANONICAL = '<link rel="canonical" href="{}">'


def save(folder, **pages):
    """Write pages, named by their paths with "_" for "/", and give the folder as a `Web`."""
    for name, text in pages.items():
        path = folder / (name.replace("_", "/") + ".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Saved(folder)


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "my site"
    web = save(
        folder,
        index=CANONICAL.format("https://www.example.com/"),
        news_world=CANONICAL.format("https://www.example.com/world/"),
        news_sport="<meta content='https://www.example.com/sport?page=2' property='og:url'>",
        bare_index="<p>without an address",
    )
    return web, str(folder)


@pytest.mark.parametrize(
    ("base", "href", "path"),
    [
        ("index", "news/world.html", "news/world"),
        ("index", "./news/../news/world.html?x=1#top", "news/world"),
        ("news/world", "sport.html", "news/sport"),
        ("news/world", "../index.html", "index"),
        ("news/world", "/news/sport.html", "news/sport"),
        ("news/world", "", "news/world"),
        ("news/world", "#top", "news/world"),
        ("index", "bare/", "bare/index"),
        ("index", "bare", "bare/index"),
        ("index", "https://www.example.com/world/", "news/world"),
        ("index", "http://example.com/world?ref=nav", "news/world"),
        ("index", "/world", "news/world"),
        ("bare/index", "https://www.example.com", "index"),
        ("index", "https://www.example.com/sport?page=2", "news/sport"),
        ("index", " news/world.html\n", "news/world"),
    ],
)
def test_links_lead_to_files_by_path_and_by_address(site, base, href, path):
    web, folder = site
    assert web.address(f"{folder}/{base}.html", href) == f"{folder}/{path}.html"


def test_links_to_pages_that_were_not_saved_keep_their_address(site):
    web, folder = site
    home, bare = f"{folder}/index.html", f"{folder}/bare/index.html"
    assert web.address(home, "/economy") == "https://www.example.com/economy"
    assert web.address(home, "https://www.example.com/sport?page=3") == "https://www.example.com/sport?page=3"
    assert web.address(bare, "missing.html") == f"{folder}/bare/missing.html"
    found = list(web.pages(["https://www.example.com/economy", f"{folder}/bare/missing.html"]))
    assert [str(page.error).partition(": ")[2] for page in found] == [f"is not among the pages saved in {folder}"] * 2


@pytest.mark.parametrize("href", ["mailto:a@b.c", "javascript:x()", "../../../etc/passwd", "photo.jpg", "//[", "a:b"])
def test_links_to_no_page_and_out_of_the_folder_lead_nowhere(site, href):
    web, folder = site
    assert web.address(f"{folder}/bare/index.html", href) is None


def test_the_site_is_where_the_page_lives_or_the_name_of_the_folder(site):
    web, folder = site
    assert web.site(f"{folder}/news/world.html") == "example.com"
    assert web.site("https://news.other.co.uk/") == "other.co.uk"
    assert Saved(f"{folder}/bare").site(f"{folder}/bare/index.html") == "bare"


def test_a_page_that_declares_nothing_is_of_the_site_of_the_pages_around_it(tmp_path):
    declared = {f"a_{n}": CANONICAL.format(f"http://www.one.com/{n}") for n in range(3)}
    declared |= {"b_x": CANONICAL.format("http://two.org/x"), "b_y": CANONICAL.format("http://www.one.com/y")}
    declared |= {"c_1": CANONICAL.format("http://two.org/1")}
    web = save(tmp_path, **declared, index="<p>", a_bare="<p>", b_deep_bare="<p>", c_bare="<p>")
    sites = {path: web.site(f"{tmp_path}/{path}.html") for path in ("index", "a/bare", "b/deep/bare", "c/bare")}
    assert sites == {"index": "one.com", "a/bare": "one.com", "b/deep/bare": "two.org", "c/bare": "two.org"}
    assert web.site(f"{tmp_path}/c/missing.html") == "two.org"


def test_a_given_address_says_the_site_of_the_pages_around_it(tmp_path, monkeypatch):
    save(tmp_path, index="<p>", world="<p>")
    monkeypatch.chdir(tmp_path)
    web = Saved(".", {"index.html": "http://www.given.org/"})
    assert web.site("world.html") == web.site("index.html") == "given.org"


def test_pages_come_by_path_or_address_in_the_order_asked(site):
    web, folder = site
    asked = [f"{folder}/bare/index.html", "https://www.example.com/world/", f"{folder}/index.html"]
    found = list(web.pages(asked))
    assert [page.name for page in found] == [page.url for page in found] == asked
    assert found[0].data == b"<p>without an address"


def test_nothing_outside_of_the_folder_is_read(site, tmp_path):
    web, folder = site
    (tmp_path / "secret.html").write_text("secret")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "a.html").write_text("secret")
    os.symlink(tmp_path / "linked", f"{folder}/linked")
    asked = [f"{folder}/../secret.html", str(tmp_path / "secret.html"), f"{folder}/linked/a.html"]
    assert all(isinstance(page, Unread) for page in web.pages(asked))


def test_a_home_page_is_a_file_or_a_folder_with_an_index(site):
    web, folder = site
    assert web.homes(folder) == web.homes(f"{folder}/./index.html") == [f"{folder}/index.html"]
    assert web.homes(f"{folder}/news") == []
    assert web.homes("https://www.example.com/world/") == [f"{folder}/news/world.html"]


def test_a_given_address_counts_more_than_the_declared_one(site):
    _, folder = site
    web = Saved(folder, {f"{folder}/bare/index.html": "https://given.org/x", f"{folder}/index.html": "http://a.org/"})
    assert web.address(f"{folder}/news/world.html", "https://given.org/x") == f"{folder}/bare/index.html"
    assert web.site(f"{folder}/index.html") == "a.org"


def test_of_two_copies_the_first_is_linked_to_and_both_can_be_read(tmp_path):
    text = CANONICAL.format("http://example.com/a")
    web = save(tmp_path, a=text, b=text)
    assert web.address(f"{tmp_path}/b.html", "http://example.com/a") == f"{tmp_path}/a.html"
    assert all(isinstance(page, Page) for page in web.pages([f"{tmp_path}/a.html", f"{tmp_path}/b.html"]))


def test_names_with_special_characters_are_found(tmp_path):
    (tmp_path / "a?b=1.html").write_text("<p>")
    (tmp_path / "100% ü.html").write_text("<p>")
    web = Saved(tmp_path)
    assert web.address(f"{tmp_path}/x.html", "a%3Fb=1.html") == f"{tmp_path}/a?b=1.html"
    assert web.address(f"{tmp_path}/a?b=1.html", "100%25%20%C3%BC.html") == f"{tmp_path}/100% ü.html"


@pytest.mark.parametrize(
    ("head", "address"),
    [
        ("<link href='http://a.org/b' rel='canonical nofollow'>", "http://a.org/b"),
        ("<LINK REL=CANONICAL HREF=http://a.org/b>", "http://a.org/b"),
        ("<link rel=canonical href='http://a.org/?b&amp;c'>", "http://a.org/?b&c"),
        ("<link rel=canonical href='/b'><meta property=og:url content='http://a.org/b'>", "http://a.org/b"),
        ("<meta property=og:url content='http://a.org/c'><link rel=canonical href='http://a.org/b'>", "http://a.org/b"),
        ("<meta property=og:url content=''>", None),
        ("<link rel=stylesheet href='http://a.org/canonical'>", None),
        ("<p>canonical", None),
    ],
)
def test_the_address_that_a_page_declares(tmp_path, head, address):
    (tmp_path / "page.html").write_text("<html><head><title>x</title>" + head)
    assert declared_address(str(tmp_path / "page.html")) == address


def test_a_head_that_never_closes_its_tags_costs_no_more_than_its_length(tmp_path):
    (tmp_path / "page.html").write_text("<link canonical" * 100_000)
    start = time.process_time()
    assert declared_address(str(tmp_path / "page.html")) is None
    assert time.process_time() - start < 1
