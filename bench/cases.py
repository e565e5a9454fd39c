"""Pages with the proposals of the consensus, scored against the gold: what its judges are fitted and measured on."""

from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from weblode.evaluate import read_gold
from weblode.evaluate.records import Bag, RecordGold, is_alone, is_enough, likeness, words
from weblode.kernels.lists import Lists
from weblode.pages.html import parse
from weblode.records.consensus import measure
from weblode.tree import Tree

Floats = NDArray[np.float64]

MARKED = Path(__file__).parent / "gold" / "lists"  # lists that were marked on pages of other sets
WITH_LISTS = {"details": "details-with-lists.json"}  # pages that have a list, of sets that have no gold for lists
MARKED_SETS = ("pagination", "blocks-random")
UNSEEN_SETS = ("tables", "taxonomy")  # marked too, but they teach nothing: they measure the judges that ship
RECORD_SETS = (*(f"records-{name}" for name in "2017 courts forums serps tbdw vints1 wien".split()), *MARKED_SETS)
WITHOUT_LISTS = ("articles-2018", "articles-world", "details")

FOLDS = 10


@dataclass(frozen=True, eq=False)
class Case:
    """A page: the facts of its proposals, how many records each has right, of how many, and how many are wanted."""

    name: str
    folder: str
    site: str
    facts: Floats
    right: Floats
    loose: Floats  # as `right`, however much else a record has: for gold that has a part of each record only
    said: Floats
    wanted: int
    kind: float = 0.0  # what the page says it is

    def but(self, flags: NDArray[np.bool_]) -> "Case":
        """The page with the flagged proposals alone."""
        chosen = {name: getattr(self, name)[flags] for name in ("facts", "right", "loose", "said")}
        return replace(self, **chosen)

    @property
    def f1(self) -> Floats:
        """The F1 of each proposal."""
        f1: Floats = 2 * self.right / np.maximum(1, self.said + self.wanted)
        return f1

    @property
    def reward(self) -> Floats:
        """What choosing each proposal is worth: its F1, half of it by `loose`.

        Where the gold has titles only, a list of titles would otherwise be worth more than the records.
        """
        loose: Floats = 2 * self.loose / np.maximum(1, self.said + self.wanted)
        return (self.f1 + loose) / 2


