"""Rules: what pages of a site have taught about its records, applied to the next page without discovery.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 4.3: a rule is a set of patterns, and a page that the known ones
do not extract teaches a new one. We differ in that no user chooses: the ways (see `ways`) that fit the most pages come
first, and one whose records have the same words on every page is the site's menu and teaches nothing.
"""

import json
import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, asdict, dataclass, fields, replace
from pathlib import Path
from statistics import median
from typing import Any, get_origin

import numpy as np

from weblode.errors import RuleError
from weblode.files import replace_file
from weblode.records.discover import Found, discover
from weblode.records.fields import Known, learnt
from weblode.records.objects import PLACEMENTS
from weblode.records.places import Place
from weblode.rules.ways import Way, grouped, pooled, recut
from weblode.tree import Tree

VERSION = 2
_FITS = 0.5  # a page on which records have, on average, less than this share of what the rule expects has changed
_LISTS = 10  # of separators that are looked at for one that is like a list of the consensus
_ENOUGH = 0.5  # how much of it they must have
_EXTRACTS = 0.9  # of the records discovered on a page, those that a way must find for the page to teach no other


@dataclass(frozen=True)
class Expected:
    """What a rule has seen, to tell whether a page is like it: records a page, and how well its own pages fit."""

    fewest: int = 0
    most: int = 0
    fit: float = 0.0


@dataclass(frozen=True)
class Rule:
    """How to find the records of a site's pages again: the ways in which they stand, and their fields' columns."""

    ways: tuple[Way, ...]
    columns: tuple[Known, ...] = ()
    expected: Expected = Expected()
    pages: int = 1
    version: int = VERSION

    def apply(self, tree: Tree) -> Found:
        """The records of a page by this rule. Raises RuleError if the page no longer looks like it.

        The score of the result says how well the page fits: how much of the shape its pieces have on average, or,
        without a shape, whether they are about as large.
        """
        best: Found | None = None
        for way in self.ways:
            found = way.best(tree)
            if found and (best is None or found.score > best.score):
                best = found
            if best and best.score >= _EXTRACTS:
                break
        if best is None or best.score < _FITS:
            fault = "has no records there" if best is None else f"fits by {best.score:.0%}, {_FITS:.0%} are needed"
            name = tree.page or "the page"
            raise RuleError(f"{name}: no longer looks like the rule: it {fault}; learn the rule again")
        return replace(best, known=self.columns) if self.columns else best

    def taught(self, found: Found) -> "Rule":
        """This rule, and the way in which a further page lists its records."""
        columns = learnt([found], self.columns)
        fewest, most = min(self.expected.fewest, len(found.records)), max(self.expected.most, len(found.records))
        expected = replace(self.expected, fewest=fewest, most=most)
        return Rule((*self.ways, pooled([recut(found)])), columns, expected, self.pages + 1)

    def save(self, path: str | Path) -> None:
        """None; the rule is a small JSON file, or the file is as it was. Raises RuleError if it cannot be written."""
        text = json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"
        replace_file(path, text.encode(), error=RuleError)

    @classmethod
    def load(cls, path: str | Path) -> "Rule":
        """The rule in a file. Raises RuleError if the file holds none of this version."""
        try:
            kept = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise RuleError(f"{path}: cannot be read as a rule ({error}); `weblode learn` writes rules") from error
        if not isinstance(kept, dict) or kept.get("version") is not VERSION:
            raise RuleError(f"{path}: is no rule of version {VERSION}; learn it again with `weblode learn`")
        ways = tuple(_read(Way, path, each) for each in _listed(path, kept, "ways"))
        if not ways:
            raise RuleError(f"{path}: has no ways; learn the rule again with `weblode learn`")
        columns = tuple(_read(Known, path, each) for each in _listed(path, kept, "columns"))
        expected = _read(Expected, path, kept.get("expected", {}))
        pages = kept.get("pages", 1)
        return cls(ways, columns, expected, pages if type(pages) is int else 1)


