"""Prices that markup cuts into pieces: `<sup>$</sup>19<sup>97</sup>`, `<span>62</span><span>.</span><span>99</span>`.

Which texts of a record are one price, and which are two that stand side by side. Two digits after a whole amount are
cents if the markup says so: they follow it directly and are raised or small or named so, a decimal mark stands between,
the currency stands alone before the amount, or nothing else is in the element around them. Otherwise the texts stay
apart.
"""

import re
from collections.abc import Sequence

from weblode.caches import regex
from weblode.tags import BROKEN, JOINED, NUMBERS
from weblode.tree import Tree
from weblode.values.currencies import CURRENCY

LONGEST = 24  # bytes of a piece
# What may be a currency, to find the few texts that have one.
_WRITTEN = "$ £ ¥ € ₹ ₽ ₩ ₺ ₴ ₫ ฿ ₪ ₦ ₱ ￥ 円 元 kr zł Kč EUR USD GBP CHF Rs руб грн лв"
SIGNS = tuple(sign.encode() for sign in _WRITTEN.split())
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


def price_kinds(tree: Tree, nodes: Sequence[int]) -> dict[int, str]:
    """Which of some texts with a sign are a price or the currency of one, each with what it is (`_PIECES`)."""
    start, kinds = tree.start.item, dict[int, str]()
    for u in nodes:
        piece = _PIECE.fullmatch(tree.buffer[start(u) : start(u + 1)].decode().strip())
        if piece:
            kinds[u] = piece.lastgroup or ""
    return kinds


class PricePieces:
    """Finds the texts around currencies that belong to their prices; those before `free` belong to others."""

    def __init__(self, tree: Tree) -> None:
        self.parent, self.end, self.start = tree.parent, tree.end, tree.start
        self.tag, self.lead = tree.tag, tree.lead
        self.buffer = tree.buffer
        self.leaves: list[int] = []
        self.free = 0

    def runs(self, leaves: list[int], signed: dict[int, str]) -> dict[int, int]:
        """The first and last leaf of each price of a record that is cut into pieces, in order; none is in two.

        `signed` are the texts with currencies (see `price_kinds`), but for those that are complete prices.
        """
        self.leaves, self.free = leaves, 0
        runs: dict[int, int] = {}
        for i, u in enumerate(leaves):
            kind = signed.get(u)
            if kind is None or i < self.free:
                continue
            first, last = self.around(i, kind)
            if first < last:
                runs[leaves[first]] = leaves[last]
                self.free = last + 1
        return runs

    def around(self, i: int, kind: str) -> tuple[int, int]:
        """The numbers of the first and last text of the price with the currency in text `i`; both `i` for none."""
        if kind != "sign":
            return self.with_integer(i) if self.is_like(i, _SIGNED_CENTS) else i, self.with_cents(i, i)
        before = self.is_near(i - 1, i) and (self.is_like(i - 1, _AMOUNT) or self.text(i - 1) in ("-", "–"))
        after = self.is_near(i, i + 1) and self.is_like(i + 1, _AMOUNT)
        if before and after:  # the currency belongs to the nearer one, the next one if both are as near
            before = self.lead_of(i) < self.lead_of(i + 1)
        if after and not before:
            return i, self.with_cents(i, i + 1)
        return (self.integer_before(i), i) if before else (i, i)

    def with_cents(self, i: int, j: int) -> int:
        """The last text of a price that begins with text `i` and whose amount is text `j`."""
        if not _INTEGER.fullmatch(_CURRENCY.sub("", self.text(j)).strip()):
            return j
        k = j + 2 if self.text(j + 1) in (".", ",") and self.is_near(j, j + 1) else j + 1
        if not self.is_like(k, _CENTS) or not self.is_near(j, k):
            return j
        marked = k > j + 1 or self.text(j)[-1:] in ".," or self.text(k)[:1] in ".,"
        together = self.around_element(j) == self.around_element(k) == self.around_element(i)
        alone = i < j and (together or self.lead_of(k) != BROKEN)
        return k if marked or alone or self.is_raised(j, k) or self.is_all(i, k) else j

    def with_integer(self, i: int) -> int:
        """The first text of a price whose cents and currency are text `i`: that before it, or `i` itself."""
        if not self.is_like(i - 1, _INTEGER) or not self.is_near(i - 1, i):
            return i
        marked = self.text(i - 1)[-1:] in ".," or self.text(i)[:1] in ".,"
        return i - 1 if marked or self.is_raised(i - 1, i) else i

    def integer_before(self, i: int) -> int:
        """The first text of the amount that ends before text `i`, its currency."""
        j = i - 1
        k = j - 2 if self.text(j - 1) in (".", ",") else j - 1
        if not self.is_like(j, _CENTS) or k < self.free or not self.is_like(k, _INTEGER) or not self.is_near(k, j):
            return j
        marked = k < j - 1 or self.text(k)[-1:] in ".," or self.text(j)[:1] in ".,"
        return k if marked or self.is_raised(k, j) or self.is_all(k, i) else j

    def text(self, i: int) -> str:
        """A text of the record, "" for one that is long, or belongs to another price."""
        if not self.free <= i < len(self.leaves):
            return ""
        u = self.leaves[i]
        begin, end = self.start[u], self.start[u + 1]
        return self.buffer[begin:end].decode().strip() if end - begin <= LONGEST else ""

    def is_like(self, i: int, pattern: re.Pattern[str]) -> bool:
        """Whether a text is of a form."""
        return pattern.fullmatch(self.text(i)) is not None

    def lead_of(self, i: int) -> int:
        """What separates a text from the one before."""
        return self.lead[self.leaves[i]]  # type: ignore[no-any-return]

    def around_element(self, i: int) -> int:
        """The element around that of a text."""
        return self.parent[self.parent[self.leaves[i]]]  # type: ignore[no-any-return]

    def is_raised(self, i: int, j: int) -> bool:
        """Whether text `j` is raised or small, or follows `i` directly in an element named for cents or not at all."""
        u = self.leaves[j]
        above = self.above(self.leaves[i], u)
        w = self.parent[u]
        while w != above:
            if self.tag[w] in _RAISED:
                return True
            begin, end = self.start[w], self.start[w + 1]
            if self.lead[u] == JOINED and (begin == end or _NAMED.search(self.buffer, begin, end)):
                return True
            w = self.parent[w]
        return False

    def is_all(self, i: int, j: int) -> bool:
        """Whether the texts `i` to `j` are all of the element around them."""
        u, v = self.leaves[i], self.leaves[j]
        above = self.above(u, v)
        starts = i == 0 or self.leaves[i - 1] < above
        return starts and (j + 1 == len(self.leaves) or self.leaves[j + 1] >= self.end[above])

    def is_near(self, i: int, j: int) -> bool:
        """Whether no link, cell or other wall stands between two texts."""
        if i < self.free or j >= len(self.leaves):
            return False
        above = self.above(self.leaves[i], self.leaves[j])
        return not self.is_walled(self.leaves[i], above) and not self.is_walled(self.leaves[j], above)

    def is_walled(self, u: int, above: int) -> bool:
        """Whether a wall stands between a text and an element around it."""
        w = self.parent[u]
        while w != above:
            if self.tag[w] in _WALLS:
                return True
            w = self.parent[w]
        return False

    def above(self, u: int, v: int) -> int:
        """The deepest node that contains two texts, which may be one."""
        while not u <= v < self.end[u]:
            u = self.parent[u]
        return u
