"""The next page of a list that goes on: what the page itself says, or the link with the next number.

No word is looked for: `Next` is `Weiter` elsewhere, but 2 follows 1 everywhere.
"""

import re

import numpy as np

from weblode.pages.links import join_base
from weblode.pages.web import Web
from weblode.tags import NUMBERS
from weblode.tree import Tree

_NUMBER = re.compile(r"\d+")
_END = re.compile(r"(?:/|\.\w+)?$")


def further(tree: Tree, web: Web) -> str | None:
    """The address of the next page of a page's list; None if it says nothing of one."""
    base = tree.url or tree.page
    numbered: dict[int, str] = {}
    for name in ("link", "a"):
        for node in np.flatnonzero(tree.tag == NUMBERS[name]).tolist():
            attributes = tree.attributes(node)
            href = attributes.get("href", "")
            address = web.address(base, join_base(tree.base, href)) if href else None
            if address is None or address == base or web.site(address) != web.site(base):
                continue
            if "next" in attributes.get("rel", "").casefold().split():
                return address
            text = tree.text(node).strip()
            if text.isdecimal() and len(text) < 6 and _goes_on(base, address, text):
                numbered.setdefault(int(text), address)
    return numbered.get(_shown(base, numbered) + 1)


def _goes_on(base: str, address: str, number: str) -> bool:
    """Whether an address is the page's own with a number, or another one.

    >>> _goes_on("http://a.example/news/", "http://a.example/news/?page=2", "2")
    True
    >>> _goes_on("http://a.example/news/index.html", "http://a.example/story2.html", "2")
    False
    """
    start = _END.sub("", _NUMBER.sub("", base))
    return number in _NUMBER.findall(address) and _NUMBER.sub("", address).startswith(start)


def _shown(base: str, numbered: dict[int, str]) -> int:
    """The number of the page itself: the one that its list of pages lacks, as far as its address agrees."""
    found = [int(number) for number in _NUMBER.findall(base) if len(number) < 6]
    return next((n for n in reversed(found) if n not in numbered and (n + 1 in numbered or n - 1 in numbered)), 1)
