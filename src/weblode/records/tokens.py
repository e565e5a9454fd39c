"""A page as a row of tokens: start tags, end tags and text, as coarse or as fine as the encoding.

C.-H. Chang, C.-N. Hsu, S.-C. Lui, "Automatic information extraction from semi-structured Web pages by pattern
discovery", Decision Support Systems 35, 2003, section 2.1 and figure 4. We differ in that the tokens come from the
tree, so every element that is not void has an end tag; in that newer HTML elements are added to the classes; and in
that content nobody reads, and the inside of drawings and form controls, gives no tokens.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.errors import WeblodeError
from weblode.kernels.repeats import ALONE, CONTENT, HIDDEN, PAIR
from weblode.tags import NAMES, NO_CONTENT_NAMES, NUMBERS, TEXT
from weblode.tree import Column, Tree

# Text-level elements by purpose (figure 4; the second line of each has the elements since HTML 3.2). All others are
# block level: headings, text containers, lists, tables, forms, sections, and names that HTML does not define. So is
# `br`, since the paper's block-level patterns contain it.
CLASSES = {
    "logical": (
        "cite code dfn em kbd samp strong var "
        "abbr acronym bdi bdo data del ins mark output q rb rbc rp rt rtc ruby slot time"
    ).split(),
    "physical": (
        "b big i small strike sub sup tt u "  #
        "blink nobr s spacer span wbr"
    ).split(),
    "special": (
        "a applet area basefont font img input map param select textarea "
        "audio bgsound button canvas embed iframe image keygen label math meter object picture progress source svg "
        "track video"
    ).split(),
}
ENCODINGS = {
    "all-tag": (),
    "no-logical": ("logical",),
    "no-physical": ("physical",),
    "no-special": ("special",),
    "block-level": ("logical", "physical", "special"),
}
_VOID = frozenset(
    "area basefont bgsound br embed frame hr image img input isindex keygen nextid param spacer wbr".split()
)
_CLOSED = frozenset("applet audio canvas iframe math object progress select svg textarea video".split())
_UNSEEN = (NO_CONTENT_NAMES | {"head"}) - _VOID - _CLOSED


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of a page in an encoding (`row`), and the node at which each of them starts (`place`).

    The token of a start tag is twice the number of its tag, that of an end tag one more, that of a text 0.
    """

    tree: Tree
    encoding: str
    row: Column
    place: Column

    def __len__(self) -> int:
        return len(self.row)

    def name(self, token: int) -> str:
        """A token as written in patterns: `<a>`, `</a>`, `<text>`; an element called text is `<text/>`."""
        if token == TEXT:
            return "<text>"
        name = self.tree.name_of(token // 2)
        return f"</{name}>" if token % 2 else f"<{name}/>" if name == "text" else f"<{name}>"

    def number(self, name: str) -> int:
        """The token that patterns write like this; -1 if the page has no such tag."""
        if name == "<text>":
            return TEXT
        ends = name.startswith("</")
        tag = self.tree.number(name[1 + ends : -1].removesuffix("/"))
        return -1 if tag < 0 else 2 * tag + ends


def encode(tree: Tree, encoding: str = "block-level") -> Tokens:
    """The tokens of a page in an encoding.

    >>> from weblode.pages.html import parse
    >>> tokens = encode(parse(b"<ul><li><a href=/1>One</a> new<li>Two<br></ul>"))
    >>> "".join(map(tokens.name, tokens.row.tolist()))
    '<html><body><ul><li><text></li><li><text><br></li></ul></body></html>'
    """
    row, place = kernels.fastest().tokens(tree.end, tree.tag, tree.leaf, token_kinds(checked_encoding(encoding)))
    return Tokens(tree, encoding, row, place)


def checked_encoding(name: str) -> str:
    """The name itself, if it is the name of an encoding. Raises WeblodeError otherwise."""
    if name not in ENCODINGS:
        raise WeblodeError(f"no encoding {name!r}; choose one of {', '.join(ENCODINGS)}")
    return name


@cache
def token_kinds(encoding: str) -> NDArray[np.uint8]:
    """How each tag is encoded; the last entry is for names that HTML does not define."""
    skipped = {name for each in ENCODINGS[encoding] for name in CLASSES[each]}
    kinds = np.full(len(NAMES) + 1, PAIR, dtype=np.uint8)
    for name in NUMBERS:
        if name in _UNSEEN:
            kinds[NUMBERS[name]] = HIDDEN
        elif name in skipped:
            kinds[NUMBERS[name]] = HIDDEN if name in _CLOSED else CONTENT
        elif name in _VOID | _CLOSED:
            kinds[NUMBERS[name]] = ALONE
    kinds.flags.writeable = False
    return kinds
