"""`weblode records`; and how lists of records are written, here and for `apply`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.reading import Reading, chosen_format, opened, output_options, page_arguments, table_writer
from weblode.records import FACTORS, METHODS
from weblode.terminal import escaped, printable

if TYPE_CHECKING:
    from weblode.records.record_list import RecordList
    from weblode.records.repeats import Bounds
    from weblode.table import Table
    from weblode.tree import Tree

    # A page, its record lists, and where the reasons are asked for those that are below the threshold.
    Answer = tuple[Tree, list[RecordList], list[RecordList]]

METHOD = click.Choice(METHODS)
FIELDS = click.option("--fields", is_flag=True, help="As a table: a column for each field, with typed ones beside it.")
RESULTS = output_options("text: for people. json: a line a page with its regions. The others: a row a record.")


def _bound_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with what a repeat must be as options, each named as its field of `Bounds`."""
    encodings = click.Choice(["all-tag", "no-logical", "no-physical", "no-special", "block-level"])
    for option in (
        click.option("--density", type=float, help="iepad: least share of a list that its repeat covers; 0.2."),
        click.option("--variance", type=float, help="iepad: how irregular the distances of a repeat may be; 0.36."),
        click.option("--min-count", "count", type=int, help="iepad: least occurrences of a repeat; 5."),
        click.option("--min-length", "length", type=int, help="iepad: least tokens of a repeat; 3."),
        click.option("--encoding", type=encodings, help="iepad: which tags are tokens; block-level, then no-physical."),
    ):
        command = option(command)
    return command


@click.command()
@RESULTS
@click.option("--method", type=METHOD, default=METHODS[0], show_default=True, help="Whose way to find them.")
@click.option(
    "--factors",
    type=click.Choice(FACTORS),
    default="ours",
    show_default=True,
    help="Certainty factors: our estimates or the paper's.",
)
@click.option("--regions", type=click.IntRange(1, 20), default=1, show_default=True, help="Most lists of a page.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Least score of a page's best list.")
@click.option("--explain", is_flag=True, help="The evidence, what was dropped and why, and lists below the threshold.")
@FIELDS
@click.option("--patterns", is_flag=True, help="Instead: the repeated patterns, and how many records each extracts.")
@_bound_options
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

    bounds = _bounds(limits, wanted=patterns or method == "iepad")
    reading = Reading(sources, limits)
    if patterns:
        _write_patterns(reading, bounds, output, form=chosen_format(form, output))
        reading.finish()
        return

    def answer(tree: Tree) -> Answer:
        find = partial(discover, tree, method, factors=factors, bounds=bounds, limit=regions)
        lists = find(threshold=threshold)
        return tree, lists, find(threshold=0.0) if explain and not lists else []

    write_lists(reading, answer, chosen_format(form, output), output, explain=explain, fields=fields)
    reading.finish()


def _bounds(options: dict[str, Any], *, wanted: bool) -> Bounds | None:
    """What a repeat must be, taken out of a command's options; None if nothing is said of it."""
    given = {name: options.pop(name) for name in ("encoding", "length", "count", "variance", "density")}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        return None
    if not wanted:
        raise click.UsageError(
            "--encoding, --min-length, --min-count, --variance and --density are for repeated patterns: "
            "add --method iepad or --patterns"
        )
    from weblode.records.repeats import Bounds

    return Bounds(**given)


def write_lists(
    reading: Reading,
    answer: Callable[[Tree], Answer],
    form: str,
    output: str | None,
    *,
    explain: bool = False,
    fields: bool = False,
) -> None:
    """Write what is found on each page, in a format."""
    if form in ("text", "json"):
        write = _text if form == "text" else _line
        with opened(output) as out:
            out.writelines(reading.each(lambda tree: write(*answer(tree), explain=explain)))
        return
    from weblode.records.fields import as_table as field_table
    from weblode.records.fields import merged
    from weblode.records.record_list import COLUMNS, as_table
    from weblode.table import Table

    with table_writer(output, form) as table:
        if fields:  # which columns there are is known after the last page
            pages = reading.each(
                lambda tree: [field_table(tree.page, each.records, each.fields) for each in answer(tree)[1]]
            )
            table.add(merged(list(chain.from_iterable(pages))))
            return
        table.add(Table(dict.fromkeys(COLUMNS, ())))  # the columns are there even if no page has records
        for rows in reading.each(lambda tree: [as_table(each) for each in answer(tree)[1]]):
            for part in rows:
                table.add(part)


def _write_patterns(reading: Reading, bounds: Bounds | None, output: str | None, *, form: str) -> None:
    """Write the patterns of each page, those that cover the most first."""
    from weblode.records.patterns import COLUMNS, as_table, patterns
    from weblode.table import Table

    answers = reading.each(lambda tree: (tree, as_table(tree.page, patterns(tree, bounds))))
    if form in ("text", "json"):
        with opened(output) as out:
            for tree, listed in answers:
                out.write((_pattern_text if form == "text" else _pattern_line)(tree, listed))
        return
    with table_writer(output, form) as table:
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
    lines = [
        f"{row['records']:5} records, {row['coverage']:6.1%} covered  {printable(str(row['pattern']))}\n"
        for row in listed.rows()
    ]
    return f"{escaped(tree.page)}: {len(lines)} patterns\n" + "".join(lines)


def _line(tree: Any, lists: list[RecordList], refused: list[RecordList], *, explain: bool) -> str:
    """One line of JSON: a page with its regions, best first; with reasons also those below the threshold."""
    from weblode.records.explain import reasons

    def described(found: RecordList) -> dict[str, object]:
        return found.as_dict() | (reasons(found) if explain else {})

    page = {"page": tree.page, "url": tree.url, "regions": [described(found) for found in lists]}
    if refused:
        page["refused"] = [described(found) for found in refused]
    return json.dumps(page, ensure_ascii=False) + "\n"


def _text(tree: Any, lists: list[RecordList], refused: list[RecordList], *, explain: bool) -> str:
    """What was found on a page, for people."""
    from weblode.records.explain import explanation, summary

    page = escaped(tree.page)
    head = "" if lists else f"{page}: no record list\n"
    if refused:
        head = f"{page}: no record list; below the threshold, and so not an answer:\n"
    return head + "".join(summary(found) + (explanation(found) if explain else "") for found in [*lists, *refused])
