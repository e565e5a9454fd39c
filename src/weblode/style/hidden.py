"""Which text leaves of a page are hidden: by its own style sheets and attributes, or by HTML.

The cascade of `cascade`, for `display` and `visibility` alone: on most pages a small part of its cost. In addition,
what a closed `details` element holds beside its summary is hidden. Where a style hides more than three quarters of the
text, it veils the page until a script has run, and nothing counts as hidden by it.
"""

from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.style.cascade import Cascade, hidden_leaves, sheet_texts
from weblode.style.declarations import GONE, UNSEEN, Value, declarations, mentions_hiding
from weblode.style.defaults import BY_TAG, NOTHING, Ops
from weblode.style.sheets import LONGEST, hiding_sheet
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

_OWN: dict[int, Ops] = {tag: (*NOTHING[:GONE], *ops[GONE:]) for tag, ops in BY_TAG.items() if ops[GONE] is not None}
_GONE = np.zeros(len(NAMES) + 1, dtype=np.bool_)  # the last entry is for tags that HTML does not define
_GONE[list(_OWN)] = True
_VEILED = 0.75  # the share of the text that a style hides only until a script shows it
_ATTRIBUTES = (b"style", b"hidden", b"open")
_STYLE, _HIDDEN, _OPEN = range(len(_ATTRIBUTES))
_DETAILS, _SUMMARY, _DIALOG = NUMBERS["details"], NUMBERS["summary"], NUMBERS["dialog"]


def hidden(tree: Tree) -> NDArray[np.bool_]:
    """Whether each text leaf of a tree is hidden, in the order of `tree.leaves`; computed once a tree.

    >>> from weblode.pages.html import parse
    >>> hidden(parse(b"<style>.x { display: none }</style><p class=x>One<p hidden>two<p>three")).tolist()
    [True, True, False]
    """
    if "hidden" not in tree.column_cache:
        tree.column_cache["hidden"] = _hidden(tree)
    leaves: NDArray[np.bool_] = tree.column_cache["hidden"]
    return leaves


def _hidden(tree: Tree) -> NDArray[np.bool_]:
    if any(hiding_sheet(text) for text in sheet_texts(tree)):
        leaves = hidden_leaves(tree, Cascade(tree, _OWN, hiding=True))
    else:
        leaves = _by_attributes(tree)
    widths = np.diff(tree.start)[tree.leaves]
    if (widths * leaves).sum() > _VEILED * widths.sum():
        leaves = np.zeros(len(widths), dtype=np.bool_)
    for u in np.flatnonzero(tree.tag == _DETAILS).tolist():
        _close(tree, u, leaves)
    return leaves


def _by_attributes(tree: Tree) -> NDArray[np.bool_]:
    """What is hidden on a page without style sheets: by HTML and by attributes."""
    gone, unseen = np.zeros((2, len(tree.leaves)), dtype=np.bool_)
    by_html = set(np.flatnonzero(_GONE.take(tree.tag, mode="clip")).tolist())
    displayed: dict[int, bool] = {}  # what `style` attributes say, which wins over `hidden`
    visible: dict[int, bool] = {}
    cache: dict[bytes, dict[int, Value]] = {}
    low = tree.buffer.lower()
    may_hide = b"display" in low or b"visib" in low or b"hidden\0" in low or b"\\" in low or b"open\0" in low
    for u, k, value in kernels.fastest().values(tree.buffer, tree.start, tree.tag, _ATTRIBUTES) if may_hide else ():
        if k == _STYLE:
            if value not in cache:
                cache[value] = _declared(value.decode())
            if cache[value].get(GONE, "revert") != "revert":
                displayed[u] = cache[value][GONE] is not True
            if cache[value].get(UNSEEN, "inherit") not in ("inherit", "revert"):
                visible[u] = cache[value][UNSEEN] is not True
        elif k == _HIDDEN and value.lower() != b"until-found":
            by_html.add(u)
        elif k == _OPEN and tree.tag[u] == _DIALOG:
            by_html.discard(u)
    for u in by_html | displayed.keys():
        if not displayed.get(u, u not in by_html):
            gone[_leaves_of(tree, u)] = True
    for u in sorted(visible):  # parents first
        unseen[_leaves_of(tree, u)] = not visible[u]
    both: NDArray[np.bool_] = gone | unseen
    return both


def _declared(text: str) -> dict[int, Value]:
    """The declared values of a `style` attribute by property; important ones, then later ones, win."""
    if not mentions_hiding(text):
        return {}
    declared = sorted(declarations(text[:LONGEST]), key=itemgetter(2))
    return {which: value for which, value, _ in declared}


def _close(tree: Tree, u: int, leaves: NDArray[np.bool_]) -> None:
    """Mark what a `details` element hides, unless it is open."""
    if "open" in tree.attributes(u):
        return
    summary = next((v for v in tree.children(u) if tree.tag[v] == _SUMMARY), None)
    inside = _leaves_of(tree, summary) if summary is not None else slice(0, 0)
    hidden_before = leaves[inside].copy()
    leaves[_leaves_of(tree, u)] = True
    leaves[inside] = hidden_before


def _leaves_of(tree: Tree, u: int) -> slice:
    """The leaves inside a node, as a slice of `tree.leaves`."""
    return slice(*tree.leaves.searchsorted([u, tree.end[u]]).tolist())
