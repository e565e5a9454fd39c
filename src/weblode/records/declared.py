"""What a page tells machines that it is: a whole site, or one thing such as an article.

Content systems write `article` on each page that an editor made, the front page of a site too. An address without a
path is that of a site, whatever else the page declares.
"""

import re

from weblode.caches import regex
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.page_links import declared_address

_META, _HEAD = NUMBERS["meta"], NUMBERS["head"]
_HIGH = 8  # the head is among so many first nodes
_KIND = b"og:type"
_OPEN = frozenset(("", "blog", "object"))  # sites declare these for any of their pages
_FRONT = regex(r"https?://[^/?#]+/?(?:#.*)?$", re.IGNORECASE)  # the address of a site's front page


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
            if kind in _OPEN:
                return 0.0
            return 1.0 if kind == "website" or _FRONT.match(declared_address(tree)) else -1.0
        at = tree.buffer.find(_KIND, tree.start.item(u + 1), end)
    return 0.0
