"""A list of records on a page, by any method: its records, their fields, and the evidence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from weblode import kernels, paths
from weblode.caches import lazy
from weblode.export.tabular import Results, Tabular
from weblode.records import elements, groups, nested
from weblode.records.fields import RecordField, fields, read_field
from weblode.records.fields import as_table as field_table
from weblode.records.known_fields import KnownField
from weblode.records.nested_items import Relation
from weblode.records.objects import DroppedPiece, Range
from weblode.records.places import FieldCell
from weblode.table import Table, merged
from weblode.tags import NUMBERS
from weblode.terminal import escaped
from weblode.tree import Tree
from weblode.values.locales import page_locale
from weblode.values.names import unused_name
from weblode.values.page_links import join_address, link_base, page_address

if TYPE_CHECKING:
    from weblode.pagination.discover import Pagination
    from weblode.records import separators


@dataclass(frozen=True, repr=False)
class RecordList(Tabular):
    """A list of records on a page: the best reading of one region.

    `certainty` has the combined vote for each candidate tag, `votes` the ranking by each heuristic, `evidence` the
    facts measured for the list, by name (`kernels.lists.FACTS`), if the method weighs them; `pattern` is the pattern
    that the records match, if the method uses patterns.
    """

    tree: Tree = field(repr=False)
    method: str
    region: int
    separator: int
    placement: str
    records: tuple[Range, ...]
    dropped: tuple[DroppedPiece, ...] = ()
    joined: bool = False  # several pieces between separators make a record
    beside: bool = False  # some records stand below nodes beside the region
    certainty: Mapping[int, float] = field(default_factory=dict)
    votes: Mapping[str, "separators.Ranking"] = field(default_factory=dict)
    evidence: Mapping[str, float] = field(default_factory=dict)
    pattern: str = ""
    known_fields: tuple[KnownField, ...] = ()  # columns that a rule has learnt
    levels: tuple[str, ...] = ()  # encodings by which the records are divided into fields; by places if empty
    no_lists: tuple[str, ...] = ()  # tag paths of siblings that a rule knows to be fields, as in `nested.find`
    kind: str = ""  # main, menu, related or other, if all lists of a page were asked for
    heading: str = ""  # the heading above the list, if all lists were asked for
    above: tuple[Relation, ...] = ()  # how the records stand in those of the lists around this one

    @classmethod
    def of(cls, **values: object) -> "RecordList":
        """The list with these values, as the constructor gives it: that takes several times as long."""
        record_list = object.__new__(cls)
        empty: dict[str, object] = {"certainty": {}, "votes": {}, "evidence": {}}
        object.__setattr__(record_list, "__dict__", empty | values)  # all else is as the class has it
        return record_list

    def __repr__(self) -> str:
        return f"<RecordList of {escaped(self.tree.page) or 'a page'}: {self._summary()}>"

    def _summary(self) -> str:
        """What the list is, in a few words."""
        tag, place = self.tree.name_of(self.separator), paths.xpath(self.tree, self.region)
        return f"{len(self.records):,} records of {tag} in {escaped(place)}, certain to {self.score:.1%}"

    @lazy
    def fields(self) -> list[RecordField]:
        """The columns of the records, without those of nested records; aligned on first use.

        Constants and what other columns say too are left out; a list by a rule has the columns of the rule.
        """
        if "found_fields" in self.__dict__ or (not self.known_fields and self.groups):
            own_fields = self.all_fields
        else:
            own_fields = self._own_fields(visible_only=True)
        return [each for each in own_fields if not each.column.hidden]

    @lazy
    def all_fields(self) -> list[RecordField]:
        """All fields of the records: the columns, constants, labels, whole lines and parts of texts."""
        return [each for each in self.found_fields if not each.new]

    def columns(self, *, all_columns: bool = False) -> list[RecordField]:
        """The columns of a table of the records; with `all_columns` also hidden ones."""
        return self.all_fields if all_columns else self.fields

    @lazy
    def found_fields(self) -> list[RecordField]:
        """All fields of the records, also those that the rule does not know; the heading of their group comes first."""
        own_fields = self._own_fields()
        if self.known_fields or not self.groups:
            return own_fields
        name = unused_name(groups.NAME, {each.name for each in own_fields}, join="_")
        column, headings = KnownField(name, "text", groups.PLACE), kernels.fastest().column(self.groups)
        return [read_field(column, headings, page_locale(self.tree), settled=False), *own_fields]

    def _own_fields(self, *, visible_only: bool = False) -> list[RecordField]:
        """The fields of the records; the column of a rule for the headings of groups has those of this page."""
        own_fields = fields(
            self.tree,
            self.region,
            self.records,
            self.known_fields,
            levels=self.levels,
            without=self.nested_nodes,
            visible_only=visible_only,
        )
        if groups.PLACE.path not in [each.column.place.path for each in own_fields]:
            return own_fields
        headings = kernels.fastest().column(self.groups or [None] * len(self.records))
        locale = page_locale(self.tree)
        return [
            read_field(each.column, headings, locale, settled=True) if each.column.place == groups.PLACE else each
            for each in own_fields
        ]

    @lazy
    def groups(self) -> list[FieldCell | None]:
        """The heading above each record if headings divide the records into groups; otherwise empty."""
        return [] if self.above or self.levels else groups.cells(self.tree, self.records, self.dropped)

    @lazy
    def nested(self) -> tuple["NestedList", ...]:
        """The lists inside the records, such as the comments below posts, in document order; found on first use.

        Not for XML, whose elements have names, nor for records that are divided by levels.
        """
        if self.tree.is_xml or self.levels:
            return ()
        return tuple(
            NestedList(
                each.name,
                RecordList(
                    self.tree,
                    self.method,
                    each.parents[0],
                    self.tree.tag.item(each.items[0][0]),
                    "around" if all(self.tree.end[a] == b for a, b in each.items) else "before",
                    each.items,
                    above=(*self.above, each.relation),
                ),
                each.owners,
                each.parents,
                each.headers,
            )
            for each in nested.find(self.tree, self.records, self.above, self.no_lists)
        )

    @property
    def nested_nodes(self) -> list[Range]:
        """The nodes of the records of nested lists, and of the headers of tables that are such lists."""
        return [piece for each in self.nested for piece in (*each.record_list.records, *each.headers)]

    @property
    def score(self) -> float:
        """The certainty of the list or its separator, 0 to 1."""
        return self.certainty.get(self.separator, 0.0)

    @property
    def page_url(self) -> str:
        """The address of the page, or the one that it declares; "" if neither is known."""
        return page_address(self.tree)

    @property
    def pagination(self) -> "Pagination":
        """The next page and the numbered pages of the page that the list is on."""
        from weblode.pagination.discover import pagination

        return pagination(self.tree)

    def texts(self) -> list[str]:
        """The text of each record as a person reads it, on one line; its values if only attributes have any."""
        texts = self.tree.texts(self.records, line=" ", apart=True)
        if not self.tree.is_xml or all(texts):
            return texts
        cells = [[each.cells[i] for each in self.fields] for i in range(len(texts))]
        values = (" ".join(cell.value for cell in row if cell) for row in cells)
        return [text or value for text, value in zip(texts, values, strict=True)]

    def xpaths(self, piece: Range) -> list[str]:
        """The XPaths of the nodes that form a record or another piece of the region."""
        return [paths.xpath(self.tree, u) for u in self.tops(piece)]

    def places(self) -> list[list[str]]:
        """The XPaths of the nodes that form each record."""
        return [self.xpaths(record) for record in self.records]

    def links(self) -> list[list[str]]:
        """The link targets of each record, in order, without duplicates; absolute if the page's address is known."""
        tree = self.tree
        if tree.is_xml:
            return elements.links([(each.column.place, each.cells) for each in self.fields], len(self.records))
        anchors = np.flatnonzero((tree.tag == NUMBERS["a"]) | (tree.tag == NUMBERS["area"]))
        bounds = np.searchsorted(anchors, np.array(self.records, dtype=np.int64).reshape(-1, 2)).tolist()
        hrefs = ((tree.attributes(u).get("href") for u in anchors[a:b].tolist()) for a, b in bounds)
        base = link_base(tree)
        return [
            list(dict.fromkeys(join_address(base, href) if base else href for href in targets if href))
            for targets in hrefs
        ]

    def as_table(self, *, all_columns: bool = False) -> Table:
        """The records as a table, one row per record and one column per field; with `all_columns` also hidden ones.

        The column `page_url` is there if the page's address is known, and always in the table of a rule, whose columns
        are the same on every page.
        """
        columns = self.columns(all_columns=all_columns)
        page_url = self.page_url
        known_url = page_url if page_url or self.known_fields else None
        return field_table(self.tree.page, self.records, columns, page_url=known_url)

    def as_dict(self) -> dict[str, object]:
        """The list as a JSON object: region, method, score, and the records as in `rows`."""
        xpath = paths.xpath(self.tree, self.region)
        about = {"kind": self.kind, "heading": self.heading} if self.kind else {}
        return {"xpath": xpath, "method": self.method, "score": round(self.score, 4), **about, "records": self.rows()}

    def rows(self) -> list[dict[str, object]]:
        """The records as JSON objects, with XPaths, text, links and fields, and `lists` where one has nested lists."""
        parts = zip(self.places(), self.texts(), self.links(), self._values(), strict=True)
        rows: list[dict[str, object]] = [
            {"xpath": xpath, "text": text, "links": links, "fields": values} for xpath, text, links, values in parts
        ]
        lists: dict[int, list[dict[str, object]]] = {}
        for each in self.nested:
            for owner, part in each.by_owner().items():
                lists.setdefault(owner, []).append(part)
        for owner, nested_lists in lists.items():
            rows[owner]["lists"] = nested_lists
        return rows

    def _values(self) -> list[list[dict[str, object]]]:
        """All fields of each record that have a value: name, value, what it says, XPath, whether tables hide it."""
        tree = self.tree
        columns = [(each, each.read()) for each in self.all_fields]
        cells = [(i, *each, cell) for each in columns for i, cell in enumerate(each[0].cells) if cell]
        tops = [a if b - a == 1 else tree.common_ancestor(a, b - 1) for *_, cell in cells for a, b in [cell.nodes]]
        records: list[list[dict[str, object]]] = [[] for _ in self.records]
        for (i, about, read, cell), xpath in zip(cells, paths.xpaths(tree, tops), strict=True):
            value: dict[str, object] = {"name": about.name, "value": cell.value, **read.reading(i)}
            value["xpath"] = xpath + elements.attribute_step(cell.attribute)
            value |= {"href": cell.href} if cell.href else {}
            value |= {"url": cell.url} if cell.url else {}
            value |= {"hidden": True} if about.column.hidden else {}
            records[i].append(value)
        return records

    def spans(self) -> list[int]:
        """How many children of the region form each record."""
        return [len(self.tops(record)) for record in self.records]

    def tops(self, piece: Range) -> list[int]:
        """The children of the region, or of one beside it, that form a piece."""
        u, stop = piece
        tops = []
        while u < stop:
            tops.append(u)
            u = int(self.tree.end[u])
        return tops


