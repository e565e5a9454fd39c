"""`weblode query`: queries to the graph that `weblode mine` wrote."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from weblode.cli.output import CSV_SAFE, check_file, chosen_format, csv_safe, file_option, open_output
from weblode.cli.seconds import Seconds
from weblode.terminal import tell

if TYPE_CHECKING:
    from pyoxigraph import Store

    from weblode.graph.store import QueryAnswer

_PATIENCE = 5.0  # seconds to wait while an edit replaces the graph


@click.command()
@click.argument("directory", metavar="DIR")
@click.argument("sparql", required=False)
@click.option("--concepts", is_flag=True, help="List all concepts, with broader ones, support and instances.")
@click.option(
    "--instances", metavar="CONCEPT", help="List the instances of a concept (label, id or IRI) and of those below it."
)
@click.option("--provenance", metavar="IRI", help="List where each statement about a thing was read.")
@file_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json", "jsonl"]),
    help="text: for people; graphs as Turtle. json: the SPARQL standard's. jsonl: one object per row. "
    "[on a terminal text; in a pipe jsonl, which is JSON lines; in a file by its suffix]",
)
@CSV_SAFE
@click.option(
    "--max-time",
    "seconds",
    type=Seconds(min=0, min_open=True, max=1e6),
    metavar="S",
    default=60.0,
    show_default=True,
    help="Maximum seconds for the answer.",
)
@click.option(
    "--max-memory",
    "memory",
    type=click.IntRange(2**27, 2**62),
    metavar="BYTES",
    help="Maximum memory for the answer, on Linux. [no limit]",
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
    """Query the graph of a folder that `weblode mine` wrote.

    SPARQL is a query in SPARQL 1.1, or - to read it from standard input. The prefixes skos, owl, prov, dcterms, schema,
    rdf, rdfs, xsd, wl, concept, instance and attribute need no declaration. CONSTRUCT and DESCRIBE give Turtle.
    """
    queries = [each for each in (sparql, concepts or None, instances, provenance) if each is not None]
    if len(queries) != 1:
        raise click.UsageError("give exactly one query: SPARQL, --concepts, --instances CONCEPT or --provenance IRI")
    check_file(output)
    from weblode.graph import questions, store
    from weblode.graph.answers import lines
    from weblode.graph.rdf import prefixes

    graph = _graph(directory)
    if memory is not None:
        _limit_memory(memory)
    answer: QueryAnswer
    if concepts:
        answer = questions.concepts(graph, seconds=seconds)
    elif instances is not None:
        answer = questions.instances(graph, instances, seconds=seconds)
    elif provenance is not None:
        answer = questions.provenance(graph, provenance, seconds=seconds)
    else:
        text = sys.stdin.read() if sparql == "-" else sparql or ""
        answer = store.ask(graph, text, seconds=seconds)
    chosen = "text" if answer.kind == "construct" and form is None else chosen_format(form, output, pipe="jsonl")
    if chosen != "text":  # which says so itself
        answer = _noted(answer)
    with open_output(output) as out:
        out.writelines(lines(answer, chosen, prefixes(store.base(graph)), csv_safe=csv_safe()))


def _noted(answer: QueryAnswer) -> QueryAnswer:
    """The same answer; if it has no rows, stderr says so."""
    first = list(islice(answer.rows, 1))
    if not first and answer.kind == "select":
        tell("no answers")
    return replace(answer, rows=chain(first, answer.rows))


def _graph(directory: str) -> Store:
    """The graph in a folder. One that is being replaced looks damaged; it is opened once the new one is in place."""
    from weblode.errors import OntologyError, SourceError
    from weblode.graph import store

    with suppress(OntologyError):
        return store.open_store(directory)
    from weblode.files import acquire_lock
    from weblode.mining.runs import OWN

    with suppress(SourceError, OSError):  # try again even without the lock
        if Path(directory, OWN).exists():
            with closing(acquire_lock(str(Path(directory, OWN)), patience=_PATIENCE)):
                return store.open_store(directory)
    return store.open_store(directory)


def _limit_memory(memory: int) -> None:
    """Cap this process's memory at what it uses now, with the graph open, plus `memory`."""
    with suppress(ImportError, ValueError, OSError):  # not on Linux, or it allows less already
        import resource

        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
        resource.setrlimit(
            resource.RLIMIT_CORE, (0, 0)
        )  # a query that is too large aborts the process; that needs no core dump
