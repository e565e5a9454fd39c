"""Runs from and to an object store: what runs on a disk promise, and what only a store can do wrong."""

import random
import signal
import sys
from collections import Counter
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import children
import object_store
import pytest
from commands import WEBLODE, lines, run
from crawls import crawl, rows, write_parquet, write_warc
from made_homes import made_homes
from pyarrow import parquet

import weblode
from weblode import subprocesses
from weblode.batches import stores
from weblode.batches.guard import process_guarded
from weblode.batches.local import run_locally
from weblode.batches.runs import open_run, plan
from weblode.batches.shards import Shard
from weblode.errors import SourceError, WeblodeError

pytestmark = pytest.mark.skipif(not subprocesses.can_fork(), reason="needs processes that are forked")
PAGES = crawl(120)
URLS = [url for url, _ in PAGES]
SHOP = Path(weblode.__file__).parent / "demo" / "bookshop.html"
SHARD = 1500  # bytes: several shards a file
SUFFIXES = (".warc.gz", ".html", ".parquet")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """The folder and the port of a store with a bucket `crawl`: two WARC files, a Parquet file, some pages."""
    root = tmp_path_factory.mktemp("store")
    for name in ("crawl/2026/pages/.hidden", "results"):
        (root / name).mkdir(parents=True)
    crawl = root / "crawl" / "2026"
    for i in range(2):
        write_warc(crawl / f"{i}.warc.gz", PAGES[30 * i : 30 * i + 30])
    write_parquet(crawl / "a b=c.parquet", PAGES[60:90])
    for i, (_, html) in enumerate(PAGES[90:]):
        (crawl / "pages" / f"{i:03}.html").write_text(html)
    (crawl / "pages" / ".hidden" / "x.html").write_text("<p>hidden")
    (crawl / "readme.txt").write_text("no page")
    with object_store.serving(root) as port:
        yield root, port


@pytest.fixture
def root(store, monkeypatch):
    """The folder of the store, whose addresses can be read. No client is made in this process, which forks."""
    for name, value in object_store.environment(store[1]).items():
        monkeypatch.setenv(name, value)
    yield store[0]
    assert stores._client.cache_info().currsize == 0


@pytest.fixture
def relay(root, store, monkeypatch):
    """What stands between the clients and the store."""
    assert root.is_dir()
    with object_store.relaying(store[1]) as relay:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{relay.server_port}")
        yield relay


def results(folder, name="pages"):
    return [row for path in sorted((folder / name).glob("*.parquet")) for row in parquet.read_table(path).to_pylist()]


def contents(folder):
    """The files of a folder by their names, with their bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def finish(address, sources, task="pages", jobs=2):
    """What became of the shards of a run that were not done."""
    return list(run_locally(open_run(address, sources, task, shard_bytes=SHARD), jobs))


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_run_has_every_page_once_and_the_same_folder_as_on_a_disk(root, tmp_path, jobs):
    out = root / "results" / f"whole-{jobs}"
    done = finish(f"s3://results/whole-{jobs}/", ["s3://crawl/2026/"], "records", jobs)
    finish(tmp_path / "disk", [str(root / "crawl" / "2026")], "records")
    assert (sum(each.pages for each in done), sum(each.failed for each in done)) == (120, 0)
    assert sorted(contents(out)) == sorted(contents(tmp_path / "disk"))
    assert len(done) > 10

    def of_pages(folder, name):
        return Counter(str({**row, "page": row["page"].rpartition("/")[2]}) for row in results(folder, name))

    assert of_pages(out, "records") == of_pages(tmp_path / "disk", "records")
    assert len(results(out, "records")) > 200
    assert all(row["page"].startswith("s3://crawl/2026/") for row in results(out, "records"))


def test_two_runs_of_the_same_write_the_same_bytes(root):
    for name in ("one", "two"):
        finish(f"s3://results/{name}", ["s3://crawl/2026/*"], "tables")
    one, two = (contents(root / "results" / name) for name in ("one", "two"))
    assert one == two
    assert len(one) > 30


def test_a_run_that_is_done_is_not_done_again_and_another_one_is_refused(root):
    finish("s3://results/again", ["s3://crawl/2026/0.warc.gz"])
    before = contents(root / "results" / "again")
    assert finish("s3://results/again", ["s3://crawl/2026/0.warc.gz"]) == []
    assert contents(root / "results" / "again") == before
    for sources, task, what in (
        (["s3://crawl/2026/"], "pages", "sources"),
        (["s3://crawl/2026/0.warc.gz"], "records", "task"),
    ):
        with pytest.raises(WeblodeError, match=f"s3://results/again has a run with other {what}"):
            open_run("s3://results/again", sources, task, shard_bytes=SHARD)
    with pytest.raises(WeblodeError, match="s3://crawl/2026 has files that are of no run"):
        open_run("s3://crawl/2026", ["s3://crawl/2026/0.warc.gz"], "pages")


# The command, with a process that kills the first one, as by kill -9, when the sixth shard is done; it dies too.
KILLED = """
import os, signal, weblode.batches.stores as stores
from weblode.cli import main
write = stores.write
def kill_or_write(address, stream):
    if address.endswith("done/000005.json"):
        os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
    return write(address, stream)
