"""The records of the pages of a list, by a rule that may learn again from a page that was redesigned."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from weblode.details.leaves import Leaves
from weblode.errors import LimitError, RuleError
from weblode.limits import Limits
from weblode.pages.links import join_base
from weblode.pages.page import Page, Unread, unread_page
from weblode.pagination.discover import pagination
from weblode.plans.encoded import decode_table, encode_table
from weblode.plans.list_end import has_other_list, is_end
from weblode.plans.page_cache import PageCache, digest_of, result_key
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.drift import drift, hints
from weblode.rules.relearning import relearn
from weblode.rules.rule import Rule
from weblode.sources.following import ListWalk, text_digest
from weblode.sources.reading import page_tree
from weblode.table import Table
from weblode.tree import Tree


@dataclass(frozen=True)
class ListedPage:
    """What a page of a list has: its records as a table, and what a walk must know.

    `table` is None if the rule refuses the page, for the reason `refused`; `has_other` says whether the page has a list
    all the same, that is like none that the rule knows; `is_end` whether it is one of the list's pages but for its
    records, and neither it nor a page before it names a later one, so that the list ends before it.
    """

    page: str
    digest: str  # of its text
    base: str  # of its links
    following: str | None
    table: Table | None
    texts: tuple[str, ...] = ()  # digests of the texts of its records
    notes: tuple[str, ...] = ()  # what is unusual about it
    refused: str = ""
    has_other: bool = False
    is_end: bool = False
    nested: tuple[str, ...] = ()  # names of lists inside its records
    following_number: int | None = None  # of the page that follows, if the page numbers it
    last_number: int | None = None  # the highest of the numbered pages, if the page that follows is one of them


class ListedReader:
    """Reads pages of a list by a rule, those that were read before from a cache. It is the `ListReader` of a walk.

    With `learns`, the rule learns from first pages of lists that were redesigned, not from further ones, which may be
    of another list; `rule` is the latest one. The file of the rule is left to others. `parsed` counts the pages that
    were not in the cache.
    """

    def __init__(
        self, rule: Rule, cache: PageCache, limits: Limits, *, learns: bool, tell: Callable[[str], None]
    ) -> None:
        self.rule, self.parsed = rule, 0
        self.walk: ListWalk[ListedPage] | None = None  # that reads by this, if it is one
        self._cache, self._limits, self._learns, self._tell = cache, limits, learns, tell
        self._rule_digest = digest_of(asdict(rule))
        self._before: Page | None = None  # the last page of the list that the rule could read
        self._number = 1  # of the page to read in its list, as the pages before number it
        self._last = 0  # the highest number of a page that they name

    def read(self, page: Page) -> ListedPage | Unread:
        """What a page has; an Unread if it cannot be parsed."""
        kind = "first" if self._is_first else "further"
        if self._is_first:
            self._before, self._number, self._last = None, 1, 0
        if stored := self._cache.get(self._key(kind, page)):
            return self._went_on(page, _decoded(stored))
        self.parsed += 1
        tree = page_tree(page, self._limits)
        if isinstance(tree, Unread):
            return tree
        try:
            result = self._listed(tree)
        except LimitError as error:
            return unread_page(page.name, error)
        if result.table is not None:  # what is refused is looked at again: the rule may learn, or be another
            self._cache.put(self._key(kind, page), _encoded(result))
            self._went_on(page, result)
        return result

    def _went_on(self, page: Page, result: ListedPage) -> ListedPage:
        """The result, after the reader has noted what its page says about the pages after it."""
        self._before = page
        self._number = self._number + 1 if result.following_number is None else result.following_number
        self._last = max(self._last, result.last_number or 0)
        return result

    def _key(self, kind: str, page: Page) -> str:
        """The key of what the latest rule reads from a page."""
        return result_key(kind, self._rule_digest, page, self._limits, learns=self._learns)

    @property
    def _is_first(self) -> bool:
        """Whether the page to read is the first one of its list: the walk has come to no other yet."""
        return self.walk is None or self.walk.number == 0

    def digest(self, page: ListedPage) -> bytes:
        """What two pages with the same text share."""
        return page.digest.encode()

    def following(self, page: ListedPage) -> str | None:
        """The link to the page after a page."""
        return page.following

    def _listed(self, tree: Tree) -> ListedPage:
        pager = pagination(tree)
        following = join_base(tree.base, pager.following.href) if pager.following else None
        about = (tree.page, text_digest(tree).hex(), tree.base, following)
        try:
            records = self._records(tree)
        except RuleError as error:
            before, page = self._records_before(), Leaves(tree)
            has_other = has_other_list(before, page, discover(tree))
            goes_on = following is not None or self._last > self._number  # then it is an outage
            ends = before is not None and not has_other and not goes_on and is_end(before, page)
            return ListedPage(*about, None, refused=str(error), has_other=has_other, is_end=ends)
        signs = [f"has changed: {line}" for line in drift(self.rule, records)]
        signs += [line for line in hints(self.rule, records) if f"has changed: {line}" not in signs]
        texts = tuple(hashlib.sha256(text.encode(errors="replace")).hexdigest()[:24] for text in records.texts())
        notes, nested = tuple(f"{tree.page}: {sign}" for sign in signs), tuple(each.name for each in records.nested)
        result = ListedPage(*about, records.as_table(), texts, notes, nested=nested)
        return replace(result, following_number=pager.following_number, last_number=pager.last_number)

    def _records_before(self) -> RecordList | None:
        """The records of the last page of the list that the rule could read; None if there is none."""
        tree = page_tree(self._before, self._limits) if self._before is not None else None
        return self.rule.try_on(tree) if isinstance(tree, Tree) else None

    def _records(self, tree: Tree) -> RecordList:
        """The records of a page; if it was redesigned, after the rule has learnt from it. Raises RuleError."""
        if not (self._learns and self._is_first):
            return self.rule.apply(tree)
        relearnt = relearn(self.rule, tree)
        if relearnt.rule is not self.rule:
            self.rule, self._rule_digest = relearnt.rule, digest_of(asdict(relearnt.rule))
            self._tell(f"{tree.page}: was redesigned; the rule was learnt again from it, {relearnt.summary}")
        return relearnt.records


def _encoded(page: ListedPage) -> dict[str, Any]:
    return {**page.__dict__, "table": None if page.table is None else encode_table(page.table)}


def _decoded(document: dict[str, Any]) -> ListedPage:
    table = None if document["table"] is None else decode_table(document["table"])
    lists = {name: tuple(document[name]) for name in ("texts", "notes", "nested")}
    return ListedPage(**document | {"table": table, **lists})
