"""The attributes of pages about one thing: pages of one template become one table, a row a page."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from weblode.details import articles
from weblode.details.alone import labelled
from weblode.details.groups import Grouping
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage, DetailPages, Details, DetailValue
from weblode.details.reading import read_alone, read_page
from weblode.details.slots import without_prefix
from weblode.details.template import RESERVED, DetailAttribute, DetailTemplate, learn, name_of
from weblode.tree import Tree
from weblode.values.beside import clock_of
from weblode.values.kinds import as_kind
from weblode.values.names import unused_name

SAMPLE = 40  # pages that a template is learnt from: more teach little
_TOGETHER = 10  # pages that go through each step together: the same code again is faster than all steps for each page


def discover(trees: Iterable[Tree], *, markdown: bool = False, all_columns: bool = False) -> Details:
    """The attributes of pages about one thing, sorted by the template that made them.

    A template is learnt from the first pages; later ones are read by it, and their trees are not kept; the bodies of
    articles as Markdown are, if `markdown` is set. With `all_columns`, labelled values that are the same on all pages
    are attributes too; else `DetailPages.equal` has their names.
    """
    grouping, readers = Grouping(), list[_Reader]()
    waiting = iter(trees)
    while some := list(islice(waiting, _TOGETHER)):
        pages = [Leaves(tree) for tree in some]
        for page, group in zip(pages, [grouping.add(page) for page in pages], strict=True):
            if group == len(readers):
                readers.append(_Reader(markdown=markdown, all_columns=all_columns))
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
    linked = any(len(own) == 1 and own[0].url for own in values)
    return about if (linked, clock) == (about.linked, about.clock) else replace(about, linked=linked, clock=clock)


def learn_template(
    sample: Sequence[Leaves], pages: Sequence[Leaves] | None = None
) -> tuple[DetailTemplate, list[DetailPage]]:
    """The template of two or more pages with the attributes in which they differ, and what it reads on `pages`, by
    default the same."""
    template = learn(sample)
    pages = sample if pages is None else pages
    values = [read_page(template, page) for page in pages]
    attributes = template.attributes
    numbers = [i for i in range(len(attributes)) if _differs([page.values[i] for page in values])]
    if len(numbers) < len(attributes):  # what an attribute had that is left out may be a value of another one
        template = replace(template, attributes=tuple(attributes[i] for i in numbers))
        values = [read_page(template, page) for page in pages]
    attributes = tuple(
        described(about, [page.values[i] for page in values]) for i, about in enumerate(template.attributes)
    )
    return replace(template, attributes=attributes), values


def equal_labels(pages: Sequence[Leaves], template: DetailTemplate) -> list[str]:
    """The labels in the main part of pages of a template whose values are the same texts on all of them."""
    first, last = pages[0], pages[-1]
    constant = template.places.read(first).constant
    aside = first.minor | first.linked
    others = labelled(last, with_hidden=True)
    labels = []
    for label, numbers in labelled(first, with_hidden=True).items():
        texts = [first.texts[i] for i in numbers]
        same = texts == [last.texts[i] for i in others.get(label, ())]
        if same and name_of(label) and all(constant[i] and not aside[i] for i in numbers):
            labels.append(label)
    return labels


class _Reader:
    """Reads the pages of one template, once enough of them are there to learn it."""

    def __init__(self, *, markdown: bool, all_columns: bool) -> None:
        self._markdown, self._all_columns = markdown, all_columns
        self._equal: dict[str, str] = {}  # names of labelled values that are the same on all pages, by label
        self._waiting: list[Leaves] = []
        self._template: DetailTemplate | None = None
        self._pages: list[DetailPage] = []

    def add(self, page: Leaves) -> None:
        """Read one more page."""
        if self._template is not None:
            body = articles.markdown(self._template.places, page.tree) if self._markdown and self._has_body else ""
            self._pages.append(self._with_equal(read_page(self._template, page), page).without_tree(body))
            return
        self._waiting.append(page)
        if len(self._waiting) == SAMPLE:
            self._learn()

    @property
    def _has_body(self) -> bool:
        return self._template is not None and any(each.name == "body" for each in self._template.attributes)

    def _learn(self) -> None:
        distinct = {each.text.tobytes(): each for each in self._waiting}  # a page that is given twice teaches once
        self._template, pages = learn_template(list(distinct.values()), self._waiting)
        taken = {*RESERVED, *(each.name for each in self._template.attributes)}
        for label in equal_labels(list(distinct.values()), self._template):
            self._equal[label] = unused_name(name_of(label), taken, join="_")
            taken.add(self._equal[label])
        self._pages += map(self._with_equal, pages, self._waiting)
        self._waiting.clear()

    def _with_equal(self, page: DetailPage, leaves: Leaves) -> DetailPage:
        """The page with the labelled values that are the same on all pages, if they are wanted."""
        if not self._equal or not self._all_columns:
            return page
        pairs = labelled(leaves, with_hidden=True)
        values = [
            tuple(
                DetailValue(leaves.texts[i], without_prefix(leaves.texts[i], label), int(leaves.node[i]))
                for i in pairs.get(label, ())
            )
            for label in self._equal
        ]
        return replace(page, values=(*page.values, *values))

    def finish(self) -> DetailPages:
        """The pages and the attributes of their things; a single page is read with less evidence."""
        if len({each.text.tobytes() for each in self._waiting}) == 1 and not self._pages:
            attributes, _ = read_alone(self._waiting[0])
            return DetailPages(attributes, tuple(read_alone(each)[1] for each in self._waiting))
        if self._waiting:
            self._learn()
        attributes = self._template.attributes if self._template else ()
        if not self._all_columns:
            return DetailPages(attributes, tuple(self._pages), self._template, equal=tuple(self._equal.values()))
        more = [DetailAttribute(name, "text", (), label, source="label") for label, name in self._equal.items()]
        return DetailPages((*attributes, *more), tuple(self._pages), self._template)
