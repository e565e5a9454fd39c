"""What both reports tell, put together: counts, reasons with examples, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from weblode.graph.changes import Changes
from weblode.ontology import Concept, Dropped, Instance, Ontology

_COUNTS = ("pages", "failed", "concepts", "pairs", "instances")  # of a stage, in the order in which they are told


@dataclass
class Stage:
    """A part of a run; its seconds and counts have those of the stages within it."""

    name: str
    depth: int = 0  # how many stages it is within
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class MineResult:
    """A run: what it found, how long its stages took, what changed since the run before, and what went wrong."""

    ontology: Ontology
    stages: Sequence[Stage] = ()
    changes: Changes | None = None
    insecure: bool = False  # whether pages came from servers whose certificates were not checked
    warnings: tuple[str, ...] = ()

    @cached_property
    def listed(self) -> Mapping[str, list[Instance]]:
        """The instances by the ids of their concepts."""
        found: dict[str, list[Instance]] = {}
        for instance in self.ontology.instances:
            found.setdefault(instance.concept, []).append(instance)
        return found

    @cached_property
    def figures(self) -> dict[str, int]:
        """How much there is of what."""
        pages = sum(stage.counts["pages"] for stage in self.stages if not stage.depth)
        found = {
            "concept": len(self.ontology.concepts),
            "site": len(self.ontology.sites),
            "broader pair": len(self.ontology.broader),
            "instance": len(self.ontology.instances),
        }
        return found | ({"page": pages} if pages else {})

    @property
    def dropped(self) -> list[Reason]:
        """Why labels were dropped."""
        return reasons(one for one in self.ontology.dropped if one.kind != "page")

    @property
    def failed(self) -> list[Reason]:
        """Why pages could not be had."""
        return reasons(one for one in self.ontology.dropped if one.kind == "page")


@dataclass(frozen=True)
class Visit:
    """A concept in the tree; one that is below several comes again, but not what is below it."""

    concept: Concept
    depth: int
    again: bool
    holds: bool  # whether any follow below it


def visits(ontology: Ontology) -> Iterator[Visit]:
    """The tree, each concept after the one it is below; as long as there are pairs, however many ways lead down."""
    known, below = ontology.by_id(), ontology.narrower()
    told: set[str] = set()
    stack = [(id_, 0) for id_ in reversed(below.get("", []))]
    while stack:
        id_, depth = stack.pop()
        inner = [] if id_ in told else below.get(id_, [])
        yield Visit(known[id_], depth, id_ in told, bool(inner))
        told.add(id_)
        stack += [(each, depth + 1) for each in reversed(inner)]


@dataclass(frozen=True)
class Reason:
    """Why some were left out, and which."""

    text: str
    names: tuple[str, ...]


def reasons(dropped: Iterable[Dropped]) -> list[Reason]:
    """The reasons, those of most first."""
    found: dict[str, dict[str, None]] = {}
    for one in dropped:
        found.setdefault(one.reason, {})[one.name] = None
    return sorted((Reason(text, tuple(names)) for text, names in found.items()), key=lambda one: -len(one.names))


def synonyms(concept: Concept) -> list[str]:
    """The labels of a concept but the preferred one, each once, cases aside."""
    first, *others = concept.labels or (concept.id,)
    found = {label.casefold(): label for label in reversed(others) if label.casefold() != first.casefold()}
    return list(reversed(found.values()))


def counted(number: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "site"), counted(1200, "page")
    ('1 site', '1,200 pages')
    """
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def told(counts: Counter[str]) -> str:
    """What a stage brought, always in one order.

    >>> told(Counter(instances=7, failed=1, pages=1))
    '1 page, 1 failed, 7 instances'
    """
    order = [*_COUNTS, *sorted(counts.keys() - set(_COUNTS))]
    found = ((counts[word], word) for word in order if counts[word])
    return ", ".join(f"{number:,} {word if number != 1 else word.removesuffix('s')}" for number, word in found)


def seconds(time: float) -> str:
    """A time as people say it.

    >>> seconds(0.0412), seconds(9.87), seconds(3723.0)
    ('0.04 s', '9.9 s', '1 h 2 min')
    """
    if time < 1:
        return f"{time:.2f} s"
    if time < 60:
        return f"{time:.1f} s"
    minutes = int(time) // 60
    return f"{minutes} min {int(time) % 60} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
