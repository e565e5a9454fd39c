"""Changes between two runs, by key."""

import json

from weblode.plans.changes import change_lines, change_of, compare, compared, summary

BEFORE = {"a": {"title": "A", "price": "1"}, "b": {"title": "B", "price": "2"}}


def kinds(changes):
    return [(each.kind, each.key) for each in changes]


def test_records_are_new_changed_and_gone():
    after = {"c": {"title": "C", "price": "3"}, "a": {"title": "A", "price": "9"}}
    changes = compare(BEFORE, after, ["title", "price"])
    assert kinds(changes) == [("new", "c"), ("changed", "a"), ("gone", "b")]
    assert (changes[1].before, changes[1].after) == ({"price": "1"}, {"price": "9"})
    assert summary(changes) == "1 new, 1 gone, 1 changed"


def test_the_same_records_in_another_order_are_no_change():
    assert compare(BEFORE, dict(reversed(BEFORE.items())), ["title", "price"]) == []


def test_spaces_are_no_change():
    assert compare({"a": {"title": "A  b"}}, {"a": {"title": "A b "}}, ["title"]) == []


def test_a_value_that_goes_or_comes_is_a_change():
    [change] = compare({"a": {"title": "A"}}, {"a": {"title": None}}, ["title"])
    assert (change.before, change.after) == ({"title": "A"}, {"title": None})


def test_places_and_readings_are_not_compared_nor_columns_of_one_run():
    names = ["page", "node", "record", "title", "url", "price", "price (number)", "author (url)", "added"]
    assert compared([*names[:-1], "old"], names) == ["title", "url", "price", "author (url)"]


def test_a_line_of_a_change_has_all_of_it():
    changes = compare(BEFORE, {"a": {"title": "Ä", "price": "1"}}, ["title", "price"])
    one, two = map(json.loads, change_lines(changes, 2, "now"))
    assert one == {
        "run": 2,
        "time": "now",
        "change": "changed",
        "key": "a",
        "before": {"title": "A"},
        "after": {"title": "Ä"},
    }
    assert two["record"] == BEFORE["b"]
    assert [change_of(each.as_dict()) for each in changes] == changes