stores.write = kill_or_write
main()
"""


def test_a_run_that_is_killed_in_the_middle_is_complete_after_the_same_command(root):
    for i in range(12):
        write_warc(root / "crawl" / f"part-{i:02}.warc.gz", PAGES[10 * i : 10 * i + 10])
    command = ["at-scale", "s3://crawl/part-*.warc.gz", "-o", "s3://results/killed", "--task", "records", "--jobs", "2"]
    killed = children.run([sys.executable, "-c", KILLED, *command], capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    done = root / "results" / "killed" / "done"
    before = {path.name: path.stat().st_mtime_ns for path in done.iterdir()}
    assert 3 <= len(before) < 12
    again = run(*command)
    assert again.returncode == 0
    assert f"s3://results/killed: {len(before)} of 12 shards are done already" in lines(again.stderr)[0]
    after = {path.name: path.stat().st_mtime_ns for path in done.iterdir()}
    assert len(after) == 12
    assert {name: after[name] for name in before} == before
    assert run(*command[:2], "-o", "s3://results/not-killed", *command[4:]).returncode == 0
    assert contents(root / "results" / "killed") == contents(root / "results" / "not-killed")


LARGE = [(url, html + random.Random(url).randbytes(8000).hex()) for url, html in PAGES[:40]]  # packed, 8 KB each


def test_two_runs_at_once_in_one_folder_give_what_one_gives(root):
    def command(folder):
        return [*WEBLODE, "at-scale", "s3://crawl/2026/*", "-o", folder, "--task", "records", "--jobs", "2"]

    with children.start(command("s3://results/both")) as one, children.start(command("s3://results/both")) as two:
        assert (one.wait(), two.wait()) == (0, 0)
    assert children.run(command("s3://results/alone")).returncode == 0
    assert contents(root / "results" / "both") == contents(root / "results" / "alone")


def test_a_run_that_was_killed_before_it_began_begins_again(root):
    (root / "results" / "begun").mkdir()
    (root / "results" / "begun" / "shards.jsonl").write_text("half a plan")
    assert finish("s3://results/begun", ["s3://crawl/2026/0.warc.gz"])
    assert len(results(root / "results" / "begun")) == 30


def test_failures_of_an_earlier_try_are_deleted(root):
    run = open_run("s3://results/tries", ["s3://crawl/2026/0.warc.gz"], "pages")
    failures = root / "results" / "tries" / "failures" / "000000.parquet"
    failures.parent.mkdir()
    failures.write_bytes(b"of an earlier try")
    list(run_locally(run, 1))
    assert not failures.exists()


def test_a_shard_of_an_archive_asks_for_its_own_bytes_only_and_piece_by_piece(root, relay, monkeypatch):
    monkeypatch.setattr(stores, "PIECE", 1 << 17)  # more than what a reader asks for at a time
    write_warc(root / "crawl" / "large.warc.gz", LARGE)
    shards = list(plan(["s3://crawl/large.warc.gz"], 150_000))
    assert len(shards) == 3
    relay.requests.clear()
    urls = [row["url"] for row in rows(process_guarded([shards[1]], "pages"))]
    ranges = relay.ranges("large.warc.gz")
    assert (ranges[0][0], ranges[-1][1]) == (shards[1].start, shards[1].end)
    assert all(end == start for (_, end), (start, _) in pairwise(ranges))
    assert max(end - start for start, end in ranges) <= 1 << 17 < shards[1].end - shards[1].start
    first = len(rows(process_guarded(shards[:1], "pages")))
    assert urls == [url for url, _ in LARGE][first : first + len(urls)]


def test_a_shard_of_a_parquet_file_does_not_ask_for_other_row_groups(root, relay):
    path = write_parquet(root / "crawl" / "large.parquet", LARGE)
    shards = list(plan(["s3://crawl/large.parquet"], SHARD))
    assert [(each.start, each.end) for each in shards] == [(i, i + 1) for i in range(4)]
    relay.requests.clear()
    assert [row["url"] for row in rows(process_guarded([shards[1]], "pages"))] == [url for url, _ in LARGE[10:20]]
    size = sum(end - start for start, end in relay.ranges("large.parquet"))
    group = parquet.read_metadata(path).row_group(1).column(1).total_compressed_size
    assert group < size < group + (70 << 10)  # and the end of the file, which says what is where


def test_what_a_store_refuses_ends_the_run_and_is_no_failure_of_a_page(root, relay):
    sources = ["s3://crawl/2026/0.warc.gz", "s3://crawl/2026/a b=c.parquet"]
    run = open_run("s3://results/refused", sources, "pages", shard_bytes=SHARD)
    parts = [each for each in run.shards if each.paths == ("s3://crawl/2026/0.warc.gz",)]
    relay.refuses = lambda request: request.startswith("GET") and request.endswith("parquet")
    with pytest.raises(WeblodeError, match=r"s3://crawl/2026/a b=c.parquet: cannot be read"):
        list(run_locally(run, 1))
    assert len(run.done()) == len(parts)
    relay.refuses = lambda request: request.startswith("PUT") and "done" in request
    with pytest.raises(WeblodeError, match=r"s3://results/refused/done/.*.json: cannot be written"):
        list(run_locally(run, 1))
    assert len(run.done()) == len(parts)
    relay.refuses = None
    list(run_locally(run, 1))
    assert [row["url"] for row in results(root / "results" / "refused")] == [*URLS[:30], *URLS[60:90]]
    assert results(root / "results" / "refused", "failures") == []


def test_a_store_that_fails_in_the_middle_of_an_archive_is_not_its_end(root, relay, monkeypatch):
    monkeypatch.setattr(stores, "PIECE", 1 << 17)
    write_warc(root / "crawl" / "cut.warc.gz", LARGE)
    relay.refuses = lambda _: len(relay.ranges("cut.warc.gz")) > 2
    with pytest.raises(WeblodeError, match=r"cut.warc.gz: cannot be read"):
        rows(process_guarded(["s3://crawl/cut.warc.gz"], "pages"))
    assert len(set(relay.ranges("cut.warc.gz"))) == 3


def test_a_large_file_is_there_as_a_whole_or_not_at_all(root, relay):
    before, after = (random.Random(seed).randbytes(11 << 20) for seed in (1, 2))  # more than one part
    path = root / "results" / "large.bin"
    stores.apart(stores.write, "s3://results/large.bin", BytesIO(before))
    assert path.read_bytes() == before
    assert stores.apart(stores.read, "s3://results/large.bin") == before
    relay.refuses = lambda request: "partNumber=2" in request
    with pytest.raises(WeblodeError, match=r"s3://results/large.bin: cannot be written"):
        stores.apart(stores.write, "s3://results/large.bin", BytesIO(after))
    assert path.read_bytes() == before


def test_a_file_that_is_gone_is_a_failure_and_one_that_has_changed_is_refused(root):
    path = root / "crawl" / "gone.warc.gz"
    write_warc(path, PAGES[:10])
    whole = open_run("s3://results/gone", ["s3://crawl/gone.warc.gz"], "pages")
    open_run("s3://results/changed", ["s3://crawl/gone.warc.gz"], "pages", shard_bytes=SHARD)
    write_warc(path, PAGES[:9])
    with pytest.raises(WeblodeError, match=r"s3://crawl/gone.warc.gz has changed since the run began"):
        open_run("s3://results/changed", ["s3://crawl/gone.warc.gz"], "pages", shard_bytes=SHARD)
    path.unlink()
    list(run_locally(whole, 1))
    [failure] = results(root / "results" / "gone", "failures")
    assert (failure["page"], failure["error"]) == ("s3://crawl/gone.warc.gz", "no such file or folder")


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("s3://crawl/2026/0.warc.gz", ["2026/0.warc.gz"]),
        ("s3://crawl/20*/?.warc.gz", ["2026/0.warc.gz", "2026/1.warc.gz"]),
        ("s3://crawl/2026/[1-9]*", ["2026/1.warc.gz"]),
        ("s3://crawl/2026/*.txt", ["2026/readme.txt"]),
        ("s3://crawl/2026/p*", [f"2026/pages/{i:03}.html" for i in range(30)]),
        ("s3://crawl/2026/.*", "no files fit this pattern"),
        ("s3://crawl/*/none/*", "no files fit this pattern"),
        ("s3://crawl/none", "no such file or folder"),
        ("s3://none/x", "there is no such bucket"),
        ("s3://none/*", "there is no such bucket"),
        ("s3:///x", "has no bucket; write s3://BUCKET/NAME"),
    ],
)
def test_files_are_named_by_addresses_folders_and_patterns(root, address, names):
    if isinstance(names, str):
        with pytest.raises(WeblodeError) as error:
            stores.apart(stores.files_of, address, SUFFIXES)
        assert names in str(error.value)
        return
    files = stores.apart(stores.files_of, address, SUFFIXES)
    assert files == [(f"s3://crawl/{name}", (root / "crawl" / name).stat().st_size) for name in names]


@pytest.mark.usefixtures("root")
def test_a_page_may_have_its_address_and_small_ones_share_a_shard():
    page = "s3://crawl/2026/pages/003.html"
    assert list(plan([f"{page}={URLS[93]}"])) == [Shard((f"{page}={URLS[93]}",))]
    [row] = rows(process_guarded([f"{page}={URLS[93]}"], "pages"))
    assert (row["url"], row["bytes"], row["error"]) == (URLS[93], len(PAGES[93][1].encode()), None)
    [shard] = plan(["s3://crawl/2026/pages/"])
    assert len(shard.paths) == 30
    with pytest.raises(SourceError, match=r"is a folder, so http://a.example cannot be its address"):
        list(plan(["s3://crawl/2026/pages=http://a.example"]))


def test_the_taxonomy_of_labels_in_a_store_is_that_of_labels_on_a_disk(root, tmp_path):
    write_parquet(root / "crawl" / "homes.parquet", [(url, page.decode()) for url, page in made_homes("news", sites=3)])
    for folder in ("s3://results/labels", str(tmp_path / "labels")):
        done = run("at-scale", "s3://crawl/homes.parquet", "-o", folder, "--task", "labels", "--home-pages")
        assert done.returncode == 0
        out = tmp_path / f"taxonomy-{len(folder)}"
        done = run("taxonomy", folder, "-o", str(out))
        assert done.returncode == 0
    one, two = sorted(tmp_path.glob("taxonomy-*"))
    assert (one / "taxonomy.json").read_bytes() == (two / "taxonomy.json").read_bytes()
    assert len((one / "taxonomy.json").read_text()) > 1000
    done = run("taxonomy", "s3://results/labels/labels", "-o", str(tmp_path / "third"))
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"AWS_SECRET_ACCESS_KEY": "wrong"}, "access is denied; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        ({"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}, "access is denied; set AWS_ACCESS_KEY_ID and"),
        ({"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}, "the store cannot be reached; see AWS_ENDPOINT_URL"),
    ],
)
@pytest.mark.usefixtures("root")
def test_what_a_store_says_is_one_line_with_what_to_do(monkeypatch, settings, reason):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    done = run("at-scale", "s3://crawl/2026/", "-o", "s3://results/denied")
    assert done.returncode == 1
    [line] = lines(done.stderr)
    assert line.startswith("Error: s3://results/denied: cannot be read: ")
    assert reason in line


@pytest.mark.parametrize(
    ("folder", "reason"),
    [
        ("s3a://b/out", "s3a:// is no object store; write s3://BUCKET/NAME"),
        ("S3://b/out", "S3:// is no object store; write s3://BUCKET/NAME"),
        ("https://b.example/out", "https:// is no object store; write s3://BUCKET/NAME"),
        ("s3://", "has no bucket; write s3://BUCKET/NAME"),
        ("s3://a bucket?x=1/out", "'a bucket?x=1' is no name of a bucket; write s3://BUCKET/NAME"),
    ],
)
def test_a_folder_in_no_store_is_refused_and_not_made_here(tmp_path, folder, reason):
    done = run("at-scale", str(SHOP), "-o", folder, cwd=tmp_path)
    assert done.returncode == 1
    [line] = lines(done.stderr)
    assert reason in line
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("root")
def test_a_folder_in_no_bucket_is_refused_before_sources_are_read():
    done = run("at-scale", "s3://crawl/2026/", "-o", "s3://none/out")
    assert done.returncode == 1
    [line] = lines(done.stderr)
    assert line.startswith("Error: s3://none/out: cannot be read: there is no such bucket")


@pytest.mark.usefixtures("root")
def test_a_store_that_does_not_take_checksums_says_how_to_leave_them_out(monkeypatch):
    monkeypatch.delenv("AWS_REQUEST_CHECKSUM_CALCULATION")
    with pytest.raises(WeblodeError, match="set AWS_REQUEST_CHECKSUM_CALCULATION=when_required"):
        open_run("s3://results/checksums", ["s3://crawl/2026/0.warc.gz"], "pages")


def test_a_process_that_ends_while_it_asks_a_store_is_one_line():
    with pytest.raises(WeblodeError, match="the process that asked the object store has ended"):
        stores.apart(lambda: signal.raise_signal(signal.SIGKILL))
