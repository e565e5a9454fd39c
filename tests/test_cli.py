"""The command line as a person uses it: real processes, real files, a real terminal where that matters."""

import csv
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

from weblode import formats, kernels
from weblode.cli import main
from weblode.cli.reading import Reading, page_arguments
from weblode.errors import LimitError
from weblode.records.tokens import ENCODINGS

WEBLODE = [sys.executable, "-m", "weblode"]
# What a command that reads pages says on stderr if there is nothing to say.
SILENCE = f"weblode: working without compiled kernels, several times slower: {kernels.missing()}\n".encode()
SILENCE = SILENCE if kernels.missing() else b""


def run(*arguments, stdin=b"", cwd=None):
    return children.run([*WEBLODE, *arguments], input=stdin, capture_output=True, cwd=cwd)


def on_a_terminal(*arguments, cwd=None):
    """What a command prints when its output is a terminal."""
    main, sub = os.openpty()
    with children.start([*WEBLODE, *arguments], stdout=sub, stderr=sub, cwd=cwd) as child:
        os.close(sub)
        shown = b""
        try:
            while chunk := os.read(main, 4096):
                shown += chunk
        except OSError:  # Linux's way to say that the other end is closed
            pass
        child.wait()
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
    assert told[-1] == "weblode: 2 of 3 pages could not be done"


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


def listing(tmp_path, name, n, start=0):
    items = "".join(f"<li><a href=/{i}>Title {i}</a> <i>text of record {i}</i></li>" for i in range(start, start + n))
    path = tmp_path / name
    path.write_text(f"<h1>Results</h1><div><ul>{items}</ul></div><p>footer")
    return str(path)


