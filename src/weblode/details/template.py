"""The template of pages about one kind of thing: its attributes, and how the values of a page are read by it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from weblode import kernels
from weblode.caches import regex
from weblode.details import articles, facts
from weblode.details.columns import Numbers
from weblode.details.declared import Declared, agreeing, declared, only_declared, words_by_name
from weblode.details.leaves import LABEL, TAG_TRAITS, Leaves, leaf_columns, tag_codes
from weblode.details.related import without_related
from weblode.details.slots import Places, Slots, prefix_hash, prefix_of, without_prefix
from weblode.kernels.hashes import InSlot, SlotTable
from weblode.records.names import name_by_words
from weblode.tree import Tree
from weblode.values.kinds import Column, kind_of
from weblode.values.locales import Locale, page_locale
from weblode.values.names import unused_name

ARTICLE = "article"  # the source of attributes that are parts of articles
RESERVED = ("page", "node", "page_url")
_SAME = 0.8  # the share of an attribute's pages on which another one says the same, for it to be left out
_LABELLED = 0.5  # the share of values after a label, for it to be the name
_WORD = regex(r"\w+")
# Class words that tools make: a name of the tool and a hash or a long number (`svelte-1tky8b`, `ember1234`).
_MADE = regex(r"[^\W\d_]+[-_]?(?:\d{3,}|(?=[a-zA-Z]*\d)(?=\d*[a-zA-Z])[a-zA-Z0-9]{4,})")
_LONGEST_WORD = 60  # characters of a class word that is looked at
# What no word has in a language of Latin letters: q, j or v before a consonant, six consonants in a row.
_UNSPEAKABLE = regex(r"q(?=[a-z])(?!u)|[jv][bcdfghjkmnpqstvwxz]|[bcdfghjklmnpqrstvwxz]{6}")
_PROSE = 60  # characters of a value from which it is a description


@dataclass(frozen=True)  # without slots: those are pickled in Python, several times slower
class DetailAttribute:
    """An attribute of a template: its name, the kind of its values, and the slots that hold them, by their keys.

    `label` is the text before its values, or that they begin with if it is a `prefix`. `source` says where the name is
    from: "title", "label", "declared" (what the page tells machines), "markup" (an itemprop or class), "kind",
    "article", or "place", the weakest.
    """

    name: str
    kind: str
    keys: tuple[int, ...]
    label: str = ""
    prefix: bool = False
    source: str = "place"
    many: bool = False
    prose: bool = False  # its values are one text
    linked: bool = False  # its values have addresses
    clock: str = ""  # the times beside its dates: see `values.beside`
    declared: str = ""  # the name under which pages tell machines the same
    around: tuple[str, str] = ("", "")  # words at the start and the end of a title that all pages have, in lower case


@dataclass(frozen=True, eq=False)
class DetailTemplate:
    """What pages about one kind of thing have in common, learnt from some of them."""

    places: Places
    attributes: tuple[DetailAttribute, ...]
    expected: float = 0.0  # the share of its constants that every page has

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # a table of a kernel cannot be pickled

    def values(self, leaves: Leaves) -> list[InSlot]:
        """The values of a page: of each the number of its attribute, its node and its link, -1 for none."""
        reading = self.places.read(leaves)
        values = self._slots.values(reading.constant, reading.keys)
        numbers = [i for i, _ in values]
        nodes, links = leaves.node[numbers].tolist(), leaves.link[numbers].tolist()
        return list(zip([which for _, which in values], nodes, links, strict=True))

    def find(self, tree: Tree) -> tuple[list[InSlot], float]:
        """The values of a page as in `values`, and the share of the template's constants that it has."""
        columns = (tree.buffer, leaf_columns(tree), tag_codes(tree.names), TAG_TRAITS)
        values, hits = kernels.fastest().slot_values(*columns, self.places.table, self._slots, prefix_hash(tree))
        return values, self.places.share(hits)

    @cached_property
    def _slots(self) -> SlotTable:
        keys = [(key, i) for i, each in enumerate(self.attributes) for key in each.keys]
        columns = np.array([key for key, _ in keys], dtype=np.uint64), np.array([i for _, i in keys], dtype=np.int32)
        return kernels.fastest().slot_table(*columns)

    @cached_property
    def weak(self) -> list[bool]:
        """Whether each attribute may hold what others say better: it has no label, or several values."""
        return [each.source in ("place", "kind", "markup") or each.many for each in self.attributes]

    @cached_property
    def changed(self) -> list[bool]:
        """Whether the values of each attribute have a label or words that are no part of what they say."""
        return [each.prefix or each.around != ("", "") for each in self.attributes]

    @cached_property
    def prose(self) -> list[int]:
        """The attributes whose values are one text."""
        return [i for i, each in enumerate(self.attributes) if each.prose]

    @cached_property
    def has_article(self) -> bool:
        """Whether its pages are articles."""
        return any(each.source == ARTICLE for each in self.attributes)

    @cached_property
    def has_declared(self) -> bool:
        """Whether its pages tell machines some of the attributes."""
        return any(each.declared for each in self.attributes)


