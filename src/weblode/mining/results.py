"""The results in the folder of a run: the mined ontology with the edits made by hand, in all formats.

Edits are in `edits.jsonl`. While any of them is in effect, `mined/` holds the ontology without edits, and all other
results in the folder include them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from weblode.files import discard, folder_replacement, replace_file, replacing
from weblode.graph import files, rdf, statements, store
from weblode.graph.changes import CHANGES, Changes, changes
from weblode.graph.edits import Edit, apply_edits
from weblode.graph.history import History
from weblode.graph.store import PREVIOUS
from weblode.ontology import Ontology
from weblode.report.facts import MineResult
from weblode.report.page import REPORT, html
from weblode.sources.store import fetch_times

RUN = "run.json"
MINED = "mined"  # the ontology without the edits
QUADS = "taxonomy.nq"  # the graph; the files in other formats are made from it
GRAPHS = (*(f"taxonomy.{suffix}" for suffix in ("ttl", "rdf", "jsonld")), QUADS)


def read_mined(folder: Path) -> Ontology:
    """The ontology in the folder of a run, without the edits."""
    mined_folder = folder / MINED
    return files.read(mined_folder if mined_folder.is_dir() else folder)


def save_mined(ontology: Ontology, folder: Path) -> None:
    """Write the ontology without edits to `mined/`, unless it is there; the folder appears only when complete."""
    if not (folder / MINED).exists():
        with folder_replacement(folder / MINED) as new:
            files.write(ontology, new)


def remove_mined(folder: Path) -> None:
    """Remove `mined/`; it disappears as a whole."""
    if (folder / MINED).exists():
        discard(folder / MINED)


def write_graphs(ontology: Ontology, folder: Path) -> None:
    """Write the graph of an ontology in all formats, and the store that answers queries."""
    options = statements.GraphOptions(times=fetch_times(folder))
    rdf.write(ontology, folder / QUADS, options=options)
    with ThreadPoolExecutor(1) as executor:  # writing the store takes as long as all copies and releases the GIL
        stored = executor.submit(store.write, folder / QUADS, folder)
        for name in GRAPHS:
            if name != QUADS:
                rdf.copy(folder / QUADS, folder / name, base=options.base)
        stored.result()


def write_changes(ontology: Ontology, edits: Sequence[Edit], folder: Path) -> Changes | None:
    """The changes since the previous run, also written to the folder; None if there was no previous run.

    The same edits are applied to both ontologies, so an edit does not count as a change.
    """
    previous = folder / PREVIOUS
    if not (previous / RUN).is_file():
        return None
    difference = changes(apply_edits(read_mined(previous), edits)[0], apply_edits(ontology, edits)[0])
    write_json(folder / CHANGES, difference.as_json())
    return difference


def write_report(facts: MineResult, folder: Path) -> None:
    """Write `report.html`."""
    with replacing(folder / REPORT, encoding="utf-8") as stream:
        stream.writelines(html(facts))


def about_edits(history: History, problems: Sequence[str]) -> dict[str, Any]:
    """The part of `run.json` about the edits in the results; empty if there never was an edit."""
    if not history.lines:
        return {}
    applied = len(history.active) - len(problems)
    return {"edits": {"last": history.last, "applied": applied, "problems": list(problems)}}


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write the JSON file; the old file stays if that fails."""
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    replace_file(path, text.encode("utf-8", "backslashreplace"))
