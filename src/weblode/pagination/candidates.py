"""The links of a page as candidates: where they lead, what their labels say, what stands around them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weblode.pagination.words import (
    BACK,
    NEXT,
    arrow_kind,
    class_kind,
    is_calendar,
    is_pager,
    is_slider,
    label_kind,
    may_speak,
    page_number,
)
from weblode.tags import NUMBERS
from weblode.tree import Tree
from weblode.values.page_links import join_address, link_base, page_address

_LINK, _IMAGE = NUMBERS["a"], NUMBERS["img"]
_NAMING = ("class", "id", "data-icon")
_CURRENT = {"active", "current", "selected", "disabled", "on", "thispage", "cur", "curr", "this"}
_ABOVE = 3  # elements above a link whose classes speak of it
_LONGEST = 120  # bytes of a label
_MOST = 1500  # candidates at the start of a page, and as many at its end
_FEW = 20  # nodes of an element that is there for a link alone
_LONGEST_ADDRESS = 2000  # characters
# Parts of names of classes, and words of `rel`, that are worth a second look.
_NAMES = tuple(
    b"next nxt older forward weiter suivant siguiente right left prev newer back last first".split(),
)


@dataclass(eq=False)
class LinkCandidate:
    """A link: its node, its label, its attributes; `base` and `own` are the addresses of links and of the page.

    Most candidates are looked at once and dropped: what only a likely one needs is read when it is asked for.
    """

    tree: Tree = field(repr=False)
    node: int
    text: str
    attributes: dict[str, str] = field(repr=False)
    base: str
    own: str
    order: int = -1  # among all links of the page
    has_name: bool = True  # whether classes or relations may speak of pages

    def __post_init__(self) -> None:
        """Read the number of a page that the link names; None if it names none."""
        self.number = page_number(self.text or self.attributes.get("aria-label", ""))

    @cached_property
    def href(self) -> str:
        """The address as the page writes it."""
        return self.attributes.get("href", "").strip()

    @cached_property
    def address(self) -> str:
        """The address that the link leads to; "" if it leads to no page."""
        return _address(self.base, self.own, self.href)

    @property
    def labels(self) -> list[str]:
        """All that the link says: text, `aria-label`, `title`, the texts of its images."""
        own = self.attributes
        texts = (self.text, own.get("aria-label", ""), own.get("title", ""), *self._image_texts())
        return [label for label in texts if label and not label.isspace()]

    def _image_texts(self) -> list[str]:
        first = self.node + 1
        tags = self.tree.tag[first : self.tree.end.item(self.node)].tolist()
        images = [self.tree.attributes(u) for u, tag in enumerate(tags, first) if tag == _IMAGE]
        return [text for image in images for text in (image.get("alt", ""), image.get("title", "")) if text]

    @cached_property
    def meaning(self) -> tuple[str, bool]:
        """What the labels say, and whether one says only that."""
        kinds = [label_kind(label) for label in self.labels]
        whole = [kind for kind, is_whole in kinds if is_whole]
        return (whole[0], True) if whole else next(((kind, False) for kind, _ in kinds if kind), ("", False))

    @cached_property
    def arrow(self) -> str:
        """Where the label points if it is nothing but an arrow."""
        return next(filter(None, map(arrow_kind, self.labels)), "")

    @cached_property
    def classes(self) -> str:
        """What the classes of the link, of its icon and of its parent say."""
        if not self.has_name:
            return ""
        tree = self.tree
        inner = [u for u in range(self.node + 1, min(int(tree.end[self.node]), self.node + 6)) if tree.tag[u]]
        own = [class_kind(_names(tree.attributes(u))) for u in (self.node, *inner)]
        parent = self._own_parent
        return next(filter(None, own), "") or (class_kind(_names(tree.attributes(parent))) if parent >= 0 else "")

    @cached_property
    def _own_parent(self) -> int:
        """The parent, if it holds no other link and little else; -1 otherwise."""
        tree, parent = self.tree, int(self.tree.parent[self.node])
        if parent < 0 or tree.end[parent] - parent > _FEW:
            return -1
        return parent if np.count_nonzero(tree.tag[parent : tree.end[parent]] == _LINK) == 1 else -1

    @cached_property
    def around(self) -> str:
        """The names of the classes around the link, its own first."""
        nodes = [self.node]
        while len(nodes) <= _ABOVE and self.tree.parent[nodes[-1]] >= 0:
            nodes.append(int(self.tree.parent[nodes[-1]]))
        return " ".join(_names(self.tree.attributes(u)) for u in nodes)

    @property
    def in_pager(self) -> bool:
        """Whether the classes around the link speak of pages."""
        return is_pager(self.around)

    @property
    def in_slider(self) -> bool:
        """Whether the classes around the link speak of images that pass by."""
        return is_slider(self.around)

    @property
    def in_calendar(self) -> bool:
        """Whether the classes around the link speak of a calendar."""
        return is_calendar(self.around)

    @property
    def is_marked(self) -> bool:
        """Whether the link is marked as that of the page itself."""
        if "aria-current" in self.attributes:
            return True
        nodes = [self.node] + ([self._own_parent] if self._own_parent >= 0 else [])
        return any(is_mark(self.tree.attributes(u)) for u in nodes)

    @property
    def speaks(self) -> bool:
        """Whether anything about the link may be about pages."""
        labels = self.labels
        if any(label_kind(label)[0] or arrow_kind(label) for label in labels):
            return True
        if self.has_name and self.classes in (NEXT, BACK):
            return True
        return "rel" in self.attributes and "next" in self.relations

    @cached_property
    def relations(self) -> list[str]:
        """The words of `rel`."""
        return self.attributes.get("rel", "").casefold().split()


def is_mark(attributes: dict[str, str]) -> bool:
    """Whether the classes of an element mark the page itself among others."""
    names = attributes.get("class", "").lower().replace("-", " ").replace("_", " ").split()
    return bool(_CURRENT & set(names))


def _names(attributes: dict[str, str]) -> str:
    return " ".join(attributes[name] for name in _NAMING if name in attributes)


def own_address(tree: Tree) -> str:
    """The address of a page, without its fragment; "" if it is not known."""
    return page_address(tree).partition("#")[0]


def link_candidates(tree: Tree) -> list[LinkCandidate]:
    """The links of a page that may be about pages, in document order: most are sorted out by a look at their bytes."""
    base, own = link_base(tree), own_address(tree)
    links = np.flatnonzero(tree.tag == _LINK)
    sizes = tree.text_before[tree.end[links]] - tree.text_before[links]
    short = np.flatnonzero(sizes <= _LONGEST)
    nodes = links[short]
    texts = tree.texts(np.column_stack((nodes, tree.end[nodes])), line=" ")
    chosen = [
        each
        for each in zip(short.tolist(), nodes.tolist(), texts, _named_links(tree, nodes), strict=True)
        if len(each[2]) <= 2 or each[3] or may_speak(each[2])
    ]
    if len(chosen) > 2 * _MOST:
        chosen = chosen[:_MOST] + chosen[-_MOST:]
    candidates = []
    for order, u, text, has_name in chosen:
        candidates.append(LinkCandidate(tree, u, text.strip(), tree.attributes(u), base, own, order, has_name))
    return candidates


def _named_links(tree: Tree, nodes: NDArray[np.int64]) -> list[bool]:
    """Whether the bytes of each link, of what it holds or of its parent right before it have one of the names."""
    first = np.where(tree.parent[nodes] == nodes - 1, nodes - 1, nodes)
    return tree.mention(first, tree.end[nodes], _NAMES)


def head_candidates(tree: Tree) -> list[LinkCandidate]:
    """The links to the next page in the head of a page or feed."""
    base, own = link_base(tree), own_address(tree)
    candidates = []
    for u in np.flatnonzero(tree.tag == tree.number("link")).tolist():
        attributes = tree.attributes(u)
        if "next" in attributes.get("rel", "").casefold().split() and attributes.get("href", "").strip():
            candidates.append(LinkCandidate(tree, u, "", attributes, base, own))
    return candidates


def _address(base: str, own: str, href: str) -> str:
    """The address of a link without its fragment; "" for one that leads to no page, the page's own for a fragment."""
    if not href or len(href) > _LONGEST_ADDRESS or href[:11].lower() == "javascript:":
        return ""
    if href.startswith("#"):
        return own
    address = join_address(base, href).partition("#")[0]
    if len(address) > _LONGEST_ADDRESS:
        return ""
    scheme = address.partition(":")[0].lower()
    return "" if ":" in address.split("/", 1)[0] and scheme not in ("http", "https", "file") else address
