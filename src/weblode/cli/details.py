"""`weblode details`: the attributes of pages about one thing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from weblode.cli.output import (
    TABULAR,
    NothingFound,
    check_folder,
    chosen_format,
    is_folder,
    open_output,
    output_options,
    table_writer,
)
from weblode.cli.reading import Reading, page_arguments
from weblode.terminal import escaped, tell

if TYPE_CHECKING:
    from weblode.details.pages import DetailPages
    from weblode.tree import Tree


@click.command()
@output_options(
    "text: a table for people. json: one line per page. md: Markdown. Others: one row per page; a folder has a file "
    "per template (csv by default).",
    folder=True,
)
@page_arguments
def details(sources: tuple[str, ...], *, output: str | None, form: str | None, **limits: Any) -> None:
    """Read pages about one thing each, such as products or people: a row a page, a column an attribute.

    Give it several pages of a site, or a folder: pages are sorted by the template that made them; what the pages of a
    template share are labels and decoration, what differs are values. A single page works too, with less evidence.
    """
    from weblode.details.discover import discover

    reading = Reading(sources, limits, for_html=True)
    folder = output is not None and is_folder(output)
    chosen = form or "csv" if folder else chosen_format(form, output)
    if folder:
        _check_folder(Path(str(output)), chosen)
    pages = PagePaginations() if chosen == "json" else None
    results = list(discover(map(pages.note, reading) if pages else reading))
    nothing = NothingFound("attribute")
    for each in results:
        for page in each.pages:
            if not any(page.values):
                nothing.add(page.page)
    if folder:
        _write_folder(results, chosen, Path(str(output)))
    else:
        write_details(results, chosen, output, pages)
    nothing.finish()
    reading.finish()


class PagePaginations:
    """The pagination of each page by its name, for JSON."""

    def __init__(self) -> None:
        self._by_page: dict[str, dict[str, object]] = {}

    def note(self, tree: Tree) -> Tree:
        """The tree, after its pagination was noted."""
        from weblode.pagination.discover import pagination

        self._by_page[tree.page] = pagination(tree).as_dict()
        return tree

    def add_to(self, row: dict[str, object]) -> dict[str, object]:
        """A row with the pagination of its page."""
        return row | {"pagination": self._by_page[str(row["page"])]}


def write_details(
    results: Iterable[DetailPages], form: str, output: str | None, pages: PagePaginations | None = None
) -> None:
    """Write the pages of each template in a format; as JSON with `pages`."""
    if form == "json":
        with open_output(output) as out:
            for row in (row for each in results for row in each.rows()):
                out.write(json.dumps(pages.add_to(row) if pages else row, ensure_ascii=False) + "\n")
        return
    if form in _FORMS:
        with open_output(output) as out:
            for each in results:
                _FORMS[form](each, out)
        return
    from weblode.details.pages import Details

    with table_writer(output, form) as table:
        table.add(Details(results).as_table())


def _check_folder(folder: Path, form: str) -> None:
    if form not in (*TABULAR, "md"):
        raise click.UsageError(f"a folder has a table in each file: {form} is not one, choose csv, md or another")
    check_folder(folder)


def _write_folder(results: Iterable[DetailPages], form: str, folder: Path) -> None:
    """Write the pages of each template to a file of its own."""
    from weblode.formats import SUFFIXES

    suffix = {name: suffix for suffix, name in reversed(SUFFIXES.items())}.get(form, f".{form}")
    folder.mkdir(parents=True, exist_ok=True)
    n = 0
    for n, each in enumerate(results, 1):
        write_details([each], form, str(folder / f"template-{n}{suffix}"))
    tell(f"{folder}: {n:,} template{'s'[: n != 1]}, a file each")


def _text(pages: DetailPages, out: IO[str]) -> None:
    """A table for people: the attributes of one page as lines, of several as columns."""
    from weblode.cli.people import screen_table
    from weblode.table import Table

    if len(pages.pages) > 1:
        out.writelines(screen_table(pages.as_table()))
        return
    [page] = pages.pages
    out.write(f"{escaped(page.page)}\n")
    rows = [(each.name, one.value) for each, own in zip(pages.columns, page.values, strict=True) for one in own]
    columns: dict[str, list[Any]] = {"page": [page.page] * len(rows), "node": [0] * len(rows)}
    columns |= {"attribute": [name for name, _ in rows], "value": [value for _, value in rows]}
    out.writelines(screen_table(Table(columns)))


def _markdown(pages: DetailPages, out: IO[str]) -> None:
    """A table in Markdown; articles one after another, each with its title, its author and date, and its body."""
    from weblode.cli.people import markdown_table

    if any(each.name == "body" for each in pages.columns):
        out.writelines(_articles(pages))
        return
    out.writelines(markdown_table(pages.as_table()))
    out.write("\n")


def _articles(pages: DetailPages) -> Iterator[str]:
    from weblode.cli.people import markdown_heading
    from weblode.details.articles import markdown

    for page in pages.pages:
        values = {each.name: own for each, own in zip(pages.columns, page.values, strict=True) if own}
        title = values["title"][0].value if "title" in values else page.page
        yield markdown_heading(" ".join(title.split()))
        if byline := [one.value for name in ("author", "date") for one in values.get(name, ())]:
            yield f"{escaped(', '.join(byline))}\n\n"
        places = pages.template.places if pages.template else None
        body = markdown(places, page.tree) if page.tree else "".join(one.value for one in values.get("body", ()))
        yield f"{body}\n\n"


_FORMS: dict[str, Callable[[DetailPages, IO[str]], None]] = {"text": _text, "md": _markdown}
