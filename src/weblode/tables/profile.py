"""The profile of a table: some twenty numbers on its fill, its regularity, its content, its first row and column.

The numbers are evidence for `detect` (is it data?) and `headers` (is the first row a header, the first column?). Each
is a share or a difference of shares, so that none depends on one site's markup. `th` is evidence like the others.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from weblode.caches import regex
from weblode.tables import traits
from weblode.tables.cells import (
    BOLD,
    COLON,
    DIGITS,
    HEAD,
    LENGTH,
    LINK,
    Floats,
    Sample,
    is_count,
    looks,
)
from weblode.tables.layout import FIRST, LABEL, Bools, Layout

Profile = dict[str, float]
Forms = list[list[bytes]]

_FIGURES = b"0123456789"
_PLAIN = (b"0", b",")  # the forms of whole numbers without a unit
_LIKE = 0.5  # a first column that is like the others in this share of rows is no column of labels
_MOSTLY = 0.65  # without a header row, first cells with a greater share of digits are values: no labels have 0.6
_SAME = 0.3  # in two columns, numbers without a unit are so much weaker evidence for the same measure
_MARKS = regex(rb"(?:\s*\[\s*\w{1,3}\s*\])+$")  # footnote marks at the end of a text
_WORDS = b"a"  # the form of a value that is no number
_PLUS = "+-\N{MINUS SIGN}".encode()
_VALUE, _SHORT = 0.3, 24  # a value such as "2.3 GB/s" or "10 % vol.": share of digits, bytes
_VARIED = 1e-3  # less variance counts as none
_SIGN = 47  # bytes up to this are signs; letters, digits and bytes beyond ASCII are greater
_MANY = 16  # columns
_RARE = 0.25  # a look or path is the header's own if at most this share of the body has it: headers may be repeated


def contents(layout: Layout, sample: Sample, informative: list[bool], *, first: int) -> Profile:
    """Numbers on the content of the cells and the difference of columns; `first` is the first row of the body."""
    filled = sample.filled[first:]
    means = _means(sample.values[: LINK + 1, first:], filled)
    return {
        "rows": math.log2(len(layout.core)),
        "columns": breadth(layout),
        "full": np.count_nonzero(filled) / filled.size,
        "digits": _means(sample.values[DIGITS : DIGITS + 1, first:], filled & np.array(informative))[0],
        "links": means[LINK],
        "length": means[LENGTH],
        "controls": sample.controls,
        "pictures": sample.pictures,
        "nested": float(sample.nested.mean()),
        "unlike": (_unlike(sample.values[: LINK + 1, first:]) + _unlike(traits.columns(sample, first))) / 2,
    }


def breadth(layout: Layout) -> float:
    """The logarithm of the number of columns; beyond sixteen they tell nothing more."""
    return math.log2(min(len(layout.columns), _MANY))


def top(sample: Sample) -> Profile:
    """Numbers on how the last row that would be a header differs from the rows below it, column by column."""
    r, n = sample.depth - 1, sample.depth
    head, below = sample.filled[r], sample.filled[n:] & sample.has_text[n:] & ~_repeated(sample, r)[:, None]
    columns = np.flatnonzero(head & below.any(axis=0))
    if not len(columns):
        columns = np.flatnonzero(head)
    numbers, filled = columns.tolist(), below.tolist()
    paths = sample.path[r:].tolist()
    alike = Counter(paths[0][c] for c in numbers)
    row = (sample.values[:, r, columns].sum(axis=1) / len(numbers)).tolist()
    body = _means(sample.values[:, n:, columns], below[:, columns])
    return {
        "top_th": _mean(sample.values[HEAD, r, 1:], head[1:]) - _others_th(sample, n, 1),
        "top_path": _own(paths, numbers, filled),
        "top_look": _own(looks(sample)[r:], numbers, filled),
        "top_alike": sum(n * n for n in alike.values()) / len(numbers) ** 2,
        "top_digits": body[DIGITS] - row[DIGITS],
        "top_length": body[LENGTH] - row[LENGTH],
        "top_numbers": row[DIGITS],
        "top_odd": traits.odd(sample, r),
        "top_corner": float(not head[0] and below[:, 0].any()),
    }


def _repeated(sample: Sample, row: int) -> Bools:
    """Which rows below a header look like it in all cells; none if the first of them does."""
    first = row + 1
    both = sample.filled[row] & sample.filled[first:]
    again: Bools = both.any(axis=1) & ((sample.path[first:] == sample.path[row]) | ~both).all(axis=1)
    return again & ~again[:1]


def _others_th(sample: Sample, first: int, width: int) -> float:
    """The share of `th` in the body, without the first columns and rows of `th` alone: repeated headers, totals."""
    th, filled = sample.values[HEAD, first:, width:], sample.filled[first:, width:]
    again = ((th > 0) | ~filled).all(axis=1)
    return 0.0 if again.all() else _mean(th[~again], filled[~again])


def left(sample: Sample, first: int) -> Profile:
    """Numbers on how the first columns differ from the others; `first` is the first row of the body."""
    body, filled, n = sample.values[:, first:], sample.filled[first:], sample.width
    column, rest = _means(body[:, :, :n], filled[:, :n]), _means(body[:, :, n:], filled[:, n:])
    return {
        "left_th": column[HEAD] - _others_th(sample, first, n),
        "left_colon": column[COLON] - rest[COLON],
        "left_bold": column[BOLD] - rest[BOLD],
        "left_length": rest[LENGTH] - column[LENGTH],
        "left_links": column[LINK] - rest[LINK],
        "left_numbers": column[DIGITS],
    }


def labels(sample: Sample, first: int) -> Profile:
    """Evidence for labels in the first column if there is no header row.

    Numbers and dates beside texts are no labels. Several columns of texts beside the first are those of records, and
    links beside links, other than numbers, those of a list or a menu.
    """
    forms, numbers = _forms(sample, first), _numbers(sample, first)
    figures = _mean(sample.values[DIGITS, first:, : sample.width], sample.filled[first:, : sample.width])
    names = figures < _MOSTLY and _same(sample, first, forms) < _LIKE
    linked, others = (
        _mean(sample.values[LINK, first:, part], sample.filled[first:, part]) for part in (slice(1), slice(1, None))
    )
    return {
        "rest_numbers": numbers,
        "left_names": _names(sample, first) * names,
        "several": (len(forms[0]) > 1) * (1 - numbers),
        "left_linked": linked,
        "all_linked": min(linked, others) * (1 - numbers),
        "turned": _agreement(forms) - _agreement(zip(*forms, strict=True)),
    }


def matrix(sample: Sample, first: int) -> Profile:
    """Evidence for names in the first column below a header row."""
    forms, corner = _forms(sample, first), not sample.filled[first - 1, 0]
    numbers, single = _numbers(sample, first), len(sample.raw) < first + 2
    names = _names(sample, first, loose=corner) or numbers * is_count(_texts(sample, 0, first))
    if single and not corner:  # one row shows nothing
        names = 0.0
    alike = _alike(sample.values[:, first:, sample.width :], sample.present[first:, sample.width :]) if names else 0.0
    one_measure = max(numbers and numbers * _one_measure(forms), _shared(sample, first, forms)) if alike else 0.0
    return {
        "left_names": names,
        "left_marked": _marked(sample, first) if names else 0.0,
        "rest_matrix": alike * one_measure * (1 - _same(sample, first, forms)) * _short(sample, first),
        "corner": names * corner,
        "single": float(single),
    }


def _marked(sample: Sample, first: int) -> float:
    """How far the first columns are bold and the others are not; links stand out by themselves."""
    column, rest = (
        _means(sample.values[:, first:, part], sample.filled[first:, part])
        for part in (slice(sample.width), slice(sample.width, None))
    )
    return max(0.0, column[BOLD] - rest[BOLD]) * (1 - column[LINK])


def _short(sample: Sample, first: int) -> float:
    """The share of first cells that are short enough for a name."""
    texts = _texts(sample, 0, first)
    return sum(len(text) <= LABEL for text in texts) / max(1, len(texts))


def _texts(sample: Sample, column: int, first: int) -> list[bytes]:
    """The texts of the first body rows in a column, without blank ones."""
    return [text for row in sample.raw[first:FIRST] if (text := row[column].strip())]


def _names(sample: Sample, first: int, *, loose: bool = False) -> float:
    """Whether the first cells can be names, 1 or 0: all of a section are different, and they do not number the rows.

    With `loose`, it is enough that most rows have one of their own.
    """
    lines = zip(sample.section[first:FIRST].tolist(), sample.raw[first:FIRST], strict=True)
    texts = [(section, text) for section, row in lines if (text := b" ".join(row[: sample.width]).strip())]
    rows, different = len(sample.raw[first:FIRST]), len(set(texts))
    varied = 2 * different > rows if loose else different == len(texts)
    return float(varied and not is_count([text for _, text in texts], more=True))


def useful(sample: Sample, first: int) -> list[bool]:
    """Which columns have information about a row: not its number, a bullet, a choice, the same words in every row."""
    n, results = len(sample.raw[first:FIRST]), []
    for c, beyond in enumerate(sample.has_text[first:FIRST].sum(axis=0).tolist()):
        texts = _texts(sample, c, first)
        worded = sum(max(text) > _SIGN for text in texts)
        varied = len(texts) < 3 or len(set(texts)) > 1
        results.append(3 * min(worded, beyond) > n and varied and not is_count(texts))
    return results


def valueless(sample: Sample) -> float:
    """The share of cells, those of the first column apart, that are labels with a colon."""
    return _mean(sample.values[COLON, :, 1:], sample.filled[:, 1:])


def undivided(sample: Sample) -> float:
    """The share of columns that are one cell below the first row; 0 if there is only one row below it."""
    below = sample.nodes[1:]
    return float(((below == below[0]).all(axis=0) & sample.filled[1]).mean()) if len(below) > 1 else 0.0


def menus(sample: Sample) -> float:
    """The share of rows with a list of links beside a label; 0 if all lists are equally long, as in records."""
    links = np.where(sample.filled, sample.listed, 0)
    longest = links[:, 1:].max(axis=1)
    return 0.0 if np.ptp(longest) == 0 else float(np.mean((longest > 0) & (2 * links[:, 0] <= longest)))


def _means(values: Floats, where: Bools) -> list[float]:
    """The mean of each matrix over some slots, 0 if there are none."""
    chosen = where.ravel()
    n = max(1, int(np.count_nonzero(chosen)))
    means: list[float] = (values.reshape(len(values), -1) @ chosen / n).tolist()
    return means


def _mean(values: Floats, where: Bools) -> float:
    """The mean of a matrix over some slots, 0 if there are none."""
    return float(values[where].mean()) if where.any() else 0.0


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


def _alike(rest: Floats, present: Bools) -> float:
    """How alike the columns are, as in a matrix: 1 if none differs; 0 for fewer than two."""
    columns = present.any(axis=0)
    rest, present = rest[: LINK + 1, :, columns], present[:, columns]
    if present.shape[1] < 2:
        return 0.0
    length, digits, link = map(float, np.ptp((rest * present).sum(axis=1) / present.sum(axis=0), axis=1))
    return max(0.0, 1 - digits - length / 4 - link)


def _numbers(sample: Sample, first: int) -> float:
    """The share of short values with a number, in the column that has the fewest; the first columns do not count."""
    present, size = sample.present[first:, sample.width :], sample.size[first:, sample.width :]
    values = (sample.values[DIGITS, first:, sample.width :] >= _VALUE) & (size <= _SHORT) & present
    counts = present.sum(axis=0)
    shares = values.sum(axis=0)[counts > 0] / counts[counts > 0]
    return float(shares.min()) if len(shares) else 0.0


def _one_measure(forms: Forms) -> float:
    """How far the values of each row have one form; whole numbers without a unit tell less, most so in two columns."""
    present = [form for line in forms for form in line if form]
    plain = sum(form in _PLAIN for form in present) / max(1, len(present) * (len(forms[0]) - 1))
    return _agreement(forms) * (1 - _SAME * plain)


def _forms(sample: Sample, first: int) -> Forms:
    """The forms of the values (signs around digits, or words) in the first body rows, without the first columns."""
    shares = np.where(sample.present, sample.values[DIGITS], -1.0)[first:FIRST, sample.width :].tolist()
    return [
        [_form(*each) for each in zip(texts[sample.width :], line, strict=True)]
        for texts, line in zip(sample.raw[first:FIRST], shares, strict=True)
    ]


def _form(text: bytes, digits: float) -> bytes:
    """The form of a value; b"" if it is missing: its share of digits is negative."""
    text = text.strip()
    if digits >= _VALUE and len(text) <= _SHORT:
        return text.lstrip(_PLUS).translate(None, _FIGURES) or b"0"
    return _WORDS if digits >= 0 else b""


def _agreement(lines: Iterable[Sequence[bytes]]) -> float:
    """The share of values in the most frequent form of their line; lines with fewer than two values agree."""
    shares = []
    for line in lines:
        forms = Counter(form for form in line if form)
        shares.append(max(forms.values()) / forms.total() if forms else 1.0)
    return sum(shares) / max(1, len(shares))


def _same(sample: Sample, first: int, forms: Forms) -> float:
    """The share of rows whose first cell is like the others: a number of their form, or the text of one of them."""
    n, rows = 0, sample.raw[first:FIRST]
    shares = sample.values[DIGITS, first:FIRST, 0].tolist()
    for row, share, others in zip(rows, shares, forms, strict=True):
        form = _form(row[0], share)
        n += form in others if form != _WORDS else row[0].strip() in (text.strip() for text in row[sample.width :])
    return n / max(1, len(rows))


def _shared(sample: Sample, first: int, forms: Forms) -> float:
    """The share of values that another column has too: words such as yes and no in any row, others in the same row."""
    texts = [[_MARKS.sub(b"", text.strip()) for text in row[sample.width :]] for row in sample.raw[first:FIRST]]
    words = [
        {text for text, form in zip(*each, strict=True) if form == _WORDS}
        for each in zip(zip(*texts, strict=True), zip(*forms, strict=True), strict=True)
    ]
    columns = Counter(text for column in words for text in column)
    n = again = 0
    for row, line in zip(texts, forms, strict=True):
        times = Counter(text for text, form in zip(row, line, strict=True) if form)
        n += times.total()
        again += sum(many for text, many in times.items() if many > 1 or columns[text] > 1)
    return again / max(1, n)
