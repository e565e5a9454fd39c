"""The style of a page's text leaves: bold, italic, size, upper case, hidden.

The cascade (W3C, CSS Cascading and Inheritance 4): the browser's defaults by tag, then the page's `style` elements by
specificity and order, then `style` attributes, then `!important`; and children inherit. Linked sheets are not fetched.
The modules `sheets`, `selectors` and `declarations` say which CSS they read and which they do not.

Few elements declare one of our properties, so only those are visited, parents first, and a leaf looks like the nearest
styled element around it. Every page gets a style: if its sheets are longer than `sheets.LONGEST`, or its selectors cost
more than `elements.TESTS`, the remaining rules are not read, and `cut` is True.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
from weblode.kernels.clues import BY_HIDDEN, BY_OPEN, BY_STYLE, Attribute
from weblode.style.declarations import (
    GONE,
    ITALIC,
    MEDIUM,
    SIZE,
    UNSEEN,
    UPPER,
    WEIGHT,
    Declaration,
    Value,
    declarations,
    mentions,
)
from weblode.style.defaults import BY_TAG, NOTHING, QUIRKS, Ops, font_size
from weblode.style.elements import Elements, Spent
from weblode.style.sheets import LONGEST, SortedRules, on_screen, style_rules
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

# The computed values, in the order of the properties; the last says whether fixed-width text has the normal size.
Look = tuple[int, bool, float, bool, bool, bool, bool]


@dataclass(frozen=True, eq=False)
class Style:
    """The style of each text leaf of a tree, in the order of `tree.leaves`."""

    bold: NDArray[np.bool_]  # font-weight of 600 or more
    italic: NDArray[np.bool_]
    size: NDArray[np.float32]  # in pixels; 16 by default
    upper: NDArray[np.bool_]  # text-transform: uppercase, whatever the text's own letters
    hidden: NDArray[np.bool_]  # display: none on it or around it (as for the page's title), or visibility: hidden
    cut: bool  # whether rules were left out because of the limits


_FONT, _DIALOG, _STYLE = NUMBERS["font"], NUMBERS["dialog"], NUMBERS["style"]
_INLINE, _HIDDEN, _OPEN, _SIZE = BY_STYLE, BY_HIDDEN, BY_OPEN, 3
_ATTRIBUTES = (b"style", b"hidden", b"open", b"size")


def style(tree: Tree, *, quirks: bool = False) -> Style:
    """The style of each text leaf of a tree, computed once a tree.

    `quirks`: whether the page has no doctype, so that tables inherit no font.

    >>> from weblode.pages.html import parse
    >>> found = style(parse(b"<style>.x { font: bold 12px serif }</style><p class=x>One <i>two</i><p>three"))
    >>> found.bold.tolist(), found.italic.tolist(), found.size.tolist()
    ([True, True, False], [False, True, False], [12.0, 12.0, 16.0])
    """
    key = ("style", quirks)
    if key not in tree.column_cache:
        tree.column_cache[key] = _style(tree, QUIRKS if quirks else BY_TAG)
    columns: Style = tree.column_cache[key]
    return columns


def _style(tree: Tree, by_tag: dict[int, Ops]) -> Style:
    cascade = Cascade(tree, by_tag, page_sheets(tree, style_rules))
    columns = _columns(tree, cascade)
    truths = (columns[WEIGHT] >= 600, columns[ITALIC] > 0)
    return Style(*truths, np.ascontiguousarray(columns[SIZE]), columns[UPPER] > 0, _are_hidden(columns), cascade.cut)


def sheet_texts(tree: Tree) -> Iterator[str]:
    """The page's style sheets for a screen."""
    for u in (tree.tag == _STYLE).nonzero()[0].tolist() if _STYLE in tree.tags else ():
        attributes = tree.attributes(u)
        if attributes.get("type", "").strip().lower() in ("", "text/css") and on_screen(attributes.get("media", "")):
            yield "".join(tree.string(v) for v in tree.children(u))


class PageSheets(NamedTuple):
    """The rules of a page's style sheets, how many characters may be read beyond them, and whether some were not."""

    sorted: SortedRules
    left: int
    cut: bool


def page_sheets(tree: Tree, rules_of: Callable[..., SortedRules]) -> PageSheets:
    """The rules of a page's sheets, as many as may be read; `rules_of` takes them from the texts of the sheets."""
    texts, left, cut = [], LONGEST, False
    for text in sheet_texts(tree):
        cut |= len(text) > left
        texts.append(text[:left])
        left -= len(texts[-1])
    return PageSheets(rules_of(*texts), left, cut)


