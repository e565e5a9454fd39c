"""Records that a page has twice: a list for wide screens and the same one for narrow ones, of which one is shown.

Which of them a reader sees is decided by sheets and scripts that may not be there, so both are read. Of such copies the
first stays. Equal records alone are none: results of a search may be equal, rows of a table often are. Nor are those
without a link or a picture, and those that a text stands before, such as the heading of another group.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from weblode import kernels
from weblode.records.objects import DroppedPiece, Range, Ranges
from weblode.tags import NUMBERS
from weblode.tree import Tree

_LEAST = 3  # so many records have a copy
_SHARE = 1 / 3  # so many of all records are copies
_SAME = 0.8  # so many of the copies stand at the same distance behind the first of their kind
_MOST = 3  # no record is there more often
REPEATS = "repeats an earlier record"
_LINKS = (NUMBERS["a"], NUMBERS["img"])


def without_copies(tree: Tree, records: Sequence[Range]) -> tuple[tuple[Range, ...], tuple[DroppedPiece, ...]]:
    """The records that are no copies of earlier ones, and the copies; none if the list is not there twice.

    A copy has the same text, links and images. The copies of a list follow in its order: they stand at one distance
    behind the first, which is one record where each is beside its copy.
    """
    equal_sizes = survey(tree, np.array(records, dtype=np.int32).reshape(-1, 2))[-1]
    if not may_have_copies(len(records), equal_sizes):
        return tuple(records), ()
    copies = _copies(tree, records, _least(len(records)))
    dropped = tuple(DroppedPiece(records[i], REPEATS) for i in sorted(copies))
    return tuple(record for i, record in enumerate(records) if i not in copies), dropped


def survey(tree: Tree, records: Ranges) -> tuple[tuple[Range, ...], bool, bool, int]:
    """The records as ranges, and in short how they stand (see `kernels.members.survey`)."""
    return kernels.fastest().survey((tree.end, tree.parent, tree.leaf, tree.start), records)


def may_have_copies(n: int, equal_sizes: int) -> bool:
    """Whether so many of `n` records have a text as long as that of another one that some could be copies."""
    return equal_sizes >= _least(n)


def _least(n: int) -> float:
    """How many of so many records are copies, if any are."""
    return max(_LEAST, _SHARE * n)


def is_copy(tree: Tree, records: Sequence[Range], others: Sequence[Range]) -> bool:
    """Whether most records of a list are those of another list."""
    texts = [text for text in tree.texts(records, line=" ", apart=True) if text]
    there = set(tree.texts(others, line=" ", apart=True))
    return len(texts) >= _LEAST and sum(text in there for text in texts) >= _SAME * len(texts)


def _copies(tree: Tree, records: Sequence[Range], least: float) -> set[int]:
    last: dict[str, int] = {}
    times: Counter[str] = Counter()
    behind: dict[int, int] = {}  # by record, how far it stands behind the last one with its text
    for i, text in enumerate(tree.texts(records, line=" ", apart=True)):
        if text:
            if text in last:
                behind[i] = i - last[text]
            last[text] = i
            times[text] += 1
    if len(behind) < least or max(times.values()) > _MOST:
        return set()
    distance, same = Counter(behind.values()).most_common(1)[0]
    if same < _SAME * len(behind):
        return set()
    apart = _texts_between(tree, records)
    pairs = [(i, i - distance) for i, far in behind.items() if far == distance and apart[i] == apart[i - distance]]
    addresses = {i: _addresses(tree, records[i]) for pair in pairs for i in pair}
    return {i for i, first in pairs if addresses[i] and addresses[i] == addresses[first]}


def _texts_between(tree: Tree, records: Sequence[Range]) -> list[int]:
    """For each record, the bytes of text between the records up to it."""
    total, before = 0, [0]
    for (_, stop), (start, _) in pairwise(records):
        total += max(0, int(tree.text_before[start] - tree.text_before[stop]))
        before.append(total)
    return before


def _addresses(tree: Tree, record: Range) -> list[str | None]:
    """The targets of the links and the addresses of the images of a record."""
    nodes = (u for u in range(*record) if tree.tag[u] in _LINKS)
    attributes = (tree.attributes(u) for u in nodes)
    return [each.get("href", each.get("src")) for each in attributes]
