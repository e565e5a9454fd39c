"""Lines that are cut: halves of one column are joined, and either the whole line or its parts are columns to show.

A link, a line break or a span cuts a line. `by <a>Ada</a> in <a>Books</a>` is a template: its parts are the values. A
sentence with a link in it is prose: the sentence is the value. Both stay fields; the other one is hidden.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.kernels.cells import CellColumn
from weblode.records.places import MARKS, FieldPlace
from weblode.tags import NAMES

from .drafts import ColumnDraft
from .names import name_from_label

if TYPE_CHECKING:
    from weblode.records.known_fields import KnownField

_INLINE = frozenset({NAMES[number] for number in MARKS} | {"span"})
_NUMBER = regex(r"\(?\d[\d.,\s]*[kKmM]?\+?\)?")
_UNIT = 20  # characters of a word after a number
_RIVALS = 20  # columns that another one may be a half of
_PAIRS = 10  # columns of which each is compared with each: so few are not beyond `_RIVALS`, under two keys each
_MANY = 200  # columns of a list beyond which no line is a column
_PARAGRAPH = 8  # words that the first line of a paragraph has on average, at least
_PROSE = 3  # words that the text before a link has on average in prose, at least


def join_halves(drafts: list[ColumnDraft]) -> list[list[int]]:
    """Which columns are one: groups of their numbers, the main one first, in order of the main ones.

    Two columns are halves of one if no record has both, and one stands in an inline element more than the other, or
    both have the same class. A known column is never joined to another.
    """
    few = len(drafts) <= _RIVALS
    # If all records have a value, every other column has one in the same record.
    partial = [i for i, draft in enumerate(drafts) if not draft.image and not (few and draft.filled == draft.n)]
    filled = [draft.cells.rows for draft in drafts] if len(partial) > 1 else []
    if len(partial) <= _PAIRS:
        partial = _apart(partial, filled)
    if not partial:
        return [[i] for i in range(len(drafts))]
    groups: list[list[int]] = []
    rivals: dict[tuple[object, ...], list[list[int]]] = {}
    possible = set(partial)
    for number, draft in enumerate(drafts):
        if number not in possible:
            groups.append([number])
            continue
        # In a cell of a table, a value with a link and one without are still values of one column.
        is_linked = draft.cell == 0 and 2 * draft.links > draft.filled
        features = (draft.said, is_linked, draft.whole, draft.cell)
        # The same line; or an element of the same class, at another depth in some records.
        path = line_path(draft.path)
        if draft.cell and path.endswith("/a"):
            path = path[:-2]
        keys: list[tuple[object, ...]] = [(path, features)]
        if draft.author:
            keys.append((draft.author, draft.path.rpartition("/")[2], features))
        group: list[int] | None = None
        if draft.filled < draft.n:
            near: list[list[int]] = []
            for key in keys:
                near += rivals.get(key, ())
            if len(near) > _RIVALS:
                near = [each for each in near if _are_halves(drafts[each[0]], draft)][:_RIVALS]
            for each in near:
                if _fits(each, number, filled, drafts) and _are_halves(drafts[each[0]], draft):
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
    ordered: list[list[int]] = []
    for group in groups:
        if len(group) > 1:
            ranked = [(drafts[i].known is None, -drafts[i].filled, i) for i in group]
            ranked.sort()
            group = [i for _, _, i in ranked]
        ordered.append(group)
    ordered.sort()
    return ordered


def may_have_halves(places: list[FieldPlace], columns: list[CellColumn], earlier: "list[KnownField | None]") -> bool:
    """Whether a known column may be joined to one that is not known, by what `join_halves` asks first."""
    new: list[int] = []
    for i, place in enumerate(places):
        if earlier[i] is None and not place.image and 0 < columns[i].filled < len(columns[i]):
            new.append(i)
    if len(new) > _RIVALS:
        return True
    for i in new:
        place, rows = places[i], columns[i].rows
        for k, before in enumerate(earlier):
            if before is None or rows & columns[k].rows or not columns[k].filled:
                continue
            other = places[k]
            if place.label == other.label and place.whole == other.whole and place.cell == other.cell:
                return True
    return False


def _apart(numbers: list[int], filled: Sequence[int]) -> list[int]:
    """Those of some columns that share no record with another one of them: only these can be halves."""
    apart: list[int] = []
    for i in numbers:
        for k in numbers:
            if k != i and not filled[i] & filled[k]:
                apart.append(i)
                break
    return apart


def _fits(group: list[int], number: int, filled: Sequence[int], drafts: list[ColumnDraft]) -> bool:
    """Whether a column has values where a group has none, and the other way round."""
    one, other = filled[group[0]], filled[number]
    if not one or not other or one & other:
        return False
    if drafts[number].known is not None:
        for i in group:
            if drafts[i].known is not None:
                return False
    return True


def _are_halves(one: ColumnDraft, other: ColumnDraft) -> bool:
    """Whether two places differ only in inline elements around one of them, or not by class."""
    short, long = one.path, other.path
    if len(short) == len(long) and short == long:
        return one.author == other.author
    if one.author and one.author == other.author:
        return True
    if len(short) > len(long):
        short, long = long, short
    return len(short) < len(long) and long[len(short)] == "/" and long.startswith(short)


@bounded_cache(2**20)
def line_path(path: str) -> str:
    """A path without inline elements."""
    return "/".join(name for name in path.split("/") if name not in _INLINE)


def hidden(drafts: list[ColumnDraft], repeated: set[int]) -> set[int]:
    """The numbers of the columns that repeat what others say: whole lines, or the parts of those that are prose.

    A line that is `repeated` by another column as it is hides no part: that may be the other column.
    """
    wholes = [i for i, draft in enumerate(drafts) if draft.whole]
    if not wholes or len(drafts) > _MANY:
        return set(wholes)
    numbers: set[int] = set()
    others = [i for i, draft in enumerate(drafts) if not draft.whole and not draft.image]
    is_inside = kernels.fastest().is_inside
    for number in wholes:
        line = drafts[number]
        if number in repeated:
            numbers.add(number)
            continue
        texts: list[int] = []
        for i in others:
            if drafts[i].path.startswith(line.path) and is_inside(drafts[i].cells, line.cells):
                texts.append(i)
        if _is_one_value(line, texts, drafts):
            numbers.update(texts)
        else:
            numbers.add(number)
    return numbers


def is_constant(texts: Collection[str]) -> bool:
    """Whether texts are one word, or its singular and plural: `vote`, `votes`."""
    if len(texts) != 2:
        return len(texts) == 1
    short, long = sorted(texts, key=len)
    return len(short) > 3 and len(long) - len(short) < 3 and long.startswith(short) and short.isalpha()


def name_by_words(drafts: list[ColumnDraft]) -> None:
    """Give a link after a word that is the same in all records that word as its label: `by <a>Ada</a>`.

    So is a number before such a word on one line: `<b>3</b> <span>votes</span>`; the word may have two forms.
    """
    some = False
    for draft in drafts:
        some = some or draft.constant
    if not some:
        return
    texts = [draft for draft in drafts if not draft.whole and not draft.image]
    for k in range(1, len(texts)):
        one, other = texts[k - 1], texts[k]
        if _is_word(one) and other.linked and not other.name and _stands_in(other.path, one.path):
            other.label = _word(one.cells)
        elif _is_word(other) and not one.name and _are_numbers(one.cells):
            for line in drafts:
                if line.whole and _is_inside(one, line) and _is_inside(other, line):
                    one.label = _word(other.cells)
                    break


def _is_inside(part: ColumnDraft, line: ColumnDraft) -> bool:
    inside: bool = kernels.fastest().is_inside(part.cells, line.cells)
    return inside


def _is_word(draft: ColumnDraft) -> bool:
    """Whether a column is a short text that is the same in all records, and no link."""
    if not draft.constant or draft.linked or draft.names_next:
        return False
    values: list[str] = draft.cells.values
    for value in values:
        if len(value) > _UNIT:
            return False
    return len(values) > 0


def _word(column: CellColumn) -> str:
    """The word of a column as a label: the longer one of two forms."""
    return name_from_label(max(column.values, key=len))


def _stands_in(link: str, text: str) -> bool:
    """Whether a link stands in the element whose own text is at the other path."""
    return line_path(link).removesuffix("a").rstrip("/") == line_path(text)


def _are_numbers(column: CellColumn) -> bool:
    values: list[str] = column.values
    for value in values:
        if not _NUMBER.fullmatch(value):
            return False
    return True


def repeats(drafts: list[ColumnDraft]) -> set[int]:
    """The numbers of the columns with the same values as another one: of equal ones the first with links is left."""
    # Most columns differ in which records have a value, or in the first or last one: the others need not be read.
    several: dict[object, list[int]] = {}
    for number, draft in enumerate(drafts):
        several.setdefault((draft.cells.rows, draft.cells.ends), []).append(number)
    numbers: set[int] = set()
    if len(several) == len(drafts):
        return numbers
    alike: list[int] = []
    for group in several.values():
        if len(group) > 1:
            alike += group
    alike.sort()
    seen: dict[tuple[str | None, ...], int] = {}
    for number in alike:
        column = drafts[number]
        values = column.cells.texts
        first = seen.setdefault(values, number)
        if first == number:
            continue
        other = drafts[first]
        linked = column.links > 0 and not other.links
        better = other.whole > column.whole or (linked and other.whole == column.whole)
        numbers.add(first if better else number)
        seen[values] = number if better else first
    return numbers


def _is_one_value(line: ColumnDraft, numbers: list[int], drafts: list[ColumnDraft]) -> bool:
    """Whether a line with some columns in it is one value: prose that a link cuts, or a link or paragraph of lines."""
    parts = [drafts[i] for i in numbers]
    for part in parts:
        if part.said:
            return False
    i = kernels.fastest().first_part([part.cells for part in parts])
    if i < 0:
        return False
    first = parts[i]
    n, own, sparse = len(parts), 0, 0
    alike, first_own = True, False
    for part in parts:
        if part.path == line.path:
            own += 1
            first_own = first_own or part is first
        sparse += 2 * part.filled < part.n
        alike = alike and part.path == parts[0].path
    if alike and n > 2 and 2 * sparse > n:  # a list of tags, or of lines
        return True
    values = first.cells.values
    words = (kernels.fastest().measures(values)[1] + len(values)) / len(values)
    linked = first.links > 0
    if own == n:  # only line breaks cut it
        return linked or 2 * sparse > own or words >= _PARAGRAPH
    return not linked and first_own and words >= _PROSE and len(set(values)) > 1
