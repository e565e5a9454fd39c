"""What was read from pages about one thing: rows of attributes, for machines and for people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from weblode.details.declared import plain
from weblode.details.template import DetailAttribute, DetailTemplate
from weblode.export.tabular import Results, Tabular
from weblode.paths import xpaths
from weblode.table import Table, Value, merged
from weblode.tree import Tree
from weblode.values.beside import ReadColumn, read_column, spread
from weblode.values.kinds import PLAIN, Column, Typed, as_kind, currencies
from weblode.values.locales import NOWHERE, Locale

_BETWEEN = "; "  # between the values of an attribute in a table


class DetailValue(NamedTuple):
    """A value of an attribute: the text of its node, what it says without its label, and where it links to.

    `method` says who tells it: "template" for what the page shows, else what it tells machines, or both.
    """

    text: str
    value: str
    node: int
    url: str = ""
    method: str = "template"


@dataclass(frozen=True)
class DetailPage:
    """A page about one thing: its name, its address, and the values of each attribute of its template."""

    page: str
    url: str
    values: tuple[tuple[DetailValue, ...], ...]
    locale: Locale = NOWHERE
    declared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what it tells machines, by attribute
    tree: Tree | None = field(default=None, repr=False)
    known_xpaths: tuple[str, ...] = field(default=(), repr=False)
    markdown: str = field(default="", repr=False)  # the body of an article, if that was asked for

    @property
    def xpaths(self) -> tuple[str, ...]:
        """The XPath of each value, those of the first attribute first."""
        if self.tree is None:
            return self.known_xpaths
        return tuple(xpaths(self.tree, [one.node for own in self.values for one in own]))

    def without_tree(self, markdown: str = "", *, xpaths: bool = True) -> "DetailPage":
        """The same without its tree, which takes more memory than all else; `markdown` is the body of its article.

        Without `xpaths` those of its values are not known either, which `DetailPages.rows` needs.
        """
        return replace(self, known_xpaths=self.xpaths if xpaths else (), tree=None, markdown=markdown)


@dataclass(frozen=True, repr=False)
class DetailPages(Tabular):
    """Pages of one template: the attributes of the things that they are about, a row a page."""

    columns: tuple[DetailAttribute, ...]
    pages: tuple[DetailPage, ...]
    template: DetailTemplate | None = field(default=None, repr=False)
    by_rule: bool = False  # then all columns are there, whatever the pages have
    equal: tuple[str, ...] = ()  # labelled values that are no columns, since all pages have the same

    def __repr__(self) -> str:
        return f"<DetailPages: {len(self.pages):,} pages, {len(self.columns):,} attributes>"

    @cached_property
    def read_columns(self) -> list[ReadColumn]:
        """The attributes as columns, with what their values say."""
        return [self._read(i) for i in range(len(self.columns))]

    def _read(self, i: int) -> ReadColumn:
        about, locale = self.columns[i], self.pages[0].locale if self.pages else NOWHERE
        texts = [_joined(page.values[i]) for page in self.pages]
        urls = [page.values[i][0].url or None if len(page.values[i]) == 1 else None for page in self.pages]
        if self.template is None:
            return read_column(about.name, texts, Column(locale), urls if any(urls) else None)
        typed: list[Typed] = [None] * len(texts) if about.kind not in PLAIN else []
        money: list[str | None] = [None] * len(texts) if about.kind == "price" else []
        for each in dict.fromkeys(page.locale for page in self.pages):  # a number is read as its own page writes it
            numbers = [k for k, page in enumerate(self.pages) if page.locale == each]
            own = [texts[k] for k in numbers]
            for k, value in zip(numbers, as_kind(own, about.kind, Column(each)), strict=False):
                typed[k] = value
            for k, currency in zip(numbers, currencies(own, each) if money else (), strict=False):
                money[k] = currency
        return ReadColumn(about.name, texts, about.kind, typed, money, about.clock, urls if about.linked else None)

    def as_table(self) -> Table:
        """The pages as a table: one row a page, one column an attribute, with typed columns beside it."""
        n = len(self.pages)
        table: dict[str, Sequence[Value]] = {"page": [each.page for each in self.pages], "node": [0] * n}
        if self.by_rule or any(each.url for each in self.pages):
            table["page_url"] = [each.url or None for each in self.pages]
        return Table(table | spread(self.read_columns, {each.name for each in self.columns}))

    def rows(self) -> list[dict[str, object]]:
        """The pages as JSON objects: page, address, attributes as the page writes them, what they say, XPaths."""
        return [self._row(i) for i in range(len(self.pages))]

    def _row(self, i: int) -> dict[str, object]:
        page = self.pages[i]
        attributes: dict[str, object] = {}
        places: dict[str, object] = {}
        typed: dict[str, object] = {}
        xpath_of = iter(page.xpaths)
        for each, values, about in zip(self.columns, page.values, self.read_columns, strict=True):
            if not values:
                continue
            attributes[each.name] = _one_or_all([one.text for one in values])
            places[each.name] = _one_or_all([next(xpath_of) for _ in values])
            says: dict[str, object] = dict(about.reading(i))
            if len(values) == 1 and values[0].value != values[0].text:
                says = {"value": values[0].value, **says}
            if says:
                typed[each.name] = says
        row: dict[str, object] = {"page": page.page, "url": page.url or None, "attributes": attributes}
        row |= {"typed": typed, "xpaths": places}
        if page.declared:
            row |= _compared(page, dict(zip((each.name for each in self.columns), page.values, strict=True)))
        return row


def _compared(page: DetailPage, values: Mapping[str, Sequence[DetailValue]]) -> dict[str, object]:
    """The attributes whose values the page confirms to machines, and what it tells them otherwise."""
    confirmed, others = [], {}
    for name, texts in page.declared.items():
        visible = {plain(text) for each in values[name] for text in (each.text, each.value)}
        if visible & {plain(each) for each in texts}:
            confirmed.append(name)
        else:
            others[name] = _one_or_all(list(texts))
    return {"confirmed": confirmed, "declared": others}


def _one_or_all(values: list[str]) -> object:
    return values if len(values) > 1 else values[0]


def _joined(values: Sequence[DetailValue]) -> str | None:
    """The values of an attribute on a page as one text; None without any."""
    return _BETWEEN.join(dict.fromkeys(each.value for each in values)) if values else None


class Details(Results[DetailPages]):
    """The attributes of pages about one thing, a table for each template, with the rows of all."""

    __slots__ = ()

    def as_table(self) -> Table:
        """The rows of all templates, with the columns of all."""
        return merged([each.as_table() for each in self])
