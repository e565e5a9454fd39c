"""All edits of an ontology as a file, `edits.jsonl`: a line each, in the order in which they were made.

    {"number", "time", "kind", "concepts": [{"id", "labels"}], "label"?, "labels"?, "sites"?, "made_by"?, "group"?}
                                                                                                see `edits`
    {"number", "time", "kind": "undo", "edit": the number of the edit that is taken back}        or redo, which puts it
                                                                                                back in its place
Lines are only ever added. Which edits stand is what is left of them after all lines.
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

Found = TypeVar("Found")


@dataclass
class History:
    """What was done by hand, in order."""

    lines: list[Edit] = field(default_factory=list)
    _made: dict[int, Edit] = field(default_factory=dict)  # but undo and redo, by number
    _back: list[int] = field(default_factory=list)  # the edits taken back, the last one last
    _again: list[int] = field(default_factory=list)  # those of them since the last edit

    @property
    def standing(self) -> list[Edit]:
        """The edits that were made and not taken back, or put back, by number."""
        return [edit for number, edit in self._made.items() if number not in self._back]

    @property
    def last(self) -> int:
        """The number of the last line, 0 if there is none."""
        return self.lines[-1].number if self.lines else 0

    @property
    def undo(self) -> int:
        """The number of the edit that the next undo takes back, 0 if there is none."""
        return max((edit.number for edit in self.standing), default=0)

    @property
    def redo(self) -> int:
        """The number of the edit taken back last, 0 if none was since the last edit was made."""
        return self._again[-1] if self._again else 0

    def turned(self, edit: Edit) -> list[Edit]:
        """An undo or redo, one of each edit that it is for: if it says not what, all made together with the next."""
        number = edit.edit or getattr(self, edit.kind)
        group = 0 if edit.edit or not number else self._made[number].group
        able = self._again if edit.kind == "redo" else [one.number for one in self.standing]
        return [replace(edit, edit=one) for one in able if group and self._made[one].group == group] or [edit]

    def add(self, edit: Edit, *, time: str = "") -> Edit:
        """The edit, now the last line; one without a number gets it and the time, and if it is to undo or redo and says
        not what, the next that is. An OntologyError if it cannot be the next line.
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
    """What was done by hand to the ontology in a directory; an OntologyError says which line is wrong."""
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
                message = f"{path} line {number} is no edit of weblode: {error}; mend it, or move the file away"
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
    """None; the file has all lines of the history, or is as it was before."""
    replace_file(Path(directory, EDITS), b"".join(_lines(history)), error=OntologyError)


def _lines(history: History) -> Iterator[bytes]:
    for edit in history.lines:
        concepts = [{"id": each.id, "labels": each.labels} for each in edit.concepts]
        rest = {each.name: getattr(edit, each.name) for each in fields(edit) if each.name not in ("number", "time")}
        found = {"number": edit.number, "time": edit.time} | rest | {"concepts": concepts}
        text = json.dumps({name: value for name, value in found.items() if value}, ensure_ascii=False)
        yield text.encode("utf-8", "backslashreplace") + b"\n"


def as_edit(found: dict[str, Any]) -> Edit:
    """The edit that a line of the file has, or a request: there a concept may be its id, and number and time may lack.

    Raises OntologyError if it is none.

    >>> as_edit({"kind": "rename", "concepts": ["sport"], "label": "Sports"}).concepts[0].id
    'sport'
    """
    if not isinstance(found, dict):
        raise OntologyError(f"{found!r} is no object")
    if strange := found.keys() - {each.name for each in fields(Edit)}:
        raise OntologyError(f"{min(strange)!r} is not known")
    return Edit(
        _one(found, "kind", str, ""),
        tuple(map(_concept, _one(found, "concepts", list, []))),
        _one(found, "label", str, ""),
        _list(found, "labels", str),
        _list(found, "sites", str),
        _one(found, "edit", int, 0),
        _one(found, "number", int, 0),
        _one(found, "time", str, ""),
        _list(found, "made_by", int),
        _one(found, "group", int, 0),
    )


def _concept(found: Any) -> Concept:
    if isinstance(found, str):
        return Concept(found, ())
    if not isinstance(found, dict) or "id" not in found:
        raise OntologyError(f"{found!r} is no concept")
    return Concept(_one(found, "id", str, ""), _list(found, "labels", str))


def _one(found: dict[str, Any], name: str, kind: type[Found], default: Found) -> Found:
    value = found.get(name, default)
    if type(value) is not kind:  # a bool is an int to isinstance
        raise OntologyError(f"{name} is {value!r}, but must be {_KINDS[kind]}")
    return value


def _list(found: dict[str, Any], name: str, kind: type[Found]) -> tuple[Found, ...]:
    several: list[Any] = _one(found, name, list, [])
    if not all(type(each) is kind for each in several):
        raise OntologyError(f"{name} is {several!r}, but must be a list of {_KINDS[kind][2:]}s")
    return tuple(several)


def _check_place(edit: Edit, last: int) -> None:
    """None, or an OntologyError if this cannot be a line after one with that number."""
    if edit.kind not in (*KINDS, "undo", "redo"):
        raise OntologyError(f"{edit.kind!r} is no kind of edit: use {', '.join(KINDS)}, undo or redo")
    if edit.number <= last:
        raise OntologyError(f"its number {edit.number} is not above {last}, that of the line before")
    try:
        shift = datetime.fromisoformat(edit.time).utcoffset()
    except ValueError:
        shift = None
    if shift != timedelta(0):
        raise OntologyError(f"{edit.time!r} is no time in UTC: give one as 2026-01-31T12:00:00Z")
