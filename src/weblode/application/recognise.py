"""The data-record table of a text: every constant and keyword of an application ontology, with its place.

Thesis, section 3.1 (the constant/keyword recogniser and figure 3.3). All keywords are one automaton, the constants of
each object set another; each goes over the text once, so a constant of one set never hides one of another until
overlaps are resolved. RE2 is linear in the text; where a pattern makes it slow all the same, the time given ends it.
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

_CHUNK = 16 * 1024  # bytes between two looks at the clock: an automaton of the largest size needs seconds for them
_REACH = 1024  # bytes that a match may go on behind its chunk
_MATCHES = 256  # matches between two looks at the clock
_REMEMBERED = 20_000  # matches of which an automaton remembers what they are
_SHORT = 200  # bytes of such a match


class RecognisedEntry(NamedTuple):
    """A row of the data-record table; offsets are in characters of the page's text."""

    start: int
    end: int
    set: str
    keyword: bool
    string: str

    @property
    def descriptor(self) -> str:
        """The object set that a constant may belong to, or KEYWORD(the set that a keyword speaks of)."""
        return described(self.set, keyword=self.keyword)


def described(name: str, *, keyword: bool) -> str:
    """The descriptor of a set's constants or keywords."""
    return f"KEYWORD({name})" if keyword else name


@dataclass(frozen=True, eq=False)
class DataRecords:
    """A data-record table as columns, ordered by start; `kind` is a number in `kinds`: object set, keyword or not."""

    text: PageText = field(repr=False)
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    kind: NDArray[np.int64]
    kinds: tuple[tuple[str, bool], ...]

    def __len__(self) -> int:
        return len(self.start)

    def within(self, span: tuple[int, int]) -> slice:
        """The rows that begin in a part of the text."""
        return slice(bisect_left(self._starts, span[0]), bisect_left(self._starts, span[1]))

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = self.start.tolist()
        return starts

    def entries(self, rows: slice = slice(None)) -> list[RecognisedEntry]:
        """Rows of the table."""
        string, kinds = self.text.string, self.kinds
        columns = (self.start[rows].tolist(), self.end[rows].tolist(), self.kind[rows].tolist())
        return [
            RecognisedEntry(start, end, kinds[kind][0], kinds[kind][1], string[start:end])
            for start, end, kind in zip(*columns, strict=True)
        ]


MatchPart = tuple[int, int, int]  # where the constant or keyword in a match begins and ends in it, and its group


@dataclass(frozen=True)
class _AutomatonPart:
    """What an automaton is made of; `plain`: every match as a whole is of the only set."""

    pattern: str
    sets: tuple[str, ...]  # of each group, from the first
    keyword: bool
    plain: bool


class _Pass:
    """An automaton. What it finds is of the set of the first group that matched, and nothing if none did.

    RE2 finds a match several times as fast without its groups, so these are asked for once for each match of a kind.
    """

    def __init__(self, part: _AutomatonPart) -> None:
        self.sets = part.sets
        self.keyword = part.keyword
        self.find = patterns.finder(part.pattern)
        self._read = patterns.reader(part.pattern)
        self._plain = part.plain
        self._known: dict[bytes, MatchPart | None] = {}

    def named(self, data: bytes, start: int, end: int) -> MatchPart | None:
        """What a match is."""
        if self._plain:
            return 0, end - start, 0
        key = data[start - 1 if start else 0 : end + 1]  # what stands around it decides about \b and ^
        try:
            return self._known[key]
        except KeyError:
            found = self._named(data, start, end)
        if len(self._known) < _REMEMBERED and len(key) <= _SHORT:
            self._known[key] = found
        return found

    def _named(self, data: bytes, start: int, end: int) -> MatchPart | None:
        for group, (first, last) in enumerate(self._read(data, start, end)[1:]):
            if first >= 0:
                return (first - start, last - start, group) if first < last else None
        return None


def passes(application: Application) -> tuple[_Pass, ...]:
    """The automata of an application: one for all keywords, one for the constants of each set."""
    return _passes(tuple(_parts(application)))


def faults(application: Application) -> Iterator[tuple[str, str]]:
    """The sets whose patterns are fine one by one and too much together, and why."""
    for part in _parts(application):
        if why := patterns.fault(part.pattern, groups=len(part.sets)):
            yield part.sets[0], f"its patterns{' and all keywords' if part.keyword else ''} together: {why}"


def _parts(application: Application) -> Iterator[_AutomatonPart]:
    speaking = [each for each in application.sets.values() if each.keywords]
    if speaking:
        # Of matches of the same length the first alternative counts: hence exceptions first.
        hidden = [patterns.either(each.exceptions, case=each.case) for each in speaking if each.exceptions]
        drawn = [_alternatives(each.keywords, case=each.case) for each in speaking]
        names = tuple(each.name for each, (_, n) in zip(speaking, drawn, strict=True) for _ in range(n))
        yield _AutomatonPart("|".join([*hidden, *(pattern for pattern, _ in drawn)]), names, keyword=True, plain=False)
    for each in application.sets.values():
        if each.has_values:
            constants = [*map(patterns.of_word, each.words), *each.values]
            pattern, n = _alternatives(constants, case=each.case, exceptions=each.exceptions)
            context = any(patterns.compiled(value).groups for value in each.values)
            yield _AutomatonPart(pattern, (each.name,) * n, keyword=False, plain=not context and not each.exceptions)


