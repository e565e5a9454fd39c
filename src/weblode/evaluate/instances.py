"""How good instances are: items by their addresses, attribute values by whether one of an item's values holds them.

Items are compared by the path of their address, so that it does not matter whether a link is absolute, relative to the
host, or a saved copy's. Of articles with gold attributes each value counts: it is found if its words stand, in order,
in the value of some attribute of the item; a date also as it is written. (OntoMiner, 2005, section 7.)
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
    """A section page, the places of the items wanted, and the values wanted of some of them."""

    path: Path
    url: str | None
    items: frozenset[str]
    values: Mapping[str, Sequence[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)  # name, accepted forms


def golds(folder: Path) -> list[InstanceGold]:
    """The section pages of a data folder with their gold (`*.json`, `pages/`)."""
    found = []
    for path in sorted(folder.glob("*.json")):
        said = json.loads(path.read_text(encoding="utf-8"))
        files = {item["file"]: place(item["href"]) for item in said["items"] if item.get("file")}
        values = {
            files.get(article["file"], place(article["file"])): list(_values(article["attributes"]))
            for article in said.get("articles", [])
        }
        items = frozenset(place(item["href"]) for item in said["items"])
        found.append(InstanceGold(folder / "pages" / said["page"], said.get("url"), items, values))
    return found


def _values(attributes: Mapping[str, Any]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The name of each value wanted, and the forms in which it counts."""
    for name in VALUES:
        said = attributes.get(name) or []
        for value in [said] if isinstance(said, str) else said:
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
    """What was found, over all pages so far."""

    items: Tally = field(default_factory=Tally)
    values: dict[str, Tally] = field(default_factory=dict)

    def add(self, gold: InstanceGold, found: Sequence[Instance]) -> None:
        """Count a page."""
        by_place = {place(instance.href): instance for instance in found}
        self.items.add(len(gold.items & by_place.keys()), len(by_place), len(gold.items))
        for item, wanted in gold.values.items():
            have = (
                [plain(str(value)) for value in row(by_place[item])["attributes"].values()] if item in by_place else []
            )
            for name, forms in wanted:
                hit = any(form in value for form in forms for value in have)
                self.values.setdefault(name, Tally()).add(int(hit), 1, 1)

    @property
    def recall(self) -> float:
        """The share of all values wanted that were found."""
        total = Tally()
        for tally in self.values.values():
            total.add(tally.right, tally.predicted, tally.wanted)
        return total.recall
