"""The facts on each piece of a list, to tell records from what stands between them: the reference implementation.

A piece is walked once and counted; most facts are what it has relative to the other pieces.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.kernels.clues import DATED, DIGITS, PRICED, PROSE
from weblode.kernels.list_page import BREAK, CELL, HEADING, IMAGE, LINK, SKIPPED

Numbers = NDArray[np.int32]
HEADERS, DATES = 1, 2  # signs of sections
LONGEST_DATE = 120  # bytes of a text that may be a date
# A year or two numbers, in digits of Europe or of Arabic and Persian: nothing else is a date.
_DIGIT = r"(?:[0-9]|\xd9[\xa0-\xa9]|\xdb[\xb0-\xb9])"
MAYBE_DATE = regex(rf"{_DIGIT}{{4}}|{_DIGIT}[^0-9]+{_DIGIT}".encode("latin-1"))
Floats = NDArray[np.float64]
_TAGS = 255  # in pairs of tags, those with higher numbers are one

# Widths of text, of text in links and of long texts outside links; elements of a kind; texts of a kind; nodes at the
# top; features, how many of all other pieces have them in sum, those that four of five pieces have, those that at most
# one of five has; the same of marks without those of most; pieces whose first text is at the same place, and equal.
COUNTS = (
    "text links prose anchors images headings cells leaves digits dates prices labels tops "
    "features shared common rare marks marks_shared marks_rare first_place first_text"
).split()
FACTS = (
    "records from_start from_end likeness unlike common rare marks_likeness marks_unlike marks_rare size anchors "
    "leaves links more_links headings images cells digits prose dates prices labels tops first_place first_text "
    "beside unlike_records"
).split()
HAVING = ("headings", "images", "cells", "digits", "prose", "dates", "prices", "labels")
OFTEN, RARE = 0.8, 0.2  # shares of the pieces that have a feature
NEAR = 10  # pieces further from an end of the list are in its midst
MANY = 50  # more pieces are no more evidence
UNLIKE = 0.8  # a piece is unlike the others if its likeness is less than this share of the usual one


def members(
    columns: Sequence[Numbers],
    texts: tuple[Numbers, Numbers, NDArray[np.uint8], NDArray[np.uint64]],
    marks: tuple[Numbers, Numbers],
    traits: NDArray[np.uint16],
    labels: NDArray[np.uint64],
    pieces: Sequence[tuple[int, int]] | Numbers,
) -> Floats:
    """The `FACTS` on each piece of a list, one row a piece.

    `columns` are end, tag, parent and path of the tree. `texts` are the columns of `clues.visible`, `marks` the first
    two of `clues.marks`; `traits` has those of tags, `labels` the hashes of texts that label what is no record, in
    order. Pieces at different tag paths are compared by pairs of tags, others by the tag paths below them.
    """
    end, tag, parent, path = columns
    at = {int(path[start]) for start, _ in pieces if 0 <= start < len(path)}
    features = path if len(at) < 2 else pairs(tag, parent)
    ranges = [(int(start), int(stop)) for start, stop in pieces]
    if any(not 0 <= start < stop <= len(features) for start, stop in ranges):
        raise IndexError("a piece is not in the tree")
    walked = [_walk(piece, (end, tag), features, texts, marks, traits, set(labels.tolist())) for piece in ranges]
    of_features, of_marks = _compare([each[1] for each in walked]), _compare([each[2] for each in walked])
    places, firsts = Counter(each[3] for each in walked), Counter(each[4] for each in walked)
    rows = [
        [*counts, *by_feature, by_mark[0], by_mark[1], by_mark[3], places[place], firsts[first]]
        for (counts, _, _, place, first), by_feature, by_mark in zip(walked, of_features, of_marks, strict=True)
    ]
    return _facts(np.array(rows, dtype=np.float64).reshape(-1, len(COUNTS)))


def pairs(tag: Numbers, parent: Numbers) -> Numbers:
    """For each node the tags of its parent and its own, as one number."""
    tags = np.minimum(tag, _TAGS)
    return ((tags[parent] << 8) | tags).astype(np.int32)


def survey(columns: Sequence[Numbers], records: Numbers) -> tuple[tuple[tuple[int, int], ...], bool, bool, int]:
    """The ranges of some records, and in short how they stand.

    Whether each is a single node, whether their first nodes have different parents, and how many have a text as long
    as that of an earlier one, in bytes. `columns` are end, parent, leaf and start of the tree.
    """
    end, parent, leaf, start = columns
    ranges = tuple((first, stop) for first, stop in records.tolist())
    if not all(0 <= first < stop <= len(end) for first, stop in ranges):
        raise IndexError("a record is not in the tree")
    before = np.concatenate([[0], np.where(leaf >= 0, start[1:] - start[:-1], 0).cumsum()])
    sizes = {int(before[stop] - before[first]) for first, stop in ranges}
    is_single = all(int(end[first]) == stop for first, stop in ranges)
    return ranges, is_single, len({int(parent[first]) for first, _ in ranges}) > 1, len(ranges) - len(sizes)


def held(sections: Numbers, rows: Numbers, least_held: float, least_full: float) -> tuple[Numbers, list[int]] | None:
    """The rows of a list that are parts of sections, and how many each section with some has, in order.

    None if less than a share `least_held` of the rows are, if less than a share `least_full` of the sections have some,
    or if all of these have as many. Sections and rows are in document order.
    """
    if len(rows) <= len(sections) or not len(sections):
        return None
    section = sections[:, 0].searchsorted(rows[:, 0], side="right") - 1
    around = sections[section]
    is_inside = (section >= 0) & (rows[:, 1] <= around[:, 1]) & (rows != around).any(axis=1)
    if np.count_nonzero(is_inside) < least_held * len(rows):
        return None
    counts = np.bincount(section[is_inside])
    counts = counts[counts > 0]
    if len(counts) < least_full * len(sections) or (counts == counts[0]).all():
        return None
    return rows[is_inside], counts.tolist()


def section_signs(buffer: bytes, columns: Sequence[Numbers], pieces: Numbers, header: int) -> int:
    """What speaks for sections in the first, the middle and the last record of a list: `HEADERS`, `DATES` or both.

    `columns` are start, leaf and tag of the tree; `pieces` has rows of three as `lists` gives them. Each of the records
    has two elements with the tag `header`; or their first texts, or the last ones, or those before the second and the
    third are short and may have dates.
    """
    start, leaf, tag = columns
    records = pieces[pieces[:, 2] > 0, :2]
    if not len(records):
        return 0
    few = records[[0, len(records) // 2, -1]].tolist()
    if not all(0 <= first < stop <= len(tag) for first, stop in few):
        raise IndexError("a piece is not in the tree")
    signs = HEADERS if all((tag[first:stop] == header).sum() > 1 for first, stop in few) else 0
    leaves = np.flatnonzero(leaf >= 0)
    bounds = leaves.searchsorted(few).tolist()
    firsts, lasts = [first for first, _ in bounds], [stop - 1 for _, stop in bounds]
    for numbers in (firsts, lasts, [first - 1 for first, _ in bounds[1:]]):
        nodes = leaves[[k for k in numbers if 0 <= k < len(leaves)]].tolist()
        texts = (buffer[start[u] : start[u + 1]] for u in nodes)
        if all(len(text) <= LONGEST_DATE and MAYBE_DATE.search(text) for text in texts):
            return signs | DATES
    return signs


def _facts(counts: Floats) -> Floats:
    """One row of `FACTS` for each row of `COUNTS`."""
    if not len(counts):
        return np.zeros((0, len(FACTS)))
    of, n = dict(zip(COUNTS, counts.T, strict=True)), len(counts)
    likeness = of["shared"] / np.maximum(1, of["features"]) / max(1, n - 1)
    marks_likeness = np.where(of["marks"] > 0, of["marks_shared"] / np.maximum(1, of["marks"]) / max(1, n - 1), 1.0)
    usual, links = np.median(likeness), of["links"] / np.maximum(1, of["text"])
    around = np.concatenate([likeness[1:2], likeness, likeness[-2:-1]]) if n > 1 else np.repeat(likeness, 3)
    columns = [
        np.full(n, min(n, MANY)),
        np.minimum(np.arange(n), NEAR),
        np.minimum(np.arange(n)[::-1], NEAR),
        likeness,
        likeness - usual,
        of["common"] / max(1.0, of["common"].max()),
        of["rare"] / np.maximum(1, of["features"]),
        marks_likeness,
        marks_likeness - np.median(marks_likeness),
        of["marks_rare"] / np.maximum(1, of["marks"]),
        *((1 + of[name]) / (1 + np.median(of[name])) for name in ("text", "anchors", "leaves")),
        links,
        links - np.median(links),
        *((of[name] > 0) - (of[name] > 0).sum() / n for name in HAVING),
        of["tops"] / np.median(of["tops"]),
        of["first_place"] / n,
        of["first_text"] / n,
        np.minimum(around[:-2], around[2:]) - usual,  # the less alike of the two beside it
        np.full(n, (likeness < UNLIKE * usual).sum() / n),
    ]
    return np.column_stack(columns)


def _walk(
    piece: tuple[int, int],
    columns: Sequence[Numbers],
    features: Numbers,
    texts: tuple[Numbers, Numbers, NDArray[np.uint8], NDArray[np.uint64]],
    marks: tuple[Numbers, Numbers],
    traits: NDArray[np.uint16],
    labels: set[int],
) -> tuple[list[int], set[int], set[int], int, int]:
    """The counts of a piece up to `tops`, its features, its marks, and the feature and the hash of its first text."""
    (end, tag), (before, leaf, kinds, hashes), (first_mark, numbers) = columns, texts, marks
    counts = dict.fromkeys(COUNTS[: COUNTS.index("features")], 0)
    own, own_marks, place, first = set[int](), set[int](), -1, 0
    u, stop = piece
    top, linked = u, u
    while u < stop:
        trait = int(traits.take(tag[u], mode="clip"))
        if u == top:
            counts["tops"], top = counts["tops"] + 1, int(end[u])
        if trait & SKIPPED:
            u = int(end[u])
            continue
        if not trait & BREAK:
            own.add(int(features[u]))
        own_marks.update(numbers[first_mark[u] : first_mark[u + 1]].tolist())
        for name, bit in (("anchors", LINK), ("images", IMAGE), ("headings", HEADING), ("cells", CELL)):
            counts[name] += trait & bit > 0
        linked = max(linked, int(end[u])) if trait & LINK else linked
        if leaf[u] >= 0:
            width, kind = int(before[u + 1] - before[u]), int(kinds[u])
            counts["text"] += width
            counts["leaves"] += 1
            counts["links"] += width * (u < linked)
            counts["prose"] += width * (kind & PROSE > 0 and u >= linked)
            for name, bit in (("digits", DIGITS), ("dates", DATED), ("prices", PRICED)):
                counts[name] += kind & bit > 0
            counts["labels"] += int(hashes[u]) in labels
            if place < 0:
                place, first = int(features[u]), int(hashes[u])
        u += 1
    return list(counts.values()), own, own_marks, place, first


def _compare(every: Sequence[set[int]]) -> list[tuple[int, int, int, int]]:
    """For each set of numbers: how many, in how many other sets they are in sum, how many are common, and rare."""
    times, n = Counter(number for numbers in every for number in numbers), len(every)
    common = {number for number, count in times.items() if count >= OFTEN * n}
    rare = {number for number, count in times.items() if count <= max(1, RARE * n)}
    return [(len(own), sum(times[number] - 1 for number in own), len(own & common), len(own & rare)) for own in every]
