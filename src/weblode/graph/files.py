"""An ontology as two files: `taxonomy.json` and `instances.jsonl`. What was written reads back as an equal ontology.

    taxonomy.json    {"concepts": [{"id", "labels", "sites", "urls", "support", "witnesses"?, "merged"?, "edited"?,
                      "replaces"?}], "broader": [[child label, parent label], ..],
                      "relations": [{"narrower", "broader" (ids), "sites", "witnesses"?}],
                      "dropped": [{"name", "reason", "site", "kind"?}], "sites": {site: home page}}
    instances.jsonl  {"concept" (label), "id" (of the concept), "page", "href", "title", "url", "attributes":
                      {name: value}, "witnesses": {name: witness}, "witness"?, "order"?} a line
    a witness        {"page", "xpath"?, "url"?, "method"?}; what is left out has its default

An attribute that is there several times has a list of values, and of witnesses. "order" is there only where such a list
does not say in which order the names came.
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
_RARE = ("merged", "edited", "replaces")  # that few concepts have

Found = TypeVar("Found")


def write(ontology: Ontology, directory: str | os.PathLike[str]) -> None:
    """None; both files are in the directory, each whole or as it was before. The same ontology gives the same bytes."""
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
    """The ontology in a directory; an OntologyError says which line of which file is wrong."""
    folder = Path(directory)
    taxonomy = _read_taxonomy(folder / TAXONOMY)
    instances = tuple(_read_instances(folder / INSTANCES))
    return Ontology(taxonomy.concepts, taxonomy.broader, instances, taxonomy.dropped, taxonomy.sites)


def _json(found: Any, indent: int | None = None) -> bytes:
    # Half of a pair has no UTF-8, but an escape, which is just what JSON has for it.
    return json.dumps(found, ensure_ascii=False, indent=indent).encode("utf-8", "backslashreplace")


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
    found = {"name": dropped.name, "reason": dropped.reason, "site": dropped.site}
    return found if dropped.kind == "label" else found | {"kind": dropped.kind}


def _concept(concept: Concept) -> dict[str, Any]:
    return {
        "id": concept.id,
        "labels": concept.labels,
        "sites": concept.sites,
        "urls": concept.urls,
        "support": len(concept.sites),
        **_witnesses(concept.witnesses),
        **{name: value for name in _RARE if (value := getattr(concept, name))},
    }


def _instance(instance: Instance, labels: dict[str, str]) -> dict[str, Any]:
    found = [attribute.name for attribute in instance.attributes]
    grouped = sorted(found, key=list(dict.fromkeys(found)).index)
    return {
        "concept": labels.get(instance.concept, instance.concept),
        "id": instance.concept,
        "page": instance.page,
        "href": instance.href,
        "title": instance.title,
        "url": instance.url,
        "attributes": _by_name((each.name, each.value) for each in instance.attributes),
        "witnesses": _by_name((each.name, _witness(each.witness)) for each in instance.attributes),
        **({"witness": _witness(instance.witness)} if instance.witness else {}),
        **({"order": found} if found != grouped else {}),
    }


def _by_name(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """By name what it has: a value, or a list of several."""
    found: dict[str, list[Any]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def _witnesses(witnesses: tuple[Witness, ...]) -> dict[str, Any]:
    return {"witnesses": list(map(_witness, witnesses))} if witnesses else {}


def _witness(witness: Witness) -> dict[str, Any]:
    default = Witness("")
    pairs = ((name, getattr(witness, name)) for name in ("xpath", "url", "method"))
    return {"page": witness.page} | {name: value for name, value in pairs if value != getattr(default, name)}


def _read_taxonomy(path: Path) -> Ontology:
    return _told(path, "", _as_taxonomy, lambda: json.loads(_bytes(path)))


def _read_instances(path: Path) -> Iterator[Instance]:
    # Not splitlines, which would cut at characters that JSON has in its strings.
    for number, line in enumerate(_bytes(path).split(b"\n"), 1):
        if line.strip():
            yield _told(path, f" line {number}", _as_instance, lambda line=line: json.loads(line))  # type: ignore[misc]


def _bytes(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise OntologyError(f"cannot read {path}: {error.strerror}; give a folder that `weblode mine` wrote") from error


def _told(path: Path, place: str, build: Callable[[Any], Found], load: Callable[[], Any]) -> Found:
    """What is built of what is loaded; an OntologyError names the place of what is wrong."""
    try:
        return build(load())
    except KeyError as error:
        raise OntologyError(f"{path}{place} has no {error}: see docs/graph.md for the format") from error
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        if isinstance(error, OntologyError):
            raise
        raise OntologyError(f"{path}{place} is not as it should be: {error}") from error


def _as_taxonomy(found: dict[str, Any]) -> Ontology:
    return Ontology(
        tuple(map(_as_concept, found["concepts"])),
        tuple(
            Broader(each["narrower"], each["broader"], tuple(each["sites"]), _as_witnesses(each))
            for each in found["relations"]
        ),
        (),
        tuple(
            Dropped(each["name"], each["reason"], each["site"], each.get("kind", "label")) for each in found["dropped"]
        ),
        dict(found["sites"]),
    )


def _as_concept(found: dict[str, Any]) -> Concept:
    labels, sites, urls = (tuple(found[name]) for name in ("labels", "sites", "urls"))
    rare = {name: tuple(found.get(name, ())) for name in _RARE}
    return Concept(found["id"], labels, sites, urls, _as_witnesses(found), **rare)


def _as_instance(found: dict[str, Any]) -> Instance:
    values, witnesses = (
        {name: iter(each if isinstance(each, list) else [each]) for name, each in found[key].items()}
        for key in ("attributes", "witnesses")
    )
    lengths = ((name, len(each) if isinstance(each, list) else 1) for name, each in found["attributes"].items())
    order = found.get("order") or [name for name, n in lengths for _ in range(n)]
    try:
        attributes = tuple(Attribute(name, next(values[name]), _as_witness(next(witnesses[name]))) for name in order)
    except (StopIteration, RuntimeError) as error:
        raise ValueError("attributes, witnesses and order differ in number") from error
    witness = _as_witness(found["witness"]) if "witness" in found else None
    concept, title, href, page, url = (found[name] for name in ("id", "title", "href", "page", "url"))
    return Instance(concept, title, href, page, url, attributes, witness)


def _as_witnesses(found: dict[str, Any]) -> tuple[Witness, ...]:
    return tuple(map(_as_witness, found.get("witnesses", ())))


def _as_witness(found: dict[str, Any]) -> Witness:
    return Witness(**found)
