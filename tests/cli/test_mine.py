"""`weblode mine` as a person uses it."""

import json
import re
import sys

import pytest
from children import run
from click.testing import CliRunner
from commands import on_a_terminal
from mining.made import mine

from weblode.cli import main
from weblode.demo.generate import generate
from weblode.demo.serve import serve
from weblode.mining import runs


def test_a_terminal_shows_level_concepts_instances_and_pages_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("COLUMNS", "200")
    with serve(generate(sites=2, articles=20, seed=15)) as server:
        shown = on_a_terminal("mine", *server.web.homes(), "-o", str(tmp_path), "--delay", "0", "--concurrency", "4")
    line = r"\r\x1b\[Kweblode: level 1: \d+ of \d+ concepts, \d+ instances; \d+ pages, \d+ queued, \d+ failed"
    assert re.search(line, shown), shown
    assert "queued" not in shown.rpartition("\x1b[K")[2], "the line is gone before the report"


def test_home_pages_alone_are_mined_from_files(tmp_path):
    homes = []
    for i, more in enumerate(("Food", "Science", "Food")):
        topics = ["World", "Politics", "Business", "Sports", more]
        links = "".join(f'<li><a href="/{name.lower()}">{name}</a>' for name in topics)
        path = tmp_path / f"{i}.html"
        path.write_text(f"<ul>{links}</ul>{'<p>A text of some length.</p>' * 40}<a href=/privacy>Privacy Policy</a>")
        homes.append(f"{path}=http://site{i}.com/")
    command = [sys.executable, "-m", "weblode", "mine", *homes, "-o", str(tmp_path / "out"), "--depth", "0"]
    done = run(command, capture_output=True, check=True, text=True)
    assert "Sports  [3 sites]" in done.stdout
    written = json.loads((tmp_path / "out" / "taxonomy.json").read_text())
    assert {"Politics", "Food"} <= {concept["labels"][0] for concept in written["concepts"]}
    assert (tmp_path / "out" / "graph").is_dir()


def test_sites_that_share_nothing_give_one_clear_line(tmp_path):
    (tmp_path / "a.html").write_text("<p>nothing here")
    command = [
        sys.executable,
        "-m",
        "weblode",
        "mine",
        f"{tmp_path}/a.html=http://a.com/",
        "-o",
        str(tmp_path / "o"),
        "--depth",
        "0",
    ]
    done = run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 1
    assert "no concepts were found" in done.stderr


@pytest.mark.parametrize("seconds", ["inf", "1e300", "nan", "-1"])
def test_a_delay_that_nobody_waits_for_is_refused(tmp_path, papers, seconds):
    done = CliRunner().invoke(main, ["mine", *papers, "-o", str(tmp_path / "out"), "--delay", seconds])
    assert done.exit_code == 2
    assert "Invalid value for '--delay'" in done.stderr
    assert not (tmp_path / "out").exists()


def test_an_interrupt_says_that_the_same_command_goes_on_and_a_question_where_the_results_are(
    tmp_path, papers, monkeypatch
):
    mine(papers, tmp_path / "out")
    monkeypatch.setattr(runs.Run, "save_outline", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    stopped = mine(papers, tmp_path / "out")
    assert (stopped.exit_code, "weblode: stopped; run the same command to continue" in stopped.stderr) == (1, True)
    asked = CliRunner().invoke(main, ["query", str(tmp_path / "out"), "--concepts"])
    assert f"its run is not finished; query the previous one: {tmp_path / 'out' / 'previous'}" in asked.stderr


def test_given_files_whose_links_would_be_followed_are_refused(tmp_path, papers):
    given = [f"{home}=http://site{number}.com/" for number, home in enumerate(papers)]
    done = mine(given, tmp_path / "out")
    assert done.exit_code == 2
    assert "links of the given files cannot be followed: use --depth 0, or name the folder" in done.stderr
    assert not (tmp_path / "out").exists()
    assert mine(given, tmp_path / "out", "--depth", "0").exit_code == 0


def test_home_pages_that_cannot_be_read_and_one_site_without_concepts_are_told_apart(tmp_path):
    (tmp_path / "a.html").write_text("<p>nothing here")
    home = f"{tmp_path / 'a.html'}=http://a.com/"
    small = mine([home], tmp_path / "small", "--depth", "0", "--max-size", "5")
    assert (small.exit_code, "Error: none of the home pages could be read" in small.stderr) == (1, True)
    empty = mine([home], tmp_path / "empty", "--depth", "0")
    assert empty.exit_code == 1
    assert "no concepts were found on 1 home page; " in empty.stderr
    assert f"{tmp_path / 'empty' / 'report.html'} says what was left out and why" in empty.stderr


def test_the_last_line_says_where_everything_is(tmp_path, papers):
    done = mine(papers, tmp_path / "out")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == (
        f"everything is in {tmp_path / 'out'}: open {tmp_path / 'out' / 'report.html'}, "
        f"or edit the results with `weblode serve {tmp_path / 'out'}`"
    )
