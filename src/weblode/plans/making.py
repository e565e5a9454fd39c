"""Making a plan from a start page alone: the rule from the first pages of its list, and the rest from these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from tempfile import TemporaryDirectory

from weblode.details.discover import discover as discover_details
from weblode.details.rule import DetailRule, learn_rule
from weblode.errors import RuleError, SourceError, WeblodeError
from weblode.pages.page import Unread
from weblode.pagination.addresses import address_key
from weblode.pagination.discover import pagination
from weblode.plans.collecting import Collector, link_column
from weblode.plans.keys import find_key
from weblode.plans.plan import Plan
from weblode.records.discover import discover
from weblode.records.record_list import RecordList
from weblode.rules.learning import learn
from weblode.rules.rule import Rule
from weblode.sources.following import ALL, ListWalk, TreeReader, WalkOptions
from weblode.sources.reading import page_tree
from weblode.tree import Tree

PAGES = 3  # of a list that a rule is learnt from
DETAILS = 12  # pages of records that a rule for details is learnt from
_NAMED = 3  # of these pages that fail and are named
_ENOUGH = 0.5  # the share of these pages that must be of one template


@dataclass(frozen=True)
class PlanDraft:
    """A plan with its rules, before they are in files; `pages` and `records` are what it was made from."""

    plan: Plan
    rule: Rule
    detail_rule: DetailRule | None
    pages: int
    records: int


def draft_plan(start: Sequence[str], options: WalkOptions, tell: Callable[[str], None] = lambda _: None) -> PlanDraft:
    """The draft of a plan for the lists that begin at some pages. Raises WeblodeError if they have none.

    The names of files in its plan are those of the defaults.
    """
    with TemporaryDirectory() as folder:
        options = replace(options, most=PAGES, directory=options.directory or folder)
        lists = _first_lists(start, options, tell)
        if not lists:
            raise WeblodeError(f"{start[0]}: no list of records found; name a page that lists several things of a kind")
        rule = learn(lists)
        collected = Collector(rule, options, tell=tell).collect(start)
        link = link_column(collected.table)
        details = _detail_rule(start, collected.addresses, options, tell)
        further = collected.list_pages > len(start)
        plan = Plan(
            tuple(start),
            "",
            ALL if further else 1,
            details=details is not None,
            link=link if details is not None else "",
            key=find_key(collected.table),
            delay=options.crawl.delay,
        )
        return PlanDraft(plan, rule, details, collected.list_pages, len(collected.table))


def _first_lists(start: Sequence[str], options: WalkOptions, tell: Callable[[str], None]) -> list[RecordList]:
    """The record lists of the first pages; of further pages only where they are found by the rule of the first."""

    def href(tree: Tree) -> str | None:
        link = pagination(tree).following
        return link.href if link else None

    lists: list[RecordList] = []
    reader = TreeReader(href, options.crawl.limits)
    walk = ListWalk(start, reader, options=options, key=address_key, tell=tell)
    first: Rule | None = None
    for tree in walk:
        if isinstance(tree, Unread):
            if walk.number == 1:
                raise SourceError(str(tree.error))
            tell(str(tree.error))
            continue
        own = discover(tree) or (discover(tree, threshold=0.0) if walk.number == 1 else [])
        if walk.number == 1:
            first = _rule(own)
        elif first is None or first.try_on(tree) is None:
            own = []
        lists += own[:1]
    return lists


def _rule(lists: list[RecordList]) -> Rule | None:
    try:
        return learn(lists[:1])
    except RuleError:
        return None


def _detail_rule(
    start: Sequence[str], addresses: Sequence[str | None], options: WalkOptions, tell: Callable[[str], None]
) -> DetailRule | None:
    """The rule for the pages of records, learnt from some of them, taken evenly; None if they have nothing to tell."""
    every = list(dict.fromkeys(address for address in addresses if address))
    chosen = every[:: max(1, len(every) // DETAILS)][:DETAILS]
    reader = TreeReader(lambda _: None, options.crawl.limits)
    walk = ListWalk(start, reader, options=options, key=address_key, tell=tell)
    with walk.open_source(start[0]) as web:
        if web is None or len(chosen) < 2:
            return None
        web.homes(start[0])
        pages = list(web.pages(chosen))
    trees = [page if isinstance(page, Unread) else page_tree(page, options.crawl.limits) for page in pages]
    failures = [str(each.error) for each in trees if isinstance(each, Unread)]
    for reason in failures[:_NAMED]:
        tell(reason)
    if len(failures) > _NAMED:
        tell(f"{len(failures) - _NAMED:,} more pages of records failed")
    templates = sorted(
        discover_details(tree for tree in trees if not isinstance(tree, Unread)), key=lambda each: -len(each.pages)
    )
    if not templates or len(templates[0].pages) < max(2, _ENOUGH * len(chosen)):
        return None
    try:
        return learn_rule(templates, {})
    except RuleError:
        return None
