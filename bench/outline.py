"""Outlines of pages with gold, by every method: `python -m bench.outline FOLDER [--pages]`.

Precision, recall and F1 over pairs of labels, one above the other: on the home pages of the data folder with gold, and
on further ones, whose gold is in `bench/gold/outline`; on those of `bench/gold/outline-two-readers`, which were looked
at last; and on those of `bench/gold/outline-unread` and `bench/gold/outline-third`, which say what to expect of others.
No method here has anything fitted, so there is nothing to cross-validate. Then the time of the interval programme
against the number of its units, of the whole programme and of the divided one, on made pages.
"""

import argparse
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import numpy as np

from weblode import kernels
from weblode.evaluate import Tally, read_gold
from weblode.evaluate.outline import OutlineGold, gold_of, golds, tally
from weblode.evaluate.quality import outline_score
from weblode.outline import structure
from weblode.outline.build import build_outline, outline
from weblode.outline.document import Outline
from weblode.outline.hierarchy import LIMIT, hierarchy
from weblode.pages.html import parse
from weblode.tree import Tree

SET = "homes"
FURTHER = Path(__file__).parent / "gold" / "outline"
TWO_READERS = Path(__file__).parent / "gold" / "outline-two-readers"
UNREAD = Path(__file__).parent / "gold" / "outline-unread"
THIRD = Path(__file__).parent / "gold" / "outline-third"
SIZES = (100, 200, 300, 500, 1000)

Method = Callable[[Tree], Outline]


def _paper(factors: str, *promotion: str) -> Method:
    return lambda tree: outline(tree, "ontominer", factors=factors, promotion=promotion)


def _without(rule: str) -> Method:
    left = [name for name in structure.RULES if name != rule]
    return lambda tree: build_outline(tree, partial(structure.draft_by_structure, tree, rules=left))


METHODS: dict[str, Method] = {
    "ontominer, four factors": _paper("four", "insider", "outsider"),
    "ontominer, five factors": _paper("five", "insider", "outsider"),
    "  insider alone": _paper("four", "insider"),
    "  outsider alone": _paper("four", "outsider"),
    "  nearest alone": _paper("four", "nearest"),
    "structure, the default": outline,
    **{f"  without {rule}": _without(rule) for rule in structure.RULES},
}


def outline_rates(folder: Path) -> dict[str, float]:
    """Measures for the gate: precision and recall of the default, F1 of the papers' two ways to label."""
    ours, further = outline_score(golds(folder / SET), outline), outline_score(further_golds(folder), outline)
    found = {"outline structure P": ours.precision, "outline structure R": ours.recall}
    found |= {"outline structure, further P": further.precision, "outline structure, further R": further.recall}
    others = outline_score(two_readers_golds(folder), outline)
    found |= {"outline structure, other pages P": others.precision, "outline structure, other pages R": others.recall}
    for name, marks in (("unread", UNREAD), ("third", THIRD)):
        score = outline_score(two_readers_golds(folder, marks), outline)
        found |= {f"outline structure, {name} P": score.precision, f"outline structure, {name} R": score.recall}
    for name, method in (
        ("insider and outsider", _paper("four", "insider", "outsider")),
        ("nearest", _paper("four", "nearest")),
    ):
        found[f"outline ontominer {name} F1"] = outline_score(golds(folder / SET), method).f1
    return found


def further_golds(folder: Path) -> list[OutlineGold]:
    """The pages with gold in this repository that a data folder has; the gold says in which of its sets."""
    return _own_golds(folder, sorted(FURTHER.glob("*.json")))


def two_readers_golds(folder: Path, marks: Path = TWO_READERS) -> list[OutlineGold]:
    """The same for the pages that two readers marked; each page is there twice."""
    return _own_golds(folder, sorted(marks.glob("*/*.json")))


def _own_golds(folder: Path, paths: Iterable[Path]) -> list[OutlineGold]:
    rows = map(read_gold, paths)
    pages = ((row["tree"], folder / row["set"] / "pages" / row["page"]) for row in rows)
    return [gold_of(tree, page) for tree, page in pages if page.is_file()]


def curve() -> None:
    """Print the milliseconds of a programme over made pages of ever more leaves."""
    item = b"<li><a href=x><b>A name</b></a> <i>and more</i><p>of it</p></li>"
    print(f"\n{'units':>6} {'kernel':>9} {'twin':>9} {'whole':>9} {'divided':>9}   ms; divided at {LIMIT}")
    for n in SIZES:
        tree = parse(b"<h1>x</h1>" + (b"<div><h2>y</h2><ul>" + item * 9 + b"</ul></div>") * (n // 28 + 1))
        units = tree.leaves[:n]
        rng = np.random.default_rng(n)
        meet, costs = rng.integers(0, n // 2, n - 1).astype(np.int32), rng.random((n + n // 2, n + n // 2))
        starts = np.zeros(1, dtype=np.int32)
        native = kernels.native()
        times = (
            _milliseconds(lambda: native.splits(meet, costs)) if native else float("nan"),  # noqa: B023
            _milliseconds(lambda: kernels.python().splits(meet, costs)),  # noqa: B023
            _milliseconds(lambda: hierarchy(tree, units, starts, limit=n)),  # noqa: B023
            _milliseconds(lambda: hierarchy(tree, units, starts)),  # noqa: B023
        )
        print(f"{n:6} " + " ".join(f"{value:9.1f}" for value in times))


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def _line(name: str, score: Tally) -> str:
    return f"{name:26} {score.precision:6.3f} {score.recall:6.3f} {score.f1:6.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.outline", description="Outlines against their gold.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", action="store_true", help="a line a page, of the default")
    options = parser.parse_args()
    pages = {f"{SET}:": golds(options.folder / SET), "further:": further_golds(options.folder)}
    pages["two readers:"] = two_readers_golds(options.folder)
    pages["unread:"] = two_readers_golds(options.folder, UNREAD)
    pages["third:"] = two_readers_golds(options.folder, THIRD)
    for which, chosen in pages.items():
        print(f"{f'{which} {len(chosen)} pages':26} {'P':>6} {'R':>6} {'F1':>6}")
        for name, method in METHODS.items():
            print(_line(name, outline_score(chosen, method)))
        for gold in chosen if options.pages else []:
            print(_line(gold.path.stem, tally(gold, outline(parse(gold.path.read_bytes())))))
    curve()


if __name__ == "__main__":
    main()
