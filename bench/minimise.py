"""Delta debugging: less and less of a page, as long as it fails in the same way.

A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software Engineering
28(2), 2002. We differ in what is left out: lines first, then whole elements, then tags and texts, then bytes.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence

_PIECES = (re.compile(rb"[^\n]*\n?"), re.compile(rb"<[^<>]*>|<|[^<]+"))
_TAG = re.compile(rb"<(/?)([a-zA-Z][^\s/>]*)[^<>]*>")
_BYTES = 2000  # a page of more is not looked at byte by byte

Fails = Callable[[bytes], bool]


def minimised(data: bytes, fails: Fails, *, seconds: float = 30.0) -> bytes:
    """The shortest page that was found in that time and still fails; the page itself if it does not fail."""
    end = time.monotonic() + seconds

    def still(page: bytes) -> bool:
        return time.monotonic() < end and fails(page)

    if not still(data):
        return data
    before = b""
    while data != before and time.monotonic() < end:
        before = data
        data = _without(_PIECES[0].findall(data), still)
        data = _without_elements(data, still)
        data = _without(_PIECES[1].findall(data), still)
        if len(data) <= _BYTES:
            data = _without([data[i : i + 1] for i in range(len(data))], still)
    return data


def _without(pieces: Sequence[bytes], fails: Fails) -> bytes:
    """The pieces that are needed, together: ever smaller runs of them are left out."""
    kept = list(pieces)
    size = len(kept) // 2
    while size:
        at = 0
        while at < len(kept):
            shorter = kept[:at] + kept[at + size :]
            if fails(b"".join(shorter)):
                kept = shorter
            else:
                at += size
        size //= 2
    return b"".join(kept)


def _without_elements(data: bytes, fails: Fails) -> bytes:
    """The page without elements that are not needed, larger ones first; then without tags around what is."""
    after = len(data) + 1
    while (found := next((each for each in _elements(data) if each[1] - each[0] < after), None)) is not None:
        start, stop, inner, end = found
        after = stop - start
        for shorter in (data[:start] + data[stop:], data[:start] + data[inner:end] + data[stop:]):
            if fails(shorter):
                data = shorter
                break
    return data


def _elements(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """The elements of a page that have an end tag, larger ones first: start and end, and those of their content."""
    opened: list[tuple[bytes, int, int]] = []
    found = []
    for tag in _TAG.finditer(data):
        name = tag[2].lower()
        if not tag[1]:
            opened.append((name, tag.start(), tag.end()))
            continue
        level = next((i for i in range(len(opened) - 1, max(-1, len(opened) - 50), -1) if opened[i][0] == name), -1)
        if level >= 0:
            _, start, inner = opened[level]
            del opened[level:]
            found.append((start, tag.end(), inner, tag.start()))
    yield from sorted(found, key=lambda each: (each[0] - each[1], each[0]))
