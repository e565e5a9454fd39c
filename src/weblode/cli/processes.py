"""How commands divide their work on pages among processes, and what they say of pages that end one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeAlias, TypeVar

from weblode.batches.workers import Lost, ordered, together
from weblode.cli.outcomes import OutcomeDraft
from weblode.limits import Limits
from weblode.pages.page import Page, Unread
from weblode.sources.arguments import PageFile, file_pages
from weblode.sources.reading import page_tree
from weblode.tree import Tree

Entry: TypeAlias = Page | PageFile | Unread

Item = TypeVar("Item")
Result = TypeVar("Result")
_LARGE = 1 << 30  # bytes of an item that is handed over alone


def by_page(
    entries: Iterable[Entry],
    work: Callable[[Sequence[Entry]], Iterable[list[Result]]],
    jobs: int,
    lose: Callable[[str], Result],
) -> Iterator[Result]:
    """The results of the work on each entry, in their order; what `lose` makes of a line on one that ends a process."""
    for results in together(entries, work, jobs, size=_weigh):
        if isinstance(results, Lost):
            yield lose(_line(results.item, results.reason))
        else:
            yield from results


def by_window(
    entries: Iterable[Entry],
    work: Callable[[list[Entry]], list[Result]],
    jobs: int,
    *,
    size: int,
    lose: Callable[[str], Result],
) -> Iterator[Result]:
    """As `by_page`, with the work on so many entries at a time; a single window is worked on here."""
    rest = iter(entries)
    windows = iter(lambda: list(islice(rest, size)), [])
    first = list(islice(windows, 2))
    if jobs == 1 or len(first) < 2:
        for window in chain(first, windows):
            yield from work(window)
        return
    for results in _alone(chain(first, windows), work, jobs):
        if isinstance(results, Lost):
            yield from _survivors(results.item, work, lose)
        else:
            yield from results


def _alone(items: Iterable[Item], work: Callable[[Item], Result], jobs: int) -> Iterator[Result | Lost[Item]]:
    """The results of the work on each item, all in other processes, and one item at a time."""
    return ordered(items, work, jobs, size=lambda _: _LARGE, first=0)


def _survivors(
    window: list[Entry], work: Callable[[list[Entry]], list[Result]], lose: Callable[[str], Result]
) -> Iterator[Result]:
    """The results of a window that has ended its process: a line for each entry that does so by itself, then the rest.

    If the rest does so again together, all of it is lost.
    """
    rest = []
    for entry, results in zip(window, _alone(([entry] for entry in window), work, 1), strict=True):
        if isinstance(results, Lost):
            yield lose(_line(entry, results.reason))
        else:
            rest.append(entry)
    for results in _alone([rest] if rest else [], work, 1):
        if isinstance(results, Lost):
            yield from (lose(_line(entry, results.reason)) for entry in results.item)
        else:
            yield from results


def in_processes(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    jobs: int,
    *,
    pages: Callable[[Item], list[str]],
    done: Callable[[Item], None],
    lose: Callable[[str], object],
) -> list[Result | None]:
    """The results of the work on each item, in their order; None for one that ends a process, with a line a page.

    `done` is called here with each item whose result is there.

    The item with the fewest pages is done here, which so loads what the work needs before it forks. Of the others those
    with the most pages come first, so that no process works on a long one when all else is done. Since all results are
    kept, none waits for the one whose turn it is.
    """
    order = sorted(range(len(items)), key=lambda i: -len(pages(items[i])))
    results: list[Result | None] = [None] * len(items)
    for i in order[-1:]:
        results[i] = work(items[i])
        done(items[i])
    lost = dict[int, str]()
    others = (items[i] for i in order[:-1])
    for i, result in zip(order, ordered(others, work, jobs, first=0, ahead=len(items)), strict=False):
        if isinstance(result, Lost):
            lost[i] = result.reason
        else:
            results[i] = result
            done(items[i])
    for i, reason in sorted(lost.items()):
        for name in pages(items[i]):
            lose(f"{name}: it, or one that was read with it, ended their process ({reason})")
    return results


def drafts(entry: Entry | Tree, limits: Limits, *, xml: bool) -> Iterator[OutcomeDraft]:
    """The pages of an entry, parsed."""
    for page in file_pages(entry, limits, xml=xml) if isinstance(entry, PageFile) else [entry]:
        if isinstance(page, Unread | Tree):
            yield OutcomeDraft(page, 0)
        else:
            yield OutcomeDraft(page_tree(page, limits), len(page.data))


def _weigh(entry: Entry) -> int:
    """The bytes of an entry."""
    if isinstance(entry, PageFile):
        return entry.size
    return len(entry.data) if isinstance(entry, Page) else 0


def _line(entry: Entry, reason: str) -> str:
    name = entry.path if isinstance(entry, PageFile) else entry.name
    return f"{name}: ended the process that read it ({reason})"
