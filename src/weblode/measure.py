"""Quality and speed of a method on a set of pages with gold, as a line of a table."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from weblode.evaluate import Tally
from weblode.evaluate.records import Score, golds
from weblode.pages.html import parse
from weblode.records.discover import discover

HEADER = (
    f"{'set':18} {'method':8} {'pages':>5} {'P':>6} {'R':>6} {'F1':>6} {'perfect':>8} {'any F1':>7} {'claims':>7} "
    f"{'ms':>7} {'ratio':>6}"
)


def measured(folder: Path, method: str, factors: str = "ours") -> str:
    """The line of the table for a set and a method; the ratio is to the bare parse of the same page."""
    score, times, ratios = evaluated(folder, method, factors)
    figures = (score.main.precision, score.main.recall, score.main.f1, score.best.f1)
    precision, recall, f1, best = (f"{figure:.3f}" if score.pages else "-" for figure in figures)
    perfect = f"{score.perfect}/{score.pages}" if score.pages else "-"
    claims = f"{score.claims}/{score.empty}" if score.empty else "-"
    return (
        f"{folder.name:18} {method:8} {score.pages + score.empty:5} {precision:>6} {recall:>6} {f1:>6} "
        f"{perfect:>8} {best:>7} {claims:>7} {median(times):7.2f} {median(ratios):6.2f}"
    )


def evaluated(
    folder: Path, method: str, factors: str = "ours", *, timed: bool = True
) -> tuple[Score, list[float], list[float]]:
    """The score, the milliseconds a page, and the ratios to the bare parse."""
    from selectolax.lexbor import LexborHTMLParser

    score, times, ratios = Score(Tally(), Tally()), [], []
    for gold in golds(folder):
        data = gold.path.read_bytes()
        lists = discover(parse(data), method, factors=factors, limit=10)
        score.add(gold, [found.texts() for found in lists])
        if not timed:
            continue
        took = _seconds(lambda data=data: discover(parse(data), method, factors=factors))  # type: ignore[misc]
        bare = _seconds(lambda data=data: LexborHTMLParser(data))  # type: ignore[misc]
        times.append(1000 * took)
        ratios.append(took / bare)
    return score, times, ratios


def _seconds(run: Callable[[], object]) -> float:
    """The best of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best
