"""Where a list over several pages ends: at a page without records, or with those of the pages before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weblode.sources.following import ListWalk

_SAME = 0.9  # the share of a page's records that earlier pages had, for it to be a repeat


class ListEndedError(Exception):
    """A page that was followed is no further page of the list."""


class FurtherRecords:
    """Sees to it that further pages of a list have records, and other ones than the pages before."""

    def __init__(self) -> None:
        self._texts: set[str] = set()

    def begin(self) -> None:
        """Forget the records of the list before, whatever becomes of the first page of this one."""
        self._texts = set()

    def check(self, walk: ListWalk[Any], page: str, texts: Sequence[str]) -> None:
        """Note the records of a page. Raises ListEndedError, and ends the walk, if they are no others, or none."""
        own = set(texts)
        if walk.number == 1:
            self._texts = own
            if not own:
                walk.end(f"{page}: without records there is no list to follow")
            return
        if not own:
            walk.end(f"{page}: has no records; the list ends before it")
            raise ListEndedError
        if len(own & self._texts) >= _SAME * len(own):
            walk.end(f"{page}: has the records of the pages before it; the list ends before it")
            raise ListEndedError
        self._texts |= own
