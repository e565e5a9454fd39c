"""The types of segments: what each is (navigation, list, article, ...) and in which region of the page it stands.

Where the page says it, by an element such as `nav`, `footer` or `form` or by a landmark role, that decides. Elsewhere
two small models do, each a weighted sum of a few facts by class (`facts`), fitted on blocks that people marked by
`python -m bench.segments FOLDER --fit` and stored in `segment_types.json`. Texts are not read, but for the copyright
sign; of the names of ids and classes around a segment, the words that authors use for the parts of any page (`_NAMED`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.caches import regex
from weblode.models import parameters
from weblode.outline.segments import roles
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Column, Tree

TYPES = ("article", "list", "navigation", "title", "image", "form", "advert")
REGIONS = ("main", "header", "footer", "sidebar")
# Shares of the leaves of a segment that are inside such an element, then counts of elements between its first and its
# last leaf, images and fields before the first among them; the others are in `facts`.
_INSIDE = {
    "link": "a",
    "item": "li dd dt",
    "cell": "td th",
    "head": "h1 h2 h3 h4 h5 h6 title",
    "paragraph": "p",
    "choice": "option label button",
    "frame": "iframe ins",
    "form": "form",
}
_COUNTED = {"images": "img svg object embed video canvas", "fields": "input select textarea button"}
_MOST = 0.5  # the share of the leaves of a segment that are most of them
_TEXTS = 4  # leaves by field of a form, at most: more are a form around other things
_NAME = 200  # characters of an id with the classes that are read
# What ids and classes of the elements around a segment say, by what the name has in it.
_NAMED = {
    "header": "head(?!line)|masthead|banner|^top|kopf|entete|testata",
    "footer": "foot|bottom|copyright|fuss|pied|legal|piede",
    "side": "side|aside|^left|^right|left$|right$|rail|column|^col|gauche|droite|widget",
    "menu": "menu|nav|tabs",
    "content": "content|^main$|article|post|entry|story|inhalt|contenu|body|center|middle",
    "search": "search|login|form|suche|recherche",
    "advert": "advert|^ads?$|adsense|sponsor|werbung|^pub$",
    "title": "logo|title|brand|slogan",
}
_PATTERNS = [regex(pattern) for pattern in _NAMED.values()]
_WORD = regex("[a-z]+")
FACTS = (
    *_INSIDE,
    *_COUNTED,
    *_NAMED,
    "leaves",
    "length",
    "longest",
    "linked",
    "titled",
    "early",
    "late",
    "place",
    "copyright",
)
# Elements and landmark roles that say what is in them.
_SAYS_TYPE = {"nav navigation": "navigation", "search": "form"}
_SAYS_REGION = {
    "header banner": "header",
    "footer contentinfo": "footer",
    "aside complementary": "sidebar",
    "main": "main",
}

Facts = NDArray[np.float64]
Weights = Mapping[str, Mapping[str, float]]  # by class, the weight of each fact and the bias


@dataclass(frozen=True)
class SegmentType:
    """What a segment is, and the region of the page that it stands in."""

    type: str
    region: str


def segment_types(tree: Tree, starts: Column, weights: Mapping[str, Weights] | None = None) -> list[SegmentType]:
    """The type of each segment of a page, by the first leaves of its segments.

    >>> from weblode.outline.segments import segments
    >>> from weblode.pages.html import parse
    >>> tree = parse(b"<nav><ul><li><a href=1>Home</a><li><a href=2>News</a></ul></nav><footer><p>Imprint</p></footer>")
    >>> [each.type for each in segment_types(tree, segments(tree))][0]
    'navigation'
    """
    if not len(starts):
        return []
    weights = parameters("outline/segment_types.json") if weights is None else weights
    values = facts(tree, starts)
    types = [TYPES[number] for number in chances(values, weights["type"], TYPES).argmax(axis=1).tolist()]
    _follow_elements(values, types)
    regions = _in_order(chances(values, weights["region"], REGIONS))
    _follow_landmarks(tree, starts, types, regions)
    return [SegmentType(kind, region) for kind, region in zip(types, regions, strict=True)]


def chances(values: Facts, weights: Weights, order: Sequence[str]) -> Facts:
    """The log likelihood of each class, in columns, for each row of facts."""
    scores = [[weights[name]["bias"], *(weights[name][fact] for fact in FACTS)] for name in order]
    odds: Facts = np.column_stack([np.ones(len(values)), values]) @ np.array(scores).T
    odds -= odds.max(axis=1, keepdims=True)
    logs: Facts = odds - np.log(np.exp(odds).sum(axis=1, keepdims=True))
    return logs


def _in_order(likely: Facts) -> list[str]:
    """The most likely region of each segment if the header is before the rest and the footer after it."""
    main, header, footer, sidebar = likely.T
    middle = np.maximum(main, sidebar)
    gained = np.append(0, (header - middle).cumsum())  # by the number of segments in the header
    lost = np.append(0, (footer - middle).cumsum())  # by the segment that the footer begins with
    best = np.maximum.accumulate(gained) - lost
    last = int(best.argmax())
    first = int(gained[: last + 1].argmax())
    within = ["sidebar" if side > content else "main" for side, content in zip(sidebar, main, strict=True)]
    return ["header"] * first + within[first:last] + ["footer"] * (len(within) - last)


def facts(tree: Tree, starts: Column) -> Facts:
    """A row of facts for each segment.

    | fact | of a segment |
    | --- | --- |
    | link, item, cell, head, paragraph, ... | the share of its leaves in a link, a list item, a table cell, ... |
    | images, fields | how many it has, as a logarithm |
    | header, footer, side, menu, ... | an id or a class around its first and its last leaf has such a word |
    | leaves, length, longest | its leaves, its bytes of text by leaf, those of its longest leaf, as logarithms |
    | linked | the share of its bytes of text that are in links |
    | titled | it begins with a heading |
    | early, late, place | the leaves before it and after it, as logarithms, and its middle as a share of the page |
    | copyright | it has a copyright sign |
    """
    leaves, n = tree.leaves, len(tree.leaves)
    stops = np.append(starts[1:], n)
    sizes = stops - starts
    length = np.diff(tree.start)[leaves].astype(np.float64)
    inside = [_depth(tree, names)[leaves] > 0 for names in _INSIDE.values()]
    shares = np.add.reduceat(np.array(inside, dtype=np.float64), starts, axis=1) / sizes
    opens = np.append(0, leaves[starts[1:] - 1] + 1)  # after the last leaf of the segment before
    closes = leaves[stops - 1] + 1
    counts = []
    for names in _COUNTED.values():
        before = np.append(0, _are_named(tree, names).cumsum())
        counts.append(np.log1p(before[closes] - before[opens]))
    total = np.add.reduceat(length, starts)
    signs = np.array([_has_sign(tree, int(leaves[a]), int(leaves[b - 1])) for a, b in zip(starts, stops, strict=True)])
    rows = [
        *shares,
        *counts,
        *_names_around(tree, starts, stops),
        np.log(sizes),
        np.log(total / sizes),
        np.log(np.maximum.reduceat(length, starts)),
        np.add.reduceat(length * inside[0], starts) / total,
        inside[3][starts],
        np.log1p(starts),
        np.log1p(n - stops),
        (starts + stops) / (2 * n),
        signs,
    ]
    return np.array(rows, dtype=np.float64).T


def _names_around(tree: Tree, starts: Column, stops: Column) -> NDArray[np.bool_]:
    """For each kind of name a row: whether elements around the first and the last leaf of each segment have one."""
    ids, classes = kernels.fastest().named(tree.buffer, tree.start, tree.tag, (b"id", b"class"))
    parent = tree.parent.tolist()
    bits: dict[int, int] = {-1: 0}  # by node the kinds of the names of it and of those around it
    for u in tree.leaves[np.unique(np.concatenate((starts, stops - 1)))].tolist():
        todo = []
        while u not in bits:
            todo.append(u)
            u = parent[u]
        for v in reversed(todo):
            bits[v] = bits[parent[v]]
            if v in ids or v in classes:
                bits[v] |= _bits(f"{ids.get(v, b'').decode()} {classes.get(v, b'').decode()}")
    first, last = (np.array([bits[u] for u in tree.leaves[each].tolist()]) for each in (starts, stops - 1))
    rows: NDArray[np.bool_] = (first & last) >> np.arange(len(_NAMED))[:, None] & 1 > 0
    return rows


def _bits(names: str) -> int:
    """The kinds of names that a word of an id and of classes has, as bits."""
    bits = 0
    for word in _WORD.findall(names[:_NAME].lower()):
        bits |= _bits_of_word(word)
    return bits


@lru_cache(maxsize=4096)
def _bits_of_word(word: str) -> int:
    """The kinds of names that a word has, as bits; cached, since pages share their words."""
    return sum([1 << kind for kind, pattern in enumerate(_PATTERNS) if pattern.search(word)])


def _has_sign(tree: Tree, first: int, last: int) -> bool:
    """Whether a text between two nodes has the copyright sign."""
    return tree.buffer.find("©".encode(), int(tree.start[first]), int(tree.start[last + 1])) >= 0


@cache
def _tags(names: str) -> NDArray[np.bool_]:
    """By tag whether it has one of the names, the last entry for names that HTML does not define."""
    tags = np.zeros(len(NAMES) + 1, dtype=bool)
    tags[[NUMBERS[name] for name in names.split() if name in NUMBERS]] = True
    return tags


def _are_named(tree: Tree, names: str) -> NDArray[np.bool_]:
    """Whether each node is an element with one of the names."""
    return _tags(names).take(tree.tag, mode="clip")


def _depth(tree: Tree, names: str) -> NDArray[np.int64]:
    """For each node the number of elements with one of the names around it."""
    return _spread(tree, _are_named(tree, names).nonzero()[0])


def _spread(tree: Tree, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each node how many of the given ones are around it."""
    n = len(tree) + 1
    return (np.bincount(nodes, minlength=n) - np.bincount(tree.end[nodes], minlength=n)).cumsum()


