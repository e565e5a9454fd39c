"""Reading a page about one thing by the template of its kind, or alone."""

from collections.abc import Collection, Iterator, Sequence

from weblode.details.alone import labelled, unlabelled, whole_values
from weblode.details.articles import article_values
from weblode.details.declared import declared
from weblode.details.headed import headed_lists
from weblode.details.leaves import Leaves
from weblode.details.pages import DetailPage, DetailValue
from weblode.details.slots import SIGNS_BEFORE, prefix_of, without_prefix
from weblode.details.template import ARTICLE, RESERVED, DetailAttribute, DetailTemplate, name_of
from weblode.kernels.hashes import InSlot
from weblode.paths import find
from weblode.tree import Tree
from weblode.values.locales import page_locale
from weblode.values.names import unused_name
from weblode.values.page_links import join_address, link_base, page_address

_WHOLE = ("http://", "https://")  # how addresses begin that are not joined to others
_FIRST = ("title",)  # attributes of every page that come before those with labels
_SINGLE = ("title", "body")  # attributes with one value: the first is the one that most witnesses agree on
_ARTICLE = ("title", "author", "body")  # attributes of an article that no label in its text says better
_BODY = 800  # characters of a body from which a page is an article, where a colon is mostly punctuation


def read_page(template: DetailTemplate, page: Leaves) -> DetailPage:
    """The values of a page by its template; a text that one attribute has is no value of a weaker one."""
    return read_values(template, page.tree, template.values(page), page)


def read_values(
    template: DetailTemplate, tree: Tree, in_slots: Sequence[InSlot], page: Leaves | None = None
) -> DetailPage:
    """The page with the values that were found in its slots; `page` are its leaves, which only articles need."""
    values = _slot_values(template, tree, in_slots)
    if template.has_article:
        parts = _article_parts(template, Leaves(tree) if page is None else page)
        values = [
            parts.get(each.name, ()) if each.source == ARTICLE else own
            for each, own in zip(template.attributes, values, strict=True)
        ]
    declarations = _add_declared(template.attributes, values, tree) if template.has_declared else {}
    return DetailPage(tree.page, page_address(tree), tuple(values), page_locale(tree), declarations, tree)


def _slot_values(template: DetailTemplate, tree: Tree, in_slots: Sequence[InSlot]) -> list[tuple[DetailValue, ...]]:
    """The values of each attribute that stand in its slots."""
    values: list[tuple[DetailValue, ...]] = [()] * len(template.attributes)
    if not in_slots:
        return values
    attributes, nodes, links = zip(*in_slots, strict=True)
    texts = tree.lines(nodes)
    chosen = _chosen(template.weak, attributes, texts)
    linked = [k for k in chosen if links[k] >= 0]
    addresses = dict(zip(linked, _addresses(tree, [links[k] for k in linked]), strict=True)) if linked else {}
    changed, new, address = template.changed, tuple.__new__, addresses.get
    for k in chosen:
        which, text = attributes[k], texts[k]
        plain = plain_value(template.attributes[which], text) if changed[which] else text.lstrip(SIGNS_BEFORE)
        # By tuple, as DetailValue itself would: that takes half of the time.
        values[which] += (new(DetailValue, (text, plain, nodes[k], address(k, ""), "template")),)
    for which in template.prose:
        if len(values[which]) > 1:
            values[which] = _as_one(values[which])
    return values


def _chosen(weak: Sequence[bool], attributes: Sequence[int], texts: Sequence[str]) -> list[int]:
    """The numbers of the texts that are values, each once an attribute; what one has is no value of a weaker one."""
    left = [k for k, which in enumerate(attributes) if weak[which]]  # what weak ones may have
    numbers = [k for k, which in enumerate(attributes) if not weak[which]]
    if len({attributes[k] for k in numbers}) < len(numbers):  # an attribute has several texts
        firsts: dict[tuple[int, str], int] = {}
        for k in numbers:
            firsts.setdefault((attributes[k], texts[k]), k)
        numbers = list(firsts.values())
    if left:
        taken = {texts[k] for k in numbers}
        for k in sorted(left, key=attributes.__getitem__):
            if texts[k] not in taken:
                taken.add(texts[k])
                numbers.append(k)
    return numbers


def _article_parts(template: DetailTemplate, page: Leaves) -> dict[str, tuple[DetailValue, ...]]:
    """The parts of a page's article, by name."""
    by_name: dict[str, tuple[DetailValue, ...]] = {}
    for name, text, node, method in article_values(template.places, page):
        by_name[name] = (*by_name.get(name, ()), DetailValue(text, text, node, method=method))
    return by_name


