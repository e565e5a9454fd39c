"""`weblode mine`: the main job, from home pages to a taxonomy with its instances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.following import PageCount, RenamedOptions
from weblode.cli.output import FORCE, check_run_folder
from weblode.cli.progress import progress_display
from weblode.cli.reading import chosen_jobs_for, jobs_option, limit_options
from weblode.cli.seconds import delay_option
from weblode.limits import Limits
from weblode.terminal import escaped, show

if TYPE_CHECKING:
    from weblode.report.facts import MineResult


@click.command(cls=RenamedOptions)
@click.argument("homes", metavar="HOME...", nargs=-1, required=True)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for all results."
)
@FORCE
@click.option(
    "--depth", "levels", type=click.IntRange(0), default=1, show_default=True, help="Levels of concepts to follow."
)
@click.option(
    "--support", type=click.IntRange(1), default=2, show_default=True, help="How many sites must share a label."
)
@click.option(
    "--semantics",
    is_flag=True,
    help="Merge labels of different sites that mean the same, judged by what is below them.",
)
@click.option(
    "--method",
    type=click.Choice(["weblode", "ontominer"]),
    default="weblode",
    show_default=True,
    help="How outlines and the taxonomy are made: our way, or the OntoMiner papers' for comparison.",
)
@click.option("--max-pages", type=click.IntRange(1), default=1000, show_default=True, help="Maximum pages in all.")
@click.option(
    "--max-per-concept",
    type=click.IntRange(1),
    metavar="N",
    help="Maximum items to follow below a concept on a site. [all]",
)
@click.option(
    "--follow",
    type=PageCount(),
    metavar="N|all",
    default=3,
    show_default=True,
    help="Pages to read of a list that goes on over several: up to N, or all (at most 1,000).",
)
@delay_option("Seconds between requests to a host.")
@click.option(
    "--concurrency", type=click.IntRange(1), default=1, show_default=True, help="Parallel requests to a host."
)
@click.option(
    "--retries", type=click.IntRange(0, 100), default=2, show_default=True, help="Retries when a server fails."
)
@click.option(
    "--progress",
    type=click.Choice(["auto", "json", "none"]),
    default="auto",
    show_default=True,
    help="Progress on stderr: a status line on a terminal, lines of JSON, or none.",
)
@jobs_option
@limit_options
def mine(
    homes: tuple[str, ...],
    *,
    output: Path,
    levels: int,
    support: int,
    semantics: bool,
    method: str,
    max_pages: int,
    max_per_concept: int | None,
    follow: int,
    delay: float,
    concurrency: int,
    retries: int,
    progress: str,
    **limits: Any,
) -> None:
    """Mine the home pages of a few sites that overlap: their taxonomy, its instances, a knowledge graph.

    HOME is an address, a saved page in a folder, a folder, a WARC archive, or FILE=URL (with --depth 0). The results
    and the pages from the web are kept in the output folder. An interrupted run continues with the same command. After
    a finished run the same command is an update: pages are fetched again, and the changes are reported.
    """
    from weblode.mining.job import mine as mine_sites
    from weblode.mining.miner import MineOptions
    from weblode.sources.choice import only_file_urls
    from weblode.sources.crawl import CrawlOptions
    from weblode.sources.offline import REMEDY

    crawl = CrawlOptions(delay, concurrency, retries=retries, max_pages=max_pages)
    options = MineOptions(
        depth=levels,
        support=support,
        semantics=semantics,
        method=method,
        follow=follow,
        max_per_concept=max_per_concept,
        limits=Limits(**limits),
        jobs=chosen_jobs_for(homes),
    )
    with progress_display(progress) as display:
        if levels and only_file_urls(homes):
            raise click.UsageError(f"links of the given files cannot be followed: {REMEDY}")
        check_run_folder(output)
        try:
            facts = mine_sites(homes, output, options=options, crawl=crawl, listener=display)
        except KeyboardInterrupt:
            display.stopped("stopped; run the same command to continue")
            raise
        check_result(facts, output)
        display.finished(facts.figures)
    show_result(facts, output)


def show_result(facts: MineResult, output: Path) -> None:
    """Print what was found, and where all of it is."""
    from weblode.report import text

    for line in text.lines(facts):
        show(line)
    where, report = escaped(str(output)), escaped(str(output / "report.html"))
    show(f"\neverything is in {where}: open {report}, or edit the results with `weblode serve {where}`")


def check_result(facts: MineResult, output: Path) -> None:
    """Raise an error that says why if there are no results."""
    from weblode.report.facts import pluralize

    sites = len(facts.ontology.sites)
    if not sites:
        raise click.ClickException("none of the home pages could be read")
    if not facts.ontology.concepts:
        remedy = "sites must share labels: name two or more that overlap"
        if sites == 1:
            remedy = f"{output / 'report.html'} says what was left out and why; a second site that overlaps may help"
        raise click.ClickException(f"no concepts were found on {pluralize(sites, 'home page')}; {remedy}")
