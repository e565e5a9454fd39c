"""Lists that run on from column to column, so that the label of a column's first items is in the one before it."""

from weblode.outline.rows import StructureRows


def join_columns(work: StructureRows, parts: list[int]) -> list[int]:
    """The parts of a node; if lists below labels run on from column to column, the labels, each above its whole list.

    The first part is a label above items of one tag path. All others are columns of such items and labels like it, and
    one of them has a label after items.
    """
    below, label = work.draft.below, work.draft.label
    first = parts[0]
    if len(parts) < 2 or label[first] < 0 or not below[first]:
        return parts
    name, item = work.paths[label[first]], work.begin[below[first][0]]
    rows: list[int] = []
    late = False
    for part in parts:
        column = [part] if label[part] >= 0 else below[part]
        late = late or any(_is_label(work, row, name) for row in column[1:])
        rows += column
    if not late or not all(_is_label(work, row, name) or work.begin[row] == item for row in rows):
        return parts
    if any(work.begin[row] != item for top in rows for row in below[top]):
        return parts
    labels: list[int] = []
    for row in rows:
        if _is_label(work, row, name):
            labels.append(row)
        else:
            work.put(labels[-1], below[row] if label[row] < 0 else [row])
    return labels


def _is_label(work: StructureRows, row: int, path: int) -> bool:
    """Whether a row is a text of a tag path, alone or above others."""
    label = work.draft.label[row]
    return label >= 0 and work.paths[label] == path
