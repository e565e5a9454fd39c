"""Which fields of a list are the columns of a rule: by their values, kinds and names, each field at most one column.

What speaks for a pair is added up: values seen before, the shapes of values ("A-12345", "Jan 3, 2020"), their length,
words that many of them have, their kind, the name, whether they are links. Of all ways to pair columns with fields the
one is taken in which that is most, as in the assignment problem.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import median

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.records.fields import RecordField
from weblode.records.known_fields import KnownField

SAME = 0.45  # how alike a column and a field must be to be one
_SAMPLE = 24  # values of a field that are looked at
_LONGEST = 12  # characters of a shape
_SEEN = 2  # so many values seen before, and a quarter of all that are known, show that a field is the column
_OFTEN = 0.3  # a word that so many values have is telling
_VARIED = 6  # a column with so many different values is not one whose values are mostly the same
_FEW = 0.2  # the share of different values of a field whose values are mostly the same
_LEAST_SHARE = 0.001  # of the records that have a column: less is rounded to none in a rule
_MORE = 0.85  # what a field counts that nearly all records have, if hardly any had the column
_RUN = regex(r"(.)\1+")
_WORD = regex(r"[^\W\d_]{2,}\.?|\b[^\W\d_]\.")
_UNNAMED = regex(r"field_\d+(?:_.*)?|(?:label|image|link)_?\d*")


@dataclass(frozen=True)
class Values:
    """Some values, and what they are compared by."""

    texts: tuple[str, ...]

    @cached_property
    def shapes(self) -> Counter[str]:
        """The shapes of the values, with how many have each."""
        return Counter(map(value_shape, self.texts))

    @cached_property
    def length(self) -> float:
        """The usual number of characters."""
        return median(map(len, self.texts))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that many of the values have."""
        if len(self.texts) < 2:
            return frozenset()
        counts = Counter(word for text in self.texts for word in set(_WORD.findall(text[:80])))
        return frozenset(word for word, n in counts.items() if n >= _OFTEN * len(self.texts) and n > 1)

    @classmethod
    def of(cls, column: KnownField) -> "Values":
        """The values that a rule knows of a column, without the label that they begin with."""
        return cls(tuple(filter(None, (text.removeprefix(column.prefix).strip() for text in column.examples))))


