"""`weblode records`, and how record lists are written, by this command and by `weblode apply`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.following import FollowedLists, follow_options, following
from weblode.cli.output import chosen_format, open_output, output_options, table_writer
from weblode.cli.reading import Reading, jobs_option, page_arguments
from weblode.records import FACTORS, METHODS
from weblode.terminal import escaped, printable, tell

if TYPE_CHECKING:
    from weblode.cli.outcomes import Stage
    from weblode.records.record_list import RecordList
    from weblode.records.repeats import Bounds
    from weblode.table import Table
    from weblode.tree import Tree

    # A page, its record lists, and, with --explain, the lists below the threshold if there are no others.
    Answer = tuple[Tree, list[RecordList], list[RecordList]]

METHOD = click.Choice(METHODS)
FIELDS = click.option(
    "--fields/--text",
    default=True,
    help="As a table: one column per field, with typed columns beside it; or the whole text of each record in one.",
)
ALL_COLUMNS = click.option(
    "--all-columns", is_flag=True, help="As a table: also constants, whole lines and parts of texts."
)
RESULTS = output_options(
    "text: a table for people. json: one line per page with its regions. md: Markdown. Others: one row per record."
)


def _bound_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the bounds on repeats as options, each named after its field of `Bounds`."""
    encodings = click.Choice(["all-tag", "no-logical", "no-physical", "no-special", "block-level"])
    for option in (
        click.option("--density", type=float, help="iepad: minimum share of the list that the repeat covers. [0.2]"),
        click.option(
            "--variance", type=float, help="iepad: maximum variance of the distances between occurrences. [0.36]"
        ),
        click.option("--min-count", "count", type=int, help="iepad: minimum occurrences of a repeat. [5]"),
        click.option("--min-length", "length", type=int, help="iepad: minimum tokens of a repeat. [3]"),
        click.option(
            "--encoding", type=encodings, help="iepad: which tags are tokens. [block-level, then no-physical]"
        ),
    ):
        command = option(command)
    return command


@click.command()
@RESULTS
@click.option("--method", type=METHOD, default=METHODS[0], show_default=True, help="Extraction method.")
@click.option(
    "--factors",
    type=click.Choice(FACTORS),
    default="ours",
    show_default=True,
    help="Certainty factors: our estimates, or the paper's.",
)
@click.option(
    "--regions",
    type=click.IntRange(1, 20),
    help="Give so many rival lists of a page, the likeliest first, even if it probably has none.",
)
@click.option(
    "--all-lists",
    is_flag=True,
    help="Give every list of a page with its kind and heading: the main one first, then related items and menus.",
)
@click.option("--threshold", type=click.FloatRange(0, 1), help="Minimum score of a page's best list.")
@click.option(
    "--explain", is_flag=True, help="Show the evidence, what was dropped and why, and lists below the threshold."
)
@FIELDS
@ALL_COLUMNS
@click.option(
    "--patterns", is_flag=True, help="Show the repeated patterns instead, and how many records each extracts."
)
@_bound_options
@jobs_option
@follow_options
@page_arguments
def records(
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    method: str,
    factors: str,
    regions: int | None,
    all_lists: bool,
    threshold: float | None,
    explain: bool,
    fields: bool,
    all_columns: bool,
    patterns: bool,
    follow: int | None,
    delay: float,
    **limits: Any,
) -> None:
    """Find the records that a page lists: results, products, entries.

    Needs no labels and no training: of all ways to divide the page into records, it takes the one with the best
    evidence. A page without a record list is reported as such.

    Records that hold lists (comments below posts, offers of a product) have them as `lists` in JSON. As a table, each
    nested list is a table of its own: -o records.csv also writes records.NAME.csv, -o records.sqlite further tables.
    Its column `parent` is the `record` of the row that holds it, on the same page and in the same region.

    With --follow the next pages of the list are read too: from the web, with --delay and as robots.txt allows, or from
    the same folder or archive. All records go into one table, whose column `page` says which page has each. A list ends
    where records repeat. If the command is killed, the same command with -o continues it.
    """
    from weblode.records.discover import discover, discover_all, see_text

    if all_lists and (regions is not None or method != "consensus"):
        raise click.UsageError("--all-lists works with the method consensus and without --regions")
    bounds = _bounds(limits, allowed=patterns or method == "iepad")
    reading = Reading(sources, limits, finds="record list", follow=following(follow, delay, output))
    if patterns:
        _write_patterns(reading, bounds, output, form=chosen_format(form, output, name="patterns"))
        reading.finish()
        return

    search = partial(discover, method=method, factors=factors, bounds=bounds, limit=regions)
    find = partial(discover_all if all_lists else search, threshold=threshold)
    answer = _Found(reading, find, partial(search, threshold=0.0), explain=explain)
    chosen = chosen_format(form, output)
    look = see_text if method == "consensus" else None
    write_lists(reading, answer, chosen, output, look=look, explain=explain, fields=fields, all_columns=all_columns)
    reading.finish()


