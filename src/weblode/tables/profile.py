"""The profile of a table: some twenty numbers on its fill, its regularity, its content, its first row and column.

The numbers are evidence for `detect` (is it data?) and `headers` (is the first row a header, the first column?). Each
is a share or a difference of shares, so that none depends on one site's markup. `th` is evidence like the others.
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
_VARIED = 1e-3  # less variance counts as none
_SIGN = 47  # bytes up to this are signs; letters, digits and bytes beyond ASCII are greater
_RARE = 0.25  # a look or path is the header's own if at most this share of the body has it: headers may be repeated


def contents(layout: Layout, sample: Sample, informative: list[bool], *, first: int) -> Profile:
    """Numbers on the content of the cells and the difference of columns; `first` is the first row of the body."""
    filled = sample.filled[first:]
    means = _means(sample.values[: LINK + 1, first:], filled)
    return {
        "rows": math.log2(len(layout.core)),
        "columns": math.log2(len(layout.columns)),
        "full": np.count_nonzero(filled) / filled.size,
        "digits": _means(sample.values[DIGITS : DIGITS + 1, first:], filled & np.array(informative))[0],
        "links": means[LINK],
        "length": means[LENGTH],
        "controls": sample.controls,
        "pictures": sample.pictures,
        "unlike": _unlike(sample.values[: LINK + 1, first:]),
    }


def top(sample: Sample) -> Profile:
    """Numbers on how the first row differs from the rows below it, column by column."""
    below = sample.filled[1:]
    columns = np.flatnonzero(sample.filled[0] & below.any(axis=0))
    if not len(columns):
        columns = np.flatnonzero(sample.filled[0])
    numbers, filled = columns.tolist(), below.tolist()
    paths = sample.path.tolist()
    alike = Counter(paths[0][c] for c in numbers)
    row = (sample.values[:, 0, columns].sum(axis=1) / len(numbers)).tolist()
    body = _means(sample.values[:, 1:, columns], below[:, columns])
    others = _means(sample.values[HEAD:, 1:, 1:], below[:, 1:])
    return {
        "top_th": row[HEAD] - others[0],
        "top_path": _own(paths, numbers, filled),
        "top_look": _own(looks(sample), numbers, filled),
        "top_alike": sum(n * n for n in alike.values()) / len(numbers) ** 2,
        "top_digits": body[DIGITS] - row[DIGITS],
        "top_length": body[LENGTH] - row[LENGTH],
        "top_numbers": row[DIGITS],
    }


def left(sample: Sample, first: int) -> Profile:
    """Numbers on how the first columns differ from the others; `first` is the first row of the body."""
    body, filled, n = sample.values[:, first:], sample.filled[first:], sample.width
    column, rest = _means(body[:, :, :n], filled[:, :n]), _means(body[:, :, n:], filled[:, n:])
    return {
        "left_th": column[HEAD] - rest[HEAD],
        "left_colon": column[COLON] - rest[COLON],
        "left_bold": column[BOLD] - rest[BOLD],
        "left_length": rest[LENGTH] - column[LENGTH],
        "left_links": column[LINK] - rest[LINK],
        "left_numbers": column[DIGITS],
    }


def labels(sample: Sample, first: int) -> Profile:
    """Evidence for labels in the first column if there is no header row."""
    return {"rest_numbers": _numbers(sample, first), "left_names": _names(_texts(sample, 0, first))}


def matrix(sample: Sample, first: int) -> Profile:
    """Evidence for names in the first column below a header row."""
    alike = _alike(sample.values[:, first:, sample.width :])
    alike = alike and alike * _numbers(sample, first)
    return {
        "rest_matrix": max(alike and alike * _one_form(sample, first), _shared(sample, first)),
        "left_series": _series(sample, first),
        "corner": float(not sample.filled[0, 0]),
    }


def _texts(sample: Sample, column: int, first: int) -> list[bytes]:
    """The texts of the first body rows in a column, without blank ones."""
    return [text for row in sample.raw[first:FIRST] if (text := row[column].strip())]


def _names(texts: list[bytes]) -> float:
    """Whether texts can be names, 1 or 0: all are different, and they do not just number the rows."""
    return float(len(set(texts)) == len(texts) and not is_count(texts))


def useful(sample: Sample, first: int) -> list[bool]:
    """Which columns have information about a row: not its number, a bullet, a choice, the same words in every row."""
    n, results = len(sample.raw[first:FIRST]), []
    for c, beyond in enumerate(sample.has_text[first:FIRST].sum(axis=0).tolist()):
        texts = _texts(sample, c, first)
        worded = sum(max(text) > _SIGN for text in texts)
        varied = len(texts) < 3 or len(set(texts)) > 1
        results.append(3 * min(worded, beyond) > n and varied and not is_count(texts))
    return results


def undivided(sample: Sample) -> float:
    """The share of columns that are one cell below the first row; 0 if there is only one row below it."""
    below = sample.nodes[1:]
    return float(((below == below[0]).all(axis=0) & sample.filled[1]).mean()) if len(below) > 1 else 0.0


def menus(sample: Sample) -> float:
    """The share of rows with a list of links beside a label; 0 if all lists are equally long, as in records."""
    links = np.where(sample.filled, sample.listed, 0)
    longest = links[:, 1:].max(axis=1)
    return 0.0 if np.ptp(longest) == 0 else float(np.mean((longest > 0) & (links[:, 0] == 0)))


def _means(values: Floats, where: Bools) -> list[float]:
    """The mean of each matrix over some slots, 0 if there are none."""
    chosen = where.ravel()
    n = max(1, int(np.count_nonzero(chosen)))
    means: list[float] = (values.reshape(len(values), -1) @ chosen / n).tolist()
    return means


def _own(lines: Sequence[Sequence[object]], columns: Sequence[int], filled: Sequence[Sequence[bool]]) -> float:
    """The share of columns in which hardly any filled cell below has the value of the first line."""
    n = 0
    for c in columns:
        others = [line[c] for line, on in zip(lines[1:], filled, strict=False) if on[c]]
        n += others.count(lines[0][c]) <= _RARE * len(others)
    return n / len(columns)


def _unlike(values: Floats) -> float:
    """The share of the variance of cells between columns: 0 if all columns are alike, 1 if each is uniform.

    Variances are estimates (divided by n - 1), since with few rows the cells of a column are alike by chance; a single
    row gives 0.
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
    """How alike the columns are, as in a matrix: 1 if none differs; 0 for fewer than two."""
    if rest.shape[2] < 2:
        return 0.0
    length, digits, link = map(float, np.ptp(rest[: LINK + 1].mean(axis=1), axis=1))
    return max(0.0, 1 - digits - length / 4 - link)


