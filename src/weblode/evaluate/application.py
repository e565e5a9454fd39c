"""The quality of the rows of an application ontology: the separator of a page, and its fields one by one.

The folder of an application has pages and `gold.json`: for each page the right separators and the records, a value for
each field or a list of several. Values are compared without case; fields that no gold record has do not count. A
predicted record is compared with the gold record with which it has most in common.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weblode.application.explain import as_dict
from weblode.application.layout import layout
from weblode.application.pieces import Extraction
from weblode.evaluate import Tally, read_gold

Fields = frozenset[tuple[str, str]]  # column and value


@dataclass(frozen=True)
class ApplicationGold:
    """A page, its right separators and its records."""

    path: Path
    separators: tuple[str, ...]
    records: tuple[Fields, ...]


@dataclass
class ApplicationScore:
    """Pages with the right separator, and a tally of fields."""

    pages: int = 0
    separators: float = 0.0
    fields: Tally = field(default_factory=Tally)

    def add(self, gold: ApplicationGold, extraction: Extraction, columns: frozenset[str]) -> None:
        """Count a page; of its fields, only those in `columns`."""
        self.pages += 1
        self.separators += separator_score(gold, extraction)
        records: Any = as_dict(extraction, layout(extraction.application))["records"]
        predicted = [frozenset(pair for pair in _fields(record) if pair[0] in columns) for record in records]
        self.fields.add(_right(gold.records, predicted), sum(map(len, predicted)), sum(map(len, gold.records)))


def golds(folder: Path, names: Sequence[str] = ()) -> tuple[list[ApplicationGold], frozenset[str]]:
    """The pages of a folder with their gold, all or those in `names`, and all columns that occur in the gold."""
    gold = read_gold(folder / "gold.json")
    pages = [
        ApplicationGold(folder / name, tuple(row["separator"]), tuple(map(_fields, row["records"])))
        for name, row in gold.items()
        if not names or name in names
    ]
    return pages, frozenset(column for row in gold.values() for record in row["records"] for column in record)


def separator_score(gold: ApplicationGold, extraction: Extraction) -> float:
    """Y/X: the share of right tags among those that share the first place; 0 without a separator."""
    if extraction.record_list is None:
        return 0.0
    certainty = extraction.record_list.certainty
    top = [
        extraction.text.tree.name_of(tag) for tag, value in certainty.items() if value >= extraction.record_list.score
    ]
    return sum(name in gold.separators for name in top) / len(top)


def _fields(record: Mapping[str, Any]) -> Fields:
    """The fields of a record, including those of tables below it."""
    fields = set()
    for column, value in record.items():
        for each in value if isinstance(value, list) else [value]:
            pairs = each.items() if isinstance(each, dict) else [(column, each)]
            fields |= {(name, _plain(one)) for name, one in pairs}
    return frozenset(fields)


def _plain(value: Any) -> str:
    """A value in the form in which it is compared: 1.0 is 1, and a time has no seconds."""
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value).lower()
    return text.removesuffix(":00") if text.count(":") == 2 else text


def _right(gold: Sequence[Fields], predicted: Sequence[Fields]) -> int:
    unmatched = list(predicted)
    right = 0
    for record in gold:
        if not unmatched:
            break
        best = max(unmatched, key=lambda each: len(each & record))
        right += len(best & record)
        unmatched.remove(best)
    return right
