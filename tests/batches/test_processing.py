"""One function for engines: the same rows from batches, WARC and Parquet files, of the documented schemas."""

import gzip
import pickle
from functools import partial

import pyarrow as pa
import pytest
from crawls import batch, crawl, listing, rows, thing, warc_record, write_parquet, write_warc

import weblode
from weblode.batches import process
from weblode.batches.schemas import ABOUT, TASKS, schema_of
from weblode.batches.shards import Shard, shards_of
from weblode.batches.tasks import TaskOptions
from weblode.details import discover
from weblode.errors import LimitError, SourceError, WeblodeError

PAGES = crawl(30)


def without_pages(result):
    return [{name: value for name, value in row.items() if name != "page"} for row in result]


def options_for(task):
    return TaskOptions(rules=(weblode.learn(listing(1)),) if task == "apply" else ())


@pytest.mark.parametrize("task", TASKS)
def test_batches_warcs_and_parquet_files_give_the_same_rows(tmp_path, task):
    options = options_for(task)
    of_batches = rows(process([batch(PAGES[:7]), batch(PAGES[7:])], task, options))
    of_warc = rows(process([write_warc(tmp_path / "a.warc.gz", PAGES)], task, options))
    of_parquet = rows(process([write_parquet(tmp_path / "a.parquet", PAGES)], task, options))
    paths = pa.record_batch({"path": [str(tmp_path / "a.parquet")]})
    assert len(of_batches) > 9
    assert without_pages(of_batches) == without_pages(of_warc) == without_pages(of_parquet)
    assert rows(process([paths], task, options)) == of_parquet


@pytest.mark.parametrize("task", TASKS)
def test_every_batch_has_the_schema_of_its_task_even_without_a_page(task):
    results = [*process([batch(PAGES)], task, options_for(task)), *process([batch([])], task)]
    assert all(each.schema == schema_of(task) for each in results)
    assert schema_of(task).names[: len(ABOUT)] == list(ABOUT)


def test_records_are_rows_with_their_fields_as_maps():
    first = rows(process([batch([("http://h.example/1", listing(0))])], "records"))[0]
    assert dict(first["fields"])["title"] == "Floor lamp of brass with a shade number 1"
    assert dict(first["numbers"])["price (number)"] == 1.5
    assert (first["url"], first["host"], first["record"]) == ("http://h.example/1", "h.example", 1)
    assert first["xpath"].startswith(first["region"])


def test_records_are_those_that_the_library_finds():
    table = weblode.records(listing(3))[0].as_table()
    result = rows(process([batch([("", listing(3))])], "records"))
    assert [dict(row["fields"])["title"] for row in result] == list(table["title"])
    assert [row["node"] for row in result] == list(table["node"])


def test_lists_inside_records_name_the_record_that_holds_them():
    posts = "".join(
        f"<article><h3><a href=/{i}>Post {i} of the week</a></h3><p>Some text about it {i}</p><ul class=comments>"
        + "".join(f"<li><b>Reader {i * 10 + k}</b> says {k + 2} words about post {i}" for k in range(2 + i % 3))
        + "</ul></article>"
        for i in range(6)
    )
    result = rows(process([batch([("", f"<main>{posts}</main>")])], "records"))
    nested = [row for row in result if row["list"]]
    assert len([row for row in result if not row["list"]]) == 6
    assert [row["parent"] for row in nested] == [i + 1 for i in range(6) for _ in range(2 + i % 3)]


def test_details_are_read_by_the_template_of_their_siblings():
    pages = [(f"http://h.example/{i}", thing(i)) for i in range(1, 13)]
    result = rows(process([batch(pages[:5]), batch(pages[5:])], "details"))
    assert [dict(row["numbers"])["price (number)"] for row in result] == [i + 0.5 for i in range(1, 13)]
    assert {row["template"] for row in result} == {"template 0"}


