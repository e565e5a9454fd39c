"""Tables for people: columns that fit the width of a terminal."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from unicodedata import combining, east_asian_width

from weblode.table import Value
from weblode.terminal import printable

_GAP = 2  # blanks between columns
_LEAST = 14  # characters to which a column may be cut so that another one has room
_WIDEST = 60  # characters of a column, unless there is room


def screen_lines(
    names: Sequence[str], columns: Sequence[Sequence[Value]], width: int, *, right: Container[int] = ()
) -> Iterator[str]:
    """The lines of a table, each with its end: names, a rule, and one line per row, none wider than `width`.

    Wide columns are cut first. Columns that have no room at all are named in a last line. Numbers stand to the right,
    and so do the columns of the indices in `right`.

    >>> print(*screen_lines(["title", "year"], [["Salt", "Mountain Weather"], [2023, 1922]], 20), sep="", end="")
    title           year
    --------------  ----
    Salt            2023
    Mountain Weat…  1922
    """
    cells = [[_cell(value) for value in column] for column in columns]
    numeric = [i in right or any(map(_is_number, column)) for i, column in enumerate(columns)]
    heads = [printable(name) for name in names]
    natural = [max(map(text_width, [head, *column])) for head, column in zip(heads, cells, strict=True)]
    widths = fit_widths(natural, width)
    parts = list(zip(heads, cells, numeric, widths, strict=False))  # without the columns that have no room
    yield _line((_place(head, each, right=number) for head, _, number, each in parts))
    yield _line("-" * each for each in widths)
    for i in range(len(cells[0]) if cells else 0):
        yield _line(_place(column[i], each, right=number) for _, column, number, each in parts)
    if len(widths) < len(names):
        left = ", ".join(heads[len(widths) :])
        yield cut_text(f"... {len(names) - len(widths)} more columns: {left}", width) + "\n"


def fit_widths(natural: Sequence[int], width: int) -> list[int]:
    """The widths of the columns that have room, in order: all as wide as they are, or the widest cut alike.

    >>> fit_widths([3, 40, 20], 80), fit_widths([3, 40, 20], 40), fit_widths([9] * 5, 20)
    ([3, 40, 20], [3, 17, 16], [9, 9])
    """
    n = 0
    room = width
    for each in natural:
        room -= min(each, _LEAST) + _GAP * (n > 0)
        if room < 0 < n:
            break
        n += 1
    room = width - _GAP * (n - 1)
    widths = [min(each, _WIDEST) for each in natural[:n]]
    if sum(natural[:n]) <= room:
        return list(natural[:n])
    while sum(widths) > max(room, n) and max(widths) > 1:
        widest = max(widths)
        number = widths.count(widest)
        below = max((each for each in widths if each < widest), default=0)
        cut = min(widest - below, -(-(sum(widths) - room) // number))
        at, over = widest - cut, max(0, room - sum(widths) + cut * number) if widest - cut > below else 0
        for i in [i for i, each in enumerate(widths) if each == widest]:
            widths[i] = max(1, at + (over > 0))
            over -= 1
    return widths


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes: two for each wide character of East Asia."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)


def cut_text(text: str, width: int) -> str:
    """The text; if it is wider than `width`, its start and an ellipsis.

    >>> cut_text("Mountain Weather", 9), cut_text("山の天気", 6)
    ('Mountain…', '山の…')
    """
    if text_width(text) <= width:
        return text
    room, end = width - 1, 0
    for char in text:
        room -= text_width(char)
        if room < 0:
            break
        end += 1
    return f"{text[:end].rstrip()}…"


def _cell(value: Value) -> str:
    """A value on one line; nothing for None."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "" if value is None else printable(" ".join(str(value).split()))


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _place(text: str, width: int, *, right: bool) -> str:
    """The text, cut and filled up to a width."""
    cell = cut_text(text, width)
    blanks = " " * (width - text_width(cell))
    return blanks + cell if right else cell + blanks


def _line(cells: Iterator[str]) -> str:
    return (" " * _GAP).join(cells).rstrip() + "\n"
