"""An outline by the page's own structure: the nesting of the markup, below the labels that precede it.

Our method, and the default. The hierarchy of the page's nodes is kept, without nodes that hold a single part; within
each node the parts are arranged: a label is put above the parts that follow it, up to the next label of its rank or
higher. A part is a label if it is a single atom with something after it, and

| rank         | it is |
| ------------ | --- |
| 10 to 5      | in an `h1` to `h6` |
| 4            | bold |
| 3, `STRONG`  | in capitals, or larger than most text, unlike its neighbours |
| 2, `LEADING` | no link, but before at least two links of one tag path |
| 1, `PLAIN`   | before a part without a label, or several parts that begin with one tag path, with no atom before it;
|              | if those have labels of a higher rank, one above that |

The last three, which any text may match by chance, apply to short texts with a letter, and not to an atom in a list:
one with a bar or bullet beside it, with a neighbour of its own tag path, or, for a link, an item before another item; a
plain text names no more than a third of the page, and a link to the home page nothing. The first text of a list item
names the rest of it. A heading does not name a part that has a heading of its rank, nor a headline its category and
author. A box of two parts, the first a small section with a label, gets that label. Labels that only their place and
repetition make so are in `outline.places`, tabs in `outline.tabs` and `outline.ties`.

`python -m bench.outline` measures the method, and each of its rules alone.
"""

import re
from collections import Counter
from collections.abc import Collection

import numpy as np

from weblode.outline.atoms import BOLD, HEADING, Atoms, common_ancestors
from weblode.outline.draft import OutlineDraft
from weblode.outline.places import heading_of_several, label_places, name_records
from weblode.outline.tabs import merge_tabs
from weblode.outline.ties import move_panels, tied_panels
from weblode.tags import NUMBERS
from weblode.tree import Tree

PLAIN, LEADING, STRONG = 1, 2, 3
# Rules that can be switched off, to measure each.
RULES = ("leading", "places", "plain", "records", "strong", "tabs", "ties", "weak", "items", "peers", "inner", "colon", "kicker", "entry", "trail", "alike", "cross", "formlabel", "linkof", "image", "bigitem", "bullet")
_PAGE = 50  # atoms, or a third of the page: a plain text before more is the page's logo or the like
_FEW = 8  # parts that are passed up unwrapped; more would be copied at every level of a deep page
_SHORT = 60  # characters of a label that only its place makes one
_LOW = HEADING + 3  # the rank of an `h3`
_HEADINGS = frozenset(NUMBERS[f"h{level}"] for level in range(1, 7))
_LISTS = frozenset(NUMBERS[name] for name in ("dl", "menu", "ol", "ul"))
_HOME = re.compile(r"\s*(?:(?:https?:)?//[^/?#]+/?|/)\s*", re.IGNORECASE).fullmatch
_LETTER = re.compile(r"[^\W\d_]").search
_TRAIL = re.compile(r"[|_\u00b7\u2022,/]\s*$").search
_CONTROLS = frozenset(NUMBERS[name] for name in ("label", "button"))
_BAR = re.compile(r"[\s|/,\u00b7\u2022\u2013\u2014_.-]*").fullmatch
_SEPARATOR = re.compile(r"[\s|/,;]*").fullmatch
_COLON = re.compile(r"[:\uff1a]\s*$").search
_LINK = NUMBERS["a"]
_ITEMS = frozenset(NUMBERS[name] for name in ("dd", "li", "option"))


def draft_by_structure(tree: Tree, atoms: Atoms, *, first: int = 0, rules: Collection[str] = RULES) -> OutlineDraft:
    """The draft of a page's outline by its structure, from atom `first` on; linear in atoms and depth of the page."""
    work = StructureWork(tree, atoms, rules)
    around: list[tuple[int, int, list[int]]] = []  # open nodes with several parts: depth, node, parts so far
    parts: list[int] = [first] if first < len(atoms) else []
    meets = common_ancestors(tree, atoms.node[first:])
    for atom, (depth, meeting) in enumerate(zip(tree.depth[meets].tolist(), meets.tolist(), strict=True), first + 1):
        while around and around[-1][0] > depth:
            _, node, before = around.pop()
            parts = work.close_node(node, before + parts)
        if around and around[-1][0] == depth:
            around[-1][2].extend(parts)
        else:
            around.append((depth, meeting, parts))
        parts = [atom]
    while around:
        _, node, before = around.pop()
        parts = work.close_node(node, before + parts)
    nameless = len(parts) == 1 and work.draft.label[parts[0]] < 0
    work.draft.root = parts[0] if nameless else work.add(parts)
    if "ties" in rules and (ties := tied_panels(tree, atoms)):
        move_panels(work.draft, tree, atoms, [tie for tie in ties if tie[0] >= first])
    return work.draft


