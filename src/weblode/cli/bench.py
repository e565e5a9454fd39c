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
    help="What to measure; may be given again. [all]",
)
@click.option(
    "--factors",
    type=click.Choice(FACTORS),
    default=FACTORS[0],
    show_default=True,
    help="records: certainty factors.",
)
def bench(data: Path, methods: tuple[str, ...], factors: str) -> None:
    """Measure quality and speed on a folder of pages with gold.

    DATA, or each folder in it, is a set: `pages`, with `gold.json` of records, segments or tables, or `outline`.
    """
    from weblode.evaluate.quality import report

    none = True
    for line in report(data, methods or _METHODS, factors):
        show(line)
        none = False
    if none:
        raise click.ClickException(f"{data}: no set of pages with gold for {', '.join(methods) or 'any method'}")
