"""Which labels or concepts are beside each other, and on which sites.

Stored by groups, not by pairs: a list of thousands of entries has millions of pairs.
"""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Member = TypeVar("Member", bound=Hashable)


class Neighbours(Generic[Member]):
    """Groups of members on sites; says which sites have two members in one group.

    >>> groups = Neighbours([("a", ["World", "Sport"]), ("b", ["World", "Sport", "Food"])])
    >>> sorted(groups.sites("World", "Sport")), sorted(groups.sites("World", "Books"))
    (['a', 'b'], [])
    """

    def __init__(self, groups: Iterable[tuple[str, Iterable[Member]]] = ()) -> None:
        self._sites: list[str] = []  # of each group
        self._groups: dict[Member, set[int]] = {}
        for number, (site, members) in enumerate(groups):
            self._sites.append(site)
            for member in members:
                self._groups.setdefault(member, set()).add(number)

    def sites(self, one: Member, other: Member) -> frozenset[str]:
        """The sites that have two different members in one group."""
        common = self._groups.get(one, set()) & self._groups.get(other, set()) if one != other else set()
        return frozenset(self._sites[number] for number in common)
