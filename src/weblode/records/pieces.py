"""Prices that markup cuts into pieces: `<sup>$</sup>19<sup>97</sup>`, `<span>62</span><span>.</span><span>99</span>`.

Which texts of a record are one price, and which are two that stand side by side. Two digits after a whole amount are
cents if the markup says so: they follow it directly and are raised or small or named so, a decimal mark stands between,
the currency stands alone before the amount, or nothing else is in the element around them. Otherwise the texts stay
apart.
"""

import re
from collections.abc import Sequence

import numpy as np

from weblode import kernels
from weblode.caches import regex
from weblode.tags import BROKEN, JOINED, NUMBERS
from weblode.tree import Tree
from weblode.values.currencies import CURRENCY

_LONGEST = 24  # bytes of a piece
# What may be a currency, to find the few texts that have one.
_SIGNS = "$ £ ¥ € ₹ ₽ ₩ ₺ ₴ ₫ ฿ ₪ ₦ ₱ ￥ 円 元 kr zł Kč EUR USD GBP CHF Rs руб грн лв"
_SIGN = tuple(sign.encode() for sign in _SIGNS.split())
_WHOLE = r"[0-9]{1,3}(?:[.,'’\s][0-9]{3})+|[0-9]{1,7}"
_CURRENCY = regex(CURRENCY)
_PIECES = {
    "complete": rf"(?:{CURRENCY})\s?(?:{_WHOLE})[.,][0-9]{{2}}",  # $62.99, to which nothing can belong
    "sign": CURRENCY,
    "start": rf"(?:{CURRENCY})\s?(?:{_WHOLE})[.,]?|(?:{_WHOLE})\s?€",  # $62, and in France 62€
    "price": rf"(?:{_WHOLE})?(?:[.,][0-9]{{2}})?\s?(?:{CURRENCY})",
}
_PIECE = regex("|".join(f"(?P<{name}>{form})" for name, form in _PIECES.items()))
_SIGNED_CENTS = regex(rf"[.,]?[0-9]{{2}}\s?(?:{CURRENCY})")  # 99 €
_AMOUNT = regex(rf"(?:{_WHOLE})(?:[.,][0-9]{{2}}|[.,])?")
_INTEGER = regex(rf"(?:{_WHOLE})[.,]?")
_CENTS = regex(r"[.,]?[0-9]{2}")
_RAISED = frozenset(NUMBERS[name] for name in ("sup", "small", "sub"))
_NAMED = regex(rb"cent|frac|decimal|pence|super|small|kop", re.IGNORECASE)
# A value ends at these.
_WALLS = frozenset(
    NUMBERS[name] for name in "a td th tr li dt dd p h1 h2 h3 h4 h5 h6 table ul ol dl button select option".split()
)


def signed_leaves(tree: Tree, first: int, stop: int) -> dict[int, str]:
    """The texts among the nodes that are a price or have the currency of one, each with what it is (`_PIECES`)."""
    start, buffer = tree.start.item, tree.buffer
    kinds: dict[int, str] = {}
    for u in _nodes_with_signs(tree, first, stop):
        piece = _PIECE.fullmatch(buffer[start(u) : start(u + 1)].decode().strip())
        if piece:
            kinds[u] = piece.lastgroup or ""
    return kinds


def _nodes_with_signs(tree: Tree, first: int, stop: int) -> list[int]:
    """The short texts among the nodes in which something that may be a currency is written, in order."""
    begin, end = tree.leaves.searchsorted(np.array((first, stop), dtype=np.int32)).tolist()
    return kernels.fastest().holding(tree.buffer, tree.start, tree.leaves[begin:end], _LONGEST, _SIGN)


def price_runs(tree: Tree, leaves: Sequence[int], signed: dict[int, str]) -> dict[int, int]:
    """The first and last leaf of each price that is cut into pieces, in order; none is in two.

    `signed` are the texts with currencies (see `signed_leaves`), but for those that are complete prices.
    """
    runs: dict[int, int] = {}
    after = 0  # leaves before this belong to a price
    for i, u in enumerate(leaves):
        kind = signed.get(u)
        if kind is None or i < after:
            continue
        first, last = _Pieces(tree, leaves, after).around(i, kind)
        if first < last:
            runs[leaves[first]] = leaves[last]
            after = last + 1
    return runs