# ---------------------------------------------------------------- learning
def learn(lists: Iterable[Found]) -> Rule:
    """The rule for the pages of a site, from the list found on each of them. Raises RuleError if there is none.

    Columns that are known (of a rule, or by `slots.chosen`) stay as they are in the first list that has some.
    """
    given = [each for each in lists if len(each.records) > 1]
    found = [_repeatable(each) for each in given]
    if not found:
        raise RuleError("no records to learn from; name a page that lists several things of a kind")
    ways = [pooled(found)] if len(found) == 1 else _chosen(found)
    rule = Rule(tuple(ways), pages=len(found))
    applied = [_applied(rule, each.tree) or each for each in found]
    counts = [len(each.records) for each in applied]
    fit = median(each.score for each in applied)
    known = next((_below(each, after.region) for each, after in zip(given, applied, strict=True) if each.known), ())
    return replace(rule, columns=learnt(applied, known), expected=Expected(min(counts), max(counts), round(fit, 3)))


def _below(found: Found, region: int) -> tuple[Known, ...]:
    """A list's known columns as they stand below another region of its page: places are told from the region down."""
    above, wanted = found.tree.tag_path(found.region), found.tree.tag_path(region)
    whole = [(each, (*above, *filter(None, each.place.path.split("/")))) for each in found.known]
    return tuple(
        replace(each, place=replace(each.place, path="/".join(path[len(wanted) :])))
        for each, path in whole
        if path[: len(wanted)] == wanted
    )


def _repeatable(found: Found) -> Found:
    """The list as a rule can find it again on its own page; by separators, if they find most of it and its own do not.

    The consensus also proposes records that stand in several parts of a page, or are cut where no tag tells.
    """
    own = recut(found)
    again = _applied(Rule((pooled([own]),)), found.tree)
    highest = _same(found, again) if again else 0.0
    if found.method != "consensus" or highest >= _EXTRACTS:
        return own
    for other in discover(found.tree, "omini", limit=_LISTS):
        if (same := _same(found, other)) > max(highest, _ENOUGH):
            own, highest = recut(other), same
    return own


def _same(one: Found, other: Found) -> float:
    """The share of the texts of two lists' records that are in both, by the leaves they hold."""
    first, second = ({leaf for a, b in each.records for leaf in range(a, b)} for each in (one, other))
    number = min(len(one.records), len(other.records)) / max(len(one.records), len(other.records))
    return number * len(first & second) / max(1, len(first | second))


@dataclass(frozen=True)
class Point:
    """A point of a learning curve: pages learnt on, pages of all that the rule extracts, and the share of records."""

    learnt: int
    pages: int
    records: float


def curve(lists: Sequence[Found], whole: Rule | None = None) -> list[Point]:
    """How much rules from the first pages extract of what was discovered on all, for 1, 2, 3, 5, 8, ... and all.

    `whole` is the rule from all of them, if it is known.
    """
    steps, following = [1], 2
    while following < len(lists):
        steps.append(following)
        following += steps[-2]
    found = []
    for n in dict.fromkeys([*steps, len(lists)]):
        rule = whole if whole and n == len(lists) else learn(lists[:n])
        results = [_applied(rule, each.tree) for each in lists]
        extracts = [_extracts(result, each) for result, each in zip(results, lists, strict=True)]
        parts = zip(results, lists, extracts, strict=True)
        right = sum(len(each.records) if all_of_it else _shared(result, each) for result, each, all_of_it in parts)
        found.append(Point(n, sum(extracts), right / sum(len(each.records) for each in lists)))
    return found


def _chosen(lists: Sequence[Found]) -> list[Way]:
    """The ways that extract the pages, the one that fits the most of them first, and none that is not needed."""
    groups = grouped(lists)
    ways = [pooled(group) for group in groups]
    results = [[way.best(each.tree) for each in lists] for way in ways]
    said = [_says_the_same(result) for result in results]
    if all(said):
        said = [False] * len(ways)
    support = [sum(found.score for found in result if found) for result in results]
    order = sorted((i for i in range(len(ways)) if not said[i]), key=lambda i: (-len(groups[i]), -support[i]))
    chosen: list[int] = []
    for i in order:
        others = [each for each in groups[i] if not any(_extracts(results[k][lists.index(each)], each) for k in chosen)]
        if others or not chosen:
            chosen.append(i)
    return [ways[i] for i in chosen]


