"""Instances as JSON objects, or as a table with one row for each value."""

from collections.abc import Iterable, Sequence
from typing import Any

from weblode.ontology import Attribute, Instance
from weblode.paths import find
from weblode.table import Table
from weblode.tree import Tree
from weblode.values.beside import TYPES, read_column
from weblode.values.kinds import Column
from weblode.values.locales import page_locale

# What was read from a value: all values of a name are a column with a kind.
_READ = tuple(kind for kind in TYPES if kind != "url")
# `item` numbers the instances of a page; `url` is the instance's own page, on which `xpath` leads to the value.
COLUMNS = ("page", "node", "item", "concept", "title", "href", "name", "value", *_READ, "method", "url", "xpath")


def row(instance: Instance) -> dict[str, Any]:
    """An instance as a JSON object, with its attributes by name.

    Several values of a name are a list. Where the metadata of a page has another value than was mined, its method is
    added to the name: "title (opengraph)".
    """
    result: dict[str, Any] = {"concept": instance.concept} if instance.concept else {}
    result |= {"page": instance.page, "href": instance.href, "title": instance.title}
    if instance.url and instance.url != instance.href:
        result["url"] = instance.url
    result["attributes"] = {
        name: values[0] if len(values) == 1 else values for name, values in _values_by_name(instance).items()
    }
    return result


def _values_by_name(instance: Instance) -> dict[str, list[str]]:
    """The values of each name, in order."""
    owner: dict[str, str] = {}
    values: dict[str, list[str]] = {}
    for attribute in instance.attributes:
        method = _method(attribute)
        own = owner.setdefault(attribute.name, method) == method
        name = attribute.name if own else f"{attribute.name} ({method})"
        values.setdefault(name, []).append(attribute.value)
    return values


def _method(attribute: Attribute) -> str:
    """The first method that found a value."""
    return attribute.witness.method.partition("+")[0]


def as_table(tree: Tree, instances: Iterable[Instance]) -> Table:
    """The instances of a section page as a table, one row for each value, or one without a value."""
    pairs = [(i, each, attribute) for i, each in enumerate(instances, 1) for attribute in each.attributes or (None,)]
    read = _readings(tree, [attribute for _, _, attribute in pairs])
    rows = [_cells(tree, each, i, attribute, values) for (i, each, attribute), values in zip(pairs, read, strict=True)]
    return Table(dict(zip(COLUMNS, zip(*rows, strict=True) if rows else [()] * len(COLUMNS), strict=True)))


def _readings(tree: Tree, attributes: Sequence[Attribute | None]) -> list[tuple[Any, ...]]:
    """What each value says, in the order of `_READ`."""
    read: list[tuple[Any, ...]] = [(None,) * len(_READ)] * len(attributes)
    numbers: dict[str, list[int]] = {}
    for i, attribute in enumerate(attributes):
        if attribute:
            numbers.setdefault(attribute.name, []).append(i)
    locale = page_locale(tree)
    for name, places in numbers.items():
        texts = [each.value for i in places if (each := attributes[i])]
        beside = read_column(name, texts, Column(locale, name=name)).beside()
        for k, i in enumerate(places if beside else ()):
            read[i] = tuple(beside[kind][k] if kind in beside else None for kind in _READ)
    return read


def _cells(
    tree: Tree, instance: Instance, number: int, attribute: Attribute | None, read: tuple[Any, ...]
) -> tuple[Any, ...]:
    """The values of a row, in the order of the columns."""
    place = instance.witness.xpath if instance.witness else ""
    node = find(tree, place) if place else 0
    about = (instance.page, node, number, instance.concept, instance.title, instance.href)
    if attribute is None:
        return (*about, None, None, *read, None, instance.url, None)
    witness = attribute.witness
    return (*about, attribute.name, attribute.value, *read, witness.method, instance.url, witness.xpath)
