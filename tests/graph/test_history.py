"""Edits in a file: what stands after undo and redo, and which line is wrong."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.made import TEXTS
from weblode.errors import OntologyError
from weblode.graph import history
from weblode.graph.edits import Edit
from weblode.graph.history import EDITS, History, as_edit
from weblode.ontology import Concept

NOON = "2026-01-31T12:00:00Z"
RENAME = Edit("rename", (Concept("a", ("A",)),), "B")


def made(*edits):
    found = History()
    for edit in edits:
        found.add(edit, time=NOON)
    return found


def standing(*edits):
    return [edit.number for edit in made(*edits).active]


def test_an_undo_takes_back_the_last_edit_that_stands_and_a_redo_puts_it_in_its_place():
    undo, redo = Edit("undo"), Edit("redo")
    assert standing(RENAME, RENAME, undo) == [1]
    assert standing(RENAME, RENAME, undo, undo) == []
    assert standing(RENAME, RENAME, undo, undo, redo) == [1]
    assert standing(RENAME, RENAME, undo, undo, redo, redo) == [1, 2]
    assert standing(RENAME, RENAME, Edit("undo", edit=1)) == [2]
    assert standing(RENAME, RENAME, Edit("undo", edit=1), RENAME, Edit("redo", edit=1)) == [1, 2, 4]


def test_what_the_next_undo_and_redo_would_be_is_known():
    found = made(RENAME, RENAME, Edit("undo"))
    assert (found.undo, found.redo, found.last) == (1, 2, 3)
    assert (made().undo, made().redo, made().last) == (0, 0, 0)
    assert made(RENAME, Edit("undo"), RENAME).redo == 0


@pytest.mark.parametrize(
    ("before", "wrong", "message"),
    [
        ([], Edit("undo"), "there is nothing to undo"),
        ([RENAME], Edit("redo"), "there is nothing to redo"),
        ([RENAME, Edit("undo"), RENAME], Edit("redo"), "there is nothing to redo"),
        ([RENAME, Edit("undo")], Edit("undo", edit=1), "edit 1 is not there to undo"),
        ([RENAME], Edit("redo", edit=1), "edit 1 is not there to redo"),
        ([RENAME], Edit("undo", edit=7), "edit 7 is not there to undo"),
    ],
)
def test_what_cannot_be_undone_or_redone_is_refused(before, wrong, message):
    found = made(*before)
    with pytest.raises(OntologyError, match=message):
        found.add(wrong, time=NOON)
    assert len(found.lines) == len(before)


@pytest.mark.parametrize("time", ["", "noon", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31T12:00:00+01:00"])
def test_a_time_is_one_in_utc(time):
    with pytest.raises(OntologyError, match="is not a time in UTC"):
        History().add(RENAME, time=time)


MANY = st.lists(TEXTS, max_size=2).map(tuple)
SPLITS = st.builds(Edit, st.just("split"), st.builds(Concept, TEXTS, MANY).map(lambda one: (one,)), TEXTS, MANY, MANY)


@given(st.lists(SPLITS | st.just(Edit("undo")) | st.just(Edit("redo")), max_size=6))
@settings(deadline=None)
def test_what_is_written_reads_back_equal(tmp_path_factory, edits):
    found, folder = History(), tmp_path_factory.mktemp("edits")
    for edit in edits:
        if edit.kind == "split" or getattr(found, edit.kind):
            found.add(edit, time=NOON)
    history.write(found, folder)
    assert history.read(folder) == found


def test_a_line_is_only_ever_added(tmp_path):
    found = made(RENAME)
    history.write(found, tmp_path)
    before = (tmp_path / EDITS).read_bytes()
    found.add(Edit("undo"), time=NOON)
    history.write(found, tmp_path)
    assert (tmp_path / EDITS).read_bytes() == before + b'{"number": 2, "time": "%s", "kind": "undo", "edit": 1}\n' % (
        NOON.encode()
    )


def test_without_a_file_nothing_was_done(tmp_path):
    assert history.read(tmp_path) == History()


LINE = {"number": 2, "time": NOON, "kind": "rename", "concepts": [{"id": "a", "labels": ["A"]}], "label": "B"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "line 3 is not an edit: Expecting"),
        (b"[]", "line 3 is not an edit: .* is not an object"),
        (b"\xff", "line 3 is not an edit"),
        (b"[" * 100_000, "line 3 is not an edit"),
        (LINE | {"number": 1}, "line 3 .* number 1 must be above 1"),
        (LINE | {"number": True}, "line 3 .* number is True, but must be a number"),
        ({"time": NOON, "kind": "undo", "edit": 1}, "line 3 .* it has no number"),
        (LINE | {"time": "now"}, "line 3 .* 'now' is not a time in UTC"),
        (LINE | {"kind": "polish"}, "line 3 .* 'polish' is not a kind of edit"),
        (LINE | {"concepts": []}, "line 3 .* rename is for one concept, not 0"),
        (LINE | {"concepts": [1]}, "line 3 .* 1 is not a concept"),
        (LINE | {"concepts": "a"}, "line 3 .* concepts is 'a', but must be a list"),
        (LINE | {"labels": [1]}, "line 3 .* must be a list of texts"),
        (LINE | {"colour": "red"}, "line 3 .* 'colour' is not a field"),
        ({"number": 2, "time": NOON, "kind": "undo"}, "line 3 .* it does not say what to undo"),
        ({"number": 2, "time": NOON, "kind": "undo", "edit": 5}, "line 3 .* edit 5 is not there to undo"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, message):
    data = line if isinstance(line, bytes) else json.dumps(line).encode()
    history.write(made(RENAME), tmp_path)
    with (tmp_path / EDITS).open("ab") as stream:
        stream.write(b"\n" + data + b"\n")
    with pytest.raises(OntologyError, match=message):
        history.read(tmp_path)


def test_a_folder_of_that_name_is_told(tmp_path):
    (tmp_path / EDITS).mkdir()
    with pytest.raises(OntologyError, match="cannot read"):
        history.read(tmp_path)


def test_a_request_may_name_concepts_by_their_ids():
    assert as_edit({"kind": "merge", "concepts": ["a", "b"]}) == Edit("merge", (Concept("a", ()), Concept("b", ())))
    with pytest.raises(OntologyError, match="edit is '1', but must be a number"):
        as_edit({"kind": "undo", "edit": "1"})
