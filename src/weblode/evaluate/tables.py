"""The quality of data tables on pages with gold: detection, layout, and header cells.

Only tables in the gold count. A layout is right if the table was found and its layout is that of the gold; header cells
are right if they are exactly those of the gold, ignoring cells that the gold calls blank. Both are shares of all data
tables in the gold, found or not.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weblode.evaluate import Tally, gold_sets, read_gold

Cell = tuple[int, int]


@dataclass(frozen=True)
class TableGold:
    """A table of a page, whether it is a data table, and its layout and header cells."""

    path: Path
    index: int
    genuine: bool
    orientation: str | None = None
    headers: frozenset[Cell] = frozenset()
    blank: frozenset[Cell] = frozenset()
    site: str = ""


@dataclass
class TableScore:
    """The quality on a set of tables."""

    found: Tally = field(default_factory=Tally)
    layouts: Tally = field(default_factory=Tally)  # predicted: data tables that were found
    exact: int = 0

    def add(self, gold: TableGold, orientation: str | None, headers: Iterable[Cell] = ()) -> None:
        """Count one table with its predicted layout, None if it was not taken for a data table."""
        predicted = orientation is not None
        both = gold.genuine and predicted
        self.found.add(both, predicted, gold.genuine)
        if gold.genuine and gold.orientation:
            self.layouts.add(both and orientation == gold.orientation, both, 1)
            self.exact += both and gold.headers - gold.blank == frozenset(headers) - gold.blank

    @property
    def orientation(self) -> float:
        """The share of the data tables with the right layout."""
        return self.layouts.recall

    @property
    def header_cells(self) -> float:
        """The share of the data tables with exactly the right header cells."""
        return self.exact / self.layouts.expected if self.layouts.expected else 1.0


def golds(folder: Path) -> list[TableGold]:
    """The tables of a data folder with their gold (`gold.json`, `pages/`)."""
    return [_gold(row, folder / "pages" / row["page"]) for row in read_gold(folder / "gold.json")]


def further_golds(file: Path, folder: Path) -> list[TableGold]:
    """The tables of a gold file whose rows name the `set` of their page, as far as the data folder has the pages."""
    rows = read_gold(file)
    places = [(folder / row["set"] / "pages" / row["page"], folder / row["set"] / row["page"]) for row in rows]
    paths = [next((path for path in both if path.exists()), None) for both in places]
    return [_gold(row, path) for row, path in zip(rows, paths, strict=True) if path]


def _gold(row: Mapping[str, Any], path: Path) -> TableGold:
    return TableGold(
        path,
        row["index"],
        row["genuine"],
        row.get("orientation"),
        _cells(row.get("header_cells")),
        _cells(row.get("blank_cells")),
        row.get("site", row["page"]),
    )


def _cells(cells: Iterable[Iterable[int]] | None) -> frozenset[Cell]:
    return frozenset((r, c) for r, c in cells or ())


def sets(folder: Path) -> Iterator[Path]:
    """The folders below a data folder with gold for tables."""
    return gold_sets(folder, "genuine")
