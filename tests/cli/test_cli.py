"""The command line as a person uses it: real processes, real files, a real terminal where that matters."""

import json
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import children
import click
import pytest
from children import PIPE
from click.testing import CliRunner
from commands import OUTLINED, WEBLODE, lines, on_a_terminal, run

from weblode import formats, kernels
from weblode.cli import main
from weblode.cli.reading import Reading, page_arguments
from weblode.errors import LimitError


def test_help_lists_the_commands():
    shown = run("--help").stdout.decode()
    assert "tree" in shown
    assert "FILE=URL" in shown


def test_a_terminal_gets_text_and_a_pipe_gets_json(page):
    assert "li[1]" in on_a_terminal("tree", page.name, cwd=page.parent)
    row = json.loads(run("tree", str(page)).stdout)
    assert (row["page"], row["url"]) == (str(page), None)
    assert row["nodes"][-1]["text"] == " text"
    assert {"href": "/x"} in [node.get("attributes") for node in row["nodes"]]


def test_standard_input_and_an_address_for_a_file(page):
    assert json.loads(run("tree", "-", stdin=b"<p>hi").stdout)["page"] == "-"
    row = json.loads(run("tree", f"{page}=https://example.org/a?b=c").stdout)
    assert (row["page"], row["url"]) == (str(page), "https://example.org/a?b=c")


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "sqlite"])
def test_nodes_are_written_as_tables(page, form):
    out = page.parent / f"nodes.{form}"
    assert run("tree", str(page), str(page), "-o", str(out)).returncode == 0
    table = formats.read(out)
    assert len(table) == 2 * 26
    assert table["xpath"][6] == "/html/body/ul/li[1]"


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


@pytest.mark.parametrize(
    "arguments",
    [
        ["tree"],
        ["tre"],
        ["tree", "--format", "xml", "x"],
        ["tree", "-o", "x.foo", "x"],
        ["tree", "--max-depth", "0", "x"],
    ],
)
def test_wrong_arguments_are_explained_and_end_with_2(arguments, tmp_path):
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert b"Error: " in done.stderr
    assert b"Traceback" not in done.stderr


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
    command = [*WEBLODE, "-v", "tree", str(page), "-", "-o", str(out)]
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


def test_output_is_utf8_whatever_the_locale_says(page):
    page.write_bytes("<p>Größe €".encode())
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    for form in ("json", "csv", "text"):
        command = [*WEBLODE, "tree", str(page), "--format", form]
        done = children.run(command, capture_output=True, env=environment)
        assert done.returncode == 0
        assert form == "text" or "Größe €" in done.stdout.decode()


def test_a_file_whose_name_is_no_text_is_read_and_named_readably(tmp_path):
    (tmp_path / "b.html").write_bytes(b"<p>b")
    with open(os.fsencode(tmp_path) + b"/a\xff.html", "wb") as stream:
        stream.write(b"<p>a")
    done = run("tree", str(tmp_path), "--format", "jsonl")
    assert done.returncode == 0
    assert "a\\\\udcff.html" in done.stdout.decode()


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


def test_the_same_input_gives_the_same_bytes(page):
    assert run("tree", str(page)).stdout == run("tree", str(page)).stdout


def test_the_demo_mines_made_sites_and_compares_with_the_truth(tmp_path):
    shown = run("demo", "--articles", "12", "-o", str(tmp_path / "out")).stdout.decode()
    assert "Sports  [3 sites" in shown
    assert float(re.search(r"^instances +([\d.]+)", shown, re.MULTILINE)[1]) > 0.9
    assert json.loads((tmp_path / "out" / "taxonomy.json").read_text())["concepts"]
    asked = run("query", str(tmp_path / "out"), "--concepts", "--format", "csv").stdout.decode()
    assert "Sports" in asked


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_program(shell):
    assert "_WEBLODE_COMPLETE" in run("completion", shell).stdout.decode()


def test_work_without_compiled_kernels_says_so(page):
    told = "compiled kernels" in run("tree", str(page)).stderr.decode()
    assert told == (kernels.native() is None)


@pytest.mark.parametrize(
    "command",
    [
        ["tree"],
        ["records"],
        ["records", "--method", "omini"],
        ["records", "--patterns"],
        ["tables"],
        ["outline"],
        ["instances", "--no-follow"],
        ["extract", "--ontology", "cars"],
    ],
    ids=" ".join,
)
def test_a_page_beyond_a_limit_is_told_by_every_command_and_the_others_are_done(command, tmp_path):
    good, deep = tmp_path / "good.html", tmp_path / "deep.html"
    good.write_text(OUTLINED)
    deep.write_text("".join(f"<div><p>{i}</p>" for i in range(600)))
    alone, both = run(*command, str(good)), run(*command, str(deep), str(good))
    assert lines(both.stderr)[-2:] == [
        f"weblode: {deep}: elements nested more than 512 deep, the limit; raise it with --max-depth",
        "weblode: 1 of 2 pages failed",
    ]
    assert (both.returncode, both.stdout) == (1, alone.stdout)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_page_whose_places_are_too_long_to_write_is_told_and_the_others_are_done(form, tmp_path):
    good, long = tmp_path / "good.html", tmp_path / "long.html"
    good.write_text(OUTLINED)
    long.write_text("<i>" * 120 + "<b>" * 90 + "<s>x</s>" * 250_000)
    done = run("tree", str(long), str(good), "--format", form, "--max-dense", "1000000")
    assert lines(done.stderr)[0] == (
        f"weblode: {long}: the XPaths of its nodes are more than 200,000,000 characters long; split the page"
    )
    assert (done.returncode, done.stdout) == (1, run("tree", str(good), "--format", form).stdout)


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


def test_every_command_that_writes_csv_can_make_it_safe_for_spreadsheets(tmp_path):
    rows = "".join(f"<li><a href=/{i}>=Title {i}</a> some words of record {i}</li>" for i in range(6))
    cells = "".join(f"<tr><td>@Town {i}</td><td>-{i}000</td></tr>" for i in range(6))
    table = f"<table><tr><th>+Name</th><th>People</th></tr>{cells}</table>"
    (tmp_path / "page.html").write_text(f"<h1>=Head</h1><ul>{rows}</ul>{table}")
    run("learn", "page.html", "-o", "rule.json", cwd=tmp_path)
    for command in (
        ["records"],
        ["records", "--fields"],
        ["apply", "rule.json"],
        ["outline"],
        ["tree"],
        ["tables"],
        ["tables", "--table", "0"],
        ["instances", "--no-follow"],
    ):
        plain = run(*command, "page.html", "--format", "csv", cwd=tmp_path).stdout.decode()
        safe = run(*command, "page.html", "--csv-safe", "-o", "safe.csv", cwd=tmp_path)
        assert safe.returncode == 0, (command, safe.stderr)
        found = (tmp_path / "safe.csv").read_text()
        assert re.search(r'"[=+@]', plain), command
        assert found == re.sub(r'"(?=[=+@])', "\"'", plain), command


def test_safety_for_spreadsheets_is_for_csv_alone(page):
    done = run("records", str(page), "--csv-safe", "--format", "json")
    assert (done.returncode, b"--csv-safe is for CSV, not for json: add --format csv" in done.stderr) == (2, True)
