"""What stands amid and around the paragraphs of an article without belonging to it: captions, notices, boxes.

A caption is what stands beside a picture, film or embedded page with little else, or what the page itself calls one. A
notice is a text that a page repeats again and again amid its prose. A box is the largest part of a page around a text
that has none of the article's own paragraphs; one with a form, or with few sentences and links of their own, calls the
reader away: newsletters, subscriptions, teasers.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from weblode.articles.blocks import Blocks, have_tags, prefix_sums, with_tags
from weblode.caches import regex
from weblode.tags import NUMBERS
from weblode.tree import Tree

_MEDIA = frozenset(NUMBERS[name] for name in "img picture video audio iframe object embed canvas".split())
_CONTROLS = frozenset(NUMBERS[name] for name in "form input button select textarea".split())
_HEADINGS = frozenset((NUMBERS["h1"], NUMBERS["title"]))
_PARAGRAPHS = frozenset(NUMBERS[name] for name in ("p", "li", "dd", "td"))
_CAPTION_BLOCKS = 3  # lines beside a picture: caption, source, place
_CAPTION = 400  # characters of these, at most
_LONG = 120  # characters of a paragraph with a picture inside it that is no caption
_OF_PROSE = 4  # a caption has less than this part of the page's prose
_TIMES = 3  # times that a page repeats a notice
_OTHER = 500  # characters of prose outside comments, for a page that is not about them
_WORDS = regex(r"[A-Z]?[a-z]+|[A-Z]+")  # of a class or an id: comment-list, commentList
_COMMENTS = regex(r"(?i:comments?(?:area|block|body|box|container|content|list|section|text|thread|wrap|wrapper)?)")
_STATES = regex(r"(?i:allowed|closed|counts?|disabled|enabled|has|links?|no|number|off|open|without)")
_SENTENCES = 3  # blocks of prose in a box that calls the reader away, at most


def captions(blocks: Blocks) -> NDArray[np.bool_]:
    """Whether each block is a caption: alone beside a picture or the like, or named so by its class."""
    tree, starts = blocks.tree, blocks.tree.leaves[blocks.first]
    flags = np.zeros(len(blocks), dtype=bool)
    total = int(blocks.weight[blocks.prose].sum())
    media = with_tags(tree, _MEDIA)
    media = media[tree.parent[media] >= 0]
    low, high = _ranges(tree, starts, media)
    size = (sums := prefix_sums(blocks.weight))[high] - sums[low]
    heads = (sums := prefix_sums(have_tags(tree.tag[blocks.node], _HEADINGS)))[high] - sums[low]
    small = (high - low <= _CAPTION_BLOCKS) & (size <= _CAPTION) & (size * _OF_PROSE < total) & (heads == 0)
    for u, first, stop in np.column_stack((media, low, high))[small].tolist():
        if not _is_paragraph(blocks, first, u):
            flags[first:stop] = True
    if 3 * blocks.weight[flags & blocks.prose & ~blocks.beside].sum() > total:
        flags[:] = False  # every part of the article has its picture
    for u in _named(tree, b"caption"):
        first, stop = (int(k) for k in starts.searchsorted([u, tree.end[u]]))
        if stop - first <= _CAPTION_BLOCKS and blocks.weight[first:stop].sum() * _OF_PROSE < total:
            flags[first:stop] = True
    return flags


def _is_paragraph(blocks: Blocks, i: int, u: int) -> bool:
    """Whether a block is a paragraph of some length with a picture `u` inside it: a sign, a formula."""
    tree, node = blocks.tree, int(blocks.node[i])
    return int(tree.tag[node]) in _PARAGRAPHS and node < u < tree.end[node] and blocks.weight[i] >= _LONG


def _ranges(
    tree: Tree, starts: NDArray[np.int32], nodes: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The range of blocks in the smallest node around each node that has some; `starts` are their first leaves."""
    around = tree.parent[nodes].astype(np.int64)
    while True:
        low, high = starts.searchsorted(around), starts.searchsorted(tree.end[around])
        empty = np.flatnonzero((low == high) & (around > 0))
        if not empty.size:
            return low, high
        around[empty] = tree.parent[around[empty]]


