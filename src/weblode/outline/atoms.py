"""The smallest parts of an outline: text leaves (joined if read as one), linked images, data tables, selects.

The rank of an atom says how much it stands out from the text around it:

| rank        | the atom is |
| ----------- | --- |
| 10 to 5     | in an `h1` to `h6` |
| 4, `BOLD`   | bold, by its tag or the page's style; or a label known from other pages |
| 0           | anything else |

A link that holds only images is an atom without leaves, named by their `alt`; a data table is one atom with all leaves
of the table, and a `select` one with all its options, named by the one that it shows.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.outline.lines import AFTER_LINK, APART, line_joins
from weblode.style.cascade import Style
from weblode.tags import JOINED, LEAD, NAMES, NUMBERS
from weblode.tree import Column, Tree

BOLD, HEADING = 4, 5
_LABELS = "b big caption dt legend strong summary th".split()
_LEVELS = {f"h{level}": 11 - level for level in range(1, 7)} | dict.fromkeys(_LABELS, BOLD)
_RANKS = [_LEVELS.get(name, 0) for name in NAMES] + [0]  # by tag, the last for names that HTML does not define
_BLOCKS = [lead != JOINED for lead in LEAD] + [False]  # likewise
_LINK, _IMAGE, _SELECT, _OPTION, _DRAWING = (NUMBERS[name] for name in ("a", "img", "select", "option", "svg"))

_LARGER = 1.2  # times the size of most of the page's text, and of the browsers' default
_WORD = re.compile(r"[^\W_]").search

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Atoms:
    """Columns with one entry for each atom, in document order."""

    node: Column  # the node that is the atom: a text, a link, or a table
    first: Column  # its first leaf
    stop: Column  # the first leaf after it
    link: Column  # the `a` that holds it, -1 if none does
    path: Column  # the tag path of its first text or image
    rank: Column
    mark: Flags  # it has no letter or digit: a bullet, an arrow, a bar between links
    strong: Flags  # it is larger than most text, or has three letters or more, all shown as capitals
    table: Flags
    control: Flags  # it is a `select`
    colon: Flags  # it ends with a colon
    texts: list[str]  # the text of each leaf, not of each atom

    def __len__(self) -> int:
        return len(self.node)

    def ranges(self, tree: Tree) -> tuple[Column, Column]:
        """The node range of each atom: its first node, and the first node after it."""
        stop = tree.end[self.node].copy()
        with_leaves = np.flatnonzero(self.first < self.stop)  # a link may end after its node: its texts were joined
        stop[with_leaves] = np.maximum(stop[with_leaves], tree.leaves[self.stop[with_leaves] - 1] + 1)
        return self.node, stop


def atoms(
    tree: Tree, style: Style, tables: Collection[int] = (), *, joined: bool = True, frequent: Collection[str] = ()
) -> Atoms:
    """The atoms of a page.

    `tables` are nodes that are one atom each. With `joined`, leaves that are read as one are one atom (`lines`), linked
    images are atoms, and so are `select`s. `frequent` are labels known from other pages.
    """
    ranks, weights, blocks, linked = _path_columns(tree)
    texts = _leaf_texts(tree)
    bold = style.bold
    links = _links(tree, linked, tree.leaves)
    joins = line_joins(tree, links, blocks, texts) if joined else None
    icons = _icons(tree, links) if joined else []
    for leaf in icons:
        joins[leaf : leaf + 2] = [APART] * len(joins[leaf : leaf + 2])  # type: ignore[index]
    weight = (weights[tree.path[tree.leaves]] + bold).tolist()
    controls = _controls(tree) if joined else frozenset()
    node, first, stop, link, whole = _atom_columns(tree, controls.union(tables), (linked, links), joins, weight)
    path = tree.path[node]
    rank = ranks[path]
    rank[(rank < BOLD) & _all(bold, first, stop)] = BOLD
    mark, letters, upper = _letters(texts, style)
    mark[icons] = True
    control = (whole > 0) & (tree.tag[node] == _SELECT)
    if joined:
        parts = np.flatnonzero(whole == 0)
        node[parts] = _holders(tree, node[parts], first[parts], stop[parts], link[parts])
    result = Atoms(
        node,
        first,
        stop,
        link,
        path,
        rank,
        _all(mark, first, stop),
        (_all(upper | mark, first, stop) & (letters[stop] - letters[first] > 2))
        | _all(_large(tree, style), first, stop),
        (whole > 0) & ~control,
        control,
        _ends(tree, texts, first, stop),
        texts,
    )
    if frequent:
        labels = {" ".join(label.lower().split()) for label in frequent}
        columns = (column.tolist() for column in (node, first, stop))
        is_label = [text_of(tree, *atom).lower() in labels for atom in zip(*columns, strict=True)]
        rank[is_label] = np.maximum(rank[is_label], BOLD)
    return result


def common_ancestors(tree: Tree, nodes: Column) -> Column:
    """The deepest node that contains each node and the next one; the nodes are in document order."""
    return tree.common_ancestors(nodes[:-1], nodes[1:])


def text_of(tree: Tree, node: int, first: int, stop: int) -> str:
    """The text of an atom as a person reads it, on one line: its leaves, or the `alt` of its image.

    Of a `select` it is the option that it shows.
    """
    if tree.tag[node] == _SELECT:
        return next((text for text, is_shown in options(tree, node) if is_shown), "")
    if stop - first > 1 and tree.tag[node] == _LINK and (name := _image_name(tree, node, first, stop)):
        return name
    if first < stop:
        begin, end = int(tree.leaves[first]), int(tree.leaves[stop - 1]) + 1
        if stop - first == 2 and (name := tree.text(begin, begin + 1)) + name == tree.text(begin, end, line=" "):
            return name  # twice without a space between: one of the two is not shown
        return tree.text(begin, end, line=" ", apart=True)
    images = (u for u in range(node, int(tree.end[node])) if tree.tag[u] == _IMAGE)
    return next((" ".join(alt.split()) for u in images if (alt := tree.attributes(u).get("alt", "").strip())), "")


def texts_of(tree: Tree, atoms: Sequence[tuple[int, int, int]]) -> list[str]:
    """The text of each atom, given by its node, its first leaf and the first one after it: as `text_of`, at once."""
    tags = tree.tag[[node for node, _, _ in atoms]].tolist()
    plain = [
        first < stop and tag != _SELECT and (stop - first == 1 or tag != _LINK)
        for tag, (_, first, stop) in zip(tags, atoms, strict=True)
    ]
    ranges = [(first, stop) for is_plain, (_, first, stop) in zip(plain, atoms, strict=True) if is_plain]
    passages = iter(tree.passages(ranges, line=" ", apart=True))
    return [next(passages) if is_plain else text_of(tree, *atom) for is_plain, atom in zip(plain, atoms, strict=True)]


def _image_name(tree: Tree, link: int, first: int, stop: int) -> str:
    """The text of a link that its image is called too: a name, beside which the link says more; "" without one."""
    images = (u for u in range(link, int(tree.end[link])) if tree.tag[u] == _IMAGE)
    alts = {" ".join(tree.attributes(u).get("alt", "").casefold().split()) for u in images} - {""}
    texts = (" ".join(tree.text(u).split()) for u in tree.leaves[first:stop].tolist()) if alts else ()
    return next((text for text in texts if text.casefold() in alts), "")


def options(tree: Tree, select: int) -> list[tuple[str, bool]]:
    """The options of a `select` that have a text, and whether it shows each: one, the last selected or the first."""
    nodes = [u for u in range(select, int(tree.end[select])) if tree.tag[u] == _OPTION]
    chosen = [u for u in nodes if "selected" in tree.attributes(u)] or nodes[:1]
    texts = ((tree.text(u, line=" "), u) for u in nodes)
    return [(text, u == chosen[-1]) for text, u in texts if text]


def _path_columns(tree: Tree) -> tuple[Column, Column, Column, Flags]:
    """By the number of a tag path: the rank of its tags, how many of them make text bold, the depth of its innermost
    block, and whether it has a link."""
    number = int(tree.path.max(initial=-1)) + 1
    ranks, weights, blocks, linked = [0] * number, [0] * number, [0] * number, [False] * number
    first = tree.first_of_paths(0, len(tree))
    tags = np.minimum(tree.tag[first], len(NAMES))
    columns = (tree.path[first], tree.path[tree.parent[first]], tags, tree.depth[first])
    for path, up, tag, depth in zip(*(column.tolist() for column in columns), strict=True):
        if rank := _RANKS[tag]:
            ranks[path], weights[path] = max(rank, ranks[up]), weights[up] + 1
        else:
            ranks[path], weights[path] = ranks[up], weights[up]
        blocks[path] = depth if _BLOCKS[tag] else blocks[up]
        linked[path] = tag == _LINK or linked[up]
    ints = (np.array(column, dtype=np.int32) for column in (ranks, weights, blocks))
    return *ints, np.array(linked, dtype=bool)  # type: ignore[return-value]


def _icons(tree: Tree, links: Column) -> list[int]:
    """The leaves in drawings, which are not shown, such as the title of an arrow; but not the only text of a link."""
    drawings = np.flatnonzero(tree.tag == _DRAWING)
    if not len(drawings):
        return []
    first, stop = tree.leaves.searchsorted(drawings), tree.leaves.searchsorted(tree.end[drawings])
    leaves = [leaf for begin, end in zip(first.tolist(), stop.tolist(), strict=True) for leaf in range(begin, end)]
    if not leaves:
        return []
    others = links.copy()  # -1 is among them
    others[leaves] = -1
    with_text = set(others.tolist())
    return [leaf for leaf in leaves if links.item(leaf) in with_text]


def _controls(tree: Tree) -> frozenset[int]:
    """The `select` elements with text."""
    nodes = np.flatnonzero(tree.tag == _SELECT)
    return frozenset(nodes[tree.text_before[nodes] < tree.text_before[tree.end[nodes]]].tolist())


def _atom_columns(
    tree: Tree, whole: Collection[int], linked: tuple[Flags, Column], joins: list[int] | None, weight: list[int]
) -> tuple[Column, Column, Column, Column, Column]:
    """By atom its node, first leaf, the first leaf after it, its link, and whether it is in `whole`.

    `linked` says of tag paths whether they have a link, and has the link of each leaf. `joins` says how each leaf
    follows the one before it (`lines.line_joins`), `weight` how bold it is; without joins each leaf is an atom, and
    images are none.
    """
    nodes, links = tree.leaves, linked[1]
    images = (tree.tag == _IMAGE) & linked[0][tree.path] if joins is not None else np.zeros(len(tree), dtype=bool)
    more = np.flatnonzero(images).astype(np.int32)
    if len(more) or whole:
        holders = _links(tree, linked[0], more)
        more = more[tree.text_before[holders] == tree.text_before[tree.end[holders]]]
        more = np.unique(np.concatenate((more, np.array(list(whole), dtype=np.int32))))
        order = np.argsort(np.concatenate((nodes, more)), kind="stable")
        links = np.concatenate((links, _links(tree, linked[0], more)))[order]
        nodes = np.concatenate((nodes, more))[order]
    first = tree.leaf[nodes]
    columns = (nodes.copy(), first, first + 1, links.copy(), np.zeros_like(first))
    joined = np.array(joins or [], dtype=np.int32)
    special = (first < 0) | (joined[first] > 0) if joins else first < 0
    if not special.any():
        return columns
    return _settle(tree, columns, np.flatnonzero(special).tolist(), whole, (joins or [], weight))


def _settle(
    tree: Tree,
    columns: tuple[Column, Column, Column, Column, Column],
    special: list[int],
    whole: Collection[int],
    leaves: tuple[list[int], list[int]],
) -> tuple[Column, Column, Column, Column, Column]:
    """The columns of `_atom_columns`, given those of all nodes that may be atoms: leaves joined to the atom before
    them, images without a name and what is inside of `whole` left out. `special` are the nodes to look at: all others
    are atoms of one leaf."""
    joins, weight = leaves
    nodes, first, stop, link, is_whole = columns
    begin, low, high, links = (column.tolist() for column in columns[:4])
    keep = np.ones(len(nodes), dtype=bool)
    done, last, after = -2, -1, 0  # the last special node, the atom that it is or belongs to, the end of what is whole
    for k in special:
        # The atom before: nodes between are atoms of one leaf, or inside of what is whole.
        before = last if done == k - 1 or begin[k - 1] < after else k - 1
        done, leaf, u = k, low[k], begin[k]
        if u < after:
            keep[k] = False
        elif leaf >= 0:
            # Not after bolder text; and the text after a link belongs to one before it.
            joined = before >= 0 and high[before] == leaf and low[before] < leaf and not is_whole[before]
            joined = joined and weight[low[before]] <= weight[leaf]
            if joined and (joins[leaf] != AFTER_LINK or begin[before] < links[before]):
                high[before], links[before] = leaf + 1, max(links[before], links[k])
                keep[k], k = False, before
            before = k
        elif u in whole:
            low[k], high[k] = tree.leaves.searchsorted([u, tree.end[u]]).tolist()
            after = tree.end.item(u)
            keep[k + 1 : nodes.searchsorted(after)] = False
            is_whole[k], before = 1, k
        elif (before >= 0 and links[before] == links[k] >= 0) or not tree.attributes(u).get("alt", "").strip():
            keep[k] = False
        else:
            low[k] = high[k] = tree.leaves.searchsorted(tree.end.item(u)).item()
            before = k
        last = before
    first, stop, link = (np.array(column, dtype=np.int32)[keep] for column in (low, high, links))
    return nodes[keep], first, stop, link, is_whole[keep]


def _links(tree: Tree, linked: Flags, nodes: Column) -> Column:
    """The `a` element that contains each node, -1 if none does."""
    result = np.full(len(nodes), -1, dtype=np.int32)
    inside = np.flatnonzero(linked[tree.path[nodes]])
    if len(inside):
        links = np.flatnonzero(tree.tag == _LINK)
        # The last link that begins before a node contains it, unless the page nests links.
        holders = links[links.searchsorted(nodes[inside], side="right") - 1]
        while (beside := np.flatnonzero((tree.end[holders] <= nodes[inside]) | (tree.tag[holders] != _LINK))).size:
            holders[beside] = tree.parent[holders[beside]]
        result[inside] = holders
    return result


def _holders(tree: Tree, node: Column, first: Column, stop: Column, link: Column) -> Column:
    """The nodes; instead of a text its link, instead of several the element around them, if that has no other atom."""
    holder = link.copy()
    several = np.flatnonzero((stop - first > 1) & ((link < 0) | (node < link)))
    holder[several] = tree.common_ancestors(tree.leaves[first[several]], tree.leaves[stop[several] - 1])
    indices = np.flatnonzero(holder >= 0)
    holder = holder[indices]
    begins, ends = tree.leaves.searchsorted(holder), tree.leaves.searchsorted(tree.end[holder])
    around = np.append(np.append(-1, node), len(tree))  # images are atoms without leaves
    whole = (begins >= first[indices]) & (ends <= stop[indices])
    whole &= (around[indices] < holder) & (tree.end[holder] <= around[indices + 2])
    nodes = node.copy()
    nodes[indices[whole]] = holder[whole]
    return nodes


def _all(flags: Flags, first: Column, stop: Column) -> Flags:
    """Whether all leaves of each atom have a flag; False for an atom without leaves."""
    return np.asarray((first < stop) & (_sums(flags, first, stop) == stop - first))


def _sums(values: NDArray[Any], first: Column, stop: Column) -> Column:
    """The sum of a column of leaves, by atom."""
    sums = np.concatenate(([0], np.cumsum(values)))
    return np.asarray(sums[stop] - sums[first], dtype=np.int32)


def _large(tree: Tree, style: Style) -> Flags:
    """Whether each leaf is shown larger than most of the page's text."""
    if not len(style.size) or (style.size == style.size[0]).all():
        return np.zeros(len(style.size), dtype=bool)
    order = np.argsort(style.size, kind="stable")
    before = np.cumsum((tree.start[tree.leaves + 1] - tree.start[tree.leaves])[order])
    usual = style.size[order[before.searchsorted(before[-1] / 2)]]
    return np.asarray(style.size >= _LARGER * max(usual, 16))


