"""An outline by the page's own structure: the nesting of the markup, below the labels that precede it.

Our method, and the default. The hierarchy of the page's nodes is kept, without nodes that hold a single part; within
each node the parts are arranged: a label is put above the parts that follow it, up to the next label of its rank or
higher. A part is a label if it is a single atom with something after it, and

| rank         | it is |
| ------------ | --- |
| 10 to 5      | in an `h1` to `h6` |
| 4            | bold |
| 3, `STRONG`  | in capitals, or larger than most text, unlike its neighbours but like all texts of its tag path |
| 2, `LEADING` | no link, but before at least two links of one tag path; or it ends with a colon (`outline.entries`) |
| 1, `PLAIN`   | before a part without a label, or several parts that begin with one tag path, with no atom before it;
|              | if those have labels of a higher rank, one above that |

The last three, which any text may match by chance, apply to short texts with a letter, and not to an atom in a list:
one with a bar beside it, with a neighbour of its own tag path, or, for a link, an item before another item; nor to the
label of a form's field, nor to an entry without a menu in a row of entries with menus. A plain text names no more than
a third of the page, in a list item two thirds, and a link to the home page or to another place on this one nothing. The
first text of a list item names the rest of it.

A heading names no part that has a heading of its rank or a higher one, but for a part without a label right after it,
in which weaker text comes first or the headings are higher: those are the headlines of a section. Children of one tag
with headings of one rank are peers, whatever stands before these. Labels that only their place and
repetition make so are in `outline.places`, headers of boxes in `outline.boxes`, entries of menus in `outline.entries`,
tabs in `outline.tabs` and `outline.ties`.

`python -m bench.outline` measures the method, and each of its rules alone.
"""

import re
from collections import Counter
from collections.abc import Collection

from weblode.outline.atoms import BOLD, HEADING, Atoms
from weblode.tags import NUMBERS
from weblode.tree import Tree

from .boxes import join_columns, open_boxes
from .draft import OutlineDraft
from .entries import announcing_rank, is_entry, unwrap_entry
from .places import heading_of_several, is_header, label_places, name_records
from .rows import HEADINGS, ITEMS, LEADING, PLAIN, STRONG, StructureRows
from .tabs import merge_tabs
from .ties import move_panels, tied_panels

# Rules that can be switched off, to measure each.
RULES = (
    "boxes",
    "colons",
    "columns",
    "entries",
    "groups",
    "headers",
    "kickers",
    "leading",
    "peers",
    "places",
    "plain",
    "records",
    "strong",
    "tabs",
    "ties",
    "weak headings",
)
_FEW = 8  # parts that are passed up unwrapped; more would be copied at every level of a deep page
_LOW = HEADING + 3  # the rank of an `h3`
_HEADER = NUMBERS["header"]
_LISTS = frozenset(NUMBERS[name] for name in ("dl", "menu", "ol", "ul"))
_BETWEEN = re.compile(r"[\s|/,;]*").fullmatch  # marks between the items of a list; others are bullets before them
_UNFINISHED = re.compile(r"[|_\u00b7\u2022,/]\s*$").search  # the end of a text that other items follow


def draft_by_structure(tree: Tree, atoms: Atoms, *, first: int = 0, rules: Collection[str] = RULES) -> OutlineDraft:
    """The draft of a page's outline by its structure, from atom `first` on; linear in atoms and depth of the page."""
    work = StructureWork(tree, atoms, rules)
    parts = work.close_all(first)
    nameless = len(parts) == 1 and work.draft.label[parts[0]] < 0
    work.draft.root = parts[0] if nameless else work.add(parts)
    if "ties" in rules and (ties := tied_panels(tree, atoms, work.attributes, work.data)):
        move_panels(work.draft, tree, atoms, [tie for tie in ties if tie[0] >= first])
    return work.draft


