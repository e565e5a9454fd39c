"""The blocks of a page: its text leaves, joined where they are read as one paragraph, label or cell."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import regex
from weblode.tags import BROKEN, LEAD, NAMES, NUMBERS
from weblode.tree import Column, Tree

HOLDS = np.array(
    [
        (lead == BROKEN and name not in ("br", "hr")) or name in ("td", "th")
        for name, lead in zip(NAMES, LEAD, strict=True)
    ]
    + [False]
)
_LINK = NUMBERS["a"]

# Elements that the HTML standard sets apart from the main content of a page.
SIDE_ELEMENTS = (
    "aside button dialog figcaption footer form head label nav noframes option search select textarea".split()
)
_SIDES = frozenset(NUMBERS[name] for name in SIDE_ELEMENTS)
# The stops of Chinese and Japanese need no space after them.
_SENTENCE = regex(r"[.!?…؟।۔።။។։][\"'”’»“)\]]*(\s|$)|[。！？]")  # noqa: RUF001 - the stops of other scripts
_UNSPACED = regex(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")  # a character says as much as two of ours
_UNSPACED_BYTES = 0xE3, 0xEF  # the bytes that these begin with in UTF-8, first and last
_STOP = regex(r"[.!?…。！？؟।۔።။។։][\"'”’»“)\]」』]*$")  # noqa: RUF001
_WORD = regex(r"\w+")


@dataclass(frozen=True, eq=False)
class Blocks:
    """Columns with one entry for each block, in document order."""

    tree: Tree
    first: Column  # its first leaf
    stop: Column  # the first leaf after it
    node: Column  # the element that contains it: the nearest that begins a line or is a cell

    def __len__(self) -> int:
        return len(self.first)

    def text(self, i: int) -> str:
        """The text of a block as a person reads it, on one line."""
        return self.texts[i]

    def spaced(self, i: int) -> str:
        """The text of a block with spaces between its leaves: often only a style sheet separates a name from a date."""
        if i not in self._spaced:
            first, stop = self.first.item(i), self.stop.item(i)
            nodes = self.tree.leaves[first:stop].tolist() if stop - first > 1 else []
            self._spaced[i] = " ".join(self.tree.lines(nodes)) if nodes else self.texts[i]
        return self._spaced[i]

    @cached_property
    def _spaced(self) -> dict[int, str]:
        """What `spaced` gave before, by block: bylines and dates are searched in the same ones."""
        return {}

    def is_sentence(self, i: int) -> bool:
        """Whether a block has at least three words, no link, and the ending of a sentence."""
        return bool(self.linked[i] == 0 and count_words(self.texts[i]) > 2 and _STOP.search(self.texts[i]))

    @cached_property
    def texts(self) -> list[str]:
        """The text of each block as a person reads it."""
        return self.tree.passages(zip(self.first.tolist(), self.stop.tolist(), strict=True), line=" ")

    @cached_property
    def length(self) -> Column:
        """The characters of each block."""
        return np.array([len(text) for text in self.texts], dtype=np.int32)

    @cached_property
    def weight(self) -> Column:
        """The characters of each block, where one of Chinese or Japanese counts as two."""
        data = np.frombuffer(self.tree.buffer, dtype=np.uint8)
        if not ((data >= _UNSPACED_BYTES[0]) & (data <= _UNSPACED_BYTES[1])).any():
            return self.length
        unspaced = [0 if text.isascii() else len(_UNSPACED.findall(text)) for text in self.texts]
        return np.asarray(self.length + np.array(unspaced, dtype=np.int32))

    @cached_property
    def linked(self) -> NDArray[np.float64]:
        """The share of each block's text that is in links."""
        leaves = self.tree.leaves
        size = (self.tree.start[leaves + 1] - self.tree.start[leaves]).astype(np.int64)
        total, inside = prefix_sums(size), prefix_sums(size * in_elements(self.tree, {_LINK})[leaves])
        return np.asarray(
            (inside[self.stop] - inside[self.first]) / np.maximum(1, total[self.stop] - total[self.first])
        )

    @cached_property
    def beside(self) -> NDArray[np.bool_]:
        """Whether each block is in an element beside the main content: navigation, a figure, a form, an aside."""
        tree = self.tree
        quotes = np.flatnonzero(tree.tag == NUMBERS["blockquote"])
        figures = np.flatnonzero(tree.tag == NUMBERS["figure"])
        quoted = quotes.searchsorted(tree.end[figures]) > quotes.searchsorted(figures)  # a quotation, no picture
        roots = np.concatenate((with_tags(tree, _SIDES), figures[~quoted]))
        return np.asarray(in_subtrees(tree, _less_than_half(tree, roots))[tree.leaves[self.first]])

    @cached_property
    def prose(self) -> NDArray[np.bool_]:
        """Whether each block reads as sentences: long enough, hardly linked, with a full stop."""
        flags = (self.weight >= 40) & (self.linked < 0.4)
        flags[flags] = [bool(_SENTENCE.search(self.texts[i])) for i in np.flatnonzero(flags).tolist()]
        return np.asarray(flags)


