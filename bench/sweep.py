"""Whether every list teaches a rule, and what the rule gives back: `python -m bench.sweep FOLDER [--lists]`.

Of each page up to ten lists are discovered, whatever their score. Each teaches a rule, which is saved, loaded and
applied to the very page. Counted are the lists by what the rule gives back of them (`RuleComparison.kind`), for the
best list of each page, which is what `weblode learn` takes, and for all; and what must not be: exceptions, and rules
that a file changes. With `--lists` every list that does not come back is told. The exit status is 1 for what must not
be.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.data import page_files
from weblode.errors import WeblodeError
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.comparison import RuleComparison, compare
from weblode.rules.learning import learn
from weblode.rules.rule import Rule

LISTS = 10
KINDS = ("same", "fewer", "more", "some", "none", "refused")


def taught(found: RecordList, file: Path) -> RuleComparison:
    """What the rule that a list teaches gives back of it. Raises AssertionError if its file holds another rule."""
    rule = learn([found])
    rule.save(file)
    again = Rule.load(file)
    assert again == rule, "the rule is another one once it was saved and loaded"
    return compare(again, found)


def sweep(files: list[Path], scratch: Path) -> Iterator[tuple[Path, int, RuleComparison | Exception]]:
    """Each list of the pages with its number on the page, and what its rule gives back, or the exception."""
    for path in files:
        try:
            lists = discover(parse(path.read_bytes(), page=str(path)), limit=LISTS, threshold=0.0)
        except WeblodeError as error:  # a page beyond a limit has no lists
            print(f"{path}: {error}", file=sys.stderr)
            continue
        for number, found in enumerate(lists):
            try:
                yield path, number, taught(found, scratch / "rule.json")
            except Exception as error:  # to count them is what this is for
                yield path, number, error


def main(folder: Path, *, show: bool = False) -> int:
    best, every, faults = Counter[str](), Counter[str](), Counter[str]()
    with TemporaryDirectory() as scratch:
        for path, number, result in sweep(page_files(folder), Path(scratch)):
            kind = result.kind if isinstance(result, RuleComparison) else "fault"
            every[kind] += 1
            best[kind] += not number
            if isinstance(result, Exception):
                faults[type(result).__name__] += 1
                print(f"{path}, list {number}: {type(result).__name__}: {result}")
            elif show and kind != "same":
                print(f"{path}, list {number}: {result}")
    print(f"{'lists':12} {'all':>7} " + " ".join(f"{kind:>8}" for kind in KINDS) + f" {'fault':>8}")
    for name, counts in (("best of page", best), ("all", every)):
        print(f"{name:12} {counts.total():7,} " + " ".join(f"{counts[kind]:8,}" for kind in (*KINDS, "fault")))
    print("faults: " + (", ".join(f"{n:,} {name}" for name, n in faults.most_common()) or "none"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), show="--lists" in sys.argv[2:]))
