"""The places of a record: its texts, links and images in order, each with the features that identify its field.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 3.1: a record is divided into blocks at its tags, and the blocks
of all records are aligned (see `fields`). We differ in that both levels of division are made in the tree at once: block
elements, links and images divide, highlights do not, and a span does only if no text stands next to it. The module
`division` divides level by level. An element that is divided, and has no block inside, is a place too: the whole line
that a link cuts (see `lines`).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from weblode.kernels import texts
from weblode.records.objects import Range
from weblode.tags import BROKEN, LEAD, NUMBERS

# Elements that mark words of a text; their content belongs to the text around them.
MARKS = frozenset(
    NUMBERS[name]
    for name in (
        "abbr acronym b bdi bdo big blink cite code del dfn em font i ins kbd mark nobr q s samp small strike strong "
        "sub sup time tt u var wbr"
    ).split()
)
_STRUCK = frozenset(NUMBERS[name] for name in ("del", "s", "strike"))
_SPAN, _A, IMG = NUMBERS["span"], NUMBERS["a"], NUMBERS["img"]
_CONTROLS = frozenset(NUMBERS[name] for name in "button option select textarea".split())
# Elements with one of these inside are more than a line: blocks, cells, controls.
_BLOCKS = [
    number
    for name, number in NUMBERS.items()
    if name != "br" and (LEAD[number] == BROKEN or name in ("td", "th") or number in _CONTROLS)
]
TRAITS = np.zeros(len(NUMBERS) + 1, dtype=np.uint8)  # the last entry is for tags that HTML does not define
TRAITS[sorted(MARKS)] = texts.MARK
TRAITS[sorted(_STRUCK)] |= texts.STRUCK
TRAITS[[_SPAN, len(NUMBERS)]] = texts.SPAN
TRAITS[[IMG, NUMBERS["input"], *sorted(_CONTROLS)]] |= texts.DIVIDER
TRAITS[_A] |= texts.ANCHOR
TRAITS[_BLOCKS] |= texts.BLOCK
TRAITS[sorted(_CONTROLS)] |= texts.CONTROL
MOST_PLACES = 400  # the most places of a record that are read


@dataclass(frozen=True)
class FieldPlace:
    """The features that identify a field of a record.

    `path` has the tags from the region down, `author` is the itemprop or class of the nearest element that has one,
    `label` is the text before a colon. A `whole` place is an element with several other places in it. `cell` is the
    number of its cell, from 1, if the records are rows of a table (see `table_cells`).
    """

    path: str
    author: str = ""
    label: str = ""
    image: bool = False
    whole: bool = False
    cell: int = 0

    def likeness(self, other: "FieldPlace") -> float:
        """How likely two places are the same field: higher is more likely, 0 if they cannot be."""
        if self.path != other.path or self.cell != other.cell:
            return 0.0
        if self.image != other.image or self.whole != other.whole:
            return 0.0
        alike = 3.0 if self.author == other.author else 1.0 if self.author and other.author else 2.0
        if not self.label and not other.label:
            return alike
        return alike + 2.0 if self.label == other.label else alike / 2


class FieldCell(NamedTuple):
    """A value in a record: the nodes it was read from, its text (for an image, its URL), and the target of its link.

    `href` is as the page has it, `url` the address that it leads to, "" if the page's own address is not known.
    `attribute` is the name of the attribute that has the value, in XML. `machine` is what the page says about it for
    machines: the `datetime` of a time, the `content` of an `itemprop`.
    """

    nodes: Range
    value: str
    href: str = ""
    attribute: str = ""
    machine: str = ""
    url: str = ""


Row = list[tuple[FieldPlace, FieldCell]]
BlockColumn = list[tuple[FieldPlace, FieldCell] | None]  # of each record, or None
