"""The labels of home pages: which sites have a label, where it leads, and which labels are beside it.

A label counts on a site if it is the text of a link there that leads to another page of that site: the first two rules
of the abridgement (Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 5.2). Labels are identified by a key,
the Porter stems of their words, so that `Sport` and `Sports` are one.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from weblode.errors import require
from weblode.ontology import Witness
from weblode.outline.document import Outline
from weblode.pages.links import has_site_name, join_base
from weblode.pages.web import Web
from weblode.paths import xpath
from weblode.tags import NUMBERS
from weblode.taxonomy.common import EVERYWHERE, common
from weblode.tree import Tree
from weblode.values.addresses import home_key

_LONGEST = 40  # characters, and
_MOST = 5  # words: the rest are headlines
JOINT = " & "  # between the things that a label names, in its key
_JOINTS = re.compile(r"\s*(?:&|\band\b|/|,|\+|\|)\s*", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Arrows, dots and dashes that decorate a label.
_ENDS = " \t\n\xa0\u00bb\u203a>:,|\u2022\u00b7\u2013\u2014*\u2026\u2192\u25bc\u25be+-"
_COUNT = re.compile(r"\s*\(\d[\d,.]*\)$")  # the number of things a label leads to, in brackets
_NUMBER = re.compile(r"\s+\d[\d,.]*$")  # the same without brackets, if its neighbours have numbers too


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
    urls: dict[str, None] = field(default_factory=dict)  # the addresses it leads to, in order
    first: float = 1.0  # its first position on the page, from 0 to 1
    holds: bool = False  # it names a part of the page
    group: int = 0  # the size of its largest group
    witness: Witness | None = None

    def pages(self) -> set[str]:
        """The pages it leads to: its addresses without query, index file and "www."."""
        return set(map(home_key, self.urls))


@dataclass(frozen=True)
class Group:
    """Labels beside each other on a page of a site, and the labels above them, nearest first."""

    site: str
    keys: tuple[str, ...]
    above: tuple[str, ...] = ()
    witness: Witness | None = None


@dataclass(frozen=True)
class Labels:
    """The labels of all sites: the use of each label by key and site, and the groups of labels."""

    uses: dict[str, dict[str, Use]]
    groups: tuple[Group, ...]
    sites: tuple[str, ...]

    def times(self, one: str) -> int:
        """How often a label occurs."""
        return sum(n for use in self.uses[one].values() for n in use.texts.values())

    def text(self, one: str) -> str:
        """The spelling of a label that most sites have; of equals not in capitals, the longest, the most frequent."""
        sites: dict[str, int] = {}
        times: dict[str, int] = {}
        for use in self.uses[one].values():
            for text, n in use.texts.items():
                sites[text] = sites.get(text, 0) + 1
                times[text] = times.get(text, 0) + n
        own = [text for text in sites if key(text) == one] or list(sites)  # not `World News` for `World`
        return min(own, key=lambda text: (-sites[text], text.isupper(), -len(text), -times[text], text))


def words(text: str) -> list[str]:
    """The words of a label, in lower case and normalised Unicode, without possessive endings.

    >>> words("Men’s & Boys' Wear")
    ['men', 'boys', 'wear']
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [re.sub(r"['’]s?$", "", word) for word in _WORDS.findall(folded)]


def key(text: str) -> str:
    """The key of a label: the stems of its words, with `&` between the things it names; "" without words.

    >>> key("Sports") == key("sport"), key("World News"), key("Food and Drinks") == key("food/drink")
    (True, 'world new', True)
    """
    parts = (" ".join(_stemmer().stemWords(words(part))) for part in _JOINTS.split(text))
    return JOINT.join(part for part in parts if part)


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    require("Stemmer", "weblode[graph]")
    from Stemmer import Stemmer

    return Stemmer("porter")


def labels(homes: Iterable[Home], web: Web) -> Labels:
    """The labels of pages; those of several pages of a site are merged."""
    uses: dict[str, dict[str, Use]] = {}
    groups: list[Group] = []
    sites: dict[str, None] = {}
    for home in homes:
        sites[home.site] = None
        groups += _add_page(home, web, uses)
    return _merge_shortened(Labels(uses, tuple(groups), tuple(sites)))


def _merge_shortened(full: Labels) -> Labels:
    """The labels, each with a common last word merged into the one without it: `World News` into `World`."""
    shorter = {
        one: rest
        for one in full.uses
        for rest, _, last in [one.rpartition(" ")]
        if common().get(last, 0.0) >= EVERYWHERE > common().get(rest, 0.0) and rest in full.uses
    }
    if not shorter:
        return full
    uses = {one: dict(full.uses[one]) for one in full.uses if one not in shorter}
    for one, rest in shorter.items():
        for site, use in full.uses[one].items():
            uses[rest][site] = _merge_uses(uses[rest][site], use) if site in uses[rest] else use
    return Labels(uses, tuple(_rename_keys(group, shorter) for group in full.groups), full.sites)


