"""The command line as a person uses it: real processes, real files, a real terminal where that matters."""

import json
import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from weblode import formats, kernels

WEBLODE = [sys.executable, "-m", "weblode"]


def run(*arguments, stdin=b"", cwd=None):
    return subprocess.run([*WEBLODE, *arguments], input=stdin, capture_output=True, cwd=cwd, timeout=60)


def on_a_terminal(*arguments, cwd=None):
    """What a command prints when its output is a terminal."""
    main, sub = os.openpty()
    with subprocess.Popen([*WEBLODE, *arguments], stdout=sub, stderr=sub, cwd=cwd) as child:
        os.close(sub)
        shown = b""
        try:
            while chunk := os.read(main, 4096):
                shown += chunk
        except OSError:  # Linux's way to say that the other end is closed
            pass
        child.wait(60)
    os.close(main)
    return shown.decode().replace("\r\n", "\n")


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b"<title>T</title><ul>" + b"<li><a href=/x>item</a> text" * 5 + b"</ul>")
    return path


def lines(output):
    """The lines of stderr, but for the note that there are no compiled kernels."""
    return [line for line in output.decode().splitlines() if "compiled kernels" not in line]


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
    assert told[-1] == "weblode: 2 of 3 pages could not be read"


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
    assert run("tree", str(page), "--format", "parquet").returncode == 1


def test_limits_are_options_and_their_messages_name_them(page):
    for option, value in [("--max-size", "10"), ("--max-nodes", "5"), ("--max-depth", "2")]:
        done = run("tree", str(page), option, value)
        assert done.returncode == 1
        assert option in done.stderr.decode()


def test_verbose_says_what_was_done_with_each_page(page):
    assert "page.html: utf-8, 26 nodes, 11 text leaves" in run("-v", "tree", str(page)).stderr.decode()


def test_the_reader_of_a_pipe_may_leave_early(page):
    command = [*WEBLODE, "tree", *[str(page)] * 400]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        child.stdout.readline()
        child.stdout.close()
        assert b"Traceback" not in child.stderr.read()


def test_an_interrupt_leaves_no_half_written_file(page):
    out = page.parent / "nodes.csv"
    reader, writer = os.pipe()
    command = [*WEBLODE, "-v", "tree", str(page), "-", "-o", str(out)]
    with subprocess.Popen(command, stdin=reader, stderr=subprocess.PIPE) as child:
        os.close(reader)
        while b"page.html" not in child.stderr.readline():
            pass
        child.send_signal(signal.SIGINT)
        told = child.stderr.read()
        assert child.wait(30) == 1
    os.close(writer)
    assert b"Traceback" not in told
    assert [path.name for path in page.parent.iterdir()] == ["page.html"]


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


def test_the_demo_shows_the_bundled_page():
    assert "ul[3].books" in run("demo").stdout.decode()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_program(shell):
    assert "_WEBLODE_COMPLETE" in run("completion", shell).stdout.decode()


def test_work_without_compiled_kernels_says_so(page):
    told = "compiled kernels" in run("tree", str(page)).stderr.decode()
    assert told == (kernels.native() is None)
