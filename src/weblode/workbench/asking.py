"""Questions in SPARQL to the graph of a run, and their answers as tables and files.

`weblode query` answers them, in a process of its own: it opens the graph as it is now and for reading only, and it can
be ended. In a thread, a question that takes for ever would do so.
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

from weblode import children
from weblode.errors import LimitError, OntologyError, WeblodeError
from weblode.graph import names
from weblode.graph.rdf import prefixes
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk
from weblode.workbench.mined import KnownOntology, OpenedRun

SECONDS = 10.0  # for an answer
MEMORY = 2 * 2**30  # bytes for an answer
ROWS = 1000  # of an answer that are shown
Read = TypeVar("Read")
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


def query(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The answer to a question as a table, if one is asked; and questions to begin with."""
    run = desk.runs.get(asked.path["run"])
    question = asked.query.get("q", "")
    told = {
        "run": run.name,
        "title": run.title,
        "examples": [{"name": name, "q": text} for name, text in EXAMPLES.items()],
        "prefixes": _PREFIXES,
        "seconds": SECONDS,
        "most": ROWS,
    }
    if not question.strip():
        return {**told, "q": "", "answer": None}
    known = desk.runs.known(run)
    answer = _answered(desk, run, question, form="json", read=lambda lines: _table(lines, known, run.name))
    return {**told, "q": question, "answer": answer}


def download(desk: Desk, asked: Asked) -> Download:
    """The whole answer to a question, as a file. Raises LimitError if it is too large."""
    run, form = desk.runs.get(asked.path["run"]), asked.path["form"]
    if form not in _KINDS:
        raise WeblodeError(f"{form!r} is no format of an answer: use {' or '.join(_KINDS)}")
    question = asked.query.get("q", "")
    if not question.strip():
        raise WeblodeError("there is no question: give one as q=")
    data = _answered(desk, run, question, form=form, read=lambda lines: _whole(lines, desk.limits.size))
    return Download(data, _KINDS[form], f"{run.title}-answer.{form}")


def _whole(lines: Iterator[bytes], limit: int) -> bytes:
    data = bytearray()
    for line in lines:
        data += line
        if len(data) > limit:
            raise LimitError(f"the answer has more than {limit:,} bytes; ask for less")
    return bytes(data)


def _answered(desk: Desk, run: OpenedRun, question: str, *, form: str, read: Callable[[Iterator[bytes]], Read]) -> Read:
    """What `read` makes of the lines of an answer; asked again if the results were put elsewhere meanwhile."""
    try:
        with _asking(desk, run, question, form=form) as lines:
            return read(lines)
    except OntologyError:
        now = desk.runs.get(run.name)
        if now.results == run.results:
            raise
    with _asking(desk, now, question, form=form) as lines:
        return read(lines)


@contextmanager
def _asking(desk: Desk, run: OpenedRun, question: str, *, form: str) -> Iterator[Iterator[bytes]]:
    """The lines of an answer. Raises OntologyError if the question is wrong, LimitError if it takes too much.

    Nobody waits for others here: that would take the threads which all views need.
    """
    if not desk.questions.acquire(blocking=False):
        raise WeblodeError(
            "others are asking this workbench, and no more questions can be at work: ask again in a moment"
        )
    command = ["query", str(run.results), "-", "--format", form, "--max-memory", str(MEMORY)]
    command += ["--csv-safe"] if form == "csv" else []
    late = threading.Event()
    try:
        pipe = subprocess.PIPE
        with children.start("weblode", *command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
            timer = threading.Timer(SECONDS, _end, (process, late))
            timer.start()
            try:
                _send(process, question)
                yield _lines(process, late)
            finally:
                timer.cancel()
                process.kill()
    finally:
        desk.questions.release()


def _end(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _send(process: subprocess.Popen[bytes], question: str) -> None:
    assert process.stdin
    try:
        process.stdin.write(question.encode("utf-8", "replace"))
        process.stdin.close()
    except BrokenPipeError:
        return  # what it says on its end is the reason


def _lines(process: subprocess.Popen[bytes], late: threading.Event) -> Iterator[bytes]:
    assert process.stdout
    assert process.stderr
    yield from process.stdout
    said = process.stderr.read().decode(errors="replace").strip()
    if late.is_set():
        raise LimitError(f"no answer within {SECONDS:g} seconds: ask for less, for example with LIMIT 100")
    status = process.wait()
    if status == -signal.SIGSEGV:  # the stack was at its end: the bounds of a question have a gap
        raise LimitError("the question is nested too deeply, or too long: ask a simpler one")
    if status < 0 or said.endswith("MemoryError"):  # who gets no more memory is ended
        raise LimitError(f"the answer takes more than {MEMORY:,} bytes of memory: ask for less")
    if status:
        raise OntologyError(said.rpartition("\n")[2].removeprefix("Error: ") or "the question was not answered")


def _table(lines: Iterator[bytes], known: KnownOntology, run: str) -> dict[str, Any]:
    """An answer in the JSON of the SPARQL standard, which `answers` writes a row a line, as a table."""
    head = next(lines, b"{}").strip()
    if b'"boolean"' in head:
        words = "yes" if json.loads(head)["boolean"] else "no"
        return {"kind": "ask", "names": ["answer"], "rows": [[{"text": words}]], "more": False}
    columns = json.loads(head + b"]}}")["head"]["vars"]
    rows = list(islice(_bindings(lines), ROWS + 1))
    table = [[_cell(row[name], known, run) if name in row else None for name in columns] for row in rows[:ROWS]]
    return {"kind": "select", "names": columns, "rows": table, "more": len(rows) > ROWS}


def _bindings(lines: Iterator[bytes]) -> Iterator[Mapping[str, Mapping[str, str]]]:
    for line in lines:
        if line.startswith(b"{"):
            yield json.loads(line.strip().removesuffix(b","))


def _cell(term: Mapping[str, str], known: KnownOntology, run: str) -> dict[str, str]:
    """A term as it is shown: short, and with the view of it if it has one."""
    value = term["value"]
    if term["type"] != "uri":
        return {"text": value}
    short = next((f"{name}:{value[len(at) :]}" for name, at in _PREFIXES.items() if value.startswith(at)), value)
    link = _link(value, known)
    return {"text": short, "iri": value} | ({"link": f"/ontology/{quote(run)}/{link}"} if link else {})


def _link(iri: str, known: KnownOntology) -> str:
    """The view of a concept, an instance or a page that was read, below that of the run; "" if it has none."""
    if (concept := known.iris.get(iri)) is not None:
        return f"concept/{quote(concept, safe='')}"
    if (place := known.instance_iris.get(iri)) is not None:
        concept, number = place
        return f"concept/{quote(concept, safe='')}?instance={number}"
    page = known.page_iris.get(iri)
    return f"page?address={quote(page, safe='')}" if page is not None else ""


VIEWS = {"/ontology/{run}/query": query}
DOWNLOADS = {"/ontology/{run}/answer.{form}": download}
