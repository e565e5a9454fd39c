"""The attributes of an instance's own page: mined from its text, and from its metadata.

Mined attributes come first: title, author, date (as ISO, and `date_text` as written), place, body; then labelled values
under their labels, then the rest of the content under the tag path of its place in the template. The page's metadata
(`metadata`) is one more witness: where both agree there is one attribute with both methods, where they differ both are
kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from weblode.instances.article import ArticleParts, article
from weblode.instances.article_text import body_text
from weblode.instances.blocks import Blocks, blocks, words
from weblode.instances.labelled import labelled_values
from weblode.instances.metadata import Declaration, declarations, metadata
from weblode.instances.template import Template
from weblode.ontology import Attribute, Witness
from weblode.paths import xpath
from weblode.tree import Tree
from weblode.values.locales import page_locale
from weblode.values.prices import read_price

EMPTY = Template()
_FLAT = 3  # paragraphs of a body from which a page is an article, not a list of labels and values
_PAIRS = 200  # labelled values of a page, at most
_UNLABELLED = 12  # unlabelled values of a page, at most: more are a list of other things


def attributes(tree: Tree, siblings: Template = EMPTY) -> tuple[Attribute, ...]:
    """All attributes of a page, mined ones first. `siblings` is the template of its siblings."""
    declared = declarations(tree)
    return merge(mine_attributes(tree, siblings, declared), metadata(tree, declared))


def mine_attributes(tree: Tree, template: Template = EMPTY, declared: Sequence[Declaration] = ()) -> list[Attribute]:
    """The attributes that are mined from the page's text and structure; `declared` are witnesses for the title and
    for where the body is."""
    lines = blocks(tree)
    if not len(lines):
        return []
    parts = article(lines, template, declared)
    result = list(_article_attributes(lines, parts))
    used = parts.used
    taken = {value.casefold() for one in result for value in (one.value, one.name)}
    rest = [i for i in _part(lines, parts) if i not in used and lines.text(i) != parts.title_text]
    pairs = labelled_values(lines, rest, template, flat=len(parts.body) < _FLAT)
    pairs = [pair for pair in pairs if pair[1].casefold() not in taken][:_PAIRS]
    result += [_attribute(tree, label, value, node) for label, value, node in pairs]
    used |= _blocks_of(lines, [node for *_, node in pairs])
    return result + _unlabelled(lines, [i for i in _area(lines, parts) if i not in used], template, result)


def _article_attributes(lines: Blocks, parts: ArticleParts) -> Iterable[Attribute]:
    tree = lines.tree
    if parts.title_text and parts.title_method == "template":
        yield _attribute(tree, "title", parts.title_text, max(parts.title_node, 0))
    elif parts.title_text:
        witness = Witness(tree.page, xpath(tree, parts.title_node), tree.url, parts.title_method)
        yield Attribute("title", parts.title_text, witness)
        if parts.shown:
            yield _attribute(tree, "title", parts.shown, int(lines.node[parts.title]))
    for i, name in parts.authors:
        yield _attribute(tree, "author", name, int(lines.node[i]))
    if parts.date:
        i, written = parts.date
        yield _attribute(tree, "date", written.iso, int(lines.node[i]))
        yield _attribute(tree, "date_text", written.text, int(lines.node[i]))
    if parts.place:
        yield _attribute(tree, "place", parts.place, int(lines.node[parts.body[0]]))
    if parts.body:
        first, last = int(lines.node[parts.body[0]]), int(lines.node[parts.body[-1]])
        yield _attribute(tree, "body", body_text(lines, parts.body), tree.common_ancestor(first, last))


def _attribute(tree: Tree, name: str, value: str, node: int) -> Attribute:
    return Attribute(name, value, Witness(tree.page, xpath(tree, node), tree.url, "template"))


def _area(lines: Blocks, parts: ArticleParts) -> list[int]:
    """The blocks about the thing itself: from its title to the end of its body, or the part around the title."""
    if parts.body and parts.title < parts.body[0]:
        return [i for i in range(parts.title + 1, parts.body[-1] + 1) if not lines.beside[i]]
    return _part(lines, parts)


def _part(lines: Blocks, parts: ArticleParts) -> list[int]:
    """The blocks after the title in the smallest node around it that contains the body, or without a body half of the
    page's text outside links."""
    tree = lines.tree
    weight = np.where(lines.beside, 0, lines.length * (1 - lines.linked))
    if parts.body:
        weight = np.zeros(len(lines))
        weight[list(parts.body)] = 1
    node = int(lines.node[parts.title]) if parts.title >= 0 else 0
    nodes, before = tree.leaves[lines.first], np.concatenate(([0], np.cumsum(weight)))
    low, high = 0, len(lines)
    while node > 0:
        low, high = int(nodes.searchsorted(node)), int(nodes.searchsorted(tree.end[node]))
        if before[high] - before[low] >= before[-1] / 2:
            break
        node = int(tree.parent[node])
    return [i for i in range(low, high) if not lines.beside[i] and i > parts.title]


