"""The quality of attributes of pages about one thing: columns by site, values by page.

A value is right if it has the words of a gold value. For each site and gold attribute the best column counts: the one
whose values are most often the gold's over the pages of the site; a column serves one attribute only.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median_high

from weblode.evaluate import Tally, gold_sets, plain, read_gold

Values = Mapping[str, set[str]]  # the words of the values by attribute


@dataclass(frozen=True)
class DetailGold:
    """A page about one thing, and the attributes that it surely has."""

    path: Path
    site: str
    kind: str
    values: Values


@dataclass
class DetailScore:
    """Columns as a tally over pages, values found of all, and the number of values of each page."""

    columns: Tally = field(default_factory=Tally)
    found: int = 0
    values: int = 0
    sizes: list[int] = field(default_factory=list)
    by_attribute: dict[tuple[str, str], float] = field(default_factory=dict)  # F1 of each site and attribute

    @property
    def recall(self) -> float:
        """The share of the gold values that are values of some attribute."""
        return self.found / self.values if self.values else 0.0

    @property
    def size(self) -> int:
        """The median number of values of a page."""
        return median_high(self.sizes) if self.sizes else 0

    def join(self, other: "DetailScore") -> None:
        """Count the pages of another score too."""
        self.columns.add(other.columns.right, other.columns.predicted, other.columns.expected)
        self.found, self.values = self.found + other.found, self.values + other.values
        self.sizes += other.sizes
        self.by_attribute |= other.by_attribute

    def add(self, pages: Sequence[tuple[DetailGold, Values]]) -> None:
        """Count the pages of a site."""
        candidates = []
        for attribute in sorted({name for gold, _ in pages for name in gold.values}):
            golds_and_values = [(gold.values.get(attribute, set()), values) for gold, values in pages]
            for want, values in golds_and_values:
                self.values += len(want)
                self.found += sum(any(value in own for own in values.values()) for value in want)
            has = sum(bool(want) for want, _ in golds_and_values)
            self.columns.add(0, 0, has)
            for name in sorted({name for _, values in golds_and_values for name in values}):
                right = sum(bool(want & values.get(name, set())) for want, values in golds_and_values)
                tally = Tally(right, sum(name in values for _, values in golds_and_values), has)
                candidates.append((tally.f1, right, tally.predicted, attribute, name))
        used: set[tuple[str, str]] = set()
        for f1, right, predicted, attribute, name in sorted(candidates, reverse=True):
            if f1 and not used & {("", name), (attribute, "")}:
                used |= {("", name), (attribute, "")}
                self.columns.add(right, predicted, 0)
                self.by_attribute[pages[0][0].site, attribute] = f1
        self.sizes += [sum(map(len, values.values())) for _, values in pages]


def values_of(attributes: Mapping[str, object]) -> Values:
    """The words of the values of attributes as `weblode details` writes them."""
    values: defaultdict[str, set[str]] = defaultdict(set)
    for name, value in attributes.items():
        for one in value if isinstance(value, list) else [value]:
            if own := plain(str(one)):
                values[name].add(own)
    return dict(values)


def golds(folder: Path) -> list[DetailGold]:
    """The pages of a data folder with their gold (`gold.json`, `pages/`), if it has attributes of sites."""
    return [
        DetailGold(folder / "pages" / row["page"], row["site"], row["vertical"], values_of(row["attributes"]))
        for row in read_gold(folder / "gold.json")
    ]


def sets(folder: Path) -> Iterator[Path]:
    """The data folder and those below it that hold pages about one thing."""
    return gold_sets(folder, "vertical")
