"""Nested records by `weblode records` and `weblode apply`."""

import json

import pytest
from commands import lines, run

from weblode import formats

AUTHORS = ("Ann Lee", "Bob Ray", "Cid Fox", "Dan Orr", "Eve Poe")


@pytest.fixture
def page(tmp_path):
    """Six posts with one to four comments each."""
    posts = ""
    for i, n in enumerate([2, 1, 4, 3, 1, 2]):
        comments = "".join(
            f"<div class=comment><b>{AUTHORS[(i * 2 + j * 3) % 5]}</b><p>Thought {i} {j} of many words on it</p></div>"
            for j in range(n)
        )
        posts += (
            f"<article class=post><h3><a href=/{i}>Title of post {i}</a></h3><p>A text of some length that says what "
            f"happened on day {i}.</p><div class=comments>{comments}</div></article>"
        )
    path = tmp_path / "posts.html"
    path.write_text(f"<h1>Posts of the week</h1><main>{posts}</main><p>footer")
    return str(path)


def region(output):
    (only,) = json.loads(output)["regions"]
    return only


def test_json_has_nested_lists_where_records_have_some(page):
    records = region(run("records", page).stdout)["records"]
    assert [len(each["lists"][0]["records"]) for each in records] == [2, 1, 4, 3, 1, 2]
    assert {each["lists"][0]["name"] for each in records} == {"comments"}
    names = [field["name"] for field in records[2]["fields"] if "hidden" not in field]
    assert names == ["title", "description"]


@pytest.mark.parametrize("options", [(), ("--fields",)])
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "sqlite"])
def test_a_table_has_a_child_table_beside_it(tmp_path, page, form, options):
    out = tmp_path / f"posts.{form}"
    done = run("records", page, "-o", str(out), *options)
    assert done.returncode == 0
    place = out if form == "sqlite" else tmp_path / f"posts.comments.{form}"
    assert lines(done.stderr) == [f"weblode: nested lists comments are in {place}"]
    posts, comments = formats.read(out), formats.read(out, child="comments")
    assert comments["parent"] == (1, 1, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6, 6)
    assert comments["record"] == tuple(range(1, 14))
    keys = set(zip(posts["page"], posts["region"], posts["record"], strict=True))
    assert set(zip(comments["page"], comments["region"], comments["parent"], strict=True)) == keys


def test_standard_output_has_the_records_alone_and_says_so(page):
    done = run("records", page, "--format", "csv", "--fields")
    assert done.stdout.count(b"\n") == 7
    assert lines(done.stderr) == [
        "weblode: nested lists are left out: comments; add -o FILE to write each as a table of its own"
    ]


def test_a_rule_gives_nested_lists_too(tmp_path, page):
    rule = str(tmp_path / "rule.json")
    assert run("learn", page, "-o", rule).returncode == 0
    applied = run("apply", rule, page)
    assert lines(applied.stderr) == []
    assert region(applied.stdout)["records"] == region(run("records", page).stdout)["records"]


def test_pages_without_nested_lists_write_one_file(tmp_path):
    rows = "".join(f"<li><a href=/{i}>Title {i}</a> <i>text of record {i}</i></li>" for i in range(6))
    (tmp_path / "a.html").write_text(f"<h1>Results</h1><ul>{rows}</ul>")
    done = run("records", str(tmp_path / "a.html"), "--fields", "-o", str(tmp_path / "a.csv"))
    assert lines(done.stderr) == []
    assert {each.name for each in tmp_path.iterdir()} == {"a.html", "a.csv"}
    assert formats.read(tmp_path / "a.csv").names[:4] == ("page", "node", "record", "title")


def test_help_says_how_nested_lists_are_written():
    assert b"records.NAME.csv" in run("records", "--help").stdout
