"""The data-record table of a text: every constant and keyword of an application ontology, with its place.

Thesis, section 3.1 (the constant/keyword recogniser and figure 3.3). There is one automaton for all keywords, and one
for the constants of each object set. Each goes over the text once, so a constant of one set does not hide one of
another until overlaps are resolved. RE2 is linear in the text; a time limit stops patterns that are slow all the same.
"""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode.application import patterns
from weblode.application.model import Application
from weblode.application.text import PageText
from weblode.errors import LimitError

_CHUNK = 16 * 1024  # bytes between two checks of the time: the largest automata need seconds for them
_REACH = 1024  # bytes that a match may extend beyond its chunk
_MATCHES = 256  # matches between two checks of the time
_REMEMBERED = 20_000  # matches in the cache of an automaton
_SHORT = 200  # bytes of a match that is cached


class RecognisedEntry(NamedTuple):
    """A row of the data-record table; offsets are in characters of the page's text."""

    start: int
    end: int
    set: str
    keyword: bool
    string: str

    @property
    def descriptor(self) -> str:
        """The object set of a constant, or KEYWORD(the object set of a keyword)."""
        return format_descriptor(self.set, keyword=self.keyword)


def format_descriptor(name: str, *, keyword: bool) -> str:
    """The descriptor of a set's constants or keywords."""
    return f"KEYWORD({name})" if keyword else name


@dataclass(frozen=True, eq=False)
class DataRecords:
    """A data-record table as columns, ordered by start; `kind` is an index into `kinds`: (object set, is keyword)."""

    text: PageText = field(repr=False)
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    kind: NDArray[np.int64]
    kinds: tuple[tuple[str, bool], ...]

    def __len__(self) -> int:
        return len(self.start)

    def within(self, span: tuple[int, int]) -> slice:
        """The slice of the rows that begin in a part of the text."""
        return slice(bisect_left(self._starts, span[0]), bisect_left(self._starts, span[1]))

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = self.start.tolist()
        return starts

    def entries(self, rows: slice = slice(None)) -> list[RecognisedEntry]:
        """The rows of the table as entries."""
        string, kinds = self.text.string, self.kinds
        columns = (self.start[rows].tolist(), self.end[rows].tolist(), self.kind[rows].tolist())
        return [
            RecognisedEntry(start, end, kinds[kind][0], kinds[kind][1], string[start:end])
            for start, end, kind in zip(*columns, strict=True)
        ]


MatchPart = tuple[int, int, int]  # start and end of the constant or keyword within its match, and its group


@dataclass(frozen=True)
class _AutomatonPart:
    """The parts of an automaton; `plain` means that there is one set, and every match as a whole is a constant."""

    pattern: str
    sets: tuple[str, ...]  # the object set of each group
    keyword: bool
    plain: bool


class _Pass:
    """An automaton. A match belongs to the set of the first group that matched; it is ignored if no group did.

    RE2 is several times as fast without groups, so they are only read once for each distinct match.
    """

    def __init__(self, part: _AutomatonPart) -> None:
        self.sets = part.sets
        self.keyword = part.keyword
        self.find = patterns.finder(part.pattern)
        self._read = patterns.reader(part.pattern)
        self._plain = part.plain
        self._cache: dict[bytes, MatchPart | None] = {}

    def classify(self, data: bytes, start: int, end: int) -> MatchPart | None:
        """The part of a match that is a constant or keyword, with its group; None if it is ignored."""
        if self._plain:
            return 0, end - start, 0
        key = data[start - 1 if start else 0 : end + 1]  # \b and ^ depend on the characters around the match
        try:
            return self._cache[key]
        except KeyError:
            part = self._read_groups(data, start, end)
        if len(self._cache) < _REMEMBERED and len(key) <= _SHORT:
            self._cache[key] = part
        return part

    def _read_groups(self, data: bytes, start: int, end: int) -> MatchPart | None:
        for group, (first, last) in enumerate(self._read(data, start, end)[1:]):
            if first >= 0:
                return (first - start, last - start, group) if first < last else None
        return None


def passes(application: Application) -> tuple[_Pass, ...]:
    """The automata of an application: one for all keywords, one for the constants of each set."""
    return _passes(tuple(_parts(application)))


