"""The measure of outlines: by hand, and against the scorer of the development data where it is."""

import importlib.util
import json
from pathlib import Path

import pytest

from weblode.evaluate.outline import OutlineGold, golds, pairs, sets, tally
from weblode.outline.build import outline
from weblode.outline.forms import as_json
from weblode.pages.html import parse

SHARED = Path(__file__).parents[3] / "shared"


def test_pairs_are_of_the_closure_without_nameless_rows_and_equal_labels():
    rows = [(0, "page"), (1, "a"), (2, ""), (3, "b"), (3, "a"), (1, "c")]
    assert pairs(rows) == {("page", "a"), ("page", "b"), ("page", "c"), ("a", "b")}


def test_pairs_with_labels_that_the_gold_does_not_have_count_neither_way():
    found = outline(parse(b"<title>T</title><h2>News!</h2><p>about</p><ul><li>Rain<li>Snow</ul>"))
    gold = OutlineGold(
        Path(), frozenset({("news", "rain"), ("sport", "golf")}), frozenset({"news", "rain", "sport", "golf", "snow"})
    )
    counted = tally(gold, found)
    assert (counted.right, counted.predicted, counted.expected) == (1, 2, 2)


def test_gold_is_read_from_its_folder(tmp_path):
    (tmp_path / "set" / "outline").mkdir(parents=True)
    tree = {"label": "", "children": [{"label": "The NEWS", "children": [{"label": "Rain"}]}]}
    (tmp_path / "set" / "outline" / "a.json").write_text(json.dumps({"page": "a.html", "tree": tree}))
    assert list(sets(tmp_path)) == list(sets(tmp_path / "set")) == [tmp_path / "set"]
    (gold,) = golds(tmp_path / "set")
    assert gold == OutlineGold(
        tmp_path / "set" / "pages" / "a.html", frozenset({("the news", "rain")}), frozenset({"the news", "rain"})
    )


@pytest.mark.skipif(not SHARED.is_dir(), reason="no development data here")
def test_the_measure_is_the_scorers(tmp_path, capsys):
    spec = importlib.util.spec_from_file_location("score", SHARED / "tools" / "score.py")
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    total = [0, 0, 0]
    lines = []
    for gold in golds(SHARED / "data" / "homes"):
        found = outline(parse(gold.path.read_bytes(), page=gold.path.name))
        counted = tally(gold, found)
        total = [a + b for a, b in zip(total, (counted.right, counted.predicted, counted.expected), strict=True)]
        lines.append("".join(as_json(found)))
    (tmp_path / "found.jsonl").write_text("".join(lines), encoding="utf-8")
    scorer.outline(SHARED / "data" / "homes" / "outline", tmp_path / "found.jsonl", per_page=False)
    assert "({}/{} predicted, {} gold)".format(*total) in capsys.readouterr().out
