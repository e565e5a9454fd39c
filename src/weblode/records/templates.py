"""Templates of texts: the words and punctuation that all values of a column share, and the parts between them.

`Filed 05/26/2016, No. 15-1837` and `Filed 06/02/2016, No. 15-2004` share the anchors `Filed`, `, No.`; so each has two
parts, a date and a number, and the words before a part name it. Works in any language that puts spaces between words:
no word is known, only what repeats.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from weblode import kernels
from weblode.kernels.phrases import Token

_START, _END, _TIME = "⊢", "⊣", "⊥"  # the ends of a value, and the place between a date and a time, as anchors
_DATE = re.compile(r"\d{1,4}([/.-])\d{1,2}\1\d{1,4}|.* .*")
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\S*")
_LEAST = 4  # the fewest values that a template is read from
_SHARED = 0.9  # the share of values that have a shared word
_LONGEST = 250  # characters of a value on average; longer ones are prose
_LONG = 150  # longer ones need four anchors
_ANCHORS = 40  # the most shared words
_SAMPLE = 30  # the most values that a template is read from


@dataclass(frozen=True)
class Part:
    """A part of the values of a column: which one (see `read`), and the words before and after it in its phrase.

    Only the value of a phrase has them: other parts, such as a name in a title, have no label.
    """

    piece: str
    before: str = ""
    after: str = ""


def infer(values: Sequence[str]) -> tuple[str, ...]:
    """The anchors that nearly all values share, in order, each of one or more words; empty if there are none.

    >>> infer([f"Filed {i}/26/2016, No. 15-{i}" for i in range(1, 6)])
    ('⊢ Filed', ', No.', '⊣')
    """
    sample = list(dict.fromkeys(values))[:_SAMPLE]
    if len(sample) < _LEAST or sum(map(len, sample)) > _LONGEST * len(sample):
        return ()
    if not _share_word(sample[:5]):  # a look at the first values spares the others
        return ()
    words = [_words(value) for value in sample]
    counts = Counter(chain.from_iterable(map(set, words)))
    shared = {token for token, n in counts.items() if n >= _SHARED * len(sample) and " " not in token}
    if len(shared) <= 2:  # the two ends
        return ()
    sequences = Counter([tuple([token for token in each if token in shared][:_ANCHORS]) for each in words])
    usual, n = sequences.most_common(1)[0]
    if n < 0.8 * len(sample):
        for other in sequences:
            usual = _common(usual, other)
    anchors = _merge(usual, words)
    return anchors if len(anchors) > (3 if sum(map(len, sample)) > _LONG * len(sample) else 1) else ()


def _share_word(values: Sequence[str]) -> bool:
    """Whether four of four or five values have a word or mark in common."""
    one, two, three, four, *rest = map(set, map(kernels.fastest().words, values))
    start, end = one & two, three & four
    if not start.isdisjoint(end):
        return True
    return any(start & other & (three | four) or end & other & (one | two) for other in rest)


def _words(value: str) -> list[str]:
    """The words and marks of a value, as by `tokens`."""
    if ":" in value:
        return [token for token, _, _ in tokens(value)]
    return [_START, *kernels.fastest().words(value), _END]


def tokens(value: str) -> list[Token]:
    """The words and marks of a value, with marks for its ends, and between a date and a time."""
    spans = kernels.fastest().tokens_of(value)
    if ":" not in value:  # it has no time
        return [(_START, 0, 0), *spans, (_END, len(value), len(value))]
    marked: list[Token] = [(_START, 0, 0)]
    for span in spans:
        token, start, _ = span
        if ":" in token and _CLOCK.fullmatch(token) and _DATE.fullmatch(marked[-1][0]):
            marked.append((_TIME, start, start))
        marked.append(span)
    return [*marked, (_END, len(value), len(value))]


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


def _merge(usual: Sequence[str], words: Sequence[list[str]]) -> tuple[str, ...]:
    """The shared words, those that nearly always stand together as one anchor."""
    together = [0] * len(usual)
    matched = 0
    for each in words:
        places = _places([[token] for token in usual], each)
        if places is None:
            continue
        matched += 1
        for i in range(1, len(usual)):
            together[i] += places[i] == places[i - 1] + 1
    anchors: list[str] = []
    for i, token in enumerate(usual):
        if i and together[i] >= _SHARED * matched > 0:
            anchors[-1] += f" {token}"
        else:
            anchors.append(token)
    return tuple(anchors)


def _places(anchors: Sequence[list[str]], words: list[str]) -> list[int] | None:
    """Where each anchor starts in a sequence of words: the first place after the one before; None if one is missing."""
    places, at = [], 0
    try:
        for anchor in anchors:
            n = len(anchor)
            at = words.index(anchor[0], at)
            while n > 1 and words[at : at + n] != anchor:
                at = words.index(anchor[0], at + 1)
            places.append(at)
            at += n
    except ValueError:  # one of the words is missing
        return None
    return places


# ---------------------------------------------------------------- parts
def parts(template: Sequence[str]) -> list[Part]:
    """The parts of values with these anchors: phrases between punctuation, their values, and the gaps in them.

    >>> [(part.piece, part.before) for part in parts(["⊢ Filed", ", No.", "⊣"]) if part.before]
    [('value:1', 'Filed'), ('value:2', 'No.')]
    """
    every = []
    for i, phrase in enumerate(_phrases(template)):
        gaps = [k for k, item in enumerate(phrase) if isinstance(item, int)]
        if len(gaps) == 1:
            before = " ".join(map(str, phrase[: gaps[0]]))
            after = " ".join(map(str, phrase[gaps[0] + 1 :]))
            every.append(Part(f"value:{i}", before, after))
        if gaps:
            every.append(Part(f"phrase:{i}"))
        every += [Part(f"gap:{phrase[k]}") for k in gaps]
    return every


def _phrases(template: Sequence[str]) -> list[list[str | int]]:
    """The items between punctuation, in order: words as text, the gaps between anchors as numbers from 0."""
    phrases: list[list[str | int]] = [[]]
    for number, anchor in enumerate(template):
        for token in anchor.split(" "):
            if _is_mark(token):
                phrases.append([])
            elif token != ":":
                phrases[-1].append(token)
        if number < len(template) - 1:
            phrases[-1].append(number)
    return phrases


def _is_mark(token: str) -> bool:
    """Whether a token divides phrases; a colon stands between a label and its value."""
    return token != ":" and not any(map(str.isalnum, token))


class Anchors(NamedTuple):
    """The words of each anchor of a template, and those of them that divide phrases."""

    words: list[list[str]]
    marks: frozenset[str]


def split(template: Sequence[str]) -> Anchors:
    """The words of each anchor."""
    words = [anchor.split(" ") for anchor in template]
    return Anchors(words, frozenset(filter(_is_mark, chain.from_iterable(words))))


def read(anchors: Anchors, value: str) -> dict[str, str]:
    """The parts of a value by their names: `phrase:N`, `value:N` (without its label), `gap:N`; empty if it differs.

    >>> read(split(["⊢ Filed", ", No.", "⊣"]), "Filed 05/26/2016, No. 15-1837")["value:2"]
    '15-1837'
    """
    spans = tokens(value)
    words = [token for token, _, _ in spans]
    places = _places(anchors.words, words)
    if places is None:
        return {}

    def text(first: int, stop: int) -> str:
        return value[spans[first][1] : spans[stop - 1][2]] if first < stop else ""

    texts: dict[str, str] = {}
    start = phrase = 0  # the first word after an anchor, and of a phrase
    after_label = -1  # the first word of the phrase's first gap
    gaps = phrases = 0
    for anchor, place in zip(anchors.words, places, strict=True):
        if place:
            after_label = start if after_label < 0 else after_label
            texts[f"gap:{gaps}"] = text(start, place)
            gaps += 1
        start = place + len(anchor)
        for i in range(place, start):
            if words[i] in anchors.marks:  # it ends the phrase
                texts[f"phrase:{phrases}"] = text(phrase, i)
                texts[f"value:{phrases}"] = text(max(phrase, after_label), i)
                phrase, after_label = i + 1, -1
                phrases += 1
    return texts
