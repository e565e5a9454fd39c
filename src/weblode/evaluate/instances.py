"""The quality of instances: items by address, attribute values by whether a value of the item contains them.

Items are compared by the path of their address, so that it does not matter whether a link is absolute, relative to the
host, or of a saved copy. For articles with gold attributes each value counts: it is right if its words occur, in order,
in the value of some attribute of the item; a date also as the page writes it. (OntoMiner, 2005, section 7.)
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weblode.evaluate import Tally, plain
from weblode.instances.rows import row
from weblode.ontology import Instance

VALUES = ("title", "author", "date", "body_first_words", "body_last_words")


@dataclass(frozen=True)
class InstanceGold:
    """A section page, the paths of its items, and the values of some of them."""

    path: Path
    url: str | None
    items: frozenset[str]
    values: Mapping[str, Sequence[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)  # name, accepted forms


def golds(folder: Path) -> list[InstanceGold]:
    """The section pages of a data folder with their gold (`*.json`, `pages/`)."""
    pages = []
    for path in sorted(folder.glob("*.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        files = {item["file"]: place(item["href"]) for item in gold["items"] if item.get("file")}
        values = {
            files.get(article["file"], place(article["file"])): list(_values(article["attributes"]))
            for article in gold.get("articles", [])
        }
        items = frozenset(place(item["href"]) for item in gold["items"])
        pages.append(InstanceGold(folder / "pages" / gold["page"], gold.get("url"), items, values))
    return pages


def _values(attributes: Mapping[str, Any]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The name of each gold value, and the forms in which it counts as right."""
    for name in VALUES:
        values = attributes.get(name) or []
        for value in [values] if isinstance(values, str) else values:
            forms = [plain(value)] + ([plain(attributes.get("date_text"))] if name == "date" else [])
            yield name, tuple(form for form in forms if form)


def place(href: str) -> str:
    """The path of an address.

    >>> place("https://www.a.com/b/c.html?d#e"), place("/b/c.html")
    ('b/c.html', 'b/c.html')
    """
    return re.sub(r"^(\w+:)?//[^/]*", "", href.split("#")[0].split("?")[0]).strip("/")


@dataclass
class InstanceScore:
    """Tallies of items, and of values by name, over all pages so far."""

    items: Tally = field(default_factory=Tally)
    values: dict[str, Tally] = field(default_factory=dict)

    def add(self, gold: InstanceGold, instances: Sequence[Instance]) -> None:
        """Count a page."""
        by_place = {place(instance.href): instance for instance in instances}
        self.items.add(len(gold.items & by_place.keys()), len(by_place), len(gold.items))
        for item, gold_values in gold.values.items():
            values = (
                [plain(str(value)) for value in row(by_place[item])["attributes"].values()] if item in by_place else []
            )
            for name, forms in gold_values:
                hit = any(form in value for form in forms for value in values)
                self.values.setdefault(name, Tally()).add(int(hit), 1, 1)

    @property
    def recall(self) -> float:
        """The share of all gold values that were found."""
        total = Tally()
        for tally in self.values.values():
            total.add(tally.right, tally.predicted, tally.expected)
        return total.recall
