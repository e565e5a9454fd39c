"""weblode on a real Spark, in local mode: the same rows, whatever happens to its processes."""

import os
import shutil

import object_store
import pytest
from crawls import batch, crawl, listing, rows, thing, write_parquet, write_warc
from made_homes import made_homes, mined
from pyarrow import parquet

import weblode
from examples import spark_records
from weblode import spark as weblode_spark
from weblode.batches import process
from weblode.batches.runs import open_run
from weblode.errors import WeblodeError
from weblode.mining.labelled import mine_labels
from weblode.spark.runs import run_on_spark

pytestmark = pytest.mark.filterwarnings("ignore")  # of pyspark, about pandas and its own sockets
PAGES = crawl(60)
POISONED = ("http://h1.example/poison", f"<title>POISON</title>{listing(99)}")


def plain(results):
    """The rows of a DataFrame as dictionaries, in the order of their pages and records."""
    return by_place([{**row.asDict(recursive=True)} for row in results.collect()])


def by_place(result):
    keys = ("page", "list", "record", "row", "table", "field")
    maps = {"fields", "numbers", "dates"}
    clean = [{k: dict(v) if k in maps and v is not None else v for k, v in row.items()} for row in result]
    return sorted(clean, key=lambda row: [str(row.get(key)).rjust(9) for key in keys])


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crawl")
    warcs = [write_warc(folder / f"{i}.warc.gz", PAGES[30 * i : 30 * i + 30]) for i in range(2)]
    return warcs, write_parquet(folder / "a.parquet", PAGES)


def test_a_data_frame_of_pages_gives_the_rows_of_the_function(spark, files):
    pages = spark.read.parquet(files[1])
    rule = weblode.learn(listing(1))
    assert plain(weblode_spark.tables(pages)) == by_place(rows(process([batch(PAGES)], "tables")))
    applied = weblode_spark.apply(pages, rule)
    assert weblode_spark.failures(applied).count() == sum("<main>" not in html for _, html in PAGES)


def test_names_of_archives_travel_and_their_pages_are_read_by_the_tasks(spark, files):
    named = weblode_spark.files(spark, files[0], shard_bytes=1500)
    assert named.count() > 2
    assert plain(weblode_spark.records(named)) == by_place(rows(process(files[0], "records")))


def test_details_bring_the_pages_of_a_host_together(spark):
    pages = [(f"http://h{i % 3}.example/{i}", thing(i)) for i in range(1, 25)]
    result = weblode_spark.details(spark.createDataFrame(pages, "url string, html string").repartition(8)).collect()
    assert sorted(row.numbers["price (number)"] for row in result) == [i + 0.5 for i in range(1, 25)]


def test_a_poisoned_page_is_a_failure_and_a_killed_worker_loses_nothing(spark, tmp_path):
    mark = tmp_path / "killed"
    killing = (f"http://h2.example/k#{mark}", f"<title>KILL THE WORKER</title>{listing(98)}")
    pages = [*PAGES[:20], POISONED, *PAGES[20:], killing]
    result = weblode_spark.records(spark.createDataFrame(pages, "url string, html string").repartition(2)).cache()
    assert [(row.url, row.error) for row in weblode_spark.failures(result).collect()] == [
        (POISONED[0], "ended the process that read it (Killed)")
    ]
    assert mark.exists()
    healthy = by_place(rows(process([batch([*PAGES, killing])], "records")))
    assert plain(result.where("error is null")) == healthy


