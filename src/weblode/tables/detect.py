"""Which tables hold data, and the reason why the others do not.

Most tables of real pages are there for layout. Two cheap checks come first: a data table has two rows with two cells of
text each, and it is within the limits. The others are judged by their profile (see `profile`) and the weights of
`models`; but a table with one informative column and no header row (a numbered list, links behind bullets) is a list,
whatever its profile.

After Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005), section 4.2.1, whose three rules are in `clusters`. We differ in
that evidence is weighted instead of counted, and in the use of newer markup: `th`, `thead`, `caption`, ARIA roles.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weblode.tables import profile
from weblode.tables.cells import sample
from weblode.tables.layout import Layout
from weblode.tables.models import Model, Models
from weblode.tags import NUMBERS
from weblode.tree import Tree

TOO_FEW = "fewer than two rows with two cells of text"
ONE_COLUMN = "one column of content and no header row"
FORM = "a form"
COLUMNS = "columns of one cell each, as in a layout"
RECORD = "lines of one cell above a row or two, as in one record of a list"
MENUS = "labels beside lists of links"
LABELS = "labels without values"
NESTED = "tables nested in it more than {} deep"

_TD, _TH, _CAPTION = (NUMBERS[name] for name in ("td", "th", "caption"))
_CONTROLS = 0.4  # a form has controls in at least this share of cells; no data table of the development pages does
_UNDIVIDED = 0.5  # more columns than this share are one cell each, below a first row of titles
_FEW = 2  # rows that as many titles above make a record
_LABELS = 0.8  # a table has labels in fewer of the cells beside the first column
_MENUS = 0.67  # without a header row, a table has menus in fewer of its rows

# Explicit markup for or against data, in the units of the weights. Too rare on the development pages to be fitted.
_CAPTIONED = 1.0
_HEADED = 5.0  # a whole first row, or first column, of `th` or the like, with hardly any elsewhere
_MARKED = 4.0  # a bold first column below a header row, all different, with other columns that are not bold
_WHOLE = 0.8
_ROLES = {"presentation": -3.0, "none": -3.0, "table": 1.0, "grid": 1.0, "treegrid": 1.0}

# The reason for a refusal, by the evidence that counted most against the table.
_AGAINST = {
    "rows": "too few rows",
    "columns": "many columns",
    "full": "too many empty cells",
    "digits": "hardly any numbers",
    "links": "mostly links",
    "length": "long texts",
    "top_th": "no header cells",
    "unlike": "columns that hold the same kind of thing",
    "head": "no header column",
    "nested": "tables in its cells",
}


@dataclass(frozen=True)
class Verdict:
    """Whether a table holds data, with the probability and the reason; whether its first row and column are headers."""

    genuine: bool
    score: float
    reason: str = ""
    top: bool = False
    left: bool = False


def candidates(tree: Tree, tables: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which tables have two rows with two cells of text each; one pass over the page that decides about most tables."""
    cells = np.flatnonzero((tree.tag == _TD) | (tree.tag == _TH))
    has_text = tree.text_before[tree.end[cells]] > tree.text_before[cells]
    has_text |= (tree.tag[cells] == _TH) & (tree.end[cells] > cells + 1)
    in_row = np.bincount(tree.parent[cells[has_text]], minlength=len(tree))
    owners = tree.parent[tree.parent[np.flatnonzero(in_row >= 2)]]
    return np.bincount(owners, minlength=len(tree))[tables] >= 2


def heights(tree: Tree, tables: NDArray[np.int64]) -> list[int]:
    """For each table, how many levels of tables are nested in it: 0 if there are none."""
    levels = [0] * len(tables)
    ends = tree.end[tables].tolist()
    around: list[int] = []  # the tables around the current node, the innermost last
    for i, u in enumerate([*tables.tolist(), len(tree)]):
        while around and ends[around[-1]] <= u:
            closed = around.pop()
            if around:
                levels[around[-1]] = max(levels[around[-1]], levels[closed] + 1)
        around.append(i)
    return levels


