"""What pages tell machines about their thing (JSON-LD, microdata, Open Graph): a witness beside the visible text.

It names attributes that the page does not label, confirms others, and adds those that only machines are told.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from weblode.articles.metadata import declarations
from weblode.caches import regex
from weblode.tree import Tree


class DeclaredValue(NamedTuple):
    """A value that a page tells machines, and where: the script or element that has it, and which kind that is."""

    text: str
    node: int
    method: str = "json-ld"


Declared = Mapping[str, Sequence[DeclaredValue]]  # by name

_AGREE = 0.6  # the share of the pages with both on which a value and what is declared must agree, to be the same
_PRESENT = 0.5  # the share of the pages that declare an attribute, for it to be one
_WORD = regex(r"\w+")


def declared(tree: Tree) -> Declared:
    """What a page declares about its thing, by name; read once a tree."""
    if "declared" not in tree.column_cache:
        by_name: dict[str, dict[str, DeclaredValue]] = {}
        for each in declarations(tree):
            by_name.setdefault(each.name, {}).setdefault(each.value, DeclaredValue(each.value, each.node, each.method))
        tree.column_cache["declared"] = {name: tuple(own.values()) for name, own in by_name.items()}
    values: Declared = tree.column_cache["declared"]
    return values


@lru_cache(maxsize=4096)  # a value is compared with several others
def plain(text: str) -> str:
    """The words of a text, by which a value is compared with another."""
    return " ".join(_WORD.findall(text.casefold()))


def words_by_name(page: Declared) -> dict[str, set[str]]:
    """The words of what a page declares, by name."""
    return {name: {plain(each.text) for each in own} for name, own in page.items()}


def agreeing(values: Mapping[int, set[str]], pages: Sequence[Mapping[str, set[str]]]) -> str:
    """The name under which most pages declare these values; "" for none. Both are words, by page."""
    best = (0, "")
    for name in sorted({name for page in values for name in pages[page]}):
        both = [page for page in values if name in pages[page]]
        same = sum(not values[page].isdisjoint(pages[page][name]) for page in both)
        if same > 1 and same >= _AGREE * len(both):
            best = max(best, (same, name))
    return best[1]


def only_declared(pages: Sequence[Declared], others: set[str]) -> list[str]:
    """The names of attributes that most pages declare with values of their own, without known ones."""
    names = dict.fromkeys(name for page in pages for name in page if name not in others)
    names_alone = []
    for name in names:
        values = [tuple(each.text for each in page[name]) for page in pages if name in page]
        if len(values) >= max(2, _PRESENT * len(pages)) and len(set(values)) > 1:
            names_alone.append(name)
    return names_alone
