"""The records view: the lists that each method finds on a page, the chosen one as a table, and what is made of it.

The query says what is chosen, so that the address of the view, of its data and of every download is the whole state:

    choice=omini.1                                     which candidate; the first one without it
    encoding= length= count= variance= density=        what IEPAD's patterns must be like
    name.OLD=NEW  kind.OLD=price  drop=OLD             the slots: names, types, and which are left out
    rule=NAME                                          instead: what a saved rule takes from the page
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from weblode import paths
from weblode.errors import RuleError, WeblodeError
from weblode.files import NOT_A_FILE, is_special
from weblode.records.consensus import fitted_forest
from weblode.records.discover import discover
from weblode.records.explain import explanation
from weblode.records.fields import KnownField, RecordField, as_table, learn_columns
from weblode.records.kinds import KINDS, as_kind
from weblode.records.objects import Range
from weblode.records.record_list import RecordList
from weblode.records.repeats import Bounds
from weblode.records.tokens import ENCODINGS
from weblode.rules.comparison import compare
from weblode.rules.drift import drift
from weblode.rules.learning import learn
from weblode.rules.rule import Rule
from weblode.rules.slots import Slot, columns
from weblode.rules.snippet import snippet
from weblode.sources.named import PAGE_SUFFIXES
from weblode.tree import Tree
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk
from weblode.workbench.files import json_file, table_file

_LISTS = {"consensus": 5, "omini": 3, "byu": 2, "iepad": 8}  # candidates of each method
_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")  # of a rule
_ROWS = 500  # records whose values the view has; downloads have all
_WORTH = 0.02  # the least score of a candidate after the first of its method
_TELLING = 2_000  # first records of a list, of which its fields are made
_MARKS = 5_000  # records that are marked in the page


# ---------------------------------------------------------------- candidates
@dataclass(frozen=True)
class Candidate:
    """A list that one or more methods find, with what each calls it: `omini.1` is the second that Omini finds."""

    keys: tuple[str, ...]
    found: RecordList
    pattern: str

    @cached_property
    def beginning(self) -> RecordList:
        """The list's beginning, which tells its fields."""
        return beginning(self.found)

    def as_dict(self) -> dict[str, Any]:
        """What the list of candidates tells."""
        found = self.found
        return {
            "key": self.keys[0],
            "methods": list(dict.fromkeys(key.partition(".")[0] for key in self.keys)),
            "score": round(found.score, 4),
            "records": len(found.records),
            "xpath": paths.xpath(found.tree, found.region),
            "region": [found.region, int(found.tree.end[found.region])],
            "how": f"<{found.tree.name_of(found.separator)}> stands {found.placement} records",
            "pattern": self.pattern,
        }


def beginning(found: RecordList) -> RecordList:
    """The first records of a list, with their fields settled: all records have them then, and so has a rule."""
    first = replace(found, records=found.records[:_TELLING])
    return replace(first, known_fields=learn_columns([first], found.known_fields))


def candidates(tree: Tree, bounds: Bounds) -> list[Candidate]:
    """The lists of all methods, in the order of the methods, each list once."""
    merged: dict[tuple[Range, ...], Candidate] = {}
    for method, limit in _LISTS.items():
        lists = discover(tree, method, limit=limit, threshold=0.0, bounds=bounds if method == "iepad" else None)
        for rank, found in enumerate(lists):
            if rank and found.score < _WORTH:
                continue
            known = merged.get(found.records, Candidate((), found, ""))
            keys = (*known.keys, f"{method}.{rank}")
            merged[found.records] = Candidate(keys, known.found, known.pattern or found.pattern)
    return list(merged.values())


def _kept(desk: Desk, page: str, bounds: Bounds) -> list[Candidate]:
    """The candidates of an opened page; another choice among them, or other slots, find them again."""
    return desk.found(page, bounds, lambda tree: candidates(tree, bounds))


def _bounds(asked: Asked) -> Bounds:
    usual = Bounds()
    return Bounds(
        length=asked.whole("length", usual.length, least=1),
        count=asked.whole("count", usual.count, least=2),
        variance=asked.number("variance", usual.variance),
        density=asked.number("density", usual.density),
        encoding=asked.query.get("encoding", ""),
    )


