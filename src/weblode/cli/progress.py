"""How far the work is, for programs: a line of JSON on stderr for what changes, what is wrong, and how it ends."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

import click

from weblode.cli.reading import Progress
from weblode.errors import WeblodeError
from weblode.terminal import tell_json


def shown(how: str) -> Progress:
    """The progress of long work as a user wants it: `auto`, `json` or `none`."""
    return JsonLines() if how == "json" else Progress(at_end=True, quiet=how == "none")


class JsonLines(Progress):
    """Lines for a program: at most five changes a second, and the last of each stage always."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self._texts: dict[str, str] = {}
        self._said: dict[str, str] = {}

    def __enter__(self) -> JsonLines:
        # The program that reads these lines stops us by SIGINT. What a shell starts in the background ignores that, and
        # so do its children.
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return self

    def __exit__(self, *raised: object) -> None:
        """Say the last change, and the error if there is one; the command then ends without saying it again."""
        self._say_progress()
        _, error, _ = raised
        if isinstance(error, click.ClickException | WeblodeError | OSError):
            message, status = (error.message, error.exit_code) if isinstance(error, click.ClickException) else ("", 1)
            _say(error=message or str(error))
            raise click.exceptions.Exit(status) from error

    def part(self, name: str = "") -> Callable[[str], None]:
        """A function that changes the part of that name."""
        return partial(self._change, name)

    def tell(self, line: str) -> None:
        """Say that something is wrong, but the work goes on."""
        _say(warning=line)

    def stopped(self, line: str) -> None:
        """Say that the user stopped the work."""
        self._say_progress()
        _say(stopped=line)

    def finished(self, figures: Mapping[str, int]) -> None:
        """Say that the work is done, and how much there is of what."""
        self._say_progress()
        _say(finished=dict(figures))

    def _change(self, name: str, text: str) -> None:
        if _stage(text) != _stage(self._texts.get(name, text)):
            self._say_progress()  # the last of the stage before
        self._texts[name] = text
        if time.monotonic() >= self._next:
            self._say_progress()

    def _say_progress(self) -> None:
        if self._texts != self._said:
            self._next = time.monotonic() + 0.2
            self._said = dict(self._texts)
            _say(progress=self._said)


def _stage(text: str) -> str:
    """The stage that a text begins with: that of "level 1: 3 of 12 concepts" is "level 1"."""
    return text.partition(":")[0] if ":" in text else ""


def _say(**line: object) -> None:
    tell_json(line)
