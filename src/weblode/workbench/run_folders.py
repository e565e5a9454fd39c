"""The folders in the workspace that `weblode mine` wrote: the workspace itself, and those directly in it.

A run is always one of these: its name in an address is looked up among them, and never becomes part of a path. Its
results are those of a finished run: during an update they are the previous ones. None of its files is a link that leads
out of its folder.
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
from weblode.graph.identity import place
from weblode.graph.matching import LabelIndex
from weblode.graph.names import BASE
from weblode.graph.store import GRAPH, PREVIOUS
from weblode.graph.vocabularies import VocabularyTerm
from weblode.mining.results import MINED, RUN
from weblode.mining.runs import OWN as LOCK
from weblode.mining.runs import RESULTS
from weblode.ontology import Broader, Concept, Instance, Ontology
from weblode.report.facts import MineResult
from weblode.workbench import statements
from weblode.workbench.recent import Recent
from weblode.workbench.sizes import Held, memory_of
from weblode.workbench.statements import Statement

HERE = "here"  # the name of the workspace itself
_OWN = (*RESULTS, RUN, EDITS, LOCK, PREVIOUS)
_RUNS = 256 * 2**20  # bytes of the cached ontologies
Stamp = tuple[tuple[int, int], ...]


def stamp(*paths: Path) -> Stamp:
    """The modification time and size of each file: a value that changes whenever one of the files changes."""
    return tuple(map(_stamp, paths))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)


@dataclass(frozen=True)
class OpenedRun:
    """A folder with the results of `weblode mine`."""

    name: str  # in addresses
    folder: Path  # of the run
    results: Path  # the folder itself, or its `previous` while a run is not finished

    @property
    def updating(self) -> bool:
        """Whether the results are the previous ones, as a run is in progress or was stopped."""
        return self.results != self.folder

    @property
    def title(self) -> str:
        """The name of the folder."""
        return self.folder.resolve().name

    def about(self) -> dict[str, Any]:
        """The contents of `run.json`; empty if it cannot be read."""
        return _object(self.results / RUN)

    def problems(self) -> list[str]:
        """The edits made by hand that do not apply to the results, one line each."""
        edits = self.about().get("edits")
        problems = edits.get("problems") if isinstance(edits, dict) else None
        return [str(each) for each in problems] if isinstance(problems, list) else []

    def changes(self) -> dict[str, Any]:
        """What changed since the previous run; empty if there was none."""
        return _object(self.results / CHANGES)

    def stamp(self) -> Stamp:
        """A value that changes with every change of the results."""
        return stamp(*(self.results / name for name in (files.TAXONOMY, files.INSTANCES, RUN, CHANGES)))


def _object(path: Path) -> dict[str, Any]:
    """The JSON object in a file; empty if there is none."""
    try:
        data = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


@dataclass(frozen=True)
class KnownOntology:
    """The ontology of a run, with indexes to look things up."""

    ontology: Ontology
    version: str  # changes with every change of the results
    facts: MineResult = field(repr=False)

    @property
    def instances(self) -> Mapping[str, list[Instance]]:
        """The instances by concept id."""
        return self.facts.instances_by_concept

    @cached_property
    def concepts(self) -> dict[str, Concept]:
        """The concepts by id."""
        return self.ontology.by_id()

    @cached_property
    def replaced(self) -> dict[str, str]:
        """For the id of each merged concept, the id of the one it was merged into."""
        return {old: concept.id for concept in self.ontology.concepts for old in concept.replaces}

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """For each concept id the ids of those below it; "" has those at the top."""
        return self.ontology.narrower()

    @cached_property
    def pairs(self) -> dict[str, list[Broader]]:
        """For each concept id all pairs that it is in."""
        pairs: dict[str, list[Broader]] = {}
        for pair in self.ontology.broader:
            for id_ in (pair.narrower, pair.broader):
                pairs.setdefault(id_, []).append(pair)
        return pairs

    @cached_property
    def statements(self) -> dict[str, list[Statement]]:
        """All statements by the page they were read on."""
        return statements.by_page(self.ontology, self.instances)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """The addresses of all pages of the run."""
        return statements.addresses(self.ontology)

    @cached_property
    def iris(self) -> dict[str, str]:
        """The ids of the concepts by their IRIs in the graph."""
        return {f"{BASE}concept/{names.local(id_)}": id_ for id_ in self.concepts}

    @cached_property
    def instance_iris(self) -> dict[str, tuple[str, int]]:
        """For the IRI of each instance in the graph a concept id and the position in that concept's instances."""
        iris: dict[str, tuple[str, int]] = {}
        for id_, instances in self.instances.items():
            for number, instance in enumerate(instances):
                iris.setdefault(f"{BASE}instance/{place(instance)}", (id_, number))
        return iris

    @cached_property
    def page_iris(self) -> dict[str, str]:
        """The pages that statements were read on, by their IRIs in the graph."""
        return {names.page(BASE, page, group[0].witness.url): page for page, group in self.statements.items()}

    @cached_property
    def labels(self) -> dict[str, LabelIndex]:
        """The labels of the concepts and the titles of the instances, under "concept" and "instance"."""
        concepts = (VocabularyTerm(one.id, one.labels or (one.id,)) for one in self.ontology.concepts)
        titles = {place(one): one.title for one in reversed(self.ontology.instances) if one.title}
        instances = (VocabularyTerm(id_, (title,)) for id_, title in titles.items())
        return {"concept": LabelIndex(concepts), "instance": LabelIndex(instances)}

    def concept(self, id_: str) -> Concept:
        """The concept of an id, or the one that it was merged into. Raises SourceError if there is none."""
        concept = self.concepts.get(id_) or self.concepts.get(self.replaced.get(id_, ""))
        if concept is None:
            raise SourceError(
                f"there is no concept {id_!r} in this run; it may have been rejected, or a later run did not find it"
            )
        return concept


