"""None"""

import gzip
import os
import pickle
import stat
from datetime import date, datetime
from io import BytesIO, StringIO
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from formats.made import AWKWARD, FORMATS, add_all, days, one, signs, tables, times
from weblode import formats
from weblode.errors import TableError
from weblode.formats import read, stored, write, writer
from weblode.table import EXACT_INT, Table, concat, merged


@pytest.mark.parametrize("format_name", FORMATS)
@given(table=tables())
@example(table=Table({"page": AWKWARD, "node": range(len(AWKWARD)), "text": AWKWARD}))
@example(table=Table({"page": ["a"], "node": [0], 'q"u,o\nt e': [None], "rowid": [-1]}))
@settings(max_examples=100, deadline=None)
def test_what_was_written_reads_back_equal(tmp_path_factory, format_name, table):
    path = tmp_path_factory.mktemp("round") / "table"
    write(table, path, format_name)
    if format_name == "jsonl" and not len(table):
        table = Table({"page": (), "node": ()})
    back = read(path, format_name)
    assert back == table
    if format_name != "sqlite":
        assert signs(back) == signs(table)


@pytest.mark.parametrize("format_name", ["csv", "parquet", "sqlite"])
@given(table=tables(more=[days, times]))
@settings(max_examples=50, deadline=None)
def test_dates_and_times_read_back_equal(tmp_path_factory, format_name, table):
    path = tmp_path_factory.mktemp("dates") / "table"
    write(table, path, format_name)
    assert read(path, format_name) == table


def test_json_lines_have_dates_as_text(tmp_path):
    write(one(day=[date(2017, 5, 3), None], time=[None, datetime(2017, 5, 3, 10, 30)]), tmp_path / "t.jsonl")
    back = read(tmp_path / "t.jsonl")
    assert (back["day"], back["time"]) == (("2017-05-03", None), (None, "2017-05-03T10:30:00"))


@pytest.mark.parametrize("format_name", FORMATS)
@given(table=tables(min_rows=1), cuts=st.lists(st.integers(0, 4), max_size=3))
@settings(max_examples=50, deadline=None)
def test_batches_read_back_as_one_table(tmp_path_factory, format_name, table, cuts):
    path = tmp_path_factory.mktemp("batches") / "table"
    bounds = [0, *sorted(cuts), len(table)]
    parts = [Table({name: table[name][start:end] for name in table.names}) for start, end in pairwise(bounds)]
    add_all(parts, path, format_name)
    assert read(path, format_name) == table


@pytest.mark.parametrize("format_name", FORMATS)
def test_none_meets_any_type_and_int_meets_float(tmp_path, format_name):
    batches = [one(x=[None], y=[1]), one(x=[True], y=[None]), one(x=[None], y=[2.5]), one(x=[False], y=[3])]
    path = tmp_path / "table"
    add_all(batches, path, format_name)
    back = read(path, format_name)
    assert back == concat(batches)
    assert (back["x"], back["y"]) == ((None, True, None, False), (1.0, None, 2.5, 3.0))


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (one(x=["1"]), one(x=[1]), "column 'x' holds int in this table, but str in those before: convert"),
        (one(x=[1]), one(x=[True]), "column 'x' holds bool in this table, but int in those before"),
        (one(x=[EXACT_INT + 1]), one(x=[0.5]), r"holds float in this table, but int beyond 2\*\*53"),
        (one(x=[0.5]), one(x=[-EXACT_INT - 1]), r"holds int beyond 2\*\*53 in this table, but float"),
        (one(x=[1]), one(y=[1]), r"columns \['page', 'node', 'y'\] do not continue"),
        (one(x=[1], y=[1]), one(y=[1], x=[1]), "the same names in the same order"),
    ],
)
def test_batches_that_do_not_fit_are_refused(tmp_path, format_name, first, second, message):
    with pytest.raises(TableError, match=message):
        add_all([first, second], tmp_path / "table", format_name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_name", FORMATS)
def test_wide_ints_meet_narrow_ones(tmp_path, format_name):
    batches = [one(x=[1]), one(x=[EXACT_INT + 1]), one(x=[2])]
    add_all(batches, tmp_path / "table", format_name)
    assert read(tmp_path / "table", format_name)["x"] == (1, EXACT_INT + 1, 2)


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_writer_without_batches_writes_an_empty_table(tmp_path, format_name):
    with writer(tmp_path / "table", format_name):
        pass
    assert read(tmp_path / "table", format_name) == Table({"page": (), "node": ()})


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, format_name, error):
    path = tmp_path / "table"
    write(one(y=["old"]), path, format_name)
    old = path.read_bytes()

    def batches():
        yield one(x=[1])
        raise error

    with pytest.raises(error):
        add_all(batches(), path, format_name)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("format_name", FORMATS)
