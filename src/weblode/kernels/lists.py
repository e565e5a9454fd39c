"""The lists of records that a page may have, each with what is measured of it: the definition, in Python.

A list comes from a group of parents: one node, the nodes of a tag path below one parent, or all nodes of a tag path.
Their children are cut at those with a tag, at those with a tag and shape, or at every element; a cut stands around a
record, before it, or between records. A piece that is all of a parent is the parent; pieces without text are none. A
list is taken as it is, and without the pieces that are unlike most others. Lists that hold little of the page's text,
or whose records are not alike, are left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

SKIPPED, INLINE, BREAK, LINK, IMAGE, HEADING, ASIDE, FORM = (1 << bit for bit in range(8))  # what a tag can be
AROUND, BEFORE, BETWEEN = range(3)  # where the cut stands
TAG, SHAPE, ANY = range(3)  # what it is made at
ONE, SIBLINGS, ALL = range(3)  # the parents
WHOLE, LIGHT, STRICT = range(3)  # what was left out

FACTS = (
    "records share size size_spread smallest largest links anchors linked leaves leaf_spread plain aside form images "
    "headings nodes volume likeness common common_share repetition cover outer position end siblings kept complete "
    "first_path first_link plain_share sibling_spread placement cut parents left_out kind page_nodes page_text"
).split()
HEADS = "parent parents tag placement cut group left_out kept".split()

LEAST_SHARE = 0.05  # of the page's text
LEAST_LIKENESS = 0.3
OFTEN = 0.8  # a tag path that so many records have is common
# What a piece must have of the common tag paths, and its least and most text, both as shares of the usual.
LIMITS = {LIGHT: (0.4, 0.05, 20.0), STRICT: (0.7, 0.1, 20.0)}
KEYS = 64  # kinds of cuts looked at in a group
# Beyond these a list, or a page, is large, and how large says no more.
MANY_RECORDS, MANY_NODES, MUCH_TEXT = 50, 2000, 20_000
EFFORT = 8_000_000  # nodes looked at on a page: beyond, no further group is opened

_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Lists:
    """What a page may list.

    `facts` and `heads` have a row a list, with the columns `FACTS` and `HEADS`. The pieces of list `i` are the rows
    `offsets[i]:offsets[i + 1]` of `pieces`, each with its first node, the node after its last, and whether it is a
    record.
    """

    facts: NDArray[np.float64]
    heads: NDArray[np.int32]
    pieces: NDArray[np.int32]
    offsets: NDArray[np.int32]


Piece = tuple[int, int]


@dataclass
class _ListFinder:
    """The columns of a page as lists, and sums over all nodes before each."""

    parent: list[int]
    end: list[int]
    tag: list[int]
    path: list[int]
    trait: list[int]
    kind: list[int]
    children: list[list[int]] = field(default_factory=list)
    shape: list[int] = field(default_factory=list)
    sums: dict[str, list[int]] = field(default_factory=dict)
    leaves: list[int] = field(default_factory=list)
    paths: Counter[int] = field(default_factory=Counter)
    effort: int = 0

    def sum(self, name: str, piece: Piece) -> int:
        """How much of something a piece has."""
        column = self.sums[name]
        return column[piece[1]] - column[piece[0]]


_SUMS = ("text", "links", "aside", "form", "anchors", "images", "headings", "leaves")


def _page(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    tag: NDArray[np.int32],
    path: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    traits: NDArray[np.uint8],
) -> _ListFinder:
    n = len(parent)
    traited, kinds = traits.reshape(2, -1)
    page = _ListFinder(parent.tolist(), end.tolist(), tag.tolist(), path.tolist(), [], [])
    page.trait, page.kind = traited.take(tag, mode="clip").tolist(), kinds.take(tag, mode="clip").tolist()
    page.sums = {name: [0] * (n + 1) for name in _SUMS}
    page.children = [[] for _ in range(n)]
    lengths = np.where(leaf >= 0, np.diff(start), 0).tolist()
    inherited = [0] * n
    for u in range(n):
        inherited[u] = page.trait[u] | (
            inherited[page.parent[u]] & (SKIPPED | LINK | ASIDE | FORM) if page.parent[u] >= 0 else 0
        )
        shown = leaf[u] >= 0 and not inherited[u] & SKIPPED
        _add(page, u, inherited[u], lengths[u] if shown else 0, int(shown))
        if u and not inherited[u] & SKIPPED and (page.tag[u] or shown):
            page.children[page.parent[u]].append(u)
        if shown:
            page.leaves.append(u)
    page.trait = inherited
    page.paths = Counter(page.path)
    page.shape = _shapes(page)
    return page


def _add(page: _ListFinder, u: int, traits: int, text: int, leaves: int) -> None:
    """Count node `u` in the sums."""
    own = page.trait[u]
    values = {
        "text": text,
        "links": text if traits & LINK else 0,
        "aside": text if traits & ASIDE else 0,
        "form": text if traits & FORM else 0,
        "anchors": int(own & LINK > 0),
        "images": int(own & IMAGE > 0),
        "headings": int(own & HEADING > 0),
        "leaves": leaves,
    }
    for name, value in values.items():
        column = page.sums[name]
        column[u + 1] = column[u] + value


def _shapes(page: _ListFinder) -> list[int]:
    """A number a node: nodes of the same tags below, repeats in a row taken once, have the same.

    An inline element among others is not seen, but passes on what stands below it.
    """
    n = len(page.parent)
    shape, last = [0] * n, [0] * n
    for u in range(n - 1, 0, -1):
        if not page.tag[u] or page.trait[u] & (SKIPPED | BREAK):
            continue
        up = page.parent[u]
        if not page.trait[u] & INLINE or len(page.children[up]) == 1:
            shape[u] = mixed(shape[u] ^ (page.tag[u] + 1))
        if shape[u] and shape[u] != last[up]:
            last[up] = shape[u]
            shape[up] = mixed(shape[up] ^ shape[u])
    return shape


def mixed(x: int) -> int:
    """A number's bits mixed, as in splitmix64."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


