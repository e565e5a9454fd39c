"""What a page tells machines that it is: a whole site, or one thing such as an article."""

from weblode.tags import NUMBERS
from weblode.tree import Tree

_META, _HEAD = NUMBERS["meta"], NUMBERS["head"]
_HIGH = 8  # the head is among so many first nodes
_KIND = b"og:type"
_OPEN = frozenset(("", "blog", "object"))  # sites declare these for any of their pages


def declared(tree: Tree) -> float:
    """What kind of page the head declares, by `og:type`: 1 for a site, -1 for one thing, 0 if it says neither."""
    tags = tree.tag[:_HIGH].tolist()
    head = tags.index(_HEAD) if _HEAD in tags else 0
    stop = tree.end.item(head) if head else 0
    at = tree.buffer.find(_KIND, tree.start.item(head), tree.start.item(stop)) if stop else -1
    end = tree.start.item(stop)
    while at >= 0:
        u = int(tree.start.searchsorted(at, side="right")) - 1
        about = tree.attributes(u) if tree.tag.item(u) == _META else {}
        if _KIND.decode() in (about.get("property"), about.get("name")):
            kind = about.get("content", "").strip().lower()
            return 0.0 if kind in _OPEN else 1.0 if kind == "website" else -1.0
        at = tree.buffer.find(_KIND, tree.start.item(u + 1), end)
    return 0.0
