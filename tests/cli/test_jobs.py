"""Commands in several processes: the same bytes as in one, whatever happens to a process."""

import multiprocessing
import os
import signal
import sqlite3

import children
import click
import pytest
from application.made import SHOP, THREE
from children import PIPE
from click.testing import CliRunner
from commands import WEBLODE, lines, listing, run
from details.sites import page as about
from details.sites import products
from instances.pages import HEADLINES, article, section

from weblode import formats
from weblode.cli import main
from weblode.cli.reading import Reading, chosen_jobs, jobs_option, page_arguments
from weblode.details import learning, readers
from weblode.subprocesses import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="needs processes that are forked")
TABLE = "<table><tr><th>Name<th>Age" + "".join(f"<tr><td>Person {i}<td>{20 + i}" for i in range(6)) + "</table>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Sixty pages: lists, data tables, pages with neither, and files that are no pages."""
    folder = tmp_path_factory.mktemp("pages")
    for i in range(60):
        name = f"{i:02}.html"
        if i % 10 == 7:
            (folder / name).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
        elif i % 5 == 3:
            (folder / name).write_text("<p>Nothing here but a sentence.")
        elif i % 4 == 1:
            (folder / name).write_text(f"<h1>People {i}</h1>{TABLE}")
        else:
            listing(folder, name, 5 + i % 7, start=i)
    return folder


def warc_record(path):
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + path.read_bytes()
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://site/{path.name}\r\n"
    kind = "Content-Type: application/http; msgtype=response\r\n"
    return f"{head}{kind}Content-Length: {len(answer)}\r\n\r\n".encode() + answer + b"\r\n\r\n"


def outcome(*arguments, jobs):
    done = run(*arguments, "--jobs", str(jobs))
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["records", "--format", "json"],
        ["records", "--format", "csv"],
        ["records", "--format", "csv", "--text"],
        ["records", "--format", "md", "--all-lists"],
        ["records", "--format", "text", "--explain"],
        ["records", "--patterns", "--format", "json"],
        ["outline", "--format", "json"],
        ["outline", "--format", "csv"],
        ["tables", "--format", "json", "--all"],
        ["tables", "--format", "csv"],
        ["-v", "tables", "--format", "md"],
    ],
    ids=" ".join,
)
def test_three_processes_give_the_bytes_of_one(folder, command):
    one = outcome(*command, str(folder), jobs=1)
    assert one == outcome(*command, str(folder), jobs=3)
    assert one[0] == 1  # of the files that are no pages
    assert len(one[1]) > 1000
    assert any("6 of 60 pages failed" in line for line in lines(one[2]))


def test_a_rule_gives_the_same_in_three_processes(folder, tmp_path):
    rule = str(tmp_path / "rule.json")
    assert run("learn", str(folder / "00.html"), str(folder / "02.html"), "-o", rule).returncode == 0
    one = outcome("apply", rule, str(folder), "--format", "json", jobs=1)
    assert one == outcome("apply", rule, str(folder), "--format", "json", jobs=3)
    assert one[1].count(b"\n") > 20


def test_a_file_of_tables_is_the_same(folder, tmp_path):
    tables = []
    for jobs in (1, 3):
        out = tmp_path / f"{jobs}.sqlite"
        outcome("records", str(folder), "-o", str(out), jobs=jobs)
        tables.append(list(formats.read(out).rows()))
    assert tables[0] == tables[1]
    assert len(tables[0]) > 100


def test_an_archive_gives_the_same(folder, tmp_path):
    path = tmp_path / "pages.warc"
    path.write_bytes(b"".join(map(warc_record, sorted(folder.iterdir()))))
    one = outcome("records", str(path), "--format", "json", jobs=1)
    assert one == outcome("records", str(path), "--format", "json", jobs=2)
    assert one[1].count(b"\n") == 54


