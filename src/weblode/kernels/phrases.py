"""Words and marks of texts, with where they stand. The compiled twin is in `_phrases.pyx`."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex
from weblode.kernels.steps import named

# A date (`May 7, 2026`, `Thu, 7 May 2026`), a word with punctuation inside it (`6,828`, `11:09:22`, `No.`), or a mark.
_TOKEN = regex(
    r"[^\W\d]+\.? \d{1,2}, \d{4}\b|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2}\.? [^\W\d]+\.? \d{4}\b|"
    r"[^\s()\[\]{},;:|]+(?:[,:;][^\s()\[\]{},;:|]+)*|[()\[\]{},;:|]"
)
_WORD = regex(r"\w+")

Token = tuple[str, int, int]  # the text, where it starts and ends


def words(text: str) -> list[str]:
    """The words, dates and marks of a text, in order.

    >>> words("Filed May 7, 2026 (No. 15:1)")
    ['Filed', 'May 7, 2026', '(', 'No.', '15:1', ')']
    """
    return _TOKEN.findall(text)


def lower_words(text: str) -> list[str]:
    """The words of letters, digits and `_` of a text, in lower case.

    >>> lower_words("By J. Doe, A.I.")
    ['by', 'j', 'doe', 'a', 'i']
    """
    return _WORD.findall(text.lower())


def plain_words(texts: Sequence[str]) -> list[str]:
    """The words of each text on one line, with letters that differ in case alone as one.

    >>> plain_words(["By J. Doe", "...", "STRASSE"])
    ['by j doe', '', 'strasse']
    """
    return [" ".join(_WORD.findall(text.casefold())) for text in texts]


def tokens(text: str) -> list[Token]:
    """As `words`, each with where it starts and ends."""
    return [(match[0], *match.span()) for match in _TOKEN.finditer(text)]


def holding(
    buffer: bytes,
    start: NDArray[np.int32],
    nodes: NDArray[np.int32],
    longest: int,
    parts: Sequence[bytes],
    *,
    fold: bool = False,
) -> list[int]:
    """The nodes with at most so many bytes that have one of some parts in them.

    With `fold`, parts are in lower case and are found in upper case too.
    """
    texts = ((u, buffer[start[u] : start[u + 1]]) for u in nodes.tolist())
    if fold:
        texts = ((u, text.lower()) for u, text in texts)
    return [u for u, text in texts if len(text) <= longest and any(part in text for part in parts)]


def tagged_holding(
    buffer: bytes,
    start: NDArray[np.int32],
    tag: NDArray[np.int32],
    tags: tuple[int, int],
    parts: Sequence[bytes],
) -> list[int]:
    """The nodes with one of two tags that have one of some parts, which are in lower case, whatever its case there."""
    nodes = np.flatnonzero((tag == tags[0]) | (tag == tags[1])).astype(np.int32)
    return holding(buffer, start, nodes, len(buffer), parts, fold=True)


class Sought(NamedTuple):
    """What is looked for among the nodes of records (see `inventory`)."""

    names: tuple[bytes, ...]  # of attributes whose values are told
    marked: bytes  # an attribute, and what is in it where an element without text is looked at
    marks: tuple[bytes, ...]
    longest: int  # bytes of a text that is looked at, and what is in it
    signs: tuple[bytes, ...]
    tag: int  # of elements that are listed


class Inventory(NamedTuple):
    """What there is among some nodes: for each name its values by node, without empty ones, and nodes in order."""

    values: tuple[dict[int, bytes], ...]
    marked: list[tuple[int, bytes]]  # elements without text, with the attribute that has a mark
    signed: list[int]  # short texts with a sign
    tagged: list[int]


def inventory(
    buffer: bytes,
    columns: Sequence[NDArray[np.int32]],
    texts: NDArray[np.int64],
    span: tuple[int, int],
    sought: Sought,
) -> Inventory:
    """What there is of some things among the nodes of a span.

    `columns` are start, end, tag and leaf of the tree; `texts` has how much text stands before each node, and at the
    end.
    """
    start, end, tag, leaf = columns
    if len({len(end), len(tag), len(leaf), len(start) - 1, len(texts) - 1}) > 1:
        raise ValueError("columns of different lengths")
    first, stop = span
    if not 0 <= first <= stop <= len(tag):
        raise IndexError("no such nodes")
    values = named(buffer, start[first : stop + 1], tag[first:stop], (*sought.names, sought.marked), first)
    marked = [
        (u, value)
        for u, value in values[-1].items()
        if texts[u] == texts[end[u]] and any(mark in value for mark in sought.marks)
    ]
    leaves = (first + np.flatnonzero(leaf[first:stop] >= 0)).astype(np.int32)
    signed = holding(buffer, start, leaves, sought.longest, sought.signs)
    return Inventory(values[:-1], marked, signed, (first + np.flatnonzero(tag[first:stop] == sought.tag)).tolist())


def nearest_holding(
    buffer: bytes,
    start: NDArray[np.int32],
    parent: NDArray[np.int32],
    nodes: Sequence[int],
    levels: int,
    parts: Sequence[bytes],
) -> list[int]:
    """For each node the nearest of so many elements around it whose attributes have one of some parts in them.

    -1 for none; the root does not count.
    """
    nearest = []
    for u in nodes:
        holder = -1
        for _ in range(levels):
            u = parent.item(u)
            if u <= 0:
                break
            if any(part in buffer[start.item(u) : start.item(u + 1)] for part in parts):
                holder = u
                break
        nearest.append(holder)
    return nearest


def mentioning(buffer: bytes, start: NDArray[np.int32], stop: NDArray[np.int32], words: Sequence[bytes]) -> list[bool]:
    """Whether each range of bytes has one of some words, which are in lower case, whatever the case of its letters."""
    texts = (buffer[a:b].lower() for a, b in zip(start.tolist(), stop.tolist(), strict=True))
    return [any(word in text for word in words) for text in texts]
