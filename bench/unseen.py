"""The lists that are found on marked pages which teach nothing: `python -m bench.unseen FOLDER`.

Printed are the F1 of the first lists by the judges that ship, where a refusal is an empty answer, how many pages with a
list are refused, and how many of those without one claim one.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from bench.cases import UNSEEN_SETS, gold_of, match_pieces
from weblode.evaluate import Tally
from weblode.evaluate.records import RecordGold
from weblode.pages.html import parse
from weblode.records.discover import discover


@dataclass
class Found:
    """What is found on the pages of a set: its records, pages that are refused, and claims on those without a list."""

    records: Tally = field(default_factory=Tally)
    refused: int = 0
    claims: int = 0
    without: int = 0


def measure(pages: Iterable[RecordGold]) -> Found:
    """What is found on some pages."""
    total = Found()
    for gold in pages:
        lists = discover(parse(gold.path.read_bytes()))
        if not gold.records:
            total.without += 1
            total.claims += bool(lists)
            continue
        total.refused += not lists
        records = list(lists[0].records) if lists else []
        right = int(match_pieces(lists[0].tree, records, gold)[0].sum()) if lists else 0
        total.records.add(right, len(records), len(gold.records))
    return total


def main(folder: Path) -> None:
    for name in UNSEEN_SETS:
        total = measure(gold_of(folder, name).values())
        about = f"{total.refused} refused, {total.claims} of {total.without} claim a list"
        print(f"{name:10} F1 {total.records.f1:.3f}, {about}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
