"""The witnesses of a graph in RDF 1.2: one triple term (`rdf:reifies`) in place of four triples that quote a statement.

RDF 1.1, which every tool reads, quotes a statement by `rdf:subject`, `rdf:predicate` and `rdf:object`. RDF 1.2 has the
statement itself as the object of one triple. The store has both, files either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import BlankNode, NamedNode, Triple

from weblode.graph.terms import term


def with_triple_terms(triples: Iterable[Triple]) -> Iterator[Triple]:
    """The triples of a graph of ours in RDF 1.2; the triples of a subject are together, as `statements` gives them."""
    for subject, own in _by_subject(triples):
        quoted = _quoted(subject, own)
        if quoted is not None:
            yield quoted
        parts = _parts() if quoted is not None else ()
        yield from (each for each in own if each.predicate not in parts and not _is_type(each, quoted))


def reifications(triples: Iterable[Triple]) -> Iterator[Triple]:
    """The triples with `rdf:reifies` alone, to be added to a graph in RDF 1.1."""
    for subject, own in _by_subject(triples):
        quoted = _quoted(subject, own)
        if quoted is not None:
            yield quoted


def with_both(triples: Iterable[Triple]) -> Iterator[Triple]:
    """The triples of a graph in RDF 1.1, and after those of a node that quotes a statement one with `rdf:reifies`."""
    for subject, own in _by_subject(triples):
        yield from own
        quoted = _quoted(subject, own)
        if quoted is not None:
            yield quoted


def _by_subject(triples: Iterable[Triple]) -> Iterator[tuple[NamedNode | BlankNode | Triple, list[Triple]]]:
    own: list[Triple] = []
    for each in triples:
        if own and each.subject != own[0].subject:
            yield own[0].subject, own
            own = []
        own.append(each)
    if own:
        yield own[0].subject, own


def _parts() -> tuple[NamedNode, ...]:
    return term("rdf:subject"), term("rdf:predicate"), term("rdf:object")


def _quoted(subject: NamedNode | BlankNode | Triple, own: list[Triple]) -> Triple | None:
    """The triple that refers to the statement a node quotes; None if it quotes none."""
    values = {each.predicate: each.object for each in own if each.predicate in _parts()}
    if len(values) != len(_parts()):
        return None
    return Triple(subject, term("rdf:reifies"), Triple(*(values[part] for part in _parts())))  # type: ignore[arg-type]


def _is_type(triple: Triple, quoted: Triple | None) -> bool:
    return quoted is not None and triple.predicate == term("rdf:type") and triple.object == term("rdf:Statement")