# ---------------------------------------------------------------- groups of parents and their cuts
@dataclass(frozen=True)
class _ListCut:
    parents: Sequence[int]
    group: int
    tag: int
    shape: int
    kind: int
    placement: int


def _groups(page: _ListFinder) -> Iterator[tuple[list[int], int]]:
    """The groups of parents that hold enough text, in order of their tag paths."""
    least = LEAST_SHARE * page.sums["text"][-1]
    by_path: dict[int, list[int]] = {}
    for u, children in enumerate(page.children):
        if children:
            by_path.setdefault(page.path[u], []).append(u)
    for path in sorted(by_path):
        nodes = by_path[path]
        runs = [nodes[a:b] for a, b in _runs([page.parent[u] for u in nodes])]
        groups = [([u], ONE) for u in nodes]
        groups += [(run, SIBLINGS) for run in runs if 1 < len(run) < len(nodes)]
        groups += [(nodes, ALL)] if len(nodes) > 1 else []
        for parents, group in groups:
            if sum(page.sum("text", (u, page.end[u])) for u in parents) > least:
                yield parents, group


def _runs(values: list[int]) -> list[tuple[int, int]]:
    starts = [i for i in range(len(values)) if i == 0 or values[i] != values[i - 1]]
    return list(pairwise([*starts, len(values)]))


