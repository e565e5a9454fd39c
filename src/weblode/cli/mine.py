"""`weblode mine`: the main job, from home pages to a taxonomy with its instances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.reading import Progress, page_limits, tell
from weblode.limits import Limits

if TYPE_CHECKING:
    from weblode.ontology.model import Ontology


@click.command()
@click.argument("homes", metavar="HOME...", nargs=-1, required=True)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder for all."
)
@click.option(
    "--depth", "levels", type=click.IntRange(0), default=1, show_default=True, help="Levels of concepts to follow."
)
@click.option("--support", type=click.IntRange(1), default=2, show_default=True, help="Sites that must share a label.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Most instances of a page. [all]")
@click.option("--max-pages", type=click.IntRange(1), default=1000, show_default=True, help="Most pages in all.")
@click.option(
    "--delay", type=click.FloatRange(0), default=1.0, show_default=True, help="Seconds between requests to a host."
)
@click.option(
    "--concurrency", type=click.IntRange(1), default=1, show_default=True, help="Requests to a host at a time."
)
@click.option(
    "--retries", type=click.IntRange(0, 100), default=2, show_default=True, help="More tries where a server fails."
)
@page_limits
def mine(
    homes: tuple[str, ...],
    *,
    output: Path,
    levels: int,
    support: int,
    most: int | None,
    max_pages: int,
    delay: float,
    concurrency: int,
    retries: int,
    **limits: Any,
) -> None:
    """Mine the home pages of a few sites that overlap: their taxonomy, its instances, a knowledge graph.

    HOME is an address, a saved page in a folder, a folder, a WARC archive, or FILE=URL (with --depth 0). Pages from the
    web are kept in the folder; the same command goes on where it was stopped.
    """
    from weblode import mining
    from weblode.losses import warnings
    from weblode.pages.choice import opened
    from weblode.pages.crawl import Options

    output.mkdir(parents=True, exist_ok=True)
    bounds = Limits(**limits)
    polite = Options(delay, concurrency, retries=retries, max_pages=max_pages, limits=bounds)
    with Progress(at_end=True) as progress:
        told = progress.part()
        with opened(homes, output, polite, tell=progress.part()) as source:
            options = mining.Options(depth=levels, support=support, most=most, limits=bounds)
            found = mining.mine(homes, source, options=options, tell=told)
    write(found, output)
    for line in mining.report(found):
        click.echo(line)
    for line in warnings(found):
        tell(line)
    if not found.concepts:
        raise click.ClickException("no concepts were found; sites must share labels: name two or more that overlap")


def write(found: Ontology, output: Path) -> None:
    """Write the files and the graph, each whole or as it was before, and clear away what a killed run has left."""
    from weblode.formats import clean
    from weblode.ontology import files, graph, rdf, store
    from weblode.pages.crawl import LOCK, locked

    with locked(str(output / LOCK)):
        files.write(found, output)
        for suffix in ("ttl", "rdf", "jsonld"):
            rdf.write(found, output / f"taxonomy.{suffix}")
        store.write(graph.triples(found), output)
        clean(output)
