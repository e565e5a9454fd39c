"""The facts measured for a candidate record list: the evidence by which lists are scored."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from weblode.kernels.clues import DIGITS, NUMBER
from weblode.kernels.list_page import ASIDE, BREAK, EDGE, HEADING, LINK, MAJOR, MINOR, NAV, SKIPPED, ListPage, Piece

FACTS = (
    "records share size size_spread smallest largest links anchors linked leaves leaf_spread plain aside form images "
    "headings nodes volume likeness common common_share repetition cover outer position end siblings kept complete "
    "first_path first_link plain_share sibling_spread placement cut parents left_out kind page_nodes page_text "
    "nav edge minor major marked mark_complete first_common last_common first_size last_size dropped_inside digits "
    "prose first_head distinct page_links page_prose share_rank plain_rank mixed prose_records heading_before weakest "
    "dropped_common dropped_size part holds held prose_share prose_before prose_outside dated priced first_digits "
    "numbered pager"
).split()

OFTEN = 0.8  # a feature is common if this share of the records has it
# Larger counts are reduced to these: beyond them, the size of a list or a page is no more evidence.
MANY_RECORDS, MANY_NODES, MUCH_TEXT, MUCH_PROSE, MANY_PAGES = 50, 2000, 20_000, 5000, 10
HEADING_STEPS = 4  # a heading is looked for in a leaf and so many nodes around it, less one


@dataclass(frozen=True)
class ListOrigin:
    """How a list was cut: the first columns of `lists.HEADS`."""

    parent: int
    parents: int
    tag: int
    placement: int
    cut: int
    group: int
    mixed: bool = False  # not in heads: whether the records have different tag paths


@dataclass(frozen=True)
class ListPieces:
    """The pieces of a cut, with the features by which they are compared.

    Features are tag paths, or pairs of tags where the paths of the pieces differ.
    """

    origin: ListOrigin
    pieces: list[Piece]
    column: list[int]  # the feature of each node of the page
    times: Counter[int]  # how often each feature occurs on the page
    features: list[set[int]]  # of each piece
    sizes: list[int]  # the text of each piece

    @classmethod
    def of(cls, page: ListPage, origin: ListOrigin, pieces: list[Piece], sizes: list[int]) -> "ListPieces":
        """Pieces with their features, without those of breaks and of what is skipped."""
        column, times = (page.local, page.locals) if origin.mixed else (page.path, page.paths)
        page.effort += sum(stop - start + len(page.marks[start]) for start, stop in pieces)
        ignored = SKIPPED | BREAK
        features = [{column[v] for v in range(*piece) if not page.trait[v] & ignored} for piece in pieces]
        return cls(origin, pieces, column, times, features, sizes)

    @cached_property
    def common(self) -> set[int]:
        """The features that most pieces have."""
        counts = Counter(feature for each in self.features for feature in each)
        return {feature for feature, n in counts.items() if n >= OFTEN * len(self.pieces)}

    @cached_property
    def common_counts(self) -> list[int]:
        """How many of the common features each piece has."""
        return [len(each & self.common) for each in self.features]

    @property
    def usual(self) -> int:
        """The median of the sizes."""
        return sorted(self.sizes)[len(self.sizes) // 2]


@dataclass(frozen=True)
class ListCandidate:
    """A list to measure: pieces, and which of them are its records."""

    cut: ListPieces
    left_out: int
    is_record: list[bool]

    @cached_property
    def places(self) -> list[int]:
        """The numbers of the pieces that are records."""
        return [r for r, keep in enumerate(self.is_record) if keep]

    @cached_property
    def dropped(self) -> list[int]:
        """The numbers of the pieces that are no records."""
        return [r for r, keep in enumerate(self.is_record) if not keep]

    @cached_property
    def records(self) -> list[Piece]:
        """The pieces that are records."""
        return [self.cut.pieces[r] for r in self.places]

    @cached_property
    def sizes(self) -> list[int]:
        """The text of each record."""
        return [self.cut.sizes[r] for r in self.places]

    @cached_property
    def counts(self) -> Counter[int]:
        """By feature, how many records have it."""
        return Counter(feature for r in self.places for feature in self.cut.features[r])

    @cached_property
    def common(self) -> set[int]:
        """The features that most records have."""
        return {feature for feature, n in self.counts.items() if n >= OFTEN * len(self.records)}

    @property
    def likeness(self) -> float:
        """The share of its features that a record has in common with another one, on average."""
        total = sum(self.counts.values())
        shared = sum(n * (n - 1) for n in self.counts.values())
        return shared / ((len(self.records) - 1) * total) if total else 0.0

    def total(self, page: ListPage, name: str) -> int:
        """The sum of a quantity over all records."""
        return sum(page.sum(name, record) for record in self.records)

    def having(self, page: ListPage, name: str) -> float:
        """The share of the records that have some of a quantity."""
        return sum(page.sum(name, record) > 0 for record in self.records) / len(self.records)


def measure(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """The facts on one list; those on a list among others (ranks, parts) are not among them."""
    facts = _likeness(candidate) | _dropped(candidate)
    for measure_some in (_amounts, _contents, _position, _surroundings, _starts, _ends, _marks, _origin):
        facts |= measure_some(page, candidate)
    return facts


def _spread(values: Sequence[int]) -> float:
    """The variance divided by the square of the mean."""
    square = float(sum(values)) * float(sum(values))
    return (float(len(values)) * float(sum(value * value for value in values)) - square) / square


def _most(values: Sequence[int]) -> tuple[int, int]:
    """The most frequent value, the first of several, and its count."""
    counts = Counter(values)
    value = max(counts, key=lambda each: counts[each])
    return value, counts[value]


def _amounts(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """Facts on how much text the records have."""
    n, sizes, text = len(candidate.records), sorted(candidate.sizes), sum(candidate.sizes)
    usual, plain = sizes[n // 2], text - candidate.total(page, "links")
    return {
        "records": min(n, MANY_RECORDS),
        "share": text / page.text,  # of the page's text
        "size": usual,  # the median
        "size_spread": _spread(sizes),
        "smallest": sizes[0] / usual,
        "largest": sizes[-1] / usual,
        "first_size": candidate.sizes[0] / usual,
        "last_size": candidate.sizes[-1] / usual,
        "plain": plain / n,  # text outside links, per record
        "plain_share": plain / max(1, page.text - page.sums["links"][-1]),
        "volume": float(n) * text,  # `lists` divides it by the largest of the page
    }


def _contents(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """Facts on what the records contain: shares of their text, counts per record, shares of the records."""
    records, n, text = candidate.records, len(candidate.records), sum(candidate.sizes)
    return {
        "links": candidate.total(page, "links") / text,
        "form": candidate.total(page, "form") / text,
        "prose": candidate.total(page, "prose") / text,
        "anchors": candidate.total(page, "anchors") / n,
        "images": candidate.total(page, "images") / n,
        "headings": candidate.total(page, "headings") / n,
        "leaves": candidate.total(page, "leaves") / n,
        "nodes": sum(stop - start for start, stop in records) / n,
        "linked": candidate.having(page, "anchors"),
        "digits": candidate.having(page, "digits"),
        "prose_records": candidate.having(page, "prose"),
        "dated": candidate.having(page, "dates"),
        "priced": candidate.having(page, "prices"),
        "leaf_spread": _spread([page.sum("leaves", record) for record in records]),
    }


def _likeness(candidate: ListCandidate) -> dict[str, float]:
    """Facts on how alike the records are, and how often features repeat within a record."""
    n, total, common = len(candidate.records), sum(candidate.counts.values()), len(candidate.common)
    return {
        "likeness": candidate.likeness,
        "common": common,
        "common_share": common / (total / n),  # of the features of a record
        "repetition": sum(stop - start for start, stop in candidate.records) / total,
    }


def _position(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """Facts on where the records stand, and on what else is there."""
    first, last, text = candidate.records[0][0], candidate.records[-1][1], sum(candidate.sizes)
    prose, inside = page.sums["prose"], candidate.total(page, "prose")
    around = max(0, page.parent[first])
    while page.end[around] < last:
        around = page.parent[around]
    return {
        "cover": text / page.sum("text", (first, last)),  # of the text from the first record to the last
        "outer": text / page.sum("text", (around, page.end[around])),  # of the node around all records
        "position": page.sums["text"][first] / page.text,
        "end": page.sums["text"][last] / page.text,
        "heading_before": float(_is_after_heading(page, first)),
        # The page's prose: in the list, before it, and outside. An article stands before its comments.
        "prose_share": inside / max(1, prose[-1]),
        "prose_before": prose[first] / max(1, prose[-1]),
        "prose_outside": min(prose[-1] - inside, MUCH_PROSE),
    }


def _is_after_heading(page: ListPage, first: int) -> bool:
    """Whether the last text before a node is a heading."""
    number = page.sums["leaves"][first] - 1
    u = page.leaves[number] if number >= 0 else -1
    for _ in range(HEADING_STEPS):
        if u < 0:
            return False
        if page.trait[u] & HEADING:
            return True
        u = page.parent[u]
    return False


def _surroundings(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """The shares of the records that stand at a side of the page, or whose elements have words of a role."""
    starts = [start for start, _ in candidate.records]
    around = [page.trait[page.parent[start]] if start else 0 for start in starts]
    both = [trait | page.trait[start] for trait, start in zip(around, starts, strict=True)]
    sides = (("aside", around, ASIDE), ("nav", around, NAV), ("edge", around, EDGE))
    roles = (("minor", both, MINOR), ("major", both, MAJOR))
    return {name: sum(each & trait > 0 for each in traits) / len(starts) for name, traits, trait in (*sides, *roles)}


def _starts(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """Facts on the nodes at the top of the records, and on the first leaf of each."""
    records, n, column = candidate.records, len(candidate.records), candidate.cut.column
    tops = [_count_tops(page, record) for record in records]
    top, together = _most([column[start] for start, _ in records])
    firsts = [page.first_leaf(record) for record in records]
    return {
        "siblings": sum(tops) / n,
        "sibling_spread": _spread(tops),
        "complete": together / candidate.cut.times[top],  # of all nodes of the page with that feature
        "first_path": _most([column[v] for v in firsts])[1] / n,
        "first_link": sum(page.trait[v] & LINK > 0 for v in firsts) / n,
        "distinct": len({page.hashes[v] for v in firsts}) / n,  # first texts
        "first_digits": sum(page.texts[v] & DIGITS > 0 for v in firsts) / n,
        "numbered": sum(page.texts[v] & NUMBER > 0 for v in firsts) / n,
    }


def _count_tops(page: ListPage, piece: Piece) -> int:
    """The number of nodes at the top of a piece."""
    (u, stop), tops = piece, 0
    while u < stop:
        u, tops = page.end[u], tops + 1
    return tops


def _ends(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """Facts on how usual the first and the last record are."""
    features, places, common = candidate.cut.features, candidate.places, candidate.common
    cells = page.sum("cells", candidate.records[0])
    return {
        "first_common": len(features[places[0]] & common) / max(1, len(common)),
        "last_common": len(features[places[-1]] & common) / max(1, len(common)),
        # Whether the first record has more than twice as many cells of a table's head as others: it may be the head.
        "first_head": float(cells > 0 and cells * len(places) > 2 * candidate.total(page, "cells")),
    }


def _dropped(candidate: ListCandidate) -> dict[str, float]:
    """Facts on the pieces that are no records, and on the record that was nearest to be none."""
    places, dropped, pieces = candidate.places, candidate.dropped, candidate.cut
    n, common, usual = len(places), len(pieces.common), sorted(candidate.sizes)[len(places) // 2]
    return {
        "kept": n / len(pieces.pieces),
        "dropped_inside": (places[-1] - places[0] + 1 - n) / n,  # between records, not before or after all
        "dropped_common": sum(pieces.common_counts[r] for r in dropped) / max(1, len(dropped) * common),
        "dropped_size": sum(pieces.sizes[r] for r in dropped) / (max(1, len(dropped)) * float(usual)),
        "weakest": min(1.0, *(pieces.common_counts[r] / max(1, common) for r in places)),
    }


def _marks(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """Facts on the mark that most of the records' first nodes have, of several the one that first has so many."""
    counts: Counter[int] = Counter()
    best, most = -1, 0
    for start, _ in candidate.records:
        for mark in page.marks[start]:
            counts[mark] += 1
            if counts[mark] > most:
                best, most = mark, counts[mark]
    return {
        "marked": most / len(candidate.records),
        "mark_complete": most / len(page.marked[best]) if most else 0.0,  # of all nodes of the page with that mark
    }


def _origin(page: ListPage, candidate: ListCandidate) -> dict[str, float]:
    """Facts on how the list was cut, and on the page."""
    origin = candidate.cut.origin
    return {
        "placement": origin.placement,
        "cut": origin.cut,
        "parents": origin.group,
        "left_out": candidate.left_out,
        "mixed": float(origin.mixed),
        "kind": page.kind[candidate.records[0][0]],
        "page_nodes": min(len(page.parent), MANY_NODES),
        "page_text": min(page.text, MUCH_TEXT),
        "page_links": page.sums["links"][-1] / page.text,
        "page_prose": page.sums["prose"][-1] / page.text,
        "pager": min(page.pager, MANY_PAGES),
    }
