"""Quality and speed of every method on pages with gold, as lines of tables, one table per kind of result.

Milliseconds include the parse: the best of three runs, the median over pages. The ratio is to the parse alone.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from statistics import median

from weblode.evaluate import Tally, outline, records, segments, tables
from weblode.outline import METHODS as OUTLINE
from weblode.outline import SEGMENTS
from weblode.outline.build import outline as find_outline
from weblode.outline.document import Outline
from weblode.outline.segments import segments as find_segments
from weblode.pages.html import parse
from weblode.records import METHODS as RECORDS
from weblode.records.consensus import judges
from weblode.records.discover import discover as find_records
from weblode.tables import METHODS as TABLES
from weblode.tables.discover import discover as find_tables
from weblode.tree import Tree

Work = Callable[[Tree], object]


def report(data: Path, methods: Collection[str], factors: str = "ours") -> Iterator[str]:
    """The lines of all tables that a data folder has gold for."""
    kinds: list[tuple[str, tuple[str, ...], Iterator[Path], Callable[[Path, str], str]]] = [
        (_RECORDS, RECORDS, records.sets(data), lambda folder, method: _record_line(folder, method, factors)),
        (_PAIRS.format("outline: pairs"), OUTLINE, outline.sets(data), _outline_line),
        (_PAIRS.format("segments: bounds"), SEGMENTS, segments.sets(data), _segment_line),
        (_PAIRS.format("tables") + f" {'layout':>7} {'headers':>7}", TABLES, tables.sets(data), _table_line),
    ]
    for header, all_methods, folders, line in kinds:
        chosen = [method for method in all_methods if method in methods]
        lines = [line(folder, method) for folder in folders for method in chosen]
        if lines:
            yield header
            yield from lines


_RECORDS = (
    f"{'records':18} {'method':10} {'pages':>5} {'P':>6} {'R':>6} {'F1':>6} {'ms':>7} {'ratio':>6} {'perfect':>8} "
    f"{'any F1':>7} {'claims':>7}"
)
_PAIRS = f"{{:18}} {'method':10} {'pages':>5} {'P':>6} {'R':>6} {'F1':>6} {'ms':>7} {'ratio':>6}"


def _line(folder: Path, method: str, pages: int, tally: Tally | None, speed: str) -> str:
    figures = (tally.precision, tally.recall, tally.f1) if tally else ()
    quality = " ".join(f"{figure:6.3f}" for figure in figures) or f"{'-':>6} {'-':>6} {'-':>6}"
    return f"{folder.name:18} {method:10} {pages:5} {quality} {speed}"


def _record_line(folder: Path, method: str, factors: str) -> str:
    score = record_score(folder, method, factors)
    speed = _speed(
        [gold.path for gold in records.golds(folder)], lambda tree: find_records(tree, method, factors=factors)
    )
    perfect, best = (f"{score.perfect}/{score.pages}", f"{score.best.f1:.3f}") if score.pages else ("-", "-")
    claims = f"{score.claims}/{score.empty}" if score.empty else "-"
    line = _line(folder, method, score.pages + score.empty, score.main if score.pages else None, speed)
    return f"{line} {perfect:>8} {best:>7} {claims:>7}"


def record_score(folder: Path, method: str, factors: str = "ours") -> records.RecordScore:
    """The quality of the records that a method finds on a set."""
    score = records.RecordScore(Tally(), Tally())
    for gold in records.golds(folder):
        threshold = judges().threshold if method == "consensus" else None
        lists = find_records(parse(gold.path.read_bytes()), method, factors=factors, limit=10, threshold=threshold)
        score.add(gold, [record_list.texts() for record_list in lists])
    return score


def _outline_line(folder: Path, method: str) -> str:
    golds = outline.golds(folder)
    speed = _speed([gold.path for gold in golds], lambda tree: find_outline(tree, method))
    return _line(folder, method, len(golds), outline_score(golds, lambda tree: find_outline(tree, method)), speed)


def outline_score(golds: Iterable[outline.OutlineGold], find: Callable[[Tree], Outline]) -> Tally:
    """The quality of the outlines that a method finds on pages with gold."""
    score = Tally()
    for gold in golds:
        tally = outline.tally(gold, find(parse(gold.path.read_bytes())))
        score.add(tally.right, tally.predicted, tally.expected)
    return score


def _segment_line(folder: Path, method: str) -> str:
    golds, score = segments.golds(folder), Tally()
    for gold in golds:
        boundaries = find_segments(parse(gold.path.read_bytes()), method)
        score.add(*segments.matches(gold.boundaries, boundaries.tolist()))
    speed = _speed([gold.path for gold in golds], lambda tree: find_segments(tree, method))
    return _line(folder, method, len(golds), score, speed)


def _table_line(folder: Path, method: str) -> str:
    golds, score = tables.golds(folder), tables.TableScore()
    pages = {gold.path: parse(gold.path.read_bytes()) for gold in golds}
    answers = {path: {table.index: table for table in find_tables(tree, method)} for path, tree in pages.items()}
    for gold in golds:
        table = answers[gold.path].get(gold.index)
        score.add(gold, table.orientation if table else None, table.header_cells if table else ())
    line = _line(folder, method, len(pages), score.found, _speed(list(pages), lambda tree: find_tables(tree, method)))
    return f"{line} {score.orientation:7.3f} {score.header_cells:7.3f}"


def _speed(pages: Collection[Path], work: Work) -> str:
    """Milliseconds of the work with the parse, and their ratio to the parse alone, as medians over the pages."""
    from selectolax.lexbor import LexborHTMLParser

    times, ratios = [], []
    for page in pages:
        data = page.read_bytes()
        took = _seconds(lambda data=data: work(parse(data)))  # type: ignore[misc]
        times.append(1000 * took)
        ratios.append(took / _seconds(lambda data=data: LexborHTMLParser(data)))  # type: ignore[misc]
    return f"{median(times):7.2f} {median(ratios):6.2f}" if times else f"{'-':>7} {'-':>6}"


def _seconds(run: Callable[[], object]) -> float:
    """The seconds of the best of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best
