"""The measure of instances: by hand-made cases, and against the scorer of the development data where it is."""

import importlib.util
import json
from pathlib import Path

import pytest

from bench.instances import found
from weblode.evaluate.instances import InstanceGold, InstanceScore, golds, place
from weblode.instances.rows import row
from weblode.ontology import Attribute, Instance, Witness

SHARED = Path(__file__).parents[3] / "shared"
DATA = SHARED / "data" / "instances"


def instance(href, **attributes):
    said = tuple(Attribute(name, value, Witness("p")) for name, value in attributes.items())
    return Instance("", "t", href, "p", attributes=said)


def test_items_are_compared_by_the_path_of_their_address():
    score = InstanceScore()
    score.add(
        InstanceGold(Path("p"), None, frozenset({"a", "b"})),
        [instance("http://x.com/a/?q"), instance("/c"), instance("c")],
    )
    assert (score.items.right, score.items.predicted, score.items.expected) == (1, 2, 2)


def test_a_value_is_found_in_any_attribute_and_a_date_as_it_is_written():
    score = InstanceScore()
    wanted = {"a": [("date", ("2021 03 01", "mar 1 2021")), ("author", ("ann lee",)), ("title", ("gone",))]}
    score.add(
        InstanceGold(Path("p"), None, frozenset({"a"}), wanted), [instance("/a", by="By ANN LEE", when="Mar. 1, 2021")]
    )
    assert {name: tally.right for name, tally in score.values.items()} == {"date": 1, "author": 1, "title": 0}
    assert score.recall == 2 / 3


def test_gold_is_read_from_its_folder(tmp_path):
    said = {
        "page": "s/world.html",
        "url": "http://x.com/world",
        "items": [{"href": "http://x.com/1/a.html", "file": "s/a.html"}, {"href": "/2/b.html"}],
        "articles": [{"file": "s/a.html", "attributes": {"title": "A", "author": ["B", "C"], "date": "2021-03-01"}}],
    }
    (tmp_path / "world.json").write_text(json.dumps(said))
    (gold,) = golds(tmp_path)
    assert (gold.path, gold.items) == (tmp_path / "pages" / "s/world.html", {"1/a.html", "2/b.html"})
    assert [name for name, _ in gold.values["1/a.html"]] == ["title", "author", "author", "date"]


def test_figures_are_those_of_the_scorer(tmp_path, capsys):
    if not DATA.is_dir():
        pytest.skip("the development data and its scorer are not here")
    spec = importlib.util.spec_from_file_location("scorer", SHARED / "tools" / "score.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    score, lines = InstanceScore(), []
    for gold, answer in zip(golds(DATA), found(DATA), strict=True):
        # A third of the answers is spoilt, so that the figures are not all 1.
        kept = [one for number, one in enumerate(answer) if number % 3] + [instance("/no/such/thing")]
        score.add(gold, kept)
        lines += [json.dumps(row(one) | {"page": str(gold.path)}) for one in kept]
    (tmp_path / "found.jsonl").write_text("\n".join(lines))
    module.instances(DATA, tmp_path / "found.jsonl", per_page=False)
    items, values = capsys.readouterr().out.splitlines()
    assert f"F1 {score.items.f1:.3f}  ({score.items.right}/{score.items.predicted} predicted" in items
    assert f"R {score.recall:.3f}" in values
    assert all(f"{name} {tally.right}/{tally.expected}" in values for name, tally in score.values.items())
    assert place("http://x.com/a") == "a"
