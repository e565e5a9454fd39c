"""The parts of a column's texts, by the template that they share: which of them are columns, and their names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from weblode import kernels
from weblode.records import names, templates
from weblode.records.places import FieldCell
from weblode.values.currencies import is_currency

_NUMBER = re.compile(r"\d[\d.,]*")
_LABEL = 3  # the most words of a label
_WORDS = 6  # the most words of a part that is a column of its own, on average

Cells = Sequence[FieldCell | None]


@dataclass(frozen=True)
class ColumnPart:
    """A part of a column's texts: which one (see `templates.read`), its name if it is to be shown, and its cells."""

    piece: str
    name: str
    cells: Cells


@dataclass(frozen=True)
class PartedColumn:
    """The template of a column's texts and the parts; `complete` if each phrase of the texts has a name.

    `label` are the words that name the texts if they are one phrase: `Filed 05/26/2016`, `14 replies`.
    """

    template: tuple[str, ...] = ()
    parts: tuple[ColumnPart, ...] = ()
    complete: bool = False
    label: str = ""


def find(cells: Cells) -> PartedColumn:
    """The parts of a column's texts; none if they share no template, or if there is nothing else in them."""
    template = templates.infer([cell.value for cell in cells if cell])
    if not template:
        return PartedColumn()
    parts = templates.parts(template)
    texts = read(template, cells)
    phrases = sum(part.piece.startswith("phrase") for part in parts)
    least = sum(map(bool, cells)) / 2
    seen = {tuple(kernels.fastest().cell_texts(cells))}
    column_parts = []
    label = ""
    for part in parts:
        own = tuple(each.get(part.piece) or None for each in texts)
        values = list(filter(None, own))
        if len(values) < least or len(set(values)) < 2:
            continue
        short = sum(text.count(" ") + 1 for text in values) <= _WORDS * len(values)
        name = _name(part, values) if short else ""
        label = name if phrases == 1 and not label else label
        if own not in seen:
            seen.add(own)
            part_cells = cells_of(part.piece, cells, texts)
            column_parts.append(ColumnPart(part.piece, name if phrases > 1 else "", part_cells))
    complete = 1 < phrases == sum(bool(part.name) for part in column_parts)
    return PartedColumn(template, tuple(column_parts), complete, label)


def _name(part: templates.Part, values: Sequence[str]) -> str:
    """The name of a part: the words before it, or those after a number (`14 replies`)."""
    counted = part.after and all(text[:1].isdecimal() and text.endswith(part.after) for text in values)
    numbers = counted and all(_NUMBER.fullmatch(text.removesuffix(part.after).strip()) for text in values)
    label = part.before or (part.after if numbers else "")
    return names.name_from_label(label) if label.count(" ") < _LABEL and not is_currency(label) else ""


def read(template: Sequence[str], cells: Cells) -> list[dict[str, str]]:
    """The parts of each text of a column, by their names."""
    anchors = templates.split(template)
    return [templates.read(anchors, cell.value) if cell else {} for cell in cells]


def cells_of(piece: str, cells: Cells, texts: Sequence[dict[str, str]]) -> list[FieldCell | None]:
    """The cells of a part of a column's texts, which `read` has divided."""
    own = (each.get(piece, "") for each in texts)
    return [
        FieldCell(cell.nodes, text, cell.href, cell.attribute) if cell and text else None
        for cell, text in zip(cells, own, strict=True)
    ]
