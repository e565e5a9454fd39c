"""The candidate record lists of a page, each with the facts measured for it: the reference implementation, in Python.

A list comes from a group of parents: one node, the nodes of a tag path below one parent, or all nodes of a tag path.
Their children are cut at those with a tag, at those with a tag and shape, or at every element; a cut stands around a
record, before it, or between records. A piece with all children of a parent is the parent; pieces without text do not
count. Each list is measured with all pieces, and again without the pieces that are unlike most others. Lists with
little of the page's text, or whose records are not alike, are left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

# Traits of a tag; the roles of `clues` are among them.
SKIPPED, INLINE, BREAK, LINK, IMAGE, HEADING, ASIDE, FORM, NAV, EDGE, MINOR, MAJOR, CELL = (
    1 << bit for bit in range(13)
)
AROUND, BEFORE, BETWEEN = range(3)  # where the cut stands
TAG, SHAPE, ANY, COARSE, MARK = range(5)  # the children at which a cut is made
ONE, SIBLINGS, ALL, SAME = range(4)  # the group of parents; SAME: there is none, the records have the same mark
WHOLE, LIGHT, STRICT = range(3)  # how strictly unlike pieces are left out

FACTS = (
    "records share size size_spread smallest largest links anchors linked leaves leaf_spread plain aside form images "
    "headings nodes volume likeness common common_share repetition cover outer position end siblings kept complete "
    "first_path first_link plain_share sibling_spread placement cut parents left_out kind page_nodes page_text "
    "nav edge minor major marked mark_complete first_common last_common first_size last_size dropped_inside digits "
    "prose first_head distinct page_links page_prose share_rank plain_rank mixed prose_records heading_before weakest "
    "dropped_common dropped_size part holds held"
).split()
HEADS = "parent parents tag placement cut group left_out kept".split()

LEAST_SHARE = 0.05  # the least share of the page's text
LEAST_LIKENESS = 0.3
OFTEN = 0.8  # a tag path is common if this share of the records has it
# The share of the common tag paths that a piece must have, and its least and most text relative to the usual piece.
LIMITS = {LIGHT: (0.4, 0.05, 20.0), STRICT: (0.7, 0.1, 20.0)}
KEYS = 96  # how many kinds of cuts are tried in a group
# Larger counts are reduced to these: beyond them, the size of a list or a page is no more evidence.
MANY_RECORDS, MANY_NODES, MUCH_TEXT = 50, 2000, 20_000
EFFORT = 8_000_000  # nodes visited on a page; beyond that, no further group is tried

_MASK = (1 << 64) - 1


@dataclass(frozen=True)
class Lists:
    """The candidate record lists of a page.

    `facts` and `heads` have one row per list, with the columns `FACTS` and `HEADS`. The pieces of list `i` are the rows
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
    """The columns of a page as plain lists, and sums over all nodes before each node."""

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
        """The sum of a quantity over the nodes of a piece."""
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
        is_leaf = leaf[u] >= 0 and not inherited[u] & SKIPPED
        _add(page, u, inherited[u], lengths[u] if is_leaf else 0, int(is_leaf))
        if u and not inherited[u] & SKIPPED and (page.tag[u] or is_leaf):
            page.children[page.parent[u]].append(u)
        if is_leaf:
            page.leaves.append(u)
    page.trait = inherited
    page.paths = Counter(page.path)
    page.shape = _shapes(page)
    return page


