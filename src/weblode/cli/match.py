"""`weblode match`: the concepts of a run mapped to a vocabulary that the user has."""

from __future__ import annotations

import json
from pathlib import Path

import click

from weblode.cli.output import check_file, chosen_format, open_output, output_options, table_writer
from weblode.terminal import escaped, show, tell

_GRAPHS = (".ttl", ".nq", ".rdf", ".jsonld")


@click.command()
@output_options("text: for people. Others: one row per concept. A file .ttl, .rdf, .nq or .jsonld: SKOS mappings.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("vocabulary", metavar="VOCABULARY", type=click.Path(path_type=Path))
def match(directory: Path, vocabulary: Path, output: str | None, form: str | None) -> None:
    """Propose SKOS mappings from the concepts of a run to a vocabulary: exact, close and broad matches.

    DIR is a folder that `weblode mine` wrote. VOCABULARY is RDF with labels (.ttl, .rdf, .nt, .nq, .jsonld) or a table
    (.csv, .tsv) with the columns id and label, and perhaps altlabel and broader. Every proposal has its reason.
    """
    from weblode.graph import files, matching, names, rdf
    from weblode.graph.vocabularies import read_vocabulary

    ontology = files.read(directory)
    mappings = matching.match(ontology, read_vocabulary(vocabulary))
    if output and output.lower().endswith(_GRAPHS):
        check_file(output)
        rdf.write_triples(matching.as_triples(mappings, base=names.BASE), output)
    elif (chosen := chosen_format(form, output, name="mappings")) == "text":
        for one in mappings:
            show(f"{one.kind:11} {escaped(one.concept.label)} -> {escaped(one.term.label)} <{escaped(one.term.id)}>")
            show(f"            {escaped(one.why)}")
    elif chosen == "json":
        with open_output(output) as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in matching.as_table(mappings).rows())
    else:
        with table_writer(output, chosen, "mappings") as table:
            table.add(matching.as_table(mappings))
    tell(f"{len(mappings):,} of {len(ontology.concepts):,} concepts have a proposal")
