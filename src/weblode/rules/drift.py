"""Drift: how a page differs from those that a rule was learnt on, as after a redesign."""

from weblode.records.objects import ALIKE
from weblode.records.record_list import RecordList
from weblode.rules.rule import Rule
from weblode.rules.ways import NEARLY

_CHANCE = 0.01  # a column that is missing on a page by chance, rarer than this, is gone
_NEARLY = 0.2  # pieces a record that are nearly records: on the other pages of a site, as many are on wrong ones only
_SHARE = 0.95  # of a column's share on the pages learnt on that a page surely has


def drift(rule: Rule, record_list: RecordList) -> list[str]:
    """The signs that a page was redesigned, one line each; empty if there are none.

    What `hints` says is none by itself: the last page of a list is short, another search finds things without pictures,
    and a site may say more of some things.
    """
    expected, lines = rule.expected, []
    varied = min(1.0, min(each.alike for each in rule.ways) / ALIKE)  # less than 1 if records learnt on differ much
    if expected.fit and record_list.score < 0.8 * expected.fit * varied:
        lines.append(f"fits the rule by {record_list.score:.0%}, the pages learnt on by {expected.fit:.0%}")
    telling, gone = _telling(rule), _gone(rule, record_list)
    if "title" in gone or 2 * len(gone) > len(telling):
        lines.append(f"no record has {', '.join(gone)}")
    return lines


def hints(rule: Rule, record_list: RecordList) -> list[str]:
    """What is unusual about a page, one line each: missing columns, few or many records, others nearly like them, and
    fields not known."""
    expected, n, lines = rule.expected, len(record_list.records), []
    if gone := _gone(rule, record_list):
        lines.append(f"no record has {', '.join(gone)}")
    if n > 3 * expected.most > 0 or 3 * n < expected.fewest:
        lines.append(f"{n} records, the pages learnt on had {expected.fewest} to {expected.most}")
    nearly = sum(each.reason == NEARLY for each in record_list.dropped)
    if nearly > 1 and nearly >= _NEARLY * n:
        lines.append(f"{nearly} pieces beside the {n} record{'s' * (n != 1)} are nearly like them, and left out")
    unknown = [each for each in record_list.found_fields if each.new and not each.column.hidden]
    new = [each.name for each in unknown if 2 * sum(map(bool, each.cells)) > n]
    if new and rule.columns:
        lines.append(f"most records have fields that the rule does not know: {', '.join(new)}")
    return lines


def _telling(rule: Rule) -> dict[str, float]:
    """The columns that people see and most records have, each with its share of the records."""
    seen = [each for each in rule.columns if each.kept and not each.hidden and not each.names_next]
    return {each.name: each.share for each in seen if each.share >= 0.8}


def _gone(rule: Rule, record_list: RecordList) -> list[str]:
    """The telling columns that no record has, if that is hardly by chance."""
    shares, n = _telling(rule), len(record_list.records)
    missing = [each.name for each in record_list.all_fields if not any(each.cells)]
    return [name for name in missing if name in shares and (1 - _SHARE * shares[name]) ** n < _CHANCE]