def ontology_memory(ontology: KnownOntology) -> Held:
    """The memory of a run's ontology. Its indexes refer to the same objects and take as much again at most."""
    return Held(2 * memory_of(ontology.ontology).own, {})


class Runs:
    """The runs in a workspace; the ontologies of those used last are cached."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ontologies = Recent[KnownOntology](_RUNS, ontology_memory)

    def all(self) -> dict[str, OpenedRun]:
        """The runs by name, the workspace itself first."""
        runs: dict[str, OpenedRun] = {}
        for name, folder in self._folders():
            run = self._run(name, folder)
            if run is not None and next(_links_out(folder), None) is None:
                runs.setdefault(name, run)
        return runs

    def get(self, name: str) -> OpenedRun:
        """The run of a name. Raises SourceError if there is none, or if a file of it is a link that leads out."""
        for each, folder in self._folders():
            if each == name and (run := self._run(name, folder)) is not None:
                for path in _links_out(folder):
                    raise SourceError(
                        f"{path.relative_to(folder)} of the run {name!r} is a link that leads out of its folder: "
                        f"replace it by the file itself"
                    )
                return run
        raise SourceError(f"there is no run {name!r} in {self.folder.resolve().name}; /ontology lists the runs")

    def ontology(self, run: OpenedRun) -> KnownOntology:
        """The ontology of a run, cached until the run changes."""
        now = run.stamp()
        return self._ontologies.get((run.name, now), lambda: _read(run, now))

    def inside(self, path: Path) -> bool:
        """Whether a path is in the workspace, after following links."""
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
    """The files of a run that are links to outside its folder."""
    inside = folder.resolve()
    for path in _own(folder):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):  # a link may lead to itself
            yield path


def _own(folder: Path) -> Iterator[Path]:
    for base in (folder, folder / PREVIOUS):
        yield from (base / name for name in _OWN)
        yield from leftovers(base)
        for inner in (base / GRAPH, base / MINED):
            with suppress(FileNotFoundError, NotADirectoryError):  # it may be missing, or being replaced by an edit
                yield from sorted(inner.iterdir())


def _read(run: OpenedRun, now: Stamp) -> KnownOntology:
    ontology = files.read(run.results)
    return KnownOntology(ontology, "-".join(f"{time:x}.{size:x}" for time, size in now), MineResult(ontology))
