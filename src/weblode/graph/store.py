"""The graph in a folder, to be asked: `write` puts it there, `opened` opens it, `ask` asks within a time."""

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

from pyoxigraph import NamedNode, Quad, QueryBoolean, QueryTriples, RdfFormat, Store, Triple

from weblode.errors import LimitError, OntologyError
from weblode.files import NOT_A_FILE, find_folder, folder_replacement, is_special
from weblode.graph import isolation, sparql
from weblode.graph.names import BASE
from weblode.graph.rdf import prefixes
from weblode.graph.terms import term

GRAPH = "graph"
PREVIOUS = "previous"  # where the run before an update is put by
_HINT = "give one that `weblode mine` wrote"
_BATCH = 1000  # rows handed over at a time
_LOADED = 200_000  # triples loaded at a time: all at once, pyoxigraph keeps half a gigabyte for each million
_STARTING = threading.Lock()  # the size of stacks is one for all threads to come
_HINTS = 4  # words that could stand somewhere; of more no list is of help


@dataclass(frozen=True)
class QueryAnswer:
    """What a question gives. `rows` come as they are found; an error may come with any of them."""

    kind: str  # select, ask, construct
    names: tuple[str, ...]  # of the columns; for construct subject, predicate, object; for ask none
    rows: Iterator[tuple[Any, ...]]  # terms of pyoxigraph, None where there is none; for ask one row with a bool


def write(triples: Iterable[Triple] | Path, directory: str | os.PathLike[str]) -> None:
    """None; the folder `graph` in the directory is a store of just these triples, or those in an .nq file of ours.

    The store is built beside the old one and takes its place by renaming: a failure before that leaves the old one, and
    who has that open goes on reading it.
    """
    folder = Path(directory)
    target = folder / GRAPH
    if target.exists() and not _is_store(target):
        raise OntologyError(f"{target} is there and is no graph of weblode: choose another directory")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with folder_replacement(target) as new:
            store = Store(os.fspath(new))
            _fill(store, triples)
            store.flush()
            del store  # which closes it
    except (OSError, RuntimeError) as error:  # of RocksDB
        raise OntologyError(f"cannot write {target}: {' '.join(str(error).split())}") from error


def _fill(store: Store, triples: Iterable[Triple] | Path) -> None:
    if isinstance(triples, Path):
        store.bulk_load(path=triples, format=RdfFormat.N_QUADS, lenient=True)
        return
    quads = (Quad(*triple) for triple in triples)
    while batch := list(islice(quads, _LOADED)):
        store.bulk_extend(batch)


def _is_store(path: Path) -> bool:
    return (path / "CURRENT").is_file()  # which every database of RocksDB has


def opened(directory: str | os.PathLike[str]) -> Store:
    """The store in a directory that `weblode mine` wrote, for reading only."""
    path = find_folder(Path(directory) / GRAPH)
    if not Path(directory).is_dir():
        raise OntologyError(f"there is no folder {directory}: {_HINT}")
    if not _is_store(path):
        before = Path(directory) / PREVIOUS
        hint = f"its run is not finished; ask the one before it: {before}" if _is_store(before / GRAPH) else _HINT
        raise OntologyError(f"{directory} has no graph: {hint}")
    try:
        if special := [each for each in sorted(path.iterdir()) if is_special(each)]:
            raise OntologyError(f"cannot open {path}: {special[0].name} {NOT_A_FILE}")
        return Store.read_only(os.fspath(path))
    except (OSError, RuntimeError) as error:  # of RocksDB
        raise OntologyError(f"cannot open {path}: {' '.join(str(error).split())}") from error


def base(store: Store) -> str:
    """What the names of the store's concepts begin with, before `concept/`."""
    for quad in store.quads_for_pattern(None, term("rdf:type"), term("skos:ConceptScheme")):
        if isinstance(quad.subject, NamedNode) and quad.subject.value.endswith("scheme"):
            return quad.subject.value.removesuffix("scheme")
    return BASE