def test_pages_from_a_pipe_are_not_waited_for(folder):
    reader, writer = os.pipe()
    first = str(folder / "00.html")
    command = [*WEBLODE, "records", first, "-", "--format", "json", "--jobs", "2"]
    with children.start(command, stdin=reader, stdout=PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"}) as child:
        os.close(reader)
        assert first.encode() in child.stdout.readline()
        os.close(writer)
        child.wait()


def test_an_interrupt_ends_all_processes_and_leaves_the_old_file(folder, tmp_path):
    out = tmp_path / "out.csv"
    out.write_text("old")
    many = [str(path) for path in sorted(folder.iterdir())] * 40
    command = [*WEBLODE, "-v", "records", *many, "--jobs", "2", "--force", "-o", str(out)]
    with children.start(command, stderr=PIPE) as child:
        for _ in range(100):  # past the first pages, which one process does
            child.stderr.readline()
        child.send_signal(signal.SIGINT)
        told = child.stderr.read()  # ends when no process has it open any more
        assert child.wait() == 1
    assert b"Traceback" not in told
    assert out.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


def run_work(work, *arguments):
    """What a command gives that prints the result of the work on each page."""
    return run_each(lambda reading: reading.each(work), *arguments)


def run_each(results, *arguments):
    """What a command gives that prints the results of its reading."""

    @main.command("work")
    @jobs_option
    @page_arguments
    def command(sources, **limits):
        reading = Reading(sources, limits)
        for result in results(reading):
            click.echo(result)
        reading.finish()

    try:
        return CliRunner().invoke(main, ["work", *map(str, arguments)])
    finally:
        del main.commands["work"]


@pytest.mark.parametrize("deadly", ["02", "41"])
def test_a_page_that_kills_its_process_is_a_line_and_the_others_are_done(folder, deadly):
    first = os.getpid()

    def work(tree):
        if tree.page.endswith(f"/{deadly}.html"):
            assert os.getpid() != first
            os.kill(os.getpid(), signal.SIGKILL)
        return tree.page

    done = run_work(work, folder, "--jobs", 2)
    assert done.exit_code == 1
    assert len(done.stdout.splitlines()) == 53
    assert f"{deadly}.html: ended the process that read it (Killed)" in done.stderr
    assert "7 of 60 pages failed" in done.stderr


@pytest.mark.parametrize("name", ["pages.warc", "pages"])
def test_the_pages_of_an_archive_are_handed_over_one_by_one_whatever_its_name(folder, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"".join(map(warc_record, sorted(folder.iterdir()))))
    first = os.getpid()

    def work(tree):
        if "41.html" in tree.page:
            assert os.getpid() != first
            os.kill(os.getpid(), signal.SIGKILL)
        return tree.page

    done = run_work(work, path, "--jobs", 2)
    assert len(done.stdout.splitlines()) == 53
    assert "41.html: ended the process that read it (Killed)" in done.stderr


def test_large_files_are_handed_over_one_by_one(tmp_path):
    for i in range(60):
        (tmp_path / f"{i:02}.html").write_text("<p>small")
    for name in ("46", "47"):
        (tmp_path / f"{name}.html").write_text("<p>large" + " " * (1 << 20))
    both = multiprocessing.get_context("fork").Barrier(2, timeout=20)

    def work(tree):
        if tree.page.endswith(("/46.html", "/47.html")):
            both.wait()  # until both processes have one of these pages
        return tree.page

    assert len(run_work(work, tmp_path, "--jobs", 2).stdout.splitlines()) == 60


# ---------------------------------------------------------------- pages that are read together
@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """A shop of ninety pages, towns of twelve, an article and files that are no pages, in one folder."""
    folder = tmp_path_factory.mktemp("sites")
    for i, row in enumerate(products(90)):
        (folder / f"shop-{i:02}.html").write_text(about(row), encoding="utf-8")
    for i in range(12):
        facts = f"<dl><dt>Mayor:<dd>Ann{i} Lee<dt>Founded:<dd>1{i}50</dl>"
        (folder / f"town-{i:02}.html").write_text(f"<body class=b><div><section><h2>Town {i}</h2>{facts}<i>Map")
    body = "".join(f"<p>{'The river rose again in the night. ' * 12}{i}</p>" for i in range(6))
    (folder / "alone.html").write_text(f"<title>The river</title><h1>The river</h1><article>{body}</article>")
    for i in (5, 50):
        (folder / f"shop-{i:02}-picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    return folder


@pytest.mark.parametrize("most", [600, 30], ids=["all at once", "thirty at a time"])
@pytest.mark.parametrize("options", [["json"], ["csv"], ["md"], ["csv", "--all-columns"]], ids=" ".join)
def test_pages_about_things_give_the_bytes_of_one_process(sites, options, most, monkeypatch):
    monkeypatch.setattr(readers, "_AT_ONCE", most)
    command = ["details", str(sites), "--format", *options, "--jobs"]
    one, three = (CliRunner().invoke(main, [*command, jobs]) for jobs in "13")
    assert (one.exit_code, one.stdout_bytes, one.stderr) == (three.exit_code, three.stdout_bytes, three.stderr)
    assert "2 of 105 pages failed" in one.stderr
    assert len(one.stdout_bytes) > 5000


@pytest.mark.parametrize(("deadly", "lost"), [("shop-77", 8), ("town-03", 12)])
def test_pages_whose_process_ends_are_told_and_the_others_are_read(sites, deadly, lost, monkeypatch):
    first, real = os.getpid(), readers.read_page

    def read_page(template, leaves):
        if deadly in leaves.tree.page and os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(template, leaves)

    monkeypatch.setattr(readers, "read_page", read_page)
    monkeypatch.setattr(learning, "read_page", read_page)
    done = CliRunner().invoke(main, ["details", str(sites), "--format", "json", "--jobs", "2"])
    assert done.exit_code == 1
    assert len(done.stdout.splitlines()) == 103 - lost
    assert f"{deadly}.html: it, or one that was read with it, ended their process (Killed)" in done.stderr
    assert f"{lost + 2} of 105 pages failed" in done.stderr


@pytest.mark.parametrize("options", [["--format", "json"], ["--explain", "--format", "text"], ["--method", "byu"]])
def test_rows_for_a_database_are_those_of_one_process(tmp_path, options):
    (tmp_path / "shop.toml").write_text(SHOP)
    for i in range(100):
        items = "".join(f"<li>{record.replace('2003', str(1900 + i))}</li>" for record in THREE)
        (tmp_path / f"{i:02}.html").write_text(f"<h1>Books {i}</h1><ul>{items}</ul>" if i % 9 else "<p>Nothing.")
    (tmp_path / "07.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    command = ["extract", "--ontology", str(tmp_path / "shop.toml"), str(tmp_path), *options]
    databases, outcomes = [], []
    for jobs in (1, 3):
        path = tmp_path / f"{jobs}.db"
        outcomes.append(outcome(*command, "--db", str(path), jobs=jobs))
        assert outcomes[-1] == (outcomes[0])
        databases.append(list(sqlite3.connect(path).iterdump()))
    assert databases[0] == databases[1]
    assert len(databases[0]) > 300
    assert outcomes[0][0] == 1


def test_of_pages_that_are_read_together_only_those_that_kill_a_process_are_lost(folder):
    first = os.getpid()

    def then(pages):
        if any(page.endswith("/41.html") for page in pages):
            assert os.getpid() != first
            os.kill(os.getpid(), signal.SIGKILL)
        return [f"{page} {len(pages)}" for page in pages]

    done = run_each(lambda reading: reading.each_window(lambda tree: tree.page, then, size=20), folder, "--jobs", 2)
    assert done.exit_code == 1
    sizes = [line.rpartition(" ")[2] for line in done.stdout.splitlines()]
    assert sizes == ["18"] * 18 * 2 + ["17"] * 17  # two of each twenty are no pages
    assert "41.html: ended the process that read it (Killed)" in done.stderr
    assert "7 of 60 pages failed" in done.stderr


def test_processes_are_as_many_as_asked_and_one_where_there_is_no_option():
    with click.Context(main) as context:
        assert chosen_jobs() == 1
        context.meta["weblode.jobs"] = 5
        assert chosen_jobs() == 5
        context.meta["weblode.jobs"] = None
        assert chosen_jobs() >= 1


def processes(*arguments):
    """In how many processes a command works, and what it says."""
    done = run_work(lambda _: os.getpid(), *arguments)
    return len(set(done.stdout.split())), done.stderr


def test_saved_pages_with_their_address_are_worked_on_in_several_processes(folder):
    pages = [f"{folder}/{i:02}.html=http://site/{i}" for i in range(6)]
    count, told = processes(*pages, "--jobs", 2)
    assert count > 1
    assert told == ""


def test_a_file_that_is_missing_does_not_keep_the_others_in_one_process(folder):
    count, told = processes(*[folder / f"{i:02}.html" for i in range(6)], folder / "none.html", "--jobs", 2)
    assert count > 1
    assert "in one process" not in told


def test_jobs_that_cannot_be_used_are_told_in_a_line(folder, tmp_path):
    page, rule = str(folder / "00.html"), str(tmp_path / "rule.json")
    assert run("learn", page, "-o", rule).returncode == 0
    for reason, arguments in {
        "--jobs is for files, folders and archives, not for the web or standard input": ["records", "-"],
        "the pages of lists are read one after the other with --follow": ["records", page, "--follow", "2"],
        "what --relearn learns from one page is used on the next": ["apply", rule, page, "--relearn"],
    }.items():
        assert f"weblode: working in one process: {reason}" in lines(run(*arguments, "--jobs", "2").stderr)
        assert "in one process" not in run(*arguments, "--jobs", "1").stderr.decode()
        assert "in one process" not in run(*arguments).stderr.decode()


def test_an_address_is_worked_on_in_one_process_and_that_is_told(folder):
    count, told = processes(*[folder / f"{i:02}.html" for i in range(6)], "http://127.0.0.1:9/", "--jobs", 2)
    assert count == 1
    assert "working in one process: --jobs is for files" in told


def test_items_of_section_pages_are_the_same(tmp_path):
    for name, page in {
        "world.html": section(),
        **{f"{path}.html": article(n) for n, (_, path, *_) in enumerate(HEADLINES)},
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(page.replace(b'href="/', b'href="'))
    pages = [str(tmp_path / "world.html")] * 24
    one = outcome("instances", *pages, "--format", "json", jobs=1)
    assert one == outcome("instances", *pages, "--format", "json", jobs=2)
    assert one[1].count(b"\n") >= 24 * len(HEADLINES)
