"""The pagination of a page: the next page of its list, and the pages that it numbers.

Many things speak for a link to the next page: `rel=next`, its words in some thirty languages, arrows, the names of its
classes, its place beside numbered pages, and an address that is the page's own with a higher number. Each adds to its
score, and what speaks against it takes away: dates, as calendars have; sliders of images; long labels, as the next
article has; another site. The weights were chosen on half of the sites of `python -m bench.pagination FOLDER`, which
measures both halves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from weblode.pagination.addresses import address_key, is_dated, paging_field, step
from weblode.pagination.candidates import LinkCandidate, head_candidates, link_candidates, own_address
from weblode.pagination.rows import PageRow, page_rows
from weblode.pagination.words import BACK, ENDS, MORE, NEXT
from weblode.tree import Tree
from weblode.values.addresses import is_specific

_ENOUGH = 3.5  # the score of a next page
_EARLY = (1, 2)  # numbers of the page after the first
_BESIDE = 8  # elements between a link and what holds it and a row
_LEADS_TO = "leads to page"
_STRANGE = -5.0  # against a page that is about something else


@dataclass(frozen=True)
class PageLink:
    """A link to a page of the list: its address, its href as the page writes it, its node, its number, the evidence."""

    address: str
    href: str
    node: int
    number: int | None = None
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pagination:
    """The next page and the numbered pages of a page's list.

    `next_link` is the link that the page calls the next one. `links` are those to numbered pages: of the page's own
    list, and of lists that go on elsewhere, such as long threads in a list of threads. `following` is the page to read
    after this one: the next link, or else the one with the next number, or else what the head of the page names.
    `following_number` is its number in the row of numbered pages that has it, `last_number` the highest of that row;
    None if no row has it.
    """

    next_link: PageLink | None = None
    links: tuple[PageLink, ...] = ()
    following: PageLink | None = None
    following_number: int | None = None
    last_number: int | None = None

    @property
    def next(self) -> str | None:
        """The address of the next page; None if there is none."""
        return self.next_link.address if self.next_link else None

    @property
    def pages(self) -> list[str]:
        """The addresses of numbered pages, each once, in document order."""
        return list(dict.fromkeys(link.address for link in self.links))

    def as_dict(self) -> dict[str, object]:
        """The pagination as a JSON object."""
        return {"next": self.next, "pages": self.pages}


def pagination(tree: Tree) -> Pagination:
    """The pagination of a page.

    >>> from weblode.pages.html import parse
    >>> page = b"<p>1 <a href='?page=2'>2</a> <a href='?page=3'>3</a> <a href='?page=2'>Next</a>"
    >>> found = pagination(parse(page, url="http://a.example/news"))
    >>> found.next, found.pages
    ('http://a.example/news?page=2', ['http://a.example/news?page=2', 'http://a.example/news?page=3'])
    """
    key = "pagination"
    if key not in tree.column_cache:
        tree.column_cache[key] = _feed_pagination(tree) if tree.is_xml else _page_pagination(tree)
    result: Pagination = tree.column_cache[key]
    return result


def _page_pagination(tree: Tree) -> Pagination:
    candidates = link_candidates(tree)
    rows = page_rows(tree, candidates)
    links = tuple(_page_link(member, row.evidence) for row in rows for member in row.members)
    judge = _NextJudge(own_address(tree), rows)
    best = judge.best(candidates)
    following = best or judge.by_number() or judge.by_head(head_candidates(tree))
    return Pagination(best, links, following, *_numbers(rows, following))


def _numbers(rows: Sequence[PageRow], following: PageLink | None) -> tuple[int | None, int | None]:
    """The number of the following page in the first row that has it, and the highest of that row."""
    key = address_key(following.address) if following else None
    for row in rows:
        for number, member in row.by_number.items():
            if address_key(member.address) == key:
                return number, max(row.by_number)
    return None, None


def _feed_pagination(tree: Tree) -> Pagination:
    """The next part of a feed, by its `link rel="next"` (RFC 5005)."""
    link = next((_page_link(each, ["link rel=next"]) for each in head_candidates(tree) if each.address), None)
    return Pagination(link, (), link)


def _page_link(candidate: LinkCandidate, evidence: Sequence[str]) -> PageLink:
    return PageLink(candidate.address, candidate.href, candidate.node, candidate.number, tuple(evidence))


@dataclass
class _NextJudge:
    """Scores the links of a page as links to the next one."""

    own: str
    rows: list[PageRow]

    @cached_property
    def _holders(self) -> dict[int, PageRow]:
        """The rows by the elements that hold them; of several in one the first."""
        return {row.holder: row for row in reversed(self.rows)}

    def best(self, candidates: Sequence[LinkCandidate]) -> PageLink | None:
        """The likeliest link to the next page; None if none is likely."""
        best, score = None, 0.0
        for each in candidates:
            if each.number is None and (each.speaks or self._row_beside(each)) and each.address:
                reasons = self.weigh(each)
                if (total := sum(reasons.values())) > score:
                    best, score = _page_link(each, list(reasons)), total
        return best if score >= _ENOUGH else None

    def by_number(self) -> PageLink | None:
        """The page with the number after the page's own, in the first row that knows it."""
        for row in self.rows:
            if (link := row.following) is not None and self._is_own(link):
                return _page_link(link, [f"the number after {row.current}", *row.evidence])
        return None

    def _is_own(self, link: LinkCandidate) -> bool:
        """Whether a numbered page is one of the page's own list: its address is on the same path, or one step away."""
        here, there = address_key(self.own), address_key(link.address)
        return not self.own or here.path == there.path or step(self.own, link.address) is not None

    def by_head(self, candidates: Sequence[LinkCandidate]) -> PageLink | None:
        """The next page that the head names, unless rows of pages know better."""
        if any(row.current is not None for row in self.rows):
            return None
        for each in candidates:
            if each.address and sum(self._address_reasons(each).values()) > _STRANGE:
                return _page_link(each, ["link rel=next"])
        return None

    def _row_beside(self, each: LinkCandidate) -> PageRow | None:
        """The row of pages that a link stands beside, without being one of them; None without one."""
        if not self.rows or each.number is not None:
            return None
        u, parent, holders = each.node, each.tree.parent, self._holders
        for _ in range(_BESIDE):
            u = parent.item(u)
            if u < 0 or u in holders:
                return holders.get(u)
        return None

    def weigh(self, each: LinkCandidate) -> dict[str, float]:
        """What speaks for a link as one to the next page, and against it."""
        place = self._place_reasons(each)
        reasons = {**_label_reasons(each), **place}
        if not any(name.startswith(_LEADS_TO) for name in place):  # the row knows better than the address
            reasons |= self._address_reasons(each)
        return {name: weight for name, weight in reasons.items() if weight}

    def _place_reasons(self, each: LinkCandidate) -> dict[str, float]:
        row = self._row_beside(each)
        if row is None:
            return {"classes speak of pages": 1.0 if each.in_pager else 0.0}
        link = row.following
        if link is not None and address_key(link.address) == address_key(each.address):
            return {f"{_LEADS_TO} {link.number}, after {row.current}": 4.5}
        another = -3.0 if address_key(each.address) in row.keys else 0.0
        return {"beside numbered pages": 1.5, "leads to another of them": another}

    def _address_reasons(self, each: LinkCandidate) -> dict[str, float]:
        own, address = self.own, each.address
        if each.in_calendar or (is_dated(own, address) and each.meaning[0] != NEXT):
            return {"is a date": _STRANGE}
        if not own:
            return self._number_reasons(each)
        here, there = address_key(own), address_key(address)
        if here == there:
            return {"is the page itself": -6.0}
        if here.host != there.host:
            return {"is another site": _STRANGE}
        change = step(own, address)
        if change is None:
            return self._number_reasons(each)
        if not change.is_forward:
            return {f"a lower {change.name}": -3.0}
        return {f"a higher {change.name or 'number'}": 2.0 if change.is_paging or change.before is None else 0.5}

    def _number_reasons(self, each: LinkCandidate) -> dict[str, float]:
        """What the number in an address says that is not the page's own with another number."""
        number = paging_field(each.address)
        if number is None:
            return {"is another page": _strangeness(self.own, each.address)}
        early = each.meaning[0] == MORE and number.value in _EARLY
        return {f"has a number, {number.name}": 1.5, "more of it, at its first pages": 0.5 if early else 0.0}


