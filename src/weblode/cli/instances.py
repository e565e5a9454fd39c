"""`weblode instances`: what a section page lists, each with the attributes of its own page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.reading import Reading, chosen_format, opened, output_options, page_arguments, table_writer
from weblode.terminal import escaped, printable, tell

if TYPE_CHECKING:
    from weblode.limits import Limits
    from weblode.ontology import Instance
    from weblode.pages.web import Web
    from weblode.tree import Tree

_SHOWN = 100  # characters of a value that a terminal gets


@click.command()
@output_options("text: for people. json: a line an item. The others: a row a value.")
@click.option("--no-follow", is_flag=True, help="Only what the page itself lists: read no other page.")
@click.option("--most", type=click.IntRange(1), metavar="N", help="Most items of a page. [all]")
@page_arguments
def instances(
    sources: tuple[str, ...],
    *,
    output: str | None,
    form: str | None,
    no_follow: bool,
    most: int | None,
    **limits: Any,
) -> None:
    """List what a section page is about: its articles or products, with their attributes.

    The links of a page from the web are followed on the web, those of a file to the files they name. What siblings
    share is decoration; title, author, date, place, body, labelled values and what pages tell machines are attributes.
    """
    from weblode.instances.discover import InstanceOptions
    from weblode.instances.discover import instances as find

    reading = Reading(sources, limits)
    options = InstanceOptions(most=most, limits=reading.limits)

    with TemporaryDirectory() as directory:  # pages from the web are kept while they are needed

        def listed(tree: Tree) -> list[Instance]:
            with nullcontext() if no_follow else _around(tree, directory, reading.limits) as web:
                found = find(tree, web, options=options)
            missing = sum(not instance.attributes for instance in found)
            if missing and not no_follow:
                tell(f"{tree.page}: {missing:,} of {len(found):,} linked pages could not be had")
            return found

        _write(reading, listed, chosen_format(form, output), output)
    reading.finish()


@contextmanager
def _around(tree: Tree, directory: str, limits: Limits) -> Iterator[Web | None]:
    """Where the pages that a page links to come from: the web, its folder or its archive; None if from none."""
    from weblode.errors import SourceError
    from weblode.sources.choice import opened
    from weblode.sources.crawl import CrawlOptions

    source = tree.page if "://" in tree.page.partition("#")[0] else tree.page.partition("#")[0]
    with ExitStack() as stack:
        try:
            web = stack.enter_context(opened([source], directory, CrawlOptions(limits=limits)))
        except SourceError:  # standard input, say: its links lead nowhere
            web = None
        yield web


def _write(reading: Reading, find: Callable[[Tree], list[Instance]], form: str, output: str | None) -> None:
    """Write the instances that are found on each page, in a format."""
    from weblode.instances.rows import COLUMNS, as_table

    if form in ("text", "json"):
        write = _text if form == "text" else _lines
        with opened(output) as out:
            for lines in reading.each(lambda tree: list(write(tree, find(tree)))):
                out.writelines(lines)
        return
    from weblode.table import Table

    with table_writer(output, form) as table:
        table.add(Table(dict.fromkeys(COLUMNS, ())))  # the columns are there even if nothing is listed
        for rows in reading.each(lambda tree: as_table(tree, find(tree))):
            table.add(rows)


def _lines(_: Tree, found: list[Instance]) -> Iterator[str]:
    """The instances of a page, a line of JSON each."""
    from weblode.instances.rows import row

    return (json.dumps(row(one), ensure_ascii=False) + "\n" for one in found)


def _text(tree: Tree, found: list[Instance]) -> Iterator[str]:
    """The instances of a page, for people."""
    yield f"{escaped(tree.page)}: {len(found):,} items\n"
    for number, instance in enumerate(found, 1):
        yield f"{number:5}  {_start(instance.title)}\n       {_start(instance.href)}\n"
        for attribute in instance.attributes:
            if attribute.name != "title" or attribute.value != instance.title:
                yield f"         {_start(attribute.name)}: {_start(attribute.value)}\n"


def _start(text: str) -> str:
    """The start of a text, on one line."""
    return printable(" ".join(text.split()), _SHOWN)