def blocks(tree: Tree) -> Blocks:
    """The blocks of a page. Every leaf is in one block."""
    leaves = tree.leaves
    holder = tree.parent[leaves]
    while (inline := np.flatnonzero(~HOLDS.take(tree.tag[holder], mode="clip") & (holder > 0))).size:
        holder[inline] = tree.parent[holder[inline]]
    new = np.ones(len(leaves), dtype=bool)
    new[1:] = (tree.lead[leaves[1:]] == BROKEN) | (holder[1:] != holder[:-1])
    first = np.flatnonzero(new).astype(np.int32)
    stop = np.append(first[1:], len(leaves)).astype(np.int32)[: len(first)]
    return Blocks(tree, first, stop, holder[first])


def in_side_elements(tree: Tree, names: list[str]) -> NDArray[np.bool_]:
    """Whether each node is in an element with one of these names that has less than half of the page's text.

    Some sites put the whole page into one form, or into another element that the standard means for something else.
    """
    return in_subtrees(tree, _less_than_half(tree, with_tags(tree, [NUMBERS[name] for name in names])))


def with_tags(tree: Tree, tags: Collection[int]) -> NDArray[np.intp]:
    """The elements with one of these tags of HTML."""
    return np.flatnonzero(have_tags(tree.tag, frozenset(tags)))


def have_tags(numbers: Column, tags: frozenset[int]) -> NDArray[np.bool_]:
    """Whether each tag is one of these tags of HTML."""
    return _tag_flags(tags).take(numbers, mode="clip")


@cache
def _tag_flags(tags: frozenset[int]) -> NDArray[np.bool_]:
    """Which tags are these; the last entry is for tags that HTML does not define."""
    flags = np.zeros(len(NAMES) + 1, dtype=np.bool_)
    flags[list(tags)] = True
    return flags


def _less_than_half(tree: Tree, nodes: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of the nodes that have less than half of the page's text."""
    before = tree.text_before
    return np.asarray(nodes[2 * (before[tree.end[nodes]] - before[nodes]) < before[-1]])


def in_elements(tree: Tree, tags: set[int]) -> NDArray[np.bool_]:
    """Whether each node is an element with one of these tags, or below one."""
    return in_subtrees(tree, with_tags(tree, tags))


def in_subtrees(tree: Tree, roots: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether each node is one of some different nodes, or below one."""
    depth = -np.bincount(tree.end[roots], minlength=len(tree) + 1)
    depth[roots] += 1  # each stands there once
    return np.asarray(np.cumsum(depth)[:-1] > 0)


def nearest_ancestors(tree: Tree, u: int, n: int) -> list[int]:
    """The nearest `n` ancestors of a node, from its parent upwards."""
    ancestors: list[int] = []
    while len(ancestors) < n and (u := tree.parent.item(u)) >= 0:
        ancestors.append(u)
    return ancestors


def words(text: str) -> list[str]:
    """The words of a text in lower case.

    >>> words("By J. Doe, A.I.")
    ['by', 'j', 'doe', 'a', 'i']
    """
    return kernels.fastest().lower_words(text)


def count_words(text: str) -> int:
    """The number of words of a text; two characters of Chinese or Japanese count as one.

    >>> count_words("By J. Doe"), count_words("東京タワー")
    (3, 2)
    """
    if text.isascii():
        return len(words(text))
    unspaced = len(_UNSPACED.findall(text))
    return len(_WORD.findall(_UNSPACED.sub(" ", text) if unspaced else text)) + unspaced // 2


def prefix_sums(values: NDArray[Any]) -> NDArray[np.int64]:
    """The sums of the values before each one, and of all."""
    return np.concatenate(([0], np.cumsum(values)))
