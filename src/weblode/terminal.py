"""Output to standard output and standard error; no other module writes foreign text to a terminal.

File names, addresses, texts of pages and answers of servers may contain sequences that control a terminal, change the
direction of writing, or start a new line. On standard error they are always escaped, since logs are read on terminals
too. On standard output they are escaped if it is a terminal; in files and pipes, data stay exact.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import suppress
from typing import IO, cast
from unicodedata import category

_JOINERS = "\u200c\u200d"  # Persian, Indic scripts and emoji are written with them
_WIDTH = 120  # characters of a line that nobody sees on a terminal
_CLEAR = "\r\033[K"  # go to the start of the line and erase it
_collected: list[str] | None = None  # messages that wait to be told by another process


def printable(text: str, width: int | None = None) -> str:
    """A text of a page without unprintable characters, cut to a width.

    >>> printable("\\x1b[31mred", 6)
    '[31...'
    """
    clean = text if text.isprintable() else "".join(filter(str.isprintable, text))
    return clean if width is None or len(clean) <= width else clean[: width - 3] + "..."


def escaped(text: str) -> str:
    """A name, an address or a message on one line, with control characters escaped as in JSON.

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
    """Write a message to standard error, as one line with our name in front and foreign text escaped."""
    if _collected is not None:
        _collected.append(line)
        return
    _echo(f"weblode: {escaped(line)}")


class collected:  # noqa: N801
    """A context with a list that gets the messages of `tell` instead of standard error.

    Each stage of each page has one: a generator would take several times as long.
    """

    def __enter__(self) -> list[str]:
        global _collected
        messages: list[str] = []  # not `list[str]()`, which takes ten times as long
        self._before, _collected = _collected, messages
        return messages

    def __exit__(self, *_: object) -> None:
        global _collected
        _collected = self._before


def tell_json(about: object) -> None:
    """Write a line of JSON to standard error."""
    _echo(json.dumps(about))


def show_status(line: str) -> None:
    """Replace the progress line on the terminal; `clear_status` erases it."""
    _echo(f"{_CLEAR}weblode: {line}", end=False)


def clear_status() -> None:
    """Erase the progress line."""
    _echo(_CLEAR, end=False)


def shows_status(*, at_end: bool) -> bool:
    """Whether to show a progress line: on a terminal, unless results appear on the same terminal during the work."""
    return _is_terminal(sys.stderr) and (at_end or not _is_terminal(sys.stdout))


def can_ask() -> bool:
    """Whether a person can be asked: the questions and the answers are on a terminal."""
    return _is_terminal(sys.stderr) and _is_terminal(sys.stdin)


def ask(question: str) -> bool:
    """Whether the person at the terminal says yes; an empty answer is no."""
    import click

    return click.confirm(f"weblode: {escaped(question)}", err=True)


def _echo(text: str, *, end: bool = True) -> None:
    import click

    click.echo(text, nl=end, err=True)


# ---------------------------------------------------------------- standard output
def prepare() -> None:
    """Set standard output to UTF-8, whatever the locale."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def has_reader() -> bool:
    """Whether standard output is a terminal, read by a person."""
    return _is_terminal(sys.stdout)


def width() -> int:
    """The width of a text for people: that of the terminal, or a usual one in a file or a pipe."""
    import shutil

    return shutil.get_terminal_size().columns if has_reader() else _WIDTH


def show(text: str) -> None:
    """Write a text for people to standard output, and flush it."""
    import click

    click.echo(_escape_lines(text) if has_reader() else text)


def results() -> IO[str]:
    """Standard output for results as text; on a terminal, control characters are escaped."""
    return cast(IO[str], _Screen()) if has_reader() else sys.stdout


def data() -> IO[bytes] | IO[str]:
    """Standard output for results as data: exact bytes, except for a terminal, which gets one line per row."""
    return cast(IO[str], _Screen(rows=True)) if has_reader() else sys.stdout.buffer


class _Screen(io.TextIOBase):
    """A terminal as standard output; with `rows`, each write is one line."""

    def __init__(self, *, rows: bool = False) -> None:
        self._rows = rows

    def write(self, text: str) -> int:
        row = self._rows and text.endswith("\n")
        sys.stdout.write(f"{escaped(text[:-1])}\n" if row else _escape_lines(text))
        return len(text)

    def flush(self) -> None:
        sys.stdout.flush()


def _escape_lines(text: str) -> str:
    """The lines of a text, each escaped except for its tabs, which are harmless."""
    return "\n".join("\t".join(map(escaped, line.split("\t"))) for line in text.split("\n"))


def _is_terminal(stream: IO[str] | None) -> bool:
    return stream is not None and stream.isatty()


def flush() -> None:
    """Write what waits in the standard streams, as far as these are open."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
