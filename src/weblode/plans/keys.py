"""What identifies a record from one run to the next: a column, found by its values or named, and the keys of rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from weblode.caches import regex
from weblode.errors import WeblodeError
from weblode.pagination.addresses import address_key
from weblode.plans.joining import WHERE
from weblode.table import Table, Value
from weblode.values.beside import TYPES

_FILLED = 0.98  # the share of the rows that a key column has values for
_ID = regex(
    r"(?:^|[\W_])(?:id|nr|no|number|code|sku|isbn|ean|gtin|asin|doi|docket|case|ref|reference)(?:$|[\W_])", re.I
)
_DIGIT = regex(r"\d")
_LONGEST = 40  # characters of an id
_BESIDE = tuple(f" ({kind})" for kind in TYPES)
_READINGS = tuple(f" ({kind})" for kind in TYPES if kind != "url")


def find_key(table: Table) -> tuple[str, ...]:
    """The columns whose values identify the rows of a table; empty if none do.

    The address of the record's page comes first, then a column named as ids are, another address, the title, a column
    of short texts that all have a digit and are no dates, prices or numbers, and the title with one more column.
    """
    if not len(table):
        return ()
    names = [name for name in table.names if name not in WHERE]
    texts = [name for name in names if not name.endswith(_BESIDE) and table.types[name] == "str"]
    addresses = [name for name in names if name == "url" or name.endswith(" (url)")]
    ids = [name for name in texts if name not in addresses]
    named_ids = [name for name in ids if _ID.search(name)]
    read = {name.rpartition(" (")[0] for name in names if name.endswith(_READINGS)}
    short = [name for name in ids if name not in read and all(map(_may_be_id, table[name]))]
    first = [name for name in addresses if name == "url"]
    for name in (*first, *named_ids, *addresses, *(["title"] if "title" in texts else []), *short):
        if _identifies(table, (name,)):
            return (name,)
    pairs = [("title", name) for name in ids if name != "title"] if "title" in texts else []
    return next((pair for pair in pairs if _identifies(table, pair)), ())


def _may_be_id(value: Value) -> bool:
    """Whether a value is short and has a digit."""
    return value is not None and len(str(value)) <= _LONGEST and bool(_DIGIT.search(str(value)))


def _identifies(table: Table, names: Sequence[str]) -> bool:
    """Whether hardly any row lacks a value, and no two rows have the same values."""
    rows = list(zip(*(table[name] for name in names), strict=True))
    whole = [row for row in rows if all(value is not None for value in row)]
    keys = {tuple(map(_plain, names, row)) for row in whole}
    return len(whole) >= _FILLED * len(rows) and len(keys) == len(whole)


def row_keys(table: Table, names: Sequence[str]) -> tuple[list[str], int]:
    """A key for each row, and how many rows have one that an earlier row has too: these get a number.

    Rows without a value are identified by all their texts. Raises WeblodeError if there is no such column.
    """
    if missing := [name for name in names if name not in table.columns]:
        columns = ", ".join(name for name in table.names if name not in WHERE)
        raise WeblodeError(f"the key {missing[0]!r} is no column of the records: they have {columns}")
    every = [name for name in table.names if name not in WHERE and not name.endswith(_BESIDE)]
    keys, seen, repeated = [], Counter[str](), 0
    for row in table.rows():
        parts = [_plain(name, row[name]) for name in names]
        own = parts if names and all(parts) else [_plain(name, row[name]) for name in every]
        key = "\t".join(own)
        seen[key] += 1
        repeated += seen[key] > 1
        keys.append(key if seen[key] == 1 else f"{key}\t#{seen[key]}")
    return keys, repeated


def _plain(name: str, value: Value) -> str:
    """A value as a part of a key: an address without session ids, a text with single spaces."""
    if value is None:
        return ""
    text = " ".join(str(value).split())
    if (name == "url" or name.endswith(" (url)")) and "://" in text:
        return _address(text)
    return text


def _address(text: str) -> str:
    key = address_key(text)
    query = "&".join(f"{name}={value}" if value else name for name, value in sorted(key.params))
    return key.host + key.path + (f"?{query}" if query else "")
