"""Learning a rule again on a page that has changed, so that its columns stay what they were.

Of the lists that discovery proposes for the page, the one whose columns look most like those of the rule is taken: by
the shapes of values seen before ("A-12345", "Jan 3, 2020"), by length, kind and name. Each of its columns that looks
like one of the rule gets the name of that one. A page whose best list is too unlike is reported, not guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from weblode.errors import RuleError
from weblode.records.discover import discover
from weblode.records.fields import RecordField
from weblode.records.known_fields import KnownField
from weblode.records.places import FieldPlace
from weblode.records.record_list import RecordList
from weblode.rules.comparison import compare
from weblode.rules.drift import drift, hints
from weblode.rules.fitting import once
from weblode.rules.learning import learn
from weblode.rules.matching import SAME, Profile, Values, alike, match
from weblode.rules.rule import EXTRACTS, Design, Rule
from weblode.tree import Tree

_LISTS = 10  # lists that discovery proposes
_SURE = 0.45  # how like the columns of the rule those of a list must be
_FEW, _SURE_OF_FEW = 3, 0.58  # if the rule has so few columns, they must be more alike: less speaks for the list
_BETTER = 0.1  # how much more like they must be than those of the list that the rule itself finds on the page
_SLIGHTLY_BETTER = 0.02  # the same, if both have the same records: then columns alone differ
_MUCH_BETTER = 0.3  # the same, if the rule finds more records, and nearly all of that list
_SAME = 0.9  # so many of the records of a list another one has, if it has those records and perhaps more
_LIKELY = 0.3  # what it counts beside likeness that a list is the page's main one by all other evidence
_NOWHERE = FieldPlace("-")


@dataclass(frozen=True)
class Relearnt:
    """The rule after a page has taught it, the records of the page, and how like their columns are, 0 to 1.

    `difference` says how the records differ from the list that was found on the page; "" if they do not.
    """

    rule: Rule
    records: RecordList
    likeness: float
    difference: str = ""

    @property
    def missing(self) -> list[str]:
        """The columns of the rule that no record of the page has."""
        cells = {each.name: each.cells for each in self.records.all_fields}
        return [each.name for each in self.rule.columns if _tells(each) and not any(cells.get(each.name, ()))]

    @property
    def summary(self) -> str:
        """How far the columns and records are what they should be, for people."""
        missing = f", without {', '.join(self.missing)}" if self.missing else ""
        difference = f"; {self.difference}" if self.difference else ""
        return f"its columns are {self.likeness:.0%} like those before{missing}{difference}"


def relearn(rule: Rule, tree: Tree, today: str = "") -> Relearnt:
    """The rule after it has learnt from a page; as it was if the page has not changed, or its list is the likeliest.

    `today` is the date for its history, by default that of the clock. Raises RuleError if no list is like the rule.
    """
    own = rule.try_on(tree)
    if own and not drift(rule, own) and not hints(rule, own):
        return Relearnt(rule, own, 1.0)
    unchanged = likeness(rule.columns, own.all_fields, own=True) if own else 0.0
    lists = [once(each) for each in discover(tree, threshold=0.0, limit=_LISTS) if len(each.records) > 1]
    likely = [likeness(rule.columns, each.found_fields) for each in lists]
    at = _choose(lists, likely)
    best = likely[at] if lists else 0.0
    if own and (not lists or best < unchanged + _margin(own, lists[at])):
        return Relearnt(rule, own, unchanged)
    if best < (_SURE if sum(map(_tells, rule.columns)) > _FEW else _SURE_OF_FEW):
        about = f"the likeliest other list is like it by {best:.0%}" if lists else "there is no other list"
        raise RuleError(f"{tree.page}: no longer looks like the rule, and {about}; learn the rule again")
    chosen, fresh = _repeatable(lists, likely, at)
    until = today or date.today().isoformat()
    earlier = (*rule.earlier, Design(until, rule.ways, rule.columns, rule.expected, rule.no_lists))
    columns = renamed(rule.columns, (fresh.try_on(tree) or chosen).found_fields, fresh.columns)
    learnt = replace(fresh, columns=columns, pages=rule.pages + 1, earlier=earlier)
    comparison = compare(learnt, chosen)
    if comparison.refused or 2 * comparison.given < comparison.found:
        raise RuleError(f"{tree.page}: no longer looks like the rule, and no other rule fits it; learn the rule again")
    return Relearnt(learnt, learnt.apply(tree), best, str(comparison))


def _choose(lists: Sequence[RecordList], likely: Sequence[float]) -> int:
    """The number of the likeliest list: the page's main one rather than others; a longer one with its records."""
    order = sorted(range(len(lists)), key=lambda i: -likely[i] - _LIKELY * lists[i].score)
    if not order:
        return -1
    at = order[0]
    for i in order[1:]:
        more = 1 - len(lists[at].records) / len(lists[i].records)
        # The records that it has more are like those of the rule too, at least by half as much.
        if more > 0 and likely[i] >= likely[at] * (1 - more / 2) and _shared(lists[at], lists[i]) >= _SAME:
            at = i
    return at


