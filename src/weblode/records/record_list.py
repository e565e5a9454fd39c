"""A list of records that was found on a page, whatever the method: its records, their fields, and the evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from weblode import paths
from weblode.records import separators
from weblode.records.fields import KnownField, RecordField, fields
from weblode.records.objects import DroppedPiece, Range
from weblode.table import Table
from weblode.tags import NUMBERS
from weblode.tree import Tree


@dataclass(frozen=True)
class RecordList:
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
    dropped: tuple[DroppedPiece, ...] = ()
    joined: bool = False  # several pieces between separators make a record
    beside: bool = False  # some records stand below nodes beside the region
    certainty: Mapping[int, float] = field(default_factory=dict)
    votes: Mapping[str, separators.Ranking] = field(default_factory=dict)
    evidence: Mapping[str, float] = field(default_factory=dict)
    pattern: str = ""
    known: tuple[KnownField, ...] = ()  # columns that a rule has learnt

    @cached_property
    def fields(self) -> list[RecordField]:
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


def as_table(found: RecordList) -> Table:
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
