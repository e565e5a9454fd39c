"""A sketch of a page's structure: its larger parts, each with its measures, as the algorithms see them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode import paths
from weblode.table import Table
from weblode.tags import TEXT
from weblode.tree import Tree

_MAX_ALIKE = 2  # siblings of the same tag that get a line; the others are counted


@dataclass(frozen=True)
class SketchLine:
    """One line of a sketch: a node; or, if `more` is not 0, that many more of its tag, beginning with it."""

    node: int
    size: int
    leaves: int
    fanout: int
    label: str
    more: int = 0


def sketch(tree: Tree, *, share: float = 0.01, depth: int | None = None) -> Iterator[SketchLine]:
    """The elements that hold, with their siblings of the same tag, at least this share of the page's text.

    They come in document order, down to `depth`. Of siblings of the same tag the first two get a line each, and a last
    line says how many more there are.
    """
    sizes = text_size(tree).tolist()
    leaves, fanouts = leaf_count(tree).tolist(), fanout(tree).tolist()
    least = share * sizes[0]

    def part(u: int, more: int = 0) -> SketchLine:
        return SketchLine(u, sizes[u], leaves[u], fanouts[u], _label(tree, u), more)

    waiting = [part(0)]
    while waiting:
        line = waiting.pop()
        yield line
        if line.more or (depth is not None and tree.depth[line.node] >= depth):
            continue
        first: list[SketchLine] = []
        rest: list[SketchLine] = []
        for alike in _by_tag(tree, line.node):
            if sum(sizes[v] for v in alike) >= least:
                first += map(part, alike[:_MAX_ALIKE])
                rest += [part(v, len(alike) - _MAX_ALIKE) for v in alike[_MAX_ALIKE : _MAX_ALIKE + 1]]
        waiting += reversed(sorted(first, key=lambda each: each.node) + rest)


def _by_tag(tree: Tree, u: int) -> Iterable[list[int]]:
    """The element children of a node, grouped by tag."""
    alike: dict[int, list[int]] = {}
    for v in tree.children(u):
        alike.setdefault(int(tree.tag[v]), []).append(v)
    alike.pop(TEXT, None)
    return alike.values()


def nodes(tree: Tree) -> Table:
    """The whole tree as a table, one row per node."""
    n = len(tree)
    return Table(
        {
            "page": [tree.page] * n,
            "node": range(n),
            "parent": tree.parent.tolist(),
            "end": tree.end.tolist(),
            "depth": tree.depth.tolist(),
            "tag": [tree.name(u) for u in range(n)],
            "fanout": fanout(tree).tolist(),
            "leaves": leaf_count(tree).tolist(),
            "size": text_size(tree).tolist(),
            "xpath": paths.xpaths(tree),
            "text": [None if tree.tag[u] else tree.string(u) for u in range(n)],
        }
    )


def _label(tree: Tree, u: int) -> str:
    """The tag and position of a node as in its node path, with its id and classes as a style sheet names them."""
    attributes = tree.attributes(u)
    hints = [f"#{name}" for name in attributes.get("id", "").split()[:1]]
    hints += [f".{name}" for name in attributes.get("class", "").split()[:2]]
    return f"{tree.name(u)}[{tree.position[u]}]" + "".join(hints)


def fanout(tree: Tree) -> NDArray[np.int64]:
    """How many element children each node has."""
    parents = tree.parent[1:][tree.tag[1:] > 0]
    return np.bincount(parents, minlength=len(tree))


def leaf_count(tree: Tree) -> NDArray[np.int64]:
    """How many text leaves each node's subtree holds."""
    return _below(tree, tree.leaf >= 0)


def text_size(tree: Tree) -> NDArray[np.int64]:
    """How many bytes of visible text each node's subtree holds."""
    return tree.text_before[tree.end] - tree.text_before[:-1]


def _below(tree: Tree, amount: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many nodes of a kind each node's subtree holds."""
    before = np.zeros(len(tree) + 1, dtype=np.int64)
    np.cumsum(amount, out=before[1:])
    return before[tree.end] - before[:-1]
