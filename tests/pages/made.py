"""XML documents with one text."""

from feeds import DECLARATION

from weblode.pages.html import parse


def in_title(text: str, declaration: str = DECLARATION) -> str:
    return f"{declaration}<rss><channel><item><title>{text}</title></item></channel></rss>"


def title(data: bytes) -> str:
    tree = parse(data)
    return tree.text([tree.name(u) for u in range(len(tree))].index("title"))
