"""Rules: how to find the records of a site's pages, learnt from some pages and applied to others without discovery.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 4.3: a rule is a set of patterns, here ways (see `ways`). The
module `learning` learns rules, `drift` notices that a page has changed.
"""

import json
import reprlib
from collections.abc import Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any, get_origin

from weblode.caches import lazy
from weblode.errors import RuleError
from weblode.files import replace_file
from weblode.records.known_fields import KnownField, KnownFields
from weblode.records.objects import PLACEMENTS
from weblode.records.places import FieldPlace
from weblode.records.record_list import RecordList
from weblode.records.tokens import ENCODINGS
from weblode.rules.document import RECORDS, parse_document, read_document
from weblode.rules.ways import FITS, RegionRecords, Way
from weblode.sources.reading import Source, read
from weblode.terminal import printable
from weblode.tree import Tree

VERSION = 2
EXTRACTS = 0.9  # the share of a page's discovered records that a way must find; otherwise the page adds another way


@dataclass(frozen=True)
class Expected:
    """What a rule expects of a page, from the pages it was learnt on: the number of records, and how well they fit."""

    fewest: int = 0
    most: int = 0
    fit: float = 0.0


@dataclass(frozen=True)
class Design:
    """What a rule was until a day on which a page had changed and the rule learnt from it."""

    until: str  # a date, as in ISO 8601
    ways: tuple[Way, ...]
    columns: tuple[KnownField, ...] = ()
    expected: Expected = Expected()
    no_lists: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule:
    """How to find the records of a site's pages again: the ways in which they stand, and the columns of the fields.

    `no_lists` are the tag paths in a record of siblings that are fields and no nested list, so that what was a column
    stays one on every page. Pages of an `earlier` design are still read, with the same names for the columns.
    """

    ways: tuple[Way, ...]
    columns: tuple[KnownField, ...] = ()
    expected: Expected = Expected()
    pages: int = 1
    version: int = VERSION
    levels: tuple[str, ...] = ()  # as in `RecordList`
    earlier: tuple[Design, ...] = ()  # the oldest first
    no_lists: tuple[str, ...] = ()

    def __repr__(self) -> str:
        columns = ", ".join(each.name for each in self.columns if each.kept and not each.hidden)
        return f"<Rule learnt on {self.pages} page{'' if self.pages == 1 else 's'}: {printable(columns, 100)}>"

    def apply(self, page: Source, *, url: str | None = None, encoding: str | None = None) -> RecordList:
        """The records of a page, given as for `weblode.read`. Raises RuleError if the page does not fit the rule.

        The score of the result is how well the page fits: the share of the shape that its pieces have on average, or,
        without a shape, whether they are of about the same size.
        """
        tree = read(page, url=url, encoding=encoding)
        about: dict[str, object] = {"levels": self.levels}
        best = _best(self.ways, tree)
        result: RecordList | None = None
        if best:
            result = best.as_list(tree, known_fields=self._known_fields, no_lists=self.no_lists, **about)
        for design in reversed(self.earlier):  # two designs may fit alike; the one of the page fills more columns
            if match := _best(design.ways, tree):
                other = match.as_list(tree, known_fields=design.columns, no_lists=design.no_lists, **about)
                if result is None or _filled(other) > _filled(result):
                    best, result = match, other
        if result is None or best is None or best.fit < FITS:
            fault = "finds no records" if best is None else f"fits by {best.fit:.0%}, at least {FITS:.0%} are needed"
            name = tree.page or "the page"
            raise RuleError(f"{name}: no longer looks like the rule: it {fault}; learn the rule again")
        return result

    @lazy
    def _known_fields(self) -> KnownFields:
        """The columns, with what is asked of them on every page."""
        return KnownFields(self.columns)

    def try_on(self, tree: Tree) -> RecordList | None:
        """The records of a page by this rule; None if the page does not fit the rule."""
        try:
            return self.apply(tree)
        except RuleError:
            return None

    def data(self) -> bytes:
        """The contents of the rule's file."""
        return (json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n").encode()

    def save(self, path: str | Path) -> None:
        """Write the rule to a small JSON file; raises RuleError if that fails, and the old file stays."""
        replace_file(path, self.data(), error=RuleError)

    @classmethod
    def load(cls, path: str | Path) -> "Rule":
        """The rule in a file. Raises RuleError if the file has no rule of this version."""
        return cls._of(read_document(path, RECORDS, VERSION), path)

    @classmethod
    def of_text(cls, text: str, name: str = "the rule") -> "Rule":
        """The rule in the text of a file of that name. Raises RuleError if it has no rule of this version."""
        return cls._of(parse_document(text, name, RECORDS, VERSION), name)

    @classmethod
    def _of(cls, document: dict[str, Any], path: str | Path) -> "Rule":
        design = _read_design(path, document)
        pages = document.get("pages", 1)
        levels = tuple(_encoding(path, each) for each in _list(path, document, "levels"))
        earlier = tuple(_read_design(path, each) for each in _list(path, document, "earlier"))
        return cls(
            design.ways,
            design.columns,
            design.expected,
            pages if type(pages) is int else 1,
            levels=levels,
            earlier=earlier,
            no_lists=design.no_lists,
        )


def _filled(record_list: RecordList) -> tuple[bool, float, float]:
    """How well a design reads a page: whether it fits, the values a record that are columns, and how well it fits."""
    values = sum(sum(map(bool, each.cells)) for each in record_list.fields)
    return record_list.score >= FITS, values / max(1, len(record_list.records)), record_list.score


def _best(ways: Sequence[Way], tree: Tree) -> RegionRecords | None:
    """The records by the way that fits best; the first that fits well is taken."""
    best: RegionRecords | None = None
    for way in ways:
        match = way.extract(tree)
        if match and (best is None or match.fit > best.fit):
            best = match
        if best and best.fit >= EXTRACTS:
            break
    return best


# ---------------------------------------------------------------- reading
def _list(path: str | Path, document: dict[str, object], name: str) -> list[object]:
    """A list of a rule file. Raises RuleError if it is something else."""
    value = document.get(name, [])
    if not isinstance(value, list):
        raise RuleError(f"{path}: its {name} must be a list; learn the rule again with `weblode learn`")
    return value


def _read_design(path: str | Path, document: object) -> Design:
    """The ways and columns in an object of a rule file. Raises RuleError if they are not valid."""
    if not isinstance(document, dict):
        raise RuleError(f"{path}: {reprlib.repr(document)} is not a design; learn the rule again with `weblode learn`")
    ways = tuple(_read(Way, path, each) for each in _list(path, document, "ways"))
    if not ways:
        raise RuleError(f"{path}: has no ways; learn the rule again with `weblode learn`")
    columns = tuple(_read(KnownField, path, each) for each in _list(path, document, "columns"))
    expected = _read(Expected, path, document.get("expected", {}))
    no_lists = tuple(_list(path, document, "no_lists"))
    if not _is_valid("no_lists", tuple[str, ...], no_lists):
        raise RuleError(f"{path}: its no_lists must be tag paths; learn the rule again with `weblode learn`")
    return Design(str(document.get("until", "")), ways, columns, expected, no_lists)  # type: ignore[arg-type]


def _encoding(path: str | Path, value: object) -> str:
    """An encoding of a rule file. Raises RuleError if there is no such encoding."""
    if not isinstance(value, str) or value not in ENCODINGS:
        raise RuleError(f"{path}: {reprlib.repr(value)} is no encoding; learn the rule again with `weblode learn`")
    return value


def _read(kind: Any, path: str | Path, document: object) -> Any:
    """An instance of a class from its JSON object. Raises RuleError if the object does not fit the class."""
    if not isinstance(document, dict):
        raise RuleError(
            f"{path}: {reprlib.repr(document)} is not a valid {kind.__name__.lower()}; learn the rule again"
        )
    arguments = {}
    for each in fields(kind):
        value = document.get(each.name, each.default)
        if each.type is FieldPlace:
            value = _read(FieldPlace, path, value)
        if get_origin(each.type) is tuple and isinstance(value, list):
            value = tuple(value)
        if value is MISSING or not _is_valid(each.name, each.type, value):
            raise RuleError(
                f"{path}: its {each.name} cannot be {reprlib.repr(document.get(each.name))}; "
                "learn the rule again with `weblode learn`"
            )
        arguments[each.name] = value
    return kind(**arguments)


def _is_valid(name: str, kind: Any, value: object) -> bool:
    """Whether a field with this name and type can have a value."""
    if name == "placement":
        return value in PLACEMENTS
    if get_origin(kind) is tuple:
        texts = isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        return texts and (name != "shape" or all(all(path.split("/")) for path in value))  # type: ignore[attr-defined]
    return type(value) is kind or (kind is float and type(value) is int)
