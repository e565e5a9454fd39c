"""Instances as rows: a JSON object an instance, or a table with a row a value."""

from collections.abc import Iterable
from typing import Any

from weblode.ontology.model import Attribute, Instance
from weblode.table import Table


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


def as_table(instances: Iterable[Instance]) -> Table:
    """The instances as a table, a row a value; one without attributes has a row without a value."""
    names = ("page", "node", "xpath", "concept", "item", "href", "title", "name", "value", "source", "method")
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for number, instance in enumerate(instances, 1):
        for attribute in instance.attributes or (None,):
            witness = attribute.witness if attribute else instance.witness
            values = (
                instance.page,
                0,
                instance.witness.xpath if instance.witness else "",
                instance.concept,
                number,
                instance.href,
                instance.title,
                attribute.name if attribute else None,
                attribute.value if attribute else None,
                witness.page if witness else None,
                witness.method if witness else None,
            )
            for name, value in zip(names, values, strict=True):
                columns[name].append(value)
    return Table(columns)
