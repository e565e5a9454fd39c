"""Small loops over bytes and columns: the reference implementations, in Python."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex

# Characters of two bytes in UTF-8, without Latin-1: ©, é and – are common on pages of any encoding.
_UNLIKELY = regex("[\u0100-\u07ff]")


def utf8_signs(data: bytes) -> tuple[int, bool]:
    """How many bytes of UTF-8 are not the first of a character, and whether it is one of two that is not Latin-1.

    -1 if the data is not valid UTF-8.

    >>> utf8_signs("é".encode()), utf8_signs("ж".encode()), utf8_signs(b"\\xe9")
    ((1, False), (1, True), (-1, False))
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return -1, False
    return len(data) - len(text), _UNLIKELY.search(text) is not None


def children(end: NDArray[np.int32], u: int) -> list[int]:
    """The children of a node, from the column `end`.

    >>> children(np.array([4, 3, 3, 4], dtype=np.int32), 0)
    [1, 3]
    """
    if not 0 <= u < len(end):
        raise IndexError(f"no node {u} among {len(end)}")
    nodes, v, stop = [], u + 1, int(end[u])
    while v < stop:
        nodes.append(v)
        v = int(end[v])
    return nodes


def nth_child(end: NDArray[np.int32], tag: NDArray[np.int32], u: int, number: int, nth: int) -> int:
    """The nth child of a node, from 1, with a tag number; -1 if there is none."""
    alike = [v for v in children(end, u) if tag[v] == number]
    return alike[nth - 1] if 0 < nth <= len(alike) else -1


def descend(end: NDArray[np.int32], tag: NDArray[np.int32], steps: Sequence[tuple[int, int]]) -> int:
    """The node to which steps lead, -1 if there is none: each a tag and the number among the children with it, from 1.

    The first step is the root.
    """
    if not steps or not len(end) or steps[0] != (tag[0], 1):
        return -1
    u = 0
    for number, nth in steps[1:]:
        u = nth_child(end, tag, u, number, nth)
        if u < 0:
            return -1
    return u


def parents_of_path(
    path: NDArray[np.int32], parent: NDArray[np.int32], number: int, without: tuple[int, int]
) -> list[int]:
    """The parents of the nodes with a number of a path, in order and each once, but for nodes of a range."""
    first, stop = without
    return sorted({int(parent[u]) for u in np.flatnonzero(path == number).tolist() if not first <= u < stop})


def placed(end: NDArray[np.int32], tag: NDArray[np.int32], u: int, number: int) -> tuple[list[int], list[int]]:
    """The children of a node followed by its end, and the positions of the children with a tag number."""
    nodes = children(end, u)
    return [*nodes, int(end[u])], [i for i, v in enumerate(nodes) if tag[v] == number]


def lineage(
    parent: NDArray[np.int32], end: NDArray[np.int32], tag: NDArray[np.int32], u: int
) -> list[tuple[int, int, int, int]]:
    """A node and its ancestors, the root first: each with its tag, its number among its siblings of that tag, and their
    count."""
    if not 0 <= u < len(parent):
        raise IndexError(f"no node {u} among {len(parent)}")
    line: list[tuple[int, int, int, int]] = []
    while u >= 0:
        above = int(parent[u])
        alike = [v for v in children(end, above) if tag[v] == tag[u]] if above >= 0 else [u]
        line.append((u, int(tag[u]), alike.index(u) + 1, len(alike)))
        u = above
    return line[::-1]


def befores(parent: NDArray[np.int32], nodes: list[int]) -> list[int]:
    """The sibling before each of some nodes, -1 without one."""
    above = parent.tolist()
    siblings = []
    for u in nodes:
        before = u - 1  # the last node of that sibling, or the parent
        while before > above[u] and above[before] != above[u]:
            before = above[before]
        siblings.append(before if before > above[u] else -1)
    return siblings


