"""How many cells of the gold come out as one field: `python -m bench.fields FOLDER [METHOD]`.

With `iepad`, records are divided level by level (`records.division`), and by places in a second line.

A cell is found if a field of the page's main answer, or of a list nested in it, has the same words as its value or its
address; each field counts once. Cells of less than two characters are left out.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from weblode.evaluate import plain, read_gold, records
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.nested_tables import nested_lists
from weblode.records.record_list import RecordList

SETS = ("records-2017", "records-wien")


def cells(folder: Path, method: str, levels: Sequence[str] | None = None) -> tuple[int, int]:
    """How many cells of a set's gold are found, and how many there are; `levels` replace those of the method."""
    found = wanted = 0
    for row, gold in zip(read_gold(folder / "gold.json"), records.golds(folder), strict=True):
        lists = discover(parse(gold.path.read_bytes()), method)
        lists = lists if levels is None else [replace(each, levels=tuple(levels)) for each in lists]
        columns = [each for part in (*lists[:1], *_nested(lists[:1])) for each in part.fields]
        said = Counter(
            plain(text) for each in columns for cell in each.cells if cell for text in (cell.value, cell.href) if text
        )
        values = Counter(
            value for record in row["records"] for text in record["fields"] if len(value := plain(text)) > 1
        )
        found, wanted = found + (said & values).total(), wanted + values.total()
    return found, wanted


def _nested(lists: Iterable[RecordList]) -> Iterator[RecordList]:
    """The lists inside the records, and those inside them."""
    for record_list in lists:
        yield from (each.record_list for _, each in nested_lists(record_list))


def field_rates(folder: Path, method: str = "consensus", levels: Sequence[str] | None = None) -> dict[str, float]:
    """The share of the cells that are found, by set."""
    sets = [folder / name for name in SETS if (folder / name / "gold.json").exists()]
    pairs = {path.name: cells(path, method, levels) for path in sets}
    return {f"{name} fields": found / wanted for name, (found, wanted) in pairs.items()}


if __name__ == "__main__":
    for name, share in field_rates(Path(sys.argv[1]), *sys.argv[2:3]).items():
        print(f"{name}: {share:.4f}")
    if sys.argv[2:3] == ["iepad"]:
        for name, share in field_rates(Path(sys.argv[1]), "iepad", ()).items():
            print(f"{name}, by places: {share:.4f}")
