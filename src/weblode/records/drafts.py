"""Columns of records while they are described: what is known about each so far, which the passes over them change."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weblode.kernels.cells import CellColumn
from weblode.records.places import FieldPlace

if TYPE_CHECKING:
    from weblode.records.known_fields import KnownField


class ColumnDraft:
    """A column of records with its cells; `known` is the column of a rule that it is, None for a new one.

    The parts of its place stand beside it, `said` is the label there; all else is as in `KnownField`. `filled` and
    `links` count cells. `rank` is its number among all columns, of which some may have been left out.
    """

    def __init__(self, place: FieldPlace, cells: CellColumn, earlier: "KnownField | None" = None) -> None:
        self.place, self.cells, self.known = place, cells, earlier
        self.path, self.author, self.said, self.cell = place.path, place.author, place.label, place.cell
        self.image, self.whole = place.image, place.whole
        self.n, self.filled, self.links = len(cells), cells.filled, cells.links
        self.rank = 0
        if earlier is None:
            self.name = self.prefix = self.label = self.piece = ""
            self.kind = "image" if place.image else "text"
            self.kept = True
            self.names_next = self.constant = self.hidden = self.linked = False
            self.template: tuple[str, ...] = ()
        else:
            self.name, self.kind, self.prefix, self.label = earlier.name, earlier.kind, earlier.prefix, earlier.label
            self.names_next, self.constant, self.kept = earlier.names_next, earlier.constant, earlier.kept
            self.hidden, self.linked = earlier.hidden, earlier.linked
            self.piece, self.template = earlier.piece, earlier.template

    def part(self, name: str, piece: str, template: tuple[str, ...], cells: CellColumn) -> "ColumnDraft":
        """A part of the texts of a new column as a column of its own, hidden without a name."""
        part = ColumnDraft(self.place, cells)
        part.name, part.kind, part.hidden = name, self.kind, not name
        part.piece, part.template = piece, template
        return part

    def is_known(self) -> bool:
        """Whether the column is a known one just as it was; its place may lack the number of a cell."""
        column = self.known
        return (
            column is not None
            and self.name == column.name
            and self.label == column.label
            and self.hidden == column.hidden
            and self.prefix == column.prefix
            and self.names_next == column.names_next
            and self.constant == column.constant
            and self.linked == column.linked
        )

    def about(self) -> dict[str, object]:
        """What a new column has in `KnownField`, but for what all columns have."""
        about: dict[str, object] = {
            "name": self.name,
            "kind": self.kind,
            "place": self.place,
            "prefix": self.prefix,
            "constant": self.constant,
            "hidden": self.hidden,
            "linked": self.linked,
        }
        if self.label:
            about["label"] = self.label
        if self.names_next:
            about["names_next"] = True
        if self.piece:
            about["piece"], about["template"] = self.piece, self.template
        return about


def drafts(
    places: Sequence[FieldPlace],
    columns: Sequence[CellColumn],
    earlier: "Sequence[KnownField | None]",
) -> list[ColumnDraft]:
    """The drafts of columns with these places, some of them known."""
    return [ColumnDraft(place, cells, before) for place, cells, before in zip(places, columns, earlier, strict=True)]
