"""`weblode ontology`: list, check, draw and draft application ontologies."""

from __future__ import annotations

from typing import Any

import click

from weblode import terminal
from weblode.cli.output import check_file, file_option, open_output
from weblode.cli.reading import Reading, limit_options
from weblode.terminal import escaped, printable


@click.group()
def ontology() -> None:
    """List, check, draw and draft application ontologies, the input of `weblode extract`.

    ONTOLOGY is a TOML file, or the name of a bundled one (see `weblode ontology list`).
    """


@ontology.command("list")
def list_bundled() -> None:
    """List the ontologies that come with weblode."""
    from weblode.application import files

    for name in files.bundled():
        terminal.show(f"{name:14} {files.load(name).about}")


@ontology.command()
@click.argument("name", metavar="ONTOLOGY")
def check(name: str) -> None:
    """Check an ontology; an error is reported with its line and the remedy."""
    from weblode.application import files, identify, layout

    application = files.load(name)
    fields = ", ".join(printable(each.descriptor, 80) for each in identify.identifying_fields(application)) or "nothing"
    terminal.show(
        f"{escaped(name)}: {len(application.sets):,} sets, {len(application.relationships):,} relationships, "
        f"{len(layout.layout(application)):,} tables; a record is identified by {fields}"
    )


@ontology.command()
@click.argument("name", metavar="ONTOLOGY")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "svg", "toml", "sqlite", "postgresql"]),
    help="text: a diagram for the terminal. svg: an image. toml: the file itself. Others: statements for the tables.",
)
@file_option
def show(name: str, *, form: str | None, output: str | None) -> None:
    """Show an ontology as a diagram, as its file, or as its database scheme."""
    from weblode.application import drawing, files

    application = files.load(name)
    check_file(output)
    suffix = output.lower().rpartition(".")[2] if output else ""
    form = form or (suffix if suffix in ("svg", "toml") else "text")
    with open_output(output) as out:
        if form == "text":
            out.writelines(f"{line}\n" for line in drawing.lines(application))
        elif form == "svg":
            out.write(drawing.svg(application))
        elif form == "toml":
            out.write(files.read(name))
        else:
            from weblode.application.scheme import ddl, scheme

            out.write(ddl(scheme(application), form))


@ontology.command("new")
@click.argument("name", metavar="NAME")
@click.option("--from", "first", metavar="PAGE...", required=True, help="Pages about things of one kind.")
@click.argument("more", metavar="", nargs=-1)
@file_option
@limit_options
def new(name: str, *, first: str, more: tuple[str, ...], output: str | None, **limits: Any) -> None:
    """Draft an ontology from pages about one thing each, for people to tidy.

    Give several pages of a site: what they share is its template, what differs are values. Each attribute becomes an
    object set with its label, type, and patterns like its values.
    """
    from weblode.application import files
    from weblode.application.draft import draft
    from weblode.details.discover import discover

    check_file(output)
    reading = Reading((first, *more), limits, for_html=True)
    text = draft(name, discover(tree for tree in reading if len(tree.leaves)))
    if len(files.parse(text, file=name).sets) < 2:  # what extract cannot read is an error here
        terminal.tell("no attribute found, the draft has only its entity; give several pages about things of one kind")
    with open_output(output) as out:
        out.write(text)
    reading.finish()
