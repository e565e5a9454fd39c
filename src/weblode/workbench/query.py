"""SPARQL queries to the graph of a run, and their answers as tables and files.

`weblode query` answers them in a process of its own, which opens the graph read-only and can be killed: a query that
runs in a thread could not be stopped.
"""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import quote

from weblode import subprocesses
from weblode.errors import LimitError, OntologyError, WeblodeError
from weblode.graph import names
from weblode.graph.rdf import prefixes
from weblode.workbench.requests import Download, ViewRequest
from weblode.workbench.run_folders import KnownOntology, OpenedRun
from weblode.workbench.workspace import Workspace

SECONDS = 10.0  # for an answer
MEMORY = 2 * 2**30  # bytes for an answer
ROWS = 1000  # rows of an answer in the view
Result = TypeVar("Result")
_PREFIXES = prefixes(names.BASE)
_KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/sparql-results+json"}
EXAMPLES = {
    "The concepts that most sites have": """SELECT ?concept ?label ?support {
  ?concept a skos:Concept ; skos:prefLabel ?label ; wl:support ?support
} ORDER BY DESC(?support) ?label""",
    "Which concept is below which": """SELECT ?below ?above {
  ?below skos:broader ?above
} ORDER BY ?above ?below""",
    "Concepts with several labels": """SELECT ?concept ?label (GROUP_CONCAT(?other; separator=", ") AS ?others) {
  ?concept skos:prefLabel ?label ; skos:altLabel ?other
} GROUP BY ?concept ?label ORDER BY ?label""",
    "How many instances each concept has": """SELECT ?concept (COUNT(?it) AS ?instances) {
  ?it a owl:NamedIndividual, ?concept . ?concept a skos:Concept
} GROUP BY ?concept ORDER BY DESC(?instances)""",
    "Instances with their concepts": """SELECT ?instance ?title ?concept {
  ?instance a owl:NamedIndividual, ?concept ; rdfs:label ?title . ?concept a skos:Concept
} ORDER BY ?title LIMIT 200""",
    "What was published, when and by whom": """SELECT ?title ?author ?date {
  ?it rdfs:label ?title ; schema:author ?author ; schema:datePublished|dcterms:date ?date
} ORDER BY DESC(?date) LIMIT 200""",
    "Which attributes there are": """SELECT ?attribute ?name (COUNT(?it) AS ?instances) {
  ?attribute a owl:DatatypeProperty ; rdfs:label ?name . ?it ?attribute ?value
} GROUP BY ?attribute ?name ORDER BY DESC(?instances)""",
    "Where it was read that one concept is below another": """SELECT ?below ?above ?page ?xpath {
  ?witness rdf:predicate skos:broader ; rdf:subject ?below ; rdf:object ?above ;
    prov:wasDerivedFrom ?page ; wl:xpath ?xpath
} LIMIT 200""",
    "Concepts that only one site has": """SELECT ?concept ?label {
  ?concept skos:prefLabel ?label ; wl:support 1
} ORDER BY ?label""",
    "What was tidied up by hand": """SELECT ?concept ?label ?note {
  ?concept skos:prefLabel ?label ; skos:changeNote ?note
} ORDER BY ?note""",
    "All about one concept, as a graph": """DESCRIBE ?concept {
  { SELECT ?concept { ?concept a skos:Concept ; wl:support ?n } ORDER BY DESC(?n) ?concept LIMIT 1 }
}""",
}


