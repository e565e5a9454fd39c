"""Pages sorted by the template that made them: those of one site that are alike in their places."""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weblode.details.leaves import Leaves

ALIKE = 0.25  # the share of common places from which two pages have one template; between sites it is below 0.03
_KEPT = 3  # pages of a group that others are compared with


def likeness(one: NDArray[np.uint64], two: NDArray[np.uint64]) -> float:
    """The share of the places of two pages that both have; their places are sorted, each once."""
    both = len(np.intersect1d(one, two, assume_unique=True))
    return both / max(1, len(one) + len(two) - both)


def groups(pages: Sequence[Leaves]) -> list[list[int]]:
    """The numbers of the pages of each template, in the order of their first pages.

    Pages of different hosts are in different groups, if their addresses are known.
    """
    found: list[tuple[str, list[NDArray[np.uint64]], list[int]]] = []
    for number, page in enumerate(pages):
        places, host = np.unique(page.place), _host(page.tree.url)
        best, group = max(
            ((_closest(places, kept), i) for i, (own, kept, _) in enumerate(found) if not host or own in ("", host)),
            key=lambda each: (each[0], -each[1]),
            default=(0.0, -1),
        )
        if best >= ALIKE:
            _, kept, members = found[group]
            members.append(number)
            if len(kept) < _KEPT:
                kept.append(places)
        else:
            found.append((host, [places], [number]))
    return [members for _, _, members in found]


def _closest(places: NDArray[np.uint64], others: Iterable[NDArray[np.uint64]]) -> float:
    return max(likeness(places, other) for other in others)


def _host(url: str | None) -> str:
    return (urlsplit(url).hostname or "") if url and "://" in url else ""
