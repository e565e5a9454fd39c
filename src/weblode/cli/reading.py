"""What commands share: PAGE..., the limits as options, progress, failures, formats."""

from __future__ import annotations

import gc
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from weblode import terminal
from weblode.errors import LimitError, RuleError
from weblode.files import replacing
from weblode.limits import DEFAULT, Limits
from weblode.sources.trust import UNCHECKED
from weblode.terminal import tell

if TYPE_CHECKING:
    from weblode.formats import Writer
    from weblode.tree import Tree

Result = TypeVar("Result")

_PAGE = "PAGE is a file, a folder, an address, a WARC archive, - for standard input, or FILE=URL."


def page_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """The command with PAGE... and the limits on a page as options."""
    pages: Callable[..., None] = click.argument("sources", metavar="PAGE...", nargs=-1, required=True)(command)
    return limit_options(pages)


def limit_options(command: Callable[..., None], *, private: bool = DEFAULT.private) -> Callable[..., None]:
    """The command with the limits on a page as options, each named as its field of `Limits`.

    `private` is whether addresses that are not public are asked by default.
    """
    whole, seconds = click.IntRange(1, 2**31 - 1), Seconds(min=0, min_open=True, max=1e6)
    options = [
        _limit("--max-size", "size", whole, "Largest page in bytes, unpacked."),
        _limit("--max-nodes", "nodes", whole, "Most nodes of a page."),
        _limit("--max-dense", "dense", whole, "Most nodes of a page with over one node per ten bytes."),
        _limit("--max-depth", "depth", whole, "Deepest nesting of elements."),
        _limit("--max-effort", "effort", whole, "Most steps of the parser."),
        _limit("--timeout", "timeout", seconds, "Seconds of silence of a server."),
        _limit("--max-time", "time", seconds, "Seconds for a page from the web."),
        _limit("--max-redirects", "redirects", click.IntRange(0, 1000), "Most redirects of a page."),
        _limit("--user-agent", "user_agent", Ascii(), "What to tell servers we are."),
        click.option("--insecure", is_flag=True, help="Take pages from servers whose certificate is not trusted."),
        click.option(
            "--allow-private/--no-private",
            "private",
            default=private,
            show_default=True,
            help="Whether this machine, its network and proxies may be asked.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _keep(ctx: click.Context, option: click.Parameter, value: object) -> None:
    assert option.name
    ctx.meta[option.name] = value


CSV_SAFE = click.option(
    "--csv-safe",
    is_flag=True,
    expose_value=False,
    callback=_keep,
    help="csv, for spreadsheets: a single quote before texts that would be formulas.",
)


def csv_safe() -> bool:
    """Whether CSV is to be safe for spreadsheets."""
    return bool(click.get_current_context().meta.get("csv_safe"))


def output_options(about: str, *more: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options for where and how results are written; `about` says what the formats are, `more` are further ones."""
    forms = ["text", "json", *more, "jsonl", "csv", "parquet", "sqlite"]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        command = click.option("--format", "form", type=click.Choice(forms), help=about)(CSV_SAFE(command))
        where = click.Path(dir_okay=False)
        return click.option("-o", "--output", type=where, help="Write here instead of to standard output.")(command)

    return decorate


def max_cells(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the limit on the cells of a page's tables as an option."""
    option = _limit("--max-cells", "cells", click.IntRange(1, 2**31 - 1), "Most cells of a page's tables.")
    bounded: Callable[..., None] = option(command)
    return bounded


def max_matching(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the limit on the patterns of an application ontology as an option."""
    seconds = Seconds(min=0, min_open=True, max=1e6)
    bounded: Callable[..., None] = _limit("--max-matching", "matching", seconds, "Seconds for the patterns on a page.")(
        command
    )
    return bounded


class Seconds(click.FloatRange):
    """A time; not a number is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        return found if found == found else self.fail(f"{value!r} is not a number of seconds", param, ctx)


class Ascii(click.ParamType):  # type: ignore[type-arg]
    """A text that an HTTP header can carry."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value.isascii() and value.isprintable():
            return value
        return self.fail(f"{value!r} has characters that an HTTP header cannot carry", param, ctx)


def _limit(flag: str, field: str, kind: Any, about: str) -> Callable[..., Any]:
    default = getattr(DEFAULT, field)
    metavar = {int: "N", float: "S", str: "TEXT"}[type(default)]
    return click.option(flag, field, type=kind, metavar=metavar, default=default, show_default=True, help=about)


class Reading:
    """The trees of the pages that a command was given. Failures are told as they come; `finish` ends with them."""

    def __init__(self, sources: tuple[str, ...], limits: dict[str, Any]) -> None:
        self._sources = sources
        self.limits = Limits(**limits)
        self._verbose = click.get_current_context().obj["verbose"]
        self._done = self._failed = 0
        if self.limits.insecure:
            tell(UNCHECKED)

    def __iter__(self) -> Iterator[Tree]:
        from weblode import kernels
        from weblode.pages.page import Unread
        from weblode.sources.trees import trees

        if reason := kernels.missing():
            tell(f"working without compiled kernels, several times slower: {reason}")
        with Progress() as progress:
            show = progress.part()
            for tree in trees(self._sources, limits=self.limits):
                if isinstance(tree, Unread):
                    self._failed += 1
                    progress.tell(str(tree.error))
                    continue
                self._done += 1
                if self._verbose:
                    progress.tell(
                        f"{tree.page}: {tree.encoding}, {len(tree):,} nodes, {len(tree.leaves):,} text leaves"
                    )
                yield tree
                show(f"{self._done:,} pages done, {self._failed:,} failed")

    def each(self, work: Callable[[Tree], Result]) -> Iterator[Result]:
        """What comes of each page; one that fails by a limit, a rule or memory is told by name and left out."""
        for tree in self:
            try:
                with _collector_paused():
                    result = work(tree)
            except LimitError as error:
                self.fail(f"{tree.page}: {error}")
            except RuleError as error:  # begins with the page
                self.fail(str(error))
            except MemoryError:
                self.fail(f"{tree.page}: not enough memory for its {len(tree):,} nodes; give the process more")
            else:
                yield result

    def fail(self, line: str) -> None:
        """Count a page that was read as one that failed after all."""
        self._done -= 1
        self._failed += 1
        tell(line)

    def finish(self) -> None:
        """Say how many pages failed; if any did, the exit status is 1."""
        pages = self._done + self._failed
        if self._failed and pages > 1:
            tell(f"{self._failed:,} of {pages:,} pages could not be done")
        if self._failed:
            raise click.exceptions.Exit(1)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Work without the garbage collector: it would look again and again through all that is made of a page.

    That is a third of the time on pages with many records, and hardly anything of a page is in cycles.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Progress:
    """A line on stderr that says how far the work is, for work over a second on a terminal.

    Results that come one by one on the same terminal show it themselves; `at_end=True` if they do not.
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
        """A function that changes one more part of the line. The line is shown at most five times a second."""
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
        """Print what a user should know who stopped the work."""
        self.tell(line)

    def finished(self, figures: Mapping[str, int]) -> None:
        """Take note that the work is done; the results speak for themselves."""

    def _show(self) -> None:
        if not self._quiet and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.2
            line = terminal.escaped("; ".join(filter(None, self._parts.values())))
            terminal.show_status(line[: shutil.get_terminal_size().columns - len("weblode: ") - 1])

    def _clear(self) -> None:
        if not self._quiet:
            terminal.clear_status()


def chosen_format(given: str | None, output: str | None, **more: str) -> str:
    """The format asked for, or guessed: by the name of the file, else text for a terminal and json for a pipe.

    `more` are formats that only some commands have, by their suffix.
    """
    form = _guessed_format(given, output, **more)
    if csv_safe() and form != "csv":
        raise click.UsageError(f"--csv-safe is for CSV, not for {form}: add --format csv")
    return form


def _guessed_format(given: str | None, output: str | None, **more: str) -> str:
    if given:
        return given
    if output is None:
        return "text" if terminal.has_reader() else "json"
    from weblode.formats import SUFFIXES

    known = {".txt": "text", ".json": "json", **{f".{suffix}": form for suffix, form in more.items()}, **SUFFIXES}
    suffix = Path(output).suffix.lower()
    if suffix not in known:
        raise click.UsageError(f"no format is known for {output!r}; give --format, or a name in {', '.join(known)}")
    return known[suffix]


@contextmanager
def opened(output: str | None) -> Iterator[IO[str]]:
    """The stream to write text to: standard output, or a file that appears only when all went well."""
    if output is None:
        yield terminal.results()
        return
    with replacing(output, encoding="utf-8") as stream:
        yield stream


def table_writer(output: str | None, form: str) -> AbstractContextManager[Writer]:
    """A writer of tables to a file, or to standard output for the formats that can be streamed."""
    from weblode.formats import writer

    if output is None and form in ("parquet", "sqlite"):
        raise click.UsageError(f"{form} needs a file: add -o NAME")
    return writer(output or terminal.data(), form, csv_safe=csv_safe())
