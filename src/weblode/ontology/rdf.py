"""An ontology as an RDF file: Turtle, RDF/XML, JSON-LD or N-Quads, which all say the same. See `graph` for what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from weblode.errors import OntologyError
from weblode.ontology import names
from weblode.ontology.graph import DEFAULT, Options, triples
from weblode.ontology.model import Ontology

if TYPE_CHECKING:
    import os

    from pyoxigraph import RdfFormat

SUFFIXES = {".ttl": "turtle", ".rdf": "rdf/xml", ".jsonld": "json-ld", ".nq": "n-quads"}


def write(ontology: Ontology, path: str | os.PathLike[str], *, options: Options = DEFAULT) -> None:
    """None; the graph is in the file, in the format of its suffix: .ttl, .rdf, .jsonld or .nq.

    The same ontology gives the same bytes: triples are written in the order of the ontology, which is sorted. The file
    appears only when it is complete.
    """
    import pyoxigraph

    from weblode.formats import replacement

    name = SUFFIXES.get(Path(path).suffix.lower())
    if name is None:
        raise OntologyError(f"no RDF format is known for {path}: give a name that ends in {', '.join(SUFFIXES)}")
    with replacement(path) as temporary:
        pyoxigraph.serialize(
            triples(ontology, options=options), temporary, _format(name), prefixes=prefixes(options.base)
        )


def prefixes(base: str) -> dict[str, str]:
    """The prefixes that queries and files may use."""
    return dict(sorted((names.PREFIXES | {name: base + folder for name, folder in names.FOLDERS.items()}).items()))


def _format(name: str) -> RdfFormat:
    from pyoxigraph import RdfFormat

    formats = (RdfFormat.TURTLE, RdfFormat.RDF_XML, RdfFormat.JSON_LD, RdfFormat.N_QUADS)
    return dict(zip(SUFFIXES.values(), formats, strict=True))[name]
