"""The measure of attributes of pages about one thing, by hand-made cases."""

import json
from pathlib import Path

import pytest

from weblode.evaluate.details import DetailGold, DetailScore, golds, sets, values_of


def gold(page, **values):
    return DetailGold(Path(page), "shop", "thing", {name: {text} for name, text in values.items()})


def said(**values):
    return {name: {text} for name, text in values.items()}


def test_values_are_compared_by_their_words():
    assert values_of({"price": "$5.00", "by": ["Ann Lee", "ann  lee"], "none": "--"}) == {
        "price": {"5 00"},
        "by": {"ann lee"},
    }


def test_all_right_is_one():
    score = DetailScore()
    score.add([(gold(name, title=name, price="5"), said(title=name, x=name, price="5")) for name in "ab"])
    assert (score.columns.precision, score.columns.recall, score.recall, score.size) == (1.0, 1.0, 1.0, 3)
    assert score.by_attribute == {("shop", "title"): 1.0, ("shop", "price"): 1.0}


def test_the_best_column_of_a_site_counts_and_serves_one_attribute():
    score = DetailScore()
    score.add(
        [
            (gold("1", first="a", second="a"), said(one="a")),
            (gold("2", first="b", second="b"), said(one="b")),
        ]
    )
    assert (score.columns.right, score.columns.predicted, score.columns.expected) == (2, 2, 4)
    assert score.recall == 1.0


def test_a_column_with_values_where_gold_has_others_is_less_precise():
    score = DetailScore()
    score.add([(gold("1", title="a"), said(t="a")), (gold("2", title="b"), said(t="x"))])
    assert (score.columns.precision, score.columns.recall) == (0.5, 0.5)
    assert (score.found, score.values) == (1, 2)


def test_a_value_in_a_wrong_column_is_found_but_the_column_is_not_right():
    score = DetailScore()
    score.add([(gold("1", title="a"), said(t="a")), (gold("2", title="b"), said(u="b"))])
    assert score.recall == 1.0
    assert (score.columns.right, score.columns.expected) == (1, 2)


def test_an_attribute_that_a_page_lacks_is_not_expected_of_it():
    score = DetailScore()
    score.add([(gold("1", title="a"), said(t="a")), (gold("2"), {})])
    assert (score.columns.expected, score.columns.f1, score.sizes) == (1, 1.0, [1, 0])


def test_nothing_found_is_nought_and_nothing_expected_too():
    score = DetailScore()
    assert (score.recall, score.size) == (0.0, 0)
    score.add([(gold("1", title="a"), {})])
    assert (score.recall, score.columns.recall, score.size) == (0.0, 0.0, 0)


def test_scores_are_joined():
    one, two = DetailScore(), DetailScore()
    one.add([(gold("1", title="a"), said(t="a"))])
    two.add([(gold("2", price="5"), said(t="x"))])
    one.join(two)
    assert (one.found, one.values, one.sizes, one.columns.expected) == (1, 2, [1, 1], 2)
    assert one.by_attribute == {("shop", "title"): 1.0}


def test_the_same_pages_in_another_order_score_the_same():
    pages = [(gold(name, title=name, maker=name), said(one=name, two=name, three="x")) for name in "abc"]
    forth, back = DetailScore(), DetailScore()
    forth.add(pages)
    back.add([(each, dict(reversed(values.items()))) for each, values in pages[::-1]])
    assert forth.columns == back.columns
    assert forth.by_attribute == back.by_attribute


@pytest.mark.parametrize("name", ["", "below"])
def test_sets_are_the_folders_with_gold_of_things(tmp_path, name):
    row = {
        "page": "1.html",
        "site": "shop",
        "vertical": "lamp",
        "attributes": {"title": ["Lamp"], "price": ["$5", "5 $"]},
    }
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    (folder / "gold.json").write_text(json.dumps([row]))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "gold.json").write_text(json.dumps([{"page": "p"}]))
    assert list(sets(tmp_path)) == [folder]
    [read] = golds(folder)
    assert (read.path, read.site, read.kind) == (folder / "pages" / "1.html", "shop", "lamp")
    assert read.values == {"title": {"lamp"}, "price": {"5"}}
