"""Figures of methods on small sets with gold."""

import json

import pytest
from commands import listing

from weblode.evaluate.outline import golds
from weblode.evaluate.quality import outline_score, record_score, report
from weblode.outline.build import outline


@pytest.fixture
def data(tmp_path):
    """A folder with a set of records and one of outlines."""
    (tmp_path / "set" / "pages").mkdir(parents=True)
    listing(tmp_path / "set" / "pages", "a.html", 6)
    (tmp_path / "set" / "pages" / "none.html").write_text("<p>Nothing is listed here.")
    records = [{"text": f"Title {i} text of record {i}"} for i in range(6)]
    rows = [
        {"page": "a.html", "part": "whole", "records": records},
        {"page": "none.html", "part": "none", "records": []},
    ]
    (tmp_path / "set" / "gold.json").write_text(json.dumps(rows))
    (tmp_path / "homes" / "pages").mkdir(parents=True)
    (tmp_path / "homes" / "outline").mkdir()
    (tmp_path / "homes" / "pages" / "h.html").write_text("<h2>News</h2><ul><li>one<li>two</ul><h2>Other</h2><p>three")
    tree = {"label": "", "children": [{"label": "News", "children": [{"label": "one"}, {"label": "two"}]}]}
    (tmp_path / "homes" / "outline" / "h.json").write_text(json.dumps({"page": "h.html", "tree": tree}))
    return tmp_path


def test_records_of_a_set_are_scored_with_the_pages_that_have_none(data):
    score = record_score(data / "set", "consensus")
    assert (score.main.f1, score.pages, score.perfect, score.empty, score.claims) == (1.0, 1, 1, 1, 0)


def test_outlines_are_scored_over_all_pages(data):
    score = outline_score(golds(data / "homes"), outline)
    assert (score.right, score.predicted, score.expected) == (2, 2, 2)


def test_a_kind_of_result_without_gold_or_without_a_chosen_method_has_no_table(data):
    lines = list(report(data, ["structure"]))
    assert [line.split()[0] for line in lines] == ["outline:", "homes"]
    assert list(report(data, ["consensus"]))[1].split()[:6] == ["set", "consensus", "2", "1.000", "1.000", "1.000"]
    assert list(report(data, [])) == []
    assert list(report(data / "homes" / "pages", ["structure", "consensus"])) == []


def test_a_set_of_pages_without_records_has_claims_and_no_figures(data):
    gold = data / "set" / "gold.json"
    gold.write_text(json.dumps(json.loads(gold.read_text())[1:]))
    _, line = report(data, ["consensus"])
    assert line.split()[2:6] == ["1", "-", "-", "-"]
    assert line.split()[-3:] == ["-", "-", "0/1"]
