"""A page that a run read, with all that was read on it, and where."""

from __future__ import annotations

from typing import Any

from weblode.errors import SourceError
from weblode.tree import Tree
from weblode.workbench import shown
from weblode.workbench.archived import place
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk
from weblode.workbench.mined import KnownOntology, OpenedRun
from weblode.workbench.pages import title
from weblode.workbench.security import PAGE_POLICY
from weblode.workbench.statements import Statement

_MOST = 500  # statements told of a page
_SAID = 400  # characters of a node


def page(desk: Desk, asked: Asked) -> dict[str, Any]:
    """A page of a run, the node that was asked for, and all that was read on the page."""
    run, known, address = _asked(desk, asked)
    _, tree = desk.archived.page(run, address)
    xpath = asked.query.get("xpath", "")
    range_ = place(tree, xpath)
    read = known.read.get(address, [])
    wanted = sorted(read, key=lambda each: each.witness.xpath != xpath)[:_MOST]  # what was asked for is among them
    told = (_told(known, tree, each) for each in wanted)
    return {
        "run": run.name,
        "title": run.title,
        "address": address,
        "name": title(tree) or address,
        "encoding": tree.encoding,
        "nodes": len(tree),
        "xpath": xpath,
        "range": range_,
        "said": _said(tree, range_[0]) if range_ else "",
        "problem": f"The page has no {xpath} any more." if xpath and range_ is None else "",
        "total": len(read),
        "statements": sorted(told, key=lambda each: each["range"] or (len(tree), 0)),
    }


def _asked(desk: Desk, asked: Asked) -> tuple[OpenedRun, KnownOntology, str]:
    """The run, what it found, and the page that is asked for. Raises SourceError if the run does not know that."""
    run = desk.runs.get(asked.path["run"])
    known = desk.runs.known(run)
    address = asked.query.get("address", "")
    if address not in known.read and address not in known.addresses:
        raise SourceError(f"{address!r} is not a page that this run has read")
    return run, known, address


def _told(known: KnownOntology, tree: Tree, statement: Statement) -> dict[str, Any]:
    concept = known.concepts.get(statement.concept)
    return {
        "kind": statement.kind,
        "text": statement.text,
        "concept": statement.concept,
        "label": concept.label if concept else statement.concept,
        "instance": statement.instance,
        "xpath": statement.witness.xpath,
        "method": statement.witness.method,
        "range": place(tree, statement.witness.xpath),
    }


def _said(tree: Tree, u: int) -> str:
    """What a node says: its text, else its attributes."""
    text = " ".join(tree.text(u).split())
    given = tree.attributes(u) if tree.tag[u] else {}
    return (text or " ".join(f'{name}="{value}"' for name, value in given.items()))[:_SAID]


def shown_page(desk: Desk, asked: Asked) -> Download:
    """The page to look at in a frame, without anything that runs or loads."""
    run, _, address = _asked(desk, asked)
    found, tree = desk.archived.page(run, address)
    text = shown.html(tree, doctype=shown.doctype(found.data))
    return Download(text.encode("utf-8", "replace"), "text/html; charset=utf-8", policy=PAGE_POLICY)


VIEWS = {"/ontology/{run}/page": page}
DOWNLOADS = {"/ontology/{run}/shown": shown_page}
