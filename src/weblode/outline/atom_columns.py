"""The columns of atoms: from the nodes of a page to its leaves, and from these to what is read as one.

Plain loops over nodes, leaves and atoms, since they are compiled (`outline.compiled`).
"""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from weblode.outline.atoms import BOLD
from weblode.style.cascade import Style
from weblode.tags import JOINED, LEAD, NAMES, NUMBERS
from weblode.tree import Column, Tree

from .lines import AFTER_LINK

_LABELS = "b big caption dt legend strong summary th".split()
_LEVELS = {f"h{level}": 11 - level for level in range(1, 7)} | dict.fromkeys(_LABELS, BOLD)
_VOID = frozenset("br embed hr image img input keygen".split())
# By tag, the last for names that HTML does not define: the rank that it gives; whether it divides a line, as blocks,
# cells and controls do; and of these, whether it may hold text.
_RANKS = bytes([*(_LEVELS.get(name, 0) for name in NAMES), 0])
_DIVIDES = bytes([*(lead != JOINED for lead in LEAD), 0])
_HOLDS = bytes([divides and name not in _VOID for divides, name in zip(_DIVIDES, (*NAMES, ""), strict=True)])
_OTHER = len(NAMES)
_LINK, _IMAGE = NUMBERS["a"], NUMBERS["img"]

Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]


def node_columns(tree: Tree) -> Column:
    """Rows about the nodes of a page, which have an entry more than there are nodes:

    | row | of a node |
    | --- | --- |
    | 0   | the highest rank that it or an element around it gives |
    | 1   | how many of these give one |
    | 2   | the depth of the innermost of these that divides lines |
    | 3   | the innermost of these that is a link, -1 if there is none |
    | 4   | how many elements up to it divide lines and may hold text |
    | 5   | how many elements up to it divide lines |
    | 6   | how many leaves are before it |
    """
    n = len(tree)
    columns = np.zeros((7, n + 1), dtype=np.int32)
    rows = columns
    rank, weight, block, link, holding, dividing, before = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6]
    parent, depth, tag, leaf = tree.parent, tree.depth, tree.tag, tree.leaf
    holds = divides = leaves = 0
    for u in range(n):
        above, kind = parent[u], tag[u]
        name = kind if kind < _OTHER else _OTHER
        if above >= 0:
            rank[u], weight[u], block[u], link[u] = rank[above], weight[above], block[above], link[above]
        else:
            link[u] = -1
        own = _RANKS[name]
        if own:
            weight[u] += 1
            if own > rank[u]:
                rank[u] = own
        if _DIVIDES[name]:
            block[u] = depth[u]
            divides += 1
            holds += _HOLDS[name]
        if kind == _LINK:
            link[u] = u
        holding[u], dividing[u], before[u] = holds, divides, leaves
        if leaf[u] >= 0:
            leaves += 1
    before[n] = leaves
    return columns


def leaf_texts(tree: Tree) -> list[str]:
    """The text of each leaf."""
    buffer, start, leaves = tree.buffer, tree.start, tree.leaves
    texts = []
    for i in range(len(leaves)):
        u = leaves[i]
        first, stop = start[u], start[u + 1]
        texts.append(buffer[first:stop].decode())
    return texts


def leaf_columns(tree: Tree, style: Style, texts: list[str]) -> tuple[Bytes, Column]:
    """About each leaf: whether it is a mark, without letter or digit; whether its letters are all shown as capitals;
    whether it ends with a colon. And the number of letters of leaves in capitals before each leaf."""
    n = len(texts)
    flags, letters = np.zeros((3, n), dtype=np.uint8), np.zeros(n + 1, dtype=np.int32)
    rows, row = flags, letters
    mark, upper, colon = rows[0], rows[1], rows[2]
    capitals, start, leaves, buffer = style.upper.view(np.uint8), tree.start, tree.leaves, tree.buffer
    for i in range(n):
        text = texts[i]
        mark[i] = not _has_word(text)
        upper[i] = capitals[i] or text.isupper()
        row[i + 1] = row[i]
        if upper[i]:
            row[i + 1] += _letters(text)
        last = buffer[start[leaves[i] + 1] - 1]
        # A colon, white space that may be after one (also no-break), or the last byte of a wide one.
        if last == 0x3A or last <= 0x20 or last == 0xA0 or last == 0x9A:
            colon[i] = text.rstrip().endswith((":", "\uff1a"))
    return flags, letters


def _has_word(text: str) -> bool:
    """Whether a text has a letter or a digit."""
    for character in text:
        if character.isalnum():
            return True
    return False


def _letters(text: str) -> int:
    """The number of letters in a text."""
    n = 0
    for character in text:
        if character.isalpha():
            n += 1
    return n


