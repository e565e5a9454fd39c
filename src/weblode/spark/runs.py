"""A run in a folder (`weblode.batches.runs`) on Spark: each task takes a shard, reads it, and writes its files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from weblode.batches.guard import guarded_steps
from weblode.batches.runs import ScaleRun, ShardDone
from weblode.errors import WeblodeError, require
from weblode.spark import spark_schema
from weblode.subprocesses import interpreter

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import SparkSession


def run_on_spark(run: ScaleRun, session: SparkSession) -> Iterator[ShardDone]:
    """What became of each shard that was not done. The workers must see sources and folder under the same names."""
    import pyarrow as pa

    left = run.left()
    if not left:
        return
    types = [(name, pa.int64()) for name in ("number", "pages", "failed", "rows")]
    numbers = session.sparkContext.parallelize([(number,) for number in left], len(left))
    tasks = session.createDataFrame(numbers, "number long")
    for row in tasks.mapInArrow(_WriteShards(run), spark_schema(pa.schema(types))).toLocalIterator():
        yield ShardDone(**row.asDict())


@dataclass(frozen=True)
class _WriteShards:
    """Writes the results of the shards whose numbers come."""

    run: ScaleRun

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow as pa

        for batch in batches:
            for number in batch.column("number").to_pylist():
                shard = self.run.shards[number]
                done = self.run.write(number, guarded_steps([shard], self.run.task, self.run.options))
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
    try:
        return builder.getOrCreate()
    except PySparkException as error:
        raise WeblodeError(f"there is no Spark session: {error}") from error


def find_java() -> str | None:
    """The path of Java; None if there is none."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=os.path.join(home, "bin")) if home else shutil.which("java")
