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
_NO_SIGNS = bytes(code for code in range(256) if code > 127 or chr(code).isalnum() or chr(code).isspace())


def odd(sample: Sample, row: int) -> float:
    """How much more often a row lacks what all rows below have in common in a column than one of these does.

    Of a row, the columns count in which it and three others have text.
    """
    has_text = sample.has_text[row:FIRST].tolist()
    lines = [
        [_traits(text) if on else () for text, on in zip(*each, strict=True)]
        for each in zip(sample.raw[row:FIRST], has_text, strict=True)
    ]
    if len(lines) <= _COMMON:
        return 0.0
    n, lacking = [0] * len(lines), [0] * len(lines)
    for own, *below in zip(*lines, strict=True):
        rows = [i for i, traits in enumerate(below, 1) if traits]
        if own and len(rows) >= _COMMON:
            n[0] += 1
            lacking[0] += _lacks(own, [below[i - 1] for i in rows])
        if len(rows) > _COMMON:
            odd_rows = _odd_ones([below[i - 1] for i in rows])
            for place, i in enumerate(rows):
                n[i] += 1
                lacking[i] += place in odd_rows
    shares = [each / max(1, of) for each, of in zip(lacking, n, strict=True)]
    return shares[0] - sum(shares[1:]) / (len(shares) - 1)


def _lacks(own: Traits, others: Sequence[Traits]) -> bool:
    """Whether a text lacks a trait that all others have."""
    return any(
        trait != first and rest.count(first) == len(rest) for trait, first, *rest in zip(own, *others, strict=True)
    )


def _odd_ones(texts: Sequence[Traits]) -> set[int]:
    """The places of the texts that lack a trait that all others have."""
    places: set[int] = set()
    for values in zip(*texts, strict=True):
        if len(kinds := set(values)) == 2:
            places |= {values.index(kind) for kind in kinds if values.count(kind) == 1}
    return places


def _traits(text: bytes) -> Traits:
    """What a text may have in common with others: itself, its ends, its signs, spaces, capitals; () if it is blank."""
    line = text.decode(errors="replace").strip()
    if not line:
        return ()
    first, last, signs = line[0], line[-1], text.translate(None, _NO_SIGNS)
    return line, first, _kind(first), _kind(last), signs, " " in line, line.isupper(), line.islower()


def _kind(sign: str) -> int:
    """The kind of a text's first or last sign: a digit, a capital, a small letter, another letter, or none of these."""
    return 0 if sign.isdigit() else 1 if sign.isupper() else 2 if sign.islower() else 3 if sign.isalpha() else 4


def columns(sample: Sample, first: int) -> Floats:
    """Traits of the first body rows by which columns may differ, each a matrix of 0 and 1."""
    shares = [[_shares(text) for text in line] for line in sample.raw[first:FIRST]]
    return np.moveaxis(np.array(shares, dtype=float), 2, 0)


def _shares(text: bytes) -> tuple[bool, ...]:
    """Commas, spaces, a letter or digit or a full stop at the end, capitals, brackets, a small letter at the start."""
    line = text.decode(errors="replace").strip()
    first, last = line[:1], line[-1:]
    ends, capitals = (last.isalnum(), last == "."), (first.isupper(), line.isupper())
    return "," in line, " " in line, *ends, *capitals, not _BRACKETS.isdisjoint(line), first.islower()
