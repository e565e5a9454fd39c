"""The report for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from weblode.graph.changes import Changes, Difference
from weblode.ontology import Concept
from weblode.report.facts import MineResult, Reason, Stage, counted, seconds, synonyms, told, visits
from weblode.terminal import printable

_EXAMPLES = 6  # of a reason, or of a change
_ADDRESSES = 2  # which are longer
_LINES = 20  # of a part that is not the tree
_WIDTH = 100  # of what a page says


def lines(facts: MineResult) -> Iterator[str]:
    """The report: the taxonomy as a tree, why labels are one concept, what was left out and why, times, changes."""
    yield ", ".join(counted(number, word) for word, number in facts.figures.items())
    yield from _tree(facts)
    merged = [why for concept in facts.ontology.concepts for why in concept.merged]
    yield from _part("labels that are one concept, and why", [f"  {_short(why)}" for why in merged])
    yield from _part("labels left out, and why", _reasons(facts.dropped, _EXAMPLES))
    yield from _part("pages that could not be had, and why", _reasons(facts.failed, _ADDRESSES))
    yield from _part("time", list(_times(facts.stages)))
    if facts.changes is not None:
        yield ""
        yield from changed(facts.changes)


def changed(changes: Changes) -> Iterator[str]:
    """What changed since the last run, in a few lines."""
    named = {"concepts": changes.concepts, "broader pairs": changes.broader, "instances": changes.instances}
    found = [f"{name}: {_numbers(one)}" for name, one in named.items() if one]
    if not found:
        yield "nothing changed since the last run"
        return
    yield f"since the last run  {'; '.join(found)}"
    for word in ("new", "gone"):
        if names := [one.name for one in getattr(changes.concepts, word)]:
            yield f"  {word}: {_some(names, 2 * _EXAMPLES)}"
    for one in changes.concepts.moved[:_EXAMPLES]:
        ways = [f"no longer below {_short(name)}" for name in one.left] + [
            f"now below {_short(name)}" for name in one.joined
        ]
        yield f"  moved: {_short(one.name)}, {', '.join(ways)}"


def _numbers(difference: Difference) -> str:
    found = ((len(getattr(difference, word)), word) for word in ("new", "gone", "moved"))
    return ", ".join(f"{number:,} {word}" for number, word in found if number)


def _tree(facts: MineResult) -> Iterator[str]:
    for visit in visits(facts.ontology):
        about = "see above" if visit.again else _about(facts, visit.concept)
        others = "" if visit.again else _others(visit.concept)
        yield f"{'  ' * (visit.depth + 1)}{_short(visit.concept.label)}  [{about}]{others}"


def _about(facts: MineResult, concept: Concept) -> str:
    number = len(facts.listed.get(concept.id, ()))
    return counted(len(concept.sites), "site") + (f", {counted(number, 'instance')}" if number else "")


def _others(concept: Concept) -> str:
    names = ", ".join(map(_short, synonyms(concept)))
    return f"  ({names})" if names else ""


def _part(title: str, found: Sequence[str]) -> Iterator[str]:
    """A part of the report under its title; none if there is nothing in it."""
    if found:
        yield ""
        yield title
        yield from found[:_LINES]
        if len(found) > _LINES:
            yield f"  and {len(found) - _LINES:,} more lines, see report.html"


def _reasons(found: Iterable[Reason], examples: int) -> list[str]:
    return [f"  {len(one.names):5,}  {_short(one.text)}: {_some(one.names, examples)}" for one in found]


def _some(names: Sequence[str], number: int) -> str:
    """The first names, and how many more there are."""
    more = f", and {len(names) - number:,} more" if len(names) > number else ""
    return ", ".join(map(_short, names[:number])) + more


def _times(stages: Sequence[Stage]) -> Iterator[str]:
    for stage in stages:
        yield f"  {'  ' * stage.depth + stage.name:24} {seconds(stage.seconds):>12}   {told(stage.counts)}".rstrip()
    if stages:
        yield f"  {'in all':24} {seconds(sum(stage.seconds for stage in stages if not stage.depth)):>12}"


def _short(text: str) -> str:
    return printable(" ".join(text.split()), _WIDTH)
