"""Tidying up what a run found: edits, their list, and the way back. `weblode.mining.tidying` does the work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from weblode.errors import OntologyError, SourceError, WeblodeError
from weblode.graph import history
from weblode.graph.edits import KINDS, Edit
from weblode.mining.tidying import Tidied, edit_results
from weblode.workbench.asked import Asked
from weblode.workbench.desk import Desk
from weblode.workbench.mined import OpenedRun


def edits(desk: Desk, asked: Asked) -> dict[str, Any]:
    """All that was done by hand to a run, the last first, and what of it stands."""
    run = desk.runs.get(asked.path["run"])
    known = history.read(run.folder)
    standing = {edit.number for edit in known.active}
    ids = desk.runs.known(run).concepts
    return {
        "name": run.name,
        "title": run.title,
        "updating": run.updating,
        "undo": known.undo,
        "redo": known.redo,
        "problems": run.problems(),
        "edits": [
            {
                "number": edit.number,
                "time": edit.time,
                "said": said(edit),
                "standing": edit.number in standing,
                "concept": next((each.id for each in edit.concepts if each.id in ids), None),
            }
            for edit in reversed(known.lines)
            if edit.kind in KINDS
        ],
    }


def edit(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What comes of `edits`, which are done all or none, and undone together.

    Each is a `kind`, ids of `concepts`, and what the kind needs of `label`, `labels`, `sites`.
    """
    wanted = asked.sent().get("edits")
    if not isinstance(wanted, list) or not wanted:
        raise WeblodeError("the request needs 'edits', a list")
    return _done(desk, asked, [_edit(each) for each in wanted])


def _edit(sent: Any) -> Edit:
    found = history.as_edit(sent)
    if found.kind not in KINDS:
        raise WeblodeError(f"{found.kind!r} is no kind of edit: use {', '.join(KINDS)}")
    return Edit(found.kind, found.concepts, found.label, found.labels, found.sites)


def undo(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What comes of an undo of the edits with the numbers `edits`, else of those made last; with `redo`, of a redo."""
    sent = asked.sent()
    numbers = sent.get("edits", [])
    if not isinstance(numbers, list) or not all(type(each) is int and each > 0 for each in numbers):
        raise WeblodeError("'edits' must be a list of numbers of edits")
    kind = "redo" if sent.get("redo") is True else "undo"
    return _done(desk, asked, [Edit(kind, edit=number) for number in numbers or [0]])


def _done(desk: Desk, asked: Asked, wanted: Sequence[Edit]) -> dict[str, Any]:
    run = desk.runs.get(asked.path["run"])
    found = _tidied(run, wanted)
    by_number = {each.number: each for each in found.history.lines}
    about = [by_number[each.edit or each.number] for each in found.added]
    ids = {concept.id for concept in found.ontology.concepts}
    return {
        "concept": next((each.id for edit in about for each in edit.concepts if each.id in ids), None),
        "said": "; ".join(map(said, about)),
        "numbers": [each.number for each in about],
        "problems": found.problems,
    }


def _tidied(run: OpenedRun, wanted: Sequence[Edit]) -> Tidied:
    if run.updating:
        raise WeblodeError(f"a run is under way in {run.title}, or was stopped: let it finish, then edit")
    try:
        return edit_results(run.folder, *wanted, time=datetime.now(UTC).isoformat(timespec="seconds"))
    except SourceError as error:  # which would say that there is no such address
        raise OntologyError(str(error)) from error


def said(edit: Edit) -> str:
    """What was done, in a few words.

    >>> from weblode.ontology import Concept
    >>> said(Edit("move", (Concept("asia", ("Asia",)), Concept("world", ("World",)))))
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
