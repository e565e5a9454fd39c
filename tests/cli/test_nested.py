"""Nested records by `weblode records` and `weblode apply`."""

import json

from commands import lines, run


def region(output):
    (only,) = json.loads(output)["regions"]
    return only


def test_json_has_nested_lists_where_records_have_some(posts):
    records = region(run("records", posts).stdout)["records"]
    assert [len(each["lists"][0]["records"]) for each in records] == [2, 1, 4, 3, 1, 2]
    assert {each["lists"][0]["name"] for each in records} == {"comments"}
    names = [field["name"] for field in records[2]["fields"] if "hidden" not in field]
    assert names == ["title", "description"]


def test_a_rule_gives_nested_lists_too(tmp_path, posts):
    rule = str(tmp_path / "rule.json")
    assert run("learn", posts, "-o", rule).returncode == 0
    applied = run("apply", rule, posts)
    assert lines(applied.stderr) == []
    assert region(applied.stdout)["records"] == region(run("records", posts).stdout)["records"]


def test_help_says_how_nested_lists_are_written():
    assert b"records.NAME.csv" in run("records", "--help").stdout
