"""The attributes of pages about one thing: pages of one template become one table, a row a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from weblode.details.groups import Grouping
from weblode.details.pages import DetailPages, Details
from weblode.details.readers import Readers, ReadOptions, Spread
from weblode.details.waiting import WaitingPage, wait
from weblode.tree import Tree

if TYPE_CHECKING:
    from weblode.details.shelf import PageShelf

Made = TypeVar("Made")
_TOGETHER = 10  # pages that go through each step together: the same code again is faster than all steps for each page


def discover(
    trees: Iterable[Tree],
    *,
    markdown: bool = False,
    all_columns: bool = False,
    xpaths: bool = True,
    spread: Spread | None = None,
) -> Details:
    """The attributes of pages about one thing, sorted by the template that made them.

    A template is learnt from the first pages; later ones are read by it, and their trees are not kept; the bodies of
    articles as Markdown are, if `markdown` is set. With `all_columns`, labelled values that are the same on all pages
    are attributes too; else `DetailPages.equal` has their names. Without `xpaths`, `DetailPages.rows` cannot be asked
    for. `spread` does the work in several processes: then no trees are kept at all, and pages wait until there are
    enough of them to divide.
    """
    options = ReadOptions(markdown=markdown, all_columns=all_columns, keep_trees=spread is None, xpaths=xpaths)
    return Details(discover_each(trees, lambda pages: pages, options, spread=spread))


def discover_each(
    pages: Iterable[Tree | WaitingPage],
    then: Callable[[DetailPages], Made],
    options: ReadOptions,
    *,
    spread: Spread | None = None,
    shelf: PageShelf | None = None,
) -> Iterator[Made]:
    """What `then` makes of the pages of each template, where possible in the process that reads them.

    Pages may wait on `shelf`, if they were put there where they were parsed; then no trees are kept.
    """
    if shelf:  # where pages are removed when they were read
        options = options._replace(keep_trees=False)
    grouping, readers = Grouping(), Readers(options, then, spread, shelf)
    rest = iter(pages)
    while some := list(islice(rest, _TOGETHER)):
        waiting = [wait(each) if isinstance(each, Tree) else each for each in some]
        for page, group in zip(waiting, [grouping.add_shape(page.shape) for page in waiting], strict=True):
            readers.add(page, group)
        readers.read()
    yield from readers.finish()
