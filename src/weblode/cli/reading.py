"""What the commands share about their input: the PAGE arguments, limits as options, progress and failures."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import click

from weblode.cli.empty_pages import empty_page_hint
from weblode.cli.following import Following
from weblode.cli.outcomes import Outcome, PagesWithout, Stage, collector_paused, lost
from weblode.cli.output import NothingFound
from weblode.cli.progress import Progress
from weblode.cli.seconds import Seconds
from weblode.limits import DEFAULT, Limits
from weblode.sources.further_records import FurtherRecords, ListEndedError
from weblode.sources.trust import UNCHECKED
from weblode.terminal import tell

if TYPE_CHECKING:
    from weblode.cli.processes import Entry
    from weblode.sources.following import ListWalk
    from weblode.tree import Tree

Item = TypeVar("Item")
Middle = TypeVar("Middle")
Result = TypeVar("Result")

_JOBS = "weblode.jobs"  # where the context has the value of --jobs


def page_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """The command with PAGE... and the limits on a page as options."""
    pages: Callable[..., None] = click.argument("sources", metavar="PAGE...", nargs=-1, required=True)(command)
    return limit_options(pages)


def limit_options(command: Callable[..., None], *, private: bool = DEFAULT.private) -> Callable[..., None]:
    """The command with the limits on a page as options, each named after its field of `Limits`.

    `private` is the default for whether addresses that are not public may be fetched.
    """
    positive, seconds = click.IntRange(1, 2**31 - 1), Seconds(min=0, min_open=True, max=1e6)
    options = [
        _limit("--max-size", "size", positive, "Maximum size of a page in bytes, decompressed."),
        _limit("--max-nodes", "nodes", positive, "Maximum nodes of a page."),
        _limit("--max-dense", "dense", positive, "Maximum nodes of a page with over one node per ten bytes."),
        _limit("--max-depth", "depth", positive, "Maximum nesting depth of elements."),
        _limit("--max-effort", "effort", positive, "Maximum steps of the parser."),
        _limit("--timeout", "timeout", seconds, "Seconds to wait for a silent server."),
        _limit("--max-time", "time", seconds, "Maximum seconds to fetch a page."),
        _limit("--max-redirects", "redirects", click.IntRange(0, 1000), "Maximum redirects of a page."),
        _limit("--user-agent", "user_agent", Ascii(), "User-Agent header to send."),
        click.option("--insecure", is_flag=True, help="Accept servers whose certificate is not trusted."),
        click.option(
            "--allow-private/--no-private",
            "private",
            default=private,
            show_default=True,
            help="Whether addresses that are not public, and proxies, may be used.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def max_cells(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the limit on the cells of a page's tables as an option."""
    option = _limit("--max-cells", "cells", click.IntRange(1, 2**31 - 1), "Maximum cells of a page's tables.")
    limited: Callable[..., None] = option(command)
    return limited


