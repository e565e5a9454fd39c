"""Links that most pages of a site have: they belong to none of them.

The paper tells decoration from content by aligning two pages of a kind (2005, section 6.2). For the links of section
pages it is enough to count: what is read most, or most recent, stands on every page.
"""

from collections import Counter
from collections.abc import Mapping
from statistics import median_low

import numpy as np

from weblode.pages.links import join_base
from weblode.pages.web import Web
from weblode.tags import NUMBERS
from weblode.tree import Tree

_FEW = 4  # pages of a site without which nothing is said
_MOST = 0.5  # of the pages that must have a link


class Everywhere:
    """How often the pages of sites link to which addresses, page by page."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self.pages: Counter[str] = Counter()  # by site
        self.times: dict[str, dict[str, Counter[int]]] = {}  # by site and address, how many pages link so often to it

    def add(self, tree: Tree) -> None:
        """Count one more page."""
        site = self.web.site(tree.url or tree.page)
        self.pages[site] += 1
        times = self.times.setdefault(site, {})
        for address, n in linked(tree, self.web).items():
            times.setdefault(address, Counter())[n] += 1

    def usual(self) -> dict[str, int]:
        """The addresses that most pages of a site link to, with how often most of them do."""
        return {
            address: median_low(found.elements())
            for site, times in self.times.items()
            if self.pages[site] >= _FEW
            for address, found in times.items()
            if found.total() > _MOST * self.pages[site]
        }


def linked(tree: Tree, web: Web) -> Counter[str]:
    """How often a page links to which addresses."""
    base = tree.url or tree.page
    hrefs = [tree.attributes(node).get("href", "") for node in np.flatnonzero(tree.tag == NUMBERS["a"]).tolist()]
    return Counter(
        address for href in hrefs if href and (address := web.address(base, join_base(tree.base, href))) is not None
    )


def without(tree: Tree, web: Web, usual: Mapping[str, int]) -> frozenset[str]:
    """The addresses that a page links to as often as every page of its site: it does not list them."""
    if not usual:
        return frozenset()
    return frozenset(address for address, n in linked(tree, web).items() if n <= usual.get(address, 0))
