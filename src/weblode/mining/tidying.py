"""Edits by hand in the folder of a run: an edit is added to `edits.jsonl`, and all results are written again.

`edits.jsonl` is the truth. Files are written in this order: `mined/`, the ontology without edits; `edits.jsonl`; the
results; `run.json`, with the number of the last line that the results include. After a kill on the way this number is
too small, and the next call writes the results again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from weblode.errors import OntologyError, SourceError
from weblode.files import acquire_lock, clean, read_file
from weblode.graph import files, history
from weblode.graph.changes import Changes
from weblode.graph.edits import Edit, apply_edits, complete_edit
from weblode.graph.history import History
from weblode.mining import results
from weblode.mining.results import RUN
from weblode.mining.runs import OWN
from weblode.ontology import Ontology
from weblode.report.facts import MineResult, Stage

PATIENCE = 30.0  # seconds to wait for another edit; a run takes longer, but while it runs there is no `run.json`


@dataclass(frozen=True)
class Tidied:
    """The ontology and the history of a folder after a call."""

    ontology: Ontology  # with the edits
    history: History
    problems: tuple[str, ...] = ()  # edits that could not be applied, one line each
    added: tuple[Edit, ...] = field(default=(), compare=False)  # the lines that the call added to the history


def edit_results(directory: str | os.PathLike[str], *edits: Edit, time: str = "") -> Tidied:
    """Apply edits, undos or redos to the folder of a finished run and write all results again.

    The concepts of an edit only need ids. The time is in ISO 8601 and UTC. An undo without a number takes back all
    edits of the last call together. Raises OntologyError if an edit is not possible or there is no finished run, and
    SourceError if another process works in the folder; then nothing has changed.

    Without an edit, the results are written only if they do not include all edits in the folder: because a call was
    killed, or because somebody changed `edits.jsonl`.
    """
    folder = Path(directory)
    if not edits and (tidied := _current(folder)):
        return tidied
    with _locked_run(folder) as run:
        edit_history, ontology = history.read(folder), results.read_mined(folder)
        added = _add_edits(edit_history, ontology, edits, time=time)
        results.save_mined(ontology, folder)
        if edits:
            history.write(edit_history, folder)
        tidied = replace(_write(ontology, edit_history, folder, run), added=tuple(added))
        _finish(tidied, folder, run)
        return tidied


def _add_edits(edit_history: History, ontology: Ontology, edits: Sequence[Edit], *, time: str) -> list[Edit]:
    """Add edits of the mined ontology to the history, and return the new lines."""
    group = edit_history.last + 1 if len(edits) > 1 else 0
    before = len(edit_history.lines)
    for edit in edits:
        if edit.kind in ("undo", "redo"):
            for each in edit_history.one_per_edit(edit):
                edit_history.add(each, time=time)
        else:
            edit_history.add(replace(complete_edit(edit, ontology, edit_history.active), group=group), time=time)
    return edit_history.lines[before:]


def _current(folder: Path) -> Tidied | None:
    """The folder as it is, if its results include all its edits; else None."""
    about = _read_run(folder).get("edits", {})
    edit_history = history.read(folder)
    if about.get("last", 0) != edit_history.last:
        return None
    return Tidied(files.read(folder), edit_history, tuple(about.get("problems", ())))


@contextmanager
def _locked_run(folder: Path) -> Iterator[dict[str, Any]]:
    """The content of `run.json`, while the folder is locked against other writers."""
    _read_run(folder)  # raises before a lock file is made in a folder that is not ours
    try:
        lock = acquire_lock(os.fspath(folder / OWN), patience=PATIENCE)
    except SourceError as error:
        raise SourceError(f"{folder}: another process edits or mines there: try again later") from error
    with closing(lock):
        clean(folder)
        yield _read_run(folder)


def _read_run(folder: Path) -> dict[str, Any]:
    try:
        run = json.loads(read_file(folder / RUN))
    except (OSError, ValueError) as error:
        raise OntologyError(
            f"{folder} has no finished run to edit: wait for the active one, or let `weblode mine` finish it"
        ) from error
    if not isinstance(run, dict) or "stages" not in run:
        raise OntologyError(f"{folder / RUN} was not written by `weblode mine`: give the folder of a run")
    return run


def _write(ontology: Ontology, edit_history: History, folder: Path, run: dict[str, Any]) -> Tidied:
    """Write all results with the edits, except the graphs."""
    edited, problems = apply_edits(ontology, edit_history.active)
    files.write(edited, folder)
    changed: Changes | None = None
    with suppress(OntologyError):  # the run has already warned that the previous one cannot be read
        changed = results.write_changes(ontology, edit_history.active, folder)
    stages = [Stage(one["name"], one["depth"], one["seconds"], Counter(one["counts"])) for one in run["stages"]]
    results.write_report(MineResult(edited, stages, changed, bool(run.get("insecure"))), folder)
    return Tidied(edited, edit_history, tuple(problems))


def _finish(tidied: Tidied, folder: Path, run: dict[str, Any]) -> None:
    """Write the graphs, then `run.json` with the number of the last edit in the results."""
    results.write_graphs(tidied.ontology, folder)
    run.pop("edits", None)
    results.write_json(folder / RUN, run | results.about_edits(tidied.history, tidied.problems))
    if not tidied.history.active:
        results.remove_mined(folder)
