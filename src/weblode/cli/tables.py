"""`weblode tables`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.output import (
    chosen_format,
    is_folder,
    open_output,
    output_options,
    table_writer,
)
from weblode.cli.reading import Reading, jobs_option, max_cells, page_arguments
from weblode.table import Table
from weblode.tables import METHODS
from weblode.tables.joined import ReadTable, join
from weblode.terminal import escaped, printable, tell

if TYPE_CHECKING:
    from weblode.formats.columns import ReadyRows
    from weblode.tables.discover import DataTable
    from weblode.tree import Tree

_MAX_RECORDS = 20  # records of a table in text


@click.command()
@output_options(
    "text: a table for people. json: one line per page with its tables. md: Markdown. Others: one row per value, with "
    "--table one per record; xlsx also has a sheet per table, and a folder a file per table (csv by default).",
    folder=True,
)
@click.option("--all", "refused", is_flag=True, help="Include tables that hold no data, each with the reason.")
@click.option("--table", "index", type=click.IntRange(0), metavar="N", help="Only the N-th table of a page, from 0.")
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default=METHODS[0],
    show_default=True,
    help="How to recognise data tables and headers.",
)
@click.option(
    "--join",
    "join_pages",
    is_flag=True,
    help="Join tables of several pages that have the same headers: one row per record.",
)
@click.option("--grammar", is_flag=True, help="ontominer: use parts of speech too (needs HanTa).")
@max_cells
@jobs_option
@page_arguments
def tables(
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    refused: bool,
    index: int | None,
    method: str,
    grammar: bool,
    join_pages: bool,
    **limits: Any,
) -> None:
    """Find the data tables of a page, their headers and their records.

    Tables that only lay out the page are left out. Headers of several levels become dotted paths. Numbers, dates and
    links have columns of their own beside the text. With -o FOLDER/ each table is a file of its own. With --join a
    table that goes on over several pages is one.
    """
    from weblode.tables.discover import discover

    reading = Reading(sources, limits, for_html=True, finds="data table")

    def find(tree: Tree) -> list[DataTable]:
        reasons: list[str] = []
        every = partial(discover, tree, method, grammar=grammar, other_elements=True, limits=reading.limits)
        data_tables = every(refused=refused, lost=reasons.append)
        if reasons:
            tell(f"{tree.page}: {len(reasons):,} tables are left out, the first: {reasons[0]}")
        chosen = [each for each in data_tables if index in (None, each.index)]
        if not any(each.genuine for each in chosen) and not tree.is_xml:  # of XML, the reader has said so
            others = [each.index for each in data_tables if each.genuine]
            reading.found_nothing(
                tree, lambda: _other_tables(others) if others else "" if refused else _hint(every(refused=True))
            )
        return chosen

    def read(data_tables: list[DataTable]) -> list[ReadTable]:
        return [ReadTable.of(each) for each in data_tables if each.genuine]

    if output is not None and is_folder(output):
        _write_folder(_joined(reading.each(find, read), join_pages=join_pages), output, form)
    else:
        chosen = chosen_format(form, output, name="tables")
        if join_pages:
            _write_joined(_joined(reading.each(find, read), join_pages=True), chosen, output)
        else:
            _write(reading, find, chosen, output, wide=index is not None)
    reading.finish()


def _joined(pages: Iterable[list[ReadTable]], *, join_pages: bool) -> Iterable[ReadTable]:
    """The tables of all pages; with `join_pages`, those that go on over several pages joined."""
    every = chain.from_iterable(pages)
    return join(every) if join_pages else every


def _other_tables(numbers: list[int]) -> str:
    """Which other tables than the one that was asked for hold data."""
    return f" of that number; those that hold data: {', '.join(map(str, numbers))}"


def _hint(data_tables: list[DataTable]) -> str:
    """Why the largest of the tables without data holds none."""
    refused = [each for each in data_tables if not each.genuine]
    if not refused:
        return ""
    largest = max(refused, key=lambda each: each.shape[0] * each.shape[1])
    which = f"the largest of {len(refused)}, table {largest.index}" if len(refused) > 1 else "its table"
    return f"; {which}: {largest.reason}; --all shows more"


def _write(
    reading: Reading, find: Callable[[Tree], list[DataTable]], form: str, output: str | None, *, wide: bool
) -> None:
    """Write the data tables of each page in a format."""
    forms = {"text": _text, "json": _line, "md": _markdown}
    if form in forms:
        with open_output(output) as out:
            out.writelines(reading.each(lambda tree: forms[form](tree, find(tree))))
        return
    from weblode.cli.table_files import FileNames
    from weblode.tables.rows import COLUMNS, value_table

    with table_writer(output, form, "tables") as table:

        def read(own: list[DataTable]) -> list[tuple[ReadTable | None, ReadyRows | None]]:
            """Of each table what the output has: its records, or its values; both in a workbook."""
            return [
                (
                    ReadTable.of(each) if wide or form == "xlsx" else None,
                    None if wide else table.ready(value_table(each)),
                )
                for each in own
                if each.genuine
            ]

        data_tables = chain.from_iterable(reading.each(find, read))
        if wide:  # the tables of different pages may have different columns
            table.add_merged([each.records for each, _ in data_tables if each])
            return
        table.add(Table(dict.fromkeys(COLUMNS, ())))  # so that the columns are there even if no page has tables
        names = FileNames()
        for each, values in data_tables:
            if values:
                table.add_ready(values)
            if each:  # a workbook has room for a sheet per table
                table.child(names.name(each)).add(each.records)


def _write_joined(data_tables: Iterable[ReadTable], form: str, output: str | None) -> None:
    """Write tables that may go on over several pages, one row per record."""
    if form == "json":
        with open_output(output) as out:
            for each in data_tables:
                line = {"page": each.pages[0], "url": each.url, "pages": each.pages, "tables": [each.about]}
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
    elif form in ("text", "md"):
        from weblode.cli.people import screen_table

        with open_output(output) as out:
            for each in data_tables:
                out.writelines([_section(each)] if form == "md" else [_head(each), *screen_table(each.records)])
    else:
        with table_writer(output, form, "tables") as table:
            table.add_merged([each.records for each in data_tables])


def _head(each: ReadTable) -> str:
    caption = f" “{printable(each.caption, 60)}”" if each.caption else ""
    n, pages = len(each.records), len(each.pages)
    where = f"{escaped(each.pages[0])}{f' and {pages - 1} more' if pages > 1 else ''}"
    return f"{where}: table {each.index}{caption}, {n} record{'s'[: n != 1]}\n"


def _write_folder(data_tables: Iterable[ReadTable], output: str, form: str | None) -> None:
    """Write each data table to a file of its own in a folder."""
    from weblode.cli.table_files import FileNames, TableFolder

    folder, names = TableFolder(output, form, "tables"), FileNames()
    for each in data_tables:
        folder.add(names.name(each), each.records, [_section(each)] if folder.form == "md" else [])
    folder.finish("table")


def _line(tree: Tree, data_tables: list[DataTable]) -> str:
    """One line of JSON: a page with its tables."""
    rows = [each.as_dict() for each in data_tables]
    return json.dumps({"page": tree.page, "url": tree.url, "tables": rows}, ensure_ascii=False) + "\n"


def _markdown(_: Tree, data_tables: list[DataTable]) -> str:
    """The data tables of a page in Markdown: a heading and a table each."""
    return "".join(_section(ReadTable.of(each)) for each in data_tables if each.genuine)


def _section(each: ReadTable) -> str:
    from weblode.cli.people import markdown_heading, markdown_table

    title = f"{each.url or each.pages[0]}: {each.caption or f'table {each.index}'}"
    return markdown_heading(title) + "".join(markdown_table(each.records)) + "\n"


def _text(tree: Tree, data_tables: list[DataTable]) -> str:
    """The tables of a page, for people."""
    return "".join(_data(tree, each) if each.genuine else _refusal(tree, each) for each in data_tables)


def _refusal(tree: Tree, each: DataTable) -> str:
    return f"{escaped(tree.page)}: table {each.index} holds no data: {each.reason}\n"


def _data(tree: Tree, each: DataTable) -> str:
    """A data table for people: a head line, then its first records."""
    from weblode.cli.people import screen_table

    rows, columns = each.shape
    caption = f" “{printable(each.caption, 60)}”" if each.caption else ""
    head = f"{escaped(tree.page)}: table {each.index}{caption}, {rows} x {columns}, headers: {each.orientation}\n"
    table = each.as_table()
    first = Table({name: values[:_MAX_RECORDS] for name, values in table.columns.items()})
    more = f"... {len(table) - len(first):,} more records\n" if len(table) > len(first) else ""
    return head + "".join(screen_table(first)) + more
