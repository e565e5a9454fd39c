"""The quality of results on pages with gold; a module for each kind of result."""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weblode.caches import regex
from weblode.errors import WeblodeError


@dataclass
class Tally:
    """The numbers of right, predicted and expected answers, summed over pages."""

    right: int = 0
    predicted: int = 0
    expected: int = 0

    def add(self, right: int, predicted: int, expected: int) -> None:
        self.right, self.predicted, self.expected = (
            self.right + right,
            self.predicted + predicted,
            self.expected + expected,
        )

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else float(not self.expected)

    @property
    def recall(self) -> float:
        return self.right / self.expected if self.expected else 1.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def gold_sets(folder: Path, field: str, *, without: str = "") -> Iterator[Path]:
    """The data folder and those below it whose `gold.json` has rows with `field` and without `without`."""
    for gold in sorted([*folder.glob("gold.json"), *folder.glob("*/gold.json")]):
        rows = read_gold(gold)
        if isinstance(rows, list) and rows and field in rows[0] and without not in rows[0]:
            yield gold.parent


def read_gold(path: Path) -> Any:
    """The content of a gold file. Raises WeblodeError if it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:  # of JSON, or of UTF-8
        raise WeblodeError(f"{path}: gold must be JSON: {error}") from error


def plain(text: str | None) -> str:
    """A text in the form in which labels and values are compared: its words, joined by spaces."""
    return " ".join(words(text or ""))


# Kana and Han: scripts that put no space between words, so that each character counts as one.
_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
WORD = regex(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def words(text: str) -> list[str]:
    """The words of a text, in lower case and NFKC; in scripts without spaces each character is a word.

    >>> words("News & \\uff36iews! 東京2020")
    ['news', 'views', '東', '京', '2020']
    """
    return WORD.findall(unicodedata.normalize("NFKC", text).lower())
