"""The attributes of the pages that records link to, by a rule for details or by the template of these pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from weblode.details.discover import discover
from weblode.details.learning import SAMPLE
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage
from weblode.details.relearning import Earlier, relearn
from weblode.details.rule import DetailRule
from weblode.errors import LimitError, RuleError
from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.plans.encoded import decode_details, encode_details
from weblode.plans.page_cache import PageCache, digest_of, result_key
from weblode.sources.reading import page_tree
from weblode.table import Table, merged
from weblode.tree import Tree

Fetch = Callable[[Sequence[str]], Iterable[Page | Unread]]
_GONE = ("answered 404", "answered 410")  # how servers say that a page is no more
_MOST = 0.5  # the share of the pages that a rule refuses, from which they were redesigned


@dataclass
class DetailResults:
    """What pages about one thing gave: a row for each that was read, and why others failed, by address."""

    table: Table | None = None
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def lost(self) -> set[str]:
        """The addresses of pages that failed, though their servers do not say that they are no more."""
        return {address for address, reason in self.failed.items() if not any(word in reason for word in _GONE)}


class DetailReader:
    """Reads pages about one thing. With `learns`, a rule learns from pages that were redesigned.

    `rule` is the latest one; without a rule the pages are read by the template that they share. `parsed` counts the
    pages that were not in the cache.
    """

    def __init__(
        self, rule: DetailRule | None, cache: PageCache, limits: Limits, *, learns: bool, tell: Callable[[str], None]
    ) -> None:
        self.rule, self.parsed = rule, 0
        self._cache, self._limits, self._learns, self._tell = cache, limits, learns, tell

    def read(self, addresses: Sequence[str], fetch: Fetch, earlier: Earlier) -> DetailResults:
        """The attributes of the pages at addresses; `earlier` are the values that they had before, if that is known."""
        results = DetailResults()
        pages = zip(addresses, fetch(addresses), strict=True) if addresses else iter(())
        if self.rule is None:
            details = discover(self._trees(pages, results))
            results.table = merged([each.as_table() for each in details]) if len(details) else None
            return results
        rows, refused = self._by_rule(self.rule, pages, results)
        if refused and self._learns and len(refused) > max(1, _MOST * (len(rows) + len(refused))):
            rows |= self._relearnt(self.rule, list(refused), fetch, earlier, results)
        results.failed |= {address: reason for address, reason in refused.items() if address not in rows}
        results.table = self.rule.table([rows[address] for address in addresses if address in rows]).as_table()
        return results

    def _trees(self, pages: Iterable[tuple[str, Page | Unread]], results: DetailResults) -> Iterator[Tree]:
        for address, page in pages:
            tree = page if isinstance(page, Unread) else page_tree(page, self._limits)
            if isinstance(tree, Unread):
                results.failed[address] = str(tree.error)
            else:
                self.parsed += 1
                yield tree

    def _by_rule(
        self, rule: DetailRule, pages: Iterable[tuple[str, Page | Unread]], results: DetailResults
    ) -> tuple[dict[str, DetailPage], dict[str, str]]:
        """The pages that a rule reads, and why it refuses others, both by address."""
        rows: dict[str, DetailPage] = {}
        refused: dict[str, str] = {}
        digest = digest_of(rule.document())
        for address, page in pages:
            if isinstance(page, Unread):
                results.failed[address] = str(page.error)
                continue
            key = result_key("details", digest, page, self._limits, learns=self._learns)
            stored = self._cache.get(key)
            if stored is None:
                self.parsed += 1
                stored = self._read(rule, page)
                if "refused" not in stored:
                    self._cache.put(key, stored)
            if "page" in stored:
                rows[address] = decode_details(stored)
            else:
                refused[address] = stored["refused"]
        return rows, refused

    def _read(self, rule: DetailRule, page: Page) -> dict[str, object]:
        """What a rule reads from a page, as JSON; or why it refuses it."""
        tree = page_tree(page, self._limits)
        if isinstance(tree, Unread):
            return {"refused": str(tree.error)}
        try:
            return encode_details(replace(rule.apply(tree), tree=None))
        except LimitError as error:
            return {"refused": f"{page.name}: {error}"}
        except RuleError as error:
            return {"refused": str(error)}

    def _relearnt(
        self, rule: DetailRule, addresses: list[str], fetch: Fetch, earlier: Earlier, results: DetailResults
    ) -> dict[str, DetailPage]:
        """The pages at addresses by a rule that was learnt again from some of them; empty if they teach none."""
        chosen = addresses[:: max(1, -(-len(addresses) // SAMPLE))]
        trees = self._trees(zip(chosen, fetch(chosen), strict=True), DetailResults())
        learnt = relearn(rule, [Leaves(tree) for tree in trees], earlier)
        if learnt is None:
            self._tell(f"{addresses[0]}: no longer looks like the rule for details; learn it again with `weblode plan`")
            return {}
        self.rule = learnt
        self._tell(f"{addresses[0]}: was redesigned; the rule for details was learnt again")
        rows, _ = self._by_rule(learnt, zip(addresses, fetch(addresses), strict=True), results)
        return rows
