"""Sites on Spark: a rule for each template of each host, learnt from a sample of its pages and applied to all of them.

First the pages of each host are counted and a sample of each is brought together, from which its rules are learnt
(`weblode.batches.site_rules`). Then all pages are brought together by host, each host after its rules; a host of many
pages is cut into parts, to each of which its rules go. Results are written in waves of hosts: a wave that is done has
the file `_SUCCESS`, and a restart skips it; `run.json` has what the run was asked for, which must be the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weblode import files
from weblode.batches.folders import folder_at
from weblode.batches.guard import process_guarded
from weblode.batches.runs import RUN, check_same, describe
from weblode.batches.schemas import schema_of
from weblode.batches.shards import CHARSET, RuledBatch, source_pages
from weblode.batches.site_rules import SAMPLE, learn_site
from weblode.batches.tasks import TaskOptions
from weblode.batches.workers import Lost, ordered
from weblode.errors import WeblodeError
from weblode.pages.page import Page
from weblode.sources.reading import page_tree
from weblode.spark import host_column, spark_schema
from weblode.tree import Tree

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

PAGES_A_PART = 2000  # of a host in one place: a task of a few seconds, and few copies of its rules
WAVES = 16
_FEWEST = 3  # pages of a host from which rules can be learnt
_RULES, _DONE = "rules", "_SUCCESS"
_ROWS = 64  # pages that are handed over at a time


def write_sites(
    data: DataFrame,
    folder: str,
    options: TaskOptions | None = None,
    *,
    waves: int = WAVES,
    most: int = PAGES_A_PART,
) -> DataFrame:
    """The results of all pages of a DataFrame, after they were written to Parquet files in the folder, by host.

    The DataFrame has pages or names files, as in `weblode.spark`. The folder has `rules`, and `results` by wave, by
    `outcome` ("done" or "failed") and by host. Waves that are done are not done again. All workers must see the folder.
    Raises WeblodeError if the folder has a run of other pages, options or waves.
    """
    from pyspark.sql import functions as f

    options = options or TaskOptions()
    session = data.sparkSession
    claim_folder(folder, {"waves": waves, "options": describe(options), "source": _source(data, options)})
    pages = html_pages(data, options).withColumn("host", host_column(options))
    counts = pages.groupBy("host").count()
    if not _is_done(folder, _RULES):
        learn_rules(pages, counts, options).write.mode("overwrite").parquet(f"{folder}/{_RULES}")
    rules = session.read.parquet(f"{folder}/{_RULES}")
    for wave in range(waves):
        name = f"results/wave={wave:04}"
        if _is_done(folder, name):
            continue
        of_wave = f.pmod(f.xxhash64("host"), f.lit(waves)) == wave
        results = apply_rules(pages.where(of_wave), counts.where(of_wave), rules.where(of_wave), options, most=most)
        results = results.withColumn("outcome", f.when(f.col("error").isNull(), "done").otherwise("failed"))
        results.write.mode("overwrite").partitionBy("outcome", "host").parquet(f"{folder}/{name}")
    return session.read.parquet(f"{folder}/results")


def _is_done(folder: str, name: str) -> bool:
    return Path(folder, name, _DONE).exists()


def claim_folder(folder: str, about: dict[str, object]) -> None:
    """Write what a run is asked for into its folder, or raise WeblodeError if that of the run there is different."""
    if ":/" in folder:  # an address of Spark, in which no wave is found to be done
        return
    path, about = Path(folder), {"task": "sites", **about}
    if (path / RUN).exists():
        check_same(folder_at(path), about)
        return
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise WeblodeError(f"{folder} has files that are of no run; choose another folder")
    path.mkdir(parents=True, exist_ok=True)
    files.replace_file(path / RUN, (json.dumps(about, indent=1) + "\n").encode())


def _source(data: DataFrame, options: TaskOptions) -> dict[str, object]:
    """What tells a DataFrame from another: how many rows, and a digest of their addresses or files in any order."""
    from pyspark.sql import functions as f

    names = [options.url_column] if options.html_column in data.columns else _file_columns(data)
    digest = f.bit_xor(f.xxhash64(*names)).alias("digest")
    [row] = data.agg(f.count(f.lit(1)).alias("rows"), digest).collect()
    return {"columns": names, "rows": row["rows"], "digest": row["digest"]}


def _file_columns(data: DataFrame) -> list[str]:
    return [name for name in ("path", "start", "end") if name in data.columns]


def html_pages(data: DataFrame, options: TaskOptions) -> DataFrame:
    """The pages of a DataFrame, or of the files that it names, with their address, bytes and charset."""
    from pyspark.sql import functions as f

    if options.html_column in data.columns:
        return data.select(options.url_column, options.html_column, f.lit(None).cast("string").alias(CHARSET))
    import pyarrow as pa

    schema = pa.schema([(options.url_column, pa.string()), (options.html_column, pa.binary()), (CHARSET, pa.string())])
    return data.select(*_file_columns(data)).mapInArrow(_ReadPages(options), spark_schema(schema))


@dataclass(frozen=True)
class _ReadPages:
    """Reads the pages of files that record batches name; those that cannot be read have no contents."""

    options: TaskOptions

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow as pa

        rows: list[tuple[str | None, bytes | None, str | None]] = []
        size = 0
        names = [self.options.url_column, self.options.html_column, CHARSET]

        def take() -> pyarrow.RecordBatch:
            kinds = (pa.string(), pa.binary(), pa.string())
            columns = zip(zip(*rows, strict=True), kinds, strict=True)
            return pa.record_batch([pa.array(values, kind) for values, kind in columns], names)

        for page in source_pages(batches, self.options):
            if isinstance(page, Page):
                rows.append((page.url or page.name, page.data, page.charset))
                size += len(page.data)
            else:
                rows.append((page.name, None, None))
            if len(rows) >= _ROWS or size >= 8 << 20:
                yield take()
                rows, size = [], 0
        if rows:
            yield take()


def learn_rules(pages: DataFrame, counts: DataFrame, options: TaskOptions) -> DataFrame:
    """The rules of each host as rows of `host`, `number` and `rule`, from a sample of its pages by their addresses."""
    import pyarrow as pa
    from pyspark.sql import functions as f

    url = f.col(options.url_column)
    chance = f.pmod(f.xxhash64(url), f.lit(1 << 30)) / float(1 << 30)
    large_enough = counts.where((f.col("count") >= _FEWEST) & (f.col("host") != ""))
    sample = pages.join(large_enough, "host").where(chance < 2 * SAMPLE / f.col("count"))
    together = sample.select("host", options.url_column, options.html_column, CHARSET)
    together = together.repartition("host").sortWithinPartitions("host", chance, url)
    schema = pa.schema([("host", pa.string()), ("number", pa.int32()), ("rule", pa.string())])
    return together.mapInArrow(_LearnSites(options), spark_schema(schema))


@dataclass(frozen=True)
class _LearnSites:
    """Learns the rules of hosts whose pages come one after another; a host whose pages end the process has none."""

    options: TaskOptions

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow as pa

        for result in ordered(self._hosts(batches), self._learn, 1, size=lambda _: 1 << 20, first=0):
            if isinstance(result, Lost) or not result[1]:
                continue
            host, rules = result
            columns = {"host": [host] * len(rules), "number": range(len(rules)), "rule": rules}
            yield pa.record_batch(
                [pa.array(columns["host"]), pa.array(columns["number"], pa.int32()), pa.array(rules)], list(columns)
            )

    def _hosts(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[tuple[str, list[Page]]]:
        """Each host with a sample of its pages."""
        current, pages = "", list[Page]()
        for batch in batches:
            names = ("host", self.options.url_column, self.options.html_column, CHARSET)
            for host, url, html, charset in zip(*map(batch.column, names), strict=True):
                name, data = host.as_py(), html.as_py()
                if name != current:
                    if pages:
                        yield current, pages
                    current, pages = name, []
                if data is not None and len(pages) < SAMPLE:
                    is_text = isinstance(data, str)
                    contents = data.encode(errors="replace") if is_text else data
                    pages.append(Page(url.as_py(), contents, url.as_py(), "utf-8" if is_text else charset.as_py()))
        if pages:
            yield current, pages

    def _learn(self, item: tuple[str, list[Page]]) -> tuple[str, list[str]]:
        host, pages = item
        trees = (page_tree(page, self.options.limits) for page in pages)
        return host, [rule.text() for rule in learn_site(tree for tree in trees if isinstance(tree, Tree))]


def apply_rules(
    pages: DataFrame, counts: DataFrame, rules: DataFrame, options: TaskOptions, *, most: int = PAGES_A_PART
) -> DataFrame:
    """The results of all pages by the rules of their hosts; hosts of more than `most` pages are cut into parts."""
    from pyspark.sql import functions as f

    url, html = options.url_column, options.html_column
    cut = counts.withColumn("parts", f.ceil(f.col("count") / f.lit(most))).select("host", "parts")
    large = f.broadcast(cut.where("parts > 1"))
    parts = f.coalesce(f.col("parts"), f.lit(1))
    first = rules.join(large, "host", "left").withColumn("part", f.explode(f.sequence(f.lit(0), parts - 1)))
    none = f.lit(None)
    first = first.select(
        "host",
        f.col("part").cast("long"),
        "number",
        "rule",
        none.cast("string").alias(url),
        none.cast(pages.schema[html].dataType).alias(html),
        none.cast("string").alias(CHARSET),
    )
    then = pages.join(large, "host", "left").withColumn("part", f.pmod(f.xxhash64(url), parts))
    last = f.lit(1 << 30).cast("int").alias("number")
    then = then.select("host", f.col("part").cast("long"), last, none.cast("string").alias("rule"), url, html, CHARSET)
    together = first.union(then).repartition("host", "part").sortWithinPartitions("host", "part", "number", url)
    work = _ApplySites(options)
    return together.mapInArrow(work, spark_schema(schema_of("sites")))


@dataclass(frozen=True)
class _ApplySites:
    """Reads pages by the rules that come before them."""

    options: TaskOptions

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return process_guarded(self._items(batches), "sites", self.options)

    def _items(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[RuledBatch]:
        """The pages of one part of a host at a time, with its rules."""
        names = [self.options.url_column, self.options.html_column, CHARSET]
        current: tuple[Any, Any] = (None, None)
        rules: list[str] = []
        for batch in batches:
            keys = list(zip(batch.column("host").to_pylist(), batch.column("part").to_pylist(), strict=True))
            texts = batch.column("rule").to_pylist()
            start = 0
            for i, (key, text) in enumerate(zip([*keys, None], [*texts, None], strict=True)):
                if i < len(keys) and key == current and text is None and i - start < _ROWS:
                    continue
                if i > start:
                    yield RuledBatch(tuple(rules), batch.slice(start, i - start).select(names))
                start = i if text is None else i + 1
                if key is not None and key != current:
                    current, rules = key, []
                if text is not None:
                    rules.append(text)
