"""The names of nodes: node paths (`html[1].body[2].form[4]`) and XPaths, from a node and back.

In a node path the number is the position among the element children; in an XPath, among the siblings of the same name.
Both write `*[4]`, the fourth element child, where a name would mean different things to different tools: `o:p` is a
name here and a namespace elsewhere, and `svg` matches in one XPath engine and not in the next. A text is `text()[2]`.

An XPath that would be longer than any that we saw on a real page (359 characters) starts from an element far down, by
its number in document order: `/descendant::*[126]/p[2]`. So the paths of a page take no more than its nodes do.
"""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from weblode import kernels
from weblode.caches import kept
from weblode.errors import LimitError, PathError
from weblode.tags import TEXT
from weblode.tree import Tree

_PLAIN = re.compile(r"[a-z][a-z0-9_-]{0,63}")  # of the names on our pages the longest has 33 characters
_NUMBERED = "descendant::*"
_STEP = re.compile(r"(?P<name>text\(\)|\*|descendant::\*|[A-Za-z][\w:-]*)(?:\[(?P<position>\d{1,9})\])?")
_LONGEST = 500  # characters of the path above a node
_MOST = 200_000_000  # characters of the paths of a page
_FOREIGN = frozenset({"svg", "math"})
# Below these, elements of a drawing or formula hold HTML again.
_INTEGRATION = frozenset({"annotation-xml", "desc", "foreignObject", "mi", "mn", "mo", "ms", "mtext", "title"})


def node_path(tree: Tree, u: int) -> str:
    """The node path of a node, such as `html[1].body[2].form[4]`."""
    return ".".join(f"{name}[{tree.position[v]}]" for v, name in _named(tree, u))


def xpath(tree: Tree, u: int) -> str:
    """The XPath of a node, such as `/html/body/form[2]`; `[1]` is left out where no sibling shares the name.

    Of many nodes in time that grows with their number: what stands above them is written once.
    """
    above, foreign = _above(tree, tree.parent.item(u))
    return above + _step(tree, u, _name(tree, u, foreign=foreign)[0])


def xpaths(tree: Tree, nodes: Iterable[int] | None = None) -> list[str]:
    """The XPaths of nodes, of all if none are given. Raises LimitError if they are too long together."""
    found = []
    length = 0
    for u in range(len(tree)) if nodes is None else nodes:
        found.append(xpath(tree, u))
        length += len(found[-1])
        if length > _MOST:
            raise LimitError(f"the XPaths of its nodes are more than {_MOST:,} characters long; split the page")
    return found


def _above(tree: Tree, u: int) -> tuple[str, bool]:
    """What the XPaths of the children of `u` begin with, and whether they belong to a drawing or formula."""
    unwritten = []
    while u >= 0 and u not in tree.written:
        unwritten.append(u)
        u = tree.parent.item(u)
    path, foreign = tree.written[u] if u >= 0 else ("", False)
    for v in reversed(unwritten):
        name, foreign = _name(tree, v, foreign=foreign)
        path += _step(tree, v, name)
        if len(path) > _LONGEST:
            # Of the same type as the elements: numpy would copy all of them to compare with another.
            path = f"/{_NUMBERED}[{tree.elements.searchsorted(np.int32(v)) + 1}]"
        tree.written[v] = (path, foreign)
    return path, foreign


def find(tree: Tree, path: str) -> int:
    """The node that a node path or an XPath names. Raises PathError if it is malformed or leads nowhere."""
    u = -1
    for step, name, position in _steps(path):
        u = _child(tree, u, name, position, by_name=path.startswith("/"))
        if u < 0:
            raise PathError(f"{path!r}: the page has no {step!r} there")
    return u


@kept(2**20, weigh=lambda steps: 300 * len(steps))
def _steps(path: str) -> list[tuple[str, str, int]]:
    """The steps of a path: as written, the name, the position."""
    found = []
    for step in path[1:].split("/") if path.startswith("/") else path.split("."):
        matched = _STEP.fullmatch(step)
        if matched is None:
            raise PathError(f"{path!r}: {step!r} is no step; write /html/body/div[2] or html[1].body[2].div[2]")
        found.append((step, matched["name"], int(matched["position"] or 1)))
    return found


def tag_path(path: str) -> tuple[str, ...]:
    """The tags that an XPath names, without positions.

    >>> tag_path("/html/body/form[2]")
    ('html', 'body', 'form')
    """
    return tuple(step.partition("[")[0] for step in path.strip("/").split("/"))


def _named(tree: Tree, u: int) -> Iterator[tuple[int, str]]:
    """The nodes from the root to `u`, each with its name in a path."""
    foreign = False
    for v in (*reversed(tree.ancestors(u)), u):
        name, foreign = _name(tree, v, foreign=foreign)
        yield v, name


def _name(tree: Tree, u: int, *, foreign: bool) -> tuple[str, bool]:
    """The name of a node in a path, and whether its children belong to a drawing or formula as it may do itself."""
    tag = tree.tag.item(u)
    if not tag:
        return "text()", foreign
    name = tree.name_of(tag)
    foreign = foreign or name in _FOREIGN
    return name if not foreign and _PLAIN.fullmatch(name) else "*", foreign and name not in _INTEGRATION


def _step(tree: Tree, u: int, name: str) -> str:
    if name == "*" or name == "text()":
        return f"/{name}[{tree.position.item(u)}]"
    rank, total = tree.namesakes
    return f"/{name}" if total.item(u) == 1 else f"/{name}[{rank.item(u)}]"


def _child(tree: Tree, u: int, name: str, position: int, *, by_name: bool) -> int:
    """The child of `u` (the root below -1) that a step names, -1 if there is none."""
    if name == _NUMBERED:
        return int(tree.elements[position - 1]) if u < 0 and 0 < position <= len(tree.elements) else -1
    if by_name and u >= 0 and name not in ("*", "text()"):
        return kernels.fastest().nth_child(tree.end, tree.tag, u, tree.number(name), position)
    for v in tree.children(u) if u >= 0 else [0]:
        named = name == "text()" if tree.tag[v] == TEXT else name in ("*", tree.name(v))
        if named and tree.position[v] == position:
            return v
    return -1
