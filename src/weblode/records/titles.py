"""The title of records: which column says what each record is called, by the evidence that people go by.

A heading, the link that the record is about, the longest link text, emphasis, the words of classes, and how much the
texts tell the records apart. No language is known.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from weblode import kernels
from weblode.caches import bounded_cache
from weblode.records.places import FieldCell
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.kinds import Column, kind_of

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

Cells = Sequence[FieldCell | None]


def choose(tree: Tree, columns: "Sequence[KnownField]", cells: Sequence[Cells]) -> tuple[int, bool]:
    """The number of the column with the titles, and whether a heading or a link says so; -1 if none can be."""
    shared = shared_links(cells)
    best, number, strong = 0.0, -1, False
    for i, (about, column) in enumerate(zip(columns, cells, strict=True)):
        if about.hidden or about.constant or about.names_next or not about.kept or about.place.image or about.piece:
            continue
        if _most(about, column) + WEIGHTS["before"] * min(i, 10) < best:
            continue
        facts = facts_of(tree, about, column, shared)
        if facts is None:
            continue
        evidence = WEIGHTS["before"] * min(i, 10) + sum(WEIGHTS[name] * fact for name, fact in facts.items())
        if evidence > best:
            best, number, strong = evidence, i, bool(facts["heading"]) or facts["linked"] > 0.5
    return number, strong


def _most(about: "KnownField", column: Cells) -> float:
    """The most evidence that there may be for a column, by what is quickly known: the others need not be looked at."""
    linked = kernels.fastest().links(column) > 0
    words = words_of(about.place.author)
    sure = ("any", "strong", "distinct", "length", "filled") + (("linked", "main") if linked else ())
    evidence = sum(WEIGHTS[name] for name in sure) + WEIGHTS["labelled"] * bool(about.prefix)
    evidence += WEIGHTS["heading"] * bool(HEADING.search(about.place.path))
    titled = not _TITLES.isdisjoint(words)
    evidence += WEIGHTS["title words"] * titled
    evidence += WEIGHTS["other words"] * (not titled and not _OTHERS.isdisjoint(words))
    return evidence + _ROUNDING


def has_digits(values: Sequence[str]) -> bool:
    """Whether at least half of the values have a digit: only these can be numbers, prices or dates."""
    return 2 * sum(map(bool, map(_DIGIT.search, values))) >= len(values)


@bounded_cache(2**20, lambda words: 100 * len(words))
def words_of(author: str) -> tuple[str, ...]:
    """The words of a class attribute or itemprop, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(_CAMEL.sub(" ", author).replace("_", " ")))


def shared_links(cells: Sequence[Cells]) -> list[str]:
    """The address that most places of each record link to, "" if no two do."""
    linked = [column for column in cells if kernels.fastest().links(column)]
    if len(linked) < 2:
        return [""] * max(map(len, cells), default=0)
    main = []
    for row in zip(*linked, strict=True):
        links = [cell.href for cell in row if cell and cell.href]
        usual = max(links, key=links.count, default="")
        main.append(usual if links.count(usual) > 1 else "")
    return main


def facts_of(tree: Tree, about: "KnownField", column: Cells, shared: Sequence[str]) -> dict[str, float] | None:
    """What speaks for a column of titles and against it, by the names in `WEIGHTS`; None if it cannot be one."""
    filled = [(cell, main) for cell, main in zip(column, shared, strict=True) if cell]
    n = len(filled)
    if n < _LEAST * len(column) or not n:
        return None
    sample = filled[:_SAMPLE]
    values = [cell.value for cell, _ in sample]
    machine = [cell.machine for cell, _ in sample]
    if has_digits(values) and kind_of(values, Column(machine=machine if any(machine) else ()))[0] != "text":
        return None
    size = len(values)
    length = sum(map(len, values)) / size
    heading = bool(HEADING.search(about.place.path))
    linked = sum(bool(cell.href) and not cell.href.startswith("javascript:") for cell, _ in sample) / size
    main = sum(bool(cell.href) and cell.href == href for cell, href in sample) / size
    strong = sum(tree.tag.item(tree.parent.item(cell.nodes[0])) in _STRONG for cell, _ in sample) / size
    words = set(words_of(about.place.author))
    prose = sum(text.count(" ") for text in values) >= _PROSE * size
    digits = len(_DIGIT.findall("".join(values))) / max(1, sum(map(len, values)))
    return {
        "any": 1.0,
        "heading": float(heading),
        "linked": linked,
        "main": main,
        "strong": strong,
        "distinct": len(set(values)) / size,
        "length": min(length, 50) / 50,
        "letter": float(length < 2),
        "long": float(length > 200),
        "prose": float(prose and not heading and not linked),
        "title words": float(bool(words & _TITLES)),
        "other words": float(bool(words & _OTHERS) and not words & _TITLES),
        "filled": n / len(column),
        "labelled": float(bool(about.prefix)),
        "addresses": sum(bool(_ADDRESS.fullmatch(text)) for text in values) / size,
        "digits": float(digits > 0.3),
    }