class _Found:
    """The record lists of a page; pages without one are reported, with the likeliest list that was refused."""

    def __init__(
        self,
        reading: Reading,
        find: Callable[[Tree], list[RecordList]],
        find_any: Callable[[Tree], list[RecordList]],
        *,
        explain: bool,
    ) -> None:
        self._reading, self._find_any, self._explain = reading, find_any, explain
        self._followed = FollowedLists(find)

    def __call__(self, tree: Tree) -> Answer:
        reading = self._reading
        lists = self._followed.lists(tree, reading.page_number) if reading.follows else self._followed.find(tree)
        reading.check_further(tree, lambda: [text for each in lists for text in each.texts()])
        refused = self._find_any(tree) if not lists and self._explain else []
        if not lists:
            reading.found_nothing(tree, lambda: _hint(refused or self._find_any(tree)) + _tables_hint(tree))
        return tree, lists, refused


def _hint(refused: list[RecordList]) -> str:
    """The likeliest list that was refused, and how to get it."""
    from weblode import paths

    if not refused:
        return ""
    best = refused[0]
    where = paths.xpath(best.tree, best.region)
    return (
        f"; the likeliest, {len(best.records)} records in {where}, is certain to {best.score:.1%}: --regions 1 gives it"
    )


def _tables_hint(tree: Tree) -> str:
    """Which command reads the data tables of a page, if it has some."""
    from weblode.tables.discover import discover

    n = 0 if tree.is_xml else len(discover(tree, other_elements=True, lost=len))  # too large ones are not counted
    return f"; the page has {n:,} data table{'s' * (n > 1)}, which `weblode tables` reads" if n else ""


def _bounds(options: dict[str, Any], *, allowed: bool) -> Bounds | None:
    """The bounds on repeats, removed from a command's options; None if no option sets one."""
    values = {name: options.pop(name) for name in ("encoding", "length", "count", "variance", "density")}
    values = {name: value for name, value in values.items() if value is not None}
    if not values:
        return None
    if not allowed:
        raise click.UsageError(
            "--encoding, --min-length, --min-count, --variance and --density are for repeated patterns: "
            "add --method iepad or --patterns"
        )
    from weblode.records.repeats import Bounds

    return Bounds(**values)


def write_lists(
    reading: Reading,
    answer: Callable[[Tree], Answer],
    form: str,
    output: str | None,
    *,
    look: Stage | None = None,
    explain: bool = False,
    fields: bool = True,
    all_columns: bool = False,
) -> None:
    """Write the record lists of each page in a format; `look` is a first stage of the answer, for several pages."""
    looks = [look] if look else []
    if form in _BY_PAGE:
        with open_output(output) as out:
            write = partial(_BY_PAGE[form], explain=explain, fields=fields, all_columns=all_columns)
            out.writelines(reading.each(*looks, lambda tree: write(*answer(tree))))
        return
    from weblode.cli.record_tables import RecordTables, write_tables
    from weblode.formats import child_path

    read = partial(RecordTables.of, fields=fields, all_columns=all_columns)
    pages = reading.each(
        *looks,
        lambda tree: answer(tree)[1],
        _worked_out("nested_nodes"),
        *([_worked_out("fields")] if fields and not all_columns else []),
        lambda lists: [read(each) for each in lists],
    )
    with table_writer(output, form) as table:
        names = write_tables(table, chain.from_iterable(pages), fields=fields, children=output is not None)
    if names and output is None:
        tell(f"nested lists are left out: {', '.join(names)}; add -o FILE to write each as a table of its own")
    elif names and output:
        places = [str(child_path(output, name)) for name in names] if form not in ("sqlite", "xlsx") else [output]
        tell(f"nested lists {', '.join(names)} are in {', '.join(places)}")


def _worked_out(name: str) -> Stage:
    """The stage in which lists work out what they will be asked for."""
    work_out = attrgetter(name)

    def stage(lists: list[RecordList]) -> list[RecordList]:
        for each in lists:
            work_out(each)
        return lists

    return stage


