"""Foreign text on a real terminal: names, addresses, pages and servers that mean harm, and what is printed of them."""

import json
import os
import re
from unicodedata import category

import children
import pytest
from application.made import SHOP, THREE
from commands import WEBLODE, on_a_terminal, run
from graph.made import NEWS
from hypothesis import given
from hypothesis import strategies as st
from loopback import serving

from weblode import formats
from weblode.graph import statements, store
from weblode.pages.html import parse
from weblode.terminal import escaped, printable

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")

# A title for the window, colours, the same by C1 controls, a turn of the writing, a tag character, a line of its own.
EVIL = "\x1b]0;owned\x07\x1b[31m\x9b2J\x90q\x9c\u202egnp\u2066\U000e0041\x7f\b\r\u2028\nweblode: forged"
STEERS = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def stray(printed):
    """What is printed that steers a terminal or forges a line, but for our own line that says how far the work is."""
    own = printed.replace("\r\x1b[K", "").replace("\r\n", "\n")
    steering = {char for char in own if category(char) in STEERS and char != "\n"}
    return steering | {line for line in own.split("\n") if line.startswith(("weblode: forged", "forged"))}


@pytest.fixture
def folder(tmp_path):
    """Pages whose names, tags, attributes and texts are all hostile."""
    text = EVIL.replace("\n", " ")
    word = "".join(char for char in text if not char.isspace())
    items = "".join(
        f"<li class='{word}'><a href='/{i}{text}'>Title {i} {text}</a> <{word}x>words {text} of {i}</{word}x></li>"
        for i in range(6)
    )
    odd = "".join(f"<x{word}><b>Part {i}</b> of the page, with words {i}</x{word}>" for i in range(6))
    rows = "".join(f"<tr><td>{text}Town {i}</td><td>{i}000</td></tr>" for i in range(5))
    table = f"<table><caption>{text}</caption><tr><th>{text}Name</th><th>People</th></tr>{rows}</table>"
    page = f"<title>{text}</title><h1>{text}Head</h1><ul id='{word}'>{items}</ul><div>{odd}</div>{table}"
    (tmp_path / f"a{EVIL}.html").write_text(page)
    os.mkdir(os.fsencode(tmp_path) + b"/b\xff\x1b[2J")
    with open(os.fsencode(tmp_path) + b"/b\xff\x1b[2J/\xfe\x9b.html", "w") as file:
        file.write(page)
    (tmp_path / f"c{EVIL}.html").symlink_to(tmp_path / "nowhere")
    return tmp_path


def warc(path, *addresses):
    """An archive of pages at these addresses, which need not be any."""
    with path.open("wb") as file:
        for address in addresses:
            page = b"<title>T</title><ul>" + b"<li><a href=/x>item</a> some text" * 5 + b"</ul>"
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
            head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\n".encode()
            head += b"WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            head += b"Content-Type: application/http; msgtype=response\r\n"
            file.write(head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body + b"\r\n\r\n")
    return path


READING = [
    ["records"],
    ["records", "--explain"],
    ["records", "--patterns"],
    ["records", "--explain", "--method", "byu"],
    ["records", "--format", "json"],
    ["records", "--format", "csv"],
    ["records", "--fields", "--format", "jsonl"],
    ["tree", "--share", "0"],
    ["tree", "--format", "json"],
    ["tables", "--all"],
    ["outline", "--all"],
    ["outline", "--format", "xml"],
    ["instances", "--no-details"],
    ["learn", "-o", "rule\x1b[31m.json"],
]


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_no_command_lets_names_or_pages_steer_the_terminal(folder, command):
    printed = on_a_terminal("-v", *command, ".", cwd=folder)
    assert "weblode: ./a\\u001b]0;owned\\u0007" in printed
    assert "\\nweblode: forged" in printed
    assert stray(printed) == set()


def test_a_rule_is_applied_to_hostile_pages_without_steering_the_terminal(folder):
    (folder / "plain.html").write_text(
        "<ul>" + "".join(f"<li><b>Record {i}</b> words</li>" for i in range(6)) + "</ul>"
    )
    run("learn", "plain.html", "-o", "rule.json", cwd=folder)
    printed = on_a_terminal("apply", "rule.json", ".", "--relearn", cwd=folder)
    assert "weblode: ./a\\u001b]0;owned" in printed
    assert stray(printed) == set()