@dataclass(frozen=True)
class NestedList:
    """A list inside the records of another: its records, those of all outer records together.

    `owners` has the number of the outer record that holds each record, from 0; `parents` the parent node of each.
    `headers` are the header rows of tables that are such lists.
    """

    name: str
    record_list: RecordList
    owners: tuple[int, ...]
    parents: tuple[int, ...] = field(repr=False)
    headers: tuple[Range, ...] = ()

    def by_owner(self) -> dict[int, dict[str, object]]:
        """The part of each outer record as a JSON object: name, XPath of the parent, and records."""
        tree = self.record_list.tree
        records: dict[int, list[dict[str, object]]] = {}
        tops: dict[int, int] = {}
        for owner, parent, row in zip(self.owners, self.parents, self.record_list.rows(), strict=True):
            records.setdefault(owner, []).append(row)
            tops[owner] = tree.common_ancestor(tops.get(owner, parent), parent)
        return {
            owner: {"name": self.name, "xpath": paths.xpath(tree, tops[owner]), "records": rows}
            for owner, rows in records.items()
        }


class RecordLists(Results[RecordList]):
    """The record lists of a page, best first, with the records of all of them as rows."""

    __slots__ = ("_tree",)

    def __init__(self, results: Iterable[RecordList] = (), tree: Tree | None = None) -> None:
        super().__init__(results)
        self._tree = tree

    @property
    def pagination(self) -> "Pagination":
        """The next page and the numbered pages, also of a page without a list; found on first use."""
        from weblode.pagination.discover import Pagination, pagination

        tree = self[0].tree if self._tree is None and len(self) else self._tree
        return Pagination() if tree is None else pagination(tree)

    def as_table(self) -> Table:
        """The records of all lists, one row each; with several lists, `region` says which one a record is in."""
        from weblode.records.nested_tables import with_region

        if len(self) < 2:
            return merged([each.as_table() for each in self])
        return merged([with_region(paths.xpath(each.tree, each.region), each.as_table()) for each in self])

    def _repr_html_(self) -> str:
        from weblode.export.markup import tables_markup

        parts = [(each._summary(), each.as_table()) for each in self]
        return tables_markup(parts, "no list of records found")


COLUMNS = ("page", "node", "page_url", "region", "record", "xpath", "text", "link")


def as_table(record_list: RecordList) -> Table:
    """The records as a table, one row per record."""
    n = len(record_list.records)
    return Table(
        {
            "page": [record_list.tree.page] * n,
            "node": [start for start, _ in record_list.records],
            "page_url": [page_address(record_list.tree) or None] * n,
            "region": [paths.xpath(record_list.tree, record_list.region)] * n,
            "record": range(1, n + 1),
            "xpath": [xpaths[0] for xpaths in record_list.places()],
            "text": record_list.texts(),
            "link": [next(iter(links), None) for links in record_list.links()],
        }
    )
