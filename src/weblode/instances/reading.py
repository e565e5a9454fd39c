"""The pages of the items of a section page, read by the template that most of them share.

This needs nothing but the pages, so another process can do it: `ItemPages` and `ItemReading` can be pickled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from weblode.details.leaves import Leaves
from weblode.errors import LimitError, SourceError, WeblodeError
from weblode.instances.attributes import attributes
from weblode.instances.siblings import Siblings
from weblode.ontology import Attribute
from weblode.pages.page import Page
from weblode.pages.parsed import TreeCache
from weblode.values.page_links import declared_address

_SIBLINGS = 6  # pages that are enough for a template
_SURE = 3.0  # the score from which an item needs no confirmation by its page

# The group and score of an item, its page, or why that could not be read.
Read = tuple[int, float, Leaves | None, WeblodeError | None]


@dataclass(frozen=True)
class ItemPages:
    """The group and score of each item that a section page lists, and its page if there is one."""

    items: tuple[tuple[int, float], ...]
    pages: Iterable[Page | None]

    @property
    def size(self) -> int:
        """The bytes of the pages, as far as they are fetched."""
        return sum(len(page.data) for page in self.pages if page) if self.is_fetched else 0

    @property
    def is_fetched(self) -> bool:
        """Whether the pages are here, so that another process can read them."""
        return isinstance(self.pages, tuple)

    def fetched(self, most: int) -> ItemPages:
        """The same with all pages fetched, unless they have more than so many bytes."""
        rest, pages, size = iter(self.pages), list[Page | None](), 0
        for page in rest:
            pages.append(page)
            size += len(page.data) if page else 0
            if size > most:
                return ItemPages(self.items, chain(pages, rest))
        return ItemPages(self.items, tuple(pages))

    def lost(self, reason: str) -> list[ItemReading]:
        """What is known of the items if the process that read their pages has ended for a reason."""
        error = SourceError(f"it, or one that was read with it, ended their process ({reason})")
        return [ItemReading(error=error if page else None) for page in self.pages]


NO_ITEMS = ItemPages((), ())


@dataclass(frozen=True)
class ItemReading:
    """Whether an item is an instance, and what its page says: attributes, and the address that it declares.

    `error` is why the page could not be read.
    """

    is_instance: bool = True
    attributes: tuple[Attribute, ...] = ()
    declared: str = ""
    error: WeblodeError | None = None


def read_items(items: ItemPages, trees: TreeCache) -> Iterator[ItemReading]:
    """What the pages of the items of a section page say, in the order of the items.

    The first ones teach the template, and which groups of links are items.
    """
    rest = _read(items, trees)
    first = list(islice(rest, _sample_size([group for group, _ in items.items])))
    siblings = Siblings(page for _, _, page, _ in first if page is not None)
    groups = _groups_to_keep(first, siblings)
    for group, score, page, error in chain(first, rest):
        if group not in groups and score < _SURE:
            yield ItemReading(is_instance=False, error=error)
        elif page is None:
            yield ItemReading(error=error)
        else:
            own = attributes(page, siblings.template(page))
            yield ItemReading(attributes=own, declared=declared_address(page.tree))


def _read(items: ItemPages, trees: TreeCache) -> Iterator[Read]:
    """Each item with the texts of its page, or with why it cannot be read."""
    for (group, score), page in zip(items.items, items.pages, strict=True):
        try:
            yield group, score, None if page is None else Leaves(trees.tree(page, page.url)), None
        except LimitError as error:
            yield group, score, None, error


def _sample_size(groups: Sequence[int]) -> int:
    """How many items include two of each group and enough siblings for a template, if their pages can be read."""
    counts: dict[int, int] = {}
    needed = min(len(groups), 3 * _SIBLINGS)
    for place, group in enumerate(groups, 1):
        counts[group] = counts.get(group, 0) + 1
        if counts[group] == 2:
            needed = max(needed, min(place, 6 * _SIBLINGS))
    return needed


def _groups_to_keep(first: Iterable[Read], siblings: Siblings) -> set[int]:
    """The groups that are confirmed by their pages, and those without pages."""
    groups: dict[int, list[Leaves]] = {}
    for group, _, page, _ in first:
        members = groups.setdefault(group, [])
        if page is not None:
            members.append(page)
    return siblings.confirmed_groups(groups)
