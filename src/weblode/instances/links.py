"""The links of a page, one for each address, with the evidence that they lead to things it lists."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode.articles.blocks import in_side_elements, nearest_ancestors, words
from weblode.pages.links import join_base
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.addresses import absolute, common_pairs, host, is_home, is_specific, page_key

_LINK, _IMAGE = NUMBERS["a"], NUMBERS["img"]
_HEADINGS = {NUMBERS[f"h{level}"] for level in range(1, 7)}
# Elements that the HTML standard sets apart from the main content of a page.
_BESIDE = "aside dialog footer form nav noframes search".split()
_TITLE = 250  # characters: a longer link has more than a title
_TITLE_WORDS = 4
_SHARED = 3  # addresses from which a text is not the title of any
_RICH = 20  # bytes beside the title from which an entry is more than a link


@dataclass(frozen=True)
class ListedLink:
    """All links of a page to one address, taken together."""

    address: str  # in the source of pages
    live: str  # on the web, as far as it is known
    href: str  # as written on the page
    title: str
    node: int  # the link that has the title
    path: int  # the tag path of that link
    holder: int  # the node that contains its part of the page, and those of other links
    headed: bool  # it is in a heading, or contains one
    has_text: bool  # its part of the page has other text
    has_image: bool  # its part of the page has an image
    beside: bool  # all links to it are in navigation, footers and the like
    specific: bool = False  # its address looks like that of one thing

    @property
    def bare(self) -> bool:
        """Whether it is only a link, without heading, other text or image."""
        return not (self.has_text or self.has_image or self.headed)

    @property
    def score(self) -> float:
        """How much it looks like the link of a listed thing, by its own evidence: from -6 to 6."""
        n = len(words(self.title))
        title = 2.0 if n >= 5 else 1.0 if n >= 3 else 0.0 if n == 2 else -1.0
        if n < 4 and self.bare:  # like the entries of menus
            title -= 2.0
        address = 2.0 if self.specific else -0.5
        return title + address + (self.has_text or self.has_image) + self.headed - 3.0 * self.beside


def links(tree: Tree, address: Callable[[str], str | None] | None = None) -> list[ListedLink]:
    """The links of a page to other pages of its site, one for each address, in the order of their titles.

    `address` gives the address of an href; by default it is joined to the page's own address.
    """
    joined = cache(partial(absolute, tree.url))  # called repeatedly for the same links, and a page may have thousands
    resolve = cache(address) if address else joined
    nodes_by_target: dict[str, list[int]] = {}
    hrefs: dict[int, str] = {}
    for u in np.flatnonzero(tree.tag == _LINK).tolist():
        href = join_base(tree.base, _href(tree, u))
        target = resolve(href) if joined(href) is not None else None
        if target is not None and target != tree.url:
            hrefs[u] = href
            nodes_by_target.setdefault(page_key(target), []).append(u)
    page = _PageLinks(tree, nodes_by_target)
    home = _home(tree, hrefs.values())
    shared = common_pairs(joined(hrefs[nodes[0]]) or "" for nodes in nodes_by_target.values())
    results = []
    for nodes in nodes_by_target.values():
        href = hrefs[nodes[0]]
        live = joined(href) or href
        if is_home(live) or (home and host(live) and not _same_site(host(live), home)):
            continue
        if (link := page.link(nodes)) is not None:
            own = _href(tree, nodes[0])
            results.append(
                replace(link, address=resolve(href) or live, live=live, href=own, specific=is_specific(live, shared))
            )
    return sorted(results, key=lambda one: one.node)


def _href(tree: Tree, u: int) -> str:
    return tree.attributes(u).get("href", "")


def _home(tree: Tree, hrefs: Collection[str]) -> str:
    """The host of the page by its address, else the host of most of its links."""
    if tree.url and host(tree.url):
        return host(tree.url)
    hosts = Counter(name for href in hrefs if (name := host(href)))
    return max(sorted(hosts), key=hosts.__getitem__, default="")


def _same_site(one: str, two: str) -> bool:
    """Whether two hosts are the same, or one is a subdomain of the other."""
    return one == two or one.endswith("." + two) or two.endswith("." + one)


class _TitleCandidate(NamedTuple):
    """The title of one link: whether it is in a heading, whether it is a text and not the `alt` of an image."""

    title: str
    headed: bool
    is_text: bool
    node: int


class _PageLinks:
    """Facts about a page that are needed for each of its links, computed once."""

    def __init__(self, tree: Tree, nodes_by_target: dict[str, list[int]]) -> None:
        self._tree = tree
        self._apart = in_side_elements(tree, _BESIDE)
        self._headings = np.flatnonzero(np.isin(tree.tag, list(_HEADINGS)))
        owner = {u: number for number, nodes in enumerate(nodes_by_target.values()) for u in nodes}
        self._links = np.array(sorted(owner), dtype=np.int64)
        kinds = np.array([owner[u] for u in self._links.tolist()], dtype=np.int64)
        self._titles: dict[int, _TitleCandidate] = {}
        targets: dict[str, set[int]] = {}
        for u in self._links.tolist():
            title, is_text = _title(tree, u, self._headings)
            if title:
                self._titles[u] = _TitleCandidate(title, _headed(tree, u, self._headings), is_text, u)
                targets.setdefault(title, set()).add(owner[u])
        self._uses = {title: len(numbers) for title, numbers in targets.items()}
        self._changes = np.concatenate(([0], np.cumsum(np.diff(kinds, prepend=-1) != 0)))

    def link(self, nodes: list[int]) -> ListedLink | None:
        """The link of these nodes together, without its addresses; None if it has no title."""
        tree = self._tree
        candidates = [self._titles[u] for u in nodes if u in self._titles]
        candidates = [each for each in candidates if each.is_text or self._uses[each.title] < _SHARED]
        if not candidates:
            return None
        title, headed, _, node = max(candidates, key=self._preference)
        parts = [self._part(u) for u in nodes]
        size = max(int(tree.text_before[tree.end[part]] - tree.text_before[part]) for part in parts)
        has_text = size - len(title.encode()) >= _RICH
        has_image = any((tree.tag[part : tree.end[part]] == _IMAGE).any() for part in parts)
        beside = bool(self._apart[nodes].all())
        holder = int(tree.parent[self._part(node)])
        return ListedLink(
            "", "", "", title, node, int(tree.path[node]), holder, headed, has_text, bool(has_image), beside
        )

    def _preference(self, candidate: _TitleCandidate) -> tuple[bool, bool, bool, bool, int, int]:
        """The link of several to an address whose title counts is the one with the greatest of these.

        In a heading; a text and not that of an image; not one that links to other addresses have too, as "Read more";
        not too long; the longest, then the first.
        """
        title, headed, is_text, node = candidate
        is_own = self._uses[title] < _SHARED
        return headed, is_text and is_own, is_own, len(title) <= _TITLE, len(title), -node

    def _part(self, u: int) -> int:
        """The largest part of the page around a link without links to other addresses."""
        tree, top = self._tree, u
        while (up := int(tree.parent[top])) > 0:
            first, last = self._links.searchsorted((up, int(tree.end[up])))
            if self._changes[last] - self._changes[first + 1] > 0:
                break
            top = up
        return top


def _headed(tree: Tree, u: int, headings: NDArray[np.intp]) -> bool:
    """Whether a link contains a heading or is in one."""
    first, last = headings.searchsorted([u, int(tree.end[u])])
    return first < last or any(int(tree.tag[v]) in _HEADINGS for v in nearest_ancestors(tree, u, 3))


def _title(tree: Tree, u: int, headings: NDArray[np.intp]) -> tuple[str, bool]:
    """The title of a link, and whether it is a text: a heading in it, else its text, else the `alt` of its image."""
    first, last = headings.searchsorted([u, int(tree.end[u])])
    if first < last:  # the highest level, of equals the longest: there may be a kicker above the headline
        inside = [(int(tree.tag[v]), tree.text(v, line=" ")) for v in headings[first:last].tolist()]
        return min(inside, key=lambda one: (not one[1], one[0], -len(one[1])))[1], True
    text = _line(tree.text(u).split("\n"))
    if text.strip():
        return " ".join(text.split()), True
    images = (v for v in range(u, int(tree.end[u])) if tree.tag[v] == _IMAGE)
    alts = (" ".join(tree.attributes(v).get("alt", "").split()) for v in images)
    return next((alt for alt in alts if alt), ""), False


def _line(lines: list[str]) -> str:
    """The line of a link that is its title: the first with enough words, else of the short lines the longest."""
    long = next((line for line in lines if len(words(line)) >= _TITLE_WORDS), "")
    return long or max((line for line in lines if len(line) <= _TITLE), key=lambda line: len(words(line)), default="")
