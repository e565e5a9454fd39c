"""A page as the search for record lists sees it: columns as plain lists, and what is derived from them.

The text of a node is what `clues.visible` sees of it; marks and roles are those of `clues.marks`.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weblode.kernels.clues import DATED, DIGITS, NUMBER, PRICED, PROSE, hashed

# Traits of a tag, or by MINOR and MAJOR (the roles of `clues`) of an element.
SKIPPED, INLINE, BREAK, LINK, IMAGE, HEADING, ASIDE, FORM, NAV, EDGE, MINOR, MAJOR, CELL, LAYOUT = (
    1 << bit for bit in range(14)
)
INHERITED = SKIPPED | LINK | ASIDE | FORM | NAV | EDGE | MINOR
SIDES = ASIDE | NAV | EDGE | MINOR  # what stands there is not the page's subject, unless it is most of the page
ROLE_SHIFT, ROLE_BITS = 10, 3  # where the roles of `clues` stand among the traits

TAGS = 255  # in pairs of tags, those with higher numbers are one
_MASK = (1 << 64) - 1

COUNTED = 40  # numbers of pages up to this one are known
COUNTING = [hashed(str(number).encode()) for number in range(COUNTED + 1)]  # the hashes of their texts
APART = 2  # so many other texts may stand between two of them

Numbers = NDArray[np.int32]
Flags = NDArray[np.bool_]
Piece = tuple[int, int]


@dataclass
class ListPage:
    """The columns of a page, and how much was done for it."""

    parent: list[int]
    end: list[int]
    tag: list[int]
    path: list[int]
    hashes: list[int]  # of the text of each leaf
    texts: list[int]  # the kinds of each leaf's text, as bits of `clues`
    trait: list[int]  # its own and those inherited
    kind: list[int]  # of record, by tag
    sums: dict[str, list[int]]  # by quantity, its sum over all nodes before each node
    leaves: list[int]  # nodes with text that is seen
    children: list[list[int]]  # elements and leaves that are seen
    shape: list[int]  # hashes of all that is below a node
    coarse: list[int]  # hashes of the tags just below a node
    local: list[int]  # numbers of pairs of tags: the parent's and the node's own
    paths: Counter[int]  # how often each path occurs
    locals: Counter[int]  # how often each pair of tags occurs
    marks: list[list[int]]  # of each node
    marked: dict[int, list[int]]  # the nodes of each mark
    pager: int  # how many numbers, each one more than the last, stand in a row
    effort: int = 0  # as `lists.EFFORT` counts it

    def sum(self, name: str, piece: Piece) -> int:
        """The sum of a quantity over the nodes of a piece."""
        column = self.sums[name]
        return column[piece[1]] - column[piece[0]]

    @property
    def text(self) -> int:
        """The width of all text that is seen."""
        return self.sums["text"][-1]

    def first_leaf(self, piece: Piece) -> int:
        """The first leaf of a piece with text."""
        return self.leaves[self.sums["leaves"][piece[0]]]


def read_page(
    parent: Numbers,
    end: Numbers,
    tag: Numbers,
    path: Numbers,
    before: Numbers,
    leaf: Numbers,
    kinds: NDArray[np.uint8],
    hashes: NDArray[np.uint64],
    first_mark: Numbers,
    marks: Numbers,
    roles: NDArray[np.uint8],
    traits: NDArray[np.uint16],
) -> ListPage:
    """A page from its columns; the arguments are those of `lists.lists`."""
    own = _own_traits(end, tag, before, roles, traits[0])
    trait = _inherit(parent.tolist(), own.tolist())
    seen = (leaf >= 0) & (np.array(trait, np.int64) & SKIPPED == 0)
    is_child = (np.array(trait, np.int64) & SKIPPED == 0) & ((tag > 0) | seen)
    children: list[list[int]] = [[] for _ in trait]
    for u in np.flatnonzero(is_child[1:]).tolist():
        children[parent[u + 1]].append(u + 1)
    node_marks = [marks[a:b].tolist() for a, b in pairwise(first_mark.tolist())]
    marked: dict[int, list[int]] = {}
    for u, numbers in enumerate(node_marks):
        for mark in numbers:
            marked.setdefault(mark, []).append(u)
    local = _pairs(parent.tolist(), tag.tolist())
    shape, coarse = _shapes(parent.tolist(), tag.tolist(), trait, children)
    return ListPage(
        parent.tolist(),
        end.tolist(),
        tag.tolist(),
        path.tolist(),
        hashes.tolist(),
        kinds.tolist(),
        trait,
        traits[1].take(tag, mode="clip").tolist(),
        _sums(own, np.array(trait, np.int64), np.diff(before), seen, kinds),
        np.flatnonzero(seen).tolist(),
        children,
        shape,
        coarse,
        local,
        Counter(path.tolist()),
        Counter(local),
        node_marks,
        marked,
        _count_on([(int(kinds[u]), int(hashes[u])) for u in np.flatnonzero(seen)]),
    )


def _own_traits(
    end: Numbers, tag: Numbers, before: Numbers, roles: NDArray[np.uint8], traits: NDArray[np.uint16]
) -> NDArray[np.int64]:
    """The traits of each node by its tag and its role; a node with most of the page's text is no side of it."""
    own = traits.take(tag, mode="clip").astype(np.int64) | (roles & ROLE_BITS).astype(np.int64) << ROLE_SHIFT
    is_most = 2 * (before[end].astype(np.int64) - before[:-1]) > before[-1]
    return np.where(is_most, own & ~SIDES, own)


