"""A run in a folder (`weblode.batches.runs`) on Spark: each task takes a shard, reads it, and writes its files."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from weblode.batches.guard import guarded_steps
from weblode.batches.runs import ScaleRun, ShardDone
from weblode.batches.shards import Shard
from weblode.errors import WeblodeError, require
from weblode.spark import spark_schema
from weblode.subprocesses import interpreter

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import SparkSession

# Java only passes batches on: to compile that thoroughly, and to collect garbage by several threads, takes twice the
# time of the processor that it saves (`python -m bench.engines`).
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def run_on_spark(run: ScaleRun, session: SparkSession) -> Iterator[ShardDone]:
    """What became of each shard that was not done. The workers must see sources and folder under the same names."""
    import pyarrow as pa

    left = run.left()
    if not left:
        return
    types = [(name, pa.int64()) for name in ("number", "pages", "failed", "rows")]
    rows = [(number, json.dumps(asdict(run.shards[number]))) for number in left]
    tasks = session.createDataFrame(session.sparkContext.parallelize(rows, len(rows)), "number long, shard string")
    work = _WriteShards(replace(run, shards=()))  # a task gets its own, not all
    # Not by toLocalIterator, which would run one task after the other.
    for row in tasks.mapInArrow(work, spark_schema(pa.schema(types))).collect():
        yield ShardDone(**row.asDict())


@dataclass(frozen=True)
class _WriteShards:
    """Writes the results of the shards that come with their numbers."""

    run: ScaleRun

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow as pa

        for row in (row for batch in batches for row in batch.to_pylist()):
            document = json.loads(row["shard"])
            shard = Shard(tuple(document["paths"]), document["start"], document["end"])
            done = self.run.write(row["number"], guarded_steps([shard], self.run.task, self.run.options))
            yield pa.RecordBatch.from_pylist([asdict(done)])


def open_session(master: str | None = None) -> SparkSession:
    """The Spark session of this process, or a new one; its workers on this machine run the same Python.

    Raises WeblodeError if there is no Spark or no Java.
    """
    require("pyspark", "weblode[spark]")
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    if find_java() is None:
        raise WeblodeError("Spark needs Java, which is not installed: apt install openjdk-17-jre-headless")
    builder = SparkSession.builder.appName("weblode")
    if master is not None:
        builder = builder.master(master)
    if master is not None and master.startswith("local"):
        builder = builder.config("spark.pyspark.python", interpreter())
        builder = builder.config("spark.driver.extraJavaOptions", JAVA_OPTIONS)
    try:
        return builder.getOrCreate()
    except PySparkException as error:
        raise WeblodeError(f"there is no Spark session: {error}") from error


def find_java() -> str | None:
    """The path of Java; None if there is none."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=os.path.join(home, "bin")) if home else shutil.which("java")
