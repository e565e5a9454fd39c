"""Application ontologies as TOML files; error messages have the file, the line and the remedy."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from weblode.application import patterns, recognise
from weblode.application.lines import TomlLines
from weblode.application.model import MANY, TYPES, Application, ObjectSet, Participation, Relationship
from weblode.errors import OntologyError

_FOLDER = "applications"
_LARGEST = 1_000_000  # bytes of a file
_MOST_SETS = 500
_TOP = {"name": str, "entity": str, "about": str, "american": bool, "relationships": list, "macros": dict, "sets": dict}
_SET = {
    "type": str,
    "is": str,
    "words": list,
    "values": list,
    "keywords": list,
    "labels": list,
    "except": list,
    "case": bool,
    "title": bool,
    "free": bool,
    "units": dict,
    "canonical": dict,
}


def bundled() -> list[str]:
    """The names of the applications that come with the package."""
    folder = resources.files("weblode.application").joinpath(_FOLDER)
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load(name: str) -> Application:
    """The application in a file, or the bundled one with that name. Raises OntologyError."""
    return parse(read(name), file=f"{name}.toml" if name in bundled() else name)


def read(name: str) -> str:
    """The text of an ontology file, or of the bundled one with that name. Raises OntologyError."""
    if name in bundled():
        return resources.files("weblode.application").joinpath(_FOLDER, f"{name}.toml").read_text(encoding="utf-8")
    path = Path(name)
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        names = ", ".join(bundled())
        raise OntologyError(f"{name}: no such ontology ({error}); give a file, or one of {names}") from error
    if len(data) > _LARGEST:
        raise OntologyError(
            f"{name}: {len(data):,} bytes, more than the limit of {_LARGEST:,}; an ontology is a small text file"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise OntologyError(f"{name}: byte {error.start:,} is not UTF-8; save the file as UTF-8") from error


def parse(text: str, *, file: str = "ontology") -> Application:
    """The application that a TOML text describes. Raises OntologyError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OntologyError(f"{file}: {error}; write patterns in 'single quotes'") from error
    except RecursionError as error:
        raise OntologyError(f"{file}: nested too deeply; an ontology needs three levels") from error
    lines = TomlLines(text, file)
    _check_keys(data, _TOP, lines, place=())
    for key in ("entity", "sets"):
        if not data.get(key):
            raise lines.fault((), f"no {key!r}; every ontology needs entity = 'the set of interest' and [sets.NAME]")
    sets = _sets(data["sets"], data.get("macros", {}), lines)
    if data["entity"] not in sets:
        raise lines.fault(("entity",), f"no set {data['entity']!r}; add [sets.{data['entity']!r}]")
    relationships = tuple(
        _relationship(each, sets, lines) for each in _strings(data.get("relationships", []), ("relationships",), lines)
    )
    name = data.get("name") or Path(file).stem
    application = Application(
        name, data["entity"], sets, relationships, data.get("about", ""), american=bool(data.get("american"))
    )
    for set_name, why in recognise.faults(application):
        raise lines.fault(("sets", set_name), why)
    return application


def _check_keys(
    data: Mapping[str, Any], allowed: Mapping[str, type], lines: TomlLines, *, place: tuple[str, ...]
) -> None:
    for key, value in data.items():
        if key not in allowed:
            raise lines.fault((*place, key), f"unknown key {key!r}; known are {', '.join(allowed)}")
        if not isinstance(value, allowed[key]):
            raise lines.fault(
                (*place, key), f"{key!r} is a {type(value).__name__}, it must be a {allowed[key].__name__}"
            )


def _strings(values: Iterable[Any], place: tuple[str, ...], lines: TomlLines) -> tuple[str, ...]:
    texts = tuple(values)
    for value in texts:
        if not isinstance(value, str) or not value.strip():
            raise lines.fault(place, f"{value!r} in {place[-1]!r} is not a text; write 'text' in quotes")
    return texts


# ---------------------------------------------------------------- object sets
def _sets(data: Mapping[str, Any], macros: Mapping[str, Any], lines: TomlLines) -> dict[str, ObjectSet]:
    if len(data) > _MOST_SETS:
        raise lines.fault(
            ("sets",), f"{len(data):,} sets, more than the limit of {_MOST_SETS}; an ontology describes a narrow domain"
        )
    for name, value in macros.items():
        if not isinstance(value, str):
            raise lines.fault(("macros", name), f"macro {name!r} is not a text; write a pattern in 'single quotes'")
    sets = {name: _object_set(name, table, macros, lines=lines) for name, table in data.items()}
    for name, each in sets.items():
        if each.special_of and each.special_of not in sets:
            raise lines.fault(("sets", name, "is"), f"no set {each.special_of!r}; add [sets.{each.special_of!r}]")
        above = {name}
        while each.special_of:
            each = sets[each.special_of]
            if each.name in above:
                raise lines.fault(("sets", name, "is"), f"{name!r} is a special set of itself; remove the cycle")
            above.add(each.name)
    return {name: _with_type(each, data[name], sets) for name, each in sets.items()}


