"""What the folder of a run says it found: what was mined, with the edits made by hand, in all forms.

Edits are in `edits.jsonl`. While some stand, what was mined is in `mined/`, and all else in the folder has the edits.
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
from weblode.graph.edits import Edit, applied
from weblode.graph.history import History
from weblode.graph.store import PREVIOUS
from weblode.ontology import Ontology
from weblode.report.facts import MineResult
from weblode.report.page import REPORT, html
from weblode.sources.store import fetch_times

RUN = "run.json"
MINED = "mined"  # what was mined, without the edits
QUADS = "taxonomy.nq"  # the graph that all other forms of it are made of
GRAPHS = (*(f"taxonomy.{suffix}" for suffix in ("ttl", "rdf", "jsonld")), QUADS)


def mined(folder: Path) -> Ontology:
    """What was mined in the folder of a run, without edits."""
    kept = folder / MINED
    return files.read(kept if kept.is_dir() else folder)


def keep(found: Ontology, folder: Path) -> None:
    """None; what was mined is in `mined/`: it appears there whole."""
    if not (folder / MINED).exists():
        with folder_replacement(folder / MINED) as new:
            files.write(found, new)


def unkeep(folder: Path) -> None:
    """None; there is no `mined/` any more: it goes whole."""
    if (folder / MINED).exists():
        discard(folder / MINED)


def graphs(found: Ontology, folder: Path) -> None:
    """None; the graph of an ontology is in the folder, in all formats and to be asked."""
    options = statements.GraphOptions(times=fetch_times(folder))
    rdf.write(found, folder / QUADS, options=options)
    with ThreadPoolExecutor(1) as beside_us:  # the store takes as long as all copies, and leaves Python free
        stored = beside_us.submit(store.write, folder / QUADS, folder)
        for name in GRAPHS:
            if name != QUADS:
                rdf.copy(folder / QUADS, folder / name, base=options.base)
        stored.result()


def changed(found: Ontology, edits: Sequence[Edit], folder: Path) -> Changes | None:
    """What changed since the run before, if there was one; it is in the folder.

    Both are what was mined, with the edits of today: so an edit is no change, and names are those of today.
    """
    before = folder / PREVIOUS
    if not (before / RUN).is_file():
        return None
    difference = changes(applied(mined(before), edits)[0], applied(found, edits)[0])
    write_json(folder / CHANGES, difference.as_json())
    return difference


def report(facts: MineResult, folder: Path) -> None:
    """None; `report.html` is in the folder."""
    with replacing(folder / REPORT, encoding="utf-8") as stream:
        stream.writelines(html(facts))


def about_edits(history: History, problems: Sequence[str]) -> dict[str, Any]:
    """What `run.json` says of the edits that the results have; nothing if there never was one."""
    if not history.lines:
        return {}
    applied = len(history.standing) - len(problems)
    return {"edits": {"last": history.last, "applied": applied, "problems": list(problems)}}


def write_json(path: Path, found: dict[str, Any]) -> None:
    """None; the file has it, or is as it was before."""
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    replace_file(path, text.encode("utf-8", "backslashreplace"))
