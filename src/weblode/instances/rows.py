"""Instances as JSON objects, or as a table with one row for each value."""

from collections.abc import Iterable
from typing import Any

from weblode.ontology import Attribute, Instance
from weblode.paths import find
from weblode.table import Table
from weblode.tree import Tree

# `item` numbers the instances of a page; `url` is the instance's own page, on which `xpath` leads to the value.
COLUMNS = ("page", "node", "item", "concept", "title", "href", "name", "value", "method", "url", "xpath")


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
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number, instance in enumerate(instances, 1):
        for attribute in instance.attributes or (None,):
            for name, value in zip(COLUMNS, _cells(tree, instance, number, attribute), strict=True):
                columns[name].append(value)
    return Table(columns)


def _cells(tree: Tree, instance: Instance, number: int, attribute: Attribute | None) -> tuple[Any, ...]:
    """The values of a row, in the order of the columns."""
    place = instance.witness.xpath if instance.witness else ""
    node = find(tree, place) if place else 0
    value = (attribute.name, attribute.value, attribute.witness.method) if attribute else (None, None, None)
    xpath = attribute.witness.xpath if attribute else None
    return (instance.page, node, number, instance.concept, instance.title, instance.href, *value, instance.url, xpath)
