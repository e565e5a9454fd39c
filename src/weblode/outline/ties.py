"""Panels that a page ties to their tabs by name: `aria-controls`, `href="#id"`, `data-` attributes.

A value on or around a text names a panel if it is the panel's `id`, or a part of it: `data-target="news"` and
`id="panel-news"`; so does the end of a value, if the values of the other tabs begin like it. Several alike texts must
name as many panels in the same way; a single one only the panel right after it, by its whole `id`. A panel that begins
with a heading needs no other label: links to it are a table of contents.
"""

import re
from collections import Counter, defaultdict

import numpy as np

from weblode.outline.atoms import HEADING, Atoms
from weblode.outline.draft import OutlineDraft
from weblode.tree import Tree

# The bytes of attributes: name, NUL, value, NUL. Each pattern begins with a literal, which is searched for fast.
_TOKEN = rb"([\w:.-]{1,60})\0"
_IDS = re.compile(rb"(id)\0" + _TOKEN)
_CONTROLS = re.compile(rb"(aria-controls)\0" + _TOKEN)
_DATA = re.compile(rb"(data-[\w-]{1,60})\0#?" + _TOKEN)
_PLACES = re.compile(rb"#" + _TOKEN)  # the end of an attribute's value
_DELIMITER = re.compile(rb"[-_:.]")
_DELIMITERS = bytes.maketrans(b"_:.", b"---")
_EXACT = frozenset({b"aria-controls", b"href"})  # attributes that name a single panel
_AFFIXES = 20  # as many ids that a value is a part of are looked at
_TOKENS = 4  # as many parts at the end of a value may name a panel
_OUT, _ROOT = -2, -1  # instead of the row above: of a row that is not in the outline, of the root
_LARGEST = 3  # a single panel has at most this part of the page's atoms

Match = tuple[int, bytes, bytes]  # where an attribute begins, its name, its value or the end of it
Affix = tuple[bytes, bytes]  # what a panel's id has before and after the value that names it


def tied_panels(tree: Tree, atoms: Atoms) -> list[tuple[int, int]]:
    """Tabs and panels as pairs of an atom and the node of a panel, in the order of the tabs."""
    tabs = _tabs(tree, atoms) if len(atoms) > 2 else []
    names = _panels(tree, {value for _, value, _, _ in tabs}) if tabs else {}
    groups: dict[tuple[bytes, Affix, int], dict[int, int]] = defaultdict(dict)
    for name, value, u, tab in tabs:
        for affix, panel in names[value].items() if value in names else ():
            if not panel <= u < tree.end[panel] and _is_panel(tree, atoms, panel):
                groups[name, affix, atoms.path.item(tab)].setdefault(tab, panel)
    ties: dict[int, int] = {}
    for (name, affix, _), group in groups.items():
        several = len(group) > 1 and len(set(group.values())) == len(group)
        if several or (name in _EXACT and affix == (b"", b"") and _is_next(tree, atoms, group)):
            for tab, panel in group.items():
                ties.setdefault(tab, panel)
    return sorted(ties.items())


def _tabs(tree: Tree, atoms: Atoms) -> list[tuple[bytes, bytes, int, int]]:
    """Name and value of the attributes that may name a panel, with their element and the only atom in or around it.

    Of a value there are also the ends that a delimiter is before.
    """
    matches = [match for pattern in (_CONTROLS, _DATA) for match in _matches(tree, pattern)]
    attributes = _attributes(tree, matches + _links_to_places(tree))
    only = _only_atoms(tree, atoms, [u for _, _, u in attributes])
    tabs = [(*attribute, atom) for attribute, atom in zip(attributes, only, strict=True) if atom >= 0]
    parts = (
        (name + b" " + value[: match.end()], value[match.end() :], u, atom)
        for name, value, u, atom in tabs
        for match in [*_DELIMITER.finditer(value)][-_TOKENS:]
    )
    tabs += [part for part in parts if part[1]]
    # One alone must name its panel by the whole value.
    count = Counter([(name, atoms.path.item(atom)) for name, _, _, atom in tabs])
    return [tab for tab in tabs if count[tab[0], atoms.path.item(tab[3])] > 1 or tab[0] in _EXACT]


def _links_to_places(tree: Tree) -> list[Match]:
    """Begin, name and place of the attributes `href` that end with a place on a page."""
    buffer = tree.buffer
    places = []
    for match in _PLACES.finditer(buffer):
        begin = buffer.rfind(b"\0", 0, match.start()) - len(b"href")
        if buffer.startswith(b"href", max(begin, 0)):
            places.append((begin, b"href", match[1]))
    return places


def _panels(tree: Tree, values: set[bytes]) -> dict[bytes, dict[Affix, int]]:
    """By value, the elements whose id it is, or a part of it that a delimiter ends, each with the rest of its id."""
    panels: dict[bytes, dict[Affix, int]] = defaultdict(dict)

    def add(name: bytes, affix: Affix, u: int) -> None:
        if name in values and len(panels[name]) < _AFFIXES:
            panels[name].setdefault(affix, u)

    ends = {value.translate(_DELIMITERS).rpartition(b"-")[2] for value in values}
    starts = {value.translate(_DELIMITERS).partition(b"-")[0] for value in values}
    ids = []
    for begin, name, value in _matches(tree, _IDS):
        plain = value.translate(_DELIMITERS)
        if plain.partition(b"-")[0] in starts or plain.rpartition(b"-")[2] in ends:  # most are not
            ids.append((begin, name, value))
    for _, value, u in _attributes(tree, ids):
        add(value, (b"", b""), u)
        for match in _DELIMITER.finditer(value):
            add(value[match.end() :], (value[: match.end()], b""), u)
            add(value[: match.start()], (b"", value[match.start() :]), u)
    return panels


def _matches(tree: Tree, pattern: re.Pattern[bytes]) -> list[Match]:
    """Begin, name and value where a pattern matches."""
    return [(match.start(), match[1], match[2]) for match in pattern.finditer(tree.buffer)]


def _attributes(tree: Tree, matches: list[Match]) -> list[tuple[bytes, bytes, int]]:
    """Name, value and element of the matches that are attributes."""
    if not matches:
        return []
    buffer = tree.buffer
    begins = np.array([begin for begin, _, _ in matches], dtype=np.int32)
    nodes = tree.start.searchsorted(begins, side="right") - 1
    columns = (nodes.tolist(), (tree.start[nodes] == begins).tolist(), tree.tag[nodes].tolist())
    return [
        (name, value, u)
        for (begin, name, value), u, is_first, tag in zip(matches, *columns, strict=True)
        if tag and (is_first or not buffer[begin - 1])
    ]


def _only_atoms(tree: Tree, atoms: Atoms, elements: list[int]) -> list[int]:
    """For each element the only atom within it, or the one that it is in; -1 if there are several or none."""
    nodes = np.array(elements, dtype=np.int32)
    first, stop = atoms.node.searchsorted(nodes), atoms.node.searchsorted(tree.end[nodes])
    around = (first == stop) & (first > 0) & (nodes < tree.end[atoms.node[first - 1]])
    return list(np.where(stop - first == 1, first, np.where(around, first - 1, -1)).tolist())


def _is_panel(tree: Tree, atoms: Atoms, u: int) -> bool:
    """Whether an element has several atoms and does not begin with a heading."""
    first, stop = atoms.node.searchsorted([u, tree.end[u]]).tolist()
    return bool(stop - first > 1 and atoms.rank[first] < HEADING)


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
    for row in (rows := draft.upwards()):
        for part in draft.below[row]:
            above[part] = row
    for row in rows:
        if (holder := above[row]) >= 0:
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