def test_the_old_file_stays_until_the_writer_closes(tmp_path, format_name):
    path = tmp_path / "table"
    write(one(x=["old"]), path, format_name)
    with writer(path, format_name) as out:
        out.add(one(x=["new"]))
        assert read(path, format_name) == one(x=["old"])
    assert read(path, format_name) == one(x=["new"])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("format_name", FORMATS)
def test_same_table_same_bytes(tmp_path, format_name):
    for name in ("one", "two"):
        write(one(x=[1, None], y=["a", "b"]), tmp_path / name, format_name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes and few links")
def test_a_new_file_has_the_usual_mode_and_links_are_followed(tmp_path):
    (tmp_path / "plain").touch()
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    write(one(x=[1]), tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("plain", "real.csv")]
    assert modes[0] == modes[1]


def test_many_batches_do_not_stay_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "_SPOOL_BYTES", 1000)
    batches = [one(x=[i] * 10) for i in range(100)]
    with writer(tmp_path / "many.sqlite") as out:
        for batch in batches:
            out.add(batch)
        assert out._spool._rolled
    assert read(tmp_path / "many.sqlite") == concat(batches)


def test_small_batches_share_parquet_row_groups(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "_GROUP_ROWS", 40)
    add_all((one(x=[i]) for i in range(100)), tmp_path / "many.parquet")
    assert parquet.ParquetFile(tmp_path / "many.parquet").num_row_groups == 3


@pytest.mark.parametrize(
    ("suffix", "start"),
    [
        (".csv", b'"page","node"'),
        (".CSV", b'"page","node"'),
        (".tsv", b"page\tnode"),
        (".jsonl", b'{"page": '),
        (".ndjson", b'{"page": '),
        (".parquet", b"PAR1"),
        (".sqlite", b"SQLite format 3"),
        (".sqlite3", b"SQLite format 3"),
        (".db", b"SQLite format 3"),
    ],
)
def test_the_format_is_guessed_from_the_suffix(tmp_path, suffix, start):
    path = tmp_path / f"table{suffix}"
    write(one(x=[1]), str(path))
    assert path.read_bytes().startswith(start)
    assert read(str(path)) == one(x=[1])


def test_unknown_formats_are_refused_with_the_known_ones(tmp_path):
    with pytest.raises(
        TableError, match=r"table.xls: pass format= one of csv, tsv, jsonl, md, parquet, sqlite, xlsx, or .*\.db"
    ):
        write(one(x=[1]), tmp_path / "table.xls")
    with pytest.raises(TableError, match="no known format"):
        read(tmp_path / "table.csv", "excel")


def test_a_stream_takes_text_formats_only():
    for format_name in (None, "parquet", "sqlite", "xlsx"):
        with pytest.raises(TableError, match=r"no known format for stream .* one of csv, tsv, jsonl, md, or a file"):
            write(one(x=[1]), BytesIO(), format_name)


@pytest.mark.parametrize("format_name", ["csv", "tsv", "jsonl", "md"])
def test_streams_of_bytes_and_text_get_what_a_file_gets(tmp_path, format_name):
    table = one(x=["é\n", None])
    write(table, tmp_path / "table", format_name)
    for stream in (BytesIO(), StringIO()):
        write(table, stream, format_name)
        got = stream.getvalue()
        assert (got.encode() if isinstance(got, str) else got) == (tmp_path / "table").read_bytes()


