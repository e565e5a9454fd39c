"""The body of an article: its paragraphs, in order, without what a site puts between and around them.

Prose is text in sentences, of some length, with few links. The prose of the article is below one node or a few similar
ones, while comments, teasers and boxes each have a node of their own. So the score of a node counts the prose directly
below it fully, one level further down by half, the next by a third (an idea of Arc90's Readability, 2009; class names
are not scored). The best node, and nodes near it with its tag path, contain the body; its paragraphs are those on the
tag paths with most of the prose.
"""

from bisect import bisect_left
from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from weblode.instances.blocks import Blocks
from weblode.tags import NUMBERS
from weblode.tree import Tree

_LEVELS = (1.0, 0.5, 1 / 3)
_LONGEST = 1000  # characters of a paragraph that count: one huge block is not an article
_LEAST = 140  # the least score of a body, in characters of prose
_SHARE = 0.1  # share of the prose that a tag path needs for its blocks to be paragraphs of the body
_BOX = 0.3  # the same within a node of the best tag path, where it may be a box amid the paragraphs
_FEW_LINKS = 0.5
_APART = 12  # blocks between two parts of a body, at most: an advertisement, a picture; a form or comments are longer

# Elements of paragraphs, headings and lists between the node of the body and the text.
_FLOW = frozenset(NUMBERS[n] for n in "blockquote center dd dl dt h2 h3 h4 h5 h6 li ol p pre ul".split())
_FORMATTING = frozenset(NUMBERS[n] for n in "b big em font i small span strong u".split())
_ITEMS = frozenset(NUMBERS[n] for n in ("li", "dd"))
_HEADINGS = frozenset(NUMBERS[f"h{level}"] for level in range(1, 7))


def body(blocks: Blocks, decoration: NDArray[np.bool_] | None = None) -> list[int]:
    """The blocks that are the paragraphs of the page's article, in order; empty without an article.

    `decoration` says for each block whether other pages have it too.
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
    """The nodes that contain the body: the best one, and those near it with its tag path."""
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
    return _adjacent_roots(blocks, alike, alike.index(best))


def _is_comment(tree: Tree, u: int) -> bool:
    """Whether a node is a list item without a heading, as comments below an article are."""
    return int(tree.tag[u]) in _ITEMS and not np.isin(tree.tag[u : tree.end[u]], list(_HEADINGS)).any()


def _adjacent_roots(blocks: Blocks, roots: list[int], best: int) -> list[int]:
    """The nodes before and after the best one with no more than `_APART` blocks between neighbours."""
    low = high = best
    spans = [_below(blocks, root) for root in roots]
    while low and spans[low][0] - spans[low - 1][-1] <= _APART:
        low -= 1
    while high + 1 < len(roots) and spans[high + 1][0] - spans[high][-1] <= _APART:
        high += 1
    return roots[low : high + 1]


def _near(tree: Tree, u: int, v: int) -> bool:
    """Whether two nodes have the same parent or grandparent."""
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
    paragraphs = [i for i in inside if free[i] and blocks.linked[i] < _FEW_LINKS and base[i] in bases]
    return _trim(blocks, paragraphs, prose)


def _is_in(tree: Tree, u: int, nodes: list[int]) -> bool:
    """Whether a node is below one of `nodes`, which are in order and not nested."""
    place = bisect_left(nodes, u) - 1
    return place >= 0 and u < int(tree.end[nodes[place]])


def _below(blocks: Blocks, root: int) -> list[int]:
    nodes = blocks.tree.leaves[blocks.first]
    return list(range(int(nodes.searchsorted(root)), int(nodes.searchsorted(blocks.tree.end[root]))))


def _base(tree: Tree, u: int) -> int:
    """The nearest node around a block that is no paragraph, heading, list or formatting.

    A list item with paragraphs of its own is such a node: a comment, a teaser.
    """
    below = -1
    while u > 0 and (tag := int(tree.tag[u])) in _FLOW | _FORMATTING and not (tag in _ITEMS and below >= 0):
        below, u = u, int(tree.parent[u])
    return u


def _trim(blocks: Blocks, body: list[int], prose: set[int]) -> list[int]:
    """The paragraphs from the first to the last with prose, and the short sentences right after that.

    Headings that no paragraph follows are left out.
    """
    places = [k for k, i in enumerate(body) if i in prose]
    stop = places[-1] + 1 if places else 0
    while places and stop < len(body) and body[stop] == body[stop - 1] + 1 and blocks.is_sentence(body[stop]):
        stop += 1
    body = body[places[0] : stop] if places else []
    heads = [int(blocks.tree.tag[blocks.node[i]]) in _HEADINGS for i in body]
    return [i for k, i in enumerate(body) if not heads[k] or (k + 1 < len(body) and body[k + 1] == i + 1)]
