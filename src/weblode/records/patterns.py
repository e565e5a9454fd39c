"""Patterns: the tokens that the records of a list have in common, with options and alternatives.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, sections 2.4 (composing by multiple alignment, rotation) and 3.2
(matching). We differ in that a pattern's records are read in the tree (see `repeats`), and in the choice: in the paper
a user picks one of the patterns; here it is the one with the highest coverage.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from weblode import kernels
from weblode.caches import regex
from weblode.errors import WeblodeError
from weblode.kernels.alignment import GAP
from weblode.records.division import division_levels
from weblode.records.record_list import RecordList
from weblode.records.repeats import Bounds, RepeatRun, as_record_list, read, runs
from weblode.records.tokens import Tokens
from weblode.table import Table
from weblode.tree import Column, Tree

NOTHING = "-"  # one of the alternatives of an optional column
_TOKEN = regex(r"</?[^\s/>]+/?>")
_NAME = regex(rf"{_TOKEN.pattern}|{NOTHING}")
_CHOICE = regex(rf"\[((?:{_NAME.pattern})(?:\|(?:{_NAME.pattern}))*)\]")

Numbers = tuple[tuple[int, ...], ...]  # the columns of a pattern as token numbers of one page, GAP for nothing

_COMPOSED = 8  # how many runs of a page become patterns, the best first
_STRINGS, _CENTERS = 12, 4  # how many different records are aligned, the most frequent first; how many tried as center
_CELLS = 200_000  # aligning two records takes time quadratic in their length, so fewer long records are aligned
_LONGEST = 400  # the most tokens of a record that is aligned
_MISMATCHES = 0.6  # the highest share of columns with options or alternatives; a guess, not yet tuned


@dataclass(frozen=True)
class Pattern:
    """The columns of a pattern, each with its alternative tokens, `-` last if the column is optional.

    >>> print(Pattern.parse("<p><a><text></a><br>[<text>|-]<br><text>").columns[5])
    ('<text>', '-')
    """

    columns: tuple[tuple[str, ...], ...]
    encoding: str = "block-level"

    def __str__(self) -> str:
        return "".join(
            each[0] if len(each) == 1 and each[0] != NOTHING else f"[{'|'.join(each)}]" for each in self.columns
        )

    @classmethod
    def parse(cls, text: str, encoding: str = "block-level") -> "Pattern":
        """The pattern written as this text; `[<b>]` means `[<b>|-]`, as in the paper."""
        columns: list[tuple[str, ...]] = []
        at = 0
        while at < len(text):
            tokens, at = _column(text, at)
            columns.append(tokens)
        return cls(tuple(columns), encoding)

    @classmethod
    def of(cls, numbers: Numbers, tokens: Tokens) -> "Pattern":
        """The pattern with these columns, given as token numbers of a page."""
        columns = (tuple(NOTHING if each == GAP else tokens.name(each) for each in column) for column in numbers)
        return cls(tuple(columns), tokens.encoding)

    def matches(self, tokens: Tokens) -> Column:
        """The matches in a page's tokens, as pairs of first token and first token after; the longest at each place.

        The tokens must have the pattern's encoding.
        """
        return matches(tuple(tuple(_number(tokens, name) for name in column) for column in self.columns), tokens.row)


def matches(numbers: Numbers, row: Column) -> Column:
    """The matches of columns in a row of tokens, as pairs of first token and first token after."""
    flat = np.array([token for column in numbers for token in column], dtype=np.int32)
    first = np.cumsum([0, *map(len, numbers)], dtype=np.int32)
    return kernels.fastest().matches(row, flat, first)


def _number(tokens: Tokens, name: str) -> int:
    """The number of a pattern's token on a page; for one that the page lacks, a number that no token has."""
    number = GAP if name == NOTHING else tokens.number(name)
    return GAP - 1 if number < 0 and name != NOTHING else number


def _column(text: str, at: int) -> tuple[tuple[str, ...], int]:
    """The tokens of the column that starts at a position in a text, and the position of the next column."""
    if token := _TOKEN.match(text, at):
        return (token[0],), token.end()
    if choice := _CHOICE.match(text, at):
        names = tuple(token[0] for token in _NAME.finditer(choice[1]))
        return (*names, NOTHING) if len(names) == 1 and names[0] != NOTHING else names, choice.end()
    raise WeblodeError(f"no pattern: {text[at : at + 40]!r} does not begin with <tag>, </tag>, <text> or [...|...]")


