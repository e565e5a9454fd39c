"""`weblode mine`: the main job, from home pages to a taxonomy with its instances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.progress import shown
from weblode.cli.reading import Seconds, limit_options
from weblode.limits import Limits
from weblode.terminal import escaped, show

if TYPE_CHECKING:
    from weblode.report.facts import MineResult


@click.command()
@click.argument("homes", metavar="HOME...", nargs=-1, required=True)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder for all."
)
@click.option(
    "--depth", "levels", type=click.IntRange(0), default=1, show_default=True, help="Levels of concepts to follow."
)
@click.option("--support", type=click.IntRange(1), default=2, show_default=True, help="Sites that must share a label.")
@click.option("--semantics", is_flag=True, help="Put labels together that mean the same by what the sites say of them.")
@click.option("--max-pages", type=click.IntRange(1), default=1000, show_default=True, help="Most pages in all.")
@click.option(
    "--max-per-concept",
    type=click.IntRange(1),
    metavar="N",
    help="Most items followed below a concept on a site. [all]",
)
@click.option(
    "--list-pages", type=click.IntRange(1), default=3, show_default=True, help="Most pages of a list that goes on."
)
@click.option(
    "--delay",
    type=Seconds(min=0, max=1e6),
    metavar="S",
    default=1.0,
    show_default=True,
    help="Seconds between requests to a host.",
)
@click.option(
    "--concurrency", type=click.IntRange(1), default=1, show_default=True, help="Requests to a host at a time."
)
@click.option(
    "--retries", type=click.IntRange(0, 100), default=2, show_default=True, help="More tries where a server fails."
)
@click.option(
    "--progress",
    type=click.Choice(["auto", "json", "none"]),
    default="auto",
    show_default=True,
    help="How far the work is, on stderr: for a terminal, as lines of JSON, or not at all.",
)
@limit_options
def mine(
    homes: tuple[str, ...],
    *,
    output: Path,
    levels: int,
    support: int,
    semantics: bool,
    max_pages: int,
    max_per_concept: int | None,
    list_pages: int,
    delay: float,
    concurrency: int,
    retries: int,
    progress: str,
    **limits: Any,
) -> None:
    """Mine the home pages of a few sites that overlap: their taxonomy, its instances, a knowledge graph.

    HOME is an address, a saved page in a folder, a folder, a WARC archive, or FILE=URL (with --depth 0). All that is
    found, and the pages from the web, are kept in the folder. Stopped, the same command goes on where it was; once it
    has finished, it is an update: pages are fetched anew, and what changed is told.
    """
    from weblode.mining.job import mine as mine_sites
    from weblode.mining.miner import MineOptions
    from weblode.report import text
    from weblode.sources.choice import only_file_urls
    from weblode.sources.crawl import CrawlOptions
    from weblode.sources.offline import REMEDY

    crawl = CrawlOptions(delay, concurrency, retries=retries, max_pages=max_pages)
    options = MineOptions(
        depth=levels,
        support=support,
        semantics=semantics,
        list_pages=list_pages,
        max_per_concept=max_per_concept,
        limits=Limits(**limits),
    )
    with shown(progress) as told:
        if levels and only_file_urls(homes):
            raise click.UsageError(f"links of the given files cannot be followed: {REMEDY}")
        try:
            facts = mine_sites(homes, output, options=options, crawl=crawl, listener=told)
        except KeyboardInterrupt:
            told.stopped("stopped; the same command goes on where it was")
            raise
        _check(facts, output)
        told.finished(facts.figures)
    for line in text.lines(facts):
        show(line)
    where, report = escaped(str(output)), escaped(str(output / "report.html"))
    show(f"\neverything is in {where}: look at {report}, or tidy up with `weblode serve {where}`")


def _check(facts: MineResult, output: Path) -> None:
    """None; the command ends with the reason if nothing was found."""
    from weblode.report.facts import pluralize

    sites = len(facts.ontology.sites)
    if not sites:
        raise click.ClickException("nothing was left: none of the home pages could be had")
    if not facts.ontology.concepts:
        why = "sites must share labels: name two or more that overlap"
        if sites == 1:
            why = f"{output / 'report.html'} says what was left out and why; a second site that overlaps may help"
        raise click.ClickException(f"no concepts were found on {pluralize(sites, 'home page')}; {why}")