def _cuts(page: _ListFinder, parents: list[int], group: int) -> Iterator[_ListCut]:
    """The ways to cut the children of a group."""
    children = [v for u in parents for v in page.children[u]]
    page.effort += len(children)
    counts: dict[tuple[int, int, int], list[int]] = {}  # kind, tag, shape -> how many, and how many with text
    filled = elements = elements_filled = 0
    for v in children:
        has_text = page.sum("text", (v, page.end[v])) > 0
        filled += has_text
        if not page.tag[v]:
            continue
        elements += 1
        elements_filled += has_text
        for key in ((TAG, page.tag[v], 0), (SHAPE, page.tag[v], page.shape[v])):
            if key in counts or len(counts) < KEYS:
                count = counts.setdefault(key, [0, 0])
                count[0] += 1
                count[1] += has_text
    for (kind, tag, shape), (n, full) in counts.items():
        if n < 2 or (kind == SHAPE and n == counts.get((TAG, tag, 0), [0])[0]):
            continue
        if 2 * full >= n:
            yield _ListCut(parents, group, tag, shape, kind, AROUND)
        else:
            yield _ListCut(parents, group, tag, shape, kind, BETWEEN)
        if filled - full >= 0.3 * n:
            yield _ListCut(parents, group, tag, shape, kind, BEFORE)
    if elements >= 2 and 2 * elements_filled >= elements:
        yield _ListCut(parents, group, 0, 0, ANY, AROUND)


def _pieces(page: _ListFinder, cut: _ListCut) -> list[Piece]:
    """The pieces with text."""
    found: list[Piece] = []
    for u in cut.parents:
        children = page.children[u]
        page.effort += len(children)
        places = [i for i, v in enumerate(children) if _at(page, cut, v)]
        for i, j in _edges(cut.placement, places, len(children)):
            whole = j - i == len(children)
            piece = (u if whole else children[i], page.end[u if whole else children[j - 1]])
            if page.sum("text", piece):
                found.append(piece)
    return found


def _at(page: _ListFinder, cut: _ListCut, v: int) -> bool:
    if cut.kind == ANY:
        return page.tag[v] > 0
    return page.tag[v] == cut.tag and (cut.kind == TAG or page.shape[v] == cut.shape)


def _edges(placement: int, places: list[int], n: int) -> list[tuple[int, int]]:
    """The runs of children that make a piece."""
    if not places:
        return []
    if placement == AROUND:
        return [(i, i + 1) for i in places]
    if placement == BETWEEN:
        return [(a + 1, b) for a, b in pairwise([-1, *places, n]) if b > a + 1]
    longest = max((b - a for a, b in pairwise(places)), default=n)
    return [*pairwise(places), (places[-1], min(n, places[-1] + longest))]


# ---------------------------------------------------------------- what is measured
def _held(page: _ListFinder, pieces: Sequence[Piece]) -> list[set[int]]:
    """The tag paths of each piece, breaks aside."""
    page.effort += sum(stop - start for start, stop in pieces)
    seen = SKIPPED | BREAK
    return [{page.path[v] for v in range(*piece) if not page.trait[v] & seen} for piece in pieces]


