"""Columns with the parts of their texts (see `parts`) after them: known ones, or those of a shared template."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weblode.kernels.cells import CellColumn
from weblode.records import parts, titles

if TYPE_CHECKING:
    from weblode.records.fields import KnownField

    # A column's description, its cells, and the column as it was known before, if it was.
    _Parted = tuple[KnownField, CellColumn, KnownField | None]


def with_parts(
    columns: "Sequence[_Parted]", known_fields: "Sequence[KnownField]", *, visible_only: bool
) -> "tuple[list[_Parted], list[int]]":
    """The columns, each followed by the parts of its texts: the known ones, or those of its template.

    With `visible_only`, hidden parts may be left out (see `_new_parts`); of a rule, all that is hidden or that it does
    not know. The numbers are those that the columns have if none is left out; parts have that of the column before
    them.
    """
    if known_fields and visible_only:
        return _known_parts(columns, known_fields)
    known_parts = _parts_by_source(known_fields)
    every: list[_Parted] = []
    ranks: list[int] = []
    n = 0
    for about, cells, settled in columns:
        if visible_only and settled is None and _is_idle(about, cells):
            n += 1
            continue
        if settled is not None:
            every.append((about, cells, settled))
            learnt = known_parts.get(id(settled), ())
            pieces = parts.read(learnt[0].template, cells, [each.piece for each in learnt]) if learnt else []
            every += [(each, own, each) for each, own in zip(learnt, pieces, strict=True)]
            size = 1 + len(learnt)
        else:
            parted, size = _new_parts(about, cells, visible_only=visible_only)
            every += [(each, own, None) for each, own in parted]
        ranks += [n] * (len(every) - len(ranks))
        n += size
    return every, ranks


def _is_idle(about: "KnownField", cells: CellColumn) -> bool:
    """Whether a hidden line says nothing about other columns: it has no name that they cannot have, and no links."""
    return about.hidden and about.place.whole and not (about.name or about.names_next or cells.links)


def _parts_by_source(known_fields: "Sequence[KnownField]") -> "dict[int, list[KnownField]]":
    """The known parts of each known column, by its id."""
    known_parts: dict[int, list[KnownField]] = {-1: []}
    source = -1
    for each in known_fields:
        if each.piece:
            known_parts[source].append(each)
        else:
            source = id(each)
            known_parts[source] = []
    return known_parts


def _known_parts(
    columns: "Sequence[_Parted]", known_fields: "Sequence[KnownField]"
) -> "tuple[list[_Parted], list[int]]":
    """The known columns and parts that are shown, and their numbers."""
    known_parts = _parts_by_source(known_fields)
    every: list[_Parted] = []
    for about, cells, settled in columns:
        if settled is None:
            continue
        if not about.hidden and not about.names_next:
            every.append((about, cells, settled))
        visible = [each for each in known_parts.get(id(settled), ()) if not each.hidden]
        if visible:
            pieces = parts.read(visible[0].template, cells, [each.piece for each in visible])
            every += [(each, own, each) for each, own in zip(visible, pieces, strict=True)]
    return every, list(range(len(every)))


def _new_parts(
    about: "KnownField", cells: CellColumn, *, visible_only: bool
) -> "tuple[list[tuple[KnownField, CellColumn]], int]":
    """A new column, and the parts of its texts if they share a template; if each part has a label, it is hidden.

    With `visible_only`, hidden parts are left out, but for those with links, by which titles are told.
    The number is how many there are with those that are left out.
    """
    if about.place.image or about.names_next or about.constant or about.hidden:
        return [(about, cells)], 1
    parted = parts.find(cells)
    if not parted.parts:
        return [(about, cells)], 1
    title = about.linked or titles.is_heading(about.place.path)
    labelled = not title and any(part.name for part in parted.parts)
    prefix = "" if labelled else about.prefix
    whole = about.but(hidden=labelled and parted.complete, prefix=prefix, label=about.label or parted.label)
    columns: list[tuple[KnownField, CellColumn]] = [(whole, cells)]
    for part in parted.parts:
        name = part.name if labelled else ""
        if name or not visible_only or cells.links:
            more = {"template": parted.template, "piece": part.piece}
            column = about.but(name=name, prefix="", label="", hidden=not name, linked=False, **more)
            columns.append((column, parts.cells_of(part.texts, cells)))
    return columns, 1 + len(parted.parts)