class Profile:
    """A field of a list, with what it is compared by; `place` is where it stands among the fields, 0 to 1."""

    def __init__(self, field: RecordField, place: float = 0.5) -> None:
        self.field, self.place = field, place
        texts = [cell.value for cell in field.cells if cell]
        self.every = frozenset(texts)
        self.filled = len(texts) / max(1, len(field.cells))
        self.varied = len(self.every) / max(1, len(texts))
        self.values = Values(tuple(texts[:: len(texts) // _SAMPLE + 1]))
        self.tells = bool(texts) and not field.column.constant and not field.column.names_next


def alike(column: KnownField, known_values: Values, profile: Profile, place: float = 0.5) -> float:
    """How likely a field is the column of a rule, 0 to 1; less if it is on another share of the records.

    `place` is where the column stands among those of the rule, 0 to 1.
    """
    field = profile.field
    if not profile.tells:
        return 0.0
    same_name = column.name == field.name and not _UNNAMED.fullmatch(column.name)
    same_kind = column.kind == field.column.kind
    share = max(column.share, _LEAST_SHARE)
    more = min(1.0, share / profile.filled)
    filled = min(1.0, profile.filled / share) * (_MORE + (1 - _MORE) * more)
    if not known_values.texts:
        return filled * (0.6 * same_kind + 0.4 * same_name)
    seen = sum(text in profile.every for text in known_values.texts)
    if seen >= _SEEN and 4 * seen >= len(known_values.texts):
        return filled * (0.95 + 0.03 * same_kind + 0.02 * same_name)
    lengths = sorted([profile.values.length, known_values.length])
    words, own = known_values.words, profile.values.words
    shared = len(words & own) / len(words | own) if words | own else 0.5
    sure = (
        0.39 * _shapes_alike(known_values, profile.values)
        + 0.19 * (lengths[0] + 1) / (lengths[1] + 1)
        + 0.13 * same_kind
        + 0.13 * same_name
        + 0.08 * shared
        + 0.04 * (column.linked == field.column.linked)
        + 0.04 * (1 - abs(place - profile.place))
    )
    if column.kind == field.column.kind == "image":  # what their addresses look like is changed with the pages
        sure = (1 + sure) / 2
    unvaried = len(known_values.texts) >= _VARIED and profile.varied < _FEW
    return filled * sure * (0.6 if unvaried else 1.0)


def _shapes_alike(known_values: Values, values: Values) -> float:
    """How alike the shapes of values are, 0 to 1: whether they are the same, begin alike, and have the same order."""
    starts = {shape[:3] for shape in known_values.shapes}
    total = 0.0
    for shape, n in values.shapes.items():
        nearest = max(_in_order(shape, other) for other in known_values.shapes)
        total += n * ((shape in known_values.shapes) + (shape[:3] in starts) + nearest)
    return total / (3 * len(values.texts))


@lru_cache(maxsize=65536)
def _in_order(one: str, other: str) -> float:
    """The share of characters that two texts have in the same order, 0 to 1."""
    if one == other:
        return 1.0
    row = [0] * (len(other) + 1)
    for char in one:
        before = row
        row = [0]
        for i, each in enumerate(other):
            row.append(before[i] + 1 if char == each else max(before[i + 1], row[i]))
    return 2 * row[-1] / max(1, len(one) + len(other))


def value_shape(text: str) -> str:
    """A text by the kinds of its characters, each run once.

    >>> value_shape("A-14497"), value_shape("Jan 3, 2020")
    ('A-0', 'Aa 0, 0')
    """
    kinds = "".join(
        "0" if char.isdigit() else "A" if char.isupper() else "a" if char.isalpha() else " " if char.isspace() else char
        for char in text[: 4 * _LONGEST]
    )
    return _RUN.sub(r"\1", kinds)[:_LONGEST]


def match(columns: Sequence[KnownField], fields: Sequence[RecordField]) -> dict[int, tuple[int, float]]:
    """The number of the field that is each column, by the number of the column, with how alike they are."""
    if not columns or not fields:
        return {}
    profiles = [Profile(each, i / len(fields)) for i, each in enumerate(fields)]
    gains = np.zeros((len(columns), len(fields)))
    for i, column in enumerate(columns):
        known_values = Values.of(column)
        gains[i] = [alike(column, known_values, each, i / len(columns)) for each in profiles]
    pairs = assign(np.maximum(gains - SAME / 2, 0.0))
    return {i: (k, gains.item(i, k)) for i, k in pairs if gains.item(i, k) > 0.0}


def assign(gains: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The pairs of a row and a column, each in at most one, whose gains add up to the most.

    J. Munkres, "Algorithms for the assignment and transportation problems", 1957, with shortest paths as in
    R. Jonker, A. Volgenant, 1987.

    >>> assign(np.array([[0.8, 0.7], [0.75, 0.0]]))
    [(0, 1), (1, 0)]
    """
    n, m = gains.shape
    if n > m:
        return sorted((i, k) for k, i in assign(gains.T))
    rows, columns, owner = np.zeros(n + 1), np.zeros(m + 1), np.zeros(m + 1, dtype=np.int64)
    for i in range(1, n + 1):
        owner[0], at = i, 0
        least, before = np.full(m + 1, np.inf), np.zeros(m + 1, dtype=np.int64)
        used = np.zeros(m + 1, dtype=np.bool_)
        while True:
            used[at] = True
            free = np.flatnonzero(~used[1:]) + 1
            costs = -gains[owner[at] - 1, free - 1] - rows[owner[at]] - columns[free]
            nearer = free[costs < least[free]]
            least[nearer], before[nearer] = costs[costs < least[free]], at
            following = free[np.argmin(least[free])]
            step = least[following]
            rows[owner[used]] += step
            columns[used] -= step
            least[free] -= step
            at = int(following)
            if not owner[at]:
                break
        while at:
            owner[at] = owner[before[at]]
            at = int(before[at])
    return sorted((int(owner[k]) - 1, k - 1) for k in range(1, m + 1) if owner[k])
