"""The ontology that is mined from sites: concepts, what is broader, instances, attributes, and their witnesses.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 1, defines an ontology as <L, C, T, I, A, Syn, Member>:
labels, concepts, the taxonomy, instances, attributes, the labels of a concept, and the concept of an instance. Here
L and Syn are `Concept.labels`, C is `Ontology.concepts`, T is `Ontology.broader`, I is `Ontology.instances`, A is
`Instance.attributes` and Member is `Instance.concept`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Witness:
    """Where a statement comes from: a node of a page, and how it was read there."""

    page: str  # the page's name: a path, or an address
    xpath: str = ""  # the node; "" for the page as a whole
    url: str | None = None  # where the page lives, if that is known
    method: str = "outline"  # outline, json-ld, microdata, opengraph, template, semantics, ...


@dataclass(frozen=True)
class Concept:
    """What several labels name. The first label is the preferred one."""

    id: str  # made of the label that was preferred when it was mined, unlike all others of the ontology
    labels: tuple[str, ...]
    sites: tuple[str, ...] = ()  # that have it; support is their number
    urls: tuple[str, ...] = ()  # the pages that its labels link to
    witnesses: tuple[Witness, ...] = ()
    merged: tuple[str, ...] = ()  # for labels that are not the same words: why they were put together
    edited: tuple[str, ...] = ()  # what was done to it by hand, and when, for people
    replaces: tuple[str, ...] = ()  # the ids of concepts that were merged into it by hand

    @property
    def label(self) -> str:
        """The preferred label; the id if there is none."""
        return self.labels[0] if self.labels else self.id


@dataclass(frozen=True)
class Broader:
    """One concept is narrower than another, by the outlines of some sites."""

    narrower: str  # concept ids
    broader: str
    sites: tuple[str, ...] = ()  # none if it was put there by hand
    witnesses: tuple[Witness, ...] = ()


@dataclass(frozen=True)
class Attribute:
    """A value of an instance. An unlabelled value has the name of its place in the template."""

    name: str
    value: str
    witness: Witness


@dataclass(frozen=True)
class Instance:
    """Something that a concept's page lists."""

    concept: str  # a concept id
    title: str
    href: str  # as the page has it
    page: str  # the page that lists it
    url: str | None = None  # where its own page lives
    attributes: tuple[Attribute, ...] = ()
    witness: Witness | None = None


@dataclass(frozen=True)
class Dropped:
    """A label or page that was left out, and why."""

    name: str
    reason: str
    site: str = ""
    kind: str = "label"  # or "page": one that could not be had, or a home page that brought nothing


@dataclass(frozen=True)
class Ontology:
    """What was mined. Concepts are sorted by support, then by name; `broader` has no cycles."""

    concepts: tuple[Concept, ...] = ()
    broader: tuple[Broader, ...] = ()
    instances: tuple[Instance, ...] = ()
    dropped: tuple[Dropped, ...] = field(default=(), repr=False)
    sites: Mapping[str, str] = field(default_factory=dict)  # by site its home page

    def by_id(self) -> dict[str, Concept]:
        """The concepts by their ids."""
        return {concept.id: concept for concept in self.concepts}

    def narrower(self) -> dict[str, list[str]]:
        """For each concept the ids of those directly below it, in the order of the concepts; "" has those on top."""
        parents: dict[str, list[str]] = {}
        for pair in self.broader:
            parents.setdefault(pair.narrower, []).append(pair.broader)
        found: dict[str, list[str]] = {}
        for concept in self.concepts:
            for parent in parents.get(concept.id, [""]):
                found.setdefault(parent, []).append(concept.id)
        return found

    def walk(self) -> Iterator[tuple[Concept, int]]:
        """All concepts with their depths, each after the one it is below; one below several comes several times."""
        below, known = self.narrower(), self.by_id()
        stack = [(id_, 0) for id_ in reversed(below.get("", []))]
        while stack:
            id_, depth = stack.pop()
            yield known[id_], depth
            stack += [(inner, depth + 1) for inner in reversed(below.get(id_, []))]
