"""What the commands share: pages, limits as options, failures, output formats."""

import json
import os
import signal
import sys
import threading
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import count

import children
import click
import pytest
from children import PIPE
from click.testing import CliRunner
from commands import WEBLODE, lines, run
from hypothesis import given, strategies

from weblode import formats, kernels
from weblode.cli import main
from weblode.cli.output import chosen_format, open_output
from weblode.cli.progress import Progress
from weblode.cli.reading import Ascii, Reading, Seconds, max_cells, max_matching, page_arguments
from weblode.errors import LimitError
from weblode.limits import DEFAULT, Limits


def test_standard_input_and_an_address_for_a_file(page):
    assert json.loads(run("tree", "-", stdin=b"<p>hi").stdout)["page"] == "-"
    row = json.loads(run("tree", f"{page}=https://example.org/a?b=c").stdout)
    assert (row["page"], row["url"]) == (str(page), "https://example.org/a?b=c")


def test_one_bad_page_is_a_line_and_the_others_are_done(page):
    done = run("tree", "missing.html", str(page), str(page.parent / "nowhere"))
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1
    told = lines(done.stderr)
    assert len(told) == 3
    assert told[0].startswith("weblode: missing.html: no such file")
    assert told[-1] == "weblode: 2 of 3 pages failed"


def test_a_bad_page_does_not_lose_the_table_of_the_others(page):
    out = page.parent / "nodes.csv"
    assert run("tree", "missing.html", str(page), "-o", str(out)).returncode == 1
    assert len(formats.read(out)) == 26


def test_what_cannot_be_written_is_one_line(page):
    done = run("tree", str(page), "-o", "/nowhere/at/all.csv")
    assert done.returncode == 1
    assert len(lines(done.stderr)) == 1


def test_limits_are_options_and_their_messages_name_them(page):
    for option, value in [("--max-size", "10"), ("--max-nodes", "5"), ("--max-depth", "2")]:
        done = run("tree", str(page), option, value)
        assert done.returncode == 1
        assert option in done.stderr.decode()


def test_verbose_says_what_was_done_with_each_page(page):
    assert "page.html: utf-8, 26 nodes, 11 text leaves" in run("-v", "tree", str(page)).stderr.decode()


def test_the_reader_of_a_pipe_may_leave_early(page):
    command = [*WEBLODE, "tree", *[str(page)] * 400]
    with children.start(command, stdout=PIPE, stderr=PIPE) as child:
        child.stdout.readline()
        child.stdout.close()
        assert b"Traceback" not in child.stderr.read()


@pytest.mark.parametrize("suffix", ["json", "txt", "csv", "parquet"])
def test_an_interrupt_leaves_the_old_file_as_it_was(page, suffix):
    out = page.parent / f"nodes.{suffix}"
    out.write_text("old")
    reader, writer = os.pipe()
    command = [*WEBLODE, "-v", "tree", str(page), "-", "--force", "-o", str(out)]
    with children.start(command, stdin=reader, stderr=PIPE) as child:
        os.close(reader)
        while b"page.html" not in child.stderr.readline():
            pass
        child.send_signal(signal.SIGINT)
        told = child.stderr.read()
        assert child.wait() == 1
    os.close(writer)
    assert b"Traceback" not in told
    assert sorted(path.name for path in page.parent.iterdir()) == [out.name, "page.html"]
    assert out.read_text() == "old"


def test_a_device_or_a_pipe_is_written_to_and_stays(page, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with children.start([*WEBLODE, "tree", str(page), "--format", "json", "-o", str(pipe)]) as child:
        assert json.loads(pipe.read_text())["page"] == str(page)
        assert child.wait() == 0
    assert pipe.is_fifo()


def test_too_little_memory_is_a_line_and_the_others_are_done(page):
    large = page.parent / "large.html"
    large.write_bytes(b"<p>words" * 6_000_000)
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (900 << 20,) * 2); import weblode.cli as c; c.main()"
    )
    command = [
        sys.executable,
        "-c",
        code,
        "tree",
        str(large),
        str(page),
        "--format",
        "text",
        "--max-effort",
        "2000000000",
    ]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each thread of numpy takes address space
    done = children.run(command, capture_output=True, env=environment)
    assert b"Traceback" not in done.stderr
    assert b"not enough memory" in done.stderr
    assert b"li[1]" in done.stdout


def test_a_page_is_read_from_a_server():
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=windows-1252")
            self.end_headers()
            self.wfile.write("<p>Größe".encode("windows-1252"))

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/a"
        row = json.loads(run("tree", url).stdout)
    assert (row["url"], row["encoding"]) == (url, "cp1252")
    assert row["nodes"][-1]["text"] == "Größe"


def test_work_without_compiled_kernels_says_so(page):
    told = "compiled kernels" in run("tree", str(page)).stderr.decode()
    assert told == (kernels.native() is None)