def _kept(
    page: _ListFinder, pieces: list[Piece], held: list[set[int]], limits: tuple[float, float, float]
) -> list[bool]:
    """Which pieces are enough like the others."""
    alike, small, large = limits
    sizes = [page.sum("text", piece) for piece in pieces]
    usual = sorted(sizes)[len(sizes) // 2]
    counts = Counter(path for paths in held for path in paths)
    common = {path for path, n in counts.items() if n >= OFTEN * len(pieces)}
    return [
        small * usual <= size <= large * usual and len(paths & common) >= alike * len(common)
        for size, paths in zip(sizes, held, strict=True)
    ]


def _spread(values: Sequence[int]) -> float:
    """The variance over the mean's square."""
    square = float(sum(values)) ** 2
    return (float(len(values)) * float(sum(value * value for value in values)) - square) / square


def _most(values: Sequence[int]) -> tuple[int, int]:
    """The most frequent value, of several the first, and how often it occurs."""
    counts = Counter(values)
    value = max(counts, key=lambda each: counts[each])
    return value, counts[value]


@dataclass(frozen=True)
class _List:
    """A list to be measured: its pieces, their tag paths, which of them are records, and these again."""

    cut: _ListCut
    left_out: int
    pieces: list[Piece]
    held: list[set[int]]
    kept: list[bool]
    records: list[Piece]
    paths: list[set[int]]  # of the records
    counts: Counter[int]  # by tag path, how many records have it

    @classmethod
    def of(cls, cut: _ListCut, left_out: int, pieces: list[Piece], held: list[set[int]], kept: list[bool]) -> "_List":
        records = [piece for piece, keep in zip(pieces, kept, strict=True) if keep]
        paths = [each for each, keep in zip(held, kept, strict=True) if keep]
        counts = Counter(path for each in paths for path in each)
        return cls(cut, left_out, pieces, held, kept, records, paths, counts)

    @property
    def likeness(self) -> float:
        """How much of its tag paths a record shares with another one, on average."""
        shared = sum(n * (n - 1) for n in self.counts.values())
        return shared / ((len(self.records) - 1) * sum(self.counts.values()))


def _content(page: _ListFinder, found: _List) -> dict[str, float]:
    """What the records hold."""
    n, records = len(found.records), found.records
    total = {name: sum(page.sum(name, record) for record in records) for name in _SUMS}
    text, sizes = total["text"], sorted(page.sum("text", record) for record in records)
    usual = sizes[n // 2]
    nodes = sum(stop - start for start, stop in records)
    return {
        "records": min(n, MANY_RECORDS),
        "share": text / page.sums["text"][-1],
        "size": usual,
        "size_spread": _spread(sizes),
        "smallest": sizes[0] / usual,
        "largest": sizes[-1] / usual,
        "links": total["links"] / text,
        "anchors": total["anchors"] / n,
        "linked": sum(page.sum("anchors", record) > 0 for record in records) / n,
        "leaves": total["leaves"] / n,
        "leaf_spread": _spread([page.sum("leaves", record) for record in records]),
        "plain": (text - total["links"]) / n,
        "plain_share": (text - total["links"]) / max(1, page.sums["text"][-1] - page.sums["links"][-1]),
        "aside": total["aside"] / text,
        "form": total["form"] / text,
        "images": total["images"] / n,
        "headings": total["headings"] / n,
        "nodes": nodes / n,
        "volume": float(n) * text,
    }


def _likeness(found: _List) -> dict[str, float]:
    """How alike the records are, and how often a record repeats itself."""
    n, total = len(found.records), sum(found.counts.values())
    common = sum(count >= OFTEN * n for count in found.counts.values())
    return {
        "likeness": found.likeness,
        "common": common,
        "common_share": common / (total / n),
        "repetition": sum(stop - start for start, stop in found.records) / total,
    }


def _place(page: _ListFinder, found: _List) -> dict[str, float]:
    """Where the records stand, and how they begin and end."""
    records, n = found.records, len(found.records)
    first, last = records[0][0], records[-1][1]
    around = page.parent[first]
    while page.end[around] < last:
        around = page.parent[around]
    text, total, before = sum(page.sum("text", record) for record in records), page.sums["text"][-1], page.sums["text"]
    tops = [sum(1 for _ in _tops(page, record)) for record in records]
    top, together = _most([page.path[start] for start, _ in records])
    firsts = [page.leaves[page.sums["leaves"][start]] for start, _ in records]
    return {
        "cover": text / page.sum("text", (first, last)),
        "outer": text / page.sum("text", (around, page.end[around])),
        "position": before[first] / total,
        "end": before[last] / total,
        "siblings": sum(tops) / n,
        "kept": n / len(found.pieces),
        "complete": together / page.paths[top],
        "first_path": _most([page.path[v] for v in firsts])[1] / n,
        "sibling_spread": _spread(tops),
        "first_link": sum(page.trait[v] & LINK > 0 for v in firsts) / n,
    }


def _tops(page: _ListFinder, piece: Piece) -> Iterator[int]:
    u, stop = piece
    while u < stop:
        yield u
        u = page.end[u]


def _kinds(page: _ListFinder, found: _List) -> dict[str, float]:
    """How the list was made, and what page it is of."""
    return {
        "placement": found.cut.placement,
        "cut": found.cut.kind,
        "parents": found.cut.group,
        "left_out": found.left_out,
        "kind": page.kind[found.records[0][0]],
        "page_nodes": min(len(page.parent), MANY_NODES),
        "page_text": min(page.sums["text"][-1], MUCH_TEXT),
    }


# ---------------------------------------------------------------- all of it
def lists(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    tag: NDArray[np.int32],
    path: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    traits: NDArray[np.uint8],
) -> Lists:
    """All lists that a page may have, in order of their groups' tag paths; `traits` has what a tag is, and its kind."""
    page = _page(parent, end, tag, path, leaf, start, traits)
    found = list(_found(page)) if page.sums["text"][-1] else []
    rows = [_content(page, each) | _likeness(each) | _place(page, each) | _kinds(page, each) for each in found]
    most = max((row["volume"] for row in rows), default=1.0)
    facts = [[row[name] / most if name == "volume" else row[name] for name in FACTS] for row in rows]
    heads = [
        (c.parents[0], len(c.parents), c.tag, c.placement, c.kind, c.group, each.left_out, len(each.records))
        for each in found
        for c in (each.cut,)
    ]
    pieces = [(*piece, keep) for each in found for piece, keep in zip(each.pieces, each.kept, strict=True)]
    offsets = np.cumsum([0, *(len(each.pieces) for each in found)])
    return Lists(
        np.array(facts, dtype=np.float64).reshape(-1, len(FACTS)),
        np.array(heads, dtype=np.int32).reshape(-1, len(HEADS)),
        np.array(pieces, dtype=np.int32).reshape(-1, 3),
        offsets.astype(np.int32),
    )


def _found(page: _ListFinder) -> Iterator[_List]:
    """The lists that are to be measured: each set of records once."""
    seen: set[tuple[Piece, ...]] = set()
    for parents, group in _groups(page):
        if page.effort > EFFORT:
            return
        for cut in _cuts(page, parents, group):
            pieces = _pieces(page, cut)
            if len(pieces) < 2 or tuple(pieces) in seen:
                continue
            seen.add(tuple(pieces))
            if sum(page.sum("text", piece) for piece in pieces) <= LEAST_SHARE * page.sums["text"][-1]:
                continue
            held = _held(page, pieces)
            for left_out in (WHOLE, *LIMITS):
                kept = _kept(page, pieces, held, LIMITS[left_out]) if left_out else [True] * len(pieces)
                each = _List.of(cut, left_out, pieces, held, kept)
                if left_out and tuple(each.records) in seen:
                    continue
                seen.add(tuple(each.records))
                text = sum(page.sum("text", record) for record in each.records)
                if len(each.records) < 2 or text <= LEAST_SHARE * page.sums["text"][-1]:
                    continue
                if each.likeness > LEAST_LIKENESS:
                    yield each


def weigh(
    facts: NDArray[np.float64],
    columns: NDArray[np.int32],
    limits: NDArray[np.float64],
    values: NDArray[np.float64],
) -> NDArray[np.float64]:
    """For each row of facts the sum of what small trees say of it.

    Row `t` of the others is a tree: its questions in turn are whether the fact in a column is above a limit, and its
    answers, no before yes, stand in `values`.

    >>> weigh(np.array([[9.0, 0.4], [9.0, 0.6]]), np.int32([[1]]), np.array([[0.5]]), np.array([[-1.0, 2.0]])).tolist()
    [-1.0, 2.0]
    """
    found = np.zeros(len(facts))
    for asked, limit, value in zip(columns, limits, values, strict=True):
        leaf = np.zeros(len(facts), dtype=np.int64)
        for column, bound in zip(asked, limit, strict=True):
            leaf = 2 * leaf + (facts[:, column] > bound)
        found += value[leaf]
    return found
