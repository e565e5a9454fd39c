"""An ontology as two files, `taxonomy.json` and `instances.jsonl`, which read back as an equal ontology.

    taxonomy.json    {"concepts": [{"id", "labels", "sites", "urls", "support", "tier" (core: of several sites, or
                      candidate), "witnesses"?, "merged"?, "edited"?, "replaces"?, "label_sites"?: {label: sites}}],
                      "broader": [[child label, parent label], ..],
                      "relations": [{"narrower", "broader" (ids), "sites", "witnesses"?}],
                      "dropped": [{"name", "reason", "site", "kind"?}], "sites": {site: home page}}
    instances.jsonl  {"concept" (label), "id" (of the concept), "page", "href", "title", "url", "attributes":
                      {name: value}, "witnesses": {name: witness}, "read"?: {name: {"number"?, "currency"?, "date"?,
                      "seconds"?}}, "witness"?, "order"?}, one per line
    a witness        {"page", "xpath"?, "url"?, "method"?}; what is left out has its default

An attribute with several values has a list of values, and of witnesses. "order" has the names in their original order;
it is only written if the lists do not imply it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from weblode.errors import OntologyError
from weblode.files import read_file, replacing
from weblode.ontology import Attribute, Broader, Concept, Dropped, Instance, Ontology, Witness

TAXONOMY, INSTANCES = "taxonomy.json", "instances.jsonl"
_RARE = ("merged", "edited", "replaces")  # fields that few concepts have

Parsed = TypeVar("Parsed")


def write(ontology: Ontology, directory: str | os.PathLike[str]) -> None:
    """Write both files; each is replaced as a whole or stays as it was. The same ontology gives the same bytes."""
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    labels = {concept.id: concept.label for concept in ontology.concepts}
    for name, lines in (
        (TAXONOMY, [_json(_taxonomy(ontology, labels), indent=1)]),
        (INSTANCES, (_json(_instance(each, labels)) for each in ontology.instances)),
    ):
        with replacing(folder / name, error=OntologyError) as stream:
            for line in lines:
                stream.write(line + b"\n")


def read(directory: str | os.PathLike[str]) -> Ontology:
    """The ontology in a directory; raises OntologyError, with file and line, if something is wrong."""
    folder = Path(directory)
    taxonomy = _read_taxonomy(folder / TAXONOMY)
    instances = tuple(_read_instances(folder / INSTANCES))
    return Ontology(taxonomy.concepts, taxonomy.broader, instances, taxonomy.dropped, taxonomy.sites)


def _json(content: Any, indent: int | None = None) -> bytes:
    # A lone surrogate has no UTF-8; backslashreplace writes the escape that JSON has for it.
    return json.dumps(content, ensure_ascii=False, indent=indent).encode("utf-8", "backslashreplace")


def _taxonomy(ontology: Ontology, labels: dict[str, str]) -> dict[str, Any]:
    return {
        "concepts": list(map(_concept, ontology.concepts)),
        "broader": [
            [labels.get(each.narrower, each.narrower), labels.get(each.broader, each.broader)]
            for each in ontology.broader
        ],
        "relations": [
            {"narrower": each.narrower, "broader": each.broader, "sites": each.sites, **_witnesses(each.witnesses)}
            for each in ontology.broader
        ],
        "dropped": list(map(_dropped, ontology.dropped)),
        "sites": dict(sorted(ontology.sites.items())),
    }


def _dropped(dropped: Dropped) -> dict[str, str]:
    fields = {"name": dropped.name, "reason": dropped.reason, "site": dropped.site}
    return fields if dropped.kind == "label" else fields | {"kind": dropped.kind}


def _concept(concept: Concept) -> dict[str, Any]:
    return {
        "id": concept.id,
        "labels": concept.labels,
        "sites": concept.sites,
        "urls": concept.urls,
        "support": len(concept.sites),
        "tier": concept.tier,
        **_witnesses(concept.witnesses),
        **{name: value for name in _RARE if (value := getattr(concept, name))},
        **({"label_sites": dict(concept.label_sites)} if concept.label_sites else {}),
    }


def _instance(instance: Instance, labels: dict[str, str]) -> dict[str, Any]:
    order = [attribute.name for attribute in instance.attributes]
    order_by_name = sorted(order, key=list(dict.fromkeys(order)).index)
    return {
        "concept": labels.get(instance.concept, instance.concept),
        "id": instance.concept,
        "page": instance.page,
        "href": instance.href,
        "title": instance.title,
        "url": instance.url,
        "attributes": _by_name((each.name, each.value) for each in instance.attributes),
        "witnesses": _by_name((each.name, _witness(each.witness)) for each in instance.attributes),
        **(
            {"read": _by_name((each.name, dict(each.read)) for each in instance.attributes if each.name in typed)}
            if (typed := {each.name for each in instance.attributes if each.read})
            else {}
        ),
        **({"witness": _witness(instance.witness)} if instance.witness else {}),
        **({"order": order} if order != order_by_name else {}),
    }


def _by_name(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """By name, its value, or a list if it has several."""
    by_name: dict[str, list[Any]] = {}
    for name, value in pairs:
        by_name.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in by_name.items()}


def _witnesses(witnesses: tuple[Witness, ...]) -> dict[str, Any]:
    return {"witnesses": list(map(_witness, witnesses))} if witnesses else {}


def _witness(witness: Witness) -> dict[str, Any]:
    default = Witness("")
    pairs = ((name, getattr(witness, name)) for name in ("xpath", "url", "method"))
    return {"page": witness.page} | {name: value for name, value in pairs if value != getattr(default, name)}


def _read_taxonomy(path: Path) -> Ontology:
    return _parse(path, "", _as_taxonomy, lambda: json.loads(_bytes(path)))


def _read_instances(path: Path) -> Iterator[Instance]:
    # Not splitlines, which also splits at characters that JSON allows in strings.
    for number, line in enumerate(_bytes(path).split(b"\n"), 1):
        if line.strip():
            yield _parse(path, f" line {number}", _as_instance, lambda line=line: json.loads(line))  # type: ignore[misc]


def _bytes(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise OntologyError(f"cannot read {path}: {error.strerror}; give a folder that `weblode mine` wrote") from error


def _parse(path: Path, place: str, build: Callable[[Any], Parsed], load: Callable[[], Any]) -> Parsed:
    """`build(load())`; raises OntologyError with the path and the place in the file if something is wrong."""
    try:
        return build(load())
    except KeyError as error:
        raise OntologyError(f"{path}{place} has no {error}: see docs/graph.md for the format") from error
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        if isinstance(error, OntologyError):
            raise
        raise OntologyError(f"{path}{place} is not in the format of docs/graph.md: {error}") from error


def _as_taxonomy(data: dict[str, Any]) -> Ontology:
    return Ontology(
        tuple(map(_as_concept, data["concepts"])),
        tuple(
            Broader(each["narrower"], each["broader"], tuple(each["sites"]), _as_witnesses(each))
            for each in data["relations"]
        ),
        (),
        tuple(
            Dropped(each["name"], each["reason"], each["site"], each.get("kind", "label")) for each in data["dropped"]
        ),
        dict(data["sites"]),
    )


def _as_concept(data: dict[str, Any]) -> Concept:
    labels, sites, urls = (tuple(data[name]) for name in ("labels", "sites", "urls"))
    if not isinstance(data["id"], str) or not data["id"]:
        raise ValueError(f"a concept has the id {data['id']!r}; it needs some text")
    rare = {name: tuple(data.get(name, ())) for name in _RARE}
    spelt = tuple((label, tuple(names)) for label, names in data.get("label_sites", {}).items())
    return Concept(data["id"], labels, sites, urls, _as_witnesses(data), **rare, label_sites=spelt)


def _as_instance(data: dict[str, Any]) -> Instance:
    values, witnesses, typed = (
        {
            name: iter(each if isinstance(each, list) else [each])
            for name, each in (data.get(key, {}) if key == "read" else data[key]).items()
        }
        for key in ("attributes", "witnesses", "read")
    )
    lengths = ((name, len(each) if isinstance(each, list) else 1) for name, each in data["attributes"].items())
    order = data.get("order") or [name for name, n in lengths for _ in range(n)]
    try:
        attributes = tuple(
            Attribute(
                name,
                next(values[name]),
                _as_witness(next(witnesses[name])),
                tuple(next(typed[name]).items()) if name in typed else (),
            )
            for name in order
        )
    except (StopIteration, RuntimeError) as error:
        raise ValueError("attributes, witnesses and order differ in number") from error
    witness = _as_witness(data["witness"]) if "witness" in data else None
    concept, title, href, page, url = (data[name] for name in ("id", "title", "href", "page", "url"))
    return Instance(concept, title, href, page, url, attributes, witness)


def _as_witnesses(data: dict[str, Any]) -> tuple[Witness, ...]:
    return tuple(map(_as_witness, data.get("witnesses", ())))


def _as_witness(data: dict[str, Any]) -> Witness:
    return Witness(**data)
