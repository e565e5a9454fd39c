import json

import pytest
from hypothesis import given, settings

from graph.made import NEWS, article, ontologies
from weblode.errors import OntologyError
from weblode.graph import files
from weblode.ontology import Instance, Ontology


@given(ontologies())
@settings(deadline=None)
def test_what_is_written_reads_back_equal_and_twice_the_same_bytes(tmp_path_factory, ontology):
    one, two = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    files.write(ontology, one)
    again = files.read(one)
    assert again == ontology
    files.write(again, two)
    for name in (files.TAXONOMY, files.INSTANCES):
        assert (one / name).read_bytes() == (two / name).read_bytes()


def test_the_taxonomy_has_preferred_labels_and_the_order_of_the_sites_does_not_matter(tmp_path):
    files.write(NEWS, tmp_path)
    found = json.loads((tmp_path / "taxonomy.json").read_text(encoding="utf-8"))
    assert found["concepts"][0]["labels"] == ["World", "World news", "International"]
    assert found["concepts"][0]["support"] == 2
    assert ["World Cup", "Football"] in found["broader"]
    assert list(found["sites"]) == ["gazette.test", "herald.test"]


def test_an_instance_is_a_line_with_its_attributes_and_their_witnesses(tmp_path):
    files.write(NEWS, tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "instances.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["concept"] for row in rows] == ["Asia", "Football", "World Cup", "Markets & shares"]
    assert rows[0]["attributes"] == {"Author": "A. Writer", "Published": "March 5, 2017", "Words": "812"}
    assert rows[0]["witnesses"]["Author"]["xpath"] == "/html/body/p[1]"
    assert rows[1]["attributes"]["Author"] == ["B. Other", "C. Third"]


def test_names_that_come_in_turns_keep_their_order(tmp_path):
    turns = Ontology(instances=(article("a", "b", ("x", "1"), ("y", "2"), ("x", "3")),))
    files.write(turns, tmp_path)
    assert files.read(tmp_path) == turns


def test_half_of_a_pair_survives(tmp_path):
    broken = Ontology(instances=(Instance("a", "x\ud83d", "", ""),))
    files.write(broken, tmp_path)
    assert files.read(tmp_path) == broken


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "line 2 is not in the format"),
        (b'{"id": "a"}', "line 2 has no 'attributes'"),
        (b"[]", "line 2 is not in the format"),
        (
            b'{"id":"","title":"","href":"","page":"","url":"","attributes":{"a":["1","2"]},"witnesses":{"a":{"page":""}}}',
            "differ in number",
        ),
        (
            b'{"id":"","title":"","href":"","page":"","url":"","attributes":{},"witnesses":{},"witness":{"x":1}}',
            "line 2",
        ),
        (b"\xff", "line 2"),
    ],
)
def test_a_bad_line_is_named(tmp_path, line, message):
    files.write(NEWS, tmp_path)
    (tmp_path / "instances.jsonl").write_bytes(b"\n" + line + b"\n")
    with pytest.raises(OntologyError, match=message):
        files.read(tmp_path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(OntologyError, match=r"taxonomy.json: No such file or directory; give a folder"):
        files.read(tmp_path)


@pytest.mark.parametrize("id_", ["", None, 7])
def test_a_concept_without_an_id_is_told(tmp_path, id_):
    files.write(NEWS, tmp_path)
    taxonomy = json.loads((tmp_path / "taxonomy.json").read_text(encoding="utf-8"))
    taxonomy["concepts"][0]["id"] = id_
    (tmp_path / "taxonomy.json").write_text(json.dumps(taxonomy), encoding="utf-8")
    with pytest.raises(OntologyError, match="it needs some text"):
        files.read(tmp_path)


def test_a_concept_of_several_sites_is_core_and_of_one_a_candidate(tmp_path):
    files.write(NEWS, tmp_path)
    taxonomy = json.loads((tmp_path / "taxonomy.json").read_text(encoding="utf-8"))
    assert {(one["support"] > 1, one["tier"]) for one in taxonomy["concepts"]} == {(True, "core"), (False, "candidate")}