def faults(application: Application) -> Iterator[tuple[str, str]]:
    """The sets whose patterns are fine one by one but too large together, and why."""
    for part in _parts(application):
        if why := patterns.fault(part.pattern, groups=len(part.sets)):
            yield part.sets[0], f"its patterns{' and all keywords' if part.keyword else ''} together: {why}"


def _parts(application: Application) -> Iterator[_AutomatonPart]:
    with_keywords = [each for each in application.sets.values() if each.keywords]
    if with_keywords:
        # Of matches of the same length the first alternative wins, so exceptions come first.
        hidden = [patterns.either(each.exceptions, case=each.case) for each in with_keywords if each.exceptions]
        alternatives = [_alternatives(each.keywords, case=each.case) for each in with_keywords]
        names = tuple(each.name for each, (_, n) in zip(with_keywords, alternatives, strict=True) for _ in range(n))
        yield _AutomatonPart(
            "|".join([*hidden, *(pattern for pattern, _ in alternatives)]), names, keyword=True, plain=False
        )
    for each in application.sets.values():
        if each.has_values:
            constants = [*map(patterns.word_pattern, each.words), *each.values]
            pattern, n = _alternatives(constants, case=each.case, exceptions=each.exceptions)
            context = any(patterns.compile_pattern(value).groups for value in each.values)
            yield _AutomatonPart(pattern, (each.name,) * n, keyword=False, plain=not context and not each.exceptions)


@lru_cache(16)
def _passes(parts: tuple[_AutomatonPart, ...]) -> tuple[_Pass, ...]:
    return tuple(map(_Pass, parts))


def _alternatives(candidates: Sequence[str], *, case: bool, exceptions: Sequence[str] = ()) -> tuple[str, int]:
    """One pattern and its number of groups: the first group that matches is the constant, the rest is context."""
    plain = [pattern for pattern in candidates if not patterns.compile_pattern(pattern).groups]
    context = [pattern for pattern in candidates if patterns.compile_pattern(pattern).groups]
    parts = [*exceptions, *context, *([f"({'|'.join(plain)})"] if plain else [])]
    return patterns.either(parts, case=case), len(context) + bool(plain)


def recognise(text: PageText, application: Application, *, seconds: float = 10.0) -> DataRecords:
    """The data-record table of a page's text; raises LimitError if it takes longer than `seconds`.

    Of overlapping constants the longest is kept, of equally long ones the first; constants of several sets at exactly
    the same place are all kept. Keywords never hide constants, nor constants keywords.
    """
    scan = _Scan(text.data, seconds)
    for each in passes(application):
        scan.run(each)
    start, end, kind = (np.array(column, dtype=np.int64) for column in (scan.starts, scan.ends, scan.kinds))
    keyword = np.array([flag for _, flag in scan.numbers], dtype=bool)[kind] if len(kind) else np.zeros(0, dtype=bool)
    order = np.lexsort((kind, -end, start))
    order = order[_keep_mask(start[order], end[order], keyword[order])]
    start, end = text.in_characters(start[order]), text.in_characters(end[order])
    return DataRecords(text, start, end, kind[order], tuple(scan.numbers))


