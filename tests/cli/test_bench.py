"""`weblode bench`."""

import json

import pytest
from commands import listing, run


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
