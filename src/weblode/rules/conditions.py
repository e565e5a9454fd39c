"""Conditions: what tells the elements at which a list is cut from others with the same tag.

A rule stores them as short texts, of which all must hold:

| text | the element |
| --- | --- |
| `.card` | has this word in its class or id |
| `^.results` | stands in an element that has it |
| `^div/ul` | stands in a `ul` in a `div` |
| `td/b` | has a `td` with a `b` in it |
| `!td/b`, `!.card` | has not |

They are learnt from the elements at which the records of pages start, and from those at which none starts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from weblode import kernels
from weblode.tags import TEXT
from weblode.tree import Tree

_MOST = 4  # conditions of a way
_LEVELS = 6  # tags around an element that a condition names
_LOOKED_AT = 400  # elements at which records start, and others, that are looked at
# How much an element left out counts, by the kind of condition: what an author wrote for records lasts longest, and a
# record may well have what no record of the pages learnt on had.
_OWN, _AROUND, _BELOW, _ABOVE, _LACKS = 1.0, 0.9, 0.9, 0.8, 0.5


def marks(tree: Tree, u: int) -> tuple[str, ...]:
    """The words of a node's id and class, except those with digits: they often belong to one page only."""
    attributes = tree.attributes(u)
    words = f"{attributes.get('id', '')} {attributes.get('class', '')}".split()
    return tuple(dict.fromkeys(word for word in words if not any(map(str.isdigit, word))))


def relative_paths(tree: Tree, region: int) -> dict[int, str]:
    """The tag paths below a region, by number, written from the region down: `tr/td/a`.

    The region's own path is left out: records may stand beside the region, and a shape has no step for it.
    """
    return paths_below(tree, region, (region + 1, tree.end.item(region)))


def paths_below(tree: Tree, region: int, nodes: tuple[int, int]) -> dict[int, str]:
    """The same for some nodes below a region, without gaps."""
    base = tree.path.item(region)
    first = tree.first_of_paths(*nodes)
    names: dict[int, str] = {}
    above = tree.path[tree.parent[first]].tolist()
    for path, parent, tag in zip(tree.path[first].tolist(), above, tree.tag[first].tolist(), strict=True):
        if tag != TEXT:
            names[path] = f"{names[parent]}/{tree.name_of(tag)}" if parent != base else tree.name_of(tag)
    return names


def holding(tree: Tree, nodes: Sequence[int], where: Iterable[str]) -> list[int]:
    """Those of some elements with one tag for which all conditions hold."""
    left = list(nodes)
    for each in where:
        if not left:
            break
        negated = each.startswith("!")
        matching = set(_holding(tree, left, each[1:] if negated else each))
        left = [u for u in left if (u in matching) != negated]
    return left


def _holding(tree: Tree, nodes: list[int], condition: str) -> list[int]:
    """Those of some elements for which a condition holds, which is not negated."""
    if condition.startswith("^."):
        cache: dict[int, bool] = {}
        return [u for u in nodes if _stands_in(tree, u, condition[2:], cache)]
    if condition.startswith("^"):
        tags = [tree.number(name) for name in reversed(condition[1:].split("/"))]
        return [u for u in nodes if _stands_below(tree, u, tags)]
    if condition.startswith("."):
        word = condition[1:]
        classes, names = (tree.attributes_of(nodes, name) for name in ("class", "id"))
        values = zip(nodes, classes, names, strict=True)
        return [u for u, one, other in values if (word in one and word in one.split()) or word in other.split()]
    tags = [tree.number(name) for name in condition.split("/")]
    rows = [(-1, tree.tag.item(nodes[0])), *enumerate(tags)]  # the element itself, then each step below it
    steps = np.array(rows, np.int32)
    pieces = [(u, tree.end.item(u)) for u in nodes]
    measured = kernels.fastest().shaped(tree.depth, tree.tag, tree.leaf, tree.start, pieces, steps)
    return [u for u, (matched, _) in zip(nodes, measured, strict=True) if matched == len(steps)]


def _stands_in(tree: Tree, u: int, word: str, cache: dict[int, bool]) -> bool:
    """Whether an element around a node has a word in its class or id."""
    seen = []
    while (u := tree.parent.item(u)) >= 0 and u not in cache:
        seen.append(u)
        if word in marks(tree, u):
            cache[u] = True
            break
    stands = u >= 0 and cache[u]
    cache |= dict.fromkeys(seen, stands)
    return stands


def _stands_below(tree: Tree, u: int, tags: Sequence[int]) -> bool:
    """Whether the elements around a node have these tags, the nearest first."""
    for tag in tags:
        u = tree.parent.item(u)
        if u < 0 or tree.tag.item(u) != tag:
            return False
    return True


# ---------------------------------------------------------------- learning
@dataclass(frozen=True)
class Starts:
    """The elements of a page at which records start, and others with the same tag."""

    tree: Tree
    right: Sequence[int]
    wrong: Sequence[int]


def telling(pages: Sequence[Starts]) -> tuple[str, ...]:
    """The conditions that hold where records start, and hardly where none does; few and the most lasting ones."""
    chosen: list[str] = []
    caches: dict[int, dict[int, frozenset[str]]] = {id(each.tree): {} for each in pages}
    right = [(each.tree, u) for each in pages for u in each.right]
    wrong = [(each.tree, u) for each in pages for u in each.wrong]
    right, wrong = (each[:: len(each) // _LOOKED_AT + 1] for each in (right, wrong))
    for outside in (True, False) if right else ():
        own, others = (
            [_outside(tree, u, caches[id(tree)]) if outside else _inside(tree, u) for tree, u in elements]
            for elements in (right, wrong)
        )
        everywhere, anywhere = frozenset.intersection(*own), frozenset.union(*own)
        while wrong and len(chosen) < _MOST:
            lacking = frozenset.union(*others) - anywhere
            gains = {each: sum(each not in other for other in others) * _weight(each) for each in everywhere}
            gains |= {f"!{each}": sum(each in other for other in others) * _LACKS for each in lacking}
            best = max(gains, key=lambda each: (gains[each], -len(each), each), default="")
            if not gains.get(best):
                break
            chosen.append(best)
            left = [i for i, other in enumerate(others) if (best[1:] not in other if best[0] == "!" else best in other)]
            wrong, others = [wrong[i] for i in left], [others[i] for i in left]
        if not wrong:
            break
    return tuple(chosen)


def _weight(condition: str) -> float:
    if condition.startswith("^"):
        return _AROUND if condition.startswith("^.") else _ABOVE
    return _OWN if condition.startswith(".") else _BELOW


def _outside(tree: Tree, u: int, cache: dict[int, frozenset[str]]) -> frozenset[str]:
    """The conditions on an element itself and on those around it that hold."""
    above = tree.parent.item(u)
    if above not in cache:  # elements that stand in the same one are many
        features = set[str]()
        path: list[str] = []
        for v in tree.ancestors(u):
            features |= {f"^.{word}" for word in marks(tree, v)}
            if len(path) < _LEVELS:
                path.insert(0, tree.name(v))
                features.add("^" + "/".join(path))
        cache[above] = frozenset(features)
    return cache[above] | {f".{word}" for word in marks(tree, u)}


def _inside(tree: Tree, u: int) -> frozenset[str]:
    """The conditions on what is inside an element that hold."""
    return frozenset(relative_paths(tree, u).values())