@pytest.mark.parametrize("n", [1, 6])
def test_a_fault_on_one_of_the_pages_that_are_compared_is_its_own(monkeypatch, n):
    real = discover.discover

    def faulty(trees):
        trees = list(trees)
        if any("Lamp 3" in tree.text(0) for tree in trees):
            raise LimitError("too much of it")
        return real(trees)

    monkeypatch.setattr(discover, "discover", faulty)
    pages = [(f"http://h.example/{i}", thing(i)) for i in range(3, 3 + n)]
    result = rows(process([batch(pages)], "details"))
    assert [row["error"] for row in result] == ["too much of it", *[None] * (n - 1)]


def test_pages_that_fail_are_rows_with_the_reason():
    pages = pa.record_batch({"url": ["a", "b", "c"], "html": [b"\x89PNG\r\n\x1a\n" + bytes(40), None, b"<p>fine"]})
    result = rows(process([pages], "pages"))
    assert [row["error"] for row in result][2] is None
    assert "PNG" in result[0]["error"]
    assert "null" in result[1]["error"]
    assert all(value is None for name, value in result[0].items() if name not in ABOUT)


def test_a_page_that_no_rule_fits_is_a_failure_and_rules_of_its_host_come_first():
    rule = weblode.learn(listing(1))
    options = TaskOptions(rules_by_host={"a.example": (rule,)})
    pages = [("http://a.example/", listing(2)), ("http://b.example/", listing(2)), ("http://a.example/x", "<p>no")]
    result = rows(process([batch(pages)], "apply", options))
    assert len(result) == 6 + 2
    assert result[6]["error"] == "there is no rule for the host b.example"
    assert "no longer looks like the rule" in result[7]["error"]


def test_a_damaged_archive_a_missing_file_and_an_address_are_failures_and_the_rest_goes_on(tmp_path):
    whole = write_warc(tmp_path / "a.warc.gz", PAGES[:6])
    cut = tmp_path / "cut.warc.gz"
    cut.write_bytes((tmp_path / "a.warc.gz").read_bytes()[:-30])
    (tmp_path / "no.parquet").write_bytes(b"PAR1 but nothing else")
    sources = [str(cut), "no.warc", "http://h.example/", str(tmp_path / "no.parquet"), whole]
    result = rows(process(sources, "pages"))
    reasons = [row["error"] for row in result if row["error"]]
    assert len(result) == 5 + 4 + 6
    assert [any(word in reason for reason in reasons) for word in ("cut off", "no such file", "address", "Parquet")]
    assert len(reasons) == 4


def test_what_is_no_source_and_no_task_is_one_line():
    with pytest.raises(SourceError, match="a float is no path, shard or record batch"):
        list(process([1.5], "pages"))
    with pytest.raises(SourceError, match="the columns x have neither 'html' nor 'path'"):
        list(process([pa.record_batch({"x": [1]})], "pages"))
    with pytest.raises(WeblodeError, match="no task 'nothing': choose pages, records"):
        list(process([], "nothing"))


def test_the_function_and_its_options_can_be_pickled():
    rules = (weblode.learn(listing(1)), weblode.details([thing(i) for i in range(1, 6)])[0])
    options = TaskOptions(rules=rules[:1], rules_by_host={"h.example": rules[:1]})
    again = pickle.loads(pickle.dumps(partial(process, task="apply", options=options)))
    assert rows(again([batch(PAGES)])) == rows(process([batch(PAGES)], "apply", options))


@pytest.mark.parametrize("make", [write_warc, write_parquet])
def test_the_shards_of_a_file_have_its_pages_once_and_in_order(tmp_path, make):
    path = make(tmp_path / ("a.warc.gz" if make is write_warc else "a.parquet"), PAGES)
    shards = shards_of(path, 700)
    assert len(shards) > 2
    assert rows(process(shards, "pages")) == rows(process([path], "pages"))
    assert shards_of(path, 1 << 30) == [Shard((path,))]


def test_an_archive_that_is_packed_as_a_whole_is_one_shard(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip.compress(b"".join(warc_record(*page) for page in PAGES)))
    shards = shards_of(str(path), 100)
    assert [row["url"] for row in rows(process(shards, "pages"))] == [url for url, _ in PAGES]
