"""Segments: a page's text leaves cut into runs that belong together, without a hierarchy.

`ontominer` is the flat partition of H. Davulcu, S. Vadrevu, S. Nagarajan, "OntoMiner: automated metadata and instance
mining from news websites", Int. J. Web and Grid Services 1(2), 2005, section 4.1, Algorithm 2. A leaf is linked to the
next one of the same tag path, and a segment ends where few of the paths that are linked within it continue. We differ
in that the first leaf's link counts, and that the leaf at which the test is made is the last of its segment, not the
first of the next: only then are the links that the test counts as crossing those that cross. No link is a share of 0.

`blocks` chooses one of the nested cuts of the page's tree. People who mark blocks divide a node into all its parts or
not at all, and hardly ever one inside a node that they did not divide. So there are two logistic models, each of a few
measures: how likely a line is drawn in a gap between two leaves, and how likely a node is divided if the one around it
is; the product down the tree is what the second says about a gap. The likelihood of a gap is a mean of both, as log
odds. Weights are fitted by `python -m bench.segments FOLDER --fit` and stored in `segments.json`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.errors import WeblodeError
from weblode.kernels.gaps import BLOCK, LINK, LIST
from weblode.models import parameters
from weblode.outline import SEGMENTS
from weblode.tags import BROKEN, LEAD, NAMES, NUMBERS
from weblode.tree import Column, Tree

Measure = NDArray[np.float64]

Weights = Mapping[str, Mapping[str, float]]  # of the measures of gaps and of nodes

_ITEM, _PARAGRAPH, _HEADING, _IMAGE, _SECTION = (1 << bit for bit in range(3, 8))
_KINDS = {
    LIST: "dir dl menu ol ul",
    LINK: "a",
    _ITEM: "dd dt li option",
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
_LIST_LENGTH = 5  # alike siblings that make a list; by `bench.segments`, 4 loses boundaries and 6 gains none
_LARGE = 4  # leaves of items that may be blocks of their own; 3 and 5 are as good, 6 loses boundaries
# Where the size of a page stops to count, in leaves and in bytes of text: people mark about as many blocks on larger
# pages. Of the values 100, 200, 300 and 4,000, 8,000, 16,000 the best on the development pages.
_LEAVES, _TEXT = 200, 16_000
# From this rank on a boundary needs a higher likelihood: people mark 16 to 20 blocks on a large page, whose starts and
# ends are about as many boundaries, and rarely more than 40. Lower ranks lose boundaries on the development pages.
_USUAL = 40
# How much the model of gaps counts, that of nodes counting the rest; 0.5 and 0.7 have a lower recall. And how much a
# gap's odds are drawn to the mean of its node, which people divide as a whole or not at all.
_GAPS, _WHOLE = 0.6, 0.3
_CERTAIN = -50.0, -1e-9  # the logarithms of likelihoods that count as certain
_STARTING = np.array([[_ITEM], [LIST], [_HEADING], [_IMAGE], [_SECTION]], dtype=np.int32)

# The measures of gaps and of nodes, in the order of their rows; `cuts` explains them.
GAP = tuple("item list heading image section paragraph link alike high text rivals new parts".split())
NODE = tuple("lists row size share around rivals side alike new".split())

THRESHOLDS = {"blocks": 0.25, "ontominer": 0.34}


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


@dataclass(frozen=True)
class Cuts:
    """Where a page may be cut: gaps between leaves, by the node that they divide; nodes are in document order."""

    before: Column  # for each gap the leaf after it
    number: Column  # for each gap the number of its node
    above: Column  # for each node the number of the innermost one around it; its own if there is none
    gaps: Measure  # a row for each measure in `GAP`, a column for each gap
    nodes: Measure  # a row for each measure in `NODE`, a column for each node


def likelihood(tree: Tree, weights: Weights | None = None) -> Measure:
    """For each leaf the likelihood that a segment starts with it: 1 for the first, 0 inside a line or a list."""
    likelihoods = np.zeros(len(tree.leaves))
    likelihoods[:1] = 1
    page = cuts(tree)
    if len(page.before):
        weights = fitted_weights() if weights is None else weights
        divided = _divided(page, weights["node"]).take(page.number)
        scores = _score(page.gaps, GAP, weights["gap"])
        means = np.bincount(page.number, scores) / np.bincount(page.number)
        odds = _GAPS * ((1 - _WHOLE) * scores + _WHOLE * means.take(page.number)) + (1 - _GAPS) * divided
        chances = 1 / (1 + np.exp(-odds))
        if len(chances) > _USUAL:
            rank = len(chances) - np.sort(chances).searchsorted(chances)
            chances *= np.minimum(1, _USUAL / rank)
        likelihoods[page.before] = chances
    return likelihoods


def _divided(page: Cuts, weights: Mapping[str, float]) -> Measure:
    """For each node the log odds that it is divided, and with it all nodes around it."""
    logs = (-np.logaddexp(0, -_score(page.nodes, NODE, weights))).tolist()
    likely = [0.0] * len(logs)
    for number, above in enumerate(page.above.tolist()):
        likely[number] = logs[number] + likely[above]  # 0 if there is none around it
    chance = np.array(likely).clip(*_CERTAIN)
    odds: Measure = chance - np.log(-np.expm1(chance))
    return odds


def _score(values: Measure, names: tuple[str, ...], weights: Mapping[str, float]) -> Measure:
    score: Measure = np.array([weights[name] for name in names]) @ values + weights["bias"]
    return score


def fitted_weights() -> Weights:
    """The fitted weights of the measures of gaps and of nodes, each with a bias."""
    weights: Weights = parameters("outline/segments.json")
    return weights


def cuts(tree: Tree) -> Cuts:
    """The gaps at which a page may be cut and the nodes that they divide, with their measures by name.

    | measure | of the gap before a leaf |
    | --- | --- |
    | rivals | how many gaps outside lines and lists are as strong: blocks that end times blocks that start |
    | high | how few blocks contain both leaves, as a share of the most that any leaf is in |
    | parts | the mean number of leaves of the children of the node that contains both leaves |
    | new | how many leaves ago this tag path occurred last |
    | item, list, heading, image, section | one starts here; a section also if one ends |
    | paragraph | one ends here |
    | link | the leaf before is in one |
    | alike | the children that the gap divides begin with leaves whose blocks have the same tag path |
    | text | the bytes of text of the page, at most `_TEXT` |

    | measure | of a node |
    | --- | --- |
    | share | the mean number of leaves of its children, as a share of the page's |
    | around | its leaves, as a share of those of the innermost divided node around it |
    | rivals, alike, side | the mean over its gaps; `side` is the number of its leaves on the smaller side of the gap |
    | new | the maximum over its gaps |
    | lists | the number of lists around it |
    | row | it is a row of a table |
    | size | the leaves of the page, at most `_LEAVES` |

    Counts and shares are logarithms. A line continues where no block ends or starts and the text is not on a new line;
    a list is `_LIST_LENGTH` siblings or more whose leaves have the same tag paths; it may be cut between them if they
    are fewer than twice as many and each has `_LARGE` leaves or more.
    """
    rows, nodes, most = kernels.fastest().cuts(
        tree.parent, tree.end, tree.path, tree.leaf, tree.lead, _kinds(tree), _LIST_LENGTH, _LARGE
    )
    before, number, rivals, level, ended, started, back, alike, first, stop, parts, _, link = rows
    gaps = np.empty((len(GAP) + 1, len(before)))
    gaps[:5] = (started | ended & _SECTION) & _STARTING > 0
    gaps[5] = ended & _PARAGRAPH > 0
    gaps[6], gaps[7] = link, alike
    gaps[8] = 1 - level / max(1, most)
    gaps[9] = math.log(min(max(1, int(tree.text_before[-1])), _TEXT))
    gaps[10], gaps[12] = rivals, (stop - first) / parts
    gaps[11] = np.minimum(np.where(back, back, _FAR), _FAR)
    gaps[13] = np.minimum(before - first, stop - before)  # not a measure of gaps, but its mean is one of nodes
    np.log(gaps[10:], out=gaps[10:])
    of_nodes = _node_measures(tree, nodes, rows, gaps) if len(before) else np.empty((len(NODE), 0))
    return Cuts(before, number, nodes[2], gaps[: len(GAP)], of_nodes)


def _node_measures(tree: Tree, nodes: NDArray[np.int32], rows: NDArray[np.int32], gaps: Measure) -> Measure:
    """The measures of the nodes by the rows and the measures of their gaps."""
    node, opens, above = nodes
    size = (rows[9] - rows[8]).take(opens)
    measures = np.empty((len(NODE), len(opens)))
    measures[0] = rows[11].take(opens)
    measures[1] = tree.tag.take(node) == NUMBERS["tr"]
    measures[2] = math.log(min(len(tree.leaves), _LEAVES))
    measures[3] = gaps[12].take(opens) - math.log(len(tree.leaves))
    measures[4] = np.log(size / size.take(above))
    measures[5:8] = np.add.reduceat(gaps[[10, 13, 7]], opens, axis=1) / np.bincount(rows[1])
    measures[8] = np.maximum.reduceat(gaps[11], opens)
    return measures


def _kinds(tree: Tree) -> NDArray[np.uint8]:
    """The kinds of each node as bits, including landmark roles."""
    node_kinds: NDArray[np.uint8] = _KIND.take(tree.tag, mode="clip")
    for u, role in roles(tree).items():
        if role in _LANDMARKS:
            node_kinds[u] |= _SECTION
    return node_kinds


def roles(tree: Tree) -> dict[int, str]:
    """The roles of the elements that have one, in lower case."""
    (by_node,) = kernels.fastest().named(tree.buffer, tree.start, tree.tag, (b"role",))
    return {u: role.decode("utf-8", "replace").strip().lower() for u, role in by_node.items()}


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
