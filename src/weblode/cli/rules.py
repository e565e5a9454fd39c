"""`weblode learn` and `weblode apply`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.reading import Reading, chosen_format, page_arguments
from weblode.cli.records import FIELDS, METHOD, RESULTS, write_lists
from weblode.records import METHODS
from weblode.terminal import tell

if TYPE_CHECKING:
    from weblode.cli.records import Answer
    from weblode.errors import RuleError
    from weblode.records.record_list import RecordList
    from weblode.rules.rule import Rule
    from weblode.rules.slots import Slot
    from weblode.tree import Tree


class _Pair(click.ParamType):  # type: ignore[type-arg]
    """Two words with a = between them."""

    name = "pair"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        one, equals, other = value.partition("=")
        return (one, other) if one and equals else self.fail(f"{value!r} is no pair such as field_2=author", param, ctx)


@click.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False), required=True, help="The file for the rule.")
@click.option("--method", type=METHOD, default=METHODS[0], show_default=True, help="Whose way to find the records.")
@click.option("--name", "names", type=_Pair(), metavar="OLD=NEW", multiple=True, help="Another name for a field.")
@click.option("--kind", "kinds", type=_Pair(), metavar="NAME=KIND", multiple=True, help="Another kind for a field.")
@click.option("--drop", "dropped", metavar="NAME", multiple=True, help="Leave a field out.")
@page_arguments
def learn(
    sources: tuple[str, ...],
    *,
    output: str,
    method: str,
    names: tuple[tuple[str, str], ...],
    kinds: tuple[tuple[str, str], ...],
    dropped: tuple[str, ...],
    **limits: Any,
) -> None:
    """Learn a rule from pages of one site, for `weblode apply`.

    Each page may teach a way in which the site lists its records; several tell what is the site's and what is data. The
    learning curve says how many of the pages a rule from the first ones extracts. --name, --kind and --drop say what
    the fields are to be, each by the name that it has without them; they may be given again. A page whose records the
    rule does not give back as they were found is told.
    """
    from dataclasses import replace

    from weblode.records.discover import discover
    from weblode.rules.comparison import compare
    from weblode.rules.learning import curve
    from weblode.rules.learning import learn as learn_rule
    from weblode.rules.slots import columns

    reading = Reading(sources, limits)
    pages = reading.each(lambda tree: discover(tree, method, threshold=0.0))  # who names a page means it
    lists = list(chain.from_iterable(pages))
    rule = learn_rule(lists)
    rule = replace(rule, columns=columns(rule.columns, _slots(dict(names), dict(kinds), dropped)))
    rule.save(output)
    for point in curve(lists, rule):
        tell(f"learnt on {point.learnt}: {point.pages} of {len(lists)} pages, {point.records:.1%} of the records")
    for found in lists:
        if difference := str(compare(rule, found)):
            tell(f"{found.tree.page}: {difference}")
    ways = "; ".join(f"{way.separator} in {way.region}" for way in rule.ways)
    tell(f"{output}: {ways}, learnt on {rule.pages} of {len(lists)} pages")
    reading.finish()


def _slots(names: dict[str, str], kinds: dict[str, str], dropped: tuple[str, ...]) -> dict[str, Slot]:
    """What is chosen for each field that an option speaks of."""
    from weblode.rules.slots import Slot

    chosen = dict.fromkeys((*names, *kinds, *dropped))
    return {name: Slot(names.get(name), kinds.get(name), keep=name not in dropped) for name in chosen}


@click.command()
@click.argument("rule", type=click.Path(exists=True, dir_okay=False))
@RESULTS
@FIELDS
@click.option(
    "--relearn", is_flag=True, help="A page that the rule does not fit teaches it; the rule's file is rewritten."
)
@page_arguments
def apply(
    rule: str,
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    fields: bool,
    relearn: bool,
    **limits: Any,
) -> None:
    """Take the records of pages by a learnt rule; a page that no longer looks like it is reported."""
    from weblode.rules.rule import Rule

    known = Rule.load(rule)
    reading = Reading(sources, limits)
    write_lists(reading, _Applied(known, rule if relearn else None), chosen_format(form, output), output, fields=fields)
    reading.finish()


class _Applied:
    """What a rule takes from a page; how it differs from what the rule has seen is told.

    With a file to relearn, a page that is refused is discovered instead, teaches the rule, and the file is written.
    """

    def __init__(self, rule: Rule, relearn: str | None) -> None:
        self.rule, self.relearn = rule, relearn

    def __call__(self, tree: Tree) -> Answer:
        from weblode.errors import RuleError
        from weblode.rules.drift import drift

        try:
            found = self.rule.apply(tree)
        except RuleError as error:
            found = self._learnt(tree, error)
        for line in drift(self.rule, found):
            tell(f"{tree.page}: has changed: {line}")
        return tree, [found], []

    def _learnt(self, tree: Tree, error: RuleError) -> RecordList:
        """What the rule takes from a page that it did not fit, once the page has taught it."""
        from weblode.errors import RuleError, WeblodeError
        from weblode.records.discover import discover
        from weblode.rules.comparison import compare

        if not self.relearn:
            raise RuleError(f"{error}, or add --relearn") from error
        lists = [each for each in discover(tree, threshold=0.0) if len(each.records) > 1]
        if not lists:
            raise error
        taught = self.rule.extended(lists[0])
        comparison = compare(taught, lists[0])
        if comparison.refused:
            raise RuleError(f"{tree.page}: did not fit, and what is discovered there teaches no rule that fits it")
        try:
            taught.save(self.relearn)
        except RuleError as failure:  # no fault of the page: the command ends with it
            raise WeblodeError(str(failure)) from failure
        self.rule = taught
        tell(f"{tree.page}: did not fit; the rule in {self.relearn} has learnt it")
        if difference := str(comparison):
            tell(f"{tree.page}: {difference}")
        return self.rule.apply(tree)
