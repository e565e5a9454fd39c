"""Next and numbered pages with gold: `python -m bench.pagination FOLDER [--pages] [--half read|other] [--json FILE]`.

The folder, or one below it, holds `gold.json` with the next page and the numbered pages of each page, and `pages/`.
Printed are the figures of every second site, whose pages were read while rules were written; of the other sites, whose
pages were not; of both; and of both if the page that `--follow` would read counts as the next one. Then the time of the
pagination in bare parses.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from bench.timing import bare_parses
from weblode.evaluate.pagination import PaginationGold, PaginationScore, golds, halves, sets
from weblode.pages.html import parse
from weblode.pagination.discover import Pagination, pagination


def predict(gold: PaginationGold) -> Pagination:
    """The pagination that we find on a page."""
    return pagination(parse(gold.path.read_bytes(), page=gold.path.name, url=gold.url))


def pagination_rates(folder: Path) -> dict[str, float]:
    """Measures for the gate: next pages and numbered pages of both halves."""
    rates: dict[str, float] = {}
    for data in sets(folder):
        for half, pages in halves(golds(data)).items():
            score = score_of([(gold, predict(gold)) for gold in pages])
            rates |= {f"{data.name} next, {half} sites": score.next_rate}
            rates |= {f"{data.name} pages F1, {half} sites": score.pages.f1}
    return rates


def score_of(answers: Sequence[tuple[PaginationGold, Pagination]], *, follow: bool = False) -> PaginationScore:
    """The score of answers; with `follow`, of the pages that would be read next."""
    score = PaginationScore()
    for gold, answer in answers:
        link = answer.following if follow else answer.next_link
        score.add(gold, link.address if link else None, answer.pages)
    return score


def speed(pages: Sequence[PaginationGold]) -> float:
    """The time of parse and pagination in bare parses, in the median of the pages; the best of some rounds each."""
    return bare_parses(
        ((gold.path.read_bytes(), gold.url) for gold in pages), lambda data, url: pagination(parse(data, url=url))
    )


def line(gold: PaginationGold, answer: Pagination) -> str:
    """A page and its pagination as JSON."""
    return json.dumps({"page": gold.path.name, "pagination": answer.as_dict()}, ensure_ascii=False)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures of all data sets with next pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("read", "other"), help="only the pages of this half of the sites")
    parser.add_argument("--pages", action="store_true", help="a line for each page whose next page is not the gold's")
    parser.add_argument("--json", type=Path, help="write what was found here, a line a page")
    parser.add_argument("--no-speed", action="store_true", help="without the time")
    options = parser.parse_args(argv)
    for data in sets(options.folder):
        parts = halves(golds(data))
        chosen = [options.half] if options.half else list(parts)
        answers = {half: [(gold, predict(gold)) for gold in parts[half]] for half in chosen}
        both = [pair for half in chosen for pair in answers[half]]
        for half, pairs in answers.items():
            print(f"{half:6} {score_of(pairs)}")
        if not options.half:
            print(f"{'both':6} {score_of(both)}")
            print(f"{'follow':6} {score_of(both, follow=True)}")
        for gold, answer in both if options.pages else ():
            if not PaginationScore().add(gold, answer.next, ()):
                print(f"{gold.path.name}: next {answer.next}, gold {sorted(gold.next)}")
        if options.json:
            options.json.write_text("".join(f"{line(*pair)}\n" for pair in both), encoding="utf-8")
        if not options.no_speed:
            print(f"parse and pagination: {speed([gold for gold, _ in both][::3]):.1f} bare parses in the median")


if __name__ == "__main__":
    main()