def query(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The answer to the query `q` as a table, if there is one; and example queries."""
    run = workspace.runs.get(request.path["run"])
    text = request.query.get("q", "")
    about = {
        "run": run.name,
        "title": run.title,
        "examples": [{"name": name, "q": text} for name, text in EXAMPLES.items()],
        "prefixes": _PREFIXES,
        "seconds": SECONDS,
        "most": ROWS,
    }
    if not text.strip():
        return {**about, "q": "", "answer": None}
    ontology = workspace.runs.ontology(run)
    answer = _answer(workspace, run, text, form="json", read=lambda lines: _table(lines, ontology, run.name))
    return {**about, "q": text, "answer": answer}


def download(workspace: Workspace, request: ViewRequest) -> Download:
    """The whole answer to a query as a file. Raises LimitError if it is too large."""
    run, form = workspace.runs.get(request.path["run"]), request.path["form"]
    if form not in _KINDS:
        raise WeblodeError(f"there is no format {form!r} for answers: use {' or '.join(_KINDS)}")
    text = request.query.get("q", "")
    if not text.strip():
        raise WeblodeError("there is no query: give one as q=")
    data = _answer(workspace, run, text, form=form, read=lambda lines: _whole(lines, workspace.limits.size))
    return Download(data, _KINDS[form], f"{run.title}-answer.{form}")


def _whole(lines: Iterator[bytes], limit: int) -> bytes:
    """All lines as bytes. Raises LimitError if they are more than `limit`."""
    data = bytearray()
    for line in lines:
        data += line
        if len(data) > limit:
            raise LimitError(f"the answer has more than {limit:,} bytes; query for less")
    return bytes(data)


def _answer(
    workspace: Workspace, run: OpenedRun, text: str, *, form: str, read: Callable[[Iterator[bytes]], Result]
) -> Result:
    """What `read` returns for the lines of an answer; queried again if the results were moved meanwhile."""
    try:
        with _run_query(workspace, run, text, form=form) as lines:
            return read(lines)
    except OntologyError:
        now = workspace.runs.get(run.name)
        if now.results == run.results:
            raise
    with _run_query(workspace, now, text, form=form) as lines:
        return read(lines)


@contextmanager
def _run_query(workspace: Workspace, run: OpenedRun, text: str, *, form: str) -> Iterator[Iterator[bytes]]:
    """The lines of an answer. Raises OntologyError if the query is wrong, LimitError if it takes too much.

    If too many queries are running, this fails at once: waiting would take up the threads that all views need.
    """
    if not workspace.query_slots.acquire(blocking=False):
        raise WeblodeError("too many queries are running in this workbench: try again in a moment")
    command = ["query", str(run.results), "-", "--format", form, "--max-memory", str(MEMORY)]
    command += ["--csv-safe"] if form == "csv" else []
    late = threading.Event()
    try:
        pipe = subprocess.PIPE
        with subprocesses.start("weblode", *command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
            timer = threading.Timer(SECONDS, _kill, (process, late))
            timer.start()
            try:
                _send(process, text)
                yield _lines(process, late)
            finally:
                timer.cancel()
                process.kill()
    finally:
        workspace.query_slots.release()


def _kill(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _send(process: subprocess.Popen[bytes], text: str) -> None:
    assert process.stdin
    try:
        process.stdin.write(text.encode("utf-8", "replace"))
        process.stdin.close()
    except BrokenPipeError:
        return  # the reason is on its stderr


def _lines(process: subprocess.Popen[bytes], late: threading.Event) -> Iterator[bytes]:
    assert process.stdout
    assert process.stderr
    yield from process.stdout
    message = process.stderr.read().decode(errors="replace").strip()
    if late.is_set():
        raise LimitError(f"no answer within {SECONDS:g} seconds: query for less, for example with LIMIT 100")
    status = process.wait()
    if status == -signal.SIGSEGV:  # a stack overflow, which the checks on queries did not prevent
        raise LimitError("the query is nested too deeply, or too long: simplify it")
    if status < 0 or message.endswith("MemoryError"):  # a process without memory is killed
        raise LimitError(f"the answer takes more than {MEMORY:,} bytes of memory: query for less")
    if status:
        raise OntologyError(message.rpartition("\n")[2].removeprefix("Error: ") or "the query was not answered")


def _table(lines: Iterator[bytes], ontology: KnownOntology, run: str) -> dict[str, Any]:
    """An answer as a table. It is in the JSON of the SPARQL standard, which `answers` writes with one row per line."""
    head = next(lines, b"{}").strip()
    if b'"boolean"' in head:
        text = "yes" if json.loads(head)["boolean"] else "no"
        return {"kind": "ask", "names": ["answer"], "rows": [[{"text": text}]], "more": False}
    columns = json.loads(head + b"]}}")["head"]["vars"]
    rows = list(islice(_bindings(lines), ROWS + 1))
    table = [[_cell(row[name], ontology, run) if name in row else None for name in columns] for row in rows[:ROWS]]
    return {"kind": "select", "names": columns, "rows": table, "more": len(rows) > ROWS}


def _bindings(lines: Iterator[bytes]) -> Iterator[Mapping[str, Mapping[str, str]]]:
    for line in lines:
        if line.startswith(b"{"):
            yield json.loads(line.strip().removesuffix(b","))


def _cell(term: Mapping[str, str], ontology: KnownOntology, run: str) -> dict[str, str]:
    """A term as the table shows it: shortened by its prefix, with a link to its view if it has one."""
    value = term["value"]
    if term["type"] != "uri":
        return {"text": value}
    short = next((f"{name}:{value[len(at) :]}" for name, at in _PREFIXES.items() if value.startswith(at)), value)
    link = _link(value, ontology)
    return {"text": short, "iri": value} | ({"link": f"/ontology/{quote(run)}/{link}"} if link else {})


def _link(iri: str, ontology: KnownOntology) -> str:
    """The address of the view of a concept, an instance or a page, relative to the run's; "" if it has none."""
    if (concept := ontology.iris.get(iri)) is not None:
        return f"concept/{quote(concept, safe='')}"
    if (place := ontology.instance_iris.get(iri)) is not None:
        concept, number = place
        return f"concept/{quote(concept, safe='')}?instance={number}"
    page = ontology.page_iris.get(iri)
    return f"page?address={quote(page, safe='')}" if page is not None else ""


VIEWS = {"/ontology/{run}/query": query}
DOWNLOADS = {"/ontology/{run}/answer.{form}": download}
