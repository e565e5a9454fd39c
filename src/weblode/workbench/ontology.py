"""The ontology view: which runs there are, the taxonomy of one as a tree, one of its concepts, and its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from weblode.errors import SourceError
from weblode.files import read_file
from weblode.graph import files
from weblode.ontology import Attribute, Broader, Concept, Instance, Witness
from weblode.report.facts import Reason, synonyms
from weblode.workbench.asked import Asked, Download
from weblode.workbench.desk import Desk
from weblode.workbench.mined import KnownOntology, OpenedRun

_FILES = {
    "taxonomy.ttl": "text/turtle",
    "taxonomy.rdf": "application/rdf+xml",
    "taxonomy.jsonld": "application/ld+json",
    "taxonomy.nq": "application/n-quads",
    files.TAXONOMY: "application/json",
    files.INSTANCES: "application/jsonl",
}
_NAMES = 100  # of what was left out for one reason, or changed in one way, that are told
_WITNESSES = 20  # of one statement
_VALUE = 1000  # characters of an attribute
_STEP = 100  # instances told at a time


def listing(desk: Desk, _: Asked) -> dict[str, Any]:
    """The runs in the workspace."""
    return {"folder": desk.folder.resolve().name, "runs": [_run(run) for run in desk.runs.all().values()]}


def _run(run: OpenedRun) -> dict[str, Any]:
    about = run.about()
    told = {name: about.get(name) for name in ("finished", "homes", "figures")}
    return {"name": run.name, "title": run.title, "updating": run.updating, **told}


def tree(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The taxonomy of a run, what was left out, what changed, and the files to take away."""
    run = desk.runs.get(asked.path["run"])
    known = desk.runs.known(run)
    return {
        **_run(run),
        "figures": {**(run.about().get("figures") or {}), **known.facts.figures},
        "version": known.version,
        "sites": dict(known.ontology.sites),
        "top": known.below.get("", []),
        "concepts": [_row(known, concept) for concept in known.ontology.concepts],
        "dropped": list(map(_reason, known.facts.dropped)),
        "failed": list(map(_reason, known.facts.failed)),
        "changes": _changes(run.changes()),
        "problems": run.problems(),
        "files": [name for name in _FILES if (run.results / name).is_file()],
    }


def _row(known: KnownOntology, concept: Concept) -> dict[str, Any]:
    return {
        "id": concept.id,
        "label": concept.label,
        "others": synonyms(concept),
        "support": len(concept.sites),
        "instances": len(known.listed.get(concept.id, ())),
        "below": known.below.get(concept.id, []),
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"reason": reason.text, "number": len(reason.names), "names": reason.names[:_NAMES]}


def _changes(found: Mapping[str, Any]) -> dict[str, Any] | None:
    """By what changed and how, the number and the first names; None if there was no run before."""
    told: dict[str, Any] = {}
    for what, ways in found.items():
        for way, listed in ways.items():
            names = [" below ".join(one) if isinstance(one, list) else one["name"] for one in listed[:_NAMES]]
            told.setdefault(what, {})[way] = {"number": len(listed), "names": names}
    return told or None


def concept(desk: Desk, asked: Asked) -> dict[str, Any]:
    """A concept: its labels, sites, pages, the concepts around it and some instances, each with where it was read."""
    run = desk.runs.get(asked.path["run"])
    known = desk.runs.known(run)
    found = known.concept(asked.path["concept"])
    instances = known.listed.get(found.id, [])
    chosen = asked.whole("instance", -1) if "instance" in asked.query else None
    start = asked.whole("from", 0) if chosen is None else chosen - chosen % _STEP
    pairs = known.pairs.get(found.id, [])
    return {
        "run": run.name,
        "title": run.title,
        "version": known.version,
        "id": found.id,
        "labels": found.labels or (found.id,),
        "sites": [{"name": site, "home": known.ontology.sites.get(site)} for site in found.sites],
        "urls": found.urls,
        "broader": [_pair(known, pair, pair.broader) for pair in pairs if pair.narrower == found.id],
        "narrower": [_pair(known, pair, pair.narrower) for pair in pairs if pair.broader == found.id],
        "merged": found.merged,
        "edited": found.edited,
        "witnesses": _witnesses(found.witnesses),
        "total": len(instances),
        "from": start,
        "step": _STEP,
        "chosen": chosen,
        "instances": list(map(_instance, instances[start : start + _STEP])),
    }


def _pair(known: KnownOntology, pair: Broader, other: str) -> dict[str, Any]:
    named = known.concepts.get(other)
    label = named.label if named else other
    return {"id": other, "label": label, "sites": pair.sites, "witnesses": _witnesses(pair.witnesses)}


def _instance(instance: Instance) -> dict[str, Any]:
    return {
        "title": instance.title or instance.href,
        "url": instance.url,
        "witness": _witness(instance.witness or Witness(instance.page)),
        "attributes": list(map(_attribute, instance.attributes)),
    }


def _attribute(attribute: Attribute) -> dict[str, Any]:
    value = attribute.value if len(attribute.value) <= _VALUE else f"{attribute.value[:_VALUE]} …"
    return {"name": attribute.name, "value": value, "witness": _witness(attribute.witness)}


def _witnesses(found: Sequence[Witness]) -> list[dict[str, Any]]:
    return list(map(_witness, _some(found)))


def _some(found: Iterable[Witness]) -> list[Witness]:
    """The first witnesses, each place once."""
    return list({(each.page, each.xpath): each for each in found}.values())[:_WITNESSES]


def _witness(witness: Witness) -> dict[str, Any]:
    return {"page": witness.page, "xpath": witness.xpath, "method": witness.method}


def download(desk: Desk, asked: Asked) -> Download:
    """A file of a run. Raises SourceError if it is not there."""
    run, name = desk.runs.get(asked.path["run"]), asked.path["file"]
    path = run.results / name
    if name not in _FILES or not path.is_file():
        raise SourceError(f"there is no file {name!r} to take away; there are {', '.join(_FILES)}")
    return Download(read_file(path), _FILES[name], f"{run.title}-{name}")


VIEWS = {"/ontology": listing, "/ontology/{run}": tree, "/ontology/{run}/concept/{concept:path}": concept}
DOWNLOADS = {"/ontology/{run}/files/{file}": download}
