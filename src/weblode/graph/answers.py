"""Query answers as lines: text for people, CSV, JSON as in the SPARQL standard, JSON lines, and Turtle."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import Any
from unicodedata import east_asian_width

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from weblode.formats.text import without_formula
from weblode.graph.names import PREFIXES
from weblode.graph.rdf import sorted_prefixes
from weblode.graph.store import QueryAnswer
from weblode.graph.terms import term as named_term

_MEASURED = 1000  # rows whose widths decide those of the columns
_WIDEST = 60  # characters of a column
_NUMBERS: dict[str, Callable[[str], float]] = {
    f"{PREFIXES['xsd']}{name}": kind for name, kind in (("integer", int), ("decimal", float), ("double", float))
}


def lines(answer: QueryAnswer, form: str, prefixes: Mapping[str, str], *, csv_safe: bool = False) -> Iterator[str]:
    """The lines of an answer in a format: text, csv, json or jsonl; a graph as text is Turtle.

    `csv_safe` is as in `formats.writer`.
    """
    if form == "text" and answer.kind == "construct":
        return iter([_turtle(answer, prefixes)])
    if form == "text":
        return _text(answer, prefixes)
    if form == "csv":
        return _csv(answer, safe=csv_safe)
    forms: dict[str, Callable[[QueryAnswer], Iterator[str]]] = {"json": _json, "jsonl": _jsonl}
    return forms[form](answer)


def _text(answer: QueryAnswer, prefixes: Mapping[str, str]) -> Iterator[str]:
    if answer.kind == "ask":
        yield from ("yes\n" if row[0] else "no\n" for row in answer.rows)
        return
    rows = ([_for_people(term, prefixes) for term in row] for row in answer.rows)
    first = list(islice(rows, _MEASURED))
    if not first:
        yield "no answers\n"
        return
    head = list(answer.names)
    widths = [max(map(_width, column)) for column in zip(head, *first, strict=True)]
    for row in chain([head, ["-" * width for width in widths]], first, rows):
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip() + "\n"


def _for_people(term: Any, prefixes: Mapping[str, str]) -> str:
    """A term for people: shortened, and without control characters, which a terminal would obey."""
    words = _plain(term) or ""
    if isinstance(term, NamedNode):
        for name, start in prefixes.items():
            if words.startswith(start):
                words = f"{name}:{words[len(start) :]}"
                break
    elif len(words) > _WIDEST:  # an IRI is there to be copied
        words = words[: _WIDEST - 3] + "..."
    return "".join(char if char.isprintable() else " " for char in words)


def _width(words: str) -> int:
    return len(words) + sum(east_asian_width(char) in "WF" for char in words)


def _plain(term: Any) -> str | None:
    """The text of a term."""
    if term is None:
        return None
    if isinstance(term, bool):
        return str(term).lower()
    return term.value if isinstance(term, NamedNode | Literal) else str(term)


def _csv(answer: QueryAnswer, *, safe: bool) -> Iterator[str]:
    """One line per row; with `safe` no cell is a formula, and all cells of a row that this changes are quoted.

    A row with a carriage return is quoted too: Python would not, and many readers end the line there.
    """
    for row in chain([answer.names or ("boolean",)], (map(_plain, row) for row in answer.rows)):
        cells = [cell or "" for cell in row]
        safe_cells = list(map(without_formula, cells)) if safe else cells
        plain = safe_cells == cells and not any("\r" in cell for cell in cells)
        line = io.StringIO()
        csv.writer(line, lineterminator="\n", quoting=csv.QUOTE_MINIMAL if plain else csv.QUOTE_ALL).writerow(
            safe_cells
        )
        yield line.getvalue()


def _jsonl(answer: QueryAnswer) -> Iterator[str]:
    names = answer.names or ("boolean",)
    for row in answer.rows:
        values = {name: _native(term) for name, term in zip(names, row, strict=True) if term is not None}
        yield json.dumps(values, ensure_ascii=False) + "\n"


def _native(term: Any) -> Any:
    """A number or bool as such, anything else as text."""
    if isinstance(term, Literal) and term.datatype.value in _NUMBERS:
        try:
            return _NUMBERS[term.datatype.value](term.value)
        except ValueError:  # literals of other tools may not be of the type they claim
            return term.value
    return term if isinstance(term, bool) else _plain(term)


def _json(answer: QueryAnswer) -> Iterator[str]:
    """W3C: SPARQL 1.1 Query Results JSON Format, 2013; one row per line."""
    if answer.kind == "ask":
        yield from (json.dumps({"head": {}, "boolean": row[0]}) + "\n" for row in answer.rows)
        return
    yield f'{{"head": {json.dumps({"vars": answer.names})}, "results": {{"bindings": ['
    comma = "\n"
    for row in answer.rows:
        bound = {name: _binding(term) for name, term in zip(answer.names, row, strict=True) if term is not None}
        yield comma + json.dumps(bound, ensure_ascii=False)
        comma = ",\n"
    yield "\n]}}\n"


def _binding(term: Any) -> dict[str, str]:
    if isinstance(term, NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, BlankNode):
        return {"type": "bnode", "value": term.value}
    if not isinstance(term, Literal):
        return {"type": "triple", "value": str(term)}
    binding = {"type": "literal", "value": term.value}
    if term.language:
        return binding | {"xml:lang": term.language}
    kind = term.datatype.value
    return binding if kind == f"{PREFIXES['xsd']}string" else binding | {"datatype": kind}


def _turtle(answer: QueryAnswer, prefixes: Mapping[str, str]) -> str:
    kind = named_term("rdf:type")  # reads best as the first triple of a subject
    triples = sorted((Triple(*row) for row in answer.rows), key=lambda t: (str(t.subject), t.predicate != kind, str(t)))
    turtle = serialize(triples, format=RdfFormat.TURTLE, prefixes=dict(prefixes))
    assert turtle is not None
    return sorted_prefixes(turtle).decode()
