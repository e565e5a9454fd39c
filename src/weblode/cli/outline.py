"""`weblode outline`: a page as a labelled outline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.output import chosen_format, open_output, output_options, table_writer
from weblode.cli.reading import Reading, jobs_option, max_cells, page_arguments
from weblode.limits import Limits
from weblode.outline import METHODS

if TYPE_CHECKING:
    from weblode.outline.document import Outline
    from weblode.tree import Tree


@click.command()
@output_options("text: for people. json: one line per page. xml: see docs/outline.md. Others: one row per part.", "xml")
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default=METHODS[0],
    show_default=True,
    help="Extraction method.",
)
@click.option(
    "--factors",
    type=click.Choice(["four", "five"]),
    default="four",
    show_default=True,
    help="ontominer: how many cost factors to use.",
)
@click.option(
    "--promotion",
    type=click.Choice(["insider", "outsider", "nearest"]),
    multiple=True,
    default=["insider", "outsider"],
    show_default=True,
    help="ontominer: rules that promote labels; can be repeated.",
)
@click.option("--levels", type=click.IntRange(1), help="text: maximum depth. [no limit]")
@click.option("--all", "everything", is_flag=True, help="text: include plain texts and decoration.")
@max_cells
@jobs_option
@page_arguments
def outline(
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    levels: int | None,
    everything: bool,
    **options: Any,
) -> None:
    """Show a page as an outline: its sections, their labels, and what they list.

    It is derived from the structure of the markup, headings, emphasis and repetition, from one page alone. Data tables
    appear in their place with their records.
    """
    from weblode.outline.build import outline as find

    chosen = {name: options.pop(name) for name in ("method", "factors", "promotion")}
    chosen["limits"] = Limits(**options)
    form = chosen_format(form, output, name="outline", xml="xml")
    reading = Reading(sources, options, for_html=True, finds="section or list")

    def find_parts(tree: Tree) -> Outline:
        outline = find(tree, **chosen)
        if not outline.has_parts and not tree.is_xml:  # of XML, the reader has said so
            reading.found_nothing(tree)
        return outline

    if form in ("text", "json", "xml"):
        forms = _forms(form, everything=everything, levels=levels)
        with open_output(output) as out:
            out.write(forms.head)
            for lines in reading.each(find_parts, lambda outline: list(forms.lines(outline))):
                out.writelines(lines)
            out.write(forms.tail)
    else:
        from weblode.outline.document import COLUMNS
        from weblode.table import Table

        with table_writer(output, form, "outline") as table:
            table.add(Table(dict.fromkeys(COLUMNS, ())))  # so that the columns are there even if no page could be read
            for rows in reading.each(find_parts, lambda outline: table.ready(outline.as_table())):
                table.add_ready(rows)
    reading.finish()


@dataclass(frozen=True)
class _Form:
    """How outlines are written: the text before the first, the lines of each, the text after the last."""

    lines: Callable[[Outline], Iterator[str]]
    head: str = ""
    tail: str = ""


def _forms(form: str, *, everything: bool, levels: int | None) -> _Form:
    from weblode.outline import forms

    if form == "xml":
        return _Form(forms.as_xml, forms.XML_HEAD, forms.XML_TAIL)
    if form == "json":
        return _Form(forms.as_json)
    return _Form(lambda outline: forms.as_text(outline, everything=everything, levels=levels))
