"""The title of records: which column says what each record is called, by the evidence that people go by.

A heading, the link that the record is about, the longest link text, emphasis, the words of classes, and how much the
texts tell the records apart. No language is known.
"""

import re
from collections.abc import Sequence
from itertools import islice

import numpy as np

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.kernels.cells import CellColumn
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values import compiled
from weblode.values.kinds import Column

from .drafts import ColumnDraft

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
_BEFORE = WEIGHTS["before"]
_SURE_LINKED = _SURE + WEIGHTS["linked"] + WEIGHTS["main"]


def choose(tree: Tree, drafts: list[ColumnDraft], visible_only: bool) -> tuple[int, bool]:  # noqa: FBT001
    """The number of the column with the titles, and whether a heading or a link says so; -1 if none can be.

    With `visible_only`, columns may be missing, and each has its number among all as its rank.
    """
    possible: list[tuple[float, int, float]] = []
    for i, draft in enumerate(drafts):
        if draft.hidden or draft.constant or draft.names_next or not draft.kept or draft.image or draft.piece:
            continue
        if draft.filled and draft.filled >= _LEAST * draft.n:
            before = _BEFORE * min(draft.rank if visible_only else i, 10)
            possible.append((-_most(draft) - before, i, before))
    if not possible:
        return -1, False
    shared = shared_links([draft.cells for draft in drafts])
    best, number, strong = 0.0, -1, False
    possible.sort()
    for most, i, before in possible:  # the likeliest first: most others need not be looked at
        if -most < best:
            break
        facts = facts_of(tree, drafts[i], shared)
        if facts is None:
            continue
        evidence = before + sum([WEIGHTS[name] * fact for name, fact in facts.items()])
        if evidence > best or (evidence == best and i < number):
            best, number, strong = evidence, i, bool(facts["heading"]) or facts["linked"] > 0.5
    return number, strong


def _most(draft: ColumnDraft) -> float:
    """The most evidence that there may be for a column, by what is quickly known: the others need not be looked at."""
    evidence = _SURE_LINKED if draft.links else _SURE
    if draft.prefix:
        evidence += WEIGHTS["labelled"]
    if is_heading(draft.path):
        evidence += WEIGHTS["heading"]
    if draft.author:
        titled, other = _kinds_of_words(draft.author)
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


def facts_of(tree: Tree, draft: ColumnDraft, shared: list[str]) -> dict[str, float] | None:
    """What speaks for a column of titles and against it, by the names in `WEIGHTS`; None if it cannot be one."""
    column, n = draft.cells, draft.filled
    if n < _LEAST * draft.n or not n:
        return None
    values: list[str] = column.values[:_SAMPLE]
    size = len(values)
    characters, spaces, digits, numbers = kernels.fastest().measures(values)
    if 2 * numbers >= size:
        machine = [cell.machine for cell in islice(filter(None, column), _SAMPLE)] if column.machines else []
        if compiled.fastest("kinds").kind_of(values, Column(machine=machine if any(machine) else ()))[0] != "text":
            return None
    length = characters / size
    heading = is_heading(draft.path)
    linked, main, strong = kernels.fastest().leading(column, shared, tree.parent, tree.tag, _STRONG, _SAMPLE)
    titled, other = _kinds_of_words(draft.author)
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
        "filled": n / draft.n,
        "labelled": float(bool(draft.prefix)),
        "addresses": sum([_is_address(value) for value in values]) / size,
        "digits": float(digits / max(1, characters) > 0.3),
    }
