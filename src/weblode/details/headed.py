"""Lists with a name on a page without siblings: the short line or heading above one is an attribute, its items are the
values. "Ingredients", "Requirements", "Cast"; not menus, threads and links to other things.
"""

from typing import NamedTuple

import numpy as np

from weblode.details.alone import is_label
from weblode.details.leaves import Flags, Leaves
from weblode.tags import NUMBERS

_ITEM = NUMBERS["li"]
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LEAST = 2  # items of a list
_BLOCKS = 2  # of text, of an item
_LINKED = 0.5  # the share of a list's characters in links from which it is a menu, or about other things
_BACK = 4  # texts before a list that its name is among
_COLON = " :\uff1a"
_MOST = 40  # lists of a page


class HeadedList(NamedTuple):
    """A list with its name: the numbers of the texts of each of its items."""

    label: str
    items: list[list[int]]


def headed_lists(page: Leaves) -> list[HeadedList]:
    """The lists of a page whose items are one line each, with the names above them, in document order.

    A list of several parts with names of their own, under one heading, is one.
    """
    visible = ~(page.button | page.title)
    lists = _named_lists(page, visible)
    if lists and page.hidden.any():  # to ask which texts are hidden costs more than all else
        lists = _named_lists(page, visible & ~page.hidden)
    return lists


def _named_lists(page: Leaves, visible: Flags) -> list[HeadedList]:
    """The lists by the texts that are visible."""
    candidates = [(items, line) for items in _lists(page) if (line := _line(page, items[0][0], visible)) >= 0]
    if not candidates:
        return []
    usable = visible & ~(page.beside | page.in_minor_part)
    order = np.flatnonzero(visible)
    lists: list[HeadedList] = []
    whole, end = -1, -1  # the name of the last list, and the number of the text after it
    for items, line in candidates:
        texts = [own for item in items if (own := [i for i in range(*item) if usable[i]])]
        if len(texts) < _LEAST or not _is_plain(page, texts):
            continue
        above = order.item(order.searchsorted(line) - 1) if line > order[0] else -1
        if lists and end == line and _rank(page, line) > _rank(page, whole):
            lists[-1].items.extend(texts)
        elif above >= 0 and 1 < _rank(page, above) < _rank(page, line) and _is_name_of_part(page, above):
            whole = above
            lists.append(HeadedList(page.texts[whole].rstrip(_COLON), texts))
        else:
            whole = line
            lists.append(HeadedList(page.texts[line].rstrip(_COLON), texts))
        after = int(order.searchsorted(items[-1][1]))
        end = order.item(after) if after < len(order) else -1
        if len(lists) == _MOST:
            break
    return lists


def _is_name_of_part(page: Leaves, i: int) -> bool:
    """Whether a line names a part of the page, and not the thing that all of it is about."""
    return _is_line(page, i) and page.texts[i].casefold() not in page.page_title.casefold()


def _rank(page: Leaves, i: int) -> int:
    """The rank of the heading that a text is in, from 1; 7 for none."""
    u = page.node.item(i)
    while u > 0 and page.heading[i]:
        if (name := page.tree.name(u)) in _HEADINGS:
            return int(name[1])
        u = page.tree.parent.item(u)
    return 7


def _lists(page: Leaves) -> list[list[tuple[int, int]]]:
    """The first text of each item and that after its last, for each list that holds no other and is no menu."""
    tree = page.tree
    nodes = np.flatnonzero(tree.tag == _ITEM).astype(np.int32)
    if not len(nodes):
        return []
    ends = tree.end[nodes]
    _, own = np.unique(tree.parent[nodes], return_inverse=True)
    inner = nodes.searchsorted(ends) - np.arange(len(nodes)) > 1
    first, stop = page.node.searchsorted(nodes), page.node.searchsorted(ends)
    totals = np.concatenate(([0], np.cumsum(page.length, dtype=np.int64)))
    links = np.concatenate(([0], np.cumsum(page.length * page.linked, dtype=np.int64)))
    characters = np.bincount(own, totals[stop] - totals[first])
    linked = np.bincount(own, links[stop] - links[first])
    texts = np.bincount(own, stop > first)
    usable = (texts >= _LEAST) & (linked <= _LINKED * characters) & (np.bincount(own, inner) == 0)
    lists: dict[int, list[tuple[int, int]]] = {k: [] for k in np.flatnonzero(usable).tolist()}
    for i in np.flatnonzero(usable[own]).tolist():
        lists[own.item(i)].append((first.item(i), stop.item(i)))
    return list(lists.values())


def _is_plain(page: Leaves, items: list[list[int]]) -> bool:
    """Whether most items of a list are a block or two of text, few begin with a link, and most text is not linked."""
    numbers = [i for item in items for i in item]
    length, linked = page.length[numbers], page.linked[numbers]
    simple = sum(page.block[item[-1]] - page.block[item[0]] < _BLOCKS for item in items)
    led = sum(bool(page.linked[item[0]]) for item in items)
    return bool(length[linked].sum() <= _LINKED * length.sum() and 2 * simple > len(items) >= 2 * led)


def _line(page: Leaves, first: int, visible: Flags) -> int:
    """The text that names the list that begins with another: the line before it, or a heading near it; -1 for none."""
    before = [i for i in range(max(0, first - _BACK), first) if visible[i]][::-1]
    if before and _is_line(page, before[0]):
        return before[0]
    heading = next((i for i in before if page.heading[i]), -1)
    return heading if heading >= 0 and _is_line(page, heading) else -1


def _is_line(page: Leaves, i: int) -> bool:
    """Whether a text is a short line of its own that can name a list: no link, and no item of another list."""
    alone = i == 0 or page.block[i - 1] != page.block[i]
    return bool(alone and not page.linked[i] and not page.item[i]) and is_label(page.texts[i])