def test_rows_of_hostile_pages_are_told_without_steering_the_terminal(tmp_path):
    (tmp_path / "shop.toml").write_text(SHOP)
    items = "".join(f"<li>{record}{EVIL}</li>" for record in THREE)
    (tmp_path / f"b{EVIL}.html").write_text(f"<h1>Books</h1><ul>{items}</ul>")
    for more in ([], ["--explain", "1"], ["--explain", "99"], ["--format", "json"]):
        printed = on_a_terminal("extract", "--ontology", "shop.toml", *more, ".", cwd=tmp_path)
        assert "b\\u001b]0;owned" in printed
        assert stray(printed) == set()
    (tmp_path / "e\x1b[31m.toml").write_text(SHOP)
    for command in ("check", "show"):
        assert stray(on_a_terminal("ontology", command, "e\x1b[31m.toml", cwd=tmp_path)) == set()


@pytest.mark.parametrize(
    "command", [["records"], ["tree"], ["instances"], ["records", "--format", "json"]], ids=" ".join
)
def test_addresses_in_an_archive_do_not_steer_the_terminal(tmp_path, command):
    path = warc(tmp_path / "a.warc", "http://site/\x1b]0;owned\x07\x9b2J\u202ex", "http://\x1b[2J/", "\x1b[31m")
    printed = on_a_terminal("-v", *command, str(path))
    assert "owned" in printed
    assert stray(printed) == set()


def hostile(handler):
    if handler.path.startswith("/phrase"):
        handler.send_response(500, "\x1b[31mboom\x9b2J\x07")
        handler.send_header("Content-Length", "0")  # or a crawl waits for the end of the answer
        handler.end_headers()
    elif handler.path.startswith("/status"):
        handler.wfile.write(b"HTTP/1.1 \x1b[31m\x9bOK\r\n\r\n")
    elif handler.path.startswith("/type"):
        handler.reply(b"x", headers={"Content-Type": "\x1b[31mtext/\x9bevil"})
    elif handler.path.startswith("/encoding"):
        handler.reply(b"x", headers={"Content-Type": "text/html", "Content-Encoding": "\x1b[31mevil\x9b"})
    elif handler.path == "/robots.txt":
        handler.reply(b"", 404)
    else:
        handler.reply(b"", 302, {"Location": f"/loop{len(handler.path)}\x1b]0;owned\x07\x9b"})


@pytest.mark.parametrize("path", ["/phrase", "/status", "/type", "/encoding", "/loop", "/\x1b[31m\x9b\u202e"])
def test_servers_do_not_steer_the_terminal(path, tmp_path, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    with serving(hostile) as server:
        printed = on_a_terminal("records", server.url(path))
        assert "weblode: http://127.0.0.1" in printed
        assert stray(printed) == set()
        printed = on_a_terminal(
            "mine", server.url(path), "-o", str(tmp_path / "out\x1b[31m"), "--delay", "0", "--retries", "0"
        )
    assert "Error: " in printed
    assert stray(printed) == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["records", f"missing{EVIL}.html"],
        ["records", "--\x1b[31mx", "p"],
        ["records", "--format", "\x1b[31m", "p"],
        ["\x1b[31m"],
        ["apply", f"no{EVIL}.json", "p"],
        ["learn", "p", "-o", f"{EVIL}/x"],
        ["bench", f"no{EVIL}"],
        ["records", "p", "-o", f"x{EVIL}.what"],
        ["extract", "--ontology", f"no{EVIL}", "p"],
        ["extract", "--ontology", "cars", "--db", f"postgresql://{EVIL}", "p"],
        ["query", f"no{EVIL}", "--concepts"],
        ["records", f"http://{EVIL}/"],
        ["records", f"\x1b[31m{EVIL}://x/"],
        ["ontology", "check", f"no{EVIL}"],
    ],
    ids=ascii,
)
def test_what_is_wrong_with_arguments_is_told_without_steering_the_terminal_or_a_log(arguments, tmp_path):
    (tmp_path / "p").write_text("<ul>" + "<li><b>Record</b> words" * 6 + "</ul>")
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode
    assert b"Traceback" not in done.stderr
    assert stray(done.stderr.decode()) == set()
    assert stray(on_a_terminal(*arguments, cwd=tmp_path)) == set()


