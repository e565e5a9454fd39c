"""weblode mines web sites: pages in, records, outlines, tables and knowledge graphs out.

>>> import weblode
>>> tree = weblode.read("<ul><li>one<li>two</ul>")
>>> tree.text(0)
'one\\ntwo'

A page is given as a path, an address, bytes, a str of HTML, a file object, a response (Scrapy, requests, httpx,
aiohttp) or a tree of BeautifulSoup, lxml, parsel or selectolax: see `weblode.read`. What comes back has rows, and every
way out of them: `to_pandas`, `to_polars`, `to_arrow`, `to_dicts`, `to_csv` and others.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from weblode.details.pages import Details
    from weblode.details.rule import DetailRule as DetailRule
    from weblode.errors import LimitError as LimitError
    from weblode.errors import SourceError as SourceError
    from weblode.errors import WeblodeError as WeblodeError
    from weblode.limits import Limits as Limits
    from weblode.mining.job import mine as mine
    from weblode.mining.miner import MineOptions as MineOptions
    from weblode.ontology import Ontology as Ontology
    from weblode.outline.document import Outline as Outline
    from weblode.pages.page import Unread as Unread
    from weblode.paths import find as find
    from weblode.paths import node_path as node_path
    from weblode.paths import xpath as xpath
    from weblode.records.record_list import RecordList as RecordList
    from weblode.records.record_list import RecordLists
    from weblode.records.repeats import Bounds
    from weblode.report.facts import MineResult as MineResult
    from weblode.rules.rule import Rule as Rule
    from weblode.sources.crawl import CrawlOptions as CrawlOptions
    from weblode.sources.reading import Source
    from weblode.sources.reading import read as read
    from weblode.sources.reading import trees as trees
    from weblode.table import Table as Table
    from weblode.tables.discover import DataTable as DataTable
    from weblode.tables.discover import DataTables
    from weblode.tree import Tree as Tree

_HOMES = {
    "CrawlOptions": "sources.crawl",
    "DataTable": "tables.discover",
    "DetailRule": "details.rule",
    "LimitError": "errors",
    "Limits": "limits",
    "MineOptions": "mining.miner",
    "MineResult": "report.facts",
    "Ontology": "ontology",
    "Outline": "outline.document",
    "RecordList": "records.record_list",
    "Rule": "rules.rule",
    "SourceError": "errors",
    "Table": "table",
    "Tree": "tree",
    "Unread": "pages.page",
    "WeblodeError": "errors",
    "find": "paths",
    "mine": "mining.job",
    "node_path": "paths",
    "read": "sources.reading",
    "trees": "sources.reading",
    "xpath": "paths",
}
_FUNCTIONS = ("details", "learn", "outline", "records", "tables")  # defined here

__all__ = [
    "CrawlOptions",
    "DataTable",
    "DetailRule",
    "LimitError",
    "Limits",
    "MineOptions",
    "MineResult",
    "Ontology",
    "Outline",
    "RecordList",
    "Rule",
    "SourceError",
    "Table",
    "Tree",
    "Unread",
    "WeblodeError",
    "details",
    "find",
    "learn",
    "mine",
    "node_path",
    "outline",
    "read",
    "records",
    "tables",
    "trees",
    "xpath",
]
__version__ = "0.1.0"


def records(
    page: Source,
    method: str = "consensus",
    *,
    url: str | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    threshold: float | None = None,
    bounds: Bounds | None = None,
) -> RecordLists:
    """The lists of records of a page, best first; empty if the page has none.

    The page is all that `weblode.read` takes, with `url` and `encoding` as there. Without a `limit` there is one list
    at most; with one, so many rival lists, even if the page probably has none. `threshold` is the lowest score of the
    best list. `method` is "consensus", "omini", "byu" or "iepad"; `bounds` are for "iepad" only. The result's
    `pagination` has the addresses of the `next` page and of the numbered `pages`.

    >>> item = "<li><h3><a href=/{0}>Book {0}</a></h3> <p>A novel in {0} parts</p> <i>£{0}.50</i>"
    >>> page = "<ul>" + "".join(map(item.format, range(1, 9))) + "</ul>"
    >>> [books] = records(page)
    >>> len(books.records), books.texts()[0]
    (8, 'Book 1 A novel in 1 parts £1.50')
    """
    from weblode.records.discover import discover
    from weblode.records.record_list import RecordLists
    from weblode.sources.reading import read

    tree = read(page, url=url, encoding=encoding)
    return RecordLists(discover(tree, method, limit=limit, threshold=threshold, bounds=bounds), tree)


def tables(
    page: Source,
    method: str = "evidence",
    *,
    url: str | None = None,
    encoding: str | None = None,
    refused: bool = False,
    grammar: bool = False,
    limits: Limits | None = None,
) -> DataTables:
    """The data tables of a page in document order; with `refused`, also the tables that hold no data.

    The page is all that `weblode.read` takes, with `url`, `encoding` and `limits` as there. `method` is "evidence" or
    "ontominer", which uses parts of speech with `grammar`.

    >>> [towns] = tables("<table><tr><th>Town<th>People<tr><td>Bern<td>134,000<tr><td>Chur<td>38,000</table>")
    >>> towns.orientation, towns.records[1]
    ('column', {'Town': 'Chur', 'People': '38,000'})
    """
    from weblode.limits import DEFAULT
    from weblode.sources.reading import read
    from weblode.tables.discover import DataTables, discover

    limits = limits or DEFAULT
    tree = read(page, url=url, encoding=encoding, limits=limits)
    return DataTables(discover(tree, method, refused=refused, grammar=grammar, other_elements=True, limits=limits))


def outline(
    page: Source,
    method: str = "structure",
    *,
    url: str | None = None,
    encoding: str | None = None,
    limits: Limits | None = None,
) -> Outline:
    """The labelled outline of a page: its sections, lists and menus under their labels.

    The page is all that `weblode.read` takes, with `url`, `encoding` and `limits` as there. `method` is "structure" or
    "ontominer".

    >>> page_outline = outline("<h2>Fruit</h2><ul><li><a href=a>Apple</a><li><a href=b>Pear</a></ul>")
    >>> [(page_outline.name(row), int(page_outline.depth[row])) for row in range(1, len(page_outline))]
    [('Fruit', 1), ('Apple', 2), ('Pear', 2)]
    """
    from weblode.limits import DEFAULT
    from weblode.outline.build import outline as build
    from weblode.sources.reading import read

    limits = limits or DEFAULT
    return build(read(page, url=url, encoding=encoding, limits=limits), method, limits=limits)


def details(pages: Iterable[Source] | Source, *, url: str | None = None, encoding: str | None = None) -> Details:
    """The attributes of pages about one thing each: a table for each template, a row a page.

    The pages are all that `weblode.read` takes, one or several, or a folder or archive of them; `url` and `encoding`
    are for a single page. What the pages of a template share are labels and decoration, what differs are values.

    >>> page = "<title>{0}</title><h1>{0}</h1><dl><dt>Price:<dd>${1}<dt>Weight:<dd>{2} kg</dl><p>Sold by us"
    >>> things = details([page.format("Lamp", 20, 2), page.format("Chair", 45, 7), page.format("Desk", 120, 30)])
    >>> [(row["title"], row["price (number)"]) for row in things.to_dicts()]
    [('Lamp', 20.0), ('Chair', 45.0), ('Desk', 120.0)]
    """
    from weblode.details.discover import discover
    from weblode.sources.inputs import are_several
    from weblode.sources.reading import all_trees, read

    if url is not None or encoding is not None:
        return discover([read(pages, url=url, encoding=encoding)])
    return discover(all_trees(pages if are_several(pages) else [pages]))


def learn(
    pages: RecordList | Iterable[RecordList | Source] | Source, *, url: str | None = None, encoding: str | None = None
) -> Rule:
    """The rule for the pages of a site, from one or several of them. Raises RuleError if none has a list of records.

    Each is a page, as for `weblode.read`, or the list of records of one; `url` and `encoding` are for a single page.

    >>> item = "<li><h3><a href=/{0}>Book {0}</a></h3> <p>A novel in {0} parts</p> <i>£{0}.50</i>"
    >>> page = "<ul>" + "".join(map(item.format, range(1, 9))) + "</ul>"
    >>> rule = learn(page)
    >>> len(rule.apply(page.replace("Book", "Film")).records)
    8
    """
    from weblode.rules.learning import learn as learn_from
    from weblode.rules.pages import record_lists

    return learn_from(record_lists(pages, url=url, encoding=encoding))


def __getattr__(name: str) -> Any:
    """A public name, imported on first use, so that `import weblode` is fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'weblode' has no attribute {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"weblode.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


class _FrontDoor(ModuleType):
    """The package itself: three of its functions have the names of packages below it, and stay what they are.

    Python sets a package as an attribute of the one above when it is first imported; these are reached all the same,
    by `from weblode.records.discover import ...`.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _FUNCTIONS and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor
