"""Which text leaves of a page are hidden: by its own style sheets and attributes, or by HTML.

The cascade of `cascade`, for `display` and `visibility` alone: on most pages a small part of its cost. In addition,
what a closed `details` element holds beside its summary is hidden. Where a style hides more than three quarters of the
text, it veils the page until a script has run, and nothing counts as hidden by it.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import bounded_cache
from weblode.kernels.clues import BY_HIDDEN, BY_OPEN, BY_STYLE, Attribute, Numbers
from weblode.style.cascade import Cascade, PageSheets, page_sheets
from weblode.style.declarations import GONE, UNSEEN, Value, declarations, mentions_hiding
from weblode.style.defaults import BY_TAG, NOTHING, Ops
from weblode.style.sheets import LONGEST, hiding_rules
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

_OWN: dict[int, Ops] = {tag: (*NOTHING[:GONE], *ops[GONE:]) for tag, ops in BY_TAG.items() if ops[GONE] is not None}
_GONE = np.zeros(len(NAMES) + 1, dtype=np.uint8)  # the last entry is for tags that HTML does not define
_GONE[list(_OWN)] = True
_VEILED = 0.75  # the share of the text that a style hides only until a script shows it
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


def marks(tree: Tree) -> tuple[Numbers, Numbers, NDArray[np.uint8], list[Attribute]]:
    """What `kernels.clues.marks` reads from the attributes of a page: marks, roles, what may hide; read once a tree."""
    if "marks" not in tree.column_cache:
        tree.column_cache["marks"] = kernels.fastest().marks(tree.buffer, tree.start, tree.tag)
    columns: tuple[Numbers, Numbers, NDArray[np.uint8], list[Attribute]] = tree.column_cache["marks"]
    return columns


def _hidden(tree: Tree) -> NDArray[np.bool_]:
    sheets = page_sheets(tree, hiding_rules)
    gone, unseen = _by_sheets(tree, sheets) if sheets.sorted.rules else _by_attributes(tree)
    columns = (tree.tag, tree.end, tree.leaf, tree.start)
    leaves = kernels.fastest().unseen(columns, _GONE, gone, unseen, _VEILED)
    for u in (tree.tag == _DETAILS).nonzero()[0].tolist() if _DETAILS in tree.tags else ():
        _close(tree, u, leaves)
    return leaves


def _by_sheets(tree: Tree, sheets: PageSheets) -> tuple[dict[int, bool], dict[int, bool]]:
    """The elements that are shown or not, and those whose text is seen or not, by style sheets and attributes."""
    gone: dict[int, bool] = {}
    unseen: dict[int, bool] = {}
    for u, declared in Cascade(tree, _OWN, sheets, hiding=marks(tree)[-1]).declared():
        if declared[GONE] is not None:
            gone[u] = declared[GONE] is True
        if declared[UNSEEN] in (True, False):
            unseen[u] = declared[UNSEEN] is True
    return gone, unseen


def _by_attributes(tree: Tree) -> tuple[dict[int, bool], dict[int, bool]]:
    """The same of a page without style sheets, by attributes alone."""
    gone: dict[int, bool] = {}
    displayed: dict[int, bool] = {}  # what `style` attributes say, which wins over `hidden`
    unseen: dict[int, bool] = {}
    for u, k, value in marks(tree)[-1]:
        if k == BY_STYLE:
            declared = _declared(value.decode())
            if declared.get(GONE, "revert") != "revert":
                displayed[u] = declared[GONE] is True
            if declared.get(UNSEEN, "inherit") not in ("inherit", "revert"):
                unseen[u] = declared[UNSEEN] is True
        elif k == BY_HIDDEN and value.lower() != b"until-found":
            gone[u] = True
        elif k == BY_OPEN and tree.tag[u] == _DIALOG:
            gone[u] = False
    return gone | displayed, unseen


@bounded_cache(2**20)
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
    summaries = [*_leaf_ranges(tree, [] if summary is None else [summary])]
    hidden_before = [leaves[start:stop].copy() for _, start, stop in summaries]
    for _, start, stop in _leaf_ranges(tree, [u]):
        leaves[start:stop] = True
    for (_, start, stop), before in zip(summaries, hidden_before, strict=True):
        leaves[start:stop] = before


def _leaf_ranges(tree: Tree, nodes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Each node that has leaves inside, with the first of them and the one after the last, by number."""
    if not nodes:
        return
    starts = tree.leaves.searchsorted(nodes)
    stops = tree.leaves.searchsorted(tree.end[nodes])
    for u, start, stop in zip(nodes, starts.tolist(), stops.tolist(), strict=True):
        if start < stop:
            yield u, start, stop