def test_a_compressed_stream_will_do(tmp_path):
    with gzip.open(tmp_path / "table.csv.gz", "wb") as stream:
        write(one(x=[1]), stream, "csv")
    with gzip.open(tmp_path / "table.csv.gz") as stream:
        assert stream.read() == b'"page","node","x"\n"a.html",0,1\n'


def test_a_stream_gets_each_batch_at_once():
    stream = StringIO()
    with writer(stream, "csv") as out:
        out.add(one(x=[1]))
        assert stream.getvalue() == '"page","node","x"\n"a.html",0,1\n'


def test_places_that_cannot_be_written_are_named(tmp_path):
    with pytest.raises(TableError, match=r"cannot write .*missing/table.csv: No such file"):
        write(one(x=[1]), tmp_path / "missing" / "table.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(TableError, match=r"folder.csv is not a regular file: choose"):
        write(one(x=[1]), tmp_path / "folder.csv")


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="a device of Unix")
def test_a_device_is_not_replaced():
    with pytest.raises(TableError, match="not a regular file"):
        write(one(x=[1]), "/dev/null", "csv")


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_missing_file_is_named(tmp_path, format_name):
    with pytest.raises(TableError, match=r"cannot read .*nowhere: "):
        read(tmp_path / "nowhere", format_name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_file_of_something_else_is_refused(tmp_path, format_name):
    (tmp_path / "table").write_bytes(b"\x89PNG\xff" * 300)
    with pytest.raises(TableError, match=r"cannot read .*table: "):
        read(tmp_path / "table", format_name)


@pytest.mark.parametrize("format_name", FORMATS)
@given(table=tables(min_rows=1))
@settings(max_examples=20, deadline=None)
def test_rows_that_another_process_made_ready_give_the_same_file(tmp_path_factory, format_name, table):
    folder = tmp_path_factory.mktemp("ready")
    add_all([table, table], folder / "one", format_name)
    with writer(folder / "two", format_name) as out:
        for _ in range(2):
            out.add_ready(pickle.loads(pickle.dumps(out.ready(table))))
    assert read(folder / "two", format_name) == read(folder / "one", format_name)
    if format_name in ("csv", "tsv", "jsonl"):
        assert (folder / "two").read_bytes() == (folder / "one").read_bytes()


@pytest.mark.parametrize(("other", "why"), [(one(a=["x"]), "holds str in this table"), (one(b=[1]), "do not continue")])
def test_rows_that_are_ready_must_fit_those_before(other, why):
    with writer(BytesIO(), "csv") as out:
        out.add_ready(out.ready(one(a=[1])))
        with pytest.raises(TableError, match=why):
            out.add_ready(out.ready(other))


@pytest.mark.parametrize("format_name", ["csv", "tsv", "jsonl"])
def test_tables_of_different_columns_are_written_as_one_table_of_all(tmp_path, format_name):
    parts = [
        one(a=["x", None], n=[1, 2]),
        one(b=[date(2017, 5, 3)], n=[2.5], empty=[None]),
        one(a=['q"u,o'], b=[None]),
    ]
    write(merged(parts), tmp_path / "one", format_name)
    with writer(tmp_path / "two", format_name) as out:
        out.add_merged(parts)
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes()
    assert b"2.0" in (tmp_path / "two").read_bytes()  # a float, since another table has floats there


def test_names_that_differ_only_in_case_are_not_merged():
    with pytest.raises(TableError, match="differ only in case"), writer(BytesIO(), "csv") as out:
        out.add_merged([one(a=["x"]), one(A=["y"])])


def test_tables_whose_kinds_clash_are_refused_before_anything_is_written():
    stream = StringIO()
    with pytest.raises(TableError), writer(stream, "csv") as out:
        out.add_merged([one(a=["x"]), one(a=[3])])
    assert stream.getvalue() == ""
