"""Lines that are cut: halves of one column are joined, and either the whole line or its parts are columns to show.

A link, a line break or a span cuts a line. `by <a>Ada</a> in <a>Books</a>` is a template: its parts are the values. A
sentence with a link in it is prose: the sentence is the value. Both stay fields; the other one is hidden.
"""

from collections.abc import Collection, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.kernels.cells import CellColumn
from weblode.records.names import name_from_label
from weblode.records.places import MARKS, FieldPlace
from weblode.tags import NAMES

if TYPE_CHECKING:
    from weblode.records.fields import KnownField

_INLINE = frozenset({NAMES[number] for number in MARKS} | {"span"})
_NUMBER = regex(r"\(?\d[\d.,\s]*[kKmM]?\+?\)?")
_UNIT = 20  # characters of a word after a number
_RIVALS = 20  # columns that another one may be a half of
_MANY = 200  # columns of a list beyond which no line is a column
_PARAGRAPH = 8  # words that the first line of a paragraph has on average, at least
_PROSE = 3  # words that the text before a link has on average in prose, at least


def join_halves(
    places: Sequence[FieldPlace], columns: Sequence[CellColumn], is_known: Sequence[bool]
) -> list[list[int]]:
    """Which columns are one: groups of their numbers, the main one first, in order of the main ones.

    Two columns are halves of one if no record has both, and one stands in an inline element more than the other, or
    both have the same class. A known column is never joined to another.
    """
    groups: list[list[int]] = []
    rivals: dict[tuple[str | int, ...], list[list[int]]] = {}
    filled = [column.rows for column in columns]
    sizes = [column.filled for column in columns]
    n, few = len(columns[0]) if columns else 0, len(places) <= _RIVALS
    for number, place in enumerate(places):
        # If all records have a value, every other column has one in the same record.
        if place.image or (few and sizes[number] == n):
            groups.append([number])
            continue
        linked = 2 * columns[number].links > sizes[number]
        features = (place.label, linked, place.whole, place.cell)
        # The same line; or an element of the same class, at another depth in some records.
        keys: list[tuple[str | int, ...]] = [(_line_path(place.path), *features)]
        if place.author:
            keys.append((place.author, place.path.rpartition("/")[2], *features))
        group: list[int] | None = None
        if sizes[number] < n:
            near = [each for key in keys for each in rivals.get(key, ())]
            if len(near) > _RIVALS:
                near = list(islice((each for each in near if _are_halves(places[each[0]], place)), _RIVALS))
            for each in near:
                if _fits(each, number, filled, is_known) and _are_halves(places[each[0]], place):
                    group = each
                    break
        if group is None:
            group = [number]
            groups.append(group)
            for key in keys:
                rivals.setdefault(key, []).append(group)
        else:
            group.append(number)
            filled[group[0]] |= filled[number]
    ordered = [
        sorted(group, key=lambda i: (not is_known[i], -sizes[i], i)) if len(group) > 1 else group for group in groups
    ]
    return sorted(ordered, key=lambda group: group[0])


def _fits(group: Sequence[int], number: int, filled: Sequence[int], is_known: Sequence[bool]) -> bool:
    """Whether a column has values where a group has none, and the other way round."""
    one, other = filled[group[0]], filled[number]
    return bool(one and other) and not (one & other) and not (is_known[number] and any(is_known[i] for i in group))


def _are_halves(one: FieldPlace, other: FieldPlace) -> bool:
    """Whether two places differ only in inline elements around one of them, or not by class."""
    if one.path == other.path:
        return one.author == other.author
    if one.author and one.author == other.author:
        return True
    short, long = sorted((f"{one.path}/", f"{other.path}/"), key=len)
    return long.startswith(short)


@bounded_cache(2**20)
def _line_path(path: str) -> str:
    """A path without inline elements."""
    return "/".join(name for name in path.split("/") if name not in _INLINE)


def hidden(places: Sequence[FieldPlace], columns: Sequence[CellColumn]) -> set[int]:
    """The numbers of the columns that repeat what others say: whole lines, or the parts of those that are prose."""
    if not any(place.whole for place in places):
        return set()
    if len(places) > _MANY:
        return {number for number, place in enumerate(places) if place.whole}
    numbers: set[int] = set()
    others = [(i, place.path, columns[i]) for i, place in enumerate(places) if not place.whole and not place.image]
    is_inside = kernels.fastest().is_inside
    for number, place in enumerate(places):
        if not place.whole:
            continue
        texts = [i for i, path, own in others if path.startswith(place.path) and is_inside(own, columns[number])]
        numbers.update(texts if _is_one_value(number, texts, places, columns) else [number])
    return numbers


