"""A task on many pages: batches in, batches out, in one process."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from weblode.batches.schemas import ABOUT, schema_of
from weblode.batches.shards import source_pages
from weblode.batches.site_rules import ruled_rows
from weblode.batches.tasks import PageRows, TaskOptions, host_of, is_home, page_rows
from weblode.pages.page import Page, Unread
from weblode.sources.reading import page_tree

if TYPE_CHECKING:
    import pyarrow

    from weblode.tree import Tree

_BATCH_ROWS = 4096
_BATCH_BYTES = 8 << 20  # of pages: what is made of them is seldom longer
# Pages of which "details" compares those of one template: more teach little, and their trees are in memory.
_WINDOW_PAGES = 500
_WINDOW_BYTES = 24 << 20


def process_pages(
    source: Iterable[Any], task: str, options: TaskOptions | None = None
) -> Iterator[pyarrow.RecordBatch]:
    """What `weblode.batches.process` says."""
    return (step.batch for step in steps(source, task, options))


@cache
def load(task: str) -> None:
    """Load what a task needs, so that processes that are forked from this one share it.

    The page has a style sheet and values of all kinds: what these need is loaded, and compiled, when it is first used.
    """
    values = (
        "<b class=price>${0}.50</b> <i>{0} May 202{0}</i> <em>4.{0} out of 5 stars</em> <s>1{0} min</s> by Ann Lee{0}"
    )
    rows = "".join(
        f"<li class=thing><a href='/thing/{n}' title=x><img src=/{n}.png>The {name} thing</a> {values.format(n)} "
        f"<span class='count x'>{n},200 reviews</span><p>A thing that has a text of its own, and more.</li>"
        for n, name in enumerate(("first", "second", "third", "fourth"), 1)
    )
    sheet = "<style>.x, p > .y:hover {display: none} li + li {color: red} @media screen {b {font-weight: 700}}</style>"
    html = f"<title>Things</title>{sheet}<h1>Things</h1><ul>{rows}</ul><p style='display: none'>Hidden</p>"
    list(process_pages([Page("", html.encode(), "https://a.example/things")], task))


class Step(NamedTuple):
    """A batch of results, and how many pages of the source it and those before it cover."""

    pages: int
    batch: pyarrow.RecordBatch


class Resumption(NamedTuple):
    """How a source is gone on with: pages from the start that are done, and what ended the process on others.

    Pages before `alone` are worked on one by one: a process has ended on several of them together.
    """

    done: int = 0
    lost: dict[int, str] = {}  # noqa: RUF012  (never changed)
    alone: int = 0


def works_on_many(task: str) -> bool:
    """Whether a task works on several pages together, so that any of them may end the process."""
    return task == "details"


def steps(
    source: Iterable[Any],
    task: str,
    options: TaskOptions | None = None,
    *,
    resumption: Resumption = Resumption(),  # noqa: B008
    begin: Callable[[int], None] = lambda _: None,
) -> Iterator[Step]:
    """The results of a task in steps. `begin` is called with the number of each page before there is work on it."""
    options = options or TaskOptions()
    rows, window = _Batch(task), _Window(task, options)
    number = -1
    for number, page in enumerate(source_pages(source, options)):
        begin(number)
        if number < resumption.done:
            continue
        if number in resumption.lost:
            rows.add(PageRows(page.name, getattr(page, "url", None), error=resumption.lost[number]))
            continue
        if options.home_pages and isinstance(page, Page) and page.url and not is_home(page.url):
            continue
        rows.size += len(page.data) if isinstance(page, Page) else 0
        rows.extend(window.add(page, alone=number < resumption.alone))
        if rows.is_full and window.is_empty:
            yield Step(number + 1, rows.take())
    rows.extend(window.finish())
    if rows.count or number >= resumption.done:
        yield Step(number + 1, rows.take())


class _Window:
    """Pages that are worked on together: one, or for "details" many."""

    def __init__(self, task: str, options: TaskOptions) -> None:
        self._task, self._options = task, options
        self._limits = (_WINDOW_PAGES, _WINDOW_BYTES) if works_on_many(task) else (1, 0)
        self._trees: list[Tree] = []
        self._sizes: list[int] = []
        self._rules: list[tuple[str, ...]] = []

    @property
    def is_empty(self) -> bool:
        return not self._trees

    def add(self, page: Page | Unread, *, alone: bool = False) -> list[PageRows]:
        """The rows of all pages that wait, if one more is enough; of a page that cannot be read, the reason.

        Those that come before all others may be worked on alone.
        """
        tree = page if isinstance(page, Unread) else page_tree(page, self._options.limits)
        if isinstance(tree, Unread):
            reason = str(tree.error).removeprefix(f"{tree.name}: ")
            return [PageRows(tree.name, getattr(page, "url", None), error=reason)]
        self._trees.append(tree)
        self._rules.append(getattr(page, "rules", ()))
        self._sizes.append(len(page.data) if isinstance(page, Page) else 0)
        most, size = self._limits
        return self.finish() if alone or len(self._trees) >= most or sum(self._sizes) >= size else []

    def finish(self) -> list[PageRows]:
        """The rows of all pages that wait."""
        trees, sizes, rules = self._trees, self._sizes, self._rules
        self._trees, self._sizes, self._rules = [], [], []
        enabled = gc.isenabled()
        gc.disable()  # it would scan all objects of a page again and again; hardly any are in cycles
        try:
            if self._task == "sites" and trees:
                return [ruled_rows(*each, self._options) for each in zip(trees, rules, strict=True)]
            return list(page_rows(self._task, trees, sizes, self._options)) if trees else []
        finally:
            if enabled:
                gc.enable()


class _Batch:
    """Rows that are collected until they are many enough for a record batch."""

    def __init__(self, task: str) -> None:
        self._schema = schema_of(task)
        self.size = 0
        self._clear()

    def _clear(self) -> None:
        self.count = self.size = 0
        self._columns: dict[str, list[Any]] = {name: [] for name in self._schema.names}

    @property
    def is_full(self) -> bool:
        """Whether there are enough rows, or rows of enough pages."""
        return self.count >= _BATCH_ROWS or self.size >= _BATCH_BYTES

    def extend(self, pages: Collection[PageRows]) -> None:
        """Add the rows of some pages."""
        for each in pages:
            self.add(each)

    def add(self, rows: PageRows) -> None:
        """Add the rows of a page, or one for its failure."""
        n = rows.count if rows.error is None else 1
        about = dict(zip(ABOUT, (rows.page, rows.url, host_of(rows.url), rows.error), strict=True))
        for name, column in self._columns.items():
            if name in about:
                column.extend([about[name]] * n)
            else:
                column.extend(rows.columns[name] if rows.error is None and n else [None] * n)
        self.count += n

    def take(self) -> pyarrow.RecordBatch:
        """The rows as a record batch; then there are none."""
        import pyarrow as pa

        arrays = [pa.array(self._columns[each.name], each.type) for each in self._schema]
        self._clear()
        return pa.record_batch(arrays, schema=self._schema)
