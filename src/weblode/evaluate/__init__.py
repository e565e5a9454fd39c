"""How good answers are, on pages with gold; a module for each kind of answer."""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weblode.errors import WeblodeError


@dataclass
class Tally:
    """Right, predicted and wanted answers, summed over pages."""

    right: int = 0
    predicted: int = 0
    wanted: int = 0

    def add(self, right: int, predicted: int, wanted: int) -> None:
        self.right, self.predicted, self.wanted = self.right + right, self.predicted + predicted, self.wanted + wanted

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else float(not self.wanted)

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 1.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def gold_sets(folder: Path, field: str, *, without: str = "") -> Iterator[Path]:
    """The folders below a data folder, or the folder itself, whose `gold.json` has rows with one field, not another."""
    for gold in sorted([*folder.glob("gold.json"), *folder.glob("*/gold.json")]):
        rows = read_gold(gold)
        if isinstance(rows, list) and rows and field in rows[0] and without not in rows[0]:
            yield gold.parent


def read_gold(path: Path) -> Any:
    """What a file of gold holds. Raises WeblodeError if it is no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:  # of JSON, or of UTF-8
        raise WeblodeError(f"{path}: gold must be JSON: {error}") from error


def plain(text: str | None) -> str:
    """A text as labels and values are compared: its words, a space between."""
    return " ".join(words(text or ""))


# Kana and Han: scripts that put no space between words, so that each character counts as one.
_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def words(text: str) -> list[str]:
    """The words of a text, lower case and NFKC; in scripts without spaces each character is one.

    >>> words("News & \\uff36iews! 東京2020")
    ['news', 'views', '東', '京', '2020']
    """
    return _WORD.findall(unicodedata.normalize("NFKC", text).lower())
