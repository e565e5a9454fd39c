"""`weblode tables`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.output import chosen_format, open_output, output_options, table_writer
from weblode.cli.reading import Reading, max_cells, page_arguments
from weblode.tables import METHODS
from weblode.terminal import escaped, printable, tell

if TYPE_CHECKING:
    from weblode.tables.discover import DataTable
    from weblode.tree import Tree

_MAX_RECORDS = 20  # records of a table in text


@click.command()
@output_options(
    "text: for people. json: one line per page with its tables. Others: one row per value; with --table, per record."
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
@click.option("--grammar", is_flag=True, help="ontominer: use parts of speech too (needs HanTa).")
@max_cells
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
    **limits: Any,
) -> None:
    """Find the data tables of a page, their headers and their records.

    Tables that only lay out the page are left out. Headers of several levels become dotted paths.
    """
    from weblode.tables.discover import discover

    reading = Reading(sources, limits, for_html=True)

    def find(tree: Tree) -> list[DataTable]:
        reasons: list[str] = []
        data_tables = discover(
            tree, method, refused=refused, grammar=grammar, limits=reading.limits, lost=reasons.append
        )
        if reasons:
            tell(f"{tree.page}: {len(reasons):,} tables are left out, the first: {reasons[0]}")
        return [each for each in data_tables if index in (None, each.index)]

    _write(reading, find, chosen_format(form, output), output, wide=index is not None)
    reading.finish()


def _write(
    reading: Reading, find: Callable[[Tree], list[DataTable]], form: str, output: str | None, *, wide: bool
) -> None:
    """Write the data tables of each page in a format."""
    if form in ("text", "json"):
        write = _text if form == "text" else _line
        with open_output(output) as out:
            out.writelines(reading.each(lambda tree: write(tree, find(tree))))
        return
    from weblode.table import Table
    from weblode.tables.discover import COLUMNS, as_table, as_wide_table

    rows = as_wide_table if wide else as_table
    with table_writer(output, form) as table:
        if not wide:
            table.add(Table(dict.fromkeys(COLUMNS, ())))  # so that the columns are there even if no page has tables
        for parts in reading.each(lambda tree: [rows(each) for each in find(tree) if each.genuine]):
            for part in parts:
                table.add(part)


def _line(tree: Tree, data_tables: list[DataTable]) -> str:
    """One line of JSON: a page with its tables."""
    rows = [each.as_dict() for each in data_tables]
    return json.dumps({"page": tree.page, "url": tree.url, "tables": rows}, ensure_ascii=False) + "\n"


def _text(tree: Tree, data_tables: list[DataTable]) -> str:
    """The tables of a page, for people."""
    if not data_tables:
        return f"{escaped(tree.page)}: no data tables found\n"
    return "".join(_data(tree, each) if each.genuine else _refusal(tree, each) for each in data_tables)


def _refusal(tree: Tree, each: DataTable) -> str:
    return f"{escaped(tree.page)}: table {each.index} holds no data: {each.reason}\n"


def _data(tree: Tree, each: DataTable) -> str:
    """A data table for people: a head line, then its records, a line each."""
    rows, columns = each.shape
    caption = f" “{printable(each.caption, 60)}”" if each.caption else ""
    lines = [f"{escaped(tree.page)}: table {each.index}{caption}, {rows} x {columns}, headers: {each.orientation}"]
    for i, record in enumerate(each.records[:_MAX_RECORDS], 1):
        pairs = (f"{printable(name, 40)}: {printable(value, 40)}" for name, value in record.items() if value)
        lines.append(f"{i:5}  " + " | ".join(pairs))
    if len(each.records) > _MAX_RECORDS:
        lines.append(f"       ... {len(each.records) - _MAX_RECORDS:,} more records")
    return "\n".join(lines) + "\n"
