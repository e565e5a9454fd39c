"""Instances as rows: a JSON object an instance, or a table with a row a value."""

from collections.abc import Iterable
from typing import Any

from weblode.ontology import Attribute, Instance
from weblode.paths import find
from weblode.table import Table
from weblode.tree import Tree

# `item` numbers the instances of a page; `url` is that of the instance's own page, where `xpath` holds the value.
COLUMNS = ("page", "node", "item", "concept", "title", "href", "name", "value", "method", "url", "xpath")


def row(instance: Instance) -> dict[str, Any]:
    """An instance as it is written as JSON: its attributes by name.

    Several values of a name are a list. Where a page tells machines another value than was mined, that one has its
    method behind its name: "title (opengraph)".
    """
    found: dict[str, Any] = {"concept": instance.concept} if instance.concept else {}
    found |= {"page": instance.page, "href": instance.href, "title": instance.title}
    if instance.url and instance.url != instance.href:
        found["url"] = instance.url
    found["attributes"] = {name: values[0] if len(values) == 1 else values for name, values in _named(instance).items()}
    return found


def _named(instance: Instance) -> dict[str, list[str]]:
    """The values of each name, in order."""
    owner: dict[str, str] = {}
    named: dict[str, list[str]] = {}
    for attribute in instance.attributes:
        method = _method(attribute)
        own = owner.setdefault(attribute.name, method) == method
        name = attribute.name if own else f"{attribute.name} ({method})"
        named.setdefault(name, []).append(attribute.value)
    return named


def _method(attribute: Attribute) -> str:
    """The first method that saw a value."""
    return attribute.witness.method.partition("+")[0]


def as_table(tree: Tree, found: Iterable[Instance]) -> Table:
    """The instances of a section page as a table, a row a value; one without attributes has a row without a value."""
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number, instance in enumerate(found, 1):
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
