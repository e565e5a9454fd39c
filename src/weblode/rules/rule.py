"""Rules: what pages of a site have taught about its records, applied to the next page without discovery.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 4.3: a rule is a set of patterns, here ways (see `ways`). How it
is learnt stands in `learning`, how it tells that a page has changed in `drift`.
"""

import json
import reprlib
from dataclasses import MISSING, asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, get_origin

from weblode.errors import RuleError
from weblode.files import replace_file
from weblode.records.fields import KnownField, learnt
from weblode.records.objects import PLACEMENTS
from weblode.records.places import FieldPlace
from weblode.records.record_list import RecordList
from weblode.rules.ways import Way, pooled, recut
from weblode.tree import Tree

VERSION = 2
_FITS = 0.5  # a page on which records have, on average, less than this share of what the rule expects has changed
EXTRACTS = 0.9  # of the records discovered on a page, those that a way must find for the page to teach no other


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
    columns: tuple[KnownField, ...] = ()
    expected: Expected = Expected()
    pages: int = 1
    version: int = VERSION

    def apply(self, tree: Tree) -> RecordList:
        """The records of a page by this rule. Raises RuleError if the page no longer looks like it.

        The score of the result says how well the page fits: how much of the shape its pieces have on average, or,
        without a shape, whether they are about as large.
        """
        best: RecordList | None = None
        for way in self.ways:
            found = way.best(tree)
            if found and (best is None or found.score > best.score):
                best = found
            if best and best.score >= EXTRACTS:
                break
        if best is None or best.score < _FITS:
            fault = "has no records there" if best is None else f"fits by {best.score:.0%}, {_FITS:.0%} are needed"
            name = tree.page or "the page"
            raise RuleError(f"{name}: no longer looks like the rule: it {fault}; learn the rule again")
        return replace(best, known=self.columns) if self.columns else best

    def try_on(self, tree: Tree) -> RecordList | None:
        """The records of a page by this rule; None if the page does not look like it."""
        try:
            return self.apply(tree)
        except RuleError:
            return None

    def taught(self, found: RecordList) -> "Rule":
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
        columns = tuple(_read(KnownField, path, each) for each in _listed(path, kept, "columns"))
        expected = _read(Expected, path, kept.get("expected", {}))
        pages = kept.get("pages", 1)
        return cls(ways, columns, expected, pages if type(pages) is int else 1)


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
        if each.type is FieldPlace:
            value = _read(FieldPlace, path, value)
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
