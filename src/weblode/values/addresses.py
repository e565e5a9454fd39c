"""Addresses as texts: forms in which two addresses of one page are equal, and what an address says about its page.

Links are resolved, and sites told apart, by `weblode.pages.links`.
"""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable
from urllib.parse import urljoin, urlsplit

from weblode.caches import bounded_cache, regex

_NO_PAGE = regex(r"\s*(?:#|javascript:|mailto:|tel:|data:|about:)", re.IGNORECASE)
_NO_TEXT = regex(r"\.(?:jpe?g|png|gif|svg|webp|pdf|zip|mp3|mp4|css|js|xml|rss)$", re.IGNORECASE)
_DIGITS = regex(r"\d+")
_SLUG = regex(r"[-_+.~]|%20")
_SLUG_WORDS = 3  # words from which a part is a slug: "personal-tech" may still be a section
_ID_DIGITS = 4
_PAGES = 8  # names with queries of their own from which a path is not that of one page
_INDEX = regex(r"(?:/(?:index\.\w+)?)?(?:#.*)?$")


def absolute(base: str | None, href: str) -> str | None:
    """The address of a link without its fragment, relative if the base is unknown; None if it leads to no page."""
    if not href.strip() or _NO_PAGE.match(href):
        return None
    try:
        joined = urljoin(base or "", href.strip()).split("#")[0]
        parts = urlsplit(joined)
    except ValueError:
        return None
    return None if parts.scheme not in ("", "http", "https", "file") or _NO_TEXT.search(parts.path) else joined


def host(address: str) -> str:
    """The host of an address without "www.", "" if it has none."""
    try:
        return re.sub(r"^www\d?\.", "", (urlsplit(address).hostname or "").lower())
    except ValueError:
        return ""


def without_start(address: str) -> str:
    """An address without the scheme of the web and "www.", for people.

    >>> without_start("https://www.example.org/a/")
    'example.org/a/'
    """
    return address.removeprefix("https://").removeprefix("http://").removeprefix("www.")


def page_key(address: str) -> str:
    """What links to one page share: an address without any scheme, "www." and trailing slashes.

    >>> page_key("https://www.example.org/a/") == page_key("http://example.org/a")
    True
    """
    rest = address.partition("://")[2] or address
    return rest.removeprefix("www.").rstrip("/")


def file_key(address: str) -> str:
    """What two addresses of one saved page share: as `page_key`, and no slash before the query either."""
    path, mark, query = address.partition("://")[2].removeprefix("www.").partition("?")
    return path.removesuffix("/") + mark + query


@bounded_cache(2 * 2**20)
def home_key(address: str) -> str:
    """What addresses of one home page share: lower case, no query, fragment, index file or "www."."""
    return _INDEX.sub("", address.partition("?")[0].casefold()).replace("://www.", "://")


def target_key(address: str, scripts: Container[str] = ()) -> str:
    """The same for any page, with the query where its path is one of `scripts`, which make many pages.

    >>> target_key("http://www.a.example/show.php?cat=3"), target_key("http://a.example/?cat=3", {"http://a.example"})
    ('http://a.example/show.php', 'http://a.example?cat=3')
    """
    path = home_key(address)
    query = address.partition("?")[2].partition("#")[0] if path in scripts else ""
    return f"{path}?{query.casefold()}" if query else path


def script_paths(links: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The paths that many links lead to, each with a query and a name of its own, of links as names and addresses."""
    queries: dict[str, set[str]] = {}
    names: dict[str, set[str]] = {}
    for name, address in links:
        if query := address.partition("?")[2].partition("#")[0]:
            path = home_key(address)
            queries.setdefault(path, set()).add(query)
            names.setdefault(path, set()).add(name)
    return frozenset(path for path in queries if min(len(queries[path]), len(names[path])) > _PAGES)


def holder(place: str) -> str:
    """The host of an address on the web, the folder of a file."""
    _, is_web, rest = place.partition("://")
    return rest.partition("/")[0] if is_web else place.rpartition("/")[0]


def is_home(address: str) -> bool:
    """Whether an address has neither path nor query, as that of a whole site."""
    path, query = _path(address)
    return not path and not query


def common_pairs(addresses: Iterable[str]) -> frozenset[str]:
    """The parts of queries that several addresses share: they say where a link was, not what it leads to."""
    count = Counter(pair for address in addresses for pair in set(_path(address)[1].split("&")))
    return frozenset(pair for pair, n in count.items() if n > 1)


def is_specific(address: str, shared: Collection[str] = ()) -> bool:
    """Whether an address looks like that of one thing: it has a long number, or a slug of several words.

    Parts of the query in `shared` do not count.

    >>> [is_specific(a) for a in ("/2017/12/03/prison.html", "/dp/B00123", "/one-red-tent", "/section/your-money")]
    [True, True, True, False]
    """
    path, query = _path(address)
    if any(sum(map(len, _DIGITS.findall(part))) >= _ID_DIGITS for part in path):
        return True
    if path and _words(path[-1]) >= _SLUG_WORDS:
        return True
    own = (pair for pair in query.split("&") if pair not in shared)
    return any(len(run) >= _ID_DIGITS for pair in own for run in _DIGITS.findall(pair))


@bounded_cache(2 * 2**20)
def shape(address: str) -> str:
    """The shape of an address: its host, the kind of each part (9 number, w word, m mixed, s slug), the query's names.

    >>> shape("http://a.com/2017/12/03/world/one-red-tent.html"), shape("/section/world")
    ('a.com/9/9/9/w/s.html', '/w/w')
    """
    path, query = _path(address)
    kinds = []
    for part in path:
        stem, dot, suffix = part.rpartition(".") if re.search(r"\.[a-z]{2,5}$", part) else (part, "", "")
        kind = "9" if stem.isdecimal() else "s" if _words(stem) >= _SLUG_WORDS else "m" if _DIGITS.search(stem) else "w"
        kinds.append(kind + dot + suffix)
    keys = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    return "/".join([host(address), *kinds]) + ("?" + "&".join(keys) if keys else "")


def path_words(address: str) -> frozenset[str]:
    """The words among the parts of an address's path, without the last part.

    >>> sorted(path_words("http://a.com/2017/12/world/asia/prison.html"))
    ['asia', 'world']
    """
    path, _ = _path(address)
    return frozenset(part.lower() for part in path[:-1] if part.replace("-", "").isalpha())


def _path(address: str) -> tuple[list[str], str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return [], ""
    return [part for part in parts.path.split("/") if part not in ("", ".", "..")], parts.query


def _words(part: str) -> int:
    stem = re.sub(r"\.[a-z]{2,5}$", "", part)
    return sum(1 for word in _SLUG.split(stem) if len(word) > 1 and not word.isdecimal())
