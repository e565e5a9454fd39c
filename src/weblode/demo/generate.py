"""Made news sites that overlap, from one seed: a page for every address, nothing stored.

>>> web = generate(sites=3, articles=200)
>>> [site.name for site in web]
['Stenhaven Gazette', 'Fenmouth Examiner', 'Norport Mercury']
>>> web.page(web.site(0).home).kind
'text/html; charset=iso-8859-1'
>>> web.page(web.site(0).base + "/nowhere") is None
True
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from html import escape

from weblode.demo import addresses, divs, grid, markup, pictures, tables
from weblode.demo.site import LAST_DAY, Site, SitePlan, host, site

MARKUPS = {"tables": tables, "divs": divs, "grid": grid}
SEED = 15  # its first three sites show most of what can differ: Sport and Sports, Tech & Science, Motoring and Autos
KEPT_SITES = 64  # a site takes a millisecond to make, as long as its pages


@dataclass(frozen=True)
class Document:
    """What a server sends for an address."""

    data: bytes
    kind: str  # its Content-Type
    modified: date


@dataclass(frozen=True)
class MadeWeb:
    """Sites that follow from a plan; `bases` says where each is served, its own host name without one."""

    plan: SitePlan
    bases: tuple[str, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        return self.plan.sites

    def __iter__(self) -> Iterator[Site]:
        return (self.site(index) for index in range(len(self)))

    def site(self, index: int) -> Site:
        """The site with that number, from 0."""
        return _site(self.plan, index, self.bases[index] if self.bases else "")

    def homes(self) -> list[str]:
        """The addresses of the home pages."""
        return [f"{base}/" for base in _by_base(self.plan, self.bases)]

    def page(self, address: str) -> Document | None:
        """What is at an address; None if there is nothing."""
        start, host, path = _parts(address)
        index = _by_base(self.plan, self.bases).get(start + host)
        return None if index is None else page(self.site(index), path)


def generate(sites: int = 3, articles: int = 240, *, seed: int = SEED) -> MadeWeb:
    """That many sites with that many articles each. The same arguments give the same bytes."""
    if sites < 1 or articles < 1:
        raise ValueError(f"sites={sites}, articles={articles}: there must be one of each at least")
    return MadeWeb(SitePlan(sites, articles, seed))


def page(made: Site, path: str) -> Document | None:
    """What a site has at a path; None if nothing."""
    html = _html(made, path.partition("#")[0])
    if html is not None:
        text, modified = html
        charset = MARKUPS[made.era].CHARSET
        return Document(text.encode(charset, "xmlcharrefreplace"), f"text/html; charset={charset}", modified)
    return _file(made, path)


def _html(made: Site, path: str) -> tuple[str, date] | None:
    pages = MARKUPS[made.era]
    newest = LAST_DAY[made.era]
    if path in ("/", "/index.html"):
        return pages.home(made), newest
    found = addresses.find_section(made, path)
    if found:
        return pages.listing(made, *found), newest
    article = addresses.find_article(made, path)
    if article and path.startswith("/talk/"):
        return pages.plain(made, f"Talk about: {article.title}", "No reader has written yet."), article.day
    if article:
        return pages.story(made, article), article.day
    for name in addresses.PLAIN:
        if path.partition("?")[0] == addresses.plain_path(made, name):
            return pages.plain(made, markup.PLAIN_LABELS[name], markup.plain_text(made, name)), newest
    return None


def _file(made: Site, path: str) -> Document | None:
    """What is no page: robots.txt, the feed, pictures."""
    newest = LAST_DAY[made.era]
    shown = re.fullmatch(r"/images/(thumb|wide)(\d{1,9})\.png", path)
    if shown and int(shown[2]) < made.plan.articles:
        data = pictures.picture(shown[1], f"{made.key}/{shown[2]}")
        return Document(data, "image/png", newest)
    if path == "/robots.txt":
        login = addresses.plain_path(made, "Login")
        return Document(f"User-agent: *\nDisallow: {login}\nCrawl-delay: 0\n".encode(), "text/plain", newest)
    if path == "/rss.xml":
        return Document(_feed(made).encode(), "application/rss+xml; charset=utf-8", newest)
    if path == "/images/logo.png":
        return Document(pictures.picture("logo", made.key), "image/png", newest)
    return Document(pictures.SPACER, "image/gif", newest) if path == "/images/spacer.gif" else None


def _feed(made: Site) -> str:
    rows = "".join(
        f"<item><title>{escape(story.title)}</title>"
        f"<link>{made.base}{addresses.article_path(made, story)}</link></item>"
        for story in made.newest(20)
    )
    head = f"<title>{escape(made.name)}</title><link>{made.home}</link><description>News</description>"
    return f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>{head}{rows}</channel></rss>'


def _parts(address: str) -> tuple[str, str, str]:
    """Scheme, host and path of an address."""
    found = re.match(r"(https?://)([^/?#]*)(.*)", address, re.DOTALL)
    return (found[1], found[2], found[3] or "/") if found else ("", "", address)


@lru_cache(4)
def _by_base(plan: SitePlan, bases: tuple[str, ...]) -> dict[str, int]:
    """The number of a site by where its addresses begin."""
    found = bases or (f"http://{host(plan, index)}" for index in range(plan.sites))
    return {base: index for index, base in enumerate(found)}


@lru_cache(KEPT_SITES)
def _site(plan: SitePlan, index: int, base: str) -> Site:
    if not 0 <= index < plan.sites:
        raise IndexError(f"site {index} of {plan.sites}")
    return site(plan, index, base)
