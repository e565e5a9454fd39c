"""The measure of tables: by hand-made cases, and against the scorer of the development data where it is."""

import importlib.util
import json
from pathlib import Path

import pytest

from weblode.evaluate.tables import TableGold, TableScore, further_golds, golds, sets
from weblode.pages.html import parse
from weblode.tables.discover import discover

SCORER = Path(__file__).parents[3] / "shared" / "tools" / "score.py"
DATA = Path(__file__).parents[3] / "shared" / "data" / "tables"


def gold(orientation="column", headers=((0, 0), (0, 1)), blank=((0, 1),)):
    return TableGold(Path("x"), 0, orientation is not None, orientation, frozenset(headers), frozenset(blank))


def test_blank_cells_are_left_aside():
    score = TableScore()
    score.add(gold(), "column", [(0, 0)])
    score.add(gold(), "column", [(0, 0), (0, 1)])
    score.add(gold(), "column", [(0, 0), (1, 0)])
    assert (score.orientation, score.exact) == (1.0, 2)


def test_layouts_and_headers_are_shares_of_all_data_tables():
    score = TableScore()
    score.add(gold(), None)
    score.add(gold(), "row", [(0, 0)])
    score.add(gold(None), "column", [(0, 0)])
    score.add(gold(None), None)
    assert (score.found.precision, score.found.recall) == (0.5, 0.5)
    assert (score.orientation, score.header_cells) == (0.0, 0.5)


def test_sets_are_the_folders_with_gold_of_tables(tmp_path):
    row = {
        "page": "p",
        "index": 3,
        "genuine": True,
        "orientation": "row",
        "header_cells": [[0, 0]],
        "blank_cells": None,
    }
    for name, rows in [("a", [row]), ("b", [{"page": "p"}]), ("c", [])]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "gold.json").write_text(json.dumps(rows))
    assert [path.name for path in sets(tmp_path)] == ["a"]
    assert list(sets(tmp_path / "a")) == [tmp_path / "a"]
    (read,) = golds(tmp_path / "a")
    assert (read.index, read.headers, read.blank, read.site) == (3, {(0, 0)}, frozenset(), "p")


def test_further_gold_names_the_set_of_each_page_and_leaves_out_pages_that_are_not_there(tmp_path):
    rows = [{"set": name, "page": "p.html", "index": 0, "genuine": False} for name in ("a", "b", "c")]
    (tmp_path / "more.json").write_text(json.dumps(rows))
    places = [tmp_path / "a" / "pages" / "p.html", tmp_path / "b" / "p.html"]
    for place in places:
        place.parent.mkdir(parents=True)
        place.touch()
    assert [each.path for each in further_golds(tmp_path / "more.json", tmp_path)] == places


def test_figures_are_those_of_the_scorer(tmp_path, capsys):
    if not SCORER.exists() or not DATA.is_dir():
        pytest.skip("the development data and its scorer are not here")
    spec = importlib.util.spec_from_file_location("scorer", SCORER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    score, lines, pages = TableScore(), [], {}
    for each in golds(DATA):
        if each.path not in pages:
            found = discover(parse(each.path.read_bytes(), page=str(each.path)))
            pages[each.path] = {table.index: table for table in found}
            lines.append(json.dumps({"page": str(each.path), "tables": [table.as_dict() for table in found]}))
        table = pages[each.path].get(each.index)
        score.add(each, table.orientation if table else None, table.header_cells if table else ())
    (tmp_path / "found.jsonl").write_text("\n".join(lines))
    module.tables(DATA / "gold.json", tmp_path / "found.jsonl", per_page=False)
    detection, orientation, headers = capsys.readouterr().out.splitlines()
    assert f"F1 {score.found.f1:.3f}  ({score.found.right}/{score.found.predicted} predicted" in detection
    assert f"{score.layouts.right}/{score.layouts.expected} = {score.orientation:.3f}" in orientation
    assert f"{score.exact}/{score.layouts.expected} = {score.header_cells:.3f}" in headers
