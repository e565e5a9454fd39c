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

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode.outline import compiled
from weblode.outline.lines import APART
from weblode.style.cascade import Style
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

BOLD, HEADING = 4, 5
_LINK, _IMAGE, _SELECT, _OPTION, _DRAWING = (NUMBERS[name] for name in ("a", "img", "select", "option", "svg"))

_LARGER = 1.2  # times the size of most of the page's text, and of the browsers' default

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
    loops = compiled.fastest("atom_columns")
    nodes, texts = loops.node_columns(tree), loops.leaf_texts(tree)
    joins = compiled.fastest("lines").line_joins(tree, nodes, texts) if joined else None
    icons = _icons(tree, nodes[3]) if joined else []
    for leaf in icons:
        joins[leaf : leaf + 2] = [APART] * len(joins[leaf : leaf + 2])  # type: ignore[index]
    controls = _controls(tree, nodes[6]) if joined else frozenset()
    columns = loops.join_leaves(tree, nodes, controls.union(tables), joins, style.bold)
    node, first, stop, link, whole = columns
    path, rank = tree.path[node], nodes[0][node]
    flags, letters = loops.leaf_columns(tree, style, texts)
    flags[0, icons] = True
    leaves = np.concatenate((flags, _large(tree, style)[np.newaxis], style.bold[np.newaxis]), dtype=np.uint8)
    mark, strong, colon, bold = loops.atom_flags(first, stop, leaves, letters).view(np.bool_)
    rank[(rank < BOLD) & bold] = BOLD
    is_whole = whole > 0
    control = is_whole & (tree.tag[node] == _SELECT)
    if joined:
        loops.set_holders(tree, nodes, columns)
    result = Atoms(node, first, stop, link, path, rank, mark, strong, is_whole & ~control, control, colon, texts)
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
    images = [link + i for i, tag in enumerate(tree.tag[link : tree.end[link]].tolist()) if tag == _IMAGE]
    alts = {" ".join(tree.attributes(u).get("alt", "").casefold().split()) for u in images} - {""}
    texts = (" ".join(tree.text(u).split()) for u in tree.leaves[first:stop].tolist()) if alts else ()
    return next((text for text in texts if text.casefold() in alts), "")


def options(tree: Tree, select: int) -> list[tuple[str, bool]]:
    """The options of a `select` that have a text, and whether it shows each: one, the last selected or the first."""
    nodes = [u for u in range(select, int(tree.end[select])) if tree.tag[u] == _OPTION]
    chosen = [u for u in nodes if "selected" in tree.attributes(u)] or nodes[:1]
    texts = ((tree.text(u, line=" "), u) for u in nodes)
    return [(text, u == chosen[-1]) for text, u in texts if text]


def _icons(tree: Tree, link: Column) -> list[int]:
    """The leaves in drawings, which are not shown, such as the title of an arrow; but not the only text of a link.

    `link` is the link around each node.
    """
    if _DRAWING not in tree.tags:
        return []
    drawings, links = np.flatnonzero(tree.tag == _DRAWING), link[tree.leaves]
    first, stop = tree.leaves.searchsorted(drawings), tree.leaves.searchsorted(tree.end[drawings])
    leaves = [leaf for begin, end in zip(first.tolist(), stop.tolist(), strict=True) for leaf in range(begin, end)]
    if not leaves:
        return []
    others = links.copy()  # -1 is among them
    others[leaves] = -1
    with_text = set(others.tolist())
    return [leaf for leaf in leaves if links.item(leaf) in with_text]


def _controls(tree: Tree, leaves_before: Column) -> frozenset[int]:
    """The `select` elements with text, given the number of leaves before each node."""
    if _SELECT not in tree.tags:
        return frozenset()
    nodes = np.flatnonzero(tree.tag == _SELECT)
    return frozenset(nodes[leaves_before[nodes] < leaves_before[tree.end[nodes]]].tolist())


def _large(tree: Tree, style: Style) -> Flags:
    """Whether each leaf is shown larger than most of the page's text."""
    if not len(style.size) or (style.size == style.size[0]).all():
        return np.zeros(len(style.size), dtype=bool)
    order = np.argsort(style.size, kind="stable")
    before = np.cumsum((tree.start[tree.leaves + 1] - tree.start[tree.leaves])[order])
    usual = style.size[order[before.searchsorted(before[-1] / 2)]]
    return np.asarray(style.size >= _LARGER * max(usual, 16))
