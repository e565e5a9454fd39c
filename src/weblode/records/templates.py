"""Templates of texts: the words and punctuation that all values of a column share, and the parts between them.

`Filed 05/26/2016, No. 15-1837` and `Filed 06/02/2016, No. 15-2004` share the anchors `Filed`, `, No.`; so each has two
parts, a date and a number, and the words before a part name it. Works in any language that puts spaces between words:
no word is known, only what repeats.
"""

from collections.abc import Sequence
from typing import NamedTuple

from weblode import kernels
from weblode.kernels.templates import Anchors


class Part(NamedTuple):
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
    return kernels.fastest().template(values)


# ---------------------------------------------------------------- parts
def parts(template: Sequence[str]) -> list[Part]:
    """The parts of values with these anchors: phrases between punctuation, their values, and the gaps in them.

    >>> [(part.piece, part.before) for part in parts(["⊢ Filed", ", No.", "⊣"]) if part.before]
    [('value:1', 'Filed'), ('value:2', 'No.')]
    """
    every: list[Part] = []
    for i, phrase in enumerate(_phrases(template)):
        gaps = [k for k, item in enumerate(phrase) if isinstance(item, int)]
        if len(gaps) == 1:
            before = " ".join([str(item) for item in phrase[: gaps[0]]])
            after = " ".join([str(item) for item in phrase[gaps[0] + 1 :]])
            every.append(Part(f"value:{i}", before, after))
        if gaps:
            every.append(Part(f"phrase:{i}", "", ""))
        for k in gaps:
            every.append(Part(f"gap:{phrase[k]}", "", ""))
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
    if token == ":":
        return False
    for character in token:
        if character.isalnum():
            return False
    return True


def _split(template: Sequence[str]) -> Anchors:
    """The words of each anchor."""
    words = [anchor.split(" ") for anchor in template]
    return Anchors(words, frozenset([token for anchor in words for token in anchor if _is_mark(token)]))


def read(template: Sequence[str], values: Sequence[str | None]) -> dict[str, list[str | None]]:
    """The parts of all values by their names: `phrase:N`, `value:N` (without its label), `gap:N`.

    None where a value has other words, or nothing in that part.

    >>> read(["⊢ Filed", ", No.", "⊣"], ["Filed 05/26/2016, No. 15-1837", "Filed", None])["value:2"]
    ['15-1837', None, None]
    """
    return kernels.fastest().divided(_split(template), values)
