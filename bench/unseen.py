"""The lists that are found on marked pages which teach nothing: `python -m bench.unseen FOLDER`.

Printed are the F1 of the first lists by the judges that ship, where a refusal is an empty answer, how many pages with a
list are refused, and how many of those without one claim one.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.cases import UNSEEN_SETS, gold_of, match_pieces
from weblode.evaluate.records import RecordGold
from weblode.pages.html import parse
from weblode.records.discover import discover


@dataclass
class Found:
    """The records of a set that are right, of how many that are found and wanted; pages that are refused or claim."""

    right: int = 0
    found: int = 0
    wanted: int = 0
    refused: int = 0
    claims: int = 0
    without: int = 0

    @property
    def f1(self) -> float:
        """The F1 over all records."""
        return 2 * self.right / max(1, self.found + self.wanted)


def measure(pages: Iterable[RecordGold]) -> Found:
    """What is found on some pages."""
    total = Found()
    for gold in pages:
        lists = discover(parse(gold.path.read_bytes()))
        total.wanted += len(gold.records)
        if gold.records:
            total.refused += not lists
        else:
            total.without += 1
            total.claims += bool(lists)
        if lists and gold.records:
            records = list(lists[0].records)
            total.right += int(match_pieces(lists[0].tree, records, gold)[0].sum())
            total.found += len(records)
    return total


def main(folder: Path) -> None:
    for name in UNSEEN_SETS:
        total = measure(gold_of(folder, name).values())
        print(f"{name:10} F1 {total.f1:.3f}, {total.refused} refused, {total.claims} of {total.without} claim a list")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
