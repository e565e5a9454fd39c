"""A run as a reconciliation service for OpenRefine: Reconciliation Service API 0.2 (W3C Community Group).

`/reconcile/RUN` answers with the manifest; with `queries` (in the query, or in the form of a POST) with candidates for
each: concepts, or instances by their titles. `?type=concept` or `?type=instance` makes it a service of one type: the
API has one address of entities for all types, and instances have no page of their own.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, quote

from weblode.errors import WeblodeError
from weblode.graph import names
from weblode.graph.matching import LabelIndex
from weblode.workbench.requests import Download, JsonAnswer, ViewRequest
from weblode.workbench.run_folders import OpenedRun
from weblode.workbench.workspace import Workspace

TYPES = {"concept": {"id": "concept", "name": "Concept"}, "instance": {"id": "instance", "name": "Instance"}}
_SCHEMAS = {"concept": "http://www.w3.org/2004/02/skos/core#Concept", "instance": "https://schema.org/Thing"}
_SURE = 0.95  # similarity from which a single candidate is a match
_LIMIT, _MOST = 5, 50  # candidates of a query, and at most
_QUERIES = 1000  # of a batch, at most
_LETTERS = 300  # of a query, at most: the time to compare grows with their square


def service(workspace: Workspace, request: ViewRequest) -> Download:
    """The manifest of a run's service; with `queries`, their answers."""
    answer = _answer(workspace, request, request.query.get("queries", ""))
    return Download(bytes(JsonAnswer(answer).body), "application/json")


def queries(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The answers to the queries in the form of a POST."""
    form = parse_qs(request.body.decode("utf-8", "replace"))
    return _answer(workspace, request, form.get("queries", [""])[0])


def _answer(workspace: Workspace, request: ViewRequest, batch: str) -> dict[str, Any]:
    run = workspace.runs.get(request.path["run"])
    kind = request.query.get("type", "")
    if kind and kind not in TYPES:
        raise WeblodeError(f"type={kind!r} is none of {', '.join(TYPES)}")
    if not batch:
        return _manifest(run, request.origin, [kind] if kind else list(TYPES))
    try:
        asked_for = json.loads(batch)
    except (ValueError, RecursionError) as error:
        raise WeblodeError(f"`queries` is not JSON: {error}") from error
    if not isinstance(asked_for, dict) or not all(isinstance(each, dict) for each in asked_for.values()):
        raise WeblodeError("`queries` must be an object of objects, each with `query`: see the API, version 0.2")
    if len(asked_for) > _QUERIES:
        raise WeblodeError(f"{len(asked_for):,} queries, more than the limit of {_QUERIES:,}: send several batches")
    indexes = workspace.runs.ontology(run).labels
    if kind:
        indexes = {kind: indexes[kind]}
    return {key: _result(indexes, each) for key, each in asked_for.items()}


def _manifest(run: OpenedRun, origin: str, kinds: list[str]) -> dict[str, Any]:
    page = f"{origin}/ontology/{quote(run.name, safe='')}/concept/{{{{id}}}}"
    return {
        "versions": ["0.1", "0.2"],
        "name": f"weblode: {run.title}",
        "identifierSpace": f"{names.BASE}{kinds[0]}/",
        "schemaSpace": _SCHEMAS[kinds[0]],
        "defaultTypes": [TYPES[kind] for kind in kinds],
        **({"view": {"url": page}} if "concept" in kinds else {}),
        "batchSize": 100,
    }


def _result(indexes: dict[str, LabelIndex], query: dict[str, Any]) -> dict[str, Any]:
    """The candidates of one query: none if it is empty, as of an empty cell; none and the reason if it is too long."""
    text = query.get("query")
    if isinstance(text, str) and not text.strip():
        return {"result": []}
    if isinstance(text, str) and len(text) > _LETTERS:
        return {"result": [], "error": f"a query of {len(text):,} characters, more than the limit of {_LETTERS}"}
    return {"result": _candidates(indexes, query)}


def _candidates(indexes: dict[str, LabelIndex], query: dict[str, Any]) -> list[dict[str, Any]]:
    """The candidates of one query, the best first."""
    text, kinds, limit = query.get("query"), query.get("type"), query.get("limit", _LIMIT)
    if not isinstance(text, str):
        raise WeblodeError("a query needs `query`, a text")
    chosen = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) and kinds else list(indexes)
    most = min(limit, _MOST) if isinstance(limit, int) and limit > 0 else _LIMIT
    scored = [
        (score, kind, each) for kind in indexes if kind in chosen for each, score in indexes[kind].search(text, most)
    ]
    scored.sort(key=lambda one: -one[0])
    is_single = sum(score >= _SURE for score, _, _ in scored) == 1
    return [
        {
            "id": each.id,
            "name": each.label,
            "type": [TYPES[kind]],
            "score": round(100 * score, 1),
            "match": score >= _SURE and is_single,
        }
        for score, kind, each in scored[:most]
    ]


VIEWS: dict[str, Any] = {}
DOWNLOADS = {"/reconcile/{run}": service}
ACTIONS = {"/reconcile/{run}": queries}
