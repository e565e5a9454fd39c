"""Edits of a run's concepts by hand: make, list, undo and redo them. `weblode.mining.tidying` does the work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from weblode.errors import OntologyError, SourceError, WeblodeError
from weblode.graph import history
from weblode.graph.edits import KINDS, Edit
from weblode.mining.tidying import Tidied, edit_results
from weblode.workbench.requests import ViewRequest
from weblode.workbench.run_folders import OpenedRun
from weblode.workbench.workspace import Workspace


def edits(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """All edits of a run, the last first, and which of them stand."""
    run = workspace.runs.get(request.path["run"])
    log = history.read(run.folder)
    standing = {edit.number for edit in log.active}
    ids = workspace.runs.ontology(run).concepts
    return {
        "name": run.name,
        "title": run.title,
        "updating": run.updating,
        "undo": log.undo,
        "redo": log.redo,
        "problems": run.problems(),
        "edits": [
            {
                "number": edit.number,
                "time": edit.time,
                "said": describe(edit),
                "standing": edit.number in standing,
                "concept": next((each.id for each in edit.concepts if each.id in ids), None),
            }
            for edit in reversed(log.lines)
            if edit.kind in KINDS
        ],
    }


def edit(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The result of the `edits` in the body, which are made all or none, and undone together.

    Each has a `kind`, ids of `concepts`, and those of `label`, `labels` and `sites` that the kind needs.
    """
    items = request.json_body().get("edits")
    if not isinstance(items, list) or not items:
        raise WeblodeError("the request needs 'edits', a list")
    return _apply(workspace, request, [_edit(each) for each in items])


def _edit(item: Any) -> Edit:
    edit = history.as_edit(item)
    if edit.kind not in KINDS:
        raise WeblodeError(f"{edit.kind!r} is not a kind of edit: use {', '.join(KINDS)}")
    return Edit(edit.kind, edit.concepts, edit.label, edit.labels, edit.sites)


def undo(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The result of undoing the edits with the numbers `edits`, else the last ones; with `redo`, of redoing them."""
    body = request.json_body()
    numbers = body.get("edits", [])
    if not isinstance(numbers, list) or not all(type(each) is int and each > 0 for each in numbers):
        raise WeblodeError("'edits' must be a list of edit numbers")
    kind = "redo" if body.get("redo") is True else "undo"
    return _apply(workspace, request, [Edit(kind, edit=number) for number in numbers or [0]])


def _apply(workspace: Workspace, request: ViewRequest, new_edits: Sequence[Edit]) -> dict[str, Any]:
    run = workspace.runs.get(request.path["run"])
    result = _tidy(run, new_edits)
    by_number = {each.number: each for each in result.history.lines}
    about = [by_number[each.edit or each.number] for each in result.added]
    ids = {concept.id for concept in result.ontology.concepts}
    return {
        "concept": next((each.id for edit in about for each in edit.concepts if each.id in ids), None),
        "said": "; ".join(map(describe, about)),
        "numbers": [each.number for each in about],
        "problems": result.problems,
    }


def _tidy(run: OpenedRun, new_edits: Sequence[Edit]) -> Tidied:
    if run.updating:
        raise WeblodeError(f"a run in {run.title} is not finished: let it finish, then edit")
    try:
        return edit_results(run.folder, *new_edits, time=datetime.now(UTC).isoformat(timespec="seconds"))
    except SourceError as error:  # a SourceError would become a 404
        raise OntologyError(str(error)) from error


def describe(edit: Edit) -> str:
    """What an edit did, in a few words.

    >>> from weblode.ontology import Concept
    >>> describe(Edit("move", (Concept("asia", ("Asia",)), Concept("world", ("World",)))))
    'moved Asia below World'
    """
    first, *others = (each.label for each in edit.concepts)
    rest = ", ".join(others)
    parts = ", ".join((*edit.labels, *edit.sites))
    return {
        "rename": f"renamed {first} to {edit.label}",
        "merge": f"merged {rest} into {first}",
        "split": f"split {edit.label or parts} off {first}",
        "move": f"moved {first} below {rest}" if rest else f"moved {first} to the top",
        "reject": f"rejected {first}",
    }[edit.kind]


VIEWS = {"/ontology/{run}/edits": edits}
ACTIONS = {"/ontology/{run}/edit": edit, "/ontology/{run}/undo": undo}
