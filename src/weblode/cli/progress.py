"""Progress on stderr: a status line for people, or lines of JSON for programs."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

import click

from weblode import terminal
from weblode.errors import WeblodeError
from weblode.terminal import tell, tell_json


class Progress:
    """A status line on stderr, for work that takes over a second on a terminal.

    Results that appear one by one on the same terminal show the progress themselves; use `at_end=True` if all results
    appear at the end.
    """

    def __init__(self, *, at_end: bool = False, quiet: bool = False) -> None:
        self._next = time.monotonic() + 1.0
        self._quiet = quiet or not terminal.shows_status(at_end=at_end)
        self._on_screen = False
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
            import shutil

            line = terminal.escaped("; ".join(filter(None, self._parts.values())))
            self._on_screen = True
            terminal.show_status(line[: shutil.get_terminal_size().columns - len("weblode: ") - 1])

    def _clear(self) -> None:
        if self._on_screen:
            self._on_screen = False
            terminal.clear_status()


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
