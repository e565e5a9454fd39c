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
        """The page at a place, copied: to map its memory into this process takes longer."""
        n, (hashes, numbers, columns, buffer) = place.texts, place.sizes
        size = hashes + numbers + columns
        data = np.empty(size // 4, dtype=np.int32)
        if os.preadv(self._file.fileno(), [data.data], place.start) < size:
            raise EOFError("the page is not on the shelf")
        data.flags.writeable = False
        texts = data[hashes // 4 : (hashes + numbers) // 4].reshape(8, n)
        tree = unpacked(
            data[(hashes + numbers) // 4 :], os.pread(self._file.fileno(), buffer, place.start + size), *place.about
        )
        return Leaves(tree, (texts[:7], data[: hashes // 4].view(np.uint64).reshape(3, n), texts[7]))

    def remove(self, places: Iterable[ShelvedPage]) -> None:
        """Free the memory of pages that are not needed any more."""
        if not (hasattr(mmap, "MADV_REMOVE") and (some := list(places))):
            return
        with mmap.mmap(self._file.fileno(), 0) as whole, suppress(OSError):  # not all disks can
            for place in some:
                whole.madvise(mmap.MADV_REMOVE, place.start, sum(place.sizes))


def _shared_file() -> IO[bytes]:
    """A file in memory, as Linux has them; elsewhere one on disk that has no name."""
    if hasattr(os, "memfd_create"):
        with suppress(OSError):
            return os.fdopen(os.memfd_create("weblode"), "r+b")
    return tempfile.TemporaryFile()