def _leaf_texts(tree: Tree) -> list[str]:
    """The text of each leaf."""
    starts, ends = tree.start[tree.leaves].tolist(), tree.start[tree.leaves + 1].tolist()
    buffer = tree.buffer
    return [buffer[start:end].decode() for start, end in zip(starts, ends, strict=True)]


def _ends(tree: Tree, texts: list[str], first: Column, stop: Column) -> Flags:
    """Whether the text of each atom ends with a colon; False for an atom without leaves."""
    colon = np.zeros(len(texts) + 1, dtype=bool)
    last = np.frombuffer(tree.buffer, dtype=np.uint8)[tree.start[tree.leaves + 1] - 1]
    # A colon, white space that may be after one (also no-break), or the last byte of a wide one.
    ends = (last == ord(":")) | (last <= ord(" ")) | (last == 0xA0) | (last == 0x9A)
    for leaf in np.flatnonzero(ends).tolist():
        colon[leaf] = texts[leaf].rstrip().endswith((":", "\uff1a"))
    return np.asarray((first < stop) & colon[stop - 1])


def _letters(texts: list[str], style: Style) -> tuple[Flags, NDArray[np.intp], Flags]:
    """For each leaf: whether it has no letter or digit, the number of letters in leaves of capitals before it, and
    whether its own letters are all capitals."""
    mark = np.array([not _WORD(text) for text in texts], dtype=bool)
    upper = np.array([text.isupper() for text in texts], dtype=bool) | style.upper
    letters = np.zeros(len(texts) + 1, dtype=np.intp)
    for i in np.flatnonzero(upper).tolist():
        letters[i + 1] = sum(map(str.isalpha, texts[i]))
    return mark, np.cumsum(letters), upper
