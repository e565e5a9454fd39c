"""Alignment: the columns of records, from the sequences of places that each record has.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1 (aligning the blocks of records). We differ in that places
are aligned by tag path, class and label, which works for the records of any method.
"""

from collections import Counter
from collections.abc import Sequence

from weblode import kernels
from weblode.caches import regex
from weblode.records.places import FieldPlace

# The most steps of one alignment, and of all of a list; beyond that, each place goes to the next equal column.
_CELLS, _STEPS = 40_000, 2_000_000
_COLUMNS = 500  # the most columns of a list; places that would need more are left out

_LEFT_OUT = -1
_LABELS = 100  # the most labels of a list by which texts are aligned
_HEADING = regex(r"(?:^|/)h[1-6](?:/|$)")

_Key = tuple[str, str]  # a path and a label


def align_labelled(
    sequences: Sequence[Sequence[FieldPlace]], known_places: Sequence[FieldPlace] = (), weights: Sequence[int] = ()
) -> tuple[list[tuple[int, FieldPlace]], list[list[int]]]:
    """As `align`, but texts with labels are aligned by their labels, in whatever order a record has them.

    Of a label that a record has twice, the second is aligned by its place.
    """
    if len(sequences) == 1 and not known_places and len(sequences[0]) <= _COLUMNS:  # nothing to align
        return list(enumerate(sequences[0])), [list(range(len(sequences[0])))]
    weights = weights or [1] * len(sequences)
    distinct, rows = kernels.fastest().numbered_places(sequences)
    if not any(place.label for place in (*distinct, *known_places)):
        return _align(rows, known_places, distinct, weights)
    keys = _label_keys(sequences, known_places, weights)
    if not keys:
        return _align(rows, known_places, distinct, weights)
    label_numbers = {_key(place): i for i, place in reversed(list(enumerate(known_places))) if _key(place) in keys}
    others = [i for i in range(len(known_places)) if i not in label_numbers.values()]
    labels = [_labels(sequence, keys) for sequence in sequences]
    pairs = zip(sequences, labels, strict=True)
    rest = [[place for j, place in enumerate(sequence) if j not in own] for sequence, own in pairs]
    aligned, numbers = align(rest, [known_places[i] for i in others], weights)
    identities: list[list[int | _Key]] = []
    for sequence, own, row in zip(sequences, labels, numbers, strict=True):
        columns = iter(row)
        identities.append([own[j] if j in own else next(columns) for j in range(len(sequence))])
    order = _order(len(aligned), identities, label_numbers)
    n = len(known_places)
    places: list[tuple[int, FieldPlace]] = []
    for i, identity in enumerate(order):
        if isinstance(identity, int):
            number, place = aligned[identity]
            places.append((others[number] if number < len(others) else n + i, place))
        else:
            number = label_numbers.get(identity, n + i)
            places.append((number, known_places[number] if number < n else keys[identity]))
    position = {identity: i for i, identity in enumerate(order)} | {_LEFT_OUT: _LEFT_OUT}
    return places, [[position[identity] for identity in row] for row in identities]


def _key(place: FieldPlace) -> _Key:
    return place.path, place.label


def _labels(sequence: Sequence[FieldPlace], keys: dict[_Key, FieldPlace]) -> dict[int, _Key]:
    """Which places of a sequence have a label that it is aligned by, each label once."""
    first: dict[_Key, int] = {}
    for j, place in enumerate(sequence):
        if place.label and _key(place) in keys:
            first.setdefault(_key(place), j)
    return {j: key for key, j in first.items()}


def _label_keys(
    sequences: Sequence[Sequence[FieldPlace]], known_places: Sequence[FieldPlace], weights: Sequence[int]
) -> dict[_Key, FieldPlace]:
    """The labels to align by: of paths most of whose texts have labels, at least two of which recur."""
    texts: Counter[str] = Counter()
    counts: Counter[_Key] = Counter()
    first: dict[_Key, FieldPlace] = {}
    for sequence, weight in zip(sequences, weights, strict=True):
        labels: dict[_Key, FieldPlace] = {}
        for place in sequence:
            if not place.image and not place.whole:
                texts[place.path] += weight
                if place.label:
                    labels.setdefault(_key(place), place)
        for key, place in labels.items():
            counts[key] += weight
            first.setdefault(key, place)
    by_path: dict[str, list[_Key]] = {}
    for key, n in counts.most_common():
        if n > 1:
            by_path.setdefault(key[0], []).append(key)
    keys = [
        key
        for path, own_keys in by_path.items()
        if len(own_keys) > 1 and not _HEADING.search(path) and 2 * sum(counts[key] for key in own_keys) > texts[path]
        for key in own_keys
    ]
    known_keys = Counter(place.path for place in known_places if place.label)
    chosen = {key: first[key] for key in keys[:_LABELS]}
    return chosen | {_key(place): place for place in known_places if place.label and known_keys[place.path] > 1}


