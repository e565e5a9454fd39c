"""The labels of one page, each with its place: all that a taxonomy needs of a home page, without the page itself.

So the pages of many sites can be read anywhere (`weblode.batches`, task "labels"), and judged in one place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from weblode.caches import regex
from weblode.outline.document import Outline
from weblode.pages.web import Web
from weblode.paths import xpath
from weblode.tags import NUMBERS
from weblode.taxonomy.keys import LONGEST, key, root, tidy
from weblode.taxonomy.menus import Menus, targets
from weblode.tree import Tree

_SENTENCE = 4  # spaces of the shortest sentence
_LOWER = regex(r"\b[^\W\d_A-Z]{2,}\b")  # not `iPhone`
_CAPITAL = regex(r"\b[^\W\d_A-Z][^\W\d_]*\s([A-Z][^\W\d_]+)\s(?=[^\W\d_A-Z])")


@dataclass(frozen=True)
class Home:
    """A page of a site with its outline."""

    site: str
    url: str  # its address
    outline: Outline = field(repr=False)


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label where it stands on a page."""

    row: int  # of the outline
    key: str
    text: str
    link: str | None  # the address that it leads to
    position: float  # from 0 to 1
    holds: bool  # it names a part of the page
    xpath: str
    list: int  # the row that it is below together with those beside it
    list_xpath: str
    above: tuple[str, ...]  # the keys of the labels above that list, nearest first


@dataclass(frozen=True)
class PageLabels:
    """The labels of a page in its order."""

    site: str
    page: str
    url: str
    labels: tuple[PlacedLabel, ...] = field(repr=False)
    scripts: frozenset[str] = frozenset()  # the paths of the site that make many pages, each by its query
    words: frozenset[str] = field(default=frozenset(), repr=False)  # roots of those that sentences have in lower case

    def lists(self) -> list[list[PlacedLabel]]:
        """The labels beside each other, list by list."""
        lists: dict[int, list[PlacedLabel]] = {}
        for label in self.labels:
            lists.setdefault(label.list, []).append(label)
        return list(lists.values())


def page_labels(home: Home, web: Web) -> PageLabels:
    """The labels of a page of a site."""
    outline = home.outline
    tree, n = outline.tree, max(1, len(outline.tree.leaves))
    links, scripts = targets(outline, web, home.site, home.url)
    menus = Menus(outline, links)
    lists = menus.lists()
    list_of = {row: upper for upper, rows in lists.items() for row in rows}
    above = {upper: menus.above(upper) for upper in lists}
    paths = {row: xpath(tree, int(outline.node[row])) for row in {**menus.keys, **lists}}
    labels = (
        PlacedLabel(
            row,
            label_key,
            menus.texts[row],
            menus.targets.get(row),
            outline.leaves(row)[0] / n,
            menus.holds(row),
            paths[row],
            list_of[row],
            paths[list_of[row]],
            above[list_of[row]],
        )
        for row, label_key in menus.keys.items()
    )
    return PageLabels(home.site, tree.page, home.url, tuple(labels), scripts, frozenset(lower_words(tree)))


def link_keys(tree: Tree) -> set[str]:
    """The keys of the short texts of a page's links."""
    texts = {tree.text(node).strip() for node in np.flatnonzero(tree.tag == NUMBERS["a"]).tolist()}
    return {label_key for text in texts if 0 < len(text) <= LONGEST and (label_key := key(tidy(text)))}


def lower_words(tree: Tree) -> set[str]:
    """The roots of the words in lower case in the sentences of a page."""
    return {root(key(word)) for word in {word for text in _sentences(tree) for word in _LOWER.findall(text)}}


def capital_words(tree: Tree) -> set[str]:
    """The roots of the words in sentences of a page that begin with a capital letter between two in lower case."""
    return {root(key(word)) for word in {word for text in _sentences(tree) for word in _CAPITAL.findall(text)}}


def _sentences(tree: Tree) -> Iterator[str]:
    texts = (tree.text(node) for node in tree.leaves.tolist())
    return (text for text in texts if text.count(" ") >= _SENTENCE)
