"""`weblode extract`: from an application ontology and pages to rows in a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from weblode.cli.output import DEFAULT_FORMAT, NothingFound, chosen_format
from weblode.cli.reading import Reading, jobs_option, max_matching, page_arguments
from weblode.records import FACTORS
from weblode.terminal import show, tell

if TYPE_CHECKING:
    from weblode.application.explain import PageTally
    from weblode.application.layout import TablePlan
    from weblode.application.model import Application
    from weblode.application.pieces import Extraction, ExtractOptions


Result = TypeVar("Result")
_BATCH = 16  # pages that a process reads at a time if they do not help each other


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
@jobs_option
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
    from weblode.application.layout import layout
    from weblode.application.pieces import ExtractOptions

    application = files.load(name)
    reading = Reading(sources, limits)
    options = ExtractOptions(heuristics, factors, reading.limits.matching, method)
    output_form = chosen_format(form or (None if explain is None else "text"), None)
    _run(reading, application, options, address, _PageWords(layout(application), output_form, explain))
    reading.finish()


def _run(
    reading: Reading, application: Application, options: ExtractOptions, address: str | None, words: _PageWords
) -> None:
    """Show each page as it is finished, and load it if a database is named."""
    if address is None:
        _show(_pages(reading, application, options, words.of), words)
        return
    from weblode.application.populate import open_loader

    with open_loader(application, address) as loader:

        def loaded() -> Iterator[_PageReport]:
            for report, rows in _pages(reading, application, options, lambda each: (words.of(each), loader.rows(each))):
                loader.load(rows)
                yield report

        _show(loaded(), words)
    done = loader.done
    tell(f"{done.rows:,} rows loaded of {done.pages:,} pages: {done.unchanged:,} unchanged, {done.replaced:,} replaced")


def _pages(
    reading: Reading, application: Application, options: ExtractOptions, report: Callable[[Extraction], Result]
) -> Iterator[Result]:
    """What `report` says of each page; pages are divided among processes as they are read together."""
    from weblode.application.extract import WINDOW, window_reader
    from weblode.application.pieces import recognise_page
    from weblode.pages.html import parse

    read = window_reader(application, options)
    if reading.jobs > 1:  # loads and compiles all that the processes need, once
        read([recognise_page(parse(b"<p>0"), application)])
    return reading.each_window(
        lambda tree: recognise_page(tree, application, options),
        lambda tables: map(report, read(tables)),
        size=WINDOW if options.method == "ours" else 1 if reading.jobs == 1 else _BATCH,
    )


class _PageReport(NamedTuple):
    """What is said of a page."""

    page: str
    lines: list[str]
    warning: str
    tally: PageTally


class _PageWords:
    """Makes the lines on pages: in JSON, for people, or with the explanation of a record or of all matches (0)."""

    def __init__(self, plans: tuple[TablePlan, ...], form: str, explain: int | None) -> None:
        self.plans, self.form, self._explain = plans, form, explain

    def of(self, extraction: Extraction) -> _PageReport:
        """What is said of a page."""
        from weblode.application import explain

        page, records = extraction.text.tree.page, extraction.records
        lines, warning = [], ""
        if self.form == "json":
            lines = [json.dumps(explain.as_dict(extraction, self.plans), ensure_ascii=False)]
        else:
            lines = [explain.line(extraction, self.plans)] if records else []
            if self._explain == 0:
                lines += explain.explain_page(extraction)
            elif self._explain and self._explain <= len(records):
                lines += explain.explain_record(extraction, self._explain)
            elif self._explain and records:
                warning = f"{page}: there is no record {self._explain}, the page has {len(records)}"
        return _PageReport(page, lines, warning, explain.tally(extraction))


def _show(reports: Iterator[_PageReport], words: _PageWords) -> None:
    from weblode.application.explain import FieldTally

    tally, nothing = FieldTally(words.plans), NothingFound("record")
    for report in reports:
        tally.add(report.tally)
        if not report.tally.records:
            nothing.add(report.page)
        for line in report.lines:
            show(line)
        if report.warning:
            tell(report.warning)
    nothing.finish()
    if words.form == "text" and tally.records:
        for line in tally.lines():
            show(line)
