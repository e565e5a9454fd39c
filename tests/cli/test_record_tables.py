"""Record lists as tables: the records, and a child table for each list inside them."""

import io
import tracemalloc

import pytest
from commands import lines, run
from records.nesting import DIALECTS, PAGES, listed

from weblode import formats
from weblode.cli import record_tables
from weblode.cli.record_tables import RecordTables, write_tables
from weblode.errors import TableError
from weblode.records.record_list import COLUMNS
from weblode.table import Table


@pytest.mark.parametrize("options", [(), ("--text",)])
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
    done = run("records", posts, "--format", "csv")
    assert done.stdout.count(b"\n") == 7
    assert lines(done.stderr) == [
        "weblode: nested lists are left out: comments; add -o FILE to write each as a table of its own"
    ]


def test_pages_without_nested_lists_write_one_file(tmp_path):
    rows = "".join(f"<li><a href=/{i}>Title {i}</a> <i>text of record {i}</i></li>" for i in range(6))
    (tmp_path / "a.html").write_text(f"<h1>Results</h1><ul>{rows}</ul>")
    done = run("records", str(tmp_path / "a.html"), "-o", str(tmp_path / "a.csv"))
    assert lines(done.stderr) == []
    assert {each.name for each in tmp_path.iterdir()} == {"a.html", "a.csv"}
    assert formats.read(tmp_path / "a.csv").names[:4] == ("page", "node", "record", "title")


def write(path, *cases, fields=True, children=True):
    """The names of nested lists, after the tables of these pages were written."""
    lists = [RecordTables.of(listed(DIALECTS["ul"](PAGES[case])), fields=fields) for case in cases]
    with formats.writer(path) as out:
        return write_tables(out, lists, fields=fields, children=children)


def test_without_fields_the_columns_are_there_even_without_records(tmp_path):
    assert write(tmp_path / "none.csv", fields=False) == []
    assert formats.read(tmp_path / "none.csv").names == COLUMNS
    assert write(tmp_path / "none.csv", fields=True) == []
    assert formats.read(tmp_path / "none.csv").names == ("page", "node", "record")


@pytest.mark.parametrize("fields", [True, False])
def test_lists_of_all_pages_are_in_one_child_table_each(tmp_path, fields):
    names = write(tmp_path / "news.csv", "two lists in one record", "three levels", fields=fields)
    assert sorted(names) == ["comments", "comments.replies", "offers"]
    assert {path.name for path in tmp_path.iterdir()} == {"news.csv", *(f"news.{name}.csv" for name in names)}
    first, second = PAGES["two lists in one record"], PAGES["three levels"]
    n = sum(len(lists.get("comments", ())) for *_, lists in (*first, *second))
    assert len(formats.read(tmp_path / "news.csv", child="comments")) == n
    assert len(formats.read(tmp_path / "news.csv")) == len(first) + len(second)


def test_outer_lists_are_named_before_inner_ones_of_any_page(tmp_path):
    names = write(tmp_path / "news.csv", "three levels", "two lists in one record")
    assert names == ["comments", "offers", "comments.replies"]


@pytest.mark.parametrize("fields", [True, False])
def test_without_children_the_names_are_known_but_nothing_is_written_for_them(tmp_path, fields):
    assert write(tmp_path / "news.csv", "one list", fields=fields, children=False) == ["comments"]
    assert [path.name for path in tmp_path.iterdir()] == ["news.csv"]
    assert ("region" in formats.read(tmp_path / "news.csv").names) is not fields


def test_fields_have_a_region_only_if_a_child_table_needs_it_as_a_key(tmp_path):
    write(tmp_path / "plain.csv", "no lists")
    assert formats.read(tmp_path / "plain.csv").names == ("page", "node", "record", "author", "summary")
    write(tmp_path / "nested.csv", "no lists", "one list")
    table = formats.read(tmp_path / "nested.csv")
    assert table.names == ("page", "node", "region", "record", "author", "summary")
    assert set(table["region"]) == {"/html/body/ul"}


def test_a_stream_has_no_place_for_child_tables():
    tables = RecordTables.of(listed(DIALECTS["ul"](PAGES["one list"])), fields=True)
    with (
        pytest.raises(TableError, match="write to a file for the child table 'comments'"),
        formats.writer(io.StringIO(), "csv") as out,
    ):
        write_tables(out, [tables], fields=True, children=True)


def tables(n, *, rows=20):
    """The tables of lists of many pages, each with a column of its own."""
    for i in range(n):
        columns = {"page": [f"{i}.html"] * rows, "node": range(rows), "record": range(1, rows + 1)}
        about = [f"text {i} {j} " + "x" * 2000 for j in range(rows)]
        yield RecordTables("/html", Table({**columns, "title": about, f"field_{i % 3}": about}), {})


def test_a_file_has_the_columns_of_all_pages(tmp_path):
    with formats.writer(tmp_path / "out.csv") as out:
        assert write_tables(out, tables(3, rows=1), fields=True, children=True) == []
    table = formats.read(tmp_path / "out.csv")
    assert table.names == ("page", "node", "record", "title", "field_0", "field_1", "field_2")
    assert [bool(value) for value in table["field_1"]] == [False, True, False]


def test_memory_does_not_grow_with_the_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(record_tables, "_KEPT_BYTES", 1000)
    monkeypatch.setattr(record_tables, "_SPOOL_BYTES", 1000)

    def peak(n):
        tracemalloc.start()
        with formats.writer(tmp_path / f"{n}.csv") as out:
            write_tables(out, tables(n), fields=True, children=True)
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    peak(1)  # imports
    assert peak(300) < peak(30) + 1_000_000  # of 12 MB more; the rest is what Python keeps for tuples to come


def test_a_file_is_the_same_whether_tables_wait_as_they_are_or_as_bytes(tmp_path, monkeypatch):
    def written(most):
        monkeypatch.setattr(record_tables, "_KEPT_BYTES", most)
        with formats.writer(tmp_path / f"{most}.csv") as out:
            write_tables(out, tables(9), fields=True, children=True)
        return (tmp_path / f"{most}.csv").read_bytes()

    assert len({written(most) for most in (0, 60_000, 1_000_000_000)}) == 1
