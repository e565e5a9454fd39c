"""Pages of a template that are articles: their title, author, date, place and body, beside what its slots hold."""

from collections.abc import Iterator, Sequence

import numpy as np

from weblode.articles import lead
from weblode.articles.article import ArticleBody, ArticleParts, article, article_body
from weblode.articles.article_text import body_markdown
from weblode.articles.attributes import article_attributes, merge
from weblode.articles.blocks import Blocks, blocks
from weblode.articles.metadata import declarations, metadata
from weblode.details.leaves import Leaves
from weblode.details.slots import Places, Slots
from weblode.paths import find
from weblode.tree import Tree

NAMES = ("title", "author", "date", "place", "body")
_DECLARED = frozenset(("author", "date", "body", "section"))
_LOOKED_AT = 3  # pages by which it is decided whether a template is that of articles
_PARAGRAPHS, _LENGTH = 3, 250  # of a body
_LONG = 60  # characters of a text that may be a part of a paragraph
_SHARE = 0.5  # the share of a page's own text that its body has
_TOLD = frozenset(("body", "section"))  # what only articles tell machines
_SHARE_TOLD = 0.2  # the share from which a page that tells machines so is an article
_SAMPLE = 5  # articles by which it is decided which slots are in bodies, and which parts there are
_INSIDE = 0.5  # the share of a slot's values in bodies from which it is a part of them

Part = tuple[str, str, int, str]  # name, text, node and method


def parts(places: Places | None, page: Leaves) -> tuple[Blocks, ArticleParts]:
    """The blocks of a page, and which of them are the parts of its article; read once a page by a template.

    `places` are those of its template, None for a page without siblings.
    """
    if page.last_article is None or page.last_article[0] is not places:
        lines, body = _body(places, page)
        page.last_article = (places, lines, article(lines, declarations(page.tree), found_body=body))
    return page.last_article[1:]


def _body(places: Places | None, page: Leaves) -> tuple[Blocks, ArticleBody]:
    """The blocks of a page, and the body of its article; read once a page by a template."""
    if page.last_body is None or page.last_body[0] is not places:
        lines, decoration = blocks(page.tree), None
        if places is not None and len(places.constants):
            decoration = np.zeros(len(page.tree.leaves), dtype=np.bool_)
            decoration[page.number] = places.read(page).constant
        page.last_body = (places, lines, article_body(lines, declarations(page.tree), decoration=decoration))
    return page.last_body[1:]


def are_articles(slots: Slots) -> bool:
    """Whether the pages of a template are articles: most have a body that is much of their own text, and an author, or
    tell machines what only articles have."""
    step = max(1, len(slots.pages) // _LOOKED_AT)
    numbers = range(len(slots.pages))[::step][:_LOOKED_AT]
    sizes = [(slots.pages[number], _own_size(slots, number)) for number in numbers]
    likely = sorted(((page, size) for page, size in sizes if size), key=lambda each: len(each[0]))  # cheap ones first
    yes, no = 0, len(sizes) - len(likely)
    for page, size in likely:
        if 2 * no >= len(sizes) or 2 * yes > len(sizes):
            break
        is_article = _is_article(slots.places, page, size)
        yes, no = yes + is_article, no + (not is_article)
    return 2 * yes > len(sizes)


def _own_size(slots: Slots, number: int) -> int:
    """The characters of a page's own texts outside links; 0 if so few of them are in long texts that it is no article.

    To ask is cheap: a template with few such pages is refused without a look at their bodies.
    """
    page, own = slots.pages[number], slots.leaf[slots.page == number]
    lengths = page.length[own][~page.linked[own]]
    size = int(lengths.sum())
    return size if int(lengths[lengths >= _LONG].sum()) >= max(_LENGTH, _SHARE * size) else 0


def _is_article(places: Places, page: Leaves, text: int) -> bool:
    """Whether a page is an article; `text` is the size of its own texts outside links."""
    declared = declarations(page.tree)
    names = {one.name for one in declared}
    share = _SHARE_TOLD if names & _TOLD else _SHARE
    lines, body = _body(places, page)
    if not body.paragraphs:
        return False
    most = [*lead.possible(lines, body.paragraphs[0], body.free, declared), *body.paragraphs]  # the rest is costly
    if len(most) < _PARAGRAPHS or int(lines.length[most].sum()) < max(_LENGTH, share * text):
        return False
    lines, article_parts = parts(places, page)
    size = sum(int(lines.length[i]) for i in article_parts.body)
    long = len(article_parts.body) >= _PARAGRAPHS and size >= max(_LENGTH, share * text)
    return long and (bool(article_parts.authors) or bool(names & _DECLARED))


def slots_in_bodies(slots: Slots) -> set[int]:
    """The slots whose values are mostly inside the bodies of the articles, and without a label."""
    inside, seen = np.zeros(len(slots.slot)), np.zeros(len(slots.slot))
    for number, page in list(enumerate(slots.pages))[:_SAMPLE]:
        _, article_parts = parts(slots.places, page)
        own = np.flatnonzero(slots.page == number)
        inside[own] = np.isin(page.block[slots.leaf[own]], list(article_parts.body))
        seen[own] = 1
    share = slots.share(inside * ~slots.strong) / np.maximum(slots.share(seen), 1e-9)
    return set(np.flatnonzero(share > _INSIDE).tolist())


def article_values(places: Places, page: Leaves) -> list[Part]:
    """The title, authors, date, place and body of an article; a date as it is written; read once a page by a template.

    Authors are those that the page shows and those that it tells machines.
    """
    if page.last_values is None or page.last_values[0] is not places:
        page.last_values = (places, list(_article_values(places, page)))
    return page.last_values[1]


def _article_values(places: Places, page: Leaves) -> Iterator[Part]:
    tree = page.tree
    lines, article_parts = parts(places, page)
    authors = [one for one in metadata(tree) if one.name == "author"]
    done = set[str]()
    for one in merge(list(article_attributes(lines, article_parts)), authors):
        name = {"date": "", "date_text": "date"}.get(one.name, one.name)
        if name and (name == "author" or name not in done):
            done.add(name)
            yield name, one.value, find(tree, one.witness.xpath), one.witness.method


def markdown(places: Places | None, tree: Tree) -> str:
    """The body of an article as Markdown; `places` are those of its template, None for a page without siblings."""
    lines, article_parts = parts(places, Leaves(tree))
    return body_markdown(lines, article_parts.body)


def present(places: Places, pages: Sequence[Leaves]) -> list[str]:
    """The names of the parts that at least two of some articles have."""
    names = [{name for name, *_ in article_values(places, page)} for page in pages[:_SAMPLE]]
    return [name for name in NAMES if sum(name in own for own in names) > 1]
