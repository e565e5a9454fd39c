"""Which tables hold data, and why the others do not.

Most tables of real pages are scaffolding. Two things are asked before anything costs time: a data table has two rows
with two cells of text each, and it is not beyond the limits. What remains is judged by its profile (see `profile`) and
the weights of `models`; a table that has one telling column and no header row (a numbered list, links behind bullets)
is a list, whatever else it looks like.

After Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005), section 4.2.1, whose three rules `clusters` keeps. We differ in
that evidence is weighed instead of counted, and in what markup has learnt since: `th`, `thead`, `caption`, ARIA roles.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from weblode.tables import profile
from weblode.tables.cells import Layout, Sample, sample
from weblode.tables.models import Models
from weblode.tags import NUMBERS
from weblode.tree import Tree

TOO_FEW = "fewer than two rows with two cells of text"
ONE_COLUMN = "one column of content and no header row"

_TABLE, _TD, _TH = (NUMBERS[name] for name in ("table", "td", "th"))

# What a refusal says when this evidence spoke most against the table.
_AGAINST = {
    "rows": "too few rows",
    "useful": "too few columns of content",
    "full": "too many empty cells",
    "digits": "hardly any numbers",
    "links": "mostly links",
    "length": "long texts",
    "controls": "a form",
    "pictures": "mostly pictures",
    "inner": "holds other tables",
    "asides": "mostly rows of one cell",
    "largest": "one cell holds most of the text",
    "unlike": "columns that hold the same kind of thing",
    "counted": "a numbered list",
    "hanging": "cells that span rows as in a layout",
    "top": "no header row",
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


def candidates(tree: Tree, tables: np.ndarray[tuple[int], np.dtype[np.int64]]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which tables have two rows with two cells of text each. All in one go: most tables need no more than this."""
    cells = np.flatnonzero((tree.tag == _TD) | (tree.tag == _TH))
    told = tree.text_before[tree.end[cells]] > tree.text_before[cells]
    told |= (tree.tag[cells] == _TH) & (tree.end[cells] > cells + 1)
    rows, cells_of = np.unique(tree.parent[cells[told]], return_counts=True)
    owners = tree.parent[tree.parent[rows[cells_of >= 2]]]
    return np.bincount(owners, minlength=len(tree))[tables] >= 2


def evidence(found: Layout, seen: Sample, models: Models) -> tuple[dict[str, float], bool, bool]:
    """All that is known of a table, and whether its first row and its first column are headers."""
    known = dict(profile.top(seen)) | {"columns": float(np.log2(len(found.columns)))}
    known |= profile.left(seen, 0) | {"pictures": seen.shares[1]}
    known["top"] = models.top.probability(known)
    top = known["top"] > 0.5
    if top:
        known |= profile.left(seen, 1)
    known["head"] = (models.matrix if top else models.row).probability(known)
    known |= profile.contents(found, seen, int(top))
    return known, top, known["head"] > 0.5


def judge(found: Layout, models: Models) -> Verdict:
    """The verdict on a table of two or more core rows and columns."""
    known, top, left = evidence(found, sample(found), models)
    score = models.data.probability(known)
    if known["useful"] < 2 and not top:
        return Verdict(genuine=False, score=score, reason=ONE_COLUMN, top=top, left=left)
    if score > 0.5:
        return Verdict(genuine=True, score=score, top=top, left=left)
    return Verdict(genuine=False, score=score, reason=_reason(models, known), top=top, left=left)


def _reason(models: Models, known: Mapping[str, float]) -> str:
    """What speaks most against a table."""
    parts = models.data.parts(known)
    return _AGAINST[min(parts, key=lambda name: parts[name])]
