"""The graph in a folder, for SPARQL: `write` builds the store, `open_store` opens it, `ask` queries it."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from pyoxigraph import NamedNode, Quad, QueryBoolean, QueryTriples, RdfFormat, Store, Triple, parse

from weblode.errors import LimitError, OntologyError
from weblode.files import NOT_A_FILE, find_folder, folder_replacement, is_special
from weblode.graph import isolation, sparql
from weblode.graph.names import BASE
from weblode.graph.rdf import prefixes
from weblode.graph.terms import term
from weblode.graph.triple_terms import reifications, with_both

GRAPH = "graph"
PREVIOUS = "previous"  # the subfolder with the previous run
_HINT = "give one that `weblode mine` wrote"
_BATCH = 1000  # rows handed over at a time
_LOADED = 200_000  # triples loaded at a time: all at once, pyoxigraph keeps half a gigabyte for each million
_STARTING = threading.Lock()  # the stack size is a global setting, for all threads that start
_HINTS = 4  # expected words that an error message lists; a longer list does not help


@dataclass(frozen=True)
class QueryAnswer:
    """The answer to a question. `rows` come as they are found, and iterating them may raise."""

    kind: str  # select, ask, construct
    names: tuple[str, ...]  # the columns; for construct: subject, predicate, object; for ask: none
    rows: Iterator[tuple[Any, ...]]  # pyoxigraph terms, None where unbound; for ask: one row with a bool


def write(triples: Iterable[Triple] | Path, directory: str | os.PathLike[str]) -> None:
    """Write a store with these triples, or those of an .nq file of ours, to the folder `graph` in the directory.

    The store is built beside the old one and takes its place by renaming: after a failure the old one is still there,
    and a process that has the old one open can go on reading it.
    """
    folder = Path(directory)
    target = folder / GRAPH
    if target.exists() and not _is_store(target):
        raise OntologyError(f"{target} exists and is not a graph of weblode: choose another directory")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with folder_replacement(target) as new:
            store = Store(os.fspath(new))
            _fill(store, triples)
            store.flush()
            del store  # closes it
    except (OSError, RuntimeError) as error:  # of RocksDB
        raise OntologyError(f"cannot write {target}: {' '.join(str(error).split())}") from error


def _fill(store: Store, triples: Iterable[Triple] | Path) -> None:
    if isinstance(triples, Path):
        store.bulk_load(path=triples, format=RdfFormat.N_QUADS, lenient=True)
        parsed = (quad.triple for quad in parse(path=triples, format=RdfFormat.N_QUADS, lenient=True))
        quads = (Quad(*triple) for triple in reifications(parsed))
    else:
        quads = (Quad(*triple) for triple in with_both(triples))
    while batch := list(islice(quads, _LOADED)):
        store.bulk_extend(batch)


def _is_store(path: Path) -> bool:
    return (path / "CURRENT").is_file()  # every RocksDB database has it


def open_store(directory: str | os.PathLike[str]) -> Store:
    """The store in a directory that `weblode mine` wrote, for reading only."""
    path = find_folder(Path(directory) / GRAPH)
    if not Path(directory).is_dir():
        raise OntologyError(f"there is no folder {directory}: {_HINT}")
    if not _is_store(path):
        previous = Path(directory) / PREVIOUS
        hint = f"its run is not finished; query the previous one: {previous}" if _is_store(previous / GRAPH) else _HINT
        raise OntologyError(f"{directory} has no graph: {hint}")
    try:
        if special := [each for each in sorted(path.iterdir()) if is_special(each)]:
            raise OntologyError(f"cannot open {path}: {special[0].name} {NOT_A_FILE}")
        return Store.read_only(os.fspath(path))
    except (OSError, RuntimeError) as error:  # of RocksDB
        raise OntologyError(f"cannot open {path}: {' '.join(str(error).split())}") from error


def base(store: Store) -> str:
    """The base of the store's IRIs: the part before `concept/`."""
    for quad in store.quads_for_pattern(None, term("rdf:type"), term("skos:ConceptScheme")):
        if isinstance(quad.subject, NamedNode) and quad.subject.value.endswith("scheme"):
            return quad.subject.value.removesuffix("scheme")
    return BASE


