"""A graph as tables for data frames and graph tools: nodes, edges, and the values of attributes.

    nodes   id, kind (concept, instance, site, page), label, address, support, page, node
    edges   source, target, relation (broader, member, site, listed), support, method, xpath, page, node
    values  instance, attribute, value, number, currency, date, seconds, method, xpath, page, node

`id`, `source`, `target` and `instance` are the IRIs of the graph, so that all joins with it.
"""

from __future__ import annotations

from typing import Any

from weblode.graph import names
from weblode.graph.identity import place
from weblode.ontology import Instance, Ontology, Witness
from weblode.table import Table

_NODES = ("page", "node", "id", "kind", "label", "address", "support")
_EDGES = ("page", "node", "source", "target", "relation", "support", "method", "xpath")
_VALUES = (
    *("page", "node", "instance", "attribute", "value", "number", "currency", "date", "seconds"),
    *("method", "xpath"),
)
_NOWHERE = -1  # the node of rows that are about no single node of a page


def graph_tables(ontology: Ontology, *, base: str = names.BASE) -> dict[str, Table]:
    """The tables `nodes`, `edges` and `values` of an ontology, in its order; the same ontology gives the same rows."""
    return {
        "nodes": _table(_NODES, _nodes(ontology, base)),
        "edges": _table(_EDGES, _edges(ontology, base)),
        "values": _table(_VALUES, _values(ontology, base)),
    }


def _table(columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> Table:
    return Table(dict(zip(columns, zip(*rows, strict=True) if rows else [()] * len(columns), strict=True)))


def _concept(base: str, id_: str) -> str:
    return f"{base}concept/{names.local(id_)}"


def _instance(base: str, instance: Instance) -> str:
    return f"{base}instance/{place(instance)}"


def _nodes(ontology: Ontology, base: str) -> list[tuple[Any, ...]]:
    rows: dict[str, tuple[Any, ...]] = {}
    for concept in ontology.concepts:
        page = concept.witnesses[0].page if concept.witnesses else ""
        iri = _concept(base, concept.id)
        rows[iri] = (page, _NOWHERE, iri, "concept", concept.label, None, len(concept.sites))
    for site, home in sorted(ontology.sites.items()):
        iri = f"{base}site/{names.path(site)}"
        rows[iri] = (home, _NOWHERE, iri, "site", site, home, None)
    for one in ontology.instances:
        iri = _instance(base, one)
        rows.setdefault(iri, (one.page, _NOWHERE, iri, "instance", one.title or one.href, one.url, None))
    return list(rows.values())


def _edges(ontology: Ontology, base: str) -> list[tuple[Any, ...]]:
    rows: dict[tuple[Any, ...], None] = {}
    for concept in ontology.concepts:
        for site in concept.sites:
            ends = (_concept(base, concept.id), f"{base}site/{names.path(site)}")
            rows["", _NOWHERE, *ends, "site", None, None, None] = None
    for pair in ontology.broader:
        witness = pair.witnesses[0] if pair.witnesses else Witness("")
        ends = (_concept(base, pair.narrower), _concept(base, pair.broader))
        about = ("broader", len(pair.sites), witness.method, witness.xpath or None)
        rows[(witness.page, _NOWHERE, *ends, *about)] = None
    for one in ontology.instances:
        witness = one.witness or Witness(one.page)
        ends = (_instance(base, one), _concept(base, one.concept))
        rows[(witness.page, _NOWHERE, *ends, "member", None, witness.method, witness.xpath or None)] = None
    return list(rows)


def _values(ontology: Ontology, base: str) -> list[tuple[Any, ...]]:
    rows: dict[tuple[Any, ...], None] = {}
    for one in ontology.instances:
        for each in one.attributes:
            read = dict(each.read)
            number, seconds = read.get("number"), read.get("seconds")
            typed = (
                float(number) if number is not None else None,
                read.get("currency"),
                read.get("date"),
                float(seconds) if seconds is not None else None,
            )
            about = (_instance(base, one), each.name, each.value, *typed)
            rows[(each.witness.page, _NOWHERE, *about, each.witness.method, each.witness.xpath or None)] = None
    return list(rows)
