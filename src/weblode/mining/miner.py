"""The main job: from the home pages of a few sites that overlap to concepts, what is broader, and instances.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, algorithm 1: the labels that the sites share become concepts, the
pages that these link to are asked for more labels and for instances, and so on, level by level. A concept whose pages
bring neither falls (section 5.2).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations

from weblode import limits as bounds
from weblode.errors import LimitError
from weblode.instances import discover as listing
from weblode.instances.everywhere import Everywhere
from weblode.instances.further import next_page
from weblode.limits import Limits
from weblode.mining.journal import Journal, WatchedWeb
from weblode.mining.losses import barren
from weblode.mining.state import MiningState
from weblode.ontology import Broader, Concept, Dropped, Ontology
from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.pages.page import Unread
from weblode.pages.web import Web
from weblode.sources.choice import NO_PAGE
from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.labels import Home, Labels, key, labels, link_keys
from weblode.taxonomy.semantics import same_meaning, words_of
from weblode.taxonomy.vectors import nearness
from weblode.tree import Tree

_RECURRING = 3  # pages of a single site that must link a label

Tell = Callable[[str], None]


@dataclass(frozen=True)
class MineOptions:
    """How far to go."""

    depth: int = 1  # levels of concepts whose links are followed; 0 stays on the home pages
    support: int = 2  # sites that must share a label; of a single site, pages take their place
    semantics: bool = False  # labels that mean the same by what the sites say of them are one concept
    pages: int = 1  # pages of a concept that are looked at on each site
    list_pages: int = 3  # and pages of each list that goes on
    max_per_concept: int | None = None  # items followed below a concept on each site; None is all
    limits: Limits = bounds.DEFAULT


def mine_ontology(
    homes: Sequence[str],
    web: Web,
    *,
    options: MineOptions | None = None,
    tell: Tell = lambda _: None,
    journal: Journal | None = None,
) -> Ontology:
    """The ontology of some sites, given their home pages as `web.homes` takes them.

    `web` is where pages come from. `tell` hears how far the work is; `journal` has times and counts afterwards.
    """
    known = MiningState(journal or Journal())
    return _Miner(known.journal.watched(web, known.dropped), options or MineOptions(), known).mine(homes, tell)


def _tell(tell: Tell, start: str, line: str) -> None:
    tell(start + line)


class _Miner:
    """The job under way: where pages come from, how far to go, and what is known so far."""

    def __init__(self, web: WatchedWeb, options: MineOptions, known: MiningState) -> None:
        self.web, self.options, self.known = web, options, known
        self.stage = known.journal.stage
        self.support = options.support
        self.homes: set[str] = set()  # the addresses of the home pages
        self.alone = False  # there is but one site
        self.seen: set[str] = set()  # the concepts of which a page was read
        self.linked: Counter[str] = Counter()  # by label how many of its pages link it

    def mine(self, homes: Sequence[str], tell: Tell) -> Ontology:
        """The ontology."""
        known, options = self.known, self.options
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
                level = self._followed(level, partial(_tell, tell, f"level {depth}: "))
        if self.alone and options.depth:
            self._recurring(level)
        known.fell(self.seen, "its pages have neither instances nor narrower concepts")
        found = known.ontology(sites)
        labelled = {site for uses in words.uses.values() for site in uses}
        return replace(found, dropped=(*found.dropped, *barren(found.sites, labelled, found.concepts)))

    def _homes(self, homes: Sequence[str]) -> list[Home]:
        """The home pages that can be had, with their outlines."""
        addresses = {home: self.web.homes(home) for home in homes}
        self.known.dropped += [Dropped(home, NO_PAGE, kind="page") for home, found in addresses.items() if not found]
        trees = self._read(chain(*addresses.values()))
        return [self._outlined(tree, address) for address, tree in trees]

    def _read(self, addresses: Iterable[str]) -> Iterator[tuple[str, Tree]]:
        """The trees at addresses; what cannot be had is noted."""
        wanted = list(dict.fromkeys(addresses))
        limits = self.options.limits
        for address, page in zip(wanted, self.web.pages(wanted), strict=True):
            if isinstance(page, Unread):
                continue  # the journal has noted it
            try:
                yield address, parse(page.data, page=page.name, url=address, charset=page.charset, limits=limits)
            except LimitError as error:
                self.web.lost(address, error)

    def _outlined(self, tree: Tree, address: str) -> Home:
        return Home(self.web.site(address), address, self.known.journal.outlined(outline(tree)))

    def _top(self, words: Labels) -> list[Concept]:
        """The concepts of the home pages."""
        known = self.known
        concepts, broader, dropped = taxonomy(words, support=self.support, semantics=self.options.semantics)
        known.journal.count(concepts=len(concepts), pairs=len(broader))
        # What enough home pages have and is no concept is none further down.
        known.keys |= {one for one, uses in words.uses.items() if len(uses) >= self.support}
        known.dropped += dropped
        known.broader += broader
        return [known.add(concept) for concept in concepts]

    def _followed(self, level: Sequence[Concept], tell: Tell) -> list[Concept]:
        """The new concepts below those of a level; the instances on their pages are noted."""
        known = self.known
        with self.stage("pages"):
            lists, usual = self._lists(level)
        if self.alone:
            level = self._recurring(level)
        asked = listing.InstanceOptions(self.options.max_per_concept, self.options.limits, usual, self.web.lost)
        for number, concept in enumerate(level, 1):
            with self.stage("instances"):
                trees = [tree for _, tree in self._read(lists[concept.id])]
                self.seen |= {concept.id} if trees else set()
                found = list(chain(*listing.instances_of_pages(trees, self.web, concept=concept.id, options=asked)))
                known.journal.count(instances=len(found))
            known.instances += found
            tell(f"{number:,} of {len(level):,} concepts, {len(known.instances):,} instances")
        if self.options.semantics:
            with self.stage("semantics"):
                level = self._of_one_meaning(level)
        below: list[Concept] = []
        with self.stage("narrower concepts"):
            for concept in level:
                below += (new := self._narrower(concept))
                known.journal.count(concepts=len(new))
        return below

    def _lists(self, level: Sequence[Concept]) -> tuple[dict[str, list[str]], dict[str, int]]:
        """By concept the pages that list its instances, and the links that every page of a site has.

        Trees are not kept, but made again when they are needed: a level may have thousands of pages.
        """
        lists = {concept.id: self._pages_of(concept) for concept in level}
        count = Everywhere(self.web)
        following = [url for urls in lists.values() for url in urls]
        for left in range(self.options.list_pages, 0, -1):
            after: dict[str, str] = {}
            for url, tree in self._read(following):
                count.add(tree)
                if self.alone:
                    self.linked.update(link_keys(tree))
                if left > 1 and (address := next_page(tree, self.web)) is not None:
                    after[url] = address
            for urls in lists.values():
                urls += [after[url] for url in urls[:] if url in after and after[url] not in urls]
            following = list(after.values())
        return lists, count.usual()

    def _recurring(self, level: Sequence[Concept]) -> list[Concept]:
        """The concepts of a level that several pages name: of a single site, pages take the place of sites."""
        found = [concept for concept in level if max(self.linked[key(one)] for one in concept.labels) >= _RECURRING]
        kept = {concept.id for concept in found}
        rare = [concept for concept in level if concept.id not in kept]
        self.known.drop(rare, f"fewer than {_RECURRING} pages of the site link to it by that name")
        return found

    def _pages_of(self, concept: Concept) -> list[str]:
        """The pages that a concept's labels lead to, the first ones of each site."""
        by_site: dict[str, list[str]] = {}
        for url in concept.urls:
            by_site.setdefault(self.web.site(url), []).append(url)
        return [url for urls in by_site.values() for url in urls[: self.options.pages]]

    def _of_one_meaning(self, level: Sequence[Concept]) -> list[Concept]:
        """The concepts of a level, those that mean the same by what they list put together."""
        listed: dict[str, dict[str, list[str]]] = {concept.id: {} for concept in level}
        for one in self.known.instances:
            if one.concept in listed:
                text = " ".join([one.title, *(attribute.value for attribute in one.attributes)])
                listed[one.concept].setdefault(self.web.site(one.page), []).append(text)
        texts = {
            id_: {site: words_of(found) for site, found in sites.items()} for id_, sites in listed.items() if sites
        }
        parents = self.known.parents()
        apart = [pair for pair in combinations(texts, 2) if parents.get(pair[0]) != parents.get(pair[1])]
        names = {concept.id: concept.label for concept in level}
        for same in same_meaning(texts, apart, lambda one, other: nearness(names[one], names[other])):
            self.known.merge(same)
        left = {concept.id for concept in level}
        return [concept for concept in self.known.concepts if concept.id in left]

    def _narrower(self, concept: Concept) -> list[Concept]:
        """The concepts that a concept's pages share and that were not known: they are below it."""
        known = self.known
        homes = [self._outlined(tree, url) for url, tree in self._read(self._pages_of(concept))]
        if len({home.site for home in homes}) < self.support:
            return []
        concepts, broader, dropped = taxonomy(labels(homes, self.web), support=self.support)
        told = {lost.name for lost in known.dropped}
        known.dropped += [lost for lost in dropped if lost.name not in told and key(lost.name) not in known.keys]
        ids: dict[str, str] = {}
        found = []
        for new in concepts:
            fresh = not known.keys & set(map(key, new.labels)) and not self.homes & set(new.urls)
            if len(new.sites) >= self.support and fresh:
                found.append(known.add(new))
                ids[new.id] = found[-1].id
        inner = [pair for pair in broader if pair.narrower in ids and pair.broader in ids]
        known.broader += [replace(pair, narrower=ids[pair.narrower], broader=ids[pair.broader]) for pair in inner]
        below = {ids[pair.narrower] for pair in inner}
        known.broader += [Broader(new.id, concept.id, new.sites, new.witnesses) for new in found if new.id not in below]
        return found
