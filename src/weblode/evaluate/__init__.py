"""How good answers are, on pages with gold; a module for each kind of answer."""

import re
import unicodedata
from dataclasses import dataclass


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


def words(text: str) -> list[str]:
    """The words of a text, in one form for all of Unicode's forms and without case.

    >>> words("News & \\uff36iews!")
    ['news', 'views']
    """
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).lower())
