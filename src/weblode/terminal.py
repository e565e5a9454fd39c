"""What people read, on standard output and standard error: the one place where foreign text meets a terminal.

Names of files, addresses, texts of pages and what servers say may hold sequences that steer a terminal, turn the
direction of writing, or begin a line of their own. Standard error always gets them escaped, for logs are read on
terminals too. Standard output gets them escaped if it is a terminal; into files and pipes, data stay exact.
"""

from __future__ import annotations

import io
import json
import sys
from typing import IO, cast
from unicodedata import category

_JOINERS = "\u200c\u200d"  # Persian, Indic scripts and emoji are written with them
_CLEAR = "\r\033[K"  # to the beginning of the line, and all of it away


def shown(text: str, width: int | None = None) -> str:
    """A text of a page without what cannot be printed, cut to a width.

    >>> shown("\\x1b[31mred", 6)
    '[31...'
    """
    found = text if text.isprintable() else "".join(filter(str.isprintable, text))
    return found if width is None or len(found) <= width else found[: width - 3] + "..."


def escaped(text: str) -> str:
    """A name, an address or a message on one line, with escapes as in JSON for what would steer a terminal.

    >>> print(escaped("a\\x1b[31m\\n\\u202eb.html"))
    a\\u001b[31m\\n\\u202eb.html
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char.isprintable() or category(char) == "Zs" or char in _JOINERS:
        return char
    return json.dumps(char)[1:-1]


# ---------------------------------------------------------------- standard error
def tell(line: str) -> None:
    """None; a line of ours stands on standard error, whatever foreign text it names."""
    _echo(f"weblode: {escaped(line)}")


def tell_json(about: object) -> None:
    """None; a line of JSON stands on standard error."""
    _echo(json.dumps(about))


def show_status(line: str) -> None:
    """None; the line that says how far the work is, on a terminal, is another one. `clear_status` takes it away."""
    _echo(f"{_CLEAR}weblode: {line}", end=False)


def clear_status() -> None:
    """None; the line that says how far the work is is gone."""
    _echo(_CLEAR, end=False)


def shows_status(*, at_end: bool) -> bool:
    """Whether a line that says how far the work is has a place: results on the same terminal, unless they come at the
    end, say it themselves."""
    return _is_terminal(sys.stderr) and (at_end or not _is_terminal(sys.stdout))


def _echo(text: str, *, end: bool = True) -> None:
    import click

    click.echo(text, nl=end, err=True)


# ---------------------------------------------------------------- standard output
def prepare() -> None:
    """None; standard output takes what pages hold, whatever the locale can say."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def has_reader() -> bool:
    """Whether a person reads standard output, and not a program."""
    return _is_terminal(sys.stdout)


def show(text: str) -> None:
    """None; a text for people stands on standard output, at once."""
    import click

    click.echo(_steady(text) if has_reader() else text)


def results() -> IO[str]:
    """Standard output for results as text; what would steer a terminal is escaped if it is one."""
    return cast(IO[str], _Screen()) if has_reader() else sys.stdout


def data() -> IO[bytes] | IO[str]:
    """Standard output for results as data: their very bytes, but for a terminal, which gets a line a row."""
    return cast(IO[str], _Screen(rows=True)) if has_reader() else sys.stdout.buffer


class _Screen(io.TextIOBase):
    """Standard output that is a terminal; with `rows`, what is written at a time is one line."""

    def __init__(self, *, rows: bool = False) -> None:
        self._rows = rows

    def write(self, text: str) -> int:
        row = self._rows and text.endswith("\n")
        sys.stdout.write(f"{escaped(text[:-1])}\n" if row else _steady(text))
        return len(text)

    def flush(self) -> None:
        sys.stdout.flush()


def _steady(text: str) -> str:
    """The lines of a text, each escaped but for its tabs, which only move to the right."""
    return "\n".join("\t".join(map(escaped, line.split("\t"))) for line in text.split("\n"))


def _is_terminal(stream: IO[str] | None) -> bool:
    return stream is not None and stream.isatty()
