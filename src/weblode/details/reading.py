"""Reading a page about one thing by the template of its kind, or alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from weblode.details.alone import labelled, unlabelled
from weblode.details.articles import article_values
from weblode.details.declared import declared
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage, DetailValue
from weblode.details.slots import prefix_of, without_prefix
from weblode.details.template import ARTICLE, RESERVED, DetailAttribute, DetailTemplate, name_of
from weblode.paths import find
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.locales import page_locale
from weblode.values.names import unused_name
from weblode.values.page_links import join_address, link_base, page_address

_LINK = NUMBERS["a"]
_FIRST = ("title",)  # attributes of every page that come before those with labels
_SINGLE = ("title", "body")  # attributes with one value: the first is the one that most witnesses agree on
_ARTICLE = ("title", "author", "body")  # attributes of an article that no label in its text says better
_BODY = 800  # characters of a body from which a page is an article, where a colon is mostly punctuation
_STEPS = 4  # elements above a text that may be its link


def read_page(template: DetailTemplate, page: Leaves) -> DetailPage:
    """The values of a page by its template; a text that one attribute has is no value of a weaker one."""
    numbers = template.values(page)
    taken: set[str] = set()
    chosen: dict[int, dict[str, int]] = {}
    for which in sorted(range(len(numbers)), key=lambda i: (_is_weak(template.attributes[i]), i)):
        weak = _is_weak(template.attributes[which])
        own: dict[str, int] = {}
        for i in numbers[which]:
            text = page.texts[i]
            if text not in own and not (weak and text in taken):
                own[text] = i
        taken.update(own)
        chosen[which] = own
    result = _page(template.attributes, page, [chosen[which] for which in range(len(numbers))])
    if any(each.source == ARTICLE for each in template.attributes):
        result = _with_article(result, template, page)
    if not any(each.declared for each in template.attributes):
        return result
    return _with_declared(result, template.attributes, page.tree)


def _with_article(page: DetailPage, template: DetailTemplate, leaves: Leaves) -> DetailPage:
    """The page with the parts of its article."""
    by_name: dict[str, list[DetailValue]] = {}
    for name, text, node, method in article_values(template.places, leaves):
        by_name.setdefault(name, []).append(DetailValue(text, text, node, method=method))
    values = [
        tuple(by_name.get(each.name, ())) if each.source == ARTICLE else own
        for each, own in zip(template.attributes, page.values, strict=True)
    ]
    return replace(page, values=tuple(values))


def _with_declared(page: DetailPage, attributes: Sequence[DetailAttribute], tree: Tree) -> DetailPage:
    """The page with what it tells machines: values that it does not show, and which of the others that confirms."""
    values, declarations = list(page.values), declared(tree)
    for i, each in enumerate(attributes):
        if each.declared in declarations and not values[i] and (not each.keys or each.source == "title"):
            values[i] = tuple(
                DetailValue(one.text, one.text, find(tree, one.xpath), method=one.method)
                for one in declarations[each.declared]
            )
    compared = [each for each in attributes if (each.keys or each.source == ARTICLE) and each.declared in declarations]
    own = {each.name: tuple(one.text for one in declarations[each.declared]) for each in compared}
    return replace(page, values=tuple(values), declared=own)


def _is_weak(about: DetailAttribute) -> bool:
    """Whether an attribute may hold what others say better: it has no label, or several values."""
    return about.source in ("place", "kind", "markup") or about.many


def _page(attributes: Sequence[DetailAttribute], page: Leaves, chosen: Sequence[Mapping[str, int]]) -> DetailPage:
    """The page with these texts as the values of each attribute."""
    tree, base = page.tree, link_base(page.tree)
    values = []
    for about, own in zip(attributes, chosen, strict=True):
        each = [
            DetailValue(text, _plain_value(about, text), (node := int(page.node[i])), _address(tree, node, base))
            for text, i in own.items()
        ]
        values.append(_as_one(each) if about.prose and len(each) > 1 else tuple(each))
    return DetailPage(tree.page, page_address(tree), tuple(values), page_locale(tree), tree=tree)


def _plain_value(about: DetailAttribute, text: str) -> str:
    """What a text says without its label, or as a title without the words that all titles have."""
    if any(about.around):
        return _without_words(text, *about.around)
    return without_prefix(text, about.label if about.prefix else "")


def _without_words(text: str, start: str, end: str) -> str:
    """A text without these words at its start and end, where it has them and others too."""
    words = text.split()
    first, last = start.split(), end.split()
    folded = [each.casefold() for each in words]
    if first and len(words) > len(first) and folded[: len(first)] == first:
        words, folded = words[len(first) :], folded[len(first) :]
    if last and len(words) > len(last) and folded[-len(last) :] == last:
        words = words[: -len(last)]
    return " ".join(words)


def _as_one(values: Sequence[DetailValue]) -> tuple[DetailValue]:
    """The paragraphs of a text as one value, at its first node."""
    text = "\n".join(each.text for each in values)
    return (DetailValue(text, text, values[0].node),)


def _address(tree: Tree, node: int, base: str) -> str:
    """The address that a text links to, absolute if the page's address is known; "" for none."""
    for _ in range(_STEPS):
        node = int(tree.parent[node])
        if node <= 0:
            break
        if tree.tag[node] == _LINK:
            href = tree.attributes(node).get("href", "").strip()
            return join_address(base, href) if base and href else href
    return ""


def read_alone(page: Leaves) -> tuple[tuple[DetailAttribute, ...], DetailPage]:
    """The attributes of a page without siblings, and their values: what its labels, article and metadata say."""
    tree, base = page.tree, link_base(page.tree)
    others: dict[str, list[DetailValue]] = {}
    for each in unlabelled(page):
        own = others.setdefault(name_of(each.name) or "field", [])
        if each.value not in {one.text for one in own} and not (own and each.name in _SINGLE):
            node = find(tree, each.witness.xpath)
            own.append(DetailValue(each.value, each.value, node, method=each.witness.method))
    body = "".join(one.text for one in others.get("body", ()))
    is_article = len(body) >= _BODY
    by_name: dict[str, list[DetailValue]] = {}
    for label, numbers in labelled(page, with_hidden=is_article).items():
        about = DetailAttribute(name_of(label), "text", (), label, prefix=True)
        for i in numbers:
            text, node = page.texts[i], int(page.node[i])
            in_prose = text in body and prefix_of(text) == label
            if not (is_article and (in_prose or about.name in _ARTICLE)):
                value = DetailValue(text, _plain_value(about, text), node, _address(tree, node, base))
                by_name.setdefault(about.name, []).append(value)
    taken = {plain for own in by_name.values() for one in own for plain in (one.text, one.value)}
    others = {
        name: [one for one in own if name in _ARTICLE or one.text not in taken]
        for name, own in others.items()
        if name not in by_name
    }
    others = {name: own for name, own in others.items() if own}
    by_name = {name: others.pop(name) for name in _FIRST if name in others} | by_name | others
    taken_names = {*RESERVED, *by_name}
    by_name = {
        unused_name(name, taken_names, join="_") if name in RESERVED else name: own for name, own in by_name.items()
    }
    columns = tuple(DetailAttribute(name, "text", ()) for name in by_name)
    values = tuple(tuple(own) for own in by_name.values())
    return columns, DetailPage(tree.page, page_address(tree), values, page_locale(tree), tree=tree)