def max_matching(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the limit on the patterns of an application ontology as an option."""
    seconds = Seconds(min=0, min_open=True, max=1e6)
    limited: Callable[..., None] = _limit(
        "--max-matching", "matching", seconds, "Maximum seconds to match the patterns on a page."
    )(command)
    return limited


def jobs_option(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the number of processes as an option, for which `chosen_jobs` looks."""
    option = click.option(
        "--jobs",
        type=click.IntRange(1, 1024),
        metavar="N",
        expose_value=False,
        callback=lambda ctx, _, value: ctx.meta.update({_JOBS: value}),
        help="Processes to work in; the results are the same. [as many as processors]",
    )
    several: Callable[..., None] = option(command)
    return several


def chosen_jobs() -> int:
    """The number of processes for the current command: 1 if it has no option --jobs, or where none can be forked."""
    from weblode.batches.workers import cores
    from weblode.subprocesses import can_fork

    meta = click.get_current_context().meta
    if _JOBS not in meta:
        return 1
    if meta[_JOBS] not in (None, 1) and not can_fork():
        tell("working in one process: --jobs needs a system that can fork, such as Linux")
    return (meta[_JOBS] or cores()) if can_fork() else 1


def chosen_jobs_for(sources: Iterable[str]) -> int:
    """The same for pages from some sources: 1 if any is on the web or standard input, which says so if asked for more.

    Such pages come one by one, and are not waited for.
    """
    jobs = chosen_jobs()
    if all(map(_is_local, sources)):
        return jobs
    return one_job(jobs, "--jobs is for files, folders and archives, not for the web or standard input")


def one_job(jobs: int, reason: str) -> int:
    """One process, with the reason if the user has asked for more."""
    if jobs > 1 and click.get_current_context().meta[_JOBS] is not None:
        tell(f"working in one process: {reason}")
    return 1


class Ascii(click.ParamType):  # type: ignore[type-arg]
    """Text that an HTTP header can carry: printable ASCII."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value.isascii() and value.isprintable():
            return value
        return self.fail(f"{value!r} has characters that an HTTP header cannot carry", param, ctx)


def _limit(flag: str, field: str, kind: Any, help_text: str) -> Callable[..., Any]:
    default = getattr(DEFAULT, field)
    metavar = {int: "N", float: "S", str: "TEXT"}[type(default)]
    return click.option(flag, field, type=kind, metavar=metavar, default=default, show_default=True, help=help_text)


def _is_local(source: str) -> bool:
    """Whether a source is a file, a folder or an archive, with or without its address."""
    from weblode.sources.arguments import ADDRESS, path_and_url

    return not ADDRESS.match(source) and path_and_url(source)[0] != "-"


class Reading:
    """The pages of a command, each with what the command makes of it. `finish` turns failures into the exit status.

    Without `xml`, the XML documents of folders and archives are left out. With `for_html` too, and one that is named
    is reported, since the command finds little in it. `finds` names what the command looks for, for the pages without.
    A command with the option --jobs works in several processes; results and messages come in the order of the pages.
    """

    def __init__(
        self,
        sources: tuple[str, ...],
        limits: dict[str, Any],
        *,
        for_html: bool = False,
        xml: bool = True,
        finds: str = "result",
        follow: Following | None = None,
    ) -> None:
        self._sources, self._for_html, self._xml = sources, for_html, xml and not for_html
        self._follow, self._further = follow, FurtherRecords()
        self._walk: ListWalk[Tree] | None = None
        self.limits = Limits(**limits)
        self.jobs = chosen_jobs_for(sources) if follow is None else chosen_jobs()
        if follow is not None:
            self.use_one_process("the pages of lists are read one after the other with --follow")
        self._verbose = click.get_current_context().obj["verbose"]
        self._done = self._failed = self._bytes = 0
        self._nothing, self._without = NothingFound(finds), PagesWithout()
        if self.limits.insecure:
            tell(UNCHECKED)

    def use_one_process(self, reason: str) -> None:
        """Work in this process only, and say why if the user has asked for more."""
        self.jobs = one_job(self.jobs, reason)

    @property
    def follows(self) -> bool:
        """Whether further pages of lists are read, by --follow."""
        return self._follow is not None

    @property
    def page_number(self) -> int:
        """The number of the page in its list: 1, and more for further pages with --follow."""
        return self._walk.number if self._walk else 1

    def check_further(self, tree: Tree, texts: Callable[[], list[str]]) -> None:
        """With --follow, leave the list at a page without records, or with those of the pages before it."""
        if self._walk:
            self._further.check(self._walk, tree.page, texts())

    def leave_list(self, reason: str) -> None:
        """End the list before a further page that does not belong to it, and say why."""
        if self._walk:
            self._walk.end(reason)
        raise ListEndedError

    def __iter__(self) -> Iterator[Tree]:
        return self.each(lambda tree: tree)

    def each(self, *stages: Stage) -> Iterator[Any]:
        """Yield the result of the stages of work for each page; report pages that fail by a limit, a rule or memory.

        The first stage is given the tree, further ones what the one before them returns. Each stage is done for several
        pages before the next one, by which all take a tenth less time: the processor has the code of one stage at hand,
        but not that of all.
        """
        return self._results(self._outcomes(stages))

    def each_window(
        self, work: Callable[[Tree], Middle], then: Callable[[list[Middle]], Iterable[Result]], *, size: int
    ) -> Iterator[Result]:
        """Yield a result for each page, made by `then` of what `work` gives for so many pages at a time.

        A page that fails counts, so that pages are together with the same others however many processes there are.
        """
        return self._results(self._window_outcomes(work, then, size))

    def _results(self, outcomes: Iterator[Outcome[Result]]) -> Iterator[Result]:
        gc.freeze()  # what is there before the first page stays to the end, and need not be scanned after each
        try:
            yield from self._report(outcomes)
        finally:
            gc.unfreeze()

    def _report(self, outcomes: Iterator[Outcome[Result]]) -> Iterator[Result]:
        """The results of pages, whose messages and failures are reported."""
        from weblode import kernels

        if reason := kernels.missing():
            tell(f"working without compiled kernels, several times slower: {reason}")
        started = time.monotonic()
        with Progress() as progress:
            show = progress.part()
            for outcome in outcomes:
                for line in outcome.messages:
                    progress.tell(line)
                for page, hint in outcome.without:
                    self._nothing.add(page, hint)
                self._bytes += outcome.size
                if outcome.is_done:
                    self._done += 1
                    yield outcome.result  # type: ignore[misc]
                self._failed += outcome.failed
                rate = self._bytes / max(time.monotonic() - started, 1e-9) / 1e6
                show(f"{self._done:,} pages done, {self._failed:,} failed, {rate:.1f} MB/s")

    def _outcomes(self, stages: Sequence[Stage]) -> Iterator[Outcome[Any]]:
        """What becomes of each page, in order."""
        from weblode.sources.arguments import entries

        if self._follow:
            with self._follow.walk(self._sources, self.limits, xml=self._xml) as walk:
                self._walk = walk
                for tree in walk:
                    if walk.number == 1:
                        self._further.begin()
                    yield from chain.from_iterable(self._staged([tree], stages))
            return
        pages = entries(self._sources, limits=self.limits, xml=self._xml)
        if not all(map(_is_local, self._sources)):  # such pages come one by one, and are not waited for
            for each in pages:
                yield from chain.from_iterable(self._staged([each], stages))
            return
        from weblode.cli.processes import by_page

        yield from by_page(pages, lambda some: self._staged(some, stages), self.jobs, lost)

    def _window_outcomes(
        self, work: Callable[[Tree], Middle], then: Callable[[list[Middle]], Iterable[Result]], size: int
    ) -> Iterator[Outcome[Result]]:
        """What becomes of each page, in order, with so many of them at a time in one process."""
        from weblode.cli.processes import by_window
        from weblode.sources.arguments import entries

        def work_on(window: list[Entry]) -> list[Outcome[Result]]:
            outcomes = list(chain.from_iterable(self._staged(window, [work])))
            with collector_paused():
                results = iter(then([each.result for each in outcomes if each.is_done]))  # type: ignore[misc]
                return [replace(each, result=next(results) if each.is_done else None) for each in outcomes]

        pages = entries(self._sources, limits=self.limits, xml=self._xml)
        yield from by_window(pages, work_on, self.jobs, size=size, lose=lost)

    def spread(
        self,
        work: Callable[[Item], Result],
        items: Sequence[Item],
        *,
        pages: Callable[[Item], list[str]],
        done: Callable[[Item], None],
    ) -> list[Result | None]:
        """The results of further work on pages that were read, as `details.readers.Spread` says."""
        from weblode.cli.processes import in_processes

        def lose(line: str) -> None:
            self._done, self._failed = self._done - 1, self._failed + 1
            tell(line)

        def work_on(item: Item) -> Result:
            with collector_paused():
                return work(item)

        return in_processes(work_on, items, self.jobs, pages=pages, done=done, lose=lose)

    def _staged(self, entries: Iterable[Entry | Tree], stages: Sequence[Stage]) -> Iterator[list[Outcome[Any]]]:
        """What becomes of the pages of each entry, in whichever process: one stage for all of them, then the next."""
        from weblode.cli.processes import drafts

        with collector_paused():
            parsed = [list(drafts(entry, self.limits, xml=self._xml)) for entry in entries]
            for stage in (self._describe, *stages):
                for draft in chain.from_iterable(parsed):
                    draft.work(stage, self._without)
        for own in parsed:
            yield [draft.outcome() for draft in own]

    def _describe(self, tree: Tree) -> Tree:
        """Tell what is odd about a page, and with --verbose what it is; the page."""
        if tree.warning:
            tell(f"{tree.page}: {tree.warning}")
        if tree.is_xml and self._for_html:
            tell(f"{tree.page}: is an XML document, not an HTML page; weblode records reads it")
        if self._verbose:
            tell(f"{tree.page}: {tree.encoding}, {len(tree):,} nodes, {len(tree.leaves):,} text leaves")
        return tree

    def found_nothing(self, tree: Tree, hint: Callable[[], str] = str) -> None:
        """Note that the work on a page gave no result. `hint` says more; it is asked only if the page will be named."""
        self._without.add(tree.page, lambda: hint() or empty_page_hint(tree))

    def finish(self) -> None:
        """Report how many pages failed or had no result, and exit with status 1 if any failed."""
        if self._follow:
            self._follow.clear()
        self._nothing.finish()
        pages = self._done + self._failed
        if self._failed and pages > 1:
            tell(f"{self._failed:,} of {pages:,} pages failed")
        if self._failed:
            raise click.exceptions.Exit(1)
