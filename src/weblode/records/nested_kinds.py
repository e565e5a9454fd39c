"""Candidates for nested lists: elements of one tag path, told apart by class words, by their parents, and by shape."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise

import numpy as np

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.kernels.siblings import Run
from weblode.records import names, objects
from weblode.records.objects import Range
from weblode.tags import NUMBERS
from weblode.tree import Tree

_HEADS = frozenset(NUMBERS[name] for name in "dt h2 h3 h4 h5 h6".split())
_HEADINGS = frozenset(NUMBERS[name] for name in "caption dt h1 h2 h3 h4 h5 h6 legend summary".split())
_LISTS = frozenset(NUMBERS[name] for name in "dl menu ol table ul".split())
_BLOCKS = frozenset(NUMBERS[name] for name in "b div label p span strong".split())
# What may be the name of the list after it: 2 for headings, 1 for texts and elements that end in a colon.
_NAMING = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)
_NAMING[[0, *sorted(_BLOCKS)]] = 1
_NAMING[sorted(_HEADINGS)] = 2
_DD, _DT, _TBODY, _TH, _THEAD, _TR = (NUMBERS[name] for name in ("dd", "dt", "tbody", "th", "thead", "tr"))
_HEADERS = frozenset((_TH, _THEAD))
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


@dataclass
class Kind:
    """Candidates of one kind, those below one parent together.

    `word` is the class word that they share, `path` the number of their tag path; the other columns are by parent.
    """

    word: str
    path: int
    name: str = ""
    parents: list[int] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    members: list[list[int]] = field(default_factory=list)


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
    words = (_DIGITS.sub("", token) for token in label.decode().lower().split())
    return tuple(dict.fromkeys(word for word in words if _says_something(word)))


def _says_something(word: str) -> bool:
    """Whether a class word is about content, not only about looks or position."""
    parts = _PARTS.findall(word)
    return word not in _STATES and any(len(part) > 2 and part not in names.LAYOUT for part in parts)


def nodes_of(runs: Sequence[Run]) -> list[int]:
    """The candidates below all parents, in order."""
    return list(chain.from_iterable([nodes for _, _, nodes in runs]))


def kinds(tree: Tree, runs: Sequence[Run], tops: frozenset[int], thread: str = "") -> list[Kind]:
    """The kinds among candidates of one tag path, in the order in which they first occur.

    `tops` are the first nodes of records, `thread` is a class word of theirs that items of a thread have too.
    """
    runs = _outside_forms(tree, runs)
    if not runs:
        return []
    words, places = _item_words(tree, runs, thread), _parent_names(tree, runs, tops)
    if isinstance(words, str) and isinstance(places, str):
        parents, owners, members = map(list, zip(*runs, strict=True))
        kind = Kind(words, tree.path.item(members[0][0]), places or _name_from_class(words), parents, owners, members)
        return _by_shape(tree, kind)
    merged: dict[tuple[str, str], Kind] = {}
    at = 0
    for parent, owner, nodes in runs:
        if isinstance(words, str):
            parts = {words: nodes}
        elif len(nodes) == 1:
            parts = {words[at]: nodes}
            at += 1
        else:
            parts = {}
            for u, word in zip(nodes, words[at : at + len(nodes)], strict=True):
                if word in parts:
                    parts[word].append(u)
                else:
                    parts[word] = [u]
            at += len(nodes)
        place = places if isinstance(places, str) else places[parent]
        for word, own in parts.items():
            if (word, place) not in merged:
                merged[word, place] = Kind(word, tree.path.item(own[0]), place or _name_from_class(word))
            kind = merged[word, place]
            kind.parents.append(parent)
            kind.owners.append(owner)
            kind.members.append(own)
    return [part for kind in merged.values() for part in _by_shape(tree, kind)]


def _outside_forms(tree: Tree, runs: Sequence[Run]) -> Sequence[Run]:
    """The candidates without `dd` in lists of several `dt`, which are parts of items or the values of a form."""
    if not runs or tree.tag.item(runs[0][2][0]) != _DD:
        return runs
    parents = {parent for parent, _, _ in runs if parent >= 0}
    terms = {parent: sum(tree.tag[v] == _DT for v in tree.children(parent)) for parent in parents}
    return [each for each in runs if terms.get(each[0], 1) <= 1]


def _item_words(tree: Tree, runs: Sequence[Run], thread: str) -> list[str] | str:
    """For each candidate the class word that repeats below most parents, "" for one that has none.

    One word if it is the same for all.
    """
    words, numbers = numbered_words(tree, nodes_of(runs))
    if len(words) < 2:
        each = words[0] if words else ()
        return thread if thread in each else each[0] if each and any(len(nodes) > 1 for _, _, nodes in runs) else ""
    total: defaultdict[str, int] = defaultdict(int)
    times = [0] * len(words)
    for number in numbers:
        times[number] += 1
    for each, n in zip(words, times, strict=True):
        for word in each:
            total[word] += n
    repeats: defaultdict[str, int] = defaultdict(int)
    for row, n in _rows_of_words(runs, numbers).items():  # most parents hold the same
        seen: set[str] = set()
        again: set[str] = set()
        for number in row:
            again.update(seen.intersection(words[number]))
            seen.update(words[number])
        for word in again:
            repeats[word] += n
    likeliest = []
    for each in words:
        word = max(each, key=lambda word: (repeats[word], total[word]), default="")
        likeliest.append(thread if thread in each else word if repeats[word] else "")
    chosen = set(likeliest)
    if len(chosen) == 1:
        return chosen.pop()
    best = [likeliest[number] for number in numbers]
    return "" if len(chosen) == 2 and _is_striped(tree, runs, best) else best


def _rows_of_words(runs: Sequence[Run], numbers: Sequence[int]) -> Counter[tuple[int, ...]]:
    """How many parents hold several candidates with these words, by the numbers of the words of each."""
    stops = accumulate([len(nodes) for _, _, nodes in runs])
    rows = [tuple(numbers[a:b]) for a, b in pairwise([0, *stops]) if b - a > 1]
    return Counter(rows)


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
def _parent_names(tree: Tree, runs: Sequence[Run], tops: frozenset[int]) -> dict[int, str] | str:
    """For each parent the words that tell its list from others at the same tag path: of its class, or a heading.

    One name if it is the same for all.
    """
    labels, parents = _labels(tree, runs, tops), [parent for parent, _, _ in runs]
    if not labels and min(parents) >= 0 and tops.isdisjoint(parents):  # most often, all parents have the same words
        same, _ = numbered_words(tree, parents)
        if len(same) == 1 and same[0]:
            return _name_from_class(same[0][0])
    first_owner = {parent: owner for parent, owner, _ in reversed(runs)}
    words = _words_above(tree, list(first_owner), tops)
    distinct = set(words.values())
    if len(distinct) == 1 and not labels:
        return _name_from_class(next(iter(distinct.pop()), ""))
    owners: defaultdict[str, list[int]] = defaultdict(list)
    for parent, each in words.items():
        for word in each:
            owners[word].append(first_owner[parent])
    spread: defaultdict[str, set[int]] = defaultdict(set)
    for parent, label in labels.items():
        spread[label].add(first_owner[parent])

    ranks = {word: (len(own) == len(set(own)), len(own)) for word, own in owners.items()}
    by_class = {each: _name_from_class(max(each, key=ranks.__getitem__, default="")) for each in distinct}

    def name(parent: int) -> str:
        """The heading if other records have it too, else the class word that most records have once."""
        if parent in labels and len(spread[labels[parent]]) > 1:
            return labels[parent]
        return by_class[words[parent]]

    return {parent: name(parent) for parent in first_owner}


@bounded_cache(1_000_000)
def _name_from_class(word: str) -> str:
    return names.name_from_class(word)


def _words_above(tree: Tree, parents: Sequence[int], tops: frozenset[int]) -> dict[int, tuple[str, ...]]:
    """The class words of each parent, or of the nodes close above it that hold nothing else."""
    words: dict[int, tuple[str, ...]] = dict.fromkeys(parents, ())
    places = {parent: parent for parent in parents if parent >= 0 and parent not in tops}
    parent_of, tag = tree.parent.item, tree.tag.item
    for _ in range(_CLIMB + 1):
        above = {}
        for (parent, u), own in zip(places.items(), class_words(tree, list(places.values())), strict=True):
            words[parent] = own
            if not own and (up := parent_of(u)) not in tops and (tag(u) == _TBODY or _holds_one(tree, up)):
                above[parent] = up
        places = above
        if not places:
            break
    return words


def _holds_one(tree: Tree, u: int) -> bool:
    """Whether a node has one child element; not for -1, which is none."""
    if u < 0:
        return False
    elements, v, stop = 0, u + 1, tree.end.item(u)
    while v < stop and elements < 2:
        elements += tree.tag.item(v) > 0
        v = tree.end.item(v)
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
        label = next((label for u in above if (label := names_of.get(u)) is not None), None)
        if label:
            labels[runs[i][0]] = label
    return labels


def _label(tag: int, text: str) -> str | None:
    """The text of a node that may be a heading as a name; None if it is none."""
    is_label = text and len(text) <= _LABEL and (tag in _HEADINGS or text.rstrip().endswith(":"))
    return names.name_from_label(text) if is_label else None


# ---------------------------------------------------------------- shapes
def _by_shape(tree: Tree, kind: Kind) -> list[Kind]:
    """The kind; or several if a record has it below several parents with items of different shapes."""
    if len(set(kind.owners)) == len(kind.owners):
        return [kind]
    parts: list[tuple[frozenset[int], Kind]] = []
    end = tree.end.item
    shapes = objects.joint_shapes(tree, [[(u, end(u)) for u in members] for members in kind.members])
    part_of: dict[frozenset[int], Kind] = {}
    for parent, owner, members, shape in zip(kind.parents, kind.owners, kind.members, shapes, strict=True):
        part = part_of.get(shape)
        if part is None:
            part = next((each for other, each in parts if len(shape & other) >= _SAME * len(shape | other)), None)
        if part is None:
            part = Kind(kind.word, kind.path, kind.name)
            parts.append((shape, part))
        part_of[shape] = part
        part.parents.append(parent)
        part.owners.append(owner)
        part.members.append(members)
    return [part for _, part in parts]


# ---------------------------------------------------------------- items
def pieces(tree: Tree, kind: Kind, records: Sequence[Range]) -> tuple[list[list[Range]], list[Range]]:
    """The candidate items below each parent as ranges of nodes, and the rows and groups of rows with headers."""
    headers: list[Range] = []
    members = kind.members
    if tree.tag.item(members[0][0]) == _TR and not _HEADERS.isdisjoint(tree.tags):
        headers = [(u, tree.end.item(u)) for each in members for u in each if _is_header(tree, u)]
        members = [[u for u in each if not _is_header(tree, u)] for each in members]
        headers += [head for parent in kind.parents if (head := _head_above(tree, parent))]
    groups = _cut(tree, kind, members, records)
    if min(kind.parents) < 0:  # a record's top may be the whole record
        whole = {records[owner] for owner in kind.owners}
        groups = [[piece for piece in group if piece not in whole] for group in groups]
    stops = [records[owner][1] for owner in kind.owners]
    if any(group and group[-1][1] > stop for group, stop in zip(groups, stops, strict=True)):
        # A record that another one ends may end before its elements do.
        groups = [[(a, min(b, stop)) for a, b in group] for group, stop in zip(groups, stops, strict=True)]
    return groups, headers


def _siblings(tree: Tree, parent: int, record: Range) -> list[int]:
    """The children of a parent, or the top nodes of a record."""
    if parent >= 0:
        return tree.children(parent)
    u, stop = record
    tops = []
    while u < stop:
        tops.append(u)
        u = tree.end.item(u)
    return tops


def _cut(tree: Tree, kind: Kind, members: Sequence[list[int]], records: Sequence[Range]) -> list[list[Range]]:
    """The items that begin at the members; a head goes on up to the next one."""
    end = tree.end.item
    plain = [[(u, end(u)) for u in each] for each in members]
    tag = tree.tag.item(members[0][0]) if members[0] else 0
    if tag not in _HEADS and tag != _TR:
        return plain
    siblings = [
        _siblings(tree, parent, records[owner]) for parent, owner in zip(kind.parents, kind.owners, strict=True)
    ]
    gaps = [gap for each, row in zip(members, siblings, strict=True) for gap in _gaps(each, row)]
    filled = [gap for gap in gaps if any(tree.tag.item(v) not in _LISTS for v in gap)]  # a heading names a list
    if not filled or len(filled) < 0.8 * len(gaps):
        return plain if tag == _TR else [[] for _ in members]
    tags, longest = {tree.tag.item(v) for gap in filled for v in gap}, max(map(len, filled))
    groups = []
    for each, row in zip(members, siblings, strict=True):
        stops = [*each[1:], _last_stop(tree, each[-1], row, tags, longest)] if each else []
        groups.append(list(zip(each, stops, strict=True)))
    return groups


def _gaps(members: Sequence[int], siblings: list[int]) -> list[list[int]]:
    """The siblings between one member and the next."""
    places = [siblings.index(u) for u in members]
    return [siblings[a + 1 : b] for a, b in pairwise(places)]


def _last_stop(tree: Tree, u: int, siblings: list[int], tags: Iterable[int], longest: int) -> int:
    """Where the item of the last head ends: as many siblings as the others may have, of the same tags."""
    stop = tree.end.item(u)
    for v in siblings[siblings.index(u) + 1 :][:longest]:
        if tree.tag.item(v) not in tags:
            break
        stop = tree.end.item(v)
    return stop


def _is_header(tree: Tree, row: int) -> bool:
    """Whether all cells of a row are headers."""
    cells = tree.children(row)
    return len(cells) > 1 and all(tree.tag[u] == _TH for u in cells)


def _head_above(tree: Tree, parent: int) -> Range | None:
    """The head of a table, if the node after it is the parent of its rows."""
    [before] = kernels.fastest().befores(tree.parent, [parent]) if parent > 0 else [-1]
    return (before, tree.end.item(before)) if before >= 0 and tree.tag[before] == _THEAD else None
