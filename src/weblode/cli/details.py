"""`weblode details`: the attributes of pages about one thing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from weblode.cli.output import (
    NothingFound,
    chosen_format,
    is_folder,
    open_output,
    output_options,
    table_writer,
)
from weblode.cli.reading import Reading, jobs_option, page_arguments
from weblode.terminal import escaped, tell

if TYPE_CHECKING:
    from weblode.cli.table_files import TableFolder
    from weblode.details.pages import DetailPages
    from weblode.details.readers import ReadOptions
    from weblode.table import Table
    from weblode.tree import Tree

Result = TypeVar("Result")
NAME = "details"  # of the table in SQLite
_NAMED = 5  # attributes that are left out and named


@click.command()
@output_options(
    "text: a table for people. json: one line per page. md: Markdown. Others: one row per page; a folder has a file "
    "per template (csv by default).",
    folder=True,
)
@click.option("--all-columns", is_flag=True, help="Also labelled values that are the same on all pages.")
@jobs_option
@page_arguments
def details(
    sources: tuple[str, ...], *, output: str | None, form: str | None, all_columns: bool, **limits: Any
) -> None:
    """Read pages about one thing each, such as products or people: a row a page, a column an attribute.

    Give it several pages of a site, or a folder: pages are sorted by the template that made them; what the pages of a
    template share are labels and decoration, what differs are values. A single page works too, with less evidence.
    """
    from weblode.details.readers import ReadOptions

    reading = Reading(sources, limits, for_html=True)
    folder: TableFolder | None = None
    if output is not None and is_folder(output):
        from weblode.cli.table_files import TableFolder

        folder = TableFolder(output, form, NAME)
    chosen = folder.form if folder else chosen_format(form, output, name=NAME)
    pages = PagePaginations() if chosen == "json" else None
    options = ReadOptions(markdown=chosen == "md", xpaths=chosen == "json", all_columns=all_columns)
    output_of = partial(TemplateOutput.of, form=chosen, paginations=pages)
    results = _discover(reading, pages.read if pages else Reading.each, output_of, options)
    nothing = NothingFound("attribute")
    for each in results:
        for page in each.without:
            nothing.add(page)
    if folder:
        for n, each in enumerate(results, 1):
            folder.add(f"template-{n}", each.table, each.lines)
        folder.remove_others()
        folder.finish("template")
    else:
        write_details(results, chosen, output)
    if equal := list(dict.fromkeys(name for each in results for name in each.equal)):
        more = f" and {len(equal) - _NAMED:,} more" if len(equal) > _NAMED else ""
        tell(f"the same on all pages, and left out: {', '.join(equal[:_NAMED])}{more}; --all-columns keeps them")
    nothing.finish()
    reading.finish()


class TemplateOutput(NamedTuple):
    """What is written of the pages of a template: a table, or lines in the formats that have no tables."""

    table: Table | None
    lines: list[str]
    equal: tuple[str, ...]  # names of labelled values that are left out
    without: list[str]  # pages without any values

    @classmethod
    def of(cls, pages: DetailPages, form: str, paginations: PagePaginations | None = None) -> TemplateOutput:
        """The output in a format; as JSON with paginations."""
        without = [page.page for page in pages.pages if not any(page.values)]
        if form == "json" or form in _FORMS:
            return cls(None, list(detail_lines(pages, form, paginations)), pages.equal, without)
        return cls(pages.as_table(), [], pages.equal, without)


def _discover(
    reading: Reading,
    read: Callable[[Reading, Callable[[Tree], Any]], Iterator[Any]],
    then: Callable[[DetailPages], TemplateOutput],
    options: ReadOptions,
) -> list[TemplateOutput]:
    """The output of each template; in several processes, pages wait where all of these can read them."""
    from weblode.details.discover import discover_each

    if reading.jobs == 1:
        return list(discover_each(read(reading, lambda tree: tree), then, options))
    from weblode.details.shelf import PageShelf
    from weblode.details.waiting import wait

    with closing(PageShelf()) as shelf:
        pages = read(reading, lambda tree: wait(tree, shelf))
        return list(discover_each(pages, then, options, spread=reading.spread, shelf=shelf))


class PagePaginations:
    """The pagination of each page by its name, for JSON."""

    def __init__(self) -> None:
        self._by_page: dict[str, dict[str, object]] = {}

    def note(self, tree: Tree) -> Tree:
        """The tree, after its pagination was noted."""
        from weblode.pagination.discover import pagination

        self._by_page[tree.page] = pagination(tree).as_dict()
        return tree

    def read(self, reading: Reading, work: Callable[[Tree], Result]) -> Iterator[Result]:
        """The results of work on pages, whose paginations are found where they are parsed, and noted."""
        from weblode.pagination.discover import pagination

        for page, about, result in reading.each(lambda tree: (tree.page, pagination(tree).as_dict(), work(tree))):
            self._by_page[page] = about
            yield result

    def add_to(self, row: dict[str, object]) -> dict[str, object]:
        """A row with the pagination of its page."""
        return row | {"pagination": self._by_page[str(row["page"])]}


def detail_lines(results: DetailPages, form: str, pages: PagePaginations | None = None) -> Iterable[str]:
    """The pages of a template as lines: for people, in Markdown, or one of JSON for each, with its pagination."""
    if form != "json":
        return _FORMS[form](results)
    rows = (pages.add_to(row) if pages else row for row in results.rows())
    return (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def write_details(results: Iterable[TemplateOutput], form: str, output: str | None) -> None:
    """Write the output of each template in a format."""
    if form == "json" or form in _FORMS:
        with open_output(output) as out:
            for each in results:
                out.writelines(each.lines)
        return
    with table_writer(output, form, NAME) as table:
        table.add_merged([each.table for each in results if each.table is not None])


def _text(pages: DetailPages) -> Iterator[str]:
    """A table for people: the attributes of one page as lines, of several as columns."""
    from weblode.cli.people import screen_table
    from weblode.table import Table

    if len(pages.pages) > 1:
        yield from screen_table(pages.as_table())
        return
    [page] = pages.pages
    yield f"{escaped(page.page)}\n"
    rows = [(each.name, one.value) for each, own in zip(pages.columns, page.values, strict=True) for one in own]
    columns: dict[str, list[Any]] = {"page": [page.page] * len(rows), "node": [0] * len(rows)}
    columns |= {"attribute": [name for name, _ in rows], "value": [value for _, value in rows]}
    yield from screen_table(Table(columns))


def _markdown(pages: DetailPages) -> Iterator[str]:
    """A table in Markdown; articles one after another, each with its title, its author and date, and its body."""
    from weblode.cli.people import markdown_table

    if any(each.name == "body" for each in pages.columns):
        yield from _articles(pages)
        return
    yield from markdown_table(pages.as_table())
    yield "\n"


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
        yield f"{page.markdown or (markdown(places, page.tree) if page.tree else '')}\n\n"


_FORMS: dict[str, Callable[[DetailPages], Iterable[str]]] = {"text": _text, "md": _markdown}
