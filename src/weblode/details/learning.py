"""What pages of one template teach: its attributes, and the labels whose values are the same on all pages."""

from collections.abc import Sequence
from dataclasses import replace

from weblode.details import articles
from weblode.details.alone import labelled
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage, DetailValue
from weblode.details.reading import read_page
from weblode.details.template import ARTICLE, DetailAttribute, DetailTemplate, article_part, learn, name_of
from weblode.values.beside import clock_of
from weblode.values.kinds import as_kind

SAMPLE = 40  # pages that a template is learnt from: more teach little
_SOURCES = ("title", ARTICLE, "declared", "label", "markup", "kind", "place")  # of names, the best first


def _differs(values: Sequence[tuple[DetailValue, ...]]) -> bool:
    """Whether the values of an attribute differ from page to page, where there are some."""
    texts = ([each.text for each in own] for own in values if own)
    first = next(texts, [])
    return any(own != first for own in texts)


def _repeated(attributes: Sequence[DetailAttribute], pages: Sequence[DetailPage]) -> set[int]:
    """The attributes that say on each of their pages what a better named one says there, unless both have labels.

    "by Ann Leckie" is the author whom the page names elsewhere too; two labels name two things, be they equal.
    """
    texts = [
        {(number, one.text.casefold()) for number, own in enumerate(values) for one in own}
        for values in zip(*(page.values for page in pages), strict=True)
    ]
    order = sorted(range(len(attributes)), key=lambda i: (_SOURCES.index(attributes[i].source), i))
    having: dict[tuple[int, str], list[int]] = {}
    repeated = set()
    for i in order:
        others = [having[value] for value in texts[i] if value in having]
        # Most have a value of their own, so there is no need to look at the others.
        better = set.intersection(*map(set, others)) if len(others) == len(texts[i]) > 1 else set[int]()
        if any(attributes[i].source != "label" or attributes[j].source != "label" for j in better):
            repeated.add(i)
        for value in texts[i]:
            having.setdefault(value, []).append(i)
    return repeated


def described(about: DetailAttribute, values: Sequence[tuple[DetailValue, ...]]) -> DetailAttribute:
    """The attribute with what its values have on some pages, so that its columns are the same on all others."""
    texts = [own[0].value if own else None for own in values]
    clock = clock_of(as_kind(texts, about.kind)) if about.kind == "date" else ""
    linked = any(len(own) == 1 and own[0].url for own in values)
    return about if (linked, clock) == (about.linked, about.clock) else replace(about, linked=linked, clock=clock)


def _with_title(
    sample: Sequence[Leaves], template: DetailTemplate, attributes: list[DetailAttribute]
) -> list[DetailAttribute]:
    """The attributes with a title: without a slot that has the names of the things, pages are asked for their own."""
    if any(each.name == "title" for each in attributes) or "title" not in articles.present(template.places, sample):
        return attributes
    return [article_part("title"), *(each for each in attributes if each.keys or each.declared != "title")]


def learn_template(
    sample: Sequence[Leaves], pages: Sequence[Leaves] | None = None
) -> tuple[DetailTemplate, list[DetailPage]]:
    """The template of two or more pages with the attributes in which they differ, and what it reads on `pages`, by
    default the same."""
    template = learn(sample)
    pages = sample if pages is None else pages
    values = [read_page(template, page) for page in pages]
    attributes = template.attributes
    repeated = _repeated(attributes, values)
    numbers = [i for i in range(len(attributes)) if i not in repeated and _differs([page.values[i] for page in values])]
    left = _with_title(sample, template, [attributes[i] for i in numbers])
    if left != list(attributes):  # what an attribute had that is left out may be a value of another one
        template = replace(template, attributes=tuple(left))
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
    values = {
        label: [first.texts[i] for i in numbers]
        for label, numbers in labelled(first, with_hidden=True).items()
        if all(constant[i] and not aside[i] for i in numbers) and name_of(label)
    }
    others = labelled(last, with_hidden=True) if values else {}
    return [label for label, texts in values.items() if texts == [last.texts[i] for i in others.get(label, ())]]
