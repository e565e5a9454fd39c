"""The ontology mined from sites: concepts, their taxonomy, instances, attributes, and the witnesses of each.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, section 1, defines an ontology as <L, C, T, I, A, Syn, Member>:
labels, concepts, the taxonomy, instances, attributes, the labels of a concept, and the concept of an instance. Here
L and Syn are `Concept.labels`, C is `Ontology.concepts`, T is `Ontology.broader`, I is `Ontology.instances`, A is
`Instance.attributes` and Member is `Instance.concept`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Reading = tuple[tuple[str, float | int | str], ...]


@dataclass(frozen=True)
class Witness:
    """Where a statement comes from: a node of a page, and how it was read there."""

    page: str  # the name of the page: a path or an address
    xpath: str = ""  # the node; "" for the whole page
    url: str | None = None  # the address of the page, if known
    method: str = "outline"  # outline, json-ld, microdata, opengraph, template, semantics, ...


@dataclass(frozen=True)
class Concept:
    """A concept with its labels; the first label is the preferred one."""

    id: str  # unique in the ontology; made from the label that was preferred when it was mined
    labels: tuple[str, ...]
    sites: tuple[str, ...] = ()  # the sites that have it; their number is its support
    urls: tuple[str, ...] = ()  # the pages that its labels link to
    witnesses: tuple[Witness, ...] = ()
    merged: tuple[str, ...] = ()  # why labels with different words were merged
    edited: tuple[str, ...] = ()  # the edits by hand, with their time, for people
    replaces: tuple[str, ...] = ()  # the ids of concepts that were merged into it by hand
    label_sites: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the sites of each label, as far as they are known

    @property
    def label(self) -> str:
        """The preferred label; the id if there is none."""
        return self.labels[0] if self.labels else self.id

    @property
    def tier(self) -> str:
        """`core` if several sites have it, else `candidate`: the evidence of a single site is weaker."""
        return "core" if len(self.sites) > 1 else "candidate"


@dataclass(frozen=True)
class Broader:
    """A pair of a narrower and a broader concept, by the outlines of some sites."""

    narrower: str  # concept ids
    broader: str
    sites: tuple[str, ...] = ()  # empty if it was added by hand
    witnesses: tuple[Witness, ...] = ()


@dataclass(frozen=True)
class Attribute:
    """An attribute of an instance. A value without a label has the name of its place in the template.

    `read` is what the value says where its column was read as numbers, prices, dates or durations: pairs of `number`,
    `currency`, `date` (ISO 8601) or `seconds`, and the value.
    """

    name: str
    value: str
    witness: Witness
    read: Reading = ()


@dataclass(frozen=True)
class Instance:
    """An instance of a concept: something that a page of the concept lists."""

    concept: str  # a concept id
    title: str
    href: str  # as written on the page
    page: str  # the page that lists it
    url: str | None = None  # the address of its own page
    attributes: tuple[Attribute, ...] = ()
    witness: Witness | None = None


@dataclass(frozen=True)
class Dropped:
    """A label or page that was left out, and why."""

    name: str
    reason: str
    site: str = ""
    kind: str = "label"  # or "page": one that could not be fetched, or a home page without results


@dataclass(frozen=True)
class Ontology:
    """A mined ontology. Concepts are sorted by support, then by name; `broader` has no cycles."""

    concepts: tuple[Concept, ...] = ()
    broader: tuple[Broader, ...] = ()
    instances: tuple[Instance, ...] = ()
    dropped: tuple[Dropped, ...] = field(default=(), repr=False)
    sites: Mapping[str, str] = field(default_factory=dict)  # the home page of each site

    def by_id(self) -> dict[str, Concept]:
        """The concepts by their ids."""
        return {concept.id: concept for concept in self.concepts}

    def narrower(self) -> dict[str, list[str]]:
        """For each concept the ids of those directly below it, in the order of the concepts; "" has those on top."""
        parents: dict[str, list[str]] = {}
        for pair in self.broader:
            parents.setdefault(pair.narrower, []).append(pair.broader)
        below: dict[str, list[str]] = {}
        for concept in self.concepts:
            for parent in parents.get(concept.id, [""]):
                below.setdefault(parent, []).append(concept.id)
        return below
