"""The kind of a column's values (text, number, price, date, URL, image), and conversion to numbers and dates."""

import re
from collections.abc import Iterable, Sequence

from weblode.table import Value
from weblode.values.literals import value

KINDS = ("text", "number", "price", "date", "url", "image")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_MOST = 0.9  # the share of a column's values that must be of one kind
_DIGITS = 15  # a longer number is an identifier
_NOTHING: tuple[str, Value] = ("", None)


def kind_of(values: Sequence[str | None]) -> tuple[str, tuple[Value, ...]]:
    """The kind of a column, and its values converted if it has numbers, prices or dates.

    >>> kind_of(["$5.00", None, "$12.50"])
    ('price', (5.0, None, 12.5))
    """
    texts = [each for each in values if each]
    first = next(iter(texts), "")
    if _URL.fullmatch(first) and _mostly(_URL.fullmatch(each) for each in texts):
        return "url", ()
    # Most columns are prose: a look at the first values spares the others.
    if not any(_read(each)[0] for each in texts[:3]):
        return "text", ()
    parsed = [_read(each) if each else _NOTHING for each in values]
    for kind in ("number", "price", "date"):
        if _mostly(own == kind for (own, _), each in zip(parsed, values, strict=True) if each):
            return kind, _only(parsed, kind)
    return "text", ()


def as_kind(values: Sequence[str | None], kind: str) -> tuple[Value, ...]:
    """The values of a column converted to its kind, None where that fails; empty for text."""
    if kind not in ("number", "price", "date"):
        return ()
    return _only([_read(each) if each else _NOTHING for each in values], kind)


def _only(parsed: Sequence[tuple[str, Value]], kind: str) -> tuple[Value, ...]:
    """The converted values of one kind, None for the others."""
    return tuple(typed if own == kind else None for own, typed in parsed)


def _mostly(hits: Iterable[object]) -> bool:
    """Whether nearly all of the hits are true, and there is one."""
    truths = [bool(hit) for hit in hits]
    return sum(truths) >= _MOST * len(truths) > 0


def _read(text: str) -> tuple[str, Value]:
    """The kind of one value, "" for text, and the converted value."""
    if _GROUPED.fullmatch(text) and len(text) <= _DIGITS:
        return "number", float(text.replace(",", ""))
    literal = value(text)
    if literal.currency:
        return "price", float(literal.text)
    if literal.type in ("integer", "decimal"):
        return "number", float(literal.text)
    return ("date", literal.text) if literal.type in ("date", "dateTime") else ("", None)