class StructureWork(StructureRows):
    """Rows under construction, and what decides which of them are labels."""

    def __init__(self, tree: Tree, atoms: Atoms, rules: Collection[str]) -> None:
        super().__init__(tree, atoms, rules)
        self.bold_paths: dict[int, int] | None = None  # the tag paths of the bold parts that are being arranged
        self.begins_with_menu: dict[tuple[int, int], bool] = {}  # by the tag paths of an entry and of those with menus
        self.in_item = False  # the node that is being arranged is a list item

    def close_all(self, first: int) -> list[int]:
        """The topmost rows of the page, from atom `first` on."""
        depths: list[int] = []  # of the open nodes with several parts
        nodes: list[int] = []
        before: list[list[int]] = []  # their parts so far
        node, end, parent, depth = self.node, self.tree.end, self.parent, self.tree.depth
        parts = [first] if first < len(node) else []
        for atom in range(first + 1, len(node)):
            meeting, u = node[atom - 1], node[atom]
            while not meeting <= u < end[meeting]:
                meeting = parent[meeting]
            while depths and depths[-1] > depth[meeting]:
                depths.pop()
                parts = self.close_node(nodes.pop(), before.pop() + parts)
            if depths and depths[-1] == depth[meeting]:
                before[-1].extend(parts)
            else:
                depths.append(depth[meeting])
                nodes.append(meeting)
                before.append(parts)
            parts = [atom]
        while nodes:
            parts = self.close_node(nodes.pop(), before.pop() + parts)
        return parts

    def close_node(self, node: int, parts: list[int]) -> list[int]:
        """The rows of a node whose parts are complete: one row, unless all but one are marks, and they are few."""
        if self.tag[node] in HEADINGS and (heading := heading_of_several(self, parts)) >= 0:
            return [heading]
        if not self.is_plain_list(parts):
            if "entries" in self.rules and len(parts) > 1:
                parts = unwrap_entry(self, node, parts)
            if "tabs" in self.rules:
                parts = merge_tabs(self, parts)
            if "records" in self.rules and len(parts) > 2:
                parts = name_records(self, parts)
            if "boxes" in self.rules and len(parts) > 1:
                parts = open_boxes(self, parts)
            if "columns" in self.rules:
                parts = join_columns(self, parts)
            if self.may_have_labels(parts):
                parts = self.arrange(node, parts)
            if self.tag[node] == _HEADER and "headers" in self.rules and is_header(self, node, parts):
                self.opens.add(parts[0])
        if len(parts) == 1 or (len(parts) <= _FEW and len(parts) - sum([self.mark[row] for row in parts]) < 2):
            return parts
        return [self.add(parts, node)]

    def is_plain_list(self, parts: list[int]) -> bool:
        """Whether parts are single atoms of one tag path and one rank, none with a colon: none is a label."""
        path, rank = self.path[parts[0]], self.rank[parts[0]]
        if path < 0:
            return False
        for row in parts:
            if self.path[row] != path or self.rank[row] != rank or self.colon[self.draft.label[row]]:
                return False
        return True

    def may_have_labels(self, parts: list[int]) -> bool:
        """Whether a part before the last is a single atom, or one with something below it already."""
        rows = parts[:-1]
        if any([self.path[row] >= 0 for row in rows]):
            return True
        return not self.opens.isdisjoint(rows)

    def arrange(self, node: int, parts: list[int]) -> list[int]:
        """The parts of a node, each label above the parts that it names."""
        rank, path = self.rank, self.path
        self.in_item = self.tag[node] in ITEMS
        # In a list, where the second part begins as the first one does, no place makes a label.
        first = parts[0]
        begins = path[first] >= 0 and (path[first] != self.begin[parts[1]] or self.is_image(first))
        places = label_places(self, parts) if "places" in self.rules and (begins or self.mark[first]) else {}
        ranks = self.label_ranks(node, parts, places)
        if not any(ranks):
            return parts
        top: list[int] = []
        labels: list[tuple[int, list[int]]] = []  # open labels of falling rank, with the parts they name
        for row, own in zip(parts, ranks, strict=True):
            level = 0 if self.mark[row] else own or rank[row]  # the last item of a list of bold items is one of them
            while labels and (rank[labels[-1][0]] <= level or self.is_beyond(node, *labels[-1], row)):
                row_parts = labels.pop()
                (labels[-1][1] if labels else top).extend(self.put_below_label(*row_parts))
            (labels[-1][1] if labels else top).append(row)
            if own:
                labels.append((row, []))
        while labels:
            row_parts = labels.pop()
            (labels[-1][1] if labels else top).extend(self.put_below_label(*row_parts))
        for i in places:
            rank[parts[i]] = self.ranks[self.draft.label[parts[i]]]  # seen from outside it is what it was
        return top

    def label_ranks(self, node: int, parts: list[int], places: dict[int, int]) -> list[int]:
        """The ranks of the parts of a node as labels, 0 for those that are none; the rows of labels get them too."""
        self.bold_paths, self.begins_with_menu = None, {}
        ranks, path = [0] * len(parts), self.path
        for i, row in enumerate(parts[:-1]):
            own = places.get(i, 0)
            if not own and path[row] >= 0:
                # Most are before one of their tag path, in a list, and neither stand out nor announce anything.
                in_list = self.begin[parts[i + 1]] == path[row] and self.rank[row] < BOLD and (i or not self.in_item)
                if not in_list or self.colon[self.draft.label[row]]:
                    own = self.label_rank(node, parts, i)
            if row in self.opens:
                own = self.rank[row]
            if own:
                ranks[i] = self.rank[row] = own
        return ranks

    def is_beyond(self, node: int, label: int, below: list[int], row: int) -> bool:
        """Whether a heading does not name a part, as that has a heading of its rank or a higher one.

        `below` is what it names so far. Right after it, a part without a label may have higher headings, but not begin
        with one of its rank.
        """
        rank = self.rank[label]
        if rank < HEADING:
            return False
        nameless = self.draft.label[row] < 0
        if self.is_footer(node, row):
            return True
        if rank == self.head[row] and nameless and "peers" in self.rules:
            tag = self.tag[self.child(node, label)]
            if tag not in HEADINGS and tag == self.tag[self.child(node, row)]:
                return True
        if rank > max(self.inner[row], self.front[row]):
            return False
        above = nameless and not below and rank != self.front[row] and self.size[row] <= self.most
        return not above or "weak headings" not in self.rules

    def put_below_label(self, row: int, parts: list[int]) -> list[int]:
        """Put parts below their label, and return those that are more than it can name.

        Instead of a single part without a label, its own parts are put there.
        """
        if not parts or (self.mark[parts[0]] and all([self.mark[part] for part in parts])):
            return parts
        if self.names_too_much(row, parts):
            return parts
        if len(parts) == 1 and self.draft.label[parts[0]] < 0:
            parts = self.draft.below[parts[0]]
        self.put(row, parts)
        self.opens.discard(row)
        return []

    def names_too_much(self, row: int, parts: list[int]) -> bool:
        """Whether parts are more than a text can name that does not stand out, or a long heading of a low level."""
        size = sum([self.size[part] for part in parts])
        if size <= self.most:
            return False
        label = self.draft.label[row]
        rank = self.ranks[label]
        if rank > _LOW or (rank >= BOLD and self.is_short(label)):
            return False
        if self.colon[label] and "colons" in self.rules and self.is_short(label):
            return False
        item = self.in_item or self.tag[self.parent[self.at[row]]] in ITEMS
        return size > 2 * self.most or not item or "entries" not in self.rules

    def label_rank(self, node: int, parts: list[int], i: int) -> int:
        """The rank of a single atom as a label of the parts after it; 0 if it is no label."""
        row = parts[i]
        before, after = parts[i - 1] if i else -1, parts[i + 1]
        if not i and "entries" in self.rules and is_entry(self, node, parts):
            return max(PLAIN, self.rank[row])
        label = self.draft.label[row]
        if self.rank[row] >= BOLD:
            if self.rank[row] == BOLD and self.leads_past(node, self.target(label)):
                return 0
            return 0 if before >= 0 and self.is_current(parts, row, before) else self.rank[row]
        if self.colon[label] and "colons" in self.rules and (rank := announcing_rank(self, parts, i)):
            return rank
        if self.is_in_list(row, before, after):
            return 0
        rank = self.rank_by_place(node, parts, i)
        if not rank or not self.has_letter(label) or self.is_of_control(node, parts, i):
            return 0
        return 0 if _UNFINISHED(self.words(label)) else rank

    def rank_by_place(self, node: int, parts: list[int], i: int) -> int:
        """The rank of a single atom that is neither bold nor in a list, as a label of the parts after it; else 0."""
        row, before, after = parts[i], parts[i - 1] if i else -1, parts[i + 1]
        label = self.draft.label[row]
        in_item = self.tag[node] in ITEMS
        if in_item and not i and self.is_in_inner_list(node, after):
            return PLAIN
        if not self.text[label]:
            return 0
        items = self.is_item(node, row) and self.is_item(node, after)
        alone = not items and (before < 0 or self.path[before] < 0) and "plain" in self.rules
        plain = 0
        if alone and (in_item or not self.leads_away(node, label)):
            plain = self.before_a_list(node, parts, i)
            if plain and not in_item and not self.is_short(label):
                plain = 0
            if plain and i and self.is_among_menus(parts, i):
                plain = 0
        strong = self.strong[label] and "strong" in self.rules and not (items and self.link[label] >= 0)
        if strong and self.is_strong_path(self.path[row]) and self.is_short(label):
            return max(STRONG, plain)
        if self.link[label] < 0 and self.before_links(parts, i) and "leading" in self.rules:
            return LEADING
        return plain

    def is_among_menus(self, parts: list[int], i: int) -> bool:
        """Whether a part stands between labels that begin alike and have parts, such a label before any text like it:
        an entry without a menu in a row of entries with menus."""
        path, begin = self.path[parts[i]], self.begin[parts[i + 1]]
        if not self.is_menu(parts[i - 1], begin) or not self.is_menu(parts[i + 1], begin):
            return False
        if (path, begin) not in self.begins_with_menu:
            alike = [part for part in parts if self.path[part] == path or self.is_menu(part, begin)]
            self.begins_with_menu[path, begin] = self.path[alike[0]] != path
        return self.begins_with_menu[path, begin]

    def is_menu(self, row: int, begin: int) -> bool:
        """Whether a row is a label of a tag path with rows below it."""
        return self.begin[row] == begin and self.draft.label[row] >= 0 and bool(self.draft.below[row])

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
        labels = self.draft.label
        return self.link[labels[row]] >= 0 or _BETWEEN(self.words(labels[parts[0]])) is not None

    def is_current(self, parts: list[int], row: int, before: int) -> bool:
        """Whether a bold atom is the chosen item of a list: the only bold one of its tag path, after another."""
        if self.path[before] < 0 or self.rank[before] >= BOLD or self.is_image(before):
            return False
        if self.outer_path(before) != self.outer_path(row):
            return False
        if self.bold_paths is None:
            bold = [part for part in parts if (label := self.draft.label[part]) >= 0 and self.ranks[label] >= BOLD]
            self.bold_paths = dict(Counter([self.outer_path(part) for part in bold]))
        return self.bold_paths.get(self.outer_path(row)) == 1

    def is_in_inner_list(self, node: int, row: int) -> bool:
        """Whether a single atom is in a list inside a node."""
        u = self.at[row]
        while self.path[row] >= 0 and (u := self.parent[u]) > node:
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
        item = not i and self.tag[node] in ITEMS
        most = 2 * self.most if item and "entries" in self.rules else self.most
        for j in range(i + 1, len(parts)):
            row = parts[j]
            if self.path[row] >= 0:
                break
            size += self.size[row]
            alike = alike and self.begin[row] == begin
            if size > most:
                return 0
            if not self.is_nameless(row):
                labelled += 1
                highest = max(highest, self.rank[row])
        else:
            j = len(parts)
        if not alike and (labelled or i or self.link[self.draft.label[parts[i]]] >= 0):
            return 0
        # A menu's entry may be above one list with a label.
        return highest + 1 if j - i - 1 > (0 if item else min(labelled, 1)) else 0
