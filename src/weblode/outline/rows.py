"""The rows of an outline under construction, with columns about each: what the rules for labels ask of them.

A row is an atom, with the rows below it if it names some, or a part without a label.
"""

import re
from collections import Counter
from collections.abc import Collection
from itertools import compress

import numpy as np

from weblode import kernels
from weblode.outline.atoms import Atoms
from weblode.tags import NUMBERS
from weblode.tree import Tree

from .draft import OutlineDraft

PLAIN, LEADING, STRONG = 1, 2, 3  # the ranks of labels that are neither bold nor headings
SHORT = 60  # characters of a label that only its place makes one
HEADINGS = frozenset(NUMBERS[f"h{level}"] for level in range(1, 7))
HANDLERS = (b"onmouseover", b"onmouseenter", b"onclick", b"onfocus")
NAMES = (b"id", b"aria-controls", b"href", *HANDLERS)  # attributes that are looked at
ITEMS = frozenset(NUMBERS[name] for name in ("dd", "li", "option"))
_PAGE = 50  # atoms, or a third of the page: a plain text before more is the page's logo or the like
_FOOTER = NUMBERS["footer"]
_OPENS = frozenset(("aria-controls", "aria-expanded", "aria-haspopup"))
_CONTROLS = frozenset(NUMBERS[name] for name in ("button", "label"))
_HOME = re.compile(rb"\s*(?:(?:https?:)?//[^/?#]+/?|/)\s*", re.IGNORECASE).fullmatch
_PLACE = re.compile(rb"\s*#(\S+)\s*").fullmatch
_LETTER = re.compile(r"[^\W\d_]").search
_TIME = re.compile(r"\d[:.]\d\d(?!\d)").search


