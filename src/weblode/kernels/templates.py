"""Templates of texts: the words and marks that the texts of a column share, and the texts between them.

What they are for is explained in `weblode.records.templates`. The compiled twin is in `_phrases.pyx`.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from weblode.caches import regex
from weblode.kernels.phrases import Token, words
from weblode.kernels.phrases import tokens as spans_of

START, END, TIME = "⊢", "⊣", "⊥"  # the ends of a value, and the place between a date and a time, as anchors
DATE = regex(r"\d{1,4}([/.-])\d{1,2}\1\d{1,4}|.* .*")
CLOCK = regex(r"\d{1,2}:\d{2}(?::\d{2})?\S*")
LEAST = 4  # the fewest values that a template is read from
SHARED = 0.9  # the share of values that have a shared word
USUAL = 0.8  # the share of values with the same shared words in the same order
LONGEST = 250  # characters of a value on average; longer ones are prose
LONG = 150  # longer ones need four anchors
ANCHORS = 40  # the most shared words
SAMPLE = 30  # the most values that a template is read from


class Anchors(NamedTuple):
    """The words of each anchor of a template, and those of them that divide phrases."""

    words: list[list[str]]
    marks: frozenset[str]


def template(values: Sequence[str]) -> tuple[str, ...]:
    """The anchors that nearly all values share, in order, each of one or more words; empty if there are none.

    >>> template([f"Filed {i}/26/2016, No. 15-{i}" for i in range(1, 6)])
    ('⊢ Filed', ', No.', '⊣')
    """
    sample = list(dict.fromkeys(values))[:SAMPLE]
    if len(sample) < LEAST or sum(map(len, sample)) > LONGEST * len(sample):
        return ()
    if not _share_word(sample[:5]):  # a look at the first values spares the others
        return ()
    texts = [[token for token, _, _ in tokens(value)] for value in sample]
    counts = Counter(chain.from_iterable(map(set, texts)))
    shared = {token for token, n in counts.items() if n >= SHARED * len(sample) and " " not in token}
    if len(shared) <= 2:  # the two ends
        return ()
    sequences = Counter([tuple([token for token in each if token in shared][:ANCHORS]) for each in texts])
    usual, n = sequences.most_common(1)[0]
    if n < USUAL * len(sample):
        for other in sequences:
            usual = _common(usual, other)
    anchors = _merge(usual, texts)
    return anchors if len(anchors) > (3 if sum(map(len, sample)) > LONG * len(sample) else 1) else ()


def _share_word(values: Sequence[str]) -> bool:
    """Whether four of four or five values have a word or mark in common."""
    one, two, three, four, *rest = map(set, map(words, values))
    start, end = one & two, three & four
    if not start.isdisjoint(end):
        return True
    return any(start & other & (three | four) or end & other & (one | two) for other in rest)


def tokens(value: str) -> list[Token]:
    """The words and marks of a value, with marks for its ends, and between a date and a time."""
    spans = spans_of(value)
    marked: list[Token] = [(START, 0, 0)]
    for span in spans:
        token, start, _ = span
        if ":" in token and CLOCK.fullmatch(token) and DATE.fullmatch(marked[-1][0]):
            marked.append((TIME, start, start))
        marked.append(span)
    return [*marked, (END, len(value), len(value))]


def _common(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """The longest common subsequence of two short sequences."""
    best: list[tuple[str, ...]] = [()] * (len(other) + 1)
    for token in one:
        diagonal: tuple[str, ...] = ()
        for j, each in enumerate(other, 1):
            above = best[j]
            if each == token:
                best[j] = (*diagonal, token)
            elif len(best[j - 1]) > len(above):
                best[j] = best[j - 1]
            diagonal = above
    return best[-1]


def _merge(usual: Sequence[str], texts: Sequence[list[str]]) -> tuple[str, ...]:
    """The shared words, those that nearly always stand together as one anchor."""
    together = [0] * len(usual)
    matched = 0
    for each in texts:
        places = _places([[token] for token in usual], each)
        if places is None:
            continue
        matched += 1
        for i in range(1, len(usual)):
            together[i] += places[i] == places[i - 1] + 1
    anchors: list[str] = []
    for i, token in enumerate(usual):
        if i and together[i] >= SHARED * matched > 0:
            anchors[-1] += f" {token}"
        else:
            anchors.append(token)
    return tuple(anchors)


def _places(anchors: Sequence[list[str]], texts: list[str]) -> list[int] | None:
    """Where each anchor starts in a sequence of words: the first place after the one before; None if one is missing."""
    places, at = [], 0
    try:
        for anchor in anchors:
            n = len(anchor)
            at = texts.index(anchor[0], at)
            while n > 1 and texts[at : at + n] != anchor:
                at = texts.index(anchor[0], at + 1)
            places.append(at)
            at += n
    except ValueError:  # one of the words is missing
        return None
    return places


def divided(anchors: Anchors, values: Sequence[str | None]) -> dict[str, list[str | None]]:
    """The parts of each value by their names: `phrase:N`, `value:N` (without its label), `gap:N`.

    None where a value has other words, or nothing in that part.
    """
    parts: dict[str, list[str | None]] = {}
    for i, value in enumerate(values):
        for name, text in _divide(anchors, value).items() if value is not None else ():
            if text:
                parts.setdefault(name, [None] * len(values))[i] = text
    return parts


def _divide(anchors: Anchors, value: str) -> dict[str, str]:
    """The parts of a value by their names; empty if it has other words."""
    spans = tokens(value)
    texts = [token for token, _, _ in spans]
    places = _places(anchors.words, texts)
    if places is None:
        return {}

    def text(first: int, stop: int) -> str:
        return value[spans[first][1] : spans[stop - 1][2]] if first < stop else ""

    parts: dict[str, str] = {}
    start = phrase = 0  # the first word after an anchor, and of a phrase
    after_label = -1  # the first word of the phrase's first gap
    gaps = phrases = 0
    for anchor, place in zip(anchors.words, places, strict=True):
        if place:
            after_label = start if after_label < 0 else after_label
            parts[f"gap:{gaps}"] = text(start, place)
            gaps += 1
        start = place + len(anchor)
        for i in range(place, start):
            if texts[i] in anchors.marks:  # it ends the phrase
                parts[f"phrase:{phrases}"] = text(phrase, i)
                parts[f"value:{phrases}"] = text(max(phrase, after_label), i)
                phrase, after_label = i + 1, -1
                phrases += 1
    return parts
