"""Which address identifies an instance."""

from instances.pages import HEADLINES, SITE, article, news
from weblode.instances.discover import instances
from weblode.pages.html import parse
from weblode.sources.saved import Saved


def declared(*addresses):
    """The section page and its site, whose articles declare these addresses."""
    tree, site = news()
    for n, address in enumerate(addresses):
        link = f"<link rel=canonical href='{address}'>"
        site.held[f"{SITE}{HEADLINES[n][1]}.html"] = article(n, link)
    return tree, site


def test_an_instance_has_the_address_that_its_page_declares():
    found = instances(*declared("https://news.example/harbour", "https://news.example/march"))
    assert [one.url for one in found[:3]] == [
        "https://news.example/harbour",
        "https://news.example/march",
        f"{SITE}{HEADLINES[2][1]}.html",
    ]


def test_the_address_of_a_whole_site_is_not_believed():
    found = instances(*declared("https://news.example/"))
    assert found[0].url == f"{SITE}{HEADLINES[0][1]}.html"


def test_one_address_for_different_titles_is_not_believed():
    found = instances(*declared("https://news.example/x", "https://news.example/x"))
    assert [one.url for one in found[:2]] == [f"{SITE}{path}.html" for _, path, *_ in HEADLINES[:2]]


def test_what_is_no_address_is_not_believed():
    found = instances(*declared("javascript:void(0)", "http://[", "article.html"))
    assert [one.url for one in found[:3]] == [f"{SITE}{path}.html" for _, path, *_ in HEADLINES[:3]]


def test_a_saved_page_is_known_by_its_address_and_not_by_its_path(tmp_path):
    items = ""
    for n, (title, path, *_) in enumerate(HEADLINES):
        meta = f'<meta property="og:url" content="https://news.example/{path}">' if n else ""
        (tmp_path / f"story-number-{n}-of-six.html").write_bytes(article(n, meta))
        items += f"<li><h2><a href=story-number-{n}-of-six.html>{title}</a></h2><p>What is known so far of it.</p>"
    home = tmp_path / "index.html"
    home.write_text(f"<title>World</title><h1>World</h1><ul>{items}</ul>")
    found = instances(parse(home.read_bytes(), page=str(home), url=str(home)), Saved(tmp_path))
    assert [one.url for one in found[1:]] == [f"https://news.example/{path}" for _, path, *_ in HEADLINES[1:]]
    assert found[0].url == str(tmp_path / "story-number-0-of-six.html")  # no address is known
    assert found[1].attributes[0].witness.page == str(tmp_path / "story-number-1-of-six.html")
