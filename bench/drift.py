"""Rules over time: `python -m bench.rules --drift FOLDER [FILE]`.

A rule is learnt on the old page of a pair and applied to the new one as `weblode apply --relearn` does. A pair counts
if the rule was learnt right: with F1 of at least 0.9 on the old page. It is *right* if that holds on the new page too,
*reported* if the page is refused, and *silently wrong* otherwise. The column that holds the gold text of most records
of the old page is *kept* if it holds that of most records of the new one, under the same name. FILE gets the records of
the new pages, for a scorer.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weblode.errors import RuleError
from weblode.evaluate import Tally, read_gold, records
from weblode.pages.html import parse
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.learning import learn
from weblode.rules.relearning import relearn

SET = "drift"
RIGHT = 0.9
DAY = "2000-01-01"  # in the history of rules: figures do not depend on the clock


@dataclass(frozen=True)
class Pair:
    """What became of a pair: how right the rule is on the old and on the new page, and whether its column was kept.

    `new` is None if the page was refused, `kept` if no column holds the gold texts of the old page.
    """

    name: str
    old: float
    new: float | None
    kept: bool | None
    found: RecordList | None

    @property
    def outcome(self) -> str:
        """In a word."""
        if self.old < RIGHT:
            return "not learnt"
        return "reported" if self.new is None else "right" if self.new >= RIGHT else "silently wrong"


def measured(folder: Path) -> list[Pair]:
    """What became of each pair of the set."""
    return [_pair(folder / SET, row) for row in read_gold(folder / SET / "gold.json")]


def _pair(folder: Path, row: dict[str, Any]) -> Pair:
    old, new = (parse((folder / "pages" / row[name]).read_bytes(), page=row[name]) for name in ("old", "new"))
    before, after = ([each["text"] for each in row[name]] for name in ("old_records", "records"))
    try:
        rule = learn(discover(old, threshold=0.0)[:1])
    except RuleError:
        return Pair(row["page"], 0.0, None, None, None)
    own = rule.try_on(old)
    try:
        found = relearn(rule, new, DAY).records
    except RuleError:
        return Pair(row["page"], f1(before, row["part"], own), None, None, None)
    column = holder(own, before) if own else ""
    kept = column == holder(found, after, column) if column else None
    return Pair(row["page"], f1(before, row["part"], own), f1(after, row["part"], found), kept, found)


def f1(gold: list[str], part: str, found: RecordList | None) -> float:
    """How right the records of a list are."""
    wanted = [records.words(text) for text in gold]
    bags = [bag for text in (found.texts() if found else ()) if (bag := records.words(text))]
    return Tally(records.matches(wanted, bags, part), len(bags), len(wanted)).f1


def holder(found: RecordList, gold: list[str], preferred: str = "") -> str:
    """The column that holds most of the texts; the preferred one if it holds as many, "" if none holds half of them."""
    counts = {
        each.name: sum(any(_holds(cell.value, text) for cell in each.cells if cell) for text in gold)
        for each in found.fields
    }
    best = max(counts, key=lambda name: (counts[name], name == preferred), default="")
    return best if best and 2 * counts[best] > len(gold) else ""


def _holds(value: str, text: str) -> bool:
    """Whether a value holds a text, or all of it but a label: "Case No. 20230192-CA"."""
    return text in value or (value in text and 2 * len(value) > len(text))


def rates(folder: Path) -> dict[str, float]:
    """The figures for the gate."""
    if not (folder / SET / "gold.json").exists():
        return {}
    pairs = measured(folder)
    learnt = [each for each in pairs if each.outcome != "not learnt"]
    right = sum(each.outcome == "right" for each in learnt)
    spoken = sum(each.outcome != "silently wrong" for each in learnt)
    mean = sum(each.new or 0.0 for each in pairs) / len(pairs)
    return {
        "drift, rules right after a redesign": right / len(learnt),
        "drift, rules right or reported": spoken / len(learnt),
        "drift, F1 of all new pages": mean,
    }


def main(folder: Path, output: Path | None = None) -> None:
    pairs = measured(folder)
    for each in pairs:
        new = "  - " if each.new is None else f"{each.new:4.2f}"
        column = {True: "column kept", False: "column lost", None: ""}[each.kept]
        print(f"{each.name[:80]:80} {each.old:4.2f} {new} {each.outcome:14} {column}".rstrip())
    learnt = [each for each in pairs if each.outcome != "not learnt"]
    counts = {word: sum(each.outcome == word for each in learnt) for word in ("right", "reported", "silently wrong")}
    print(f"{len(learnt)} of {len(pairs)} learnt: " + ", ".join(f"{n} {word}" for word, n in counts.items()))
    kept = [each.kept for each in learnt if each.kept is not None]
    print(f"column of the gold kept on {sum(kept)} of {len(kept)}")
    print(f"F1 of all new pages {sum(each.new or 0.0 for each in pairs) / len(pairs):.3f}")
    if output:
        lines = [{"page": each.name, "regions": [each.found.as_dict()] if each.found else []} for each in pairs]
        output.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
