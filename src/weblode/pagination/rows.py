"""Rows of numbered links that lead to the pages of one list, and which of them is the page itself.

A row is links with rising numbers and nothing but signs between them. Their addresses must be one but for numbers that
rise with the labels: 1, 2, 3 are pages at `?start=0`, `?start=20`, `?start=40`. The first page may lack the number, and
the page itself may be no link. Days of a calendar, years, sizes of a page and stars have such rows too: numbers that
are dates or sizes by their names or places do not count, and what has no name needs other evidence.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from weblode.caches import regex
from weblode.pagination.addresses import (
    AddressKey,
    address_key,
    is_date_number,
    is_page_name,
    is_size_number,
    number_fields,
    paging_field,
)
from weblode.pagination.candidates import LinkCandidate, is_mark, own_address
from weblode.pagination.words import page_number
from weblode.tags import NUMBERS
from weblode.tree import Tree

_DIGITS = regex(r"\d{1,18}")  # a longer run is several numbers
_WORD = regex(r"[^\W\d_]")
_CLIMB = 4  # elements between a link and what holds the row
_BETWEEN = 24  # bytes of text between two links of a row
_AROUND = 160  # bytes of text of what holds a row beside the row
_OFFSETS, _SMALLEST = 3, 5  # links whose addresses count records, and the fewest records of a page
_YEARS = range(1900, 2101)


@dataclass(frozen=True)
class PageRow:
    """A row of numbered links: `members` lead to pages of one list, `current` is the number of the page itself."""

    tree: Tree = field(repr=False, compare=False)
    members: tuple[LinkCandidate, ...]
    current: int | None
    evidence: tuple[str, ...] = ()

    @cached_property
    def keys(self) -> frozenset[AddressKey]:
        """The keys of the addresses of the links."""
        return frozenset(address_key(member.address) for member in self.members)

    @cached_property
    def by_number(self) -> dict[int, LinkCandidate]:
        """The links by their numbers."""
        return {member.number: member for member in self.members if member.number is not None}

    @property
    def following(self) -> LinkCandidate | None:
        """The link to the page after this one; None if it is not among them."""
        return None if self.current is None else self.by_number.get(self.current + 1)

    @cached_property
    def holder(self) -> int:
        """The element that holds the row and what stands beside it, such as links to the next and the first page."""
        return _holder(self.tree, [member.node for member in self.members])


def page_rows(tree: Tree, candidates: Sequence[LinkCandidate]) -> list[PageRow]:
    """The rows of links to numbered pages, in document order."""
    own = own_address(tree)
    rows = (_page_row(tree, row, own) for row in _numbered_rows(tree, candidates))
    return [row for row in rows if row is not None]


def _numbered_rows(tree: Tree, candidates: Sequence[LinkCandidate]) -> list[list[LinkCandidate]]:
    """Links with rising numbers that stand together."""
    rows: list[list[LinkCandidate]] = []
    before = None
    for each in candidates:
        if each.number is None:
            if before is not None and _WORD.search(each.text):
                before = None
            continue
        if (
            before is not None
            and before.number is not None
            and before.number < each.number
            and _together(tree, before, each)
        ):
            rows[-1].append(each)
        else:
            rows.append([each])
        before = each
    return rows


def _together(tree: Tree, before: LinkCandidate, after: LinkCandidate) -> bool:
    """Whether two links stand together: little text between them, and what holds both is near."""
    end = int(tree.end[before.node])
    if after.order != before.order + 1 and _WORD.search(tree.text(end, after.node)):
        return False  # links with other words stand between them
    if tree.text_before[after.node] - tree.text_before[end] > _BETWEEN:
        return False
    top = tree.common_ancestor(before.node, after.node)
    return int(tree.depth[before.node] - tree.depth[top]) <= _CLIMB


def _page_row(tree: Tree, row: Sequence[LinkCandidate], own: str) -> PageRow | None:
    """The links of a row that lead to pages of one list; None if they do not."""
    fit = _RowFit.of(row)
    linked = [each for each in row if each.address]
    if fit is None or not linked:
        return None
    holder = _holder(tree, [each.node for each in row])
    loose = _loose_numbers(tree, holder, row)
    members = [each for each in linked if fit.has(each) or _is_first(each, fit, row) or _is_self(each, own)]
    current = _current(members, row, loose, fit, own)
    numbers = {each.number for each in members} | ({current} if current is not None else set())
    if not any(n is not None and n + 1 in numbers for n in numbers):
        return None
    evidence = _evidence(members, current, fit, own, loose)
    if not evidence or fit.is_other(members):
        return None
    return PageRow(tree, tuple(members), current, tuple(evidence))


@dataclass(frozen=True)
class _RowFit:
    """How the addresses of a row follow its numbers."""

    members: tuple[LinkCandidate, ...]
    places: tuple[int, ...]  # of the numbers that differ, among all numbers of an address
    name: str  # of the first of them, "" if it has none

    @cached_property
    def nodes(self) -> frozenset[int]:
        """The nodes of the members."""
        return frozenset(each.node for each in self.members)

    @classmethod
    def of(cls, row: Sequence[LinkCandidate]) -> "_RowFit | None":
        """The largest part of a row whose addresses differ in numbers that rise with the labels."""
        groups: defaultdict[tuple[str, ...], list[LinkCandidate]] = defaultdict(list)
        for each in row:
            if each.address:
                groups[tuple(_DIGITS.split(each.address))].append(each)
        best = max(groups.values(), key=len, default=[])
        if len(best) < 2:
            return cls._of_one(row)
        values = [[int(n) for n in _DIGITS.findall(each.address)] for each in best]
        places = [i for i in range(len(values[0])) if len({own[i] for own in values}) > 1]
        rising = [i for i in places if _rises([each.number for each in best], [own[i] for own in values])]
        if not rising or len(rising) < len(places):
            return None
        places.sort(key=lambda i: not is_page_name(_name_at(best[0].address, i)))
        return cls(tuple(best), tuple(places), _name_at(best[0].address, places[0]))

    @classmethod
    def _of_one(cls, row: Sequence[LinkCandidate]) -> "_RowFit | None":
        """The fit of a row with one numbered address: by the name of its number, or by that of the first page."""
        for each in row:
            field = paging_field(each.address) if each.address else None
            if field is not None and each.number is not None and _belongs(field.value, each.number):
                return cls((each,), _places_of(each.address, field.value), field.name)
        if len(row) == 2 and row[0].address and row[1].address:
            key = address_key(row[0].address)
            for field in number_fields(row[1].address):
                if field.rest == key and field.value == row[1].number:
                    return cls((row[1],), _places_of(row[1].address, field.value), field.name)
        if len(row) == 1 and row[0].number == 1 and row[0].address:  # back from the second page
            return cls((row[0],), (), "")
        return None

    def has(self, each: LinkCandidate) -> bool:
        """Whether a link is among the members, or has the number that its label would have among them."""
        if each.node in self.nodes or len(self.members) < 2 or each.number is None:
            return each.node in self.nodes
        (a, x), (b, y) = ((one.number or 0, self._value(one)) for one in (self.members[0], self.members[-1]))
        fields = [field for field in number_fields(each.address) if field.name == self.name]
        return any((field.value - x) * (b - a) == (y - x) * (each.number - a) for field in fields)

    @property
    def counts_records(self) -> bool:
        """Whether the addresses have the numbers of the pages' first records: 30, 60, 90 for 2, 3, 4."""
        if len(self.members) < _OFFSETS or not self.places:
            return False
        (a, x), (b, y) = ((one.number or 0, self._value(one)) for one in (self.members[0], self.members[-1]))
        size = (y - x) // (b - a)
        return size >= _SMALLEST and x - size * (a - 1) in (0, 1)

    def _value(self, each: LinkCandidate) -> int:
        return int(_DIGITS.findall(each.address)[self.places[0]])

    def is_other(self, members: Sequence[LinkCandidate]) -> bool:
        """Whether the numbers are days, years, sizes or the like."""
        numbers = [each.number for each in members if each.number is not None]
        if all(n in _YEARS for n in numbers) and not is_page_name(self.name):
            return True
        if any(each.in_calendar for each in members[:2]) and not is_page_name(self.name):
            return True
        for each in self.members[:2]:
            matches = list(_DIGITS.finditer(each.address))
            for place in self.places:
                match = matches[place]
                if is_date_number(each.address, match.start(), match[0]) or is_size_number(each.address, match.start()):
                    return True
        return False


