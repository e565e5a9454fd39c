"""`weblode match` and `weblode export`."""

import json

import pytest
from click.testing import CliRunner
from graph.made import NEWS

from weblode.cli import main
from weblode.graph import files
from weblode.graph.exports import EXPORTS


@pytest.fixture
def run(tmp_path):
    files.write(NEWS, tmp_path / "run")
    label = NEWS.concepts[0].label
    (tmp_path / "v.csv").write_text(f"id,label\nhttps://v.example/1,{label}\n")
    return tmp_path


def call(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_mappings_are_rows(run):
    done = call("match", run / "run", run / "v.csv", "--format", "json")
    assert done.exit_code == 0, done.output
    first = json.loads(done.stdout.splitlines()[0])
    assert (first["mapping"], first["target"]) == ("exactMatch", "https://v.example/1")
    assert "have a proposal" in done.stderr


def test_mappings_are_a_table_or_a_graph_by_the_suffix(run):
    assert call("match", run / "run", run / "v.csv", "-o", run / "m.csv").exit_code == 0
    assert "exactMatch" in (run / "m.csv").read_text()
    assert call("match", run / "run", run / "v.csv", "-o", run / "m.ttl").exit_code == 0
    assert "skos:exactMatch <https://v.example/1>" in (run / "m.ttl").read_text()


def test_mappings_for_people_have_their_reasons(run):
    assert "has the same words as" in call("match", run / "run", run / "v.csv", "--format", "text").stdout


def test_a_vocabulary_that_is_none_is_one_line(run):
    done = call("match", run / "run", run / "none.csv")
    assert (done.exit_code, done.output.count("\n")) == (1, 1)


def test_all_files_are_exported(run):
    done = call("export", run / "run", "-o", run / "out")
    assert done.exit_code == 0, done.output
    assert {path.name for path in (run / "out").iterdir()} == set(EXPORTS)
    assert "nodes.parquet" in done.stdout