def learn(pages: Sequence[Leaves]) -> DetailTemplate:
    """The template of two or more pages about the same kind of thing."""
    slots = Slots(pages)
    if not slots.size:
        return DetailTemplate(slots.places, ())
    title = facts.title_slot(slots)
    chosen = without_related(slots, facts.chosen(slots, title, facts.facts(slots, title)), title)
    parts = articles.present(slots.places, pages) if articles.are_articles(slots) else []
    inside = articles.slots_in_bodies(slots) if parts else set()
    inside = inside | {title} if "title" in parts else inside - {title}
    columns = _values_of(slots, [slot for slot in chosen if slot not in inside])
    columns_left = sorted(_without_repeats(columns), key=lambda each: (each.slot != title, each.slot))
    declarations = [declared(page.tree) for page in pages]
    attributes = _named(slots, columns_left, title, declarations, [*RESERVED, *parts])
    first = int(parts[:1] == ["title"])
    attributes = [*map(article_part, parts[:first]), *attributes, *map(article_part, parts[first:])]
    expected = min(slots.places.read(page).share for page in pages)
    return DetailTemplate(slots.places, tuple(attributes), round(expected, 4))


def article_part(name: str) -> DetailAttribute:
    """An attribute that is read as a part of the article on a page."""
    return DetailAttribute(name, "date" if name == "date" else "text", (), source=ARTICLE, declared=name)


@dataclass(frozen=True)
class _SlotValues:
    """The values of a slot on the pages of the sample: columns with an entry each, in the order of the pages."""

    slot: int
    numbers: Numbers  # among the values of all slots
    pages: list[int]
    texts: list[str]
    plain: list[str]  # the words of the texts

    @cached_property
    def firsts(self) -> list[str]:
        """The first text of each page that has one."""
        return list(dict(zip(reversed(self.pages), reversed(self.texts), strict=True)).values())[::-1]

    @cached_property
    def words(self) -> dict[int, set[str]]:
        """The words of the values, by page."""
        words: dict[int, set[str]] = {}
        for page, own in zip(self.pages, self.plain, strict=True):
            words.setdefault(page, set()).add(own)
        return words


def _values_of(slots: Slots, chosen: Sequence[int]) -> list[_SlotValues]:
    """The values of some slots."""
    if not chosen:
        return []
    numbers = [slots.of_slot[slot] for slot in chosen]
    all_numbers = np.concatenate(numbers)
    pages, texts = slots.page[all_numbers].tolist(), [slots.texts[i] for i in all_numbers.tolist()]
    words, stop, columns = kernels.fastest().plain_words(texts), 0, list[_SlotValues]()
    for slot, own in zip(chosen, numbers, strict=True):
        start, stop = stop, stop + len(own)
        columns.append(_SlotValues(slot, own, pages[start:stop], texts[start:stop], words[start:stop]))
    return columns


def _without_repeats(columns: Sequence[_SlotValues]) -> list[_SlotValues]:
    """The columns without those most of whose values are values of one before them."""
    columns_left: list[_SlotValues] = []
    having: dict[tuple[int, str], list[int]] = {}  # by page and value: the columns that have it
    for each in columns:
        values = set(zip(each.pages, each.plain, strict=True))
        others = [other for value in values if value in having for other in having[value]]
        if others and max(Counter(others).values()) >= _SAME * len(values):
            continue
        for value in values:
            if value in having:
                having[value].append(len(columns_left))
            else:
                having[value] = [len(columns_left)]
        columns_left.append(each)
    return columns_left