def _with_type(each: ObjectSet, table: Mapping[str, Any], sets: Mapping[str, ObjectSet]) -> ObjectSet:
    """The set; without a type of its own it gets the type of the nearest more general set that has one."""
    above = each
    while "type" not in table and above.special_of and above.type == "text":
        above = sets[above.special_of]
    return replace(each, type=above.type)


def _object_set(name: str, table: Any, macros: Mapping[str, str], *, lines: TomlLines) -> ObjectSet:
    place = ("sets", name)
    if not isinstance(table, dict):
        raise lines.fault(place, f"set {name!r} is not a table; write [sets.{name!r}]")
    if not name.strip() or "[" in name or "]" in name:
        raise lines.fault(place, f"set name {name!r}: use words without brackets")
    _check_keys(table, _SET, lines, place=place)
    kind = table.get("type", "text")
    if kind not in TYPES:
        raise lines.fault((*place, "type"), f"unknown type {kind!r}; known are {', '.join(TYPES)}")
    regexes = {
        key: _patterns(table.get(key, ()), (*place, key), macros, lines=lines)
        for key in ("values", "keywords", "labels", "except")
    }
    units = {unit: _number(factor, (*place, "units"), lines) for unit, factor in table.get("units", {}).items()}
    words = _strings(table.get("words", ()), (*place, "words"), lines)
    canonical = {_key(word): word for word in words} | {
        _key(key): value
        for key, value in table.get("canonical", {}).items()
        if _strings([value], (*place, "canonical"), lines)
    }
    return ObjectSet(
        name, kind, table.get("is", ""), words, regexes["values"], regexes["keywords"], regexes["except"],
        bool(table.get("case")), units, canonical, regexes["labels"], bool(table.get("title")), bool(table.get("free")),
    )  # fmt: skip


def _patterns(
    written_patterns: Any, place: tuple[str, ...], macros: Mapping[str, str], *, lines: TomlLines
) -> tuple[str, ...]:
    """The patterns with their macros expanded, each checked."""
    expanded = []
    for written in _strings(written_patterns, place, lines):
        pattern = patterns.expand_macros(written, macros)
        if why := patterns.fault(pattern, groups=int(place[-1] not in ("except", "labels"))):
            raise lines.fault(place, f"pattern {written!r}: {why}", written)
        expanded.append(pattern)
    return tuple(expanded)


def _key(text: str) -> str:
    """The key under which a constant is looked up: lower case, single spaces."""
    return " ".join(text.lower().split())


def _number(value: Any, place: tuple[str, ...], lines: TomlLines) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e15:
        raise lines.fault(place, f"unit {value!r} is not a number; write a factor such as k = 1000")
    return float(value)


# ---------------------------------------------------------------- relationships
def _relationship(text: str, sets: Mapping[str, ObjectSet], lines: TomlLines) -> Relationship:
    """The relationship in a sentence such as "Car [1] has Make [1..*]"."""

    def fault(why: str) -> OntologyError:
        return lines.fault(("relationships",), f"relationship {text!r}: {why}", text)

    parts = text.split("[")
    if len(parts) < 3:
        raise fault("write it as 'Car [1] has Make [1..*]', a constraint after every set")
    before, participants, words = parts[0], [], []
    for part in parts[1:]:
        constraint, closed, after = part.partition("]")
        name = max((name for name in sets if _ends_with(before, name)), key=len, default="")
        if not closed or not name:
            raise fault(f"{before.strip()!r} does not end with the name of a set; add [sets.NAME] or close the bracket")
        words.append(" ".join(before[: len(before.rstrip()) - len(name)].split()))
        participants.append(_participation(name, constraint, fault))
        before = after
    if before.strip() or words[0]:
        raise fault(f"{(words[0] or before).strip()!r} is in the wrong place; begin with a set, end with a constraint")
    names = [each.name for each in participants]
    if len(set(names)) < len(names):
        raise fault("a set takes part twice; make a special set of it for its second role")
    return Relationship(text, tuple(participants), tuple(words[1:]))


def _ends_with(text: str, name: str) -> bool:
    """Whether a text ends with a name, as whole words."""
    text = text.rstrip()
    return text.endswith(name) and (len(text) == len(name) or text[-len(name) - 1].isspace())


def _participation(name: str, constraint: str, fault: Any) -> Participation:
    world, arrow, within = constraint.partition("->")
    least, most = _bounds(world, fault)
    inner = _bounds(within, fault)[1] if arrow else most
    if inner > most:
        raise fault(f"[{constraint}] allows more in a record than altogether; swap the two")
    return Participation(name, least, most, inner)


def _bounds(text: str, fault: Any) -> tuple[int, int]:
    low, dots, high = (part.strip() for part in text.partition(".."))
    upper = high if dots else low
    numbers = low.isascii() and low.isdigit() and len(low) < 7
    if not numbers or not (upper == "*" or (upper.isascii() and upper.isdigit() and len(upper) < 7)):
        raise fault(f"constraint [{text.strip()}]: write 1, 0..1, 1..* or another span")
    most = MANY if upper == "*" else int(upper)
    if int(low) > most or most == 0:
        raise fault(f"constraint [{text.strip()}] allows nothing; write the smaller number first")
    return int(low), most
