"""`weblode outline`."""

import json

from commands import OUTLINED, SILENCE, lines, on_a_terminal, run

from weblode import formats
from weblode.outline.segment_types import REGIONS, TYPES


def test_outlines_come_in_every_form(tmp_path):
    page = tmp_path / "a.html"
    page.write_text(OUTLINED)
    row = json.loads(run("outline", str(page)).stdout)
    assert [part["label"] for part in row["outline"]["children"]] == ["", "News"]
    first, last, kind, region = row["segments"][0]
    assert first == 0 <= last
    assert kind in TYPES
    assert region in REGIONS
    shown = on_a_terminal("outline", str(page))
    assert "Portal\n  (navigation)\n    Home\n    Help\n  News\n" in shown.replace("\r", "")
    assert "nobody lists" not in shown
    assert "nobody lists" in run("outline", "--all", "--format", "text", str(page)).stdout.decode()
    assert b"Rain" not in run("outline", "--levels", "1", "--format", "text", str(page)).stdout
    for form in ("csv", "jsonl", "parquet", "sqlite"):
        out = tmp_path / f"out.{form}"
        assert run("outline", str(page), "-o", str(out)).returncode == 0
        assert "News" in formats.read(out, name="outline")["label"]
    assert run("outline", str(page), str(page), "-o", str(tmp_path / "out.xml")).returncode == 0
    assert (tmp_path / "out.xml").read_text().count("<page ") == 2


def test_a_page_without_sections_and_lists_says_so_in_one_line(tmp_path):
    page = tmp_path / "a.html"
    page.write_text("<p>just a text")
    for form in ("text", "json", "csv", "xml"):
        done = run("outline", str(page), "--format", form)
        assert (done.returncode, lines(done.stderr)) == (0, [f"weblode: {page}: no section or list found"])
    page.write_text(OUTLINED)
    assert run("outline", str(page)).stderr == SILENCE


def test_the_papers_outline_takes_its_factors_and_rules(tmp_path):
    page = tmp_path / "a.html"
    page.write_text(OUTLINED)
    for options in (["--factors", "four"], ["--promotion", "nearest"]):
        row = json.loads(run("outline", "--method", "ontominer", *options, str(page)).stdout)
        assert row["outline"]["label"] == "Portal"
    assert run("outline", "--promotion", "wrong", str(page)).returncode == 2
