"""The labels of one page: which rows of its outline are labels, which are beside each other, and what is above them.

A row is a label if it is a short link to another page of the site, or if it names a group of labels: a heading and a
tab need no link. An item that is wrapped with a second text (`Cricket (IN)`) is beside the other items of its list. In
a list whose items are a label and an unnamed group each (tabs with their panels), the label names the group. Columns of
the same length are one list.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from urllib.parse import unquote, urlsplit

import numpy as np

from weblode.caches import regex
from weblode.outline.document import Outline
from weblode.pages.links import has_site_name, join_base
from weblode.pages.web import Web
from weblode.taxonomy.keys import LONGEST, is_label, key, tidy
from weblode.values.addresses import script_paths, target_key
from weblode.values.dates import read_moment

_NUMBER = regex(r"\s+\d[\d,.]*$")  # the number of things a label leads to, if its neighbours have numbers too
_YEAR = regex(r"\b(?:19|20)\d\d\b")
_INNER = regex(r"https?://", re.IGNORECASE)  # an address inside another
_COLUMN = 5  # labels of the shortest column of a list


class Menus:
    """The labels of a page by the rows of its outline: their texts, keys and targets."""

    def __init__(self, outline: Outline, targets: dict[int, str]) -> None:
        self.outline = outline
        self.parent: list[int] = outline.parent.tolist()
        self.named: list[bool] = (outline.label >= 0).tolist()
        self.texts = _short_names(outline, (row for row in range(1, len(outline)) if self.named[row]))
        texts = ((row, text) for row, text in self.texts.items() if not _is_day(outline.name(row)))
        every = {row: label_key for row, text in texts if is_label(label_key := key(text))}
        rows = {row for row in targets if row in every}
        rows |= self._group_names(every, rows)
        self.keys = {row: every[row] for row in sorted(rows)}
        self.targets = {row: target for row, target in targets.items() if row in rows}

    def _group_names(self, keys: dict[int, str], links: set[int]) -> set[int]:
        """The rows without a link that name a group of at least two labels."""
        below: dict[int, set[str]] = {}
        names: set[int] = set()
        elsewhere = set(_leading_elsewhere(self.outline))
        for row in range(len(self.parent) - 1, 0, -1):
            is_name = row in keys and row not in links and row not in elsewhere
            if is_name and len(below.get(row, set()) - {keys[row]}) > 1:
                names.add(row)
            if row in links or row in names:
                upper = self.parent[row]
                while upper > 0 and not self.named[upper]:
                    upper = self.parent[upper]
                below.setdefault(upper, set()).add(keys[row])
        return names

    @cached_property
    def _wrappers(self) -> dict[int, int]:
        """The unnamed rows around a single label, each with the row of that label; in lists of at least two of them."""
        inside: dict[int, list[int]] = {}
        for row in self.keys:
            if (upper := self.parent[row]) > 0 and not self.named[upper]:
                inside.setdefault(upper, []).append(row)
        single = {row: rows[0] for row, rows in inside.items() if len({self.keys[one] for one in rows}) == 1}
        lists: dict[int, list[int]] = {}
        for row in single:
            lists.setdefault(self.parent[row], []).append(row)
        beside = {self.parent[row] for row in self.keys}  # a list of plain items may have one wrapped item
        return {row: single[row] for upper, rows in lists.items() if len(rows) > 1 or upper in beside for row in rows}

    @cached_property
    def _panels(self) -> set[int]:
        """The wrappers that begin with a label without a group of its own and go on with an unnamed group, which the
        label names."""
        panels: set[int] = set()
        for row in self.keys:
            group = self.parent[row]
            while group > 0 and not self.named[group] and group not in self._wrappers:
                wrapper = self.parent[group]
                label = self._wrappers.get(wrapper, 0)
                if label == wrapper + 1 and self.outline.end[label] == label + 1:
                    panels.add(wrapper)
                group = self.parent[group]
        return panels

    def holds(self, row: int) -> bool:
        """Whether a label names a part of the page."""
        return bool(self.outline.end[row] > row + 1) or self.parent[row] in self._panels

    def lists(self) -> dict[int, list[int]]:
        """The labels beside each other, by the row they are below."""
        lists: dict[int, list[int]] = {}
        for row in self.keys:
            upper = self.parent[row]
            while upper in self._wrappers:
                upper = self.parent[upper]
            lists.setdefault(upper, []).append(row)
        return self._without_columns(lists)

    def _without_columns(self, lists: dict[int, list[int]]) -> dict[int, list[int]]:
        """The lists, columns of one joined: long unnamed lists in one place, the same length, the last at most."""
        places: dict[int, list[int]] = {}
        for upper in sorted(lists):
            if upper > 0 and not self.named[upper] and upper not in self._panels:
                places.setdefault(self.parent[upper], []).append(upper)
        first: dict[int, int] = {}
        for columns in places.values():
            *sizes, last = (len(lists[column]) for column in columns)
            if sizes and min(*sizes, last) >= _COLUMN and max(*sizes, last) <= min(sizes) + 1:
                first |= dict.fromkeys(columns, columns[0])
        joined: dict[int, list[int]] = {}
        for upper, rows in lists.items():
            joined.setdefault(first.get(upper, upper), []).extend(rows)
        return joined

    def above(self, row: int) -> tuple[str, ...]:
        """The keys of the labels from a row upwards, without the page's title."""
        keys = []
        while row > 0:
            if self.named[row] and (name := key(tidy(self.outline.name(row)))):
                keys.append(name)
            elif row in self._panels:
                keys.append(self.keys[self._wrappers[row]])
            row = self.parent[row]
        return tuple(keys)