def cases(folder: Path, names: Collection[str] = (*RECORD_SETS, *WITHOUT_LISTS)) -> list[Case]:
    """The pages of the named sets below a folder; those of sets without gold for records have no list.

    XML is left out: its records are known by the names of its elements. So are pages of such sets that have a list.
    """
    pages = [page for name in sorted(names) for page in _pages(folder, name)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        return [case for case in processes.map(_case, pages, chunksize=16) if case]


def _pages(folder: Path, name: str) -> Iterator[tuple[RecordGold, str]]:
    """The pages of a set that its gold names and the folder has, each with its site."""
    path = MARKED / f"{name}.json"
    path = path if path.exists() else folder / name / "gold.json"
    others = {row["page"] for row in read_gold(MARKED / WITH_LISTS[name])} if name in WITH_LISTS else ()
    for row in read_gold(path) if path.exists() else ():
        if row["page"] in others or not (folder / name / "pages" / row["page"]).exists():
            continue
        records = tuple(record["text"] for record in row.get("records", ()))
        gold = RecordGold(folder / name / "pages" / row["page"], row.get("part", "none"), records)
        yield gold, f"{name} {row.get('site', row['page'])}"


@cache
def gold_of(folder: Path, name: str) -> dict[str, RecordGold]:
    """The gold of a set by the names of its pages."""
    return {gold.path.name: gold for gold, _ in _pages(folder, name)}


def _case(page: tuple[RecordGold, str]) -> Case | None:
    gold, site = page
    tree = parse(gold.path.read_bytes())
    if tree.is_xml:
        return None
    measured = measure(tree)
    lists, kind = measured.lists, measured.declared
    right, loose, said = np.array(list(_scored(tree, lists, gold)), dtype=np.float64).reshape(-1, 3).T
    counts = (right, loose, said, len(gold.records))
    return Case(gold.path.name, site.partition(" ")[0], site, lists.facts, *counts, kind)


@dataclass(frozen=True)
class _Match:
    """A gold record that a piece holds: how alike they are, and whether the piece is that record, by each measure."""

    gold: int
    likeness: float
    is_right: bool
    is_loosely_right: bool


def _scored(tree: Tree, lists: Lists, gold: RecordGold) -> Iterator[tuple[int, int, int]]:
    """For each proposal, how many records it has right, the same by the loose measure, and how many it has."""
    wanted, using = _bags(gold)
    matches = {}
    for a, b, _ in lists.pieces.tolist():
        if (a, b) not in matches:
            bag = words(tree.text(a, b, line=" ", apart=True))
            matches[a, b] = _matches(bag, wanted, using, gold.part) if bag else None
    for i in range(len(lists.facts)):
        rows = lists.pieces[lists.offsets[i] : lists.offsets[i + 1]].tolist()
        pieces = [match for a, b, kept in rows if kept and (match := matches[a, b]) is not None]
        yield _count(pieces, len(wanted), loose=False), _count(pieces, len(wanted), loose=True), len(pieces)


def _bags(gold: RecordGold) -> tuple[list[Bag], dict[str, list[int]]]:
    """The words of each gold record, and the records that have each word."""
    wanted = [words(text) for text in gold.records]
    using: dict[str, list[int]] = {}
    for i, bag in enumerate(wanted):
        for word in bag:
            using.setdefault(word, []).append(i)
    return wanted, using


def match_pieces(
    tree: Tree, pieces: Sequence[tuple[int, int]], gold: RecordGold
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each piece is a gold record, one to one, and whether it holds one, were it another one's too."""
    wanted, using = _bags(gold)
    matches = [_matches(words(tree.text(a, b, line=" ", apart=True)), wanted, using, gold.part) for a, b in pieces]
    right = _take(matches, set(range(len(wanted))), loose=False)
    return np.array(right, dtype=np.bool_), np.array(list(map(bool, matches)), dtype=np.bool_)


def _matches(bag: Bag, wanted: list[Bag], using: dict[str, list[int]], part: str) -> list[_Match]:
    """The gold records that a piece holds."""
    held = {i for word in bag for i in using.get(word, ())}
    alike = [(i, how) for i in sorted(held) if (how := likeness(wanted[i], bag))]
    matches = []
    for i, how in alike:
        alone = is_alone(wanted[i], bag, (wanted[j] for j, _ in alike if j != i))  # no other one is held
        matches.append(_Match(i, how, alone and is_enough(wanted[i], bag, part), alone))
    return matches


def _count(pieces: list[list[_Match]], wanted: int, *, loose: bool) -> int:
    """How many gold records are found, one to one: `evaluate.records.matches` on what is known of each piece."""
    return sum(_take(pieces, set(range(wanted)), loose=loose))


def _take(pieces: list[list[_Match]], free: set[int], *, loose: bool) -> list[bool]:
    """Whether each piece takes a gold record that is still free, which is gone then."""
    taken = []
    for matches in pieces:
        nearest, highest = None, 0.0
        for match in matches:
            how = match.likeness + 0.001 * (match.gold in free)
            if how > highest:
                nearest, highest = match, how
        takes = False
        if nearest and nearest.gold in free and (nearest.is_loosely_right if loose else nearest.is_right):
            free.remove(nearest.gold)
            takes = True
        taken.append(takes)
    return taken


def folds(pages: Sequence[Case], count: int, seed: int = 0) -> list[int]:
    """The fold of each page: those of one site are together."""
    sites = sorted({case.site for case in pages})
    order = np.random.RandomState(seed).permutation(len(sites)).tolist()
    fold = {sites[i]: number % count for number, i in enumerate(order)}
    return [fold[case.site] for case in pages]
