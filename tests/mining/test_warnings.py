"""Sites that go wrong, mined through the command line beside sites that do not."""

import json
import os
import socket
import struct
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from children import PATIENCE, run
from loopback import HTML, serving
from mining.made import mine, taxonomy
from newspapers import site

from weblode.demo.generate import generate
from weblode.demo.serve import serve
from weblode.mining.warnings import homes_without_concepts, warnings
from weblode.ontology import Concept, Dropped, Ontology

END = threading.Event()
PROSE = b"<h1>A letter</h1>" + b"<p>There is much to tell and nothing to follow.</p>" * 40


def hang(_):
    END.wait(PATIENCE)


def circle(handler):
    other = {"/": "/a", "/a": "/b"}.get(handler.path, "/")
    handler.reply(status=302, headers={"Location": other})


def gigabyte(handler):
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(1000):
        handler.wfile.write(b"<p>more</p>\n" * 83_333)
        handler.server.sent += 1


def reset(handler):
    handler.close_connection = True
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def with_rules(answer, rules=b""):
    def answered(handler):
        handler.reply(rules, headers={"Content-Type": "text/plain"}) if "robots" in handler.path else answer(handler)

    return answered


def with_body(body, **headers):
    return with_rules(lambda handler: handler.reply(body, headers=HTML | headers))


GARBAGE = bytes(range(256)) * 400
BAD = {
    "fails": (lambda handler: handler.reply(b"sorry", 500), "robots.txt: answered 500 Internal Server Error"),
    "fails later": (with_rules(lambda handler: handler.reply(b"", 500)), "answered 500 Internal Server Error"),
    "hangs": (hang, "robots.txt: no answer within 5 s; wait longer with --timeout"),
    "hangs later": (with_rules(hang), "no answer within 5 s; wait longer with --timeout"),
    "turns in a circle": (with_rules(circle), "redirects more than 4 times"),
    "never ends": (with_rules(gigabyte), "more than the limit of 300,000 bytes; raise it with --max-size"),
    "forbids all": (with_rules(lambda _: None, b"User-agent: *\nDisallow: /\n"), "robots.txt forbids it"),
    "is empty": (with_body(b""), "has no links with labels to other pages of its site, so there is no taxonomy"),
    "is prose": (with_body(PROSE), "has no links with labels to other pages of its site, so there is no taxonomy"),
    "breaks off": (with_rules(reset), "cannot be fetched (the connection breaks off, or does not carry HTTP)"),
    "is garbage": (with_body(GARBAGE), "has no links with labels to other pages of its site, so there is no taxonomy"),
    "is a film": (with_body(GARBAGE, **{"Content-Type": "video/mp4"}), "is video/mp4, not a page"),
}
QUICK = "--delay 0 --concurrency 16 --timeout 5 --retries 0 --max-redirects 4 --max-size 300000".split()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")


def mined(homes, output):
    command = [sys.executable, "-m", "weblode", "mine", *homes, "-o", str(output), *QUICK]
    return run(command, capture_output=True, check=False, text=True)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """The run over three good sites and all bad ones, the taxonomy it wrote, and the homes by what is wrong."""
    output = tmp_path_factory.mktemp("bad")
    os.environ["NO_PROXY"] = "*"
    with ExitStack() as stack:
        good = stack.enter_context(serve(generate(sites=3, articles=12))).web.homes()
        servers = {name: stack.enter_context(serving(answer)) for name, (answer, _) in BAD.items()}
        for server in servers.values():
            server.sent = 0
        bad = {name: server.url() for name, server in servers.items()}
        done = mined([*list(bad.values())[:6], *good, *list(bad.values())[6:]], output)
        END.set()
        sent = servers["never ends"].sent
    return done, json.loads((output / "taxonomy.json").read_text()), bad, good, sent


def test_the_good_sites_are_mined_whatever_the_others_do(outcome):
    done, taxonomy, _, good, _ = outcome
    assert done.returncode == 0, done.stderr
    sites = {home.split("/")[2] for home in good}
    assert any(set(concept["sites"]) == sites for concept in taxonomy["concepts"])
    assert {site for concept in taxonomy["concepts"] for site in concept["sites"]} == sites


@pytest.mark.parametrize("name", BAD)
def test_each_bad_site_is_told_of_in_one_line_and_in_the_taxonomy(outcome, name):
    done, taxonomy, bad, _, _ = outcome
    home, reason = bad[name], BAD[name][1]
    assert [line for line in done.stderr.splitlines() if home in line] == [f"weblode: {home}: {reason}"]
    told = [lost for lost in taxonomy["dropped"] if lost["name"] == home]
    assert told == [{"name": home, "reason": reason, "site": home.split("/")[2], "kind": "page"}]


