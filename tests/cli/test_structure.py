"""`weblode tree`."""

import json

import pytest
from commands import OUTLINED, lines, on_a_terminal, run

from weblode import formats


def test_a_terminal_gets_text_and_a_pipe_gets_json(page):
    assert "li[1]" in on_a_terminal("tree", page.name, cwd=page.parent)
    row = json.loads(run("tree", str(page)).stdout)
    assert (row["page"], row["url"]) == (str(page), None)
    assert row["nodes"][-1]["text"] == " text"
    assert {"href": "/x"} in [node.get("attributes") for node in row["nodes"]]


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "sqlite"])
def test_nodes_are_written_as_tables(page, form):
    out = page.parent / f"nodes.{form}"
    assert run("tree", str(page), str(page), "-o", str(out)).returncode == 0
    table = formats.read(out, name="nodes")
    assert len(table) == 2 * 26
    assert table["xpath"][6] == "/html/body/ul/li[1]"


def test_the_same_input_gives_the_same_bytes(page):
    assert run("tree", str(page)).stdout == run("tree", str(page)).stdout


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


def test_a_sketch_shows_parts_by_their_share_and_depth(page):
    whole = run("tree", str(page), "--format", "text", "--share", "0").stdout.decode().splitlines()
    assert whole[0] == f"{page}: 26 nodes, 11 text leaves, utf-8"
    assert whole[1].split() == ["size", "leaves", "fan-out", "node"]
    assert whole[-1].split() == ["...", "3", "more", "li"]
    flat = run("tree", str(page), "--format", "text", "--levels", "1").stdout.decode().splitlines()
    assert [line.split()[-1] for line in flat[2:]] == ["html[1]", "head[1]", "body[2]"]


@pytest.mark.parametrize("option", [("--share", "1.5"), ("--share", "x"), ("--levels", "-1")])
def test_a_share_and_a_depth_that_cannot_be_are_refused(page, option):
    done = run("tree", str(page), "--format", "text", *option)
    assert (done.returncode, f"Invalid value for '{option[0]}'" in done.stderr.decode()) == (2, True)
