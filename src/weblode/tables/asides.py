"""What stands in the cells of a table and is not their content: footnote marks, and text that nobody sees.

A footnote mark is a link to a place of the same page, or raised text, that is in square brackets or is a sign such as
a dagger; a raised link to a place of the page may also be up to three letters or digits. Hidden text is what its own
`style` or the attribute `hidden` hides; and sort keys, which a class names as such, since style sheets are not read.
"""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.tags import NUMBERS
from weblode.tree import Tree

_A, _SUP = NUMBERS["a"], NUMBERS["sup"]
_MAY_HIDE = regex(rb"display|visibility|hidden\0|sort[-_]?key", re.IGNORECASE)
_HIDES = regex(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_SORT_KEY = regex(r"(?:^|\s)sort[-_]?key(?:\s|$)", re.IGNORECASE)
_LONGEST = 64  # bytes of a mark, spaces counted
_BRACKETS = regex(r"(?:\[[^][]{1,32}\]\s*)+")  # [1], [a], [note 2], [citation needed]
_SIGNS = regex(r"[*\N{DAGGER}\N{DOUBLE DAGGER}\N{SECTION SIGN}\N{PILCROW SIGN}#^\N{UPWARDS ARROW}]{1,4}")
_RAISED = regex(r"[(]?\w{1,3}[)]?")


def asides(tree: Tree, table: int) -> NDArray[np.int32]:
    """The leaves of a table that are no content of its cells, in order."""
    nodes = [*_hidden(tree, table), *_marks(tree, table)]
    leaves = [tree.leaves[slice(*tree.leaves.searchsorted((u, tree.end[u])))] for u in nodes]
    return np.unique(np.concatenate(leaves)) if leaves else np.zeros(0, dtype=np.int32)


def _hidden(tree: Tree, table: int) -> Iterator[int]:
    """The elements of a table that nobody sees."""
    first = int(tree.start[table + 1])
    markup = tree.buffer[first : tree.start[tree.end[table]]]
    places = np.array([first + match.start() for match in _MAY_HIDE.finditer(markup)], dtype=np.int64)
    nodes = np.unique(np.searchsorted(tree.start, places, side="right") - 1)
    for u in nodes[tree.tag[nodes] > 0].tolist():
        attributes = tree.attributes(u)
        hides = _HIDES.search(attributes.get("style", "")) or _SORT_KEY.search(attributes.get("class", ""))
        if hides or "hidden" in attributes:
            yield u


def _marks(tree: Tree, table: int) -> Iterator[int]:
    """The elements of a table that are footnote marks."""
    tags = tree.tag[table : tree.end[table]]
    nodes = table + np.flatnonzero((tags == _A) | (tags == _SUP))
    sizes = tree.text_before[tree.end[nodes]] - tree.text_before[nodes]
    for u in nodes[(sizes > 0) & (sizes <= _LONGEST)].tolist():
        if _is_mark(tree, u):
            yield u


def _is_mark(tree: Tree, u: int) -> bool:
    """Whether a link or raised text is a footnote mark."""
    raised = tree.tag[u] == _SUP
    text = "".join(tree.text(u, line=" ").split())
    inward = not raised and tree.attributes(u).get("href", "").strip().startswith("#")
    if not raised and not inward:
        return False
    if _BRACKETS.fullmatch(text) or _SIGNS.fullmatch(text):
        return True
    above = (int(tree.parent[u]), int(tree.parent[tree.parent[u]]))
    return inward and any(tree.tag[v] == _SUP for v in above) and _RAISED.fullmatch(text) is not None
