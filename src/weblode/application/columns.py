"""Columns of pages about one thing: texts at one place, or after one label, with the text that names them.

With siblings the columns are the slots of `details`: what pages of a site share is template, what differs is data. The
labels that an ontology knows give columns on a single page too: `Publisher: Tor`, or a cell after a cell.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from weblode.application.recognise import DataRecords, SetPatterns
from weblode.application.text import PageText
from weblode.caches import regex
from weblode.details import facts
from weblode.details.leaves import LABEL, Flags, Leaves
from weblode.details.slots import Slots
from weblode.records.record_list import RecordList
from weblode.tags import NUMBERS

Span = tuple[int, int]  # of characters in a page's text

# A label that a text begins with. The second colon is that of Chinese and Japanese.
_PREFIX = regex("\\s*([^:\uff1a]{2,40}?)\\s*[:\uff1a]\\s*(?=\\S)")
_ROW = NUMBERS["tr"]
_EDGES = " \t\n\xa0:\uff1a|*\u2022\u00b7\u00bb?"  # what labels and values are written between
_SHARE = 0.7  # the share of the pages that have a column, for it to be the name of their things
_FIXED = 0.9  # the share of the pages that have a text of the template
_NAMED = 0.3  # the least evidence for a leaf to be the name of a page's thing: see `_heading`
_TRIED = 20  # slots that may be the names
SHORT = 60  # characters of a text that is a keyword and a value
_MOST = 12  # texts after a label that are its values, at most


@dataclass(frozen=True)
class TextColumn:
    """Texts of one or several pages that are called the same, or stand at the same place.

    `title` says how surely they name the things that the pages are about, 0 to 1; `order` is where they are.
    """

    label: str
    cells: Mapping[int, tuple[Span, ...]]  # by page
    title: float = 0.0
    order: int = 0


class PageLeaves:
    """The leaves of a page, and where each is in the text that patterns are matched on."""

    def __init__(self, table: DataRecords) -> None:
        self.table = table
        self.text: PageText = table.text
        self.leaves = Leaves(table.text.tree)

    @cached_property
    def spans(self) -> list[Span]:
        """Where each leaf is, without the white space after it."""
        string = self.text.string
        spans = []
        for u in self.leaves.node.tolist():
            start, end = self.text.span(u, u + 1)
            spans.append((start, start + len(string[start:end].rstrip())))
        return spans

    def joined(self, numbers: Sequence[int]) -> Span:
        """The part of the text from the first to the last of some leaves."""
        return self.spans[numbers[0]][0], self.spans[numbers[-1]][1]


def clean_label(text: str) -> str:
    """A label without its colon and decoration, on one line."""
    return " ".join(text.split()).strip(_EDGES)


def columns(pages: Sequence[PageLeaves], patterns: SetPatterns) -> list[TextColumn]:
    """The columns of some pages of one template, or of a single page, in the order of the pages."""
    every = [*_Pairs(pages, patterns).columns(), *_headings(pages)]
    if len(pages) == 1:
        every += _hints(pages[0], patterns)
    elif pages:
        slots = Slots([each.leaves for each in pages])
        every += _slots(pages, slots, facts.title_slot(slots), patterns)
    return sorted(every, key=lambda each: (each.order, each.label))


def list_columns(page: PageLeaves, record_list: RecordList) -> list[TextColumn]:
    """The fields of a list as columns, with a record in place of a page."""
    every = []
    for order, each in enumerate(record_list.fields):
        cells = {}
        for number, cell in enumerate(each.cells):
            if cell is not None:
                start, end = page.text.span(*cell.nodes)
                string = page.text.string[start:end].rstrip()
                prefix = _PREFIX.match(string)
                cells[number] = ((start + (prefix.end() if prefix else 0), start + len(string)),)
        every.append(TextColumn(clean_label(each.name.replace("_", " ")), cells, float(each.name == "title"), order))
    return every


# ---------------------------------------------------------------- labels that the ontology knows
class _Pairs:
    """Labels of the ontology's sets with the texts after them."""

    def __init__(self, pages: Sequence[PageLeaves], patterns: SetPatterns) -> None:
        self._pages = pages
        self._patterns = patterns
        times = Counter(pair for page in pages for pair in set(_places(page)))
        self._fixed = {pair for pair, n in times.items() if n >= max(3, _FIXED * len(pages))}

    def columns(self) -> Iterator[TextColumn]:
        """The columns of texts after labels."""
        cells: dict[tuple[str, int], dict[int, list[Span]]] = {}
        order: dict[tuple[str, int], int] = {}
        for number, page in enumerate(self._pages):
            for label, i, span in self._labelled(page):
                key = (label.lower(), page.leaves.place.item(i))
                cells.setdefault(key, {}).setdefault(number, []).append(span)
                order.setdefault(key, i)
        for key, by_page in cells.items():
            yield TextColumn(key[0], {page: tuple(own) for page, own in by_page.items()}, order=order[key])

    def _labelled(self, page: PageLeaves) -> Iterator[tuple[str, int, Span]]:
        """Each value after a label of the ontology: the label, its leaf, and where the value is."""
        texts = page.leaves.texts
        for i, text in enumerate(texts):
            if page.leaves.title[i] or page.leaves.button[i]:
                continue
            prefix = _PREFIX.match(text)
            if prefix and self._patterns.labelled(clean_label(prefix[1])):
                start, end = page.spans[i]
                yield clean_label(prefix[1]), i, (start + prefix.end(), end)
            elif len(text) <= LABEL and self._patterns.labelled(label := clean_label(text)):
                for j in self._after(page, i):
                    start, end = page.spans[j]
                    lead = len(texts[j]) - len(texts[j].lstrip(_EDGES))
                    yield label, i, (start + lead, end)

    def _after(self, page: PageLeaves, i: int) -> list[int]:
        """The leaves that are the values of a label: those in its row or block, else the next block after a label."""
        leaves = page.leaves
        near: list[int] = []
        for j in range(i + 1, min(i + 1 + _MOST, len(leaves))):
            same_row = leaves.row[i] >= 0 and leaves.row[i] == leaves.row[j]
            if not (same_row or leaves.block[i] == leaves.block[j]) or self._is_label(page, j, i):
                break
            near.append(j)
        if not near and (below := self._below(page, i)) >= 0:
            return [below]
        first = i + 1
        if near or first >= len(leaves) or not leaves.labels[i] or self._is_label(page, first, i):
            return near
        stop = first + 1
        while stop < min(len(leaves), first + _MOST) and leaves.block[stop] == leaves.block[first]:
            if self._is_label(page, stop, i):
                break
            stop += 1
        return list(range(first, stop))

    def _below(self, page: PageLeaves, i: int) -> int:
        """The leaf below a label in a row of labels, if the next row has as many leaves; -1 if there is none."""
        row = page.leaves.row
        if row[i] < 0 or page.leaves.tree.tag[row[i]] != _ROW:
            return -1
        start, end = np.searchsorted(page.leaves.node, [row[i], page.leaves.tree.end[row[i]]]).tolist()
        labels = [bool(self._patterns.labelled(clean_label(text))) for text in page.leaves.texts[start:end]]
        if sum(labels) < 2 or end >= len(row) or row[end] < 0 or self._is_label(page, end, start):
            return -1
        stop = int(np.searchsorted(page.leaves.node, page.leaves.tree.end[row[end]]))
        return end + i - start if stop - end == end - start else -1

    def _is_label(self, page: PageLeaves, j: int, i: int) -> bool:
        """Whether a leaf is another label, not a value of a label: it looks like it, or all siblings have it."""
        leaves, text = page.leaves, page.leaves.texts[j]
        if text.endswith((":", "\uff1a")):
            return True
        if leaves.place[j] == leaves.place[i]:
            if (leaves.labels[i] and leaves.labels[j]) or _PREFIX.match(text):
                return True
            if (leaves.place.item(j), leaves.text.item(j)) in self._fixed:
                return True
        return len(text) <= LABEL and bool(leaves.labels[j]) and bool(self._patterns.labelled(clean_label(text)))


