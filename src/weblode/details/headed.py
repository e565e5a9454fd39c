"""Lists with a name on a page without siblings: the short line or heading above one is an attribute, its items are the
values. "Ingredients", "Requirements", "Cast"; not menus, threads and links to other things.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from weblode.details.alone import is_label
from weblode.details.leaves import Flags, Leaves
from weblode.tags import NUMBERS

_ITEM = NUMBERS["li"]
_LEAST = 2  # items of a list
_LINKED = 0.5  # the share of a list's characters in links from which it is a menu, or about other things
_BACK = 3  # texts between a list and its heading
_MOST = 40  # lists of a page


class HeadedList(NamedTuple):
    """A list with its name: the numbers of the texts of each of its items."""

    label: str
    items: list[list[int]]


def headed_lists(page: Leaves) -> list[HeadedList]:
    """The lists of a page whose items are one line each, with the names above them, in document order."""
    usable = ~(page.button | page.title | page.beside | page.minor | page.hidden)
    lists: list[HeadedList] = []
    for items in _lists(page):
        texts = [[i for i in range(*item) if usable[i]] for item in items]
        texts = [own for own in texts if own]
        if len(texts) < _LEAST or not _is_plain(page, texts):
            continue
        if label := _label(page, items[0][0], usable):
            lists.append(HeadedList(label, texts))
        if len(lists) == _MOST:
            break
    return lists


def _lists(page: Leaves) -> Iterator[list[tuple[int, int]]]:
    """The first text of each item and that after its last, for each list that is in no other and holds none."""
    tree = page.tree
    nodes = np.flatnonzero(tree.tag == _ITEM)
    by_list: defaultdict[int, list[int]] = defaultdict(list)
    for u in nodes.tolist():
        by_list[int(tree.parent[u])].append(u)
    for own in by_list.values():
        ends = tree.end[own]
        inside = np.searchsorted(nodes, ends) - np.searchsorted(nodes, own)
        if (inside == 1).all():
            first, stop = page.node.searchsorted(own), page.node.searchsorted(ends)
            yield list(zip(first.tolist(), stop.tolist(), strict=True))


def _is_plain(page: Leaves, items: list[list[int]]) -> bool:
    """Whether most items of a list are one block of text, and most of its text is not linked."""
    numbers = [i for item in items for i in item]
    length, linked = page.length[numbers], page.linked[numbers]
    simple = sum(page.block[item[0]] == page.block[item[-1]] for item in items)
    return bool(length[linked].sum() <= _LINKED * length.sum() and 2 * simple > len(items))


def _label(page: Leaves, first: int, usable: Flags) -> str:
    """The name of the list that begins with a text: the line before it, or a heading not far above; "" without one."""
    line = first - 1
    if line < 0 or not usable[line]:
        return ""
    alone = line == 0 or page.block[line - 1] != page.block[line]
    if alone and not page.linked[line] and not page.item[line] and is_label(page.texts[line]):
        return page.texts[line].rstrip(" :\uff1a")
    for i in range(line, max(-1, line - _BACK - 1), -1):
        if page.heading[i]:
            return page.texts[i].rstrip(" :\uff1a") if is_label(page.texts[i]) and not page.linked[i] else ""
    return ""
