"""Generated news sites that overlap, from one seed: a page for every address, nothing stored.

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
from weblode.demo.vocabulary import KINDS, NEWS

MARKUPS = {"tables": tables, "divs": divs, "grid": grid}
SEED = 15  # its first three sites show most possible differences: Sport and Sports, Tech & Science, Motoring and Autos
KEPT_SITES = 64  # sites in the cache: generating one takes a millisecond, as long as a page


@dataclass(frozen=True)
class Document:
    """The answer of a server for an address."""

    data: bytes
    kind: str  # its Content-Type
    modified: date


@dataclass(frozen=True)
class MadeWeb:
    """The sites of a plan; `bases` are the addresses at which they are served, by default their host names."""

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
        """The document at an address, or None."""
        start, host, path = _parts(address)
        index = _by_base(self.plan, self.bases).get(start + host)
        return None if index is None else page(self.site(index), path)


def generate(sites: int = 3, articles: int = 240, *, seed: int = SEED, kind: str = NEWS) -> MadeWeb:
    """Sites of a kind (`vocabulary.KINDS`) with `articles` items each. The same arguments give the same bytes."""
    if sites < 1 or articles < 1:
        raise ValueError(f"sites={sites}, articles={articles}: both must be at least 1")
    if kind not in KINDS:
        raise ValueError(f"kind={kind!r}: there are {', '.join(KINDS)}")
    return MadeWeb(SitePlan(sites, articles, seed, kind))


def page(site: Site, path: str) -> Document | None:
    """The document of a site at a path, or None."""
    html = _html(site, path.partition("#")[0])
    if html is not None:
        text, modified = html
        charset = MARKUPS[site.era].CHARSET
        return Document(text.encode(charset, "xmlcharrefreplace"), f"text/html; charset={charset}", modified)
    return _file(site, path)


def _html(site: Site, path: str) -> tuple[str, date] | None:
    pages = MARKUPS[site.era]
    newest = LAST_DAY[site.era]
    if path in ("/", "/index.html"):
        return pages.home(site), newest
    section_page = addresses.find_section(site, path)
    if section_page:
        return pages.listing(site, *section_page), newest
    article = addresses.find_article(site, path)
    if article and path.startswith("/talk/"):
        return pages.plain(site, f"Talk about: {article.title}", "No reader has written yet."), article.day
    if article:
        return pages.story(site, article), article.day
    for name in addresses.PLAIN:
        if path.partition("?")[0] == addresses.plain_path(site, name):
            return pages.plain(site, markup.PLAIN_LABELS[name], markup.plain_text(site, name)), newest
    return None


def _file(site: Site, path: str) -> Document | None:
    """The document of a path that is not an HTML page: robots.txt, the feed, pictures."""
    newest = LAST_DAY[site.era]
    image = re.fullmatch(r"/images/(thumb|wide)(\d{1,9})\.png", path)
    if image and int(image[2]) < site.plan.articles:
        data = pictures.picture(image[1], f"{site.key}/{image[2]}")
        return Document(data, "image/png", newest)
    if path == "/robots.txt":
        login = addresses.plain_path(site, "Login")
        return Document(f"User-agent: *\nDisallow: {login}\nCrawl-delay: 0\n".encode(), "text/plain", newest)
    if path == "/rss.xml":
        return Document(_feed(site).encode(), "application/rss+xml; charset=utf-8", newest)
    if path == "/images/logo.png":
        return Document(pictures.picture("logo", site.key), "image/png", newest)
    return Document(pictures.SPACER, "image/gif", newest) if path == "/images/spacer.gif" else None


def _feed(site: Site) -> str:
    rows = "".join(
        f"<item><title>{escape(story.title)}</title>"
        f"<link>{site.base}{addresses.article_path(site, story)}</link></item>"
        for story in site.newest(20)
    )
    head = f"<title>{escape(site.name)}</title><link>{site.home}</link><description>News</description>"
    return f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>{head}{rows}</channel></rss>'


def _parts(address: str) -> tuple[str, str, str]:
    """Scheme, host and path of an address."""
    match = re.match(r"(https?://)([^/?#]*)(.*)", address, re.DOTALL)
    return (match[1], match[2], match[3] or "/") if match else ("", "", address)


@lru_cache(4)
def _by_base(plan: SitePlan, bases: tuple[str, ...]) -> dict[str, int]:
    """By base address, the index of the site."""
    all_bases = bases or (f"http://{host(plan, index)}" for index in range(plan.sites))
    return {base: index for index, base in enumerate(all_bases)}


@lru_cache(KEPT_SITES)
def _site(plan: SitePlan, index: int, base: str) -> Site:
    if not 0 <= index < plan.sites:
        raise IndexError(f"site {index} of {plan.sites}")
    return site(plan, index, base)
