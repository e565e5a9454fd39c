"""The main job: from the home pages of a few sites that overlap to concepts, broader pairs, and instances.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, algorithm 1: the labels that the sites share become concepts, the
pages that these link to are searched for more labels and for instances, and so on, level by level. A concept whose
pages have neither is dropped (section 5.2).
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from weblode import limits as bounds
from weblode.batches.workers import Lost, ordered
from weblode.errors import LimitError, WeblodeError
from weblode.graph.identity import local_pages, with_addresses
from weblode.instances import discover as listing
from weblode.instances.boilerplate import Everywhere
from weblode.instances.reading import NO_ITEMS, ItemPages, ItemReading, read_items
from weblode.limits import Limits
from weblode.mining.journal import Journal, WatchedWeb
from weblode.mining.merging import merge_by_meaning, merge_by_name
from weblode.mining.state import MiningState
from weblode.mining.warnings import homes_without_concepts
from weblode.ontology import Broader, Concept, Dropped, Instance, Ontology
from weblode.outline.build import outline
from weblode.pages.links import join_base
from weblode.pages.page import Unread
from weblode.pages.parsed import BYTES, TreeCache
from weblode.pages.web import Web
from weblode.pagination.addresses import AddressKey, address_key
from weblode.pagination.discover import pagination
from weblode.sources.choice import NO_PAGE
from weblode.taxonomy.build import Taxonomy, concept_list, taxonomy
from weblode.taxonomy.concepts import Synonyms
from weblode.taxonomy.judge import Judge
from weblode.taxonomy.keys import key
from weblode.taxonomy.labels import Labels, labels
from weblode.taxonomy.page_labels import Home, link_keys
from weblode.taxonomy.papers import paper_taxonomy
from weblode.taxonomy.shapes import is_section_of
from weblode.tree import Tree

METHODS = ("weblode", "ontominer")  # the first is the default
_NO_TAXONOMY: Taxonomy = ((), (), ())
_HANDED_OVER = 8 << 20  # bytes of the pages that one page lists, above which they are read in the first process
_RECURRING = 3  # pages of a single site that must link a label

Tell = Callable[[str], None]


@dataclass(frozen=True)
class MineOptions:
    """How far to go."""

    depth: int = 1  # levels of concepts whose links are followed; 0 stays on the home pages
    support: int = 2  # sites that must share a label; of a single site, pages take their place
    semantics: bool = (
        False  # whether to merge concepts with different labels whose contents show that they mean the same
    )
    pages: int = 1  # pages of a concept that are read on each site
    follow: int = 3  # pages that are read of a list that goes on over several
    max_per_concept: int | None = None  # items followed below a concept on each site; None is all
    limits: Limits = bounds.DEFAULT
    method: str = METHODS[0]  # how outlines and taxonomies are made: ours, or the papers'
    jobs: int = 1  # processes in which the pages of instances are read; the results are the same


def mine_ontology(
    homes: Sequence[str],
    web: Web,
    *,
    options: MineOptions | None = None,
    tell: Tell = lambda _: None,
    journal: Journal | None = None,
) -> Ontology:
    """The ontology of some sites, given their home pages as `web.homes` takes them.

    `web` is where pages come from. `tell` receives progress messages; `journal` has times and counts afterwards.
    """
    state = MiningState(journal or Journal())
    return _Miner(state.journal.watch(web, state.dropped), options or MineOptions(), state).mine(homes, tell)


def _tell_with_prefix(tell: Tell, prefix: str, line: str) -> None:
    tell(prefix + line)


class _Miner:
    """A running mining job: where pages come from, how far to go, and the state so far."""

    def __init__(self, web: WatchedWeb, options: MineOptions, state: MiningState) -> None:
        self.web, self.options, self.state = web, options, state
        self.stage = state.journal.stage
        self.trees = TreeCache(options.limits, BYTES // options.jobs)  # each process has one
        self.support = options.support
        self.homes: set[str] = set()  # the addresses of the home pages
        self.alone = False  # there is only one site
        self.top: set[str] = set()  # ids of the concepts of the home pages
        self.seen: set[str] = set()  # ids of the concepts of which at least one page was read
        self.everywhere = Everywhere(web)  # the links of the pages of all levels
        self.linked: Counter[str] = Counter()  # by label: how many pages of the site link to it

    def mine(self, homes: Sequence[str], tell: Tell) -> Ontology:
        """The ontology of the sites of these home pages."""
        state, options = self.state, self.options
        with self.stage("home pages"):
            pages = self._homes(homes)
        tell(f"home pages: {len(pages):,}")
        sites = {page.site: page.url for page in reversed(pages)}  # of two home pages of a site, the first
        self.homes, self.alone = {page.url for page in pages}, len(sites) == 1
        self.support = 1 if self.alone else options.support
        with self.stage("taxonomy"):
            words = labels(pages, self.web)
            level = self._top(words)
        for depth in range(1, options.depth + 1):
            tell(f"level {depth}: {len(level):,} concepts")
            with self.stage(f"level {depth}"):
                report = partial(_tell_with_prefix, tell, f"level {depth}: ")
                level = self._follow(level, report, deeper=depth < options.depth)
            self.trees.clear()
        if self.alone and options.depth:
            self._recurring(level)
            self._drop_unread()
        state.drop_barren(self.seen, "its pages have neither instances nor narrower concepts")
        ontology = state.ontology(sites)
        paths = {path: self.web.canonical(path) for path in sorted(local_pages(ontology))}
        ontology = with_addresses(ontology, {path: address for path, address in paths.items() if address})
        labelled = {site for uses in words.uses.values() for site in uses}
        return replace(
            ontology, dropped=(*ontology.dropped, *homes_without_concepts(ontology.sites, labelled, ontology.concepts))
        )

    def _homes(self, homes: Sequence[str]) -> list[Home]:
        """The home pages that could be read, with their outlines."""
        addresses = {home: self.web.homes(home) for home in homes}
        self.state.dropped += [Dropped(home, NO_PAGE, kind="page") for home, urls in addresses.items() if not urls]
        trees = self._read(chain(*addresses.values()))
        return [self._outline_page(tree, address) for address, tree in trees]

    def _read(self, addresses: Iterable[str]) -> Iterator[tuple[str, Tree]]:
        """The trees of the pages at these addresses; a page that cannot be fetched or read is noted."""
        unique = list(dict.fromkeys(addresses))
        for address, page in zip(unique, self.web.pages(unique), strict=True):
            if isinstance(page, Unread):
                continue  # the journal has noted it
            try:
                yield address, self.trees.tree(page, address)
            except LimitError as error:
                self.web.lost(address, error)

    def _outline_page(self, tree: Tree, address: str) -> Home:
        method = outline
        if self.options.method == "ontominer":
            method = partial(outline, method="ontominer", promotion=("nearest",))  # of its readings the best on pages
        return Home(self.web.site(address), address, self.state.journal.keep_outline(method(tree)))

    def _taxonomy(self, words: Labels, *, semantics: bool = False) -> Taxonomy:
        if self.options.method == "ontominer":
            return paper_taxonomy(words, support=self.support)
        return taxonomy(words, support=self.support, semantics=semantics)

    def _top(self, words: Labels) -> list[Concept]:
        """The concepts that the home pages share: the top level of the taxonomy."""
        state = self.state
        concepts, broader, dropped = self._taxonomy(words, semantics=self.options.semantics)
        state.journal.count(concepts=len(concepts), pairs=len(broader))
        # A label that enough home pages have, but that did not become a concept, must not become one further down.
        # Unless it is a section of a concept by its address.
        state.refused |= {one for one, uses in words.uses.items() if len(uses) >= self.support}
        state.dropped += dropped
        state.broader += broader
        top = [state.add(concept) for concept in concepts]
        self.top = {concept.id for concept in top}
        return top

    def _follow(self, level: Sequence[Concept], tell: Tell, *, deeper: bool) -> list[Concept]:
        """The new concepts below those of a level; the instances on their pages are added to the state.

        `deeper` says whether the pages of the new concepts will be read.
        """
        state = self.state
        with self.stage("pages"):
            lists, usual = self._lists(level)
        if self.alone:
            level = self._recurring(level)
        with self.stage("instances"):
            numbers = {concept.id: number for number, concept in enumerate(level, 1)}
            for concept, instances in self._instances(level, lists, usual):
                state.instances += instances
                state.journal.count(instances=len(instances))
                tell(f"{numbers[concept.id]:,} of {len(level):,} concepts, {len(state.instances):,} instances")
        ids = [concept.id for concept in level]
        merge_by_name(state, ids, self.top)
        self._merge_by_meaning(ids)
        below: list[Concept] = []
        with self.stage("narrower concepts"):
            for concept in state.among(ids):
                below += (new := self._narrower(concept, deeper=deeper))
                state.journal.count(concepts=len(new))
        self._merge_by_meaning(ids)  # what is below them is known now
        return below

    def _instances(
        self, level: Sequence[Concept], lists: Mapping[str, list[str]], usual: Mapping[str, int]
    ) -> Iterator[tuple[Concept, list[Instance]]]:
        """Each concept with the instances of one page that lists some; their pages are read in several processes.

        Only this one asks for pages. Which items they are is known before their pages are read; what these say comes
        back in the order of the concepts.
        """
        errors: list[tuple[str, WeblodeError]] = []
        options = listing.InstanceOptions(
            self.options.max_per_concept, self.options.limits, usual, lambda *error: errors.append(error), self.trees
        )
        waiting: deque[tuple[Concept, listing.SectionPage, list[ItemReading]]] = deque()

        def pages_of_items() -> Iterator[ItemPages]:
            for concept in level:
                trees = [tree for _, tree in self._read(lists[concept.id])]
                self.seen |= {concept.id} if trees else set()
                for section in listing.sections(trees, self.web, options=options):
                    pages, readings = section.pages, list[ItemReading]()
                    if self.options.jobs > 1:
                        pages = pages.fetched(_HANDED_OVER)
                        if not pages.is_fetched:
                            pages, readings = NO_ITEMS, self._read_items(pages)
                    waiting.append((concept, section, readings))
                    yield pages

        for result in ordered(pages_of_items(), self._read_items, self.options.jobs, size=lambda pages: pages.size):
            concept, section, readings = waiting.popleft()
            readings = readings or (result.item.lost(result.reason) if isinstance(result, Lost) else result)
            yield concept, section.instances(readings, self.web, concept=concept.id, options=options)
        for address, error in errors:  # after all concepts, so that they are noted in one order
            self.web.lost(address, error)

    def _read_items(self, pages: ItemPages) -> list[ItemReading]:
        """What the pages of the items of a section page say."""
        return list(read_items(pages, self.trees))

    def _merge_by_meaning(self, ids: Sequence[str]) -> None:
        """Merge concepts of a level that are one under two names, also with those of earlier levels."""
        if self.options.semantics:
            with self.stage("semantics"):
                merge_by_meaning(self.state, self.web, ids, self.seen)

    def _lists(self, level: Sequence[Concept]) -> tuple[dict[str, list[str]], dict[str, int]]:
        """By concept, the pages that list its instances; and the links that every page of a site has, with counts.

        A level may have thousands of pages: trees that do not fit into the cache are parsed again when needed.
        """
        lists = {concept.id: self._pages_of(concept) for concept in level}
        following = [url for urls in lists.values() for url in urls]
        walked: set[AddressKey] = set()
        for pages_left in range(self.options.follow, 0, -1):
            after: dict[str, str] = {}
            for url, tree in self._read(following):
                self.everywhere.add(tree)
                if self.alone:
                    self.linked.update(link_keys(tree))
                if pages_left > 1 and (address := self._following(tree, url)) is not None:
                    after[url] = address
            for urls in lists.values():
                keys = set(map(address_key, urls))
                urls += [after[url] for url in urls[:] if url in after and address_key(after[url]) not in keys]
            walked |= set(map(address_key, following))
            following = [address for address in dict.fromkeys(after.values()) if address_key(address) not in walked]
        return lists, self.everywhere.usual()

    def _following(self, tree: Tree, url: str) -> str | None:
        """The address of the page that continues the list of a page; None if it ends there."""
        link = pagination(tree).following
        address = self.web.address(url, join_base(tree.base, link.href)) if link else None
        return None if address == url or (address and self.web.site(address) != self.web.site(url)) else address

    def _further_pages(self, tree: Tree, url: str) -> Iterator[str]:
        """The addresses of the other pages of the list of a page: `Next` is no concept."""
        pages = pagination(tree)
        for link in filter(None, (*pages.links, pages.next_link, pages.following)):
            if address := self.web.address(url, join_base(tree.base, link.href)):
                yield address

    def _recurring(self, level: Sequence[Concept]) -> list[Concept]:
        """The concepts of a level that several pages link to, or that are sections of broader ones by their addresses:
        with a single site, pages take the place of sites."""
        names = {concept.id: concept.labels for concept in self.state.concepts}
        parents = self.state.parents()
        recurring = [
            concept
            for concept in level
            if max(self.linked[key(one)] for one in concept.labels) >= _RECURRING
            or any(_is_section(concept, names[upper]) for upper in parents.get(concept.id, ()) if upper in names)
        ]
        ids = {concept.id for concept in recurring}
        rare = [concept for concept in level if concept.id not in ids]
        self.state.drop(rare, f"fewer than {_RECURRING} pages of the site link to it by that name")
        return recurring

    def _drop_unread(self) -> None:
        """Drop the concepts of a single site whose pages were not read, unless they are sections of broader ones."""
        names = {concept.id: concept.labels for concept in self.state.concepts}
        parents = self.state.parents()
        above = {pair.broader for pair in self.state.broader}
        unread = [
            concept
            for concept in self.state.concepts
            if concept.id not in self.seen | above
            and not any(_is_section(concept, names[upper]) for upper in parents.get(concept.id, ()) if upper in names)
        ]
        self.state.drop(unread, "its page could not be read, and its address is not inside that of a broader concept")

    def _pages_of(self, concept: Concept) -> list[str]:
        """The pages that a concept's labels lead to, the first ones of each site."""
        by_site: dict[str, list[str]] = {}
        for url in concept.urls:
            by_site.setdefault(self.web.site(url), []).append(url)
        return [url for urls in by_site.values() for url in urls[: self.options.pages]]

    def _sections(self, concept: Concept, words: Labels, others: Sequence[Concept]) -> list[Concept]:
        """The labels on a concept's pages whose addresses are inside those of the concept, and that nothing speaks
        against; without those of other concepts, and without instances."""
        items = self.state.addresses()
        taken = {key(label) for other in others for label in other.labels}
        judge = Judge(words, taken | set(map(key, concept.labels)))
        inside = [
            Synonyms((one,))
            for one, uses in words.uses.items()
            for urls in [[url for use in uses.values() for url in use.urls]]
            if one not in taken
            and any(is_section_of(url, one, upper) for url in urls for upper in concept.labels)
            and items.isdisjoint(urls)
            and not judge.reason(one)
        ]
        return concept_list(words, inside)

    def _narrower(self, concept: Concept, *, deeper: bool) -> list[Concept]:
        """The new concepts that the pages of a concept share, and the sections of one of them if their pages will be
        read: they go below it."""
        state = self.state
        pages = list(self._read(self._pages_of(concept)))
        homes = [self._outline_page(tree, url) for url, tree in pages]
        further = {address for url, tree in pages for address in self._further_pages(tree, url)}
        words = labels(homes, self.web)
        enough = len({home.site for home in homes}) >= self.support
        concepts, broader, dropped = self._taxonomy(words) if enough else _NO_TAXONOMY
        if deeper and not self.alone and self.options.method == METHODS[0]:
            concepts = (*concepts, *self._sections(concept, words, concepts))
        state.drop_labels(dropped)
        ids: dict[str, str] = {}
        added = []
        for new in concepts:
            inside = _is_section(new, concept.labels)
            keys = set(map(key, new.labels))
            used = keys & state.keys or (not inside and keys & state.refused)
            fresh = not used and not (self.homes | further) & set(new.urls)
            if fresh and (len(new.sites) >= self.support or inside):
                added.append(state.add(new))
                ids[new.id] = added[-1].id
        inner = [pair for pair in broader if pair.narrower in ids and pair.broader in ids]
        state.broader += [replace(pair, narrower=ids[pair.narrower], broader=ids[pair.broader]) for pair in inner]
        below = {ids[pair.narrower] for pair in inner}
        state.broader += [Broader(new.id, concept.id, new.sites, new.witnesses) for new in added if new.id not in below]
        return added


def _is_section(concept: Concept, uppers: Iterable[str]) -> bool:
    """Whether a page of a concept is a section of a broader label by its address."""
    return any(is_section_of(url, concept.label, upper) for url in concept.urls for upper in uppers)