def _places(page: PageLeaves) -> list[tuple[int, int]]:
    """The place and the text of each leaf, as hashes."""
    return list(zip(page.leaves.place.tolist(), page.leaves.text.tolist(), strict=True))


# ---------------------------------------------------------------- slots
def _slots(pages: Sequence[PageLeaves], slots: Slots, title: int, patterns: SetPatterns) -> Iterator[TextColumn]:
    """The columns of the slots of siblings. A label that the ontology knows is left to `_pairs`, which is stricter."""
    cells: list[dict[int, list[Span]]] = [{} for _ in range(slots.size)]
    order = [0] * slots.size
    in_head = slots.share(slots.column("title")) > 0
    for slot, page, leaf in zip(slots.slot.tolist(), slots.page.tolist(), slots.leaf.tolist(), strict=True):
        cells[slot].setdefault(page, []).append(pages[page].spans[leaf])
        order[slot] = order[slot] or leaf
    certainty = _named_slots(slots, title, in_head)
    for slot, by_page in enumerate(cells):
        own = {page: tuple(spans) for page, spans in by_page.items()}
        if slot == title:
            own = _without_common_words(pages, own)
        if not in_head[slot] or slot == title:
            label = clean_label(slots.label_of_slot[slot])
            label = "" if patterns.labelled(label) else label
            yield TextColumn(label, own, title=certainty.get(slot, 0.0), order=order[slot])