def _order(n: int, identities: Sequence[Sequence[int | _Key]], labels: "dict[_Key, int]") -> list[int | _Key]:
    """The order of all columns: each label after the place that it follows where it first occurs."""
    order: list[int | _Key] = list(range(n))
    placed: set[int | _Key] = set(order)
    for row in identities:
        before: int | _Key | None = None
        for identity in row:
            if identity == _LEFT_OUT:
                continue
            if identity not in placed:
                order.insert(order.index(before) + 1 if before is not None else 0, identity)
                placed.add(identity)
            before = identity
    return order + [key for key in labels if key not in placed]


def align(
    sequences: Sequence[Sequence[FieldPlace]], known_places: Sequence[FieldPlace] = (), weights: Sequence[int] = ()
) -> tuple[list[tuple[int, FieldPlace]], list[list[int]]]:
    """The columns of all sequences with their numbers, and for each place of each sequence the index of its column.

    The known places have the first numbers and stay in order. The most frequent sequence comes first, then the others,
    longer ones first; each is aligned with the columns so far. A place that matches no column becomes a new one; if
    there are too many, it gets -1. `weights` says how many records have each sequence, one without it.
    """
    distinct, rows = kernels.fastest().numbered_places(sequences)
    return _align(rows, known_places, distinct, weights or [1] * len(sequences))


def _align(
    rows: list[tuple[int, ...]],
    known_places: Sequence[FieldPlace],
    distinct: Sequence[FieldPlace],
    weights: Sequence[int],
) -> tuple[list[tuple[int, FieldPlace]], list[list[int]]]:
    """As `align`; the rows have the numbers of places in `distinct`, where each object is once."""
    numbers_of: dict[FieldPlace, int] = {}  # the same for equal places
    by_object = [numbers_of.setdefault(place, len(numbers_of)) for place in distinct]
    if len(numbers_of) < len(distinct):
        rows = [tuple([by_object[number] for number in row]) for row in rows]
    columns = [(i, numbers_of.setdefault(place, len(numbers_of))) for i, place in enumerate(known_places)]
    likeness = _FieldLikeness(list(numbers_of))
    counts: dict[tuple[int, ...], int] = {}
    for row, weight in zip(rows, weights, strict=True):
        counts[row] = counts.get(row, 0) + weight
    numbers: dict[tuple[int, ...], list[int]] = {}
    for row in sorted(counts, key=lambda each: (-counts[each], -len(each))):
        numbers[row] = _insert(columns, row, likeness)
    order = {number: i for i, (number, _) in enumerate(columns)} | {_LEFT_OUT: _LEFT_OUT}
    places = [(number, likeness.places[kind]) for number, kind in columns]
    aligned = {row: [order[number] for number in own] for row, own in numbers.items()}
    return places, [aligned[row] for row in rows]


class _FieldLikeness:
    """The features of places by number, as `kernels.alignment.paired` takes them; `left` alignment steps remain."""

    def __init__(self, places: Sequence[FieldPlace]) -> None:
        self.places, self.left = places, _STEPS
        paths: dict[tuple[str, bool, bool], int] = {}
        words = {"": 0}
        self.features = [
            (
                paths.setdefault((place.path, place.image, place.whole), len(paths)),
                words.setdefault(place.author, len(words)),
                words.setdefault(place.label, len(words)),
            )
            for place in places
        ]


def _insert(columns: list[tuple[int, int]], row: tuple[int, ...], likeness: _FieldLikeness) -> list[int]:
    """The column numbers of a row's places; adds new columns to `columns` where they stand in the row."""
    matched = _match([kind for _, kind in columns], row, likeness)
    if -1 not in matched:
        return [columns[i][0] for i in matched]
    numbers: list[int] = []
    merged: list[tuple[int, int]] = []
    at, n = 0, len(columns)
    for kind, i in zip(row, matched, strict=True):
        if i < 0 and n >= _COLUMNS:
            numbers.append(_LEFT_OUT)
            continue
        if i < 0:
            merged.append((n, kind))
            n += 1
        else:
            merged += columns[at : i + 1]
            at = i + 1
        numbers.append(merged[-1][0])
    columns[:] = [*merged, *columns[at:]]
    return numbers


def _match(columns: list[int], row: tuple[int, ...], likeness: _FieldLikeness) -> list[int]:
    """For each place the index of its column, -1 for none: ascending, with the highest total likeness."""
    n, m = len(columns), len(row)
    if tuple(columns) == row:
        return list(range(n))
    if n * m > min(_CELLS, likeness.left):
        return _next_same(columns, row)
    likeness.left -= n * m
    return kernels.fastest().paired(columns, row, likeness.features)


def _next_same(columns: Sequence[int], row: Sequence[int]) -> list[int]:
    """For each place the index of the next equal column, -1 for none."""
    where: dict[int, list[int]] = {}
    for i in range(len(columns) - 1, -1, -1):
        where.setdefault(columns[i], []).append(i)
    matched, at = [], 0
    for kind in row:
        left = where.get(kind, [])
        while left and left[-1] < at:
            left.pop()
        matched.append(left[-1] if left else -1)
        at = left[-1] + 1 if left else at
    return matched
