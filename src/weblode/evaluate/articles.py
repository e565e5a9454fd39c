"""The quality of articles: bodies by their runs of four words, titles word by word, authors by their names.

The measure of the public article extraction benchmark: precision and recall of the body's runs of four words (with
their counts), averaged over pages. In scripts without spaces each character is a word.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weblode.evaluate import WORD, Tally, plain, read_gold

_RUN = 4  # words of a run


@dataclass(frozen=True)
class ArticleGold:
    """A page with its publisher, title, authors and body."""

    path: Path
    site: str
    url: str | None
    title: str
    authors: tuple[str, ...]
    body: str


def article_golds(folder: Path) -> list[ArticleGold]:
    """The pages of a data folder with their gold (`gold.json`, `pages/`)."""
    return [
        ArticleGold(
            folder / "pages" / row["page"],
            row["site"],
            row.get("url"),
            row.get("title") or "",
            tuple(row.get("authors") or ()),
            row["body"],
        )
        for row in read_gold(folder / "gold.json")
    ]


def halves(golds: Sequence[ArticleGold]) -> dict[str, list[ArticleGold]]:
    """The pages in two halves of the publishers, sorted and taken alternately: "read" is for people to look at."""
    sites = sorted({gold.site for gold in golds})
    return {name: [gold for gold in golds if gold.site in sites[k::2]] for k, name in enumerate(("read", "other"))}


def runs(text: str) -> Counter[tuple[str, ...]]:
    """The runs of four words of a text, with their counts; a shorter text is one run.

    >>> sorted(runs("a b c d e")), sorted(runs("a b"))
    ([('a', 'b', 'c', 'd'), ('b', 'c', 'd', 'e')], [('a', 'b')])
    """
    words = WORD.findall(text)
    if len(words) < _RUN:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[k:] for k in range(_RUN)), strict=False))


@dataclass
class ArticleScore:
    """The sums over all pages so far."""

    pages: int = 0
    precisions: float = 0.0
    recalls: float = 0.0
    exact: int = 0
    title: Tally = field(default_factory=Tally)
    author: Tally = field(default_factory=Tally)

    def add(self, gold: ArticleGold, attributes: Mapping[str, Any]) -> tuple[float, float]:
        """Count a page by its attributes, each a text or a list of texts; precision and recall of its body."""
        texts = {name: _texts(attributes.get(name)) for name in ("title", "author", "body")}
        expected, predicted = runs(gold.body), runs("\n".join(texts["body"]))
        both = (expected & predicted).total()
        precision = both / predicted.total() if predicted else float(not expected)
        recall = both / expected.total() if expected else 1.0
        self.pages += 1
        self.precisions += precision
        self.recalls += recall
        self.exact += expected == predicted
        if gold.title:
            right = plain(gold.title) == plain("\n".join(texts["title"]))
            self.title.add(int(right), len(texts["title"]), 1)
        authors = plain("\n".join(texts["author"]))
        self.author.add(sum(plain(name) in authors for name in gold.authors), len(texts["author"]), len(gold.authors))
        return precision, recall

    @property
    def precision(self) -> float:
        return self.precisions / self.pages if self.pages else 0.0

    @property
    def recall(self) -> float:
        return self.recalls / self.pages if self.pages else 0.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def __str__(self) -> str:
        return (
            f"bodies: P {self.precision:.3f}  R {self.recall:.3f}  F1 {self.f1:.3f}  exact {self.exact}/{self.pages}"
            f"  title {self.title.right}/{self.title.expected}  author {self.author.right}/{self.author.expected}"
            f" of {self.author.predicted} named"
        )


def _texts(value: object) -> list[str]:
    return [str(part) for part in (value if isinstance(value, list | tuple) else [value]) if part]


def line(gold: ArticleGold, attributes: Mapping[str, Any]) -> str:
    """A page as a line of JSON."""
    return json.dumps({"page": gold.path.name, "attributes": dict(attributes)}, ensure_ascii=False)