def test_mined_labels_and_homes_do_not_steer_the_terminal(tmp_path):
    text = "\x1b[31m\x9b2J\u202e"
    for name in ("one", "two"):
        site = tmp_path / f"{name}\x1b[31m\x9b"
        site.mkdir()
        menu = "".join(f"<li><a href=t{i}.html>{text} Topic {'abc'[i]}</a></li>" for i in range(3))
        stories = "".join(f"<div><h3><a href=s{i}.html>{text} Story {i}</a></h3><p>A<p>B</div>" for i in range(8))
        for page in ("index", "t0", "t1", "t2"):
            (site / f"{page}.html").write_text(f"<title>{text}</title><ul>{menu}</ul>{stories}")
    homes = [str(path / "index.html") for path in sorted(tmp_path.iterdir())]
    printed = on_a_terminal("mine", *homes, "-o", str(tmp_path / "out\x1b[31m\u202e"))
    assert "Topic" in printed
    assert "everything is in" in printed
    assert stray(printed) == set()


def test_answers_do_not_steer_the_terminal(tmp_path):
    store.write(statements.triples(NEWS), tmp_path)
    evil = EVIL.encode("unicode-escape").decode().replace("\\x", "\\u00").replace("\\U000e0041", "")
    question = f'SELECT ?a {{ BIND("{evil}" AS ?a) }}'
    for form in ("text", "csv", "json", "jsonl"):
        printed = on_a_terminal("query", str(tmp_path), question, "--format", form)
        assert "owned" in printed, form
        assert stray(printed) - {"weblode: forged", 'weblode: forged"'} == set(), form  # CSV has lines in its cells
    printed = on_a_terminal("query", str(tmp_path), f'CONSTRUCT {{ concept:x skos:prefLabel "{evil}" }} {{}}')
    assert stray(printed) == set()


def test_a_graph_is_indented_on_a_terminal(tmp_path):
    store.write(statements.triples(NEWS), tmp_path)
    printed = on_a_terminal("query", str(tmp_path), 'CONSTRUCT { concept:x skos:prefLabel "a"; skos:note "b" } {}')
    assert re.search(r"\n\s+skos:", printed)
    assert "\\t" not in printed
    assert escaped("a\tb") == "a\\tb"


def test_messages_are_escaped_where_nobody_reads_them_too(folder):
    done = run("records", f"c{EVIL}.html", cwd=folder)
    assert done.stderr.decode().startswith("weblode: c\\u001b]0;owned\\u0007\\u001b[31m\\u009b2J")
    assert len(done.stderr.splitlines()) == 1


def test_data_in_files_and_pipes_stay_exact(folder):
    name = f"a{EVIL}.html"
    line = json.loads(run("records", name, cwd=folder).stdout)
    assert line["page"] == name
    assert "\x9b2J" in line["regions"][0]["records"][0]["text"]
    piped = run("records", name, "--format", "csv", cwd=folder).stdout
    run("records", name, "-o", "records.csv", cwd=folder)
    assert (folder / "records.csv").read_bytes() == piped
    assert formats.read(folder / "records.csv")["page"][0] == name


def test_json_on_a_terminal_is_still_json(folder):
    printed = on_a_terminal("records", "--format", "json", f"a{EVIL}.html", cwd=folder)
    assert json.loads(printed) == json.loads(run("records", f"a{EVIL}.html", cwd=folder).stdout)


def test_a_tree_is_named_on_one_line():
    assert stray(repr(parse(b"<p>a", page=f"a{EVIL}"))) == set()


def test_ordinary_names_of_all_scripts_stay_as_they_are():
    for name in (
        "page.html",
        "Übersicht – 1.html",
        "目录.html",
        "\u0645\u06cc\u200c\u062e",
        "👩\u200d💻",
        "a\u00a0b",
        "C:\\a\\nb",
    ):
        assert escaped(name) == name


@given(st.text())
def test_what_is_escaped_is_one_line_that_steers_nothing(text):
    assert stray(escaped(text).replace("\u200c", "").replace("\u200d", "")) <= {escaped(text)}
    assert "\n" not in escaped(text)
    assert printable(text).isprintable()


def test_a_closed_standard_error_is_no_failure(tmp_path):
    (tmp_path / "p.html").write_text("<p>x")
    command = [*WEBLODE, "-v", "records", "p.html"]
    closing = ["sh", "-c", 'exec "$@" 2>&-', "sh", *command]
    done = children.run(closing, cwd=tmp_path, capture_output=True)
    assert done.returncode == 0
