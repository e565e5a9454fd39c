"""Columns of cells: one cell or None for each record of a list.

A cell is a tuple that begins with its nodes (first, and the one after the last), its text and its link, as
`weblode.records.places.FieldCell`. The compiled twin is in `_cells.pyx`.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex

Cell = tuple[Any, ...]
Column = Sequence[Cell | None]
FIRST = 3  # values that are looked at first
LONGEST = 60  # characters of a number or date
DIGITS = 15  # of a number; longer ones are identifiers
TELLING = frozenset("0123456789★⭐")  # what every value has that can be converted
ADDRESSES = "hHwW"  # what addresses begin with
_VALUE = 60  # bytes of a value beside its characters
PRICE, DATE, RATING, DURATION, NUMBER = 1, 2, 4, 8, 16  # what a text may be
_LETTERS = regex("[A-Za-z]+")
_DATED = regex(r"[0-9][/.-]|[a-z]-[0-9]|\s'[0-9]|(?:1[5-9]|20)[0-9]{2}")
_RATED = regex(r"/|[sS][tT]|[gG][wW]")


class CellColumn(list[Any]):
    """The cells of a column, with what is asked of them again and again.

    `texts` has the text of each cell, None without one; `values` those that are there, of which `few` are the first
    three different ones; `links` counts the cells with a link, `machines` those with something said for machines;
    `colons` says whether a value has a colon; bit `i` of `rows` is set if record `i` has a cell; `first` is the first
    cell, None without one.
    """

    __slots__ = ("colons", "few", "first", "links", "machines", "rows", "texts", "values")

    def __init__(self, cells: Iterable[Cell | None]) -> None:
        super().__init__(cells)
        self.texts: tuple[str | None, ...] = tuple(texts(self))
        self.values: list[str] = [text for text in self.texts if text is not None]
        self.few: tuple[str, ...] = tuple(islice(dict.fromkeys(self.values), 3))
        self.links = links(self)
        self.machines = sum(bool(cell and len(cell) > 4 and cell[4]) for cell in self)
        self.colons = any(":" in value for value in self.values)
        self.first: Any = next(filter(None, self), None)
        self.rows = sum(1 << i for i, cell in enumerate(self) if cell)


def measures(values: Iterable[str]) -> tuple[int, int, int, int]:
    """Of some texts: their characters, their spaces, their digits, and how many of the texts have a digit."""
    characters = spaces = digits = numbers = 0
    for value in values:
        own = sum(map(str.isdecimal, value))
        characters, spaces = characters + len(value), spaces + value.count(" ")
        digits, numbers = digits + own, numbers + (own > 0)
    return characters, spaces, digits, numbers


def is_wordy(values: Iterable[str | None]) -> bool:
    """Whether the first texts can be no numbers, dates or addresses: long ones, or without a digit or star.

    Of an address it is enough that the first text begins as one may.
    """
    first = list(islice(filter(None, values), FIRST))
    if first and first[0][0] in ADDRESSES:
        return False
    return not any(readable(first))


def readable(values: Iterable[str | None]) -> list[str]:
    """The texts that may be numbers or dates: short ones with a digit or star; "" for the others."""
    return [text if text and len(text) <= LONGEST and not TELLING.isdisjoint(text) else "" for text in values]


def hints(texts: Iterable[str], words: Mapping[str, int]) -> int:
    """What some of the texts may be (`PRICE`, ...), by characters that all such texts have, and by their words.

    `words` has what a text with a word may be. Of a text beyond ASCII nothing is known.
    """
    bits = 0
    for text in texts:
        if not text.isascii():
            return PRICE | DATE | RATING | DURATION | NUMBER
        for word in _LETTERS.findall(text):
            bits |= words.get(word.lower(), 0)
        bits |= PRICE * ("$" in text) | DURATION * (":" in text) | DATE * bool(_DATED.search(text))
        bits |= RATING * bool(_RATED.search(text)) | NUMBER * (text.lstrip()[:1] in tuple("([-0123456789"))
    return bits


def whole_numbers(values: Iterable[str | None]) -> tuple[int | None, ...] | None:
    """The numbers that the texts are, of at most 15 digits without a zero before them; None if one is anything else."""
    numbers: list[int | None] = []
    for value in values:
        if value and not (value.isascii() and value.isdigit() and len(value) <= DIGITS):
            return None
        if value and value[0] == "0" and value != "0":
            return None
        numbers.append(int(value) if value else None)
    return tuple(numbers)


def text_size(columns: Iterable[Iterable[Any]]) -> int:
    """About how many bytes the values of columns take: the characters of texts, and some for each value."""
    return sum(_VALUE + (len(value) if isinstance(value, str) else 0) for column in columns for value in column)


def spread(rows: Sequence[Sequence[tuple[object, Cell]]], numbers: Sequence[Sequence[int]], n: int) -> list[CellColumn]:
    """`n` columns of the cells of rows, each cell of a row in the column with its number; none for numbers below 0."""
    columns: list[list[Cell | None]] = [[None] * len(rows) for _ in range(n)]
    for i, (row, where) in enumerate(zip(rows, numbers, strict=True)):
        for (_, cell), number in zip(row, where, strict=True):
            if number >= 0:
                columns[number][i] = cell
    return list(map(CellColumn, columns))


def distinct_rows(rows: Sequence[Sequence[tuple[Any, Cell]]]) -> tuple[list[list[Any]], list[int]]:
    """The different sequences of places of rows, in the order in which they come, and which of them each row has.

    Places are told apart as objects.
    """
    numbers: dict[tuple[int, ...], int] = {}
    sequences: list[list[Any]] = []
    which = []
    for row in rows:
        places = [place for place, _ in row]
        number = numbers.setdefault(tuple(map(id, places)), len(numbers))
        if number == len(sequences):
            sequences.append(places)
        which.append(number)
    return sequences, which


def numbered_places(sequences: Sequence[Sequence[Any]]) -> tuple[list[Any], list[tuple[int, ...]]]:
    """The places of all sequences, each once, in order; and the sequences by their numbers among them.

    Places are told apart as objects.
    """
    numbers: dict[int, int] = {}
    places: list[Any] = []
    rows = []
    for sequence in sequences:
        for place in sequence:
            if numbers.setdefault(id(place), len(places)) == len(places):
                places.append(place)
        rows.append(tuple(numbers[id(place)] for place in sequence))
    return places, rows


def shared_links(columns: Sequence[Column]) -> list[str]:
    """The link that most cells of each row have, "" if no two have one; of several the first."""
    main = []
    for row in zip(*columns, strict=True):
        links = [cell[2] for cell in row if cell and cell[2]]
        main.append("" if len(links) == len(set(links)) else max(links, key=links.count))
    return main


def leading(
    column: Column,
    shared: list[str],
    parent: NDArray[np.int32],
    tag: NDArray[np.int32],
    strong: NDArray[np.uint8],
    most: int,
) -> tuple[int, int, int]:
    """Of the first cells: how many link to a page, how many to the shared link of their row, how many are strong.

    `strong` has an entry for each tag, the last for tags that HTML does not define: whether a text in it is strong.
    """
    if len(shared) < len(column) or len(tag) != len(parent):
        raise ValueError("columns of different lengths")
    first = list(islice(((cell, href) for cell, href in zip(column, shared, strict=False) if cell), most))
    above = [int(parent[cell[0][0]]) for cell, _ in first]
    linked = sum(bool(cell[2]) and not cell[2].startswith("javascript:") for cell, _ in first)
    tags = [int(tag[u]) if u >= 0 else 0 for u in above]
    return (
        linked,
        sum(bool(cell[2]) and cell[2] == href for cell, href in first),
        sum(bool(strong[number if 0 <= number < len(strong) - 1 else -1]) for number in tags),
    )


def parted(texts: Sequence[str | None], column: Column) -> CellColumn:
    """A column of the cells of another with other texts, without what is said for machines; none without a text."""
    pairs = zip(column, texts, strict=True)
    return CellColumn(
        tuple.__new__(type(cell), (cell[0], text, cell[2], cell[3], "", "")) if cell and text else None
        for cell, text in pairs
    )


def texts(column: Column) -> list[str | None]:
    """The text of each cell, None without a cell."""
    return [cell[1] if cell else None for cell in column]


def links(column: Column) -> int:
    """How many cells have a link."""
    return sum(bool(cell and cell[2]) for cell in column)


def is_inside(part: Column, whole: Column) -> bool:
    """Whether most cells of a column lie in the cells of another."""
    inside = n = 0
    for cell, line in zip(part, whole, strict=True):
        if cell:
            n += 1
            inside += bool(line and line[0][0] <= cell[0][0] and cell[0][1] <= line[0][1])
    return 2 * inside > n


def first_part(columns: Sequence[Column]) -> int:
    """Which of the columns most rows begin with, by their nodes; of several the one that is first met, -1 for none."""
    counts: dict[int, int] = {}
    for cells in zip(*columns, strict=True):
        start = min(((cell[0], i) for i, cell in enumerate(cells) if cell), default=None)
        if start:
            counts[start[1]] = counts.get(start[1], 0) + 1
    return max(counts, key=lambda i: counts[i], default=-1)
