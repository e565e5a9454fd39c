"""weblode on Spark: DataFrames of pages or of the names of files in, DataFrames of results out.

A DataFrame of pages has the columns `url` and `html` (text or bytes); one of files has `path`, and perhaps `start` and
`end` (`weblode.batches.shards.Shard`), such as `files` gives: each task opens its own, so that names travel, pages do
not. The columns of the results are those of `weblode.batches.schemas`; rows with an `error` are pages that failed, and
`failures` has them. A page that ends its process ends no task (`weblode.batches.guard`). The workers need weblode with
the extra `spark`, and a folder that all of them see.

    from weblode import spark as weblode_spark
    books = weblode_spark.records(session.read.parquet("crawl.parquet"))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from weblode.batches.guard import process_guarded
from weblode.batches.schemas import schema_of
from weblode.batches.tasks import TaskOptions
from weblode.errors import require

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

    from weblode.batches.tasks import AnyRule
    from weblode.ontology import Ontology

__all__ = [
    "apply",
    "details",
    "failures",
    "files",
    "labels",
    "outline",
    "pages",
    "records",
    "sites",
    "tables",
    "taxonomy",
]


def files(session: SparkSession, sources: Sequence[str], *, shard_bytes: int | None = None) -> DataFrame:
    """The files of some paths and folders as a DataFrame, spread over partitions; large ones cut by `shard_bytes`."""
    from weblode.batches.runs import plan
    from weblode.batches.shards import Shard

    shards: Iterable[Shard] = plan(sources, shard_bytes or 1 << 62)
    rows = [(path, each.start, each.end) for each in shards for path in each.paths]
    data = session.createDataFrame(rows, "path string, start long, end long")
    return data.repartition(max(1, min(len(rows), 100_000)))


def pages(data: DataFrame, options: TaskOptions | None = None) -> DataFrame:
    """What each page is: its size, encoding, language, title."""
    return run_task(data, "pages", options)


def records(data: DataFrame, options: TaskOptions | None = None) -> DataFrame:
    """The records that pages list, a row each."""
    return run_task(data, "records", options)


def apply(data: DataFrame, rules: AnyRule | Sequence[AnyRule], options: TaskOptions | None = None) -> DataFrame:
    """The records or attributes of pages by the first of some rules that fits each."""
    several = tuple(rules) if isinstance(rules, Sequence) else (rules,)
    return run_task(data, "apply", replace(options or TaskOptions(), rules=several))


def tables(data: DataFrame, options: TaskOptions | None = None) -> DataFrame:
    """The values of the data tables of pages, a row each."""
    return run_task(data, "tables", options)


def outline(data: DataFrame, options: TaskOptions | None = None) -> DataFrame:
    """The outlines of pages, a row each part."""
    return run_task(data, "outline", options)


def labels(data: DataFrame, options: TaskOptions | None = None) -> DataFrame:
    """The labels of home pages, a row each, from which `taxonomy` and `weblode taxonomy` make a taxonomy."""
    return run_task(data, "labels", options)


def taxonomy(
    data: DataFrame, options: TaskOptions | None = None, *, support: int = 2, semantics: bool = False
) -> Ontology:
    """The taxonomy of the sites of home pages: their labels are read on the cluster, and judged here.

    It is that of `weblode.mine` with `depth=0` for the same pages in the order of their addresses.
    """
    from weblode.batches.label_rows import by_address, read_pages
    from weblode.mining.labelled import labelled_ontology
    from weblode.mining.miner import MineOptions

    pages = read_pages(by_address(labels(data, options).toArrow()))
    return labelled_ontology(pages, options=MineOptions(support=support, semantics=semantics))


def details(data: DataFrame, options: TaskOptions | None = None) -> DataFrame:
    """The attributes of pages about one thing, a row each page, read by comparing the pages of a site.

    Pages in a DataFrame are brought together by host first, those of a large host in several places. The pages of a
    file are compared with those of the same file.
    """
    options = options or TaskOptions()
    return run_task(by_host(data, options) if options.html_column in data.columns else data, "details", options)


def sites(data: DataFrame, folder: str, options: TaskOptions | None = None, **more: int) -> DataFrame:
    """The rows of all pages by rules that are learnt for each host and template, written to a folder by host.

    `waves` and `most` are as in `weblode.spark.hosts.write_sites`. Run again on the same folder, it skips what is done.
    """
    from weblode.spark.hosts import write_sites

    return write_sites(data, folder, options, **more)


def failures(results: DataFrame) -> DataFrame:
    """The pages that failed, each with the reason."""
    return results.where("error is not null").select("page", "url", "host", "error")


def run_task(data: DataFrame, task: str, options: TaskOptions | None = None) -> DataFrame:
    """The results of a task on the pages of a DataFrame, or on those of the files that it names."""
    options = options or TaskOptions()
    names = [name for name in (options.url_column, options.html_column) if name in data.columns]
    if options.html_column not in names:
        names = [name for name in ("path", "start", "end") if name in data.columns]
    work = _Work(task, options)
    return data.select(*names).mapInArrow(work, spark_schema(schema_of(task)))


def spark_schema(schema: pyarrow.Schema) -> Any:
    """A schema of Arrow as one of Spark."""
    require("pyspark", "weblode[spark]")
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)


@dataclass(frozen=True)
class _Work:
    """The function that each task of Spark runs; it is pickled."""

    task: str
    options: TaskOptions

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return process_guarded(batches, self.task, self.options)


def by_host(data: DataFrame, options: TaskOptions, *, most: int = 2000) -> DataFrame:
    """The pages with those of a host side by side; a host of more than about `most` pages is cut.

    Where a page of a large host goes is decided by its address, so that it is the same after a restart.
    """
    from pyspark.sql import functions as f

    url = f.col(options.url_column)
    hosts = data.select(host_column(options).alias("host")).groupBy("host").count()
    large = hosts.where(f.col("count") > most).withColumn("parts", f.ceil(f.col("count") / most))
    whole = data.withColumn("host", host_column(options))
    cut = whole.join(f.broadcast(large.select("host", "parts")), "host", "left")
    part = f.pmod(f.xxhash64(url), f.coalesce(f.col("parts"), f.lit(1)))
    return cut.withColumn("part", part).repartition("host", "part").sortWithinPartitions("host", "part", url)


def host_column(options: TaskOptions) -> Any:
    """The host of each page as a column, as `weblode.batches.tasks.host_of` reads it; "" if there is none."""
    from pyspark.sql import functions as f

    return f.lower(f.coalesce(f.try_parse_url(f.col(options.url_column), f.lit("HOST")), f.lit("")))
