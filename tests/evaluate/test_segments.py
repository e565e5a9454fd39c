"""The measure of segments: by hand, and against the scorer of the development data where it is."""

import importlib.util
import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weblode.evaluate import Tally
from weblode.evaluate.segments import golds, matches
from weblode.outline import SEGMENTS
from weblode.outline.segments import segments
from weblode.pages.html import parse

SCORER = Path(__file__).parents[3] / "shared" / "tools" / "score.py"
DATA = Path(__file__).parents[3] / "shared" / "data" / "blocks-random"


def test_a_boundary_is_right_within_five_leaves():
    assert matches([10], [5]) == matches([10], [15]) == (1, 1, 1)
    assert matches([10], [4]) == matches([10], [16]) == (0, 1, 1)
    assert matches([10], [11], window=0) == (0, 1, 1)


def test_each_wanted_boundary_is_found_once():
    assert matches([10], [9, 10, 11]) == (1, 3, 1)
    assert matches([10, 12], [9, 10, 11]) == (2, 3, 2)


def test_the_first_leaf_of_the_page_is_no_boundary():
    assert matches([3], [0, 3]) == (1, 1, 1)
    assert matches([], [0]) == (0, 0, 0)


def test_golds_are_pages_with_their_boundaries(tmp_path):
    rows = [{"page": "a.html", "leaves": 9, "boundaries": [7, 2], "blocks": []}]
    (tmp_path / "gold.json").write_text(json.dumps(rows))
    (gold,) = golds(tmp_path)
    assert (gold.path, gold.boundaries) == (tmp_path / "pages" / "a.html", (2, 7))


@cache
def scorer():
    if not SCORER.exists():
        pytest.skip("the scorer of the development data is not here")
    spec = importlib.util.spec_from_file_location("scorer", SCORER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LEAVES = st.sets(st.integers(0, 40), max_size=12)


def said_by_the_scorer(folder, rows, capsys):
    """The line that the scorer prints for gold and found leaves of pages."""
    module = scorer()
    gold = [{"page": page, "boundaries": wanted} for page, wanted, _ in rows]
    (folder / "gold.json").write_text(json.dumps(gold))
    lines = (json.dumps({"page": page, "segments": [[leaf, leaf] for leaf in found]}) for page, _, found in rows)
    (folder / "found.jsonl").write_text("\n".join(lines))
    module.blocks(folder / "gold.json", folder / "found.jsonl", per_page=False)
    return capsys.readouterr().out


def figures(total):
    return (
        f"P {total.precision:.3f}  R {total.recall:.3f}  F1 {total.f1:.3f}  "
        f"({total.right}/{total.predicted} predicted, {total.expected} gold)"
    )


def test_matches_are_those_of_the_scorer(tmp_path, capsys):
    @given(st.lists(st.tuples(LEAVES, LEAVES), min_size=1, max_size=3))
    @settings(max_examples=100, deadline=None)
    def hold(pages):
        rows = [(str(i), sorted(wanted), sorted(found)) for i, (wanted, found) in enumerate(pages)]
        total = Tally()
        for _, wanted, found in rows:
            total.add(*matches(wanted, found))
        assert figures(total) in said_by_the_scorer(tmp_path, rows, capsys)

    hold()


@pytest.mark.parametrize("method", SEGMENTS)
def test_figures_on_a_set_are_those_of_the_scorer(tmp_path, capsys, method):
    if not DATA.is_dir():
        pytest.skip("the development data is not here")
    total, rows = Tally(), []
    for gold in golds(DATA):
        found = segments(parse(gold.path.read_bytes()), method).tolist()
        total.add(*matches(gold.boundaries, found))
        rows.append((gold.path.name, list(gold.boundaries), found))
    assert figures(total) in said_by_the_scorer(tmp_path, rows, capsys)
