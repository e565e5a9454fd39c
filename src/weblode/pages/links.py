"""Normalised addresses of pages, the targets of links, and the site of an address.

The normal form is that of the URL Standard (WHATWG) without fragment, user name and password: lower-case host, no
default port, no dot segments, "/" for an empty path. So all links to a page give the same string.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from weblode.caches import bounded_cache, regex
from weblode.errors import require

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

# Suffixes of files that are certainly no pages. All other links are requested, and the answer's media type decides.
MEDIA = tuple(
    ".7z .aac .avi .bmp .bz2 .css .csv .dmg .doc .docx .eot .epub .exe .flac .flv .gif .gz .ico .iso .jar .jpeg .jpg "
    ".js .json .m4a .m4v .mid .mov .mp3 .mp4 .mpeg .mpg .msi .ods .odt .ogg .otf .pdf .png .ppt .pptx .ps .rar .rss "
    ".rtf .svg .swf .tar .tgz .tif .tiff .ttf .wav .webm .webp .wmv .woff .woff2 .xls .xlsx .xz .zip".split()
)


# Some saved pages have their links disabled so that nobody follows them by mistake: httpdisabled://example.com/.
_DISABLED = regex(r"^\s*(https|http(?!s:))[a-z-]+(?=://)", re.IGNORECASE)


@bounded_cache(32 * 2**20)
def resolve(base: str, href: str) -> str | None:
    """The normalised http(s) address that a link on the page at `base` leads to; None if it leads to no page.

    >>> resolve("HTTP://Example.com:80/news/", "../a/./b.html?c=d#e")
    'http://example.com/a/b.html?c=d'
    >>> resolve("http://example.com", "")
    'http://example.com/'
    >>> resolve("http://example.com/", "httpdisabled://example.com/a")
    'http://example.com/a'
    >>> resolve("http://example.com/", "mailto:me@example.com")
    """
    require("ada_url", "weblode[crawl]")
    import ada_url

    try:
        url = ada_url.URL(_DISABLED.sub(r"\1", href), base or None)
    except ValueError:
        return None
    if url.protocol not in ("http:", "https:") or url.pathname.lower().endswith(MEDIA):
        return None
    return f"{url.protocol}//{url.host}{url.pathname}{url.search}"


def join_base(base: str, href: str) -> str:
    """A link joined to the page's `<base href>` (`Tree.base`); still relative if that is relative.

    >>> join_base("/news/", "a.html"), join_base("", "a.html"), join_base("http://example.com/x/y", "a.html")
    ('/news/a.html', 'a.html', 'http://example.com/x/a.html')

    A link to a fragment of the page itself ("#top") stays as it is.
    """
    if not base or href.strip().startswith("#"):
        return href
    try:
        return urljoin(base, href.strip())
    except ValueError:
        return href


def normalise(address: str) -> str | None:
    """The normal form of an address; None if it is not the http(s) address of a page."""
    return resolve("", address)


@bounded_cache(8 * 2**20)
def site(address: str) -> str:
    """The site of an address: its registrable domain by the public suffix list, else its host with the port.

    An IP address or a local name ("localhost") may serve another site at each port. On any host, "/~ann" is a site of
    its own.

    >>> site("https://news.bbc.co.uk/world"), site("http://127.0.0.1:8000/"), site("http://www.uni.edu/~ann/a.html")
    ('bbc.co.uk', '127.0.0.1:8000', 'uni.edu/~ann')
    """
    require("ada_url", "weblode[crawl]")
    import ada_url

    try:
        url = ada_url.URL(address)
    except ValueError:
        return address
    number = url.host_type != ada_url.HostType.DEFAULT
    domain = None if number or "." not in url.hostname.strip(".") else _suffixes().privatesuffix(url.hostname)
    person = url.pathname.split("/", 2)[1] if url.pathname.startswith("/~") else ""
    return (domain or url.host) + (f"/{person}" if person else "")


def has_site_name(address: str, name: str) -> bool:
    """Whether the host of an address contains the name of a site, as sports.example.org and example.sports.org do.

    >>> has_site_name("http://bbc.com/", "bbc.co.uk"), has_site_name("http://127.0.0.1:81/", "127.0.0.1:80")
    (True, False)
    """
    try:
        host = (urlsplit(address).hostname or "").split(".")
    except ValueError:
        return False
    return "/" not in name and name.partition(".")[0] in host[:-1] and not host[-1].isdecimal()  # no IP address


def why_outside(address: str, sites: Sequence[str]) -> str:
    """Why an address belongs to none of the sites, nor to a host with their names; "" if it does, or without sites."""
    here = site(address)
    if not sites or here in sites or any(has_site_name(address, one) for one in sites):
        return ""
    return f"leads to {here}, which is none of the sites of this crawl"


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    require("publicsuffixlist", "weblode[crawl]")
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
