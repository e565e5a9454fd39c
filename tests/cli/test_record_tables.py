"""Record lists as tables: the records, and a child table for each list inside them."""

import pytest
from commands import lines, run

from weblode import formats


@pytest.mark.parametrize("options", [(), ("--fields",)])
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "sqlite"])
def test_a_table_has_a_child_table_beside_it(tmp_path, posts, form, options):
    out = tmp_path / f"posts.{form}"
    done = run("records", posts, "-o", str(out), *options)
    assert done.returncode == 0
    place = out if form == "sqlite" else tmp_path / f"posts.comments.{form}"
    assert lines(done.stderr) == [f"weblode: nested lists comments are in {place}"]
    rows, comments = formats.read(out), formats.read(out, child="comments")
    assert comments["parent"] == (1, 1, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6, 6)
    assert comments["record"] == tuple(range(1, 14))
    keys = set(zip(rows["page"], rows["region"], rows["record"], strict=True))
    assert set(zip(comments["page"], comments["region"], comments["parent"], strict=True)) == keys


def test_standard_output_has_the_records_alone_and_says_so(posts):
    done = run("records", posts, "--format", "csv", "--fields")
    assert done.stdout.count(b"\n") == 7
    assert lines(done.stderr) == [
        "weblode: nested lists are left out: comments; add -o FILE to write each as a table of its own"
    ]


def test_pages_without_nested_lists_write_one_file(tmp_path):
    rows = "".join(f"<li><a href=/{i}>Title {i}</a> <i>text of record {i}</i></li>" for i in range(6))
    (tmp_path / "a.html").write_text(f"<h1>Results</h1><ul>{rows}</ul>")
    done = run("records", str(tmp_path / "a.html"), "--fields", "-o", str(tmp_path / "a.csv"))
    assert lines(done.stderr) == []
    assert {each.name for each in tmp_path.iterdir()} == {"a.html", "a.csv"}
    assert formats.read(tmp_path / "a.csv").names[:4] == ("page", "node", "record", "title")