def _merge_uses(one: Use, other: Use) -> Use:
    """Two uses of a label on a site, merged."""
    return Use(
        {text: one.texts.get(text, 0) + other.texts.get(text, 0) for text in {**one.texts, **other.texts}},
        {**one.urls, **other.urls},
        min(one.first, other.first),
        one.holds or other.holds,
        max(one.group, other.group),
        one.witness or other.witness,
    )


def _rename_keys(group: Group, names: dict[str, str]) -> Group:
    """A group with its keys replaced; `World News` in a menu below `World` is left out."""
    above = tuple(names.get(one, one) for one in group.above)
    keys = dict.fromkeys(names.get(one, one) for one in group.keys if names.get(one) not in above)
    return Group(group.site, tuple(keys), above, group.witness)


def _add_page(home: Home, web: Web, uses: dict[str, dict[str, Use]]) -> list[Group]:
    """Add the labels of a page to `uses`; returns the groups of the page."""
    outline = home.outline
    n = max(1, len(outline.tree.leaves))
    targets = {row: target for row in range(1, len(outline)) if (target := _target(home, web, row))}
    names = _names(outline, targets)
    keys = {row: label_key for row, name in names.items() if (label_key := key(name)) and _is_label(label_key)}
    groups: dict[int, list[int]] = {}
    for row, label_key in keys.items():
        groups.setdefault(int(outline.parent[row]), []).append(row)
        use = uses.setdefault(label_key, {}).setdefault(home.site, Use())
        use.texts[names[row]] = use.texts.get(names[row], 0) + 1
        use.urls[targets[row]] = None
        place = outline.leaves(row)[0] / n
        use.first = min(use.first, place)
        use.holds = use.holds or bool(outline.end[row] > row + 1)
        if use.witness is None:
            use.witness = Witness(outline.tree.page, xpath(outline.tree, int(outline.node[row])), home.url)
    for rows in groups.values():
        for row in rows:
            use = uses[keys[row]][home.site]
            use.group = max(use.group, len(rows))
    return [
        Group(
            home.site,
            tuple(dict.fromkeys(keys[row] for row in rows)),
            _above(outline, parent),
            Witness(outline.tree.page, xpath(outline.tree, int(outline.node[parent])), home.url),
        )
        for parent, rows in groups.items()
    ]


def _is_label(label_key: str) -> bool:
    return len(label_key.replace(JOINT, " ").split()) <= _MOST and not label_key.replace(" ", "").isdecimal()


def _names(outline: Outline, rows: Iterable[int]) -> dict[int, str]:
    """The names of rows that are short enough for labels, without decoration and counts."""
    names = {row: tidy(outline.name(row)) for row in rows}
    groups: dict[int, list[int]] = {}
    for row in names:
        groups.setdefault(int(outline.parent[row]), []).append(row)
    for members in groups.values():
        counted = [row for row in members if _NUMBER.search(names[row])]
        if len(counted) > 1 and 2 * len(counted) >= len(members):
            names |= {row: _NUMBER.sub("", names[row]) for row in counted}
    return {row: name for row, name in names.items() if 0 < len(name) <= _LONGEST}


def tidy(text: str) -> str:
    """A label without the arrows and the count at its end.

    >>> tidy("Shoes (25) »"), tidy("FTSE 100"), tidy("U.S.")
    ('Shoes', 'FTSE 100', 'U.S.')
    """
    return _COUNT.sub("", text.strip(_ENDS)).strip(_ENDS)


def _target(home: Home, web: Web, row: int) -> str | None:
    """The other page of the same site that a row's label leads to; None if there is none."""
    target = _address(home, web, row)
    if not target or home_key(target) in (home_key(home.url), home_key(f"{urlsplit(target).scheme}://{home.site}")):
        return None
    return target if web.site(target) == home.site or has_site_name(target, home.site) else None


def _address(home: Home, web: Web, row: int) -> str | None:
    """The address that a row's label leads to; None if it leads to no page."""
    href = home.outline.href(row)
    if href is None or not href.strip() or href.strip().startswith("#"):
        return None
    return web.address(home.url, join_base(home.outline.tree.base, href))


def link_keys(tree: Tree) -> set[str]:
    """The keys of the short texts of a page's links."""
    texts = {tree.text(node).strip() for node in np.flatnonzero(tree.tag == NUMBERS["a"]).tolist()}
    return {label_key for text in texts if 0 < len(text) <= _LONGEST and (label_key := key(tidy(text)))}


def _above(outline: Outline, row: int) -> tuple[str, ...]:
    """The keys of the labels from a row upwards, without the page's title."""
    keys = []
    while row > 0:
        if outline.label[row] >= 0 and (name := key(outline.name(row))):
            keys.append(name)
        row = int(outline.parent[row])
    return tuple(keys)
