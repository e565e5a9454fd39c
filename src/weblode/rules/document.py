"""The files of rules: JSON objects, of which one key says what the rule is for."""

import json
from pathlib import Path
from typing import Any

from weblode.errors import RuleError

RECORDS, DETAILS = "records", "details"  # what a rule is for
_LOADERS = {RECORDS: "weblode.Rule.load", DETAILS: "weblode.DetailRule.load"}
_LEARN = {RECORDS: "`weblode learn`", DETAILS: "`weblode learn --details`"}


def read_document(path: str | Path, kind: str, version: int) -> dict[str, Any]:
    """The JSON object in the file of a rule of this kind and version. Raises RuleError if there is none."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise RuleError(f"{path}: cannot be read as a rule ({error}); {_LEARN[kind]} writes rules") from error
    return parse_document(text, path, kind, version)


def parse_document(text: str, path: str | Path, kind: str, version: int) -> dict[str, Any]:
    """The JSON object in the text of a rule, as in `read_document`; `path` is its name in messages."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RuleError(f"{path}: cannot be read as a rule ({error}); {_LEARN[kind]} writes rules") from error
    own = kind_of(document)
    if own in _LOADERS and own != kind:
        raise RuleError(f"{path}: is a rule for {own}: read it with {_LOADERS[own]}, or use `weblode apply`")
    if own != kind or type(document.get("version")) is not int or document["version"] != version:
        raise RuleError(
            f"{path}: is not a rule for {kind} of version {version}; learn the rule again with {_LEARN[kind]}"
        )
    return dict(document)


def kind_of(document: object) -> str:
    """What the JSON of a rule's file says that it is for; "" if it is no rule."""
    if not isinstance(document, dict):
        return ""
    return str(document.get("rule", RECORDS if "ways" in document else ""))


def kind_in(path: str | Path) -> str:
    """The same for a file; "" if it cannot be read."""
    try:
        return kind_of(json.loads(Path(path).read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError):
        return ""
