"""Pages sorted by the template that made them: those of one site that are alike in their places and texts."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from urllib.parse import urlsplit

import numpy as np

from weblode import kernels
from weblode.details.leaves import Leaves
from weblode.details.slots import pair

ALIKE = 0.25  # likeness from which two pages have one template: of one site it is above 0.36, of two below 0.11
_TEXTS = 0.2  # the share of texts that pages of one template have in common: of one site above 0.26, of two below 0.06
_NEAR, _MOST = 20, 100  # groups that a page is compared with, and groups of a text that are noted
_KEPT = 3  # pages of a group that others are compared with
_SKETCH = 64  # texts of a page, those with the smallest hashes, that pages of one template are likely to share some of


class PageShape:
    """What two pages of one template share: the tags above their texts, texts at the same tags, and their host."""

    def __init__(self, leaves: Leaves) -> None:
        numbered = kernels.fastest().numbered
        self.paths = np.sort(numbered(leaves.path)[0])
        self.texts = np.sort(numbered(pair(leaves.path, leaves.text))[0])
        self.host = _host(leaves.tree.url)

    def likeness(self, other: "PageShape") -> float:
        """How much two pages share, 0 to 1: the mean of the shares of their paths and of their texts.

        Pages that hardly share a text have nothing in common, whatever their tags.
        """
        shared = kernels.fastest().shared
        paths, texts = shared(self.paths, other.paths), shared(self.texts, other.texts)
        all_paths = len(self.paths) + len(other.paths) - paths
        share = texts / max(1, min(len(self.texts), len(other.texts)))
        return (paths / max(1, all_paths) + share) / 2 if share >= _TEXTS else 0.0


class Grouping:
    """Sorts pages by their template, one after another.

    Pages of different hosts are in different groups, if their addresses are known. A page is compared with the groups
    that share most of its sketched texts, a bounded number, so that the cost is linear.
    """

    def __init__(self) -> None:
        self._hosts: list[str] = []
        self._kept: list[list[PageShape]] = []
        self._sketched: dict[int, list[int]] = {}  # the groups that have a text in the sketch of a page

    def add(self, page: Leaves) -> int:
        """The number of the group of a page; a new one is the next number."""
        return self.add_shape(PageShape(page))

    def add_shape(self, shape: PageShape) -> int:
        """The same for a page of this shape."""
        host = shape.host
        sketch = shape.texts[:_SKETCH].tolist()
        near = Counter(chain.from_iterable(filter(None, map(self._sketched.get, sketch))))
        first = sorted(near, key=lambda group: (-near[group], group))[:_NEAR]
        likely = [group for group in first if not host or self._hosts[group] in ("", host)]
        group = self._alike(shape, likely)
        if group == len(self._kept):
            self._hosts.append(host)
            self._kept.append([])
        self._hosts[group] = self._hosts[group] or host
        if len(self._kept[group]) < _KEPT:
            self._kept[group].append(shape)
            for text in sketch:
                noted = self._sketched.setdefault(text, [])
                if len(noted) < _MOST:
                    noted.append(group)
        return group

    def _alike(self, shape: PageShape, groups: Sequence[int]) -> int:
        """The group that is most like a page, of several the first; the number of a new one if none is alike."""
        if len(groups) == 1:  # then one page that is alike will do
            return (
                groups[0] if any(shape.likeness(each) >= ALIKE for each in self._kept[groups[0]]) else len(self._kept)
            )
        closest = ((max(shape.likeness(each) for each in self._kept[i]), -i) for i in groups)
        best, group = max(closest, default=(0.0, 0))
        return -group if best >= ALIKE else len(self._kept)


def _host(url: str | None) -> str:
    return (urlsplit(url).hostname or "") if url and "://" in url else ""
