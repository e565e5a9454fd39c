"""Tables and pages about one thing as JSON, both ways, for `page_cache`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from weblode.details.pages import DetailPage, DetailValue
from weblode.table import Table, Value
from weblode.values.locales import Locale


def encode_table(table: Table) -> dict[str, Any]:
    """A table as a JSON object."""
    columns = {name: [plain_value(value) for value in values] for name, values in table.columns.items()}
    return {"columns": columns, "types": dict(table.types)}


def decode_table(document: dict[str, Any]) -> Table:
    """The table of a JSON object."""
    types = document["types"]
    return Table({name: typed_values(values, types[name]) for name, values in document["columns"].items()})


def plain_value(value: Value) -> str | int | float | None:
    """A value as JSON and SQLite hold it: dates as text of ISO 8601."""
    return value.isoformat() if isinstance(value, date) else value


def typed_values(values: Sequence[Any], kind: str) -> list[Value]:
    """Values from JSON or SQLite in a column of this type; None for what does not fit it."""
    return [_typed(value, kind) for value in values]


def _typed(value: Any, kind: str) -> Value:
    if value is None:
        return None
    try:
        if kind == "datetime":
            return datetime.fromisoformat(value)
        if kind == "date":
            return date.fromisoformat(value)
        result: Value = {"str": str, "int": int, "float": float, "bool": bool}[kind](value)
        return result
    except (TypeError, ValueError):
        return None


def encode_details(page: DetailPage) -> dict[str, Any]:
    """A page about one thing as a JSON object, without its tree."""
    locale = [page.locale.language, page.locale.region, page.locale.domain]
    values = [[list(one) for one in own] for own in page.values]
    return {"page": page.page, "url": page.url, "values": values, "locale": locale}


def decode_details(document: dict[str, Any]) -> DetailPage:
    """The page of a JSON object."""
    values = tuple(tuple(DetailValue(*one) for one in own) for own in document["values"])
    return DetailPage(document["page"], document["url"], values, Locale(*document["locale"]))
