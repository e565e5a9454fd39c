"""Pages that all processes of a command can read, without sending them to each other."""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from typing import IO, Any, NamedTuple

import numpy as np

from weblode.details.leaves import Leaves
from weblode.kernels.columns import ROWS
from weblode.tree import unpacked


class ShelvedPage(NamedTuple):
    """Where a page is on a shelf: how many texts and nodes it has, and the bytes of what these hold."""

    start: int
    texts: int
    nodes: int
    buffer: int
    about: tuple[Any, ...]

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """The bytes of the hashes of texts, of the numbers and flags of texts, of the tree's columns, of its buffer."""
        return 3 * 8 * self.texts, 8 * 4 * self.texts, 4 * (len(ROWS) * self.nodes + 1), self.buffer


class PageShelf:
    """A file that is shared with the processes forked after it was made; it ends with the last of them.

    To put a page there and to get it takes a tenth of the time that it takes to parse it again.
    """

    def __init__(self) -> None:
        self._file = _shared_file()

    def close(self) -> None:
        """Give the memory back."""
        self._file.close()

    def put(self, page: Leaves) -> ShelvedPage:
        """Where the page is from now on. Raises OSError if there is no room."""
        tree = page.tree
        about = (tree.names, tree.page, tree.url, tree.encoding, tree.namespaced, tree.warning)
        numbers = (page.number, page.node, page.row, page.cell, page.block, page.length, page.link, page.flags)
        parts = [page.place, page.path, page.text, *numbers, *(getattr(tree, name) for name in ROWS), tree.buffer]
        file = self._file.fileno()
        fcntl.lockf(file, fcntl.LOCK_EX)  # is given back if this process dies
        try:
            start = -(-os.fstat(file).st_size // mmap.PAGESIZE) * mmap.PAGESIZE  # so that it can be mapped and removed
            place = ShelvedPage(start, len(page), len(tree), len(tree.buffer), about)
            if os.pwritev(file, parts, start) < sum(place.sizes):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            fcntl.lockf(file, fcntl.LOCK_UN)
        return place

    def get(self, place: ShelvedPage) -> Leaves:
        """The page at a place. Its columns are read where they are."""
        mapped = mmap.mmap(self._file.fileno(), sum(place.sizes), prot=mmap.PROT_READ, offset=place.start)
        n, sizes = place.texts, place.sizes
        hashes = np.frombuffer(mapped, np.uint64, 3 * n).reshape(3, n)
        numbers = np.frombuffer(mapped, np.int32, 8 * n, sizes[0]).reshape(8, n)
        columns = np.frombuffer(mapped, np.int32, sizes[2] // 4, sizes[0] + sizes[1])
        tree = unpacked(columns, mapped[sum(sizes[:3]) : sum(sizes)], *place.about)
        return Leaves(tree, (numbers[:7], hashes, numbers[7]))

    def remove(self, places: Iterable[ShelvedPage]) -> None:
        """Free the memory of pages that are not needed any more."""
        if hasattr(mmap, "MADV_REMOVE"):
            for place in places:
                size = sum(place.sizes)
                with mmap.mmap(self._file.fileno(), size, offset=place.start) as part, suppress(OSError):
                    part.madvise(mmap.MADV_REMOVE)  # not all disks can


def _shared_file() -> IO[bytes]:
    """A file in memory, as Linux has them; elsewhere one on disk that has no name."""
    if hasattr(os, "memfd_create"):
        with suppress(OSError):
            return os.fdopen(os.memfd_create("weblode"), "r+b")
    return tempfile.TemporaryFile()