def _add_declared(
    attributes: Sequence[DetailAttribute], values: list[tuple[DetailValue, ...]], tree: Tree
) -> dict[str, tuple[str, ...]]:
    """Add values that the page tells machines and does not show; what it tells them of the other attributes."""
    declarations = declared(tree)
    compared: dict[str, tuple[str, ...]] = {}
    for i, each in enumerate(attributes):
        if not each.declared or each.declared not in declarations:
            continue
        own = declarations[each.declared]
        if not values[i] and (not each.keys or each.source == "title"):
            values[i] = tuple(DetailValue(one.text, one.text, one.node, method=one.method) for one in own)
        if each.keys or each.source == ARTICLE:
            compared[each.name] = tuple(one.text for one in own)
    return compared


def plain_value(about: DetailAttribute, text: str) -> str:
    """What a text says without its label, or as a title without the words that all titles have."""
    if about.around != ("", ""):
        return _without_words(text, *about.around)
    return without_prefix(text, about.label) if about.prefix else text.lstrip(SIGNS_BEFORE)


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


def _addresses(tree: Tree, links: Sequence[int]) -> list[str]:
    """The addresses that links lead to, absolute if the page's address is known; "" for none."""
    hrefs = [each.strip() for each in tree.attributes_of(links, "href")]
    if all(each.startswith(_WHOLE) for each in hrefs if each):
        return hrefs
    base = link_base(tree)
    return [join_address(base, each) if base and each else each for each in hrefs]


def _shown_value(page: Leaves, numbers: Sequence[int], about: DetailAttribute) -> DetailValue:
    """The value in some texts of a page that stand beside each other."""
    tree, first, last = page.tree, numbers[0], numbers[-1]
    if first == last:
        text, node, link = page.texts[first], page.node.item(first), page.link.item(first)
    else:
        text = tree.passages([(page.number.item(first), page.number.item(last) + 1)], line=" ")[0]
        node, link = tree.common_ancestor(page.node.item(first), page.node.item(last)), -1
    url = _addresses(tree, [link])[0] if link >= 0 else ""
    return DetailValue(text, plain_value(about, text), node, url)


def _labelled_values(page: Leaves, body: str) -> dict[str, list[DetailValue]]:
    """The values of a page that have labels, by name; in an article, but for those in its text."""
    is_article = len(body) >= _BODY
    by_name: dict[str, list[DetailValue]] = {}
    for label, numbers in labelled(page, with_hidden=is_article).items():
        about = DetailAttribute(name_of(label), "text", (), label, prefix=True)
        for run in whole_values(page, numbers):
            value = _shown_value(page, run, about)
            in_prose = value.text in body and prefix_of(value.text) == label
            if not (is_article and (in_prose or about.name in _ARTICLE)):
                by_name.setdefault(about.name, []).append(value)
    return by_name


def _list_values(page: Leaves, labelled_nodes: Collection[int]) -> Iterator[tuple[str, list[DetailValue]]]:
    """The names of the lists of a page, with their items; lists whose items have labels of their own are none."""
    for headed in headed_lists(page):
        about = DetailAttribute(name_of(headed.label), "text", ())
        own = sum(any(page.node.item(i) in labelled_nodes for i in item) for item in headed.items)
        if about.name and about.name not in _ARTICLE and 2 * own <= len(headed.items):
            yield about.name, [_shown_value(page, item, about) for item in headed.items]


def read_alone(page: Leaves) -> tuple[tuple[DetailAttribute, ...], DetailPage]:
    """The attributes of a page without siblings, and their values: what its labels, article and metadata say."""
    tree = page.tree
    others: dict[str, list[DetailValue]] = {}
    for each in unlabelled(page):
        own = others.setdefault(name_of(each.name) or "field", [])
        if each.value not in {one.text for one in own} and not (own and each.name in _SINGLE):
            node = find(tree, each.witness.xpath)
            own.append(DetailValue(each.value, each.value, node, method=each.witness.method))
    body = "".join(one.text for one in others.get("body", ()))
    by_name = _labelled_values(page, body)
    nodes = {one.node for own in by_name.values() for one in own}
    for name, items in _list_values(page, nodes):
        if name not in by_name or {one.text for one in by_name[name]} <= {one.text for one in items}:
            by_name[name] = items
        else:
            by_name[name] += items
    taken = {plain for own in by_name.values() for one in own for plain in (one.text, one.value)}
    others = {
        name: own
        for name, own in others.items()
        if name not in by_name and (name in _ARTICLE or any(one.text not in taken for one in own))
    }
    by_name = {name: others.pop(name) for name in _FIRST if name in others} | by_name | others
    taken_names = {*RESERVED, *by_name}
    by_name = {
        unused_name(name, taken_names, join="_") if name in RESERVED else name: own for name, own in by_name.items()
    }
    columns = tuple(DetailAttribute(name, "text", ()) for name in by_name)
    values = tuple(tuple(own) for own in by_name.values())
    return columns, DetailPage(tree.page, page_address(tree), values, page_locale(tree), tree=tree)
