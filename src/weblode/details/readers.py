"""The pages of each template, read once enough of them are there to learn it; in several processes if there are some.

Work is divided by forking: a process that does some of it has the pages already, or reads them from a shelf, and only
results travel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from weblode.details import articles
from weblode.details.alone import labelled
from weblode.details.learning import SAMPLE, equal_labels, learn_template
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage, DetailPages, DetailValue
from weblode.details.reading import read_alone, read_page
from weblode.details.slots import Places, without_prefix
from weblode.details.template import RESERVED, DetailAttribute, DetailTemplate, name_of
from weblode.details.waiting import WaitingPage
from weblode.values.names import unused_name
from weblode.values.page_links import page_address

if TYPE_CHECKING:
    from weblode.details.shelf import PageShelf

_AT_ONCE, _BYTES = 600, 96 << 20  # pages, and bytes of their trees, that are divided at a time: to fork takes 20 ms
_SAME = 0.9  # the share of the texts of two pages that both have, for them to be one page
_PIECE = 8  # pages of a known template that are read together

Item = TypeVar("Item")
Made = TypeVar("Made")
Result = TypeVar("Result")


class Spread(Protocol):
    """Does work on each of some items, in whichever process; the results are in their order, None for lost ones.

    `pages` names the pages of an item, to report those that are lost with the process that worked on them; `done` is
    called in this process when the result of an item is there, which so is never asked for again.
    """

    def __call__(
        self,
        work: Callable[[Item], Result],
        items: Sequence[Item],
        *,
        pages: Callable[[Item], list[str]],
        done: Callable[[Item], None],
    ) -> Iterable[Result | None]: ...


class ReadOptions(NamedTuple):
    """What is wanted of pages."""

    markdown: bool = False  # bodies of articles as Markdown
    all_columns: bool = False  # also labelled values that are the same on all pages
    keep_trees: bool = True  # of the pages that a template was learnt from
    xpaths: bool = True  # of the values of pages whose trees are not kept


class Lesson(NamedTuple):
    """What some pages teach: their template, None for a page without siblings, and what they hold by it."""

    template: DetailTemplate | None
    attributes: tuple[DetailAttribute, ...]
    equal: dict[str, str]  # names of labelled values that are the same on all pages, by label
    pages: list[DetailPage]


class Piece(NamedTuple):
    """Some of the pages that wait for the reader of a number."""

    reader: int
    start: int
    stop: int


class Whole(NamedTuple, Generic[Made]):
    """What was made of all pages of a template, where they were read."""

    made: Made


class Readers(Generic[Made]):
    """Reads pages that are sorted by template, each by the reader of its own; `then` makes the result of a template."""

    def __init__(
        self,
        options: ReadOptions,
        then: Callable[[DetailPages], Made],
        spread: Spread | None,
        shelf: PageShelf | None = None,
    ) -> None:
        self._options, self._then, self._spread, self._shelf = options, then, spread or _in_turn, shelf
        self._most = (_AT_ONCE, _BYTES) if spread else (1, 1)
        self._readers: list[_Reader[Made]] = []
        self._due: set[int] = set()  # readers whose pages can be read
        self._pages = self._bytes = 0  # that can be read, and their bytes

    def add(self, page: WaitingPage, group: int) -> None:
        """Take one more page of a group; a new group has the next number."""
        if group == len(self._readers):
            self._readers.append(_Reader(self._options, self._shelf))
        reader = self._readers[group]
        reader.waiting.append(page)
        if reader.is_due:
            new = [page] if group in self._due else reader.waiting
            self._pages += len(new)
            self._bytes += sum(each.nbytes for each in new)
            self._due.add(group)

    def read(self) -> None:
        """Read the pages of templates that are known, or that can be learnt, if there are enough of these pages."""
        if self._due and (self._pages >= self._most[0] or self._bytes >= self._most[1]):
            due = sorted(self._due)
            self._learn(self._lesson, [number for number in due if self._readers[number].lesson is None])
            self._read(due)
            self._due.clear()
            self._pages = self._bytes = 0

    def finish(self) -> Iterator[Made]:
        """Read all pages that wait, and give what is made of those of each template."""
        numbers = range(len(self._readers))
        while unknown := [number for number in numbers if self._readers[number].has_no_template]:
            self._learn(self._last_lesson, unknown)
        self._read(numbers)
        for reader in self._readers:
            if reader.whole:
                yield reader.whole.made
            elif reader.pages:
                yield self._then(reader.results())

    def _learn(self, work: Callable[[int], Lesson | Whole[Made]], numbers: Sequence[int]) -> None:
        lessons = self._spread(
            work,
            numbers,
            pages=lambda number: self._readers[number].names(0, SAMPLE),
            done=lambda number: self._remove(self._readers[number].waiting[:SAMPLE]),
        )
        for number, lesson in zip(numbers, lessons, strict=True):
            self._readers[number].take(lesson)

    def _lesson(self, number: int) -> Lesson:
        return self._readers[number].learn()

    def _last_lesson(self, number: int) -> Lesson | Whole[Made]:
        """The lesson of the first pages; if there are no others, what is made of them: their values need not travel."""
        reader = self._readers[number]
        lesson = reader.learn()
        if len(reader.waiting) > SAMPLE:
            return lesson
        return Whole(self._then(reader.results(lesson)))

    def _read(self, numbers: Iterable[int]) -> None:
        """Read the pages that wait by their templates, a few at a time."""
        pieces = [
            Piece(number, start, min(start + _PIECE, len(self._readers[number].waiting)))
            for number in numbers
            for start in range(0, len(self._readers[number].waiting), _PIECE)
            if self._readers[number].lesson is not None
        ]
        results = self._spread(
            self._piece,
            pieces,
            pages=lambda each: self._readers[each.reader].names(*each[1:]),
            done=lambda each: self._remove(self._readers[each.reader].waiting[each.start : each.stop]),
        )
        for piece, pages in zip(pieces, results, strict=True):
            self._readers[piece.reader].pages += pages or ()
        for number in {piece.reader for piece in pieces}:
            self._readers[number].waiting.clear()

    def _remove(self, pages: Iterable[WaitingPage]) -> None:
        """Give the memory of pages that were read back, while others are read: all at once takes as long at the end."""
        if self._shelf:
            self._shelf.remove(page.place for page in pages if not isinstance(page.place, Leaves))

    def _piece(self, piece: Piece) -> list[DetailPage]:
        reader = self._readers[piece.reader]
        return [reader.read(page.leaves(self._shelf)) for page in reader.waiting[piece.start : piece.stop]]


def _in_turn(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    pages: Callable[[Item], list[str]],
    done: Callable[[Item], None],
) -> Iterable[Result]:
    """The results of the work on each item, all in this process; `pages` is not needed, since none can be lost."""
    del pages
    for item in items:
        result = work(item)
        done(item)
        yield result


def _is_same_page(one: Leaves, other: Leaves) -> bool:
    """Whether two pages are one, saved twice: the same title and longest text, and the same address.

    Where an address is not known, nearly all other texts have to be the same.
    """
    if one.page_title != other.page_title or not (len(one) and len(other)):
        return False
    if one.text[one.length.argmax()] != other.text[other.length.argmax()]:
        return False
    addresses = page_address(one.tree), page_address(other.tree)
    if all(addresses):
        return addresses[0] == addresses[1]
    return len(np.intersect1d(one.text, other.text)) >= _SAME * len(np.union1d(one.text, other.text))


def _read_each_alone(pages: Sequence[Leaves]) -> Lesson:
    """What pages hold without a template, with the attributes of all."""
    results = [read_alone(page) for page in pages]
    attributes = list(dict.fromkeys(each for own, _ in results for each in own))
    values = [dict(zip(own, page.values, strict=True)) for own, page in results]
    aligned = [
        replace(page, values=tuple(by_attribute.get(each, ()) for each in attributes))
        for (_, page), by_attribute in zip(results, values, strict=True)
    ]
    return Lesson(None, tuple(attributes), {}, aligned)


class _Reader(Generic[Made]):
    """Reads the pages of one template, once enough of them are there to learn it."""

    def __init__(self, options: ReadOptions, shelf: PageShelf | None) -> None:
        self._options, self._shelf = options, shelf
        self.waiting: list[WaitingPage] = []
        self.lesson: Lesson | None = None
        self.whole: Whole[Made] | None = None
        self.pages: list[DetailPage] = []

    @property
    def is_due(self) -> bool:
        """Whether its pages can be read: their template is known, or there are enough to learn it."""
        return self.lesson is not None or len(self.waiting) >= SAMPLE

    @property
    def has_no_template(self) -> bool:
        """Whether pages wait that no lesson is there for."""
        return self.lesson is None and bool(self.waiting)

    def names(self, start: int, stop: int) -> list[str]:
        """The names of some of the pages that wait."""
        return [page.name for page in self.waiting[start:stop]]

    def learn(self) -> Lesson:
        """What the first pages teach; a page without siblings is read with less evidence."""
        sample = [page.leaves(self._shelf) for page in self.waiting[:SAMPLE]]
        distinct = list({each.text.tobytes(): each for each in sample}.values())  # what is given twice teaches once
        if len(sample) < SAMPLE and all(_is_same_page(distinct[0], each) for each in distinct[1:]):
            return self._kept(_read_each_alone(sample), sample)
        template, pages = learn_template(distinct, sample)
        taken, equal = {*RESERVED, *(each.name for each in template.attributes)}, dict[str, str]()
        for label in equal_labels(distinct, template):
            equal[label] = unused_name(name_of(label), taken, join="_")
            taken.add(equal[label])
        with_equal = [self._with_equal(page, leaves, equal) for page, leaves in zip(pages, sample, strict=True)]
        return self._kept(Lesson(template, template.attributes, equal, with_equal), sample)

    def _kept(self, lesson: Lesson, sample: Sequence[Leaves]) -> Lesson:
        """The lesson with trees only if they are to be kept."""
        if self._options.keep_trees:
            return lesson
        pages = zip(lesson.pages, sample, strict=True)
        return lesson._replace(pages=[self._without_tree(page, leaves, lesson) for page, leaves in pages])

    def _without_tree(self, page: DetailPage, leaves: Leaves, lesson: Lesson) -> DetailPage:
        """The page with the body of its article as Markdown, if that is wanted, and without its tree."""
        if not self._options.markdown or not any(each.name == "body" for each in lesson.attributes):
            return page.without_tree(xpaths=self._options.xpaths)
        places: Places | None = lesson.template.places if lesson.template else None
        return page.without_tree(articles.markdown(places, leaves.tree), xpaths=self._options.xpaths)

    def take(self, lesson: Lesson | Whole[Made] | None) -> None:
        """Take what the first pages have taught, or what was made of them; None if they are lost."""
        if isinstance(lesson, Whole):
            self.whole = lesson
        elif lesson:
            self.pages += lesson.pages
            self.lesson = lesson._replace(pages=[])
        del self.waiting[:SAMPLE]

    def read(self, page: Leaves) -> DetailPage:
        """A page by the template, without its tree."""
        assert self.lesson is not None
        assert self.lesson.template is not None
        values = self._with_equal(read_page(self.lesson.template, page), page, self.lesson.equal)
        return self._without_tree(values, page, self.lesson)

    def _with_equal(self, page: DetailPage, leaves: Leaves, equal: dict[str, str]) -> DetailPage:
        """The page with the labelled values that are the same on all pages, if they are wanted."""
        if not equal or not self._options.all_columns:
            return page
        pairs = labelled(leaves, with_hidden=True)
        values = [
            tuple(
                DetailValue(leaves.texts[i], without_prefix(leaves.texts[i], label), int(leaves.node[i]))
                for i in pairs.get(label, ())
            )
            for label in equal
        ]
        return replace(page, values=(*page.values, *values))

    def results(self, lesson: Lesson | None = None) -> DetailPages:
        """The pages that were read, or those of a lesson, and the attributes of their things."""
        pages = tuple(lesson.pages if lesson else self.pages)
        lesson = lesson or self.lesson or Lesson(None, (), {}, [])
        if lesson.template is None:
            return DetailPages(lesson.attributes, pages)
        if not self._options.all_columns:
            equal = tuple(lesson.equal.values())
            return DetailPages(lesson.attributes, pages, lesson.template, equal=equal)
        more = [DetailAttribute(name, "text", (), label, source="label") for label, name in lesson.equal.items()]
        return DetailPages((*lesson.attributes, *more), pages, lesson.template)