def _follow_elements(values: Facts, types: list[str]) -> None:
    """Set what elements say: only headings are a title, most texts in frames an advert, few with fields in a form."""
    column = {name: values[:, number] for number, name in enumerate(FACTS)}
    for number in np.flatnonzero(column["head"] == 1).tolist():
        types[number] = "title"
    for number in np.flatnonzero(column["frame"] >= _MOST).tolist():
        types[number] = "advert"
    few = np.exp(column["leaves"]) <= _TEXTS * np.expm1(column["fields"]) + 0.5
    for number in np.flatnonzero((column["form"] > _MOST) & few).tolist():
        types[number] = "form"


def _follow_landmarks(tree: Tree, starts: Column, types: list[str], regions: list[str]) -> None:
    """Set what landmarks say of the segments that have most of their leaves in one."""
    sizes = np.diff(starts, append=len(tree.leaves))
    by_node = roles(tree)
    for says, answers in ((_SAYS_TYPE, types), (_SAYS_REGION, regions)):
        for names, answer in says.items():
            nodes = _landmarks(tree, names, by_node)
            if len(nodes):
                within = np.add.reduceat((_spread(tree, nodes)[tree.leaves] > 0).astype(np.int64), starts)
                for number in np.flatnonzero(2 * within > sizes).tolist():
                    answers[number] = answer


def _landmarks(tree: Tree, names: str, by_node: Mapping[int, str]) -> NDArray[np.int64]:
    """The elements with one of the names, or with one as their role; headers and footers only of the page itself."""
    nodes, choices = _are_named(tree, names), names.split()
    nodes[[u for u, role in by_node.items() if role in choices]] = True
    chosen = np.flatnonzero(nodes)
    if choices[0] in ("header", "footer"):  # those of an article or a section are about it alone
        chosen = chosen[_depth(tree, "article section aside main nav")[chosen] == 0]
    return chosen
