"""`weblode extract`: from an application ontology and pages to rows in a database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.output import DEFAULT_FORMAT, NothingFound, chosen_format
from weblode.cli.reading import Reading, max_matching, page_arguments
from weblode.records import FACTORS
from weblode.terminal import show, tell

if TYPE_CHECKING:
    from weblode.application.layout import TablePlan
    from weblode.application.model import Application
    from weblode.application.pieces import Extraction, ExtractOptions


def _letters(_: click.Context, __: click.Parameter, value: str) -> str:
    from weblode.application.pieces import HEURISTICS

    letters = value.upper()
    if not letters or set(letters) - set(HEURISTICS):
        raise click.BadParameter(f"{value!r} is not made of the letters {HEURISTICS}")
    return letters


class _OptionalNumber(click.Command):
    """A command whose option --explain may stand without a number: then it is 0."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        following = [*args[1:], ""]
        end = args.index("--") if "--" in args else len(args)
        numbered = [
            "--explain=0" if arg == "--explain" and not after.isdecimal() and i < end else arg
            for i, (arg, after) in enumerate(zip(args, following, strict=True))
        ]
        return super().parse_args(ctx, numbered)


@click.command(cls=_OptionalNumber)
@click.option(
    "--ontology",
    "name",
    metavar="NAME|FILE",
    required=True,
    help="Application ontology: a TOML file, or the name of a bundled one.",
)
@click.option("--db", "address", metavar="URL", help="Database: a file for SQLite, sqlite:///... or postgresql://...")
@click.option(
    "--explain",
    "explain",
    type=click.IntRange(0),
    metavar="[RECORD]",
    help="Explain how this record was extracted; without a number, all matches on the page.",
)
@click.option(
    "--method",
    type=click.Choice(["ours", "byu"]),
    default="ours",
    show_default=True,
    help="ours: lists and pages about one thing. byu: the separators of the thesis, and the whole page.",
)
@click.option(
    "--heuristics",
    default="ORSIH",
    show_default=True,
    callback=_letters,
    help="Heuristics that vote on the separator: O for OM, R RP, S SD, I IT, H HT.",
)
@click.option(
    "--factors",
    type=click.Choice(FACTORS),
    default=FACTORS[0],
    show_default=True,
    help="Certainty factors: our estimates, or the paper's.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    help=f"text: for people. json: one line per page. {DEFAULT_FORMAT}",
)
@max_matching
@page_arguments
def extract(
    sources: tuple[str, ...],
    *,
    name: str,
    address: str | None,
    explain: int | None,
    heuristics: str,
    factors: str,
    method: str,
    form: str | None,
    **limits: Any,
) -> None:
    """Fill a database from pages, by an application ontology.

    A page is a list of records, or about one thing; pages of one site that are given together help each other. The
    ontology defines the database scheme, what to look for, and how to tell where a record ends. Either all rows are
    loaded or none; loading the same page again changes nothing. Without --db, the rows are shown but not loaded.
    """
    from weblode.application import files
    from weblode.application.pieces import ExtractOptions

    application = files.load(name)
    reading = Reading(sources, limits)
    options = ExtractOptions(heuristics, factors, reading.limits.matching, method)
    extractions = _extractions(reading, application, options)
    _run(
        extractions,
        application,
        address=address,
        form=chosen_format(form or (None if explain is None else "text"), None),
        explain=explain,
    )
    reading.finish()


def _extractions(reading: Reading, application: Application, options: ExtractOptions) -> Iterator[Extraction]:
    from weblode.application.extract import extract_tables
    from weblode.application.pieces import recognise_page

    tables = reading.each(lambda tree: recognise_page(tree, application, options))
    return extract_tables(tables, application, options=options)


def _run(
    extractions: Iterator[Extraction], application: Application, *, address: str | None, form: str, explain: int | None
) -> None:
    """Show each page as it is finished, and load it if a database is named."""
    from weblode.application.layout import layout

    plans = layout(application)
    if address is None:
        _show(extractions, plans, form=form, explain=explain)
        return
    from weblode.application.populate import open_loader

    with open_loader(application, address) as loader:

        def loaded() -> Iterator[Extraction]:
            for extraction in extractions:
                loader.add(extraction)
                yield extraction

        _show(loaded(), plans, form=form, explain=explain)
    done = loader.done
    tell(f"{done.rows:,} rows loaded of {done.pages:,} pages: {done.unchanged:,} unchanged, {done.replaced:,} replaced")


def _show(extractions: Iterator[Extraction], plans: tuple[TablePlan, ...], *, form: str, explain: int | None) -> None:
    from weblode.application import explain as words

    tally, nothing = words.FieldTally(plans), NothingFound("record")
    for extraction in extractions:
        tally.add(extraction)
        if not extraction.records:
            nothing.add(extraction.text.tree.page)
        if form == "json":
            show(json.dumps(words.as_dict(extraction, plans), ensure_ascii=False))
            continue
        if extraction.records:
            show(words.line(extraction, plans))
        if explain == 0:
            for line in words.explain_page(extraction):
                show(line)
        elif explain and explain <= len(extraction.records):
            for line in words.explain_record(extraction, explain):
                show(line)
        elif explain and extraction.records:
            tell(f"{extraction.text.tree.page}: there is no record {explain}, the page has {len(extraction.records)}")
    nothing.finish()
    if form == "text" and tally.records:
        for line in tally.lines():
            show(line)