def _named_slots(slots: Slots, title: int, in_head: Flags) -> dict[int, float]:
    """How surely slots name the things: the title for `details`, and the first that has a text of each page's own."""
    sure = {title: 1.0} if title >= 0 and not in_head[title] else {title: 0.5} if title >= 0 else {}
    n = len(slots.pages)
    total = np.bincount(slots.slot, minlength=slots.size)
    aside = np.maximum(slots.share(slots.column("linked")), slots.share(slots.column("hidden")))
    once = (total >= _SHARE * n) & (total <= n) & (aside < _SHARE) & ~in_head
    for slot in np.flatnonzero(once)[:_TRIED].tolist():
        texts = {slots.texts[i] for i in np.flatnonzero(slots.slot == slot).tolist()}
        if len(texts) >= _SHARE * n:
            sure.setdefault(slot, 0.3)
            break
    return sure


def _without_common_words(
    pages: Sequence[PageLeaves], cells: Mapping[int, tuple[Span, ...]]
) -> dict[int, tuple[Span, ...]]:
    """Titles without the words at their start and end that all have."""
    strings = {page: pages[page].text.string[slice(*spans[0])] for page, spans in cells.items()}
    start, stop = facts.common_words(list(strings.values()))
    trimmed = {}
    for page, spans in cells.items():
        words = list(re.finditer(r"\S+", strings[page]))
        own = words[start : len(words) - stop] or words
        first = spans[0][0]
        trimmed[page] = ((first + own[0].start(), first + own[-1].end()) if own else spans[0], *spans[1:])
    return trimmed


def _hints(page: PageLeaves, patterns: SetPatterns) -> Iterator[TextColumn]:
    """The short texts of a single page that begin with a label: "Call us at (801) 555-0143"."""
    leaves = page.leaves
    for i, text in enumerate(leaves.texts):
        if len(text) <= SHORT and not leaves.title[i] and patterns.has_label_first(text):
            yield TextColumn("", {0: (page.spans[i],)}, order=i)


def _headings(pages: Sequence[PageLeaves]) -> list[TextColumn]:
    """The names of the things by each page alone: its first heading, else a line that its `title` repeats."""
    cells: dict[float, dict[int, tuple[Span, ...]]] = {}
    for number, page in enumerate(pages):
        certain, i = _heading(page)
        if i >= 0:
            cells.setdefault(certain, {})[number] = (page.spans[i],)
    worth = 1.0 if len(pages) == 1 else 0.2  # siblings know better
    return [TextColumn("", own, title=worth * certain) for certain, own in sorted(cells.items())]


def _heading(page: PageLeaves) -> tuple[float, int]:
    """How surely a leaf is the name of a page's thing, and its number; -1 if there is none."""
    leaves = page.leaves
    whole = leaves.page_title.casefold()
    shares = [len(text) / len(whole) if len(text) > 1 and text.casefold() in whole else 0.0 for text in leaves.texts]
    score = (
        np.array(shares)
        + 0.6 * leaves.first_heading
        + 0.2 * leaves.heading
        - 0.4 * leaves.linked
        - 0.4 * leaves.hidden
        - 0.2 * leaves.beside
        - 2.0 * leaves.title
    )
    i = int(score.argmax()) if len(score) else -1
    if i < 0 or score[i] < _NAMED:
        return 0.0, -1
    return (1.0 if score[i] >= 2 * _NAMED else 0.5), i
