"""The title of records: which column says what each record is called, by the evidence that people go by.

A heading, the link that the record is about, the longest link text, emphasis, the words of classes, and how much the
texts tell the records apart. No language is known.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.kernels.cells import CellColumn
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.kinds import Column, kind_of

if TYPE_CHECKING:
    from weblode.records.fields import KnownField

HEADING = regex(r"(?:^|/)h[1-6](?:/|$)")
_STRONG = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)  # the last entry is for tags that HTML does not define
_STRONG[[NUMBERS[name] for name in "b strong dt th summary figcaption caption".split()]] = 1
_WORD = regex(r"[^\W\d_]+")
_CAMEL = regex(r"(?<=[a-z])(?=[A-Z])")
_TITLES = frozenset("title titel titre titulo titolo name headline heading subject caption".split())
_OTHERS = frozenset(
    "author user username by byline date time timestamp category tag tags count comment comments cite domain source "
    "location address company price cost breadcrumb breadcrumbs rating review reviews badge meta".split()
)
_ADDRESS = regex(r"(?:https?://|www\.)\S*|[\w-]+(?:\.[\w-]+)+(?:[/ \u203a].*)?", re.IGNORECASE)
_LEAST = 0.5  # the share of records that have a title
_PROSE = 7  # words of a text that is more than a title, unless it is a heading or a link
_SAMPLE = 30  # values that are looked at
_ROUNDING = 1e-6  # more than sums of a few numbers in another order may differ
# How much each fact counts: set by hand, on some twenty pages of each of four sets. `python -m bench.titles FOLDER`
# shows what they do on sites that were not read, and what weights fitted to other sites do.
WEIGHTS = {
    "any": 1.0,
    "heading": 3.0,
    "linked": 2.0,
    "main": 1.0,
    "strong": 0.7,
    "distinct": 1.5,
    "length": 1.25,
    "letter": -2.0,
    "long": -2.5,
    "prose": -1.0,
    "title words": 1.5,
    "other words": -1.5,
    "filled": 0.5,
    "labelled": -3.0,
    "addresses": -4.0,
    "digits": -4.0,
    "before": -0.1,  # for each column before it, up to ten: titles come first
}


_SURE = sum(WEIGHTS[name] for name in ("any", "strong", "distinct", "length", "filled")) + _ROUNDING
_SURE_LINKED = _SURE + WEIGHTS["linked"] + WEIGHTS["main"]


def choose(
    tree: Tree, columns: "Sequence[KnownField]", cells: Sequence[CellColumn], ranks: Sequence[int] = ()
) -> tuple[int, bool]:
    """The number of the column with the titles, and whether a heading or a link says so; -1 if none can be.

    `ranks` are the numbers of the columns among all, if some were left out.
    """
    possible = []
    for i, about in enumerate(columns):
        if about.hidden or about.constant or about.names_next or not about.kept or about.place.image or about.piece:
            continue
        column = cells[i]
        filled = len(column.values)
        if filled and filled >= _LEAST * len(column):
            before = WEIGHTS["before"] * min(ranks[i] if ranks else i, 10)
            possible.append((-_most(about, column) - before, i, before))
    shared = shared_links(cells) if possible else []
    best, number, strong = 0.0, -1, False
    for most, i, before in sorted(possible):  # the likeliest first: most others need not be looked at
        if -most < best:
            break
        facts = facts_of(tree, columns[i], cells[i], shared)
        if facts is None:
            continue
        evidence = before + sum(WEIGHTS[name] * fact for name, fact in facts.items())
        if evidence > best or (evidence == best and i < number):
            best, number, strong = evidence, i, bool(facts["heading"]) or facts["linked"] > 0.5
    return number, strong


def _most(about: "KnownField", column: CellColumn) -> float:
    """The most evidence that there may be for a column, by what is quickly known: the others need not be looked at."""
    evidence = _SURE_LINKED if column.links else _SURE
    if about.prefix:
        evidence += WEIGHTS["labelled"]
    if is_heading(about.place.path):
        evidence += WEIGHTS["heading"]
    titled, other = _kinds_of_words(about.place.author)
    if titled:
        evidence += WEIGHTS["title words"]
    elif other:
        evidence += WEIGHTS["other words"]
    return evidence


def is_heading(path: str) -> bool:
    """Whether a path leads through a heading."""
    return ("/h" in path or path[:1] == "h") and HEADING.search(path) is not None


def _is_address(text: str) -> bool:
    return ("." in text or ":" in text) and _ADDRESS.fullmatch(text) is not None


@bounded_cache(2**20)
def _kinds_of_words(author: str) -> tuple[bool, bool]:
    """Whether some of an author's words are about titles, and whether some are about other fields."""
    words = words_of(author)
    return not _TITLES.isdisjoint(words), not _OTHERS.isdisjoint(words)


def has_digits(values: Sequence[str]) -> bool:
    """Whether at least half of the values have a digit: only these can be numbers, prices or dates."""
    return 2 * kernels.fastest().measures(values)[3] >= len(values)


@bounded_cache(2**20, lambda words: 100 * len(words))
def words_of(author: str) -> tuple[str, ...]:
    """The words of a class attribute or itemprop, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(_CAMEL.sub(" ", author).replace("_", " ")))


def shared_links(cells: Sequence[CellColumn]) -> list[str]:
    """The address that most places of each record link to, "" if no two do."""
    linked = [column for column in cells if column.links]
    if len(linked) < 2:
        return [""] * max(map(len, cells), default=0)
    return kernels.fastest().shared_links(linked)


def facts_of(tree: Tree, about: "KnownField", column: CellColumn, shared: list[str]) -> dict[str, float] | None:
    """What speaks for a column of titles and against it, by the names in `WEIGHTS`; None if it cannot be one."""
    n = len(column.values)
    if n < _LEAST * len(column) or not n:
        return None
    values = column.values[:_SAMPLE]
    size = len(values)
    characters, spaces, digits, numbers = kernels.fastest().measures(values)
    if 2 * numbers >= size:
        machine = [cell.machine for cell in islice(filter(None, column), _SAMPLE)] if column.machines else []
        if kind_of(values, Column(machine=machine if any(machine) else ()))[0] != "text":
            return None
    length = characters / size
    heading = is_heading(about.place.path)
    linked, main, strong = kernels.fastest().leading(column, shared, tree.parent, tree.tag, _STRONG, _SAMPLE)
    titled, other = _kinds_of_words(about.place.author)
    prose = spaces >= _PROSE * size
    return {
        "any": 1.0,
        "heading": float(heading),
        "linked": linked / size,
        "main": main / size,
        "strong": strong / size,
        "distinct": len(set(values)) / size,
        "length": min(length, 50) / 50,
        "letter": float(length < 2),
        "long": float(length > 200),
        "prose": float(prose and not heading and not linked),
        "title words": float(titled),
        "other words": float(other and not titled),
        "filled": n / len(column),
        "labelled": float(bool(about.prefix)),
        "addresses": sum(map(_is_address, values)) / size,
        "digits": float(digits / max(1, characters) > 0.3),
    }
