"""`weblode instances`: the items that a section page lists, each with the attributes of its own page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.following import RenamedOptions
from weblode.cli.output import chosen_format, open_output, output_options, table_writer
from weblode.cli.reading import Reading, jobs_option, page_arguments
from weblode.terminal import escaped, printable, tell

if TYPE_CHECKING:
    from weblode.limits import Limits
    from weblode.ontology import Instance
    from weblode.pages.web import Web
    from weblode.tree import Tree

_WIDTH = 100  # maximum characters of a value on a terminal


@click.command(cls=RenamedOptions)
@output_options("text: for people. json: one line per item. Others: one row per value.")
@click.option(
    "--no-details", is_flag=True, help="List only what the page itself says; do not read the pages of the items."
)
@click.option("--most", type=click.IntRange(1), metavar="N", help="Maximum items of a page. [all]")
@jobs_option
@page_arguments
def instances(
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    no_details: bool,
    most: int | None,
    **limits: Any,
) -> None:
    """List the items of a section page, its articles or products, with their attributes.

    The links of a page from the web are followed on the web, those of a file to the files they name. Attributes are the
    fields of the item in the list (price, stars, teaser, date, picture), and of its own page title, author, date,
    place, body, labelled values and machine-readable metadata; text that sibling pages share is left out as decoration.
    """
    from weblode.instances.discover import InstanceOptions
    from weblode.instances.discover import instances as find

    reading = Reading(sources, limits, for_html=True, finds="list of items")
    options = InstanceOptions(most=most, limits=reading.limits)

    with TemporaryDirectory() as directory:  # holds pages from the web until the command ends

        def find_items(tree: Tree) -> list[Instance]:
            with nullcontext() if no_details else _linked_pages(tree, directory, reading.limits) as web:
                items = find(tree, web, options=options)
            if not items and not tree.is_xml:  # of XML, the reader has said so
                reading.found_nothing(tree)
            linked = [instance for instance in items if instance.url]
            missing = sum(all(one.witness.page == tree.page for one in each.attributes) for each in linked)
            if missing and not no_details:
                tell(f"{tree.page}: {missing:,} of {len(linked):,} linked pages could not be fetched")
            return items

        _write(reading, find_items, chosen_format(form, output, name="instances"), output)
    reading.finish()


@contextmanager
def _linked_pages(tree: Tree, directory: str, limits: Limits) -> Iterator[Web | None]:
    """The source of the pages that a page links to: the web, its folder or its archive; else None."""
    from weblode.errors import SourceError
    from weblode.sources.choice import open_web
    from weblode.sources.crawl import CrawlOptions

    source = tree.page if "://" in tree.page.partition("#")[0] else tree.page.partition("#")[0]
    with ExitStack() as stack:
        try:
            web = stack.enter_context(open_web([source], directory, CrawlOptions(limits=limits)))
        except SourceError:  # such as standard input, whose links lead nowhere
            web = None
        yield web


def _write(reading: Reading, find: Callable[[Tree], list[Instance]], form: str, output: str | None) -> None:
    """Write the instances of each page in a format."""
    from weblode.instances.rows import COLUMNS, as_table

    if form in ("text", "json"):
        write = _text if form == "text" else _lines
        with open_output(output) as out:
            for lines in reading.each(lambda tree: list(write(tree, find(tree)))):
                out.writelines(lines)
        return
    from weblode.table import Table

    with table_writer(output, form, "instances") as table:
        table.add(Table(dict.fromkeys(COLUMNS, ())))  # so that the columns are there even without instances
        for rows in reading.each(lambda tree: table.ready(as_table(tree, find(tree)))):
            table.add_ready(rows)


def _lines(_: Tree, items: list[Instance]) -> Iterator[str]:
    """The instances of a page, a line of JSON each."""
    from weblode.instances.rows import row

    return (json.dumps(row(one), ensure_ascii=False) + "\n" for one in items)


def _text(tree: Tree, items: list[Instance]) -> Iterator[str]:
    """The instances of a page, for people."""
    if items:
        yield f"{escaped(tree.page)}: {len(items):,} items\n"
    for number, instance in enumerate(items, 1):
        yield f"{number:5}  {_start(instance.title)}\n       {_start(instance.href)}\n"
        for attribute in instance.attributes:
            if attribute.name != "title" or attribute.value != instance.title:
                yield f"         {_start(attribute.name)}: {_start(attribute.value)}\n"


def _start(text: str) -> str:
    """The start of a text, on one line."""
    return printable(" ".join(text.split()), _WIDTH)
