"""The title of records: which column says what each record is called, by the evidence that people go by.

A heading, the link that the record is about, the longest link text, emphasis, the words of classes, and how much the
texts tell the records apart. No language is known.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from weblode.caches import bounded_cache
from weblode.records.places import FieldCell
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.kinds import kind_of

if TYPE_CHECKING:
    from weblode.records.fields import KnownField

HEADING = re.compile(r"(?:^|/)h[1-6](?:/|$)")
_STRONG = frozenset(NUMBERS[name] for name in "b strong dt th summary figcaption caption".split())
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TITLES = frozenset("title titel titre titulo titolo name headline heading subject caption".split())
_OTHERS = frozenset(
    "author user username by byline date time timestamp category tag tags count comment comments cite domain source "
    "location address company price cost breadcrumb breadcrumbs rating review reviews badge meta".split()
)
_ADDRESS = re.compile(r"(?:https?://|www\.)\S*|[\w-]+(?:\.[\w-]+)+(?:[/ \u203a].*)?", re.IGNORECASE)
_LEAST = 0.5  # the share of records that have a title
_PROSE = 7  # words of a text that is more than a title, unless it is a heading or a link
_SAMPLE = 30  # values that are looked at

Cells = Sequence[FieldCell | None]


def choose(tree: Tree, columns: "Sequence[KnownField]", cells: Sequence[Cells]) -> tuple[int, bool]:
    """The number of the column with the titles, and whether a heading or a link says so; -1 if none can be."""
    shared = _shared_links(cells)
    best, number, strong = 0.0, -1, False
    for i, (about, column) in enumerate(zip(columns, cells, strict=True)):
        if about.hidden or about.constant or about.names_next or not about.kept or about.place.image or about.piece:
            continue
        evidence, is_strong = _evidence(tree, about, column, shared)
        evidence -= 0.1 * min(i, 10)  # titles come first
        if evidence > best:
            best, number, strong = evidence, i, is_strong
    return number, strong


def has_digits(values: Sequence[str]) -> bool:
    """Whether at least half of the values have a digit: only these can be numbers, prices or dates."""
    return 2 * sum(map(bool, map(_DIGIT.search, values))) >= len(values)


@bounded_cache(2**20, lambda words: 100 * len(words))
def words_of(author: str) -> tuple[str, ...]:
    """The words of a class attribute or itemprop, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(_CAMEL.sub(" ", author).replace("_", " ")))


def _shared_links(cells: Sequence[Cells]) -> list[str]:
    """The address that most places of each record link to, "" if no two do."""
    main = []
    for row in zip(*cells, strict=True):
        links = [cell.href for cell in row if cell and cell.href]
        usual = max(links, key=links.count, default="")
        main.append(usual if links.count(usual) > 1 else "")
    return main


def _evidence(tree: Tree, about: "KnownField", column: Cells, shared: Sequence[str]) -> tuple[float, bool]:
    """How far a column looks like titles, and whether it is a heading or a link; 0 or less if it cannot be."""
    filled = [(cell, main) for cell, main in zip(column, shared, strict=True) if cell]
    n = len(filled)
    if n < _LEAST * len(column) or not n:
        return 0.0, False
    sample = filled[:_SAMPLE]
    values = [cell.value for cell, _ in sample]
    if has_digits(values) and kind_of(values)[0] != "text":
        return 0.0, False
    size = len(values)
    length = sum(map(len, values)) / size
    heading = bool(HEADING.search(about.place.path))
    linked = sum(bool(cell.href) and not cell.href.startswith("javascript:") for cell, _ in sample) / size
    main = sum(bool(cell.href) and cell.href == href for cell, href in sample) / size
    strong = sum(tree.tag.item(tree.parent.item(cell.nodes[0])) in _STRONG for cell, _ in sample) / size
    words = set(words_of(about.place.author))
    evidence = 1.0 + 3.0 * heading + 2.0 * linked + 1.0 * main + 0.7 * strong
    evidence += 1.5 * len(set(values)) / size + min(length, 50) / 40 - 2.0 * (length < 2) - 2.5 * (length > 200)
    prose = sum(text.count(" ") for text in values) >= _PROSE * size
    evidence -= 1.0 * (prose and not heading and not linked)
    evidence += 1.5 * bool(words & _TITLES) - 1.5 * bool(words & _OTHERS and not words & _TITLES)
    evidence += 0.5 * n / len(column) - 3.0 * bool(about.prefix)
    evidence -= 4.0 * sum(bool(_ADDRESS.fullmatch(text)) for text in values) / size
    digits = len(_DIGIT.findall("".join(values))) / max(1, sum(map(len, values)))
    evidence -= 4.0 * (digits > 0.3)
    return evidence, heading or linked > 0.5
