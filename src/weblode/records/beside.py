"""What stands beside the text of a field: the numbers, currencies, dates, times, seconds and links of its values."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from weblode.table import Value

if TYPE_CHECKING:
    from weblode.records.fields import RecordField

TYPES = ("number", "currency", "date", "time", "utc", "seconds", "url")  # what columns beside that of a field hold


def typed_columns(field: "RecordField") -> dict[str, Sequence[Value]]:
    """The further columns of a field by what they hold (`TYPES`): numbers, currencies, dates, seconds, links."""
    kind, typed = field.column.kind, field.typed
    columns: dict[str, Sequence[Value]] = {}
    if kind in ("number", "price", "rating"):
        columns["number"] = typed
    if kind == "price":
        columns["currency"] = field.currencies
    if kind == "duration":
        columns["seconds"] = typed
    if kind == "date":
        columns |= _dates(typed)
    if field.column.linked:
        columns["url"] = [(cell.url or cell.href or None) if cell else None for cell in field.cells]
    return columns


def _dates(typed: Sequence[Value]) -> dict[str, Sequence[Value]]:
    """The dates; if some have a time, also the times: in UTC if all have an offset, else by the clock as written."""
    moments = [datetime.fromisoformat(each) if isinstance(each, str) else None for each in typed]
    columns: dict[str, Sequence[Value]] = {"date": [each and each.date() for each in moments]}
    timed = [isinstance(each, str) and "T" in each for each in typed]
    if not any(timed):
        return columns
    if all(each is None or each.tzinfo for each in moments):
        columns["utc"] = [each and _universal(each) for each in moments]
    else:
        columns["time"] = [
            each.replace(tzinfo=None) if each and has else None for each, has in zip(moments, timed, strict=True)
        ]
    return columns


def _universal(moment: datetime) -> datetime | None:
    """The time in UTC, without a zone; None beyond the first and last year."""
    with suppress(OverflowError):
        return moment.astimezone(UTC).replace(tzinfo=None)
    return None


def reading(field: "RecordField", i: int) -> dict[str, Value]:
    """What was read from the value of record `i`: `number` and `currency`, `date` or `seconds`; empty for text."""
    values: dict[str, Value] = {}
    if field.typed and (value := field.typed[i]) is not None:
        values[{"date": "date", "duration": "seconds"}.get(field.column.kind, "number")] = value
    if field.currencies and (currency := field.currencies[i]):
        values["currency"] = currency
    return values
