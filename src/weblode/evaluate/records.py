"""The quality of records on pages with gold: precision, recall, F1 over records.

A prediction is right if it contains four fifths of the words of a gold record, not those of a second one, and if enough
of its own words belong to that record: half of them where the gold has whole records, a tenth where it has selected
fields, any share where it has only the title. Each gold record counts once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from weblode import evaluate
from weblode.evaluate import Tally, gold_sets, read_gold


class Bag(Counter[str]):
    """Words with their counts; `size` is the sum of the counts, added up once."""

    size: int

    def __init__(self, words_of_text: Iterable[str] = ()) -> None:
        super().__init__(words_of_text)
        self.size = self.total()

    def shared(self, other: "Bag") -> int:
        """How many words two bags share."""
        return sum([min(self[word], other[word]) for word in self.keys() & other.keys()])


_OWN = {"whole": 0.5, "fields": 0.1}  # the share of a prediction's words that must be in the gold record
_HELD = 0.8  # the share of a gold record's words that a prediction must contain
_TELLING = 5  # a gold record with fewer words may be in another one by chance


@dataclass(frozen=True)
class RecordGold:
    """A page and its records; `part` is how much of a record the gold has: whole, fields, title, or none."""

    path: Path
    part: str
    records: tuple[str, ...]


@dataclass
class RecordScore:
    """The quality on a set of pages: of the first answer of each page, and of the best one."""

    main: Tally
    best: Tally
    pages: int = 0
    perfect: int = 0
    claims: int = 0  # pages without records on which some were predicted
    empty: int = 0  # pages without records

    def add(self, gold: RecordGold, answers: Sequence[Sequence[str]]) -> None:
        """Count one page's answers: lists of record texts, best first."""
        lists = [[bag for text in answer if (bag := words(text))] for answer in answers]
        if gold.part == "none":
            self.empty += 1
            self.claims += bool(lists)
            return
        gold_bags = [words(text) for text in gold.records]
        scored = [(matches(gold_bags, bags, gold.part), len(bags)) for bags in lists[:10]] or [(0, 0)]
        self.pages += 1
        self.main.add(*scored[0], len(gold_bags))
        self.best.add(*max(scored, key=lambda pair: Tally(pair[0], pair[1], len(gold_bags)).f1), len(gold_bags))
        self.perfect += scored[0] == (len(gold_bags), len(gold_bags))


def golds(folder: Path) -> list[RecordGold]:
    """The pages of a data folder with their gold (`gold.json`, `pages/`)."""
    rows = read_gold(folder / "gold.json")
    return [
        RecordGold(folder / "pages" / row["page"], row["part"], tuple(record["text"] for record in row["records"]))
        for row in rows
    ]


def sets(folder: Path) -> Iterator[Path]:
    """The folders with gold for records; pairs of an old and a new page (`new`) are another kind of gold."""
    return gold_sets(folder, "part", without="new")


def words(text: str) -> Bag:
    """The words of a text with their counts."""
    return Bag(evaluate.words(text))


def matches(gold_bags: Sequence[Bag], bags: Sequence[Bag], part: str) -> int:
    """The number of gold records that are found, one to one."""
    free = set(range(len(gold_bags)))
    for bag in bags:
        nearest = _nearest(gold_bags, bag, free)
        if nearest in free and is_record_of(gold_bags, nearest, bag, part):
            free.remove(nearest)
    return len(gold_bags) - len(free)


def _nearest(gold_bags: Sequence[Bag], bag: Bag, free: set[int]) -> int:
    """The gold record in a prediction that is most like it, of equal ones one that is still free; -1 if none."""
    nearest, highest = -1, 0.0
    for i, gold in enumerate(gold_bags):
        alike = likeness(gold, bag)
        if alike and alike + 0.001 * (i in free) > highest:
            nearest, highest = i, alike + 0.001 * (i in free)
    return nearest


def likeness(gold: Bag, bag: Bag) -> float:
    """How like a gold record a prediction is, 0 to 1; 0 if it does not hold the record."""
    if not gold or bag.size < _HELD * gold.size:
        return 0.0
    shared = gold.shared(bag)
    return 2 * shared / (gold.size + bag.size) if shared >= _HELD * gold.size else 0.0


def is_record_of(gold_bags: Sequence[Bag], i: int, bag: Bag, part: str) -> bool:
    """Whether a prediction that holds gold record `i` is that record, and not more than it."""
    own = gold_bags[i]
    return is_enough(own, bag, part) and is_alone(own, bag, (gold for j, gold in enumerate(gold_bags) if j != i))


def is_enough(gold: Bag, bag: Bag, part: str) -> bool:
    """Whether enough words of a prediction are those of a gold record."""
    return gold.shared(bag) >= _OWN.get(part, 0.0) * bag.size


def is_alone(gold: Bag, bag: Bag, others: Iterable[Bag]) -> bool:
    """Whether the words of a prediction that are not those of a gold record hold none of the others."""
    rest = Bag()
    rest.update({word: n - gold[word] for word, n in bag.items() if n > gold[word]})
    rest.size = rest.total()
    return not any(
        other.size >= _TELLING and rest.size >= _HELD * other.size and rest.shared(other) >= _HELD * other.size
        for other in others
    )