def ask(store: Store, question: str, *, seconds: float = 60.0) -> QueryAnswer:
    """The answer to a SPARQL question; our prefixes need no declaration, and SERVICE is refused.

    A LimitError comes, here or from the rows, once the time is up: the work goes on in a thread of its own, which may
    only end with the process. On Linux that thread can reach no server, whatever it is asked.
    """
    results: Queue[Any] = Queue(maxsize=4)
    work = threading.Thread(target=_work, args=(results, lambda: _asked(store, question)), daemon=True)
    _start(work)
    return _Results(results, seconds).answer()


def _start(work: threading.Thread) -> None:
    """None; the thread runs, with a stack of a size that we know: elsewhere it depends on the shell."""
    with _STARTING:
        before = threading.stack_size(sparql.STACK)
        try:
            work.start()
        finally:
            threading.stack_size(before)


def _asked(store: Store, question: str) -> Any:
    isolation.cut_off()  # where it cannot be done, the check stands alone
    known = prefixes(base(store))
    try:
        sparql.check(question, known)
        return store.query(question, prefixes=known)
    except SyntaxError as error:
        raise OntologyError(_explained(str(error), question)) from error


def _work(results: Queue[Any], ask: Callable[[], Any]) -> None:
    """None; the queue gets the kind and names, then batches of rows, then None; or an error in place of any."""
    try:
        found = ask()
        head: tuple[str, tuple[str, ...]]
        if isinstance(found, QueryBoolean):
            head, rows = ("ask", ()), iter([(bool(found),)])
        elif isinstance(found, QueryTriples):
            head, rows = ("construct", ("subject", "predicate", "object")), (tuple(each) for each in found)
        else:
            head, rows = ("select", tuple(each.value for each in found.variables)), map(tuple, found)
        results.put(head)
        while batch := list(islice(rows, _BATCH)):
            results.put(batch)
        results.put(None)
    except (OSError, ValueError, RuntimeError) as error:
        results.put(error.with_traceback(None))  # which holds what must not leave this thread


class _Results:
    """The other end of the queue."""

    def __init__(self, results: Queue[Any], seconds: float) -> None:
        self._results, self._seconds = results, seconds
        self._end = time.monotonic() + seconds

    def answer(self) -> QueryAnswer:
        """The answer, once it is known what kind it is."""
        kind, columns = self._next()
        return QueryAnswer(kind, columns, self._rows())

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        while (batch := self._next()) is not None:
            yield from batch

    def _next(self) -> Any:
        try:
            found = self._results.get(timeout=max(0.0, self._end - time.monotonic()))
        except Empty:
            raise LimitError(
                f"no answer within {self._seconds:g} seconds: ask for less, or allow more with --max-time"
            ) from None
        if isinstance(found, OntologyError):
            raise found
        if isinstance(found, Exception):
            raise OntologyError(f"the question cannot be answered: {' '.join(str(found).split())}") from found
        return found


def _explained(message: str, question: str) -> str:
    """One line about what is wrong with a question: the place, what stands there, and what could."""
    found = re.match(r"error at ([0-9]+):([0-9]+): (.*)", message, re.DOTALL)
    if not found:
        return f"wrong SPARQL: {' '.join(message.split())}"
    line, column = int(found[1]), int(found[2])
    whole = [*question.split("\n"), ""][line - 1]
    before, rest = whole[: column - 1], whole[column - 1 :]
    place = f"line {line}, column {column}, {f'before {rest.strip()[:30]!r}' if rest.strip() else 'at its end'}"
    if "Prefix not found" in found[3]:
        prefix = (re.findall(r"([^\s<>{}();,.|/^]*:)", before) or [""])[-1]
        return (
            f"wrong SPARQL, {place}: the prefix {prefix!r} is not known: declare it, or use {', '.join(prefixes(BASE))}"
        )
    words = re.findall(r'"([^"\\\s]+)"', found[3])
    why = f"expected {' or '.join(words)}" if 0 < len(words) <= _HINTS else "something is missing or misspelt there"
    return f"wrong SPARQL, {place}: {why}"
