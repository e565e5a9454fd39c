"""Tables: columns of plain values, one row per record or fact; every row has its `page` and `node`.

>>> table = Table({"node": [3, 7], "page": ["a.html", "a.html"], "price": [2, 2.5]})
>>> table
Table(2 rows: page str, node int, price float)
>>> table["price"]
(2.0, 2.5)

`weblode.formats` reads and writes files.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any

from weblode.caches import bounded_cache
from weblode.errors import TableError
from weblode.export.tabular import Tabular

Value = str | int | float | bool | date | datetime | None

# Beyond this, floats cannot represent every integer, so an int among floats could change silently.
EXACT_INT = 2**53
KEYS = ("page", "node", "record")  # columns of every table of records


@dataclass(frozen=True, eq=False, repr=False)
class Table(Tabular):
    """Columns of equal length, `page` (str) and `node` (int) first; one type per column, None allowed.

    The types are str, int (64 bits), float (finite), bool, date and datetime (a time of the clock, without a zone).
    Ints among floats become floats; a column of only None counts as str; numpy arrays and scalars become plain values.
    Two tables are equal if their names, order, types and values are equal, so 1, 1.0 and True differ.
    """

    columns: Mapping[str, Sequence[Value]]
    types: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._settle(frozenset())

    @classmethod
    def with_texts(
        cls, columns: Mapping[str, Sequence[Value]], texts: Collection[str], numbers: Collection[str] = ()
    ) -> Table:
        """A table some of whose columns are texts of a page, and None: these are not looked at value by value.

        Nor are columns of `numbers`, which are places of nodes and numbers of rows. The page is a text that has no
        None.
        """
        table = object.__new__(cls)
        object.__setattr__(table, "columns", columns)
        table._settle(texts, numbers)
        return table

    def _settle(self, texts: Collection[str], numbers: Collection[str] = ()) -> None:
        """Check the columns, but for those with texts of a page or numbers, and make plain values of them."""
        _check_names(self.columns)
        columns: dict[str, Sequence[Value]] = {"page": (), "node": ()}  # in this order
        types: dict[str, str] = {"page": "", "node": ""}
        for name, values in self.columns.items():
            if name in texts:
                types[name], columns[name] = "str", tuple(values)
            elif name in numbers:
                types[name], columns[name] = "int", tuple(values)
            else:
                types[name], columns[name] = _column(name, values)
        if len(set(map(len, columns.values()))) > 1:
            _check_lengths(columns)
        if "page" not in texts or "node" not in numbers:
            _check_source(columns, types)
        object.__setattr__(self, "columns", MappingProxyType(columns))
        object.__setattr__(self, "types", MappingProxyType(types))

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, `page` and `node` first."""
        return tuple(self.columns)

    @cached_property
    def filled(self) -> frozenset[str]:
        """The names of the columns that have a value other than None."""
        return frozenset([name for name, values in self.columns.items() if _has_value(values)])

    def as_table(self) -> Table:
        """The table itself."""
        return self

    def rows(self) -> Iterator[dict[str, Value]]:
        """The rows as dictionaries."""
        for values in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, values, strict=True))

    def __len__(self) -> int:
        return len(self.columns["page"])

    def __getitem__(self, name: str) -> tuple[Value, ...]:
        if name not in self.columns:
            raise TableError(f"no column {name!r}: the columns are {', '.join(map(repr, self.names))}")
        return tuple(self.columns[name])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        same_types = list(self.types.items()) == list(other.types.items())
        return same_types and self.columns == other.columns

    def __repr__(self) -> str:
        types = ", ".join(f"{name} {kind}" for name, kind in self.types.items())
        return f"Table({len(self)} rows: {types})"

    def widened(self, names: Iterable[str]) -> Table:
        """The table with all of these columns, `page` and `node` first, None where it has none; their names are valid.

        The columns that it lacks are one tuple. Nothing is checked again: a table of few columns is often widened to
        the hundreds that all tables have together.
        """
        nothing, columns, types = (None,) * len(self), self.columns, self.types
        wide = _unchecked(
            {name: columns.get(name, nothing) for name in names}, {name: types.get(name, "str") for name in names}
        )
        wide.__dict__["filled"] = self.filled
        return wide

    def renamed(self, names: Mapping[str, str], more: Mapping[str, str]) -> Table:
        """The table with other names for some columns, and `more` columns of one text each after `page` and `node`.

        The names are valid and different.
        """
        columns = {"page": self.columns["page"], "node": self.columns["node"]}
        columns |= {name: (text,) * len(self) for name, text in more.items()}
        types = {"page": "str", "node": "int"} | dict.fromkeys(more, "str")
        for name in self.names[2:]:
            columns[names.get(name, name)], types[names.get(name, name)] = self.columns[name], self.types[name]
        return _unchecked(columns, types)

    def with_floats(self, names: Collection[str]) -> Table:
        """The table with floats in those of its columns with these names that have ints."""
        ints = [name for name, kind in self.types.items() if kind == "int" and name in names]
        if not ints:
            return self
        changed = {name: tuple(_as_float(name, row, each) for row, each in enumerate(self[name])) for name in ints}
        return _unchecked({**self.columns, **changed}, {**self.types, **dict.fromkeys(ints, "float")})

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[dict[str, Sequence[Value]], dict[str, str]]]:
        # A read-only mapping cannot be pickled, and tables are sent between processes.
        return _unchecked, (dict(self.columns), dict(self.types))


