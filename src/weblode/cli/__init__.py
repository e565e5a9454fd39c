"""The command line. Heavy modules are imported by the commands that need them: `weblode --help` is quick."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from weblode import __version__, terminal
from weblode.cli import (
    at_scale,
    bench,
    demo,
    details,
    export,
    extract,
    instances,
    match,
    mine,
    ontology,
    outline,
    plans,
    query,
    records,
    rule_files,
    rules,
    serve,
    structure,
    tables,
)
from weblode.errors import WeblodeError


class Commands(click.Group):
    """A command group that reports known errors in one escaped line, with exit status 1."""

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
    terminal.prepare()


for command in (
    mine.mine,
    records.records,
    export.export,
    match.match,
    rules.learn,
    rules.apply,
    rule_files.rules,
    plans.plan,
    plans.run,
    tables.tables,
    outline.outline,
    details.details,
    instances.instances,
    structure.tree,
    extract.extract,
    at_scale.at_scale,
    ontology.ontology,
    query.query,
    serve.serve,
    bench.bench,
    demo.demo,
):
    main.add_command(command)


@main.command()
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def completion(shell: str) -> None:
    """Print the completion script for a shell's start-up file."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    terminal.show(script(main, {}, "weblode", "_WEBLODE_COMPLETE").source())
