"""The addresses of a generated site, in the style of its time, and the pages at given addresses."""

import re
from collections.abc import Iterator

from weblode.demo.site import Section, Site
from weblode.demo.stories import Story, slug
from weblode.demo.vocabulary import NEWS

FORMS = (
    "Video",
    "Photos",
    "Weather",
    "Blogs",
)  # kinds of content that are listed with the sections; not every site has all
PLAIN = ("About", "Contact", "Privacy", "Terms", "Advertise", "Newsletter", "Login", "Help", *FORMS)
FIRST_NUMBER = 10_000  # the number of the first article in addresses


def section_path(site: Site, section: Section, page: int = 1) -> str:
    """The path of a page of a section: a file of its own in 2003, a query later."""
    if site.era == "tables":
        name = "/index" if section.parent is None else ""
        return "/" + "/".join(section.slugs) + f"{name}{page if page > 1 else ''}.html"
    path = "/" + "/".join(section.slugs) + ("/" if site.era == "divs" else "")
    return f"{path}?page={page}" if page > 1 else path


def article_path(site: Site, article: Story) -> str:
    """The path of an article."""
    number = FIRST_NUMBER + article.number
    if site.plan.kind != NEWS:
        return _thing_path(site, article, number)
    if site.era == "tables":
        return f"/{article.day:%Y/%m/%d}/story{number}.html"
    if site.era == "divs":
        folder = "/".join(site.sections[article.section].slugs)
        return f"/{folder}/{article.day:%Y/%m}/{slug(article.title)}-{number}.html"
    return f"/stories/{slug(article.title)}-{number}"


def _thing_path(site: Site, thing: Story, number: int) -> str:
    """The path of an item of a shop or the like: without a date."""
    if site.era == "tables":
        return f"/item{number}.html"
    folder = "/".join(site.sections[thing.section].slugs) if site.era == "divs" else "p"
    return f"/{folder}/{slug(thing.title)}-{number}" + (".html" if site.era == "divs" else "")


def comments_path(site: Site, article: Story) -> str:
    """The path of the comments on an article: a page of their own in 2003, below the article later."""
    if site.era == "tables":
        return f"/talk/{FIRST_NUMBER + article.number}.html"
    return article_path(site, article) + "#comments"


def plain_path(site: Site, name: str) -> str:
    """The path of a page like About."""
    return f"/{name.lower()}" + {"tables": ".html", "divs": "/", "grid": ""}[site.era]


def find_section(site: Site, path: str) -> tuple[Section, int] | None:
    """The section and page number at a path; None if there is no such page."""
    path, _, query = path.partition("?")
    number = re.search(r"(\d+)\.html$", path) if site.era == "tables" else re.fullmatch(r"page=(\d{1,9})", query)
    if query and not number:
        return None
    page = int(number[1][:9]) if number else 1
    for section in site.sections:
        if section_path(site, section, page).partition("?")[0] == path and 0 < page <= site.pages(section):
            return section, page
    return None


def find_article(site: Site, path: str) -> Story | None:
    """The article at a path, or None."""
    number = re.search(r"(\d{5,12})(\.html)?$", path)
    if not number or not 0 <= int(number[1]) - FIRST_NUMBER < site.plan.articles:
        return None
    article = site.article(int(number[1]) - FIRST_NUMBER)
    return article if path in (article_path(site, article), comments_path(site, article)) else None


def paths(site: Site) -> Iterator[str]:
    """The paths of all pages of a site: home, sections, articles, and pages like About."""
    yield "/"
    for section in site.sections:
        for page in range(1, site.pages(section) + 1):
            yield section_path(site, section, page)
    for number in range(site.plan.articles):
        yield article_path(site, site.article(number))
    for name in PLAIN:
        yield plain_path(site, name)
