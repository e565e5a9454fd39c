"""The attributes of pages about one thing: pages of one template become one table, a row a page."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from weblode.details.groups import Grouping
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage, DetailPages, Details, DetailValue
from weblode.details.reading import read_alone, read_page
from weblode.details.template import DetailAttribute, DetailTemplate, learn
from weblode.tree import Tree
from weblode.values.beside import clock_of
from weblode.values.kinds import as_kind

SAMPLE = 40  # pages that a template is learnt from: more teach little
_TOGETHER = 10  # pages that go through each step together: the same code again is faster than all steps for each page


def discover(trees: Iterable[Tree]) -> Details:
    """The attributes of pages about one thing, sorted by the template that made them.

    A template is learnt from the first pages; later ones are read by it, and their trees are not kept.
    """
    grouping, readers = Grouping(), list[_Reader]()
    waiting = iter(trees)
    while some := list(islice(waiting, _TOGETHER)):
        pages = [Leaves(tree) for tree in some]
        for page, group in zip(pages, [grouping.add(page) for page in pages], strict=True):
            if group == len(readers):
                readers.append(_Reader())
            readers[group].add(page)
    return Details(reader.finish() for reader in readers)


def _differs(values: Sequence[tuple[DetailValue, ...]]) -> bool:
    """Whether the values of an attribute differ from page to page, where there are some."""
    texts = ([each.text for each in own] for own in values if own)
    first = next(texts, [])
    return any(own != first for own in texts)


def described(about: DetailAttribute, values: Sequence[tuple[DetailValue, ...]]) -> DetailAttribute:
    """The attribute with what its values have on some pages, so that its columns are the same on all others."""
    texts = [own[0].value if own else None for own in values]
    clock = clock_of(as_kind(texts, about.kind)) if about.kind == "date" else ""
    return replace(about, linked=any(len(own) == 1 and own[0].url for own in values), clock=clock)


class _Reader:
    """Reads the pages of one template, once enough of them are there to learn it."""

    def __init__(self) -> None:
        self._waiting: list[Leaves] = []
        self._template: DetailTemplate | None = None
        self._pages: list[DetailPage] = []

    def add(self, page: Leaves) -> None:
        """Read one more page."""
        if self._template is not None:
            self._pages.append(read_page(self._template, page).without_tree())
            return
        self._waiting.append(page)
        if len(self._waiting) == SAMPLE:
            self._learn()

    def _learn(self) -> None:
        distinct = {each.text.tobytes(): each for each in self._waiting}  # a page that is given twice teaches once
        template = learn(list(distinct.values()))
        pages = [read_page(template, page) for page in self._waiting]
        attributes = template.attributes
        numbers = [i for i in range(len(attributes)) if _differs([page.values[i] for page in pages])]
        if len(numbers) < len(attributes):  # what an attribute had that is left out may be a value of another one
            template = replace(template, attributes=tuple(attributes[i] for i in numbers))
            pages = [read_page(template, page) for page in self._waiting]
        attributes = tuple(
            described(about, [page.values[i] for page in pages]) for i, about in enumerate(template.attributes)
        )
        self._template = replace(template, attributes=attributes)
        self._pages += pages
        self._waiting.clear()

    def finish(self) -> DetailPages:
        """The pages and the attributes of their things; a single page is read with less evidence."""
        if len({each.text.tobytes() for each in self._waiting}) == 1 and not self._pages:
            attributes, _ = read_alone(self._waiting[0])
            return DetailPages(attributes, tuple(read_alone(each)[1] for each in self._waiting))
        if self._waiting:
            self._learn()
        attributes = self._template.attributes if self._template else ()
        return DetailPages(attributes, tuple(self._pages), self._template)
