"""The template of similar pages: what sibling pages share is decoration, where they differ is content.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 6.1 and 6.2. Two pages are cut into flat segments, the two
sequences aligned by edit distance; aligned and similar segments are decoration, aligned and dissimilar ones content,
and the tag paths of the leaves in these are the template. We differ in three things. The cost of aligning two segments
counts their tag paths as well as their words, so that dissimilar segments with the same tag paths are aligned. A text
on the same tag path of most pages is decoration wherever it is: advertisements and boxes are amid the content, too. And
a short text that recurs in the content before texts that do not is a label.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.instances.blocks import nearest_ancestors, words
from weblode.outline.segments import segments
from weblode.tags import NUMBERS
from weblode.tree import Tree

Leaf = tuple[str, str]  # tag path, text

SIMILAR = 0.8  # Jaccard coefficient from which two segments are the same decoration; the paper has no value
_STEPS = 60  # of a tag path, at most: on 95 real pages none has more than 30
_PAGES = 6  # more siblings than these add nothing new
_SEGMENTS = 200  # of a page that are aligned, in quadratic time; 95 real pages have 170 at most
_CACHED = 16  # pages whose leaves and segments are cached: each is used several times, with its siblings
_LABEL_LENGTH = 40
_VALUE_LENGTH = 200
_LINK = NUMBERS["a"]


@dataclass(frozen=True)
class Template:
    """What was learnt about similar pages from some of them."""

    paths: frozenset[str] = frozenset()  # the tag paths of content
    decoration: frozenset[Leaf] = frozenset()  # texts that most pages have, with their tag paths
    labels: frozenset[str] = frozenset()  # texts that recur before texts that do not
    pages: int = 0  # number of pages it was learnt from

    @property
    def has_siblings(self) -> bool:
        """Whether there is any decoration."""
        return bool(self.decoration)

    def is_decoration(self, tree: Tree) -> NDArray[np.bool_]:
        """Whether each leaf of a page is decoration."""
        return np.array([leaf in self.decoration for leaf in leaves(tree)], dtype=bool)

    def is_content(self, tree: Tree) -> NDArray[np.bool_]:
        """Whether each leaf of a page is on a tag path of content, and not decoration."""
        return np.array([leaf[0] in self.paths and leaf not in self.decoration for leaf in leaves(tree)], dtype=bool)


def template(trees: Sequence[Tree]) -> Template:
    """The template of sibling pages; empty for fewer than two pages."""
    trees = trees[:_PAGES]
    if len(trees) < 2:
        return Template(pages=len(trees))
    pages = [leaves(tree) for tree in trees]
    count = Counter(leaf for page in pages for leaf in set(page))
    needed = max(2, -(-len(trees) // 2))
    decoration = frozenset(leaf for leaf, n in count.items() if n >= needed)
    paths: set[str] = set()
    for (tree, page), (other, beside) in pairwise(zip(trees, pages, strict=True)):
        for mine, theirs in differing_segments(tree, other):
            paths.update(page[i][0] for i in mine if page[i] not in decoration)
            paths.update(beside[i][0] for i in theirs if beside[i] not in decoration)
    return Template(frozenset(paths), decoration, _labels(trees, pages, count), len(trees))


@lru_cache(maxsize=_CACHED)
def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """The tag path (its last steps if it is very long) and the text of each leaf."""
    nodes = tree.leaves.tolist()
    path_names: dict[int, str] = {}
    result = []
    for u in nodes:
        path = int(tree.path[u])
        if path not in path_names:
            path_names[path] = "/".join(tree.name(v) for v in reversed(nearest_ancestors(tree, u, _STEPS)))
        result.append((path_names[path], tree.text(u)))
    return tuple(result)


def differing_segments(tree: Tree, other: Tree) -> list[tuple[range, range]]:
    """The segments of two pages, as ranges of leaves, that are aligned but dissimilar."""
    ours, theirs = _segments(tree), _segments(other)
    pairs = align([(bag, paths) for _, bag, paths in ours], [(bag, paths) for _, bag, paths in theirs])
    return [(ours[i][0], theirs[j][0]) for i, j in pairs if jaccard(ours[i][1], theirs[j][1]) < SIMILAR]


@lru_cache(maxsize=_CACHED)
def _segments(tree: Tree) -> list[tuple[range, frozenset[str], frozenset[str]]]:
    """The leaves, the words and the tag paths of each segment of a page."""
    starts = segments(tree).tolist()[:_SEGMENTS]
    page = leaves(tree)
    result = []
    for start, stop in pairwise([*starts, len(page)]):
        bag = frozenset(word for _, text in page[start:stop] for word in words(text))
        result.append((range(start, stop), bag, frozenset(path for path, _ in page[start:stop])))
    return result


def align(
    ours: Sequence[tuple[frozenset[str], frozenset[str]]], theirs: Sequence[tuple[frozenset[str], frozenset[str]]]
) -> list[tuple[int, int]]:
    """The pairs of segments (words, tag paths) of two sequences that an edit script of least cost aligns.

    Leaving out a segment costs 1, aligning two costs 1 minus the mean of their similarity in words and tag paths.
    """
    n, m = len(ours), len(theirs)
    cost = [[float(i or j) for j in range(m + 1)] if not i else [float(i)] + [0.0] * m for i in range(n + 1)]
    change = [[1 - (jaccard(a, c) + jaccard(b, d)) / 2 for c, d in theirs] for a, b in ours]
    for i in range(1, n + 1):
        row, previous = cost[i], cost[i - 1]
        for j in range(1, m + 1):
            row[j] = min(previous[j - 1] + change[i - 1][j - 1], previous[j] + 1, row[j - 1] + 1)
    pairs = []
    i, j = n, m
    while i and j:
        if cost[i][j] == cost[i - 1][j - 1] + change[i - 1][j - 1]:
            pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def jaccard(one: frozenset[str], two: frozenset[str]) -> float:
    """The Jaccard coefficient of two sets; 1 if both are empty."""
    return len(one & two) / len(one | two) if one or two else 1.0


def _labels(trees: Sequence[Tree], pages: list[tuple[Leaf, ...]], count: Counter[Leaf]) -> frozenset[str]:
    """Short texts without a link that, on most pages that have them, precede a short text that only this page has."""
    before, seen = Counter[str](), Counter[str]()
    for tree, page in zip(trees, pages, strict=True):
        linked = [_LINK in (tree.tag[u] for u in nearest_ancestors(tree, int(v), 4)) for v in tree.leaves]
        is_label: dict[str, bool] = {}
        for i, (leaf, after) in enumerate(pairwise(page)):
            text = leaf[1]
            if count[leaf] < 2 or linked[i] or len(text) > _LABEL_LENGTH or not words(text):
                continue
            is_label[text] = is_label.get(text, False) or (count[after] == 1 and len(after[1]) <= _VALUE_LENGTH)
        before.update(text for text, before_value in is_label.items() if before_value)
        seen.update(is_label)
    return frozenset(text for text, n in before.items() if n >= 2 and 2 * n > seen[text])