def test_what_never_ends_is_not_read(outcome):
    assert outcome[4] < 50  # megabytes: buffers of the loopback


def test_if_nothing_is_left_the_exit_status_is_1(tmp_path):
    with serving(BAD["is prose"][0]) as one, serving(BAD["fails"][0]) as two:
        done = mined([one.url(), two.url()], tmp_path)
    assert done.returncode == 1
    assert "no concepts were found" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 3


def test_a_home_that_is_read_and_brings_nothing_has_a_reason():
    homes = {"a": "http://a/", "b": "http://b/", "c": "http://c/"}
    found = homes_without_concepts(homes, {"a", "b"}, [Concept("x", ("X",), ("a",))])
    assert [(lost.name, lost.reason.split(",")[0]) for lost in found] == [
        ("http://b/", "has no concepts in common with the other sites"),
        ("http://c/", "has no links with labels to other pages of its site"),
    ]
    [single] = homes_without_concepts({"a": "http://a/"}, {"a"}, [])
    assert single.reason.startswith("has no labels that several of its pages link to")


def test_pages_that_a_good_site_lost_are_one_line():
    lost = [Dropped(f"http://a/{n}", "answered 500", "a", "page") for n in range(3)]
    away = [Dropped(f"http://{name}/", "leads away", name, "page") for name in "cd"]
    home = Dropped("http://b/", "gone", "b", "page")
    found = Ontology(dropped=(Dropped("A label", "rare"), *lost, *away, home), sites={"a": "h"})
    assert list(warnings(found, ["h", "http://b/"])) == [
        "a: 3 pages could not be fetched, the first http://a/0: answered 500",
        "other sites: 2 pages could not be fetched, the first http://c/: leads away",
        "http://b/: gone",
    ]


def test_a_site_that_fails_is_a_warning_and_the_others_are_mined(tmp_path, served):
    homes, pages, _ = served
    pages[0].clear()
    del pages[1]["world.html"]
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    assert f"weblode: {homes[0]}: answered 404" in done.stderr
    assert f"weblode: {homes[1]}world.html: answered 404" in done.stderr
    assert "pages that could not be fetched, and why" in done.stdout
    assert "Politics  [2 sites" in done.stdout


def test_many_pages_of_a_site_that_fail_are_one_warning(tmp_path, served):
    homes, pages, _ = served
    for path in [path for path in pages[2] if "-" in path]:
        del pages[2][path]
    done = mine(homes, tmp_path / "out", "--concurrency", "8")
    assert done.exit_code == 0
    [line] = done.stderr.splitlines()
    assert f"{homes[2].split('/')[2]}: 10 pages could not be fetched, the first {homes[2]}" in line
    assert line.endswith(": answered 404 Not Found")


def test_a_home_page_that_is_nowhere_is_told(tmp_path, papers):
    (tmp_path / "papers" / "d").mkdir()
    done = mine([*papers, str(tmp_path / "papers" / "d")], tmp_path / "out")
    assert done.exit_code == 0
    assert "papers/d: no page is there" in done.stderr


def test_each_page_over_a_limit_is_noted_once(tmp_path, papers):
    first, second, _ = (Path(home).parent for home in papers)
    articles = sorted(path for path in second.iterdir() if "-" in path.name)[:2]
    for path in (first / "world.html", *articles):
        path.write_text(path.read_text() + "<i></i>" * 500)
    done = mine(papers, tmp_path / "out", "--max-nodes", "300", "--depth", "2")
    lost = [one["name"] for one in taxonomy(tmp_path / "out")["dropped"] if one["kind"] == "page"]
    assert sorted(lost) == sorted(map(str, (first / "world.html", *articles)))
    assert "2 pages could not be fetched, the first" in done.stderr
    assert "raise it with --max-nodes" in done.stderr


def test_a_single_site_without_concepts_is_not_told_of_others(tmp_path):
    text = site()["index.html"]
    (tmp_path / "index.html").write_text(text)
    done = mine([str(tmp_path / "index.html")], tmp_path / "out")
    assert done.exit_code == 1
    assert "index.html: has no labels that several of its pages link to" in done.stderr
    assert "no concepts were found on 1 home page; " in done.stderr
    assert "report.html says what was left out" in done.stderr
    assert "other sites" not in done.stderr