def _unchecked(columns: dict[str, Sequence[Value]], types: dict[str, str]) -> Table:
    """A table of columns that were checked before, with their types."""
    table = object.__new__(Table)
    object.__setattr__(table, "columns", MappingProxyType(columns))
    object.__setattr__(table, "types", MappingProxyType(types))
    return table


def concat(tables: Iterable[Table]) -> Table:
    """One table with all rows, in order; the names must agree. Without tables, an empty table."""
    parts = list(tables)
    if not parts:
        return Table({"page": (), "node": ()})
    names = parts[0].names
    for table in parts:
        check_same_names(names, table.names)
    return Table({name: [value for table in parts for value in table[name]] for name in names})


def merged(tables: Sequence[Table]) -> Table:
    """One table with the rows and columns of all; None where a table lacks a column. Without tables, one of `KEYS`."""
    if not tables:
        return Table(dict.fromkeys(KEYS, ()))
    columns = dict.fromkeys(name for table in tables for name in table.names)
    return Table(
        {
            name: [
                value for table in tables for value in (table[name] if name in table.columns else [None] * len(table))
            ]
            for name in columns
        }
    )


def agreeing(tables: Sequence[Table]) -> list[Table]:
    """The same tables, with floats in all columns of a name that has floats in one of them, as `merged` has them."""
    floats = {name for table in tables for name, kind in table.types.items() if kind == "float"}
    return [table.with_floats(floats) for table in tables]


def check_same_names(expected: Sequence[str], names: Sequence[str]) -> None:
    """Raise TableError if the two lists of column names differ."""
    if tuple(names) != tuple(expected):
        raise TableError(
            f"columns {list(names)} do not continue columns {list(expected)}: "
            "give every table the same names in the same order, with None where a value is missing"
        )


def _has_value(values: Sequence[Value]) -> bool:
    """Whether a column has a value; nearly always the first one is."""
    return len(values) > 0 and (values[0] is not None or values.count(None) < len(values))


def _check_names(columns: Mapping[str, Sequence[Value]]) -> None:
    """Raise TableError if a name is missing, empty, not text, or a duplicate ignoring case."""
    if "page" in columns and "node" in columns and _are_names(*columns):
        return
    by_lower: dict[str, str] = {}
    for name in columns:
        if not isinstance(name, str) or not name or _text_fault(name):
            raise TableError(f"column name {name!r}: use a str of at least one character, without surrogates")
        twin = by_lower.setdefault(name.lower(), name)
        if twin is not name:
            raise TableError(f"columns {twin!r} and {name!r} differ only in case, which SQLite ignores: rename one")
    for name in ("page", "node"):
        if name not in columns:
            raise TableError(f"no column {name!r} among {list(columns)}: every row needs its page and node")


@bounded_cache(2**18)  # the tables of a site's pages have the same columns
def _are_names(*names: str) -> bool:
    """Whether all are texts that can be stored and are different, whatever their case: the others are told apart."""
    if "" in names or set(map(type, names)) != {str} or not _can_be_stored(names):
        return False
    return len(set(map(str.lower, names))) == len(names)


def _check_lengths(columns: Mapping[str, Sequence[Value]]) -> None:
    """Raise TableError if a column is longer or shorter than `page`."""
    n = len(columns["page"])
    for name, values in columns.items():
        if len(values) != n:
            raise TableError(
                f"column {name!r} has {len(values)} values, 'page' has {n}: fill the shorter one with None"
            )


def _check_source(columns: Mapping[str, Sequence[Value]], types: Mapping[str, str]) -> None:
    """Raise TableError if a row lacks its page or node, or has one of the wrong type."""
    for name, kind in (("page", "str"), ("node", "int")):
        if None in columns[name]:
            row = columns[name].index(None)
            raise TableError(f"column {name!r}, row {row}: None, but every row needs its page and node")
        if types[name] != kind:
            raise TableError(f"column {name!r} holds {types[name]}, it must hold {kind}: convert the values")


