"""The kind of each row of an outline.

| kind         | a row that |
| ------------ | --- |
| `group`      | holds rows that are alike: most of them begin with the same tag path |
| `navigation` | is a group of short links, or holds rows and begins in a `nav` element |
| `section`    | holds rows of several kinds |
| `item`       | is a link, or one of a group |
| `text`       | is any other text |
| `decoration` | has neither letter nor digit: a bullet, an arrow, a bar between links |
| `table`      | is a data table |
| `control`    | is a `select`, named by the option that it shows |
"""

from collections import Counter

import numpy as np

from weblode.outline.atoms import Atoms
from weblode.outline.document import KINDS
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

SECTION, GROUP, ITEM, TEXT, NAVIGATION, DECORATION, TABLE, CONTROL = range(len(KINDS))
_SHORT = 24  # bytes: on the home pages we measured, the mean of menus is below this, that of headlines far above
_MOST = 2 / 3  # share of the rows of a group that must begin alike


def kinds(tree: Tree, atoms: Atoms, parent: Column, label: Column) -> Column:
    """The kind of each row, as a number in `KINDS`; rows come before those below them."""
    row_kinds = _kinds_by_atom(atoms, label).tolist()
    below: dict[int, list[int]] = {}  # by row without decoration, last one first
    first = label.tolist()  # the first atom of each row, its own or below it
    above, path, size = parent.tolist(), atoms.path.tolist(), _link_sizes(tree, atoms)
    menus, marks = _menus(tree, atoms), atoms.mark.any()
    for row in range(len(row_kinds) - 1, -1, -1):
        if parts := below.get(row):
            atom = first[row] = first[row] if first[row] >= 0 else first[parts[-1]]
            starts = [first[part] for part in parts]
            row_kinds[row] = GROUP if _alike([path[start] for start in starts]) else SECTION
            if marks and row_kinds[row] == GROUP and sum([row_kinds[part] != DECORATION for part in parts]) == 1:
                row_kinds[row] = SECTION  # a row with bullets, not a list of them
            if menus and menus[atom]:
                row_kinds[row] = NAVIGATION
            elif row_kinds[row] == GROUP:
                short = sum([size[start] for start in starts]) <= _SHORT * len(parts)
                if short and not any(part in below for part in parts):
                    row_kinds[row] = NAVIGATION
                for part in parts:
                    if row_kinds[part] == TEXT:
                        row_kinds[part] = ITEM
        if row and (row_kinds[row] != DECORATION or first[above[row]] < 0):
            if (holder := above[row]) in below:
                below[holder].append(row)
            else:
                below[holder] = [row]
    return np.array(row_kinds, dtype=np.int32)


def _link_sizes(tree: Tree, atoms: Atoms) -> list[float]:
    """The bytes of each atom that is a link; infinite for others."""
    size = tree.text_before[tree.end[atoms.node]] - tree.text_before[atoms.node]
    return list(np.where(atoms.link >= 0, size, np.inf).tolist())


def _kinds_by_atom(atoms: Atoms, label: Column) -> Column:
    """The kind of each row as if it had no rows below it."""
    kind = np.where(atoms.link >= 0, ITEM, TEXT)
    kind[atoms.mark] = DECORATION
    kind[atoms.table] = TABLE
    kind[atoms.control] = CONTROL
    return np.append(kind, SECTION)[label].astype(np.int32)  # -1, no label, is the last


def _alike(paths: list[int]) -> bool:
    """Whether there are at least two tag paths and most are the same."""
    if len(paths) < 2:
        return False
    return paths.count(paths[0]) == len(paths) or max(Counter(paths).values()) >= _MOST * len(paths)


def _menus(tree: Tree, atoms: Atoms) -> list[bool]:
    """Whether each atom is in a `nav` element; empty if the page has none."""
    roots = np.flatnonzero(tree.tag == NUMBERS["nav"])
    if not len(roots):
        return []
    inside = np.zeros(len(tree) + 1, dtype=np.int32)
    np.add.at(inside, roots, 1)
    np.add.at(inside, tree.end[roots], -1)
    return list((np.cumsum(inside)[atoms.node] > 0).tolist())
