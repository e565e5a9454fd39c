"""How good rows by an application ontology are: the separator of a page, and its fields one by one.

A folder of an application has pages and `gold.json`: for each page the right separators and the records, a value for
each field and a list for what may be several. Values are compared without case; fields that no record of the gold has
do not count. A found record counts for the wanted one with which it has most in common.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weblode.application.explain import as_dict
from weblode.application.extract import Extraction
from weblode.application.layout import layout
from weblode.evaluate import Tally, read_gold

Fields = frozenset[tuple[str, str]]  # column and value


@dataclass(frozen=True)
class ApplicationGold:
    """A page with what it says."""

    path: Path
    separators: tuple[str, ...]
    records: tuple[Fields, ...]


@dataclass
class ApplicationScore:
    """Pages with the right separator, and fields, summed up."""

    pages: int = 0
    separators: float = 0.0
    fields: Tally = field(default_factory=Tally)

    def add(self, gold: ApplicationGold, extraction: Extraction, columns: frozenset[str]) -> None:
        """Count a page; of its fields those of the columns that the gold knows."""
        self.pages += 1
        self.separators += separated(gold, extraction)
        said: Any = as_dict(extraction, layout(extraction.application))["records"]
        found = [frozenset(pair for pair in _fields(record) if pair[0] in columns) for record in said]
        self.fields.add(_right(gold.records, found), sum(map(len, found)), sum(map(len, gold.records)))


def golds(folder: Path, names: Sequence[str] = ()) -> tuple[list[ApplicationGold], frozenset[str]]:
    """The pages of a folder with their gold, all or some, and the columns that the gold of all of them knows."""
    said = read_gold(folder / "gold.json")
    found = [
        ApplicationGold(folder / name, tuple(row["separator"]), tuple(map(_fields, row["records"])))
        for name, row in said.items()
        if not names or name in names
    ]
    return found, frozenset(column for row in said.values() for record in row["records"] for column in record)


def separated(gold: ApplicationGold, extraction: Extraction) -> float:
    """Y/X: of the tags that share the first place, how many are right; 0 without a separator."""
    if extraction.found is None:
        return 0.0
    certainty = extraction.found.certainty
    top = [extraction.text.tree.name_of(tag) for tag, value in certainty.items() if value >= extraction.found.score]
    return sum(name in gold.separators for name in top) / len(top)


def _fields(record: Mapping[str, Any]) -> Fields:
    """The fields of a record, those of tables below among them."""
    found = set()
    for column, value in record.items():
        for each in value if isinstance(value, list) else [value]:
            pairs = each.items() if isinstance(each, dict) else [(column, each)]
            found |= {(name, _plain(one)) for name, one in pairs}
    return frozenset(found)


def _plain(value: Any) -> str:
    """A value as it is compared: 1.0 is 1, and a time has no seconds."""
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value).lower()
    return text.removesuffix(":00") if text.count(":") == 2 else text


def _right(wanted: Sequence[Fields], found: Sequence[Fields]) -> int:
    left = list(found)
    right = 0
    for record in wanted:
        if not left:
            break
        best = max(left, key=lambda each: len(each & record))
        right += len(best & record)
        left.remove(best)
    return right
