"""Which slots of a template are about other things: links to pages of the same template, in a block of several.

"You may also like" stands on pages about one thing in the same place as their attributes, and differs from page to page
as they do. But its links lead to pages whose addresses look like those of the pages themselves. What stands beside such
a link, such as the price of the other thing, is about the other thing too. A link with a label of its own ("Sequel") is
an attribute all the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from weblode.caches import regex
from weblode.details.slots import Slots
from weblode.tree import Tree
from weblode.values.page_links import join_address, link_base, page_address

_FEW = 3  # other things that a page links to, for them to be a block
_MOST = 0.5  # the share of a slot's values that are about other things, for the slot to be
_LABELLED = 0.5  # the share of a slot's values that surely have a label, for it to be an attribute

_NUMBER = regex(r"\d+")

Nodes = tuple[int, int]  # from a node up to another


class AddressPart(NamedTuple):
    """A part of an address: how it begins and ends on all pages, with 0 for a number, and whether it is just that."""

    start: str
    stop: str
    same: bool
    numbered: bool  # whether it has a number on all pages

    @classmethod
    def of(cls, texts: Sequence[str]) -> "AddressPart":
        """What a part is on all pages."""
        if len(set(texts)) == 1:
            return cls(texts[0], "", same=True, numbered=False)
        plain = [_NUMBER.sub("0", each) for each in texts]
        start = _beginning(plain)
        stop = _beginning([each[len(start) :][::-1] for each in plain])[::-1]
        return cls(start, stop, same=False, numbered=all(map(_NUMBER.search, texts)))

    def has(self, text: str) -> bool:
        """Whether a text may be this part of another page."""
        if self.same:
            return text == self.start
        plain = _NUMBER.sub("0", text)
        fits = plain.startswith(self.start) and plain[len(self.start) :].endswith(self.stop)
        return bool(text) and fits and (not self.numbered or _NUMBER.search(text) is not None)


class AddressPattern(NamedTuple):
    """What the addresses of some pages have in common: host, parts of the path, and fields of the query."""

    host: str
    path: tuple[AddressPart, ...]
    query: Mapping[str, AddressPart]

    def has(self, address: str) -> bool:
        """Whether an address is one of such a page; it may have more in its query."""
        host, path, query = _parts(address)
        if host != self.host or len(path) != len(self.path) or not self.query.keys() <= query.keys():
            return False
        fits = all(part.has(text) for part, text in zip(self.path, path, strict=True))
        return fits and all(part.has(query[name]) for name, part in self.query.items())

    def key(self, address: str) -> object:
        """What two addresses of one page share."""
        _, path, query = _parts(address)
        return tuple(path), *(query.get(name) for name in self.query)


def address_pattern(addresses: Sequence[str]) -> AddressPattern | None:
    """The pattern of the addresses of pages of one template; None if any page of the site may have such an address.

    >>> pattern = address_pattern(["http://a.example/book/12-emma", "http://a.example/book/7-ulysses"])
    >>> pattern.has("http://a.example/book/9-dune/?from=7"), pattern.has("http://a.example/books/9-dune")
    (True, False)
    """
    parts = [_parts(each) for each in dict.fromkeys(addresses)]
    if len(parts) < 2 or len({(host, len(path), *query) for host, path, query in parts}) != 1 or not parts[0][0]:
        return None
    path = tuple(AddressPart.of(column) for column in zip(*(path for _, path, _ in parts), strict=True))
    query = {name: AddressPart.of([own[name] for _, _, own in parts]) for name in parts[0][2]}
    if all(part.same for part in (*path, *query.values())):
        return None
    sure = bool(query) or any(part.numbered or (part.same and part.start) for part in path)
    return AddressPattern(parts[0][0], path, query) if sure else None


def _beginning(texts: Sequence[str]) -> str:
    """The characters that all texts begin with."""
    low, high = min(texts), max(texts)  # those between them begin as both do
    return low[: next((i for i, (one, two) in enumerate(zip(low, high, strict=False)) if one != two), len(low))]


def _parts(address: str) -> tuple[str, list[str], dict[str, str]]:
    """The host, the path and the query of an address; "" and nothing for one that is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", [], {}
    query = sorted(pair.partition("=")[::2] for pair in parts.query.split("&") if pair)
    return parts.netloc.lower(), parts.path.strip("/").split("/"), dict(query)


def without_related(slots: Slots, chosen: Sequence[int], title: int) -> list[int]:
    """The chosen slots without those about other things; all if the addresses of the pages are not known."""
    pattern = address_pattern([address for page in slots.pages if (address := page_address(page.tree))])
    if pattern is None:
        return list(chosen)
    labelled, is_linked = slots.share(slots.strong) >= _LABELLED, slots.flag_shares["linked"] >= _MOST
    # A label of several links, such as that of a row in a comparison, says nothing about the thing itself.
    names = Counter(slots.label_of_slot[slot] for slot in chosen if is_linked[slot])
    several = {slot for slot in chosen if is_linked[slot] and names[slots.label_of_slot[slot]] >= _FEW}
    free = [slot for slot in chosen if slot != title and (slot in several or not labelled[slot])]
    links = _related_links(slots, [slot for slot in free if is_linked[slot]], pattern)
    items = {page: _items(slots.pages[page].tree, nodes) for page, nodes in links.items()}
    related = {slot for slot in free if _is_related(slots, slot, items)} if items else set()
    return [slot for slot in chosen if slot not in related]


def _related_links(slots: Slots, linked: Sequence[int], pattern: AddressPattern) -> dict[int, list[int]]:
    """By page, the links in some slots that lead to other pages of the template, where there are several."""
    links: dict[int, dict[int, object]] = {}
    for page, own in _links_of_pages(slots, linked).items():
        tree = slots.pages[page].tree
        base, here = link_base(tree), pattern.key(page_address(tree))
        for u, href in zip(own, tree.attributes_of(own, "href"), strict=True):
            address = join_address(base, href).partition("#")[0]
            if pattern.has(address) and (key := pattern.key(address)) != here:
                links.setdefault(page, {})[u] = key
    return {page: sorted(own) for page, own in links.items() if len(set(own.values())) >= _FEW}


def _links_of_pages(slots: Slots, linked: Sequence[int]) -> dict[int, list[int]]:
    """The links of the values of some slots, by page."""
    links: dict[int, dict[int, None]] = {}
    for slot in linked:
        for i in slots.of_slot[slot].tolist():
            number = slots.page.item(i)
            u = slots.pages[number].link.item(slots.leaf.item(i))
            if u >= 0:
                links.setdefault(number, {})[u] = None
    return {number: list(own) for number, own in links.items()}


def _items(tree: Tree, links: Sequence[int]) -> list[Nodes]:
    """The nodes about other things, as ranges: each is the largest one around a link without the link beside it."""
    items: list[Nodes] = []
    for k, u in enumerate(links):
        tops = [tree.common_ancestor(u, other) for other in (*links[max(0, k - 1) : k], *links[k + 1 : k + 2])]
        top, item = max(tops), u
        while tree.parent.item(item) > top:
            item = tree.parent.item(item)
        items.append((item, tree.end.item(item)))
    return items


def _is_related(slots: Slots, slot: int, items: Mapping[int, Sequence[Nodes]]) -> bool:
    """Whether most values of a slot are in items about other things."""
    inside = 0
    own = slots.of_slot[slot].tolist()
    for i in own:
        number = slots.page.item(i)
        u = slots.pages[number].node.item(slots.leaf.item(i))
        inside += any(first <= u < stop for first, stop in items.get(number, ()))
    return inside >= _MOST * len(own)