class StructureRows:
    """A draft under construction, with more columns about its rows and about the atoms, which are the first rows."""

    def __init__(self, tree: Tree, atoms: Atoms, rules: Collection[str]) -> None:
        self.tree, self.rules, self.texts = tree, frozenset(rules), atoms.texts
        self.node, self.link = atoms.node.tolist(), atoms.link.tolist()
        self.strong = atoms.strong.tolist()
        self.text, self.most = (atoms.first < atoms.stop).tolist(), max(_PAGE, len(atoms) // 3)
        self.ranks, self.tables, self.colon = atoms.rank.tolist(), atoms.table.tolist(), atoms.colon.tolist()
        self.paths: list[int] = np.where(atoms.mark | atoms.table | atoms.control, -1, atoms.path).tolist()
        self.tag, self.parent = tree.tag, tree.parent
        self.first, self.stop = atoms.first.tolist(), atoms.stop.tolist()
        values, self.data = kernels.fastest().named_or_begun(tree.buffer, tree.start, tree.tag, NAMES, b"data-")
        self.attributes = dict(zip(NAMES, values, strict=True))
        self.targets = self.attributes[b"href"]
        self.with_footers = frozenset(tree.parent[np.flatnonzero(tree.tag == _FOOTER)].tolist())
        n = len(atoms)
        self.draft = OutlineDraft(n)
        self.rank: list[int] = self.ranks.copy()  # the rank of a row's label; 0 without a label
        self.inner = [0] * n  # the highest rank of the labels below a row that name something
        self.path = self.paths.copy()  # the tag path of a row that is a single atom of text; -1 for any other
        self.mark = atoms.mark.tolist()  # a row that is a bar, a bullet or the like
        self.begin_paths = atoms.path.tolist()
        self.begin = self.begin_paths.copy()  # the tag path of a row's first atom that is no mark
        self.size = [1] * n  # how many atoms a row has
        self.at = self.node.copy()  # a node within the row
        self.head = self.ranks.copy()  # the highest rank of the row's atoms
        self.front = self.ranks.copy()  # the rank of the row's first atom
        self.strong_paths: set[int] | None = None  # made when it is needed
        self.opens: set[int] = set()  # headings of several atoms: labels with something below them already

    def add(self, below: list[int], at: int = 0) -> int:
        """Add a part without a label; returns its number. Rows with the numbers of atoms are there from the start."""
        begin, front, size, head, inner = -1, 0, 0, 0, 0
        if below:
            first = below[0]
            begin, front = self.begin[first], self.front[first]
            if self.mark[first]:
                begin = next(iter([self.begin[row] for row in below if not self.mark[row]]), begin)
        parts = self.draft.below
        for row in below:
            size += self.size[row]
            if self.head[row] > head:
                head = self.head[row]
            if parts[row]:
                inner = max(inner, self.rank[row], self.inner[row])
        self.rank.append(0)
        self.inner.append(inner)
        self.path.append(-1)
        self.mark.append(False)
        self.begin.append(begin)
        self.size.append(size)
        self.at.append(at)
        self.head.append(head)
        self.front.append(front)
        return self.draft.add(-1, below)

    def put(self, row: int, below: list[int]) -> None:
        """Put rows below a label."""
        self.draft.below[row] += below
        self.path[row] = -1
        for part in below:
            self.size[row] += self.size[part]
            if self.head[part] > self.head[row]:
                self.head[row] = self.head[part]
            if self.draft.below[part]:
                self.inner[row] = max(self.inner[row], self.rank[part], self.inner[part])

    def words(self, label: int) -> str:
        """The text of an atom's leaves, with white space as the page has it; "" for an image."""
        return " ".join(self.texts[self.first[label] : self.stop[label]])

    def width(self, label: int) -> int:
        """The number of characters of an atom's text; those of scripts without spaces count twice."""
        text = " ".join(self.words(label).split())
        return len(text) if text.isascii() else len(text) + sum([character >= "\u2e80" for character in text])

    def is_short(self, label: int) -> bool:
        """Whether an atom is text that is short enough for a label that only its place makes one."""
        return self.text[label] and self.width(label) <= SHORT

    def has_letter(self, label: int) -> bool:
        """Whether the text of an atom has a letter."""
        return _LETTER(self.words(label)) is not None

    def is_strong_path(self, path: int) -> bool:
        """Whether all atoms of a tag path are in capitals or large, and these are several."""
        if self.strong_paths is None:
            count, strong = Counter(self.begin_paths), Counter(compress(self.begin_paths, self.strong))
            self.strong_paths = {path for path, number in strong.items() if number == count[path] > 1}
        return path in self.strong_paths

    def has_time(self, label: int) -> bool:
        """Whether the text of an atom has a time of day."""
        return _TIME(self.words(label)) is not None

    def is_image(self, row: int) -> bool:
        """Whether a row is a linked image."""
        label = self.draft.label[row]
        return label >= 0 and not self.text[label] and not self.draft.below[row]

    def is_nameless(self, row: int) -> bool:
        """Whether a row has parts, or is a table, and no label."""
        label = self.draft.label[row]
        return label < 0 or self.tables[label]

    def target(self, label: int) -> bytes:
        """The address that an atom leads to; empty if it is no link."""
        return self.targets.get(self.link[label], b"")

    def leads_away(self, node: int, label: int) -> bool:
        """Whether an atom leads to the home page of a site, as its name or logo does, or past the node around it."""
        target = self.target(label)
        return _HOME(target) is not None or self.leads_past(node, target)

    def leads_past(self, node: int, target: bytes) -> bool:
        """Whether the address of a link is another place on the page than the node around it."""
        place = _PLACE(target)
        return place is not None and self.attributes[b"id"].get(node) != place[1]

    def is_item(self, node: int, row: int) -> bool:
        """Whether the child of a node that contains a part is a list item."""
        return self.tag[self.child(node, row)] in ITEMS

    def child(self, node: int, row: int) -> int:
        """The child of a node that contains a part."""
        u = self.at[row]
        while u > node and self.parent[u] != node:
            u = self.parent[u]
        return int(u)

    def is_footer(self, node: int, row: int) -> bool:
        """Whether the child of a node that contains a part is a `footer`."""
        return node in self.with_footers and bool(self.tag[self.child(node, row)] == _FOOTER)

    def is_of_control(self, node: int, parts: list[int], i: int) -> bool:
        """Whether a single atom of a node is the label of a form's field, or the text of a button, and no link; but not
        if it is the first and opens the links in the next part: it says so, or they are in one list item."""
        u = self.at[parts[i]]
        control = u if self.tag[u] in _CONTROLS else self.parent[u]
        if self.tag[control] not in _CONTROLS or self.link[self.draft.label[parts[i]]] >= 0:
            return False
        if i or not self.begins_with_link(parts[1]):
            return True
        return self.tag[node] not in ITEMS and _OPENS.isdisjoint(self.tree.attributes(control))

    def begins_with_link(self, row: int) -> bool:
        """Whether the first atom of a row is a link."""
        while self.draft.label[row] < 0:
            row = self.draft.below[row][0]
        return bool(self.link[self.draft.label[row]] >= 0)

    def outer_path(self, row: int) -> int:
        """The tag path of a label's link; that of its text if it is none."""
        label = self.draft.label[row]
        return int(self.tree.path[self.link[label]]) if self.link[label] >= 0 else self.paths[label]
