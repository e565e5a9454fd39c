"""`weblode rules`: what a rule's file holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from weblode import terminal
from weblode.terminal import escaped, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from weblode.details.template import DetailTemplate
    from weblode.records.known_fields import KnownField
    from weblode.rules.rule import Rule
    from weblode.rules.ways import Way


_ALIKE = 5  # constants that are named
_SOURCES = {
    "declared": "what the pages tell machines",
    "markup": "its itemprop or class",
    "kind": "the kind of its values",
    "title": "the title of the pages",
    "article": "the article that it is a part of",
    "place": "its place",
}


@click.group()
def rules() -> None:
    """Look into rules, which `weblode learn` writes."""


@rules.command()
@click.argument("rule", type=click.Path(exists=True, dir_okay=False))
def show(rule: str) -> None:
    """Show the columns of a rule, where its records stand, the pages it was learnt on, and what it was before.

    Of a rule for pages about one thing: its attributes, their kinds and where their names are from.
    """
    from weblode.rules.document import DETAILS, kind_in

    if kind_in(rule) == DETAILS:
        from weblode.details.rule import DetailRule

        lines = _attributes(DetailRule.load(rule).template)
    else:
        from weblode.rules.rule import Rule

        lines = describe(Rule.load(rule))
    for line in lines:
        terminal.show(line)


def describe(rule: Rule) -> Iterator[str]:
    """The lines that describe a rule for people."""
    expected = rule.expected
    counts = f"{expected.fewest}" if expected.fewest == expected.most else f"{expected.fewest} to {expected.most}"
    yield f"learnt on {rule.pages} page{'s'[: rule.pages != 1]} with {counts} records"
    yield from _columns(rule.columns, rule.pages)
    yield from _ways(rule.ways)
    for design in reversed(rule.earlier):
        yield f"until {escaped(design.until)}:"
        yield from _columns(design.columns, 1)
        yield from _ways(design.ways)


def _attributes(template: DetailTemplate) -> Iterator[str]:
    """The lines that describe a rule for pages about one thing."""
    attributes = template.attributes
    yield f"for pages about one thing, which have at least {template.expected / 2:.0%} of the template's fixed texts"
    width = max((len(escaped(each.name)) for each in attributes), default=0)
    for each in attributes:
        source = _SOURCES.get(each.source) or f'its label "{printable(each.label, 60)}"'
        many = ", several values" if each.many else ""
        yield f"  {escaped(each.name):{width}}  {escaped(each.kind):8}  named by {source}{many}"


def _columns(columns: Sequence[KnownField], pages: int) -> Iterator[str]:
    """A line for each column; of a rule from several pages with how many of them have it, and what all have alike."""
    ordered = sorted(enumerate(columns), key=lambda pair: pair[1].rank if pair[1].rank >= 0 else pair[0])
    visible = [each for _, each in ordered if each.kept and not each.hidden and not each.names_next]
    width = max((len(escaped(each.name)) for each in visible), default=0)
    for each in visible:
        example = printable(each.examples[0], 60) if each.examples else ""
        seen = f"  on {each.pages} page{'s' if each.pages != 1 else ' '}" if pages > 1 else ""
        line = f"  {escaped(each.name):{width}}  {escaped(each.kind):8}  {each.share:4.0%}{seen}  {example}"
        yield line.rstrip()
    alike = [each for each in columns if each.constant and each.pages > 1 and each.examples]
    if alike:
        texts = ", ".join(f'"{printable(each.examples[0], 40)}"' for each in alike[:_ALIKE])
        more = f" and {len(alike) - _ALIKE} more" if len(alike) > _ALIKE else ""
        yield f"  the same on several pages, so no data: {texts}{more}"


def _ways(ways: Sequence[Way]) -> Iterator[str]:
    for way in ways:
        place = "wherever they stand" if way.anywhere else f"in {escaped(way.region)}"
        where = f", those with {escaped(' and '.join(way.where))}" if way.where else ""
        stands = "" if way.placement == "around" else f", which stands {escaped(way.placement)} them"
        yield f"  records: {escaped(way.separator)} {place}{where}{stands}"
