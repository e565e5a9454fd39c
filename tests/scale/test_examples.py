"""The examples for Daft and Ray give the rows of the function."""

from importlib import import_module

import pytest
from crawls import crawl, rows, write_warc
from pyarrow import parquet

from weblode.batches import process

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("engine", ["daft", "ray"])
def test_an_example_writes_the_rows_of_the_function(engine, tmp_path):
    pytest.importorskip(engine)
    pages = crawl(60)
    paths = [write_warc(tmp_path / f"{i}.warc.gz", pages[20 * i : 20 * i + 20]) for i in range(3)]
    import_module(f"examples.{engine}_records").main(str(tmp_path / "out"), paths)
    table = parquet.read_table(tmp_path / "out")
    whole = rows(process(paths, "records"))
    assert sorted(zip(table["url"].to_pylist(), table["text"].to_pylist(), strict=True)) == sorted(
        (row["url"], row["text"]) for row in whole
    )
