"""`weblode at-scale`: a task on a whole crawl, in a folder, continued after a kill."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from weblode.cli.progress import Progress
from weblode.cli.reading import chosen_jobs, jobs_option
from weblode.errors import RuleError
from weblode.terminal import tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from weblode.batches.runs import ScaleRun, ShardDone
    from weblode.batches.tasks import AnyRule

_TASKS = ("records", "tables", "outline", "details", "apply", "pages", "labels")
_MB = 1 << 20


@click.command("at-scale")
@click.option("-o", "--output", metavar="FOLDER", required=True, help="Folder of the results; run again, it continues.")
@click.option("--task", type=click.Choice(_TASKS), default=_TASKS[0], show_default=True, help="What to make of a page.")
@click.option(
    "--rule", "rules", metavar="RULE.json", multiple=True, help="apply: a rule; of several, the first that fits a page."
)
@click.option(
    "--engine",
    type=click.Choice(["local", "spark"]),
    default="local",
    show_default=True,
    help="local: processes of this machine. spark: the tasks of a Spark session.",
)
@click.option("--master", metavar="URL", help="spark: where, such as local[4] or spark://host:7077. [spark-submit's]")
@click.option(
    "--shard-size",
    type=click.IntRange(1, 1 << 20),
    metavar="MB",
    default=64,
    show_default=True,
    help="Size of a piece of work: what is done again after a kill.",
)
@click.option("--url-column", default="url", show_default=True, help="Parquet: the column of addresses.")
@click.option("--html-column", default="html", show_default=True, help="Parquet: the column of pages.")
@click.option(
    "--home-pages", is_flag=True, help="Only pages whose address is that of a host alone, as for --task labels."
)
@jobs_option
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
def at_scale(
    sources: tuple[str, ...],
    *,
    output: str,
    task: str,
    rules: tuple[str, ...],
    engine: str,
    master: str | None,
    shard_size: int,
    url_column: str,
    html_column: str,
    home_pages: bool,
) -> None:
    """Do a task on a whole crawl: WARC and Parquet files, and folders of pages.

    Files and the folder may be in an object store (s3://BUCKET/NAME), where a FILE may have * and ? in it.

    The folder gets Parquet files: results by task, and failures, a row for each page that failed, with the reason. The
    same command on the same folder continues a run that was stopped or killed: no page is missing, and none is there
    twice.
    """
    from weblode.batches.runs import open_run
    from weblode.batches.tasks import TaskOptions

    if bool(rules) != (task == "apply"):
        raise click.UsageError("--task apply and --rule belong together")
    if master is not None and engine != "spark":
        raise click.UsageError("--master is for --engine spark")
    learnt = tuple(map(_load_rule, rules))
    options = TaskOptions(rules=learnt, url_column=url_column, html_column=html_column, home_pages=home_pages)
    jobs = chosen_jobs()
    run = open_run(output, sources, task, options, shard_bytes=shard_size * _MB, jobs=jobs)
    with run.lock():
        run.clean()
        before = len(run.shards) - len(run.left())
        if before:
            tell(f"{output}: {before:,} of {len(run.shards):,} shards are done already")
        try:
            _watch(run, _start(run, engine, jobs, master))
        except KeyboardInterrupt:
            tell("stopped; the same command continues")
            raise click.exceptions.Exit(130) from None
    _summarise(run, output)


def _load_rule(path: str) -> AnyRule:
    from weblode.details.rule import DetailRule
    from weblode.rules.document import DETAILS, kind_in
    from weblode.rules.rule import Rule

    return DetailRule.load(path) if kind_in(path) == DETAILS else Rule.load(path)


def _start(run: ScaleRun, engine: str, jobs: int, master: str | None) -> Iterator[ShardDone]:
    if engine == "local":
        from weblode.batches.local import run_locally

        return run_locally(run, jobs)
    from weblode.spark.runs import open_session, run_on_spark

    return run_on_spark(run, open_session(master))


def _watch(run: ScaleRun, results: Iterator[ShardDone]) -> None:
    """Show how far a run is, and what failed in each shard."""
    pages = failed = shards = 0
    started = time.monotonic()
    with Progress(at_end=True) as progress:
        show = progress.part()
        for done in results:
            pages, failed, shards = pages + done.pages, failed + done.failed, shards + 1
            rate = pages / max(time.monotonic() - started, 1e-9)
            show(f"{shards:,} of {len(run.shards):,} shards, {pages:,} pages, {failed:,} failed, {rate:,.0f} pages/s")


def _summarise(run: ScaleRun, output: str) -> None:
    results = run.done().values()
    pages, failed, rows = (sum(getattr(each, name) for each in results) for name in ("pages", "failed", "rows"))
    tell(f"{output}: {pages:,} pages in {len(results):,} shards, {rows:,} rows in {run.task}/, {failed:,} failed")
    if failed == pages and pages:
        raise RuleError("no page fits the rules") if run.task == "apply" else click.exceptions.Exit(1)
