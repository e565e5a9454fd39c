"""A table in some twenty numbers: how full, how regular, what its cells hold, how its first row and column stand out.

The numbers are evidence for `detect` (is it data?) and `headers` (is the first row a header, the first column?); each
is a share or a difference of shares, so that none depends on one site's markup. `th` counts as evidence and no more.
"""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from weblode.tables.cells import (
    BOLD,
    COLON,
    DIGITS,
    FIRST,
    HEAD,
    LENGTH,
    LINK,
    Bools,
    Floats,
    Layout,
    Sample,
    is_count,
    looks,
)

Profile = dict[str, float]

_DIGITS = b"0123456789"
_VALUE, _SHORT = 0.3, 24  # a value such as "2.3 GB/s" or "10 % vol.": share of digits, bytes
_VARIED = 1e-3  # less variance is none
_SIGN = 47  # bytes up to this are signs; letters, digits and what is not ASCII are beyond
_RARE = 0.25  # a look or path is the header's own if no more of the body has it: headers may come again


def contents(found: Layout, seen: Sample, told: list[bool], *, first: int) -> Profile:
    """What the cells hold and how much the columns differ; `told` are the useful ones, the body begins with `first`."""
    shown = seen.filled[first:]
    means = _means(seen.values[: LINK + 1, first:], shown)
    hanging = (seen.nodes[1:] == seen.nodes[:-1]) & seen.filled[1:]
    return {
        "rows": math.log2(len(found.core)),
        "columns": math.log2(len(found.columns)),
        "full": np.count_nonzero(shown) / shown.size,
        "digits": _means(seen.values[DIGITS : DIGITS + 1, first:], shown & np.array(told))[0],
        "links": means[LINK],
        "length": means[LENGTH],
        "controls": seen.controls,
        "pictures": seen.pictures,
        "asides": _share(found.distinct == 1, found.distinct > 0),
        "unlike": _unlike(seen.values[: LINK + 1, first:]),
        "hanging": _share(hanging, seen.filled[1:]),
    }


def top(seen: Sample) -> Profile:
    """How the first row stands out from the rows below it, column by column."""
    below = seen.filled[1:]
    columns = np.flatnonzero(seen.filled[0] & below.any(axis=0))
    if not len(columns):
        columns = np.flatnonzero(seen.filled[0])
    listed, shown = columns.tolist(), below.tolist()
    paths = seen.path.tolist()
    alike = Counter(paths[0][c] for c in listed)
    row = (seen.values[:, 0, columns].sum(axis=1) / len(listed)).tolist()
    body = _means(seen.values[:, 1:, columns], below[:, columns])
    others = _means(seen.values[HEAD:, 1:, 1:], below[:, 1:])
    return {
        "top_th": row[HEAD] - others[0],
        "top_path": _own(paths, listed, shown),
        "top_look": _own(looks(seen), listed, shown),
        "top_alike": sum(n * n for n in alike.values()) / len(listed) ** 2,
        "top_digits": body[DIGITS] - row[DIGITS],
        "top_length": body[LENGTH] - row[LENGTH],
        "top_numbers": row[DIGITS],
    }


def left(seen: Sample, first: int) -> Profile:
    """How the first columns stand out from the others; the body begins with row `first`."""
    body, shown, n = seen.values[:, first:], seen.filled[first:], seen.width
    column, rest = _means(body[:, :, :n], shown[:, :n]), _means(body[:, :, n:], shown[:, n:])
    return {
        "left_th": column[HEAD] - rest[HEAD],
        "left_colon": column[COLON] - rest[COLON],
        "left_bold": column[BOLD] - rest[BOLD],
        "left_length": rest[LENGTH] - column[LENGTH],
        "left_links": column[LINK] - rest[LINK],
        "left_numbers": column[DIGITS],
    }


def labels(seen: Sample, first: int) -> Profile:
    """What speaks for labels in the first column where there is no header row."""
    return {"rest_numbers": _numbers(seen, first), "left_names": _names(_texts(seen, 0, first))}


def matrix(seen: Sample, first: int) -> Profile:
    """What speaks for names in the first column below a header row."""
    alike = _alike(seen.values[:, first:, seen.width :])
    alike = alike and alike * _numbers(seen, first)
    return {
        "rest_matrix": max(alike and alike * _one_form(seen, first), _shared(seen, first)),
        "left_series": _series(seen, first),
        "corner": float(not seen.filled[0, 0]),
    }


def _texts(seen: Sample, column: int, first: int) -> list[bytes]:
    """The texts of the first body rows in a column, blank ones left out."""
    return [text for row in seen.raw[first:FIRST] if (text := row[column].strip())]


