"""A DCAT description of a run: the data set, its figures, the sites it was read from, and a distribution a file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode, Triple

from weblode.graph import names
from weblode.graph.terms import about, number, term, text, typed_as
from weblode.ontology import Ontology

MEDIA = {
    ".ttl": "text/turtle",
    ".rdf": "application/rdf+xml",
    ".jsonld": "application/ld+json",
    ".nq": "application/n-quads",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".parquet": "application/vnd.apache.parquet",
}
_TYPES = "https://www.iana.org/assignments/media-types/"


def catalogue(
    ontology: Ontology,
    files: Sequence[Path],
    figures: Mapping[str, int],
    *,
    folder: Path,
    finished: str = "",
    base: str = names.BASE,
) -> Iterator[Triple]:
    """The description of a run as triples: DCAT 3 with a distribution for each of the files, by their names.

    `folder` is where the description will be, from which the addresses of the files start; `finished` is the time when
    the run ended, as an XML Schema dateTime.
    """
    dataset = NamedNode(f"{base}dataset")
    chosen = [path for path in files if path.suffix in MEDIA]
    nodes = [NamedNode(f"{base}dataset/{names.path(path.name)}") for path in chosen]
    sites = ", ".join(sorted(ontology.sites)) or "web sites"
    counted = ", ".join(f"{name}: {n:,}" for name, n in figures.items())
    homes = [NamedNode(names.page(base, home, home)) for home in ontology.sites.values()]
    yield from about(
        dataset,
        (term("rdf:type"), [term("dcat:Dataset")]),
        (term("dcterms:title"), [text(f"Concepts and instances of {sites}")]),
        (term("dcterms:description"), [text(f"Mined by weblode from {sites}. {counted}.")]),
        (term("dcterms:source"), homes),
        (term("dcterms:modified"), [typed_as(finished, "dateTime")] if finished else []),
        (term("dcterms:conformsTo"), [NamedNode(f"{names.BASE}shapes")]),
        (term("dcat:keyword"), [text(concept.label) for concept in ontology.concepts if len(concept.sites) > 1][:50]),
        (term("dcat:distribution"), nodes),
    )
    for path, node in zip(chosen, nodes, strict=True):
        yield from about(
            node,
            (term("rdf:type"), [term("dcat:Distribution")]),
            (term("dcterms:title"), [text(path.name)]),
            (term("dcat:downloadURL"), [Literal(_address(path, folder), datatype=term("xsd:anyURI"))]),
            (term("dcat:mediaType"), [NamedNode(_TYPES + MEDIA[path.suffix])]),
            (term("dcat:byteSize"), [number(path.stat().st_size)]),
        )


def _address(path: Path, folder: Path) -> str:
    """The address of a file for what is in a folder: relative, so that both can be moved together."""
    try:
        return quote(Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix())
    except ValueError:  # on another drive of Windows
        return path.resolve().as_uri()