def reading(leaf: NDArray[np.int32], start: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The nodes that are text leaves, and the bytes of text before each node and after the last."""
    if len(start) != len(leaf) + 1:
        raise ValueError(f"{len(start)} places for {len(leaf)} nodes and the end")
    totals = np.zeros(len(leaf) + 1, dtype=np.int64)
    np.cumsum((start[1:] - start[:-1]) * (leaf >= 0), out=totals[1:])
    return np.flatnonzero(leaf >= 0).astype(np.int32), totals


def subtrees(
    parent: NDArray[np.int32],
    tag: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    counts: NDArray[np.uint8],
) -> NDArray[np.float64]:
    """Three rows: the number of counted children of each node, and the bytes of text and elements of its subtree.

    `counts` says for each tag whether a child counts; its last entry is for all further tags.
    """
    n = len(parent)
    measures = np.zeros((3, n))
    measures[0] = np.bincount(parent[1:], weights=counts.take(tag[1:], mode="clip"), minlength=n)[:n]
    measures[1] = np.where(leaf >= 0, start[1:] - start[:-1], 0)
    measures[2] = tag > 0
    for u in range(n - 1, 0, -1):
        measures[1:, parent[u]] += measures[1:, u]
    return measures


def shaped(
    depth: NDArray[np.int32],
    tag: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    pieces: Sequence[tuple[int, int]],
    shape: NDArray[np.int32],
) -> list[tuple[int, int]]:
    """For each piece, a range of nodes, the number of tag paths of a shape that it has, and its bytes of text.

    A row of the shape is a step: the row of its parent step, -1 for none, and a tag; parents come before children.
    Paths start at the depth of the piece's first node.
    """
    steps = {(above, number): i for i, (above, number) in enumerate(shape.tolist())}
    results = []
    for first, stop in pieces:
        seen: set[int] = set()
        size = 0
        below: dict[int, int] = {}  # the step at each depth on the path to a node, -2 if the shape has none
        for u in range(first, stop):
            d = int(depth[u] - depth[first])
            if leaf[u] >= 0:
                size += int(start[u + 1] - start[u])
            if tag[u]:
                below[d] = steps.get((below[d - 1] if d else -1, int(tag[u])), -2)
                seen.add(below[d])
        results.append((len(seen - {-2}), size))
    return results


def shaped_children(
    columns: Sequence[NDArray[np.int32]], u: int, number: int, shape: NDArray[np.int32]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], list[tuple[int, int]]]:
    """The children of a node with a tag number as pieces, the others in runs, and what `shaped` says of the pieces.

    `columns` are end, depth, tag, leaf and start of the tree.
    """
    end, depth, tag, leaf, start = columns
    pieces: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    for v in children(end, u):
        piece = (v, int(end[v]))
        if tag[v] == number:
            pieces.append(piece)
        elif others and others[-1][1] == v:
            others[-1] = (others[-1][0], piece[1])
        else:
            others.append(piece)
    return tuple(pieces), tuple(others), shaped(depth, tag, leaf, start, pieces, shape)


def fitting(
    measured: Sequence[tuple[int, int]], least: float, sizes: tuple[float, float], whole: int
) -> tuple[int, int, list[int], list[bool]]:
    """How well pieces fit a shape, by what `shaped` says of each, and which are records.

    Returned are how many have text, how many steps these have in all, the sizes of all, and whether each is a record;
    nothing for the last if all are. A record has so many steps at least, and a size within bounds; one with `whole`
    steps only needs some text.

    >>> fitting([(3, 20), (1, 20), (3, 0), (3, 2)], 2.0, (5.0, 100.0), 3)
    (3, 7, [20, 20, 0, 2], [True, False, False, True])
    """
    low, high = sizes
    right = [steps >= least and (low <= size or steps >= whole) and 0 < size <= high for steps, size in measured]
    filled = [steps for steps, size in measured if size]
    return len(filled), sum(filled), [size for _, size in measured], [] if all(right) else right


def values(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    names: tuple[bytes, ...],
    of_tags: NDArray[np.int32] | None = None,
) -> list[tuple[int, int, bytes]]:
    """The attributes with one of these names, in document order, each as node, number of the name, and value.

    `of_tags` has a bit for each name that counts on elements with a tag, the last entry for tags that HTML does not
    define; without it all count on all.
    """
    results = []
    for u in np.flatnonzero((tag != 0) & (start[1:] > start[:-1])).tolist():
        parts = buffer[start[u] : start[u + 1]].split(b"\0")
        pairs = zip(parts[:-1:2], parts[1::2], strict=True)
        bits = -1 if of_tags is None else int(of_tags[min(int(tag[u]), len(of_tags) - 1)])
        numbers = ((names.index(name), value) for name, value in pairs if name in names)
        results += [(u, k, value) for k, value in numbers if bits >> k & 1]
    return results


def named(
    buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], names: tuple[bytes, ...], first: int = 0
) -> tuple[dict[int, bytes], ...]:
    """For each of these names, the values of the attributes with it by node, in document order, without empty ones.

    The first of the nodes has the number `first`.
    """
    results: tuple[dict[int, bytes], ...] = tuple({} for _ in names)
    for u, k, value in values(buffer, start, tag, names):
        if value:
            results[k][first + u] = value
    return results


def named_or_begun(
    buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], names: tuple[bytes, ...], prefix: bytes
) -> tuple[tuple[dict[int, bytes], ...], list[tuple[int, bytes, bytes]]]:
    """What `named` returns, and the attributes whose names begin with a prefix, in document order.

    These are tuples of node, name and value.
    """
    begun = []
    for u in np.flatnonzero(tag).tolist():
        parts = buffer[start[u] : start[u + 1]].split(b"\0")
        pairs = zip(parts[:-1:2], parts[1::2], strict=True)
        begun += [(u, name, value) for name, value in pairs if name.startswith(prefix)]
    return named(buffer, start, tag, names), begun


def labels(
    buffer: bytes, start: NDArray[np.int32], tag: NDArray[np.int32], nodes: list[int]
) -> tuple[list[bytes], list[int]]:
    """What authors call some nodes, each name once, in order; and the number of that of each node.

    It is the itemprop and the class, with a space between them if there are both; empty without them.
    """
    numbers: dict[bytes, int] = {}
    which = []
    for u in nodes:
        parts = buffer[start[u] : start[u + 1]].split(b"\0") if tag[u] else []
        attributes = dict(zip(parts[:-1:2], parts[1::2], strict=True))
        label = b" ".join(filter(None, map(attributes.get, (b"itemprop", b"class"))))
        which.append(numbers.setdefault(label, len(numbers)))
    return list(numbers), which


_CLASSES = regex(rb"[^ \t\r\n\f]+")


def collect(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    classes: dict[bytes, list[int]],
    ids: dict[bytes, list[int]],
) -> None:
    """Append each element to the lists of those of its classes that have one, and to that of its id."""
    for u, k, value in values(buffer, start, tag, (b"class", b"id")):
        if k and value in ids:
            ids[value].append(u)
        for name in () if k else dict.fromkeys(_CLASSES.findall(value)):
            if name in classes:
                classes[name].append(u)
