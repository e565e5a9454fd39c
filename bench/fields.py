"""How many cells of the gold come out as one field: `python -m bench.fields FOLDER [METHOD]`.

`--columns` prints instead what the columns of tables are like: how many pages have a title, how many columns have no
name, and, where the gold has titles, how many of them the title column has. `--show SET N` prints the columns of N
pages of a set, taken evenly, with two values of each, to look at. `--check N` prints the tables of N pages, taken
evenly from all sets, to be judged by eye: titles, addresses and what was read from prices.

With `iepad`, records are divided level by level (`records.division`), and by places in a second line.

A cell is found if a field of the page's main answer, or of a list nested in it, has the same words as its value or its
address; each field counts once. Cells of less than two characters are left out.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from weblode.evaluate import plain, read_gold, records
from weblode.records.discover import discover
from weblode.records.nested_tables import nested_lists
from weblode.records.record_list import RecordList
from weblode.sources.reading import read
from weblode.tree import Tree

SETS = ("records-2017", "records-wien", "records-serps", "records-courts")
TITLES = ("records-serps",)  # sets whose gold cells are titles
_ABSOLUTE = ("http://", "https://", "javascript:", "mailto:", "tel:")


def cells(folder: Path, method: str, levels: Sequence[str] | None = None) -> tuple[int, int]:
    """How many cells of a set's gold are found, and how many there are; `levels` replace those of the method."""
    found = wanted = 0
    for row, gold in zip(read_gold(folder / "gold.json"), records.golds(folder), strict=True):
        lists = discover(_read(gold.path), method)
        lists = lists if levels is None else [replace(each, levels=tuple(levels)) for each in lists]
        columns = [each for part in (*lists[:1], *_nested(lists[:1])) for each in part.all_fields]
        said = Counter(
            plain(text) for each in columns for cell in each.cells if cell for text in (cell.value, cell.href) if text
        )
        values = Counter(
            value for record in row["records"] for text in record["fields"] if len(value := plain(text)) > 1
        )
        found, wanted = found + (said & values).total(), wanted + values.total()
    return found, wanted


def _read(path: Path) -> Tree:
    """The tree of a page of HTML or XML."""
    return read(path)


def _nested(lists: Iterable[RecordList]) -> Iterator[RecordList]:
    """The lists inside the records, and those inside them."""
    for record_list in lists:
        yield from (each.record_list for _, each in nested_lists(record_list))


def field_rates(folder: Path, method: str = "consensus", levels: Sequence[str] | None = None) -> dict[str, float]:
    """The share of the cells that are found, by set."""
    sets = [folder / name for name in SETS if (folder / name / "gold.json").exists()]
    pairs = {path.name: cells(path, method, levels) for path in sets}
    return {f"{name} fields": found / wanted for name, (found, wanted) in pairs.items()}


@dataclass
class ColumnCounts:
    """What the columns of a set's tables are like."""

    pages: int = 0
    titled: int = 0  # pages with a title column
    columns: int = 0
    unnamed: int = 0
    constant: int = 0
    titles: int = 0  # gold titles that share half of their words, or more, with a value of the title column
    gold: int = 0

    def __str__(self) -> str:
        n = max(1, self.columns)
        parts = [
            f"{self.pages} pages, {self.titled} with a title",
            f"{self.columns / max(1, self.pages):.1f} columns a page",
            f"{self.unnamed / n:.2f} without a name, {self.constant / n:.3f} constant",
        ]
        return ", ".join(parts + ([f"{self.titles} of {self.gold} titles"] if self.gold else []))


def count_columns(folder: Path) -> ColumnCounts:
    """What the columns of the tables of a set are like, on the pages on which a list is claimed."""
    counts = ColumnCounts()
    for row, gold in zip(read_gold(folder / "gold.json"), records.golds(folder), strict=True):
        for record_list in discover(_read(gold.path))[:1]:
            columns = record_list.fields
            title = next((each for each in columns if each.name == "title"), None)
            counts.pages += 1
            counts.titled += title is not None
            counts.columns += len(columns)
            counts.unnamed += sum(each.name.startswith("field_") for each in columns)
            counts.constant += sum(each.column.constant for each in columns)
            if folder.name in TITLES:
                values = [records.words(cell.value) for cell in title.cells if cell] if title else []
                wanted = [records.words(record["fields"][0]) for record in row["records"]]
                counts.titles += sum(any(is_half(bag, other) for other in values) for bag in wanted)
                counts.gold += len(wanted)
    return counts


def is_half(one: Counter[str], other: Counter[str]) -> bool:
    """Whether two bags of words share half of the words of the larger one."""
    return 2 * (one & other).total() >= max(one.total(), other.total())


def show(folder: Path, n: int) -> Iterator[str]:
    """The columns of some pages of a set, with the second and third value of each."""
    golds = records.golds(folder)
    for gold in golds[:: max(1, len(golds) // n)][:n]:
        yield f"{gold.path.name}"
        for record_list in discover(_read(gold.path))[:1]:
            for each in record_list.fields:
                cells = [cell for cell in each.cells if cell]
                texts = " | ".join(cell.value[:40] + (" ->" if cell.href else "") for cell in cells[1:3])
                yield f"    {each.name:24} {each.column.kind:7} {len(cells)}/{len(each.cells)}  {texts}"


def check(folder: Path, n: int) -> Iterator[str]:
    """The tables of some pages of all sets: each column with values of three records, and with what was read."""
    every = [
        (gold.path, row.get("url"))
        for part in records.sets(folder)
        for row, gold in zip(read_gold(part / "gold.json"), records.golds(part), strict=True)
        if row["records"]
    ]
    chosen = [every[i * len(every) // n] for i in range(n)]
    links = relative = 0
    for number, (path, url) in enumerate(chosen, 1):
        lists = discover(read(path, url=url))[:1]
        yield f"{number}. {path.parts[-3]} {path.name}" + ("" if lists else ": no list")
        for record_list in lists:
            table = record_list.as_table()
            at = [i * len(table) // 3 for i in range(3)]
            for name in table.names[2:]:
                values = table[name]
                if name == "url" or name.endswith("(url)"):
                    links += sum(value is not None for value in values)
                    relative += sum(not str(value).startswith(_ABSOLUTE) for value in values if value)
                texts = " | ".join("" if values[i] is None else str(values[i])[:50] for i in at)
                constant = " constant" if len(set(values)) == 1 < len(values) and name != "page_url" else ""
                yield f"    {name[:28]:28} {len(values) - values.count(None)}/{len(values)}{constant}  {texts}"
    yield f"{links} links, {relative} of them relative"


if __name__ == "__main__":
    if sys.argv[2:3] == ["--check"]:
        print("\n".join(check(Path(sys.argv[1]), int(sys.argv[3]))))
        sys.exit()
    if sys.argv[2:3] == ["--columns"]:
        for path in (Path(sys.argv[1]) / name for name in SETS):
            print(f"{path.name}: {count_columns(path)}")
        sys.exit()
    if sys.argv[2:3] == ["--show"]:
        print("\n".join(show(Path(sys.argv[1]) / sys.argv[3], int(sys.argv[4]))))
        sys.exit()
    for name, share in field_rates(Path(sys.argv[1]), *sys.argv[2:3]).items():
        print(f"{name}: {share:.4f}")
    if sys.argv[2:3] == ["iepad"]:
        for name, share in field_rates(Path(sys.argv[1]), "iepad", ()).items():
            print(f"{name}, by places: {share:.4f}")
