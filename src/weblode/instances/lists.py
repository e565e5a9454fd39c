"""What a page says about its items where it lists them: the fields of their records, the cells of their table rows.

A record with one item is about that item, so its price, stars, teaser, date and picture are attributes of the item,
whether or not the item has a page of its own. If a record holds several items, those in a list inside it are told apart
by that list; else the fields belong to the item that has the record's title. On a page without a link to any item, the
records of the main list, or the rows of its data tables, are the items themselves.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from weblode.articles.blocks import in_side_elements
from weblode.caches import regex
from weblode.instances.listed import Item, listed_items
from weblode.instances.main_list import may_be_menu
from weblode.ontology import Attribute, Reading, Witness
from weblode.paths import xpath
from weblode.records.all_lists import MAIN, MENU, OTHER
from weblode.records.discover import discover_all
from weblode.records.fields import RecordField
from weblode.records.record_list import RecordList
from weblode.tables.discover import DataTable
from weblode.tables.discover import discover as discover_tables
from weblode.tables.rows import read_columns
from weblode.tree import Tree
from weblode.values.addresses import absolute

RECORDS, TABLE = "records", "table"  # the methods of these attributes
_TITLE = "title"
_ROWS = ("column", "multi-column")  # layouts of tables whose records are rows: their headers are those of columns
_NUMBERED = regex(r"(?<!^field)_\d+$")  # the second column called author is author_2: here, one more author
_LEAST = 3  # records from which a list without links is one of items
_SEVERAL = 5  # records of a list that stands in for the main one
_LIKELY = 0.3  # certainty of a list whose records are items without links
_CERTAIN = 6.0  # the score of an item that stands in the main list without a link


@dataclass(frozen=True)
class ListValue:
    """A value of a record or row: its name, text, node, and what the text says."""

    name: str
    text: str
    node: int
    read: Reading = ()
    href: str = ""


@dataclass(frozen=True)
class ListRow:
    """A record or table row: its nodes, from and to, and its values."""

    start: int
    stop: int
    values: tuple[ListValue, ...]
    method: str

    @property
    def title(self) -> ListValue | None:
        """The value that says what the record is called; of a row without one the first that is no number or date."""
        title = next((each for each in self.values if each.name == _TITLE), None)
        return title or next((each for each in self.values if not each.read and self.method == TABLE), None)


@dataclass(frozen=True)
class PageLists:
    """The items of a page, and by the node of an item what its list says about it."""

    items: list[Item]
    attributes: dict[int, tuple[Attribute, ...]]


def read_lists(tree: Tree, address: Callable[[str], str | None] | None = None) -> PageLists:
    """The items of a page with what its lists say about them; the records of its main list if no link leads to one.

    `address` gives the address of an href, None for one that leads to no page; by default it is joined to the page's.
    """
    # No threshold: such a page is there to list things, so its likeliest list is asked for, however sure it is.
    lists = [each for each in discover_all(tree, threshold=0.0) if each.kind != MENU]
    tables = [each for each in discover_tables(tree) if each.genuine and each.orientation in _ROWS]
    main = _likeliest(tree, lists)
    items = listed_items(tree, address=address, main=main)
    if not items:
        return _unlinked(tree, main, tables, address or partial(absolute, tree.url))
    attributes: dict[int, tuple[Attribute, ...]] = {}
    nodes = [item.node for item in items]
    for record_list in lists:
        _assign(tree, items, nodes, _record_rows(record_list), attributes)
        for inner in record_list.nested:
            _assign(tree, items, nodes, _record_rows(inner.record_list), attributes)
    for data_table in tables:
        _assign(tree, items, nodes, _table_rows(data_table), attributes)
    return PageLists(items, attributes)


def _likeliest(tree: Tree, lists: Sequence[RecordList]) -> RecordList | None:
    """The main list, unless it is in a side rail and there is another; the likeliest one on a page without; or None."""
    is_beside = in_side_elements(tree, ["aside", "footer", "nav"])
    central = [each for each in lists if not is_beside[each.records[0][0]]]
    rivals = [each for each in central if each.kind == OTHER and len(each.records) >= _SEVERAL]
    rival = max(rivals, key=lambda each: each.score, default=None)
    main = next((each for each in central if each.kind == MAIN), None)
    return main or rival or next((each for each in lists if each.kind == MAIN), None)


def _assign(
    tree: Tree,
    items: Sequence[Item],
    nodes: Sequence[int],
    rows: Iterable[ListRow],
    attributes: dict[int, tuple[Attribute, ...]],
) -> None:
    """Add the values of rows to the attributes of the items that they are about, unless an item has some already."""
    for row in rows:
        inside = items[bisect_left(nodes, row.start) : bisect_left(nodes, row.stop)]
        item = _owner(row, inside)
        if item is not None and item.node not in attributes:
            attributes[item.node] = tuple(_attributes(tree, row, item.title))


def _owner(row: ListRow, inside: Sequence[Item]) -> Item | None:
    """The item that a row is about: its only one, else the one that has its title."""
    if len(inside) < 2 or row.title is None:
        return inside[0] if len(inside) == 1 else None
    same = [item for item in inside if item.title.casefold() == row.title.text.casefold()]
    return same[0] if same else None


def _attributes(tree: Tree, row: ListRow, title: str) -> Iterator[Attribute]:
    """The values of a row as attributes, each once, without the title."""
    seen: set[tuple[str, str]] = {(_TITLE, title)}
    for each in row.values:
        name = _NUMBERED.sub("", each.name)
        is_title = each.text.casefold() in title.casefold() if name == _TITLE else each.text == title
        if (name, each.text) not in seen and not is_title:
            seen.add((name, each.text))
            witness = Witness(tree.page, xpath(tree, each.node), tree.url, row.method)
            yield Attribute(name, each.text, witness, each.read)


def _record_rows(record_list: RecordList) -> list[ListRow]:
    """The records of a list with the values of their fields."""
    values: list[list[ListValue]] = [[] for _ in record_list.records]
    for column in record_list.fields:
        for i, value in _column_values(record_list.tree, column):
            values[i].append(value)
    return [
        ListRow(start, stop, tuple(own), RECORDS)
        for (start, stop), own in zip(record_list.records, values, strict=True)
    ]


def _column_values(tree: Tree, column: RecordField) -> Iterator[tuple[int, ListValue]]:
    """The values of a column, each with the number of its record."""
    read = column.read()
    is_image = column.column.kind == "image"
    for i, cell in enumerate(column.cells):
        if cell and cell.value.strip():
            first, stop = cell.nodes
            node = first if stop - first == 1 else tree.common_ancestor(first, stop - 1)
            text = cell.url if is_image and cell.url else cell.value
            yield i, ListValue(column.name, text, node, _pairs(read.reading(i)), cell.href)


def _pairs(reading: Mapping[str, object]) -> Reading:
    """What a text says, as the attributes of an ontology have it."""
    return tuple((kind, value) for kind, value in reading.items() if isinstance(value, int | float | str))


def _table_rows(data_table: DataTable) -> list[ListRow]:
    """The records of a data table with the values of their cells."""
    tree, columns = data_table.tree, list(read_columns(data_table))
    rows = []
    for i, (record, links) in enumerate(zip(data_table.cells, data_table.links, strict=True)):
        values = [
            ListValue(column.name, text, node, _pairs(column.reading(i)), links.get(header, ""))
            for header, column in columns
            for text, node in [record.get(header, ("", -1))]
            if text.strip() and node >= 0
        ]
        if values:
            start, stop = min(each.node for each in values), max(int(tree.end[each.node]) for each in values)
            rows.append(ListRow(start, stop, tuple(values), TABLE))
    return rows


def _unlinked(
    tree: Tree, main: RecordList | None, tables: Sequence[DataTable], address: Callable[[str], str | None]
) -> PageLists:
    """The records of the main list as items; without one the rows of the largest data table."""
    is_list = main is not None and not may_be_menu(main) and (main.kind == MAIN or main.score >= _LIKELY)
    rows = _record_rows(main) if main is not None and is_list else []
    if not _has_titles(rows):
        rows = max(map(_table_rows, tables), key=len, default=[])
    items: list[Item] = []
    attributes: dict[int, tuple[Attribute, ...]] = {}
    for row in rows if _has_titles(rows) else ():
        if (title := row.title) is None:
            continue
        target = address(title.href) if title.href else None
        items.append(Item(title.text, title.href, target or "", row.start, -1, _CERTAIN))
        attributes[row.start] = tuple(_attributes(tree, row, title.text))
    return PageLists(items, attributes)


def _has_titles(rows: Sequence[ListRow]) -> bool:
    """Whether there are enough rows, and most have a title of their own."""
    titles = [row.title.text for row in rows if row.title is not None]
    return len(rows) >= _LEAST and 2 * len(set(titles)) > len(rows)
