"""The next page of a list: by `rel=next`, or by the link with the next number.

No words are searched: `Next` is `Weiter` elsewhere, but 2 follows 1 everywhere.
"""

import re

import numpy as np

from weblode.pages.links import join_base
from weblode.pages.web import Web
from weblode.tags import NUMBERS
from weblode.tree import Tree

_NUMBER = re.compile(r"\d+")
_END = re.compile(r"(?:/|\.\w+)?$")


def next_page(tree: Tree, web: Web) -> str | None:
    """The address of the next page of a page's list; None if there is none."""
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
            if text.isdecimal() and len(text) < 6 and _continues(base, address, text):
                numbered.setdefault(int(text), address)
    return numbered.get(_own_number(base, numbered) + 1)


def _continues(base: str, address: str, number: str) -> bool:
    """Whether an address is the page's own address with that number added or exchanged.

    >>> _continues("http://a.example/news/", "http://a.example/news/?page=2", "2")
    True
    >>> _continues("http://a.example/news/index.html", "http://a.example/story2.html", "2")
    False
    """
    start = _END.sub("", _NUMBER.sub("", base))
    return number in _NUMBER.findall(address) and _NUMBER.sub("", address).startswith(start)


def _own_number(base: str, numbered: dict[int, str]) -> int:
    """The number of the page itself: a number in its address that its links to other pages lack; else 1."""
    numbers = [int(number) for number in _NUMBER.findall(base) if len(number) < 6]
    return next((n for n in reversed(numbers) if n not in numbered and (n + 1 in numbered or n - 1 in numbered)), 1)
