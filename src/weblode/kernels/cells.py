"""Columns of cells: one cell or None for each record of a list.

A cell is a tuple that begins with its nodes (first, and the one after the last), its text and its link, as
`weblode.records.places.FieldCell`. The compiled twins are in `_cells.pyx`, those of columns in `_texts.pyx`.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.kernels.steps import children

Cell = tuple[Any, ...]
Column = Sequence[Cell | None]
FIRST = 3  # values that are looked at first
LONGEST = 60  # characters of a number or date
DIGITS = 15  # of a number; longer ones are identifiers
TELLING = frozenset("0123456789★⭐")  # what every value has that can be converted
ADDRESSES = "hHwW"  # what addresses begin with
_VALUE = 60  # bytes of a value beside its characters
PRICE, DATE, RATING, DURATION, NUMBER = 1, 2, 4, 8, 16  # what a text may be
MONTH = 32  # what the first three letters of a word may begin
ADDRESS = 64  # what a column may be as well
# The share of a column's values that must be of one kind; of prices where the others have no digit: "sold out", "free".
SHARES = {PRICE: 0.6, DATE: 0.9, RATING: 0.9, DURATION: 0.9, NUMBER: 0.9}
_LETTERS = regex("[A-Za-z]+")
_DATED = regex(r"[0-9]([/.-])\s?[0-9]{1,2}\1")  # a date in numbers
_YEARLY = regex(r"[a-z]-[0-9]|\s'[0-9]|(?:1[5-9]|20)[0-9]{2}")  # the year of one with the name of a month
_STARS = regex(r"[sS][tT]|[gG][wW]")  # what the word for stars has in several languages
_YEAR = r"(?P<year>(?:1[5-9]|20)[0-9]{2})"
_NAMED_DATE = regex(
    rf"(?:(?P<first>[0-3]?[0-9]) )?(?P<name>[A-Za-z]{{3,12}})\.?(?(first),?| (?P<day>[0-3]?[0-9]),?) {_YEAR}"
)
_NUMBERED_DATE = regex(rf"(?P<one>[0-3]?[0-9])(?P<mark>[/.-])(?P<two>[0-3]?[0-9])(?P=mark){_YEAR}")
_ISO_DATE = regex(r"((?:1[5-9]|20)[0-9]{2})-([0-9]{2})-([0-9]{2})")
_PLAIN_COUNT = regex(
    r"(?P<number>0|[1-9][0-9]{0,2}(?:,[0-9]{3})+|(?:0|[1-9][0-9]*)\.[0-9]{1,2}|[1-9][0-9]*)"
    r"(?P<unit>%| ?[A-Za-z]{2,20}|)"
)
_RATED = frozenset("15★⭐")  # one is in every rating that does not begin with a number
_SCALE = regex(r"\s*[15]")  # of five, ten or a hundred


class CellColumn(list[Any]):
    """The cells of a column, with what is asked of them again and again.

    `texts` has the text of each cell, None without one; `values` those that are there, of which `few` are the first
    three different ones, and `ends` the first and the last, None without any; `filled` counts the cells, `links` those
    with a link, `machines` those with something said for machines; `addresses` says where they lead, None for nowhere;
    `colons` says whether a value has a colon; bit `i` of `rows` is set if record `i` has a cell; `first` is the first
    cell, None without one. Of the compiled one, cells are made when they are asked for, and so are `texts`: `filled`,
    `links`, `rows`, `few` and `ends` are known without reading all of them.
    """

    __slots__ = (
        *("addresses", "colons", "ends", "few", "filled", "first", "links", "machines", "rows", "texts", "values"),
    )

    def __init__(self, cells: Iterable[Cell | None]) -> None:
        super().__init__(cells)
        own: list[Cell] = list(filter(None, self))
        self.texts: tuple[str | None, ...] = tuple([cell[1] if cell else None for cell in self])
        self.values: list[str] = [text for text in self.texts if text is not None]
        self.few: tuple[str, ...] = tuple(islice(dict.fromkeys(self.values), 3))
        self.ends: tuple[str | None, str | None] = (own[0][1], own[-1][1]) if own else (None, None)
        self.filled = len(own)
        self.links = sum(bool(cell[2]) for cell in own)
        self.addresses: list[str | None] = [
            ((cell[5] if len(cell) > 5 else "") or cell[2] or None) if cell else None for cell in self
        ]
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


def readable(values: Iterable[str | None]) -> list[str]:
    """The texts that may be numbers or dates: short ones with a digit or star; "" for the others."""
    return [text if text and len(text) <= LONGEST and not TELLING.isdisjoint(text) else "" for text in values]


def hints(values: Iterable[str | None], words: Mapping[str, int]) -> int:
    """What a column of texts may be: the bits of what one of the first texts may be, and enough of all (`SHARES`).

    That is told by characters that all such texts have, and by their words: `words` has what a text with a word may be
    (`PRICE`, ...), and the first three letters of months. Long texts are none of this; of words beyond ASCII nothing is
    known. Of addresses (`ADDRESS`) it is enough that the first text begins as one may.
    """
    texts = list(filter(None, values))
    first = texts[:FIRST]
    bits = ADDRESS if first and first[0][0] in ADDRESSES else 0
    if not any(readable(first)):
        return bits
    each = [_hints_of(text, words) for text in texts]
    for kind, share in SHARES.items():
        if any(own & kind for own in each[:FIRST]) and sum(own & kind > 0 for own in each) >= share * len(each):
            bits |= kind
    return bits


def _hints_of(text: str, words: Mapping[str, int]) -> int:
    """What a text may be."""
    if len(text) > LONGEST:
        return 0
    begin = text.lstrip()[:1]
    number = NUMBER * (begin in tuple("([-0123456789"))
    lasting = DURATION * (begin in tuple("P0123456789"))
    if not text.isascii():
        rating = RATING * bool(number or not _RATED.isdisjoint(text))
        return PRICE | DATE | rating | lasting | number if not TELLING.isdisjoint(text) else DATE
    bits, months = PRICE * ("$" in text) | DURATION * (":" in text), 0
    for match in _LETTERS.finditer(text):
        word = match[0].lower()
        own = words.get(word, 0)
        bits |= own if _SCALE.match(text, match.end()) else own & ~RATING
        # A word may follow a number with its ending: 1stJan.
        months |= (words.get(word[:3], 0) | words.get(word[2:5], 0)) & MONTH
    if (number and _STARS.search(text)) or any(_SCALE.match(text, i + 1) for i, each in enumerate(text) if each == "/"):
        bits |= RATING
    bits |= DATE * bool(_DATED.search(text) or (months and _YEARLY.search(text))) | number
    bits &= ~(MONTH if lasting else MONTH | DURATION)
    return bits if not TELLING.isdisjoint(text) else bits & DATE


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


def plain_dates(values: Iterable[str | None], months: Mapping[str, int], *, day_first: bool | None) -> list[str | None]:
    """The dates that texts are in the most usual forms, as ISO 8601; None for all others, which need a closer look.

    `months` has the first three letters of their names, `day_first` says how two numbers that could both be a month are
    read; None if it is not known.
    """
    return [_plain_date(value, months, day_first=day_first) if value else None for value in values]


def _plain_date(text: str, months: Mapping[str, int], *, day_first: bool | None) -> str | None:
    """The date that a text is; None if it needs a closer look."""
    if match := _NAMED_DATE.fullmatch(text):
        day, month, year = int(match["day"] or match["first"]), months.get(match["name"][:3].lower(), 0), match["year"]
    elif match := _NUMBERED_DATE.fullmatch(text):
        one, two, year = int(match["one"]), int(match["two"]), match["year"]
        first = True if match["mark"] == "." else day_first
        if first is None and one <= 12 and two <= 12 and one != two:
            return None
        day, month = (one, two) if (first and two <= 12) or one > 12 else (two, one)
    elif match := _ISO_DATE.fullmatch(text):
        year, month, day = match[1], int(match[2]), int(match[3])
    else:
        return None
    try:
        return date(int(year), month, day).isoformat()
    except ValueError:
        return None


def plain_counts(
    values: Iterable[str | None], others: Container[str], *, by_comma: bool
) -> list[tuple[float, str] | None]:
    """The numbers with the first letters of their unit that texts are in the most usual forms; None for all others.

    A unit is one word, or the sign for a share. Those of `others`, and words that begin with three letters of them,
    need a closer look, and so do commas unless they divide thousands (`by_comma`).
    """
    return [_plain_count(value, others, by_comma=by_comma) if value else None for value in values]


def _plain_count(text: str, others: Container[str], *, by_comma: bool) -> tuple[float, str] | None:
    """The number and unit that a text is; None if it needs a closer look."""
    match = _PLAIN_COUNT.fullmatch(text)
    if not match or ("," in match["number"] and not by_comma) or sum(map(str.isdigit, text)) > DIGITS:
        return None
    unit = match["unit"].strip().lower()
    if unit in others or unit[:3] in others:
        return None
    return float(match["number"].replace(",", "")), unit[:3]


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


def distinct_rows(rows: Sequence[Sequence[tuple[Any, Cell]]]) -> tuple[list[list[Any]], list[int], list[int]]:
    """The different sequences of places of rows, in order, which of them each row has, and how many rows have each.

    Places are told apart as objects.
    """
    numbers: dict[tuple[int, ...], int] = {}
    sequences: list[list[Any]] = []
    which, times = [], []
    for row in rows:
        places = [place for place, _ in row]
        number = numbers.setdefault(tuple(map(id, places)), len(numbers))
        if number == len(sequences):
            sequences.append(places)
            times.append(0)
        which.append(number)
        times[number] += 1
    return sequences, which, times


def cell_numbers(
    rows: Sequence[Sequence[tuple[Any, Cell]]],
    columns: Sequence[NDArray[np.int32]],
    records: list[tuple[int, int]],
    tags: tuple[int, int, int],
) -> list[tuple[int, ...]]:
    """For each cell of rows the number, from 1, of the table's cell that it stands in; it is the last one for others.

    `columns` are end and tag of the tree, `tags` those of rows and of their cells. Empty unless each record is such a
    row, and all have as many cells, two or more.
    """
    end, tag = columns
    if len(records) != len(rows) or len(end) != len(tag):
        raise ValueError("each record needs its row")
    numbers: list[tuple[int, ...]] = []
    widths = set()
    for (start, stop), row in zip(records, rows, strict=True):
        if not 0 <= start < stop <= len(tag):
            raise IndexError("a record is not in the tree")
        if tag[start] != tags[0] or end[start] != stop:
            return []
        own = [u for u in children(end, start) if tag[u] in tags[1:]]
        widths.add(len(own))
        numbers.append(tuple([bisect_right(own, cell[0][0]) or len(own) for _, cell in row]))
    return numbers if len(widths) == 1 and min(widths) > 1 else []


def distinct_places(
    rows: Sequence[Sequence[tuple[Any, Cell]]],
) -> tuple[list[Any], list[tuple[int, ...]], list[int], list[int]]:
    """The places of all rows, each once, in order; and what `distinct_rows` says, by their numbers among them."""
    sequences, which, times = distinct_rows(rows)
    return *numbered_places(sequences), which, times


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


def joined(columns: Sequence[Column]) -> CellColumn:
    """One column with the cells of several, in each row the first that there is."""
    return CellColumn([next(filter(None, cells), None) for cells in zip(*columns, strict=True)])


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
