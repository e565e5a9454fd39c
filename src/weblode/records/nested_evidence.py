"""Whether alike items inside records are a list, or the fields of a form that every record has."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from weblode import kernels
from weblode.caches import regex
from weblode.kernels.siblings import WORDS
from weblode.kernels.texts import LABEL
from weblode.records.nested_kinds import class_words
from weblode.records.objects import Range
from weblode.records.places import MARKS
from weblode.records.spanned_cells import cells_of, span
from weblode.tags import NUMBERS
from weblode.tree import Tree

_LABELS = frozenset(NUMBERS[name] for name in "dt label th".split())
_A, _ROW = NUMBERS["a"], NUMBERS["tr"]
_TERM, _CELL, _COLON = 2, 3, 4  # how sure a label is: in `dt` or `label`, in `th`, before a colon
_MANY = 2_000  # the most items that are read
_LEAVES = 30  # the most texts of an item that are read
_FEW = 10  # the most items of a record that are compared with each other
_HALF = 0.5  # the share of the records in which a label recurs, and of the items with such labels in a form
NEARLY = 0.8  # the share of the records that count as nearly all
_PLAIN = 3  # the least records in which a plain text recurs that is taken for a label
_MANY_RECORDS = 5  # the least records that show the same words in all of them to be the page's
_SHORT = 40  # characters of a text with a number that may be a field: "12 views"
_PLURAL = regex(r"s\b")
_NUMBER = regex(r"\d[\d.,]*")
_IS_MARK = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)  # the last entry is for tags that HTML does not define
_IS_MARK[sorted(MARKS)] = 1


class _FirstTexts(NamedTuple):
    """Of an item: where its first texts begin and end among the leaves; of those with words the first two, -1 for none.

    `structured` if such texts stand in different elements, marks not counted.
    """

    begin: int
    end: int
    one: int
    two: int
    structured: bool


def _first_texts(tree: Tree, items: Sequence[Range]) -> list[_FirstTexts]:
    columns = (tree.parent, tree.end, tree.tag, tree.position, tree.leaf, tree.start)
    texts = kernels.fastest().first_texts(tree.buffer, columns, tree.leaves, items, _IS_MARK, _LEAVES)
    return list(map(_FirstTexts._make, texts))


def is_structured(tree: Tree, items: Sequence[Range], *, most: bool) -> bool:
    """Whether half of the items, or nearly all with `most`, hold two texts in different elements, marks not counted."""
    return _are_structured(_first_texts(tree, items[:_MANY]), most=most)


def _are_structured(texts: Sequence[_FirstTexts], *, most: bool) -> bool:
    """As `is_structured`, by the first texts of each item."""
    return sum(each.structured for each in texts) >= (NEARLY if most else _HALF) * len(texts)


def are_alike(shapes: Sequence[frozenset[int]], owners: Sequence[int]) -> bool:
    """Whether, on average, an item has most of the tag paths of a smaller one in the same record."""
    groups: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
    for shape, owner in zip(shapes[:_MANY], owners[:_MANY], strict=True):
        groups[owner].append(shape)
    pairs = [pair for group in groups.values() for pair in combinations(group[:_FEW], 2)]
    shares = [len(one & other) / max(1, min(len(one), len(other))) for one, other in pairs]
    return sum(shares) >= NEARLY * len(shares)


def varies(counts: Counter[int], records: int) -> bool:
    """Whether the number of items differs between records: nearly all records of a form have the same fields.

    Records with one item each, but for a few with a second one, have a field too.
    """
    usual = Counter(counts.values()).most_common(1)[0][1]
    several = counts.total() >= (1 + _HALF) * len(counts)
    return several and (usual < NEARLY * len(counts) or len(counts) < NEARLY * records)


def _are_joined(tree: Tree, items: Sequence[Range], owners: Sequence[int]) -> bool:
    """Whether items are the rows of one thing each: a cell of the first one of each record reaches into all others."""
    if tree.tag.item(items[0][0]) != _ROW:
        return False
    number = Counter(owners)
    firsts = [start for i, (start, _) in enumerate(items) if i == 0 or owners[i] != owners[i - 1]]
    most = [max((span(tree, u, "rowspan") for u in cells_of(tree, row)), default=1) for row in firsts]
    return all(rows >= n > 1 for rows, n in zip(most, number.values(), strict=False))


def is_form(
    tree: Tree, all_items: Sequence[Range], all_owners: Sequence[int], all_shapes: Sequence[frozenset[int]]
) -> bool:
    """Whether items are fields: with labels, classes or parts that recur in the records, or the same words in all.

    Records with one item show nothing.
    """
    counts = Counter(all_owners)
    if len(set(counts.values())) == 1 and _are_joined(tree, all_items, all_owners):
        return True
    chosen = [i for i, owner in enumerate(all_owners) if counts[owner] > 1][:_MANY]
    items, owners, shapes = (
        [all_items[i] for i in chosen],
        [all_owners[i] for i in chosen],
        [all_shapes[i] for i in chosen],
    )
    first = _first_texts(tree, items)
    labels = _labels(tree, items, first)
    if sum(mark == _COLON for _, mark in labels) > _HALF * len(items):
        return True
    texts = tree.passages([(each.begin, each.end) for each in first], line=" ")
    n, structured = len(set(owners)), _are_structured(first, most=False)
    if n == 1:
        return not structured and _is_counted(texts)
    if _recurring(texts, owners):  # buttons; a few records may still have lists with the same words
        return not structured or (n >= _MANY_RECORDS and _recurring(texts, owners, least=NEARLY * n, most=NEARLY))
    classes = [frozenset(words) or None for words in class_words(tree, [start for start, _ in items])]
    cells = [text if mark == _CELL else None for text, mark in labels]
    if (
        _recurring(cells, owners, least=2.0)
        or _recurring(classes, owners)
        or _has_own_parts(tree, items, owners, shapes)
    ):
        return True
    terms = [text if mark == _TERM else None for text, mark in labels]
    if n < _PLAIN:  # two records show a form only if all of their labels recur
        return _recurring(terms, owners, ordered=True, most=1.0)
    plain = [text if mark and not _NUMBER.search(text) else None for text, mark in labels]
    if _recurring(plain, owners, ordered=True, least=NEARLY * n):
        return True
    if structured and n < _MANY_RECORDS:
        return False
    starts, least = [_start(text.split()) for text in texts], NEARLY * n if structured else 0.0
    return any(_recurring(each, owners, ordered=True, least=least) for each in (starts, _templates(texts)))


def _templates(texts: Sequence[str]) -> list[str | None]:
    """Short texts with their numbers as zeros, None for the others: "0 views"."""
    short = [text if len(text) < _SHORT and _NUMBER.search(text) else None for text in texts]
    return [_PLURAL.sub("", _NUMBER.sub("0", text)) if text else None for text in short]


def _is_counted(texts: Sequence[str]) -> bool:
    """Whether most texts are numbers of pages, or count different things: "16 followers", "1 tweet"."""
    templates = [each for each in _templates(texts) if each]
    distinct = len(templates) if len(set(templates)) == len(templates) else 0
    return max(sum(map(str.isdigit, texts)), distinct) > _HALF * len(texts)


def _start(words: Sequence[str]) -> str | None:
    """The first two words of a text of more, if they have no number: "View all"."""
    start = " ".join(words[:2])
    return start if len(words) > 2 and not _NUMBER.search(start) else None


def _has_own_parts(tree: Tree, items: Sequence[Range], owners: Sequence[int], shapes: Sequence[frozenset[int]]) -> bool:
    """Whether several parts stand in exactly one item of nearly every record, as a title and a price do."""
    spread: defaultdict[int, Counter[int]] = defaultdict(Counter)  # by tag path, how many items of a record have it
    above: dict[int, int] = {}
    for item, owner, shape in zip(items, owners, shapes, strict=True):
        for path in shape:
            spread[path][owner] += 1
        if not above.keys() >= shape:
            nodes = tree.first_of_paths(*item)
            above |= zip(tree.path[nodes].tolist(), tree.path[tree.parent[nodes]].tolist(), strict=True)
            above.setdefault(WORDS, WORDS)
    n = len(set(owners))
    alone = {path for path, counts in spread.items() if sum(each == 1 for each in counts.values()) >= NEARLY * n}
    return sum(above[path] not in alone for path in alone - {WORDS}) > 1


def _labels(tree: Tree, items: Sequence[Range], first: Sequence[_FirstTexts]) -> list[tuple[str, int]]:
    """The first text of each item, up to a colon if it has one, and how sure it is that it is a label (from 0)."""
    nodes = [each.one for each in first if each.one >= 0]
    texts = iter(kernels.fastest().lines(tree.buffer, tree.start, nodes))
    some = not _LABELS.isdisjoint(tree.tags)
    return [
        _label(tree, item, each, next(texts), some=some) if each.one >= 0 else ("", 0)
        for item, each in zip(items, first, strict=True)
    ]


def _label(tree: Tree, item: Range, first: _FirstTexts, text: str, *, some: bool) -> tuple[str, int]:
    """The first text of an item, which is given, as `_labels` says; whether the page has `some` elements for labels."""
    if (":" in text or "\uff1a" in text) and (match := LABEL.match(text.replace("\uff1a", ": ", 1))):
        return match[0].strip(), _COLON
    if first.two < 0 and not some:
        return text, 0
    above, u, parent, tag = set(), tree.parent.item(first.one), tree.parent.item, tree.tag.item
    while u >= item[0]:
        above.add(tag(u))
        u = parent(u)
    if not _LABELS.isdisjoint(above):
        return text, _CELL if NUMBERS["th"] in above else _TERM
    return text, int(first.two >= 0 and _A not in above)


def _recurring(
    features: Sequence[Hashable],
    owners: Sequence[int],
    *,
    ordered: bool = False,
    least: float = 0.0,
    most: float = _HALF,
) -> bool:
    """Whether most items have a feature that recurs in half of the records (or in `least`), mostly once in each.

    With `ordered`, also in the same order: fields have one, names that recur need not. `most` is the share of items.
    """
    counts = Counter(features)
    least = least or max(2, _HALF * len(set(owners)))
    if sum([n for each, n in counts.items() if n >= least and each is not None]) <= _HALF * len(features):
        return False  # most often: even if all that occur so often did so in different records, they would be too few
    where: defaultdict[Hashable, set[int]] = defaultdict(set)
    for feature, owner in zip(features, owners, strict=True):
        where[feature].add(owner)
    recurs = {each for each, records in where.items() if each is not None and len(records) >= least}
    once = {each for each in recurs if counts[each] <= 1.2 * len(where[each])}
    share = sum(counts[each] for each in once) / len(features)
    if share < most or share <= _HALF:
        return False
    return not ordered or _in_order(features, owners, once)


def _in_order(features: Sequence[Hashable], owners: Sequence[int], chosen: set[Hashable]) -> bool:
    """Whether nearly all neighbours among the chosen features stand in the more frequent of their two orders."""
    row = [(owner, each) for each, owner in zip(features, owners, strict=True) if each in chosen]
    pairs = Counter((before, after) for (one, before), (other, after) in pairwise(row) if one == other)
    usual = sum(n for (before, after), n in pairs.items() if n > pairs[after, before])
    return usual >= NEARLY * pairs.total()
