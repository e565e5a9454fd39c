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

import numpy as np
from numpy.typing import NDArray

from weblode.outline.atoms import Atoms
from weblode.outline.document import KINDS
from weblode.tags import NUMBERS
from weblode.tree import Column, Tree

Sizes = NDArray[np.float64]

SECTION, GROUP, ITEM, TEXT, NAVIGATION, DECORATION, TABLE, CONTROL = range(len(KINDS))
_SHORT = 24  # bytes: on the home pages we measured, the mean of menus is below this, that of headlines far above
_MOST = 2 / 3  # share of the rows of a group that must begin alike


def kinds(tree: Tree, atoms: Atoms, parent: Column, label: Column) -> Column:
    """The kind of each row, as a number in `KINDS`; rows come before those below them."""
    row_kinds = _kinds_by_atom(atoms, label)
    menus = _menus(tree, atoms)
    _settle_kinds(row_kinds, parent, label.copy(), (atoms.path, _link_sizes(tree, atoms)), menus)
    return row_kinds


def _settle_kinds(kind: Column, parent: Column, first: Column, atoms: tuple[Column, Sizes], menus: list[bool]) -> None:
    """Fill in the kinds of rows that have others below them, and of those, given all kinds as if there were none.

    `first` has the atom of each row and gets the first one below those that have none; `atoms` are the tag path and
    the size of each.
    """
    path, size = atoms
    below: list[list[int]] = [[] for _ in range(len(kind))]  # by row without decoration, last one first
    for row in range(len(kind) - 1, -1, -1):
        parts = below[row]
        if parts:
            if first[row] < 0:
                first[row] = first[parts[-1]]
            atom = first[row]
            total, real, bare, paths = 0.0, 0, True, []
            for part in parts:
                paths.append(path[first[part]])
                total += size[first[part]]
                real += kind[part] != DECORATION
                bare = bare and not below[part]
            kind[row] = GROUP if _alike(paths) else SECTION
            if kind[row] == GROUP and real == 1:
                kind[row] = SECTION  # a row with bullets, not a list of them
            if menus and menus[atom]:
                kind[row] = NAVIGATION
            elif kind[row] == GROUP:
                if bare and total <= _SHORT * len(parts):
                    kind[row] = NAVIGATION
                for part in parts:
                    if kind[part] == TEXT:
                        kind[part] = ITEM
        if row and (kind[row] != DECORATION or first[parent[row]] < 0):
            below[parent[row]].append(row)


def _link_sizes(tree: Tree, atoms: Atoms) -> Sizes:
    """The bytes of each atom that is a link; infinite for others."""
    size = tree.text_before[tree.end[atoms.node]] - tree.text_before[atoms.node]
    return np.where(atoms.link >= 0, size, np.inf)


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
    paths = sorted(paths)
    return paths.count(paths[len(paths) // 2]) >= _MOST * len(paths)  # more than half of them are in the middle


def _menus(tree: Tree, atoms: Atoms) -> list[bool]:
    """Whether each atom is in a `nav` element; empty if the page has none."""
    roots = np.flatnonzero(tree.tag == NUMBERS["nav"])
    if not len(roots):
        return []
    inside = np.zeros(len(tree) + 1, dtype=np.int32)
    np.add.at(inside, roots, 1)
    np.add.at(inside, tree.end[roots], -1)
    return list((np.cumsum(inside)[atoms.node] > 0).tolist())
