"""Patterns: what the records of a list have in common, token by token, with options and alternatives.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, sections 2.4 (composing by multiple alignment, rotation) and 3.2
(matching). We differ in that a pattern's records are read in the tree (see `repeats`), and in the choice: the paper's
user looks at the patterns and takes one; here it is the one that covers the most, as `coverage` has it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from weblode import kernels
from weblode.errors import WeblodeError
from weblode.kernels.alignment import GAP
from weblode.records.discover import Found
from weblode.records.repeats import Bounds, Run, found, runs, scored
from weblode.records.tokens import Tokens
from weblode.tree import Column, Tree

NOTHING = "-"  # stands among the alternatives of a column that may be left out
_TOKEN = re.compile(r"</?[^\s/>]+/?>")
_COLUMN = re.compile(r"\[([^\s]*?)\](?=[<\[]|$)|(</?[^\s/>]+/?>)")

_COMPOSED = 8  # how many runs of a page are made into patterns, the best first
_STRINGS, _CENTERS = 24, 8  # how many different records are aligned, the most frequent first, and tried as the center
_LONGEST = 400  # tokens of a record; the time to align two grows with the square
_MISMATCHES = 0.6  # the highest share of columns with options or alternatives; chosen by `weblode bench`


@dataclass(frozen=True)
class Pattern:
    """The columns of a pattern, each with the tokens that may stand there, `-` last if it may be left out.

    >>> print(Pattern.parse("<p><a><text></a><br>[<text>|-]<br><text>").columns[5])
    ('<text>', '-')
    """

    columns: tuple[tuple[str, ...], ...]
    encoding: str = "block-level"

    def __str__(self) -> str:
        return "".join(each[0] if len(each) == 1 and each[0] != NOTHING else f"[{'|'.join(each)}]" for each in self.columns)

    @classmethod
    def parse(cls, text: str, encoding: str = "block-level") -> "Pattern":
        """The pattern that prints as this text; `[<b>]` is read as `[<b>|-]`, as the paper writes it."""
        columns: list[tuple[str, ...]] = []
        at = 0
        while at < len(text):
            tokens, at = _column(text, at)
            columns.append(tokens)
        return cls(tuple(columns), encoding)

    @property
    def fixed(self) -> int:
        """How many columns have one token and no option."""
        return sum(len(each) == 1 for each in self.columns)

    def matches(self, tokens: Tokens) -> Column:
        """Where it matches in a page's tokens, as pairs of first token and first after it; the longest, none overlapping.

        The page must be in the pattern's encoding.
        """
        numbers = [[GAP if name == NOTHING else _known(tokens, name) for name in each] for each in self.columns]
        flat = np.array([token for each in numbers for token in each], dtype=np.int32)
        first = np.cumsum([0, *map(len, numbers)], dtype=np.int32)
        return kernels.fastest().matches(tokens.row, flat, first)

    def turned(self, n: int) -> "Pattern":
        """The pattern that begins at another of its columns."""
        return replace(self, columns=self.columns[n:] + self.columns[:n])


def _column(text: str, at: int) -> tuple[tuple[str, ...], int]:
    """The tokens of the column that begins at a place in a text, and where the next one begins."""
    if token := _TOKEN.match(text, at):
        return (token[0],), token.end()
    names: list[str] = []
    here = at
    while here < len(text) and text[here] == ("|" if names else "["):
        here += 1
        token = _TOKEN.match(text, here)
        if token is None and text[here : here + 1] != NOTHING:
            break
        names.append(token[0] if token else NOTHING)
        here = token.end() if token else here + 1
    if not names or text[here : here + 1] != "]":
        raise WeblodeError(f"no pattern: {text[at : at + 40]!r} does not begin with <tag>, </tag>, <text> or [...|...]")
    return (names[0], NOTHING) if len(names) == 1 and names[0] != NOTHING else tuple(names), here + 1


def _known(tokens: Tokens, name: str) -> int:
    """The number of a token on a page; one that no token has if it is not there."""
    number = tokens.number(name)
    return number if number >= 0 else -2


# ---------------------------------------------------------------- composing
def compose(run: Run) -> Pattern | None:
    """The pattern of what stands from each occurrence of a run to the next; None if too little of it is common."""
    row = run.tokens.row
    strings: dict[bytes, list[int]] = {}
    for a, b in pairwise(run.places.tolist()):
        strings.setdefault(row[a:b].tobytes(), [a, b, 0])[2] += 1
    often = sorted(strings.values(), key=lambda each: -each[2])[:_STRINGS]
    often = [each for each in often if each[1] - each[0] <= _LONGEST]
    if not often:
        return None
    ranges = np.array(often, dtype=np.int32)
    table = kernels.fastest().aligned(row, ranges[:, :2].copy(), ranges[:, 2].copy(), _CENTERS)
    columns = tuple(_alternatives(run.tokens, column) for column in table.T.tolist())
    pattern = Pattern(columns, run.tokens.encoding)
    return pattern if len(columns) - pattern.fixed <= _MISMATCHES * len(columns) else None


def _alternatives(tokens: Tokens, column: Iterable[int]) -> tuple[str, ...]:
    """The names of the tokens of a column, in the order of their numbers, the gap last."""
    different = set(column)
    names = [tokens.name(token) for token in sorted(different - {GAP})]
    return (*names, NOTHING) if GAP in different else tuple(names)


def rotations(pattern: Pattern, tokens: Tokens, first: int, after: int) -> list[Pattern]:
    """The pattern, and where it differs the pattern turned right and turned left, as the ends of the list suggest.

    The tokens left of the first record, at `first`, may belong to a record: as long as they are the pattern's last ones,
    which have no option, it begins with them. Those right of the last, from `after`, are likewise its first ones.
    """
    names, n = pattern.columns, len(pattern.columns)
    before = tokens.row[max(0, first - n) : first][::-1].tolist()
    right = 0
    while right < min(n - 1, len(before)) and names[n - 1 - right] == (tokens.name(before[right]),):
        right += 1
    behind = tokens.row[after : after + n].tolist()
    left = 0
    while left < min(n - 1, len(behind)) and names[left] == (tokens.name(behind[left]),):
        left += 1
    return [pattern.turned(turn) for turn in dict.fromkeys((0, (n - right) % n, left))]


# ---------------------------------------------------------------- the patterns of a page
@dataclass(frozen=True)
class Matched:
    """A pattern, the records that it extracts from a page, and how much of the page it covers."""

    pattern: Pattern
    run: Run

    @property
    def coverage(self) -> float:
        """What the pattern's choice goes by."""
        return self.run.score