def _names(texts: list[bytes]) -> float:
    """Whether texts can be names: all different, and not just the numbers of rows."""
    return float(len(set(texts)) == len(texts) and not is_count(texts))


def useful(seen: Sample, first: int) -> list[bool]:
    """The columns that tell something of a row: not its number, a bullet, a choice, the same words in every row."""
    n, found = len(seen.raw[first:FIRST]), []
    for c, beyond in enumerate(seen.told[first:FIRST].sum(axis=0).tolist()):
        texts = _texts(seen, c, first)
        told = sum(max(text) > _SIGN for text in texts)
        varied = len(texts) < 3 or len(set(texts)) > 1
        found.append(3 * min(told, beyond) > n and varied and not is_count(texts))
    return found


def _share(some: Bools, of: Bools) -> float:
    """How many are some, for each of those there are."""
    return int(np.count_nonzero(some)) / max(1, int(np.count_nonzero(of)))


def _means(values: Floats, where: Bools) -> list[float]:
    """The mean of each matrix over some slots, 0 over none."""
    chosen = where.ravel()
    n = max(1, int(np.count_nonzero(chosen)))
    means: list[float] = (values.reshape(len(values), -1) @ chosen / n).tolist()
    return means


def _own(lines: Sequence[Sequence[object]], columns: Sequence[int], shown: Sequence[Sequence[bool]]) -> float:
    """The share of columns in which hardly any cell that is shown has what the first line has."""
    found = 0
    for c in columns:
        others = [line[c] for line, on in zip(lines[1:], shown, strict=False) if on[c]]
        found += others.count(lines[0][c]) <= _RARE * len(others)
    return found / len(columns)


def _unlike(values: Floats) -> float:
    """How much of the variety of cells is between columns: 0 where all columns hold the same, 1 where each its own.

    Variances are estimates (divided by one less), since with few rows the cells of a column are alike by chance; from
    one row nothing follows.
    """
    _, n, columns = values.shape
    if n < 2:
        return 0.0
    means = values.sum(axis=1) / n
    apart, off = values - means[:, None], means - means.sum(axis=1, keepdims=True) / columns
    within, between = (apart * apart).sum(axis=(1, 2)), (off * off).sum(axis=1) * n
    total = (within + between) / (n * columns - 1)
    pairs = zip((within / (columns * (n - 1))).tolist(), total.tolist(), strict=True)
    shares: list[float] = [1 - w / t for w, t in pairs if t > _VARIED]
    return max(0.0, max(shares, default=0.0))


def _alike(rest: Floats) -> float:
    """How alike the columns are, as in a matrix: 1 where none differs; 0 with fewer than two."""
    if rest.shape[2] < 2:
        return 0.0
    length, digits, link = map(float, np.ptp(rest[: LINK + 1].mean(axis=1), axis=1))
    return max(0.0, 1 - digits - length / 4 - link)


def _numbers(seen: Sample, first: int) -> float:
    """How far all columns but the first ones hold values with a number in them, by the one that does so least."""
    shown = seen.filled[first:, seen.width :]
    values = (seen.values[DIGITS, first:, seen.width :] >= _VALUE) & (seen.size[first:, seen.width :] <= _SHORT) & shown
    return float((values.sum(axis=0) / np.maximum(1, shown.sum(axis=0))).min())


def _one_form(seen: Sample, first: int) -> float:
    """How far the cells, the first columns left out, are written in one form: the same signs around the digits."""
    columns = [_texts(seen, c, first) for c in range(seen.width, seen.nodes.shape[1])]
    forms = Counter(text.translate(None, _DIGITS) for texts in columns for text in texts)
    return max(forms.values(), default=0) / max(1, forms.total())


def _series(seen: Sample, first: int) -> float:
    """The share of rows in which the first cell is one of a series, as the days of a week are in a calendar."""
    rows = [[text.strip() for text in row[:3]] for row in seen.raw[first:FIRST]]
    return sum(is_count(row) for row in rows) / max(1, len(rows)) if seen.nodes.shape[1] > 2 else 0.0


def _shared(seen: Sample, first: int) -> float:
    """The share of cells, the first columns left out, whose text stands in another column too, as yes and no do."""
    columns = [_texts(seen, c, first) for c in range(seen.width, seen.nodes.shape[1])]
    count = Counter(text for texts in columns for text in set(texts))
    n = sum(map(len, columns))
    return sum(count[text] > 1 for texts in columns for text in texts) / max(1, n)