def _named(tree: Tree, word: bytes) -> list[int]:
    """The elements that have a word in their class."""
    nodes = []
    place = tree.buffer.find(word)
    while place >= 0:
        u = int(tree.start.searchsorted(np.int32(place), side="right")) - 1
        if tree.tag[u] and word.decode() in tree.attributes(u).get("class", ""):
            nodes.append(u)
        place = tree.buffer.find(word, int(tree.start[u + 1]))
    return nodes


def _names_comments(name: str) -> bool:
    """Whether a class or an id says that comments are inside, not how many there are or whether they are allowed."""
    words = _WORDS.findall(name)
    return any(map(_COMMENTS.fullmatch, words)) and not any(map(_STATES.fullmatch, words))


def comments(blocks: Blocks) -> NDArray[np.bool_]:
    """Whether each block is in comments of readers: in an element that the page calls so by its class or id.

    What holds the page's heading is no comment; and a page with hardly any other prose is about what it calls so.
    """
    tree, starts = blocks.tree, blocks.tree.leaves[blocks.first]
    flags = np.zeros(len(blocks), dtype=bool)
    heads = prefix_sums(have_tags(tree.tag[blocks.node], _HEADINGS))
    place = tree.buffer.find(b"comment")
    while place >= 0:
        u = int(tree.start.searchsorted(np.int32(place), side="right")) - 1
        beyond = u + 1
        own = tree.attributes(u) if tree.tag[u] else {}
        if any(map(_names_comments, f"{own.get('class', '')} {own.get('id', '')}".split())):
            first, stop = starts.searchsorted([u, tree.end[u]]).tolist()
            if heads[stop] == heads[first]:
                flags[first:stop], beyond = True, int(tree.end[u])
        place = tree.buffer.find(b"comment", int(tree.start[beyond]))
    if flags.any() and blocks.weight[blocks.prose & ~blocks.beside & ~flags].sum() < _OTHER:
        flags[:] = False
    return flags


def notices(blocks: Blocks) -> NDArray[np.bool_]:
    """Whether each block of prose is repeated by the page, three times or more, amid more prose that is not."""
    count = Counter(blocks.texts[i] for i in np.flatnonzero(blocks.prose).tolist())
    often = {text for text, n in count.items() if n >= _TIMES}
    if not often or len(often) * 2 > len(count):
        return np.zeros(len(blocks), dtype=bool)
    return np.array([text in often for text in blocks.texts], dtype=bool)


def repeated_texts(blocks: Blocks) -> set[str]:
    """The texts that a page has three times or more, such as "Advertisement" between its paragraphs."""
    return {text for text, n in Counter(blocks.texts).items() if n >= _TIMES}


class Boxes:
    """The boxes around texts of a page, of which the nodes `own` are the article's; each is judged once."""

    def __init__(self, blocks: Blocks, own: Collection[int]) -> None:
        self._blocks, self._own = blocks, sorted(own)
        self._box: dict[int, int] = {}
        self._calls: dict[int, bool] = {}

    def around(self, u: int) -> int:
        """The largest node around `u` that contains none of the article's nodes; `u` without such a node."""
        tree, own, path = self._blocks.tree, self._own, [u]
        while (above := int(tree.parent[u])) > 0 and u not in self._box:
            place = bisect_left(own, above)
            if place < len(own) and own[place] < tree.end[above]:
                break
            u = above
            path.append(u)
        u = self._box.get(u, u)
        self._box.update(dict.fromkeys(path, u))
        return u

    def calls_away(self, u: int) -> bool:
        """Whether the box around a node has a form or button, or links of their own beside few sentences."""
        u = self.around(u)
        if u not in self._calls:
            self._calls[u] = calls_away(self._blocks, u)
        return self._calls[u]


def calls_away(blocks: Blocks, u: int) -> bool:
    """Whether a node has a form or button, or links of their own beside few sentences."""
    tree = blocks.tree
    if have_tags(tree.tag[u : tree.end[u]], _CONTROLS).any():
        return True
    low, high = tree.leaves[blocks.first].searchsorted([u, tree.end[u]]).tolist()
    return bool((blocks.linked[low:high] > 0.9).any() and blocks.prose[low:high].sum() <= _SENTENCES)
