"""Segments: a page's text leaves cut into runs that belong together, without a hierarchy.

`ontominer` is the flat partition of H. Davulcu, S. Vadrevu, S. Nagarajan, "OntoMiner: automated metadata and instance
mining from news websites", Int. J. Web and Grid Services 1(2), 2005, section 4.1, Algorithm 2. A leaf is linked to the
next one of the same tag path, and a segment ends where few of the paths that are linked within it continue. We differ
in that the first leaf's link counts, and that the leaf at which the test is made is the last of its segment, not the
first of the next: only then are the links that the test counts as crossing those that cross. No link is a share of 0.

`blocks` estimates for each gap between two leaves how likely a person would draw a line there, from the blocks that end
and start in it: a logistic model of a few measures (`measures`), with weights fitted by `python -m bench.segments
FOLDER --fit` and stored in `segments.json`.
"""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.errors import WeblodeError
from weblode.kernels.gaps import BLOCK
from weblode.models import parameters
from weblode.outline import SEGMENTS
from weblode.tags import BROKEN, LEAD, NAMES
from weblode.tree import Column, Tree

Measure = NDArray[np.float64]

_ITEM, _LIST, _PARAGRAPH, _HEADING, _IMAGE, _SECTION = (1 << bit for bit in range(1, 7))
_KINDS = {
    _ITEM: "dd dt li option",
    _LIST: "dir dl menu ol ul",
    _PARAGRAPH: "p",
    _HEADING: "h1 h2 h3 h4 h5 h6",
    _IMAGE: "img",
    _SECTION: "article aside footer header main nav search section",
}
# Landmark roles of WAI-ARIA 1.2; HTML's sectioning elements have them implicitly.
_LANDMARKS = frozenset("banner complementary contentinfo form main navigation region search".split())


def _kind(name: str, lead: int) -> int:
    block = BLOCK if lead == BROKEN and name not in ("br", "hr") else 0
    return block | sum(kind for kind, names in _KINDS.items() if name in names.split())


# By tag; the last entry is for the tags that HTML does not define.
_KIND = np.array([*map(_kind, NAMES, LEAD), 0], dtype=np.uint8)
_FAR = 50  # a path that was last seen this many leaves ago, or never, is new
_STRONG = 4095  # gaps stronger than this are counted as equally strong
_LIST_LENGTH = 5  # alike siblings that make a list; by `bench.segments`, 4 loses boundaries and 6 gains none
_STARTING = {_ITEM: "item", _LIST: "list", _HEADING: "heading", _IMAGE: "image", _SECTION: "section"}

THRESHOLDS = {"blocks": 0.20, "ontominer": 0.34}


def segments(tree: Tree, method: str = "blocks", *, threshold: float | None = None) -> Column:
    """The number of the first leaf of each segment; empty for a page without leaves.

    With `blocks` a segment starts where the likelihood of a boundary reaches the threshold, with `ontominer` where the
    share of paths that continue is below it.

    >>> from weblode.pages.html import parse
    >>> tree = parse(b"<div><h2>News</h2><ul><li>a<li>b<li>c</ul></div><div><p>Imprint</div>")
    >>> segments(tree, "ontominer").tolist()
    [0, 1, 4]
    """
    if method not in _METHODS:
        raise WeblodeError(f"no method {method!r} for segments; choose one of {', '.join(SEGMENTS)}")
    return _METHODS[method](tree, THRESHOLDS[method] if threshold is None else threshold)


def likelihood(tree: Tree, weights: Mapping[str, float] | None = None) -> Measure:
    """For each leaf the likelihood that a segment starts with it: 1 for the first, 0 inside a line or a list."""
    likelihoods = np.ones(len(tree.leaves))
    if len(likelihoods) > 1:
        weights = fitted_weights() if weights is None else weights
        values, inside = measures(tree)
        score = sum((weights[name] * column for name, column in values.items()), np.float64(weights["bias"]))
        likelihoods[1:] = ~inside / (1 + np.exp(-score))
    return likelihoods


