"""Addresses of pages in one form, where links lead to, and the site of an address.

The form is that of the URL Standard (WHATWG) without fragment, user name and password: lower-case host, no default
port, no dot segments, "/" for an empty path. So all links to a page are one string.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from weblode.caches import bounded_cache

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

# What a link to a file with such a name leads to is certainly no page; all others are asked for and tell by their type.
MEDIA = tuple(
    ".7z .aac .avi .bmp .bz2 .css .csv .dmg .doc .docx .eot .epub .exe .flac .flv .gif .gz .ico .iso .jar .jpeg .jpg "
    ".js .json .m4a .m4v .mid .mov .mp3 .mp4 .mpeg .mpg .msi .ods .odt .ogg .otf .pdf .png .ppt .pptx .ps .rar .rss "
    ".rtf .svg .swf .tar .tgz .tif .tiff .ttf .wav .webm .webp .wmv .woff .woff2 .xls .xlsx .xz .zip".split()
)


# Saved pages have links switched off so that nobody follows them by mistake: httpdisabled://example.com/.
_SWITCHED_OFF = re.compile(r"^\s*(https|http(?!s:))[a-z-]+(?=://)", re.IGNORECASE)


@bounded_cache(32 * 2**20)
def resolved(base: str, href: str) -> str | None:
    """The http(s) address that a link on the page at `base` leads to, in one form; None if to no page.

    >>> resolved("HTTP://Example.com:80/news/", "../a/./b.html?c=d#e")
    'http://example.com/a/b.html?c=d'
    >>> resolved("http://example.com", "")
    'http://example.com/'
    >>> resolved("http://example.com/", "httpdisabled://example.com/a")
    'http://example.com/a'
    >>> resolved("http://example.com/", "mailto:me@example.com")
    """
    import ada_url

    try:
        found = ada_url.URL(_SWITCHED_OFF.sub(r"\1", href), base or None)
    except ValueError:
        return None
    if found.protocol not in ("http:", "https:") or found.pathname.lower().endswith(MEDIA):
        return None
    return f"{found.protocol}//{found.host}{found.pathname}{found.search}"


def based(base: str, href: str) -> str:
    """A link with what `<base href>` says (`Tree.base`) put before it, still relative if that is.

    >>> based("/news/", "a.html"), based("", "a.html"), based("http://example.com/x/y", "a.html")
    ('/news/a.html', 'a.html', 'http://example.com/x/a.html')

    A link to a place of the page itself stays one.
    """
    if not base or href.strip().startswith("#"):
        return href
    try:
        return urljoin(base, href.strip())
    except ValueError:
        return href


def normal(address: str) -> str | None:
    """An address in the one form of all links to its page; None if it is no http(s) address of a page."""
    return resolved("", address)


@bounded_cache(8 * 2**20)
def site(address: str) -> str:
    """The registrable domain of an address, by the public suffix list; else its host with the port.

    A number or a name within the house ("localhost") may serve a site at each port, and any host one for each of its
    people.

    >>> site("https://news.bbc.co.uk/world"), site("http://127.0.0.1:8000/"), site("http://www.uni.edu/~ann/a.html")
    ('bbc.co.uk', '127.0.0.1:8000', 'uni.edu/~ann')
    """
    import ada_url

    try:
        found = ada_url.URL(address)
    except ValueError:
        return address
    number = found.host_type != ada_url.HostType.DEFAULT
    domain = None if number or "." not in found.hostname.strip(".") else _suffixes().privatesuffix(found.hostname)
    person = found.pathname.split("/", 2)[1] if found.pathname.startswith("/~") else ""
    return (domain or found.host) + (f"/{person}" if person else "")


def branded(address: str, name: str) -> bool:
    """Whether the host of an address bears the name of a site: sports.example.org and example.sports.org.

    >>> branded("http://bbc.com/", "bbc.co.uk"), branded("http://127.0.0.1:81/", "127.0.0.1:80")
    (True, False)
    """
    try:
        host = (urlsplit(address).hostname or "").split(".")
    except ValueError:
        return False
    return "/" not in name and name.partition(".")[0] in host[:-1] and not host[-1].isdecimal()  # numbers bear none


def outside(address: str, sites: Sequence[str]) -> str:
    """Why an address is off some sites and the hosts that bear their names; "" if it is not, or if there are none."""
    here = site(address)
    if not sites or here in sites or any(branded(address, one) for one in sites):
        return ""
    return f"leads to {here}, which is none of the sites of this crawl"


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
