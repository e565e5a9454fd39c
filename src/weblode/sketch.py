"""A page's structure for a person: its larger parts, each with its measures, as the algorithms see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from weblode import measures, paths
from weblode.table import Table
from weblode.tree import Tree

_SHOWN = 2  # of a run of siblings of the same tag; the others are counted


@dataclass(frozen=True)
class Part:
    """One line of a sketch: a node, or the node and `more` like it after it."""

    node: int
    size: int
    leaves: int
    fanout: int
    label: str
    more: int = 0


def sketch(tree: Tree, *, share: float = 0.01, depth: int | None = None) -> Iterator[Part]:
    """The elements that hold at least this share of the page's text, down to a depth, in document order.

    Of a run of siblings of the same tag the first two are shown, and how many follow.
    """
    sizes = measures.text_size(tree).tolist()
    leaves, fanouts = measures.leaf_count(tree).tolist(), measures.fanout(tree).tolist()
    least = share * sizes[0]

    def part(u: int, more: int = 0) -> Part:
        return Part(u, sizes[u], leaves[u], fanouts[u], _label(tree, u), more)

    waiting = [part(0)]
    while waiting:
        shown = waiting.pop()
        yield shown
        if shown.more or (depth is not None and tree.depth[shown.node] >= depth):
            continue
        children = [v for v in tree.children(shown.node) if tree.tag[v] and sizes[v] >= least]
        found: list[Part] = []
        for _, run in groupby(children, key=lambda v: int(tree.tag[v])):
            members = list(run)
            found += map(part, members[:_SHOWN])
            if rest := members[_SHOWN:]:
                found.append(part(rest[0], len(rest)))
        waiting += reversed(found)


def nodes(tree: Tree) -> Table:
    """The whole tree as a table, one row a node."""
    n = len(tree)
    return Table(
        {
            "page": [tree.page] * n,
            "node": range(n),
            "parent": tree.parent.tolist(),
            "end": tree.end.tolist(),
            "depth": tree.depth.tolist(),
            "tag": [tree.name(u) for u in range(n)],
            "fanout": measures.fanout(tree).tolist(),
            "leaves": measures.leaf_count(tree).tolist(),
            "size": measures.text_size(tree).tolist(),
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
