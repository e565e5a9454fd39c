"""The results in the folder of a run, tidied up by hand: an edit is put down, and all of them are made anew.

`edits.jsonl` is the truth, and is written first; what was mined is safe in `mined/` before that. `run.json` says, last,
up to which line of it the results are; killed before that, the next call makes them anew.
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
from weblode.graph.edits import Edit, applied, completed
from weblode.graph.history import History
from weblode.mining import results
from weblode.mining.results import RUN
from weblode.mining.runs import OWN
from weblode.ontology import Ontology
from weblode.report.facts import MineResult, Stage

PATIENCE = 30.0  # seconds to wait for another edit; a run at work takes longer, but then there is no `run.json`


@dataclass(frozen=True)
class Tidied:
    """What a folder has now."""

    ontology: Ontology  # with the edits
    history: History
    problems: tuple[str, ...] = ()  # edits that do not apply and were left out, one line each
    added: tuple[Edit, ...] = field(default=(), compare=False)  # the lines of the history that the call has added


def tidied(directory: str | os.PathLike[str], *edits: Edit, time: str = "") -> Tidied:
    """What the folder of a finished run has after more edits, undos or redos; all results in it are written.

    The concepts of an edit need no more than their ids. The time is in ISO 8601 and UTC. Edits of one call are undone
    together by an undo that says not what. Raises OntologyError if one of them cannot be or no run is finished, and
    SourceError if somebody else is at work; then nothing has changed.

    Without an edit, results are written only if they are not those of all edits in the folder: a call was killed, or
    somebody has changed `edits.jsonl`.
    """
    folder = Path(directory)
    if not edits and (now := _current(folder)):
        return now
    with _alone(folder) as run:
        known, found = history.read(folder), results.mined(folder)
        added = _added(known, found, edits, time=time)
        results.keep(found, folder)
        if edits:
            history.write(known, folder)
        now = replace(_written(found, known, folder, run), added=tuple(added))
        _finish(now, folder, run)
        return now


def _added(known: History, found: Ontology, edits: Sequence[Edit], *, time: str) -> list[Edit]:
    """The lines that the history has more with edits of what was found."""
    group = known.last + 1 if len(edits) > 1 else 0
    before = len(known.lines)
    for edit in edits:
        if edit.kind in ("undo", "redo"):
            for each in known.turned(edit):
                known.add(each, time=time)
        else:
            known.add(replace(completed(edit, found, known.standing), group=group), time=time)
    return known.lines[before:]


def _current(folder: Path) -> Tidied | None:
    """What the folder has, if its results are those of all its edits."""
    about = _run(folder).get("edits", {})
    known = history.read(folder)
    if about.get("last", 0) != known.last:
        return None
    return Tidied(files.read(folder), known, tuple(about.get("problems", ())))


@contextmanager
def _alone(folder: Path) -> Iterator[dict[str, Any]]:
    """A context in which nobody else writes in the folder, with what its `run.json` says."""
    _run(folder)  # a folder that is not ours gets no lock
    try:
        lock = acquire_lock(os.fspath(folder / OWN), patience=PATIENCE)
    except SourceError as error:
        raise SourceError(f"{folder}: somebody else edits or mines there: try again later") from error
    with closing(lock):
        clean(folder)
        yield _run(folder)


def _run(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_file(folder / RUN))
    except (OSError, ValueError) as error:
        raise OntologyError(
            f"{folder} has no finished run to edit: wait for the one at work, or let `weblode mine` finish it"
        ) from error
    if not isinstance(found, dict) or "stages" not in found:
        raise OntologyError(f"{folder / RUN} is not of `weblode mine`: give a folder that it wrote")
    return found


def _written(found: Ontology, known: History, folder: Path, run: dict[str, Any]) -> Tidied:
    """What was mined with all edits; it is in the folder, but for the graphs."""
    edited, problems = applied(found, known.standing)
    files.write(edited, folder)
    changed: Changes | None = None
    with suppress(OntologyError):  # the run has told that the one before it cannot be read
        changed = results.changed(found, known.standing, folder)
    stages = [Stage(one["name"], one["depth"], one["seconds"], Counter(one["counts"])) for one in run["stages"]]
    results.report(MineResult(edited, stages, changed, bool(run.get("insecure"))), folder)
    return Tidied(edited, known, tuple(problems))


def _finish(now: Tidied, folder: Path, run: dict[str, Any]) -> None:
    """None; the graphs are in the folder, and it says so."""
    results.graphs(now.ontology, folder)
    run.pop("edits", None)
    results.write_json(folder / RUN, run | results.about_edits(now.history, now.problems))
    if not now.history.standing:
        results.unkeep(folder)
