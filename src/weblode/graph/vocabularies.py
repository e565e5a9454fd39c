"""A vocabulary that a user has, to map concepts to: SKOS or any RDF with labels, or a CSV file.

Of RDF (.ttl, .nt, .nq, .rdf, .jsonld) the subjects with `skos:prefLabel`, `skos:altLabel`, `rdfs:label` or
`schema:name` count, with `skos:broader`, `skos:narrower` and `rdfs:subClassOf`; not concept schemes, collections,
ontologies and properties, and if there is a `skos:Concept`, nothing else. Labels in several languages
are all preferred. Of CSV the first row has the names of the columns, divided by commas or semicolons: one of id, iri,
uri, url; one of label, preflabel, name, term; if there are such columns, altlabel (several divided by "|") and broader
(an id).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from weblode.errors import OntologyError
from weblode.files import read_file
from weblode.graph.terms import term

RDF_SUFFIXES = (".ttl", ".nt", ".nq", ".rdf", ".xml", ".jsonld")
_IDS = ("id", "iri", "uri", "url", "identifier")
_LABELS = ("label", "preflabel", "name", "term", "title")
_OTHERS = ("altlabel", "altlabels", "synonyms", "synonym")
_NO_TERMS = (
    "skos:ConceptScheme",
    "skos:Collection",
    "skos:OrderedCollection",
    "owl:Ontology",
    "owl:ObjectProperty",
    "owl:DatatypeProperty",
    "owl:AnnotationProperty",
    "rdf:Property",
)


@dataclass(frozen=True)
class VocabularyTerm:
    """A term of a vocabulary: its IRI or id, its labels with the preferred ones first, and the ids of broader terms."""

    id: str
    labels: tuple[str, ...]
    broader: tuple[str, ...] = ()
    preferred: int = 1  # labels that are preferred ones, such as those of several languages

    @property
    def label(self) -> str:
        """The preferred label, of several the first."""
        return self.labels[0]

    @property
    def preferred_labels(self) -> tuple[str, ...]:
        """The preferred labels."""
        return self.labels[: self.preferred]


def read_vocabulary(path: Path) -> list[VocabularyTerm]:
    """The terms of a vocabulary, in the order of the file; raises OntologyError if it has none."""
    suffix = path.suffix.lower()
    if suffix not in (*RDF_SUFFIXES, ".csv", ".tsv"):
        raise OntologyError(f"{path} is no vocabulary that can be read: give {', '.join((*RDF_SUFFIXES, '.csv'))}")
    try:
        data = read_file(path)
    except OSError as error:
        raise OntologyError(f"cannot read {path}: {error.strerror}") from error
    terms = _rdf(path, data) if suffix in RDF_SUFFIXES else _csv(path, data, "\t" if suffix == ".tsv" else ",")
    if not terms:
        raise OntologyError(f"{path} has no term with a label: skos:prefLabel, rdfs:label, or a column `label`")
    return terms


def _rdf(path: Path, data: bytes) -> list[VocabularyTerm]:
    import pyoxigraph

    suffix = ".rdf" if path.suffix.lower() == ".xml" else path.suffix.lower()
    ranks = {term("skos:prefLabel"): 0, term("rdfs:label"): 1, term("schema:name"): 2, term("skos:altLabel"): 3}
    upward = {term("skos:broader"), term("rdfs:subClassOf")}
    labels: dict[str, list[tuple[int, str]]] = {}
    broader: dict[str, list[str]] = {}
    types: dict[str, set[object]] = {}
    try:
        form = pyoxigraph.RdfFormat.from_extension(suffix.removeprefix("."))
        for quad in pyoxigraph.parse(data, format=form, base_iri="urn:vocabulary:"):
            subject, value = getattr(quad.subject, "value", ""), getattr(quad.object, "value", "")
            if quad.predicate in ranks and value:
                labels.setdefault(subject, []).append((ranks[quad.predicate], value))
            elif quad.predicate in upward:
                broader.setdefault(subject, []).append(value)
            elif quad.predicate == term("skos:narrower"):
                broader.setdefault(value, []).append(subject)
            elif quad.predicate == term("rdf:type"):
                types.setdefault(subject, set()).add(quad.object)
    except (SyntaxError, ValueError) as error:
        raise OntologyError(f"cannot read {path}: {' '.join(str(error).split())}") from error
    chosen = {subject: own for subject, own in labels.items() if _may_be_term(types.get(subject, set()))}
    concepts = {subject for subject, own in types.items() if term("skos:Concept") in own}
    return [
        _rdf_term(subject, own, broader.get(subject, ()))
        for subject, own in chosen.items()
        if subject in concepts or not concepts
    ]


def _may_be_term(types: set[object]) -> bool:
    """Whether a subject with such types may be a term: not the vocabulary itself, nor a property."""
    return types.isdisjoint(map(term, _NO_TERMS))


def _rdf_term(subject: str, labels: Sequence[tuple[int, str]], broader: Iterable[str]) -> VocabularyTerm:
    """A term with its labels, each with its rank; those of the best rank are the preferred ones."""
    ordered = sorted(labels, key=lambda pair: pair[0])
    texts = tuple(dict.fromkeys(text for _, text in ordered))
    preferred = len({text for rank, text in ordered if rank == ordered[0][0]})
    return VocabularyTerm(subject, texts, tuple(dict.fromkeys(broader)), preferred)


def _csv(path: Path, data: bytes, delimiter: str) -> list[VocabularyTerm]:
    text = data.decode("utf-8-sig", "replace")
    first = text.partition("\n")[0]
    if (
        delimiter == "," and "," not in first and ";" in first
    ):  # as spreadsheets write it where a comma divides decimals
        delimiter = ";"
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = {(name or "").strip().lower(): name for name in rows.fieldnames or ()}
    label = next((names[name] for name in _LABELS if name in names), None)
    if label is None:
        raise OntologyError(f"{path} has no column with labels: name one {', '.join(_LABELS)}")
    id_ = next((names[name] for name in _IDS if name in names), label)
    other = next((names[name] for name in _OTHERS if name in names), None)
    terms = []
    for row in rows:
        name = (row[label] or "").strip()
        more = [each.strip() for each in ((other and row[other]) or "").split("|") if each.strip()]
        above = (row.get(names.get("broader", "")) or "").strip()
        if name:
            terms.append(VocabularyTerm((row[id_] or name).strip(), (name, *more), (above,) if above else ()))
    return terms
