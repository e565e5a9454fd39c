"""Candidates for nested lists: elements of one tag path, told apart by class words, by their parents, and by shape."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.kernels.siblings import Run
from weblode.records import objects
from weblode.records.objects import Range
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

from . import names

_HEADINGS = frozenset(NUMBERS[name] for name in "caption dt h1 h2 h3 h4 h5 h6 legend summary".split())
_BLOCKS = frozenset(NUMBERS[name] for name in "b div label p span strong".split())
# What may be the name of the list after it: 2 for headings, 1 for texts and elements that end in a colon.
_NAMING = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)
_NAMING[[0, *sorted(_BLOCKS)]] = 1
_NAMING[sorted(_HEADINGS)] = 2
_DD, _DT, _TBODY = NUMBERS["dd"], NUMBERS["dt"], NUMBERS["tbody"]
_DIGITS = regex(r"[\d_-]*\d[\d_-]*$|\d+")
_PARTS = regex(r"[^\W\d_]+")
# Class words that say where in a list an item stands, or what state it is in.
_STATES = frozenset(
    "active alt alternate closed collapsed current even expanded first hidden hide last new odd open selected".split()
)
_CLIMB = 2  # how far above a list without a class its name may stand
_LABEL = 60  # the most characters of a heading above a list
_SAME = 0.5  # the share of tag paths that the items of two parents must have in common to be of one list

_STRIPES = 0.8  # the same for items that differ in a class word alone


class Kind:
    """Candidates of one kind, those below one parent together.

    `word` is the class word that they share, `path` the number of their tag path; the other columns are by parent.
    """

    def __init__(self, word: str, path: int, name: str) -> None:
        self.word, self.path, self.name = word, path, name
        self.parents: list[int] = []
        self.owners: list[int] = []
        self.members: list[list[int]] = []

    def add(self, parent: int, owner: int, nodes: list[int]) -> None:
        """Candidates below a parent are of this kind."""
        self.parents.append(parent)
        self.owners.append(owner)
        self.members.append(nodes)


def class_words(tree: Tree, nodes: Sequence[int]) -> list[tuple[str, ...]]:
    """The words of each element's itemprop and class that may say what it is, without numbers."""
    words, numbers = numbered_words(tree, nodes)
    return words * len(numbers) if len(words) == 1 else [words[number] for number in numbers]


def numbered_words(tree: Tree, nodes: Sequence[int]) -> tuple[list[tuple[str, ...]], list[int]]:
    """The words of all elements as by `class_words`, each once, and the number of those of each element."""
    labels, numbers = kernels.fastest().labels(tree.buffer, tree.start, tree.tag, list(nodes))
    words = [_words(label) if label else () for label in labels]  # a list has the same few many times
    distinct = {each: number for number, each in enumerate(dict.fromkeys(words))} if len(words) > 1 else None
    if distinct is None or len(distinct) == len(words):
        return words, numbers
    which = [distinct[each] for each in words]
    return list(distinct), [which[number] for number in numbers]


@bounded_cache(1_000_000, lambda words: 100 * len(words))
def _words(label: bytes) -> tuple[str, ...]:
    """The words of attributes that may say what an element is, each once."""
    words: dict[str, None] = {}
    for token in label.decode().lower().split():
        word = token if token.isalpha() else _DIGITS.sub("", token)
        if _says_something(word):
            words[word] = None
    return tuple(words)


def _says_something(word: str) -> bool:
    """Whether a class word is about content, not only about looks or position."""
    if word in _STATES:
        return False
    parts = [word] if word.isalpha() else _PARTS.findall(word)
    for part in parts:
        if len(part) > 2 and part not in names.LAYOUT:
            return True
    return False


def nodes_of(runs: Sequence[Run]) -> list[int]:
    """The candidates below all parents, in order."""
    every: list[int] = []
    for _, _, nodes in runs:
        every += nodes
    return every


def kinds(tree: Tree, runs: Sequence[Run], tops: frozenset[int], thread: str = "") -> list[Kind]:
    """The kinds among candidates of one tag path, in the order in which they first occur.

    `tops` are the first nodes of records, `thread` is a class word of theirs that items of a thread have too.
    """
    runs = _outside_forms(tree, runs)
    if not runs:
        return []
    words, same = _item_words(tree, runs, thread)
    places, name = _parent_names(tree, runs, tops)
    if words is None and places is None:
        kind = Kind(same, tree.path.item(runs[0][2][0]), name or _name_from_class(same))
        for parent, owner, nodes in runs:
            kind.add(parent, owner, nodes)
        return _by_shape(tree, kind)
    merged: dict[tuple[str, str], Kind] = {}
    at = 0
    for parent, owner, nodes in runs:
        parts: dict[str, list[int]] = {}
        if words is None:
            parts[same] = nodes
        else:
            for u in nodes:
                word = words[at]
                at += 1
                if word in parts:
                    parts[word].append(u)
                else:
                    parts[word] = [u]
        place = name if places is None else places[parent]
        for word, own in parts.items():
            same_kind = merged.get((word, place))
            if same_kind is None:
                same_kind = Kind(word, tree.path.item(own[0]), place or _name_from_class(word))
                merged[word, place] = same_kind
            same_kind.add(parent, owner, own)
    every: list[Kind] = []
    for kind in merged.values():
        every += _by_shape(tree, kind)
    return every


