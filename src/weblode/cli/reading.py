"""What the commands share about their input: the PAGE arguments, limits as options, progress and failures."""

from __future__ import annotations

import gc
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from weblode import terminal
from weblode.errors import LimitError, RuleError
from weblode.limits import DEFAULT, Limits
from weblode.sources.trust import UNCHECKED
from weblode.terminal import tell

if TYPE_CHECKING:
    from weblode.tree import Tree

Result = TypeVar("Result")

_PAGE = "PAGE is a file, a folder, an address, a WARC archive, - for standard input, or FILE=URL."


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


class Seconds(click.FloatRange):
    """Seconds as a float; NaN is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        return seconds if seconds == seconds else self.fail(f"{value!r} is not a number of seconds", param, ctx)


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


class Reading:
    """The trees of a command's pages. Failures are reported as they come; `finish` turns them into the exit status.

    Without `xml`, the XML documents of folders and archives are left out. With `for_html` too, and one that is named
    is reported, since the command finds little in it.
    """

    def __init__(
        self, sources: tuple[str, ...], limits: dict[str, Any], *, for_html: bool = False, xml: bool = True
    ) -> None:
        self._sources, self._for_html, self._xml = sources, for_html, xml and not for_html
        self.limits = Limits(**limits)
        self._verbose = click.get_current_context().obj["verbose"]
        self._done = self._failed = 0
        if self.limits.insecure:
            tell(UNCHECKED)

    def __iter__(self) -> Iterator[Tree]:
        from weblode import kernels
        from weblode.pages.page import Unread
        from weblode.sources.reading import named_trees

        if reason := kernels.missing():
            tell(f"working without compiled kernels, several times slower: {reason}")
        with Progress() as progress:
            show = progress.part()
            for tree in named_trees(self._sources, limits=self.limits, xml=self._xml):
                if isinstance(tree, Unread):
                    self._failed += 1
                    progress.tell(str(tree.error))
                    continue
                self._done += 1
                if tree.warning:
                    progress.tell(f"{tree.page}: {tree.warning}")
                if tree.is_xml and self._for_html:
                    progress.tell(f"{tree.page}: is an XML document, not an HTML page; weblode records reads it")
                if self._verbose:
                    progress.tell(
                        f"{tree.page}: {tree.encoding}, {len(tree):,} nodes, {len(tree.leaves):,} text leaves"
                    )
                yield tree
                show(f"{self._done:,} pages done, {self._failed:,} failed")

    def each(self, work: Callable[[Tree], Result]) -> Iterator[Result]:
        """Yield the result of `work` for each page; report pages that fail by a limit, a rule or memory."""
        gc.freeze()  # what is there before the first page stays to the end, and need not be scanned after each
        try:
            yield from self._each(work)
        finally:
            gc.unfreeze()

    def _each(self, work: Callable[[Tree], Result]) -> Iterator[Result]:
        for tree in self:
            try:
                with _collector_paused():
                    result = work(tree)
            except LimitError as error:
                self.fail(f"{tree.page}: {error}")
            except RuleError as error:  # its message begins with the page
                self.fail(str(error))
            except MemoryError:
                self.fail(f"{tree.page}: not enough memory for its {len(tree):,} nodes; give the process more")
            else:
                yield result

    def fail(self, line: str) -> None:
        """Report a page whose tree was read but whose work failed, and count it as failed."""
        self._done -= 1
        self._failed += 1
        tell(line)

    def finish(self) -> None:
        """Report how many pages failed, and exit with status 1 if any did."""
        pages = self._done + self._failed
        if self._failed and pages > 1:
            tell(f"{self._failed:,} of {pages:,} pages failed")
        if self._failed:
            raise click.exceptions.Exit(1)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector, which would scan all objects of a page again and again.

    That takes a third of the time on pages with many records, and hardly any of these objects are in cycles.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Progress:
    """A status line on stderr, for work that takes over a second on a terminal.

    Results that appear one by one on the same terminal show the progress themselves; use `at_end=True` if all results
    appear at the end.
    """

    def __init__(self, *, at_end: bool = False, quiet: bool = False) -> None:
        self._next = time.monotonic() + 1.0
        self._quiet = quiet or not terminal.shows_status(at_end=at_end)
        self._parts: dict[str, str] = {}

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def part(self, name: str = "") -> Callable[[str], None]:
        """A function that sets a new part of the line. The line is redrawn at most five times a second."""
        self._parts[name] = ""

        def show(text: str) -> None:
            self._parts[name] = text
            self._show()

        return show

    def tell(self, line: str) -> None:
        """Print a line that stays."""
        self._clear()
        tell(line)

    def stopped(self, line: str) -> None:
        """Print a line for the user who interrupted the work."""
        self.tell(line)

    def finished(self, figures: Mapping[str, int]) -> None:
        """Called when the work is done. Prints nothing: the results follow on standard output."""

    def _show(self) -> None:
        if not self._quiet and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.2
            line = terminal.escaped("; ".join(filter(None, self._parts.values())))
            terminal.show_status(line[: shutil.get_terminal_size().columns - len("weblode: ") - 1])

    def _clear(self) -> None:
        if not self._quiet:
            terminal.clear_status()
