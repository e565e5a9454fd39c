"""Progress for programs: a line of JSON on stderr for each change, each warning, and the end of the work."""

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


def progress_display(how: str) -> Progress:
    """The progress display for a value of --progress: `auto`, `json` or `none`."""
    return JsonLines() if how == "json" else Progress(at_end=True, quiet=how == "none")


class JsonLines(Progress):
    """Lines of JSON: at most five changes a second, and always the last one of each stage."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self._texts: dict[str, str] = {}
        self._printed: dict[str, str] = {}

    def __enter__(self) -> JsonLines:
        # The program that reads these lines stops this process by SIGINT. Processes that a shell starts in the
        # background ignore SIGINT, and so do their children, so restore the default.
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return self

    def __exit__(self, *raised: object) -> None:
        """Print the last change, and the error if there is one; the command then exits without printing it again."""
        self._print_progress()
        _, error, _ = raised
        if isinstance(error, click.ClickException | WeblodeError | OSError):
            message, status = (error.message, error.exit_code) if isinstance(error, click.ClickException) else ("", 1)
            _print(error=message or str(error))
            raise click.exceptions.Exit(status) from error

    def part(self, name: str = "") -> Callable[[str], None]:
        """A function that sets the text of that part."""
        return partial(self._change, name)

    def tell(self, line: str) -> None:
        """Print a warning; the work continues."""
        _print(warning=line)

    def stopped(self, line: str) -> None:
        """Print that the user interrupted the work."""
        self._print_progress()
        _print(stopped=line)

    def finished(self, figures: Mapping[str, int]) -> None:
        """Print that the work is done, with its figures."""
        self._print_progress()
        _print(finished=dict(figures))

    def _change(self, name: str, text: str) -> None:
        if _stage(text) != _stage(self._texts.get(name, text)):
            self._print_progress()  # the last text of the previous stage
        self._texts[name] = text
        if time.monotonic() >= self._next:
            self._print_progress()

    def _print_progress(self) -> None:
        if self._texts != self._printed:
            self._next = time.monotonic() + 0.2
            self._printed = dict(self._texts)
            _print(progress=self._printed)


def _stage(text: str) -> str:
    """The stage that a text begins with: "level 1" for "level 1: 3 of 12 concepts"."""
    return text.partition(":")[0] if ":" in text else ""


def _print(**line: object) -> None:
    tell_json(line)
