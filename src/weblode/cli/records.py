"""`weblode records`, `learn` and `apply`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.reading import Reading, chosen_format, opened, output_options, page_arguments, table_target, tell

if TYPE_CHECKING:
    from weblode.records.discover import Found
    from weblode.records.rules import Rule
    from weblode.table import Table
    from weblode.tree import Tree

    # A page, its record lists, and where the reasons are asked for those that are below the threshold.
    _Answer = tuple[Tree, list[Found], list[Found]]

_METHODS = click.Choice(["consensus", "omini", "byu", "iepad"])
_FACTORS = click.Choice(["ours", "paper"])
_FIELDS = click.option("--fields", is_flag=True, help="As a table: a column for each field, with typed ones beside it.")
_RESULTS = output_options("text: for people. json: a line a page with its regions. The others: a row a record.")


@click.command()
@_RESULTS
@click.option("--method", type=_METHODS, default="consensus", show_default=True, help="Whose way to find them.")
@click.option(
    "--factors",
    type=_FACTORS,
    default="ours",
    show_default=True,
    help="Certainty factors: our estimates or the paper's.",
)
@click.option("--regions", type=click.IntRange(1, 20), default=1, show_default=True, help="Most lists of a page.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Least score of a page's best list.")
@click.option("--explain", is_flag=True, help="The evidence, what was dropped and why, and lists below the threshold.")
@_FIELDS
@click.option("--patterns", is_flag=True, help="Instead: the repeated patterns, and how many records each extracts.")
@page_arguments
def records(
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    method: str,
    factors: str,
    regions: int,
    threshold: float | None,
    explain: bool,
    fields: bool,
    patterns: bool,
    **limits: Any,
) -> None:
    """Find the records that a page lists: results, products, entries.

    Without labels and without training: of all ways to cut the page into records, the one for which most speaks. A page
    without a record list says so.
    """
    from weblode.records.discover import discover

    reading = Reading(sources, limits)
    if patterns:
        _write_patterns(reading, chosen_format(form, output), output)
        reading.finish()
        return

    def answers() -> Iterator[_Answer]:
        for tree in reading:
            lists = discover(tree, method, factors=factors, limit=regions, threshold=threshold)
            below = explain and not lists
            yield tree, lists, discover(tree, method, factors=factors, limit=regions, threshold=0.0) if below else []

    _write(answers(), chosen_format(form, output), output, explain=explain, fields=fields)
    reading.finish()


@click.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False), required=True, help="The file for the rule.")
@click.option("--method", type=_METHODS, default="consensus", show_default=True, help="Whose way to find the records.")
@page_arguments
def learn(sources: tuple[str, ...], *, output: str, method: str, **limits: Any) -> None:
    """Learn a rule from pages of one site, for `weblode apply`.

    Each page may teach a way in which the site lists its records; several tell what is the site's and what is data. The
    learning curve says how many of the pages a rule from the first ones extracts.
    """
    from weblode.records.discover import discover
    from weblode.records.rules import curve
    from weblode.records.rules import learn as learn_rule

    reading = Reading(sources, limits)
    lists = [found for tree in reading for found in discover(tree, method, threshold=0.0)]  # who names a page means it
    rule = learn_rule(lists)
    rule.save(output)
    for point in curve(lists):
        tell(f"learnt on {point.learnt}: {point.pages} of {len(lists)} pages, {point.records:.1%} of the records")
    ways = "; ".join(f"{way.separator} in {way.region}" for way in rule.ways)
    tell(f"{output}: {ways}, learnt on {rule.pages} of {len(lists)} pages")
    reading.finish()


@click.command()
@click.argument("rule", type=click.Path(exists=True, dir_okay=False))
@_RESULTS
@_FIELDS
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
    from weblode.records.rules import Rule

    known = Rule.load(rule)
    reading = Reading(sources, limits)
    answers = _applied(known, reading, rule if relearn else None)
    _write(answers, chosen_format(form, output), output, explain=False, fields=fields)
    reading.finish()


def _applied(rule: Rule, reading: Reading, relearn: str | None) -> Iterator[_Answer]:
    """What a rule takes from each page; how it differs from what the rule has seen is told.

    With a file to relearn, a page that is refused is discovered instead, teaches the rule, and the file is written.
    """
    from weblode.errors import RuleError
    from weblode.records.discover import discover
    from weblode.records.rules import drift

    for tree in reading:
        try:
            found = rule.apply(tree)
        except RuleError as error:
            lists = [each for each in discover(tree, threshold=0.0) if len(each.records) > 1] if relearn else []
            if not relearn or not lists:
                reading.fail(f"{error}" if relearn else f"{error}, or add --relearn")
                continue
            rule = rule.taught(lists[0])
            rule.save(relearn)
            tell(f"{tree.page}: did not fit; the rule in {relearn} has learnt it")
            found = rule.apply(tree)
        for line in drift(rule, found):
            tell(f"{tree.page}: has changed: {line}")
        yield tree, [found], []


def _write(answers: Iterator[_Answer], form: str, output: str | None, *, explain: bool, fields: bool) -> None:
    """Write what was found on each page, in a format."""
    if form in ("text", "json"):
        with opened(output) as out:
            for answer in answers:
                write = _text if form == "text" else _line
                out.write(write(*answer, explain=explain))
        return
    from weblode.formats import writer
    from weblode.records.discover import COLUMNS, as_table
    from weblode.table import Table

    with writer(table_target(output, form), form) as table:
        if fields:  # which columns there are is known after the last page
            from weblode.records.fields import as_table as field_table
            from weblode.records.fields import merged

            table.add(
                merged(
                    [field_table(tree.page, each.records, each.fields) for tree, lists, _ in answers for each in lists]
                )
            )
            return
        table.add(Table(dict.fromkeys(COLUMNS, ())))  # the columns are there even if no page has records
        for _, lists, _ in answers:
            for found in lists:
                table.add(as_table(found))


def _write_patterns(reading: Reading, form: str, output: str | None) -> None:
    """Write the patterns of each page, those that cover the most first."""
    from weblode.formats import writer
    from weblode.records.patterns import COLUMNS, as_table, patterns
    from weblode.table import Table

    answers = ((tree, as_table(tree.page, patterns(tree))) for tree in reading)
    if form in ("text", "json"):
        with opened(output) as out:
            for tree, listed in answers:
                out.write((_pattern_text if form == "text" else _pattern_line)(tree, listed))
        return
    with writer(table_target(output, form), form) as table:
        table.add(Table(dict.fromkeys(COLUMNS, ())))
        for _, listed in answers:
            table.add(listed)


def _pattern_line(tree: Any, listed: Table) -> str:
    """One line of JSON: a page with its patterns."""
    kept = ("encoding", "pattern", "records", "coverage")
    patterns = [{name: row[name] for name in kept} for row in listed.rows()]
    return json.dumps({"page": tree.page, "url": tree.url, "patterns": patterns}, ensure_ascii=False) + "\n"


def _pattern_text(tree: Any, listed: Table) -> str:
    """The patterns of a page for people."""
    from weblode.terminal import shown

    lines = [
        f"{row['records']:5} records, {row['coverage']:6.1%} covered  {shown(str(row['pattern']))}\n"
        for row in listed.rows()
    ]
    return f"{tree.page}: {len(lines)} patterns\n" + "".join(lines)


def _line(tree: Any, lists: list[Found], refused: list[Found], *, explain: bool) -> str:
    """One line of JSON: a page with its regions, best first; with reasons also those below the threshold."""
    from weblode.records.explain import reasons

    def described(found: Found) -> dict[str, object]:
        return found.as_dict() | (reasons(found) if explain else {})

    page = {"page": tree.page, "url": tree.url, "regions": [described(found) for found in lists]}
    if refused:
        page["refused"] = [described(found) for found in refused]
    return json.dumps(page, ensure_ascii=False) + "\n"


def _text(tree: Any, lists: list[Found], refused: list[Found], *, explain: bool) -> str:
    """What was found on a page, for people."""
    from weblode.records.explain import explained, summary

    head = "" if lists else f"{tree.page}: no record list\n"
    if refused:
        head = f"{tree.page}: no record list; below the threshold, and so not an answer:\n"
    return head + "".join(summary(found) + (explained(found) if explain else "") for found in [*lists, *refused])
