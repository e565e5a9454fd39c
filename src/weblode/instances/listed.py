"""The things that a section page lists: which of its links lead to articles or products, with title and address.

Links are grouped by tag path, or by tag path and common node. A link's own score (`links.ListedLink.score`) and that of
its group decide together, so that a short headline among long ones is kept and a long line in a menu is not. Then the
shapes of the chosen addresses decide on the doubtful links. Bare lists outside the main list, or of other sections, and
links within the records of other links are left out.

If the pages are available, OntoMiner's method (2005, section 6.1) judges each group too: `siblings.confirmed_groups`.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from weblode.instances.links import ListedLink, links
from weblode.instances.main_list import main_list_links
from weblode.records.record_list import RecordList
from weblode.tree import Tree
from weblode.values.addresses import path_words, shape

SURE = 2.0  # the mean of a link's own score and its group's from which it is listed; see docs/instances.md
DOUBT = 1.5  # from which it is listed if its address has the shape of listed ones
_OWN = -1.0  # a link with its own score up to this is not listed, whatever its group
_MAIN = 0.5  # least share: of rich links, of rich links in a section, of links of a list in the section
_RECORDS = 1.5  # bonus for a list of records
_SOME = 3  # rich links from which there is a main list
_MAIN_LINKS = 0.8  # share of the rich links that the main list contains
_STRONG = 5  # groups whose records are searched for inner links
_FEW = 5  # links from which a group, or a section, is judged


@dataclass(frozen=True)
class Item:
    """A thing that a page lists."""

    title: str
    href: str  # as written on the page
    address: str
    node: int  # the link
    group: int  # the tag path of the link
    score: float


def listed_items(
    tree: Tree, *, address: Callable[[str], str | None] | None = None, main: RecordList | None = None
) -> list[Item]:
    """The things that a page lists, in document order, one for each address.

    `address` gives the address of an href (`Web.address` with the page's own); by default it is joined to the page's.
    `main` is the main list of the page, if it has one: its records are the items, as far as it is certain.
    """
    candidates = links(tree, address)
    scores = score_links(candidates)
    sure = [link for link in candidates if scores[link.address] >= SURE and link.score > _OWN]
    if not sure:  # nothing looks like an article or product, but there may be a list of records
        sure = max(record_lists(candidates), key=len, default=[])
    shapes = Counter(shape(link.live) for link in sure)
    doubtful = [
        link
        for link in candidates
        if DOUBT <= scores[link.address] < SURE
        and link.score > _OWN
        and not link.beside
        and shapes[shape(link.live)] > 1
    ]
    chosen = _drop_outside_main(tree, sorted([*sure, *doubtful], key=lambda link: link.node))
    chosen = _drop_beside(_drop_other_sections(_drop_in_records(tree, chosen)))
    if main is not None:
        chosen = main_list_links(main, candidates, scores, chosen)
    return [Item(link.title, link.href, link.address, link.node, link.path, scores[link.address]) for link in chosen]


def score_links(candidates: list[ListedLink]) -> dict[str, float]:
    """By address the mean of a link's own score and that of its group, with a bonus for links in a list of records.

    The group of a link that is not bare are the links under the same node, if there are some: on a page laid out by
    tables, entries of a menu may have the same tag path.
    """
    alike: dict[int, list[float]] = {}
    beside: dict[tuple[int, int], list[float]] = {}
    for link in candidates:
        alike.setdefault(link.path, []).append(link.score)
        beside.setdefault((link.path, link.holder), []).append(link.score)
    records = {link.address for members in record_lists(candidates) for link in members}
    means = {path: fmean(scores) for path, scores in alike.items()}
    near = {key: fmean(scores) for key, scores in beside.items() if len(scores) >= _SOME}
    result = {}
    for link in candidates:
        mean = means[link.path] if link.bare else near.get((link.path, link.holder), means[link.path])
        result[link.address] = (link.score + mean + _RECORDS * (link.address in records)) / 2
    return result


def record_lists(candidates: list[ListedLink]) -> list[list[ListedLink]]:
    """The lists of links under one node with one tag path, most of which have other text beside them."""
    groups: dict[tuple[int, int], list[ListedLink]] = {}
    for link in candidates:
        groups.setdefault((link.holder, link.path), []).append(link)
    full = {key: sum(link.has_text and not link.beside for link in members) for key, members in groups.items()}
    return [members for key, members in groups.items() if full[key] >= max(_FEW, 0.8 * len(members))]


def _drop_beside(chosen: list[ListedLink]) -> list[ListedLink]:
    """The links without those in `aside` and the like, however rich, if most are elsewhere: they are side rails."""
    central = [link for link in chosen if not link.beside]
    return central if len(central) >= max(_SOME, _MAIN * len(chosen)) else chosen


def _drop_outside_main(tree: Tree, chosen: list[ListedLink]) -> list[ListedLink]:
    """The links without bare ones outside the node with most of the rich ones, such as a list of most read articles."""
    rich = [link.node for link in chosen if not link.bare]
    if len(rich) < max(_SOME, len(chosen) / 3):
        return chosen
    node = rich[len(rich) // 2]
    while node and bisect_left(rich, int(tree.end[node])) - bisect_left(rich, node) < _MAIN_LINKS * len(rich):
        node = int(tree.parent[node])
    return [link for link in chosen if not link.bare or node <= link.node < tree.end[node]]


def _drop_in_records(tree: Tree, chosen: list[ListedLink]) -> list[ListedLink]:
    """The links without those in the records of another group: the company of a job, tags, an author.

    Addresses of the same shape stay: they lead to related things.
    """
    groups: dict[int, list[ListedLink]] = {}
    for link in chosen:
        groups.setdefault(link.path, []).append(link)
    strong = [members for members in groups.values() if len(members) >= _FEW]
    dropped: set[str] = set()
    for members in sorted(strong, key=lambda members: -fmean(link.score for link in members))[:_STRONG]:
        if members[0].address not in dropped:
            shapes = {shape(link.live) for link in members}
            inner = [link for link in _links_in_records(tree, members, chosen) if shape(link.live) not in shapes]
            count = Counter(link.path for link in inner)
            whole = {path for path, n in count.items() if n >= max(_FEW, 0.8 * len(groups[path]))}
            dropped.update(link.address for link in inner if link.path in whole)
    return [link for link in chosen if link.address not in dropped]


def _links_in_records(tree: Tree, members: list[ListedLink], chosen: list[ListedLink]) -> list[ListedLink]:
    """The links of other groups in the record of a member: nearer to it than the next member is."""
    own = {link.address for link in members}
    nodes = [link.node for link in members]
    meets = [int(tree.depth[tree.common_ancestor(u, v)]) for u, v in pairwise(nodes)]
    inner = []
    for link in chosen:
        before = bisect_right(nodes, link.node) - 1
        if link.address in own or before < 0:
            continue
        if tree.depth[tree.common_ancestor(nodes[before], link.node)] > meets[min(before, len(meets) - 1)]:
            inner.append(link)
    return inner


def _drop_other_sections(chosen: list[ListedLink]) -> list[ListedLink]:
    """The links without bare lists of other sections, where the rich ones agree on a section.

    A section is a word that most addresses of rich links have in their path. A list of bare links, most of which do
    not have it, is a list of popular things, or of another section.
    """
    rich = [link for link in chosen if not link.bare]
    if len(rich) < max(_FEW, _MAIN * len(chosen)):
        return chosen
    count = Counter(word for link in rich for word in path_words(link.live))
    section = max(count, key=lambda word: (count[word], word), default="")
    if count[section] < _MAIN * len(rich):
        return chosen
    groups: dict[int, list[bool]] = {}
    for link in chosen:
        groups.setdefault(link.path, []).append(not link.bare or section in path_words(link.live))
    return [link for link in chosen if fmean(groups[link.path]) >= _MAIN]
