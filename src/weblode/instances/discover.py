"""The instances of a section page: the things it lists, each with the attributes of its own page."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from weblode.articles.attributes import merge
from weblode.instances.boilerplate import usual_targets
from weblode.instances.identity import canonical_address, without_shared
from weblode.instances.listed import Item
from weblode.instances.lists import PageLists, read_lists
from weblode.instances.reading import ItemPages, ItemReading, read_items
from weblode.limits import DEFAULT, Limits
from weblode.ontology import Attribute, Instance, Witness
from weblode.pages.page import Page, Unread
from weblode.pages.parsed import TreeCache
from weblode.pages.web import Web
from weblode.paths import xpath
from weblode.tree import Tree


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
    """The instances of each section page, as by `instances`."""
    cache = options.trees or TreeCache(options.limits, most=0)
    for section in sections(trees, web, options=options):
        yield section.instances(read_items(section.pages, cache), web, concept=concept, options=options)


@dataclass(frozen=True)
class SectionPage:
    """A section page, what it lists, and the pages of its items."""

    tree: Tree
    lists: PageLists
    pages: ItemPages

    def instances(
        self, readings: Iterable[ItemReading], web: Web, *, concept: str = "", options: InstanceOptions = ALL
    ) -> list[Instance]:
        """The instances among the items, by what `read_items` says of their pages, here or in another process."""
        result: list[Instance] = []
        sources: list[str] = []
        for item, reading in zip(self.lists.items, readings, strict=True):
            if reading.error is not None:
                options.lost(item.address, reading.error)
            if reading.is_instance:
                together = merge(reading.attributes, self.lists.attributes.get(item.node, ()))
                url = canonical_address(reading.declared, item.address, web)
                result.append(replace(_instance(self.tree, item, concept, together), url=url or None))
                sources.append((item.address and web.canonical(item.address)) or item.address)
        return without_shared(result, sources)


def sections(trees: Iterable[Tree], web: Web, *, options: InstanceOptions = ALL) -> Iterator[SectionPage]:
    """The section pages with what they list; the pages of the items must be taken in this order.

    The pages of all items are requested at once, so that a slow host does not delay the others.
    """
    lists = list(_listed_pages(trees, web, options))
    answers = web.pages([item.address for _, page in lists for item in page.items if item.address])
    for tree, page in lists:
        items = page.items
        pages = _answered(items, answers)
        yield SectionPage(tree, page, ItemPages(tuple((item.group, item.score) for item in items), pages))


def _answered(items: Iterable[Item], answers: Iterator[Page | Unread]) -> Iterator[Page | None]:
    """The page of each item; None for an item without one, or if it could not be fetched."""
    for item in items:
        page = next(answers) if item.address else None
        yield page if isinstance(page, Page) else None


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


def _instance(tree: Tree, item: Item, concept: str, attributes: tuple[Attribute, ...] = ()) -> Instance:
    """An item as an instance of a concept."""
    witness = Witness(tree.page, xpath(tree, item.node), tree.url, "outline")
    return Instance(concept, item.title, item.href, tree.page, item.address or None, attributes, witness)
