"""Where the gold region stands among the candidates of each method: `python -m bench.regions FOLDER`.

Right is the gold region, a node on its only-child chain, or one with the same text, and so the same records.
"""

import json
import sys
from pathlib import Path

from bench.separators import SETS
from weblode import paths
from weblode.pages.html import parse
from weblode.records import regions
from weblode.tree import Tree


def places(folder: Path, method: str) -> list[int]:
    """For each page with a gold region, the place of the right candidate from 1, or 0 if there is none."""
    found = []
    for name in SETS:
        for row in json.loads((folder / name / "gold.json").read_text(encoding="utf-8")):
            if row.get("region_xpath"):
                tree = parse((folder / name / "pages" / row["page"]).read_bytes())
                gold = paths.find(tree, row["region_xpath"])
                right = [_same(tree, u, gold) for u in regions.rank(tree, method)]
                found.append(right.index(True) + 1 if True in right else 0)
    return found


def _same(tree: Tree, u: int, v: int) -> bool:
    outer, inner = min(u, v), max(u, v)
    nested = inner < tree.end[outer]
    return u == v or (nested and tree.text(outer, line=" ") == tree.text(inner, line=" "))


def region_rates(folder: Path) -> dict[str, float]:
    """For each method, the share of pages whose region is its first candidate, and among its first three."""
    found = {}
    for method in regions.METHODS:
        ranked = places(folder, method)
        found[f"region by {method}, first"] = sum(place == 1 for place in ranked) / len(ranked)
        found[f"region by {method}, first three"] = sum(0 < place <= 3 for place in ranked) / len(ranked)
    return found


if __name__ == "__main__":
    for name, rate in region_rates(Path(sys.argv[1])).items():
        print(f"{name:32} {rate:.3f}")