class SetPatterns:
    """The patterns of each set on their own, for short texts whose set is known or to be tried."""

    def __init__(self, application: Application) -> None:
        self._passes = {each.sets[0]: each for each in passes(application) if not each.keyword}
        self._labels = {
            name: patterns.compile_pattern(f"(?:{patterns.either(frame.labels, case=False)})")
            for name, frame in application.sets.items()
            if frame.labels
        }
        self._keywords = {
            name: patterns.compile_pattern(patterns.either(frame.keywords, case=frame.case))
            for name, frame in application.sets.items()
            if frame.keywords
        }
        self._named: dict[str, frozenset[str]] = {}

    def constants(self, name: str, text: str) -> list[tuple[int, int]]:
        """Where the constants of a set are in a text."""
        each = self._passes.get(name)
        if each is None:
            return []
        data, place = text.encode(), 0
        spans = []
        while place < len(data):
            start, end = each.find(data, place, len(data))[0]
            if start < 0:
                break
            if (part := each.classify(data, start, end)) is not None:
                spans.append((start + part[0], start + part[1]))
            place = end
        if len(data) > len(text):
            spans = [(len(data[:start].decode()), len(data[:end].decode())) for start, end in spans]
        return spans

    def labelled(self, label: str) -> frozenset[str]:
        """The sets that a text is a label of."""
        if label not in self._named:
            data = label.encode()
            self._named[label] = frozenset(
                name for name, pattern in self._labels.items() if pattern.fullmatch(data) is not None
            )
        return self._named[label]

    def begins(self, name: str, text: str) -> bool:
        """Whether a text begins with a label of a set, as "Call us at (801) 555-0143" does with "call"."""
        match = self._labels[name].match(text.encode()) if name in self._labels else None
        return match is not None and not text.encode()[match.end() : match.end() + 1].isalnum()

    def has_label_first(self, text: str) -> bool:
        """Whether a text begins with a label of any set."""
        return any(self.begins(name, text) for name in self._labels)

    def indicates(self, name: str, label: str) -> bool:
        """Whether a label has a keyword of a set."""
        return name in self._keywords and self._keywords[name].search(label.encode()) is not None


class _Scan:
    """The matches in a text so far, as columns; `numbers` has the index of each kind."""

    def __init__(self, data: bytes, seconds: float) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.kinds: list[int] = []
        self.numbers: dict[tuple[str, bool], int] = {}
        self._data = data
        self._seconds = seconds
        self._began = time.monotonic()

    def run(self, each: _Pass) -> None:
        """Add the matches of an automaton."""
        numbers = [self.numbers.setdefault((name, each.keyword), len(self.numbers)) for name in each.sets]
        data, find, classify = self._data, each.find, each.classify
        place = n = 0
        for stop in range(_CHUNK, len(data) + _CHUNK, _CHUNK):
            limit = min(stop + _REACH, len(data))
            while place < stop:
                start, end = find(data, place, limit)[0]
                if start < 0 or start >= stop:
                    break
                if (part := classify(data, start, end)) is not None:
                    self.starts.append(start + part[0])
                    self.ends.append(start + part[1])
                    self.kinds.append(numbers[part[2]])
                place = end
                n += 1
                if n % _MATCHES == 0:
                    self._check(each)
            place = max(place, stop)
            self._check(each)

    def _check(self, each: _Pass) -> None:
        """Raises LimitError if the time is up."""
        if time.monotonic() - self._began > self._seconds:
            where = "the keywords" if each.keyword else f"set {each.sets[0]!r}"
            raise LimitError(
                f"the patterns took more than {self._seconds:g} seconds, the last were those of {where}; "
                "simplify them, or raise the limit with --max-matching"
            )


def _keep_mask(start: NDArray[np.int64], end: NDArray[np.int64], keyword: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A mask of the matches to keep: all keywords, and the constants that do not overlap a longer one."""
    mask = np.ones(len(start), dtype=bool)
    rows = np.flatnonzero(~keyword)
    if not len(rows):
        return mask
    first, last = start[rows], end[rows]
    reach = np.maximum.accumulate(last)
    # A chain is a run of constants, each of which overlaps one before it.
    heads = np.flatnonzero(np.concatenate([[True], first[1:] >= reach[:-1]]))
    sizes = np.diff(heads, append=len(rows))
    for head, size in zip(heads[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        spans = list(zip(first[head : head + size].tolist(), last[head : head + size].tolist(), strict=True))
        mask[rows[head : head + size]] = _longest(spans)
    return mask


def _longest(spans: list[tuple[int, int]]) -> list[bool]:
    """Which of some overlapping spans to keep: the longest first, then those that do not overlap a kept one.

    Equal spans are all kept or all dropped.
    """
    longest: list[tuple[int, int]] = []  # in order; they do not overlap
    for span in sorted(set(spans), key=lambda span: (span[0] - span[1], span[0])):
        place = bisect_left(longest, span)
        if all(span[1] <= a or b <= span[0] for a, b in longest[max(0, place - 1) : place + 1]):
            longest.insert(place, span)
    kept_spans = set(longest)
    return [span in kept_spans for span in spans]