def ask(store: Store, question: str, *, seconds: float = 60.0) -> QueryAnswer:
    """The answer to a SPARQL question; our prefixes need no declaration, and SERVICE is refused.

    Raises LimitError, here or from the rows, when the time is up; the thread that computes the answer goes on, possibly
    until the process ends. On Linux that thread has no network, whatever the question is.
    """
    results: Queue[Any] = Queue(maxsize=4)
    work = threading.Thread(target=_work, args=(results, lambda: _query(store, question)), daemon=True)
    _start(work)
    return _Results(results, seconds).answer()


def _start(work: threading.Thread) -> None:
    """Start the thread with a stack of known size: the default depends on the shell."""
    with _STARTING:
        before = threading.stack_size(sparql.STACK)
        try:
            work.start()
        finally:
            threading.stack_size(before)


def _query(store: Store, question: str) -> Any:
    isolation.disable_network()  # where that is not possible, only the check below protects
    known_prefixes = prefixes(base(store))
    try:
        sparql.check(question, known_prefixes)
        return store.query(question, prefixes=known_prefixes)
    except SyntaxError as error:
        raise OntologyError(_explain(str(error), question)) from error


def _work(results: Queue[Any], ask: Callable[[], Any]) -> None:
    """Put into the queue the kind and names, then batches of rows, then None; an error may take the place of any."""
    try:
        answer = ask()
        head: tuple[str, tuple[str, ...]]
        if isinstance(answer, QueryBoolean):
            head, rows = ("ask", ()), iter([(bool(answer),)])
        elif isinstance(answer, QueryTriples):
            head, rows = ("construct", ("subject", "predicate", "object")), (tuple(each) for each in answer)
        else:
            head, rows = ("select", tuple(each.value for each in answer.variables)), map(tuple, answer)
        results.put(head)
        while batch := list(islice(rows, _BATCH)):
            results.put(batch)
        results.put(None)
    except (OSError, ValueError, RuntimeError) as error:
        results.put(error.with_traceback(None))  # the traceback has objects that must not leave this thread


class _Results:
    """The reading end of the queue."""

    def __init__(self, results: Queue[Any], seconds: float) -> None:
        self._results, self._seconds = results, seconds
        self._end = time.monotonic() + seconds

    def answer(self) -> QueryAnswer:
        """The answer, as soon as its kind is known."""
        kind, columns = self._next()
        return QueryAnswer(kind, columns, self._rows())

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        while (batch := self._next()) is not None:
            yield from batch

    def _next(self) -> Any:
        try:
            item = self._results.get(timeout=max(0.0, self._end - time.monotonic()))
        except Empty:
            raise LimitError(
                f"no answer within {self._seconds:g} seconds: ask for less, or allow more with --max-time"
            ) from None
        if isinstance(item, OntologyError):
            raise item
        if isinstance(item, Exception):
            raise OntologyError(f"the question cannot be answered: {' '.join(str(item).split())}") from item
        return item


def _explain(message: str, question: str) -> str:
    """One line about a syntax error: the place, what is there, and what is expected."""
    match = re.match(r"error at ([0-9]+):([0-9]+): (.*)", message, re.DOTALL)
    if not match:
        return f"wrong SPARQL: {' '.join(message.split())}"
    line, column = int(match[1]), int(match[2])
    whole = [*question.split("\n"), ""][line - 1]
    before, rest = whole[: column - 1], whole[column - 1 :]
    place = f"line {line}, column {column}, {f'before {rest.strip()[:30]!r}' if rest.strip() else 'at its end'}"
    if "Prefix not found" in match[3]:
        prefix = (re.findall(r"([^\s<>{}();,.|/^]*:)", before) or [""])[-1]
        return (
            f"wrong SPARQL, {place}: the prefix {prefix!r} is not known: declare it, or use {', '.join(prefixes(BASE))}"
        )
    words = re.findall(r'"([^"\\\s]+)"', match[3])
    why = f"expected {' or '.join(words)}" if 0 < len(words) <= _HINTS else "something is missing or misspelt there"
    return f"wrong SPARQL, {place}: {why}"
