"""Runs over three newspapers, by the command line, and what they wrote."""

import json

from click.testing import CliRunner

from weblode.cli import main
from weblode.mining import runs

THREE = ("a", "b", "c")
NEW = "Volcano wakes up under the ice"


def mine(homes, folder, *more):
    return CliRunner().invoke(main, ["mine", *homes, "-o", str(folder), "--delay", "0", *more])


def contents(folder):
    """The bytes of all files that say what was found, by name."""
    names = [name for name in runs.RESULTS if name.startswith(("taxonomy", "instances"))]
    found = {name: (folder / name).read_bytes() for name in names}
    return found | {path.name: path.read_bytes() for path in (folder / runs.OUTLINES).iterdir()}


def taxonomy(folder):
    return json.loads((folder / "taxonomy.json").read_text(encoding="utf-8"))


def changed(folder):
    return json.loads((folder / "changes.json").read_text(encoding="utf-8"))


def asked(servers):
    return [path for server in servers for path, _ in server.hits if path != "/robots.txt"]


def provenance(folder, concept):
    """When the pages of the witnesses of a concept were fetched, by page."""
    asked = ["query", str(folder), "--provenance", f"concept:{concept}", "--format", "jsonl"]
    rows = map(json.loads, CliRunner().invoke(main, asked).stdout.splitlines())
    return {row["page"]: row.get("time") for row in rows}