def _outside_forms(tree: Tree, runs: Sequence[Run]) -> Sequence[Run]:
    """The candidates without `dd` in lists of several `dt`, which are parts of items or the values of a form."""
    if not runs or tree.tag.item(runs[0][2][0]) != _DD:
        return runs
    parents = {parent for parent, _, _ in runs if parent >= 0}
    terms = {parent: sum(tree.tag[v] == _DT for v in tree.children(parent)) for parent in parents}
    return [each for each in runs if terms.get(each[0], 1) <= 1]


def _item_words(tree: Tree, runs: Sequence[Run], thread: str) -> tuple[list[str] | None, str]:
    """For each candidate the class word that repeats below most parents, "" for one that has none.

    None and one word if it is the same for all.
    """
    words, numbers = numbered_words(tree, nodes_of(runs))
    if len(words) < 2:
        each = words[0] if words else ()
        if thread in each or not each:
            return None, thread if thread in each else ""
        for _, _, nodes in runs:
            if len(nodes) > 1:
                return None, each[0]
        return None, ""
    times = [0] * len(words)
    for number in numbers:
        times[number] += 1
    total: dict[str, int] = {}
    for i, each in enumerate(words):
        for word in each:
            total[word] = total.get(word, 0) + times[i]
    repeats = _repeating_words(runs, words, numbers)
    likeliest = []
    for each in words:
        likeliest.append(thread if thread in each else _most_repeated(each, repeats, total))
    chosen = set(likeliest)
    if len(chosen) == 1:
        return None, likeliest[0]
    best = [likeliest[number] for number in numbers]
    return (None, "") if len(chosen) == 2 and _is_striped(tree, runs, best) else (best, "")


def _most_repeated(each: tuple[str, ...], repeats: dict[str, int], total: dict[str, int]) -> str:
    """The first of some words that repeats below most parents and is the most frequent; "" if none repeats."""
    best, most, highest = "", 0, 0
    for word in each:
        n = repeats.get(word, 0)
        if n > most or (n == most and n and total[word] > highest):
            best, most, highest = word, n, total[word]
    return best


def _repeating_words(runs: Sequence[Run], words: Sequence[tuple[str, ...]], numbers: Sequence[int]) -> dict[str, int]:
    """Below how many parents each word repeats; `numbers` are those of the words of each candidate."""
    rows: dict[tuple[int, ...], int] = {}  # most parents hold the same
    at = 0
    for _, _, nodes in runs:
        n = len(nodes)
        if n > 1:
            row = tuple(numbers[at : at + n])
            rows[row] = rows.get(row, 0) + 1
        at += n
    repeats: dict[str, int] = {}
    for row, times in rows.items():
        seen: set[str] = set()
        again: set[str] = set()
        for number in row:
            for word in words[number]:
                if word in seen:
                    again.add(word)
                else:
                    seen.add(word)
        for word in again:
            repeats[word] = repeats.get(word, 0) + times
    return repeats


def _is_striped(tree: Tree, runs: Sequence[Run], words: Sequence[str]) -> bool:
    """Whether candidates of two words alternate and have one shape: the words only paint them."""
    parents = [parent for parent, _, nodes in runs for _ in nodes]
    parts = list(zip(parents, words, strict=True))
    pairs = Counter((one, other) for (above, one), (parent, other) in pairwise(parts) if above == parent)
    turns = sum(n for (one, other), n in pairs.items() if one != other)
    back = min(pairs[one, other] for one in set(words) for other in set(words) - {one})
    if not back or turns < _SAME * pairs.total():
        return False
    shapes: defaultdict[str, Counter[int]] = defaultdict(Counter)
    pieces_in_order = [(u, tree.end.item(u)) for u in nodes_of(runs)]
    for shape, word in zip(objects.shapes(tree, pieces_in_order), words, strict=True):
        shapes[word].update(shape)
    one, other = ({path for path, n in counts.items() if 2 * n >= words.count(word)} for word, counts in shapes.items())
    return len(one & other) >= _STRIPES * len(one | other)


