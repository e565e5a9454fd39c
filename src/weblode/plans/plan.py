"""A plan: what to collect from a site, in a TOML file that people read and edit.

The paths in it are relative to the folder of the file.
"""

from __future__ import annotations

import json
import reprlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from weblode.errors import WeblodeError
from weblode.formats import SUFFIXES
from weblode.sources.following import ALL

_COMMENTS = {
    "start": "the first page of each list: addresses, files, archives",
    "rule": "how the records of a page are found: `weblode rules show` prints it",
    "follow": 'the pages of a list to read: a number, or "all"',
    "details": "the rule for the page of each record; true: by what these pages share; false: they are not visited",
    "link": 'the column with the address of a record\'s page; "" for the likeliest',
    "key": "the columns that identify a record from one run to the next; [] for all its text",
    "output": "the records as they are now; the suffix is the format",
    "changes": "a line for each record that was new, gone or changed, run after run",
    "database": "the history: the tables `history` (valid_from, valid_to) and `runs`, the view `records`",
    "relearn": "whether the rules learn from pages that were redesigned",
    "delay": "seconds between two requests to a host",
}


@dataclass(frozen=True)
class Plan:
    """What to collect: where a list begins, how its records are found, and where they go."""

    start: tuple[str, ...]
    rule: str
    follow: int = ALL
    details: str | bool = False
    link: str = ""
    key: tuple[str, ...] = ()
    output: str = "records.csv"
    changes: str = "changes.jsonl"
    database: str = "history.db"
    relearn: bool = True
    delay: float = 1.0

    def text(self, head: str = "") -> str:
        """The plan as TOML, with a comment for each line; `head` is the comment at its beginning."""
        lines = [f"# {line}".rstrip() for line in head.splitlines()]
        for each in fields(self):
            value = getattr(self, each.name)
            text = '"all"' if each.name == "follow" and value == ALL else _toml(value)
            lines += ["", f"# {_COMMENTS[each.name]}", f"{each.name} = {text}"]
        return "\n".join(lines).lstrip("\n") + "\n"


def _toml(value: Any) -> str:
    """A value in TOML, whose texts are those of JSON."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_plan(path: str | Path) -> Plan:
    """The plan in a file. Raises WeblodeError if there is none."""
    try:
        document = tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError) as error:  # also wrong TOML, and bytes that are no text
        why = getattr(error, "strerror", None) or error
        raise WeblodeError(f"{path}: cannot be read as a plan ({why}); `weblode plan` writes one") from error
    names = [each.name for each in fields(Plan)]
    if unknown := [name for name in document if name not in names]:
        raise WeblodeError(f"{path}: a plan has no {unknown[0]!r}; it has {', '.join(names)}")
    if missing := [name for name in ("start", "rule") if name not in document]:
        raise WeblodeError(f"{path}: a plan needs {missing[0]!r}: {_COMMENTS[missing[0]]}")
    values: dict[str, Any] = {"changes": f"{Path(path).stem}.changes.jsonl"}  # no two plans of a folder share it
    values |= {name: _checked(path, name, value) for name, value in document.items()}
    plan = Plan(**values)
    paths = list(_files(plan))
    if twice := [name for name in paths if paths.count(name) > 1]:
        raise WeblodeError(f"{path}: two files of the plan have one name, {twice[0]!r}; choose another for one of them")
    if SUFFIXES.get(Path(plan.output).suffix.lower(), "") in ("", "sqlite"):
        suffixes = ", ".join(suffix for suffix, form in SUFFIXES.items() if form != "sqlite")
        raise WeblodeError(f"{path}: output cannot be {plan.output!r}: use a name that ends in {suffixes}")
    return plan


def _files(plan: Plan) -> Iterator[str]:
    yield from (plan.rule, plan.output, plan.changes, plan.database)
    if isinstance(plan.details, str):
        yield plan.details


def _checked(path: str | Path, name: str, value: Any) -> Any:
    """A value of a plan's file. Raises WeblodeError if it is not of the right kind."""
    if name == "follow" and value == "all":
        return ALL
    if name in ("start", "key"):
        values = [value] if isinstance(value, str) else value
        if (
            isinstance(values, list)
            and all(isinstance(each, str) and each for each in values)
            and (values or name == "key")
        ):
            return tuple(values)
    elif name == "details":
        if isinstance(value, bool) or (isinstance(value, str) and value):
            return value
    elif name == "follow":
        if type(value) is int and 0 < value < 2**31:
            return value
    elif name == "relearn":
        if isinstance(value, bool):
            return value
    elif name == "delay":
        if type(value) in (int, float) and 0 <= value <= 1e6:
            return float(value)
    elif isinstance(value, str) and (value or name == "link"):
        return value
    raise WeblodeError(f"{path}: {name} cannot be {reprlib.repr(value)}; it is {_COMMENTS[name]}")
