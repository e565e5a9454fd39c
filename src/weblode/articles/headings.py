"""The line of a page that names its thing: a heading, another line or the beginning of one, or a part of its `title`.

Each candidate has facts: its element, its place, what it shares with the page's `title`, with what the page tells
machines and with its address, and how often the page repeats it. Weights fitted on articles and on pages about one
thing, each read alone, choose among them (`python -m bench.headings`).
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from weblode import models
from weblode.articles.blocks import Blocks, nearest_ancestors, words
from weblode.caches import regex
from weblode.tags import NAMES, NUMBERS
from weblode.values.page_links import page_address

SEPARATORS = regex(r"\s+[-|–—•·:»«]+\s+|\s*[|»«]\s*")  # between the parts of a page's `title`
LONGEST = 200  # characters of a line that can be a title
READ = 300  # characters of a page's `title`, or of what it declares, that are compared with others
MODEL = "articles/headings.json"
FACTS = (
    "h1",
    "h2",
    "lower heading",
    "highest heading",
    "first heading",
    "first h1",
    "beginning",  # of a line, not the whole of it
    "the title",
    "begins the title",
    "inside the title",
    "place in the title",
    "share of the title",
    "share in the title",
    "declared",
    "begins what is declared",
    "share in the address",
    "name of the site",
    "place",
    "after the text begins",
    "share in links",
    "link home",
    "beside",
    "one word",
    "again",
    "colon",
    "prose",
    "not shown",  # only the `title` has it
    "not shown, first",
)
HEADINGS = {NUMBERS[f"h{level}"]: level for level in range(1, 7)}
_BOLD = frozenset(NUMBERS[name] for name in "b strong font big em".split())
_LEVELS = np.array([*(HEADINGS.get(number, 0) for number in range(len(NAMES))), 0], dtype=np.int32)
_IS_BOLD = np.array([*(number in _BOLD for number in range(len(NAMES))), False])  # the last is for all other tags
_TITLE, _LINK = NUMBERS["title"], NUMBERS["a"]
_ABOVE = 3  # elements above a text that may set it in bold
_NEAR = 6  # levels between a text and the link around it
_WORDS = 40  # of a title
_PARTS = 20  # of a page's `title`
_SITE = 6  # letters of a name that an address has not by chance
_ADDRESS = regex(r"https?://(?:www\.)?(?P<host>[^/?#]*)(?P<path>[^?#]*)", re.IGNORECASE)
_NO_FACTS = dict.fromkeys(FACTS, 0.0)
_NO_LETTER = regex(r"[\W_]+")


Facts = dict[str, float]  # by their names in `FACTS`; those that are 0 may be missing


@dataclass(frozen=True)
class HeadingCandidate:
    """A line that may name the thing: its block, -1 for a part of the page's `title`; its node, text and facts."""

    block: int
    node: int
    text: str
    facts: Facts

    @cached_property
    def row(self) -> list[float]:
        """The facts in the order of `FACTS`."""
        return list((_NO_FACTS | self.facts).values())


def best_headings(
    candidates: Sequence[HeadingCandidate],
) -> tuple[HeadingCandidate | None, HeadingCandidate | None]:
    """The likeliest candidate, and the likeliest that the page shows; None without any."""
    best = best_heading(candidates)
    if best is None or best.block >= 0:
        return best, best
    return best, best_heading([each for each in candidates if each.block >= 0])


def best_heading(candidates: Sequence[HeadingCandidate]) -> HeadingCandidate | None:
    """The likeliest candidate; None without any."""
    if not candidates:
        return None
    weights = models.parameters(MODEL)
    scores = np.array([each.row for each in candidates]) @ np.array([weights[name] for name in FACTS])
    return candidates[int(np.argmax(scores))]


def heading_candidates(
    blocks: Blocks, start: int, skipped: NDArray[np.bool_], page_title: str, declared: Sequence[str]
) -> list[HeadingCandidate]:
    """The lines that may name the thing of a page, in document order, then the parts of its `title`.

    The page's text begins at block `start`; `skipped` are blocks that other pages of the site have too; `declared` are
    the titles that the page tells machines.
    """
    return list(_Evidence(blocks, start, page_title, declared).candidates(skipped))