# ---------------------------------------------------------------- parents
def _parent_names(tree: Tree, runs: Sequence[Run], tops: frozenset[int]) -> tuple[dict[int, str] | None, str]:
    """For each parent the words that tell its list from others at the same tag path: of its class, or a heading.

    None and one name if it is the same for all.
    """
    labels, first_owner = _labels(tree, runs, tops), dict[int, int]()
    plain = True
    for parent, owner, _ in runs:
        if parent not in first_owner:
            first_owner[parent] = owner
            plain = plain and parent >= 0 and parent not in tops
    parents = list(first_owner)
    if not labels and plain:  # most often, all parents have the same words
        same, _ = numbered_words(tree, parents)
        if len(same) == 1 and same[0]:
            return None, _name_from_class(same[0][0])
    words = _words_above(tree, parents, tops)
    distinct = set(words.values())
    if len(distinct) == 1 and not labels:
        first = distinct.pop()
        return None, _name_from_class(first[0] if first else "")
    owners: defaultdict[str, list[int]] = defaultdict(list)
    for parent, each in words.items():
        for word in each:
            owners[word].append(first_owner[parent])
    spread: defaultdict[str, set[int]] = defaultdict(set)
    for parent, label in labels.items():
        spread[label].add(first_owner[parent])
    ranks = {word: (len(own) == len(set(own)), len(own)) for word, own in owners.items()}
    by_class = {each: _name_from_class(max(each, key=ranks.__getitem__, default="")) for each in distinct}
    names_of = {}
    for parent in parents:  # the heading if other records have it too, else the class word that most records have once
        if parent in labels and len(spread[labels[parent]]) > 1:
            names_of[parent] = labels[parent]
        else:
            names_of[parent] = by_class[words[parent]]
    return names_of, ""


@bounded_cache(1_000_000)
def _name_from_class(word: str) -> str:
    return names.name_from_class(word)


def _words_above(tree: Tree, parents: Sequence[int], tops: frozenset[int]) -> dict[int, tuple[str, ...]]:
    """The class words of each parent, or of the nodes close above it that hold nothing else."""
    words: dict[int, tuple[str, ...]] = dict.fromkeys(parents, ())
    above = [parent for parent in parents if parent >= 0 and parent not in tops]
    nodes = above
    parent_of, end, tag = tree.parent, tree.end, tree.tag
    for _ in range(_CLIMB + 1):
        if not nodes:
            break
        own_words, numbers = numbered_words(tree, nodes)
        left, upper = [], []
        for i, parent in enumerate(above):
            own = own_words[numbers[i]]
            words[parent] = own
            if own:
                continue
            u = nodes[i]
            up = int(parent_of[u])
            if up not in tops and (tag[u] == _TBODY or _holds_one(end, tag, up)):
                left.append(parent)
                upper.append(up)
        above, nodes = left, upper
    return words


def _holds_one(end: Column, tag: Column, u: int) -> bool:
    """Whether a node has one child element; not for -1, which is none."""
    if u < 0:
        return False
    elements, v, stop = 0, u + 1, end[u]
    while v < stop and elements < 2:
        if tag[v] > 0:
            elements += 1
        v = end[v]
    return elements == 1


def _labels(tree: Tree, runs: Sequence[Run], tops: frozenset[int]) -> dict[int, str]:
    """The heading right above each list, by the parent of its items.

    Numbers in it are left out. A heading that begins a record is its title.
    """
    columns = (tree.parent, tree.end, tree.tag, tree.position, tree.leaf, tree.start)
    headings = kernels.fastest().headings(tree.buffer, columns, _NAMING, runs, tops)
    if not headings:
        return {}
    nodes = sorted({u for above in headings.values() for u in above if u >= 0})
    texts = tree.texts([(u, tree.end.item(u)) for u in nodes], line=" ")
    names_of = {u: _label(tree.tag.item(u), text) for u, text in zip(nodes, texts, strict=True)}
    labels = {}
    for i, above in headings.items():
        for u in above:
            label = names_of.get(u)
            if label is not None:
                if label:
                    labels[runs[i][0]] = label
                break
    return labels


def _label(tag: int, text: str) -> str | None:
    """The text of a node that may be a heading as a name; None if it is none."""
    is_label = text and len(text) <= _LABEL and (tag in _HEADINGS or text.rstrip().endswith(":"))
    return names.name_from_label(text) if is_label else None


# ---------------------------------------------------------------- shapes
def subtrees(end: Column, members: Sequence[Sequence[int]]) -> list[list[Range]]:
    """The nodes of the members' elements."""
    every: list[list[Range]] = []
    for nodes in members:
        group: list[Range] = []
        for u in nodes:
            stop = int(end[u])
            group.append((u, stop))
        every.append(group)
    return every


def _by_shape(tree: Tree, kind: Kind) -> list[Kind]:
    """The kind; or several if a record has it below several parents with items of different shapes."""
    if len(set(kind.owners)) == len(kind.owners):
        return [kind]
    parts: list[Kind] = []
    part_shapes: list[objects.Shape] = []
    shapes = objects.joint_shapes(tree, subtrees(tree.end, kind.members))
    part_of: dict[objects.Shape, Kind] = {}
    for i, shape in enumerate(shapes):
        part = part_of.get(shape)
        if part is None:
            for k, other in enumerate(part_shapes):
                if len(shape & other) >= _SAME * len(shape | other):
                    part = parts[k]
                    break
            else:
                part = Kind(kind.word, kind.path, kind.name)
                part_shapes.append(shape)
                parts.append(part)
            part_of[shape] = part
        part.add(kind.parents[i], kind.owners[i], kind.members[i])
    return parts