def _column(name: str, values: Any) -> tuple[str, tuple[Value, ...]]:
    """The type of a column, and its values, converted to plain ones and checked."""
    items = values.tolist() if hasattr(values, "tolist") else values
    if type(items) not in _SEQUENCES and (isinstance(items, str | bytes) or not isinstance(items, Iterable)):
        raise TableError(f"column {name!r} is one {type(items).__name__}: give a sequence of values")
    plain = tuple(items)
    types = set(map(type, plain))
    if types <= _TEXT_TYPES and _can_be_stored(plain):  # most columns; the others are looked at value by value
        return "int" if name == "node" and str not in types else "str", plain
    if types == _INT_TYPES and min(plain) >= _FIRST_INT and max(plain) <= _LAST_INT:
        return "int", plain
    if types <= _DATE_TYPES or (types <= _FLOAT_TYPES and all(map(math.isfinite, filter(None, plain)))):
        return "date" if date in types else "float", plain
    plain = tuple(map(_plain, plain))
    kind = _kind(name, plain)
    if kind == "float":
        plain = tuple(_as_float(name, row, value) for row, value in enumerate(plain))
    _check_values(name, kind, plain)
    return kind, plain


_SEQUENCES = frozenset((list, tuple, range))  # what most columns are
_EXACT_TYPES = frozenset((str, int, float, bool, date, datetime, type(None)))
_TEXT_TYPES = frozenset((str, type(None)))
_INT_TYPES = frozenset((int,))
_FLOAT_TYPES, _DATE_TYPES = frozenset((float, type(None))), frozenset((date, type(None)))
_FIRST_INT, _LAST_INT = -(2**63), 2**63 - 1


def _can_be_stored(texts: Iterable[str | None]) -> bool:
    """Whether all texts can be written as UTF-8."""
    try:
        "".join(filter(None, texts)).encode()
    except UnicodeEncodeError:
        return False
    return True


def _plain(value: Any) -> Any:
    """The value as a plain one: numpy scalars and instances of subclasses of the plain types are converted."""
    if type(value) in _EXACT_TYPES:
        return value
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__int__(value)
    return float.__float__(value) if isinstance(value, float) else value


def _kind(name: str, values: Sequence[Any]) -> str:
    """The name of the common type of the values that are not None. Raises TableError if there are several."""
    kind: type | None = None
    for row, value in enumerate(values):
        own = type(value)
        if own is kind or value is None:
            continue
        if own not in _EXACT_TYPES:
            raise TableError(
                f"column {name!r}, row {row}: {reprlib.repr(value)} is a {own.__name__}; "
                "make it a str, int, float, bool, date, datetime or None"
            )
        if kind is None:
            kind = own
        elif {kind, own} == {int, float}:
            kind = float
        else:
            raise TableError(
                f"column {name!r}, row {row}: {reprlib.repr(value)} is a {own.__name__}, "
                f"but the rows before hold {kind.__name__}; convert all to one type or use None"
            )
    if kind is None:
        return "int" if name == "node" else "str"
    return kind.__name__


def _as_float(name: str, row: int, value: Any) -> float | None:
    """An int in a float column as a float; other values unchanged. Raises TableError if that is not exact."""
    if type(value) is not int:
        return value  # type: ignore[no-any-return]
    if abs(value) > EXACT_INT:
        raise TableError(
            f"column {name!r}, row {row}: an int of {value.bit_length()} bits among floats is beyond 2**53 "
            "and may not be exact; make the column str, or the value a float"
        )
    return float(value)


def _check_values(name: str, kind: str, values: Iterable[Value]) -> None:
    """Raise TableError at the first value that cannot be stored."""
    fault = _FAULTS[kind]
    for row, value in enumerate(values):
        if value is not None and (why := fault(value)):
            raise TableError(f"column {name!r}, row {row}: {why}")


def _text_fault(text: str) -> str:
    """Why the text cannot be stored; empty if it can."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return f"{reprlib.repr(text)} has a lone surrogate, which UTF-8 cannot hold; replace it by U+FFFD"
    return ""


def _int_fault(number: int) -> str:
    """Why the int cannot be stored; empty if it can."""
    if -(2**63) <= number < 2**63:
        return ""
    return f"an int of {number.bit_length()} bits is beyond 64 bits signed; make the column str"


def _float_fault(number: float) -> str:
    """Why the float cannot be stored; empty if it can."""
    return "" if math.isfinite(number) else f"{number} is not finite; use None"


def _time_fault(moment: datetime) -> str:
    """Why the time cannot be stored; empty if it can."""
    return "" if moment.tzinfo is None else f"{moment} has a time zone; convert it to the clock of one, and drop it"


_FAULTS: Mapping[str, Callable[[Any], str]] = {
    "str": _text_fault,
    "int": _int_fault,
    "float": _float_fault,
    "bool": lambda _: "",
    "date": lambda _: "",
    "datetime": _time_fault,
}