@lru_cache(16)
def _passes(parts: tuple[_AutomatonPart, ...]) -> tuple[_Pass, ...]:
    return tuple(map(_Pass, parts))


def _alternatives(found: Sequence[str], *, case: bool, exceptions: Sequence[str] = ()) -> tuple[str, int]:
    """One pattern and its number of groups: the first that matched is what was looked for, the rest its context."""
    plain = [pattern for pattern in found if not patterns.compiled(pattern).groups]
    context = [pattern for pattern in found if patterns.compiled(pattern).groups]
    parts = [*exceptions, *context, *([f"({'|'.join(plain)})"] if plain else [])]
    return patterns.either(parts, case=case), len(context) + bool(plain)


def recognise(text: PageText, application: Application, *, seconds: float = 10.0) -> DataRecords:
    """The data-record table of a page's text; LimitError if it takes longer than the seconds given.

    Of constants that overlap the longest stays, of equally long ones the first; constants of several sets at the very
    same place all stay. Keywords never hide constants, nor constants keywords.
    """
    scan = _Scan(text.data, seconds)
    for each in passes(application):
        scan.over(each)
    start, end, kind = (np.array(column, dtype=np.int64) for column in (scan.starts, scan.ends, scan.kinds))
    keyword = np.array([flag for _, flag in scan.numbers], dtype=bool)[kind] if len(kind) else np.zeros(0, dtype=bool)
    order = np.lexsort((kind, -end, start))
    order = order[_kept(start[order], end[order], keyword[order])]
    start, end = text.in_characters(start[order]), text.in_characters(end[order])
    return DataRecords(text, start, end, kind[order], tuple(scan.numbers))


class _Scan:
    """What was found in a text so far, as columns; `numbers` has the kinds."""

    def __init__(self, data: bytes, seconds: float) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.kinds: list[int] = []
        self.numbers: dict[tuple[str, bool], int] = {}
        self._data = data
        self._seconds = seconds
        self._began = time.monotonic()

    def over(self, each: _Pass) -> None:
        """Add what an automaton finds."""
        numbers = [self.numbers.setdefault((name, each.keyword), len(self.numbers)) for name in each.sets]
        data, find, named = self._data, each.find, each.named
        place = n = 0
        for stop in range(_CHUNK, len(data) + _CHUNK, _CHUNK):
            limit = min(stop + _REACH, len(data))
            while place < stop:
                start, end = find(data, place, limit)[0]
                if start < 0 or start >= stop:
                    break
                if (found := named(data, start, end)) is not None:
                    self.starts.append(start + found[0])
                    self.ends.append(start + found[1])
                    self.kinds.append(numbers[found[2]])
                place = end
                n += 1
                if n % _MATCHES == 0:
                    self._check(each)
            place = max(place, stop)
            self._check(each)

    def _check(self, each: _Pass) -> None:
        """None, or a LimitError if the time is over."""
        if time.monotonic() - self._began > self._seconds:
            named = "the keywords" if each.keyword else f"set {each.sets[0]!r}"
            raise LimitError(
                f"the patterns took more than {self._seconds:g} seconds, the last were those of {named}; make them "
                "simpler, or raise the limit with --max-matching"
            )


def _kept(start: NDArray[np.int64], end: NDArray[np.int64], keyword: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which matches stay: all keywords, and the constants that overlap no longer one."""
    kept = np.ones(len(start), dtype=bool)
    rows = np.flatnonzero(~keyword)
    if not len(rows):
        return kept
    first, last = start[rows], end[rows]
    reach = np.maximum.accumulate(last)
    # A chain is a run of constants each of which overlaps one before it.
    heads = np.flatnonzero(np.concatenate([[True], first[1:] >= reach[:-1]]))
    sizes = np.diff(heads, append=len(rows))
    for head, size in zip(heads[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        spans = list(zip(first[head : head + size].tolist(), last[head : head + size].tolist(), strict=True))
        kept[rows[head : head + size]] = _longest(spans)
    return kept


def _longest(spans: list[tuple[int, int]]) -> list[bool]:
    """Which of overlapping spans stay: the longest, those that leave it room, and all at the very same place."""
    kept: list[tuple[int, int]] = []  # in order; they do not overlap
    for span in sorted(set(spans), key=lambda span: (span[0] - span[1], span[0])):
        place = bisect_left(kept, span)
        if all(span[1] <= a or b <= span[0] for a, b in kept[max(0, place - 1) : place + 1]):
            kept.insert(place, span)
    staying = set(kept)
    return [span in staying for span in spans]