# ---------------------------------------------------------------- composing
def compose(run: RepeatRun) -> Numbers | None:
    """The pattern of the tokens from each occurrence of a run to the next; None if they have too little in common."""
    row = run.tokens.row
    strings: dict[bytes, list[int]] = {}
    for a, b in pairwise(run.places.tolist()):
        if b - a <= _LONGEST:
            strings.setdefault(row[a:b].tobytes(), [a, b, 0])[2] += 1
    if len(strings) < 2:
        return tuple((token,) for a, b, _ in strings.values() for token in row[a:b].tolist()) or None
    often = np.array(sorted(strings.values(), key=lambda each: -each[2])[:_STRINGS], dtype=np.int32)
    longest = int((often[:, 1] - often[:, 0]).max())
    often = often[: max(2, _CELLS // (longest * longest * (_CENTERS + 1)))]
    table = kernels.fastest().aligned(row, often[:, :2].copy(), often[:, 2].copy(), _CENTERS)
    same = (table == table[0]).all(axis=0)
    if len(same) - same.sum() > _MISMATCHES * len(same):
        return None
    columns = zip(table[0].tolist(), same.tolist(), table.T, strict=True)
    return tuple((token,) if alike else _alternatives(column.tolist()) for token, alike, column in columns)


def _alternatives(column: Iterable[int]) -> tuple[int, ...]:
    """The different tokens of a column in ascending order, the gap last."""
    return tuple(sorted(set(column), key=lambda token: (token == GAP, token)))


def rotations(numbers: Numbers, row: Column, ends: tuple[int, int]) -> list[Numbers]:
    """The pattern, and the pattern rotated right and left as the ends of its list suggest; without duplicates.

    The tokens before the first record may belong to a record: as many of them as equal the pattern's last columns
    (without options) move to its start. Likewise for the tokens after the last record and the pattern's first columns.
    """
    n, (first, after) = len(numbers), ends
    right = _agreeing(numbers[::-1], row[max(0, first - n) : first][::-1].tolist())
    left = _agreeing(numbers, row[after : after + n].tolist())
    return [numbers[turn:] + numbers[:turn] for turn in dict.fromkeys((0, (n - right) % n, left % n))]


def _agreeing(numbers: Numbers, beside: list[int]) -> int:
    """How many of the first columns, without options, equal the tokens there."""
    n = 0
    while n < len(beside) and numbers[n] == (beside[n],):
        n += 1
    return n


# ---------------------------------------------------------------- the patterns of a page
@dataclass(frozen=True)
class Matched:
    """A pattern's columns, and the run that it extracts from a page; the run's score is the coverage."""

    numbers: Numbers
    run: RepeatRun

    @property
    def pattern(self) -> Pattern:
        """The pattern with token names."""
        return Pattern.of(self.numbers, self.run.tokens)


def patterns(tree: Tree, bounds: Bounds | None = None) -> list[Matched]:
    """The patterns of a page with what they extract, highest coverage first, without duplicates."""
    page_runs = runs(tree, bounds, limit=_COMPOSED)
    candidates = list(dict.fromkeys(pattern for run in page_runs for pattern in _candidates(run)))
    if not candidates:
        return []
    tokens = page_runs[0].tokens
    starts = [matches(numbers, tokens.row)[:, 0] for numbers in candidates]  # never empty: each matches its own records
    stops = np.cumsum([0, *map(len, starts)], dtype=np.int32)
    fixed = np.array([sum(len(column) == 1 for column in numbers) for numbers in candidates], dtype=np.int32)
    lists = read(tokens, np.concatenate(starts), np.stack([stops[:-1], stops[1:]], axis=1), fixed, more=False)
    order = np.argsort(-lists.score, kind="stable").tolist()
    return [Matched(candidates[i], lists.run(i)) for i in order if lists.score[i] > 0.0]


def _candidates(run: RepeatRun) -> list[Numbers]:
    """The pattern of a run, and its rotations as the list's ends suggest."""
    numbers = compose(run)
    if numbers is None:
        return []
    row, first, last = run.tokens.row, int(run.places[0]), int(run.places[-1])
    stops = [stop for start, stop in matches(numbers, row[last : last + len(numbers)]).tolist() if not start]
    return rotations(numbers, row, (first, last + (stops[0] if stops else 0)))


COLUMNS = ("page", "node", "encoding", "pattern", "records", "coverage")


def as_table(page: str, matched: Sequence[Matched]) -> Table:
    """The patterns of a page as a table, one row each; `node` is the first node of the first record."""
    return Table(
        {
            "page": [page] * len(matched),
            "node": [each.run.records[0][0] for each in matched],
            "encoding": [each.run.tokens.encoding for each in matched],
            "pattern": [str(each.pattern) for each in matched],
            "records": [len(each.run.records) for each in matched],
            "coverage": [round(each.run.score, 4) for each in matched],
        }
    )


def best(tree: Tree, bounds: Bounds | None = None, *, limit: int = 1) -> list[RecordList]:
    """The record lists of a page by its patterns, best first; none has only records that are in a better one."""
    lists: list[RecordList] = []
    for each in patterns(tree, bounds):
        if not any(set(each.run.records) <= set(other.records) for other in lists):
            levels = division_levels(each.run.tokens.encoding)
            lists.append(replace(as_record_list(each.run, "iepad"), pattern=str(each.pattern), levels=levels))
        if len(lists) == limit:
            break
    return lists
