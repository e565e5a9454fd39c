"""`weblode demo`: the main job on generated sites."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp

import click

from weblode.cli.output import FORCE, check_run_folder
from weblode.cli.progress import progress_display
from weblode.terminal import escaped, show


@click.command()
@click.option("--sites", type=click.IntRange(2, 64), default=3, show_default=True, help="How many sites to generate.")
@click.option(
    "--kind",
    type=click.Choice(["news", "travel", "shop", "jobs"]),
    default="news",
    show_default=True,
    help="What the sites are about. All but news have no authors and no dates, facts in tables, and lists of prices.",
)
@click.option(
    "--articles", type=click.IntRange(1), default=60, show_default=True, help="Articles or items of each site."
)
@click.option("--seed", type=int, default=15, show_default=True, help="Seed of the generator.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Folder for all results. [a new one]"
)
@FORCE
def demo(sites: int, kind: str, articles: int, seed: int, output: Path | None) -> None:
    """Generate sites of a kind, mine them end to end, and compare the results with the truth.

    The sites are served on this machine only; nothing is fetched from the web.
    """
    from weblode.demo.compare import compare
    from weblode.demo.generate import generate
    from weblode.demo.serve import serve
    from weblode.demo.truth import truth
    from weblode.mining.job import mine
    from weblode.mining.miner import MineOptions
    from weblode.report import text
    from weblode.sources.crawl import CrawlOptions

    if output:
        check_run_folder(output)
    folder = output or Path(mkdtemp(prefix="weblode-demo-"))
    where = escaped(str(folder))
    with serve(generate(sites=sites, articles=articles, seed=seed, kind=kind)) as server:
        homes = server.web.homes()
        show(f"$ weblode mine --depth 2 --semantics -o {where} {' '.join(homes)}")
        crawl = CrawlOptions(delay=0, concurrency=8, max_pages=1_000_000)
        with progress_display("auto") as display:
            facts = mine(homes, folder, options=MineOptions(depth=2, semantics=True), crawl=crawl, listener=display)
        scores = compare(facts.ontology, truth(server.web)).rows()
    show("\n".join(text.lines(facts)))
    show(f"\n{'against the truth':24} {'precision':>10} {'recall':>8}")
    for name, score in scores:
        show(f"{name:24} {score.precision:10.3f} {score.recall:8.3f}")
    show(
        f"\neverything is in {where}: open {escaped(str(folder / 'report.html'))}, "
        f"try `weblode serve {where}` or `weblode query {where} --concepts`"
    )