# ---------------------------------------------------------------- names
def _named(
    slots: Slots, columns: Sequence[_SlotValues], title: int, declarations: Sequence[Declared], reserved: Sequence[str]
) -> list[DetailAttribute]:
    """The attributes of columns, with names, all different, and kinds; `declarations` is what each page declares."""
    locale = page_locale(slots.pages[0].tree)
    declared_words = [words_by_name(page) for page in declarations]
    taken, attributes = set(reserved), list[DetailAttribute]()
    for number, each in enumerate(columns, 1):
        about = _describe(slots, each, locale)
        if each.slot == title:
            about = about | {"name": "title", "source": "title", "around": _around(each)}
        if name := agreeing(each.words, declared_words) if any(declared_words) else "":
            about["declared"] = name
            if about["source"] not in ("label", "title"):
                about |= {"name": name_of(name), "source": "declared"}
        about["name"] = _unused(slots, each.slot, about["name"] or f"field_{number}", taken)
        taken.add(about["name"])
        attributes.append(DetailAttribute(**about, keys=tuple(sorted(slots.keys_of(each.slot)))))
    for name in only_declared(declarations, {each.declared for each in attributes} | set(reserved)):
        values = [page[name][0].text for page in declarations if name in page]
        kind, _ = kind_of(values, Column(locale))
        own = unused_name(name_of(name) or "declared", taken, join="_")
        taken.add(own)
        attributes.append(DetailAttribute(own, kind, (), source="declared", declared=name))
    return attributes


def _around(column: _SlotValues) -> tuple[str, str]:
    """The words at the start and the end of the values of a column that all have."""
    return facts.shared_words(column.firsts)


def _describe(slots: Slots, column: _SlotValues, locale: Locale) -> dict[str, Any]:
    """What is known of the attribute of a column, by the names of its fields; its name is "" if nothing says one."""
    values = column.firsts
    about: dict[str, Any] = {"source": "place", "many": len(column.numbers) > len(values)}
    lengths = sorted(map(len, column.texts))
    prose = lengths[len(lengths) // 2] >= _PROSE
    prefixes = [prefix_of(each) for each in values] if slots.flag_shares["signed"][column.slot] else []
    prefix, n = Counter(prefixes).most_common(1)[0] if any(prefixes) else ("", 0)
    if prefix and n > 1 and n >= 0.8 * len(values):
        kind, _ = kind_of([without_prefix(each, prefix) for each in values], Column(locale))
        return about | {"name": name_of(prefix), "kind": kind, "label": prefix, "prefix": True, "source": "label"}
    kind, _ = kind_of(values, Column(locale))
    about |= {"kind": kind, "prose": prose}
    label, times = slots.strong_label(column.slot)
    if label and times >= _LABELLED * len(column.numbers) and (name := name_of(label)):
        return about | {"name": name, "label": label, "source": "label"}
    if name := _by_markup(slots, column):
        return about | {"name": name, "source": "markup"}
    if kind != "text":
        return about | {"name": "shown_url" if kind == "url" else kind, "source": "kind", "prose": False}
    weak = slots.label_of_slot[column.slot]
    if len(weak) <= LABEL and (name := name_of(weak)):
        return about | {"name": name, "label": weak, "source": "label"}
    return about | {"name": "description" if prose else ""}


def _unused(slots: Slots, slot: int, name: str, taken: set[str]) -> str:
    """A name that is not taken: with the column of its table, and where needed with the heading above or a number."""
    if header := name_of(slots.header(slot)):
        name = name if name == header else f"{name}.{header}"
    section = name_of(slots.section(slot)) if name in taken else ""
    if section and f"{section}.{name}" not in taken:
        return f"{section}.{name}"
    return unused_name(name, taken, join="_")


def name_of(label: str) -> str:
    """A label as a name: lower case, words joined by `_`.

    >>> name_of("ISBN-13:")
    'isbn_13'
    """
    return "_".join(_WORD.findall(label.lower()))[:LABEL].strip("_")


def _by_markup(slots: Slots, column: _SlotValues) -> str:
    """A name by the itemprop, class or id of the nearest element around the first value that has one."""
    i = int(column.numbers[0])
    leaves = slots.pages[int(slots.page[i])]
    u = int(leaves.node[int(slots.leaf[i])])
    for _ in range(2):
        u = int(leaves.tree.parent[u])
        if u <= 0:
            break
        own = leaves.tree.attributes(u)
        for words in (own.get("itemprop"), own.get("class"), own.get("id")):
            name = name_by_words(_written_by_people(words)) if words else ""
            if name and name != "title" and not _UNSPEAKABLE.search(name):
                return name
    return ""


def _written_by_people(words: str) -> str:
    """The words of an itemprop, class or id without those that tools make.

    >>> _written_by_people("svelte-1tky8b size-2 ember1234 author-box")
    'size-2 author-box'
    """
    return " ".join(word for word in words.split() if len(word) > _LONGEST_WORD or not _MADE.fullmatch(word))
