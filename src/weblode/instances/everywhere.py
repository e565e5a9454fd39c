"""Links that most pages of a site have: they belong to none of them.

The paper tells decoration from content by aligning two pages of a kind (2005, section 6.2). For the links of section
pages it is enough to count: what is read most, or most recent, stands on every page.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import median_low

import numpy as np

from weblode.pages.web import Web
from weblode.tags import NUMBERS
from weblode.tree import Tree

_FEW = 4  # pages of a site without which nothing is said
_MOST = 0.5  # of the pages that must have a link


def everywhere(trees: Iterable[Tree], web: Web) -> dict[str, int]:
    """The addresses that most of some pages of a site link to, with how often most of them do."""
    pages: dict[str, list[Counter[str]]] = {}
    for tree in trees:
        pages.setdefault(web.site(tree.url or tree.page), []).append(linked(tree, web))
    found: dict[str, int] = {}
    for several in pages.values():
        count = Counter(address for page in several for address in page)
        if len(several) >= _FEW:
            often = [address for address, n in count.items() if n > _MOST * len(several)]
            found |= {address: median_low(page[address] for page in several if address in page) for address in often}
    return found


def linked(tree: Tree, web: Web) -> Counter[str]:
    """How often a page links to which addresses."""
    base = tree.url or tree.page
    hrefs = [tree.attributes(node).get("href", "") for node in np.flatnonzero(tree.tag == NUMBERS["a"]).tolist()]
    return Counter(address for href in hrefs if href and (address := web.address(base, href)) is not None)


def without(tree: Tree, web: Web, usual: Mapping[str, int]) -> frozenset[str]:
    """The addresses that a page links to as often as every page of its site: it does not list them."""
    if not usual:
        return frozenset()
    return frozenset(address for address, n in linked(tree, web).items() if n <= usual.get(address, 0))