def _repeatable(lists: Sequence[RecordList], likely: Sequence[float], at: int) -> tuple[RecordList, Rule]:
    """The list at a number, or one of the same records that a rule gives again if none does so for that one; the rule.

    Discovery also proposes records that no way finds again, such as those of two lists that no marks have in common.
    """
    rule = learn([lists[at]])
    if _gives(rule, lists[at]):
        return lists[at], rule
    others = [i for i in range(len(lists)) if i != at and likely[i] > likely[at] - _BETTER]
    for i in sorted(others, key=lambda i: -likely[i] - _LIKELY * lists[i].score):
        if min(_shared(lists[at], lists[i]), _shared(lists[i], lists[at])) >= _SAME:
            other = learn([lists[i]])
            if _gives(other, lists[i]):
                return lists[i], other
    return lists[at], rule


def _gives(rule: Rule, record_list: RecordList) -> bool:
    """Whether a rule gives nearly all records of a list again."""
    comparison = compare(rule, record_list)
    return comparison.given >= EXTRACTS * comparison.found


def _margin(own: RecordList, other: RecordList) -> float:
    """How much more like the rule another list must be than the one that the rule finds."""
    if _has_more(own, other):
        return _MUCH_BETTER
    if _has_more(other, own):
        return -_BETTER
    return _SLIGHTLY_BETTER if min(_shared(own, other), _shared(other, own)) >= _SAME else _BETTER


def _has_more(one: RecordList, other: RecordList) -> bool:
    """Whether a list has more records than another one, and nearly all that the other has."""
    covered = {u for a, b in one.records for u in range(a, b)}
    nodes = [u for a, b in other.records for u in range(a, b)]
    return len(one.records) > len(other.records) and sum(u in covered for u in nodes) >= 0.9 * len(nodes)


def _shared(one: RecordList, other: RecordList) -> float:
    """The share of a list's records that another list has too, by their texts."""
    first, second = (
        {each.tree.leaves.searchsorted(record).tobytes() for record in each.records} for each in (one, other)
    )
    return len(first & second) / len(first)


# ---------------------------------------------------------------- how alike columns are
def likeness(columns: Sequence[KnownField], fields: Sequence[RecordField], *, own: bool = False) -> float:
    """How like the columns of a rule the fields of a list are, 0 to 1; columns that few records have count less.

    With `own`, the fields are those that the rule itself finds: each column is compared with its own one.
    """
    telling = [each for each in columns if _tells(each)]
    weights = [each.share * (2.0 if each.name == "title" else 1.0) for each in telling]
    if own:
        profiles = {each.name: Profile(each) for each in fields}
        pairs = [(each, profiles.get(each.name)) for each in telling]
        highest = [alike(each, Values.of(each), profile) if profile else 0.0 for each, profile in pairs]
    else:
        matched = match(telling, fields)
        highest = [matched[i][1] if i in matched else 0.0 for i in range(len(telling))]
    return sum(w * high for w, high in zip(weights, highest, strict=True)) / max(1e-9, sum(weights))


def renamed(
    before: Sequence[KnownField], fields: Sequence[RecordField], fresh: Sequence[KnownField]
) -> tuple[KnownField, ...]:
    """The columns of a new rule with the names and the ranks of the old ones that they are like.

    `fields` are those that the new rule finds. Old columns that no new one is like stay at a place that no page has, so
    that tables keep them; new ones that are like no old one are hidden.
    """
    names = _matched([each for each in before if _is_column(each) and not each.constant], fields)
    old = {each.name: (i, each) for i, each in enumerate(before)}
    taken = {each.name.lower() for each in before}
    columns: list[KnownField] = []
    for i, column in enumerate(fresh):
        if column.name in names:
            rank, twin = old[names[column.name]]
            about = {"name": twin.name, "kind": twin.kind, "clock": twin.clock, "kept": twin.kept}
            columns.append(column.but(**about, rank=rank, hidden=False, examples=twin.examples))
        else:
            name = column.name if column.name.lower() not in taken else _free(column.name, taken)
            taken.add(name.lower())
            columns.append(column.but(name=name, rank=len(before) + i, hidden=True))
    present = {each.name for each in columns}
    gone = [(i, each) for i, each in enumerate(before) if each.name not in present and _is_column(each)]
    columns += [each.but(rank=i, place=_NOWHERE, piece="", template=()) for i, each in gone]
    return tuple(columns)


def _matched(columns: Sequence[KnownField], fields: Sequence[RecordField]) -> dict[str, str]:
    """The name of the column that each field is, by the field's name."""
    pairs = match(columns, fields)
    return {fields[k].name: columns[i].name for i, (k, likely) in pairs.items() if likely >= SAME}


def _free(name: str, taken: set[str]) -> str:
    n = 2
    while f"{name}_{n}".lower() in taken:
        n += 1
    return f"{name}_{n}"


def _is_column(column: KnownField) -> bool:
    """Whether tables have the column."""
    return column.kept and not column.hidden and not column.names_next


def _tells(column: KnownField) -> bool:
    """Whether a column says what the records of a rule are: people see it, and most records have it."""
    return _is_column(column) and not column.constant and column.share >= 0.5
