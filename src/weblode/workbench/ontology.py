"""The ontology view: the list of runs, the taxonomy of a run as a tree, a concept, and the files of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from weblode.errors import SourceError
from weblode.files import read_file
from weblode.graph import files
from weblode.ontology import Attribute, Broader, Concept, Instance, Witness
from weblode.report.facts import Reason, synonyms
from weblode.workbench.requests import Download, ViewRequest
from weblode.workbench.run_folders import KnownOntology, OpenedRun
from weblode.workbench.workspace import Workspace

_FILES = {
    "taxonomy.ttl": "text/turtle",
    "taxonomy.rdf": "application/rdf+xml",
    "taxonomy.jsonld": "application/ld+json",
    "taxonomy.nq": "application/n-quads",
    files.TAXONOMY: "application/json",
    files.INSTANCES: "application/jsonl",
}
_NAMES = 100  # per reason for leaving labels out, or per kind of change
_WITNESSES = 20  # per statement
_VALUE = 1000  # characters of an attribute
_STEP = 100  # instances of a concept at a time


def listing(workspace: Workspace, _: ViewRequest) -> dict[str, Any]:
    """The runs in the workspace."""
    return {"folder": workspace.folder.resolve().name, "runs": [_run(run) for run in workspace.runs.all().values()]}


def _run(run: OpenedRun) -> dict[str, Any]:
    about = run.about()
    facts = {name: about.get(name) for name in ("finished", "homes", "figures")}
    return {"name": run.name, "title": run.title, "updating": run.updating, **facts}


def tree(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """The taxonomy of a run, what was left out, what changed, and the files to download."""
    run = workspace.runs.get(request.path["run"])
    ontology = workspace.runs.ontology(run)
    return {
        **_run(run),
        "figures": {**(run.about().get("figures") or {}), **ontology.facts.figures},
        "version": ontology.version,
        "sites": dict(ontology.ontology.sites),
        "top": ontology.below.get("", []),
        "concepts": [_row(ontology, concept) for concept in ontology.ontology.concepts],
        "dropped": list(map(_reason, ontology.facts.dropped)),
        "failed": list(map(_reason, ontology.facts.failed)),
        "changes": _changes(run.changes()),
        "problems": run.problems(),
        "files": [name for name in _FILES if (run.results / name).is_file()],
    }


def _row(ontology: KnownOntology, concept: Concept) -> dict[str, Any]:
    return {
        "id": concept.id,
        "label": concept.label,
        "others": synonyms(concept),
        "support": len(concept.sites),
        "tier": concept.tier,
        "instances": ontology.facts.members.get(concept.id, 0),
        "below": ontology.below.get(concept.id, []),
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"reason": reason.text, "number": len(reason.names), "names": reason.names[:_NAMES]}


def _changes(changes: Mapping[str, Any]) -> dict[str, Any] | None:
    """For each kind of thing and of change, the number and the first names; None if nothing is recorded."""
    counts: dict[str, Any] = {}
    for what, ways in changes.items():
        for way, things in ways.items():
            names = [" below ".join(one) if isinstance(one, list) else one["name"] for one in things[:_NAMES]]
            counts.setdefault(what, {})[way] = {"number": len(things), "names": names}
    return counts or None


def concept(workspace: Workspace, request: ViewRequest) -> dict[str, Any]:
    """A concept: its labels, sites, pages, broader and narrower concepts, some instances, each with its witnesses."""
    run = workspace.runs.get(request.path["run"])
    ontology = workspace.runs.ontology(run)
    concept = ontology.concept(request.path["concept"])
    instances = ontology.instances.get(concept.id, [])
    chosen = request.whole("instance", -1) if "instance" in request.query else None
    start = request.whole("from", 0) if chosen is None else chosen - chosen % _STEP
    pairs = ontology.pairs.get(concept.id, [])
    return {
        "run": run.name,
        "title": run.title,
        "version": ontology.version,
        "id": concept.id,
        "labels": concept.labels or (concept.id,),
        "sites": [{"name": site, "home": ontology.ontology.sites.get(site)} for site in concept.sites],
        "urls": concept.urls,
        "broader": [_pair(ontology, pair, pair.broader) for pair in pairs if pair.narrower == concept.id],
        "narrower": [_pair(ontology, pair, pair.narrower) for pair in pairs if pair.broader == concept.id],
        "merged": concept.merged,
        "edited": concept.edited,
        "witnesses": _witnesses(concept.witnesses),
        "total": len(instances),
        "distinct": ontology.facts.members.get(concept.id, 0),
        "from": start,
        "step": _STEP,
        "chosen": chosen,
        "instances": list(map(_instance, instances[start : start + _STEP])),
    }


def _pair(ontology: KnownOntology, pair: Broader, other: str) -> dict[str, Any]:
    concept = ontology.concepts.get(other)
    label = concept.label if concept else other
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


def _witnesses(witnesses: Sequence[Witness]) -> list[dict[str, Any]]:
    return list(map(_witness, _some(witnesses)))


def _some(witnesses: Iterable[Witness]) -> list[Witness]:
    """The first witnesses, without repeated places."""
    return list({(each.page, each.xpath): each for each in witnesses}.values())[:_WITNESSES]


def _witness(witness: Witness) -> dict[str, Any]:
    return {"page": witness.page, "xpath": witness.xpath, "method": witness.method}


def download(workspace: Workspace, request: ViewRequest) -> Download:
    """A file of a run. Raises SourceError if it is not there."""
    run, name = workspace.runs.get(request.path["run"]), request.path["file"]
    path = run.results / name
    if name not in _FILES or not path.is_file():
        raise SourceError(f"there is no file {name!r} to download; there are {', '.join(_FILES)}")
    return Download(read_file(path), _FILES[name], f"{run.title}-{name}")


VIEWS = {"/ontology": listing, "/ontology/{run}": tree, "/ontology/{run}/concept/{concept:path}": concept}
DOWNLOADS = {"/ontology/{run}/files/{file}": download}
