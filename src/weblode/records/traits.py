"""What is known of each tag beforehand: whether it breaks a line, links, shows a picture; what kind of record it is."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from weblode.kernels import lists as kinds
from weblode.tags import NAMES, NO_CONTENT, NUMBERS

_TRAITS = {
    kinds.INLINE: "b i em strong font u small big sup sub tt wbr mark",
    kinds.BREAK: "br hr",
    kinds.LINK: "a",
    kinds.IMAGE: "img",
    kinds.HEADING: "h1 h2 h3 h4 h5 h6",
    kinds.ASIDE: "aside",
    kinds.FORM: "form",
    kinds.NAV: "nav",
    kinds.EDGE: "header footer",
    kinds.CELL: "th thead",
    kinds.LAYOUT: "html body div span table tbody thead tr td th section article main center form",
}
# Kinds of record by tag, one of the facts; all other tags share the last kind.
_KINDS = ("tr", "li dt dd", "div article section", "td th", "table tbody dl ul ol", "p blockquote", "a")


@cache
def traits() -> NDArray[np.uint16]:
    """Two rows, the traits of each tag and its kind of record; the last entry is for tags that HTML does not define."""
    table = np.zeros((2, len(NAMES) + 1), dtype=np.uint16)
    table[0, list(NO_CONTENT)] = kinds.SKIPPED
    for trait, names in _TRAITS.items():
        table[0, [NUMBERS[name] for name in names.split()]] |= trait
    table[1] = len(_KINDS)
    for kind, names in enumerate(_KINDS):
        table[1, [NUMBERS[name] for name in names.split()]] = kind
    return table
