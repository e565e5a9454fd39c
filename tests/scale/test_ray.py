"""The example for Ray gives the rows of the function."""

import pytest
from crawls import crawl, rows, write_warc
from pyarrow import parquet

from examples import ray_records
from weblode.batches import process

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_example_writes_the_rows_of_the_function(tmp_path):
    pages = crawl(60)
    paths = [write_warc(tmp_path / f"{i}.warc.gz", pages[20 * i : 20 * i + 20]) for i in range(3)]
    ray_records.main(str(tmp_path / "out"), paths)
    table = parquet.read_table(tmp_path / "out")
    whole = rows(process(paths, "records"))
    assert sorted(zip(table["url"].to_pylist(), table["text"].to_pylist(), strict=True)) == sorted(
        (row["url"], row["text"]) for row in whole
    )
