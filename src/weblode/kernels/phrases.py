"""Words and marks of texts, with where they stand. The compiled twin is in `_phrases.pyx`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.caches import regex

# A date (`May 7, 2026`, `Thu, 7 May 2026`), a word with punctuation inside it (`6,828`, `11:09:22`, `No.`), or a mark.
_TOKEN = regex(
    r"[^\W\d]+\.? \d{1,2}, \d{4}\b|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2}\.? [^\W\d]+\.? \d{4}\b|"
    r"[^\s()\[\]{},;:|]+(?:[,:;][^\s()\[\]{},;:|]+)*|[()\[\]{},;:|]"
)

Token = tuple[str, int, int]  # the text, where it starts and ends


def words(text: str) -> list[str]:
    """The words, dates and marks of a text, in order.

    >>> words("Filed May 7, 2026 (No. 15:1)")
    ['Filed', 'May 7, 2026', '(', 'No.', '15:1', ')']
    """
    return _TOKEN.findall(text)


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


def textless(
    buffer: bytes,
    columns: Sequence[NDArray[np.int32]],
    texts: NDArray[np.int64],
    span: tuple[int, int],
    name: bytes,
    parts: Sequence[bytes],
) -> list[tuple[int, bytes]]:
    """The elements of a span without text in them whose attribute of a name has one of some parts, with its value.

    `columns` are start, end and tag of the tree; `texts` has how much text stands before each node, and at the end.
    """
    start, end, tag = columns
    if len({len(end), len(tag), len(start) - 1, len(texts) - 1}) > 1:
        raise ValueError("columns of different lengths")
    if not 0 <= span[0] <= span[1] <= len(tag):
        raise IndexError("no such nodes")
    elements = []
    for u in range(*span):
        if not tag[u] or texts[u] != texts[end[u]]:
            continue
        attributes = buffer[start[u] : start[u + 1]].split(b"\0")
        values = dict(zip(attributes[:-1:2], attributes[1::2], strict=True))
        if any(part in values.get(name, b"") for part in parts):
            elements.append((u, values[name]))
    return elements


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
