"""What stands beside the texts of a column: their numbers, currencies, dates, times, seconds and links.

The same for records and data tables: a column `price` has the texts as the page has them, `price (number)` and
`price (currency)` what was read.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from weblode.table import Value
from weblode.values import compiled
from weblode.values.kinds import Column, Typed, currencies

TYPES = ("number", "currency", "date", "time", "utc", "seconds", "url")  # what columns beside that of a text hold
_NAMES = {"date": "date", "duration": "seconds"}  # what a reading is called; of the other kinds it is a number


class ReadColumn(NamedTuple):
    """The texts of a column, with what was read: its kind (`kinds.KINDS`), and a value or None for each text.

    `clock` says which times a column of dates has beside them: `time`, `utc`, or "" for none. `urls` are the addresses
    of links, None if the column has no links at all.
    """

    name: str
    texts: Sequence[str | None]
    kind: str = "text"
    typed: Sequence[Typed] = ()
    currencies: Sequence[str | None] = ()
    clock: str = ""
    urls: Sequence[str | None] | None = None

    def beside(self) -> dict[str, Sequence[Value]]:
        """The further columns, by what they hold (`TYPES`)."""
        columns: dict[str, Sequence[Value]] = {}
        if self.kind in ("number", "price", "rating"):
            columns["number"] = self.typed
        if self.kind == "price":
            columns["currency"] = self.currencies
        if self.kind == "duration":
            columns["seconds"] = self.typed
        if self.kind == "date":
            columns |= _dates(self.typed, self.clock)
        if self.urls is not None:
            columns["url"] = self.urls
        return columns

    def reading(self, i: int) -> dict[str, Value]:
        """What was read from one text: `number` and `currency`, `date` or `seconds`; empty for plain text."""
        values: dict[str, Value] = {}
        if self.typed and (value := self.typed[i]) is not None:
            values[_NAMES.get(self.kind, "number")] = value
        if self.currencies and (currency := self.currencies[i]):
            values["currency"] = currency
        return values


def read_column(
    name: str, texts: Sequence[str | None], about: Column, urls: Sequence[str | None] | None = None
) -> ReadColumn:
    """A column of texts with what they say.

    >>> read_column("price", ["$5", None], Column()).beside()
    {'number': (5.0, None), 'currency': ('$', None)}
    """
    kind, typed = compiled.fastest("kinds").kind_of(texts, about)
    money = currencies(texts, about.locale) if kind == "price" else ()
    return ReadColumn(name, texts, kind, typed, money, clock_of(typed) if kind == "date" else "", urls)


def spread(columns: Iterable[ReadColumn], taken: Iterable[str]) -> dict[str, Sequence[Value]]:
    """The columns by name, each followed by those beside it; the address of the title is `url` if that is not taken."""
    table: dict[str, Sequence[Value]] = {}
    url = url_name(taken)
    for each in columns:
        table[each.name] = each.texts
        add_beside(table, each, url)
    return table


def url_name(taken: Iterable[str]) -> str:
    """The name of the column with the address of the title: `url`; "" if that is taken."""
    return "" if any([len(name) == 3 and name.lower() == "url" for name in taken]) else "url"


def add_beside(table: dict[str, Sequence[Value]], column: ReadColumn, url: str = "") -> None:
    """Add the columns beside one to a table; the address of the title under its own name, unless that is ""."""
    for kind, values in column.beside().items():
        table[name_beside(column.name, kind, url)] = values


def name_beside(name: str, kind: str, url: str = "") -> str:
    """The name of a column beside one, by what it holds: `price (number)`; for the title `url`, unless that is ""."""
    return url if url and kind == "url" and name == "title" else f"{name} ({kind})"


def clock_of(typed: Iterable[Typed]) -> str:
    """The times that dates as ISO 8601 have: `utc` if all have an offset, `time` if some have a time; else ""."""
    moments = [each for each in typed if isinstance(each, str)]
    if not any("T" in each for each in moments):
        return ""
    return "utc" if all(datetime.fromisoformat(each).tzinfo for each in moments) else "time"


def _dates(typed: Sequence[Typed], clock: str) -> dict[str, Sequence[Value]]:
    """The dates, and the times: in UTC, where they have an offset, or by the clock as written."""
    moments = [datetime.fromisoformat(each) if isinstance(each, str) else None for each in typed]
    columns: dict[str, Sequence[Value]] = {"date": [each and each.date() for each in moments]}
    if clock == "utc":
        columns["utc"] = [_universal(each) if each and each.tzinfo else None for each in moments]
    elif clock:
        timed = (isinstance(each, str) and "T" in each for each in typed)
        columns["time"] = [
            each.replace(tzinfo=None) if each and has else None for each, has in zip(moments, timed, strict=True)
        ]
    return columns


def _universal(moment: datetime) -> datetime | None:
    """The time in UTC, without a zone; None beyond the first and last year."""
    with suppress(OverflowError):
        return moment.astimezone(UTC).replace(tzinfo=None)
    return None
