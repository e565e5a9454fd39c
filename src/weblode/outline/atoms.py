"""The smallest parts of an outline: text leaves (those of a link joined), linked images, and data tables.

The rank of an atom says how much it stands out from the text around it:

| rank        | the atom is |
| ----------- | --- |
| 10 to 5     | in an `h1` to `h6` |
| 4, `BOLD`   | bold, by its tag or the page's style; or a label known from other pages |
| 0           | anything else |

A link that holds only images is an atom without leaves, named by their `alt`; a data table is one atom with all leaves
of the table.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode.style.cascade import Style
from weblode.tags import BROKEN, NUMBERS
from weblode.tree import Column, Tree

BOLD, HEADING = 4, 5
_HEADINGS = {NUMBERS[f"h{level}"]: 11 - level for level in range(1, 7)}
_LABELS = frozenset(NUMBERS[name] for name in "b big caption dt legend strong summary th".split())
_LINK, _IMAGE = NUMBERS["a"], NUMBERS["img"]

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

    `tables` are nodes that are one atom each. With `joined`, the leaves of a link on one line are one atom and linked
    images are atoms. `frequent` are labels known from other pages.
    """
    ranks, linked = _path_ranks(tree)
    rows = _atom_rows(tree, linked, tables, style.bold.tolist() if joined else None)
    node, first, stop, link, table = np.array(rows, dtype=np.int32).reshape(-1, 5).T.copy()
    path = tree.path[node]
    rank = ranks[path]
    rank[(rank < BOLD) & _all(style.bold, first, stop)] = BOLD
    mark, letters, upper = _letters(tree, style)
    if joined:
        node = _replace_by_links(tree, node, first, stop, np.where(table > 0, -1, link))
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
        table.astype(bool),
    )
    if frequent:
        labels = {" ".join(label.lower().split()) for label in frequent}
        is_label = [text_of(tree, *row[:3]).lower() in labels for row in rows]
        rank[is_label] = np.maximum(rank[is_label], BOLD)
    return result


def common_ancestors(tree: Tree, nodes: Column) -> Column:
    """The deepest node that contains each node and the next one; the nodes are in document order."""
    return tree.common_ancestors(nodes[:-1], nodes[1:])


def text_of(tree: Tree, node: int, first: int, stop: int) -> str:
    """The text of an atom as a person reads it, on one line: its leaves, or the `alt` of its image."""
    if first < stop:
        return tree.text(int(tree.leaves[first]), int(tree.leaves[stop - 1]) + 1, line=" ")
    images = (u for u in range(node, int(tree.end[node])) if tree.tag[u] == _IMAGE)
    return next((" ".join(alt.split()) for u in images if (alt := tree.attributes(u).get("alt", "").strip())), "")


def _path_ranks(tree: Tree) -> tuple[Column, Flags]:
    """By the number of a tag path: the rank of its tags, and whether it has a link."""
    number = int(tree.path.max(initial=-1)) + 1
    ranks, linked = [0] * number, [False] * number
    first = tree.first_of_paths(0, len(tree))
    above = tree.path[tree.parent[first]]
    for path, up, tag in zip(tree.path[first].tolist(), above.tolist(), tree.tag[first].tolist(), strict=True):
        ranks[path] = max(_HEADINGS.get(tag, BOLD if tag in _LABELS else 0), ranks[up])
        linked[path] = tag == _LINK or linked[up]
    return np.array(ranks, dtype=np.int32), np.array(linked, dtype=bool)


def _atom_rows(tree: Tree, linked: Flags, tables: Collection[int], bold: list[bool] | None) -> list[list[int]]:
    """For each atom its node, first leaf, the first leaf after it, its link, and whether it is a table.

    Leaves of a link are joined if `bold` is given: a bold title and the text after it stay separate.
    """
    joined = bold is not None
    images = np.flatnonzero((tree.tag == _IMAGE) & linked[tree.path]) if joined else np.empty(0, dtype=np.intp)
    holders = _links(tree, linked, images)
    images = images[tree.text_before[holders] == tree.text_before[tree.end[holders]]]
    nodes = np.unique(np.concatenate((tree.leaves, images, np.array(list(tables), dtype=np.intp))))
    stops = tree.leaves.searchsorted(tree.end[nodes])
    columns = (nodes, tree.leaf[nodes], _links(tree, linked, nodes), tree.lead[nodes], stops)
    rows: list[list[int]] = []
    after = 0
    for u, leaf, link, lead, stop in zip(*(column.tolist() for column in columns), strict=True):
        if u < after:
            continue
        follows = joined and link >= 0 and rows and rows[-1][3] == link
        if u in tables:
            after = int(tree.end[u])
            rows.append([u, int(tree.leaves.searchsorted(u)), stop, link, 1])
        elif leaf < 0:
            if not follows and tree.attributes(u).get("alt", "").strip():
                rows.append([u, stop, stop, link, 0])
        elif bold and follows and lead < BROKEN and bold[rows[-1][1]] <= bold[leaf]:
            rows[-1][2] = leaf + 1
        else:
            rows.append([u, leaf, leaf + 1, link, 0])
    return rows


def _links(tree: Tree, linked: Flags, nodes: NDArray[np.intp]) -> Column:
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


def _replace_by_links(tree: Tree, node: Column, first: Column, stop: Column, link: Column) -> Column:
    """The nodes; a link instead of its text where the link contains nothing else."""
    nodes = node.copy()
    linked = np.flatnonzero(link >= 0)
    holder = link[linked]
    begins, ends = tree.leaves.searchsorted(holder), tree.leaves.searchsorted(tree.end[holder])
    whole = (begins >= first[linked]) & (ends <= stop[linked])
    nodes[linked[whole]] = holder[whole]
    return nodes


def _all(flags: Flags, first: Column, stop: Column) -> Flags:
    """Whether all leaves of each atom have a flag; False for an atom without leaves."""
    count = np.concatenate(([0], np.cumsum(flags)))
    return np.asarray((first < stop) & (count[stop] - count[first] == stop - first))


def _large(tree: Tree, style: Style) -> Flags:
    """Whether each leaf is shown larger than most of the page's text."""
    if not len(style.size) or (style.size == style.size[0]).all():
        return np.zeros(len(style.size), dtype=bool)
    order = np.argsort(style.size, kind="stable")
    before = np.cumsum((tree.start[tree.leaves + 1] - tree.start[tree.leaves])[order])
    usual = style.size[order[before.searchsorted(before[-1] / 2)]]
    return np.asarray(style.size >= _LARGER * max(usual, 16))


def _letters(tree: Tree, style: Style) -> tuple[Flags, NDArray[np.intp], Flags]:
    """For each leaf: whether it has no letter or digit, the number of letters in leaves of capitals before it, and
    whether its own letters are all capitals."""
    starts, ends = tree.start[tree.leaves].tolist(), tree.start[tree.leaves + 1].tolist()
    buffer = tree.buffer
    texts = [buffer[start:end].decode() for start, end in zip(starts, ends, strict=True)]
    mark = np.array([not _WORD(text) for text in texts], dtype=bool)
    upper = np.array([text.isupper() for text in texts], dtype=bool) | style.upper
    letters = np.zeros(len(texts) + 1, dtype=np.intp)
    for i in np.flatnonzero(upper).tolist():
        letters[i + 1] = sum(map(str.isalpha, texts[i]))
    return mark, np.cumsum(letters), upper
