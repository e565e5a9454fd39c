"""The folder of a run: whether the run is finished, how the next one begins, and what it leaves.

    taxonomy.json instances.jsonl taxonomy.ttl/.rdf/.jsonld/.nq graph/    what was found
    outlines/     the outlines of the home pages and of the concepts' pages, as XML
    report.html   all of it, to look at
    changes.json  what is new, gone and moved since the run before, if there was one
    pages.warc.gz pages.index.jsonl    the pages from the web
    run.json      written last: the run is finished; when, how long each stage took, how much there is
    previous/     all of this, of the run before
    edits.jsonl   what was done by hand, which every run keeps to; while edits stand, all that was found has them, but
    mined/        what was found without them

A folder without `run.json` has an unfinished run, and the next command goes on with it; pages that failed are asked for
again if the run before it found nothing, which `nothing.json` keeps in mind. In a folder with it, the next run is an
update: all is put by into `previous.part`, `run.json` last, and then that takes the place of `previous`. Killed at any
moment of this, everything is there, and the next command takes it up where it was.
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
from weblode.graph.edits import applied
from weblode.graph.history import History
from weblode.graph.names import digest
from weblode.graph.store import GRAPH, PREVIOUS
from weblode.mining import results
from weblode.mining.journal import Journal
from weblode.mining.results import GRAPHS, MINED, RUN
from weblode.ontology import Ontology
from weblode.report.facts import MineResult
from weblode.report.markup import short
from weblode.report.page import REPORT
from weblode.sources.choice import check
from weblode.sources.crawl import LOCK
from weblode.sources.named import path_and_url
from weblode.sources.store import ARCHIVE, INDEX

if TYPE_CHECKING:
    from weblode.outline.document import Outline

OUTLINES = "outlines"
NOTHING = "nothing.json"  # the `run.json` of a run that found nothing, until the one that asks again has finished
OWN = "mine.lock"  # held while a run is at work; a folder without it is none of ours
RESULTS = (files.TAXONOMY, files.INSTANCES, *GRAPHS, GRAPH, OUTLINES, REPORT, CHANGES, ARCHIVE, INDEX, MINED)
_NAME = 80  # characters of an address in the name of a file


@contextmanager
def running(directory: str | os.PathLike[str], homes: Sequence[str] = ()) -> Iterator[Run]:
    """The run that is to be done, or to be gone on with, in a folder; nobody else has the folder meanwhile.

    Raises SourceError if somebody has it, if a home page is none, or if one is among the results of a run there, which
    are put by. Nothing is touched before that.
    """
    folder = Path(directory)
    check(homes)
    for home in homes:
        path = Path(os.path.abspath(path_and_url(home)[0]))
        if any(path.is_relative_to(os.path.abspath(folder / name)) for name in (*RESULTS, PREVIOUS)):
            raise SourceError(f"{home} is among the results in {folder}: give another folder for the new ones")
    folder.mkdir(parents=True, exist_ok=True)
    _check(folder)
    with closing(acquire_lock(os.fspath(folder / OWN))), closing(acquire_lock(os.fspath(folder / LOCK))) as crawl:
        edits = history.read(folder)  # before all work: it must not be in vain
        retry = _begin(folder)
        crawl.close()  # the crawl locks it again
        yield Run(folder, edits, retry=retry)


class Run:
    """A run in a folder that is its own."""

    def __init__(self, folder: Path, edits: History, *, retry: bool) -> None:
        self.folder = folder
        self.insecure = False  # whether pages are taken from servers whose certificates are not checked
        self._history = edits
        self.retry = retry  # whether to ask again for pages that could not be had: the last run found nothing
        self.warnings: list[str] = []
        self._outlines = folder / OUTLINES
        self._outlines.mkdir()

    def keep(self, outline: Outline) -> None:
        """None; the outline is a file in `outlines`."""
        from weblode.outline import forms

        tree = outline.tree
        try:
            lines = [forms.XML_HEAD, *forms.as_xml(outline), forms.XML_TAIL]
        except LimitError as error:  # nests too deeply to name its parts
            self.warnings.append(f"{tree.page}: {error}; its outline is not kept")
            return
        path = self._outlines / f"{_file_name(tree.url or tree.page)}.xml"
        write_unsynced(path, "".join(lines).encode("utf-8", "replace"))

    def finish(self, found: Ontology, journal: Journal, homes: Sequence[str] = ()) -> MineResult:
        """What there is to report; all of it is in the folder, and the run is finished."""
        edits = self._history.standing
        with journal.stage("writing"):
            if edits:
                results.keep(found, self.folder)
            edited, problems = applied(found, edits)
            files.write(edited, self.folder)
            results.graphs(edited, self.folder)
            changed = self._changes(found)
        self.warnings += problems
        facts = MineResult(edited, journal.stages, changed, self.insecure)
        results.report(facts, self.folder)
        sync_all(self._outlines)
        mined = replace(facts, ontology=found)  # if all was rejected by hand, the run has found something all the same
        results.write_json(self.folder / RUN, _about(mined, homes) | results.about_edits(self._history, problems))
        (self.folder / NOTHING).unlink(missing_ok=True)
        return facts

    def _changes(self, found: Ontology) -> Changes | None:
        try:
            return results.changed(found, self._history.standing, self.folder)
        except OntologyError as error:
            self.warnings.append(f"what changed is not known: {error}")
            return None


def _check(folder: Path) -> None:
    """None; or a SourceError if what a run would move or remove is not of a run."""
    if not (folder / OWN).exists():
        for name in (RUN, NOTHING, OUTLINES, MINED, PREVIOUS, f"{PREVIOUS}.part", f"{PREVIOUS}.old"):
            if (folder / name).exists():
                raise SourceError(f"{folder / name} is there and is not of `weblode mine`: give another folder")


def _begin(folder: Path) -> bool:
    """Whether to ask again for pages that failed; a finished run is put by, and what an unfinished one left is gone."""
    if _found_nothing(folder / RUN):
        move(folder / RUN, folder / NOTHING)  # not put by: what the run before it found is worth more
    elif (folder / RUN).is_file():
        (folder / NOTHING).unlink(missing_ok=True)
    retry = (folder / NOTHING).is_file()
    _put_by(folder)
    clean(folder)
    for leftover in (folder / OUTLINES, folder / CHANGES, folder / MINED):
        remove(leftover)
    return retry


def _found_nothing(path: Path) -> bool:
    try:
        return bool(json.loads(read_file(path))["figures"]["concept"] == 0)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _put_by(folder: Path) -> None:
    """None; a finished run is in `previous`. Each step can be the last one, and the next call goes on after it."""
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


def _about(facts: MineResult, homes: Sequence[str]) -> dict[str, Any]:
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
    """A name for the file of an address: what can be read of it, and what no other has.

    >>> _file_name("https://www.example.com/world/")
    'example.com_world-a4f9da90'
    """
    return f"{re.sub('[^A-Za-z0-9.-]+', '_', short(address)).strip('_.')[:_NAME]}-{digest(address)[:8]}"
