"""How other tools read a graph that we wrote: rdflib parses it, pyshacl validates it."""

import warnings
from pathlib import Path

from weblode.graph import exports, rdf, statements

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of their own
    import pyshacl
    import rdflib

SHAPES = Path(exports.__file__).with_name("shapes.ttl")  # as shipped
READERS = {".ttl": "turtle", ".rdf": "xml", ".jsonld": "json-ld", ".nq": "nt"}
WL = rdflib.Namespace("urn:weblode:terms#")
SCHEMA = rdflib.Namespace("https://schema.org/")


def loaded(ontology, folder, suffix=".ttl", **options):
    """The graph that rdflib finds in the file we write."""
    path = folder / f"graph{suffix}"
    rdf.write(ontology, path, options=statements.GraphOptions(**options))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's JSON-LD uses what rdflib gives up
        return rdflib.Graph().parse(str(path), format=READERS[suffix])


def faults(found):
    """What the shapes have against a graph, "" for nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        conforms, _, text = pyshacl.validate(found, shacl_graph=str(SHAPES), inference="none")
    return "" if conforms else text