@dataclass(frozen=True)
class Evidence:
    """The numbers measured for a table, and whether its first row and its first column are headers.

    `rule` is the reason why a table is no data table without weighing, "" if it may be one; with a reason, `numbers` is
    empty.
    """

    numbers: Mapping[str, float]
    top: bool = False
    left: bool = False
    rule: str = ""


def evidence(layout: Layout, models: Models) -> Evidence:
    """The evidence on a table with two or more core rows and columns."""
    cells = sample(layout)
    if cells.controls >= _CONTROLS:
        return Evidence({}, rule=FORM)
    if profile.undivided(cells) > _UNDIVIDED:
        return Evidence({}, rule=COLUMNS)
    if profile.valueless(cells) > _LABELS:
        return Evidence({}, rule=LABELS)
    numbers = profile.top(cells) | profile.left(cells, 0) | {"columns": profile.breadth(layout)}
    numbers["top"] = models.top.probability(numbers, prior=top_prior(numbers))
    top = numbers["top"] > 0.5
    first = cells.depth if top else 0
    useful = profile.useful(cells, first)
    if not top and sum(useful) < 2:
        return Evidence({}, rule=ONE_COLUMN)
    titles = int(np.count_nonzero(layout.distinct[: layout.core[0]] == 1))
    if not top and titles >= len(layout.core) <= _FEW and numbers["left_th"] < _WHOLE:
        return Evidence({}, rule=RECORD)
    if not top and useful[0] and profile.menus(cells) >= _MENUS:
        return Evidence({}, rule=MENUS)
    numbers |= profile.contents(layout, cells, useful, first=first)
    numbers |= profile.left(cells, first) | profile.matrix(cells, first) if top else profile.labels(cells, 0)
    model = models.matrix if top else models.row
    numbers["head"] = _head(numbers, model)
    return Evidence(numbers, top, numbers["head"] > 0.5)


def _head(numbers: Mapping[str, float], model: Model) -> float:
    """The probability that the first column is a header."""
    if is_open(numbers):
        return model.probability(numbers, prior=left_prior(numbers))
    return float(numbers["left_th"] >= _WHOLE or numbers.get("corner", 0.0) > 0)


def is_open(numbers: Mapping[str, float]) -> bool:
    """Whether evidence must decide about the first column: one of `th`, or of names below an empty corner, is a header.

    A column without names is none. On the hand-judged tables these three have no exception.
    """
    return numbers["left_names"] > 0 and numbers["left_th"] < _WHOLE and numbers.get("corner", 0.0) <= 0


def top_prior(numbers: Mapping[str, float]) -> float:
    """The weight of a whole row of `th` for a header row; or against it, of a whole column with no other in its row."""
    if numbers["top_th"] >= _WHOLE:
        return _HEADED
    return -_HEADED if numbers["left_th"] >= _WHOLE and numbers["top_th"] <= 0 else 0.0


def left_prior(numbers: Mapping[str, float]) -> float:
    """The weight of a bold first column for a header column below a header row."""
    return _MARKED * numbers.get("left_marked", 0.0)


def judge(layout: Layout, models: Models) -> Verdict:
    """The verdict on a table with two or more core rows and columns."""
    facts = evidence(layout, models)
    if facts.rule:
        return Verdict(genuine=False, score=0.0, reason=facts.rule)
    score = models.data.probability(facts.numbers, prior=markup_weight(layout.grid.tree, layout.grid.table))
    if score > 0.5:
        return Verdict(genuine=True, score=score, top=facts.top, left=facts.left)
    parts = models.data.parts(facts.numbers)
    return Verdict(genuine=False, score=score, reason=_AGAINST[min(parts, key=lambda name: parts[name])])


def markup_weight(tree: Tree, table: int) -> float:
    """The weight of explicit markup for (or, negative, against) a table being data: its role, a caption."""
    captioned = any(tree.tag[u] == _CAPTION for u in tree.children(table))
    role = tree.attributes(table).get("role", "").strip().lower()
    return _ROLES.get(role, 0.0) + _CAPTIONED * captioned
