"""`weblode ontology`: list, check and draw application ontologies."""

from __future__ import annotations

import click

from weblode import terminal
from weblode.cli.output import check_file, file_option, open_output
from weblode.terminal import escaped, printable


@click.group()
def ontology() -> None:
    """List, check and draw application ontologies, the input of `weblode extract`.

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
    type=click.Choice(["text", "svg", "sqlite", "postgresql"]),
    help="text: a diagram for the terminal. svg: an image. Others: the statements that create the tables.",
)
@file_option
def show(name: str, *, form: str | None, output: str | None) -> None:
    """Show an ontology as a diagram, or its database scheme."""
    from weblode.application import drawing, files

    application = files.load(name)
    check_file(output)
    form = form or ("svg" if output and output.lower().endswith(".svg") else "text")
    with open_output(output) as out:
        if form == "text":
            out.writelines(f"{line}\n" for line in drawing.lines(application))
        elif form == "svg":
            out.write(drawing.svg(application))
        else:
            from weblode.application.scheme import ddl, scheme

            out.write(ddl(scheme(application), form))
