"""Columns with the parts of their texts (see `parts`) after them: those of a rule, or those of a shared template."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weblode.kernels.cells import CellColumn
from weblode.records.places import FieldPlace

from .describing import describe_all
from .drafts import ColumnDraft, drafts
from .lines import may_have_halves
from .parts import cells_of, find, read
from .titles import is_heading

if TYPE_CHECKING:
    from weblode.records.known_fields import KnownField, KnownFields


def with_parts(
    columns: list[ColumnDraft],
    known_fields: "KnownFields",
    visible_only: bool,  # noqa: FBT001
) -> list[ColumnDraft]:
    """The columns, each followed by the parts of its texts: the known ones, or those of its template.

    With `visible_only`, hidden parts may be left out (see `_add_new_parts`). The ranks are the numbers that the columns
    have if none is left out; parts have that of the column before them.
    """
    known_parts = known_fields.parts
    every: list[ColumnDraft] = []
    rank = 0
    for draft in columns:
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


def _read_parts(draft: ColumnDraft, learnt: "Sequence[KnownField]") -> list[ColumnDraft]:
    """The known parts of a column."""
    pieces = read(learnt[0].template, draft.cells, [each.piece for each in learnt])
    parts: list[ColumnDraft] = []
    for each, cells in zip(learnt, pieces, strict=True):
        part = ColumnDraft(each.place, cells, each)
        part.rank = draft.rank
        parts.append(part)
    return parts


def known_ones(
    places: list[FieldPlace],
    columns: list[CellColumn],
    earlier: "list[KnownField | None]",
    known_fields: "KnownFields",
) -> list[ColumnDraft]:
    """The known columns and parts that are shown, with the halves that belong to them, in the order of the rule.

    `earlier` are the columns of the rule that some columns are, None for new ones. These, and what is hidden, are no
    more than looked at.
    """
    if may_have_halves(places, columns, earlier):
        joined = describe_all(drafts(places, columns, earlier), known_only=True)
        places = [draft.place for draft in joined]
        columns = [draft.cells for draft in joined]
        earlier = [draft.known for draft in joined]
    ranks, shown_parts = known_fields.ranks, known_fields.shown_parts
    ranked: list[tuple[int, int, ColumnDraft]] = []
    for i, before in enumerate(earlier):
        if before is None:
            continue
        learnt = shown_parts.get(id(before))
        if learnt is None and (before.hidden or before.names_next):
            continue
        draft = ColumnDraft(places[i], columns[i], before)
        if not (draft.hidden or draft.names_next):
            ranked.append((ranks[id(before)], len(ranked), draft))
        if learnt is not None:
            for part in _read_parts(draft, learnt):
                ranked.append((ranks[id(part.known)], len(ranked), part))
    ranked.sort()
    every = [draft for _, _, draft in ranked]
    for i, draft in enumerate(every):
        draft.rank = i
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