def _leading_elsewhere(outline: Outline) -> Iterator[int]:
    """The rows that lead to a part of the page in which nothing below them is: `Skip to content` above the menus."""
    marks = [(row, href[1:]) for row, href in enumerate(outline.hrefs) if href and href.startswith("#")]
    if not marks:
        return
    tree, nodes = outline.tree, np.sort(outline.node)
    ids = {value.decode(errors="replace"): node for node, _, value in tree.named_attributes((b"id",))}
    for row, mark in marks:
        below = outline.node[row + 1 : outline.end[row]]
        if mark in ids and len(below):
            first, end = ids[mark], int(tree.end[ids[mark]])
            holds_rows = np.searchsorted(nodes, first) < np.searchsorted(nodes, end)
            if holds_rows and not ((below >= first) & (below < end)).any():
                yield row


def _short_names(outline: Outline, rows: Iterable[int]) -> dict[int, str]:
    """The names of rows that are short enough for labels, without decoration and counts."""
    names = {row: tidy(outline.name(row)) for row in rows}
    groups: dict[int, list[int]] = {}
    for row in names:
        groups.setdefault(int(outline.parent[row]), []).append(row)
    for members in groups.values():
        counted = [row for row in members if _NUMBER.search(names[row])]
        if len(counted) > 1 and 2 * len(counted) >= len(members):
            names |= {row: _NUMBER.sub("", names[row]) for row in counted}
    return {row: name for row, name in names.items() if 0 < len(name) <= LONGEST}


def _is_day(text: str) -> bool:
    """Whether a text is the date of a day with its year: pages of one day have it above their menus."""
    return _YEAR.search(text) is not None and read_moment(text) is not None


def targets(outline: Outline, web: Web, site: str, url: str) -> tuple[dict[int, str], frozenset[str]]:
    """By row, the other page of the same site that its label leads to, also through a counter or a redirect; and the
    paths that make many pages, each by its query."""
    addresses: dict[int, str] = {}
    for row in range(1, len(outline)):
        href = outline.href(row)
        if href is None or not href.strip() or href.strip().startswith("#"):
            continue
        address = _own(web.address(url, join_base(outline.tree.base, href)), web, site)
        if address:
            addresses[row] = address
    scripts = script_paths((outline.name(row), address) for row, address in addresses.items())
    homes = {target_key(one, scripts) for one in (url, f"http://{site}", f"https://{site}")}
    return {row: address for row, address in addresses.items() if target_key(address, scripts) not in homes}, scripts


def _own(address: str | None, web: Web, site: str) -> str | None:
    """The address on the site that an address leads to, itself or by the address inside it; None if there is none."""
    if address is None or web.site(address) == site or has_site_name(address, site):
        return address
    inner = unquote(address)
    starts = [start.start() for start in _INNER.finditer(inner)]
    target = web.address(address, inner[starts[-1] :]) if len(starts) > 1 else None
    return target if target and urlsplit(target).path and web.site(target) == site else None
