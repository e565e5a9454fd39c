"""The folder of a run: whether the run is finished, how the next one starts, and which files it leaves.

    taxonomy.json instances.jsonl taxonomy.ttl/.rdf/.jsonld/.nq graph/    the ontology
    outlines/     the outlines of the home pages and of the concepts' pages, as XML
    report.html   a report of all this, for people
    changes.json  what is new, gone and moved since the previous run, if there was one
    pages.warc.gz pages.index.jsonl    the pages fetched from the web
    run.json      written last, so it marks a finished run: when it ended, the time of each stage, the counts
    nothing.json  the `run.json` of a run that found no concept, see below
    previous/     the same files of the previous run
    edits.jsonl   the edits made by hand, which every later run applies
    mined/        the ontology without edits, while there are any; all other results include them

How the next run starts depends on `run.json`:

- It is missing: the last run was stopped. The next run continues it with the pages that were already fetched.
- It says that the run found no concept: it is renamed to `nothing.json`. The next run continues in the same way, but
  fetches the pages that failed once more. `previous/` stays, as its results are worth more than none. `nothing.json` is
  removed when a run finishes, so a run that is stopped does not forget to fetch the failed pages.
- It says that the run found concepts: the next run is an update. First the finished run becomes the previous one:

  1. Each result is moved to `previous.part/`, `run.json` last.
  2. `previous/` is renamed to `previous.old/`.
  3. `previous.part/` is renamed to `previous/`.
  4. `previous.old/` is removed.

A kill at any moment of this loses nothing. The next command continues at the right step: at step 1 if `run.json` is
still in the folder, at step 2 or 3 if `run.json` is in `previous.part/`, at step 4 if `previous.old/` is still there.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weblode.errors import LimitError, OntologyError, SourceError
from weblode.files import acquire_lock, clean, move, read_file, remove, sync_all, write_unsynced
from weblode.graph import files, history
from weblode.graph.changes import CHANGES, Changes
from weblode.graph.edits import apply_edits
from weblode.graph.history import History
from weblode.graph.names import digest
from weblode.graph.store import GRAPH, PREVIOUS
from weblode.mining import results
from weblode.mining.journal import Journal
from weblode.mining.results import GRAPHS, MINED, RUN
from weblode.ontology import Ontology
from weblode.report.facts import MineResult
from weblode.report.page import REPORT
from weblode.sources.arguments import path_and_url
from weblode.sources.choice import check_homes
from weblode.sources.crawl import LOCK
from weblode.sources.store import ARCHIVE, INDEX
from weblode.values.addresses import without_start

if TYPE_CHECKING:
    from weblode.outline.document import Outline

OUTLINES = "outlines"
NOTHING = "nothing.json"  # the `run.json` of a run that found no concept, until the next run has finished
OWN = "mine.lock"  # locked while a run is active; only folders with this file belong to `weblode mine`
RESULTS = (files.TAXONOMY, files.INSTANCES, *GRAPHS, GRAPH, OUTLINES, REPORT, CHANGES, ARCHIVE, INDEX, MINED)
_NAME = 80  # characters of an address in the name of a file


@contextmanager
def open_run(directory: str | os.PathLike[str], homes: Sequence[str] = ()) -> Iterator[Run]:
    """A new run in a folder, or the unfinished one that continues; the folder is locked meanwhile.

    Raises SourceError, before anything changes, if another process has the lock, if a home page does not exist, or if
    one is among the results in the folder, which are about to be moved.
    """
    folder = Path(directory)
    check_homes(homes)
    for home in homes:
        path = Path(os.path.abspath(path_and_url(home)[0]))
        if any(path.is_relative_to(os.path.abspath(folder / name)) for name in (*RESULTS, PREVIOUS)):
            raise SourceError(f"{home} is among the results in {folder}: give another folder for the new ones")
    folder.mkdir(parents=True, exist_ok=True)
    _check(folder)
    with closing(acquire_lock(os.fspath(folder / OWN))), closing(acquire_lock(os.fspath(folder / LOCK))) as crawl:
        edits = history.read(folder)  # first, so that a damaged file stops the run before any work is done
        retry = _begin(folder)
        crawl.close()  # the crawl locks it again
        yield Run(folder, edits, retry=retry)


class Run:
    """A run in its folder."""

    def __init__(self, folder: Path, edits: History, *, retry: bool) -> None:
        self.folder = folder
        self.insecure = False  # whether pages are fetched from servers without checking their certificates
        self._history = edits
        self.retry = retry  # whether to fetch failed pages once more, because the last run found no concept
        self.warnings: list[str] = []
        self._outlines = folder / OUTLINES
        self._outlines.mkdir()

    def save_outline(self, outline: Outline) -> None:
        """Write the outline to a file in `outlines/`."""
        from weblode.outline import forms

        tree = outline.tree
        try:
            lines = [forms.XML_HEAD, *forms.as_xml(outline), forms.XML_TAIL]
        except LimitError as error:  # nests too deeply to name its parts
            self.warnings.append(f"{tree.page}: {error}; its outline is not saved")
            return
        path = self._outlines / f"{_file_name(tree.url or tree.page)}.xml"
        write_unsynced(path, "".join(lines).encode("utf-8", "replace"))

    def finish(self, ontology: Ontology, journal: Journal, homes: Sequence[str] = ()) -> MineResult:
        """Write all results, `run.json` last, and return what there is to report."""
        edits = self._history.active
        with journal.stage("writing"):
            if edits:
                results.save_mined(ontology, self.folder)
            edited, problems = apply_edits(ontology, edits)
            files.write(edited, self.folder)
            results.write_graphs(edited, self.folder)
            changed = self._changes(ontology)
        self.warnings += problems
        facts = MineResult(edited, journal.stages, changed, self.insecure)
        results.write_report(facts, self.folder)
        sync_all(self._outlines)
        unedited = replace(
            facts, ontology=ontology
        )  # a run whose concepts were all rejected by hand has still found something
        results.write_json(
            self.folder / RUN, _run_facts(unedited, homes) | results.about_edits(self._history, problems)
        )
        (self.folder / NOTHING).unlink(missing_ok=True)
        return facts

    def _changes(self, ontology: Ontology) -> Changes | None:
        try:
            return results.write_changes(ontology, self._history.active, self.folder)
        except OntologyError as error:
            self.warnings.append(f"the changes since the previous run are not known: {error}")
            return None


def _check(folder: Path) -> None:
    """Raises SourceError if the folder has files under the names of our results that `weblode mine` did not write."""
    if not (folder / OWN).exists():
        for name in (RUN, NOTHING, OUTLINES, MINED, PREVIOUS, f"{PREVIOUS}.part", f"{PREVIOUS}.old"):
            if (folder / name).exists():
                raise SourceError(f"{folder / name} exists and was not written by `weblode mine`: give another folder")


def _begin(folder: Path) -> bool:
    """Move a finished run away, or clean up after an unfinished one; True if failed pages are to be fetched again."""
    if _found_nothing(folder / RUN):
        move(folder / RUN, folder / NOTHING)  # `previous/` stays: its results are worth more than none
    elif (folder / RUN).is_file():
        (folder / NOTHING).unlink(missing_ok=True)
    retry = (folder / NOTHING).is_file()
    _move_to_previous(folder)
    clean(folder)
    for leftover in (folder / OUTLINES, folder / CHANGES, folder / MINED):
        remove(leftover)
    return retry


def _found_nothing(path: Path) -> bool:
    try:
        return bool(json.loads(read_file(path))["figures"]["concept"] == 0)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _move_to_previous(folder: Path) -> None:
    """Move a finished run to `previous/`, in the steps that the docstring of this module lists.

    The process may be killed after any step; the next call continues there.
    """
    part, previous, old = (folder / name for name in (f"{PREVIOUS}.part", PREVIOUS, f"{PREVIOUS}.old"))
    if (folder / RUN).is_file():
        part.mkdir(exist_ok=True)
        for name in (*RESULTS, RUN):
            if (folder / name).exists():
                remove(part / name)
                move(folder / name, part / name)
    if previous.exists():
        remove(old)
    if (part / RUN).is_file():
        if previous.exists():
            move(previous, old)
        move(part, previous)
        remove(old)


def _run_facts(facts: MineResult, homes: Sequence[str]) -> dict[str, Any]:
    from weblode import __version__

    stages = (
        {"name": stage.name, "depth": stage.depth, "seconds": round(stage.seconds, 3), "counts": dict(stage.counts)}
        for stage in facts.stages
    )
    finished = datetime.now(UTC).isoformat(timespec="seconds")
    about: dict[str, Any] = {"version": __version__, "homes": list(homes), "finished": finished}
    about |= {"insecure": True} if facts.insecure else {}
    return {**about, "figures": facts.figures, "stages": list(stages)}


def _file_name(address: str) -> str:
    """A file name for an address: a readable part, and a digest that makes it unique.

    >>> _file_name("https://www.example.com/world/")
    'example.com_world-a4f9da90'
    """
    return f"{re.sub('[^A-Za-z0-9.-]+', '_', without_start(address)).strip('_.')[:_NAME]}-{digest(address)[:8]}"