def test_sites_are_read_by_rules_of_their_host_and_what_is_done_is_skipped(spark, tmp_path):
    pages = [*crawl(90, hosts=2), POISONED, ("http://alone.example/", listing(5))]
    folder = str(tmp_path / "sites")
    data = spark.createDataFrame(pages, "url string, html string")
    result = weblode_spark.sites(data, folder, waves=2, most=20).collect()
    lists = [url for url, html in pages if "<main>" in html]
    by_url = {}
    for row in result:
        by_url.setdefault(row.url, []).append(row)
    assert all(len(by_url[url]) == 6 for url in lists)
    assert {row.template for row in by_url["http://alone.example/"]} == {""}
    assert all(row.template.startswith("template ") for url in lists[:-2] for row in by_url[url])
    things = [url for url, html in pages if "<dl>" in html]
    assert [by_url[url][0].numbers["price (number)"] for url in things] == [
        int(url.rpartition("/")[2]) + 0.5 for url in things
    ]
    assert {path for path in os.listdir(tmp_path / "sites" / "results") if path.startswith("wave")} == {
        "wave=0000",
        "wave=0001",
    }
    marks = [tmp_path / "sites" / name / "_SUCCESS" for name in ("rules", "results/wave=0000", "results/wave=0001")]
    times = [mark.stat().st_mtime_ns for mark in marks]
    marks[2].unlink()  # as if killed in the second wave
    again = weblode_spark.sites(data, folder, waves=2, most=20).collect()
    assert len(again) == len(result)
    assert [mark.stat().st_mtime_ns for mark in marks[:2]] == times[:2]
    with pytest.raises(WeblodeError, match="has a run with other waves: 2, not 3"):
        weblode_spark.sites(data, folder, waves=3)
    with pytest.raises(WeblodeError, match="has a run with other source"):
        weblode_spark.sites(data.limit(9), folder, waves=2)


def test_a_run_in_a_folder_is_done_by_tasks_and_continued(spark, files, tmp_path):
    run = open_run(tmp_path / "out", files[0], "records", shard_bytes=1500)
    run.write(0, [])  # of an earlier try, which is taken as it is
    done = list(run_on_spark(run, spark))
    assert len(done) == len(run.shards) - 1
    assert list(run_on_spark(run, spark)) == []
    assert sum(each.pages for each in done) > 45


def test_a_run_from_and_to_an_object_store_is_done_by_tasks(spark, files, tmp_path, monkeypatch):
    for bucket in ("crawl", "results"):
        (tmp_path / bucket).mkdir()
    for path in files[0]:
        shutil.copy(path, tmp_path / "crawl")
    with object_store.serving(tmp_path) as port:
        for name, value in object_store.environment(port).items():
            monkeypatch.setenv(name, value)
            monkeypatch.setitem(spark.sparkContext.environment, name, value)  # of its workers
        run = open_run("s3://results/out", ["s3://crawl/*.warc.gz"], "records", shard_bytes=1500)
        done = list(run_on_spark(run, spark))
        assert list(run_on_spark(run, spark)) == []
    assert len(done) == len(run.shards) > 10
    results = sorted((tmp_path / "results" / "out" / "records").iterdir())
    assert sum(parquet.read_metadata(path).num_rows for path in results) == len(rows(process(files[0], "records")))


@pytest.mark.usefixtures("spark")
def test_the_example_writes_records_and_failures(files, tmp_path, capsys):
    spark_records.main(str(tmp_path / "out"), files[0])
    whole = rows(process(files[0], "records"))
    assert capsys.readouterr().out == f"{len(whole):,} records, 0 pages failed\n"


def test_the_taxonomy_of_home_pages_is_that_of_mine_in_the_order_of_their_addresses(spark, tmp_path):
    pages = [*made_homes("news", sites=6), ("http://bare.example/", b"<p>Nothing is here")]
    data = spark.createDataFrame(pages, "url string, html binary").repartition(3)
    ontology = weblode_spark.taxonomy(data)
    assert len(ontology.concepts) > 20
    assert ontology == mined(sorted(pages), tmp_path / "homes")
    assert weblode_spark.taxonomy(data, support=4) == mined(sorted(pages), tmp_path / "again", support=4)
    weblode_spark.labels(data.repartition(1, "url")).write.parquet(str(tmp_path / "rows"))
    in_files = mine_labels([tmp_path / "rows"]).ontology
    assert {concept.label for concept in in_files.concepts} == {concept.label for concept in ontology.concepts}
    paths = sorted((tmp_path / "homes").iterdir())
    homes = [f"{path}={url}" for path, (url, _) in zip(paths, sorted(pages), strict=True)]
    run = open_run(tmp_path / "run", homes, "labels")
    assert [(done.pages, done.failed) for done in run_on_spark(run, spark)] == [(7, 0)]
    assert mine_labels([tmp_path / "run"]).ontology == ontology
