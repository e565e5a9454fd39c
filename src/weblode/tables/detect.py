"""Which tables hold data, and why the others do not.

Most tables of real pages are scaffolding. Two things are asked before anything costs time: a data table has two rows
with two cells of text each, and it is not beyond the limits. What remains is judged by its profile (see `profile`) and
the weights of `models`; a table that has one telling column and no header row (a numbered list, links behind bullets)
is a list, whatever else it looks like.

After Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005), section 4.2.1, whose three rules `clusters` keeps. We differ in
that evidence is weighed instead of counted, and in what markup has learnt since: `th`, `thead`, `caption`, ARIA roles.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode.tables import profile
from weblode.tables.cells import Layout, sample
from weblode.tables.models import Models
from weblode.tags import NUMBERS
from weblode.tree import Tree

TOO_FEW = "fewer than two rows with two cells of text"
ONE_COLUMN = "one column of content and no header row"
FORM = "a form"
NESTED = "tables nested in it more than {} deep"

_TD, _TH, _CAPTION = (NUMBERS[name] for name in ("td", "th", "caption"))
_CONTROLS = 0.4  # a form has a control in as many cells; no data table of the development pages has

# What a page says of a table outright, in the units of the weights. Too rare on the development pages to be fitted.
_CAPTIONED = 1.0
_HEADED = 3.0  # a whole first row, or first column, of `th` or the like, with hardly any beyond
_WHOLE = 0.8
_ROLES = {"presentation": -3.0, "none": -3.0, "table": 1.0, "grid": 1.0, "treegrid": 1.0}

# What a refusal says when this evidence spoke most against the table.
_AGAINST = {
    "rows": "too few rows",
    "full": "too many empty cells",
    "digits": "hardly any numbers",
    "links": "mostly links",
    "length": "long texts",
    "top_th": "no header cells",
    "asides": "mostly rows of one cell",
    "unlike": "columns that hold the same kind of thing",
    "hanging": "cells that span rows as in a layout",
    "head": "no header column",
}


@dataclass(frozen=True)
class Verdict:
    """Whether a table holds data, how likely, why not; and whether its first row and first column are headers."""

    genuine: bool
    score: float
    reason: str = ""
    top: bool = False
    left: bool = False


def candidates(tree: Tree, tables: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which tables have two rows with two cells of text each. All in one go: most tables need no more than this."""
    cells = np.flatnonzero((tree.tag == _TD) | (tree.tag == _TH))
    told = tree.text_before[tree.end[cells]] > tree.text_before[cells]
    told |= (tree.tag[cells] == _TH) & (tree.end[cells] > cells + 1)
    in_row = np.bincount(tree.parent[cells[told]], minlength=len(tree))
    owners = tree.parent[tree.parent[np.flatnonzero(in_row >= 2)]]
    return np.bincount(owners, minlength=len(tree))[tables] >= 2


def heights(tree: Tree, tables: NDArray[np.int64]) -> list[int]:
    """For each table, how deep tables are nested in it: 0 if it holds none."""
    found = [0] * len(tables)
    ends = tree.end[tables].tolist()
    around: list[int] = []  # tables that hold the node at hand, the innermost last
    for i, u in enumerate([*tables.tolist(), len(tree)]):
        while around and ends[around[-1]] <= u:
            closed = around.pop()
            if around:
                found[around[-1]] = max(found[around[-1]], found[closed] + 1)
        around.append(i)
    return found


@dataclass(frozen=True)
class Evidence:
    """The numbers known of a table, and whether its first row and its first column are headers.

    `rule` says why the table is none before anything is weighed, "" if it may be one; then nothing else is known.
    """

    known: Mapping[str, float]
    top: bool = False
    left: bool = False
    rule: str = ""


def evidence(found: Layout, models: Models) -> Evidence:
    """What is known of a table of two or more core rows and columns."""
    seen = sample(found)
    if seen.controls >= _CONTROLS:
        return Evidence({}, rule=FORM)
    known = profile.top(seen) | profile.left(seen, 0) | {"columns": math.log2(len(found.columns))}
    known["top"] = models.top.probability(known, prior=_HEADED * (known["top_th"] >= _WHOLE))
    top = known["top"] > 0.5
    useful = profile.useful(seen, int(top))
    if not top and sum(useful) < 2:
        return Evidence({}, rule=ONE_COLUMN)
    known |= profile.contents(found, seen, useful, first=int(top))
    known |= profile.left(seen, 1) | profile.matrix(seen, 1) if top else profile.labels(seen, 0)
    model = models.matrix if top else models.row
    known["head"] = model.probability(known, prior=_HEADED * (known["left_th"] >= _WHOLE))
    if not top and not known["left_names"]:
        known["head"] = 0.0  # labels differ from each other, and the number of a row is none
    return Evidence(known, top, known["head"] > 0.5)


def judge(found: Layout, models: Models) -> Verdict:
    """The verdict on a table of two or more core rows and columns."""
    given = evidence(found, models)
    if given.rule:
        return Verdict(genuine=False, score=0.0, reason=given.rule)
    score = models.data.probability(given.known, prior=declared(found.grid.tree, found.grid.table))
    if score > 0.5:
        return Verdict(genuine=True, score=score, top=given.top, left=given.left)
    parts = models.data.parts(given.known)
    return Verdict(genuine=False, score=score, reason=_AGAINST[min(parts, key=lambda name: parts[name])])


def declared(tree: Tree, table: int) -> float:
    """What the page itself says for or against a table being data: by its role, by a caption."""
    captioned = any(tree.tag[u] == _CAPTION for u in tree.children(table))
    role = tree.attributes(table).get("role", "").strip().lower()
    return _ROLES.get(role, 0.0) + _CAPTIONED * captioned
