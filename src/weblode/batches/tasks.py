"""What each task makes of a page: rows for its schema, as columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from weblode import paths
from weblode.errors import LimitError, RuleError
from weblode.limits import DEFAULT, Limits
from weblode.tags import NUMBERS

if TYPE_CHECKING:
    from weblode.details.pages import DetailPages
    from weblode.details.rule import DetailRule
    from weblode.records.record_list import RecordList
    from weblode.rules.rule import Rule
    from weblode.tree import Tree

    AnyRule = Rule | DetailRule

_TITLE = NUMBERS["title"]


@dataclass(frozen=True)
class TaskOptions:
    """What a task may be told; can be pickled.

    `rules` are for "apply": the first that fits a page reads it. `rules_by_host` come first, for pages of those hosts.
    `url_column` and `html_column` are the names of these columns in record batches and Parquet files.
    """

    rules: tuple[AnyRule, ...] = ()
    rules_by_host: Mapping[str, tuple[AnyRule, ...]] = field(default_factory=dict)
    limits: Limits = DEFAULT
    xml: bool = True  # whether XML documents of folders and archives are pages too
    url_column: str = "url"
    html_column: str = "html"
    home_pages: bool = False  # whether other pages are passed over, without a row


@dataclass(frozen=True)
class PageRows:
    """The rows of one page: columns of equal length; or the reason why there are none."""

    page: str
    url: str | None
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    count: int = 0
    error: str | None = None


def host_of(url: str | None) -> str | None:
    """The host of an address in lower case; None if it has none."""
    try:
        return (urlsplit(url).hostname or None) if url else None
    except ValueError:  # such as https://[broken
        return None


def is_home(url: str) -> bool:
    """Whether an address is that of the home page of a host, or of a person there.

    >>> is_home("https://news.example"), is_home("http://uni.example/~ann/"), is_home("http://news.example/?page=2")
    (True, True, False)
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    path = parts.path.strip("/")
    return not parts.query and (not path or (path.startswith("~") and "/" not in path))


def page_rows(task: str, trees: Sequence[Tree], sizes: Sequence[int], options: TaskOptions) -> Iterator[PageRows]:
    """The rows of each of some pages; `sizes` are their bytes. One page at a time, but for "details"."""
    if task == "details":
        yield from _details(trees)
        return
    for tree, size in zip(trees, sizes, strict=True):
        if task == "pages":
            yield _page(tree, size)
        else:
            yield guard_page(tree, _WORK[task], options)


def guard_page(tree: Tree, work: Callable[[Tree, TaskOptions], PageRows], options: TaskOptions) -> PageRows:
    """The rows of a page, or the reason why there are none.

    Any exception is one: of a billion pages, one that finds a fault of ours must not end the run, and is named.
    """
    try:
        return work(tree, options)
    except (LimitError, RuleError) as error:
        reason = str(error).removeprefix(f"{tree.page}: ")
    except MemoryError:
        reason = f"not enough memory for its {len(tree):,} nodes; give the process more"
    except Exception as error:
        reason = f"{type(error).__name__}: {error}; this is a fault of weblode, please report it with the page"
    return PageRows(tree.page, tree.url, error=reason)


def _page(tree: Tree, size: int) -> PageRows:
    from weblode.values.locales import page_locale

    titles = [] if tree.is_xml else [u for u in range(len(tree.tag)) if tree.tag[u] == _TITLE][:1]
    columns: dict[str, list[Any]] = {
        "bytes": [size],
        "encoding": [tree.encoding],
        "language": [page_locale(tree).language or None],
        "title": [tree.text(titles[0]) if titles else None],
        "nodes": [len(tree)],
        "texts": [len(tree.leaves)],
    }
    return PageRows(tree.page, tree.url, columns, 1)


def discover_rows(tree: Tree, _: TaskOptions) -> PageRows:
    """The records of the list that is found on a page; none if it has none."""
    from weblode.records.discover import discover

    lists = discover(tree)
    return _list_rows(lists[0], "") if lists else PageRows(tree.page, tree.url)


def _list_rows(record_list: RecordList, template: str) -> PageRows:
    """The records of a list, and of the lists inside them."""
    from weblode.records.nested_tables import nested_lists, table_name

    region = paths.xpath(record_list.tree, record_list.region)
    rows = _Rows(template, region)
    rows.add(record_list, "", [None] * len(record_list.records))
    for names, each in nested_lists(record_list):
        rows.add(each.record_list, table_name(names), [owner + 1 for owner in each.owners])
    return rows.of(record_list.tree)


class _Rows:
    """Rows of records that are collected list by list."""

    def __init__(self, template: str, region: str) -> None:
        names = "list parent record node xpath text fields numbers dates".split()
        self._about = {"template": template, "region": region}
        self._columns: dict[str, list[Any]] = {name: [] for name in names}

    def add(self, record_list: RecordList, name: str, parents: Sequence[int | None]) -> None:
        """Add the records of a list; `parents` are the numbers of the records that hold them."""
        n = len(record_list.records)
        nodes = [start for start, _ in record_list.records]
        maps = spread_maps([each.read() for each in record_list.fields], n)
        values: tuple[Sequence[Any], ...] = (
            [name] * n,
            parents,
            range(1, n + 1),
            nodes,
            paths.xpaths(record_list.tree, nodes),
        )
        for column, more in zip(self._columns.values(), (*values, record_list.texts(), *maps), strict=True):
            column.extend(more)

    def of(self, tree: Tree) -> PageRows:
        """All rows, as those of a page."""
        n = len(self._columns["record"])
        columns = {name: [value] * n for name, value in self._about.items()} | self._columns
        return PageRows(tree.page, tree.url, columns, n)


