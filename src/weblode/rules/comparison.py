"""What a rule gives back of the list that it was learnt from."""

from dataclasses import dataclass

import numpy as np

from weblode.records.record_list import RecordList
from weblode.rules.rule import Rule


@dataclass(frozen=True)
class RuleComparison:
    """What a rule takes from a page beside the list found there: records found, those of them given, and others."""

    found: int
    given: int = 0
    others: int = 0
    refused: bool = False

    @property
    def kind(self) -> str:
        """One word: same, fewer, more, some (fewer and others), none (only others), or refused."""
        if self.refused:
            return "refused"
        if not self.given:
            return "none"
        lost = self.given < self.found
        return ("some" if lost else "more") if self.others else "fewer" if lost else "same"

    def __str__(self) -> str:
        """How the two differ, for a person; nothing if they do not."""
        if self.kind == "same":
            return ""
        line = f"the rule gives {self.given or 'none'} of the {self.found} records found there"
        if self.refused:
            return f"{line}: it refuses the page"
        others = f"{self.others} other{'' if self.others == 1 else 's'}"
        return f"{line}, {'and' if self.given else 'but'} {others}" if self.others else line


def compare(rule: Rule, found: RecordList) -> RuleComparison:
    """What a rule takes from a page beside a list that was found there.

    A record is given back if one of the same text leaves is, whatever elements stand around them.
    """
    wanted = _spans(found)
    again = rule.try_on(found.tree)
    if again is None:
        return RuleComparison(len(wanted), refused=True)
    taken = _spans(again)
    return RuleComparison(len(wanted), len(wanted & taken), len(taken - wanted))


def _spans(found: RecordList) -> set[tuple[int, int]]:
    """The text leaves of each record that has some, as the first and the one after the last."""
    bounds = np.array(found.records, dtype=np.int32).reshape(-1, 2)
    spans: list[list[int]] = found.tree.leaves.searchsorted(bounds).tolist()
    return {(first, stop) for first, stop in spans if first < stop}
