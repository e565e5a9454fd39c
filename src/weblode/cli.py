"""The command line. Heavy modules are imported by the commands that need them: `weblode --help` is quick."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from weblode import __version__
from weblode.errors import WeblodeError
from weblode.limits import DEFAULT, Limits

if TYPE_CHECKING:
    from weblode.tree import Tree


class Commands(click.Group):
    """Commands whose known failures are one line and exit status 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (WeblodeError, OSError) as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", message="%(prog)s %(version)s")
@click.option("-v", "--verbose", is_flag=True, help="Say what is done with each page, on stderr.")
@click.pass_context
def main(ctx: click.Context, *, verbose: bool) -> None:
    """Mine web sites: pages in, records, outlines, tables and knowledge graphs out.

    PAGE is a file, a folder, an address (https://...), a WARC archive, - for standard input, or FILE=URL: this file is
    the page at that address.
    """
    ctx.obj = {"verbose": verbose}


def page_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """The command with PAGE... and the limits on a page as options, each named as its field of `Limits`."""
    whole, seconds = click.IntRange(min=1), click.FloatRange(min=0, min_open=True)
    options = [
        _limit("--max-size", "size", whole, "Largest page in bytes, unpacked."),
        _limit("--max-nodes", "nodes", whole, "Most nodes of a page."),
        _limit("--max-depth", "depth", whole, "Deepest nesting of elements."),
        _limit("--max-effort", "effort", whole, "Most steps of the parser."),
        _limit("--timeout", "timeout", seconds, "Seconds of silence of a server."),
        _limit("--max-time", "time", seconds, "Seconds for a page from the web."),
        _limit("--max-redirects", "redirects", click.IntRange(min=0), "Most redirects of a page."),
        _limit("--user-agent", "user_agent", click.STRING, "What to tell servers we are."),
        click.argument("sources", metavar="PAGE...", nargs=-1, required=True),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _limit(flag: str, field: str, kind: Any, about: str) -> Callable[..., Any]:
    default = getattr(DEFAULT, field)
    metavar = {int: "N", float: "S", str: "TEXT"}[type(default)]
    return click.option(flag, field, type=kind, metavar=metavar, default=default, show_default=True, help=about)


class Reading:
    """The trees of the pages that a command was given. Failures are told as they come; `finish` ends with them."""

    def __init__(self, sources: tuple[str, ...], limits: dict[str, Any]) -> None:
        self._sources = sources
        self._limits = Limits(**limits)
        self._verbose = click.get_current_context().obj["verbose"]
        self._done = self._failed = 0

    def __iter__(self) -> Iterator[Tree]:
        from weblode import kernels
        from weblode.pages.page import Unread
        from weblode.pages.trees import trees

        if reason := kernels.missing():
            _tell(f"working without compiled kernels, several times slower: {reason}")
        with Progress() as progress:
            for tree in trees(self._sources, limits=self._limits):
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
                progress.show(f"{self._done:,} pages done, {self._failed:,} failed")

    def finish(self) -> None:
        """Say how many pages failed; if any did, the exit status is 1."""
        pages = self._done + self._failed
        if self._failed and pages > 1:
            _tell(f"{self._failed:,} of {pages:,} pages could not be read")
        if self._failed:
            raise click.exceptions.Exit(1)


class Progress:
    """A line on stderr that says how far the work is, for work over a second on a terminal."""

    def __init__(self) -> None:
        self._next = time.monotonic() + 1.0
        self._quiet = not sys.stderr.isatty() or sys.stdout.isatty()  # on a terminal the results show it themselves

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def show(self, line: str) -> None:
        """Show the line in place of the one before, at most five times a second."""
        if not self._quiet and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.2
            click.echo(f"\r\033[Kweblode: {line}", nl=False, err=True)

    def tell(self, line: str) -> None:
        """Print a line that stays."""
        self._clear()
        _tell(line)

    def _clear(self) -> None:
        if not self._quiet:
            click.echo("\r\033[K", nl=False, err=True)


def _tell(line: str) -> None:
    click.echo(f"weblode: {line}", err=True)


def chosen_format(given: str | None, output: str | None) -> str:
    """The format asked for, or guessed: by the name of the file, else text for a terminal and json for a pipe."""
    if given:
        return given
    if output is None:
        return "text" if sys.stdout.isatty() else "json"
    from weblode.formats import SUFFIXES

    known = {".txt": "text", ".json": "json", **SUFFIXES}
    suffix = Path(output).suffix.lower()
    if suffix not in known:
        raise click.UsageError(f"no format is known for {output!r}; give --format, or a name in {', '.join(known)}")
    return known[suffix]


@main.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of to standard output.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "jsonl", "csv", "parquet", "sqlite"]),
    help="text: the larger parts, for people. json: a line a page with all its nodes. The others: a row a node.",
)
@click.option(
    "--share", type=click.FloatRange(0, 1), default=0.01, show_default=True, help="text: smallest part shown."
)
@click.option("--levels", type=click.IntRange(0), help="text: how deep to go. [all the way]")
@page_arguments
def tree(
    sources: tuple[str, ...], *, output: str | None, form: str | None, share: float, levels: int | None, **limits: Any
) -> None:
    """Show a page's structure as the algorithms see it: sizes, fan-outs, paths.

    Size is bytes of text, fan-out is element children; p[3] is the third element of its parent.
    """
    form = chosen_format(form, output)
    reading = Reading(sources, limits)
    if form in ("text", "json"):
        with click.open_file(output or "-", "w", encoding="utf-8", lazy=False, atomic=output is not None) as out:
            for page in reading:
                out.writelines(_sketched(page, share=share, levels=levels) if form == "text" else _as_json(page))
    else:
        from weblode.formats import writer
        from weblode.sketch import nodes

        with writer(output or sys.stdout, form) as table:
            for page in reading:
                table.add(nodes(page))
    reading.finish()