Pairs = list[list[tuple[str, Any]]]


def _empty(count: int) -> Pairs:
    return [[] for _ in range(count)]


def spread_maps(columns: Sequence[Any], count: int) -> tuple[Pairs, Pairs, Pairs]:
    """The maps of each row from columns (`values.beside.ReadColumn`): texts, numbers, dates as ISO 8601."""
    from weblode.values.beside import spread

    texts, numbers, dates = (_empty(count) for _ in range(3))
    for name, values in spread(columns, {each.name for each in columns}).items():
        for i, value in enumerate(values):
            if value is None:
                continue
            if isinstance(value, str):
                texts[i].append((name, value))
            elif isinstance(value, date):
                dates[i].append((name, value.isoformat()))
            else:
                numbers[i].append((name, float(value)))
    return texts, numbers, dates


def _apply(tree: Tree, options: TaskOptions) -> PageRows:
    """What the first rule that fits a page reads on it. Raises RuleError if none fits."""
    host = host_of(tree.url)
    rules = (*options.rules_by_host.get(host or "", ()), *options.rules)
    if not rules:
        raise RuleError(f"there is no rule for the host {host}" if options.rules_by_host else "there is no rule")
    reason = ""
    for number, rule in enumerate(rules):
        try:
            return apply_rule(rule, tree, f"rule {number}")
        except RuleError as error:
            reason = str(error).removeprefix(f"{tree.page}: ")
    raise RuleError(f"none of {len(rules)} rules fits; the last: {reason}" if len(rules) > 1 else reason)


def apply_rule(rule: AnyRule, tree: Tree, template: str) -> PageRows:
    """The rows of a page by a rule. Raises RuleError if the page does not fit it."""
    from weblode.rules.rule import Rule

    if isinstance(rule, Rule):
        return _list_rows(rule.apply(tree), template)
    [rows] = detail_rows(rule.table([rule.apply(tree)]), template)
    return rows


def _details(trees: Sequence[Tree]) -> Iterator[PageRows]:
    """A row for each page about one thing; the pages of a template are read by it."""
    try:
        results = _compared(trees)
    except Exception:  # which page is the reason is seen when each is read alone
        results = [guard_page(tree, lambda one, _: _compared([one])[0], TaskOptions()) for tree in trees]
    yield from results


def _compared(trees: Sequence[Tree]) -> list[PageRows]:
    from weblode.details.discover import discover

    return [rows for number, each in enumerate(discover(trees)) for rows in detail_rows(each, f"template {number}")]


def detail_rows(pages: DetailPages, template: str) -> Iterator[PageRows]:
    """A row for each page of a template."""
    maps = spread_maps(pages.read_columns, len(pages.pages))
    for page, *own in zip(pages.pages, *maps, strict=True):
        names = "template region list parent record node xpath text fields numbers dates".split()
        values = (template, "", "", None, 1, 0, "/html", None, *own)
        columns = {name: [value] for name, value in zip(names, values, strict=True)}
        yield PageRows(page.page, page.url or None, columns, 1)


def _cells(tree: Tree, options: TaskOptions) -> PageRows:
    from weblode.tables.discover import discover
    from weblode.tables.rows import value_table

    tables = [value_table(each) for each in discover(tree, other_elements=True, limits=options.limits)]
    columns: dict[str, list[Any]] = {}
    for name in "table node caption orientation record field value number currency date time utc seconds url".split():
        values = [value for table in tables for value in table[name]]
        columns["link" if name == "url" else name] = list(map(_iso, values)) if name in _TIMES else values
    return PageRows(tree.page, tree.url, columns, len(columns["record"]))


_TIMES = ("date", "time", "utc")


def _iso(moment: Any) -> str | None:
    return None if moment is None else moment.isoformat()


def _outline(tree: Tree, options: TaskOptions) -> PageRows:
    from weblode.outline.build import outline

    columns = dict(outline(tree, limits=options.limits).as_table().columns)
    del columns["page"]
    return PageRows(tree.page, tree.url, columns, len(columns["row"]))


def _labels(tree: Tree, options: TaskOptions) -> PageRows:
    """The labels of a home page, as those of one of several sites."""
    from weblode.batches.label_rows import label_columns
    from weblode.outline.build import outline
    from weblode.pages import links
    from weblode.sources.offline import Offline
    from weblode.taxonomy.page_labels import Home, page_labels

    address = links.normalise(tree.url or "")
    if address is None:
        reason = "has no address on the web, so its site and links are unknown; name a file as FILE=URL"
        return PageRows(tree.page, tree.url, error=reason)
    home = Home(links.site(address), address, outline(tree, limits=options.limits))
    columns = label_columns(page_labels(home, Offline([])))
    return PageRows(tree.page, tree.url, columns, len(columns["row"]))


_WORK: dict[str, Callable[[Tree, TaskOptions], PageRows]] = {
    "records": discover_rows,
    "apply": _apply,
    "tables": _cells,
    "outline": _outline,
    "labels": _labels,
}
