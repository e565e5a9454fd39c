"""The command line. Heavy modules are imported by the commands that need them: `weblode --help` is quick."""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from weblode import __version__, terminal
from weblode.errors import WeblodeError

# The module of each command; the function has its name.
_MODULES = {
    "apply": "rules",
    "at-scale": "at_scale",
    "bench": "bench",
    "demo": "demo",
    "details": "details",
    "export": "export",
    "extract": "extract",
    "instances": "instances",
    "learn": "rules",
    "match": "match",
    "mine": "mine",
    "ontology": "ontology",
    "outline": "outline",
    "plan": "plans",
    "query": "query",
    "records": "records",
    "rules": "rule_files",
    "run": "plans",
    "serve": "serve",
    "tables": "tables",
    "taxonomy": "taxonomy",
    "tree": "structure",
}


class Commands(click.Group):
    """A command group that imports the module of a command when it is asked for.

    Known errors are reported in one escaped line, with exit status 1.
    """

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """All commands by name."""
        for name in _MODULES:
            self._load(name)
        return self._loaded

    @commands.setter
    def commands(self, commands: MutableMapping[str, click.Command]) -> None:
        self._loaded = commands

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        self._loaded[name or cmd.name or ""] = cmd

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        self._load(cmd_name)
        return self._loaded.get(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted({*_MODULES, *self._loaded})

    def _load(self, name: str) -> None:
        """Import a command, if there is one with this name."""
        if name in _MODULES and name not in self._loaded:
            module = import_module(f"weblode.cli.{_MODULES[name]}")
            self._loaded[name] = getattr(module, name.replace("-", "_"))

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with _one_line_errors():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _one_line_errors():
            return super().invoke(ctx)


@contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except click.ClickException as error:  # click puts file names into its messages unescaped
        error.message = terminal.escaped(error.message)  # type: ignore[misc]
        raise
    except (WeblodeError, OSError) as error:
        raise click.ClickException(terminal.escaped(str(error))) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", message="%(prog)s %(version)s")
@click.option("-v", "--verbose", is_flag=True, help="Report each page on stderr.")
@click.pass_context
def main(ctx: click.Context, *, verbose: bool) -> None:
    """Mine web sites: pages in, records, outlines, tables and knowledge graphs out.

    PAGE is a file, a folder, an address (https://...), a WARC archive, - for standard input, or FILE=URL: a file
    that is read as the page at that address.

    A terminal gets tables and text for people, a pipe JSON lines, a file (-o) what its suffix says; --format chooses
    otherwise. What -o names is not replaced without a question or --force.
    """
    ctx.obj = {"verbose": verbose}
    _start_quickly()
    terminal.prepare()


def _start_quickly() -> None:
    """Spare a small command what takes as long as its work."""
    gc.set_threshold(50_000)  # modules are full of objects that stay, which need not be looked through again and again
    atexit.register(gc.freeze)  # nor at the end
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start threads for what no command does


@main.command()
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell's start-up file."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    terminal.show(script(main, {}, "weblode", "_WEBLODE_COMPLETE").source())
