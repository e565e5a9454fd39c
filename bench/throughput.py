"""What a page costs by task: `python -m bench.throughput FOLDER [--pages N]`, on one core.

For each task of `weblode.batches.process`: pages and megabytes a second of processor time, the best of some rounds; the
rows of a page, and the bytes of a page's results in Parquet (zstd). Pages are taken evenly from all sets of the
folder; what reading a WARC file takes alone is the first row.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

import weblode
from bench.at_scale import write_crawl
from bench.data import page_files, spread
from weblode.batches import process
from weblode.batches.shards import source_pages
from weblode.batches.tasks import TaskOptions
from weblode.errors import RuleError

TASKS = ("pages", "records", "apply", "tables", "outline", "details", "labels")


def best(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """The least processor time of some rounds, and what the work gave."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        result = work()
        times.append(time.process_time() - start)
    return min(times), result


def rule_of(files: list[Path]) -> Any:
    """The rule of the first page that teaches one: what "apply" costs depends little on which."""
    for path in files:
        try:
            return weblode.learn(path)
        except RuleError:
            continue
    raise SystemExit("no page of the folder has a list of records")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    files = spread(page_files(arguments.folder), arguments.pages)
    options = TaskOptions(rules=(rule_of(files),))
    with tempfile.TemporaryDirectory() as folder:
        paths, size = write_crawl(files, Path(folder), len(files))
        print(f"{len(files):,} pages, {size / len(files) / 1000:,.0f} KB a page, from WARC")
        print(f"{'task':10} {'ms a page':>10} {'pages/s':>8} {'MB/s':>7} {'rows a page':>12} {'bytes a page':>13}")
        read, _ = best(lambda: sum(1 for _ in source_pages(paths, options)), arguments.rounds)
        print(
            f"{'read':10} {1000 * read / len(files):10.2f} {len(files) / read:8.0f} {size / 1e6 / read:7.1f}",
            flush=True,
        )
        for task in TASKS:
            took, batches = best(lambda task=task: list(process(paths, task, options)), arguments.rounds)  # type: ignore[misc]
            sink = BytesIO()
            table = pa.Table.from_batches(batches)
            parquet.write_table(table, sink, compression="zstd")
            print(
                f"{task:10} {1000 * took / len(files):10.2f} {len(files) / took:8.0f} {size / 1e6 / took:7.1f} "
                f"{len(table) / len(files):12.1f} {len(sink.getvalue()) / len(files):13,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
