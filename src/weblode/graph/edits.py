"""A mined ontology tidied up by hand: concepts renamed, merged, split, moved and rejected.

An edit is data: what to do with which concepts, the number it has and when it was made. `history` keeps edits in a
file. It names a concept by its id and the labels that it had, so that it finds it again in the ontology of a later run:
by id; else, if nothing was mined under that id, by preferred label, and to merge or split by any label. A concept that
a split made is named by the number of the split too, and stands and falls with it: what has its labels then was never
meant.

    rename  the concept gets another preferred label; the one before stays as another label
    merge   several concepts become the first one, with all they have; it stays where it is: a pair of the others that
            would make a cycle is left out
    split   some labels and sites become a concept of their own, below the same ones; with a site go the links,
            witnesses and instances whose page is of it (`homes`); what is below stays
    move    the concept is below others, or on top if there are none
    reject  the concept and its instances leave; what was below it is below what was above it
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce

from weblode.errors import OntologyError
from weblode.graph.changes import same
from weblode.graph.homes import Homes
from weblode.graph.merging import all_above, closed, joined, renamed
from weblode.ontology import Broader, Concept, Dropped, Instance, Ontology
from weblode.values.names import concept_id, unused_name

KINDS = ("rename", "merge", "split", "move", "reject")
REJECTED = "rejected by hand"


@dataclass(frozen=True)
class Edit:
    """What was done by hand. `number` and `time` are given when it is put into a history."""

    kind: str  # rename, merge, split, move, reject; undo and redo of another edit
    concepts: tuple[Concept, ...] = ()  # ids and labels alone; to merge: the first stays; to move: then those above it
    label: str = ""  # to rename: the new one; to split: the preferred one of the new concept, else the first of labels
    labels: tuple[str, ...] = ()  # to split: those that go
    sites: tuple[str, ...] = ()  # to split: those that go
    edit: int = 0  # to undo or redo: the number of an edit
    number: int = 0
    time: str = ""  # ISO 8601, UTC
    made_by: tuple[int, ...] = ()  # by concept the number of the split that made it, 0 if it was mined; none: all were
    group: int = 0  # the number of the first of those that were made together, and are undone so; 0: it is alone

    def __str__(self) -> str:
        names = ", ".join(repr(concept.label) for concept in self.concepts[: 1 if self.kind == "move" else None])
        return f"edit {self.number}, {self.kind} {names}"


def check(edit: Edit) -> None:
    """None, or an OntologyError if it is no edit, whatever the ontology."""
    single = edit.kind not in ("merge", "move")
    if edit.kind not in KINDS:
        raise OntologyError(f"{edit.kind!r} is no kind of edit: use {', '.join(KINDS)}")
    if not edit.concepts or (single and len(edit.concepts) > 1):
        raise OntologyError(f"{edit.kind} is for {'one concept' if single else 'concepts'}, not {len(edit.concepts)}")
    if edit.kind == "rename" and not edit.label.strip():
        raise OntologyError("a concept needs a new label to be renamed")


def applied(ontology: Ontology, edits: Iterable[Edit]) -> tuple[Ontology, list[str]]:
    """The ontology with the edits, in their order, and a line for each one that does not apply and is left out."""
    work = _EditWork(ontology)
    problems = []
    asked = list(edits)
    for edit in asked:
        try:
            work.apply(edit)
        except OntologyError as error:
            problems.append(f"{edit} is left out: {error}")
    return (work.ontology() if len(problems) < len(asked) else ontology), problems


def completed(edit: Edit, ontology: Ontology, edits: Iterable[Edit] = ()) -> Edit:
    """The edit with the labels and makers that its concepts have now, after other edits of what was mined.

    Raises OntologyError if it cannot be the next of them.
    """
    work = _EditWork(ontology)
    for each in edits:
        with suppress(OntologyError):  # which `applied` tells
            work.apply(each)
    edit = work.completed(edit)
    before = work.ontology()
    work.apply(edit)
    if work.ontology() == before:
        raise OntologyError(f"nothing would change by this {edit.kind}: it is so already")
    return edit


class _EditWork:
    """An ontology that is worked on. Each edit costs what it touches, and one that fails changes nothing."""

    def __init__(self, ontology: Ontology) -> None:
        self._mined = ontology
        self._homes = Homes(ontology.sites)
        self._concepts = ontology.by_id()
        self._mined_ids = frozenset(self._concepts)
        self._taken = set(self._concepts)  # ids, also of concepts that are no more: an id must not change its meaning
        self._made: dict[int, str] = {}  # by the number of a split the id of the concept that it made
        self._pairs = {(pair.narrower, pair.broader): pair for pair in ontology.broader}
        self._dropped = list(ontology.dropped)
        self._instances: dict[str, dict[int, Instance]] = {}  # by concept, and by place among all
        for place, instance in enumerate(ontology.instances):
            self._instances.setdefault(instance.concept, {})[place] = instance

    def ontology(self) -> Ontology:
        """What has become of it."""
        order = sorted(self._concepts.values(), key=lambda concept: (-len(concept.sites), concept.id))
        placed = {place: one for group in self._instances.values() for place, one in group.items()}
        instances = tuple(placed[place] for place in sorted(placed))
        return Ontology(tuple(order), tuple(self._pairs.values()), instances, tuple(self._dropped), self._mined.sites)

    def apply(self, edit: Edit) -> None:
        """None; the edit is done, or an OntologyError says why it cannot be."""
        check(edit)
        found = self._found(edit)
        first, others = (
            [self._concepts[found[each.id]] for each in part if each.id in found]
            for part in (edit.concepts[:1], edit.concepts[1:])
        )
        if edit.kind == "merge":
            self._merge(edit, list({each.id: each for each in first + others}.values()))
        elif not first:
            maker = next(iter(edit.made_by), 0)
            why = f": edit {maker} made it, which is not done" if maker and maker not in self._made else ""
            raise OntologyError(f"{edit.concepts[0].label!r} is not there any more{why}")
        elif edit.kind == "move":
            self._move(edit, first[0], others)
        else:
            {"rename": self._rename, "split": self._split, "reject": self._reject}[edit.kind](edit, first[0])

    def completed(self, edit: Edit) -> Edit:
        """The edit with all that finds its concepts again; an OntologyError if they are not there."""
        for concept in edit.concepts:
            if concept.id not in self._concepts:
                raise OntologyError(f"there is no concept {concept.id!r}: see `weblode query DIR --concepts`")
        here = [self._concepts[concept.id] for concept in edit.concepts]
        if edit.kind == "split" and here:
            for name, given, there in (("label", edit.labels, here[0].labels), ("site", edit.sites, here[0].sites)):
                if strange := [each for each in given if each not in there]:
                    raise OntologyError(f"{here[0].label!r} has no {name} {strange[0]!r}: it has {', '.join(there)}")
        makers = {id_: number for number, id_ in self._made.items()}
        made_by = tuple(makers.get(each.id, 0) for each in here)
        return replace(
            edit,
            concepts=tuple(Concept(each.id, each.labels) for each in here),
            label=" ".join(edit.label.split()),
            made_by=made_by if any(made_by) else (),
        )

    def _found(self, edit: Edit) -> dict[str, str]:
        """By id in the edit the id that the concept has now; one that is not there is left out."""
        makers = dict(zip((each.id for each in edit.concepts), edit.made_by, strict=False))
        mined = {each.id: each.id for each in edit.concepts if each.id in self._mined_ids}
        now = mined | {id_: self._made.get(maker, "") for id_, maker in makers.items() if maker}
        elsewhere = [each for each in edit.concepts if each.id not in now]
        found = {id_: new for id_, new in now.items() if new in self._concepts}
        if elsewhere:
            others = [one for id_, one in self._concepts.items() if id_ in self._mined_ids - set(found.values())]
            found |= same(elsewhere, others, preferred=edit.kind not in ("merge", "split"))
        return found

    def _rename(self, edit: Edit, concept: Concept) -> None:
        if edit.label != concept.label:
            others = (label for label in concept.labels if label != edit.label)
            self._put(replace(concept, labels=(edit.label, *others)), edit, f"renamed, was {concept.label!r}")

    def _merge(self, edit: Edit, found: list[Concept]) -> None:
        first, others = found[:1], found[1:]
        if not others:
            if first and _are_one(first[0], edit.concepts):
                return
            raise OntologyError("fewer than two of these concepts are there any more")
        self._put_together(first[0], others, edit)

    def _put_together(self, first: Concept, others: list[Concept], edit: Edit) -> None:
        names = {other.id: first.id for other in others}
        self._pairs = {(pair.narrower, pair.broader): pair for pair in self._without_cycles(names)}
        group = self._instances.setdefault(first.id, {})
        known = set(group.values())
        for other in others:
            del self._concepts[other.id]
            for place, instance in self._instances.pop(other.id, {}).items():
                if (moved := replace(instance, concept=first.id)) not in known:  # both may list it on one page
                    group[place] = moved
                    known.add(moved)
        told = f"merged with {', '.join(repr(other.label) for other in others)}"
        whole = reduce(joined, others, first)
        self._put(replace(whole, replaces=(*whole.replaces, *names)), edit, told)

    def _without_cycles(self, names: dict[str, str]) -> list[Broader]:
        """The pairs under other names, but for those of renamed concepts that would close a cycle."""
        own = {key for key in self._pairs if not names.keys() & set(key)}
        above = all_above(own)
        found = []
        for pair in renamed(self._pairs.values(), names):
            if (pair.narrower, pair.broader) not in own:
                if pair.narrower in closed([pair.broader], above):
                    continue
                above.setdefault(pair.narrower, []).append(pair.broader)
            found.append(pair)
        return found

    def _split(self, edit: Edit, concept: Concept) -> None:
        going = {label.casefold() for label in edit.labels}
        labels = [label for label in concept.labels if label.casefold() in going]
        rest = tuple(label for label in concept.labels if label not in labels)
        sites = tuple(site for site in concept.sites if site in edit.sites)
        if not labels and not sites:
            raise OntologyError(f"{concept.label!r} has none of the labels and sites that are to be split off")
        new = tuple(dict.fromkeys([edit.label, *labels] if edit.label else labels))
        if not new or not rest:
            raise OntologyError(f"{concept.label!r} cannot be split: each half must have at least one label")
        id_ = unused_name(concept_id(new[0]) or concept.id, self._taken)
        self._taken.add(id_)
        self._made[edit.number] = id_
        self._divide_pairs(concept.id, id_, sites)
        self._divide_instances(concept.id, id_, sites)
        stay, go = self._homes.divided(concept.witnesses, sites)
        urls = tuple(url for url in concept.urls if self._homes.site(url) in sites)
        half = Concept(id_, new, sites, urls, tuple(go))
        self._put(half, edit, f"split from {concept.label!r}")
        kept = replace(
            concept,
            labels=rest,
            sites=tuple(site for site in concept.sites if site not in sites),
            urls=tuple(url for url in concept.urls if url not in urls),
            witnesses=tuple(stay),
        )
        self._put(kept, edit, f"{half.label!r} was split off")

    def _divide_pairs(self, id_: str, new: str, sites: tuple[str, ...]) -> None:
        """None; the new concept is below the same ones; each has the witnesses of its own sites."""
        for pair in [pair for pair in self._pairs.values() if pair.narrower == id_]:
            stay, go = self._homes.divided(pair.witnesses, sites)
            here, there = ([site for site in pair.sites if (site in sites) is goes] for goes in (False, True))
            self._pairs[id_, pair.broader] = Broader(id_, pair.broader, tuple(here), tuple(stay))
            self._pairs[new, pair.broader] = Broader(new, pair.broader, tuple(there), tuple(go))

    def _divide_instances(self, id_: str, new: str, sites: tuple[str, ...]) -> None:
        group = self._instances.get(id_, {})
        going = {place: one for place, one in group.items() if self._homes.site(one.page) in sites}
        self._instances[id_] = {place: one for place, one in group.items() if place not in going}
        self._instances[new] = {place: replace(one, concept=new) for place, one in going.items()}

    def _move(self, edit: Edit, concept: Concept, broader: list[Concept]) -> None:
        if len(edit.concepts) > 1 and not broader:
            names = ", ".join(repr(each.label) for each in edit.concepts[1:])
            raise OntologyError(f"what it was to be below is not there any more: {names}")
        above = all_above(self._pairs)
        for other in broader:
            if other.id == concept.id:
                raise OntologyError(f"{concept.label!r} cannot be below itself")
            if concept.id in closed([other.id], above):
                raise OntologyError(f"{concept.label!r} cannot be below {other.label!r}, which is below it: move that")
        wanted = {(concept.id, other.id): Broader(concept.id, other.id) for other in broader}
        if set(above.get(concept.id, ())) == {other.id for other in broader}:
            return
        kept = {key: pair for key, pair in self._pairs.items() if key[0] != concept.id or key in wanted}
        before = " and ".join(repr(self._concepts[id_].label) for id_ in above.get(concept.id, ()))
        self._pairs = kept | {key: pair for key, pair in wanted.items() if key not in kept}
        self._put(concept, edit, f"moved, was {f'below {before}' if before else 'on top'}")

    def _reject(self, edit: Edit, concept: Concept) -> None:
        id_ = concept.id
        above = [broader for narrower, broader in self._pairs if narrower == id_]
        below = [narrower for narrower, broader in self._pairs if broader == id_]
        self._pairs = {key: pair for key, pair in self._pairs.items() if id_ not in key}
        for narrower in below:
            for broader in above:
                self._pairs.setdefault((narrower, broader), Broader(narrower, broader))
            self._put(self._concepts[narrower], edit, f"was below {concept.label!r}, which was rejected")
        del self._concepts[id_]
        self._instances.pop(id_, None)
        self._dropped.append(Dropped(concept.label, REJECTED))

    def _put(self, concept: Concept, edit: Edit, note: str) -> None:
        """None; the concept is there, with a note of what was done to it."""
        self._concepts[concept.id] = replace(concept, edited=(*concept.edited, f"{edit.time}: {note}"))


def _are_one(concept: Concept, named: Iterable[Concept]) -> bool:
    """Whether a concept has a label of each of those that are named."""
    labels = {label.casefold() for label in concept.labels}
    return all(labels & {label.casefold() for label in each.labels} for each in named)
