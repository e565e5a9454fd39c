"""The instances of a section page: the things it lists, each with the attributes of its own page."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice

from weblode.articles.attributes import merge
from weblode.details.leaves import Leaves
from weblode.errors import LimitError
from weblode.instances.attributes import attributes
from weblode.instances.boilerplate import usual_targets
from weblode.instances.identity import canonical_address, without_shared
from weblode.instances.listed import Item
from weblode.instances.lists import PageLists, read_lists
from weblode.instances.siblings import Siblings
from weblode.limits import DEFAULT, Limits
from weblode.ontology import Attribute, Instance, Witness
from weblode.pages.page import Unread
from weblode.pages.parsed import TreeCache
from weblode.pages.web import Web
from weblode.paths import xpath
from weblode.tree import Tree

_SIBLINGS = 6  # pages that are enough for a template
_SURE = 3.0  # the score from which an item needs no confirmation by its page


@dataclass(frozen=True)
class InstanceOptions:
    """How many items are read, and within which limits."""

    most: int | None = None  # items of a site, at most; None for all
    limits: Limits = DEFAULT
    usual: Mapping[str, int] = field(default_factory=dict)  # addresses that every page links to: see `everywhere`
    lost: Callable[[str, Exception], None] = lambda *_: None  # called with each page over a limit and the error
    trees: TreeCache | None = None  # for pages that are needed again; its limits count


ALL = InstanceOptions()


def instances(
    tree: Tree, web: Web | None = None, *, concept: str = "", options: InstanceOptions = ALL
) -> list[Instance]:
    """The things that a section page lists, each with the attributes of its own page.

    The page's address is `tree.url`, else its name. What the list itself says about an item is an attribute too: it is
    all there is without a source of pages, or where a page cannot be read.
    """
    if web is None:
        lists = read_lists(tree)
        return [
            _instance(tree, item, concept, lists.attributes.get(item.node, ())) for item in lists.items[: options.most]
        ]
    return next(instances_of_pages([tree], web, concept=concept, options=options))


def instances_of_pages(
    trees: Iterable[Tree], web: Web, *, concept: str = "", options: InstanceOptions = ALL
) -> Iterator[list[Instance]]:
    """The instances of each section page, as by `instances`.

    The pages of all instances are requested at once, so that a slow host does not delay the others.
    """
    lists = list(_listed_pages(trees, web, options))
    pages = _pages([item for _, page in lists for item in page.items], web, options)
    for tree, page in lists:
        yield _page_instances(tree, page, islice(pages, len(page.items)), concept, web)


def _listed_pages(trees: Iterable[Tree], web: Web, options: InstanceOptions) -> Iterator[tuple[Tree, PageLists]]:
    """Each page with the items it lists and what it says about them, at most `options.most` of a site."""
    taken: Counter[str] = Counter()
    for tree in trees:
        base = tree.url or tree.page
        site = web.site(base)
        room = None if options.most is None else max(options.most - taken[site], 0)
        address = partial(_address, web, usual_targets(tree, web, options.usual), base)
        lists = read_lists(tree, address)
        items = lists.items[:room]
        taken[site] += len(items)
        yield tree, replace(lists, items=items)


def _address(web: Web, refused: frozenset[str], base: str, href: str) -> str | None:
    """The address that a link leads to; None if it is refused or no page."""
    address = web.address(base, href)
    return None if address in refused else address


def _page_instances(
    tree: Tree, lists: PageLists, pages: Iterator[tuple[Item, Leaves | None]], concept: str, web: Web
) -> list[Instance]:
    """The instances among the items of a section page; `pages` are the pages of its items."""
    first = list(islice(pages, _sample_size(lists.items)))
    siblings = Siblings(page for _, page in first if page is not None)
    groups = _groups_to_keep(first, siblings)
    result: list[Instance] = []
    sources: list[str] = []
    for item, page in chain(first, pages):
        if item.group in groups or item.score >= _SURE:
            own = attributes(page, siblings.template(page)) if page is not None else ()
            url = canonical_address(page.tree if page is not None else None, item.address, web)
            together = merge(own, lists.attributes.get(item.node, ()))
            result.append(replace(_instance(tree, item, concept, together), url=url or None))
            sources.append((item.address and web.canonical(item.address)) or item.address)
    return without_shared(result, sources)


def _sample_size(items: list[Item]) -> int:
    """How many items include two of each group and enough siblings for a template, if their pages can be read."""
    counts: dict[int, int] = {}
    needed = min(len(items), 3 * _SIBLINGS)
    for place, item in enumerate(items, 1):
        counts[item.group] = counts.get(item.group, 0) + 1
        if counts[item.group] == 2:
            needed = max(needed, min(place, 6 * _SIBLINGS))
    return needed


def _pages(items: list[Item], web: Web, options: InstanceOptions) -> Iterator[tuple[Item, Leaves | None]]:
    """Each item with the texts of its page, None if that cannot be read."""
    trees = options.trees or TreeCache(options.limits, most=0)
    answers = web.pages([item.address for item in items if item.address])
    for item in items:
        page = next(answers) if item.address else None
        if page is None or isinstance(page, Unread):
            yield item, None
            continue
        try:
            yield item, Leaves(trees.tree(page, page.url))
        except LimitError as error:
            options.lost(item.address, error)
            yield item, None


def _groups_to_keep(first: list[tuple[Item, Leaves | None]], siblings: Siblings) -> set[int]:
    """The groups that are confirmed by their pages, and those without pages."""
    groups: dict[int, list[Leaves]] = {}
    for item, page in first:
        members = groups.setdefault(item.group, [])
        if page is not None:
            members.append(page)
    return siblings.confirmed_groups(groups)


def _instance(tree: Tree, item: Item, concept: str, attributes: tuple[Attribute, ...] = ()) -> Instance:
    """An item as an instance of a concept."""
    witness = Witness(tree.page, xpath(tree, item.node), tree.url, "outline")
    return Instance(concept, item.title, item.href, tree.page, item.address or None, attributes, witness)
