"""All edits of an ontology as a file, `edits.jsonl`: one per line, in the order in which they were made.

    {"number", "time", "kind", "concepts": [{"id", "labels"}], "label"?, "labels"?, "sites"?, "made_by"?, "group"?}
                                                                                                see `edits`
    {"number", "time", "kind": "undo", "edit": the number of the edit that is undone}            or redo, which puts it
                                                                                                back in its place
Lines are only ever added. The active edits are those that are not undone after all lines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from weblode.errors import OntologyError
from weblode.files import read_file, replace_file
from weblode.graph.edits import KINDS, Edit, check
from weblode.ontology import Concept

EDITS = "edits.jsonl"
_KINDS = {str: "a text", list: "a list", int: "a number"}

Value = TypeVar("Value")


@dataclass
class History:
    """All edits, undos and redos, in order."""

    lines: list[Edit] = field(default_factory=list)
    _made: dict[int, Edit] = field(default_factory=dict)  # the edits except undo and redo, by number
    _back: list[int] = field(default_factory=list)  # numbers of the undone edits, the last one last
    _again: list[int] = field(default_factory=list)  # those of them undone since the last edit: redo puts them back

    @property
    def active(self) -> list[Edit]:
        """The edits that are not undone, by number."""
        return [edit for number, edit in self._made.items() if number not in self._back]

    @property
    def last(self) -> int:
        """The number of the last line, 0 if there is no line."""
        return self.lines[-1].number if self.lines else 0

    @property
    def undo(self) -> int:
        """The number of the edit that the next undo takes back, 0 if there is nothing to undo."""
        return max((edit.number for edit in self.active), default=0)

    @property
    def redo(self) -> int:
        """The number of the edit that was undone last, 0 if none was undone since the last edit."""
        return self._again[-1] if self._again else 0

    def one_per_edit(self, edit: Edit) -> list[Edit]:
        """An undo or redo as one line per edit: without a number it is for all edits of the same call as the next."""
        number = edit.edit or getattr(self, edit.kind)
        group = 0 if edit.edit or not number else self._made[number].group
        candidates = self._again if edit.kind == "redo" else [one.number for one in self.active]
        return [replace(edit, edit=one) for one in candidates if group and self._made[one].group == group] or [edit]

    def add(self, edit: Edit, *, time: str = "") -> Edit:
        """Add an edit as the last line, and return it; raises OntologyError if it cannot be the next line.

        An edit without a number gets the next one, and the time. An undo or redo that does not say of which edit gets
        the number of the next one in turn.
        """
        if not edit.number:
            edit = replace(edit, number=self.last + 1, time=time)
        if edit.kind in ("undo", "redo") and not edit.edit:
            edit = replace(edit, edit=getattr(self, edit.kind))
        _check_place(edit, self.last)
        if edit.kind in ("undo", "redo"):
            self._turn(edit)
        else:
            check(edit)
            self._made[edit.number] = edit
            self._again.clear()
        self.lines.append(edit)
        return edit

    def _turn(self, edit: Edit) -> None:
        number = edit.edit
        if not number:
            raise OntologyError(f"there is nothing to {edit.kind}")
        if number not in self._made or (number in self._back) is (edit.kind == "undo"):
            raise OntologyError(f"edit {number} is not there to {edit.kind}")
        if edit.kind == "undo":
            self._back.append(number)
            self._again.append(number)
        else:
            self._back.remove(number)
            self._again = [one for one in self._again if one != number]


def read(directory: str | os.PathLike[str]) -> History:
    """The history in a directory, empty if it has none; raises OntologyError, with the line, if one is wrong."""
    path = Path(directory, EDITS)
    try:
        data = read_file(path) if path.exists() else b""
    except OSError as error:
        raise OntologyError(f"cannot read {path}: {error.strerror}") from error
    history = History()
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                _read_line(line, history)
            except (ValueError, RecursionError) as error:  # an OntologyError is a ValueError too
                message = f"{path} line {number} is not an edit: {error}; correct it, or move the file away"
                raise OntologyError(message) from error
    return history


def _read_line(line: bytes, history: History) -> None:
    edit = as_edit(json.loads(line))
    if edit.number < 1:
        raise OntologyError("it has no number")
    if edit.kind in ("undo", "redo") and edit.edit < 1:
        raise OntologyError(f"it does not say what to {edit.kind}")
    history.add(edit)


def write(history: History, directory: str | os.PathLike[str]) -> None:
    """Write all lines of the history; the old file stays if that fails."""
    replace_file(Path(directory, EDITS), b"".join(_lines(history)), error=OntologyError)


def _lines(history: History) -> Iterator[bytes]:
    for edit in history.lines:
        concepts = [{"id": each.id, "labels": each.labels} for each in edit.concepts]
        rest = {each.name: getattr(edit, each.name) for each in fields(edit) if each.name not in ("number", "time")}
        data = {"number": edit.number, "time": edit.time} | rest | {"concepts": concepts}
        text = json.dumps({name: value for name, value in data.items() if value}, ensure_ascii=False)
        yield text.encode("utf-8", "backslashreplace") + b"\n"


def as_edit(data: dict[str, Any]) -> Edit:
    """The edit in a line of the file or in a request, where a concept may be its id, and number and time are optional.

    Raises OntologyError if it is not an edit.

    >>> as_edit({"kind": "rename", "concepts": ["sport"], "label": "Sports"}).concepts[0].id
    'sport'
    """
    if not isinstance(data, dict):
        raise OntologyError(f"{data!r} is not an object")
    if unknown := data.keys() - {each.name for each in fields(Edit)}:
        raise OntologyError(f"{min(unknown)!r} is not a field of an edit")
    return Edit(
        _one(data, "kind", str, ""),
        tuple(map(_concept, _one(data, "concepts", list, []))),
        _one(data, "label", str, ""),
        _list(data, "labels", str),
        _list(data, "sites", str),
        _one(data, "edit", int, 0),
        _one(data, "number", int, 0),
        _one(data, "time", str, ""),
        _list(data, "made_by", int),
        _one(data, "group", int, 0),
    )


def _concept(data: Any) -> Concept:
    if isinstance(data, str):
        return Concept(data, ())
    if not isinstance(data, dict) or "id" not in data:
        raise OntologyError(f"{data!r} is not a concept")
    return Concept(_one(data, "id", str, ""), _list(data, "labels", str))


def _one(data: dict[str, Any], name: str, kind: type[Value], default: Value) -> Value:
    value = data.get(name, default)
    if type(value) is not kind:  # a bool is an int to isinstance
        raise OntologyError(f"{name} is {value!r}, but must be {_KINDS[kind]}")
    return value


def _list(data: dict[str, Any], name: str, kind: type[Value]) -> tuple[Value, ...]:
    several: list[Any] = _one(data, name, list, [])
    if not all(type(each) is kind for each in several):
        raise OntologyError(f"{name} is {several!r}, but must be a list of {_KINDS[kind][2:]}s")
    return tuple(several)


def _check_place(edit: Edit, last: int) -> None:
    """Raises OntologyError if the edit cannot be a line after one with the number `last`."""
    if edit.kind not in (*KINDS, "undo", "redo"):
        raise OntologyError(f"{edit.kind!r} is not a kind of edit: use {', '.join(KINDS)}, undo or redo")
    if edit.number <= last:
        raise OntologyError(f"its number {edit.number} must be above {last}, the number of the line before")
    try:
        shift = datetime.fromisoformat(edit.time).utcoffset()
    except ValueError:
        shift = None
    if shift != timedelta(0):
        raise OntologyError(f"{edit.time!r} is not a time in UTC: write it as 2026-01-31T12:00:00Z")
