"""The labels of home pages as rows: nothing is lost on the way, and what is no page says why."""

import pyarrow as pa
import pytest
from crawls import batch, rows, write_parquet
from hypothesis import given
from hypothesis import strategies as st
from made_homes import made_homes
from pyarrow import parquet

from weblode.batches import process
from weblode.batches.label_rows import by_address, label_columns, read_batches, read_pages
from weblode.batches.processing import steps
from weblode.batches.runs import open_run
from weblode.batches.schemas import ABOUT, schema_of
from weblode.errors import SourceError, WeblodeError
from weblode.taxonomy.page_labels import PageLabels, PlacedLabel

MENU = "<ul><li><a href=/world>World</a><li><a href=/sports>Sports</a></ul><p>All the news of the whole world.</p>"
HOMES = made_homes("news", sites=3)


def table_of(*pages):
    return pa.Table.from_batches(process([batch(pages)], "labels"))


def test_a_label_is_a_row_after_that_of_its_page():
    page, world, sports = rows(process([batch([("http://www.a.example/", MENU)])], "labels"))
    assert (page["row"], page["label"], page["scripts"]) == (0, None, [])
    assert {"news", "whole", "world"} <= set(page["words"])
    assert (world["label"], world["key"], world["link"]) == ("World", "world", "http://www.a.example/world")
    assert world["site"] == sports["site"] == "a.example"
    assert world["list"] == sports["list"]
    assert (world["words"], world["scripts"], world["above"]) == (None, None, [])
    assert page["row"] < world["row"] < sports["row"]
    assert page["position"] is None
    assert 0 <= world["position"] < sports["position"] < 1


def test_a_page_without_labels_is_a_row_and_one_without_an_address_is_a_failure():
    bare, lost = rows(process([batch([("http://a.example/", "<p>Nothing"), (None, MENU)])], "labels"))
    assert (bare["row"], bare["label"], bare["error"]) == (0, None, None)
    assert "no address on the web" in lost["error"]
    page, failure = read_pages(process([batch([("http://a.example/", "<p>Nothing"), ("mailto:me", MENU)])], "labels"))
    assert (page.site, page.labels) == ("a.example", ())
    assert (failure.name, failure.kind) == ("mailto:me", "page")
    assert "no address" in failure.reason


texts = st.text(max_size=9)
labels = st.builds(
    PlacedLabel,
    *(st.integers(1, 99), texts, texts, st.none() | texts, st.floats(0, 1), st.booleans(), texts),
    *(st.integers(0, 99), texts, st.lists(texts, max_size=3).map(tuple)),
)


@given(
    st.lists(labels, max_size=5, unique_by=lambda label: label.row).map(
        lambda some: tuple(sorted(some, key=lambda one: one.row))
    ),
    st.frozensets(texts),
    st.frozensets(texts),
)
def test_what_is_read_of_rows_is_what_was_written(some, scripts, words):
    page = PageLabels("a.example", "http://a.example/", "http://a.example/", some, scripts, words)
    columns = label_columns(page)
    n = len(columns["row"])
    columns |= dict(zip(ABOUT, ([page.page] * n, [page.url] * n, ["a.example"] * n, [None] * n), strict=True))
    assert list(read_pages([pa.record_batch(columns, schema=schema_of("labels"))])) == [page]


def test_rows_may_come_in_pieces_and_of_pages_at_one_address_the_first_counts():
    table = table_of(*HOMES, (HOMES[0][0].removesuffix("/"), MENU))
    pages = list(read_pages(table.to_batches()))
    assert [page.url for page in pages] == [url for url, _ in HOMES]
    assert list(read_pages(table.to_batches(max_chunksize=7))) == pages


def test_pages_come_in_the_order_of_their_addresses_whatever_order_an_engine_has():
    several = [("http://b.example/", MENU), ("http://a.example/", "<p>"), (None, MENU), ("http://c.example/", MENU)]
    one, other = (list(read_pages(by_address(table_of(*pages)))) for pages in (several, several[::-1]))
    assert one == other
    assert [page.url for page in one[1:]] == ["http://a.example/", "http://b.example/", "http://c.example/"]
    assert list(by_address(table_of(*several).slice(0, 0))) == []


def test_rows_of_a_page_that_are_torn_apart_are_refused():
    table = table_of(("http://a.example/", MENU), ("http://b.example/", MENU))
    for order in ([0, 1, 3, 2], [1, 0, 2], [0, 2, 1]):
        with pytest.raises(WeblodeError, match="do not stand together; sort them by page and row"):
            list(read_pages(table.take(order).to_batches()))


def test_rows_are_read_from_runs_and_parquet_files_in_their_order(tmp_path):
    table = table_of(*HOMES, ("http://gone.example/", None))
    (tmp_path / "spark").mkdir()
    parquet.write_table(table.slice(0, 50), tmp_path / "spark" / "part-0.parquet")
    parquet.write_table(table.slice(50), tmp_path / "spark" / "part-1.parquet")
    pages = list(read_pages(table.to_batches()))
    assert list(read_pages(read_batches([tmp_path / "spark"]))) == pages
    paths = sorted((tmp_path / "spark").iterdir())
    assert list(read_pages(read_batches(paths))) == pages
    path = write_parquet(tmp_path / "h.parquet", [*HOMES, ("http://gone.example/", None)])
    run = open_run(tmp_path / "run", [path], "labels")
    with pytest.raises(WeblodeError, match="is not finished: 1 of 1 shards are left"):
        list(read_batches([tmp_path / "run"]))
    run.write(0, steps(run.shards, "labels"))
    (tmp_path / "h.parquet").unlink()  # results are read where the pages are not
    assert [page.reason for page in pages[3:]] == ["has no contents: its html is null"]
    assert list(read_pages(read_batches([tmp_path / "run"])))[:3] == pages[:3]


def test_what_has_no_labels_is_one_line(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "no.parquet").write_bytes(b"PAR1 but nothing else")
    parquet.write_table(pa.table({"url": ["a"]}), tmp_path / "a.parquet")
    open_run(tmp_path / "records", [str(tmp_path / "a.parquet")], "records")
    for name, reason in {
        "empty": "no labels; `weblode at-scale --task labels` writes them",
        "no.parquet": "cannot be read as a Parquet file",
        "a.parquet": "has no labels, since the column 'above' is missing",
        "records": 'has a run with other task: "records", not "labels"',
    }.items():
        with pytest.raises((SourceError, WeblodeError), match=reason):
            list(read_batches([tmp_path / name]))
