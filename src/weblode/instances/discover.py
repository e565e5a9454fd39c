"""From a section page to its instances: what it lists, each with the attributes of its own page."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice

from weblode.errors import LimitError
from weblode.instances.attributes import EMPTY, attributes
from weblode.instances.everywhere import without
from weblode.instances.listed import Item, listed
from weblode.instances.siblings import confirmed
from weblode.instances.template import Template, template
from weblode.limits import DEFAULT, Limits
from weblode.ontology import Instance, Witness
from weblode.pages.page import Unread
from weblode.pages.parsed import TreeCache
from weblode.pages.web import Web
from weblode.paths import xpath
from weblode.tree import Tree

SIBLINGS = 6  # pages that the template is learnt from
_SURE = 3.0  # the score from which an item needs no confirmation by its page


@dataclass(frozen=True)
class InstanceOptions:
    """How much is looked at."""

    most: int | None = None  # items of the pages of a site; None is all
    limits: Limits = DEFAULT
    usual: Mapping[str, int] = field(default_factory=dict)  # addresses that every page links to: see `everywhere`
    lost: Callable[[str, Exception], None] = lambda *_: None  # hears of pages that are over a limit
    trees: TreeCache | None = None  # of pages that are needed again; its limits lead


ALL = InstanceOptions()


def instances(
    tree: Tree, web: Web | None = None, *, concept: str = "", options: InstanceOptions = ALL
) -> list[Instance]:
    """What a section page lists, each with the attributes of its own page.

    The page's address is `tree.url`, else its name. Without a source of pages, or where a page cannot be had, an
    instance has no attributes.
    """
    if web is None:
        return [_instance(tree, item, concept) for item in listed(tree)[: options.most]]
    return next(several([tree], web, concept=concept, options=options))


def several(
    trees: Iterable[Tree], web: Web, *, concept: str = "", options: InstanceOptions = ALL
) -> Iterator[list[Instance]]:
    """For each of some section pages what it lists, as `instances` has it.

    The pages of all are asked for at once: one host, asked slowly, does not keep the others waiting.
    """
    lists = list(_lists(trees, web, options))
    pages = _pages([item for _, items in lists for item in items], web, options)
    for tree, items in lists:
        yield _mined(tree, items, islice(pages, len(items)), concept)


def _lists(trees: Iterable[Tree], web: Web, options: InstanceOptions) -> Iterator[tuple[Tree, list[Item]]]:
    """Each page with the items it lists, up to so many of a site."""
    taken: Counter[str] = Counter()
    for tree in trees:
        base = tree.url or tree.page
        site = web.site(base)
        left = None if options.most is None else max(options.most - taken[site], 0)
        address = partial(_address, web, without(tree, web, options.usual), base)
        items = listed(tree, address=address)[:left]
        taken[site] += len(items)
        yield tree, items


def _address(web: Web, refused: frozenset[str], base: str, href: str) -> str | None:
    """Where a link leads to; None if to none of the items."""
    address = web.address(base, href)
    return None if address in refused else address


def _mined(tree: Tree, items: list[Item], pages: Iterator[tuple[Item, Tree | None]], concept: str) -> list[Instance]:
    """The instances among the items of a page, by the pages of all of them."""
    first = list(islice(pages, _enough(items)))
    known = template([page for _, page in first if page is not None][:SIBLINGS])
    kept = _confirmed(first)
    return [
        _instance(tree, item, concept, page, known)
        for item, page in chain(first, pages)
        if item.group in kept or item.score >= _SURE
    ]


def _enough(items: list[Item]) -> int:
    """How many items hold two of each group and enough siblings for a template, if their pages can be had."""
    seen: dict[int, int] = {}
    needed = min(len(items), 3 * SIBLINGS)
    for place, item in enumerate(items, 1):
        seen[item.group] = seen.get(item.group, 0) + 1
        if seen[item.group] == 2:
            needed = max(needed, min(place, 6 * SIBLINGS))
    return needed


def _pages(items: list[Item], web: Web, options: InstanceOptions) -> Iterator[tuple[Item, Tree | None]]:
    """Each item with its page, None if that cannot be had."""
    trees = options.trees or TreeCache(options.limits, most=0)
    for item, page in zip(items, web.pages([item.address for item in items]), strict=True):
        if isinstance(page, Unread):
            yield item, None
            continue
        try:
            yield item, trees.tree(page, page.url)
        except LimitError as error:
            options.lost(item.address, error)
            yield item, None


def _confirmed(first: list[tuple[Item, Tree | None]]) -> set[int]:
    groups: dict[int, list[Tree]] = {}
    for item, page in first:
        members = groups.setdefault(item.group, [])
        if page is not None:
            members.append(page)
    return confirmed(groups) | {group for group, pages in groups.items() if not pages}


def _instance(tree: Tree, item: Item, concept: str, page: Tree | None = None, known: Template = EMPTY) -> Instance:
    """An item as an instance of a concept."""
    return Instance(
        concept,
        item.title,
        item.href,
        tree.page,
        item.address,
        attributes(page, known) if page is not None else (),
        Witness(tree.page, xpath(tree, item.node), tree.url, "outline"),
    )
