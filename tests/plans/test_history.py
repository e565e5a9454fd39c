"""The history of a plan's records, and a run that takes effect in one moment."""

import sqlite3
from contextlib import closing

import pytest
from killing import Killed, killed_after

from weblode.errors import WeblodeError
from weblode.plans import history as module
from weblode.plans.history import RecordHistory, RunFacts


def store(history, before, after, changed=(), files=None, time="2020-01-01", columns=("title",)):
    facts = RunFacts(time, len(after))
    return history.store(facts, before, after, columns, changed, files or {}, b"report")


def rows(path, query):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_every_state_of_a_record_has_its_time(tmp_path):
    path = tmp_path / "h.db"
    first, second = {"a": {"title": "A"}, "b": {"title": "B"}}, {"a": {"title": "Å"}, "c": {"title": "C"}}
    with RecordHistory(path) as history:
        assert (history.last_run, history.columns(), history.current()) == (0, [], {})
        assert store(history, {}, first) == 1
        assert history.current() == first
        assert store(history, first, second, ["a"], time="2020-01-02") == 2
        assert history.current() == second
    assert rows(path, "SELECT record_key, valid_from, valid_to, title FROM history ORDER BY rowid") == [
        ("a", "2020-01-01", "2020-01-02", "A"),
        ("b", "2020-01-01", "2020-01-02", "B"),
        ("a", "2020-01-02", None, "Å"),
        ("c", "2020-01-02", None, "C"),
    ]
    assert rows(path, "SELECT record_key, title FROM records ORDER BY title") == [("c", "C"), ("a", "Å")]
    assert rows(path, "SELECT run, time, records FROM runs") == [(1, "2020-01-01", 2), (2, "2020-01-02", 2)]


def test_a_record_that_is_the_same_keeps_its_row_and_gets_its_place_of_now(tmp_path):
    path = tmp_path / "h.db"
    with RecordHistory(path) as history:
        store(history, {}, {"a": {"title": "A", "record": 1}}, columns=("title", "record"))
        store(history, history.current(), {"a": {"title": "A", "record": 5}}, columns=("title", "record"), time="later")
    assert rows(path, "SELECT valid_from, valid_to, record FROM history") == [("2020-01-01", None, 5)]


def test_columns_of_any_name_come_and_go(tmp_path):
    names = ["Valid_From", 'a"b', "x\0y", "record_key", "é"]
    first = {"a": dict.fromkeys(names, "1")}
    with RecordHistory(tmp_path / "h.db") as history:
        store(history, {}, first, columns=names)
        assert history.current() == first
        store(history, first, {"a": {"É": 2}}, ["a"], columns=["É"])
        assert history.current() == {"a": {"É": 2}}


def test_numbers_stay_numbers_in_columns_that_had_none(tmp_path):
    with RecordHistory(tmp_path / "h.db") as history:
        store(history, {}, {"a": {"n": None}}, columns=["n"])
        store(history, history.current(), {"a": {"n": 5.0}}, ["a"], columns=["n"])
        assert history.current() == {"a": {"n": 5.0}}


def test_files_are_written_after_the_run_is_stored_and_again_if_that_was_killed(tmp_path, monkeypatch):
    files = {"out/a.csv": b"new", "b.jsonl": b"more"}
    (tmp_path / "b.jsonl").write_bytes(b"old")
    with RecordHistory(tmp_path / "h.db") as history:
        store(history, {}, {"a": {"title": "A"}}, files=files)
        with monkeypatch.context() as patch:
            killed_after(patch, 1, (module, "move"))
            with pytest.raises(Killed):
                history.write_files(tmp_path, tmp_path)
    with RecordHistory(tmp_path / "h.db") as history:
        assert history.unfinished() == b"report"
        history.write_files(tmp_path, tmp_path)
        history.finish()
        assert history.unfinished() == b""
    assert {name: (tmp_path / name).read_bytes() for name in files} == files


def test_lines_are_added_once_to_what_is_there_when_they_are_written(tmp_path):
    lines = b'{"run": 1}\n'
    with RecordHistory(tmp_path / "h.db") as history:
        history.store(RunFacts("2020-01-01", 1), {}, {"a": {}}, (), (), {}, b"report", {"out/c.jsonl": lines})
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "c.jsonl").write_bytes(b"of another plan\n")
        history.write_files(tmp_path, tmp_path)
        with open(tmp_path / "out" / "c.jsonl", "ab") as stream:
            stream.write(b"of another plan again\n")
        history.write_files(tmp_path, tmp_path, again=True)
        history.finish()
        (tmp_path / "out" / "c.jsonl").rename(tmp_path / "seen")
        history.write_files(tmp_path, tmp_path)
    assert (tmp_path / "seen").read_bytes() == b"of another plan\n" + lines + b"of another plan again\n"
    assert not (tmp_path / "out" / "c.jsonl").exists()


def test_a_run_that_is_killed_while_it_is_stored_has_done_nothing(tmp_path, monkeypatch):
    with RecordHistory(tmp_path / "h.db") as history, monkeypatch.context() as patch:
        killed_after(patch, 0, (module.json, "dumps"))
        with pytest.raises(Killed):
            store(history, {}, {"a": {"title": "A"}}, files={"a": b"x"})
        assert (history.last_run, history.current(), history.unfinished()) == (0, {}, b"")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "h.db").write_bytes(b"something else" * 100)
    with pytest.raises(WeblodeError, match=r"h\.db: cannot be used as the database of a plan"):
        RecordHistory(tmp_path / "h.db")
