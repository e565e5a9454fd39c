"""`weblode taxonomy`: the taxonomy of many sites, from the labels that `weblode at-scale` read on their home pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from weblode.cli.mine import check_result, show_result
from weblode.cli.output import FORCE, check_run_folder
from weblode.cli.progress import Progress


class _LabelSource(click.Path):
    """A file or folder that is there, or an address of an object store."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from weblode.batches.stores import is_store

        return value if is_store(value) else super().convert(value, param, ctx)


@click.command()
@click.argument("sources", metavar="LABELS...", nargs=-1, required=True, type=_LabelSource(exists=True))
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for all results."
)
@FORCE
@click.option(
    "--support", type=click.IntRange(1), default=2, show_default=True, help="How many sites must share a label."
)
@click.option("--semantics", is_flag=True, help="Merge labels of different sites that are above the same labels.")
def taxonomy(sources: tuple[str, ...], *, output: Path, support: int, semantics: bool) -> None:
    """Make the taxonomy of many sites from the labels of their home pages.

    LABELS is the folder of `weblode at-scale --task labels`, or Parquet files with such rows, as Spark writes them,
    also in an object store (s3://BUCKET/NAME). The results are those of `weblode mine --depth 0` for the same home
    pages, and the folder is as that of `weblode mine`.
    """
    from weblode.mining.labelled import mine_labels
    from weblode.mining.miner import MineOptions

    options = MineOptions(depth=0, support=support, semantics=semantics)
    with Progress(at_end=True) as display:
        check_run_folder(output)
        facts = mine_labels(sources, output, options=options, listener=display)
        check_result(facts, output)
        display.finished(facts.figures)
    show_result(facts, output)
