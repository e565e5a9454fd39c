"""Which text leaves of a page are hidden: by its own style sheets and attributes, or by HTML.

The cascade of `cascade`, for `display` and `visibility` alone: on most pages a small part of its cost. In addition,
what a closed `details` element holds beside its summary is hidden. Where a style hides more than three quarters of the
text, it veils the page until a script has run, and nothing counts as hidden by it.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import bounded_cache
from weblode.kernels.clues import BY_HIDDEN, BY_OPEN, BY_STYLE, Attribute, Numbers
from weblode.style.cascade import PageSheets, matched_rules, page_sheets
from weblode.style.declarations import GONE, UNSEEN, Declaration, Value, declarations, mentions_hiding
from weblode.style.defaults import BY_TAG
from weblode.style.sheets import hiding_rules
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

_GONE = np.zeros(len(NAMES) + 1, dtype=np.uint8)  # the last entry is for tags that HTML does not define
_GONE[[tag for tag, ops in BY_TAG.items() if ops[GONE] is not None]] = True
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
    gone, unseen = _shown(tree, sheets)
    columns = (tree.tag, tree.end, tree.leaf, tree.start)
    leaves = kernels.fastest().unseen(columns, _GONE, gone, unseen, _VEILED)
    for u in (tree.tag == _DETAILS).nonzero()[0].tolist() if _DETAILS in tree.tags else ():
        _close(tree, u, leaves)
    return leaves


def _shown(tree: Tree, sheets: PageSheets) -> tuple[dict[int, bool], dict[int, bool]]:
    """For some elements whether they are gone, for others whether their text is unseen, as they declare it.

    Rules come by their weight, so that later ones win; then `style` attributes; then what is important.
    """
    if not sheets.sorted.rules and not marks(tree)[-1]:
        return {}, {}
    own, inline = _by_attributes(tree, sheets.left)
    declared: list[tuple[list[int], tuple[Declaration, ...]]] = []
    if sheets.sorted.rules:
        rules = sheets.sorted.rules
        for number, tags, nodes in matched_rules(tree, sheets.sorted)[0]:
            declared += [((tree.tag == tag).nonzero()[0].tolist(), rules[number][1]) for tag in tags]
            declared.append((nodes, rules[number][1]))
    declared += [(nodes, each) for each, nodes in inline.items()]
    gone = own.copy()
    unseen: dict[int, bool] = {}
    usual: list[tuple[list[int], int, Value]] = []
    important: list[tuple[list[int], int, Value]] = []
    for nodes, declarations_of_rule in declared:
        for which, value, is_important in declarations_of_rule:
            (important if is_important else usual).append((nodes, which, value))
    for nodes, which, value in chain(usual, important):
        if which == GONE and value != "revert":
            gone.update(dict.fromkeys(nodes, value is True))
        elif which == UNSEEN and value in (True, False):
            unseen.update(dict.fromkeys(nodes, value is True))
        else:  # as if nothing had been declared
            _forget(gone if which == GONE else unseen, nodes, own if which == GONE else {})
    return gone, unseen


def _forget(states: dict[int, bool], nodes: list[int], own: dict[int, bool]) -> None:
    """Give some elements the states that are their own, or none."""
    for u in nodes:
        states.pop(u, None)
        if u in own:
            states[u] = own[u]


def _by_attributes(tree: Tree, left: int) -> tuple[dict[int, bool], dict[tuple[Declaration, ...], list[int]]]:
    """The elements that are gone or not by HTML's own attributes, and those with each style of their own.

    Of different styles so many characters are read as are `left`.
    """
    own: dict[int, bool] = {}
    inline: dict[tuple[Declaration, ...], list[int]] = {}
    read: dict[bytes, list[int]] = {}  # by the text of a style, which most elements share with others
    for u, k, value in marks(tree)[-1]:
        if k == BY_STYLE:
            nodes = read.get(value)
            if nodes is None:
                text = value.decode()
                if mentions_hiding(text):
                    nodes = inline.setdefault(_declared(text[:left]), [])
                    left = max(0, left - len(text))
                read[value] = nodes = [] if nodes is None else nodes
            nodes.append(u)
        elif k == BY_HIDDEN and value.lower() != b"until-found":
            own[u] = True
        elif k == BY_OPEN and tree.tag[u] == _DIALOG:
            own.setdefault(u, False)
    return own, inline


@bounded_cache(2**20)
def _declared(text: str) -> tuple[Declaration, ...]:
    """What a `style` attribute declares of `display` and `visibility`."""
    return tuple([each for each in declarations(text) if each[0] >= GONE])


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
