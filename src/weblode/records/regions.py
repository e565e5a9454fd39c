"""Record regions: the nodes whose children are most likely a page's records, best first.

D. Embley, Y. Jiang, Y.-K. Ng, "Record-boundary discovery in Web documents", SIGMOD 1999 (highest fan-out); D. Buttler,
L. Liu, C. Pu, "A fully automated object extraction system for the World Wide Web", ICDCS 2001, section 4 (the others).
We differ in that tags are counted without texts, and in that the ancestor rule of LTC, which exchanges all pairs in
the paper, is applied to the leading candidates only.
"""

from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.tags import NAMES, NO_CONTENT, TEXT
from weblode.tree import Tree

Score = NDArray[np.float64]

_LEADERS = 20  # how many nodes with the highest scores are considered; the page's regions are among far fewer
_FLOOR = 1e-4  # a region has more than this share of the highest score
_RIVAL = 0.02  # the ancestor rule applies to nodes with at least this share of the highest score
# Whether a tag can hold records; the last entry is for tags that HTML does not define.
_HOLDS = np.array(
    [number != TEXT and number not in NO_CONTENT for number in range(len(NAMES))] + [True], dtype=np.uint8
)


def _measures(tree: Tree) -> Score:
    """Three rows with the fan-out, the bytes of text, and the number of elements of each node's subtree."""
    measures: Score = kernels.fastest().subtrees(tree.parent, tree.tag, tree.leaf, tree.start, _HOLDS)
    return measures


def fanout(tree: Tree) -> Score:
    """HF: for each node, the number of element children that can be, hold or separate records."""
    children: Score = _measures(tree)[0]
    return children


def size_increase(tree: Tree) -> Score:
    """GSI: for each node, how much larger its text is than that of its average child."""
    children, size, _ = _measures(tree)
    increase: Score = size - size / np.maximum(children, 1.0)
    return increase


def tag_count(tree: Tree) -> Score:
    """LTC: for each node, the number of elements of its subtree, itself included."""
    elements: Score = _measures(tree)[2]
    return elements


def volume(tree: Tree) -> Score:
    """The product of fan-out, size increase and tag count."""
    children, size, elements = _measures(tree)
    product: Score = children * (size - size / np.maximum(children, 1.0)) * elements
    return product


METHODS: dict[str, Callable[[Tree], Score]] = {
    "HF": fanout,
    "GSI": size_increase,
    "LTC": tag_count,
    "volume": volume,
}


def rank(tree: Tree, method: str = "volume", *, limit: int = 10) -> list[int]:
    """The nodes with the highest scores by a method, best first; ties in document order.

    By LTC and volume a node changes places with a descendant whose most frequent child tag is more frequent, unless the
    score of the descendant is far lower (`_RIVAL`).
    """
    score = METHODS[method](tree)
    nodes = np.flatnonzero(score > _FLOOR * score.max(initial=0.0)).tolist()
    values = dict(zip(nodes, score[nodes].tolist(), strict=True))
    nodes = sorted(nodes, key=lambda u: -values[u])[:_LEADERS]
    if method in ("LTC", "volume"):
        rivals = sum(values[u] >= _RIVAL * values[nodes[0]] for u in nodes)
        nodes[:rivals] = _nested_by_peak(tree, nodes[:rivals])
    return nodes[:limit]


def peak(tree: Tree, u: int) -> int:
    """How often the most frequent tag occurs among the children of a node."""
    tags = Counter(tree.tag[tree.children(u)].tolist())
    return max((n for tag, n in tags.items() if tag != TEXT and tag not in NO_CONTENT), default=0)


def _nested_by_peak(tree: Tree, ranked: list[int]) -> list[int]:
    """The ranking after exchanging each node with those of its descendants that have a higher peak."""
    ranked = list(ranked)
    ends = dict(zip(ranked, tree.end[ranked].tolist(), strict=True))
    peaks: dict[int, int] = {}
    for i in range(len(ranked)):
        for j in range(i + 1, len(ranked)):
            u, v = ranked[i], ranked[j]
            if not u < v < ends[u]:
                continue
            for w in (u, v):
                peaks[w] = peaks.get(w) or peak(tree, w)
            if peaks[v] > peaks[u]:
                ranked[i], ranked[j] = v, u
    return ranked
