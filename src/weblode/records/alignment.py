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

_COLUMNS = 500  # the most columns of a list; places that would need more are left out
# The most steps of one alignment, and of all of a list; beyond that, each place goes to the next equal column.
_LIMITS = (40_000, 2_000_000, _COLUMNS)

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
    distinct, rows = kernels.fastest().numbered_places(sequences)
    return align_numbered(distinct, rows, known_places, weights)


def align_numbered(
    distinct: Sequence[FieldPlace],
    rows: Sequence[tuple[int, ...]],
    known_places: Sequence[FieldPlace] = (),
    weights: Sequence[int] = (),
) -> tuple[list[tuple[int, FieldPlace]], list[list[int]]]:
    """The same; the sequences are numbers of the distinct places."""
    if len(rows) == 1 and not known_places and len(rows[0]) <= _COLUMNS:  # nothing to align
        return [(i, distinct[number]) for i, number in enumerate(rows[0])], [list(range(len(rows[0])))]
    weights = weights or [1] * len(rows)
    if not _may_have_keys(distinct, known_places):
        return kernels.fastest().arranged(distinct, rows, known_places, weights, _LIMITS)
    sequences = [[distinct[number] for number in row] for row in rows]
    keys = _label_keys(sequences, known_places, weights)
    if not keys:
        return kernels.fastest().arranged(distinct, rows, known_places, weights, _LIMITS)
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


def _may_have_keys(places: Sequence[FieldPlace], known_places: Sequence[FieldPlace]) -> bool:
    """Whether there may be labels to align by (see `_label_keys`): two at one path."""
    for own in (places, known_places):
        paths = [place.path for place in own if place.label]
        if len(paths) > 1 and len(set(paths)) < len(paths):
            return True
    return False


def _label_keys(
    sequences: Sequence[Sequence[FieldPlace]], known_places: Sequence[FieldPlace], weights: Sequence[int]
) -> dict[_Key, FieldPlace]:
    """The labels to align by: of paths most of whose texts have labels, at least two of which recur."""
    texts: dict[str, int] = {}
    counts: Counter[_Key] = Counter()
    first: dict[_Key, FieldPlace] = {}
    for sequence, weight in zip(sequences, weights, strict=True):
        labels: dict[_Key, FieldPlace] = {}
        for place in sequence:
            if not place.image and not place.whole:
                path = place.path
                texts[path] = texts.get(path, 0) + weight
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
    return kernels.fastest().arranged(distinct, rows, known_places, weights or [1] * len(sequences), _LIMITS)
