"""How good the records found on pages with gold are: precision, recall, F1 over records.

A prediction is right if it holds four fifths of a gold record's words and no second gold record's, and enough of its
own words belong to that record: half of them where the gold covers whole records, a tenth where it has chosen fields,
any where it has the title alone. Each gold record is found once.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from weblode import evaluate
from weblode.evaluate import Tally, gold_sets, read_gold

Bag = Counter[str]

_OWN = {"whole": 0.5, "fields": 0.1}  # the share of a prediction's words that must be the record's
_HELD = 0.8  # the share of a gold record's words that a prediction must hold
_TELLING = 5  # a gold record of fewer words may stand in another by chance


@dataclass(frozen=True)
class RecordGold:
    """A page and what is to be found on it."""

    path: Path
    part: str
    records: tuple[str, ...]


@dataclass
class RecordScore:
    """The quality on a set of pages: of the main answers, and of the best of each page's answers."""

    main: Tally
    best: Tally
    pages: int = 0
    perfect: int = 0
    claims: int = 0  # pages without records on which some were claimed
    empty: int = 0  # pages without records

    def add(self, gold: RecordGold, answers: Sequence[Sequence[str]]) -> None:
        """Count one page's answers: lists of record texts, best first."""
        lists = [[bag for text in answer if (bag := words(text))] for answer in answers]
        if gold.part == "none":
            self.empty += 1
            self.claims += bool(lists)
            return
        wanted = [words(text) for text in gold.records]
        scored = [(matches(wanted, found, gold.part), len(found)) for found in lists[:10]] or [(0, 0)]
        self.pages += 1
        self.main.add(*scored[0], len(wanted))
        self.best.add(*max(scored, key=lambda pair: Tally(pair[0], pair[1], len(wanted)).f1), len(wanted))
        self.perfect += scored[0] == (len(wanted), len(wanted))


def golds(folder: Path) -> list[RecordGold]:
    """The pages of a data folder with their gold (`gold.json`, `pages/`)."""
    rows = read_gold(folder / "gold.json")
    return [
        RecordGold(folder / "pages" / row["page"], row["part"], tuple(record["text"] for record in row["records"]))
        for row in rows
    ]


def sets(folder: Path) -> Iterator[Path]:
    """The folders below a data folder whose gold is of records; pairs of an old and a new page are another kind."""
    return gold_sets(folder, "part", without="new")


def words(text: str) -> Bag:
    """The words of a text, each with how often it occurs."""
    return Counter(evaluate.words(text))


def matches(wanted: Sequence[Bag], found: Sequence[Bag], part: str) -> int:
    """How many of the wanted records are found, one to one."""
    free = set(range(len(wanted)))
    for bag in found:
        nearest = _nearest(wanted, bag, free)
        if nearest in free and _is_that_record(wanted, nearest, bag, part):
            free.remove(nearest)
    return len(wanted) - len(free)


def _nearest(wanted: Sequence[Bag], bag: Bag, free: set[int]) -> int:
    """The wanted record that a prediction holds and is most like; of equal ones one not yet found; -1 if none."""
    nearest, highest = -1, 0.0
    for i, gold in enumerate(wanted):
        shared = (gold & bag).total()
        if not gold or shared < _HELD * gold.total():
            continue
        likeness = 2 * shared / (gold.total() + bag.total()) + 0.001 * (i in free)
        if likeness > highest:
            nearest, highest = i, likeness
    return nearest


def _is_that_record(wanted: Sequence[Bag], i: int, bag: Bag, part: str) -> bool:
    if (wanted[i] & bag).total() < _OWN.get(part, 0.0) * bag.total():
        return False
    rest = bag - wanted[i]
    return not any(
        j != i and gold.total() >= _TELLING and (gold & rest).total() >= _HELD * gold.total()
        for j, gold in enumerate(wanted)
    )
