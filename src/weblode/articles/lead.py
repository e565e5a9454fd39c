"""The lead of an article: the sentences between its title and its body that sum it up or begin it.

Often they have an element of their own, away from the other paragraphs. What the page tells machines as its description
is a witness: a line that it repeats, even without a full stop, is the lead. Other lines must read as sentences, and be
no byline, date, caption, or box that calls the reader away.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.articles.blocks import Blocks, count_words, words
from weblode.articles.boxes import Boxes
from weblode.articles.bylines import names
from weblode.articles.metadata import Declaration
from weblode.tags import NUMBERS
from weblode.values.dates import find_dates

ZONE = 40  # blocks before the body that may have the lead
_NEAR = 6  # the same without a title before the body
_WORDS = 5  # words of a lead, at least
_LINE = 9  # words of a paragraph or heading that does not end as a sentence
_LINES = frozenset(NUMBERS[name] for name in ("p", "h2", "h3", "h4", "h5", "h6", "li"))
_FEW_LINKS = 0.4
_SHORT = 80  # characters of a line with a date that is nothing else
_CUT = 3  # last words of a description that may be cut off


def lead(
    blocks: Blocks,
    title: int,
    paragraphs: Sequence[int],
    free: NDArray[np.bool_],
    declared: Sequence[Declaration] = (),
) -> list[int]:
    """The blocks of the lead, in order, of an article with these paragraphs; `free` are those that may belong to it."""
    if not paragraphs:
        return []
    start = paragraphs[0]
    first = max(title + 1, start - ZONE) if 0 <= title < start else max(0, start - _NEAR)
    bags = _descriptions(declared)
    boxes = Boxes(blocks, {*blocks.node[list(paragraphs)].tolist(), *([int(blocks.node[title])] if title >= 0 else [])})
    heading = words(blocks.text(title)) if title >= 0 else []
    titles = [words(one.value) for one in declared if one.name == "title"]
    leads = []
    for i in range(first, start):
        if not _has_words(blocks, i, free):
            continue
        text = words(blocks.text(i))
        sentences = text not in titles and _reads_as_lead(blocks, i) and not _calls(blocks, boxes, i)
        if text != heading and (sentences or repeats(text, bags)):
            leads.append(i)
    return leads


def possible(blocks: Blocks, start: int, free: NDArray[np.bool_], declared: Sequence[Declaration]) -> list[int]:
    """The blocks before a body that begins at `start` among which its lead is, whatever its title."""
    bags = _descriptions(declared)
    return [
        i
        for i in range(max(0, start - ZONE), start)
        if _has_words(blocks, i, free) and (_is_line(blocks, i) or repeats(words(blocks.text(i)), bags))
    ]


def _descriptions(declared: Sequence[Declaration]) -> list[list[str]]:
    """The words of the descriptions of a page."""
    return [bag for one in declared if one.name == "description" and len(bag := words(one.value)) >= _WORDS]


def _has_words(blocks: Blocks, i: int, free: NDArray[np.bool_]) -> bool:
    return bool(free[i] and blocks.linked[i] < _FEW_LINKS) and count_words(blocks.text(i)) >= _WORDS


def repeats(text: Sequence[str], descriptions: Collection[Sequence[str]]) -> bool:
    """Whether the words of a text are those of a description, or the beginning of one, or begin with a cut one."""
    for description in descriptions:
        n = len(text) if len(text) < len(description) else len(description) - _CUT
        if list(text) == list(description) or (n >= _WORDS and text[:n] == description[:n]):
            return True
    return False


def _reads_as_lead(blocks: Blocks, i: int) -> bool:
    """Whether a line is sentences, or long, and neither a byline nor a date."""
    if not _is_line(blocks, i) or names(blocks.spaced(i)):
        return False
    return not (blocks.length[i] <= _SHORT and find_dates(blocks.text(i), day_first=True))


def _is_line(blocks: Blocks, i: int) -> bool:
    """Whether a block is sentences, or a long line."""
    if blocks.prose[i] or blocks.is_sentence(i):
        return True
    return int(blocks.tree.tag[blocks.node[i]]) in _LINES and count_words(blocks.text(i)) >= _LINE


def _calls(blocks: Blocks, boxes: Boxes, i: int) -> bool:
    """Whether a line is in a box that calls the reader away."""
    u = int(blocks.node[i])
    return boxes.around(u) != u and boxes.calls_away(u)
