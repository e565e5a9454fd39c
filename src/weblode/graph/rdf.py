"""An ontology as an RDF file: Turtle, RDF/XML, JSON-LD or N-Quads, all with the same triples (`statements`)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from weblode.errors import OntologyError
from weblode.files import replacement
from weblode.graph import names
from weblode.graph.statements import DEFAULT, GraphOptions, triples
from weblode.ontology import Ontology

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from pyoxigraph import Quad, RdfFormat, Triple

SUFFIXES = {".ttl": "turtle", ".rdf": "rdf/xml", ".jsonld": "json-ld", ".nq": "n-quads"}
_START = 8192  # bytes of a file, in which all its prefixes are


def write(ontology: Ontology, path: str | os.PathLike[str], *, options: GraphOptions = DEFAULT) -> None:
    """Write the graph to a file, in the format of its suffix: .ttl, .rdf, .jsonld or .nq.

    The same ontology gives the same bytes: triples are written in the order of the ontology, which is sorted. The file
    appears only when it is complete.
    """
    _write(triples(ontology, options=options), Path(path), options.base)


def copy(source: str | os.PathLike[str], path: str | os.PathLike[str], *, base: str = names.BASE) -> None:
    """Convert an .nq file to another file, with the same bytes as `write`, in a quarter of the time."""
    import pyoxigraph

    # We wrote the file, so its IRIs are valid; checking each again would double the time.
    quads = pyoxigraph.parse(path=source, format=_format("n-quads"), lenient=True)
    _write(quads, Path(path), base)  # all in the default graph: the same as triples


def write_triples(graph: Iterable[Triple], path: str | os.PathLike[str], *, base: str = names.BASE) -> None:
    """Write any triples to a file, in the format of its suffix; triple terms of RDF 1.2 only as .ttl and .nq."""
    _write(graph, Path(path), base)


def _write(graph: Iterable[Triple] | Iterable[Quad], path: Path, base: str) -> None:
    import pyoxigraph

    name = SUFFIXES.get(path.suffix.lower())
    if name is None:
        raise OntologyError(f"{path} does not have the suffix of an RDF format: use one of {', '.join(SUFFIXES)}")
    with replacement(path, error=OntologyError) as temporary:
        pyoxigraph.serialize(graph, temporary, _format(name), prefixes=prefixes(base))
        if name in ("turtle", "rdf/xml"):
            _sort_prefixes(temporary)


def prefixes(base: str) -> dict[str, str]:
    """The prefixes that queries and files may use."""
    return dict(sorted((names.PREFIXES | {name: base + folder for name, folder in names.FOLDERS.items()}).items()))


def _format(name: str) -> RdfFormat:
    from pyoxigraph import RdfFormat

    formats = (RdfFormat.TURTLE, RdfFormat.RDF_XML, RdfFormat.JSON_LD, RdfFormat.N_QUADS)
    return dict(zip(SUFFIXES.values(), formats, strict=True))[name]


def sorted_prefixes(start: bytes) -> bytes:
    """The start of a Turtle or RDF/XML file with its prefixes sorted: pyoxigraph writes them in any order."""
    match = re.match(rb"(?:@prefix [^\n]*\n)+", start) or re.search(rb"(?: xmlns:[^ >]*)+", start)
    if not match:
        return start
    parts = sorted(re.findall(rb"@prefix [^\n]*\n| xmlns:[^ >]*", match[0]))
    return start[: match.start()] + b"".join(parts) + start[match.end() :]


def _sort_prefixes(path: Path) -> None:
    """Sort the prefixes at the start of the file, in place: the number of bytes stays the same."""
    with path.open("r+b") as stream:
        start = stream.read(_START)
        stream.seek(0)
        stream.write(sorted_prefixes(start))
