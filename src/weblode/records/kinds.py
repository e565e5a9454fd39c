"""What the values of a column are: text, numbers, prices, dates or addresses; and the values as such."""

import re
from collections.abc import Iterable, Sequence

from weblode.table import Value
from weblode.values.literals import value

KINDS = ("text", "number", "price", "date", "url", "image")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_MOST = 0.9  # of a column's values that must be of a kind
_DIGITS = 15  # a longer number is a name
_NOTHING: tuple[str, Value] = ("", None)


def kind_of(values: Sequence[str | None]) -> tuple[str, tuple[Value, ...]]:
    """The kind of a column, and its values as numbers or dates where it is one of these.

    >>> kind_of(["$5.00", None, "$12.50"])
    ('price', (5.0, None, 12.5))
    """
    given = [each for each in values if each]
    first = next(iter(given), "")
    if _URL.fullmatch(first) and _share(_URL.fullmatch(each) for each in given):
        return "url", ()
    # Most columns are prose: one look at the first values spares the others.
    if not any(_read(each)[0] for each in given[:3]):
        return "text", ()
    read = [_read(each) if each else _NOTHING for each in values]
    for kind in ("number", "price", "date"):
        if _share(found == kind for (found, _), each in zip(read, values, strict=True) if each):
            return kind, _typed(read, kind)
    return "text", ()


def as_kind(values: Sequence[str | None], kind: str) -> tuple[Value, ...]:
    """The values of a column that is of a kind: None where one cannot be read so; nothing for text."""
    if kind not in ("number", "price", "date"):
        return ()
    return _typed([_read(each) if each else _NOTHING for each in values], kind)


def _typed(read: Sequence[tuple[str, Value]], kind: str) -> tuple[Value, ...]:
    return tuple(typed if found == kind else None for found, typed in read)


def _share(hits: Iterable[object]) -> bool:
    listed = [bool(hit) for hit in hits]
    return sum(listed) >= _MOST * len(listed) > 0


def _read(text: str) -> tuple[str, Value]:
    """The kind of one value, "" for text, and what it says."""
    if _GROUPED.fullmatch(text) and len(text) <= _DIGITS:
        return "number", float(text.replace(",", ""))
    found = value(text)
    if found.currency:
        return "price", float(found.text)
    if found.type in ("integer", "decimal"):
        return "number", float(found.text)
    return ("date", found.text) if found.type in ("date", "dateTime") else ("", None)