def matched_rules(tree: Tree, rules: SortedRules) -> tuple[list[tuple[int, list[int], list[int]]], bool]:
    """Of each rule that may match, the weightiest last, its number, and the tags or the elements that it matches.

    And whether rules were left out since all cost too much.
    """
    elements = Elements(tree, rules.names)
    matched: list[tuple[int, list[int], list[int]]] = []
    tags: list[int] = []
    try:
        has_all = elements.missing.isdisjoint
        for number, (selector, _) in enumerate(rules.rules):
            if not has_all(selector.needs):  # as `Elements.may_match` says, of nearly all
                continue
            tag = selector.tag_only
            if tag is None:
                matched.append((number, [], elements.match(selector)))
                continue
            tags = tags if tag or tags else np.unique(tree.tag)[1:].tolist()
            elements.spend(len(tags))
            matched.append((number, [one for one in ([tree.number(tag)] if tag else tags) if one >= 0], []))
    except Spent:
        return matched, True
    return matched, False


def _are_hidden(columns: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether each leaf is hidden, from the looks of the leaves."""
    hidden: NDArray[np.bool_] = (columns[GONE] + columns[UNSEEN]) > 0
    return hidden


def _columns(tree: Tree, cascade: "Cascade") -> NDArray[np.float32]:
    """The looks of the text leaves: a row for each property."""
    looks, positions, numbers = _inherit(tree, cascade)
    around = np.array(positions, dtype=np.int32).searchsorted(tree.leaves, side="right") - 1
    columns: NDArray[np.float32] = np.array(looks, dtype=np.float32)[np.array(numbers, dtype=np.int32)[around]].T
    return columns


class Cascade:
    """The properties that each element of a page declares, after sorting all rules for it."""

    def __init__(self, tree: Tree, own: dict[int, Ops], sheets: PageSheets) -> None:
        self.tree = tree
        self.own = own
        self.cut = sheets.cut
        self.left = sheets.left
        self.rules = sheets.sorted.rules  # the index of a rule is its weight
        self.by_tag: dict[int, list[int]] = {}  # rules for a tag alone
        self.by_node: dict[int, list[int]] = {}  # other rules, by the elements they match
        self.inline: dict[int, tuple[Declaration, ...]] = {}
        self.special: dict[int, tuple[int, Value]] = {}  # set by legacy attributes, with the weight of a tag's default
        self.kinds: list[Ops] = []
        self._numbers: dict[object, int] = {}
        self._read_attributes(kernels.fastest().values(tree.buffer, tree.start, tree.tag, _ATTRIBUTES))
        if self.rules:
            self._match(sheets.sorted)

    def _readable(self, text: str) -> str:
        """As much of a text as the limit still allows."""
        self.cut |= len(text) > self.left
        text = text[: self.left]
        self.left -= len(text)
        return text

    def _read_attributes(self, attributes: list[Attribute]) -> None:
        tag = self.tree.tag
        cache: dict[bytes, tuple[Declaration, ...]] = {}
        for u, k, value in attributes:
            if k == _INLINE:
                declared = cache.get(value)
                if declared is None:
                    text = value.decode()
                    declared = cache[value] = self._declarations(text)
                if declared:
                    self.inline[u] = declared
            elif k == _HIDDEN and value.lower() != b"until-found":
                self.special[u] = (GONE, True)
            elif k == _SIZE and tag[u] == _FONT and u not in self.special:  # `hidden` wins, in any order of attributes
                if size := font_size(value):
                    self.special[u] = (SIZE, size)
            elif k == _OPEN and tag[u] == _DIALOG and u not in self.special:
                self.special[u] = (GONE, False)

    def _declarations(self, text: str) -> tuple[Declaration, ...]:
        """The declarations of a `style` attribute that matter here."""
        return declarations(self._readable(text)) if mentions(text) else ()

    def _match(self, rules: SortedRules) -> None:
        matched, is_cut = matched_rules(self.tree, rules)
        for number, tags, nodes in matched:
            for tag in tags:
                self.by_tag.setdefault(tag, []).append(number)
            for u in nodes:
                self.by_node.setdefault(u, []).append(number)
        self.cut |= is_cut

    def styled(self) -> list[int]:
        """The elements that declare a property and have a text leaf, in document order."""
        which = np.zeros(max(int(self.tree.tag.max(initial=0)) + 1, len(NAMES)), dtype=np.bool_)
        which[list(self.own)] = True
        for tag in self.by_tag:
            which[tag] = _changes_look(self._combine(tag))
        chosen = which[self.tree.tag]
        chosen[[*self.by_node, *self.inline, *self.special]] = True
        nodes = np.flatnonzero(chosen).astype(np.int32)
        # Elements without a leaf are left out.
        leaves = self.tree.leaves
        styled: list[int] = nodes[leaves.searchsorted(nodes) < leaves.searchsorted(self.tree.end[nodes])].tolist()
        return styled

    def of(self, u: int, tag: int) -> int:
        """The properties that an element declares, as an index into `kinds`."""
        key: object = tag
        if u in self.by_node or u in self.inline or u in self.special:
            key = (tag, tuple(self.by_node.get(u, ())), self.inline.get(u, ()), self.special.get(u))
        kind = self._numbers.get(key, -1)
        if kind < 0:
            kind = self._numbers[key] = len(self.kinds)
            self.kinds.append(self._combine(*key) if isinstance(key, tuple) else self._combine(tag))
        return kind

    def _combine(
        self,
        tag: int,
        rules: tuple[int, ...] = (),
        inline: tuple[Declaration, ...] = (),
        special: tuple[int, Value] | None = None,
    ) -> Ops:
        if not (rules or inline or special or tag in self.by_tag):
            return self.own.get(tag, NOTHING)
        first = list(self.own.get(tag, NOTHING))
        if special is not None:
            first[special[0]] = special[1]
        order = sorted({*rules, *self.by_tag.get(tag, ())})
        declared = [*(d for r in order for d in self.rules[r][1]), *inline]
        combined = list(first)
        for important in (False, True):
            for which, value, is_important in declared:
                if is_important == important:
                    combined[which] = first[which] if value == "revert" else value
        return tuple(combined)


def _changes_look(ops: Ops) -> bool:
    """Whether an element with these declarations can look different from its parent."""
    same = (None, "inherit", ("em", 1.0))
    return any(op not in same for op in ops[:GONE]) or ops[GONE] is True or ops[UNSEEN] not in same


# ---------------------------------------------------------------- inheritance
def _inherit(tree: Tree, cascade: Cascade) -> tuple[list[Look], list[int], list[int]]:
    """The distinct looks, the nodes at which the look changes, and for each of these nodes the index of its look."""
    looks: list[Look] = [(400, False, MEDIUM, False, False, False, False)]
    numbers: dict[Look, int] = {looks[0]: 0}
    cache: dict[tuple[int, int], int] = {}
    positions, look_numbers, root = [0], [0], MEDIUM
    around = [(len(tree), 0)]  # the styled elements around the current node: their end and their look
    nodes = cascade.styled()
    for u, tag, end in zip(nodes, tree.tag[nodes].tolist(), tree.end[nodes].tolist(), strict=True):
        while around[-1][0] <= u:
            positions.append(around.pop()[0])
            look_numbers.append(around[-1][1])
        key = (around[-1][1], cascade.of(u, tag))
        number = cache.get(key, -1)
        if number < 0:
            look = _look(looks[key[0]], cascade.kinds[key[1]], root)
            number = cache[key] = numbers.setdefault(look, len(looks))
            if number == len(looks):
                looks.append(look)
        if u == 0:
            root = looks[number][SIZE]
        positions.append(u)
        look_numbers.append(number)
        around.append((end, number))
    for (end, _), (_, number) in zip(around[:0:-1], around[-2::-1], strict=True):
        positions.append(end)
        look_numbers.append(number)
    return looks, positions, look_numbers


@lru_cache(maxsize=4096)
def _look(parent: Look, ops: Ops, root: float) -> Look:
    """The look of an element with these declarations inside its parent; cached, since pages share most of them."""
    values: list[Any] = [
        inherited if op is None or op == "inherit" else op for op, inherited in zip(ops, parent, strict=False)
    ]
    weight, size, fixed = values[WEIGHT], values[SIZE], parent[-1]
    if isinstance(weight, str):
        weight = _bolder(parent[0]) if weight == "bolder" else _lighter(parent[0])
    if isinstance(size, tuple):
        unit, number = size
        factor = {"px": 1.0, "keyword": 1.0, "rem": root}.get(unit, parent[SIZE])
        # Browsers make fixed-width text smaller, but only once, and not if the page gives a length.
        size = parent[SIZE] if unit == "fixed" and fixed else number * factor
        fixed = unit in ("px", "rem", "fixed") or (fixed and unit != "keyword")
    # No browser shows more than 10,000 pixels; and without a bound, nested sizes would grow beyond any number.
    size = min(float(size), 10_000.0)
    gone = bool(values[GONE] or parent[GONE])
    return weight, values[ITALIC], size, values[UPPER], gone, values[UNSEEN], fixed


def _bolder(weight: int) -> int:
    return 400 if weight < 350 else 700 if weight < 550 else max(weight, 900)


def _lighter(weight: int) -> int:
    return weight if weight < 100 else 100 if weight < 550 else 400 if weight < 750 else 700
