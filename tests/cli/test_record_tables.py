"""Record lists as tables, many at a time."""

import tracemalloc

from weblode import formats
from weblode.cli import record_tables
from weblode.cli.record_tables import RecordTables, write_tables
from weblode.table import Table


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
