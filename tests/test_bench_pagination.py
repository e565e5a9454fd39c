"""Next pages and numbered pages measured against gold, on pages made here."""

import json

import pytest
from shops import lamps, numbered

from bench import pagination


@pytest.fixture
def folder(tmp_path):
    """A data folder with a page of each of two sites."""
    pages = tmp_path / "pagination" / "pages"
    pages.mkdir(parents=True)
    rows = []
    for site in ("a", "b"):
        (pages / f"{site}.html").write_bytes(lamps(1, numbered(1, 3, lambda n: f"?page={n}")))
        rows.append({"page": f"{site}.html", "site": site, "url": f"http://{site}.example/lamps"})
        rows[-1] |= {"next": ["?page=2"], "pages": ["?page=2", "?page=3"]}
    (pages.parent / "gold.json").write_text(json.dumps(rows))
    return tmp_path


def test_both_halves_are_measured(folder, capsys):
    pagination.main([str(folder), "--pages", "--json", str(folder / "answers.jsonl")])
    out = capsys.readouterr().out
    assert [text.split()[0] for text in out.splitlines()] == ["read", "other", "both", "follow", "parse"]
    assert "both   next page 1.000 (2/2)" in out
    rows = [json.loads(text) for text in (folder / "answers.jsonl").read_text().splitlines()]
    assert rows[0]["pagination"]["next"] == "http://a.example/lamps?page=2"


def test_one_half_alone_is_measured_and_its_failures_are_shown(folder, capsys):
    (folder / "pagination" / "pages" / "b.html").write_bytes(b"<p>nothing")
    pagination.main([str(folder), "--half", "other", "--pages", "--no-speed"])
    assert capsys.readouterr().out.splitlines()[1] == "b.html: next None, gold ['b.example/lamps?page=2']"


def test_the_gate_gets_the_figures_of_both_halves(folder):
    assert pagination.pagination_rates(folder) == {
        "pagination next, read sites": 1.0,
        "pagination pages F1, read sites": 1.0,
        "pagination next, other sites": 1.0,
        "pagination pages F1, other sites": 1.0,
    }
