"""Panels that a page ties to their tabs by name: `aria-controls`, `href="#id"`, `data-` attributes, event handlers.

A value on or around a text names a panel if it is the panel's `id`, or a part of it: `data-target="news"` and
`id="panel-news"`. Several alike texts must name as many panels in the same way; a single one only the panel right after
it, by its whole `id`. A panel that begins with a heading needs no other label: links to it are a table of contents.
"""

import re
from collections import defaultdict

import numpy as np

from weblode.outline.atoms import HEADING, Atoms
from weblode.outline.draft import OutlineDraft
from weblode.tree import Tree

# The bytes of attributes: name, NUL, value, NUL. Each pattern begins with a literal, which is searched for fast.
_TOKEN = rb"([\w:.-]{1,60})\0"
_IDS = re.compile(rb"(id)\0" + _TOKEN)
_TABS = {
    literal: re.compile(pattern + _TOKEN)
    for literal, pattern in (
        (b"aria-controls", rb"(aria-controls)\0"),
        (b"data-", rb"(data-[\w-]{1,60})\0#?"),
        (b"#", rb"(href)\0[^\0#]*#"),
    )
}
# `onmouseover="show(this, 'menu1')"`: the last name in quotes.
_TABS |= {
    literal: re.compile(b"(" + literal + rb")\0[^\0]{0,300}['\"]#?([\w:.-]{1,60})['\"][^\0'\"]*\0")
    for literal in (b"onmouseover", b"onmouseenter", b"onclick", b"onfocus")
}
_DELIMITER = re.compile(rb"[-_:.]")
_DELIMITERS = bytes.maketrans(b"_:.", b"---")
_EXACT = frozenset({b"aria-controls", b"href"})  # attributes that name a single panel
_AFFIXES = 20  # as many ids that a value is a part of are looked at
_LARGEST = 3  # a single panel has at most this part of the page's atoms

Affix = tuple[bytes, bytes]  # what a panel's id has before and after the value that names it


def tied_panels(tree: Tree, atoms: Atoms) -> list[tuple[int, int]]:
    """Tabs and panels as pairs of an atom and the node of a panel, in the order of the tabs."""
    tabs = _tabs(tree) if len(atoms) > 2 else []
    names = _panels(tree, {value for _, value, _ in tabs}) if tabs else {}
    groups: dict[tuple[bytes, Affix, int], dict[int, int]] = defaultdict(dict)
    begins, path = atoms.node.tolist(), atoms.path.tolist()
    for name, value, u in tabs:
        if value not in names or (tab := _only_atom(tree, atoms, u)) < 0:
            continue
        for affix, panel in names[value].items():
            if not panel <= u < tree.end[panel] and _is_panel(tree, atoms, panel):
                groups[name, affix, path[tab]].setdefault(tab, panel)
    ties: dict[int, int] = {}
    for (name, affix, _), group in groups.items():
        several = len(group) > 1 and len(set(group.values())) == len(group)
        if several or (name in _EXACT and affix == (b"", b"") and _is_next(tree, begins, group)):
            for tab, panel in group.items():
                ties.setdefault(tab, panel)
    return sorted(ties.items())


def _tabs(tree: Tree) -> list[tuple[bytes, bytes, int]]:
    """Name, value and element of the attributes that may name a panel."""
    patterns = [pattern for literal, pattern in _TABS.items() if literal in tree.buffer]
    return [tab for pattern in patterns for tab in _attributes(tree, pattern)]


def _panels(tree: Tree, values: set[bytes]) -> dict[bytes, dict[Affix, int]]:
    """By value, the elements whose id it is, or a part of it that a delimiter ends, each with the rest of its id."""
    panels: dict[bytes, dict[Affix, int]] = defaultdict(dict)

    def add(name: bytes, affix: Affix, u: int) -> None:
        if name in values and len(panels[name]) < _AFFIXES:
            panels[name].setdefault(affix, u)

    ends = {value.translate(_DELIMITERS).rpartition(b"-")[2] for value in values}
    starts = {value.translate(_DELIMITERS).partition(b"-")[0] for value in values}
    for _, value, u in _attributes(tree, _IDS):
        add(value, (b"", b""), u)
        plain = value.translate(_DELIMITERS)
        if plain.partition(b"-")[0] not in starts and plain.rpartition(b"-")[2] not in ends:
            continue  # a quick test that most fail
        for match in _DELIMITER.finditer(value):
            add(value[match.end() :], (value[: match.end()], b""), u)
            add(value[: match.start()], (b"", value[match.start() :]), u)
    return panels


