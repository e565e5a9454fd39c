"""The folders in the workspace that `weblode mine` wrote: the workspace itself, and those directly in it.

A run is always one of these: its name in an address is looked up among them, and makes no path. It is finished: while
an update is under way, it is the one before that. No file of it is a link that leads out of its folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from weblode.errors import SourceError
from weblode.files import leftovers, read_file
from weblode.graph import files, names
from weblode.graph.changes import CHANGES
from weblode.graph.history import EDITS
from weblode.graph.names import BASE
from weblode.graph.statements import place
from weblode.graph.store import GRAPH, PREVIOUS
from weblode.mining.results import MINED, RUN
from weblode.mining.runs import OWN as LOCK
from weblode.mining.runs import RESULTS
from weblode.ontology import Broader, Concept, Instance, Ontology
from weblode.report.facts import MineResult
from weblode.workbench import statements
from weblode.workbench.recent import Recent
from weblode.workbench.sizes import Held, held
from weblode.workbench.statements import Statement

HERE = "here"  # the name of the workspace itself
_OWN = (*RESULTS, RUN, EDITS, LOCK, PREVIOUS)
_RUNS = 256 * 2**20  # bytes of the ontologies that are kept
Stamp = tuple[tuple[int, int], ...]


def stamp(*paths: Path) -> Stamp:
    """What is another one when one of the files is: when it was written, and its size."""
    return tuple(map(_stamp, paths))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        about = path.stat()
    except OSError:
        return (0, 0)
    return (about.st_mtime_ns, about.st_size)


@dataclass(frozen=True)
class OpenedRun:
    """A folder that holds what was mined."""

    name: str  # in addresses
    folder: Path  # of the run
    results: Path  # the folder itself, or `previous` in it while it is not finished

    @property
    def updating(self) -> bool:
        """Whether the results are those of the run before: one is under way, or was stopped."""
        return self.results != self.folder

    @property
    def title(self) -> str:
        """What it is called."""
        return self.folder.resolve().name

    def about(self) -> dict[str, Any]:
        """What its `run.json` says; nothing if it cannot be read."""
        return _object(self.results / RUN)

    def problems(self) -> list[str]:
        """The edits made by hand that do not apply to what was found, one line each."""
        told = self.about().get("edits")
        found = told.get("problems") if isinstance(told, dict) else None
        return [str(each) for each in found] if isinstance(found, list) else []

    def changes(self) -> dict[str, Any]:
        """What changed since the run before it; nothing if there was none."""
        return _object(self.results / CHANGES)

    def stamp(self) -> Stamp:
        """What is another one after every change of the results."""
        return stamp(*(self.results / name for name in (files.TAXONOMY, files.INSTANCES, RUN, CHANGES)))


def _object(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@dataclass(frozen=True)
class KnownOntology:
    """What a run found, and ways to look it up."""

    ontology: Ontology
    version: str  # is another one after every change
    facts: MineResult = field(repr=False)

    @property
    def listed(self) -> Mapping[str, list[Instance]]:
        """The instances by the ids of their concepts."""
        return self.facts.listed

    @cached_property
    def concepts(self) -> dict[str, Concept]:
        """The concepts by their ids."""
        return self.ontology.by_id()

    @cached_property
    def replaced(self) -> dict[str, str]:
        """By the id of a concept that was merged into another, the id of that."""
        return {old: concept.id for concept in self.ontology.concepts for old in concept.replaces}

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """By concept the ids of those below it; "" has those on top."""
        return self.ontology.narrower()

    @cached_property
    def pairs(self) -> dict[str, list[Broader]]:
        """By concept all pairs that it is in."""
        found: dict[str, list[Broader]] = {}
        for pair in self.ontology.broader:
            for id_ in (pair.narrower, pair.broader):
                found.setdefault(id_, []).append(pair)
        return found

    @cached_property
    def read(self) -> dict[str, list[Statement]]:
        """All that was read, by page."""
        return statements.by_page(self.ontology, self.listed)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """The pages that the run knows of."""
        return statements.addresses(self.ontology)

    @cached_property
    def iris(self) -> dict[str, str]:
        """The ids of the concepts by their names in the graph."""
        return {f"{BASE}concept/{names.local(id_)}": id_ for id_ in self.concepts}

    @cached_property
    def instance_iris(self) -> dict[str, tuple[str, int]]:
        """By the names of instances in the graph a concept of each, and its place in the list of that."""
        found: dict[str, tuple[str, int]] = {}
        for id_, listed in self.listed.items():
            for number, instance in enumerate(listed):
                found.setdefault(f"{BASE}instance/{place(instance)}", (id_, number))
        return found

    @cached_property
    def page_iris(self) -> dict[str, str]:
        """The pages that something was read on, by their names in the graph."""
        return {names.page(BASE, page, said[0].witness.url): page for page, said in self.read.items()}

    def concept(self, id_: str) -> Concept:
        """The concept of an id, or the one that it was merged into. Raises SourceError if there is none."""
        found = self.concepts.get(id_) or self.concepts.get(self.replaced.get(id_, ""))
        if found is None:
            raise SourceError(
                f"there is no concept {id_!r} in this run; it may have been rejected, or a later run did not find it"
            )
        return found


def held_by(known: KnownOntology) -> Held:
    """What a run's findings hold. All ways to look them up lead to the same things: they take as much again at most."""
    return Held(2 * held(known.ontology).own, {})


