"""`weblode bench`: quality and speed on pages with gold."""

from __future__ import annotations

from pathlib import Path

import click

from weblode.outline import METHODS as OUTLINE
from weblode.outline import SEGMENTS
from weblode.records import FACTORS
from weblode.records import METHODS as RECORDS
from weblode.tables import METHODS as TABLES
from weblode.terminal import show

_METHODS = tuple(dict.fromkeys((*RECORDS, *OUTLINE, *SEGMENTS, *TABLES)))


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--method",
    "methods",
    type=click.Choice(_METHODS),
    multiple=True,
    help="Method to measure; can be repeated. [all]",
)
@click.option(
    "--factors",
    type=click.Choice(FACTORS),
    default=FACTORS[0],
    show_default=True,
    help="records: certainty factors: our estimates, or the paper's.",
)
def bench(data: Path, methods: tuple[str, ...], factors: str) -> None:
    """Measure quality and speed on a folder of pages with gold.

    DATA, or each folder in it, is a set of pages: a folder `pages`, with gold for records, segments or tables in
    `gold.json`, or gold for outlines in a folder `outline`.
    """
    from weblode.evaluate.quality import report

    empty = True
    for line in report(data, methods or _METHODS, factors):
        show(line)
        empty = False
    if empty:
        raise click.ClickException(f"{data}: no set of pages with gold for {', '.join(methods) or 'any method'}")