def _attributes(tree: Tree, pattern: re.Pattern[bytes]) -> list[tuple[bytes, bytes, int]]:
    """Name, value and element of the attributes that match a pattern, in document order."""
    buffer = tree.buffer
    matches = [(match.start(), match[1], match[2]) for match in pattern.finditer(buffer)]
    if not matches:
        return []
    begins = np.array([begin for begin, _, _ in matches], dtype=np.int32)
    nodes = tree.start.searchsorted(begins, side="right") - 1
    columns = (nodes.tolist(), (tree.start[nodes] == begins).tolist(), tree.tag[nodes].tolist())
    return [
        (name, value, u)
        for (begin, name, value), u, is_first, tag in zip(matches, *columns, strict=True)
        if tag and (is_first or not buffer[begin - 1])
    ]


def _only_atom(tree: Tree, atoms: Atoms, u: int) -> int:
    """The only atom within an element, or the one that the element is in; -1 if there are several or none."""
    first, stop = atoms.node.searchsorted([u, tree.end[u]]).tolist()
    if stop - first == 1:
        return int(first)
    return int(first) - 1 if first == stop and first and u < tree.end[atoms.node[first - 1]] else -1


def _is_panel(tree: Tree, atoms: Atoms, u: int) -> bool:
    """Whether an element has several atoms and does not begin with a heading."""
    first, stop = atoms.node.searchsorted([u, tree.end[u]]).tolist()
    return bool(stop - first > 1 and atoms.rank[first] < HEADING)


def _is_next(tree: Tree, begins: list[int], group: dict[int, int]) -> bool:
    """Whether a single tab is right before its panel, and the panel is a small part of the page."""
    if len(group) > 1:
        return False
    ((tab, panel),) = group.items()
    first, stop = np.searchsorted(begins, [panel, tree.end[panel]]).tolist()
    return bool(first == tab + 1 and _LARGEST * (stop - first) <= len(begins))


def move_panels(draft: OutlineDraft, tree: Tree, atoms: Atoms, ties: list[tuple[int, int]]) -> None:
    """Put the rows of each panel below the row of its tab."""
    low, high, above = _extents(draft)
    row_of = {label: row for row, label in enumerate(draft.label) if label >= 0 and row in above}
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
        for row in rows:
            _detach(draft, above, row)
        if len(rows) == 1 and draft.label[rows[0]] < 0:
            rows = draft.below[rows[0]]
        draft.below[row_of[tab]] += rows
        above.update(dict.fromkeys(rows, row_of[tab]))


def _extents(draft: OutlineDraft) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """By row of the outline: its first and its last atom with the rows below it, and the row above it."""
    low: dict[int, int] = {}
    high: dict[int, int] = {}
    above = {draft.root: -1}
    for row in draft.upwards():
        label, parts = draft.label[row], draft.below[row]
        firsts = [low[part] for part in parts] + ([label] if label >= 0 else [])
        lasts = [high[part] for part in parts] + ([label] if label >= 0 else [])
        low[row], high[row] = min(firsts, default=0), max(lasts, default=-1)
        above.update(dict.fromkeys(parts, row))
    return low, high, above


def _detach(draft: OutlineDraft, above: dict[int, int], row: int) -> None:
    """Take a row out of the row above it, and that one too if nothing is left of it."""
    while (holder := above[row]) >= 0:
        draft.below[holder].remove(row)
        if draft.below[holder] or draft.label[holder] >= 0:
            break
        row = holder
