"""The links of a page, one for each address, with what speaks for and against that they lead to things it lists."""

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from weblode.instances.addresses import absolute, host, is_home, shape, specific
from weblode.instances.blocks import within, words
from weblode.tags import NUMBERS
from weblode.tree import Tree

_LINK, _IMAGE = NUMBERS["a"], NUMBERS["img"]
_HEADINGS = {NUMBERS[f"h{level}"] for level in range(1, 7)}
# Parts of a page that the HTML standard sets apart from what it is about.
_BESIDE = {NUMBERS[name] for name in "aside dialog footer form nav noframes search".split()}
_TITLE = 250  # characters: a longer link holds more than a title
_RICH = 20  # characters beside the title that make an entry more than a link


@dataclass(frozen=True)
class Link:
    """What the links of a page to one address say together."""

    address: str
    href: str
    title: str
    node: int  # the link that has the title
    nodes: tuple[int, ...]
    path: int  # the tag path of `node`
    headed: bool  # it is, or holds, a heading
    rich: bool  # with other text or a picture in a part of its own
    beside: bool  # all stand in navigation, footers and the like
    shape: str = field(default="", repr=False)

    @property
    def score(self) -> float:
        """How much it looks like that of a listed thing, by itself."""
        n = len(words(self.title))
        title = 2.0 if n >= 5 else 1.0 if n >= 3 else 0.0 if n == 2 else -1.0
        if n < 4 and not self.rich and not self.headed:  # so are the entries of menus
            title -= 2.0
        address = 2.0 if specific(self.address) else -0.5
        return title + address + self.rich + self.headed - 3.0 * self.beside


def links(tree: Tree, address: Callable[[str], str | None] | None = None) -> list[Link]:
    """The links of a page to other pages of its site, one an address, in the order of their titles."""
    found: dict[str, list[int]] = {}
    hrefs: dict[int, str] = {}
    resolve = address or (lambda href: absolute(tree.url, href))
    for u in np.flatnonzero(tree.tag == _LINK).tolist():
        href = tree.attributes(u).get("href", "")
        target = resolve(href) if href.strip() and not href.startswith("#") else None
        if target is not None and target != tree.url:
            hrefs[u] = href
            found.setdefault(_place(target), []).append(u)
    home = _home(tree, [absolute(tree.url, href) or "" for href in hrefs.values()])
    apart, headings = within(tree, _BESIDE), np.flatnonzero(np.isin(tree.tag, list(_HEADINGS)))
    owner = _owners(tree, found)
    results = []
    for key, nodes in found.items():
        first = absolute(tree.url, hrefs[nodes[0]]) or ""
        if is_home(first or key) or (host(first) and home and not _same_site(host(first), home)):
            continue
        link = _link(tree, key, nodes, headings, owner)
        if link is not None:
            beside = bool(apart[list(nodes)].all())
            target = first or key
            results.append(Link(target, hrefs[link[1]], *link, beside, shape(target)))
    return sorted(results, key=lambda one: one.node)


def _place(address: str) -> str:
    """An address without scheme, "www." and trailing slash: what links to the same page share."""
    rest = address.partition("://")[2] or address
    return rest.removeprefix("www.").rstrip("/")


def _home(tree: Tree, addresses: list[str]) -> str:
    """The host of the page: by its address, else that of most of its links."""
    if tree.url:
        return host(tree.url)
    hosts = [name for address in addresses if (name := host(address))]
    return max(sorted(set(hosts)), key=hosts.count, default="")


def _same_site(one: str, two: str) -> bool:
    """Whether two hosts are one, or one is below the other or both below a name of two parts."""
    return one == two or one.endswith("." + two) or two.endswith("." + one)


def _owners(tree: Tree, found: dict[str, list[int]]) -> NDArray[np.int64]:
    """For each link node the number of its address, -1 elsewhere."""
    owner = np.full(len(tree), -1, dtype=np.int64)
    for number, nodes in enumerate(found.values()):
        owner[nodes] = number
    return owner


def _link(
    tree: Tree, key: str, nodes: list[int], headings: NDArray[np.intp], owner: NDArray[np.int64]
) -> tuple[str, int, tuple[int, ...], int, bool, bool] | None:
    """Title, its node, all nodes, tag path, whether a heading, whether more than a link; None without a title."""
    titled = [(title, _headed(tree, u, headings), u) for u in nodes if (title := _title(tree, u, headings))]
    if not titled:
        return None
    title, headed, node = max(titled, key=lambda one: (one[1], len(one[0]) <= _TITLE, len(one[0]), -one[2]))
    rich = any(_is_rich(tree, u, title, owner) for u in nodes)
    return title, node, tuple(nodes), int(tree.path[node]), headed, rich


def _headed(tree: Tree, u: int, headings: NDArray[np.intp]) -> bool:
    """Whether a link holds a heading or stands in one."""
    first, last = headings.searchsorted([u, int(tree.end[u])])
    return first < last or any(int(tree.tag[v]) in _HEADINGS for v in tree.ancestors(u)[:3])


def _title(tree: Tree, u: int, headings: NDArray[np.intp]) -> str:
    """The title that a link shows: a heading in it, else its text, else what its picture is said to show."""
    first, last = headings.searchsorted([u, int(tree.end[u])])
    if first < last:
        return tree.text(int(headings[first]), line=" ")
    text = tree.text(u)
    if len(text) > _TITLE:
        text = next((line for line in text.split("\n") if len(words(line)) > 2), text)
    if text.strip():
        return " ".join(text.split())
    images = (v for v in range(u, int(tree.end[u])) if tree.tag[v] == _IMAGE)
    return next((" ".join(alt.split()) for v in images if (alt := tree.attributes(v).get("alt", "").strip())), "")


def _is_rich(tree: Tree, u: int, title: str, owner: NDArray[np.int64]) -> bool:
    """Whether the largest part around a link without links to elsewhere holds more than its title."""
    top = u
    while (up := int(tree.parent[top])) > 0:
        inside = owner[up : tree.end[up]]
        if (inside[inside >= 0] != owner[u]).any():
            break
        top = up
    size = int(tree.text_before[tree.end[top]] - tree.text_before[top])
    image = bool((tree.tag[top : tree.end[top]] == _IMAGE).any())
    return image or size - len(title.encode()) >= _RICH


def mean_score(members: list[Link]) -> float:
    """The mean score of some links."""
    return fmean(link.score for link in members)
