"""Drift: what is different on a page from those that a rule was learnt on, as after a redesign."""

from weblode.records.record_list import RecordList
from weblode.rules.rule import Rule


def drift(rule: Rule, found: RecordList) -> list[str]:
    """What is other on a page than on those that taught the rule, a line each; nothing if all is as it was."""
    expected, n, lines = rule.expected, len(found.records), []
    if expected.fit and found.score < 0.8 * expected.fit:
        lines.append(f"fits by {found.score:.0%}, those learnt on by {expected.fit:.0%}")
    if n > 3 * expected.most > 0 or 3 * n < expected.fewest:
        lines.append(f"{n} records, those learnt on had {expected.fewest} to {expected.most}")
    names = {each.name for each in rule.columns if each.kept and not each.names_next and each.share >= 0.8}
    gone = [each.name for each in found.fields if each.name in names and not any(each.cells)]
    if gone:
        lines.append(f"no record has {', '.join(gone)}")
    known = {each.name for each in rule.columns}
    new = [each.name for each in found.fields if each.name not in known and 2 * sum(map(bool, each.cells)) > n]
    if new and rule.columns:
        lines.append(f"most records have what the rule does not know: {', '.join(new)}")
    return lines