def fitted_weights() -> Mapping[str, float]:
    """The fitted weight of each measure, and the bias."""
    weights: Mapping[str, float] = parameters("outline/segments.json")
    return weights


def measures(tree: Tree) -> tuple[dict[str, Measure], NDArray[np.bool_]]:
    """Measures of each gap between leaves, by name; and whether the gap is inside a line or a list.

    | measure | of the gap before a leaf |
    | --- | --- |
    | rivals | how many gaps outside lines and lists are as strong: blocks that end times blocks that start |
    | high | how few blocks contain both leaves, as a share of the most that any leaf is in |
    | parts | the mean number of leaves of the children of the node that contains both leaves |
    | side | how many leaves of that node are on the smaller side of the gap |
    | new | how many leaves ago this tag path occurred last |
    | item, list, heading, image, section | one starts here; a section also if one ends |
    | paragraph | one ends here |

    Counts are logarithms. A line continues where no block ends or starts and the text is not on a new line; a list is
    `_LIST_LENGTH` siblings or more whose leaves have the same tag paths.
    """
    common, ends, starts, level, ended, started, back, in_list = kernels.fastest().gaps(
        tree.parent, tree.end, tree.path, tree.leaf, _kinds(tree), _LIST_LENGTH
    )
    leaves, here = tree.leaves, np.arange(1, len(tree.leaves))
    strength = np.minimum((ends + 1) * (starts + 1), _STRONG)
    inside = (in_list > 0) | (strength == 1) & (tree.lead[leaves[1:]] < BROKEN)
    rivals = np.bincount(strength, weights=~inside)[::-1].cumsum()[::-1][strength]
    first, last = leaves.searchsorted(common), leaves.searchsorted(tree.end[common])
    parts = np.bincount(common)[common] + 1  # there is one gap less than parts
    bits = [((started | ended & _SECTION) & kind > 0).astype(np.float64) for kind in _STARTING]
    values = {
        "rivals": np.log(np.maximum(rivals, 1)),
        "high": 1 - level / max(1, int((level + np.maximum(ends, starts)).max())),
        "parts": np.log((last - first) / parts),
        "side": np.log(np.minimum(here - first, last - here)),
        "new": np.log(np.where(back, np.minimum(back, _FAR), _FAR)),
        "paragraph": (ended & _PARAGRAPH > 0).astype(np.float64),
    }
    return values | dict(zip(_STARTING.values(), bits, strict=True)), inside


def _kinds(tree: Tree) -> NDArray[np.uint8]:
    """The kinds of each node as bits, including landmark roles."""
    node_kinds: NDArray[np.uint8] = _KIND.take(tree.tag, mode="clip")
    place = tree.buffer.find(b"role\0")
    while place >= 0:
        u = int(tree.start.searchsorted(np.int32(place), side="right")) - 1
        if tree.attributes(u).get("role", "").strip().lower() in _LANDMARKS:
            node_kinds[u] |= _SECTION
        place = tree.buffer.find(b"role\0", int(tree.start[u + 1]))
    return node_kinds


def _block_starts(tree: Tree, threshold: float) -> Column:
    return np.flatnonzero(likelihood(tree) >= min(threshold, 1.0)).astype(np.int32)


def _ontominer_starts(tree: Tree, threshold: float) -> Column:
    paths = tree.path[tree.leaves].tolist()
    final = {path: i for i, path in enumerate(paths)}
    starts, linked, crossing = [0] if paths else [], set[int](), 0
    for i, path in enumerate(paths[:-1]):
        if path in linked:
            crossing -= final[path] == i
        elif final[path] > i:
            linked.add(path)
            crossing += 1
        if not linked or crossing / len(linked) < threshold:
            starts.append(i + 1)
            linked, crossing = set(), 0
    return np.array(starts, dtype=np.int32)


_METHODS: dict[str, Callable[[Tree, float], Column]] = dict(
    zip(SEGMENTS, (_block_starts, _ontominer_starts), strict=True)
)