def _rises(numbers: Sequence[int | None], values: Sequence[int]) -> bool:
    """Whether values rise with numbers, by the same step for each."""
    pairs = [(n, value) for n, value in zip(numbers, values, strict=True) if n is not None]
    steps = {(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(pairs) if b[0] != a[0]}
    return len(steps) == 1 and steps.pop() > 0


def _belongs(value: int, number: int) -> bool:
    """Whether the number in an address may be that of the page with a label: the same, from 0, or of its record."""
    return value in (number, number - 1) or (number > 1 and value % (number - 1) == 0 and value > number)


def _places_of(address: str, value: int) -> tuple[int, ...]:
    """The place of a number among those of an address, the last of several; none if it is but a part of one."""
    numbers = [int(n) for n in _DIGITS.findall(address)]
    return tuple(i for i, number in enumerate(numbers) if number == value)[-1:]


def _name_at(address: str, place: int) -> str:
    """The name of the number at a place of an address."""
    numbers = [int(n) for n in _DIGITS.findall(address)]
    fields = [each for each in number_fields(address) if each.value == numbers[place]]
    paging = [each for each in fields if is_page_name(each.name)]
    return (paging or fields)[0].name if fields else ""


def _is_first(each: LinkCandidate, fit: _RowFit, row: Sequence[LinkCandidate]) -> bool:
    """Whether a link without the number leads to the first page."""
    if each is not row[0] or each.number != 1 or not fit.members:
        return False
    return address_key(each.address).host == address_key(fit.members[0].address).host


def _is_self(each: LinkCandidate, own: str) -> bool:
    """Whether a link leads to the page itself, which it marks."""
    return bool(own) and each.address == own and each.is_marked


def _current(
    members: Sequence[LinkCandidate], row: Sequence[LinkCandidate], loose: Sequence[int], fit: _RowFit, own: str
) -> int | None:
    """The number of the page itself: a number that is no link, a marked link, that of its address, or a gap."""
    numbers = {each.number for each in members}
    dead = [each.number for each in row if each.number is not None and (not each.address or each.href.startswith("#"))]
    near = [n for n in (*loose, *dead) if n not in numbers and (n + 1 in numbers or n - 1 in numbers)]
    marked = [each.number for each in row if each.number is not None and each.is_marked]
    if len(set(marked)) == 1:
        return marked[0]
    if near:
        return near[0]
    if len(dead) == 1:
        return dead[0]
    by_address = [each.number for each in members if own and address_key(each.address) == address_key(own)]
    if by_address:
        return by_address[0]
    rising = sorted(n for n in numbers if n is not None)
    gaps = [a + 1 for a, b in pairwise(rising) if b == a + 2]
    if len(gaps) == 1:
        return gaps[0]
    if rising and rising[0] == 2 and fit.members:
        return 1
    return None


def _evidence(
    members: Sequence[LinkCandidate], current: int | None, fit: _RowFit, own: str, loose: Sequence[int]
) -> list[str]:
    """What speaks for a row of pages; nothing if it may be a row of anything."""
    if not members:
        return []
    reasons = []
    if is_page_name(fit.name):
        reasons.append(f"addresses differ in {fit.name}")
    if fit.counts_records:
        reasons.append("addresses count records")
    if any(each.in_pager for each in members[:2]):
        reasons.append("classes speak of pages")
    if len(members) > 1 and members[0].node not in fit.nodes and members[0].number == 1 and fit.members:
        key = address_key(members[0].address)
        if any(field.rest == key for field in number_fields(fit.members[0].address)):
            reasons.append("the first page has the address without a number")
    is_there = current is not None and (current in loose or any(each.is_marked for each in members))
    if is_there and own and any(field.rest == address_key(own) for field in number_fields(fit.members[0].address)):
        reasons.append("the page's own address with a number")
    return reasons


def _holder(tree: Tree, nodes: Sequence[int]) -> int:
    """The element around nodes up to which there is little other text."""
    top = tree.common_ancestor(nodes[0], nodes[-1]) if len(nodes) > 1 else int(tree.parent[nodes[0]])
    if tree.tag[top] == NUMBERS["a"]:
        top = int(tree.parent[top])
    inside = int(tree.text_before[tree.end[nodes[-1]]] - tree.text_before[nodes[0]])
    for _ in range(_CLIMB):
        above = int(tree.parent[top])
        if above < 0 or tree.text_before[tree.end[above]] - tree.text_before[above] - inside > _AROUND:
            break
        top = above
    return top


def _loose_numbers(tree: Tree, holder: int, row: Sequence[LinkCandidate]) -> list[int]:
    """Numbers that stand alone beside the links of a row, without being links; marked ones first."""
    first, last = row[0].node, int(tree.end[row[-1].node])
    start, stop = max(holder, first - 40), min(int(tree.end[holder]), last + 40)
    leaves = tree.leaves[tree.leaves.searchsorted(start) : tree.leaves.searchsorted(stop)].tolist()
    numbers: list[tuple[bool, int]] = []
    for u in leaves:
        number = page_number(tree.text(u).strip())
        if number is not None and not _in_link(tree, u):
            numbers.append((not is_mark(tree.attributes(int(tree.parent[u]))), number))
    return [number for _, number in sorted(numbers, key=lambda pair: pair[0])]


def _in_link(tree: Tree, u: int) -> bool:
    """Whether a text stands in a link."""
    for _ in range(_CLIMB):
        u = int(tree.parent[u])
        if u < 0 or tree.tag[u] == NUMBERS["a"]:
            return u >= 0
    return False
