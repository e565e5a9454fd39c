"""Which labels or concepts are beside each other, and on which sites.

Stored by groups, not by pairs: a list of thousands of entries has millions of pairs.
"""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from weblode.taxonomy.labels import Group, Labels
from weblode.taxonomy.variants import is_same_company

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


class Company:
    """The groups of each label; says whether two labels of different sites are beside the same labels."""

    def __init__(self, labels: Labels) -> None:
        self._sites = {one: uses.keys() for one, uses in labels.uses.items()}
        self._groups: dict[str, list[Group]] = {}
        for group in labels.groups:
            for one in group.keys:
                self._groups.setdefault(one, []).append(group)

    def is_same(self, one: str, other: str) -> bool:
        """Whether no site has both labels, and a site has one where another has the other."""
        if self._sites[one] & self._sites[other]:
            return False
        return any(
            is_same_company((first.keys, first.above), (second.keys, second.above))
            for first in self._groups.get(one, ())
            for second in self._groups.get(other, ())
        )
