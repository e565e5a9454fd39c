"""The outline view: the rows of a page's outline, where each stands in the page, and its segments.

The query has the method and the state of the view:

    method=ontominer                 the extraction method; `structure` by default
    layers=segments,groups           which boxes are drawn over the page
    row=12                           the selected row
    find=WORD                        the text to search for
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from weblode import paths
from weblode.errors import WeblodeError
from weblode.outline import METHODS, forms
from weblode.outline.build import outline as build_outline
from weblode.outline.document import KINDS, Outline
from weblode.outline.segment_types import segment_types
from weblode.workbench.requests import Download, ViewRequest
from weblode.workbench.workspace import Workspace

LAYERS = ("segments", "sections", "groups", "navigation", "tables", "items", "labels")
_DEFAULT_LAYERS = ("sections", "groups", "navigation", "tables")
_LABEL = 300  # characters of a label in the view; downloads have all


def view(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The page, the rows of its outline as columns, and its segments with their types, all with their nodes."""
    layers = _layers(request)
    outline = _outline(workspace, request)
    about = workspace.pages.get(request.path["page"])
    return {
        "page": about.as_dict() | {"encoding": outline.tree.encoding, "nodes": len(outline.tree)},
        "method": request.query.get("method", METHODS[0]),
        "methods": list(METHODS),
        "layers": layers,
        "row": _row(outline, request),
        "kinds": list(KINDS),
        "rows": _columns(workspace, request),
        "segments": segment_nodes(outline),
        "segment_types": [each.type for each in segment_types(outline.tree, outline.segments)],
    }


def _outline(workspace: Workspace, request: ViewRequest) -> Outline:
    method = request.query.get("method", METHODS[0])
    key = ("outline", method)
    return workspace.cached(
        request.path["page"], key, lambda tree: build_outline(tree, method, limits=workspace.limits)
    )


def _row(outline: Outline, request: ViewRequest) -> int:
    """The selected row, or the last one if there are fewer."""
    return min(request.whole("row", 0), len(outline) - 1)


def _columns(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    key = ("outline rows", request.query.get("method", METHODS[0]))
    return workspace.cached(request.path["page"], key, lambda _: columns(_outline(workspace, request)))


def _layers(request: ViewRequest) -> list[str]:
    """The layers that the query names, in order. Raises WeblodeError if one does not exist."""
    if "layers" not in request.query:
        return list(_DEFAULT_LAYERS)
    names = [name for name in request.query["layers"].split(",") if name]
    if unknown := [name for name in names if name not in LAYERS]:
        raise WeblodeError(f"there is no layer {unknown[0]!r}; choose one of {', '.join(LAYERS)}")
    return [name for name in LAYERS if name in names]


def columns(outline: Outline) -> dict[str, Any]:
    """What the view draws of all rows of an outline, as columns; `row` has the details of one row.

    A large page has more than a hundred thousand rows, so nothing is here that can be derived from the rest: the parent
    of a row follows from the depths, as each row comes before those below it. `start` and `stop` are the nodes of a row
    with those below it, `kind` is an index in `KINDS`; `linked` are the rows that are links, `labels` those whose label
    stands over others, each with its nodes.
    """
    start, stop = outline.ranges
    begins, ends = outline.atoms.ranges(outline.tree)
    rows = np.arange(1, len(outline))  # row 0 is the page
    over = rows[(outline.end[1:] > rows + 1) & (outline.label[1:] >= 0)]
    return {
        "depth": outline.depth.tolist(),
        "kind": outline.kind.tolist(),
        "label": [_short(outline.name(row)) for row in range(len(outline))],
        "start": start.tolist(),
        "stop": stop.tolist(),
        "linked": [row for row in range(len(outline)) if outline.href(row) is not None],
        "labels": np.stack([over, begins[outline.label[over]], ends[outline.label[over]]], axis=1).tolist(),
    }


def row(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The details of a row: `leaves` are the text leaves of its label, `nodes` the range of its nodes."""
    outline = _outline(workspace, request)
    chosen = _row(outline, request)
    start, stop = (int(column[chosen]) for column in outline.ranges)
    return {
        "row": chosen,
        "kind": KINDS[int(outline.kind[chosen])],
        "label": outline.name(chosen),
        "href": outline.href(chosen),
        "xpath": paths.xpath(outline.tree, int(outline.node[chosen])),
        "leaves": list(outline.leaves(chosen)),
        "nodes": [start, stop],
    }


def _short(label: str) -> str:
    return label if len(label) <= _LABEL else f"{label[: _LABEL - 1]}…"


def segment_nodes(outline: Outline) -> list[tuple[int, int]]:
    """For each segment the range of its nodes: the largest that hold no leaves of other segments."""
    tree = outline.tree
    starts = tree.leaves.searchsorted(np.arange(len(tree), dtype=np.int32)).tolist()
    ends = tree.leaves.searchsorted(tree.end).tolist()
    above = tree.parent.tolist()

    def largest(u: int, first: int, last: int) -> int:
        while (v := above[u]) >= 0 and starts[v] >= first and ends[v] <= last + 1:
            u = v
        return u

    ranges = []
    for first, last in outline.segment_ranges():
        begin, end = (largest(int(tree.leaves[leaf]), first, last) for leaf in (first, last))
        ranges.append((begin, int(tree.end[end])))
    return ranges


# ---------------------------------------------------------------- downloads
def export(workspace: Workspace, request: ViewRequest) -> Download:
    """The outline as a file, as `weblode outline` writes it: json, xml or text."""
    form = request.path["form"]
    if form not in _FORMS:
        raise WeblodeError(f"there is no format {form!r}; choose one of {', '.join(_FORMS)}")
    write, kind = _FORMS[form]
    text = "".join(write(_outline(workspace, request)))
    return Download(text.encode("utf-8", "replace"), kind, f"outline.{form}")


def _xml(outline: Outline) -> Iterator[str]:
    yield forms.XML_HEAD
    yield from forms.as_xml(outline)
    yield forms.XML_TAIL


_FORMS: dict[str, tuple[Callable[[Outline], Iterator[str]], str]] = {
    "json": (forms.as_json, "application/json"),
    "xml": (_xml, "application/xml"),
    "txt": (forms.as_text, "text/plain; charset=utf-8"),
}

VIEWS = {"/outline/{page}": view, "/outline/{page}/row": row}
DOWNLOADS = {"/outline/{page}/outline.{form}": export}
