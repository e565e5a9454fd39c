"""Descriptions of new columns: which are one, which say what others say, and what can be told of each by itself."""

from collections import Counter
from collections.abc import Sequence

from weblode import kernels
from weblode.kernels.texts import LABEL

from .drafts import ColumnDraft
from .lines import hidden, is_constant, join_halves, name_by_words, repeats
from .names import mark_labels


def describe_all(drafts: list[ColumnDraft], known_only: bool) -> list[ColumnDraft]:  # noqa: FBT001
    """The columns with their halves joined and described, but for lines that repeat others; or the known ones alone."""
    groups = join_halves(drafts)
    joined: list[ColumnDraft] = []
    for group in groups:
        draft = drafts[group[0]]
        if known_only and draft.known is None:
            continue
        if len(group) > 1:
            cells = kernels.fastest().joined([drafts[i].cells for i in group])
            draft = ColumnDraft(draft.place, cells, draft.known)
        if draft.known is None:
            _describe(draft)
        joined.append(draft)
    if known_only:
        return joined
    mark_labels(joined)
    repeated = repeats(joined)
    unseen = hidden(joined, repeated)
    name_by_words(joined)
    left: list[ColumnDraft] = []
    for i, draft in enumerate(joined):
        if draft.known is None and (i in repeated or i in unseen):
            draft.hidden = True
        if draft.known is not None or i not in repeated or not draft.whole:
            left.append(draft)
    return left


def _describe(draft: ColumnDraft) -> None:
    """Describe a new column by itself."""
    cells = draft.cells
    several = draft.filled > 1
    draft.linked = draft.links > 0
    if several:
        few: tuple[str, ...] = cells.few
        draft.constant = len(few) < 3 and is_constant(few)
        if not (draft.constant or draft.linked or draft.image or draft.whole) and cells.colons:
            draft.prefix = _common_label(cells.values)


def _common_label(values: Sequence[str]) -> str:
    """The label that nearly all values begin with; "" without one."""
    heads: list[str] = []
    for value in values:
        match = LABEL.match(value) if ":" in value else None
        heads.append(match[0] if match else "")
    head = heads[0] if 2 * heads.count(heads[0]) > len(heads) else Counter(heads).most_common(1)[0][0]
    return head if heads.count(head) >= 0.9 * len(heads) else ""
