"""Many pages at once: on all cores of a machine, and in the engines of clusters.

`process` is the one function that engines call: paths or Arrow record batches in, Arrow record batches out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow

    from weblode.batches.tasks import TaskOptions


def process(source: Iterable[Any], task: str, options: TaskOptions | None = None) -> Iterator[pyarrow.RecordBatch]:
    """The results of a task on all pages of a source, as Arrow record batches of the schema `schemas.schema_of(task)`.

    A source is paths (of pages, folders, WARC and Parquet files), shards (`shards.Shard`), or record batches: with the
    columns `url` and `html` (text or bytes) they hold pages; with `path`, and perhaps `start` and `end`, they name
    files, which are opened here. The task is "pages", "records", "apply", "tables", "outline", "details" or "labels".
    A page that fails is a row with the reason as `error`. There is no state beside the arguments, and all of them can
    be pickled.

    >>> import pyarrow
    >>> html = "<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>"
    >>> pages = pyarrow.record_batch({"url": ["https://towns.example/a"], "html": [html]})
    >>> [cells] = process([pages], "tables")
    >>> cells.select(["url", "record", "field", "value", "number"]).to_pylist()[3]
    {'url': 'https://towns.example/a', 'record': 2, 'field': 'People', 'value': '38,000', 'number': 38000.0}
    """
    from weblode.batches.processing import process_pages

    return process_pages(source, task, options)