def _numbers(sample: Sample, first: int) -> float:
    """The share of short values with a number, in the column that has the fewest; the first columns do not count."""
    filled = sample.filled[first:, sample.width :]
    values = (
        (sample.values[DIGITS, first:, sample.width :] >= _VALUE)
        & (sample.size[first:, sample.width :] <= _SHORT)
        & filled
    )
    return float((values.sum(axis=0) / np.maximum(1, filled.sum(axis=0))).min())


def _one_form(sample: Sample, first: int) -> float:
    """The share of cells in the most frequent form (the signs around the digits); the first columns do not count."""
    columns = [_texts(sample, c, first) for c in range(sample.width, sample.nodes.shape[1])]
    forms = Counter(text.translate(None, _DIGITS) for texts in columns for text in texts)
    return max(forms.values(), default=0) / max(1, forms.total())


def _series(sample: Sample, first: int) -> float:
    """The share of rows whose first cells are consecutive numbers, as the days of a week in a calendar."""
    rows = [[text.strip() for text in row[:3]] for row in sample.raw[first:FIRST]]
    return sum(is_count(row) for row in rows) / max(1, len(rows)) if sample.nodes.shape[1] > 2 else 0.0


def _shared(sample: Sample, first: int) -> float:
    """The share of cells whose text is in another column too, such as yes and no; the first columns do not count."""
    columns = [_texts(sample, c, first) for c in range(sample.width, sample.nodes.shape[1])]
    count = Counter(text for texts in columns for text in set(texts))
    n = sum(map(len, columns))
    return sum(count[text] > 1 for texts in columns for text in texts) / max(1, n)
