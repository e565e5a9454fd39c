"""The texts of nodes on one line, and of ranges of leaves as a person reads them: the reference implementation."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]


def lines(buffer: bytes, start: Numbers, nodes: Iterable[int]) -> list[str]:
    """The texts of some nodes, each on one line."""
    return [" ".join(buffer[start[u] : start[u + 1]].decode().split()) for u in nodes]


def attributes(buffer: bytes, start: Numbers, nodes: Iterable[int], name: bytes) -> list[str]:
    """An attribute of some elements, "" where they have none."""
    results = []
    for u in nodes:
        parts = buffer[start[u] : start[u + 1]].split(b"\0")  # names and values, and an empty end
        names = parts[:-1:2]
        results.append(parts[2 * names.index(name) + 1].decode() if name in names else "")
    return results


def passages(
    buffer: bytes,
    columns: Sequence[Numbers],
    leaves: Numbers,
    ranges: Iterable[tuple[int, int]],
    line: str,
    *,
    apart: bool,
) -> list[str]:
    """The text of each range of leaves, as `Tree.text` explains it; `columns` are parent, end, lead and start."""
    parent, end, lead, start = columns
    leads = ("", " ", line)
    results = []
    for first, last in ranges:
        parts: list[str] = []
        nodes, before = leaves[first:last].tolist(), -1
        for v, text in zip(nodes, lines(buffer, start, nodes), strict=True):
            space = leads[lead[v]]
            if not space and parts:
                digits = text[:1].isdigit() and parts[-1][-1:].isdigit() and parent[before] != parent[v]
                if digits or (apart and parent[before] != parent[v] > before and end[parent[before]] <= v):
                    space = " "
            parts += (space, text)
            before = v
        results.append("".join(parts[1:]))
    return results
