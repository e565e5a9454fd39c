"""The report for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from weblode.graph.changes import Changes, Difference
from weblode.ontology import Concept
from weblode.report.facts import MineResult, Reason, Stage, format_counts, pluralize, seconds, synonyms, visits
from weblode.terminal import printable

_EXAMPLES = 6  # names per reason, or per change
_ADDRESSES = 2  # addresses per reason: they are longer
_LINES = 20  # lines per part, except the tree
_WIDTH = 100  # characters of a text from a page


def lines(facts: MineResult) -> Iterator[str]:
    """The report: the taxonomy as a tree, why labels were merged, what was left out and why, times, changes."""
    yield ", ".join(pluralize(number, word) for word, number in facts.figures.items())
    yield from _tree(facts)
    merged = [why for concept in facts.ontology.concepts for why in concept.merged]
    yield from _part("labels merged into one concept, and why", [f"  {_short(why)}" for why in merged])
    yield from _part("labels left out, and why", _reasons(facts.dropped, _EXAMPLES))
    yield from _part("pages that could not be fetched, and why", _reasons(facts.failed, _ADDRESSES))
    yield from _part("time", list(_times(facts.stages)))
    if facts.changes is not None:
        yield ""
        yield from change_lines(facts.changes)


def change_lines(changes: Changes) -> Iterator[str]:
    """The changes since the last run, in a few lines."""
    differences = {"concepts": changes.concepts, "broader pairs": changes.broader, "instances": changes.instances}
    counts = [f"{name}: {_numbers(one)}" for name, one in differences.items() if one]
    if not counts:
        yield "nothing changed since the last run"
        return
    yield f"since the last run  {'; '.join(counts)}"
    for word in ("new", "gone"):
        if names := [one.name for one in getattr(changes.concepts, word)]:
            yield f"  {word}: {_some(names, 2 * _EXAMPLES)}"
    for one in changes.concepts.moved[:_EXAMPLES]:
        ways = [f"no longer below {_short(name)}" for name in one.left] + [
            f"now below {_short(name)}" for name in one.joined
        ]
        yield f"  moved: {_short(one.name)}, {', '.join(ways)}"


def _numbers(difference: Difference) -> str:
    counts = ((len(getattr(difference, word)), word) for word in ("new", "gone", "moved"))
    return ", ".join(f"{number:,} {word}" for number, word in counts if number)


def _tree(facts: MineResult) -> Iterator[str]:
    for visit in visits(facts.ontology):
        about = "see above" if visit.again else _about(facts, visit.concept)
        others = "" if visit.again else _others(visit.concept)
        yield f"{'  ' * (visit.depth + 1)}{_short(visit.concept.label)}  [{about}]{others}"


def _about(facts: MineResult, concept: Concept) -> str:
    number = facts.members.get(concept.id, 0)
    tier = f", {concept.tier}" if concept.tier == "candidate" and len(facts.ontology.sites) > 1 else ""
    return pluralize(len(concept.sites), "site") + tier + (f", {pluralize(number, 'instance')}" if number else "")


def _others(concept: Concept) -> str:
    names = ", ".join(map(_short, synonyms(concept)))
    return f"  ({names})" if names else ""


def _part(title: str, rows: Sequence[str]) -> Iterator[str]:
    """A part of the report with its title; nothing if it is empty."""
    if rows:
        yield ""
        yield title
        yield from rows[:_LINES]
        if len(rows) > _LINES:
            yield f"  and {len(rows) - _LINES:,} more lines, see report.html"


def _reasons(reasons: Iterable[Reason], examples: int) -> list[str]:
    return [f"  {len(one.names):5,}  {_short(one.text)}: {_some(one.names, examples)}" for one in reasons]


def _some(names: Sequence[str], number: int) -> str:
    """The first names, and the number of the others."""
    more = f", and {len(names) - number:,} more" if len(names) > number else ""
    return ", ".join(map(_short, names[:number])) + more


def _times(stages: Sequence[Stage]) -> Iterator[str]:
    for stage in stages:
        counts = format_counts(stage.counts)
        yield f"  {'  ' * stage.depth + stage.name:24} {seconds(stage.seconds):>12}   {counts}".rstrip()
    if stages:
        yield f"  {'in all':24} {seconds(sum(stage.seconds for stage in stages if not stage.depth)):>12}"


def _short(text: str) -> str:
    return printable(" ".join(text.split()), _WIDTH)