def test_records_are_found_and_written_in_every_format(tmp_path):
    page = listing(tmp_path, "a.html", 6)
    row = json.loads(run("records", page).stdout)
    (region,) = row["regions"]
    assert (region["xpath"], region["method"], len(region["records"])) == ("/html/body/div/ul", "consensus", 6)
    assert region["records"][2] == {
        "xpath": ["/html/body/div/ul/li[3]"],
        "text": "Title 2 text of record 2",
        "links": ["/2"],
        "fields": [
            {"name": "title", "value": "Title 2", "xpath": "/html/body/div/ul/li[3]/a/text()[1]", "href": "/2"},
            {"name": "field_2", "value": "text of record 2", "xpath": "/html/body/div/ul/li[3]/i/text()[1]"},
        ],
    }
    for form in ("csv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("records", page, "-o", str(out)).returncode == 0
        assert formats.read(out)["link"] == tuple(f"/{i}" for i in range(6))


def test_records_explain_the_votes_and_what_was_dropped(tmp_path):
    shown = on_a_terminal("records", "--explain", "--method", "byu", listing(tmp_path, "a.html", 6))
    assert "6 records in /html/body/div/ul" in shown
    assert "<li> stands around records" in shown
    assert "certainty" in shown
    done = run("records", "--explain", "--method", "omini", listing(tmp_path, "a.html", 6))
    (region,) = json.loads(done.stdout)["regions"]
    assert (region["separator"], region["placement"], region["votes"]["B"]) == ("li", "around", {"li": 1})
    assert region["dropped"] == []


def test_a_page_without_records_says_so(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<p>just a text")
    assert "no record list" in run("records", str(page), "--format", "text").stdout.decode()
    assert json.loads(run("records", str(page)).stdout)["regions"] == []
    assert run("records", str(page), "-o", str(tmp_path / "none.csv")).returncode == 0
    assert formats.read(tmp_path / "none.csv").names == ("page", "node", "region", "record", "xpath", "text", "link")


def test_lists_below_the_threshold_are_no_answer_but_can_be_seen(tmp_path):
    page = listing(tmp_path, "a.html", 6)
    assert json.loads(run("records", page, "--threshold", "1").stdout)["regions"] == []
    told = json.loads(run("records", page, "--threshold", "1", "--explain").stdout)
    assert (told["regions"], len(told["refused"][0]["records"])) == ([], 6)
    assert told["refused"][0]["evidence"]["records"] == 6
    shown = on_a_terminal("records", "--threshold", "1", "--explain", page)
    assert "no record list; below the threshold" in shown
    assert "of the page's text" in shown


def test_fields_are_renamed_typed_and_dropped_when_a_rule_is_learnt(tmp_path):
    def header(done):
        return next(csv.reader(done.stdout.decode().splitlines()))

    rule = str(tmp_path / "rule.json")
    page = listing(tmp_path, "a.html", 6)
    choice = ("--name", "title=Book", "--name", "field_2=About it", "--kind", "field_2=date")
    assert run("learn", page, "-o", rule, *choice).returncode == 0
    done = run("apply", rule, listing(tmp_path, "b.html", 3, 50), "--fields", "--format", "csv")
    assert header(done) == ["page", "node", "record", "Book", "Book (url)", "About it", "About it (date)"]
    assert run("learn", page, "-o", rule, "--drop", "field_2").returncode == 0
    done = run("apply", rule, page, "--fields", "--format", "csv")
    assert (done.stderr, header(done)) == (SILENCE, ["page", "node", "record", "title", "title (url)"])
    wrong = run("learn", page, "-o", rule, "--drop", "field_9")
    said = SILENCE + b"Error: no field 'field_9'; the fields are title, field_2\n"
    assert (wrong.returncode, wrong.stderr) == (1, said)
    assert run("learn", page, "-o", rule, "--name", "title").returncode == 2


def test_the_parameters_of_repeats_are_options(tmp_path):
    page = listing(tmp_path, "a.html", 6)

    def told(*options):
        return json.loads(run("records", page, "--patterns", *options).stdout)["patterns"]

    assert {each["encoding"] for each in told("--encoding", "all-tag")} == {"all-tag"}
    assert told("--min-count", "5", "--min-length", "3", "--variance", "0.36", "--density", "0.2") == told() != []
    assert told("--min-count", "20") == told("--min-length", "200") == told("--density", "5") == []
    found = json.loads(run("records", page, "--method", "iepad", "--encoding", "all-tag", "--explain").stdout)
    assert "<a>" in found["regions"][0]["pattern"]
    wrong = run("records", page, "--patterns", "--variance", "nan")
    assert (wrong.returncode, wrong.stderr) == (
        1,
        b"Error: a repeat's variance cannot be nan; give a number from 0 to 2,147,483,647\n",
    )
    lost = run("records", page, "--min-count", "3")
    assert (lost.returncode, b"add --method iepad or --patterns" in lost.stderr) == (2, True)
    choices = next(each for each in main.commands["records"].params if each.name == "encoding").type.choices
    assert list(choices) == list(ENCODINGS)


def test_a_rule_is_learnt_applied_and_refused(tmp_path):
    rule = str(tmp_path / "rule.json")
    learnt = run("learn", listing(tmp_path, "a.html", 6), listing(tmp_path, "b.html", 9), "-o", rule)
    assert learnt.returncode == 0
    assert "li in /html/body/div/ul, learnt on 2 of 2 pages" in learnt.stderr.decode()
    assert "learnt on 1: 2 of 2 pages, 100.0% of the records" in learnt.stderr.decode()
    other = tmp_path / "other.html"
    other.write_text("<p>moved")
    done = run("apply", rule, listing(tmp_path, "c.html", 3, 50), str(other))
    assert done.returncode == 1
    assert [r["links"] for r in json.loads(done.stdout)["regions"][0]["records"]] == [["/50"], ["/51"], ["/52"]]
    assert "no longer looks like the rule" in done.stderr.decode()
    assert "1 of 2 pages could not be done" in done.stderr.decode()
    assert run("learn", str(other), "-o", rule).returncode == 1


def test_a_page_that_changed_can_teach_the_rule(tmp_path):
    rule = str(tmp_path / "rule.json")
    assert run("learn", listing(tmp_path, "a.html", 6), "-o", rule).returncode == 0
    changed = tmp_path / "changed.html"
    changed.write_text("<ol>" + "".join(f"<li><p>Quite another page {i}</p></li>" for i in range(9)) + "</ol>")
    refused = run("apply", rule, str(changed))
    assert (refused.returncode, b"add --relearn" in refused.stderr) == (1, True)
    done = run("apply", rule, str(changed), "--relearn")
    assert (done.returncode, len(json.loads(done.stdout)["regions"][0]["records"])) == (0, 9)
    assert run("apply", rule, str(changed)).returncode == 0
    assert run("apply", rule, str(tmp_path / "a.html")).returncode == 0


# Of the links that nobody closed, only some stand where the list's separator cuts.
UNCLOSED = "<div>" + "".join(f"<p><a href=/{i}>Title {i}<div>words {i} of it</div>" for i in range(2)) + "</div>"
UNCLOSED += "".join(f"<div>Title {i}<font> words of record {i} that go on</div>" for i in range(2, 8))


def test_learning_says_which_pages_the_rule_does_not_give_back(tmp_path):
    rule, odd = str(tmp_path / "rule.json"), tmp_path / "odd.html"
    odd.write_text(UNCLOSED)
    told = run("learn", str(odd), "-o", rule)
    line = f"weblode: {odd}: the rule gives none of the 10 records found there: it refuses the page"
    assert (told.returncode, line in lines(told.stderr)) == (0, True)
    assert b"the rule gives" not in run("learn", listing(tmp_path, "a.html", 6), "-o", rule).stderr


def test_a_page_that_cannot_teach_the_rule_leaves_it_alone_and_the_others_are_done(tmp_path):
    rule, odd = tmp_path / "rule.json", tmp_path / "odd.html"
    odd.write_text(UNCLOSED)
    plain = listing(tmp_path, "a.html", 6)
    run("learn", plain, "-o", str(rule))
    before = rule.read_bytes()
    done = run("apply", str(rule), str(odd), plain, "--relearn")
    assert (done.returncode, len(json.loads(done.stdout)["regions"][0]["records"])) == (1, 6)
    assert "what is discovered there teaches no rule that fits it" in done.stderr.decode()
    assert rule.read_bytes() == before


def test_fields_are_columns_of_a_table(tmp_path):
    pages = [listing(tmp_path, "a.html", 6), listing(tmp_path, "b.html", 4, 50)]
    assert run("records", *pages, "--fields", "-o", str(tmp_path / "f.csv")).returncode == 0
    table = formats.read(tmp_path / "f.csv")
    assert table.names == ("page", "node", "record", "title", "title (url)", "field_2")
    assert (len(table), table["title"][6], table["title (url)"][6]) == (10, "Title 50", "/50")


def test_bench_measures_a_folder_with_gold(tmp_path):
    (tmp_path / "set" / "pages").mkdir(parents=True)
    listing(tmp_path / "set" / "pages", "a.html", 6)
    gold = [
        {"page": "a.html", "part": "whole", "records": [{"text": f"Title {i} text of record {i}"} for i in range(6)]}
    ]
    (tmp_path / "set" / "gold.json").write_text(json.dumps(gold))
    (tmp_path / "homes" / "pages").mkdir(parents=True)
    (tmp_path / "homes" / "outline").mkdir()
    (tmp_path / "homes" / "pages" / "h.html").write_text("<h2>News</h2><ul><li>one<li>two</ul>")
    wanted = {"label": "", "children": [{"label": "News", "children": [{"label": "one"}, {"label": "two"}]}]}
    (tmp_path / "homes" / "outline" / "h.json").write_text(json.dumps({"page": "h.html", "tree": wanted}))
    lines = run("bench", str(tmp_path)).stdout.decode().splitlines()
    header, consensus, omini, byu, iepad, outlines, structure, papers = lines
    assert consensus.split()[:6] == ["set", "consensus", "1", "1.000", "1.000", "1.000"]
    assert header.split()[:6] == ["records", "method", "pages", "P", "R", "F1"]
    assert omini.split()[:6] == ["set", "omini", "1", "1.000", "1.000", "1.000"]
    assert omini.split()[8] == iepad.split()[8] == "1/1"
    assert (byu.split()[1], papers.split()[1]) == ("byu", "ontominer")
    assert outlines.startswith("outline: pairs")
    assert structure.split()[:6] == ["homes", "structure", "1", "1.000", "1.000", "1.000"]
    assert len(run("bench", str(tmp_path), "--method", "byu").stdout.splitlines()) == 2


@pytest.mark.parametrize("content", [b"{", b"\xff"])
@pytest.mark.parametrize("name", ["gold.json", "outline/page.json"])
def test_bench_names_gold_that_cannot_be_read(tmp_path, name, content):
    (tmp_path / "outline").mkdir()
    (tmp_path / name).write_bytes(content)
    done = run("bench", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.decode().startswith(f"Error: {tmp_path / name}: gold must be JSON: ")


def test_bench_says_when_there_is_nothing_to_measure(tmp_path):
    done = run("bench", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, b"")
    assert "no set of pages with gold for any method" in done.stderr.decode()


def towns(tmp_path):
    path = tmp_path / "towns.html"
    rows = "".join(f"<tr><td>{name}<td>{n},000" for name, n in [("Bern", 134), ("Chur", 38), ("Basel", 173)])
    head = "<tr><th>Town<th>People"
    path.write_text(f"<table><tr><td>menu</table><table><caption>Towns</caption>{head}{rows}</table>")
    return str(path)


def test_data_tables_are_found_and_written_in_every_format(tmp_path):
    row = json.loads(run("tables", towns(tmp_path)).stdout)
    (table,) = row["tables"]
    assert (table["index"], table["caption"], table["orientation"]) == (1, "Towns", "column")
    assert table["records"][1] == {"Town": "Chur", "People": "38,000"}
    for form in ("csv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("tables", towns(tmp_path), "-o", str(out)).returncode == 0
        long = formats.read(out)
        assert (len(long), long["field"][:2], long["record"][2]) == (6, ("Town", "People"), 2)
        assert run("tables", "--table", "1", towns(tmp_path), "-o", str(out)).returncode == 0
        assert formats.read(out)["Town"] == ("Bern", "Chur", "Basel")


def test_refused_tables_are_shown_with_their_reason(tmp_path):
    shown = on_a_terminal("tables", "--all", towns(tmp_path))
    assert "table 0 holds no data: fewer than two rows with two cells of text" in shown
    assert "table 1 “Towns”, 4 x 2, headers: column" in shown
    assert "Town: Chur | People: 38,000" in shown
    first, _ = json.loads(run("tables", "--all", towns(tmp_path)).stdout)["tables"]
    assert (first["genuine"], first["orientation"], first["rows"]) == (False, None, 1)


def test_a_page_without_data_tables_says_so(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<p>just a text")
    assert "no data tables found" in run("tables", str(page), "--format", "text").stdout.decode()
    assert json.loads(run("tables", str(page)).stdout)["tables"] == []
    assert run("tables", str(page), "-o", str(tmp_path / "none.csv")).returncode == 0
    assert "field" in formats.read(tmp_path / "none.csv").names


def test_tables_beyond_the_limit_are_refused_and_named(tmp_path):
    done = run("tables", "--all", "--max-cells", "5", towns(tmp_path))
    assert "--max-cells" in json.loads(done.stdout)["tables"][1]["reason"]


def test_tables_of_different_headers_do_not_fit_one_wide_table(tmp_path):
    other = tmp_path / "other.html"
    first = towns(tmp_path)
    other.write_text((tmp_path / "towns.html").read_text().replace("People", "Inhabitants"))
    done = run("tables", "--table", "1", first, str(other), "--format", "csv")
    assert done.returncode == 1
    assert b"do not continue columns" in done.stderr


OUTLINED = """<title>Portal</title><nav><a href=/a>Home</a> | <a href=/b>Help</a></nav>
<h2>News</h2><ul><li><a href=/1>Rain</a><li><a href=/2>Snow</a></ul><p>A text that nobody lists.</p>"""


def test_outlines_come_in_every_form(tmp_path):
    page = tmp_path / "a.html"
    page.write_text(OUTLINED)
    row = json.loads(run("outline", str(page)).stdout)
    assert [part["label"] for part in row["outline"]["children"]] == ["", "News"]
    assert row["segments"][0][0] == 0
    shown = on_a_terminal("outline", str(page))
    assert "Portal\n  (navigation)\n    Home\n    Help\n  News\n" in shown.replace("\r", "")
    assert "nobody lists" not in shown
    assert "nobody lists" in run("outline", "--all", "--format", "text", str(page)).stdout.decode()
    assert b"Rain" not in run("outline", "--levels", "1", "--format", "text", str(page)).stdout
    for form in ("csv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("outline", str(page), "-o", str(out)).returncode == 0
        assert "News" in formats.read(out)["label"]
    assert run("outline", str(page), str(page), "-o", str(tmp_path / "out.xml")).returncode == 0
    assert (tmp_path / "out.xml").read_text().count("<page ") == 2


def test_the_papers_outline_takes_its_factors_and_rules(tmp_path):
    page = tmp_path / "a.html"
    page.write_text(OUTLINED)
    for options in (["--factors", "four"], ["--promotion", "nearest"]):
        row = json.loads(run("outline", "--method", "ontominer", *options, str(page)).stdout)
        assert row["outline"]["label"] == "Portal"
    assert run("outline", "--promotion", "wrong", str(page)).returncode == 2


def test_tables_that_a_limit_leaves_out_are_told_without_being_asked_for(tmp_path):
    page = tmp_path / "tables.html"
    page.write_text("<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>" * 3)
    done = run("tables", str(page), "--max-cells", "5")
    assert lines(done.stderr)[0].startswith(f"weblode: {page}: 3 tables are left out, the first as ")
    assert "--max-cells" in lines(done.stderr)[0]
    assert run("tables", str(page)).stderr == SILENCE


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
        "weblode: 1 of 2 pages could not be done",
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
        "weblode: 2 of 3 pages could not be done",
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
