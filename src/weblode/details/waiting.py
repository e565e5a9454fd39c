"""Pages that wait until their template can be learnt, in this process or on a shelf that all processes share."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from weblode.details.groups import PageShape
from weblode.details.leaves import Leaves

if TYPE_CHECKING:
    from weblode.details.shelf import PageShelf, ShelvedPage
    from weblode.tree import Tree


class WaitingPage(NamedTuple):
    """What must be known of a page to find its template, and where its texts are."""

    name: str
    shape: PageShape
    nbytes: int  # of its tree
    place: Leaves | ShelvedPage

    def leaves(self, shelf: PageShelf | None) -> Leaves:
        """The texts of the page, read from the shelf if they are there."""
        if isinstance(self.place, Leaves):
            return self.place
        assert shelf is not None
        return shelf.get(self.place)


def wait(tree: Tree, shelf: PageShelf | None = None) -> WaitingPage:
    """The page as it waits, on the shelf if there is one with room for it."""
    leaves = Leaves(tree)
    place: Leaves | ShelvedPage = leaves
    if shelf:
        with suppress(OSError):  # no room: the page is sent between processes itself
            place = shelf.put(leaves)
    return WaitingPage(tree.page, PageShape(leaves), tree.nbytes, place)
