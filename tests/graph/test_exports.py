"""The results of a run for other tools."""

import pyoxigraph
import pytest

from graph.made import NEWS
from weblode import formats
from weblode.errors import OntologyError
from weblode.graph import files
from weblode.graph.exports import EXPORTS, export_run, shapes
from weblode.graph.identity import distinct
from weblode.graph.tabular import graph_tables
from weblode.graph.terms import term


def test_all_files_are_written_and_say_what_the_ontology_has(tmp_path):
    files.write(NEWS, tmp_path / "run")
    written = export_run(tmp_path / "run", tmp_path / "out")
    assert {path.name for path in written} == set(EXPORTS)
    nodes = formats.read(tmp_path / "out" / "nodes.parquet")
    assert nodes["kind"].count("instance") == distinct(NEWS.instances)
    assert nodes["kind"].count("concept") == len(NEWS.concepts)


def test_edges_lead_from_nodes_to_nodes():
    tables = graph_tables(NEWS)
    ids = set(tables["nodes"]["id"])
    assert len(ids) == len(tables["nodes"])
    edges = [row for row in tables["edges"].rows() if row["relation"] != "site"]
    assert {row[end] for row in edges for end in ("source", "target")} <= ids
    assert {row["relation"] for row in edges} == {"broader", "member"}
    assert set(tables["values"]["instance"]) <= ids


def test_the_description_names_every_file_and_its_size(tmp_path):
    files.write(NEWS, tmp_path / "run")
    export_run(tmp_path / "run", tmp_path / "out")
    graph = list(pyoxigraph.parse(path=tmp_path / "out" / "dataset.ttl", format=pyoxigraph.RdfFormat.TURTLE))
    sizes = {
        quad.subject.value.rpartition("/")[2]: int(quad.object.value)
        for quad in graph
        if quad.predicate == term("dcat:byteSize")
    }
    described = [tmp_path / "run" / name for name in (files.TAXONOMY, files.INSTANCES)]
    described += [tmp_path / "out" / name for name in EXPORTS if name != "dataset.ttl"]
    assert sizes == {path.name: path.stat().st_size for path in described}
    addresses = {quad.object.value for quad in graph if quad.predicate == term("dcat:downloadURL")}
    assert {(tmp_path / "out" / one).resolve() for one in addresses} == {path.resolve() for path in described}


def test_the_graph_in_rdf_1_2_can_be_read_back(tmp_path):
    files.write(NEWS, tmp_path / "run")
    export_run(tmp_path / "run", tmp_path / "out")
    graph = pyoxigraph.parse(path=tmp_path / "out" / "graph.ttl", format=pyoxigraph.RdfFormat.TURTLE)
    assert any(isinstance(quad.object, pyoxigraph.Triple) for quad in graph)


def test_the_shapes_are_shipped():
    assert b"sh:NodeShape" in shapes()


def test_a_folder_without_a_run_is_told(tmp_path):
    with pytest.raises(OntologyError, match="weblode mine"):
        export_run(tmp_path, tmp_path / "out")
