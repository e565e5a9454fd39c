"""What engines cost above the plain function: `python -m bench.engines FOLDER`, in the environment of test-scale.

The records of the same WARC files, by `weblode.batches.process`, the same guarded, and by Spark, Daft and Ray, each in
a process of its own with two workers. The time is that of the processor, of all processes that take part: those that
lose their parent are waited for too (Linux). What a run over two files of one page takes is start-up, and is taken off.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.at_scale import write_crawl
from bench.data import page_files, spread

TASK = "records"
_SUBREAPER = 36  # of prctl


def _plain(paths: list[str]) -> int:
    from weblode.batches import process

    return sum(len(batch) for batch in process(paths, TASK))


def _guarded(paths: list[str]) -> int:
    from weblode.batches.guard import process_guarded

    return sum(len(batch) for batch in process_guarded(paths, TASK))


def _spark(paths: list[str]) -> int:
    from pyspark.sql import SparkSession

    from weblode import spark as weblode_spark

    builder: Any = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.host", "127.0.0.1").config("spark.log.level", "OFF").getOrCreate()
    weblode_spark.run_task(weblode_spark.files(session, paths), TASK).write.format("noop").mode("overwrite").save()
    session.stop()
    return 0


def _daft(paths: list[str]) -> int:
    import daft

    records = import_module("examples.daft_records").records

    files = daft.from_pydict({"path": paths}).into_partitions(len(paths))
    return int(files.select(records(files["path"]).alias("row")).explode("row").count_rows())


def _ray(paths: list[str]) -> int:
    import pyarrow as pa
    import ray

    records = import_module("examples.ray_records").records

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    files = ray.data.from_arrow([pa.table({"path": [path]}) for path in paths])
    return int(files.map_batches(records, batch_format="pyarrow", batch_size=1).count())


ENGINES: dict[str, tuple[str, Callable[[list[str]], int]]] = {
    "plain": ("weblode", _plain),
    "guarded": ("weblode", _guarded),
    "spark": ("pyspark", _spark),
    "daft": ("daft", _daft),
    "ray": ("ray", _ray),
}


def seconds(engine: str, paths: list[str]) -> float:
    """Seconds of the processor that an engine takes for the records of some files, with all its processes."""
    before = _children()
    command = [sys.executable, "-m", "bench.engines", "--engine", engine, *paths]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "RAY_DISABLE_IMPORT_WARNING": "1"}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    with suppress(ChildProcessError):
        while True:
            os.wait()  # those that lost their parent
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--engine", choices=ENGINES)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", default=",".join(ENGINES), help="engines, the plain function first")
    arguments = parser.parse_args()
    if arguments.engine:
        print(ENGINES[arguments.engine][1](arguments.paths))
        return
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    source = spread(page_files(Path(arguments.paths[0])), arguments.pages)
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name, each) for each in ("small", "a", "b", "c", "d")]
        for folder in folders:
            folder.mkdir()
        small = write_crawl(source[:1], folders[0], 1)[0] * 2
        quarters = [source[i::4] for i in range(4)]
        made = [write_crawl(part, folder, len(part)) for part, folder in zip(quarters, folders[1:], strict=True)]
        paths, size = [path for each, _ in made for path in each], sum(size for _, size in made)
        print(f"{len(source):,} pages, {size / 1e6:,.0f} MB in {len(paths)} WARC files; seconds of the processor")
        print(f"{'engine':8} {'start-up':>9} {'pages':>8} {'ms a page':>10} {'above plain':>12} {'ms a MB above':>14}")
        plain = 0.0
        for engine, (module, _) in ENGINES.items():
            if find_spec(module) is None or engine not in arguments.only.split(","):
                continue
            start = min(seconds(engine, small) for _ in range(arguments.rounds))
            took = min(seconds(engine, paths) for _ in range(arguments.rounds)) - start
            plain = plain or took
            above = took - plain
            print(
                f"{engine:8} {start:9.1f} {took:8.1f} {1000 * took / len(source):10.2f} {above / plain:12.1%} "
                f"{1000 * above / (size / 1e6):14.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