class StructureWork:
    """A draft under construction, with more columns about its rows."""

    def __init__(self, tree: Tree, atoms: Atoms, rules: Collection[str]) -> None:
        self.tree, self.rules = tree, rules
        self.node, self.link, self.strong = atoms.node.tolist(), atoms.link.tolist(), atoms.strong.tolist()
        self.text, self.most = (atoms.first < atoms.stop).tolist(), max(_PAGE, len(atoms) // 3)
        self.ranks, self.tables = atoms.rank.tolist(), atoms.table.tolist()
        self.starts, self.marks, self.paths = (
            atoms.path.tolist(),
            atoms.mark.tolist(),
            np.where(atoms.mark | atoms.table | atoms.control, -1, atoms.path).tolist(),
        )
        self.tag, self.first = tree.tag.tolist(), atoms.first.tolist()
        self.stop = atoms.stop.tolist()
        n = len(atoms)
        self.draft = OutlineDraft(list(range(n)), [[] for _ in range(n)], [False] * n)
        self.rank = atoms.rank.tolist()  # the rank of a row's label; 0 without a label
        self.inner = [0] * n  # the highest rank of the labels below a row that name something
        self.path = self.paths.copy()  # the tag path of a row that is a single atom of text; -1 for any other
        self.mark = self.marks.copy()  # a row that is a bar, a bullet or the like
        self.begin = self.starts.copy()  # the tag path of a row's first atom
        self.size = [1] * n  # how many atoms a row has
        self.at = self.node.copy()  # a node within the row
        self.head = self.ranks.copy()  # the highest rank of the row's atoms
        self.front = self.ranks.copy()  # the rank of the row's first atom
        self.bold_paths: Counter[int] | None = None  # the tag paths of the bold parts that are being arranged
        self.titled: set[int] = set()  # links of several atoms
        self.opens: set[int] = set()  # headings of several atoms: labels with something below them already

    def add(self, below: list[int], at: int = 0) -> int:
        """Add a part without a label; returns its number. Rows with the numbers of atoms are there from the start."""
        first = below[0] if below else -1
        self.rank.append(0)
        self.inner.append(self.highest(below))
        self.path.append(-1)
        self.mark.append(False)
        real = next((row for row in below if not self.mark[row]), first)
        self.begin.append(self.begin[real] if below else -1)
        self.size.append(sum([self.size[row] for row in below]))
        self.at.append(at)
        self.head.append(max([self.head[row] for row in below], default=0))
        self.front.append(self.front[first] if below else 0)
        return self.draft.add(-1, below)

    def put(self, row: int, below: list[int]) -> None:
        """Put rows below a label."""
        self.draft.below[row] += below
        self.path[row], self.inner[row] = -1, max(self.inner[row], self.highest(below))
        self.size[row] += sum([self.size[part] for part in below])
        self.head[row] = max(self.head[row], max([self.head[part] for part in below], default=0))

    def highest(self, rows: Collection[int]) -> int:
        """The highest rank of labels with rows below them, among these rows and below."""
        below, rank = self.draft.below, 0
        for row in rows:
            if below[row]:
                rank = max(rank, self.rank[row], self.inner[row])
        return rank

    def words(self, label: int) -> str:
        """The text of an atom's leaves, with white space as the page has it; "" for an image."""
        string, leaves = self.tree.string, self.tree.leaves
        return " ".join([string(leaves.item(leaf)) for leaf in range(self.first[label], self.stop[label])])

    def width(self, label: int) -> int:
        """The number of characters of an atom's text; those of scripts without spaces count twice."""
        text = " ".join(self.words(label).split())
        return len(text) if text.isascii() else len(text) + sum([character >= "\u2e80" for character in text])

    def is_short(self, label: int) -> bool:
        """Whether an atom is text that is short enough for a label that only its place makes one."""
        return self.text[label] and self.width(label) <= _SHORT

    def has_letter(self, label: int) -> bool:
        """Whether the text of an atom has a letter."""
        return _LETTER(self.words(label)) is not None

    def is_image(self, row: int) -> bool:
        """Whether a row is a linked image."""
        label = self.draft.label[row]
        return label >= 0 and not self.text[label] and not self.draft.below[row]

    def is_nameless(self, row: int) -> bool:
        """Whether a row has parts, or is a table, and no label."""
        label = self.draft.label[row]
        return label < 0 or self.tables[label]

    def close_node(self, node: int, parts: list[int]) -> list[int]:
        """The rows of a node whose parts are complete: one row, unless all but one are marks, and they are few."""
        if self.tag[node] in _HEADINGS and (heading := heading_of_several(self, parts)) >= 0:
            return [heading]
        below = self.draft.below
        if "tabs" in self.rules and any(below[row] for row in parts):
            parts = merge_tabs(self, parts)
        if "records" in self.rules and len(parts) > 2:
            parts = name_records(self, parts)
        rows = self.arrange(node, parts)
        if "linkof" in self.rules and self.tag[node] == _LINK and len(rows) == 1 and below[rows[0]] and self.draft.label[rows[0]] >= 0:
            self.titled.add(rows[0])
        real = len(rows) - sum([self.mark[row] for row in rows])
        return rows if len(rows) == 1 or (real < 2 and len(rows) <= _FEW) else [self.add(rows, node)]

    def arrange(self, node: int, parts: list[int]) -> list[int]:
        """The parts of a node, each label above the parts that it names."""
        rank, path = self.rank, self.path
        top: list[int] = []
        labels: list[tuple[int, list[int]]] = []  # open labels of falling rank, with the parts they name
        self.bold_paths = None
        first = parts[0]
        begins = (path[first] >= 0 or self.mark[first]) and "places" in self.rules
        places = label_places(self, parts) if begins and len(parts) > 1 else {}
        for i, row in enumerate(parts):
            own = places.get(i) or (self.label_rank(node, parts, i) if path[row] >= 0 else 0)
            if row in self.opens and i + 1 < len(parts):
                own = rank[row]
            if row in self.titled and not i and len(parts) > 1 and self.tag[node] in _ITEMS and all(self.is_nameless(part) for part in parts[1:]):
                own = max(PLAIN, rank[row])
            level = 0 if self.mark[row] else own or rank[row]  # the last item of a list of bold items is one of them
            while labels and (rank[labels[-1][0]] <= level or self.is_beyond(node, *labels[-1], row)):
                row_parts = labels.pop()
                (labels[-1][1] if labels else top).extend(self.put_below_label(*row_parts))
            (labels[-1][1] if labels else top).append(row)
            if own:
                rank[row] = own
                labels.append((row, []))
        while labels:
            row_parts = labels.pop()
            (labels[-1][1] if labels else top).extend(self.put_below_label(*row_parts))
        for i in places:
            rank[parts[i]] = self.ranks[self.draft.label[parts[i]]]  # seen from outside it is what it was
        return top

    def is_beyond(self, node: int, label: int, named: list[int], row: int) -> bool:
        """Whether a heading does not name a part, since that has a heading of its rank or a higher one.

        Right before a part without a label, a heading names it even if higher ones are in there, but for one of its own
        rank.
        """
        highest = max(self.inner[row], self.front[row])
        if "peers" in self.rules and self.draft.label[row] < 0 and self.rank[label] <= self.head[row] and self.rank[label]>=BOLD:
            tag = self.tag[self.child(node, label)]
            if self.rank[label] == self.head[row] >= HEADING and tag not in _HEADINGS and tag == self.tag[self.child(node, row)]:
                return True
        if not HEADING <= self.rank[label] <= highest:
            return False
        if "weak" not in self.rules:
            return True
        same = self.rank[label] == (self.front[row] if "inner" in self.rules else highest)
        return bool(named or same or not self.is_nameless(row) or self.size[row] > self.most)

    def put_below_label(self, row: int, parts: list[int]) -> list[int]:
        """Put parts below their label, and return those that are more than it can name.

        Instead of a single part without a label, its own parts are put there.
        """
        if self.names_too_much(row, parts):
            return parts
        if len(parts) == 1 and self.draft.label[parts[0]] < 0:
            parts = self.draft.below[parts[0]]
        if parts:
            self.put(row, parts)
        return []

    def names_too_much(self, row: int, parts: list[int]) -> bool:
        """Whether parts are more than a text can name that does not stand out, or a long heading of a low level."""
        if sum([self.size[part] for part in parts]) <= self.most:
            return False
        label = self.draft.label[row]
        if "colon" in self.rules and _COLON(self.words(label)) and self.is_short(label):
            return False
        if 'bigitem' in self.rules and sum([self.size[part] for part in parts]) <= 2 * self.most and self.tag[self.tree.parent[self.at[row]]] in _ITEMS:
            return False
        return self.ranks[label] < (HEADING if "boldlimit" in self.rules else BOLD) or (self.ranks[label] <= _LOW and not self.is_short(label))

    def label_rank(self, node: int, parts: list[int], i: int) -> int:
        """The rank of a single atom as a label of the parts after it; 0 if it is no label."""
        row = parts[i]
        if i + 1 == len(parts):
            return 0
        before, after = parts[i - 1] if i else -1, parts[i + 1]
        if "items" in self.rules and not i and self.is_entry(node, parts):
            return max(PLAIN, self.rank[row])
        if "entry" in self.rules and not i and self.is_entry2(node, parts):
            return max(PLAIN, self.rank[row])
        if "logo" in self.rules and self.is_home(self.link[self.draft.label[row]]) and self.tag[node] not in _ITEMS:
            return 0
        if self.rank[row] >= BOLD:
            return 0 if before >= 0 and self.is_current(parts, row, before) else self.rank[row]
        if "colon" in self.rules and self.announces(parts, i):
            return self.announcing_rank(parts, i)
        if self.is_in_list(row, before, after):
            return 0
        if "trail" in self.rules and _TRAIL(self.words(self.draft.label[row])):
            return 0
        if "formlabel" in self.rules and self.in_form_label(row):
            return 0
        rank = self.rank_by_place(node, parts, i)
        return rank if rank and (self.has_letter(self.draft.label[row]) or not self.text[self.draft.label[row]]) else 0

    def in_form_label(self, row: int) -> bool:
        u = self.at[row]
        return self.tag[u] in _CONTROLS or self.tag[self.tree.parent[u]] in _CONTROLS

    def announcing_rank(self, parts: list[int], i: int) -> int:
        path = self.path[parts[i]]
        if i:
            return LEADING
        if any((label := self.draft.label[part]) >= 0 and self.paths[label] == path and _COLON(self.words(label)) for part in parts[1:]):
            return LEADING
        return max([LEADING] + [self.rank[part] + 1 for part in parts[1:]])

    def is_entry2(self, node: int, parts: list[int]) -> bool:
        if self.tag[node] not in _ITEMS or len(parts) < 3 or self.path[parts[-1]] >= 0:
            return False
        label = self.draft.label[parts[0]]
        *texts, last = parts[1:]
        if self.link[label] < 0 or not self.is_nameless(last) or self.rank[parts[0]] >= BOLD:
            return False
        return all(self.path[row] >= 0 and self.path[row] != self.path[parts[0]] and self.link[self.draft.label[row]] < 0 for row in texts)

    def announces(self, parts: list[int], i: int) -> bool:
        """Whether a text ends with a colon before a list or links that do not."""
        label = self.draft.label[parts[i]]
        if not self.text[label] or not _COLON(self.words(label)) or self.width(label) > 2 * _SHORT:
            return False
        rest = [row for row in parts[i + 1 :] if not self.mark[row]]
        if not rest or any(self.begin[row] == self.path[parts[i]] for row in rest if self.draft.label[row] < 0):
            return False
        below = self.draft.label[rest[0]]
        if below < 0:
            return True
        return self.link[below] >= 0 and len(rest) > 1 and not _COLON(self.words(below))

    def is_menu(self, row: int) -> bool:
        below, label = self.draft.below, self.draft.label
        rows = below[row] if label[row] < 0 else []
        if rows and all(label[part] < 0 for part in rows):
            rows = [part for column in rows for part in below[column]]
        links = {self.link[label[part]] for part in rows if label[part] >= 0}
        return len(rows) > 1 and len(links) == len(rows) and min(links) >= 0 and len({self.begin[part] for part in rows}) == 1

    def is_entry(self, node: int, parts: list[int]) -> bool:
        """Whether the parts of a list item are a text, marks such as an arrow, and lists."""
        if self.tag[node] not in _ITEMS or not self.mark[parts[1]] or _BAR(self.words(self.draft.label[parts[1]])) or not self.text[self.draft.label[parts[0]]]:
            return False
        rest = [row for row in parts[1:] if not self.mark[row]]
        return bool(rest) and all(self.is_nameless(row) for row in rest) and self.has_letter(self.draft.label[parts[0]])

    def rank_by_place(self, node: int, parts: list[int], i: int) -> int:
        """The rank of a single atom that is neither bold nor in a list, as a label of the parts after it; else 0."""
        row, before, after = parts[i], parts[i - 1] if i else -1, parts[i + 1]
        label = self.draft.label[row]
        if self.tag[node] in _ITEMS and not i and self.is_in_inner_list(node, after):
            return PLAIN
        items = self.is_item(node, row) and self.is_item(node, after)
        alone = not items and (before < 0 or self.path[before] < 0) and (self.text[label] or ('image' in self.rules and self.tag[node] in _ITEMS and not i and self.is_menu(after)))
        alone = alone and (self.tag[node] in _ITEMS or not self.is_home(self.link[label]))
        plain = self.before_a_list(node, parts, i) if alone and "plain" in self.rules else 0
        if plain and self.tag[node] not in _ITEMS and not self.is_short(label):
            plain = 0
        strong = self.strong[label] and "strong" in self.rules and not (items and self.link[label] >= 0)
        if strong and self.is_short(label):
            return max(STRONG, plain)
        if self.link[label] < 0 and self.before_links(parts, i) and "leading" in self.rules:
            return LEADING
        return plain

    def is_in_list(self, row: int, before: int, after: int) -> bool:
        """Whether a single atom is beside a mark, or beside an atom of its own tag path."""
        path = self.path[row]
        if self.begin[after] == path or self.mark[after]:
            return True
        if before >= 0 and (self.path[before] == path or self.mark[before]):
            return True
        parts = self.draft.below[after]
        if not parts or not self.mark[parts[0]]:
            return False
        return "bullet" not in self.rules or self.link[self.draft.label[row]] >= 0 or _SEPARATOR(self.words(self.draft.label[parts[0]])) is not None

    def is_current(self, parts: list[int], row: int, before: int) -> bool:
        """Whether a bold atom is the chosen item of a list: the only bold one of its tag path, after another."""
        if self.path[before] < 0 or self.rank[before] >= BOLD or self.is_image(before):
            return False
        if self.outer_path(before) != self.outer_path(row):
            return False
        if self.bold_paths is None:
            bold = [part for part in parts if (label := self.draft.label[part]) >= 0 and self.ranks[label] >= BOLD]
            self.bold_paths = Counter([self.outer_path(part) for part in bold])
        return self.bold_paths[self.outer_path(row)] == 1

    def outer_path(self, row: int) -> int:
        """The tag path of a label's link; that of its text if it is none."""
        label = self.draft.label[row]
        return int(self.tree.path[self.link[label]]) if self.link[label] >= 0 else self.paths[label]

    def is_in_inner_list(self, node: int, row: int) -> bool:
        """Whether a single atom is in a list inside a node."""
        u, parent = self.at[row], self.tree.parent
        while self.path[row] >= 0 and (u := int(parent[u])) > node:
            if self.tag[u] in _LISTS:
                return True
        return False

    def before_links(self, parts: list[int], i: int) -> bool:
        """Whether two links of one tag path follow a part; there may be something below them."""
        if i + 2 >= len(parts):
            return False
        one, other = parts[i + 1], parts[i + 2]
        label = self.draft.label[one]
        linked = min(label, self.draft.label[other]) >= 0 and self.link[label] >= 0
        return bool(linked and self.begin[one] == self.begin[other])

    def before_a_list(self, node: int, parts: list[int], i: int) -> int:
        """The rank of a part before a part without a label, or before several that begin alike; else 0.

        It is higher than the ranks of their labels.
        """
        begin, alike, highest, labelled, size = self.begin[parts[i + 1]], True, PLAIN - 1, 0, 0
        for j in range(i + 1, len(parts)):
            row = parts[j]
            if self.path[row] >= 0:
                break
            size += self.size[row]
            alike = alike and self.begin[row] == begin
            if size > self.most * (2 if 'bigitem' in self.rules and not i and self.tag[node] in _ITEMS else 1):
                return 0
            if not self.is_nameless(row):
                labelled += 1
                highest = max(highest, self.rank[row])
        else:
            j = len(parts)
        if not alike and (labelled or i or self.link[self.draft.label[parts[i]]] >= 0):
            return 0
        item = not i and self.tag[node] in _ITEMS  # such as a menu's entry above one list with a label
        return highest + 1 if j - i - 1 > (0 if item else min(labelled, 1)) else 0

    def is_home(self, link: int) -> bool:
        """Whether a link leads to the home page of a site, as its name or logo does."""
        return link >= 0 and _HOME(self.tree.attributes(link).get("href", "")) is not None

    def is_item(self, node: int, row: int) -> bool:
        """Whether the child of a node that contains a part is a list item."""
        return self.tag[self.child(node, row)] in _ITEMS

    def child(self, node: int, row: int) -> int:
        """The child of a node that contains a part."""
        u, parent = self.at[row], self.tree.parent
        while u > node and (above := int(parent[u])) != node:
            u = above
        return u
