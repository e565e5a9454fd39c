"""The candidate record lists of a page, each with the facts measured for it: the reference implementation, in Python.

A list comes from a group of parents: one node, the nodes of a tag path below one parent, or all nodes of a tag path.
Their children are cut at those with a tag, with a tag and a shape (of all that is below, or of what is just below), at
those with a mark (a class), or at every element; a cut stands around a record, before it, after it, or between records.
A piece with all children of a parent is the parent; pieces without text do not count. All nodes of one mark are a list
as well, wherever they stand, and so are all nodes of a tag that stands deeper and deeper, as if it were never closed.
Each list is measured with all pieces, and again without the pieces that are unlike most others. Lists with little of
the page's text, or whose records are not alike, are left out.

`list_page` prepares the page, `list_facts` measures.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.caches import lazy
from weblode.kernels.list_facts import FACTS, ListCandidate, ListOrigin, ListPieces, measure
from weblode.kernels.list_page import (
    ASIDE,
    BREAK,
    CELL,
    EDGE,
    FORM,
    HEADING,
    IMAGE,
    INLINE,
    LAYOUT,
    LINK,
    MAJOR,
    MINOR,
    NAV,
    SKIPPED,
    TAGS,
    ListPage,
    Numbers,
    Piece,
    read_page,
)

__all__ = ["FACTS", "HEADS", "LIMITS", "Lists", "lists"]
__all__ += [
    "AFTER",
    "ALL",
    "ANY",
    "AROUND",
    "BEFORE",
    "BETWEEN",
    "COARSE",
    "MARK",
    "ONE",
    "SAME",
    "SHAPE",
    "SIBLINGS",
    "TAG",
]
__all__ += ["EFFORT", "KEYS", "LEAST_LIKENESS", "LEAST_SHARE", "LIGHT", "NESTED", "STRICT", "WHOLE"]
__all__ += [
    "ASIDE",
    "BREAK",
    "CELL",
    "EDGE",
    "FORM",
    "HEADING",
    "IMAGE",
    "INLINE",
    "LAYOUT",
    "LINK",
    "MAJOR",
    "MINOR",
    "NAV",
]
__all__ += ["SKIPPED"]

AROUND, BEFORE, BETWEEN, AFTER = range(4)  # where the cut stands
TAG, SHAPE, ANY, COARSE, MARK = range(5)  # the children at which a cut is made
ONE, SIBLINGS, ALL, SAME = range(4)  # the group of parents; SAME: there is none, the records have the same mark or tag
WHOLE, LIGHT, STRICT = range(3)  # how strictly unlike pieces are left out

# `parents` is how many they are; of SAME: how many nodes have the mark or the tag.
HEADS = "parent parents tag placement cut group left_out kept".split()

LEAST_SHARE = 0.05  # the least share of the page's text
LEAST_LIKENESS = 0.3
# The share of the common features that a piece must have, and its least and most text relative to the usual piece.
LIMITS = {LIGHT: (0.4, 0.05, 20.0), STRICT: (0.7, 0.1, 20.0)}
KEYS = 96  # how many kinds of cuts are tried in a group
EFFORT = 8_000_000  # nodes and marks visited and lists compared on a page; beyond that, no further group is tried
NESTED = 5  # so many nodes of a tag, each deeper than the one before, are records that were never closed
SAMPLES = 5  # so many pieces of a list, evenly chosen, are looked for in another one


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

    @classmethod
    def of(cls, *columns: NDArray[Any]) -> "Lists":
        """The lists with these columns, as the constructor gives them: that takes several times as long."""
        lists = object.__new__(cls)
        lists.__dict__.update(zip(_COLUMNS, columns, strict=True))
        return lists

    @lazy
    def kept(self) -> list[int]:
        """How many records each list has: asked for again and again, and quicker had from a list than from a row."""
        counts: list[int] = self.heads[:, -1].tolist()
        return counts


_COLUMNS = tuple(Lists.__annotations__)

Key = tuple[int, int, int]  # where a cut is made: its kind, the tag of the children, and their shape or mark
Cut = tuple[ListOrigin, list[Piece]]


# ---------------------------------------------------------------- groups of parents and their cuts
def _groups(page: ListPage) -> Iterator[tuple[list[int], int]]:
    """The groups of parents with enough text, in order of their tag paths."""
    least = LEAST_SHARE * page.text
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
    """The ranges of equal values."""
    starts = [i for i in range(len(values)) if i == 0 or values[i] != values[i - 1]]
    return list(pairwise([*starts, len(values)]))


def _cut_groups(page: ListPage) -> Iterator[Cut]:
    """The pieces of all cuts of all groups, until enough was done for the page."""
    for parents, group in _groups(page):
        if page.effort > EFFORT:
            return
        for key, placement in _cuts(page, parents):
            kind, tag, _ = key
            yield (
                ListOrigin(parents[0], len(parents), tag, placement, kind, group),
                _pieces(page, parents, key, placement),
            )


def _cuts(page: ListPage, parents: Sequence[int]) -> Iterator[tuple[Key, int]]:
    """The ways to cut the children of a group, each with its placement."""
    children = [v for u in parents for v in page.children[u]]
    page.effort += len(children)
    counts: dict[Key, list[int]] = {}  # how many children, and how many with text
    filled = elements = elements_filled = 0
    for v in children:
        has_text = page.sum("text", (v, page.end[v])) > 0
        filled += has_text
        if not page.tag[v]:
            continue
        elements += 1
        elements_filled += has_text
        for key in _keys(page, v):
            if key in counts or len(counts) < KEYS:
                count = counts.setdefault(key, [0, 0])
                count[0] += 1
                count[1] += has_text
    for key, (n, full) in counts.items():
        kind, tag, _ = key
        if n < 2 or (kind != TAG and n == counts.get((TAG, tag, 0), [0])[0]):
            continue
        yield key, AROUND if 2 * full >= n else BETWEEN
        if filled - full >= 0.3 * n:
            yield key, BEFORE
            if len(parents) == 1 and _ends_records(page, key, children):
                yield key, AFTER
    if elements >= 2 and 2 * elements_filled >= elements:
        yield (ANY, 0, 0), AROUND


def _ends_records(page: ListPage, key: Key, children: Sequence[int]) -> bool:
    """Whether a cut is made at the last child with text, and not at the first: records end with it."""
    filled = [v for v in children if page.sum("text", (v, page.end[v]))]
    return _is_at(page, key, filled[-1]) and not _is_at(page, key, filled[0])


def _keys(page: ListPage, v: int) -> Iterator[Key]:
    """The kinds of cuts that may be made at an element."""
    tag = page.tag[v]
    yield TAG, tag, 0
    yield SHAPE, tag, page.shape[v]
    yield COARSE, tag, page.coarse[v]
    for mark in page.marks[v]:
        yield MARK, tag, mark


def _pieces(page: ListPage, parents: Sequence[int], key: Key, placement: int) -> list[Piece]:
    """The pieces of a cut that have text."""
    pieces: list[Piece] = []
    for u in parents:
        children = page.children[u]
        page.effort += len(children)
        places = [i for i, v in enumerate(children) if _is_at(page, key, v)]
        for i, j in _edges(placement, places, len(children)):
            whole = j - i == len(children)
            piece = (u if whole else children[i], page.end[u if whole else children[j - 1]])
            if page.sum("text", piece):
                pieces.append(piece)
    return pieces


def _is_at(page: ListPage, key: Key, v: int) -> bool:
    """Whether a cut is made at a child."""
    kind, tag, shape = key
    if kind == ANY:
        return page.tag[v] > 0
    if page.tag[v] != tag:
        return False
    if kind == MARK:
        return shape in page.marks[v]
    return kind == TAG or (page.coarse if kind == COARSE else page.shape)[v] == shape


def _edges(placement: int, places: list[int], n: int) -> list[tuple[int, int]]:
    """The runs of children that form pieces."""
    if not places:
        return []
    if placement == AROUND:
        return [(i, i + 1) for i in places]
    if placement == BETWEEN:
        return [(a + 1, b) for a, b in pairwise([-1, *places, n]) if b > a + 1]
    longest = max((b - a for a, b in pairwise(places)), default=n)
    if placement == AFTER:
        return [(max(0, places[0] + 1 - longest), places[0] + 1), *((a + 1, b + 1) for a, b in pairwise(places))]
    return [*pairwise(places), (places[-1], min(n, places[-1] + longest))]


def _same(page: ListPage) -> Iterator[Cut]:
    """The nodes of each mark, and of each tag that is nested, as pieces, until enough was done for the page."""
    for kind, groups in ((MARK, page.marked), (TAG, _nested_tags(page))):
        for number in sorted(groups):
            if page.effort > EFFORT:
                return
            pieces = _same_pieces(page, groups[number])
            if len(pieces) >= 2:
                differ = len({page.path[start] for start, _ in pieces}) > 1
                parent, tag = page.parent[pieces[0][0]], page.tag[groups[number][0]]
                yield ListOrigin(parent, len(groups[number]), tag, AROUND, kind, SAME, mixed=differ), pieces


def _same_pieces(page: ListPage, nodes: list[int]) -> list[Piece]:
    """Nodes as pieces, those with text; a node inside another one ends it."""
    pieces = []
    for u, after in pairwise([*nodes, len(page.parent)]):
        if page.trait[u] & SKIPPED:
            continue
        page.effort += 1
        piece = (u, min(page.end[u], after))
        if page.sum("text", piece):
            pieces.append(piece)
    return pieces


def _nested_tags(page: ListPage) -> dict[int, list[int]]:
    """The nodes of each tag of which `NESTED` in a row stand deeper and deeper, as records do that are never closed.

    Tags that lay out a page are nested anyway.
    """
    nodes: dict[int, list[int]] = {}
    depth, deeper, deepest = [0] * len(page.tag), dict[int, int](), dict[int, int]()
    for u in range(1, len(page.tag)):
        depth[u], tag = depth[page.parent[u]] + 1, page.tag[u]
        if not 0 < tag < TAGS or page.trait[u] & (SKIPPED | LAYOUT):
            continue
        earlier = nodes.setdefault(tag, [])
        deeper[tag] = deeper[tag] + 1 if earlier and depth[u] > depth[earlier[-1]] else 1
        deepest[tag] = max(deepest.get(tag, 0), deeper[tag])
        earlier.append(u)
    return {tag: nodes[tag] for tag in nodes if deepest[tag] >= NESTED}


# ---------------------------------------------------------------- the lists of a page
def _candidates(page: ListPage) -> Iterator[ListCandidate]:
    """The lists to measure, without those whose records are the same as another list's."""
    seen: set[tuple[Piece, ...]] = set()
    least = LEAST_SHARE * page.text
    for origin, pieces in chain(_cut_groups(page), _same(page)):
        sizes = [page.sum("text", piece) for piece in pieces]
        if len(pieces) >= 2 and sum(sizes) > least and tuple(pieces) not in seen:
            yield from _versions(seen, ListPieces.of(page, origin, pieces, sizes), least)


