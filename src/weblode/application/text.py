"""The text of a page, with the node that each character comes from."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weblode.tree import Tree


@dataclass(frozen=True, eq=False)
class PageText:
    """The text of a page, as `Tree.text` gives it, but with a tab where a space separates two nodes.

    So a pattern can distinguish a space inside one text from the gap between two: table cells, or a word in bold and
    the text after it. Offsets are in characters.
    """

    tree: Tree
    string: str = field(repr=False)
    starts: NDArray[np.int64] = field(repr=False)  # where each text leaf begins

    @cached_property
    def data(self) -> bytes:
        """The text as UTF-8."""
        return self.string.encode()

    @cached_property
    def _characters(self) -> NDArray[np.int64] | None:
        """The number of characters before each byte of `data`; None if every character is one byte."""
        if len(self.data) == len(self.string):
            return None
        begins = (np.frombuffer(self.data, dtype=np.uint8) & 0xC0) != 0x80
        return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(begins)])

    def in_characters(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """Byte offsets as character offsets."""
        return offsets if self._characters is None else self._characters[offsets]

    def nodes(self, starts: Sequence[int] | NDArray[np.int64]) -> list[int]:
        """The text nodes of characters; for white space between nodes, the node before it."""
        if not len(self.starts):
            return []
        leaves = np.maximum(np.searchsorted(self.starts, starts, side="right") - 1, 0)
        text_nodes: list[int] = self.tree.leaves[leaves].tolist()
        return text_nodes

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Where the text of the nodes `start:stop` begins and ends."""
        leaves, bounds = self._bounds
        first, last = bisect_left(leaves, start), bisect_left(leaves, stop)
        return bounds[first], bounds[last]

    @cached_property
    def _bounds(self) -> tuple[list[int], list[int]]:
        """The text leaves, and where each begins and the last ends; as lists, which are faster for single look-ups."""
        return self.tree.leaves.tolist(), [*self.starts.tolist(), len(self.string)]


def page_text(tree: Tree) -> PageText:
    """The text of a page."""
    leads = ("", "\t", "\n")
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for v, lead in zip(tree.leaves.tolist(), tree.lead[tree.leaves].tolist(), strict=True):
        between = leads[lead] if parts else ""
        words = " ".join(tree.string(v).split())
        starts.append(length + len(between))
        parts += (between, words)
        length += len(between) + len(words)
    return PageText(tree, "".join(parts), np.array(starts, dtype=np.int64))
