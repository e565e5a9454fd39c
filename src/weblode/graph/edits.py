"""Edits of a mined ontology by hand: concepts are renamed, merged, split, moved and rejected.

An edit is data: what to do with which concepts, a number and a time. `history` keeps edits in a file. An edit refers to
a concept by its id and the labels it had, so that it can be matched with a concept of a later run: by id; if no concept
was mined under that id, by preferred label; for merge and split, by any label. For a concept that was made by a split,
the edit also has the number of that split. It applies only while the split does: another concept with the same labels
is never a match.

    rename  the concept gets another preferred label; the old one stays as an alternative label
    merge   all concepts are merged into the first one, which keeps its place in the taxonomy: a broader pair of the
            others that would make a cycle is left out
    split   some labels and sites become a new concept below the same broader ones; the links, witnesses and instances
            on pages of these sites (`homes`) go with it; narrower concepts stay. Without sites, those go that have the
            concept by these labels alone
    move    the concept gets other broader concepts, or none and is on top
    reject  the concept and its instances are removed; its narrower concepts go below its broader ones
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce

from weblode.errors import OntologyError
from weblode.graph.changes import match_concepts
from weblode.graph.merging import merge_concepts, parents_by_id, rename_pairs, with_ancestors
from weblode.graph.sites import Homes
from weblode.ontology import Broader, Concept, Dropped, Instance, Ontology
from weblode.values.names import concept_id, unused_name

KINDS = ("rename", "merge", "split", "move", "reject")
REJECTED = "rejected by hand"


@dataclass(frozen=True)
class Edit:
    """One edit. A history sets `number` and `time` when the edit is added to it."""

    kind: str  # rename, merge, split, move, reject; undo and redo of another edit
    concepts: tuple[Concept, ...] = ()  # only ids and labels; merge: into the first; move: the first below the others
    label: str = ""  # rename: the new label; split: the preferred label of the new concept, else the first of labels
    labels: tuple[str, ...] = ()  # split: the labels of the new concept
    sites: tuple[str, ...] = ()  # split: the sites of the new concept
    edit: int = 0  # undo, redo: the number of the edit
    number: int = 0
    time: str = ""  # ISO 8601, UTC
    made_by: tuple[int, ...] = ()  # per concept: number of the split that made it, 0 if mined; empty if all were mined
    group: int = 0  # the number of the first edit of the same call, as these are undone together; 0 if it was alone

    def __str__(self) -> str:
        names = ", ".join(repr(concept.label) for concept in self.concepts[: 1 if self.kind == "move" else None])
        return f"edit {self.number}, {self.kind} {names}"


def check(edit: Edit) -> None:
    """Raises OntologyError if the edit is wrong for any ontology."""
    single = edit.kind not in ("merge", "move")
    if edit.kind not in KINDS:
        raise OntologyError(f"{edit.kind!r} is not a kind of edit: use {', '.join(KINDS)}")
    if not edit.concepts or (single and len(edit.concepts) > 1):
        raise OntologyError(f"{edit.kind} is for {'one concept' if single else 'concepts'}, not {len(edit.concepts)}")
    if edit.kind == "rename" and not edit.label.strip():
        raise OntologyError("a rename needs a new label")


def apply_edits(ontology: Ontology, edits: Iterable[Edit]) -> tuple[Ontology, list[str]]:
    """The ontology with the edits applied in order, and a line for each edit that could not be applied."""
    work = _EditWork(ontology)
    problems = []
    all_edits = list(edits)
    for edit in all_edits:
        try:
            work.apply(edit)
        except OntologyError as error:
            problems.append(f"{edit} is left out: {error}")
    return (work.ontology() if len(problems) < len(all_edits) else ontology), problems


def complete_edit(edit: Edit, ontology: Ontology, edits: Iterable[Edit] = ()) -> Edit:
    """The edit with the labels of its concepts, and the splits that made them, after earlier edits of the ontology.

    Raises OntologyError if the edit cannot follow these edits.
    """
    work = _EditWork(ontology)
    for earlier in edits:
        with suppress(OntologyError):  # `apply_edits` reports it
            work.apply(earlier)
    edit = work.complete(edit)
    before = work.ontology()
    work.apply(edit)
    if work.ontology() == before:
        raise OntologyError(f"this {edit.kind} would change nothing")
    return edit


class _EditWork:
    """An ontology while it is edited. The cost of an edit is what it touches; one that fails changes nothing."""

    def __init__(self, ontology: Ontology) -> None:
        self._mined = ontology
        self._homes = Homes(ontology.sites)
        self._concepts = ontology.by_id()
        self._mined_ids = frozenset(self._concepts)
        self._taken = set(self._concepts)  # ids, including those of removed concepts: an id must not change its meaning
        self._made: dict[int, str] = {}  # by the number of a split, the id of the concept that it made
        self._pairs = {(pair.narrower, pair.broader): pair for pair in ontology.broader}
        self._dropped = list(ontology.dropped)
        self._instances: dict[str, dict[int, Instance]] = {}  # by concept id and by position among all instances
        for place, instance in enumerate(ontology.instances):
            self._instances.setdefault(instance.concept, {})[place] = instance

    def ontology(self) -> Ontology:
        """The ontology as it is now."""
        order = sorted(self._concepts.values(), key=lambda concept: (-len(concept.sites), concept.id))
        placed = {place: one for group in self._instances.values() for place, one in group.items()}
        instances = tuple(placed[place] for place in sorted(placed))
        return Ontology(tuple(order), tuple(self._pairs.values()), instances, tuple(self._dropped), self._mined.sites)

    def apply(self, edit: Edit) -> None:
        """Apply the edit; raises OntologyError if it is not possible."""
        check(edit)
        current_ids = self._current_ids(edit)
        first, others = (
            [self._concepts[current_ids[each.id]] for each in part if each.id in current_ids]
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

    def complete(self, edit: Edit) -> Edit:
        """The edit with what is needed to match its concepts in later runs; OntologyError if one does not exist."""
        for concept in edit.concepts:
            if concept.id not in self._concepts:
                raise OntologyError(f"there is no concept {concept.id!r}: see `weblode query DIR --concepts`")
        here = [self._concepts[concept.id] for concept in edit.concepts]
        if edit.kind == "split" and here:
            for name, requested, available in (
                ("label", edit.labels, here[0].labels),
                ("site", edit.sites, here[0].sites),
            ):
                if unknown := [each for each in requested if each not in available]:
                    raise OntologyError(
                        f"{here[0].label!r} has no {name} {unknown[0]!r}: it has {', '.join(available)}"
                    )
        makers = {id_: number for number, id_ in self._made.items()}
        made_by = tuple(makers.get(each.id, 0) for each in here)
        return replace(
            edit,
            concepts=tuple(Concept(each.id, each.labels) for each in here),
            label=" ".join(edit.label.split()),
            made_by=made_by if any(made_by) else (),
        )

    def _current_ids(self, edit: Edit) -> dict[str, str]:
        """By id in the edit, the id of the concept now; concepts that do not exist are left out."""
        makers = dict(zip((each.id for each in edit.concepts), edit.made_by, strict=False))
        mined = {each.id: each.id for each in edit.concepts if each.id in self._mined_ids}
        now = mined | {id_: self._made.get(maker, "") for id_, maker in makers.items() if maker}
        elsewhere = [each for each in edit.concepts if each.id not in now]
        current = {id_: new for id_, new in now.items() if new in self._concepts}
        if elsewhere:
            others = [one for id_, one in self._concepts.items() if id_ in self._mined_ids - set(current.values())]
            current |= match_concepts(elsewhere, others, preferred=edit.kind not in ("merge", "split"))
        return current

    def _rename(self, edit: Edit, concept: Concept) -> None:
        if edit.label != concept.label:
            others = (label for label in concept.labels if label != edit.label)
            self._put(replace(concept, labels=(edit.label, *others)), edit, f"renamed, was {concept.label!r}")

    def _merge(self, edit: Edit, concepts: list[Concept]) -> None:
        first, others = concepts[:1], concepts[1:]
        if not others:
            if first and _are_one(first[0], edit.concepts):
                return
            raise OntologyError("fewer than two of these concepts are there any more")
        self._merge_into(first[0], others, edit)

    def _merge_into(self, first: Concept, others: list[Concept], edit: Edit) -> None:
        names = {other.id: first.id for other in others}
        self._pairs = {(pair.narrower, pair.broader): pair for pair in self._without_cycles(names)}
        group = self._instances.setdefault(first.id, {})
        instances = set(group.values())
        for other in others:
            del self._concepts[other.id]
            for place, instance in self._instances.pop(other.id, {}).items():
                if (moved := replace(instance, concept=first.id)) not in instances:  # the same page may be of both
                    group[place] = moved
                    instances.add(moved)
        note = f"merged with {', '.join(repr(other.label) for other in others)}"
        merged = reduce(merge_concepts, others, first)
        self._put(replace(merged, replaces=(*merged.replaces, *names)), edit, note)

    def _without_cycles(self, names: dict[str, str]) -> list[Broader]:
        """The pairs with some ids replaced by `names`, without those of replaced ids that would make a cycle."""
        own = {key for key in self._pairs if not names.keys() & set(key)}
        above = parents_by_id(own)
        pairs = []
        for pair in rename_pairs(self._pairs.values(), names):
            if (pair.narrower, pair.broader) not in own:
                if pair.narrower in with_ancestors([pair.broader], above):
                    continue
                above.setdefault(pair.narrower, []).append(pair.broader)
            pairs.append(pair)
        return pairs

    def _split(self, edit: Edit, concept: Concept) -> None:
        going = {label.casefold() for label in edit.labels}
        labels = [label for label in concept.labels if label.casefold() in going]
        rest = tuple(label for label in concept.labels if label not in labels)
        going_sites = edit.sites or _sites_of(concept, labels)
        sites = tuple(site for site in concept.sites if site in going_sites)
        # Sites that have labels of both halves stay, with their pages; the new half is seen there too.
        both = (
            {site for label, names in concept.label_sites if label in labels for site in names} if not sites else set()
        )
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
        stay, go = self._homes.divide(concept.witnesses, sites)
        urls = tuple(url for url in concept.urls if self._homes.site(url) in sites)
        spelt = [[one for one in concept.label_sites if (one[0] in labels) is goes] for goes in (True, False)]
        seen = sites or tuple(site for site in concept.sites if site in both)
        half = Concept(id_, new, seen, urls, tuple(go), label_sites=tuple(spelt[0]))
        self._put(half, edit, f"split from {concept.label!r}")
        remaining = replace(
            concept,
            labels=rest,
            sites=tuple(site for site in concept.sites if site not in sites),
            urls=tuple(url for url in concept.urls if url not in urls),
            witnesses=tuple(stay),
            label_sites=tuple(spelt[1]),
        )
        self._put(remaining, edit, f"{half.label!r} was split off")

    def _divide_pairs(self, id_: str, new: str, sites: tuple[str, ...]) -> None:
        """Put the new concept below the same broader ones; each of the two keeps the witnesses of its own sites."""
        for pair in [pair for pair in self._pairs.values() if pair.narrower == id_]:
            stay, go = self._homes.divide(pair.witnesses, sites)
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
        above = parents_by_id(self._pairs)
        for other in broader:
            if other.id == concept.id:
                raise OntologyError(f"{concept.label!r} cannot be below itself")
            if concept.id in with_ancestors([other.id], above):
                raise OntologyError(f"{concept.label!r} cannot be below {other.label!r}, which is below it: move that")
        new_pairs = {(concept.id, other.id): Broader(concept.id, other.id) for other in broader}
        if set(above.get(concept.id, ())) == {other.id for other in broader}:
            return
        other_pairs = {key: pair for key, pair in self._pairs.items() if key[0] != concept.id or key in new_pairs}
        before = " and ".join(repr(self._concepts[id_].label) for id_ in above.get(concept.id, ()))
        self._pairs = other_pairs | {key: pair for key, pair in new_pairs.items() if key not in other_pairs}
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
        """Add or replace a concept, with a note of what was done to it."""
        self._concepts[concept.id] = replace(concept, edited=(*concept.edited, f"{edit.time}: {note}"))


def _sites_of(concept: Concept, labels: list[str]) -> set[str]:
    """The sites that have the concept by these labels alone."""
    there = {site for label, sites in concept.label_sites if label in labels for site in sites}
    return there - {site for label, sites in concept.label_sites if label not in labels for site in sites}


def _are_one(concept: Concept, others: Iterable[Concept]) -> bool:
    """Whether a concept has a label of each of the others: it is what they were merged into."""
    labels = {label.casefold() for label in concept.labels}
    return all(labels & {label.casefold() for label in each.labels} for each in others)
