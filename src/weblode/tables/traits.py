"""What the texts of a column have in common, by which its header and the other columns stand out.

A header row that no markup distinguishes still differs from the rows below it: all of them begin with a percent sign,
are in small letters, or say the same, and the header does not. Columns of data differ from each other in the same way
(names with a comma beside titles without one), and those of a menu do not.
"""

from collections.abc import Sequence

import numpy as np

from weblode.tables.cells import Floats, Sample
from weblode.tables.layout import FIRST

Traits = tuple[object, ...]

_COMMON = 3  # rows that are enough to have something in common
_BRACKETS = frozenset("()/")


def odd(sample: Sample, row: int) -> float:
    """How much more often a row lacks what all rows below have in common in a column than one of these does."""
    lines = [[_traits(text) for text in line] for line in sample.raw[row:FIRST]]
    if len(lines) < _COMMON + 1:
        return 0.0
    below = [_lacks(lines[1:], i) for i in range(len(lines) - 1)]
    return _lacks(lines, 0) - sum(below) / len(below)


def _lacks(lines: Sequence[Sequence[Traits]], row: int) -> float:
    """The share of columns in which the cell of a row lacks a trait that the cells of all other rows have."""
    n = lacking = 0
    for c, own in enumerate(lines[row]):
        others = [line[c] for i, line in enumerate(lines) if i != row and line[c]]
        if own and len(others) >= _COMMON:
            n += 1
            common = zip(own, *others, strict=True)
            lacking += any(first != trait and all(first == each for each in rest) for trait, first, *rest in common)
    return lacking / max(1, n)


def _traits(text: bytes) -> Traits:
    """What a text may have in common with others: itself, its ends, its signs, spaces, capitals; () if it is blank."""
    line = text.decode(errors="replace").strip()
    if not line:
        return ()
    signs = "".join(sign for sign in line if not sign.isalnum() and sign != " ")
    return line, line[0], _kind(line[0]), _kind(line[-1]), signs, " " in line, line.isupper(), line.islower()


def _kind(sign: str) -> int:
    """The kind of a text's first or last sign: a digit, a capital, a small letter, another letter, or none of these."""
    return 0 if sign.isdigit() else 1 if sign.isupper() else 2 if sign.islower() else 3 if sign.isalpha() else 4


def columns(sample: Sample, first: int) -> Floats:
    """Traits of the first body rows by which columns may differ, each a matrix of 0 and 1."""
    shares = [[_shares(text) for text in line] for line in sample.raw[first:FIRST]]
    return np.moveaxis(np.array(shares, dtype=float), 2, 0)


def _shares(text: bytes) -> tuple[bool, ...]:
    """Commas, spaces, a letter or digit at the end, capitals, brackets, a small letter at the start."""
    line = text.decode(errors="replace").strip()
    first, last = line[:1], line[-1:]
    brackets = not _BRACKETS.isdisjoint(line)
    return "," in line, " " in line, last.isalnum(), first.isupper(), line.isupper(), brackets, first.islower()