def _strangeness(own: str, address: str) -> float:
    """What speaks against an address without a number: one thing, such as an article, is no page of a list."""
    path = address_key(address).path
    if not own or path == address_key(own).path:
        return 0.0
    return _STRANGE if is_specific(path) else -1.5


def _label_reasons(each: LinkCandidate) -> dict[str, float]:
    """What the labels, the relations and the classes of a link say."""
    kind, whole = each.meaning
    words = {NEXT: 3.0 if whole else 2.0, MORE: 2.0 if whole else 1.5, BACK: -3.0, ENDS: -3.0}.get(kind, 0.0)
    arrow = {NEXT: 1.5, BACK: -1.5, ENDS: -2.0}.get(each.arrow, 0.0)
    classes = {NEXT: 1.5, BACK: -1.5, ENDS: -1.0}.get(each.classes, 0.0)
    if words > 0 and classes < 0:  # older entries are "previous" to some
        classes = 0.0
    relation = 3.0 if "next" in each.relations else -3.0 if {"prev", "previous"} & set(each.relations) else 0.0
    length = len(each.text)
    return {
        "rel": relation,
        f"says {kind}": words,
        "an arrow": arrow,
        "classes": classes,
        "a long label": -3.0 if length > 60 else -1.5 if length > 30 else 0.0,
        "a slider of images": -3.0 if each.in_slider else 0.0,
    }