def _sketched(page: Tree, *, share: float, levels: int | None) -> Iterator[str]:
    """The lines of a sketch."""
    from weblode.sketch import sketch

    yield f"{page.page}: {len(page):,} nodes, {len(page.leaves):,} text leaves, {page.encoding}\n"
    yield f"{'size':>10} {'leaves':>8} {'fan-out':>8}  node\n"
    for part in sketch(page, share=share, depth=levels):
        indent = "  " * int(page.depth[part.node])
        if part.more:
            yield f"{'':10} {'':8} {'':8}  {indent}... {part.more:,} more {page.name(part.node)}\n"
        else:
            yield f"{part.size:10,} {part.leaves:8,} {part.fanout:8,}  {indent}{part.label}\n"


def _as_json(page: Tree) -> Iterator[str]:
    """One line of JSON with all nodes of a page, in pieces: as one object it would take many times the page."""
    from weblode.sketch import nodes

    about = {"page": page.page, "url": page.url, "encoding": page.encoding}
    yield json.dumps(about, ensure_ascii=False)[:-1] + ', "nodes": ['
    for u, row in enumerate(nodes(page).rows()):
        del row["page"]
        attributes = {"attributes": page.attributes(u)} if page.tag[u] else {}
        yield (", " if u else "") + json.dumps({**row, **attributes}, ensure_ascii=False)
    yield "]}\n"


@main.command()
def demo() -> None:
    """Show what weblode does on a page that comes with it."""
    from importlib.resources import files

    from weblode.pages.html import parse

    name = "bookshop.html"
    page = parse((files("weblode.demo") / name).read_bytes(), page=name)
    click.echo(f"$ weblode tree {name}")
    for line in _sketched(page, share=0.02, levels=None):
        click.echo(line, nl=False)


@main.command()
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell, for its start-up file."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(main, {}, "weblode", "_WEBLODE_COMPLETE").source())