class Runs:
    """The runs in a workspace, with what those that were looked at last found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known = Recent[KnownOntology](_RUNS, held_by)

    def all(self) -> dict[str, OpenedRun]:
        """The runs by their names, the workspace itself first."""
        found: dict[str, OpenedRun] = {}
        for name, folder in self._folders():
            run = self._run(name, folder)
            if run is not None and next(_links_out(folder), None) is None:
                found.setdefault(name, run)
        return found

    def get(self, name: str) -> OpenedRun:
        """The run of a name. Raises SourceError if there is none, or if a file of it is not its own."""
        for each, folder in self._folders():
            if each == name and (run := self._run(name, folder)) is not None:
                for path in _links_out(folder):
                    raise SourceError(
                        f"{path.relative_to(folder)} of the run {name!r} is a link that leads out of its folder: "
                        f"put the file itself there"
                    )
                return run
        raise SourceError(f"no run {name!r} is in {self.folder.resolve().name}; /ontology lists those that are")

    def known(self, run: OpenedRun) -> KnownOntology:
        """What a run found, read once for all who ask until it changes."""
        now = run.stamp()
        return self._known.get((run.name, now), lambda: _read(run, now))

    def inside(self, path: Path) -> bool:
        """Whether a path is in the workspace, links followed."""
        return path.resolve().is_relative_to(self.folder.resolve())

    def _folders(self) -> Iterator[tuple[str, Path]]:
        yield HERE, self.folder
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            if path.is_dir() and path.name.isprintable() and not path.name.startswith("."):
                yield path.name, path

    def _run(self, name: str, folder: Path) -> OpenedRun | None:
        for results in (folder, folder / PREVIOUS):
            if (results / RUN).is_file() and (results / files.TAXONOMY).is_file():
                return OpenedRun(name, folder, results) if self.inside(folder) else None
        return None


def _links_out(folder: Path) -> Iterator[Path]:
    """What a run reads or writes in its folder that is a link to elsewhere."""
    inside = folder.resolve()
    for path in _own(folder):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):  # a link may lead to itself
            yield path


def _own(folder: Path) -> Iterator[Path]:
    for base in (folder, folder / PREVIOUS):
        yield from (base / name for name in _OWN)
        yield from leftovers(base)
        for inner in (base / GRAPH, base / MINED):
            with suppress(
                FileNotFoundError, NotADirectoryError
            ):  # there need be none, and an edit may just exchange it
                yield from sorted(inner.iterdir())


def _read(run: OpenedRun, now: Stamp) -> KnownOntology:
    ontology = files.read(run.results)
    return KnownOntology(ontology, "-".join(f"{time:x}.{size:x}" for time, size in now), MineResult(ontology))
