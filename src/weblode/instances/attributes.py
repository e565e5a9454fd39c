"""The attributes of an instance's own page, as `details` reads a page about one thing.

Pages of one template are read by it (`details.template`), others alone (`details.alone`); what only one page labels is
an attribute, too. The parts of an article come first, then the other values that the page shows, then what it only
tells machines. Where both say the same there is one
attribute with both methods.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from weblode.articles.article_text import body_text
from weblode.articles.attributes import article_attributes, merge, mined
from weblode.articles.metadata import metadata
from weblode.details.alone import around_title, labelled
from weblode.details.articles import parts
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage
from weblode.details.reading import read_alone, read_page
from weblode.details.slots import without_prefix
from weblode.details.template import ARTICLE, DetailAttribute, DetailTemplate, name_of
from weblode.ontology import Attribute, Witness
from weblode.tree import Tree

_PROSE = ("description", "body")


def attributes(page: Tree | Leaves, template: DetailTemplate | None = None) -> tuple[Attribute, ...]:
    """All attributes of a page; `template` is that of its siblings, None for a page without."""
    page = Leaves(page) if isinstance(page, Tree) else page
    if template is None:
        result = list(_attributes(*read_alone(page)))
    else:
        read = list(_attributes(template.attributes, read_page(template, page)))
        is_article = any(each.source == ARTICLE for each in template.attributes)
        result = [*article_attributes(*parts(template.places, page)), *read] if is_article else read
        if not is_article and not any(one.name in _PROSE for one in read):
            result += _description(page, template)
        result += _own_labels(page, template, {one.value for one in result})
    return merge(result, [replace(one, name=name_of(one.name) or one.name) for one in metadata(page.tree)])


def _attributes(columns: Sequence[DetailAttribute], page: DetailPage) -> Iterator[Attribute]:
    """What a page has of some attributes, without the parts of its article."""
    xpath_of = iter(page.xpaths)
    for about, own in zip(columns, page.values, strict=True):
        for one in own:
            witness = Witness(page.page, next(xpath_of), page.tree.url if page.tree else None, one.method)
            if about.source != ARTICLE:
                yield Attribute(about.name, one.value, witness)


def _description(page: Leaves, template: DetailTemplate) -> Iterator[Attribute]:
    """The prose on the page of a thing that is no article: pages of shops have it in the place of a body."""
    lines, article_parts = parts(template.places, page)
    if article_parts.body:
        first, last = (int(lines.node[i]) for i in (article_parts.body[0], article_parts.body[-1]))
        yield mined(page.tree, _PROSE[0], body_text(lines, article_parts.body), page.tree.common_ancestor(first, last))


def _own_labels(page: Leaves, template: DetailTemplate, taken: Collection[str]) -> Iterator[Attribute]:
    """Values around the title that only this page labels, so that its template has no place for them."""
    lines, article_parts = parts(template.places, page)
    blocks = set(around_title(lines, article_parts)) - article_parts.used
    for label, numbers in labelled(page, with_hidden=True).items():
        for i in numbers:
            value = without_prefix(page.texts[i], label)
            if int(page.block[i]) in blocks and value not in taken:
                yield mined(page.tree, name_of(label), value, int(page.node[i]))
