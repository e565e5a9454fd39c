"""A page's record lists by one method: region, separator, records, and why.

`consensus` judges all proposals by the same evidence (see there); `byu` and `omini` are the pipelines of the papers
(see `regions`, `separators` and `objects`), and so is `iepad` (see `tokens`, `repeats` and `patterns`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from weblode import paths
from weblode.errors import WeblodeError
from weblode.records import objects, regions, separators
from weblode.records.fields import Field, Known, fields
from weblode.records.objects import Dropped, Range
from weblode.table import Table
from weblode.tags import NUMBERS
from weblode.tree import Tree

if TYPE_CHECKING:
    from weblode.records.repeats import Bounds

METHODS = ("consensus", "omini", "byu", "iepad")
SEPARATING = ("omini", "byu")  # those that cut a region at a tag
FACTORS = ("ours", "paper")


@dataclass(frozen=True)
class Found:
    """A list of records on a page, best reading of one region.

    `certainty` has the candidate tags with the combined vote for each; `votes` the rank that each heuristic gave;
    `evidence` what was measured of the list, by name (`kernels.lists.FACTS`), if the method weighs that; `pattern` is
    what the records were matched with, where that is how they were found.
    """

    tree: Tree = field(repr=False)
    method: str
    region: int
    separator: int
    placement: str
    records: tuple[Range, ...]
    dropped: tuple[Dropped, ...] = ()
    joined: bool = False  # several pieces between separators make a record
    beside: bool = False  # some records stand below nodes beside the region
    certainty: Mapping[int, float] = field(default_factory=dict)
    votes: Mapping[str, separators.Ranking] = field(default_factory=dict)
    evidence: Mapping[str, float] = field(default_factory=dict)
    pattern: str = ""
    known: tuple[Known, ...] = ()  # columns that a rule has learnt

    @cached_property
    def fields(self) -> list[Field]:
        """The records' columns, aligned when they are first asked for."""
        return fields(self.tree, self.region, self.records, self.known)

    @property
    def score(self) -> float:
        """How certain the list, or its separator, is."""
        return self.certainty.get(self.separator, 0.0)

    def texts(self) -> list[str]:
        """What a person reads of each record, on one line."""
        return self.tree.texts(self.records, line=" ", apart=True)

    def xpaths(self, piece: Range) -> list[str]:
        """The XPaths of the nodes that make a record, or of another piece of the region."""
        return [paths.xpath(self.tree, u) for u in self._tops(piece)]

    def places(self) -> list[list[str]]:
        """The XPaths of the nodes that make each record."""
        return [self.xpaths(record) for record in self.records]

    def links(self) -> list[list[str]]:
        """The addresses that each record links to, in order, each once."""
        tree = self.tree
        anchors = np.flatnonzero((tree.tag == NUMBERS["a"]) | (tree.tag == NUMBERS["area"]))
        bounds = np.searchsorted(anchors, np.array(self.records, dtype=np.int64).reshape(-1, 2)).tolist()
        hrefs = ((tree.attributes(u).get("href") for u in anchors[a:b].tolist()) for a, b in bounds)
        return [list(dict.fromkeys(href for href in found if href)) for found in hrefs]

    def as_dict(self) -> dict[str, object]:
        """The list as one object: its region, how it was found, and the records: places, text, links, fields."""
        parts = zip(self.places(), self.texts(), self.links(), self._values(), strict=True)
        rows = [
            {"xpath": xpath, "text": text, "links": links, "fields": values} for xpath, text, links, values in parts
        ]
        xpath = paths.xpath(self.tree, self.region)
        return {"xpath": xpath, "method": self.method, "score": round(self.score, 4), "records": rows}

    def _values(self) -> list[list[dict[str, str]]]:
        """The fields that each record has, by name, with their values and places."""
        tree = self.tree
        cells = [(i, each.name, cell) for each in self.fields for i, cell in enumerate(each.cells) if cell]
        tops = [a if b - a == 1 else tree.common_ancestor(a, b - 1) for *_, cell in cells for a, b in [cell.nodes]]
        found: list[list[dict[str, str]]] = [[] for _ in self.records]
        for (i, name, cell), xpath in zip(cells, paths.xpaths(tree, tops), strict=True):
            link = {"href": cell.href} if cell.href else {}
            found[i].append({"name": name, "value": cell.value, "xpath": xpath, **link})
        return found

    def spans(self) -> list[int]:
        """How many children of the region make each record."""
        return [len(self._tops(record)) for record in self.records]

    def _tops(self, piece: Range) -> list[int]:
        """The children of the region, or of one beside it, that make a piece."""
        u, stop = piece
        found = []
        while u < stop:
            found.append(u)
            u = int(self.tree.end[u])
        return found


