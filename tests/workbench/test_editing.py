"""Concepts tidied up in the workbench."""

import os
from contextlib import closing

import pytest
from workbench.made import CONCEPTS, edit, labels

from weblode.files import acquire_lock
from weblode.workbench.security import TOKEN


def test_a_merge_is_in_all_results_and_can_be_undone(tidy):
    client, folder = tidy
    before = (folder / "taxonomy.ttl").read_bytes()
    done = edit(client, kind="merge", concepts=["world", "politics"]).json()
    assert (done["concept"], done["said"]) == ("world", "merged Politics into World")
    assert labels(client) == {"World", "Business", "Sports", "Science"}
    found = client.get("/ontology/saved/concept/world.json").json()
    assert (found["labels"], found["total"]) == (["World", "Politics"], 12)
    assert "merged with 'Politics'" in found["edited"][0]
    assert client.get("/ontology/saved/concept/politics.json").json() == found
    assert b'skos:altLabel "Politics"' in client.get("/ontology/saved/files/taxonomy.ttl").content
    rows = client.get("/ontology/saved/query.json", params={"q": CONCEPTS}).json()["answer"]["rows"]
    assert len(rows) == 4
    assert client.post("/ontology/saved/undo", json={}).json()["said"] == "merged Politics into World"
    assert "Politics" in labels(client)
    assert client.get("/ontology/saved/files/taxonomy.ttl").content == before


def test_concepts_are_renamed_moved_split_and_rejected(tidy):
    client, _ = tidy
    edit(client, kind="rename", concepts=["world"], label="Abroad")
    edit(client, kind="move", concepts=["politics", "world"])
    edit(client, kind="split", concepts=["world"], labels=["World"], sites=["a"])
    edit(client, kind="reject", concepts=["sports"])
    assert labels(client) == {"Abroad", "World", "Politics", "Business", "Science"}
    found = client.get("/ontology/saved/concept/politics.json").json()
    assert [each["label"] for each in found["broader"]] == ["Abroad"]
    told = client.get("/ontology/saved/edits.json").json()
    assert [each["said"] for each in told["edits"]] == [
        "rejected Sports",
        "split World, a off Abroad",
        "moved Politics below Abroad",
        "renamed World to Abroad",
    ]
    assert all(each["time"].endswith("+00:00") and each["standing"] for each in told["edits"])


def test_any_edit_can_be_undone_and_done_again(tidy):
    client, _ = tidy
    first = edit(client, kind="reject", concepts=["sports"]).json()["numbers"]
    edit(client, kind="reject", concepts=["science"])
    client.post("/ontology/saved/undo", json={"edits": first})
    assert labels(client) == {"World", "Politics", "Business", "Sports"}
    client.post("/ontology/saved/undo", json={"edits": first, "redo": True})
    assert labels(client) == {"World", "Politics", "Business"}
    assert [each["standing"] for each in client.get("/ontology/saved/edits.json").json()["edits"]] == [True, True]


REJECTS = [{"kind": "reject", "concepts": [id_]} for id_ in ("sports", "science")]


def test_edits_of_one_request_are_one_to_undo_and_redo(tidy):
    client, _ = tidy
    before = labels(client)
    done = edit(client, *REJECTS).json()
    assert (done["said"], done["numbers"], done["concept"]) == ("rejected Sports; rejected Science", [1, 2], None)
    assert labels(client) == {"World", "Politics", "Business"}
    undone = client.post("/ontology/saved/undo", json={}).json()
    assert (undone["said"], undone["concept"]) == (done["said"], "sports")
    assert labels(client) == before
    assert client.post("/ontology/saved/undo", json={"redo": True}).json()["numbers"] == [1, 2]
    assert labels(client) == {"World", "Politics", "Business"}


def test_what_somebody_else_did_meanwhile_stays_when_edits_are_undone_by_their_numbers(tidy):
    client, _ = tidy
    mine = edit(client, *REJECTS).json()["numbers"]
    edit(client, kind="rename", concepts=["world"], label="Abroad")
    client.post("/ontology/saved/undo", json={"edits": mine})
    assert labels(client) == {"Abroad", "Politics", "Business", "Sports", "Science"}


def test_of_edits_one_of_which_cannot_be_none_is_done(tidy):
    client, folder = tidy
    answer = edit(client, *REJECTS, {"kind": "reject", "concepts": ["nothing"]})
    assert (answer.status_code, "there is no concept 'nothing'" in answer.json()["error"]) == (400, True)
    assert {"Sports", "Science"} <= labels(client)
    assert not (folder / "edits.jsonl").exists()


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({"kind": "undo", "concepts": ["world"]}, "'undo' is not a kind of edit"),
        ({"kind": "reject", "concepts": ["nothing"]}, "there is no concept 'nothing'"),
        ({"kind": "reject", "concepts": "world"}, "concepts is 'world', but must be a list"),
        ({"kind": "rename", "concepts": ["world"], "label": 7}, "label is 7, but must be a text"),
        ({"kind": "rename", "concepts": ["world"], "label": " "}, "needs a new label"),
        ({"kind": "move", "concepts": ["world", "world"]}, "cannot be below itself"),
        ({"concepts": ["world"]}, "'' is not a kind of edit: use rename"),
        ({"kind": "reject", "concepts": ["world"], "x": 1}, "'x' is not"),
        ({}, "the request needs 'edits', a list"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_and_nothing_changes(tidy, what, why):
    client, folder = tidy
    answer = edit(client, **what)
    assert (answer.status_code, why in answer.json()["error"]) == (400, True), answer.text
    assert not (folder / "edits.jsonl").exists()


def test_there_may_be_nothing_to_undo(tidy):
    client, _ = tidy
    answer = client.post("/ontology/saved/undo", json={})
    assert (answer.status_code, answer.json()["error"]) == (400, "there is nothing to undo")
    for wrong in (1, ["1"], [True], [0], [7]):
        assert client.post("/ontology/saved/undo", json={"edits": wrong}).status_code == 400


def test_an_edit_while_somebody_else_is_at_work_is_refused(tidy, monkeypatch):
    client, folder = tidy
    monkeypatch.setattr("weblode.mining.tidying.PATIENCE", 0.1)
    with closing(acquire_lock(os.fspath(folder / "mine.lock"))):
        answer = edit(client, kind="reject", concepts=["world"])
    assert (answer.status_code, "another process edits or mines there" in answer.json()["error"]) == (400, True)
    assert "World" in labels(client)


def test_edits_need_the_token_of_our_own_pages(tidy):
    client, _ = tidy
    for address in ("/ontology/saved/edit", "/ontology/saved/undo"):
        body = {"edits": [{"kind": "reject", "concepts": ["world"]}]}
        assert client.post(address, json=body, headers={TOKEN: "no"}).status_code == 403
        assert client.post(address, json=body, headers={"origin": "http://evil.test"}).status_code == 403
    assert "World" in labels(client)
