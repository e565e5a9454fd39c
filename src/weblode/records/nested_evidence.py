"""Whether alike items inside records are a list, or the fields of a form that every record has."""

from collections import Counter
from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

import numpy as np

from weblode import kernels
from weblode.caches import regex
from weblode.kernels.siblings import WORDS
from weblode.kernels.texts import LABEL
from weblode.records.objects import Range
from weblode.records.places import MARKS
from weblode.records.spanned_cells import cells_of, span
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

from .nested_kinds import numbered_words

_DT, _LABEL, _TH = NUMBERS["dt"], NUMBERS["label"], NUMBERS["th"]
_LABELS = frozenset((_DT, _LABEL, _TH))
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


# Of an item: where its first texts begin and end among the leaves; of those with words the first two, -1 for none; and
# whether such texts stand in different elements, marks not counted.
_FirstTexts = tuple[int, int, int, int, bool]


def _first_texts(tree: Tree, items: Sequence[Range]) -> list[_FirstTexts]:
    columns = (tree.parent, tree.end, tree.tag, tree.position, tree.leaf, tree.start)
    return kernels.fastest().first_texts(tree.buffer, columns, tree.leaves, items, _IS_MARK, _LEAVES)


def is_structured(tree: Tree, items: Sequence[Range], most: bool) -> bool:  # noqa: FBT001
    """Whether half of the items, or nearly all with `most`, hold two texts in different elements, marks not counted."""
    return _are_structured(_first_texts(tree, items[:_MANY]), NEARLY if most else _HALF)


def _are_structured(texts: Sequence[_FirstTexts], least: float) -> bool:
    """As `is_structured`, by the first texts of each item."""
    n = 0
    for _, _, _, _, structured in texts:
        n += structured
    return n >= least * len(texts)


def are_alike(shapes: Sequence[frozenset[int]], owners: Sequence[int]) -> bool:
    """Whether, on average, an item has most of the tag paths of a smaller one in the same record."""
    groups: dict[int, list[frozenset[int]]] = {}
    for i, shape in enumerate(shapes[:_MANY]):
        group = groups.setdefault(owners[i], [])
        if len(group) < _FEW:
            group.append(shape)
    total, pairs = 0.0, 0
    for group in groups.values():
        for i, one in enumerate(group):
            for k in range(i + 1, len(group)):
                other = group[k]
                pairs += 1
                total += len(one & other) / max(1, min(len(one), len(other)))
    return total >= NEARLY * pairs


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
    labels, marks = _labels(tree, items, first)
    if marks.count(_COLON) > _HALF * len(items):
        return True
    texts = tree.passages([(begin, end) for begin, end, _, _, _ in first], line=" ")
    n, structured = len(set(owners)), _are_structured(first, _HALF)
    if n == 1:
        return not structured and _is_counted(texts)
    if _recurring(texts, owners):  # buttons; a few records may still have lists with the same words
        return not structured or (n >= _MANY_RECORDS and bool(_recurring(texts, owners, NEARLY * n, NEARLY)))
    if _CELL in marks and _recurring(_marked(labels, marks, _CELL), owners, 2.0):
        return True
    if _recurring(_classes(tree, items), owners) or _has_own_parts(tree, items, owners, shapes):
        return True
    if n < _PLAIN:  # two records show a form only if all of their labels recur
        return _TERM in marks and _recurring_in_order(_marked(labels, marks, _TERM), owners, 0.0, 1.0)
    plain = [text if mark and not _NUMBER.search(text) else None for text, mark in zip(labels, marks, strict=True)]
    if _recurring_in_order(plain, owners, NEARLY * n, _HALF):
        return True
    if structured and n < _MANY_RECORDS:
        return False
    least = NEARLY * n if structured else 0.0
    starts = [_start(text) for text in texts]
    if _recurring_in_order(starts, owners, least, _HALF):
        return True
    return _recurring_in_order(_templates(texts), owners, least, _HALF)


def _classes(tree: Tree, items: Sequence[Range]) -> list[tuple[str, ...] | None]:
    """The class words of the elements that items begin with, None for one without."""
    words, numbers = numbered_words(tree, [start for start, _ in items])
    return [words[number] or None for number in numbers]


def _marked(labels: Sequence[str], marks: Sequence[int], mark: int) -> list[str | None]:
    """The labels that are as sure as that, None for the others."""
    return [labels[i] if each == mark else None for i, each in enumerate(marks)]


def _templates(texts: Sequence[str]) -> list[str | None]:
    """Short texts with their numbers as zeros, None for the others: "0 views"."""
    short = [text if len(text) < _SHORT and _NUMBER.search(text) else None for text in texts]
    return [_PLURAL.sub("", _NUMBER.sub("0", text)) if text else None for text in short]


def _is_counted(texts: Sequence[str]) -> bool:
    """Whether most texts are numbers of pages, or count different things: "16 followers", "1 tweet"."""
    templates = [each for each in _templates(texts) if each]
    distinct = len(templates) if len(set(templates)) == len(templates) else 0
    return max(sum(map(str.isdigit, texts)), distinct) > _HALF * len(texts)


def _start(text: str) -> str | None:
    """The first two words of a text of more, if they have no number: "View all"."""
    words = text.split(None, 2)
    if len(words) < 3:
        return None
    start = words[0] + " " + words[1]
    return None if _NUMBER.search(start) else start


