"""What engines cost above the plain function: `python -m bench.engines FOLDER`, in the environment of test-scale.

The records of the same WARC files, by `weblode.batches.process`, the same guarded, and by Spark, Daft and Ray, each in
a process of its own with two workers. The time is that of the processor, of all processes that take part (Linux). Each
engine first does two files of one page, twice: that is start-up, and is not in the time of the pages. Engines take
turns for some rounds, and the best of each counts: a machine that others use too makes the same work take longer.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.at_scale import write_crawl
from bench.data import page_files, spread
from bench.memory import descendants

TASK = "records"
Run = Callable[[list[str]], object]


def _plain() -> Run:
    from weblode.batches import process

    return lambda paths: sum(len(batch) for batch in process(paths, TASK))


def _guarded() -> Run:
    from weblode.batches.guard import process_guarded

    return lambda paths: sum(len(batch) for batch in process_guarded(paths, TASK))


def _spark() -> Run:
    from pyspark.sql import SparkSession

    from weblode import spark as weblode_spark
    from weblode.spark.runs import JAVA_OPTIONS

    builder: Any = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.log.level", "OFF")
    session = builder.config("spark.driver.extraJavaOptions", JAVA_OPTIONS).getOrCreate()

    def run(paths: list[str]) -> None:
        results = weblode_spark.records(weblode_spark.files(session, paths))
        results.write.format("noop").mode("overwrite").save()

    return run


def _daft() -> Run:
    import daft

    records = import_module("examples.daft_records").records

    def run(paths: list[str]) -> object:
        files = daft.from_pydict({"path": paths}).into_partitions(len(paths))
        return files.select(records(files["path"]).alias("row")).explode("row").count_rows()

    return run


def _ray() -> Run:
    import pyarrow as pa
    import ray

    records = import_module("examples.ray_records").records
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")

    def run(paths: list[str]) -> object:
        files = ray.data.from_arrow([pa.table({"path": [path]}) for path in paths])
        return files.map_batches(records, batch_format="pyarrow", batch_size=1).count()

    return run


ENGINES: dict[str, tuple[str, Callable[[], Run]]] = {
    "plain": ("weblode", _plain),
    "guarded": ("weblode", _guarded),
    "spark": ("pyspark", _spark),
    "daft": ("daft", _daft),
    "ray": ("ray", _ray),
}


def processor_seconds() -> float:
    """Seconds of the processor of this process, of all below it, and of those that they have waited for."""
    ticks = 0
    for pid in (os.getpid(), *descendants(os.getpid())):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        ticks += sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(engine: str, small: list[str], paths: list[str]) -> tuple[float, float]:
    """Seconds of the processor to start an engine, and for some files."""
    run = ENGINES[engine][1]()
    for _ in range(2):
        run(small)
    start = processor_seconds()
    run(paths)
    return start, processor_seconds() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--engine", choices=ENGINES, help="for the processes of this command")
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default=",".join(ENGINES), help="engines, the plain function first")
    arguments = parser.parse_args()
    if arguments.engine:
        print(*measure(arguments.engine, arguments.paths[:2], arguments.paths[2:]))
        return
    source = spread(page_files(Path(arguments.paths[0])), arguments.pages)
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name, each) for each in ("small", "a", "b", "c", "d")]
        for folder in folders:
            folder.mkdir()
        small = write_crawl(source[:1], folders[0], 1)[0] * 2
        quarters = [write_crawl(source[i::4], folders[i + 1], len(source[i::4])) for i in range(4)]
        paths, size = [path for each, _ in quarters for path in each], sum(size for _, size in quarters)
        print(f"{len(source):,} pages, {size / 1e6:,.0f} MB in {len(paths)} WARC files; seconds of the processor")
        print(f"{'engine':8} {'start-up':>9} {'pages':>8} {'ms a page':>10} {'above plain':>12} {'ms a MB above':>14}")
        engines = [name for name in arguments.only.split(",") if find_spec(ENGINES[name][0]) is not None]
        times = [[_in_a_process(engine, [*small, *paths]) for engine in engines] for _ in range(arguments.rounds)]
        plain = 0.0
        for i, engine in enumerate(engines):
            start, took = (min(row[i][part] for row in times) for part in (0, 1))
            plain = plain or took
            figures = f"{1000 * took / len(source):10.2f} {took / plain - 1:12.1%} {(took - plain) / size * 1e9:14.1f}"
            print(f"{engine:8} {start:9.1f} {took:8.1f} {figures}", flush=True)


def _in_a_process(engine: str, paths: list[str]) -> tuple[float, float]:
    command = [sys.executable, "-m", "bench.engines", "--engine", engine, *paths]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    done = subprocess.run(command, check=True, env=environment, text=True, **pipes)  # type: ignore[call-overload]
    start, took = map(float, done.stdout.splitlines()[-1].split())
    return start, took


if __name__ == "__main__":
    main()
