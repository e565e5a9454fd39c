"""Comparing the records that a rule extracts from a page with the list found there by discovery."""

from dataclasses import dataclass

import numpy as np

from weblode.records.record_list import RecordList
from weblode.rules.rule import Rule


@dataclass(frozen=True)
class RuleComparison:
    """Counts: the records found by discovery, how many of them the rule gives, and how many others it gives."""

    found: int
    given: int = 0
    others: int = 0
    refused: bool = False

    @property
    def kind(self) -> str:
        """The result in a word: same, fewer, more, some (fewer and others), none (only others), or refused."""
        if self.refused:
            return "refused"
        if not self.given:
            return "none"
        fewer = self.given < self.found
        return ("some" if fewer else "more") if self.others else "fewer" if fewer else "same"

    def __str__(self) -> str:
        """How the two differ, as a sentence; empty if they do not."""
        if self.kind == "same":
            return ""
        line = f"the rule gives {self.given or 'none'} of the {self.found} records found there"
        if self.refused:
            return f"{line}: it refuses the page"
        others = f"{self.others} other{'' if self.others == 1 else 's'}"
        return f"{line}, {'and' if self.given else 'but'} {others}" if self.others else line


def compare(rule: Rule, record_list: RecordList) -> RuleComparison:
    """How the records that a rule extracts from a list's page differ from the list.

    Two records are the same if they have the same text leaves, whatever elements stand around them.
    """
    expected = _spans(record_list)
    extracted = rule.try_on(record_list.tree)
    if extracted is None:
        return RuleComparison(len(expected), refused=True)
    taken = _spans(extracted)
    return RuleComparison(len(expected), len(expected & taken), len(taken - expected))


def _spans(record_list: RecordList) -> set[tuple[int, int]]:
    """The text leaves of each record that has some, as the first and the first after."""
    bounds = np.array(record_list.records, dtype=np.int32).reshape(-1, 2)
    spans: list[list[int]] = record_list.tree.leaves.searchsorted(bounds).tolist()
    return {(first, stop) for first, stop in spans if first < stop}
