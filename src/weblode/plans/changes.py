"""What changed between two runs of a plan, record by record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from weblode.plans.joining import WHERE
from weblode.values.beside import TYPES

Row = Mapping[str, Any]  # values as JSON and SQLite hold them, by column
_READINGS = tuple(f" ({kind})" for kind in TYPES if kind != "url")  # columns that say again what a text says


@dataclass(frozen=True)
class RecordChange:
    """A record that is new, gone or changed; of a changed one, `before` and `after` have the columns that differ."""

    kind: str
    key: str
    before: Row
    after: Row

    def as_dict(self) -> dict[str, Any]:
        """The change as a JSON object."""
        about: dict[str, Any] = {"change": self.kind, "key": self.key}
        if self.kind == "changed":
            return about | {"before": dict(self.before), "after": dict(self.after)}
        return about | {
            "record": {name: value for name, value in (self.after or self.before).items() if value is not None}
        }


def change_of(document: Mapping[str, Any]) -> RecordChange:
    """The change of a JSON object as `RecordChange.as_dict` gives it."""
    kind, key, record = document["change"], document["key"], document.get("record", {})
    if kind == "changed":
        return RecordChange(kind, key, document["before"], document["after"])
    return RecordChange(kind, key, *(({}, record) if kind == "new" else (record, {})))


def compare(before: Mapping[str, Row], after: Mapping[str, Row], columns: Sequence[str]) -> list[RecordChange]:
    """The records that are new or changed, in their order, then those that are gone; both by key.

    Only some columns are compared, as `compared` gives them.
    """
    changes = []
    for key, row in after.items():
        if key not in before:
            changes.append(RecordChange("new", key, {}, row))
            continue
        old = before[key]
        names = [name for name in columns if _text(old.get(name)) != _text(row.get(name))]
        if names:
            changes.append(
                RecordChange("changed", key, *({name: each.get(name) for name in names} for each in (old, row)))
            )
    gone = [RecordChange("gone", key, row, {}) for key, row in before.items() if key not in after]
    return changes + gone


def _text(value: Any) -> Any:
    """A value as it is compared: texts with single spaces."""
    return " ".join(value.split()) if isinstance(value, str) else value


def compared(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """The columns that are compared: those of both runs, without where a row is from and what was read from a text."""
    both = set(before)
    return [name for name in after if name in both and name not in WHERE and not name.endswith(_READINGS)]


def change_lines(changes: Iterable[RecordChange], run: int, time: str) -> Iterator[str]:
    """The changes of a run as lines of JSON."""
    for each in changes:
        yield json.dumps({"run": run, "time": time, **each.as_dict()}, ensure_ascii=False) + "\n"


def summary(changes: Sequence[RecordChange]) -> str:
    """How many records are new, gone and changed, in words."""
    counts = {kind: sum(each.kind == kind for each in changes) for kind in ("new", "gone", "changed")}
    return ", ".join(f"{n:,} {kind}" for kind, n in counts.items())