def _has_own_parts(tree: Tree, items: Sequence[Range], owners: Sequence[int], shapes: Sequence[frozenset[int]]) -> bool:
    """Whether several parts stand in exactly one item of nearly every record, as a title and a price do."""
    spread: dict[int, dict[int, int]] = {}  # by tag path, how many items of a record have it
    for i, shape in enumerate(shapes):
        owner = owners[i]
        for path in shape:
            counts = spread.get(path)
            if counts is None:
                spread[path] = {owner: 1}
            else:
                counts[owner] = counts.get(owner, 0) + 1
    least = NEARLY * len(set(owners))
    alone: set[int] = set()
    for path, counts in spread.items():
        if path != WORDS and len(counts) >= least:
            once = 0
            for times in counts.values():
                once += times == 1
            if once >= least:
                alone.add(path)
    return len(alone) > 1 and _are_apart(tree, items, shapes, alone)


def _are_apart(tree: Tree, items: Sequence[Range], shapes: Sequence[frozenset[int]], chosen: AbstractSet[int]) -> bool:
    """Whether several of the chosen tag paths are below none of them."""
    above: dict[int, int] = {}
    for i, shape in enumerate(shapes):
        if above.keys() >= shape:
            continue
        start, stop = items[i]
        nodes = tree.first_of_paths(start, stop)
        above |= zip(tree.path[nodes].tolist(), tree.path[tree.parent[nodes]].tolist(), strict=True)
        above.setdefault(WORDS, WORDS)
    n = 0
    for path in chosen:
        n += above[path] not in chosen
    return n > 1


def _labels(tree: Tree, items: Sequence[Range], first: Sequence[_FirstTexts]) -> tuple[list[str], list[int]]:
    """The first text of each item, up to a colon if it has one, and how sure it is that it is a label (from 0)."""
    texts = kernels.fastest().lines(tree.buffer, tree.start, [one for _, _, one, _, _ in first if one >= 0])
    some = not _LABELS.isdisjoint(tree.tags)
    labels, marks = [""] * len(items), [0] * len(items)
    parent, tag = tree.parent, tree.tag
    k = 0
    for i, (_, _, one, two, _) in enumerate(first):
        if one < 0:
            continue
        text = texts[k]
        k += 1
        label = _before_colon(text) if ":" in text or "\uff1a" in text else None
        if label is None:
            labels[i] = text
            if two >= 0 or some:
                marks[i] = _mark(parent, tag, one, items[i][0], two >= 0)
        else:
            labels[i], marks[i] = label, _COLON
    return labels, marks


def _before_colon(text: str) -> str | None:
    """The label that a text begins with, None without one."""
    match = LABEL.match(text.replace("\uff1a", ": ", 1))
    return match[0].strip() if match else None


def _mark(parent: Column, tag: Column, u: int, top: int, followed: bool) -> int:  # noqa: FBT001
    """How sure it is that a text in an item, which is `followed` by another one, is a label."""
    best, linked = 0, False
    u = int(parent[u])
    while u >= top:
        own = tag[u]
        if own == _TH:
            return _CELL
        if own in (_DT, _LABEL):
            best = _TERM
        linked = linked or own == _A
        u = int(parent[u])
    return best or int(followed and not linked)


def _recurring(
    features: Sequence[Hashable], owners: Sequence[int], least: float = 0.0, most: float = _HALF
) -> AbstractSet[Hashable]:
    """The features that recur in half of the records (or in `least`), mostly once in each, if most items have one.

    `most` is the share of items.
    """
    counts: dict[Hashable, int] = {}
    for feature in features:
        counts[feature] = counts.get(feature, 0) + 1
    counts.pop(None, 0)
    least = least or max(2, _HALF * len(set(owners)))
    total = 0
    for n in counts.values():
        if n >= least:
            total += n
    if total <= _HALF * len(features):
        return set()  # most often: even if all that occur so often did so in different records, they would be too few
    where: dict[Hashable, set[int]] = {}
    for i, feature in enumerate(features):
        if feature is not None and counts[feature] >= least:
            where.setdefault(feature, set()).add(owners[i])
    once: set[Hashable] = set()
    total = 0
    for feature, records in where.items():
        n = counts[feature]
        if len(records) >= least and n <= 1.2 * len(records):
            once.add(feature)
            total += n
    share = total / len(features)
    return set() if share < most or share <= _HALF else once


def _recurring_in_order(features: Sequence[Hashable], owners: Sequence[int], least: float, most: float) -> bool:
    """Whether features recur, as by `_recurring`, in the same order: fields have one, names that recur need not."""
    chosen = _recurring(features, owners, least, most)
    return len(chosen) > 0 and _in_order(features, owners, chosen)


def _in_order(features: Sequence[Hashable], owners: Sequence[int], chosen: AbstractSet[Hashable]) -> bool:
    """Whether nearly all neighbours among the chosen features stand in the more frequent of their two orders."""
    row = [(owner, each) for each, owner in zip(features, owners, strict=True) if each in chosen]
    pairs = Counter([(before, after) for (one, before), (other, after) in pairwise(row) if one == other])
    usual = sum([n for (before, after), n in pairs.items() if n > pairs[after, before]])
    return usual >= NEARLY * pairs.total()
