"""The features of a cell after Davulcu, Vadrevu, Nagarajan (OntoMiner, 2005), section 4.2.2, "Extracting features".

Syntactic (bold, italic, capitalised, linked), grammatical (part of speech), semantic (number, date, price), statistical
(number of words, word length), special characters. The paper gives the features "different weights after analysing a
lot of data tables" and does not print them; ours are in `WEIGHTS`. They are chosen so that cells of one kind are
closer than 1, and cells that differ in emphasis or in meaning are not.

Parts of speech come from HanTa (the extra `grammar`) and are off by default: without them the results are the same
wherever weblode is installed.
"""

import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weblode.caches import bounded_cache, regex
from weblode.errors import WeblodeError
from weblode.tables.grid import NOTHING
from weblode.tables.layout import Layout
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.prices import find_price

WEIGHTS = {
    "bold": 1.2,
    "italic": 0.8,
    "capitalised": 0.5,
    "linked": 0.8,
    "noun": 0.4,
    "verb": 0.4,
    "number": 1.2,
    "date": 0.8,
    "price": 0.8,
    "words": 0.6,
    "word length": 0.4,
    "special": 1.1,
}

_BOLD = frozenset(NUMBERS[name] for name in "b strong th h1 h2 h3 h4 h5 h6".split())
_ITALIC = frozenset(NUMBERS[name] for name in "i em cite dfn var address".split())
_LINK = frozenset({NUMBERS["a"]})
_STYLED = {"bold": regex(r"font-weight\s*:\s*(?:bold|[6-9]00)"), "italic": regex(r"font-style\s*:\s*italic")}
_NUMBER = regex(r"[^\w]*\d[\d.,\s'’]*[^\d\s]{0,3}")
_DATE = regex(
    r"\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d{1,2}:\d{2}\b|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_SPECIAL = regex(r"[$€£+{}\[\]%#*=<>|/~^]")
_WORD = regex(r"[^\W\d_]+")
_LONGEST = 400  # the most characters of a cell that are read


def features(layout: Layout, rows: NDArray[np.int64], *, grammar: bool) -> NDArray[np.float64]:
    """The weighted features of the slots of some rows: rows x columns x features; empty slots have zeros."""
    cells = layout.grid.cells[rows][:, layout.columns]
    tagger = _tagger() if grammar else None
    vectors_of = {u: _vector(layout.grid.tree, u, tagger) for u in set(cells.ravel().tolist()) - {NOTHING}}
    vectors_of[NOTHING] = [0.0] * len(WEIGHTS)
    vectors = np.array([[vectors_of[u] for u in row] for row in cells.tolist()])
    weighted: NDArray[np.float64] = vectors * np.array(list(WEIGHTS.values()))
    return weighted


def _vector(tree: Tree, u: int, tagger: Callable[[str], str] | None) -> list[float]:
    """The features of a cell, each from 0 to 1, in the order of the weights."""
    text = tree.text(u, line=" ")[:_LONGEST]
    words = _WORD.findall(text)
    parts = [tagger(word) for word in words[:8]] if tagger else []
    n, m = max(1, len(words)), max(1, len(parts))
    number = bool(_NUMBER.fullmatch(text))
    return [
        _emphasis(tree, u, _BOLD, style=_STYLED["bold"]),
        _emphasis(tree, u, _ITALIC, style=_STYLED["italic"]),
        sum(word[0].isupper() for word in words) / n,
        _emphasis(tree, u, _LINK),
        sum(part.startswith("N") for part in parts) / m,
        sum(part.startswith("V") for part in parts) / m,
        float(number),
        float(bool(_DATE.search(text)) and len(words) <= 6),
        float(find_price(text) is not None),
        min(1.0, len(text.split()) / 10),
        min(1.0, sum(map(len, words)) / n / 12),
        float(bool(_SPECIAL.search(text)) and not number),
    ]


def _emphasis(tree: Tree, u: int, tags: frozenset[int], *, style: re.Pattern[str] | None = None) -> float:
    """1.0 if the first text of a cell is inside one of the tags or an element with a matching style, else 0.0."""
    v = next(iter(tree.leaves[tree.leaves.searchsorted(u) :][:1].tolist()), -1)
    while u <= v < tree.end[u]:
        if int(tree.tag[v]) in tags or (style and style.search(tree.attributes(v).get("style", "").lower())):
            return 1.0
        v = int(tree.parent[v])
    return 0.0


@lru_cache(maxsize=1)
def _tagger() -> Callable[[str], str]:
    """A function from an English word to its part of speech."""
    try:
        from HanTa import HanoverTagger
    except ImportError as error:
        raise WeblodeError(
            "parts of speech need HanTa: pip install 'weblode[grammar]', or leave grammar out"
        ) from error
    model = HanoverTagger.HanoverTagger("morphmodel_en.pgz")

    @bounded_cache(16 * 2**20)
    def part(word: str) -> str:
        return str(model.analyze(word)[1])

    return part
