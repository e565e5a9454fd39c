"""The measure of quality: by hand-made cases, and against the scorer of the development data where it is."""

import importlib.util
import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weblode.evaluate import Tally
from weblode.evaluate.records import RecordGold, RecordScore, golds, matches, sets, words
from weblode.pages.html import parse
from weblode.records.discover import discover

SCORER = Path(__file__).parents[3] / "shared" / "tools" / "score.py"
DATA = Path(__file__).parents[3] / "shared" / "data"

WANTED = [words(text) for text in ("one two three four five", "six seven eight nine ten", "one two three four six")]


def hits(*found, part="whole"):
    return matches(WANTED, [words(text) for text in found], part)


def test_a_record_with_nearly_all_words_is_found_once():
    assert hits("one two three four") == 1
    assert hits("One, TWO three-four five!") == 1
    assert hits("six seven eight nine ten", "six seven eight nine ten") == 1
    assert hits("one two three") == 0


def test_a_prediction_of_two_records_or_of_mostly_other_words_is_none():
    assert hits("one two three four five six seven eight nine ten") == 0
    assert hits("six seven eight nine ten " + "x " * 20) == 0
    assert hits("six seven eight nine ten " + "x " * 20, part="fields") == 1
    assert hits("six seven eight nine ten " + "x " * 200, part="title") == 1


def test_pages_without_records_count_claims_only():
    score = RecordScore(Tally(), Tally())
    score.add(RecordGold(Path("x"), "none", ()), [["a"]])
    score.add(RecordGold(Path("x"), "none", ()), [])
    assert (score.claims, score.empty, score.pages) == (1, 2, 0)


def test_the_best_of_a_pages_answers_counts_apart_from_the_first():
    score = RecordScore(Tally(), Tally())
    score.add(
        RecordGold(Path("x"), "whole", ("one two three", "four five six")),
        [["nav"], ["one two three", "four five six"]],
    )
    assert (score.main.f1, score.best.f1, score.perfect) == (0.0, 1.0, 0)


@cache
def scorer():
    if not SCORER.exists():
        pytest.skip("the scorer of the development data is not here")
    spec = importlib.util.spec_from_file_location("scorer", SCORER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Letters, an accent, forms that NFKC changes, and scripts without spaces: Han, kana (also of half width), Hangul.
TEXTS = st.lists(st.text(st.sampled_from("ab é,ﬁ² 東京アｱ서"), max_size=12), max_size=6)


@given(TEXTS, TEXTS, st.sampled_from(["whole", "title", "fields"]))
@settings(max_examples=300, deadline=None)
def test_matches_are_those_of_the_scorer(wanted, found, part):
    theirs = scorer().match_records([{"text": text} for text in wanted], [{"text": text} for text in found], part)
    assert matches([words(text) for text in wanted], [words(text) for text in found], part) == theirs


def test_figures_on_a_set_are_those_of_the_scorer(tmp_path, capsys):
    module = scorer()
    if not (DATA / "records-tbdw").is_dir():
        pytest.skip("the development data is not here")
    score, lines = RecordScore(Tally(), Tally()), []
    rows = json.loads((DATA / "records-tbdw" / "gold.json").read_text())[::4]
    (tmp_path / "gold.json").write_text(json.dumps(rows))
    few = {row["page"] for row in rows}
    for gold in (each for each in golds(DATA / "records-tbdw") if each.path.name in few or str(each.path) in few):
        lists = discover(parse(gold.path.read_bytes(), page=str(gold.path)), limit=10)
        score.add(gold, [found.texts() for found in lists])
        lines.append(json.dumps({"page": str(gold.path), "regions": [found.as_dict() for found in lists]}))
    (tmp_path / "found.jsonl").write_text("\n".join(lines))
    module.records(tmp_path / "gold.json", tmp_path / "found.jsonl", per_page=False)
    main, best = capsys.readouterr().out.splitlines()[:2]
    assert f"F1 {score.main.f1:.3f}  ({score.main.right}/{score.main.predicted} predicted" in main
    assert f"perfect {score.perfect}/{score.pages}" in main
    assert f"F1 {score.best.f1:.3f}  ({score.best.right}/{score.best.predicted} predicted" in best


def test_characters_are_words_in_scripts_without_spaces():
    wanted = [words("東京都の天気予報")]
    assert matches(wanted, [words("東京都の天気予報 2026")], "whole") == 1
    assert matches(wanted, [words("東京都の天気")], "whole") == 0


def test_sets_are_the_folders_with_gold_of_records(tmp_path):
    pair = {"page": "p>q", "old": "p", "new": "q", "part": "title", "records": []}
    rows_by_name = {"a": [{"page": "p", "part": "whole", "records": []}], "b": [{"page": "p"}], "c": [], "d": [pair]}
    for name, rows in rows_by_name.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "gold.json").write_text(json.dumps(rows))
    assert [path.name for path in sets(tmp_path)] == ["a"]
