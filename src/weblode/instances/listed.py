"""The things that a section page lists: which of its links lead to articles or products, with title and address.

Links are put in groups: those with the same tag path. A link's own evidence (`links.Link.score`) and that of its group
decide together, so that a short headline among long ones is kept and a long line in a menu is not. Then the makes of
the addresses that won decide on the links in doubt. Bare lists of other sections beside a rich list are left out.

With pages to look at, OntoMiner's way (2005, section 6.1) is the judge of each group: see `confirmed`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from weblode.instances.links import Link, links, mean_score
from weblode.tree import Tree

SURE = 2.0  # the mean of a link's own score and its group's from which it is listed; see bench/instances.py
DOUBT = 1.0  # from which it is listed if its address is made as those of listed ones
_OWN = 0.0  # a link that speaks against itself is not listed, whatever its group
_MAIN = 0.5  # share of the listed links that rich ones need, for bare lists to be beside the point


@dataclass(frozen=True)
class Item:
    """A thing that a page lists."""

    title: str
    href: str  # as the page has it
    address: str
    node: int  # the link
    group: int  # the tag path of the link
    score: float


def listed(tree: Tree, *, address: Callable[[str], str | None] | None = None) -> list[Item]:
    """The things that a page lists, in document order, one for each address.

    `address` says where a link leads to (`Web.address` with the page's own); by default it is joined to the page's.
    """
    found = links(tree, address)
    scores = scored(found)
    sure = [link for link in found if scores[link.address] >= SURE and link.score > _OWN]
    makes = Counter(link.shape for link in sure)
    doubtful = [
        link
        for link in found
        if DOUBT <= scores[link.address] < SURE and makes[link.shape] > 1 and link.score > _OWN and not link.beside
    ]
    chosen = _main(tree, sorted([*sure, *doubtful], key=lambda link: link.node))
    return [Item(link.title, link.href, link.address, link.node, link.path, scores[link.address]) for link in chosen]


def scored(found: list[Link]) -> dict[str, float]:
    """By address the mean of a link's own score and that of its group."""
    groups: dict[int, list[Link]] = {}
    for link in found:
        groups.setdefault(link.path, []).append(link)
    means = {path: mean_score(members) for path, members in groups.items()}
    return {link.address: (link.score + means[link.path]) / 2 for link in found}


def _main(tree: Tree, chosen: list[Link]) -> list[Link]:
    """The links without bare ones beside the main list, where that is rich."""
    return chosen
