"""The page view of a run: an archived page with all statements that were read on it, and where."""

from __future__ import annotations

from typing import Any

from weblode.errors import SourceError
from weblode.tree import Tree
from weblode.workbench import rendering
from weblode.workbench.archived_pages import place
from weblode.workbench.pages import title
from weblode.workbench.requests import Download, ViewRequest
from weblode.workbench.run_folders import KnownOntology, OpenedRun
from weblode.workbench.security import PAGE_POLICY
from weblode.workbench.statements import Statement
from weblode.workbench.workspace import Workspace

_MOST = 500  # statements of a page in the view
_TEXT = 400  # characters of a node


def page(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """A page of a run, the node of `xpath`, and the statements that were read on the page."""
    run, ontology, address = _requested(workspace, request)
    _, tree = workspace.archived.page(run, address)
    xpath = request.query.get("xpath", "")
    range_ = place(tree, xpath)
    statements = ontology.statements.get(address, [])
    first = sorted(statements, key=lambda each: each.witness.xpath != xpath)[:_MOST]  # those of `xpath` always
    rows = (_row(ontology, tree, each) for each in first)
    return {
        "run": run.name,
        "title": run.title,
        "address": address,
        "name": title(tree) or address,
        "encoding": tree.encoding,
        "nodes": len(tree),
        "xpath": xpath,
        "range": range_,
        "said": _content(tree, range_[0]) if range_ else "",
        "problem": f"The page has no {xpath} any more." if xpath and range_ is None else "",
        "total": len(statements),
        "statements": sorted(rows, key=lambda each: each["range"] or (len(tree), 0)),
    }


def _requested(workspace: Workspace, request: ViewRequest) -> tuple[OpenedRun, KnownOntology, str]:
    """The run, its ontology, and the address of the requested page. Raises SourceError if it is no page of the run."""
    run = workspace.runs.get(request.path["run"])
    ontology = workspace.runs.ontology(run)
    address = request.query.get("address", "")
    if address not in ontology.statements and address not in ontology.addresses:
        raise SourceError(f"{address!r} is not a page that this run has read")
    return run, ontology, address


def _row(ontology: KnownOntology, tree: Tree, statement: Statement) -> dict[str, Any]:
    concept = ontology.concepts.get(statement.concept)
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


def _content(tree: Tree, u: int) -> str:
    """The text of a node, else its attributes."""
    text = " ".join(tree.text(u).split())
    attributes = tree.attributes(u) if tree.tag[u] else {}
    return (text or " ".join(f'{name}="{value}"' for name, value in attributes.items()))[:_TEXT]


def rendered_page(workspace: Workspace, request: ViewRequest) -> Download:
    """The page as HTML for a frame, without anything that runs or loads."""
    run, _, address = _requested(workspace, request)
    source, tree = workspace.archived.page(run, address)
    text = rendering.html(tree, doctype=rendering.doctype(source.data))
    return Download(text.encode("utf-8", "replace"), "text/html; charset=utf-8", policy=PAGE_POLICY)


VIEWS = {"/ontology/{run}/page": page}
DOWNLOADS = {"/ontology/{run}/shown": rendered_page}