def _write_patterns(reading: Reading, bounds: Bounds | None, output: str | None, *, form: str) -> None:
    """Write the patterns of each page, those with the highest coverage first."""
    from weblode.records.patterns import COLUMNS, as_table, patterns
    from weblode.table import Table

    answers = reading.each(lambda tree: (tree, as_table(tree.page, patterns(tree, bounds))))
    if form in ("text", "json"):
        with open_output(output) as out:
            for tree, rows in answers:
                out.write((_pattern_text if form == "text" else _pattern_line)(tree, rows))
        return
    with table_writer(output, form, "patterns") as table:
        table.add(Table(dict.fromkeys(COLUMNS, ())))
        for _, rows in answers:
            table.add(rows)


def _pattern_line(tree: Any, table: Table) -> str:
    """One line of JSON: a page with its patterns."""
    columns = ("encoding", "pattern", "records", "coverage")
    patterns = [{name: row[name] for name in columns} for row in table.rows()]
    return json.dumps({"page": tree.page, "url": tree.url, "patterns": patterns}, ensure_ascii=False) + "\n"


def _pattern_text(tree: Any, table: Table) -> str:
    """The patterns of a page for people."""
    lines = [
        f"{row['records']:5} records, {row['coverage']:6.1%} covered  {printable(str(row['pattern']))}\n"
        for row in table.rows()
    ]
    return f"{escaped(tree.page)}: {len(lines)} patterns\n" + "".join(lines)


def _line(
    tree: Any,
    lists: list[RecordList],
    refused: list[RecordList],
    *,
    explain: bool,
    fields: bool,  # noqa: ARG001
    all_columns: bool,  # noqa: ARG001
) -> str:
    """One line of JSON: a page with its regions, best first; with `explain` also those below the threshold."""
    from weblode.pagination.discover import pagination
    from weblode.records.explain import reasons

    def describe(record_list: RecordList) -> dict[str, object]:
        return record_list.as_dict() | (reasons(record_list) if explain else {})

    page = {"page": tree.page, "url": tree.url, "pagination": pagination(tree).as_dict()}
    page["regions"] = [describe(each) for each in lists]
    if refused:
        page["refused"] = [describe(each) for each in refused]
    return json.dumps(page, ensure_ascii=False) + "\n"


def _text(
    tree: Any,
    lists: list[RecordList],
    refused: list[RecordList],
    *,
    explain: bool,
    fields: bool,
    all_columns: bool,
) -> str:
    """The record lists of a page for people."""
    from weblode.cli.people import screen_table
    from weblode.records.explain import explanation, heading, summary, why

    def show(each: RecordList) -> str:
        return (
            heading(each) + "".join(screen_table(each.as_table(all_columns=all_columns)))
            if fields and each.fields
            else summary(each)
        )

    head = f"{escaped(tree.page)}: no record list; below the threshold:\n" if refused else ""
    if explain:
        head += _pagination_text(tree)
    by_consensus = any(each.method == "consensus" for each in [*lists, *refused])
    if explain and by_consensus and not tree.is_xml:
        head += "".join(f"{line}\n" for line in why(tree))
    return head + "".join(show(each) + (explanation(each) if explain else "") for each in [*lists, *refused])


def _pagination_text(tree: Tree) -> str:
    """The next page with the evidence, and how many numbered pages there are; "" without any."""
    from weblode.pagination.discover import pagination

    pages = pagination(tree)
    lines = []
    if pages.following:
        lines.append(f"next page: {pages.following.address} ({', '.join(pages.following.evidence)})")
    if pages.links:
        lines.append(f"numbered pages: {len(pages.pages):,} ({', '.join(pages.links[0].evidence)})")
    return "".join(f"{escaped(line)}\n" for line in lines)


def _markdown(
    tree: Any,
    lists: list[RecordList],
    refused: list[RecordList],  # noqa: ARG001
    *,
    explain: bool,  # noqa: ARG001
    fields: bool,
    all_columns: bool,
) -> str:
    """The record lists of a page in Markdown: a heading and a table each."""
    from weblode.cli.people import markdown_heading, markdown_table
    from weblode.records.record_list import as_table

    def show(each: RecordList) -> str:
        title = f"{tree.url or tree.page}: {each.heading or f'{len(each.records)} records'}"
        table = each.as_table(all_columns=all_columns) if fields and each.fields else as_table(each)
        return markdown_heading(title) + "".join(markdown_table(table)) + "\n"

    return "".join(map(show, lists))


_BY_PAGE = {"text": _text, "json": _line, "md": _markdown}  # formats that are written page by page
