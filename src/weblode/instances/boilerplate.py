"""Links that most pages of a site have, and that are therefore not listed by any of them.

The paper separates decoration from content by aligning two similar pages (2005, section 6.2). For the links of section
pages counting is enough: lists of the most read, or most recent, articles are on every page.
"""

from collections import Counter
from collections.abc import Mapping
from statistics import median_low

import numpy as np

from weblode.pages.links import join_base
from weblode.pages.web import Web
from weblode.tags import NUMBERS
from weblode.tree import Tree

_FEW = 4  # pages of a site from which links are judged
_MOST = 0.5  # share of the pages that must have a link


class Everywhere:
    """Counts how often each page of a site links to each address."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self.pages: Counter[str] = Counter()  # by site
        self.times: dict[str, dict[str, Counter[int]]] = {}  # by site, address and number of links: how many pages

    def add(self, tree: Tree) -> None:
        """Count the links of one more page."""
        site = self.web.site(tree.url or tree.page)
        self.pages[site] += 1
        times = self.times.setdefault(site, {})
        for address, n in count_links(tree, self.web).items():
            times.setdefault(address, Counter())[n] += 1

    def usual(self) -> dict[str, int]:
        """The addresses that most pages of a site link to, with the median number of links to it on a page."""
        return {
            address: median_low(counts.elements())
            for site, times in self.times.items()
            if self.pages[site] >= _FEW
            for address, counts in times.items()
            if counts.total() > _MOST * self.pages[site]
        }


def count_links(tree: Tree, web: Web) -> Counter[str]:
    """How often a page links to each address."""
    base = tree.url or tree.page
    hrefs = [tree.attributes(node).get("href", "") for node in np.flatnonzero(tree.tag == NUMBERS["a"]).tolist()]
    return Counter(
        address for href in hrefs if href and (address := web.address(base, join_base(tree.base, href))) is not None
    )


def usual_targets(tree: Tree, web: Web, usual: Mapping[str, int]) -> frozenset[str]:
    """The addresses that a page links to no more often than every page of its site: it does not list them."""
    if not usual:
        return frozenset()
    return frozenset(address for address, n in count_links(tree, web).items() if n <= usual.get(address, 0))