def test_work_on_a_page_that_fails_by_a_limit_or_memory_is_told_by_its_name(page):
    def work(tree):
        if "limit" in tree.page:
            raise LimitError("too many things; raise it with --max-things")
        if "memory" in tree.page:
            raise MemoryError
        return tree.page

    @main.command("work")
    @page_arguments
    def command(sources, **limits):
        reading = Reading(sources, limits)
        for name in reading.each(work):
            click.echo(name)
        reading.finish()

    for name in ("limit.html", "memory.html"):
        (page.parent / name).write_bytes(page.read_bytes())
    try:
        done = CliRunner().invoke(main, ["work", str(page.parent)])
    finally:
        del main.commands["work"]
    assert done.exit_code == 1
    assert done.stdout == f"{page}\n"
    assert lines(done.stderr.encode()) == [
        f"weblode: {page.parent}/limit.html: too many things; raise it with --max-things",
        f"weblode: {page.parent}/memory.html: not enough memory for its 26 nodes; give the process more",
        "weblode: 2 of 3 pages failed",
    ]


def test_safety_for_spreadsheets_is_for_csv_alone(page):
    done = run("records", str(page), "--csv-safe", "--format", "json")
    assert (done.returncode, b"--csv-safe is for CSV and TSV, not for json: add --format csv" in done.stderr) == (
        2,
        True,
    )


def option(*declaration, **more):
    """What a click option makes of the arguments of a command line: its value, or the error."""

    @click.command()
    @click.option("--value", *declaration, **more)
    def command(value):
        click.echo(repr(value))

    return lambda text: CliRunner().invoke(command, ["--value", text]).output


def test_seconds_are_numbers_in_their_range():
    seconds = option(type=Seconds(min=0, min_open=True, max=1e6))
    assert seconds("0.5") == "0.5\n"
    assert "'nan' is not a number of seconds" in seconds("nan")
    assert "not in the range" in seconds("0")
    assert "not in the range" in seconds("inf")


@given(strategies.text())
def test_a_user_agent_is_what_a_header_can_carry(text):
    if all(" " <= char <= "~" for char in text):
        assert Ascii().convert(text, None, None) == text
    else:
        with pytest.raises(click.BadParameter, match="characters that an HTTP header cannot carry"):
            Ascii().convert(text, None, None)


@pytest.mark.parametrize(
    ("requested", "output", "form"),
    [
        ("csv", "a.json", "csv"),
        (None, "a.TXT", "text"),
        (None, "a.json", "json"),
        (None, "folder.csv/a.parquet", "parquet"),
        (None, "a.xml", "xml"),
        (None, None, "json"),
    ],
)
def test_the_format_is_what_is_asked_for_or_what_the_name_says(requested, output, form):
    with click.Context(main):
        assert chosen_format(requested, output, xml="xml") == form


@pytest.mark.parametrize("output", ["a.xml", "a", ".csv"])
def test_a_name_that_says_no_format_is_told_with_those_that_do(output):
    with click.Context(main), pytest.raises(click.UsageError, match=r"add --format, or use a name that ends in \.txt"):
        chosen_format(None, output)


@pytest.mark.parametrize("form", ["parquet", "sqlite"])
def test_formats_that_need_a_file_say_so(form):
    with click.Context(main), pytest.raises(click.UsageError, match=f"{form} needs a file: add -o NAME"):
        chosen_format(form, None)


def test_a_file_appears_only_when_all_is_written(tmp_path):
    out = tmp_path / "out.txt"
    with pytest.raises(UnicodeEncodeError), open_output(str(out)) as stream:
        stream.writelines(["half ", "\udcff"])
    assert list(tmp_path.iterdir()) == []
    with open_output(str(out)) as stream:
        stream.write("whöle")
    assert out.read_bytes() == "whöle".encode()


def test_every_limit_of_a_page_is_an_option_with_its_default():
    @click.command()
    @page_arguments
    @max_cells
    @max_matching
    def command(sources, **limits):
        assert sources == ("page",)
        assert Limits(**limits) == DEFAULT

    assert CliRunner().invoke(command, ["page"], catch_exceptions=False).exit_code == 0
    assert {each.name for each in command.params} - {"sources"} == {field.name for field in fields(Limits)}


def shown(monkeypatch, capsys, *, terminal, texts):
    """What a progress line writes for these texts, a second apart."""
    clock = count(100)
    monkeypatch.setattr("weblode.cli.reading.time.monotonic", lambda: next(clock))
    monkeypatch.setattr("weblode.terminal.shows_status", lambda **_: terminal)
    monkeypatch.setenv("COLUMNS", "40")
    with Progress() as progress:
        show = progress.part()
        for text in texts:
            show(text)
        progress.tell("a line that stays")
    return capsys.readouterr().err


def test_a_progress_line_fits_the_terminal_and_is_gone_at_the_end(monkeypatch, capsys):
    told = shown(monkeypatch, capsys, terminal=True, texts=["1 page", "\x1b[31m" + "x" * 100])
    assert told.split("\r") == [  # click takes the code that erases a line out
        "",
        "weblode: 1 page",
        "weblode: \\u001b[31m" + "x" * 20,
        "weblode: a line that stays\n",
    ]


def test_where_nobody_watches_there_is_no_progress_line(monkeypatch, capsys):
    assert shown(monkeypatch, capsys, terminal=False, texts=["1 page"]) == "weblode: a line that stays\n"
