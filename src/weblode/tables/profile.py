"""A table in some twenty numbers: how full, how regular, what its cells hold, how its first row and column stand out.

The numbers are evidence for `detect` (is it data?) and `headers` (is the first row a header, the first column?); each
is a share or a difference of shares, so that none depends on one site's markup. `th` counts as evidence and no more.
"""

from collections import Counter

import numpy as np

from weblode.tables.cells import FIRST, Bools, Floats, Layout, Sample, is_count, looks

Profile = dict[str, float]

_VALUE, _SHORT = 0.3, 24  # a value such as "2.3 GB/s" or "10 % vol.": share of digits, bytes
_RARE = 0.25  # a look or path is the header's own if no more of the body has it: headers may come again


def contents(found: Layout, seen: Sample, first: int) -> Profile:
    """What the cells hold and how much the columns differ; the body begins with row `first`."""
    body = slice(first, None)
    shown, useful = seen.filled[body], _useful(seen, first)
    return {
        "rows": float(np.log2(len(found.core))),
        "columns": float(np.log2(len(found.columns))),
        "useful": float(min(useful.sum(), 3)),
        "full": float(shown.mean()),
        "digits": _mean(seen.digits[body], shown & useful),
        "links": _mean(seen.link[body], shown),
        "length": _mean(seen.length[body], shown),
        "controls": seen.controls,
        "pictures": seen.pictures,
        "asides": float((found.distinct == 1).sum() / max(1, (found.distinct > 0).sum())),
        "unlike": _unlike(seen, body),
        "hanging": _mean((seen.nodes[1:] == seen.nodes[:-1]).astype(float), seen.filled[1:]),
    }


def top(seen: Sample) -> Profile:
    """How the first row stands out from the rows below it, column by column."""
    below = seen.filled[1:]
    columns = np.flatnonzero(seen.filled[0] & below.any(axis=0))
    if not len(columns):
        columns = np.flatnonzero(seen.filled[0])
    styled = looks(seen)
    own_path = [_is_own(seen.path[0, c], seen.path[1:, c][below[:, c]].tolist()) for c in columns]
    own_look = [_is_own(styled[0][c], [row[c] for row in styled[1:] if row[c]]) for c in columns]
    paths, weight = seen.path[0, columns], below[:, columns]

    def drop(values: Floats) -> float:
        return _mean(values[1:, columns], weight) - float(values[0, columns].mean())

    return {
        "top_th": float(seen.head[0, columns].mean()) - _mean(seen.head[1:, 1:], below[:, 1:]),
        "top_path": float(np.mean(own_path)),
        "top_look": float(np.mean(own_look)),
        "top_alike": float((paths[:, None] == paths).mean()),
        "top_digits": drop(seen.digits),
        "top_length": drop(seen.length),
        "top_numbers": float(seen.digits[0, columns].mean()),
    }


def left(seen: Sample, first: int) -> Profile:
    """How the first column stands out from the others; the body begins with row `first`."""
    on, others = seen.filled[first:, :1], seen.filled[first:, 1:]

    def lead(values: Floats) -> float:
        return _mean(values[first:, :1], on) - _mean(values[first:, 1:], others)

    return {
        "left_th": lead(seen.head),
        "left_colon": lead(seen.colon),
        "left_bold": lead(seen.bold),
        "left_length": -lead(seen.length),
        "left_links": lead(seen.link),
        "left_numbers": _mean(seen.digits[first:, :1], on),
        "rest_numbers": _numbers(seen, first),
        "rest_matrix": max(_alike(seen, first) * _numbers(seen, first), _shared(seen, first)),
        "left_series": _series(seen, first),
        "corner": float(not seen.filled[0, 0]),
    }


def _texts(seen: Sample, column: int, first: int) -> list[bytes]:
    """The texts of the first body rows in a column, blank ones left out."""
    found = (row[column].strip() for row in seen.raw[first:FIRST])
    return [text for text in found if text]


def _useful(seen: Sample, first: int) -> Bools:
    """The columns that tell something of a row: not its number, not a bullet, not the same words in every row."""
    n = len(seen.raw[first:FIRST])
    found = []
    for c in range(seen.nodes.shape[1]):
        texts = _texts(seen, c, first)
        told = [text for text in texts if any(byte > 47 for byte in text)]
        found.append(3 * len(told) > n and not is_count(texts) and (len(texts) < 3 or len(set(texts)) > 1))
    return np.array(found)


def _mean(values: Floats, where: Bools) -> float:
    return float(values[where].mean()) if where.any() else 0.0


def _is_own(value: object, others: list[object]) -> bool:
    """Whether hardly any of the others has a value."""
    return others.count(value) <= _RARE * len(others)


def _unlike(seen: Sample, rows: slice) -> float:
    """How much of the variety of cells is between columns: 0 where all columns hold the same, 1 where each its own."""
    shares = []
    for values in (seen.length[rows], seen.digits[rows], seen.link[rows]):
        total = float(np.var(values))
        if total > 1e-3:
            shares.append(1 - float(np.var(values, axis=0).mean()) / total)
    return max(shares, default=0.0)


def _alike(seen: Sample, first: int) -> float:
    """How alike the columns but the first are, as in a matrix: 1 where none differs; 0 with fewer than two."""
    if seen.nodes.shape[1] < 3:
        return 0.0
    digits, length, link = (values[first:, 1:].mean(axis=0) for values in (seen.digits, seen.length, seen.link))
    return float(1 - min(1.0, np.ptp(digits) + np.ptp(length) / 4 + np.ptp(link)))


def _numbers(seen: Sample, first: int) -> float:
    """How far all columns but the first hold values with a number in them, by the column that does so least."""
    values = ((seen.digits >= _VALUE) & (seen.size <= _SHORT)).astype(float)
    return min(_mean(values[first:, c], seen.filled[first:, c]) for c in range(1, seen.nodes.shape[1]))


def _series(seen: Sample, first: int) -> float:
    """The share of rows in which the first cell is one of a series, as the days of a week are in a calendar."""
    rows = [[text.strip() for text in row[:3]] for row in seen.raw[first:FIRST]]
    return sum(is_count(row) for row in rows) / max(1, len(rows)) if seen.nodes.shape[1] > 2 else 0.0


def _shared(seen: Sample, first: int) -> float:
    """The share of cells, the first column left out, whose text stands in another column too, as yes and no do."""
    columns = [_texts(seen, c, first) for c in range(1, seen.nodes.shape[1])]
    count = Counter(text for texts in columns for text in set(texts))
    n = sum(map(len, columns))
    return sum(count[text] > 1 for texts in columns for text in texts) / max(1, n)
