"""The attributes of pages about one thing: pages of one template become one table, a row a page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from weblode.details.groups import groups
from weblode.details.leaves import Leaves, leaves
from weblode.details.template import Attribute, DetailTemplate, learn, without_prefix
from weblode.export.tabular import Results, Tabular
from weblode.instances.attributes import attributes as page_attributes
from weblode.paths import find, xpaths
from weblode.records.beside import reading, typed_columns
from weblode.records.fields import KnownField, RecordField, merged
from weblode.records.places import FieldCell, FieldPlace
from weblode.table import Table, Value
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.kinds import Column, currencies, kind_of
from weblode.values.locales import page_locale
from weblode.values.page_links import join_address, link_base, page_address

_LINK = NUMBERS["a"]
_BETWEEN = "; "  # between the values of an attribute in a table
_STEPS = 4  # elements above a text that may be its link


@dataclass(frozen=True)
class DetailValue:
    """A value of an attribute: the text of its node, and what it says without its label."""

    text: str
    value: str
    node: int
    url: str = ""


@dataclass(frozen=True, repr=False)
class DetailPages(Tabular):
    """Pages of one template: the attributes of the things that they are about, a row a page."""

    trees: tuple[Tree, ...] = field(repr=False)
    columns: tuple[Attribute, ...]
    values: tuple[tuple[tuple[DetailValue, ...], ...], ...]  # by page and attribute
    template: DetailTemplate | None = None

    def __repr__(self) -> str:
        return f"<DetailPages: {len(self.trees):,} pages, {len(self.columns):,} attributes>"

    @cached_property
    def fields(self) -> list[RecordField]:
        """The attributes as columns, with their values converted to their kind."""
        locale = page_locale(self.trees[0])
        result = []
        for i, about in enumerate(self.columns):
            cells = [_cell(page[i]) for page in self.values]
            texts = [cell.value if cell else None for cell in cells]
            kind, typed = kind_of(texts, Column(locale))
            money = currencies(texts, locale) if kind == "price" else ()
            linked = any(cell.url for cell in cells if cell)
            column = KnownField(about.name, kind, FieldPlace(""), linked=linked)
            result.append(RecordField(column, tuple(cells), typed, money))
        return result

    def as_table(self) -> Table:
        """The pages as a table: one row a page, one column an attribute, with typed columns beside it."""
        table: dict[str, Sequence[Value]] = {
            "page": [tree.page for tree in self.trees],
            "node": [0] * len(self.trees),
        }
        addresses = [page_address(tree) or None for tree in self.trees]
        if any(addresses):
            table["page_url"] = addresses
        taken = {each.name for each in self.fields}
        for each in self.fields:
            table[each.name] = [cell.value if cell else None for cell in each.cells]
            for kind, values in typed_columns(each).items():
                name = f"{each.name} ({kind})"
                if name not in taken:
                    table[name] = values
        return Table(table)

    def rows(self) -> list[dict[str, object]]:
        """The pages as JSON objects: page, address, attributes as the page writes them, what they say, XPaths."""
        return [self._row(i) for i in range(len(self.trees))]

    def _row(self, i: int) -> dict[str, object]:
        tree, attributes, nodes = self.trees[i], {}, {}
        typed: dict[str, object] = {}
        for each, values, about in zip(self.columns, self.values[i], self.fields, strict=True):
            if not values:
                continue
            texts = [one.text for one in values]
            attributes[each.name] = texts if len(texts) > 1 else texts[0]
            places = xpaths(tree, [one.node for one in values])
            nodes[each.name] = places if len(places) > 1 else places[0]
            if read := reading(about, i):
                typed[each.name] = read
            elif len(values) == 1 and values[0].value != values[0].text:
                typed[each.name] = {"value": values[0].value}
        row = {"page": tree.page, "url": page_address(tree) or None, "attributes": attributes}
        return row | {"typed": typed, "xpaths": nodes}


def _cell(values: Sequence[DetailValue]) -> FieldCell | None:
    if not values:
        return None
    text = _BETWEEN.join(dict.fromkeys(each.value for each in values))
    url = values[0].url if len(values) == 1 else ""
    return FieldCell((values[0].node, values[0].node + 1), text, url, url=url)


class Details(Results[DetailPages]):
    """The attributes of pages about one thing, a table for each template, with the rows of all."""

    __slots__ = ()

    def as_table(self) -> Table:
        """The rows of all templates, with the columns of all."""
        return merged([each.as_table() for each in self])


def discover(trees: Iterable[Tree]) -> Details:
    """The attributes of pages about one thing, sorted by the template that made them."""
    pages = [leaves(tree) for tree in trees]
    return Details(read_group([pages[i] for i in members]) for members in groups(pages))


def read_group(pages: Sequence[Leaves]) -> DetailPages:
    """The attributes of pages of one template; of a single page, with less evidence."""
    if len(pages) == 1:
        return _alone(pages[0].tree)
    return read_pages(learn(pages), pages)


def read_pages(template: DetailTemplate, pages: Sequence[Leaves]) -> DetailPages:
    """The attributes of pages by a template."""
    values = tuple(tuple(_values(template, page)) for page in pages)
    return DetailPages(tuple(page.tree for page in pages), template.attributes, values, template)


def _values(template: DetailTemplate, page: Leaves) -> Iterator[tuple[DetailValue, ...]]:
    tree, base = page.tree, link_base(page.tree)
    for about, numbers in zip(template.attributes, template.values(page), strict=True):
        seen: dict[str, DetailValue] = {}
        for i in numbers:
            text, node = page.texts[i], int(page.node[i])
            if text not in seen:
                value = without_prefix(text) if about.prefix or text.startswith(":") else text
                if any(about.around):
                    words, (start, stop) = value.split(), about.around
                    value = " ".join(words[start : len(words) - stop]) or value
                seen[text] = DetailValue(text, value, node, _address(tree, node, base) if page.linked[i] else "")
        yield tuple(seen.values())


def _address(tree: Tree, node: int, base: str) -> str:
    """The address that a text links to, absolute if the page's address is known; "" for none."""
    for _ in range(_STEPS):
        node = int(tree.parent[node])
        if node <= 0:
            break
        if tree.tag[node] == _LINK:
            href = tree.attributes(node).get("href", "").strip()
            return join_address(base, href) if base and href else href
    return ""


def _alone(tree: Tree) -> DetailPages:
    """The attributes of a page without siblings: what its own labels, its article and its metadata say."""
    by_name: dict[str, list[DetailValue]] = {}
    for each in page_attributes(tree):
        node = find(tree, each.witness.xpath)
        own = by_name.setdefault(each.name, [])
        if each.value not in {one.text for one in own}:
            own.append(DetailValue(each.value, each.value, node[0] if node else 0))
    columns = tuple(Attribute(name, "text", ()) for name in by_name)
    return DetailPages((tree,), columns, (tuple(tuple(own) for own in by_name.values()),))