def _inherit(parent: list[int], own: list[int]) -> list[int]:
    """The traits of each node and those of the nodes around it."""
    trait = own.copy()
    for u in range(1, len(own)):
        trait[u] |= trait[parent[u]] & INHERITED
    return trait


def _sums(
    own: NDArray[np.int64], trait: NDArray[np.int64], widths: Numbers, seen: Flags, kinds: NDArray[np.uint8]
) -> dict[str, list[int]]:
    """For each quantity its sum over all nodes before each node, and over all."""
    text, linked = np.where(seen, widths, 0), trait & LINK > 0
    quantities = {
        "text": text,
        "links": np.where(linked, text, 0),
        "form": np.where(trait & FORM > 0, text, 0),
        "prose": np.where((kinds & PROSE > 0) & ~linked, text, 0),  # long texts outside links
        "anchors": own & LINK > 0,
        "images": own & IMAGE > 0,
        "headings": own & HEADING > 0,
        "leaves": seen,
        "digits": seen & (kinds & DIGITS > 0),
        "dates": seen & (kinds & DATED > 0),
        "prices": seen & (kinds & PRICED > 0),
        "cells": own & CELL > 0,  # of a table's head
    }
    return {name: [0, *np.cumsum(values, dtype=np.int64).tolist()] for name, values in quantities.items()}


def _count_on(texts: list[tuple[int, int]]) -> int:
    """How many numbers, each one more than the last, stand in a row among texts, given by their kinds and hashes."""
    most = run = number = since = 0
    for kind, code in texts:
        since += 1
        if not kind & NUMBER:
            continue
        if run and number < COUNTED and since <= APART + 1 and COUNTING[number + 1] == code:
            run, number = run + 1, number + 1
        else:
            number = COUNTING.index(code) if code in COUNTING else -1
            run = int(number >= 0)
        most, since = max(most, run), 0
    return most


def _pairs(parent: list[int], tag: list[int]) -> list[int]:
    """The number of each node's pair of tags, its parent's and its own, in order of their first use."""
    numbers: dict[tuple[int, int], int] = {}
    pairs = ((min(tag[up], TAGS) if up >= 0 else 0, min(number, TAGS)) for up, number in zip(parent, tag, strict=True))
    return [numbers.setdefault(pair, len(numbers)) for pair in pairs]


def _shapes(
    parent: list[int], tag: list[int], trait: list[int], children: list[list[int]]
) -> tuple[list[int], list[int]]:
    """Two hashes per node: of all tags below it, and of those just below it; successive repeats count once.

    Nodes with the same tags below them have the same first one. An inline element that is not an only child is skipped,
    but what stands below it counts. The second one ignores inline elements.
    """
    n = len(parent)
    shape, last, coarse, last_coarse = [0] * n, [0] * n, [0] * n, [0] * n
    for u in range(n - 1, 0, -1):
        if not tag[u] or trait[u] & (SKIPPED | BREAK):
            continue
        up, number = parent[u], tag[u] + 1
        if not trait[u] & INLINE or len(children[up]) == 1:
            shape[u] = mixed(shape[u] ^ number)
        if shape[u] and shape[u] != last[up]:
            last[up] = shape[u]
            shape[up] = mixed(shape[up] ^ shape[u])
        if not trait[u] & INLINE and last_coarse[up] != number:
            last_coarse[up] = number
            coarse[up] = mixed(coarse[up] ^ number)
    return shape, coarse


def mixed(x: int) -> int:
    """A 64-bit hash of a number, by the finaliser of splitmix64."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)
