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

from weblode.errors import LimitError, WeblodeError
from weblode.outline import forms
from weblode.outline.build import METHODS
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
        "row": min(asked.whole("row", 0), len(found) - 1),
        "rows": columns(found),
        "segments": segment_nodes(found),
    }


def _outline(desk: Desk, asked: Asked) -> Outline:
    page, method = asked.path["page"], asked.query.get("method", METHODS[0])
    found: Outline = desk.lists.get(
        ("outline", page, method), lambda: outlined(desk.pages.tree(page), method, limits=desk.limits)
    )
    return found


def _layers(asked: Asked) -> list[str]:
    """The layers that the query names, in order. Raises WeblodeError if there is no such one."""
    if "layers" not in asked.query:
        return list(_DRAWN)
    named = [name for name in asked.query["layers"].split(",") if name]
    if unknown := [name for name in named if name not in LAYERS]:
        raise WeblodeError(f"no layer {unknown[0]!r}; choose of {', '.join(LAYERS)}")
    return [name for name in LAYERS if name in named]


def columns(found: Outline) -> dict[str, list[Any]]:
    """The rows of an outline as columns: a page has thousands of them.

    `start` and `stop` are the nodes of a row with those below it, `label_start` and `label_stop` those of its label (-1
    if it has none), `leaf` and `leaf_stop` the label's text leaves.
    """
    rows = range(len(found))
    start, stop = found.ranges
    begins, ends = found.atoms.ranges(found.tree)
    leaves = [found.leaves(row) for row in rows]
    named = found.label.tolist()
    try:
        xpaths = found.xpaths()
    except LimitError:  # it nests too deeply to name its nodes; their numbers do
        xpaths = [""] * len(found)
    return {
        "parent": found.parent.tolist(),
        "end": found.end.tolist(),
        "depth": found.depth.tolist(),
        "kind": [KINDS[kind] for kind in found.kind.tolist()],
        "label": [_short(found.name(row)) for row in rows],
        "href": [found.href(row) for row in rows],
        "start": start.tolist(),
        "stop": stop.tolist(),
        "label_start": [int(begins[atom]) if atom >= 0 else -1 for atom in named],
        "label_stop": [int(ends[atom]) if atom >= 0 else -1 for atom in named],
        "leaf": [first for first, _ in leaves],
        "leaf_stop": [after for _, after in leaves],
        "xpath": xpaths,
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

VIEWS = {"/outline/{page}": view}
DOWNLOADS = {"/outline/{page}/outline.{form}": export}
