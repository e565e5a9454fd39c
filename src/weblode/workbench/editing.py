"""Tidying up what a run found: edits, their list, and the way back. `weblode.tidying` does the work."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from weblode.errors import OntologyError, SourceError, WeblodeError
from weblode.ontology import history
from weblode.ontology.edits import KINDS, Edit
from weblode.ontology.model import Concept
from weblode.tidying import Tidied, tidied
from weblode.workbench.asked import Asked
from weblode.workbench.desk import Desk
from weblode.workbench.mined import Run


def edits(desk: Desk, asked: Asked) -> dict[str, Any]:
    """All that was done by hand to a run, the last first, and what of it stands."""
    run = desk.runs.get(asked.path["run"])
    known = history.read(run.folder)
    standing = {edit.number for edit in known.standing}
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
    """What comes of an edit: `kind`, the ids of `concepts`, and what the kind needs of `label`, `labels`, `sites`."""
    sent = asked.sent()
    kind = asked.said("kind")
    if kind not in KINDS:
        raise WeblodeError(f"{kind!r} is no kind of edit: use {', '.join(KINDS)}")
    concepts = tuple(Concept(id_, ()) for id_ in _texts(sent, "concepts"))
    label = sent.get("label", "")
    if not isinstance(label, str):
        raise WeblodeError("'label' must be a text")
    wanted = Edit(kind, concepts, label, _texts(sent, "labels"), _texts(sent, "sites"))
    return _done(desk, asked, wanted)


def undo(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What comes of an undo of the last edit, or of the one with the number `edit`; with `redo`, of doing it again."""
    sent = asked.sent()
    number = sent.get("edit", 0)
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise WeblodeError("'edit' must be the number of an edit")
    return _done(desk, asked, Edit("redo" if sent.get("redo") is True else "undo", edit=number))


def _texts(sent: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found = sent.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise WeblodeError(f"{name!r} must be a list of texts")
    return tuple(found)


def _done(desk: Desk, asked: Asked, wanted: Edit) -> dict[str, Any]:
    run = desk.runs.get(asked.path["run"])
    found = _tidied(run, wanted)
    last = found.history.lines[-1]
    if last.edit:
        last = next(each for each in found.history.lines if each.number == last.edit)
    ids = {concept.id for concept in found.ontology.concepts}
    about = next((each.id for each in last.concepts if each.id in ids), None)
    return {"concept": about, "said": said(last), "number": last.number, "problems": found.problems}


def _tidied(run: Run, wanted: Edit) -> Tidied:
    if run.updating:
        raise WeblodeError(f"a run is under way in {run.title}, or was stopped: let it finish, then edit")
    try:
        return tidied(run.folder, wanted, time=datetime.now(UTC).isoformat(timespec="seconds"))
    except SourceError as error:  # which would say that there is no such address
        raise OntologyError(str(error)) from error


def said(edit: Edit) -> str:
    """What was done, in a few words.

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