# ---------------------------------------------------------------- the view
def view(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The page, its candidates, and the chosen one with its records."""
    about = desk.pages.get(asked.path["page"])
    tree = desk.pages.tree(about.id)
    bounds = _bounds(asked)
    listed = _kept(desk, about.id, bounds)
    answer: dict[str, Any] = {
        "page": about.as_dict() | {"encoding": tree.encoding, "nodes": len(tree)},
        "parameters": asdict(bounds),
        "encodings": list(ENCODINGS),
        "kinds": list(KINDS),
        "candidates": [each.as_dict() for each in listed],
        "certain": bool(listed) and listed[0].found.score >= fitted_forest().threshold,
        "rules": sorted(path.stem for path in (desk.own / "rules").glob("*.json")),
    }
    try:
        found, how = _chosen(desk, tree, listed, asked)
    except WeblodeError as error:
        return answer | {"problem": str(error)}
    return answer | how | (_listed(*found, asked) if found else {})


def _chosen(
    desk: Desk, tree: Tree, listed: Sequence[Candidate], asked: Asked
) -> tuple[tuple[RecordList, RecordList] | None, dict[str, object]]:
    """The chosen list and its beginning, if there is one; and how it was found: why, or how well a rule fits."""
    if name := asked.query.get("rule", ""):
        rule = Rule.load(_rule_path(desk, name))
        found = rule.apply(tree)
        how = {"name": name, "fit": round(found.score, 4), "changed": drift(rule, found)}
        return (found, beginning(found)), {"rule": how}
    wanted = asked.query.get("choice", "")
    for each in listed:
        if wanted in each.keys or not wanted:
            return (each.found, each.beginning), {"chosen": each.keys[0], "why": explanation(each.found)}
    if wanted:
        raise WeblodeError(f"there is no candidate {wanted!r} with these parameters; choose another")
    return None, {}


def _listed(found: RecordList, first: RecordList, asked: Asked) -> dict[str, Any]:
    """The records, and their fields as columns; a wrong choice of slots is told, and the fields are as they were."""
    plain = [each.column for each in first.fields]
    answer: dict[str, Any] = {
        "total": len(found.records),
        "records": [list(record) for record in found.records[:_MARKS]],
        "dropped": [[*each.piece, each.reason] for each in found.dropped[:_MARKS]],
    }
    try:
        now: Sequence[KnownField] = columns(plain, _slots(plain, asked))
    except WeblodeError as error:
        now = plain
        answer["problem"] = str(error)
    return answer | {"columns": [_column(each, known) for each, known in zip(first.fields, now, strict=True)]}


def _column(field: RecordField, now: KnownField) -> dict[str, Any]:
    """A field as it was found, under the name and as the kind that it has now."""
    cells = field.cells[:_ROWS]
    values = [cell.value if cell else None for cell in cells]
    return {
        "original": field.name,
        "name": now.name,
        "kind": now.kind,
        "kept": now.kept,
        "constant": now.constant,
        "filled": sum(map(bool, field.cells)) / len(field.cells),
        "typed": as_kind(values, now.kind),
        "cells": [[cell.value, list(cell.nodes), cell.href or None] if cell else None for cell in cells],
    }


def _slots(fields: Sequence[KnownField], asked: Asked) -> dict[str, Slot]:
    """What the query says of the fields."""
    query = asked.query
    dropped = set(query.getlist("drop"))
    found = {}
    for name in (each.name for each in fields):
        slot = Slot(query.get(f"name.{name}"), query.get(f"kind.{name}"), keep=name not in dropped)
        if slot != Slot():
            found[name] = slot
    return found


def _settled(desk: Desk, asked: Asked) -> RecordList:
    """The chosen list with its slots. Raises WeblodeError if there is none."""
    tree = desk.pages.tree(asked.path["page"])
    listed = [] if "rule" in asked.query else _kept(desk, asked.path["page"], _bounds(asked))
    chosen, _ = _chosen(desk, tree, listed, asked)
    if chosen is None:
        raise RuleError("no list was found on this page: there is nothing to keep")
    found, first = chosen
    return replace(
        found, known_fields=columns(first.known_fields, _slots([each.column for each in first.fields], asked))
    )


# ---------------------------------------------------------------- rules
def _rule_path(desk: Desk, name: str) -> Path:
    """The file of a saved rule. Raises RuleError if the name is none."""
    if not _NAME.fullmatch(name):
        raise RuleError(f"{name!r} is no name for a rule: take up to 80 of A-Z a-z 0-9 - and _")
    path = desk.own / "rules" / f"{name}.json"
    if is_special(path):
        raise RuleError(f"the rule {name!r} {NOT_A_FILE}: choose another name")
    return path


def save(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The name of the rule that was learnt from the chosen list and saved; one of that name only if it is to go."""
    path = _rule_path(desk, asked.said("name"))
    if path.exists() and asked.sent().get("replace") is not True:
        raise RuleError(f"there is a rule {path.stem!r}: choose another name, or replace it")
    found = _settled(desk, asked)
    rule = learn([found])
    path.parent.mkdir(parents=True, exist_ok=True)
    rule.save(path)
    columns = [each.name for each in rule.columns if each.kept and not each.names_next]
    return {"rule": path.stem, "columns": columns, "differs": str(compare(rule, found))}


# ---------------------------------------------------------------- downloads
def export(desk: Desk, asked: Asked) -> Download:
    """The chosen list as a file: csv, jsonl or parquet with a column a slot; json as `weblode records` writes it."""
    found, form = _settled(desk, asked), asked.path["form"]
    if form == "json":
        return json_file({"page": found.tree.page, "url": found.tree.url, "regions": [found.as_dict()]}, "records.json")
    return table_file(as_table(found.tree.page, found.records, found.fields), "records", form)


def rule_file(desk: Desk, asked: Asked) -> Download:
    """The rule that the chosen list teaches, as a file."""
    rule = learn([_settled(desk, asked)])
    return json_file(asdict(rule), "rule.json", indent=2)


def program(desk: Desk, asked: Asked) -> Download:
    """A Python program that applies the rule."""
    about = desk.pages.get(asked.path["page"])
    is_file = about.name.lower().endswith(PAGE_SUFFIXES)
    page = about.url or (about.name if is_file else "-")  # what was pasted is no file: it comes by standard input
    return Download(snippet("rule.json", page).encode(), "text/x-python; charset=utf-8", "records.py")


VIEWS = {"/records/{page}": view}
ACTIONS = {"/records/{page}/rule": save}
DOWNLOADS = {
    "/records/{page}/records.{form}": export,
    "/records/{page}/rule.json": rule_file,
    "/records/{page}/program.py": program,
}