def is_constant(texts: Collection[str]) -> bool:
    """Whether texts are one word, or its singular and plural: `vote`, `votes`."""
    if len(texts) != 2:
        return len(texts) == 1
    short, long = sorted(texts, key=len)
    return len(short) > 3 and len(long) - len(short) < 3 and long.startswith(short) and short.isalpha()


def name_by_words(described: "Sequence[KnownField]", columns: Sequence[CellColumn]) -> "list[KnownField]":
    """The columns; a link after a word that is the same in all records has it as its label: `by <a>Ada</a>`.

    So has a number before such a word on one line: `<b>3</b> <span>votes</span>`; the word may have two forms.
    """
    labelled = list(described)
    if not any(each.constant for each in described):
        return labelled
    whole_lines = [columns[i] for i, each in enumerate(described) if each.place.whole]
    texts = [i for i, each in enumerate(described) if not each.place.whole and not each.place.image]
    for i, j in pairwise(texts):
        one, other = labelled[i], labelled[j]
        if _is_word(one, columns[i]) and other.linked and not other.name and _stands_in(other.place, one.place):
            labelled[j] = other.but(label=_word(columns[i]))
        elif _is_word(other, columns[j]) and not one.name and _are_numbers(columns[i]):
            together = any(
                kernels.fastest().is_inside(columns[i], line) and kernels.fastest().is_inside(columns[j], line)
                for line in whole_lines
            )
            labelled[i] = one.but(label=_word(columns[j])) if together else one
    return labelled


def _is_word(about: "KnownField", column: CellColumn) -> bool:
    """Whether a column is a short text that is the same in all records, and no link."""
    is_constant = about.constant and not about.linked and not about.names_next
    return is_constant and bool(column.values) and max(map(len, column.values)) <= _UNIT


def _word(column: CellColumn) -> str:
    """The word of a column as a label: the longer one of two forms."""
    return name_from_label(max(column.values, key=len))


def _stands_in(link: FieldPlace, text: FieldPlace) -> bool:
    """Whether a link stands in the element whose own text is the other place."""
    return _line_path(link.path).removesuffix("a").rstrip("/") == _line_path(text.path)


def _are_numbers(column: CellColumn) -> bool:
    return all(map(_NUMBER.fullmatch, column.values))


def repeats(places: Sequence[FieldPlace], columns: Sequence[CellColumn]) -> set[int]:
    """The numbers of the columns with the same values as another one: of equal ones the first with links is left."""
    # Most columns differ in which records have a value, or in the first or last one: the others need not be read.
    several: dict[object, list[int]] = {}
    for number, column in enumerate(columns):
        several.setdefault((column.rows, column.ends), []).append(number)
    seen: dict[tuple[str | None, ...], int] = {}
    numbers: set[int] = set()
    if len(several) == len(columns):
        return numbers
    for number in sorted(i for each in several.values() if len(each) > 1 for i in each):
        column = columns[number]
        values = column.texts
        other = seen.setdefault(values, number)
        if other == number:
            continue
        linked = column.links > 0 and not columns[other].links
        better = places[other].whole > places[number].whole or (linked and places[other].whole == places[number].whole)
        numbers.add(other if better else number)
        seen[values] = number if better else other
    return numbers


def _is_one_value(
    number: int, parts: Sequence[int], places: Sequence[FieldPlace], columns: Sequence[CellColumn]
) -> bool:
    """Whether a line is one value: prose that a link cuts, or a link or paragraph of several lines."""
    path = places[number].path
    first = _first(parts, columns)
    if first is None or any(places[i].label for i in parts):
        return False
    own = [i for i in parts if places[i].path == path]
    linked = columns[first].links > 0
    sparse = sum(2 * columns[i].filled < len(columns[i]) for i in parts)
    alike = len({places[i].path for i in parts}) == 1
    if alike and len(parts) > 2 and 2 * sparse > len(parts):  # a list of tags, or of lines
        return True
    values = columns[first].values
    words = (kernels.fastest().measures(values)[1] + len(values)) / len(values)
    if len(own) == len(parts):  # only line breaks cut it
        return linked or 2 * sparse > len(own) or words >= _PARAGRAPH
    return not linked and first in own and len(set(values)) > 1 and words >= _PROSE


def _first(parts: Sequence[int], columns: Sequence[CellColumn]) -> int | None:
    """The part that most lines start with."""
    first = kernels.fastest().first_part([columns[i] for i in parts])
    return parts[first] if first >= 0 else None
