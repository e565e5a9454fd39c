"""Pages of a template that are articles: their title, author, date, place and body, beside what its slots hold."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from weblode.details.declared import told
from weblode.details.leaves import Leaves
from weblode.details.slots import Places, Slots
from weblode.instances import lead
from weblode.instances.article import ArticleBody, ArticleParts, Decorated, article, article_body
from weblode.instances.article_text import body_markdown, body_text
from weblode.instances.blocks import Blocks, blocks
from weblode.instances.template import Template
from weblode.tree import Tree

NAMES = ("title", "author", "date", "place", "body")
_DECLARED = frozenset(("author", "date", "body", "section"))
_LOOKED_AT = 3  # pages by which it is decided whether a template is that of articles
_PARAGRAPHS, _LENGTH = 3, 500  # of a body
_LONG = 60  # characters of a text that may be a part of a paragraph
_SHARE = 0.5  # the share of a page's own text that its body has
_SAMPLE = 5  # articles by which it is decided which slots are in bodies, and which parts there are
_INSIDE = 0.5  # the share of a slot's values in bodies from which it is a part of them

Part = tuple[str, str, int]  # name, text and node


class _Constants:
    """The constants of a page by its template, in the form in which `instances.article` asks for decoration."""

    def __init__(self, places: Places, page: Leaves) -> None:
        self._places, self._page = places, page

    @property
    def has_siblings(self) -> bool:
        """Whether there are any constants."""
        return len(self._places.constants) > 0

    def is_decoration(self, tree: Tree) -> NDArray[np.bool_]:
        """Whether each leaf of a page is a constant."""
        flags = np.zeros(len(tree.leaves), dtype=np.bool_)
        flags[self._page.number] = self._places.read(self._page).constant
        return flags


def parts(places: Places, page: Leaves) -> tuple[Blocks, ArticleParts]:
    """The blocks of a page, and which of them are the parts of its article; read once a page by a template."""
    if page.last_article is None or page.last_article[0] is not places:
        lines, body = _body(places, page)
        page.last_article = (places, lines, article(lines, _Constants(places, page), told(page.tree), found_body=body))
    return page.last_article[1:]


def _body(places: Places, page: Leaves) -> tuple[Blocks, ArticleBody]:
    """The blocks of a page, and the body of its article; read once a page by a template."""
    if page.last_body is None or page.last_body[0] is not places:
        lines = blocks(page.tree)
        page.last_body = (places, lines, article_body(lines, _Constants(places, page), told(page.tree)))
    return page.last_body[1:]


def are_articles(slots: Slots) -> bool:
    """Whether the pages of a template are articles: most have a body that is much of their own text, and an author, or
    tell machines what only articles have."""
    step = max(1, len(slots.pages) // _LOOKED_AT)
    pages = list(enumerate(slots.pages))[::step][:_LOOKED_AT]
    is_article: list[bool] = []
    for number, page in pages:
        own = slots.leaf[slots.page == number]
        is_article.append(_is_article(slots.places, page, page.length[own][~page.linked[own]]))
        if 2 * is_article.count(False) >= len(pages) or 2 * sum(is_article) > len(pages):
            break
    return 2 * sum(is_article) > len(pages)


def _is_article(places: Places, page: Leaves, lengths: NDArray[np.int32]) -> bool:
    """Whether a page is an article; `lengths` are those of its own texts outside links."""
    text = int(lengths.sum())
    if int(lengths[lengths >= _LONG].sum()) < max(_LENGTH, _SHARE * text):
        return False
    lines, body = _body(places, page)
    if not body.paragraphs:
        return False
    start = body.paragraphs[0]
    before = np.flatnonzero(body.free[max(0, start - lead.ZONE) : start]) + max(0, start - lead.ZONE)
    most = [*before.tolist(), *body.paragraphs]  # with all that the lead can have; the rest is costly
    if len(most) < _PARAGRAPHS or int(lines.length[most].sum()) < max(_LENGTH, _SHARE * text):
        return False
    lines, article_parts = parts(places, page)
    size = sum(int(lines.length[i]) for i in article_parts.body)
    long = len(article_parts.body) >= _PARAGRAPHS and size >= max(_LENGTH, _SHARE * text)
    return long and (bool(article_parts.authors) or any(one.name in _DECLARED for one in told(page.tree)))


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


def article_values(places: Places, page: Leaves) -> Iterator[Part]:
    """The title, author, date, place and body of an article; a date as it is written."""
    lines, article_parts = parts(places, page)
    if article_parts.title_text:
        yield "title", article_parts.title_text, max(0, article_parts.title_node)
    for i, name in article_parts.authors:
        yield "author", name, int(lines.node[i])
    if article_parts.date:
        i, written = article_parts.date
        yield "date", written.text, int(lines.node[i])
    if article_parts.place and article_parts.body:
        yield "place", article_parts.place, int(lines.node[article_parts.body[0]])
    if article_parts.body:
        first, last = int(lines.node[article_parts.body[0]]), int(lines.node[article_parts.body[-1]])
        yield "body", body_text(lines, article_parts.body), page.tree.common_ancestor(first, last)


def markdown(places: Places | None, tree: Tree) -> str:
    """The body of an article as Markdown; `places` are those of its template, None for a page without siblings."""
    lines = blocks(tree)
    siblings: Decorated = Template() if places is None else _Constants(places, Leaves(tree))
    return body_markdown(lines, article(lines, siblings, told(tree)).body)


def present(places: Places, pages: Sequence[Leaves]) -> list[str]:
    """The names of the parts that at least two of some articles have."""
    names = [{name for name, _, _ in article_values(places, page)} for page in pages[:_SAMPLE]]
    return [name for name in NAMES if sum(name in own for own in names) > 1]
