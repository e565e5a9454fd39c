"""What repeats add to the lists of the other methods: `python -m bench.proposals FOLDER`.

Of each page the best of ten lists counts, of each method alone and of all together; and on how many pages only some of
them have a list of all records and no others.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from weblode.evaluate import Tally, records
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.records.repeats import proposals
from weblode.tree import Tree

METHODS: dict[str, Callable[[Tree], list[RecordList]]] = {
    "omini": lambda tree: discover(tree, "omini", limit=10),
    "byu": lambda tree: discover(tree, "byu", limit=10),
    "iepad": lambda tree: discover(tree, "iepad", limit=10),
    "repeats": proposals,
}


def best(gold: records.RecordGold, lists: list[RecordList]) -> Tally:
    """How right the best of some lists is."""
    wanted = [records.words(text) for text in gold.records]
    tallies = []
    for found in lists:
        bags = [bag for text in found.texts() if (bag := records.words(text))]
        tallies.append(Tally(records.matches(wanted, bags, gold.part), len(bags), len(wanted)))
    return max(tallies, key=lambda tally: tally.f1, default=Tally(0, 0, len(wanted)))


def main(folder: Path) -> None:
    print(f"{'set':18} {'pages':>5}  F1 / pages all right: {', '.join(METHODS)}; both old, all; only new, only old")
    for path in records.sets(folder):
        golds = [gold for gold in records.golds(path) if gold.part != "none"]
        if not golds:
            continue
        names = [*METHODS, "old", "all"]
        total = {name: Tally() for name in names}
        right = {name: set[Path]() for name in names}
        for gold in golds:
            tree = parse(gold.path.read_bytes())
            found = {name: best(gold, method(tree)) for name, method in METHODS.items()}
            found["old"] = max(found["omini"], found["byu"], key=lambda tally: tally.f1)
            found["all"] = max(found.values(), key=lambda tally: tally.f1)
            for name, tally in found.items():
                total[name].add(tally.right, tally.predicted, tally.expected)
                right[name] |= {gold.path} if tally.f1 == 1.0 else set()
        new = right["iepad"] | right["repeats"]
        figures = "  ".join(f"{total[name].f1:.3f} / {len(right[name])}" for name in names)
        print(f"{path.name:18} {len(golds):5}  {figures}  {len(new - right['old'])}, {len(right['old'] - new)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