def _versions(seen: set[tuple[Piece, ...]], pieces: ListPieces, least: float) -> Iterator[ListCandidate]:
    """A list of all pieces, and those without unlike ones, if their records are alike."""
    for left_out in (WHOLE, *LIMITS):
        is_record = _alike(pieces, LIMITS[left_out]) if left_out else [True] * len(pieces.pieces)
        candidate = ListCandidate(pieces, left_out, is_record)
        if left_out and tuple(candidate.records) in seen:
            continue
        seen.add(tuple(candidate.records))
        if len(candidate.records) < 2 or sum(candidate.sizes) <= least:
            continue
        if candidate.likeness > LEAST_LIKENESS:
            yield candidate


def _alike(pieces: ListPieces, limits: tuple[float, float, float]) -> list[bool]:
    """Which pieces are sufficiently like the others."""
    alike, small, large = limits
    usual, common = pieces.usual, len(pieces.common)
    return [
        small * usual <= size <= large * usual and count >= alike * common
        for size, count in zip(pieces.sizes, pieces.common_counts, strict=True)
    ]


def lists(
    parent: Numbers,
    end: Numbers,
    tag: Numbers,
    path: Numbers,
    before: Numbers,
    leaf: Numbers,
    kinds: NDArray[np.uint8],
    hashes: NDArray[np.uint64],
    first_mark: Numbers,
    marks: Numbers,
    roles: NDArray[np.uint8],
    traits: NDArray[np.uint16],
) -> Lists:
    """All candidate lists of a page, in order of their groups' tag paths, then those of marks and of nested tags.

    `before`, `leaf`, `kinds` and `hashes` are the columns of `clues.visible`; `first_mark`, `marks` and `roles` those
    of `clues.marks`. `traits` has two rows, the traits of tags and their kinds of record; tags beyond have the last.
    """
    page = read_page(parent, end, tag, path, before, leaf, kinds, hashes, first_mark, marks, roles, traits)
    candidates = list(_candidates(page)) if page.text > 0 else []
    rows = [measure(page, each) for each in candidates]
    _rank(rows)
    _relate(page, candidates, rows)
    heads = [
        (c.parent, c.parents, c.tag, c.placement, c.cut, c.group, each.left_out, len(each.records))
        for each in candidates
        for c in (each.cut.origin,)
    ]
    pieces = [
        (*piece, keep) for each in candidates for piece, keep in zip(each.cut.pieces, each.is_record, strict=True)
    ]
    offsets = np.cumsum([0, *(len(each.is_record) for each in candidates)])
    return Lists(
        np.array([[row[name] for name in FACTS] for row in rows], dtype=np.float64).reshape(-1, len(FACTS)),
        np.array(heads, dtype=np.int32).reshape(-1, len(HEADS)),
        np.array(pieces, dtype=np.int32).reshape(-1, 3),
        offsets.astype(np.int32),
    )