class _Pieces:
    """The texts of a record around a currency; those before `free` belong to another price."""

    def __init__(self, tree: Tree, leaves: Sequence[int], free: int) -> None:
        self.tree, self.leaves, self.free = tree, leaves, free
        self.parent, self.end = tree.parent.item, tree.end.item

    def around(self, i: int, kind: str) -> tuple[int, int]:
        """The numbers of the first and last text of the price with the currency in text `i`; both `i` for none."""
        if kind != "sign":
            return self._with_integer(i) if self._is(i, _SIGNED_CENTS) else i, self._with_cents(i, i)
        before = self._is_near(i - 1, i) and (self._is(i - 1, _AMOUNT) or self._text(i - 1) in ("-", "–"))
        after = self._is_near(i, i + 1) and self._is(i + 1, _AMOUNT)
        if before and after:  # the currency belongs to the nearer one, the next one if both are as near
            before = self._lead(i) < self._lead(i + 1)
        if after and not before:
            return i, self._with_cents(i, i + 1)
        return (self._integer_before(i), i) if before else (i, i)

    def _with_cents(self, i: int, j: int) -> int:
        """The last text of a price that begins with text `i` and whose amount is text `j`."""
        if not _INTEGER.fullmatch(_CURRENCY.sub("", self._text(j)).strip()):
            return j
        k = j + 2 if self._text(j + 1) in (".", ",") and self._is_near(j, j + 1) else j + 1
        if not self._is(k, _CENTS) or not self._is_near(j, k):
            return j
        marked = k > j + 1 or self._text(j)[-1:] in ".," or self._text(k)[:1] in ".,"
        alone = i < j and (self._lead(k) != BROKEN or self._parent(j) == self._parent(k) == self._parent(i))
        return k if marked or alone or self._is_raised(j, k) or self._is_all(i, k) else j

    def _with_integer(self, i: int) -> int:
        """The first text of a price whose cents and currency are text `i`: that before it, or `i` itself."""
        if not self._is(i - 1, _INTEGER) or not self._is_near(i - 1, i):
            return i
        marked = self._text(i - 1)[-1:] in ".," or self._text(i)[:1] in ".,"
        return i - 1 if marked or self._is_raised(i - 1, i) else i

    def _integer_before(self, i: int) -> int:
        """The first text of the amount that ends before text `i`, its currency."""
        j = i - 1
        k = j - 2 if self._text(j - 1) in (".", ",") else j - 1
        if not self._is(j, _CENTS) or k < self.free or not self._is(k, _INTEGER) or not self._is_near(k, j):
            return j
        marked = k < j - 1 or self._text(k)[-1:] in ".," or self._text(j)[:1] in ".,"
        return k if marked or self._is_raised(k, j) or self._is_all(k, i) else j

    def _text(self, i: int) -> str:
        if not self.free <= i < len(self.leaves):
            return ""
        begin, end = self.tree.start.item(self.leaves[i]), self.tree.start.item(self.leaves[i] + 1)
        return self.tree.buffer[begin:end].decode().strip() if end - begin <= _LONGEST else ""

    def _is(self, i: int, pattern: re.Pattern[str]) -> bool:
        return bool(pattern.fullmatch(self._text(i)))

    def _lead(self, i: int) -> int:
        return self.tree.lead.item(self.leaves[i])

    def _parent(self, i: int) -> int:
        """The element around that of a text."""
        return self.parent(self.parent(self.leaves[i]))

    def _is_raised(self, i: int, j: int) -> bool:
        """Whether text `j` is raised or small, or follows `i` directly in an element named for cents or not at all."""
        u, tree = self.leaves[j], self.tree
        above = self._above(self.leaves[i], u)
        w = self.parent(u)
        while w != above:
            if tree.tag.item(w) in _RAISED:
                return True
            begin, end = tree.start.item(w), tree.start.item(w + 1)
            if tree.lead.item(u) == JOINED and (begin == end or _NAMED.search(tree.buffer, begin, end)):
                return True
            w = self.parent(w)
        return False

    def _is_all(self, i: int, j: int) -> bool:
        """Whether the texts `i` to `j` are all of the element around them."""
        u, v = self.leaves[i], self.leaves[j]
        above = self._above(u, v)
        starts = i == 0 or self.leaves[i - 1] < above
        return starts and (j + 1 == len(self.leaves) or self.leaves[j + 1] >= self.end(above))

    def _is_near(self, i: int, j: int) -> bool:
        """Whether no link, cell or other wall stands between two texts."""
        if i < self.free or j >= len(self.leaves):
            return False
        u, v = self.leaves[i], self.leaves[j]
        above, parent, tag = self._above(u, v), self.parent, self.tree.tag.item
        for w in (u, v):
            w = parent(w)
            while w != above:
                if tag(w) in _WALLS:
                    return False
                w = parent(w)
        return True

    def _above(self, u: int, v: int) -> int:
        """The deepest node that contains two texts, which may be one."""
        while not u <= v < self.end(u):
            u = self.parent(u)
        return u
