"""The quality of application ontologies on pages about one thing: the fields that the gold has, value by value.

Gold has texts of the page; an ontology has typed values. A value is right if it has the words of a gold text (or of all
texts of the attribute, such as the lines of an address), if it was read from such a text and has most of its words, or
if it is what the set's own patterns read from the gold text: `$ 24,250` is 24250, `Pub. Date: June 2010` is June 2010.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from weblode.application.assign import AssignedCell
from weblode.application.model import Application
from weblode.application.pieces import Extraction
from weblode.application.recognise import SetPatterns
from weblode.application.values import Value, value_of
from weblode.evaluate import plain

_MOST = 0.5  # the share of a gold text's words that a value has, if it was read from that text


@dataclass
class DomainScore:
    """Values that are right and all, attributes with a right value and all."""

    right: int = 0
    values: int = 0
    hits: int = 0
    expected: int = 0

    @property
    def precision(self) -> float:
        """The share of the values that are right."""
        return self.right / self.values if self.values else float(not self.expected)

    @property
    def recall(self) -> float:
        """The share of the gold attributes of pages with a right value."""
        return self.hits / self.expected if self.expected else 1.0

    def join(self, other: "DomainScore") -> None:
        """Count another score too."""
        self.right, self.values = self.right + other.right, self.values + other.values
        self.hits, self.expected = self.hits + other.hits, self.expected + other.expected


@dataclass(frozen=True)
class DomainJudge:
    """Compares extractions with gold; `fields` has the sets for each gold attribute, the best first."""

    application: Application
    fields: Mapping[str, Sequence[str]]
    by_attribute: dict[str, DomainScore] = field(default_factory=dict)

    def add(self, extraction: Extraction, gold: Mapping[str, Sequence[str]]) -> DomainScore:
        """The score of a page; of several records, the first counts."""
        total = DomainScore()
        cells = [cell for record in extraction.records[:1] for row in record.rows for cell in row.cells]
        for attribute, texts in gold.items():
            if attribute in self.fields and any(map(plain, texts)):
                score = self._attribute(extraction, cells, self.fields[attribute], texts)
                total.join(score)
                self.by_attribute.setdefault(attribute, DomainScore()).join(score)
        return total

    def _attribute(
        self, extraction: Extraction, cells: Sequence[AssignedCell], sets: Sequence[str], texts: Sequence[str]
    ) -> DomainScore:
        ours: list[AssignedCell] = []
        for name in sets:
            ours = ours or [cell for cell in cells if cell.field.set == name]
        right = sum(self.is_right(extraction, cell, texts) for cell in ours)
        return DomainScore(right, len(ours), int(right > 0), 1)

    def is_right(self, extraction: Extraction, cell: AssignedCell, texts: Sequence[str]) -> bool:
        """Whether a value is the one of gold texts."""
        wanted_words = {plain(text) for text in (*texts, " ".join(texts))} - {""}
        words = plain(cell.entry.string)
        if words in wanted_words or plain(str(cell.value)) in wanted_words:
            return True
        [node] = extraction.text.nodes([cell.entry.start])
        around = plain(extraction.text.tree.string(node))
        if around in wanted_words and len(words) >= _MOST * len(around):
            return True
        return any(
            cell.value == value for text in (*texts, "\n".join(texts)) for value in self._read(cell.field.set, text)
        )

    def _read(self, name: str, text: str) -> list[Value]:
        """What the patterns of a set read from a text."""
        frame = next((each for each in self.application.frames(name) if each.has_values), None)
        if frame is None:
            return []
        spans = self._patterns.constants(frame.name, text)
        values = (value_of(text[a:b], frame, american=self.application.american) for a, b in spans)
        return [value for value in values if value is not None]

    @cached_property
    def _patterns(self) -> SetPatterns:
        return SetPatterns(self.application)
