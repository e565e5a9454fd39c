"""The parts of an article as attributes, and what a page tells machines beside them.

Title, author, date (as ISO, and `date_text` as written), place, body. The page's metadata (`metadata`) is one more
witness: where both agree there is one attribute with both methods, where they differ both are kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from weblode.articles.article import ArticleParts
from weblode.articles.article_text import body_text
from weblode.articles.blocks import Blocks, words
from weblode.ontology import Attribute, Witness
from weblode.paths import xpath
from weblode.tree import Tree

TEMPLATE = "template"  # the method of what was mined from a page's text and structure


def article_attributes(lines: Blocks, parts: ArticleParts) -> Iterable[Attribute]:
    """The parts of an article as attributes; two titles if the one that is agreed on is not the one shown."""
    tree = lines.tree
    if parts.title_text and parts.title_method == TEMPLATE:
        yield mined(tree, "title", parts.title_text, max(parts.title_node, 0))
    elif parts.title_text:
        witness = Witness(tree.page, xpath(tree, parts.title_node), tree.url, parts.title_method)
        yield Attribute("title", parts.title_text, witness)
        if parts.shown:
            yield mined(tree, "title", parts.shown, int(lines.node[parts.title]))
    for i, name in parts.authors:
        yield mined(tree, "author", name, int(lines.node[i]))
    if parts.date:
        i, written = parts.date
        yield mined(tree, "date", written.iso, int(lines.node[i]))
        yield mined(tree, "date_text", written.text, int(lines.node[i]))
    if parts.place:
        yield mined(tree, "place", parts.place, int(lines.node[parts.body[0]]))
    if parts.body:
        first, last = int(lines.node[parts.body[0]]), int(lines.node[parts.body[-1]])
        yield mined(tree, "body", body_text(lines, parts.body), tree.common_ancestor(first, last))


def mined(tree: Tree, name: str, value: str, node: int) -> Attribute:
    """An attribute that a node of a page shows."""
    return Attribute(name, value, Witness(tree.page, xpath(tree, node), tree.url, TEMPLATE))


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
