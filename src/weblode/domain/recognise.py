"""The data-record table of a text: every constant and keyword of an application ontology, with its place.

Thesis, section 3.1 (the constant/keyword recogniser and figure 3.3). All keywords are one automaton, the constants of
each object set another; each goes over the text once, so a constant of one set never hides one of another until
overlaps are resolved. RE2 is linear in the text; where a pattern makes it slow all the same, the time given ends it.
"""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from weblode.domain import patterns
from weblode.domain.model import Application
from weblode.domain.text import PageText
from weblode.errors import LimitError

_CHUNK = 8 * 1024  # bytes between two looks at the clock: a pattern of the largest size needs seconds for them
_MATCHES = 64  # matches between two looks at the clock


_Span = tuple[int, int, str, bool]  # start, end, object set, whether it is a keyword


class Entry(NamedTuple):
    """A row of the data-record table."""

    start: int
    end: int
    set: str
    keyword: bool
    string: str

    @property
    def descriptor(self) -> str:
        """The object set that a constant may belong to, or KEYWORD(the set that a keyword speaks of)."""
        return f"KEYWORD({self.set})" if self.keyword else self.set


@dataclass(frozen=True)
class _Pass:
    """An automaton: what it finds is of the set of the first group that matched, and nothing if none did."""

    keyword: bool
    pattern: Any
    sets: tuple[str, ...]  # of each group, from the first


@lru_cache(16)
def _passes(parts: tuple[tuple[bool, str, tuple[str, ...]], ...]) -> tuple[_Pass, ...]:
    return tuple(_Pass(keyword, patterns.compiled(pattern), sets) for keyword, pattern, sets in parts)


def passes(application: Application) -> tuple[_Pass, ...]:
    """The automata of an application: one for all keywords, one for the constants of each set."""
    parts: list[tuple[bool, str, tuple[str, ...]]] = []
    speaking = [each for each in application.sets.values() if each.keywords]
    if speaking:
        # Of matches of the same length the first alternative counts: hence exceptions first.
        hidden = [patterns.either(each.exceptions, case=each.case) for each in speaking if each.exceptions]
        drawn = [_alternatives(each.keywords, case=each.case) for each in speaking]
        names = tuple(each.name for each, (_, n) in zip(speaking, drawn, strict=True) for _ in range(n))
        parts.append((True, "|".join([*hidden, *(pattern for pattern, _ in drawn)]), names))
    for each in application.sets.values():
        if each.has_values:
            constants = [*map(patterns.of_word, each.words), *each.values]
            pattern, n = _alternatives(constants, case=each.case, exceptions=each.exceptions)
            parts.append((False, pattern, (each.name,) * n))
    return _passes(tuple(parts))


def _alternatives(found: Sequence[str], *, case: bool, exceptions: Sequence[str] = ()) -> tuple[str, int]:
    """One pattern and its number of groups: the first that matched is what was looked for, the rest its context."""
    plain = [pattern for pattern in found if not patterns.compiled(pattern).groups]
    context = [pattern for pattern in found if patterns.compiled(pattern).groups]
    parts = [*exceptions, *context, *([f"({'|'.join(plain)})"] if plain else [])]
    return patterns.either(parts, case=case), len(context) + bool(plain)


def recognise(text: PageText, application: Application, *, seconds: float = 10.0) -> list[Entry]:
    """The data-record table of a page's text, in order; LimitError if it takes longer than the seconds given.

    Of constants that overlap the longest stays, of equally long ones the first; constants of several sets at the very
    same place all stay. Keywords never hide constants, nor constants keywords.
    """
    deadline = time.monotonic() + seconds
    found: list[_Span] = []
    chunks = list(_chunks(text.data))
    for each in passes(application):
        for chunk in chunks:
            found += _matches(each, text.data, chunk, deadline=deadline, seconds=seconds)
    found.sort(key=lambda entry: (entry[0], -entry[1]))
    return _entries(text, _resolved(found))


def _chunks(data: bytes) -> Iterator[tuple[int, int]]:
    """The text in pieces that end at the end of a line; of a word, or anywhere, where a line is too long."""
    start = 0
    while start < len(data):
        stop = start + _CHUNK
        if stop < len(data):
            cut = max(data.rfind(b"\n", start, stop), 0) or max(data.rfind(b" ", start, stop), 0)
            stop = cut if cut > start else stop
            while stop < len(data) and data[stop] & 0xC0 == 0x80:  # never within a character
                stop += 1
        yield start, min(stop, len(data))
        start = stop


def _matches(
    each: _Pass, data: bytes, chunk: tuple[int, int], *, deadline: float, seconds: float
) -> Iterator[_Span]:
    """What an automaton finds in a piece of the text."""
    matches = each.pattern.finditer(data, *chunk)
    keyword, sets = each.keyword, each.sets
    while True:
        n = 0
        for match in islice(matches, _MATCHES):
            n += 1
            for group, name in enumerate(sets, 1):
                start, end = match.span(group)
                if start >= 0:
                    if start < end:
                        yield start, end, name, keyword
                    break
        if time.monotonic() > deadline:
            named = f"set {sets[0]!r}" if not keyword else "the keywords"
            raise LimitError(
                f"the patterns of {named} took more than {seconds:g} seconds; make them simpler, or raise the limit with "
                "--max-matching"
            )
        if n < _MATCHES:
            return


def _resolved(found: Sequence[_Span]) -> list[_Span]:
    """The matches without constants that overlap a longer one."""
    kept: list[_Span] = []
    chain: list[_Span] = []  # constants each of which overlaps one before it
    reach = -1
    for entry in found:
        if entry[3]:
            kept.append(entry)
            continue
        if entry[0] >= reach:
            kept += _longest(chain)
            chain = []
        chain.append(entry)
        reach = max(reach, entry[1])
    return sorted([*kept, *_longest(chain)])


def _longest(chain: list[_Span]) -> list[_Span]:
    """Of overlapping constants the longest, and those that it leaves room for; of equal ones the first."""
    if len(chain) < 2:
        return chain
    kept: list[tuple[int, int]] = []
    found = []
    for entry in sorted(chain, key=lambda entry: entry[0] - entry[1]):
        start, end = entry[:2]
        place = bisect_left(kept, (start, end))
        if place < len(kept) and kept[place] == (start, end):
            found.append(entry)
        elif all(end <= a or b <= start for a, b in kept[max(0, place - 1) : place + 1]):
            kept.insert(place, (start, end))
            found.append(entry)
    return found


def _entries(text: PageText, found: Sequence[_Span]) -> list[Entry]:
    starts = text.in_characters([entry[0] for entry in found])
    ends = text.in_characters([entry[1] for entry in found])
    string = text.string
    return [
        Entry(start, end, entry[2], entry[3], string[start:end])
        for start, end, entry in zip(starts, ends, found, strict=True)
    ]