def _blocks_of(lines: Blocks, nodes: Sequence[int]) -> set[int]:
    """The blocks that are in these nodes, or contain them."""
    starts = lines.tree.leaves[lines.first]
    return {int(starts.searchsorted(lines.tree.leaves[lines.tree.leaves.searchsorted(u)], "right")) - 1 for u in nodes}


def _unlabelled(lines: Blocks, area: list[int], template: Template, others: Sequence[Attribute]) -> list[Attribute]:
    """The rest of the content: prices as "price", without a body prose as "description", others by their tag path.

    Without a template content cannot be told from decoration, and only prices and prose are kept.
    """
    tree = lines.tree
    content = template.is_content(tree) if template.paths else np.ones(len(tree.leaves), dtype=bool)
    has_body, locale = any(one.name == "body" for one in others), page_locale(tree)
    result = []
    for i in area:
        text, node = lines.text(i), int(lines.node[i])
        if not content[lines.first[i] : lines.stop[i]].all() or lines.linked[i] > 0.5 or not words(text):
            continue
        if any(text in one.value for one in others):
            continue
        name = "price" if read_price(text, locale) else "description" if lines.prose[i] and not has_body else ""
        if name or template.paths:
            result.append(_attribute(tree, name or "/".join(tree.tag_path(node)[-2:]), text, node))
        if len(result) == _UNLABELLED:
            break
    return result


def merge(attributes: Sequence[Attribute], declared: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """The attributes of both lists, mined ones first; those that agree once, with both methods in their witness.

    Meta elements often name the site as the author: if they agree with nobody, and others name one, they are left out.
    """
    result = list(attributes)
    for attribute in declared:
        same = next((k for k, other in enumerate(result) if agree(other, attribute)), None)
        if same is not None:
            result[same] = _joined(result[same], attribute)
        elif not (_is_meta_author(attribute) and any(other.name == "author" for other in result)):
            result.append(attribute)
    return tuple(result)


def _is_meta_author(attribute: Attribute) -> bool:
    return attribute.name == "author" and attribute.witness.method == "opengraph"


def _joined(one: Attribute, two: Attribute) -> Attribute:
    """The first of two attributes that agree, with both methods; of two names of an author the shorter."""
    methods = one.witness.method.split("+")
    if two.witness.method not in methods:
        one = replace(one, witness=replace(one.witness, method="+".join([*methods, two.witness.method])))
    return replace(one, value=two.value) if one.name == "author" and len(two.value) < len(one.value) else one


def agree(one: Attribute, two: Attribute) -> bool:
    """Whether two attributes agree: the same name and words, or a title, body or full name that contains the other."""
    if one.name != two.name:
        return False
    if one.value == two.value:
        return True
    ours, theirs = words(one.value), words(two.value)
    if one.name in ("title", "body") and ours and theirs:
        short, long = sorted((" ".join(ours), " ".join(theirs)), key=len)
        return f" {short} " in f" {long} "
    if one.name == "author":
        short_name, long_name = sorted((ours, theirs), key=len)
        return ours == theirs or (len(short_name) > 1 and long_name[: len(short_name)] == short_name)
    return ours == theirs
