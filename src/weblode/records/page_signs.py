"""What a page as a whole says about having a record list, apart from its lists: its pager, and what it says it is."""

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.clues import NUMBER
from weblode.tags import NUMBERS
from weblode.tree import Tree

SIGNS = ("pager", "declared")
_LINK, _META, _HEAD = (NUMBERS[name] for name in ("a", "meta", "head"))
_AROUND = b" \t\r\n\f[]().:"
_DEEP = 3  # so many elements may be between a link and its text
_STEP = 2  # the number of the page that is shown is often no link
_HIGH = 8  # the head is among so many first nodes
_KIND = b"og:type"
_OPEN = frozenset(("", "blog", "object"))  # sites declare these for any of their pages


def page_signs(tree: Tree, kinds: NDArray[np.uint8]) -> tuple[float, float]:
    """How many links in a row number pages, and 1 if the page declares that it is a site, -1 if one thing, else 0.

    `kinds` are those of the texts, by `clues.visible`.
    """
    return float(_numbered_links(tree, kinds)), _declared(tree)


def _numbered_links(tree: Tree, kinds: NDArray[np.uint8]) -> int:
    """The length of the longest run of links, one after the other, whose texts are numbers that rise."""
    leaves = np.flatnonzero(kinds & NUMBER).tolist()
    if len(leaves) < 2:
        return 0
    links = np.flatnonzero(tree.tag == _LINK)
    longest = run = last = 0
    stop = -1  # where the last numbered link ends
    for leaf in leaves:
        u = _link_around(tree, leaf)
        if u < 0:
            continue
        number = int(tree.buffer[tree.start[leaf] : tree.start[leaf + 1]].strip(_AROUND))
        next_link = int(links.searchsorted(stop)) if stop >= 0 else -1
        follows = 0 <= next_link < len(links) and links[next_link] == u and 0 < number - last <= _STEP
        run = run + 1 if follows else 1
        longest, last, stop = max(longest, run), number, int(tree.end[u])
    return longest


def _link_around(tree: Tree, leaf: int) -> int:
    """The link whose only text is a leaf; -1 if there is none."""
    u, before = leaf, tree.text_before
    for _ in range(_DEEP):
        u = int(tree.parent[u])
        if before[tree.end[u]] - before[u] != tree.start[leaf + 1] - tree.start[leaf]:
            return -1
        if tree.tag[u] == _LINK:
            return u
    return -1


def _declared(tree: Tree) -> float:
    """What kind of page the page says it is, by `og:type`: 1 for a site, -1 for one thing such as an article."""
    heads = np.flatnonzero(tree.tag[:_HIGH] == _HEAD)
    stop = int(tree.start[tree.end[heads[0]]]) if len(heads) else 0
    place = tree.buffer.find(_KIND, 0, stop)
    while place >= 0:
        u = int(tree.start.searchsorted(place, side="right")) - 1
        if tree.tag[u] == _META:
            kind = (tree.attribute(u, "content") or "").strip().lower()
            return 0.0 if kind in _OPEN else 1.0 if kind == "website" else -1.0
        place = tree.buffer.find(_KIND, int(tree.start[u + 1]), stop)
    return 0.0