def _add(page: _ListFinder, u: int, traits: int, text: int, leaves: int) -> None:
    """Add node `u` to the sums."""
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
    """A hash per node: nodes with the same tags below them have the same, successive repeats counted once.

    An inline element that is not an only child is skipped, but what stands below it counts.
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
    """A 64-bit hash of a number, by the finaliser of splitmix64."""
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
    """The groups of parents with enough text, in order of their tag paths."""
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
    """The pieces of a cut that have text."""
    pieces: list[Piece] = []
    for u in cut.parents:
        children = page.children[u]
        page.effort += len(children)
        places = [i for i, v in enumerate(children) if _at(page, cut, v)]
        for i, j in _edges(cut.placement, places, len(children)):
            whole = j - i == len(children)
            piece = (u if whole else children[i], page.end[u if whole else children[j - 1]])
            if page.sum("text", piece):
                pieces.append(piece)
    return pieces


def _at(page: _ListFinder, cut: _ListCut, v: int) -> bool:
    if cut.kind == ANY:
        return page.tag[v] > 0
    return page.tag[v] == cut.tag and (cut.kind == TAG or page.shape[v] == cut.shape)


def _edges(placement: int, places: list[int], n: int) -> list[tuple[int, int]]:
    """The runs of children that form pieces."""
    if not places:
        return []
    if placement == AROUND:
        return [(i, i + 1) for i in places]
    if placement == BETWEEN:
        return [(a + 1, b) for a, b in pairwise([-1, *places, n]) if b > a + 1]
    longest = max((b - a for a, b in pairwise(places)), default=n)
    return [*pairwise(places), (places[-1], min(n, places[-1] + longest))]


# ---------------------------------------------------------------- measurements
def _path_sets(page: _ListFinder, pieces: Sequence[Piece]) -> list[set[int]]:
    """The tag paths of each piece, without those of breaks."""
    page.effort += sum(stop - start for start, stop in pieces)
    ignored = SKIPPED | BREAK
    return [{page.path[v] for v in range(*piece) if not page.trait[v] & ignored} for piece in pieces]


def _alike(
    page: _ListFinder, pieces: list[Piece], piece_paths: list[set[int]], limits: tuple[float, float, float]
) -> list[bool]:
    """Which pieces are sufficiently like the others."""
    alike, small, large = limits
    sizes = [page.sum("text", piece) for piece in pieces]
    usual = sorted(sizes)[len(sizes) // 2]
    counts = Counter(path for paths in piece_paths for path in paths)
    common = {path for path, n in counts.items() if n >= OFTEN * len(pieces)}
    return [
        small * usual <= size <= large * usual and len(paths & common) >= alike * len(common)
        for size, paths in zip(sizes, piece_paths, strict=True)
    ]


def _spread(values: Sequence[int]) -> float:
    """The variance divided by the square of the mean."""
    square = float(sum(values)) ** 2
    return (float(len(values)) * float(sum(value * value for value in values)) - square) / square


def _most(values: Sequence[int]) -> tuple[int, int]:
    """The most frequent value, the first of several, and its count."""
    counts = Counter(values)
    value = max(counts, key=lambda each: counts[each])
    return value, counts[value]


@dataclass(frozen=True)
class _List:
    """A list to measure: its pieces with their tag paths, which of them are records, and the records with theirs."""

    cut: _ListCut
    left_out: int
    pieces: list[Piece]
    piece_paths: list[set[int]]
    is_record: list[bool]
    records: list[Piece]
    paths: list[set[int]]  # of the records
    counts: Counter[int]  # by tag path, how many records have it

    @classmethod
    def of(
        cls, cut: _ListCut, left_out: int, pieces: list[Piece], piece_paths: list[set[int]], is_record: list[bool]
    ) -> "_List":
        records = [piece for piece, keep in zip(pieces, is_record, strict=True) if keep]
        paths = [each for each, keep in zip(piece_paths, is_record, strict=True) if keep]
        counts = Counter(path for each in paths for path in each)
        return cls(cut, left_out, pieces, piece_paths, is_record, records, paths, counts)

    @property
    def likeness(self) -> float:
        """The share of its tag paths that a record has in common with another one, on average."""
        shared = sum(n * (n - 1) for n in self.counts.values())
        return shared / ((len(self.records) - 1) * sum(self.counts.values()))


def _content(page: _ListFinder, candidate: _List) -> dict[str, float]:
    """Facts on the content of the records."""
    n, records = len(candidate.records), candidate.records
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


def _likeness(candidate: _List) -> dict[str, float]:
    """Facts on how alike the records are, and how often tag paths repeat within a record."""
    n, total = len(candidate.records), sum(candidate.counts.values())
    common = sum(count >= OFTEN * n for count in candidate.counts.values())
    return {
        "likeness": candidate.likeness,
        "common": common,
        "common_share": common / (total / n),
        "repetition": sum(stop - start for start, stop in candidate.records) / total,
    }


def _place(page: _ListFinder, candidate: _List) -> dict[str, float]:
    """Facts on the position of the records, and on how they start."""
    records, n = candidate.records, len(candidate.records)
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
        "kept": n / len(candidate.pieces),
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


def _kinds(page: _ListFinder, candidate: _List) -> dict[str, float]:
    """Facts on how the list was cut, and on the page."""
    return {
        "placement": candidate.cut.placement,
        "cut": candidate.cut.kind,
        "parents": candidate.cut.group,
        "left_out": candidate.left_out,
        "kind": page.kind[candidate.records[0][0]],
        "page_nodes": min(len(page.parent), MANY_NODES),
        "page_text": min(page.sums["text"][-1], MUCH_TEXT),
    }


# ---------------------------------------------------------------- the lists of a page
def lists(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    tag: NDArray[np.int32],
    path: NDArray[np.int32],
    leaf: NDArray[np.int32],
    start: NDArray[np.int32],
    traits: NDArray[np.uint8],
) -> Lists:
    """All candidate lists of a page, in order of their groups' tag paths; `traits` has the traits and kinds of tags."""
    page = _page(parent, end, tag, path, leaf, start, traits)
    candidates = list(_candidates(page)) if page.sums["text"][-1] else []
    rows = [_content(page, each) | _likeness(each) | _place(page, each) | _kinds(page, each) for each in candidates]
    most = max((row["volume"] for row in rows), default=1.0)
    facts = [[row[name] / most if name == "volume" else row[name] for name in FACTS] for row in rows]
    heads = [
        (c.parents[0], len(c.parents), c.tag, c.placement, c.kind, c.group, each.left_out, len(each.records))
        for each in candidates
        for c in (each.cut,)
    ]
    pieces = [(*piece, keep) for each in candidates for piece, keep in zip(each.pieces, each.is_record, strict=True)]
    offsets = np.cumsum([0, *(len(each.pieces) for each in candidates)])
    return Lists(
        np.array(facts, dtype=np.float64).reshape(-1, len(FACTS)),
        np.array(heads, dtype=np.int32).reshape(-1, len(HEADS)),
        np.array(pieces, dtype=np.int32).reshape(-1, 3),
        offsets.astype(np.int32),
    )


def _candidates(page: _ListFinder) -> Iterator[_List]:
    """The lists to measure, without those whose records are the same as another list's."""
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
            piece_paths = _path_sets(page, pieces)
            for left_out in (WHOLE, *LIMITS):
                is_record = _alike(page, pieces, piece_paths, LIMITS[left_out]) if left_out else [True] * len(pieces)
                each = _List.of(cut, left_out, pieces, piece_paths, is_record)
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
    """For each row of facts the sum of the values that small decision trees give it.

    Row `t` of the other arrays is a tree: each level asks whether the fact in a column is above a limit; `values` has
    the value of each leaf, no before yes.

    >>> weigh(np.array([[9.0, 0.4], [9.0, 0.6]]), np.int32([[1]]), np.array([[0.5]]), np.array([[-1.0, 2.0]])).tolist()
    [-1.0, 2.0]
    """
    totals = np.zeros(len(facts))
    for questions, limit, value in zip(columns, limits, values, strict=True):
        leaf = np.zeros(len(facts), dtype=np.int64)
        for column, bound in zip(questions, limit, strict=True):
            leaf = 2 * leaf + (facts[:, column] > bound)
        totals += value[leaf]
    return totals
