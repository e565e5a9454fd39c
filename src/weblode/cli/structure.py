"""`weblode tree`: a page's structure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.output import chosen_format, open_output, output_options, table_writer
from weblode.cli.reading import Reading, page_arguments
from weblode.terminal import escaped

if TYPE_CHECKING:
    from weblode.table import Table
    from weblode.tree import Tree


@click.command()
@output_options("text: the larger parts, for people. json: one line per page with all nodes. Others: one row per node.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=0.01,
    show_default=True,
    help="text: minimum share of the page's text for a part to be shown.",
)
@click.option("--levels", type=click.IntRange(0), help="text: maximum depth. [no limit]")
@page_arguments
def tree(
    sources: tuple[str, ...], *, output: str | None, form: str | None, share: float, levels: int | None, **limits: Any
) -> None:
    """Show a page's structure as the algorithms see it: sizes, fan-outs, paths.

    Size is bytes of text, fan-out is element children; p[3] is the third element of its parent.
    """
    form = chosen_format(form, output, name="nodes")
    reading = Reading(sources, limits)
    if form in ("text", "json"):
        with open_output(output) as out:
            for lines in reading.each(
                _as_json if form == "json" else lambda page: list(sketch_lines(page, share=share, levels=levels))
            ):
                out.writelines(lines)
    else:
        from weblode.cli.sketch import nodes

        with table_writer(output, form, "nodes") as table:
            for rows in reading.each(nodes):
                table.add(rows)
    reading.finish()


def sketch_lines(page: Tree, *, share: float, levels: int | None) -> Iterator[str]:
    """The sketch of a page as lines of text."""
    from weblode.cli.sketch import sketch

    yield f"{escaped(page.page)}: {len(page):,} nodes, {len(page.leaves):,} text leaves, {page.encoding}\n"
    yield f"{'size':>10} {'leaves':>8} {'fan-out':>8}  node\n"
    for part in sketch(page, share=share, depth=levels):
        indent = "  " * int(page.depth[part.node])
        if part.more:
            yield f"{'':10} {'':8} {'':8}  {indent}... {part.more:,} more {page.name(part.node)}\n"
        else:
            yield f"{part.size:10,} {part.leaves:8,} {part.fanout:8,}  {indent}{part.label}\n"


def _as_json(page: Tree) -> Iterator[str]:
    """One line of JSON with all nodes of a page, in pieces: one object would need many times the page's memory."""
    from weblode.cli.sketch import nodes

    return _pieces(page, nodes(page))  # so that a page beyond a limit fails here, not in the middle of a line


def _pieces(page: Tree, nodes: Table) -> Iterator[str]:
    about = {"page": page.page, "url": page.url, "encoding": page.encoding}
    yield json.dumps(about, ensure_ascii=False)[:-1] + ', "nodes": ['
    for u, row in enumerate(nodes.rows()):
        del row["page"]
        attributes = {"attributes": page.attributes(u)} if page.tag[u] else {}
        yield (", " if u else "") + json.dumps({**row, **attributes}, ensure_ascii=False)
    yield "]}\n"
