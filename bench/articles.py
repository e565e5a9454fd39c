"""Articles with gold: `python -m bench.articles FOLDER [--pages] [--half read|other] [--json FILE]`.

The folder, or its `articles-world`, holds `gold.json` with title, authors and body of each page, and `pages/`. Printed
are the figures of the first half of the publishers, whose pages were read while rules were written, of the other half,
whose pages were not, and of both; then the time of an article in bare parses.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from bench.timing import bare_parses
from weblode.evaluate.articles import ArticleGold, ArticleScore, article_golds, halves, line
from weblode.instances.attributes import attributes
from weblode.ontology import Attribute
from weblode.pages.html import parse

SET = "articles-world"
Values = Mapping[str, str | list[str]]


def values(found: Iterable[Attribute]) -> dict[str, str | list[str]]:
    """The first title and body of a page's attributes, and all authors."""
    first: dict[str, str | list[str]] = {}
    authors: list[str] = []
    for one in found:
        if one.name == "author":
            authors.append(one.value)
        else:
            first.setdefault(one.name, one.value)
    return {name: first[name] for name in ("title", "body") if name in first} | {"author": authors}


def predict(gold: ArticleGold) -> dict[str, str | list[str]]:
    """The title, authors and body that we find on a page."""
    return values(attributes(parse(gold.path.read_bytes(), page=gold.path.name, url=gold.url)))


def article_folder(folder: Path) -> Path:
    """The folder of the set: this one or that below it."""
    return folder / SET if (folder / SET).is_dir() else folder


def article_rates(folder: Path) -> dict[str, float]:
    """Measures for the gate: each of both halves."""
    rates: dict[str, float] = {}
    for half, golds in halves(article_golds(article_folder(folder))).items():
        score = score_of(golds, predict)
        rates |= {f"articles body F1 {half}": score.f1, f"articles titles {half}": score.title.recall}
        rates |= {f"articles authors {half}": score.author.recall}
    return rates


def score_of(golds: Sequence[ArticleGold], predictor: Callable[[ArticleGold], Values]) -> ArticleScore:
    """The score of a predictor on these pages."""
    score = ArticleScore()
    for gold in golds:
        score.add(gold, predictor(gold))
    return score


def speed(golds: Sequence[ArticleGold]) -> float:
    """The time of parse and attributes in bare parses, in the median of the pages; the best of some rounds each."""
    return bare_parses(
        ((gold.path.read_bytes(), gold.url) for gold in golds), lambda data, url: attributes(parse(data, url=url))
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.articles", description="Articles against their gold.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("read", "other"), help="only the pages of this half of the publishers")
    parser.add_argument("--pages", action="store_true", help="a line a page")
    parser.add_argument("--json", type=Path, help="write what was found here, a line a page")
    parser.add_argument("--no-speed", action="store_true", help="without the time")
    options = parser.parse_args()
    golds = article_golds(article_folder(options.folder))
    parts = halves(golds)
    lines, answers = [], {}
    for half in [options.half] if options.half else parts:
        score = ArticleScore()
        for gold in parts[half]:
            answers[gold.path] = predict(gold)
            precision, recall = score.add(gold, answers[gold.path])
            lines.append(line(gold, answers[gold.path]))
            if options.pages:
                print(f"{gold.path.name}: P {precision:.2f} R {recall:.2f}")
        print(f"{half:6} {score}")
    if not options.half:
        print(f"{'both':6} {score_of(golds, lambda gold: answers[gold.path])}")
    if options.json:
        options.json.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if not options.no_speed:
        print(f"parse and attributes: {speed(golds[::3]):.1f} bare parses in the median")


if __name__ == "__main__":
    main()
