"""Node paths (`html[1].body[2].form[4]`) and XPaths: from a node to its path and back.

In a node path the number is the position among the element children; in an XPath, among the siblings of the same name.
Both write `*[4]`, the fourth element child, if tools disagree on a name: `o:p` is a name here and a namespace
elsewhere, and `svg` matches in one XPath engine but not in another. So does an XML document's name in a namespace: for
XPath, `/feed` is only an element in none. A text is `text()[2]`.

An XPath that would be longer than all that we saw on real pages (up to 359 characters) starts at an element further
down, by its number in document order: `/descendant::*[126]/p[2]`. So the total length of a page's paths is linear in
the number of its nodes.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np

from weblode import kernels
from weblode.caches import bounded_cache, regex
from weblode.errors import LimitError, PathError
from weblode.tags import NAMES, NUMBERS, TEXT
from weblode.tree import Tree

_PLAIN = regex(r"[A-Za-z][A-Za-z0-9_-]{0,63}")  # the longest name on our pages has 33 characters
_NUMBERED = "descendant::*"
_STEP = regex(r"(?P<name>text\(\)|\*|descendant::\*|[A-Za-z][\w:-]*)(?:\[(?P<position>\d{1,9})\])?")
_LONGEST = 500  # the most characters of the path above a node
_SPARSE = 16  # nodes of a page for each of those whose paths are asked for, from which columns of all are not worth it
_FEW = 40  # steps of a page's paths for which no column of all nodes is made
_MOST = 200_000_000  # the most characters of all paths of a page
_FOREIGN = frozenset({"svg", "math"})
# Elements of a drawing or formula that contain HTML again.
_INTEGRATION = frozenset({"annotation-xml", "desc", "foreignObject", "mi", "mn", "mo", "ms", "mtext", "title"})


def node_path(tree: Tree, u: int) -> str:
    """The node path of a node, such as `html[1].body[2].form[4]`."""
    return ".".join(f"{name}[{tree.position[v]}]" for v, name in _with_names(tree, u))


def xpath(tree: Tree, u: int) -> str:
    """The XPath of a node, such as `/html/body/form[2]`; `[1]` is left out if no sibling has the same name.

    The time for many nodes is linear in their number, since the paths of their ancestors are cached.
    """
    if not tree.path_cache and (path := _plain_path(tree, u)):
        return path
    above, foreign = _above(tree, tree.parent.item(u))
    return above + _step(tree, u, _name(tree, u, foreign=foreign)[0])


def _plain_path(tree: Tree, u: int) -> str:
    """The XPath of an element, with those of its ancestors in the cache; "" where not all are plain names of HTML.

    Many tables need the path of one node alone.
    """
    paths: dict[int, tuple[str, bool]] = {}
    steps, path = _plain_steps(), ""
    for v, tag, rank, total in kernels.fastest().lineage(tree.parent, tree.end, tree.tag, u):
        step = steps[tag] if tag < len(steps) else ""
        path = f"{path}{step}" if total == 1 else f"{path}{step}[{rank}]"
        if not step or len(path) > _LONGEST or tree.namespaced:
            return ""
        paths[v] = path, False
    tree.path_cache.update(paths)
    return path


@cache
def _plain_steps() -> tuple[str, ...]:
    """The step of each tag of HTML, by its number; "" for those that are written by position."""
    plain = [number != TEXT and name not in _FOREIGN and _PLAIN.fullmatch(name) for number, name in enumerate(NAMES)]
    return tuple([f"/{name}" if is_plain else "" for name, is_plain in zip(NAMES, plain, strict=True)])


def xpaths(tree: Tree, nodes: Iterable[int] | None = None) -> list[str]:
    """The XPaths of the given nodes, or of all. Raises LimitError if their total length is too large."""
    numbers = range(len(tree)) if nodes is None else list(nodes)
    paths = _many(tree, numbers) if _SPARSE * len(numbers) > len(tree) else (xpath(tree, u) for u in numbers)
    results = []
    length = 0
    for path in paths:
        results.append(path)
        length += len(path)
        if length > _MOST:
            raise LimitError(f"the XPaths of its nodes are more than {_MOST:,} characters long; split the page")
    return results


def _many(tree: Tree, nodes: Iterable[int]) -> Iterator[str]:
    """The XPath of each node, as by `xpath`; with columns as lists, which are faster for many nodes of a page."""
    columns = (tree.parent, tree.tag, tree.position, *tree.namesakes)
    parent, tags, position, rank, total = (column.tolist() for column in columns)
    cache, names = tree.path_cache, dict[int, tuple[str, bool, bool]]()  # names by tag, inverted in what is foreign
    above: tuple[str, bool] | None
    for u in nodes:
        todo, v = [u], parent[u]
        above = ("", False) if v < 0 else cache.get(v)
        while above is None:
            todo.append(v)
            v = parent[v]
            above = ("", False) if v < 0 else cache.get(v)
        path, foreign = above
        while True:
            v = todo.pop()
            key = ~tags[v] if foreign else tags[v]
            if (step := names.get(key)) is None:
                name, inside = _name(tree, v, foreign=foreign)
                step = names[key] = (f"/{name}", inside, name == "*" or name == "text()")
            own, foreign, by_position = step
            if by_position:
                path = f"{path}{own}[{position[v]}]"
            elif total[v] == 1:
                path += own
            else:
                path = f"{path}{own}[{rank[v]}]"
            if not todo:
                break
            path = _shortened(tree, v, path)
            cache[v] = (path, foreign)
        yield path


def _shortened(tree: Tree, u: int, path: str) -> str:
    """The path of an element, or its number if that is too long."""
    if len(path) <= _LONGEST:
        return path
    # int32 as the elements are: for another type numpy would copy all of them to compare.
    return f"/{_NUMBERED}[{tree.elements.searchsorted(np.int32(u)) + 1}]"


def _above(tree: Tree, u: int) -> tuple[str, bool]:
    """The start of the XPaths of the children of `u`, and whether they belong to a drawing or formula."""
    missing = []
    while u >= 0 and u not in tree.path_cache:
        missing.append(u)
        u = tree.parent.item(u)
    path, foreign = tree.path_cache[u] if u >= 0 else ("", False)
    for v in reversed(missing):
        name, foreign = _name(tree, v, foreign=foreign)
        path = _shortened(tree, v, path + _step(tree, v, name))
        tree.path_cache[v] = (path, foreign)
    return path, foreign


def find(tree: Tree, path: str) -> int:
    """The node at a node path or an XPath. Raises PathError if the path is malformed or leads nowhere."""
    steps = _steps(path)
    if path.startswith("/"):  # most have tags alone
        numbers = None if tree.names else _numbered(path)  # of HTML alone
        if numbers is None:
            numbers = [(tree.number(name), position) for _, name, position in steps]
        if (u := kernels.fastest().descend(tree.end, tree.tag, numbers)) >= 0:
            return u
    u = -1
    for step, name, position in steps:
        u = _child(tree, u, name, position, by_name=path.startswith("/"))
        if u < 0:
            raise PathError(f"{path!r}: the page has no {step!r} there")
    return u


@bounded_cache(2**20, weigh=lambda steps: 300 * len(steps))
def _steps(path: str) -> list[tuple[str, str, int]]:
    """The steps of a path, each as written, with its name and its position."""
    steps = []
    for step in path[1:].split("/") if path.startswith("/") else path.split("."):
        matched = _STEP.fullmatch(step)
        if matched is None:
            raise PathError(f"{path!r}: {step!r} is not a step; write /html/body/div[2] or html[1].body[2].div[2]")
        steps.append((step, matched["name"], int(matched["position"] or 1)))
    return steps


@bounded_cache(2**20, weigh=lambda steps: 200 * len(steps or ()))
def _numbered(path: str) -> list[tuple[int, int]] | None:
    """The tags of a path by their numbers, with the positions; None if HTML does not define one of them."""
    steps = _steps(path)
    if any(name not in NUMBERS for _, name, _ in steps):
        return None
    return [(NUMBERS[name], position) for _, name, position in steps]


def tag_path(path: str) -> tuple[str, ...]:
    """The tags of an XPath, without positions.

    >>> tag_path("/html/body/form[2]")
    ('html', 'body', 'form')
    """
    return tuple(step.partition("[")[0] for step in path.strip("/").split("/"))


def _with_names(tree: Tree, u: int) -> Iterator[tuple[int, str]]:
    """The nodes from the root to `u`, each with its name in a node path."""
    foreign = False
    for v in (*reversed(tree.ancestors(u)), u):
        name, foreign = _name(tree, v, foreign=foreign)
        yield v, name


def _name(tree: Tree, u: int, *, foreign: bool) -> tuple[str, bool]:
    """The name of a node in a path, and whether its children belong to a drawing or formula; `foreign`: if it does."""
    tag = tree.tag.item(u)
    if not tag:
        return "text()", foreign
    name = tree.name_of(tag)
    foreign = foreign or name in _FOREIGN
    plain = not foreign and tag not in tree.namespaced and (tag < len(NAMES) or _PLAIN.fullmatch(name))
    return name if plain else "*", foreign and name not in _INTEGRATION


def _step(tree: Tree, u: int, name: str) -> str:
    if name == "*" or name == "text()":
        return f"/{name}[{tree.position.item(u)}]"
    rank, total = _namesakes(tree, u)
    return f"/{name}" if total == 1 else f"/{name}[{rank}]"


def _namesakes(tree: Tree, u: int) -> tuple[int, int]:
    """The number of a node among its siblings with the same tag, from 1, and their count.

    The first steps of a page are counted one by one: many tables need the path of one node alone.
    """
    steps = tree.column_cache.get("steps", 0)
    above = tree.parent.item(u)
    if above < 0:
        return 1, 1
    if steps > _FEW:
        rank, total = tree.namesakes
        return rank.item(u), total.item(u)
    tree.column_cache["steps"] = steps + 1
    children, places = kernels.fastest().placed(tree.end, tree.tag, above, tree.tag.item(u))
    return places.index(bisect_left(children, u)) + 1, len(places)


def _child(tree: Tree, u: int, name: str, position: int, *, by_name: bool) -> int:
    """The child of `u` (the root for -1) at a step, -1 if there is none."""
    if name == _NUMBERED:
        return int(tree.elements[position - 1]) if u < 0 and 0 < position <= len(tree.elements) else -1
    if by_name and u >= 0 and name not in ("*", "text()"):
        return kernels.fastest().nth_child(tree.end, tree.tag, u, tree.number(name), position)
    for v in tree.children(u) if u >= 0 else [0]:
        name_matches = name == "text()" if tree.tag[v] == TEXT else name in ("*", tree.name(v))
        if name_matches and tree.position[v] == position:
            return v
    return -1