def _rank(rows: list[dict[str, float]]) -> None:
    """Add facts relative to the largest list of the page."""
    volume, share, plain = (
        max((row[name] for row in rows), default=0.0) for name in ("volume", "share", "plain_share")
    )
    for row in rows:
        row["volume"] /= volume
        row["share_rank"] = row["share"] / share
        row["plain_rank"] = row["plain_share"] / plain if plain > 0 else 0.0


def _relate(page: ListPage, candidates: list[ListCandidate], rows: list[dict[str, float]]) -> None:
    """Add facts on what other lists with no less text have to do with each, until enough was done for the page.

    `part` is the share of a list with about as many records, in which those of this one are parts; `holds` that of a
    list with several records in each of these; `held` that of a list with several of these in each of its own.
    """
    for row in rows:
        row |= {"part": 0.0, "holds": 0.0, "held": 0.0}
    wholes = [(each, row) for each, row in zip(candidates, rows, strict=True) if not each.left_out]
    for inner, row in zip(candidates, rows, strict=True):
        if page.effort > EFFORT:
            return
        page.effort += len(wholes)
        for outer, other in wholes:
            ours, theirs = len(inner.records), len(outer.records)
            is_part = 0.75 * theirs <= ours <= 1.25 * theirs
            if (
                inner is outer
                or outer.left_out
                or other["share"] < row["share"]
                or not (is_part or ours >= 1.5 * theirs)
            ):
                continue
            share = row["part" if is_part else "held"]
            if other["share"] <= share and (is_part or row["share"] <= other["holds"]):
                continue  # nothing would change
            if not _is_inside(page, inner, outer):
                continue
            if is_part:
                row["part"] = max(row["part"], other["share"])
            else:
                row["held"] = max(row["held"], other["share"])
                other["holds"] = max(other["holds"], row["share"])


def _is_inside(page: ListPage, inner: ListCandidate, outer: ListCandidate) -> bool:
    """Whether pieces of a list, evenly chosen, are proper parts of the pieces of another one."""
    parts, wholes = inner.cut.pieces, outer.cut.pieces
    if parts[-1][1] > wholes[-1][1] or parts[0][0] < wholes[0][0]:
        return False
    for k in range(SAMPLES):
        part = parts[k * (len(parts) - 1) // (SAMPLES - 1)]
        whole = wholes[bisect_right(wholes, part[0], key=lambda each: each[0]) - 1]
        page.effort += 4
        if part[1] > whole[1] or part == whole:
            return False
    return True
