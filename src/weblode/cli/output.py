"""What the commands share about their output: the file, its format, and care for what is there already.

A terminal gets text for people, a pipe JSON lines. A file or a folder with something in it is never replaced without a
word: on a terminal the user is asked, elsewhere `--force` is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from weblode import terminal
from weblode.files import replacing
from weblode.terminal import tell

if TYPE_CHECKING:
    from weblode.formats import Writer


TABULAR = ("jsonl", "csv", "tsv", "parquet", "sqlite", "xlsx")  # one row per record, value, part or node
# How every command chooses if it is not told.
DEFAULT_FORMAT = "[on a terminal text; in a pipe json, which is JSON lines; in a file by its suffix]"
_FILES = ("parquet", "sqlite", "xlsx")  # formats that cannot be streamed


def _store(ctx: click.Context, option: click.Parameter, value: object) -> None:
    """Store the value of an option in the context, where `csv_safe` and `_forced` look it up."""
    assert option.name
    ctx.meta[option.name] = value


CSV_SAFE = click.option(
    "--csv-safe",
    is_flag=True,
    expose_value=False,
    callback=_store,
    help="csv, tsv: put a single quote before texts that a spreadsheet would run as formulas.",
)
FORCE = click.option(
    "--force",
    is_flag=True,
    expose_value=False,
    callback=_store,
    help="Replace what -o names without asking, if it exists.",
)


def csv_safe() -> bool:
    """Whether texts that look like formulas are to be quoted in CSV (`--csv-safe`)."""
    return bool(click.get_current_context().meta.get("csv_safe"))


def _forced() -> bool:
    return bool(click.get_current_context().meta.get("force"))


def file_option(command: Callable[..., None], *, folder: bool = False) -> Callable[..., None]:
    """The command with the options --output and --force; with `folder`, the output may be a folder too."""
    path, about = click.Path(dir_okay=folder), "Write to this file instead of standard output."
    if folder:
        about = "Write to this file instead of standard output; a name that ends in / is a folder."
    option: Callable[..., None] = click.option("-o", "--output", type=path, help=about)(FORCE(command))
    return option


def output_options(
    format_help: str, *more: str, folder: bool = False
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options --output, --force, --format and --csv-safe; `more` are formats that only this command has.

    With `folder`, the output may be a folder too.
    """
    forms = ["text", "json", *more, "md", *TABULAR]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        command = click.option("--format", "form", type=click.Choice(forms), help=f"{format_help} {DEFAULT_FORMAT}")(
            CSV_SAFE(command)
        )
        return file_option(command, folder=folder)

    return decorate


# ---------------------------------------------------------------- what is there already
def check_file(output: str | Path | None, form: str = "", name: str = "records") -> None:
    """Ask whether to replace a file with something in it; end the command if that is not wanted.

    Of an SQLite database only our tables would be replaced, `name` and its children, so it needs no question without.
    """
    path = Path(output or "")
    if output is None or not path.is_file() or not path.stat().st_size:  # devices and pipes are written to
        return
    if form == "sqlite":
        from weblode.formats.sqlite import own_tables

        if names := own_tables(path, name):
            _confirm(f"{path} has the table{'s'[: len(names) > 1]} {', '.join(names)}", "replace", "file")
    else:
        _confirm(f"{path} exists", "replace", "file")


def is_folder(output: str) -> bool:
    """Whether a folder is meant: it is there, or the name ends as that of a folder."""
    return output.endswith(("/", os.sep)) or os.path.isdir(output)


def check_folder(folder: Path, fact: str = "is not empty") -> None:
    """Ask whether to write into a folder with files in it, hidden ones aside; end the command if that is not wanted."""
    if folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir()):
        _confirm(f"{folder} {fact}", "write into", "folder")


def check_run_folder(folder: Path) -> None:
    """The same for the folder of a run, which continues or is updated if it is one already."""
    from weblode.mining.runs import OWN

    if not (folder / OWN).exists():
        check_folder(folder, "is not empty, and not a folder of `weblode mine`")


def _confirm(fact: str, verb: str, kind: str) -> None:
    """Ask a person whether to go on. Raises an exception that ends the command if not, or if nobody can be asked."""
    answered = click.get_current_context().meta.setdefault("answered", set())
    if _forced() or fact in answered:
        return
    if not terminal.can_ask():
        raise click.ClickException(f"{fact}: add --force to {verb} it, or choose another {kind}")
    if not terminal.ask(f"{fact}; {verb} it?"):
        raise click.ClickException(f"nothing was written; choose another {kind}")
    answered.add(fact)


# ---------------------------------------------------------------- formats
def chosen_format(
    requested: str | None, output: str | None, *, pipe: str = "json", name: str = "records", **more: str
) -> str:
    """The requested format; else by the suffix of the output file; else text for a terminal and `pipe` for a pipe.

    `more` are formats that only some commands have, by suffix; `name` is that of the table in SQLite. Ends the command
    if the file must not be replaced.
    """
    form = _guess_format(requested, output, pipe, **more)
    if csv_safe() and form not in ("csv", "tsv"):
        raise click.UsageError(f"--csv-safe is for CSV and TSV, not for {form}: add --format csv")
    if output is None and form in _FILES:
        raise click.UsageError(f"{form} needs a file: add -o NAME")
    check_file(output, form, name)
    return form


def _guess_format(requested: str | None, output: str | None, pipe: str, **more: str) -> str:
    if requested:
        return requested
    if output is None:
        return "text" if terminal.has_reader() else pipe
    from weblode.formats import SUFFIXES

    formats = {".txt": "text", ".json": "json", **{f".{suffix}": form for suffix, form in more.items()}, **SUFFIXES}
    suffix = Path(output).suffix.lower()
    if suffix not in formats:
        raise click.UsageError(
            f"{output!r} does not say its format; add --format, or use a name that ends in {', '.join(formats)}"
        )
    return formats[suffix]


@contextmanager
def open_output(output: str | None) -> Iterator[IO[str]]:
    """A text stream to write to: standard output, or a file that appears only if no error was raised."""
    if output is None:
        yield terminal.results()
        return
    with replacing(output, encoding="utf-8") as stream:
        yield stream


@contextmanager
def table_writer(output: str | None, form: str, name: str = "records") -> Iterator[Writer]:
    """A writer of tables to a file, or to standard output for the formats that can be streamed."""
    from weblode.formats import writer

    with writer(output or terminal.data(), form, csv_safe=csv_safe(), name=name, before_child=check_file) as out:
        yield out
    if out.note:
        tell(f"{output}: {out.note}")


class NothingFound:
    """Says on stderr which pages gave no result: the first few by name, the others by their number."""

    NAMED = 5  # pages that are named

    def __init__(self, what: str) -> None:
        self._what, self._pages = what, 0

    def add(self, page: str, hint: str = "") -> None:
        """Count a page without results, and name it if it is among the first."""
        if self._pages < self.NAMED:
            tell(f"{page}: no {self._what} found{hint}")
        self._pages += 1

    def finish(self) -> None:
        """Say how many pages were not named."""
        if more := max(0, self._pages - self.NAMED):
            article = "an" if self._what[0] in "aeiou" else "a"
            tell(f"{more:,} more page{'s'[: more > 1]} without {article} {self._what}")
