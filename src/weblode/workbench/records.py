"""The records view: the record lists that each method finds on a page, the chosen one as a table, rules and downloads.

The query has the whole state, so that the address of the view, of its data or of a download can be shared:

    choice=omini.1                                     the chosen candidate; the first one by default
    encoding= length= count= variance= density=        the bounds on IEPAD's repeats
    name.OLD=NEW  kind.OLD=price  drop=OLD             the slots: names, kinds, and which are left out
    rule=NAME                                          the records by a saved rule instead
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from weblode import paths
from weblode.caches import regex
from weblode.errors import RuleError, WeblodeError
from weblode.files import NOT_A_FILE, is_special
from weblode.records.consensus import judges, likelihoods
from weblode.records.discover import discover
from weblode.records.explain import explanation
from weblode.records.fields import RecordField, learn_columns
from weblode.records.known_fields import KnownField
from weblode.records.nested_tables import all_tables, table_name
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
from weblode.sources.arguments import PAGE_SUFFIXES
from weblode.tree import Tree
from weblode.values.kinds import KINDS, as_kind
from weblode.workbench.files import json_file, table_file
from weblode.workbench.requests import Download, ViewRequest
from weblode.workbench.workspace import Workspace

_LISTS = {"consensus": 5, "omini": 3, "byu": 2, "iepad": 8}  # candidates of each method
_NAME = regex(r"[A-Za-z0-9_-]{1,80}")  # of a rule
_ROWS = 500  # records in the view; downloads have all
_WORTH = 0.02  # minimum score of a candidate after the first of its method
_LEARNING = 2_000  # first records of a list, from which its fields are derived
_MARKS = 5_000  # records that are marked in the page


# ---------------------------------------------------------------- candidates
@dataclass(frozen=True)
class Candidate:
    """A record list that one or more methods find, with their keys for it: `omini.1` is the second list of Omini."""

    keys: tuple[str, ...]
    record_list: RecordList
    pattern: str
    likelihood: float = 0.0  # on one scale for all methods

    @cached_property
    def beginning(self) -> RecordList:
        """The beginning of the list, from which its fields are derived."""
        return beginning(self.record_list)

    def as_dict(self) -> dict[str, Any]:
        """The candidate as in the list of candidates."""
        record_list = self.record_list
        return {
            "key": self.keys[0],
            "methods": list(dict.fromkeys(key.partition(".")[0] for key in self.keys)),
            "score": round(record_list.score, 4),
            "likelihood": round(self.likelihood, 4),
            "records": len(record_list.records),
            "xpath": paths.xpath(record_list.tree, record_list.region),
            "region": [record_list.region, int(record_list.tree.end[record_list.region])],
            "how": f"<{record_list.tree.name_of(record_list.separator)}> stands {record_list.placement} records",
            "pattern": self.pattern,
        }


def beginning(record_list: RecordList) -> RecordList:
    """The first records of a list, with fixed fields, which all records of the list and its rule then share."""
    first = replace(record_list, records=record_list.records[:_LEARNING])
    return replace(first, known_fields=learn_columns([first], record_list.known_fields))


def candidates(tree: Tree, bounds: Bounds) -> list[Candidate]:
    """The record lists of all methods, in the order of the methods, without repeated ones."""
    merged: dict[tuple[Range, ...], Candidate] = {}
    for method, limit in _LISTS.items():
        lists = discover(tree, method, limit=limit, threshold=0.0, bounds=bounds if method == "iepad" else None)
        for rank, record_list in enumerate(lists):
            if rank and record_list.score < _WORTH:
                continue
            same = merged.get(record_list.records, Candidate((), record_list, ""))
            keys = (*same.keys, f"{method}.{rank}")
            merged[record_list.records] = Candidate(keys, same.record_list, same.pattern or record_list.pattern)
    choices = list(merged.values())
    lists = [each.record_list for each in choices]
    scale = [each.score for each in lists] if tree.is_xml else likelihoods(tree, lists)
    return [replace(each, likelihood=value) for each, value in zip(choices, scale, strict=True)]


def _candidates(workspace: Workspace, page: str, bounds: Bounds) -> list[Candidate]:
    """The candidates of an opened page, cached for other choices and slots."""
    return workspace.cached(page, bounds, lambda tree: candidates(tree, bounds))


def _bounds(request: ViewRequest) -> Bounds:
    default = Bounds()
    return Bounds(
        length=request.whole("length", default.length, least=1),
        count=request.whole("count", default.count, least=2),
        variance=request.number("variance", default.variance),
        density=request.number("density", default.density),
        encoding=request.query.get("encoding", ""),
    )


# ---------------------------------------------------------------- the view
def view(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The page, its candidates, and the chosen one with its records."""
    about = workspace.pages.get(request.path["page"])
    tree = workspace.pages.tree(about.id)
    bounds = _bounds(request)
    choices = _candidates(workspace, about.id, bounds)
    answer: dict[str, Any] = {
        "page": about.as_dict() | {"encoding": tree.encoding, "nodes": len(tree)},
        "parameters": asdict(bounds),
        "encodings": list(ENCODINGS),
        "kinds": list(KINDS),
        "candidates": [each.as_dict() for each in choices],
        "certain": bool(choices) and choices[0].record_list.score >= judges().threshold,
        "rules": sorted(path.stem for path in (workspace.own / "rules").glob("*.json")),
    }
    try:
        lists, how = _chosen(workspace, tree, choices, request)
    except WeblodeError as error:
        return answer | {"problem": str(error)}
    return answer | how | (_table(*lists, request) if lists else {})


