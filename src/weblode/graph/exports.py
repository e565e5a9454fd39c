"""The results of a run as files for other tools; see `weblode export`."""

from __future__ import annotations

import json
from importlib.resources import files as resources
from pathlib import Path

from weblode import formats
from weblode.errors import OntologyError, require
from weblode.files import read_file, replace_file
from weblode.graph import files, rdf
from weblode.graph.catalogue import catalogue
from weblode.graph.identity import distinct, memberships
from weblode.graph.statements import triples
from weblode.graph.tabular import graph_tables
from weblode.graph.triple_terms import with_triple_terms

TABLES = ("nodes", "edges", "values")
GRAPH, SHAPES, DATASET = "graph.ttl", "shapes.ttl", "dataset.ttl"
EXPORTS = (*(f"{name}.parquet" for name in TABLES), GRAPH, SHAPES, DATASET)


def shapes() -> bytes:
    """The SHACL shapes that every graph of ours conforms to, in RDF 1.1, as Turtle."""
    return (resources("weblode.graph") / SHAPES).read_bytes()


def export_run(directory: Path, folder: Path) -> dict[Path, str]:
    """Write the files of `EXPORTS` to a folder, and return what each holds, by its path."""
    require("pyarrow", "weblode[arrow]")
    ontology = files.read(directory)
    folder.mkdir(parents=True, exist_ok=True)
    written: dict[Path, str] = {}
    for name, table in graph_tables(ontology).items():
        path = folder / f"{name}.parquet"
        formats.write(table, path)
        written[path] = f"{len(table):,} {name}"
    rdf.write_triples(with_triple_terms(triples(ontology)), folder / GRAPH)
    written[folder / GRAPH] = "the graph in RDF 1.2"
    replace_file(folder / SHAPES, shapes())
    written[folder / SHAPES] = "SHACL shapes of the graph in RDF 1.1"
    results = [path for path in sorted(directory.glob("*")) if path.is_file() and path.name.startswith(_RESULTS)]
    figures = {
        "concepts": len(ontology.concepts),
        "instances": distinct(ontology.instances),
        "memberships": memberships(ontology.instances),
    }
    described = catalogue(ontology, [*results, *written], figures, folder=folder, finished=_finished(directory))
    rdf.write_triples(described, folder / DATASET)
    written[folder / DATASET] = "DCAT description of the run"
    return written


_RESULTS = ("taxonomy.", "instances.")


def _finished(directory: Path) -> str:
    """When the run ended; "" if it is not known."""
    try:
        about = json.loads(read_file(directory / "run.json"))
    except (OSError, ValueError):
        return ""
    if not isinstance(about, dict):
        raise OntologyError(f"{directory / 'run.json'} is not a JSON object: give a folder that `weblode mine` wrote")
    return str(about.get("finished", ""))
