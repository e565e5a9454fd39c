"""Panels that a page ties to their tabs by name: `aria-controls`, `href="#id"`, `data-` attributes, event
handlers.

A value on or around a text names a panel if it is the panel's `id`, or a part of it: `data-target="news"` and
`id="panel-news"`; so does the end of a value, if the values of the other tabs begin like it. Several alike texts must
name as many panels in the same way; a single one only the panel right after it, by its whole `id`. A panel that begins
with a heading needs no other label: links to it are a table of contents. Nor does a list item that its first text
names.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode.outline.atoms import HEADING, Atoms
from weblode.tree import Tree

from .draft import OutlineDraft
from .rows import HANDLERS, ITEMS

_TOKEN = re.compile(rb"[\w:.-]{1,60}").fullmatch
_DATA = re.compile(rb"data-[\w-]{1,60}").fullmatch
_NUMBER = re.compile(rb"\d{3,}").fullmatch  # large numbers count something
# `onmouseover="show(this, 'menu1')"`: the last name in quotes.
_QUOTED = re.compile(rb".{0,300}['\"]#?([\w:.-]{1,60})['\"][^'\"]*", re.DOTALL).fullmatch
_DELIMITER = re.compile(rb"[-_:.]")
_DELIMITERS = bytes.maketrans(b"_:.", b"---")
_EXACT = frozenset({b"aria-controls", b"href"})  # attributes that name a single panel
_AFFIXES = 20  # as many ids that a value is a part of are looked at
_TOKENS = 4  # as many parts at the end of a value may name a panel
_OUT, _ROOT = -2, -1  # instead of the row above: of a row that is not in the outline, of the root
_LARGEST = 3  # a single panel has at most this part of the page's atoms


class Tab(NamedTuple):
    """An attribute that may name a panel."""

    name: bytes  # of the attribute, with what its value begins with if only the end of that names the panel
    value: bytes
    element: int
    atom: int  # the only one within the element or around it
    path: int  # the tag path of the atom


Candidate = tuple[bytes, bytes, int]  # the name and the value of an attribute, and its element
DataAttributes = list[tuple[int, bytes, bytes]]  # element, name and value
Affix = tuple[bytes, bytes]  # what a panel's id has before and after the value that names it


def tied_panels(
    tree: Tree, atoms: Atoms, attributes: Mapping[bytes, dict[int, bytes]], data: DataAttributes
) -> list[tuple[int, int]]:
    """Tabs and panels as pairs of an atom and the node of a panel, in the order of the tabs.

    `attributes` has the values of those in `rows.NAMES`, by name and element; `data` are those whose names begin with
    `data-`.
    """
    if len(atoms) < 3:
        return []
    ids = attributes[b"id"]
    ends = _panel_ends(tree, atoms, ids)
    panels = {u: ids[u] for u in ends}
    tabs = _tabs(tree, atoms, _candidates(attributes, data, panels), set(ids.values())) if panels else []
    names = _panels(panels, {tab.value for tab in tabs}) if tabs else {}
    if not names:
        return []
    groups: dict[tuple[bytes, Affix, int], dict[int, int]] = defaultdict(dict)
    for name, value, u, atom, path in tabs:
        for affix, panel in names[value].items() if value in names else ():
            if panel in ends and not panel <= u < ends[panel]:
                groups[name, affix, path].setdefault(atom, panel)
    ties: dict[int, int] = {}
    for (name, affix, _), group in groups.items():
        several = len(group) > 1 and len(set(group.values())) == len(group)
        if several or (name in _EXACT and affix == (b"", b"") and _is_next(tree, atoms, group)):
            for tab, panel in group.items():
                ties.setdefault(tab, panel)
    return sorted(ties.items())


def _tabs(tree: Tree, atoms: Atoms, candidates: list[Candidate], ids: set[bytes]) -> list[Tab]:
    """The attributes that may name a panel; instead of a value that is no id, the ends of it after delimiters too."""
    if not candidates:
        return []
    only = _only_atoms(tree, atoms, [u for _, _, u in candidates])
    columns = (candidates, only.tolist(), atoms.path[only].tolist())
    tabs = [Tab(*candidate, atom, path) for candidate, atom, path in zip(*columns, strict=True) if atom >= 0]
    for tab in [tab for tab in tabs if tab.value not in ids]:
        for match in [*_DELIMITER.finditer(tab.value, 0, len(tab.value) - 1)][-_TOKENS:]:
            begin = tab.name + b" " + tab.value[: match.end()]
            tabs.append(Tab(begin, tab.value[match.end() :], *tab[2:]))
    # One alone must name its panel by the whole value.
    count = Counter([(tab.name, tab.path) for tab in tabs])
    return [tab for tab in tabs if count[tab.name, tab.path] > 1 or tab.name in _EXACT]


def _candidates(
    attributes: Mapping[bytes, dict[int, bytes]], data: DataAttributes, panels: dict[int, bytes]
) -> list[Candidate]:
    """Name, value and element of the attributes that may name a panel, given the ids of the panels."""
    # The last part of a value is a part of the id that it names.
    tokens = {token for value in panels.values() for token in value.translate(_DELIMITERS).split(b"-")}
    candidates = [(b"aria-controls", value, u) for u, value in attributes[b"aria-controls"].items()]
    for u, name, value in data:
        value = value.removeprefix(b"#")
        if value.translate(_DELIMITERS).rpartition(b"-")[2] in tokens and _DATA(name) and not _NUMBER(value):
            candidates.append((name, value, u))
    for name in HANDLERS:
        for u, value in attributes[name].items():
            if match := _QUOTED(value):
                candidates.append((name, match[1], u))
    for u, value in attributes[b"href"].items():
        if b"#" in value:
            candidates.append((b"href", value.partition(b"#")[2], u))
    return [
        candidate
        for candidate in candidates
        if candidate[1].translate(_DELIMITERS).rpartition(b"-")[2] in tokens and _TOKEN(candidate[1])
    ]


def _panels(ids: dict[int, bytes], values: set[bytes]) -> dict[bytes, dict[Affix, int]]:
    """By value, the elements whose id it is, or a part of it that a delimiter ends, each with the rest of its id."""
    panels: dict[bytes, dict[Affix, int]] = defaultdict(dict)

    def add(name: bytes, affix: Affix, u: int) -> None:
        if name in values and len(panels[name]) < _AFFIXES:
            panels[name].setdefault(affix, u)

    ends = {value.translate(_DELIMITERS).rpartition(b"-")[2] for value in values}
    starts = {value.translate(_DELIMITERS).partition(b"-")[0] for value in values}
    for u, value in ids.items():
        plain = value.translate(_DELIMITERS)
        if plain.partition(b"-")[0] not in starts and plain.rpartition(b"-")[2] not in ends:
            continue  # as most are
        if not _TOKEN(value):
            continue
        add(value, (b"", b""), u)
        for match in _DELIMITER.finditer(value):
            add(value[match.end() :], (value[: match.end()], b""), u)
            add(value[: match.start()], (b"", value[match.start() :]), u)
    return panels


def _only_atoms(tree: Tree, atoms: Atoms, elements: list[int]) -> NDArray[np.intp]:
    """For each element the only atom within it, or the one that it is in; -1 if there are several or none."""
    nodes = np.array(elements, dtype=np.int32)
    first, stop = atoms.node.searchsorted(nodes), atoms.node.searchsorted(tree.end[nodes])
    around = (first == stop) & (first > 0) & (nodes < tree.end[atoms.node[first - 1]])
    return np.where(stop - first == 1, first, np.where(around, first - 1, -1))


def _panel_ends(tree: Tree, atoms: Atoms, elements: Iterable[int]) -> dict[int, int]:
    """The ends of the elements that have several atoms and do not begin with a heading, by element."""
    nodes = np.array([*elements], dtype=np.int32)
    first, stop = atoms.node.searchsorted(nodes), atoms.node.searchsorted(tree.end[nodes])
    nodes, first = nodes[stop - first > 1], first[stop - first > 1]
    nodes = nodes[atoms.rank[first] < HEADING]
    return dict(zip(nodes.tolist(), tree.end[nodes].tolist(), strict=True))


def _is_next(tree: Tree, atoms: Atoms, group: dict[int, int]) -> bool:
    """Whether a single tab is right before its panel, and the panel is a small part of the page."""
    if len(group) > 1:
        return False
    ((tab, panel),) = group.items()
    first, stop = atoms.node.searchsorted([panel, tree.end[panel]]).tolist()
    return bool(first == tab + 1 and _LARGEST * (stop - first) <= len(atoms))


def move_panels(draft: OutlineDraft, tree: Tree, atoms: Atoms, ties: list[tuple[int, int]]) -> None:
    """Put the rows of each panel below the row of its tab."""
    low, high, above = _extents(draft)
    row_of = {label: row for row, label in enumerate(draft.label) if label >= 0 and above[row] >= _ROOT}
    for tab, panel in ties:
        first, stop = atoms.node.searchsorted([panel, tree.end[panel]]).tolist()
        rows, atom = [], first
        while atom < stop and atom in row_of:
            row = row_of[atom]
            while above[row] >= 0 and first <= low[above[row]] and high[above[row]] < stop:
                row = above[row]
            if low[row] != atom or high[row] >= stop or row == row_of.get(tab):
                break
            rows.append(row)
            atom = high[row] + 1
        if atom < stop or tab not in row_of or not rows:
            continue
        if len(rows) == 1 and draft.label[rows[0]] >= 0 and tree.tag[panel] in ITEMS:
            continue
        for row in rows:
            _detach(draft, above, row)
        if len(rows) == 1 and draft.label[rows[0]] < 0:
            rows = draft.below[rows[0]]
        draft.below[row_of[tab]] += rows
        for row in rows:
            above[row] = row_of[tab]


def _extents(draft: OutlineDraft) -> tuple[list[int], list[int], list[int]]:
    """By row: its first and its last atom with the rows below it, and the row above it, `_OUT` if it is not below the
    root."""
    low = [label if label >= 0 else len(draft.label) for label in draft.label]
    high, above = draft.label.copy(), [_OUT] * len(draft.label)
    above[draft.root] = _ROOT
    rows, below = [draft.root], draft.below
    for row in rows:  # which grows
        if parts := below[row]:
            rows += parts
            for part in parts:
                above[part] = row
    for row in reversed(rows):
        holder = above[row]
        if holder >= 0:
            if low[row] < low[holder]:
                low[holder] = low[row]
            if high[row] > high[holder]:
                high[holder] = high[row]
    return low, high, above


def _detach(draft: OutlineDraft, above: list[int], row: int) -> None:
    """Take a row out of the row above it, and that one too if nothing is left of it."""
    while (holder := above[row]) >= 0:
        draft.below[holder].remove(row)
        if draft.below[holder] or draft.label[holder] >= 0:
            break
        row = holder
