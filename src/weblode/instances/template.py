"""The template of pages of a kind: what sibling pages share is decoration, where they differ is content.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 6.1 and 6.2. Two pages are cut into flat segments, the two
sequences aligned by edit distance; aligned and similar segments are decoration, aligned and dissimilar ones content,
and the tag paths of the leaves in these are the template. We differ in three things. The cost of aligning two segments
counts their tag paths as well as their words, so that dissimilar segments of the same make meet. A text on the same
tag path of most pages is decoration wherever it stands: advertisements and boxes stand amid the content, too. And a
short text that recurs in the content before texts that do not is a label.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.instances.blocks import above, words
from weblode.outline.segments import segments
from weblode.tags import NUMBERS
from weblode.tree import Tree

Leaf = tuple[str, str]  # tag path, text

SIMILAR = 0.8  # Jaccard of the words of two segments that are the same decoration; the paper names none
_STEPS = 60  # of a tag path that count: on 95 real pages none has more than 30
_PAGES = 6  # more siblings than these say nothing new
_SEGMENTS = 200  # of a page that are aligned: the time goes with their square; 95 real pages have 170 at most
_KEPT = 16  # pages of which leaves and segments are kept: each is asked for several times, with its siblings
_LABEL_LENGTH = 40
_VALUE_LENGTH = 200
_LINK = NUMBERS["a"]


@dataclass(frozen=True)
class Template:
    """What is known of pages of a kind from some of them."""

    paths: frozenset[str] = frozenset()  # the tag paths of content
    decoration: frozenset[Leaf] = frozenset()  # texts that most pages have, with their tag paths
    labels: frozenset[str] = frozenset()  # texts that recur before texts that do not
    pages: int = 0  # that it was learnt from

    def is_decoration(self, tree: Tree) -> NDArray[np.bool_]:
        """For each leaf of a page whether it is decoration."""
        return np.array([leaf in self.decoration for leaf in leaves(tree)], dtype=bool)

    def is_content(self, tree: Tree) -> NDArray[np.bool_]:
        """For each leaf of a page whether it stands where content does, and is no decoration."""
        return np.array([leaf[0] in self.paths and leaf not in self.decoration for leaf in leaves(tree)], dtype=bool)


def template(trees: Sequence[Tree]) -> Template:
    """The template of sibling pages; of one page or none, an empty one."""
    trees = trees[:_PAGES]
    if len(trees) < 2:
        return Template(pages=len(trees))
    read = [leaves(tree) for tree in trees]
    count = Counter(leaf for page in read for leaf in set(page))
    needed = max(2, -(-len(trees) // 2))
    decoration = frozenset(leaf for leaf, n in count.items() if n >= needed)
    paths: set[str] = set()
    for (tree, page), (other, beside) in pairwise(zip(trees, read, strict=True)):
        for mine, theirs in differing(tree, other):
            paths.update(page[i][0] for i in mine if page[i] not in decoration)
            paths.update(beside[i][0] for i in theirs if beside[i] not in decoration)
    return Template(frozenset(paths), decoration, _labels(trees, read, count), len(trees))


@lru_cache(maxsize=_KEPT)
def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """The tag path, its last steps if it is very long, and the text of each leaf."""
    nodes = tree.leaves.tolist()
    known: dict[int, str] = {}
    found = []
    for u in nodes:
        path = int(tree.path[u])
        if path not in known:
            known[path] = "/".join(tree.name(v) for v in reversed(above(tree, u, _STEPS)))
        found.append((known[path], tree.text(u)))
    return tuple(found)


def differing(tree: Tree, other: Tree) -> list[tuple[range, range]]:
    """The segments of two pages, as ranges of leaves, that are aligned but dissimilar."""
    ours, theirs = _segments(tree), _segments(other)
    pairs = aligned([(bag, paths) for _, bag, paths in ours], [(bag, paths) for _, bag, paths in theirs])
    return [(ours[i][0], theirs[j][0]) for i, j in pairs if jaccard(ours[i][1], theirs[j][1]) < SIMILAR]


@lru_cache(maxsize=_KEPT)
def _segments(tree: Tree) -> list[tuple[range, frozenset[str], frozenset[str]]]:
    """The leaves, the words and the tag paths of each segment of a page."""
    starts = segments(tree).tolist()[:_SEGMENTS]
    read = leaves(tree)
    found = []
    for start, stop in pairwise([*starts, len(read)]):
        bag = frozenset(word for _, text in read[start:stop] for word in words(text))
        found.append((range(start, stop), bag, frozenset(path for path, _ in read[start:stop])))
    return found


def aligned(
    ours: Sequence[tuple[frozenset[str], frozenset[str]]], theirs: Sequence[tuple[frozenset[str], frozenset[str]]]
) -> list[tuple[int, int]]:
    """The pairs of two sequences of segments (words, tag paths) that an edit script of least cost aligns.

    To leave a segment out costs 1, to align two 1 less the mean of their likeness in words and tag paths.
    """
    n, m = len(ours), len(theirs)
    cost = [[float(i or j) for j in range(m + 1)] if not i else [float(i)] + [0.0] * m for i in range(n + 1)]
    change = [[1 - (jaccard(a, c) + jaccard(b, d)) / 2 for c, d in theirs] for a, b in ours]
    for i in range(1, n + 1):
        row, above = cost[i], cost[i - 1]
        for j in range(1, m + 1):
            row[j] = min(above[j - 1] + change[i - 1][j - 1], above[j] + 1, row[j - 1] + 1)
    found = []
    i, j = n, m
    while i and j:
        if cost[i][j] == cost[i - 1][j - 1] + change[i - 1][j - 1]:
            found.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return found[::-1]


def jaccard(one: frozenset[str], two: frozenset[str]) -> float:
    """How alike two sets are: 1 for equal ones, also if both are empty."""
    return len(one & two) / len(one | two) if one or two else 1.0


def _labels(trees: Sequence[Tree], read: list[tuple[Leaf, ...]], count: Counter[Leaf]) -> frozenset[str]:
    """The short texts without a link that, on most pages that have them, stand before a short text of that page."""
    before, seen = Counter[str](), Counter[str]()
    for tree, page in zip(trees, read, strict=True):
        linked = [_LINK in (tree.tag[u] for u in above(tree, int(v), 4)) for v in tree.leaves]
        said: dict[str, bool] = {}
        for i, (leaf, after) in enumerate(pairwise(page)):
            text = leaf[1]
            if count[leaf] < 2 or linked[i] or len(text) > _LABEL_LENGTH or not words(text):
                continue
            said[text] = said.get(text, False) or (count[after] == 1 and len(after[1]) <= _VALUE_LENGTH)
        before.update(text for text, found in said.items() if found)
        seen.update(said)
    return frozenset(text for text, n in before.items() if n >= 2 and 2 * n > seen[text])
