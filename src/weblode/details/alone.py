"""The attributes of a page without siblings: values that the page itself labels, and what it tells about its thing.

A label is told by its shape: it ends in a colon, is a term or header cell, in bold, or stands at a place where the page
has several texts each at the start of a row. Its values are the texts after it in its row.
"""

from collections import Counter

import numpy as np

from weblode.details.leaves import LABEL, Leaves
from weblode.details.slots import is_name, prefix_of

_FEW = 2  # labels at one place, for it to be a place of labels
_WORDS = 5  # of a label
_VALUE = 300  # characters of a value; more is prose
_MOST = 60  # pairs of a page

Pairs = dict[str, list[int]]  # by label: the texts that are its values


def labelled(page: Leaves) -> Pairs:
    """The labels of a page, each with the numbers of the texts that are its values, in document order."""
    usable = ~(page.hidden | page.button | page.title | page.beside)
    label = _labels(page) & usable
    pairs: Pairs = {}
    for i in np.flatnonzero(usable & ~label & (page.length <= _VALUE)).tolist():
        if (prefix := prefix_of(page.texts[i])) and _is_label(prefix) and not page.linked[i]:
            pairs.setdefault(prefix, []).append(i)
    for i in np.flatnonzero(label).tolist():
        values = _values(page, label, usable, i)
        if values:
            pairs.setdefault(page.texts[i].rstrip(" :\uff1a"), []).extend(values)
    first = sorted(pairs.items(), key=lambda each: each[1][0])
    return dict(first[:_MOST])


def _is_label(text: str) -> bool:
    return len(text) <= LABEL and len(text.split()) <= _WORDS and is_name(text)


def _labels(page: Leaves) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether each text is a label by its shape."""
    n = len(page)
    starts = np.ones(n, dtype=np.bool_)
    starts[1:] = page.row[1:] != page.row[:-1]
    followed = np.zeros(n, dtype=np.bool_)
    followed[:-1] = (page.row[1:] == page.row[:-1]) & (page.row[1:] >= 0)
    can_be = np.array([_is_label(each) for each in page.texts], dtype=np.bool_)
    at = Counter(page.place[starts & followed & can_be & ~page.linked].tolist())
    usual = np.array([at[place] >= _FEW for place in page.place.tolist()], dtype=np.bool_)
    colon = np.array([each.endswith((":", "\uff1a")) for each in page.texts], dtype=np.bool_)
    # A place of labels has hardly any text that is not the first of its row.
    total = Counter(page.place.tolist())
    mostly = np.array([2 * at[place] >= total[place] for place in page.place.tolist()], dtype=np.bool_)
    by_place = usual & mostly & starts & followed & ~page.linked
    return np.asarray(can_be & ~page.heading & (colon | by_place | (page.term & ~page.linked)))


def _values(
    page: Leaves,
    label: np.ndarray[tuple[int], np.dtype[np.bool_]],
    usable: np.ndarray[tuple[int], np.dtype[np.bool_]],
    i: int,
) -> list[int]:
    """The texts after a label in its row, up to the next label; of one that ends its row, those of the next row."""
    values: list[int] = []
    row, n = page.row[i], len(page)
    j = i + 1
    if j < n and not label[j] and (page.row[j] != row or row < 0):
        row = page.row[j] if page.texts[i].endswith((":", "\uff1a")) or page.term[i] else -2
    while j < n and not label[j] and page.row[j] == row and len(values) < _MOST:
        if usable[j] and page.length[j] <= _VALUE:
            values.append(j)
        if row < 0:
            break
        j += 1
    return values
