"""Application ontologies, measured: `python -m bench.application [FOLDER] [--rows N] [--db URL] [--other FOLDER]`.

The folder holds a folder of pages with gold for each application, and `halves.json`: the pages that the patterns were
written on, and those held out; by default the pages of our own tests. Printed are separators and fields for each half,
the success of every heuristic and of all 26 combinations on all pages, and the speed of the recogniser and of loading.
`--other FOLDER`: pages of other kinds, every ninth from the fifth (those from the first were used to choose the
thresholds), and on how many of them an application claims records.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from bench.data import page_files
from weblode.application import files
from weblode.application.extract import extract
from weblode.application.pieces import HEURISTICS, NONE, ONE, SEVERAL, Extraction, ExtractOptions
from weblode.application.populate import load
from weblode.application.recognise import recognise
from weblode.application.text import PageText, page_text
from weblode.evaluate.application import ApplicationScore, golds, separator_score
from weblode.pages.html import parse
from weblode.tree import Tree

PAGES = Path(__file__).parent.parent / "tests" / "application" / "pages"
SPEED = 5_000_000  # bytes of text for the recogniser


def scored(folder: Path, half: str) -> dict[str, ApplicationScore]:
    """The score of each application on one half of its pages."""
    found = {}
    for name, halves in json.loads((folder / "halves.json").read_text(encoding="utf-8")).items():
        application = files.load(name)
        score = ApplicationScore()
        pages, columns = golds(folder / name, halves[half])
        for gold in pages:
            score.add(gold, extract(_tree(gold.path), application), columns)
        found[name] = score
    return found


def measured(folder: Path) -> list[str]:
    """The applications that a folder has pages of."""
    return sorted(json.loads((folder / "halves.json").read_text(encoding="utf-8")))


def combined(folder: Path, factors: str) -> dict[str, float]:
    """The success of each heuristic and each combination of heuristics on all pages."""
    success: dict[str, list[float]] = {}
    for name in measured(folder):
        application = files.load(name)
        for gold in golds(folder / name)[0]:
            tree = _tree(gold.path)
            for size in range(1, len(HEURISTICS) + 1):
                for letters in map("".join, combinations(HEURISTICS, size)):
                    found = extract(tree, application, options=ExtractOptions(letters, factors))
                    success.setdefault(letters, []).append(separator_score(gold, found))
    return {letters: sum(values) / len(values) for letters, values in success.items()}


def varied(folder: Path, name: str, size: int, seed: int = 0) -> PageText:
    """A text of a size out of an application's pages, in which no number and hardly a word comes twice."""
    dice = random.Random(seed)
    texts = [page_text(_tree(path)).string for path in sorted((folder / name).glob("*.html"))]
    parts: list[str] = []
    length = 0
    while length < size:
        for text in texts:
            digits = str.maketrans("3456789", "".join(dice.sample("3456789", 7)))
            vowels = str.maketrans("aeou", "".join(dice.sample("aeou", 4))) if dice.random() < 0.2 else {}
            parts.append(text.translate(digits).translate(vowels))
            length += len(parts[-1].encode()) + 1
    return PageText(_tree(folder / name / "gold.json"), "\n".join(parts), np.zeros(1, dtype=np.int64))


def speeds(folder: Path) -> Iterator[str]:
    """Lines with the speed of the recogniser on each application."""
    for name in measured(folder):
        text = varied(folder, name, SPEED)
        application = files.load(name)
        recognise(varied(folder, name, 10_000), application)
        began = time.process_time()
        table = recognise(text, application, seconds=600)
        took = time.process_time() - began
        dense = len(table) / len(text.data) * 1000
        yield f"recognise {name:12} {len(text.data) / took / 1e6:6.1f} MB/s  {dense:5.1f} entries/KB"


def listing(n: int) -> Extraction:
    """A page with so many obituaries, extracted."""
    record = (
        "<hr><b>Ada {0}</b><br> age {1}, of Tucson, died September 30, 1998. She was born June 6, {2} in Iowa. "
        "Funeral services will be at 11:00 a.m. Tuesday, October 6, 1998. Burial at South Lawn Cemetery.<br>"
    )
    names = ("".join(chr(97 + int(digit)) for digit in f"{i:05}").capitalize() for i in range(n))
    body = "".join(record.format(name, i % 60 + 30, 1998 - i % 60 - 31) for i, name in enumerate(names))
    tree = parse(f"<body><div>{body}<hr></div>".encode(), page="listing.html")
    return extract(tree, files.load("obituaries"), options=ExtractOptions(seconds=600))


def loading(n: int, address: str) -> str:
    """A line with the speed of loading so many records."""
    found = listing(n)
    began = time.perf_counter()
    done = load(found.application, [found], address)
    took = time.perf_counter() - began
    speed = f"{done.rows / took:,.0f} rows/s ({address.split(':')[0]})"
    return f"load {len(found.records):,} records, {done.rows:,} rows: {speed}"


def claims(folder: Path) -> Iterator[str]:
    """Lines with the pages of other kinds on which each application claims records."""
    trees = [_tree(path) for path in page_files(folder)[4::9]]
    for name in files.bundled():
        application = files.load(name)
        kinds = [extract(tree, application).kind for tree in trees]
        counted = ", ".join(f"{kinds.count(kind)} {kind}" for kind in (SEVERAL, ONE, NONE))
        yield f"other pages, {name:12} {len(trees)} pages: {counted}"


def _tree(path: Path) -> Tree:
    return parse(path.read_bytes(), page=path.name)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=PAGES)
    parser.add_argument("--rows", type=int, default=10_000, help="records to load")
    parser.add_argument("--db", help="load into this database too")
    parser.add_argument("--other", type=Path, help="pages of other kinds")
    given = parser.parse_args()
    for half in ("patterns", "held_out"):
        for name, score in scored(given.folder, half).items():
            fields = score.fields
            figures = f"P {fields.precision:.3f} R {fields.recall:.3f} of {fields.expected}"
            print(f"{half:9} {name:12} separators {score.separators:g}/{score.pages}  fields {figures}")
    for factors in ("paper", "ours"):
        print(
            f"{factors}: "
            + "  ".join(f"{letters} {value:.3f}" for letters, value in combined(given.folder, factors).items())
        )
    for line in speeds(given.folder):
        print(line)
    with tempfile.TemporaryDirectory() as home:
        print(loading(given.rows, f"sqlite:///{home}/rows.db"))
    if given.db:
        print(loading(given.rows, given.db))
    for line in claims(given.other) if given.other else ():
        print(line)


if __name__ == "__main__":
    main()
