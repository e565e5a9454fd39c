"""The facts in both reports, text and HTML: counts, reasons with examples, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from weblode.graph.changes import Changes
from weblode.graph.identity import distinct, memberships
from weblode.ontology import Concept, Dropped, Instance, Ontology

_COUNTS = ("pages", "failed", "concepts", "pairs", "instances")  # of a stage, in the order of the report


@dataclass
class Stage:
    """A part of a run; its seconds and counts include those of the stages inside it."""

    name: str
    depth: int = 0  # the number of stages around it
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class MineResult:
    """A run: its ontology, the times of its stages, the changes since the previous run, and the warnings."""

    ontology: Ontology
    stages: Sequence[Stage] = ()
    changes: Changes | None = None
    insecure: bool = False  # whether pages were fetched without checking certificates
    warnings: tuple[str, ...] = ()

    @cached_property
    def instances_by_concept(self) -> Mapping[str, list[Instance]]:
        """The instances by concept id."""
        by_concept: dict[str, list[Instance]] = {}
        for instance in self.ontology.instances:
            by_concept.setdefault(instance.concept, []).append(instance)
        return by_concept

    @cached_property
    def members(self) -> Mapping[str, int]:
        """The number of different instances by concept id."""
        return {id_: distinct(instances) for id_, instances in self.instances_by_concept.items()}

    @cached_property
    def figures(self) -> dict[str, int]:
        """The number of concepts, sites, broader pairs, instances, their memberships in concepts, and pages."""
        pages = sum(stage.counts["pages"] for stage in self.stages if not stage.depth)
        figures = {
            "concept": len(self.ontology.concepts),
            "site": len(self.ontology.sites),
            "broader pair": len(self.ontology.broader),
            "instance": distinct(self.ontology.instances),
            "membership": memberships(self.ontology.instances),
        }
        return figures | ({"page": pages} if pages else {})

    @property
    def dropped(self) -> list[Reason]:
        """The reasons why labels were dropped."""
        return reasons(one for one in self.ontology.dropped if one.kind != "page")

    @property
    def failed(self) -> list[Reason]:
        """The reasons why pages could not be fetched or used."""
        return reasons(one for one in self.ontology.dropped if one.kind == "page")


@dataclass(frozen=True)
class Visit:
    """A concept in the tree; one with several broader concepts comes again, without its narrower concepts."""

    concept: Concept
    depth: int
    again: bool
    holds: bool  # whether narrower concepts follow


def visits(ontology: Ontology) -> Iterator[Visit]:
    """The tree, each concept after its broader one; at most one visit per pair, however many paths lead down."""
    concepts, below = ontology.by_id(), ontology.narrower()
    visited: set[str] = set()
    stack = [(id_, 0) for id_ in reversed(below.get("", []))]
    while stack:
        id_, depth = stack.pop()
        inner = [] if id_ in visited else below.get(id_, [])
        yield Visit(concepts[id_], depth, id_ in visited, bool(inner))
        visited.add(id_)
        stack += [(each, depth + 1) for each in reversed(inner)]


@dataclass(frozen=True)
class Reason:
    """A reason why labels or pages were left out, and their names."""

    text: str
    names: tuple[str, ...]


def reasons(dropped: Iterable[Dropped]) -> list[Reason]:
    """The reasons, the most frequent first."""
    names_by_reason: dict[str, dict[str, None]] = {}
    for one in dropped:
        names_by_reason.setdefault(one.reason, {})[one.name] = None
    return sorted(
        (Reason(text, tuple(names)) for text, names in names_by_reason.items()), key=lambda one: -len(one.names)
    )


def synonyms(concept: Concept) -> list[str]:
    """The labels of a concept except the preferred one, each once, ignoring case."""
    first, *others = concept.labels or (concept.id,)
    by_folded = {label.casefold(): label for label in reversed(others) if label.casefold() != first.casefold()}
    return list(reversed(by_folded.values()))


def pluralize(number: int, word: str) -> str:
    """A number with a noun, in the plural unless it is 1.

    >>> pluralize(1, "site"), pluralize(1200, "page")
    ('1 site', '1,200 pages')
    """
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def format_counts(counts: Counter[str]) -> str:
    """The counts of a stage as text, in a fixed order.

    >>> format_counts(Counter(instances=7, failed=1, pages=1))
    '1 page, 1 failed, 7 instances'
    """
    order = [*_COUNTS, *sorted(counts.keys() - set(_COUNTS))]
    present = ((counts[word], word) for word in order if counts[word])
    return ", ".join(f"{number:,} {word if number != 1 else word.removesuffix('s')}" for number, word in present)


def seconds(time: float) -> str:
    """A duration for people.

    >>> seconds(0.0412), seconds(9.87), seconds(3723.0)
    ('0.04 s', '9.9 s', '1 h 2 min')
    """
    if time < 1:
        return f"{time:.2f} s"
    if time < 60:
        return f"{time:.1f} s"
    minutes = int(time) // 60
    return f"{minutes} min {int(time) % 60} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
