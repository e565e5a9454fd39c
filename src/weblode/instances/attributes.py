"""The attributes of an instance's own page, as `details` reads a page about one thing.

Pages of one template are read by it (`details.template`), others alone (`details.alone`). The parts of an article come
first, then the other values that the page shows, then what it only tells machines. Where both say the same there is one
attribute with both methods.
"""

from dataclasses import replace

from weblode.articles.attributes import article_attributes, merge
from weblode.articles.metadata import metadata
from weblode.details.articles import parts
from weblode.details.leaves import Leaves
from weblode.details.reading import read_alone, read_page
from weblode.details.template import ARTICLE, DetailTemplate, name_of
from weblode.ontology import Attribute, Witness
from weblode.tree import Tree


def attributes(page: Tree | Leaves, template: DetailTemplate | None = None) -> tuple[Attribute, ...]:
    """All attributes of a page; `template` is that of its siblings, None for a page without."""
    page = Leaves(page) if isinstance(page, Tree) else page
    tree = page.tree
    columns, values = read_alone(page) if template is None else (template.attributes, read_page(template, page))
    result: list[Attribute] = []
    if template is not None and any(each.source == ARTICLE for each in columns):
        result += article_attributes(*parts(template.places, page))
    xpath_of = iter(values.xpaths)
    for about, own in zip(columns, values.values, strict=True):
        for one in own:
            witness = Witness(tree.page, next(xpath_of), tree.url, one.method)
            if about.source != ARTICLE:
                result.append(Attribute(about.name, one.value, witness))
    return merge(result, [replace(one, name=name_of(one.name) or one.name) for one in metadata(tree)])
