"""The labels of home pages: which sites link which words, where, and beside which others.

A label counts on a site if it is the text of a link there that leads to another page of that site: the first two rules
of the abridgement (Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 5.2). It is known by its key, the
Porter stems of its words, so that `Sport` and `Sports` are one.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from weblode.ontology.model import Witness
from weblode.outline.document import Outline
from weblode.pages.links import based
from weblode.pages.web import Web
from weblode.paths import xpath

_LONGEST = 40  # characters, and
_MOST = 5  # words: the rest are headlines
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True)
class Home:
    """A page of a site with its outline."""

    site: str
    url: str  # its address
    outline: Outline = field(repr=False)


@dataclass
class Use:
    """How a site uses a label."""

    texts: dict[str, int] = field(default_factory=dict)  # its spellings, each with how often it occurs
    urls: dict[str, None] = field(default_factory=dict)  # where it leads, in order
    first: float = 1.0  # where it first stands on the page, from 0 to 1
    last: float = 0.0  # and where last
    holds: bool = False  # it names a part of the page
    group: int = 0  # the most labels that it stands among
    witness: Witness | None = None


@dataclass(frozen=True)
class Group:
    """Labels beside each other on a page of a site, and those above them, nearest first."""

    site: str
    keys: tuple[str, ...]
    above: tuple[str, ...] = ()


@dataclass(frozen=True)
class Labels:
    """The labels of all sites: by key and site how it is used, and the groups that labels stand in."""

    uses: dict[str, dict[str, Use]]
    groups: tuple[Group, ...]
    sites: tuple[str, ...]

    def text(self, key: str) -> str:
        """The spelling of a label that most sites have, of equals the most frequent one, and one in small letters."""
        sites: dict[str, int] = {}
        times: dict[str, int] = {}
        for use in self.uses[key].values():
            for text, n in use.texts.items():
                sites[text] = sites.get(text, 0) + 1
                times[text] = times.get(text, 0) + n
        return min(sites, key=lambda text: (-sites[text], text.isupper(), -len(text), -times[text], text))


def words(text: str) -> list[str]:
    """The words of a label, in small letters and one form for all of Unicode's forms.

    >>> words("Men’s & Boys' Wear")
    ['men', 'boys', 'wear']
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [re.sub(r"['’]s?$", "", word) for word in _WORDS.findall(folded)]


def key(text: str) -> str:
    """The stems of a label's words; "" if it has none.

    >>> key("Sports") == key("sport"), key("U.S. News")
    (True, 'u s new')
    """
    return " ".join(_stemmer().stemWords(words(text)))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    from Stemmer import Stemmer

    return Stemmer("porter")


def labels(homes: Iterable[Home], web: Web) -> Labels:
    """The labels of pages, those of several pages of a site together."""
    uses: dict[str, dict[str, Use]] = {}
    groups: list[Group] = []
    sites: dict[str, None] = {}
    for home in homes:
        sites[home.site] = None
        groups += _page(home, web, uses)
    return Labels(uses, tuple(groups), tuple(sites))


def _page(home: Home, web: Web, uses: dict[str, dict[str, Use]]) -> list[Group]:
    """The groups of a page; its labels are added to `uses`."""
    outline = home.outline
    n = max(1, len(outline.tree.leaves))
    keys: dict[int, str] = {}  # by row
    groups: dict[int, list[int]] = {}
    for row in range(1, len(outline)):
        target = _target(home, web, row)
        name = outline.name(row) if target else ""
        found = key(name) if name and len(name) <= _LONGEST else ""
        if not target or not found or found.count(" ") >= _MOST:
            continue
        keys[row] = found
        groups.setdefault(int(outline.parent[row]), []).append(row)
        use = uses.setdefault(found, {}).setdefault(home.site, Use())
        use.texts[name] = use.texts.get(name, 0) + 1
        use.urls[target] = None
        place = outline.leaves(row)[0] / n
        use.first, use.last = min(use.first, place), max(use.last, place)
        use.holds = use.holds or bool(outline.end[row] > row + 1)
        if use.witness is None:
            use.witness = Witness(outline.tree.page, xpath(outline.tree, int(outline.node[row])), home.url)
    for rows in groups.values():
        for row in rows:
            use = uses[keys[row]][home.site]
            use.group = max(use.group, len(rows))
    return [
        Group(home.site, tuple(dict.fromkeys(keys[row] for row in rows)), _above(outline, parent))
        for parent, rows in groups.items()
    ]


def _target(home: Home, web: Web, row: int) -> str | None:
    """The page of the same site that a row's label leads to; None if it leads nowhere else."""
    href = home.outline.href(row)
    if href is None or not href.strip() or href.strip().startswith("#"):
        return None
    target = web.address(home.url, based(home.outline.tree.base, href))
    return target if target and target != home.url and web.site(target) == home.site else None


def _above(outline: Outline, row: int) -> tuple[str, ...]:
    """The keys of the labels from a row upwards, without the page's title."""
    found = []
    while row > 0:
        if outline.label[row] >= 0 and (name := key(outline.name(row))):
            found.append(name)
        row = int(outline.parent[row])
    return tuple(found)
