"""`weblode query`: questions to the graph that `weblode mine` wrote."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from weblode.cli.reading import CSV_SAFE, Seconds, chosen_format, csv_safe, opened

if TYPE_CHECKING:
    from pyoxigraph import Store

    from weblode.graph.store import QueryAnswer

_PATIENCE = 5.0  # seconds to wait for an edit to put a new graph in the place of the old one


@click.command()
@click.argument("directory", metavar="DIR")
@click.argument("sparql", required=False)
@click.option("--concepts", is_flag=True, help="All concepts, with what is above them, support and instances.")
@click.option("--instances", metavar="CONCEPT", help="What belongs to a concept or one below it; by label, id or IRI.")
@click.option("--provenance", metavar="IRI", help="Where each statement about a thing was read.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of to standard output.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json", "jsonl"]),
    help="text: for people; graphs as Turtle. json: the SPARQL standard's. jsonl: an object a row.",
)
@CSV_SAFE
@click.option(
    "--max-time",
    "seconds",
    type=Seconds(min=0, min_open=True, max=1e6),
    metavar="S",
    default=60.0,
    show_default=True,
    help="Seconds for the answer.",
)
@click.option(
    "--max-memory",
    "memory",
    type=click.IntRange(2**27, 2**62),
    metavar="BYTES",
    help="Most memory for the answer, on Linux; what there is by default.",
)
def query(
    directory: str,
    sparql: str | None,
    *,
    concepts: bool,
    instances: str | None,
    provenance: str | None,
    output: str | None,
    form: str | None,
    seconds: float,
    memory: int | None,
) -> None:
    """Ask the graph of a folder that `weblode mine` wrote.

    SPARQL is a question in SPARQL 1.1, - to read it from standard input. The prefixes skos, owl, prov, dcterms, schema,
    rdf, rdfs, xsd, wl, concept, instance and attribute need no declaration. CONSTRUCT and DESCRIBE give Turtle.
    """
    asked = [each for each in (sparql, concepts or None, instances, provenance) if each is not None]
    if len(asked) != 1:
        raise click.UsageError("give one question: SPARQL, --concepts, --instances CONCEPT or --provenance IRI")
    from weblode.graph import questions, store
    from weblode.graph.answers import lines
    from weblode.graph.rdf import prefixes

    graph = _graph(directory)
    if memory is not None:
        _bound(memory)
    answer: QueryAnswer
    if concepts:
        answer = questions.concepts(graph, seconds=seconds)
    elif instances is not None:
        answer = questions.instances(graph, instances, seconds=seconds)
    elif provenance is not None:
        answer = questions.provenance(graph, provenance, seconds=seconds)
    else:
        words = sys.stdin.read() if sparql == "-" else sparql or ""
        answer = store.ask(graph, words, seconds=seconds)
    chosen = "text" if answer.kind == "construct" and form is None else chosen_format(form, output)
    with opened(output) as out:
        out.writelines(lines(answer, chosen, prefixes(store.base(graph)), csv_safe=csv_safe()))


def _graph(directory: str) -> Store:
    """The graph in a folder; one that is being exchanged for a new one looks damaged, and is opened after that."""
    from weblode.errors import OntologyError, SourceError
    from weblode.graph import store

    with suppress(OntologyError):
        return store.opened(directory)
    from weblode.files import acquire_lock
    from weblode.mining.runs import OWN

    with suppress(SourceError, OSError):  # without the lock it is tried all the same
        if Path(directory, OWN).exists():
            with closing(acquire_lock(str(Path(directory, OWN)), patience=_PATIENCE)):
                return store.opened(directory)
    return store.opened(directory)


def _bound(memory: int) -> None:
    """None; this process gets no more memory than it has now, with the graph open, and that."""
    with suppress(ImportError, ValueError, OSError):  # not on Linux, or it allows less already
        import resource

        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # whoever asks for too much is ended, which is no fault