def patterns(tree: Tree, bounds: Bounds | None = None) -> list[Matched]:
    """The patterns of a page with what they extract, those that cover the most first, each once."""
    listed: dict[str, Matched] = {}
    for run in runs(tree, bounds, limit=_COMPOSED):
        for pattern in _of(run):
            if str(pattern) not in listed and (matched := _matched(pattern, run.tokens)):
                listed[str(pattern)] = matched
    return sorted(listed.values(), key=lambda each: -each.coverage)


def _of(run: Run) -> Iterator[Pattern]:
    """The pattern of a run, and those turned as the list's ends suggest."""
    pattern = compose(run)
    if pattern is None:
        return
    first, last = int(run.places[0]), int(run.places[-1])
    rest = replace(run.tokens, row=run.tokens.row[last : last + len(pattern.columns)])
    end = next((stop for start, stop in pattern.matches(rest).tolist() if not start), run.length)
    yield from rotations(pattern, run.tokens, first, last + end)


def _matched(pattern: Pattern, tokens: Tokens) -> Matched | None:
    """What a pattern extracts from a page; None if that is not two records."""
    pairs = pattern.matches(tokens)
    if len(pairs) < 2:
        return None
    run = scored(tokens, pairs[:, 0].copy(), pattern.fixed)
    return Matched(pattern, run) if run else None


def best(tree: Tree, *, limit: int = 1) -> list[Found]:
    """The record lists of a page by its patterns, best first, none with only records that a better one has."""
    lists: list[Found] = []
    for each in patterns(tree):
        if not any(set(each.run.records) <= set(other.records) for other in lists):
            lists.append(found(each.run, "iepad"))
        if len(lists) == limit:
            break
    return lists