class _Evidence:
    """What a page says about its title."""

    def __init__(self, blocks: Blocks, start: int, page_title: str, declared: Sequence[str]) -> None:
        self.blocks, self.start = blocks, start
        self.title = words(page_title[:READ])
        self.parts = [(text, part) for text in SEPARATORS.split(page_title[:READ]) if (part := words(text))][:_PARTS]
        self.declared = [words(text) for text in declared]
        self.said = set(self.title).union(*self.declared)
        address = _ADDRESS.match(page_address(blocks.tree))
        self.path = set(words(address["path"].replace("_", " "))) if address else set[str]()
        folder = f"{address['host']}{address['path'].rpartition('/')[0]}" if address else ""
        self.folder = _NO_LETTER.sub("", folder.lower())

    @cached_property
    def lines(self) -> Counter[str]:
        """How often the page has each line."""
        return Counter(self.blocks.texts)

    def candidates(self, skipped: NDArray[np.bool_]) -> Iterator[HeadingCandidate]:
        blocks, tree = self.blocks, self.blocks.tree
        before: dict[str, int] = {"heading": 0, "h1": 0}
        levels = _heading_levels(blocks)
        highest = int(levels[levels > 0].min(initial=len(HEADINGS))) if levels.any() else 0
        usable = ~skipped & (blocks.length <= LONGEST) & (tree.tag[blocks.node] != _TITLE)
        usable &= (levels > 0) | ((np.arange(len(blocks)) < self.start) & ~blocks.prose)
        numbers = np.flatnonzero(usable)
        for i, level, bold in zip(numbers.tolist(), levels[numbers].tolist(), self._are_bold(numbers), strict=True):
            text = blocks.spaced(i) if level else blocks.texts[i]
            own = words(text)
            if not own or len(own) > _WORDS or not (level or bold or self.said.intersection(own)):
                continue
            facts = _element(level, before) | self._place(i)
            facts["highest heading"] = float(level > 0 and level == highest)
            yield HeadingCandidate(i, int(blocks.node[i]), text, facts | self._shared(own, text))
            leaf = int(tree.leaves[blocks.first[i]])
            first = words(tree.text(leaf))
            if (level or bold) and first and first != own and words(blocks.texts[i])[: len(first)] == first:
                facts |= self._shared(first, tree.text(leaf)) | {"beginning": 1.0}
                yield HeadingCandidate(i, int(tree.parent[leaf]), tree.text(leaf), facts)
            before["heading"] += level > 0
            before["h1"] += level == 1
        for k, (text, part) in enumerate(self.parts):
            facts = self._shared(part, text) | {"not shown": 1.0, "not shown, first": float(k == 0)}
            yield HeadingCandidate(-1, -1, text, facts)

    def _are_bold(self, numbers: NDArray[np.intp]) -> list[bool]:
        """Whether the first text of each of some blocks is in bold."""
        tree = self.blocks.tree
        nodes = tree.leaves[self.blocks.first[numbers]]
        bold = np.zeros(len(nodes), dtype=np.bool_)
        for _ in range(_ABOVE):
            nodes = np.maximum(tree.parent[nodes], 0)
            bold |= _IS_BOLD[np.minimum(tree.tag[nodes], len(_IS_BOLD) - 1)]
        return cast(list[bool], bold.tolist())

    def _place(self, i: int) -> dict[str, float]:
        """Where a block is, and what it is beside a title."""
        blocks = self.blocks
        return {
            "place": i / len(blocks),
            "after the text begins": float(i > self.start),
            "share in links": float(blocks.linked[i]),
            "link home": float(leads_home(blocks, i)),
            "beside": float(blocks.beside[i]),
            "again": math.log(self.lines[blocks.texts[i]]),
            "prose": float(blocks.prose[i]),
        }

    def _shared(self, own: list[str], text: str) -> dict[str, float]:
        """What a line shares with the page's `title`, with the declared ones and with the page's address."""
        n, title, bag = len(own), self.title, set(own)
        at = next((k for k in range(len(title) - n + 1) if title[k : k + n] == own), -1)
        shared = len(bag.intersection(title))
        letters = "".join(own)
        return {
            "the title": float(own == title),
            "begins the title": float(at == 0 and n < len(title)),
            "inside the title": float(at > 0),
            "place in the title": at / len(title) if at > 0 else 0.0,
            "share of the title": shared / max(1, len(set(title))),
            "share in the title": shared / len(bag),
            "declared": float(own in self.declared),
            "begins what is declared": float(any(each[:n] == own for each in self.declared)),
            "share in the address": len(bag & self.path) / len(bag),
            "name of the site": float(len(letters) >= _SITE and letters in self.folder),
            "one word": float(n == 1),
            "colon": float(text.endswith(":")),
        }


def _element(level: int, before: Mapping[str, int]) -> dict[str, float]:
    """The element of a line, and whether it is the first of its kind."""
    return {
        "h1": float(level == 1),
        "h2": float(level == 2),
        "lower heading": float(level > 2),
        "first heading": float(level > 0 and not before["heading"]),
        "first h1": float(level == 1 and not before["h1"]),
    }


def _heading_levels(blocks: Blocks) -> NDArray[np.int32]:
    """The level of the heading that each block is in, directly or by one more element; 0 if it is in none."""
    tree, nodes = blocks.tree, blocks.node
    own = _LEVELS[np.minimum(tree.tag[nodes], len(_LEVELS) - 1)]
    above = _LEVELS[np.minimum(tree.tag[np.maximum(tree.parent[nodes], 0)], len(_LEVELS) - 1)]
    return np.where(own > 0, own, above)


def leads_home(blocks: Blocks, i: int) -> bool:
    """Whether a block is a link to the root of its site, and so the site's name."""
    tree = blocks.tree
    if blocks.linked[i] < 0.9:
        return False
    around = nearest_ancestors(tree, int(tree.leaves[blocks.first[i]]), _NEAR)
    links = [v for v in around if tree.tag[v] == _LINK]
    return (
        bool(links) and re.fullmatch(r"(?:https?://[^/]+)?/?", tree.attributes(links[0]).get("href", "x")) is not None
    )
