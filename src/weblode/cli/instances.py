"""`weblode instances`: what a section page lists, each with the attributes of its own page."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from weblode.cli.reading import Reading, chosen_format, opened, page_arguments, table_target, tell

if TYPE_CHECKING:
    from weblode.limits import Limits
    from weblode.ontology.model import Instance
    from weblode.pages.page import Page, Unread
    from weblode.tree import Tree

_SHOWN = 100  # characters of a value that a terminal gets


@click.command()
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of to standard output.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "jsonl", "csv", "parquet", "sqlite"]),
    help="text: for people. json: a line an item. The others: a row a value.",
)
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
    from weblode.instances.mining import Options
    from weblode.instances.mining import instances as find

    reading = Reading(sources, limits)
    options = Options(most=most, limits=reading.limits)

    def answers() -> Iterator[tuple[Tree, list[Instance]]]:
        for tree in reading:
            found = find(tree, None if no_follow else Direct(tree, reading.limits), options=options)
            missing = sum(not instance.attributes for instance in found)
            if missing and not no_follow:
                tell(f"{tree.page}: {missing:,} of {len(found):,} linked pages could not be had")
            yield tree, found

    _write(answers(), chosen_format(form, output), output)
    reading.finish()


class Direct:
    """The pages that a page links to, without ceremony: from the web if it is from there, else files beside it."""

    def __init__(self, tree: Tree, limits: Limits) -> None:
        self._live = _is_live(tree.page)
        self._limits = limits

    def address(self, base: str, href: str) -> str | None:
        """The address of a link, or the path of the file that a relative one names."""
        from urllib.parse import unquote, urlsplit

        from weblode.instances.addresses import absolute

        target = absolute(base if _is_live(base) else None, href)
        if target is None or _is_live(target) or target.startswith("//"):
            return target
        return os.path.normpath(os.path.join(os.path.dirname(base), unquote(urlsplit(target).path)))

    def site(self, address: str) -> str:
        """The host of an address, "" for files."""
        from weblode.instances.addresses import host

        return host(address)

    def pages(self, addresses: Iterable[str]) -> Iterator[Page | Unread]:
        """The pages at addresses, in that order; what a file links to on the web is not fetched."""
        from weblode.errors import SourceError
        from weblode.pages.page import unread
        from weblode.pages.sources import pages

        for address in addresses:
            if os.path.isdir(address) or _is_live(address) != self._live:
                yield unread(address, SourceError("is not a page beside this one"))
            else:
                yield next(iter(pages([address], limits=self._limits)))


def _is_live(address: str) -> bool:
    return address.lower().startswith(("http://", "https://"))


def _write(answers: Iterator[tuple[Tree, list[Instance]]], form: str, output: str | None) -> None:
    """Write the instances of each page, in a format."""
    from weblode.instances.rows import COLUMNS, as_table, row

    if form in ("text", "json"):
        with opened(output) as out:
            for tree, found in answers:
                lines = (json.dumps(row(one), ensure_ascii=False) + "\n" for one in found)
                out.writelines(_text(tree, found) if form == "text" else lines)
        return
    from weblode.formats import writer
    from weblode.table import Table

    with writer(table_target(output, form), form) as table:
        table.add(Table(dict.fromkeys(COLUMNS, ())))  # the columns are there even if nothing is listed
        for tree, found in answers:
            table.add(as_table(tree, found))


def _text(tree: Tree, found: list[Instance]) -> Iterator[str]:
    """The instances of a page, for people."""
    yield f"{tree.page}: {len(found):,} items\n"
    for number, instance in enumerate(found, 1):
        yield f"{number:5}  {_cropped(instance.title)}\n       {_cropped(instance.href)}\n"
        for attribute in instance.attributes:
            if attribute.name != "title" or attribute.value != instance.title:
                yield f"         {_cropped(attribute.name)}: {_cropped(attribute.value)}\n"


def _cropped(text: str) -> str:
    """The start of a text; escape sequences of a page must not reach the terminal."""
    shown = "".join(filter(str.isprintable, " ".join(text.split())))
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 3] + "..."
