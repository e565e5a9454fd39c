"""The parts of a column's texts, by the template that they share: which of them are columns, and their names."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from weblode import kernels
from weblode.caches import regex
from weblode.kernels.cells import CellColumn
from weblode.values.currencies import is_currency

from . import names, templates

_NUMBER = regex(r"\d[\d.,]*")
_LABEL = 3  # the most words of a label
_WORDS = 6  # the most words of a part that is a column of its own, on average


class ColumnPart(NamedTuple):
    """A part of a column's texts: which one (see `templates.read`), its name if it is to be shown, and its texts."""

    piece: str
    name: str
    texts: tuple[str | None, ...]


class PartedColumn(NamedTuple):
    """The template of a column's texts and the parts; `complete` if each phrase of the texts has a name.

    `label` are the words that name the texts if they are one phrase: `Filed 05/26/2016`, `14 replies`.
    """

    template: tuple[str, ...] = ()
    parts: tuple[ColumnPart, ...] = ()
    complete: bool = False
    label: str = ""


NOT_PARTED = PartedColumn()


def find(cells: CellColumn) -> PartedColumn:
    """The parts of a column's texts; none if they share no template, or if there is nothing else in them."""
    template = templates.infer(cells.values) if len(cells.few) > 2 else ()
    if not template:
        return NOT_PARTED
    parts = templates.parts(template)
    divided = templates.read(template, cells.texts)
    phrases = sum([part.piece.startswith("phrase") for part in parts])
    least = len(cells.values) / 2
    seen = {cells.texts}
    column_parts: list[ColumnPart] = []
    label = ""
    for part in parts:
        own = tuple(divided.get(part.piece, ()))
        values = list(filter(None, own))
        if len(values) < least or values.count(values[0]) == len(values):
            continue
        name = _name(part, values) if part.before or part.after else ""
        label = name if phrases == 1 and not label else label
        if own not in seen:
            seen.add(own)
            column_parts.append(ColumnPart(part.piece, name if phrases > 1 else "", own))
    complete = 1 < phrases == sum([bool(part.name) for part in column_parts])
    return PartedColumn(template, tuple(column_parts), complete, label)


def _name(part: templates.Part, values: Sequence[str]) -> str:
    """The name of a part: the words before it, or those after a number (`14 replies`); "" if its texts are long."""
    if kernels.fastest().measures(values)[1] > (_WORDS - 1) * len(values):
        return ""
    label = part.before or (part.after if part.after and _are_counted(values, part.after) else "")
    return names.name_from_label(label) if label.count(" ") < _LABEL and not is_currency(label) else ""


def _are_counted(values: Sequence[str], after: str) -> bool:
    """Whether all texts are numbers with some words after them."""
    for text in values:
        if not text[:1].isdecimal() or not text.endswith(after):
            return False
        if not _NUMBER.fullmatch(text.removesuffix(after).strip()):
            return False
    return True


def read(template: Sequence[str], cells: CellColumn, pieces: Iterable[str]) -> list[CellColumn]:
    """The cells of some parts of a column's texts, by a template."""
    divided = templates.read(template, cells.texts)
    return [cells_of(divided.get(piece) or (None,) * len(cells), cells) for piece in pieces]


def cells_of(texts: Sequence[str | None], cells: CellColumn) -> CellColumn:
    """The cells of a part of a column's texts: a text or None for each."""
    return kernels.fastest().parted(texts, cells)