def join_leaves(
    tree: Tree, nodes: Column, whole: Collection[int], joins: list[int] | None, bold: Flags
) -> tuple[Column, Column, Column, Column, Column]:
    """By atom its node, first leaf, the first leaf after it, its link, and whether it is in `whole`.

    `nodes` is what `node_columns` returns. `joins` says how each leaf follows the one before it (`lines.line_joins`);
    without it each leaf is an atom, and images are none. Leaves are not joined to bolder ones before them.
    """
    images = _linked_images(tree, nodes) if joins is not None and _IMAGE in tree.tags else []
    more = sorted([*images, *whole]) if whole else images
    leaves, ends, alts = tree.leaves, tree.end, set(_named_images(tree, images))
    weight, link, before, bolds = nodes[1], nodes[3], nodes[6], bold.view(np.uint8)
    follows = joins if joins is not None else [0] * len(leaves)
    columns = np.zeros((5, len(leaves) + len(more)), dtype=np.int32)
    rows = columns
    node, first, stop, links, is_whole = rows[0], rows[1], rows[2], rows[3], rows[4]
    n = leaf = place = after = 0  # `after` is the end of what is whole
    while leaf < len(leaves) or place < len(more):
        if place == len(more) or (leaf < len(leaves) and leaves[leaf] < more[place]):
            u, low = leaves[leaf], leaf
            leaf += 1
            if u < after:
                continue
            last = n - 1
            if follows[low] and last >= 0 and first[last] < low == stop[last] and not is_whole[last]:
                # The text after a link belongs to one before it.
                apart = follows[low] == AFTER_LINK and node[last] >= links[last]
                begin = first[last]
                if not apart and weight[leaves[begin]] + bolds[begin] <= weight[u] + bolds[low]:
                    stop[last] = low + 1
                    if link[u] > links[last]:
                        links[last] = link[u]
                    continue
            first[n], stop[n] = low, low + 1
        else:
            u = more[place]
            place += 1
            if u < after:
                continue
            if u in whole:
                first[n], stop[n], is_whole[n], after = before[u], before[ends[u]], 1, ends[u]
            elif u not in alts or (n and links[n - 1] == link[u] >= 0):
                continue
            else:
                first[n] = stop[n] = before[ends[u]]
        node[n], links[n] = u, link[u]
        n += 1
    return columns[0, :n], columns[1, :n], columns[2, :n], columns[3, :n], columns[4, :n]


def _linked_images(tree: Tree, nodes: Column) -> list[int]:
    """The images in links without text."""
    images = []
    tag, end, link, before = tree.tag, tree.end, nodes[3], nodes[6]
    for u in range(len(tag)):
        if tag[u] == _IMAGE and link[u] >= 0 and before[link[u]] == before[end[link[u]]]:
            images.append(u)
    return images


def _named_images(tree: Tree, nodes: list[int]) -> list[int]:
    """Those of the nodes that have an `alt` text."""
    texts = tree.attributes_of(nodes, "alt")
    return [u for u, text in zip(nodes, texts, strict=True) if text.strip()]


def atom_flags(first: Column, stop: Column, leaves: Bytes, letters: Column) -> Bytes:
    """About each atom: whether it is a mark, stands out by its letters or its size, ends with a colon, is bold.

    The rows of `leaves` say of each leaf whether it is a mark, in capitals, ends with a colon, is large, is bold. None
    of it is true of an atom without leaves.
    """
    flags = np.zeros((4, len(first)), dtype=np.uint8)
    rows = flags
    mark, strong, colon, bold = rows[0], rows[1], rows[2], rows[3]
    marks, uppers, colons, larges, bolds = leaves[0], leaves[1], leaves[2], leaves[3], leaves[4]
    for i in range(len(first)):
        begin, end = first[i], stop[i]
        if begin == end:
            continue
        is_mark = is_upper = is_large = is_bold = True
        for leaf in range(begin, end):
            is_mark = is_mark and marks[leaf]
            is_upper = is_upper and (marks[leaf] or uppers[leaf])
            is_large = is_large and larges[leaf]
            is_bold = is_bold and bolds[leaf]
        mark[i], bold[i], colon[i] = is_mark, is_bold, colons[end - 1]
        strong[i] = is_large or (is_upper and letters[end] - letters[begin] > 2)
    return flags


def set_holders(tree: Tree, nodes: Column, columns: tuple[Column, Column, Column, Column, Column]) -> None:
    """Replace the nodes of atoms that are not whole, in `columns` as `join_leaves` returns them: instead of a text its
    link, instead of several the element around them, if that has no other atom."""
    node, first, stop, link, whole = columns
    leaves, parent, ends, before = tree.leaves, tree.parent, tree.end, nodes[6]
    last = -1  # the node of the atom before, which it had
    i = _next_part(whole, 0)
    while i < len(node):
        after = _next_part(whole, i + 1)
        own, holder = node[i], link[i]
        if stop[i] - first[i] > 1 and (holder < 0 or own < holder):
            holder, other = leaves[first[i]], leaves[stop[i] - 1]
            while not holder <= other < ends[holder]:
                holder = parent[holder]
        past = node[after] if after < len(node) else len(tree)
        alone = last < holder and ends[holder] <= past  # images are atoms without leaves
        if alone and before[holder] >= first[i] and before[ends[holder]] <= stop[i]:
            node[i] = holder
        last, i = own, after


def _next_part(whole: Column, i: int) -> int:
    """The first atom from `i` on that is not whole; the number of atoms if there is none."""
    while i < len(whole) and whole[i]:
        i += 1
    return i
