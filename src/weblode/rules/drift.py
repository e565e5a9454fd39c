"""Drift: how a page differs from those that a rule was learnt on, as after a redesign."""

from weblode.records.record_list import RecordList
from weblode.rules.rule import Rule


def drift(rule: Rule, record_list: RecordList) -> list[str]:
    """The differences of a page from those that the rule was learnt on, one line each; empty if there are none."""
    expected, n, lines = rule.expected, len(record_list.records), []
    if expected.fit and record_list.score < 0.8 * expected.fit:
        lines.append(f"fits the rule by {record_list.score:.0%}, the pages learnt on by {expected.fit:.0%}")
    if n > 3 * expected.most > 0 or 3 * n < expected.fewest:
        lines.append(f"{n} records, the pages learnt on had {expected.fewest} to {expected.most}")
    names = {
        each.name
        for each in rule.columns
        if each.kept and not each.hidden and not each.names_next and each.share >= 0.8
    }
    gone = [each.name for each in record_list.all_fields if each.name in names and not any(each.cells)]
    if gone:
        lines.append(f"no record has {', '.join(gone)}")
    unknown = [each for each in record_list.found_fields if each.new and not each.column.hidden]
    new = [each.name for each in unknown if 2 * sum(map(bool, each.cells)) > n]
    if new and rule.columns:
        lines.append(f"most records have fields that the rule does not know: {', '.join(new)}")
    return lines
