"""`weblode export`: the results of a run for other tools: tables of nodes and edges, RDF 1.2, shapes, a description."""

from __future__ import annotations

from pathlib import Path

import click

from weblode.cli.output import FORCE, check_file
from weblode.terminal import escaped, show


@click.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder to write."
)
@FORCE
def export(directory: Path, folder: Path) -> None:
    """Write the results of a run for data frames, graph tools and catalogues.

    nodes.parquet, edges.parquet and values.parquet (needs `weblode[arrow]`); graph.ttl, the graph in RDF 1.2 with
    triple terms for witnesses; shapes.ttl, what every graph conforms to (SHACL); dataset.ttl, a description of the run
    and its files (DCAT). taxonomy.ttl, .rdf, .jsonld and .nq of the run itself are the same graph in RDF 1.1.
    """
    from weblode.graph.exports import EXPORTS, export_run

    for name in EXPORTS:
        check_file(str(folder / name))
    for path, about in export_run(directory, folder).items():
        show(f"{escaped(str(path))}: {about}")
