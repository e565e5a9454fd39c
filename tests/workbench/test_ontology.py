"""The ontology view as JSON: runs, the taxonomy, concepts and files."""

import json

import pytest


# ---------------------------------------------------------------- runs
def test_the_runs_of_the_folder_are_listed_with_their_figures(view):
    found = view.get("/ontology.json").json()["runs"]
    assert [run["name"] for run in found] == ["crawled", "saved"]
    assert found[1]["figures"] == {
        "concept": 5,
        "site": 3,
        "broader pair": 0,
        "instance": 30,
        "membership": 30,
        "page": 48,
    }
    assert found[1]["updating"] is False


# ---------------------------------------------------------------- the taxonomy and its concepts
def test_the_tree_has_support_instances_and_what_was_left_out(view):
    found = view.get("/ontology/saved.json").json()
    world = next(each for each in found["concepts"] if each["id"] == "world")
    assert (world["label"], world["support"], world["instances"], world["below"]) == ("World", 3, 6, [])
    assert sorted(found["top"]) == ["business", "politics", "science", "sports", "world"]
    assert all(each["number"] >= len(each["names"]) > 0 for each in found["dropped"])
    assert found["files"] == [
        "taxonomy.ttl",
        "taxonomy.rdf",
        "taxonomy.jsonld",
        "taxonomy.nq",
        "taxonomy.json",
        "instances.jsonl",
    ]


def test_what_changed_since_the_run_before_is_told(tidy):
    client, folder = tidy
    assert client.get("/ontology/saved.json").json()["changes"] is None
    changes = {"concepts": {"new": [{"name": "Travel", "id": "travel"}], "gone": [], "moved": []}}
    (folder / "changes.json").write_text(json.dumps(changes | {"broader": {"new": [["Asia", "World"]], "gone": []}}))
    found = client.get("/ontology/saved.json").json()["changes"]
    assert found["concepts"]["new"] == {"number": 1, "names": ["Travel"]}
    assert found["broader"]["new"]["names"] == ["Asia below World"]


def test_a_concept_has_its_instances_and_where_all_was_read(view):
    found = view.get("/ontology/saved/concept/world.json").json()
    assert (found["labels"], found["total"], len(found["instances"])) == (["World"], 6, 6)
    assert [each["name"] for each in found["sites"]] == ["a", "b", "c"]
    assert all(each["xpath"].startswith("/html/body/") for each in found["witnesses"])
    first = found["instances"][0]
    assert first["title"] == "Harbour bridge opens after ten years"
    assert first["witness"]["page"].endswith("world.html")
    assert {"name", "value", "witness"} == set(first["attributes"][0])


def test_instances_come_a_hundred_at_a_time(tidy):
    client, folder = tidy
    lines = (folder / "instances.jsonl").read_text().splitlines()
    world = next(line for line in lines if json.loads(line)["id"] == "world")
    (folder / "instances.jsonl").write_text("".join(f"{world}\n" for _ in range(250)))
    found = client.get("/ontology/saved/concept/world.json", params={"from": 200}).json()
    assert (found["total"], found["from"], len(found["instances"])) == (250, 200, 50)
    found = client.get("/ontology/saved/concept/world.json", params={"instance": 142}).json()
    assert (found["from"], found["chosen"], len(found["instances"])) == (100, 142, 100)
    assert client.get("/ontology/saved/concept/world.json", params={"from": "x"}).status_code == 400


def test_a_concept_that_is_not_there_is_told(view):
    answer = view.get("/ontology/saved/concept/nothing.json")
    assert (answer.status_code, "there is no concept 'nothing'" in answer.json()["error"]) == (404, True)


def test_a_concept_may_have_any_characters_in_its_id(tidy):
    client, folder = tidy
    text = (folder / "taxonomy.json").read_text().replace('"id": "world"', '"id": "a/b c?.json"')
    (folder / "taxonomy.json").write_text(text)
    assert client.get("/ontology/saved/concept/a%2Fb%20c%3F.json.json").json()["labels"] == ["World"]


@pytest.mark.parametrize("name", ["taxonomy.ttl", "taxonomy.jsonld", "instances.jsonl"])
def test_files_can_be_taken_away(view, mine, name):
    answer = view.get(f"/ontology/saved/files/{name}")
    assert answer.content == (mine / "saved" / name).read_bytes()
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''saved-{name}"


@pytest.mark.parametrize("name", ["run.json", "mine.lock", "..%2f..%2fsaved%2ftaxonomy.ttl", "graph"])
def test_no_other_files_can_be(view, name):
    assert view.get(f"/ontology/saved/files/{name}").status_code == 404
