"""Collecting the records of a list over all its pages, joined with the attributes of their own pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from weblode.details.rule import DetailRule
from weblode.pages.links import join_base
from weblode.pages.page import Unread
from weblode.pagination.addresses import address_key
from weblode.plans.detail_pages import DetailReader, DetailResults
from weblode.plans.joining import join, joined_names
from weblode.plans.listed import ListedPage, ListedReader
from weblode.plans.page_cache import PageCache
from weblode.rules.rule import Rule
from weblode.sources.following import ListWalk, WalkOptions
from weblode.sources.further_records import FurtherRecords, ListEndedError
from weblode.table import Table, merged

LINK = "url"  # the column with the address of a record's page, if there is none named
_NAMED = 5  # failed pages that are named
DETAIL_PAGES = 1_000_000  # of a run, at most: each is that of a record


@dataclass(frozen=True)
class Collected:
    """The records of a list, and what came of its pages.

    `lost` are the numbers of rows whose page failed, so that their attributes are not known; `attributes` the names of
    their columns. The list is `complete` if no page of it failed, and `ended` if its end was seen: it was not cut by a
    bound, and no link led to a page that is not here or has neither records nor the site's template. The rules are the
    latest ones.
    """

    table: Table
    addresses: tuple[str | None, ...]
    rule: Rule
    detail_rule: DetailRule | None = None
    attributes: tuple[str, ...] = ()
    lost: frozenset[int] = frozenset()
    complete: bool = True
    ended: bool = True
    list_pages: int = 0
    detail_pages: int = 0
    failed: int = 0  # pages about one thing
    parsed: int = 0  # pages

    @property
    def whole(self) -> bool:
        """Whether a record that is not here is no longer in the list."""
        return self.complete and self.ended


@dataclass
class _CollectedRows:
    """The records of the pages so far, each with its source and the address of its page."""

    tables: list[Table] = field(default_factory=list)
    places: list[tuple[str, str | None]] = field(default_factory=list)
    pages: int = 0
    complete: bool = True
    ended: bool = True
    nested: dict[str, None] = field(default_factory=dict)


class Collector:
    """Collects by a rule for the list, and a rule for the pages of its records if there is one.

    With `learns`, rules learn from pages that were redesigned; `earlier` are the values that records had before, by the
    link to their page and by column.
    """

    def __init__(
        self,
        rule: Rule,
        options: WalkOptions,
        *,
        cache: PageCache | None = None,
        learns: bool = False,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._options, self._tell, self._learns = options, tell, learns
        self._cache = cache or PageCache()
        self._limits = options.crawl.limits
        self._listed = ListedReader(rule, self._cache, self._limits, learns=learns, tell=tell)

    def collect(
        self,
        sources: Sequence[str],
        *,
        details: DetailRule | bool = False,
        link: str = "",
        earlier: Mapping[str, Mapping[str, str]] | None = None,
    ) -> Collected:
        """The records of the lists that begin at the sources; with `details`, joined with those of their pages."""
        walk = ListWalk(sources, self._listed, options=self._options, key=address_key, tell=self._tell)
        self._listed.walk = walk
        rows = self._walk(walk, link)
        records = merged(rows.tables)
        addresses = tuple(address for _, address in rows.places)
        about = {"complete": rows.complete, "ended": rows.ended and not walk.cut, "list_pages": rows.pages}
        if details is False:
            return Collected(records, addresses, self._listed.rule, parsed=self._listed.parsed, **about)  # type: ignore[arg-type]
        rule = details if isinstance(details, DetailRule) else None
        reader = DetailReader(rule, self._cache, self._limits, learns=self._learns, tell=self._tell)
        before = {
            address: earlier[str(href)]
            for address, href in zip(addresses, _links(records, link), strict=True)
            if address and earlier and str(href) in earlier
        }
        results = self._details(walk, rows.places, reader, _by_attribute(records, rule, before))
        table, attributes = join(records, addresses, results.table)
        lost = frozenset(i for i, address in enumerate(addresses) if address in results.lost)
        self._report(results.failed, addresses)
        return Collected(
            table,
            addresses,
            self._listed.rule,
            reader.rule,
            attributes,
            lost,
            detail_pages=len(set(filter(None, addresses))),
            failed=len(results.failed),
            parsed=self._listed.parsed + reader.parsed,
            **about,  # type: ignore[arg-type]
        )

    # ---------------------------------------------------------------- the list
    def _walk(self, walk: ListWalk[ListedPage], link: str) -> _CollectedRows:
        """The records of all pages of the lists."""
        rows, further = _CollectedRows(), FurtherRecords()
        for page in walk:
            if walk.number == 1:
                further.begin()
            if isinstance(page, Unread):
                self._tell(str(page.error))
                rows.complete = False
                continue
            try:
                self._check(walk, page, further)
            except ListEndedError:
                rows.complete = rows.complete and not page.has_other
                # A page without records and without the site's template may be an error of the site.
                rows.ended = rows.ended and (bool(page.texts) or page.is_end)
                continue
            rows.pages += 1
            if page.table is None or not len(page.table):
                rows.complete = False
                continue
            for note in page.notes:
                self._tell(note)
            hrefs = [join_base(page.base, str(href)) if href else None for href in _links(page.table, link)]
            web = walk.web
            rows.places += [(walk.source, web.address(walk.address, href) if href and web else None) for href in hrefs]
            rows.tables.append(page.table)
            rows.nested |= dict.fromkeys(page.nested)
        if rows.nested:
            self._tell(f"nested lists are left out: {', '.join(rows.nested)}")
        return rows

    def _check(self, walk: ListWalk[ListedPage], page: ListedPage, further: FurtherRecords) -> None:
        """Report a page that the rule refuses. Raises ListEndedError for what is no further page of the list."""
        if page.table is not None:
            further.check(walk, page.page, page.texts)
        elif walk.number > 1:
            walk.end(f"{page.refused}; the list ends before it")
            raise ListEndedError
        else:
            self._tell(page.refused)

    # ---------------------------------------------------------------- the pages of its records
    def _details(
        self,
        walk: ListWalk[ListedPage],
        places: Sequence[tuple[str, str | None]],
        reader: DetailReader,
        earlier: Mapping[str, Mapping[str, str]],
    ) -> DetailResults:
        """The attributes of the pages at places."""
        results = DetailResults()
        tables = []
        for source in dict.fromkeys(source for source, _ in places):
            own = list(dict.fromkeys(address for each, address in places if each == source and address))
            with walk.open_source(source) as web:
                if web is not None and own:
                    web.homes(source)
                    some = reader.read(own, web.pages, earlier)
                    results.failed |= some.failed
                    tables += [some.table] if some.table is not None else []
        results.table = merged(tables) if tables else None
        return results

    def _report(self, failed: Mapping[str, str], addresses: Sequence[str | None]) -> None:
        """Name the first pages that failed, and count the others."""
        for reason in list(failed.values())[:_NAMED]:
            self._tell(reason)
        if len(failed) > _NAMED:
            self._tell(
                f"{len(failed) - _NAMED:,} more pages of records failed; their records have no attributes of them"
            )
        if without := sum(address is None for address in addresses):
            self._tell(f"{without:,} of {len(addresses):,} records link to no page")


def _links(table: Table, link: str) -> Sequence[object]:
    """The addresses of the pages of a table's records, as the page has them: the named column, or the likeliest."""
    name = link or link_column(table)
    return table.columns[name] if name in table.columns else [None] * len(table)


def link_column(table: Table) -> str:
    """The column with the addresses of the records' own pages: that of the title, else the one with most addresses."""
    if LINK in table.columns:
        return LINK
    beside = [name for name in table.names if name.endswith(f" ({LINK})")]
    return max(beside, key=lambda name: len(set(table.columns[name]) - {None}), default="")


def _by_attribute(
    records: Table, rule: DetailRule | None, earlier: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, str]]:
    """The values that pages had before, by the names of the rule's attributes instead of columns."""
    if rule is None or not earlier:
        return {}
    names = joined_names(records.names, [each.name for each in rule.template.attributes])
    return {
        page: {name: values[column] for name, column in names.items() if values.get(column)}
        for page, values in earlier.items()
    }
