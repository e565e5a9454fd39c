"""Columns with the parts of their texts (see `parts`) after them: known ones, or those of a shared template."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .drafts import ColumnDraft
from .parts import cells_of, find, read
from .titles import is_heading

if TYPE_CHECKING:
    from weblode.records.fields import KnownField


def with_parts(
    drafts: list[ColumnDraft],
    known_fields: "Sequence[KnownField]",
    visible_only: bool,  # noqa: FBT001
) -> list[ColumnDraft]:
    """The columns, each followed by the parts of its texts: the known ones, or those of its template.

    With `visible_only`, hidden parts may be left out (see `_add_new_parts`); of a rule, all that is hidden or that it
    does not know. The ranks are the numbers that the columns have if none is left out; parts have that of the column
    before them.
    """
    if known_fields and visible_only:
        return _known_parts(drafts, known_fields)
    known_parts = _parts_by_source(known_fields)
    every: list[ColumnDraft] = []
    rank = 0
    for draft in drafts:
        draft.rank = rank
        if draft.known is not None:
            every.append(draft)
            learnt = known_parts.get(id(draft.known), ())
            if learnt:
                every += _read_parts(draft, learnt)
            rank += 1 + len(learnt)
        elif visible_only and _is_idle(draft):
            rank += 1
        else:
            rank += _add_new_parts(every, draft, visible_only)
    return every


def _is_idle(draft: ColumnDraft) -> bool:
    """Whether a hidden line says nothing about other columns: it has no name that they cannot have, and no links."""
    return draft.hidden and draft.whole and not (draft.name or draft.names_next or draft.links)


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


def _read_parts(draft: ColumnDraft, learnt: "Sequence[KnownField]") -> list[ColumnDraft]:
    """The known parts of a column."""
    pieces = read(learnt[0].template, draft.cells, [each.piece for each in learnt])
    drafts: list[ColumnDraft] = []
    for each, cells in zip(learnt, pieces, strict=True):
        part = ColumnDraft(each.place, cells, each)
        part.rank = draft.rank
        drafts.append(part)
    return drafts


def _known_parts(drafts: list[ColumnDraft], known_fields: "Sequence[KnownField]") -> list[ColumnDraft]:
    """The known columns and parts that are shown."""
    known_parts = _parts_by_source(known_fields)
    every: list[ColumnDraft] = []
    for draft in drafts:
        if draft.known is None:
            continue
        if not draft.hidden and not draft.names_next:
            every.append(draft)
        visible = [each for each in known_parts.get(id(draft.known), ()) if not each.hidden]
        if visible:
            every += _read_parts(draft, visible)
    return every


def _add_new_parts(every: list[ColumnDraft], draft: ColumnDraft, visible_only: bool) -> int:  # noqa: FBT001
    """Add a new column and the parts of its texts if they share a template; if each part has a label, it is hidden.

    With `visible_only`, hidden parts are left out, but for those with links, by which titles are told. Returns how many
    there are with those that are left out.
    """
    every.append(draft)
    if draft.image or draft.names_next or draft.constant or draft.hidden:
        return 1
    parted = find(draft.cells)
    if not parted.parts:
        return 1
    labelled = False
    if not draft.linked and not is_heading(draft.path):
        for part in parted.parts:
            labelled = labelled or bool(part.name)
    draft.label = draft.label or parted.label
    for part in parted.parts:
        name = part.name if labelled else ""
        if name or not visible_only or draft.links:
            own = draft.part(name, part.piece, parted.template, cells_of(part.texts, draft.cells))
            own.rank = draft.rank
            every.append(own)
    if labelled:
        draft.hidden, draft.prefix = parted.complete, ""
    return 1 + len(parted.parts)
