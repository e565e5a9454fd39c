"""The shapes of addresses: which labels of a site lead to pages that are addressed alike.

The pages of a site's sections are addressed alike (`/c/shoes.html`), accounts, orders and tools in ways of their own. A
shape is the host, the number of names in the path, the first of several, and the kind of file.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from weblode.caches import bounded_cache, regex
from weblode.taxonomy.keys import JOINT, key

_KIND = regex(r"\.(\w{2,5})$")
_WORDS = regex(r"[^\W\d_]+")
_INDEX = frozenset(["index", "default", "home", "main"])


class Shape(NamedTuple):
    """What addresses of one kind of page have in common."""

    scheme: str
    host: str
    depth: int
    first: str
    kind: str


@bounded_cache(2 * 2**20)
def shape(url: str) -> Shape:
    """The shape of an address.

    >>> shape("https://a.example/c/shoes.html") == shape("https://a.example/c/bags.html?page=2")
    True
    """
    parts = urlsplit(url)
    names = [name for name in parts.path.split("/") if name]
    kind = _KIND.search(names[-1]) if names else None
    return Shape(
        parts.scheme, parts.hostname or "", len(names), names[0] if len(names) > 1 else "", kind[1] if kind else ""
    )


class Shapes:
    """How many labels of each site have addresses of each shape."""

    def __init__(self, addresses: Mapping[str, Iterable[Iterable[str]]]) -> None:
        self._counts: dict[str, Counter[Shape]] = {}
        self._labels: dict[str, int] = {}
        for site, labels in addresses.items():
            shapes = [set(map(shape, urls)) for urls in labels]
            self._counts[site] = Counter(one for each in shapes for one in each)
            self._labels[site] = sum(map(bool, shapes))

    def share(self, site: str, urls: Iterable[str]) -> float | None:
        """How usual the most usual shape of some addresses is on a site, from 0 to 1; None without an address."""
        counts = [self._counts[site][shape(url)] for url in urls]
        return log(max(counts)) / log(1 + self._labels[site]) if counts else None


def page_name(url: str, site: str) -> str:
    """The key of the last name in an address: of the path, or of the host before the site.

    >>> page_name("http://a.example/news/middle_east/index.html", "a.example"), page_name("http://cars.b.com", "b.com")
    ('middle east', 'car')
    """
    parts = urlsplit(url)
    names = [_KIND.sub("", name) for name in unquote(parts.path).split("/") if name]
    names = [name for name in names if name.casefold() not in _INDEX]
    host = (parts.hostname or "").removesuffix(site).strip(".").removeprefix("www")
    return key(re.sub(r"[-_+]", " ", names[-1] if names else host))


def address_words(url: str) -> list[str]:
    """The keys of the words in an address."""
    return [key(word) for word in _WORDS.findall(unquote(url).casefold())]


@bounded_cache(2 * 2**20)
def named_words(url: str) -> frozenset[str]:
    """The words in the path of an address, without the kind of file, and in its host but for the last two names.

    >>> sorted(named_words("https://abo.paper.example/service/log-in.php?back=/sport"))
    ['abo', 'in', 'log', 'service']
    >>> named_words("javascript:login()"), named_words("http://[/")
    (frozenset(), frozenset())
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:  # of a host in brackets
        return frozenset()
    if parts.scheme not in ("", "http", "https"):
        return frozenset()
    text = unquote(f"{'/'.join(host.split('.')[:-2])}/{_KIND.sub('', parts.path)}").casefold()
    return frozenset(word for word in _WORDS.findall(text) if len(word) > 1)


def is_section_of(url: str, label: str, upper: str) -> bool:
    """Whether an address has the name of a broader label before that of a label: a section of a section.

    >>> is_section_of("https://a.example/world/europe/index.html", "Europe", "World")
    True
    >>> is_section_of("https://a.example/arts-culture/books", "Books", "Arts & Culture")
    True
    >>> is_section_of("https://a.example/world/europe", "World", "Europe"), is_section_of("/europe", "Europe", "World")
    (False, False)
    """
    names = [key(re.sub(r"[-_+]", " ", _KIND.sub("", name))) for name in unquote(urlsplit(url).path).split("/") if name]
    above = key(upper).replace(JOINT, " ")
    if above not in names:
        return False
    after = names[names.index(above) + 1 :]
    return bool(key(label)) and any(set(key(label).split()) & set(name.split()) for name in after)