COLUMNS = ("page", "node", "region", "record", "xpath", "text", "link")


def as_table(found: Found) -> Table:
    """The records as a table, one row each."""
    n = len(found.records)
    return Table(
        {
            "page": [found.tree.page] * n,
            "node": [start for start, _ in found.records],
            "region": [paths.xpath(found.tree, found.region)] * n,
            "record": range(1, n + 1),
            "xpath": [xpaths[0] for xpaths in found.places()],
            "text": found.texts(),
            "link": [next(iter(links), None) for links in found.links()],
        }
    )


def discover(
    tree: Tree,
    method: str = "consensus",
    *,
    factors: str = "ours",
    counts: separators.Counts | None = None,
    bounds: "Bounds | None" = None,
    limit: int = 1,
    threshold: float | None = None,
) -> list[Found]:
    """The record lists of a page, best first; none if the page has no list.

    `threshold` is the least score of the best list: that of `consensus` was set with its weights, the papers have none.
    `factors` are the certainty factors: estimated on our development pages, or as the paper prints them. `counts` says
    how often the fields that identify a record occur, for the OM heuristic of `byu`. The other two need neither.
    `bounds` say what counts as a repeat, for `iepad` alone.
    """
    if method not in METHODS or factors not in FACTORS:
        raise WeblodeError(f"no method {method!r} with factors {factors!r}; choose {METHODS} with {FACTORS}")
    if bounds and method != "iepad":
        raise WeblodeError(f"bounds on repeats are for the method 'iepad', not for {method!r}; leave them out")
    if method == "iepad":
        from weblode.records import patterns as by_patterns  # it imports this module

        return by_patterns.best(tree, bounds, limit=limit)
    if method == "consensus":
        from weblode.records.consensus import find  # it makes what this module defines

        return find(tree, limit=limit, threshold=threshold)
    ranked = regions.rank(tree, "HF" if method == "byu" else "volume", limit=max(10, 2 * limit))
    found = (read(tree, u, method, factors=factors, counts=counts) for u in ranked)
    lists: list[Found] = []
    for each in found:
        if each is None or len(each.records) < 2 or each.score < (threshold or 0.0):
            continue
        if not any(set(each.records) <= set(other.records) for other in lists):
            lists.append(each)
        if len(lists) == limit:
            break
    return lists


def read(
    tree: Tree,
    region: int,
    method: str = "omini",
    *,
    factors: str = "ours",
    counts: separators.Counts | None = None,
    heuristics: str = "",
) -> Found | None:
    """The records of one region, or None if no child tag can separate them.

    `heuristics` are the letters of those that vote, such as ORSIH; all of the method's if none are given.
    """
    table = _table(method, factors)
    children = separators.Children(tree, region, 0.1 if method == "byu" else 0.0)
    votes = separators.rankings(children, method, counts=counts)
    if heuristics:
        votes = {letter: ranking for letter, ranking in votes.items() if letter in heuristics}
    certainty = separators.combined(votes, table)
    if not certainty:
        return None
    found = extract(tree, region, next(iter(certainty)), refine=method == "omini")
    return replace(found, method=method, certainty=certainty, votes=votes)


def _table(method: str, factors: str) -> Mapping[str, Sequence[float]]:
    """The certainty factors of a method's heuristics."""
    if method not in SEPARATING or factors not in FACTORS:
        raise WeblodeError(f"no method {method!r} with factors {factors!r}; choose {SEPARATING} with {FACTORS}")
    return separators.certainty_factors()[method if factors == "paper" else f"{method}-ours"]


def extract(tree: Tree, region: int, separator: int, *, refine: bool) -> Found:
    """The records of a region by its separator; unless refined, all that stands between two separators is one."""
    cut = objects.cut(tree, region, separator)
    outside = [Dropped(piece, objects.OUTSIDE) for piece in cut.others]
    if not refine:
        return Found(tree, "", region, separator, cut.placement, cut.records, tuple(outside))
    pieces, made = cut.records, objects.shapes(tree, cut.records)
    joined = objects.grouped(pieces, made) if cut.placement == "around" else pieces
    if joined != pieces:
        made = objects.shapes(tree, joined)
    records, dropped, common = objects.refined(tree, joined, made)
    more, others = objects.kindred(tree, region, cut, separator, common, joined=joined != pieces)
    return Found(
        tree,
        "",
        region,
        separator,
        cut.placement,
        tuple(sorted([*records, *more])),
        (*outside, *dropped, *others),
        joined != pieces,
        bool(more),
    )
