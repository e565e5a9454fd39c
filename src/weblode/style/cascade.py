"""How a page's own style shows its text: which leaves are bold, italic, large, in capitals, hidden.

The cascade (W3C, CSS Cascading and Inheritance 4): what browsers do by tag, then the page's `style` elements, by
specificity and order, then `style` attributes, then what is `!important`; and children inherit. Sheets that a page
links to are not fetched. What each part reads, and what it does not, stands in `sheets`, `selectors`, `declarations`.

Few elements say anything about our properties, so nothing here visits all: only those that do are styled, parents
first, and a leaf looks as the nearest styled element around it. Any page gives a style: where its sheets are longer
than `sheets.LONGEST`, or its selectors cost more than `elements.TESTS`, the other rules are not read; `cut` says so.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weblode import kernels
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
from weblode.style.selectors import Selector
from weblode.style.sheets import LONGEST, on_screen, sheet
from weblode.tags import NAMES, NUMBERS
from weblode.tree import Tree

# The computed values, in the order of the properties; at last whether fixed-width text is as large as any here.
Look = tuple[int, bool, float, bool, bool, bool, bool]


@dataclass(frozen=True, eq=False)
class Style:
    """How each text leaf of a tree is shown, in the order of `tree.leaves`."""

    bold: NDArray[np.bool_]  # font-weight of 600 or more
    italic: NDArray[np.bool_]
    size: NDArray[np.float32]  # in pixels; 16 where nothing is said
    upper: NDArray[np.bool_]  # text-transform: uppercase, whatever the text's own letters
    hidden: NDArray[np.bool_]  # display: none around it (as the page's title), or visibility: hidden
    cut: bool  # whether rules were left out because of the bounds


_FONT, _DIALOG, _STYLE = NUMBERS["font"], NUMBERS["dialog"], NUMBERS["style"]
_CLASS, _ID, _INLINE, _HIDDEN, _SIZE, _OPEN = range(6)
_ATTRIBUTES = (b"class", b"id", b"style", b"hidden", b"size", b"open")


def style(tree: Tree, *, quirks: bool = False) -> Style:
    """How each text leaf of a tree is shown. `quirks`: whether the page has no doctype, so that tables inherit no font.

    >>> from weblode.pages.html import parse
    >>> found = style(parse(b"<style>.x { font: bold 12px serif }</style><p class=x>One <i>two</i><p>three"))
    >>> found.bold.tolist(), found.italic.tolist(), found.size.tolist()
    ([True, True, False], [False, True, False], [12.0, 12.0, 16.0])
    """
    cascade = Cascade(tree, QUIRKS if quirks else BY_TAG)
    looks, positions, numbers = _inherit(tree, cascade)
    around = np.array(positions, dtype=np.int32).searchsorted(tree.leaves, side="right") - 1
    columns = np.array(looks, dtype=np.float32)[np.array(numbers, dtype=np.int32)[around]].T
    hidden = (columns[GONE] + columns[UNSEEN]) > 0
    truths = (columns[WEIGHT] >= 600, columns[ITALIC] > 0)
    return Style(*truths, np.ascontiguousarray(columns[SIZE]), columns[UPPER] > 0, hidden, cascade.cut)


class Cascade:
    """What each element of a page says itself, after all rules for it are put in order."""

    def __init__(self, tree: Tree, own: dict[int, Ops]) -> None:
        self.tree = tree
        self.own = own
        self.cut = False
        self.left = LONGEST
        self.rules: list[tuple[Selector, tuple[Declaration, ...]]] = []
        self.by_tag: dict[int, list[int]] = {}  # rules for nothing but a tag
        self.by_node: dict[int, list[int]] = {}  # other rules, by the elements they match
        self.inline: dict[int, tuple[Declaration, ...]] = {}
        self.special: dict[int, tuple[int, Value]] = {}  # what an old attribute sets, as weak as a tag does
        self.kinds: list[Ops] = []
        self._known: dict[object, int] = {}
        self._read_sheets()
        names = _ATTRIBUTES if self.rules else (b"", b"", *_ATTRIBUTES[2:])
        found = kernels.fastest().values(tree.buffer, tree.start, tree.tag, names)
        self._read_attributes(found)
        if self.rules:
            self._match(found)

    def _read_sheets(self) -> None:
        for u in np.flatnonzero(self.tree.tag == _STYLE).tolist():
            attributes = self.tree.attributes(u)
            if attributes.get("type", "").strip().lower() not in ("", "text/css"):
                continue
            if not on_screen(attributes.get("media", "")):
                continue
            text = "".join(self.tree.string(v) for v in self.tree.children(u))
            rules = sheet(self._readable(text))
            self.rules += [(selector, rule.declarations) for rule in rules for selector in rule.selectors]
        self.rules.sort(key=lambda rule: rule[0].specificity)  # from now on the number of a rule is its weight

    def _readable(self, text: str) -> str:
        """What of a text may still be read."""
        self.cut |= len(text) > self.left
        text = text[: self.left]
        self.left -= len(text)
        return text

    def _read_attributes(self, found: list[tuple[int, int, bytes]]) -> None:
        tag = self.tree.tag
        known: dict[bytes, tuple[Declaration, ...]] = {}
        for u, k, value in found:
            if k == _INLINE:
                declared = known.get(value)
                if declared is None:
                    text = value.decode()
                    declared = known[value] = declarations(self._readable(text)) if mentions(text) else ()
                if declared:
                    self.inline[u] = declared
            elif k == _HIDDEN and value.lower() != b"until-found":
                self.special[u] = (GONE, True)
            elif k == _SIZE and tag[u] == _FONT and u not in self.special:  # `hidden` wins, wherever it stands
                if size := font_size(value):
                    self.special[u] = (SIZE, size)
            elif k == _OPEN and tag[u] == _DIALOG and u not in self.special:
                self.special[u] = (GONE, False)

    def _match(self, found: list[tuple[int, int, bytes]]) -> None:
        elements = Elements(self.tree, [selector for selector, _ in self.rules])
        elements.index(found)
        tags: list[int] = []
        try:
            for number, (selector, _) in enumerate(self.rules):
                tag = selector.tag_only
                if tag is None:
                    for u in elements.match(selector).tolist():
                        self.by_node.setdefault(u, []).append(number)
                    continue
                tags = tags if tag or tags else np.unique(self.tree.tag)[1:].tolist()
                elements.spend(len(tags))
                for one in [self.tree.number(tag)] if tag else tags:
                    if one >= 0:
                        self.by_tag.setdefault(one, []).append(number)
        except Spent:
            self.cut = True

    def styled(self) -> list[int]:
        """The elements that say anything, in document order."""
        which = np.zeros(max(int(self.tree.tag.max(initial=0)) + 1, len(NAMES)), dtype=np.bool_)
        which[list(self.own)] = True
        for tag in self.by_tag:
            which[tag] = _says(self._cascaded(tag))
        chosen = which[self.tree.tag]
        chosen[[*self.by_node, *self.inline, *self.special]] = True
        nodes = np.flatnonzero(chosen).astype(np.int32)
        # Of no use to any leaf: what holds none.
        leaves = self.tree.leaves
        found: list[int] = nodes[leaves.searchsorted(nodes) < leaves.searchsorted(self.tree.end[nodes])].tolist()
        return found

    def of(self, u: int, tag: int) -> int:
        """What an element says: its number among `kinds`, each of which has what is said by property."""
        key: object = tag
        if u in self.by_node or u in self.inline or u in self.special:
            key = (tag, tuple(self.by_node.get(u, ())), self.inline.get(u, ()), self.special.get(u))
        kind = self._known.get(key, -1)
        if kind < 0:
            kind = self._known[key] = len(self.kinds)
            self.kinds.append(self._cascaded(*key) if isinstance(key, tuple) else self._cascaded(tag))
        return kind

    def _cascaded(
        self,
        tag: int,
        rules: tuple[int, ...] = (),
        inline: tuple[Declaration, ...] = (),
        special: tuple[int, Value] | None = None,
    ) -> Ops:
        first = list(self.own.get(tag, NOTHING))
        if special is not None:
            first[special[0]] = special[1]
        order = sorted({*rules, *self.by_tag.get(tag, ())})
        declared = [*(d for r in order for d in self.rules[r][1]), *inline]
        said = list(first)
        for important in (False, True):
            for which, value, weighty in declared:
                if weighty == important:
                    said[which] = first[which] if value == "revert" else value
        return tuple(said)


def _says(ops: Ops) -> bool:
    """Whether an element that says this can look other than its parent."""
    same = (None, "inherit", ("em", 1.0))
    return any(op not in same for op in ops[:GONE]) or ops[GONE] is True or ops[UNSEEN] not in same


# ---------------------------------------------------------------- inheritance
def _inherit(tree: Tree, cascade: Cascade) -> tuple[list[Look], list[int], list[int]]:
    """The looks there are, and from which node on which of them holds, where no other begins."""
    looks: list[Look] = [(400, False, MEDIUM, False, False, False, False)]
    numbers: dict[Look, int] = {looks[0]: 0}
    known: dict[tuple[int, int], int] = {}
    positions, held, root = [0], [0], MEDIUM
    around = [(len(tree), 0)]  # the styled elements that are open: where they end, and their look
    nodes = cascade.styled()
    for u, tag, end in zip(nodes, tree.tag[nodes].tolist(), tree.end[nodes].tolist(), strict=True):
        while around[-1][0] <= u:
            positions.append(around.pop()[0])
            held.append(around[-1][1])
        key = (around[-1][1], cascade.of(u, tag))
        number = known.get(key, -1)
        if number < 0:
            look = _look(looks[key[0]], cascade.kinds[key[1]], root)
            number = known[key] = numbers.setdefault(look, len(looks))
            if number == len(looks):
                looks.append(look)
        if u == 0:
            root = looks[number][SIZE]
        positions.append(u)
        held.append(number)
        around.append((end, number))
    for (end, _), (_, number) in zip(around[:0:-1], around[-2::-1], strict=True):
        positions.append(end)
        held.append(number)
    return looks, positions, held


def _look(parent: Look, ops: Ops, root: float) -> Look:
    """How an element that says this looks within its parent."""
    values: list[Any] = [
        inherited if op is None or op == "inherit" else op for op, inherited in zip(ops, parent, strict=False)
    ]
    weight, size, fixed = values[WEIGHT], values[SIZE], parent[-1]
    if isinstance(weight, str):
        weight = _bolder(parent[0]) if weight == "bolder" else _lighter(parent[0])
    if isinstance(size, tuple):
        unit, number = size
        factor = {"px": 1.0, "keyword": 1.0, "rem": root}.get(unit, parent[SIZE])
        # Browsers make fixed-width text smaller: once, and not where the page gives a length.
        size = parent[SIZE] if unit == "fixed" and fixed else number * factor
        fixed = unit in ("px", "rem", "fixed") or (fixed and unit != "keyword")
    # No browser shows more than 10,000 pixels; and without a bound, sizes in each other grow beyond all numbers.
    size = min(float(size), 10_000.0)
    gone = bool(values[GONE] or parent[GONE])
    return weight, values[ITALIC], size, values[UPPER], gone, values[UNSEEN], fixed


def _bolder(weight: int) -> int:
    return 400 if weight < 350 else 700 if weight < 550 else max(weight, 900)


def _lighter(weight: int) -> int:
    return weight if weight < 100 else 100 if weight < 550 else 400 if weight < 750 else 700
