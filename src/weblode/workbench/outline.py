"""The outline view: the rows of a page's outline, where each stands in the page, and its segments.

The query says how it was found and what is looked at:

    method=ontominer                 whose way to find it; `structure` without it
    layers=segments,groups           which boxes are drawn over the page
    row=12                           the row that is looked at
    find=WORD                        the rows that are looked for
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from weblode import paths
from weblode.errors import WeblodeError
from weblode.outline import METHODS, forms
from weblode.outline.build import outline as outlined
from weblode.outline.document import KINDS, Outline
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk

LAYERS = ("segments", "sections", "groups", "navigation", "tables", "items", "labels")
_DRAWN = ("sections", "groups", "navigation", "tables")
_LABEL = 300  # characters of a label that the view gets; downloads have all


def view(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The page, the columns of its outline's rows, and its segments, all with the nodes that they are."""
    layers = _layers(asked)
    found = _outline(desk, asked)
    about = desk.pages.get(asked.path["page"])
    return {
        "page": about.as_dict() | {"encoding": found.tree.encoding, "nodes": len(found.tree)},
        "method": asked.query.get("method", METHODS[0]),
        "methods": list(METHODS),
        "layers": layers,
        "row": _row(found, asked),
        "kinds": list(KINDS),
        "rows": _columns(desk, asked),
        "segments": segment_nodes(found),
    }


def _outline(desk: Desk, asked: Asked) -> Outline:
    method = asked.query.get("method", METHODS[0])
    return desk.found(asked.path["page"], ("outline", method), lambda tree: outlined(tree, method, limits=desk.limits))


def _row(found: Outline, asked: Asked) -> int:
    """The row that is looked at, the last one if there are not so many."""
    return min(asked.whole("row", 0), len(found) - 1)


def _columns(desk: Desk, asked: Asked) -> dict[str, Any]:
    key = ("outline rows", asked.query.get("method", METHODS[0]))
    return desk.found(asked.path["page"], key, lambda _: columns(_outline(desk, asked)))


def _layers(asked: Asked) -> list[str]:
    """The layers that the query names, in order. Raises WeblodeError if there is no such one."""
    if "layers" not in asked.query:
        return list(_DRAWN)
    named = [name for name in asked.query["layers"].split(",") if name]
    if unknown := [name for name in named if name not in LAYERS]:
        raise WeblodeError(f"no layer {unknown[0]!r}; choose of {', '.join(LAYERS)}")
    return [name for name in LAYERS if name in named]


def columns(found: Outline) -> dict[str, Any]:
    """What the view draws of all rows of an outline, as columns; what is known of one more is told by `row`.

    A large page has more than a hundred thousand rows, so there is nothing here that can be told from something else:
    what a row stands below is known by the depths, as each comes before those below it. `start` and `stop` are the
    nodes of a row with those below it, `kind` is a number in `KINDS`; `linked` are the rows that are links, `labels`
    those whose label stands over others, each with its nodes.
    """
    start, stop = found.ranges
    begins, ends = found.atoms.ranges(found.tree)
    rows = np.arange(1, len(found))  # row 0 is the page
    over = rows[(found.end[1:] > rows + 1) & (found.label[1:] >= 0)]
    return {
        "depth": found.depth.tolist(),
        "kind": found.kind.tolist(),
        "label": [_short(found.name(row)) for row in range(len(found))],
        "start": start.tolist(),
        "stop": stop.tolist(),
        "linked": [row for row in range(len(found)) if found.href(row) is not None],
        "labels": np.stack([over, begins[found.label[over]], ends[found.label[over]]], axis=1).tolist(),
    }


def row(desk: Desk, asked: Asked) -> dict[str, Any]:
    """All that is known of a row: `leaves` are the text leaves of its label, `nodes` it with those below it."""
    found = _outline(desk, asked)
    chosen = _row(found, asked)
    start, stop = (int(column[chosen]) for column in found.ranges)
    return {
        "row": chosen,
        "kind": KINDS[int(found.kind[chosen])],
        "label": found.name(chosen),
        "href": found.href(chosen),
        "xpath": paths.xpath(found.tree, int(found.node[chosen])),
        "leaves": list(found.leaves(chosen)),
        "nodes": [start, stop],
    }


def _short(label: str) -> str:
    return label if len(label) <= _LABEL else f"{label[: _LABEL - 1]}…"


def segment_nodes(found: Outline) -> list[tuple[int, int]]:
    """For each segment its nodes, first and first after: the largest that hold no leaves of others."""
    tree = found.tree
    starts = tree.leaves.searchsorted(np.arange(len(tree), dtype=np.int32)).tolist()
    ends = tree.leaves.searchsorted(tree.end).tolist()
    above = tree.parent.tolist()

    def largest(u: int, first: int, last: int) -> int:
        while (v := above[u]) >= 0 and starts[v] >= first and ends[v] <= last + 1:
            u = v
        return u

    ranges = []
    for first, last in found.segment_ranges():
        begin, end = (largest(int(tree.leaves[leaf]), first, last) for leaf in (first, last))
        ranges.append((begin, int(tree.end[end])))
    return ranges


# ---------------------------------------------------------------- downloads
def export(desk: Desk, asked: Asked) -> Download:
    """The outline as a file, as `weblode outline` writes it: json, xml or text."""
    form = asked.path["form"]
    if form not in _FORMS:
        raise WeblodeError(f"no format {form!r}; choose of {', '.join(_FORMS)}")
    write, kind = _FORMS[form]
    text = "".join(write(_outline(desk, asked)))
    return Download(text.encode("utf-8", "replace"), kind, f"outline.{form}")


def _xml(found: Outline) -> Iterator[str]:
    yield forms.XML_HEAD
    yield from forms.as_xml(found)
    yield forms.XML_TAIL


_FORMS: dict[str, tuple[Callable[[Outline], Iterator[str]], str]] = {
    "json": (forms.as_json, "application/json"),
    "xml": (_xml, "application/xml"),
    "txt": (forms.as_text, "text/plain; charset=utf-8"),
}

VIEWS = {"/outline/{page}": view, "/outline/{page}/row": row}
DOWNLOADS = {"/outline/{page}/outline.{form}": export}