def _says_the_same(results: Sequence[Found | None]) -> bool:
    """Whether most records of each page have the words of a record of every other: they are the site's, not data."""
    texts = [set(found.texts()) for found in results if found]
    if len(texts) < 2:
        return False
    everywhere = set.intersection(*texts)
    return all(2 * len(everywhere) > len(each) for each in texts)


def _extracts(found: Found | None, wanted: Found) -> bool:
    """Whether what a way finds on a page is enough: most of what was discovered, or, elsewhere, a list that fits."""
    if shared := _shared(found, wanted):
        return shared >= _EXTRACTS * len(wanted.records)
    return found is not None and found.score >= _EXTRACTS and len(found.records) > 1


def _shared(found: Found | None, wanted: Found) -> int:
    """How many records of a list another one of the page has."""
    return len(set(found.records) & set(wanted.records)) if found else 0


def _applied(rule: Rule, tree: Tree) -> Found | None:
    try:
        return rule.apply(tree)
    except RuleError:
        return None


# ---------------------------------------------------------------- what a rule gives back
@dataclass(frozen=True)
class Comparison:
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


def compare(rule: Rule, found: Found) -> Comparison:
    """What a rule takes from a page beside a list that was found there.

    A record is given back if one of the same text leaves is, whatever elements stand around them.
    """
    wanted = _spans(found)
    again = _applied(rule, found.tree)
    if again is None:
        return Comparison(len(wanted), refused=True)
    taken = _spans(again)
    return Comparison(len(wanted), len(wanted & taken), len(taken - wanted))


def _spans(found: Found) -> set[tuple[int, int]]:
    """The text leaves of each record that has some, as the first and the one after the last."""
    bounds = np.array(found.records, dtype=np.int32).reshape(-1, 2)
    spans: list[list[int]] = found.tree.leaves.searchsorted(bounds).tolist()
    return {(first, stop) for first, stop in spans if first < stop}


# ---------------------------------------------------------------- change
def drift(rule: Rule, found: Found) -> list[str]:
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


# ---------------------------------------------------------------- reading
def _listed(path: str | Path, kept: dict[str, object], name: str) -> list[object]:
    value = kept.get(name, [])
    if not isinstance(value, list):
        raise RuleError(f"{path}: its {name} must be a list; learn the rule again with `weblode learn`")
    return value


def _read(kind: Any, path: str | Path, kept: object) -> Any:
    """A part of a rule as it was written, an instance of its class. Raises RuleError if it cannot be one."""
    if not isinstance(kept, dict):
        raise RuleError(f"{path}: {reprlib.repr(kept)} is no {kind.__name__.lower()} of a rule; learn the rule again")
    given = {}
    for each in fields(kind):
        value = kept.get(each.name, each.default)
        if each.type is Place:
            value = _read(Place, path, value)
        if get_origin(each.type) is tuple and isinstance(value, list):
            value = tuple(value)
        if value is MISSING or not _is_right(each.name, each.type, value):
            raise RuleError(
                f"{path}: its {each.name} cannot be {reprlib.repr(kept.get(each.name))}; "
                "learn the rule again with `weblode learn`"
            )
        given[each.name] = value
    return kind(**given)


def _is_right(name: str, kind: Any, value: object) -> bool:
    """Whether a field of a rule's part can have a value."""
    if name == "placement":
        return value in PLACEMENTS
    if get_origin(kind) is tuple:
        texts = isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        return texts and (name != "shape" or all(all(path.split("/")) for path in value))  # type: ignore[attr-defined]
    return type(value) is kind or (kind is float and type(value) is int)
