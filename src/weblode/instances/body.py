"""The body of an article: its paragraphs, in order, without what a site puts between and around them.

Prose is text in sentences, of some length, hardly linked. The article's own stands under one node or a few of a kind,
while comments, teasers and boxes each have a node of their own: so a node scores the prose right below it whole, that
one level further down half, the next a third (an idea of Arc90's Readability, 2009; scores by class names are left
out). The best node, and those of its tag path near by, give the body; within, paragraphs are known by the tag paths
that hold most of the prose.
"""

from bisect import bisect_left
from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from weblode.instances.blocks import Blocks
from weblode.tags import NUMBERS
from weblode.tree import Tree

_LEVELS = (1.0, 0.5, 1 / 3)
_LONGEST = 1000  # characters of a paragraph that count: one huge block is no article yet
_LEAST = 140  # characters of prose that make a body
_SHARE = 0.1  # of the prose under the best node that the nodes of a tag path need to hold paragraphs of the body
_BOX = 0.3  # the same for one that stands within a node of the best: a box amid the paragraphs, not their other half
_FEW_LINKS = 0.5
_APART = 12  # blocks between two parts of a body: an advertisement, a picture; a form or a list of comments is longer

# What an article's paragraphs, headings and lists are made of, between the node of the body and the text.
_FLOW = frozenset(NUMBERS[n] for n in "blockquote center dd dl dt h2 h3 h4 h5 h6 li ol p pre ul".split())
_FORMATTING = frozenset(NUMBERS[n] for n in "b big em font i small span strong u".split())
_ITEMS = frozenset(NUMBERS[n] for n in ("li", "dd"))
_HEADINGS = frozenset(NUMBERS[f"h{level}"] for level in range(1, 7))


def body(blocks: Blocks, decoration: NDArray[np.bool_] | None = None) -> list[int]:
    """The blocks that are the paragraphs of the page's article, in order; none if it has none.

    `decoration` says of each block that it is known to be on other pages too.
    """
    if not len(blocks):
        return []
    free = ~blocks.beside if decoration is None else ~blocks.beside & ~decoration
    prose = np.flatnonzero(blocks.prose & free).tolist()
    roots = _roots(blocks, prose)
    if not roots:
        return []
    return _paragraphs(blocks, roots, free, set(prose))


def _roots(blocks: Blocks, prose: list[int]) -> list[int]:
    """The nodes that the body stands in: the best, and near ones of its kind."""
    tree, score = blocks.tree, defaultdict[int, float](float)
    for i in prose:
        u = _base(tree, int(blocks.node[i]))
        own = min(blocks.length[i] * (1 - blocks.linked[i]), _LONGEST)
        for level in _LEVELS[: 1 if _is_comment(tree, u) else None]:
            score[u] += level * own
            u = max(0, int(tree.parent[u]))
    best = max(score, key=lambda u: (score[u], -u), default=0)
    if score[best] < _LEAST:
        return []
    alike = sorted(u for u in score if tree.path[u] == tree.path[best] and _near(tree, u, best))
    return _together(blocks, alike, alike.index(best))


def _is_comment(tree: Tree, u: int) -> bool:
    """Whether a node is an item of a list without a heading: what people add below an article."""
    return int(tree.tag[u]) in _ITEMS and not np.isin(tree.tag[u : tree.end[u]], list(_HEADINGS)).any()


def _together(blocks: Blocks, roots: list[int], best: int) -> list[int]:
    """Of the nodes those around the best one that follow each other with no more than a few blocks between."""
    low = high = best
    spans = [_below(blocks, root) for root in roots]
    while low and spans[low][0] - spans[low - 1][-1] <= _APART:
        low -= 1
    while high + 1 < len(roots) and spans[high + 1][0] - spans[high][-1] <= _APART:
        high += 1
    return roots[low : high + 1]


def _near(tree: Tree, u: int, v: int) -> bool:
    """Whether two nodes have the same parent, or its parent."""
    up, vp = int(tree.parent[u]), int(tree.parent[v])
    return up == vp or tree.parent[up] == tree.parent[vp]


def _paragraphs(blocks: Blocks, roots: list[int], free: NDArray[np.bool_], prose: set[int]) -> list[int]:
    """The blocks below the roots that are paragraphs of the body."""
    tree = blocks.tree
    inside = [i for root in roots for i in _below(blocks, root)]
    base = {i: _base(tree, int(blocks.node[i])) for i in inside}
    mass = Counter[int]()
    for i in inside:
        if i in prose:
            mass[int(tree.path[base[i]])] += int(blocks.length[i])
    best = max(mass, key=lambda path: (mass[path], -path))
    main = sorted({base[i] for i in inside if i in prose and tree.path[base[i]] == best})
    total = sum(mass.values())
    bases = set(main)
    for i in inside:
        if i in prose:
            share = mass[int(tree.path[base[i]])] / total
            if share >= (_BOX if _is_in(tree, base[i], main) else _SHARE):
                bases.add(base[i])
    found = [i for i in inside if free[i] and blocks.linked[i] < _FEW_LINKS and base[i] in bases]
    return _without_ends(blocks, found, prose)


def _is_in(tree: Tree, u: int, nodes: list[int]) -> bool:
    """Whether a node stands below one of some nodes, which are in order and not within each other."""
    place = bisect_left(nodes, u) - 1
    return place >= 0 and u < int(tree.end[nodes[place]])


def _below(blocks: Blocks, root: int) -> list[int]:
    nodes = blocks.tree.leaves[blocks.first]
    return list(range(int(nodes.searchsorted(root)), int(nodes.searchsorted(blocks.tree.end[root]))))


def _base(tree: Tree, u: int) -> int:
    """The nearest node around a block that is no paragraph, heading, list or mere formatting.

    An item of a list that has paragraphs of its own is a part by itself: a comment, a teaser.
    """
    below = -1
    while u > 0 and (tag := int(tree.tag[u])) in _FLOW | _FORMATTING and not (tag in _ITEMS and below >= 0):
        below, u = u, int(tree.parent[u])
    return u


def _without_ends(blocks: Blocks, found: list[int], prose: set[int]) -> list[int]:
    """The paragraphs from the first that is prose to the last that is one, however short, right after the one before;
    with no heading that nothing follows."""
    places = [k for k, i in enumerate(found) if i in prose]
    stop = places[-1] + 1 if places else 0
    while places and stop < len(found) and found[stop] == found[stop - 1] + 1 and blocks.is_sentence(found[stop]):
        stop += 1
    found = found[places[0] : stop] if places else []
    heads = [int(blocks.tree.tag[blocks.node[i]]) in _HEADINGS for i in found]
    return [i for k, i in enumerate(found) if not heads[k] or (k + 1 < len(found) and found[k + 1] == i + 1)]