def _chosen(
    workspace: Workspace, tree: Tree, choices: Sequence[Candidate], request: ViewRequest
) -> tuple[tuple[RecordList, RecordList] | None, dict[str, object]]:
    """The chosen list and its beginning, if there is one; and its explanation, or how well a rule fits."""
    if name := request.query.get("rule", ""):
        rule = Rule.load(_rule_path(workspace, name))
        record_list = rule.apply(tree)
        fit = {"name": name, "fit": round(record_list.score, 4), "changed": drift(rule, record_list)}
        return (record_list, beginning(record_list)), {"rule": fit}
    key = request.query.get("choice", "")
    for each in choices:
        if key in each.keys or not key:
            return (each.record_list, each.beginning), {"chosen": each.keys[0], "why": explanation(each.record_list)}
    if key:
        raise WeblodeError(f"there is no candidate {key!r} with these parameters; choose another")
    return None, {}


def _table(record_list: RecordList, first: RecordList, request: ViewRequest) -> dict[str, Any]:
    """The records, and their fields as columns; wrong slots are reported, and the original fields are used."""
    original = [each.column for each in first.fields]
    answer: dict[str, Any] = {
        "total": len(record_list.records),
        "records": [list(record) for record in record_list.records[:_MARKS]],
        "dropped": [[*each.piece, each.reason] for each in record_list.dropped[:_MARKS]],
    }
    try:
        changed: Sequence[KnownField] = columns(original, _slots(original, request))
    except WeblodeError as error:
        changed = original
        answer["problem"] = str(error)
    return answer | {"columns": [_column(each, field) for each, field in zip(first.fields, changed, strict=True)]}


def _column(field: RecordField, now: KnownField) -> dict[str, Any]:
    """A field of the list as a column, with the name and the kind that it has now."""
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


def _slots(fields: Sequence[KnownField], request: ViewRequest) -> dict[str, Slot]:
    """The slots in the query that change a field."""
    query = request.query
    dropped = set(query.getlist("drop"))
    slots = {}
    for name in (each.name for each in fields):
        slot = Slot(query.get(f"name.{name}"), query.get(f"kind.{name}"), keep=name not in dropped)
        if slot != Slot():
            slots[name] = slot
    return slots


def _chosen_list(workspace: Workspace, request: ViewRequest) -> RecordList:
    """The chosen list, with the slots of the query. Raises WeblodeError if there is none."""
    tree = workspace.pages.tree(request.path["page"])
    choices = [] if "rule" in request.query else _candidates(workspace, request.path["page"], _bounds(request))
    chosen, _ = _chosen(workspace, tree, choices, request)
    if chosen is None:
        raise RuleError("no record list was found on this page: there is nothing to save")
    record_list, first = chosen
    return replace(
        record_list, known_fields=columns(first.known_fields, _slots([each.column for each in first.fields], request))
    )


# ---------------------------------------------------------------- rules
def _rule_path(workspace: Workspace, name: str) -> Path:
    """The file of a saved rule. Raises RuleError if the name is not allowed."""
    if not _NAME.fullmatch(name):
        raise RuleError(f"{name!r} is not allowed as the name of a rule: use up to 80 of A-Z a-z 0-9 - and _")
    path = workspace.own / "rules" / f"{name}.json"
    if is_special(path):
        raise RuleError(f"the rule {name!r} {NOT_A_FILE}: choose another name")
    return path


def save(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """Save the rule learnt from the chosen list; an existing rule of that name only with `replace`."""
    path = _rule_path(workspace, request.body_text("name"))
    if path.exists() and request.json_body().get("replace") is not True:
        raise RuleError(f"a rule {path.stem!r} exists: choose another name, or replace it")
    record_list = _chosen_list(workspace, request)
    rule = learn([record_list])
    path.parent.mkdir(parents=True, exist_ok=True)
    rule.save(path)
    columns = [each.name for each in rule.columns if each.kept and not each.names_next]
    return {"rule": path.stem, "columns": columns, "differs": str(compare(rule, record_list))}


# ---------------------------------------------------------------- downloads
def export(workspace: Workspace, request: ViewRequest) -> Download:
    """The chosen list as a file: csv, jsonl or parquet with a column per slot; json as `weblode records` writes it.

    With nested lists, which are tables of their own, it is an archive of all.
    """
    record_list, form = _chosen_list(workspace, request), request.path["form"]
    if form == "json":
        page = {"page": record_list.tree.page, "url": record_list.tree.url}
        lists = {"pagination": record_list.pagination.as_dict(), "regions": [record_list.as_dict()]}
        return json_file(page | lists, "records.json")
    nested = all_tables([record_list])
    table = nested.pop(())
    return table_file(table, "records", form, {table_name(names): child for names, child in nested.items()})


def rule_file(workspace: Workspace, request: ViewRequest) -> Download:
    """The rule learnt from the chosen list as a file."""
    rule = learn([_chosen_list(workspace, request)])
    return json_file(asdict(rule), "rule.json", indent=2)


def program(workspace: Workspace, request: ViewRequest) -> Download:
    """A Python program that applies the rule."""
    about = workspace.pages.get(request.path["page"])
    is_file = about.name.lower().endswith(PAGE_SUFFIXES)
    page = about.url or (about.name if is_file else "-")  # a pasted page is not a file: it comes by standard input
    return Download(snippet("rule.json", page).encode(), "text/x-python; charset=utf-8", "records.py")


VIEWS = {"/records/{page}": view}
ACTIONS = {"/records/{page}/rule": save}
DOWNLOADS = {
    "/records/{page}/records.{form}": export,
    "/records/{page}/rule.json": rule_file,
    "/records/{page}/program.py": program,
}
