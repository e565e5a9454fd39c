"""The labels of home pages as rows, and as pages again: read anywhere, page by page, and judged in one place.

Row 0 is the page itself, with its words in lower case and the scripts of its site; each further row is a label where it
stands on the page (`weblode.taxonomy.page_labels`), numbered as in the outline. Rows of a page stand together.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from weblode.batches.folders import folder_at
from weblode.batches.runs import RUN, result_files
from weblode.batches.schemas import ABOUT, schema_of
from weblode.batches.shards import PARQUET, is_parquet, parquet_file
from weblode.batches.stores import apart, files_of, is_store
from weblode.errors import SourceError, WeblodeError, require
from weblode.ontology import Dropped
from weblode.pages import links
from weblode.pages.page import printable
from weblode.taxonomy.page_labels import PageLabels, PlacedLabel

if TYPE_CHECKING:
    import pyarrow

TASK = "labels"


def label_columns(page: PageLabels) -> dict[str, Sequence[Any]]:
    """The rows of a page as columns of the schema, without those that every task has."""
    n = len(page.labels)
    labels: dict[str, list[Any]] = {
        "row": [label.row for label in page.labels],
        "key": [label.key for label in page.labels],
        "label": [label.text for label in page.labels],
        "link": [label.link for label in page.labels],
        "position": [label.position for label in page.labels],
        "holds": [label.holds for label in page.labels],
        "xpath": [label.xpath for label in page.labels],
        "list": [label.list for label in page.labels],
        "list_xpath": [label.list_xpath for label in page.labels],
        "above": [label.above for label in page.labels],
    }
    of_page = {"row": 0}
    columns: dict[str, Sequence[Any]] = {name: [of_page.get(name), *values] for name, values in labels.items()}
    columns["site"] = [page.site] * (n + 1)
    columns["scripts"] = [sorted(page.scripts), *[None] * n]
    columns["words"] = [sorted(page.words), *[None] * n]
    return columns


def read_pages(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[PageLabels | Dropped]:
    """The pages of rows, one at a time, or why a page failed; of several at one address the first.

    Raises WeblodeError if the rows of a page do not stand together.
    """
    seen: set[str] = set()
    for rows in _by_page(batches):
        first = rows[0]
        address = links.normalise(first["url"] or "") or first["page"]
        if address in seen:
            continue
        seen.add(address)
        if first.get("row") is None:
            yield Dropped(address, first.get("error") or "it has no labels", links.site(address), "page")
        else:
            scripts, words = (frozenset(first[name] or ()) for name in ("scripts", "words"))
            yield PageLabels(first["site"], address, address, tuple(map(_label, rows[1:])), scripts, words)


def _label(row: Mapping[str, Any]) -> PlacedLabel:
    return PlacedLabel(
        row["row"],
        row["key"],
        row["label"],
        row["link"],
        row["position"],
        row["holds"],
        row["xpath"],
        row["list"],
        row["list_xpath"],
        tuple(row["above"] or ()),
    )


def _by_page(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[list[dict[str, Any]]]:
    """The rows of each page; a page that failed has one."""
    rows: list[dict[str, Any]] = []
    for row in (row for batch in batches for row in batch.to_pylist()):
        if not row.get("row"):  # a page, or one that failed
            if rows:
                yield rows
            rows = []
        elif not rows or row["page"] != rows[0]["page"] or row["row"] <= (rows[-1].get("row") or 0):
            name = printable(str(row["page"]))
            raise WeblodeError(f"{name}: the rows of this page do not stand together; sort them by page and row")
        rows.append(row)
    if rows:
        yield rows


def by_address(table: pyarrow.Table) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a table, pages in the order of their addresses: engines keep none."""
    starts = np.flatnonzero(table["row"].fill_null(0).to_numpy() == 0)
    ends = [*starts[1:].tolist(), len(table)]
    urls = table["url"].take(starts).fill_null("").to_pylist()
    for i in sorted(range(len(urls)), key=lambda i: (urls[i], i)):
        start = int(starts[i])
        yield from table.slice(start, ends[i] - start).to_batches()


def read_batches(sources: Sequence[str | os.PathLike[str]]) -> Iterator[pyarrow.RecordBatch]:
    """The rows in folders of `weblode at-scale --task labels`, in Parquet files and in folders of these.

    Raises SourceError for what is none of these, and WeblodeError for a run that is not finished.
    """
    require("pyarrow", "weblode[arrow]")
    for path in [path for source in sources for path in _files_of(os.fspath(source))]:
        # Those of one file are few; a process that has read a store itself may not fork, nor end, as it should.
        yield from apart(_all_batches, path) if is_store(path) else _file_batches(path)


def _all_batches(path: str) -> list[pyarrow.RecordBatch]:
    return list(_file_batches(path))


def _file_batches(path: str) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet_file(path) as source, parquet.ParquetFile(source) as file:
            names = [name for name in schema_of(TASK).names if name in file.schema_arrow.names]
            missing = set(schema_of(TASK).names) - {*names, "error"}
            if missing and names != list(ABOUT):  # those that failed
                raise SourceError(
                    f"{printable(path)}: has no labels, since the column {min(missing)!r} is missing; "
                    "`weblode at-scale --task labels` writes them"
                )
            yield from file.iter_batches(columns=names)
    except (OSError, pa.ArrowException) as error:
        raise SourceError(f"{printable(path)}: cannot be read as a Parquet file ({error})") from error


def _files_of(source: str) -> list[str]:
    """The Parquet files of a source in order."""
    folder = folder_at(source)
    if RUN in folder.names():
        return result_files(folder, TASK)
    if is_store(source):
        return [path for path, _ in apart(files_of, source, PARQUET)]
    path = Path(source)
    paths = sorted(path.rglob("*")) if path.is_dir() else [path]
    paths = [path for path in paths if path.is_file() and is_parquet(path.name)]
    if not paths:
        raise SourceError(f"{printable(source)}: no labels; `weblode at-scale --task labels` writes them")
    return list(map(str, paths))
