"""`weblode extract`: from an application ontology and pages to rows in a database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.reading import Reading, chosen_format, max_matching, page_arguments
from weblode.records import FACTORS
from weblode.terminal import show, tell

if TYPE_CHECKING:
    from weblode.application.extract import Extraction, ExtractOptions
    from weblode.application.layout import TablePlan
    from weblode.application.model import Application


def _letters(_: click.Context, __: click.Parameter, value: str) -> str:
    from weblode.application.extract import HEURISTICS

    letters = value.upper()
    if not letters or set(letters) - set(HEURISTICS):
        raise click.BadParameter(f"{value!r} has others than the letters {HEURISTICS}")
    return letters


@click.command()
@click.option("--ontology", "name", metavar="NAME|FILE", required=True, help="The ontology: a TOML file or a name.")
@click.option("--db", "address", metavar="URL", help="The database: a file for SQLite, sqlite:///..., postgresql://...")
@click.option("--explain", "explain", type=click.IntRange(1), metavar="RECORD", help="Why this record is as it is.")
@click.option(
    "--heuristics",
    default="ORSIH",
    show_default=True,
    callback=_letters,
    help="Who votes on the separator: O for OM, R RP, S SD, I IT, H HT.",
)
@click.option(
    "--factors",
    type=click.Choice(FACTORS),
    default=FACTORS[0],
    show_default=True,
    help="Certainty factors: our estimates or the paper's.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), help="text: for people. json: a line a page.")
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
    form: str | None,
    **limits: Any,
) -> None:
    """Fill a database with what pages say, by an application ontology.

    The ontology gives the scheme, what to look for, and what tells where a record ends. All is loaded or nothing; the
    same page again changes nothing. Without --db only what would be loaded is shown.
    """
    from weblode.application import files
    from weblode.application.extract import ExtractOptions

    application = files.load(name)
    reading = Reading(sources, limits)
    options = ExtractOptions(heuristics, factors, reading.limits.matching)
    found = _extractions(reading, application, options)
    _run(found, application, address=address, form=chosen_format(form, None), explain=explain)
    reading.finish()


def _extractions(reading: Reading, application: Application, options: ExtractOptions) -> Iterator[Extraction]:
    from weblode.application.extract import extract as find

    return reading.each(lambda tree: find(tree, application, options=options))


def _run(
    found: Iterator[Extraction], application: Application, *, address: str | None, form: str, explain: int | None
) -> None:
    """Show each page as it is done, and load it if there is a database."""
    from weblode.application.layout import layout

    plans = layout(application)
    if address is None:
        _shown(found, plans, form=form, explain=explain)
        return
    from weblode.application.populate import open_loader

    with open_loader(application, address) as loader:

        def loaded() -> Iterator[Extraction]:
            for extraction in found:
                loader.add(extraction)
                yield extraction

        _shown(loaded(), plans, form=form, explain=explain)
    done = loader.done
    tell(f"{done.rows:,} rows loaded of {done.pages:,} pages: {done.unchanged:,} unchanged, {done.replaced:,} replaced")


def _shown(found: Iterator[Extraction], plans: tuple[TablePlan, ...], *, form: str, explain: int | None) -> None:
    from weblode.application import explain as words

    kept = words.FieldTally(plans)
    for extraction in found:
        kept.add(extraction)
        if form == "json":
            show(json.dumps(words.as_dict(extraction, plans), ensure_ascii=False))
            continue
        show(words.line(extraction, plans))
        if explain and explain <= len(extraction.records):
            for line in words.explain_record(extraction, explain):
                show(line)
        elif explain:
            tell(f"{extraction.text.tree.page}: no record {explain}, it has {len(extraction.records)}")
    if form == "text":
        for line in kept.lines():
            show(line)
