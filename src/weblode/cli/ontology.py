"""`weblode ontology`: application ontologies, checked and drawn."""

from __future__ import annotations

import click

from weblode import terminal
from weblode.cli.reading import opened
from weblode.terminal import escaped, printable


@click.group()
def ontology() -> None:
    """Look at application ontologies: what `weblode extract` takes.

    ONTOLOGY is a TOML file, or the name of one that comes with weblode: `weblode ontology list`.
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
    """Check an ontology; a fault is told with its line and the remedy."""
    from weblode.application import files, identify, layout

    found = files.load(name)
    fields = ", ".join(printable(each.descriptor, 80) for each in identify.identifying(found)) or "nothing"
    terminal.show(
        f"{escaped(name)}: {len(found.sets):,} sets, {len(found.relationships):,} relationships, "
        f"{len(layout.layout(found)):,} tables; a record is identified by {fields}"
    )


@ontology.command()
@click.argument("name", metavar="ONTOLOGY")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "svg", "sqlite", "postgresql"]),
    help="text: a diagram for the terminal. svg: an image. The others: the statements that create the tables.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of to standard output.")
def show(name: str, *, form: str | None, output: str | None) -> None:
    """Show an ontology as a diagram, or the database scheme that it makes."""
    from weblode.application import drawing, files

    found = files.load(name)
    form = form or ("svg" if output and output.lower().endswith(".svg") else "text")
    with opened(output) as out:
        if form == "text":
            out.writelines(f"{line}\n" for line in drawing.lines(found))
        elif form == "svg":
            out.write(drawing.svg(found))
        else:
            from weblode.application.scheme import ddl, scheme

            out.write(ddl(scheme(found), form))
