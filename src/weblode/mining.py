"""The main job: from the home pages of a few sites that overlap to concepts, what is broader, and instances.

Davulcu, Vadrevu, Nagarajan, Gelgi: OntoMiner, 2005, algorithm 1: the labels that the sites share become concepts, the
pages that these link to are asked for more labels and for instances, and so on, level by level. A concept whose pages
bring neither falls (section 5.2).
"""

import os
<<<<<<< HEAD
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
=======
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
>>>>>>> robust

from weblode import limits as bounds
from weblode.errors import LimitError
from weblode.instances import mining as listing
from weblode.journal import Journal, failure
from weblode.limits import Limits
from weblode.losses import barren
from weblode.ontology.model import Broader, Concept, Dropped, Instance, Ontology
from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.pages.page import Unread
from weblode.pages.web import Web
from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.labels import Home, key, labels
from weblode.taxonomy.semantics import Same, of_one_meaning, words_of
from weblode.tree import Tree


@dataclass(frozen=True)
class Options:
    """How far to go."""

    depth: int = 1  # levels of concepts whose links are followed; 0 stays on the home pages
    support: int = 2  # sites that must share a label
    semantics: bool = False  # labels that mean the same by what the sites say of them are one concept
    pages: int = 1  # pages of a concept that are looked at on each site
    max_per_concept: int | None = None  # items followed below a concept on each site; None is all
    limits: Limits = bounds.DEFAULT


@dataclass
class _Mined:
    """What is known so far."""

    journal: Journal
    concepts: list[Concept] = field(default_factory=list)
    broader: list[Broader] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)  # of all labels of the concepts and of the home pages
    ids: set[str] = field(default_factory=set)

    def merge(self, same: Same) -> None:
        """Put two concepts together, under the name of the one that more sites have."""
        found = [concept for concept in self.concepts if concept.id in (same.one, same.other)]
        if len(found) < 2:
            return  # one of them is another's by now
        one, other = sorted(found, key=lambda concept: (-len(concept.sites), concept.id))
        joined = replace(
            one,
            labels=tuple(dict.fromkeys(one.labels + other.labels)),
            sites=tuple(sorted({*one.sites, *other.sites})),
            urls=tuple(dict.fromkeys(one.urls + other.urls)),
            witnesses=tuple(dict.fromkeys(one.witnesses + other.witnesses)),
            merged=(*one.merged, *other.merged, f"{other.label!r} and {one.label!r}: {same.why}"),
        )
        self.concepts = [joined if concept is one else concept for concept in self.concepts if concept is not other]
        self.broader = _renamed(self.broader, {other.id: one.id})
        self.instances = [
            replace(instance, concept=one.id) if instance.concept == other.id else instance
            for instance in self.instances
        ]


def _renamed(pairs: Iterable[Broader], names: Mapping[str, str]) -> list[Broader]:
    """Pairs of concepts under other names, those that are the same then as one."""
    found: dict[tuple[str, str], Broader] = {}
    for pair in pairs:
        lower, upper = names.get(pair.narrower, pair.narrower), names.get(pair.broader, pair.broader)
        known = found.get((lower, upper), Broader(lower, upper))
        sites = tuple(sorted({*known.sites, *pair.sites}))
        witnesses = tuple(dict.fromkeys(known.witnesses + pair.witnesses))
        if lower != upper:
            found[lower, upper] = Broader(lower, upper, sites, witnesses)
    return list(found.values())


def mine(
    homes: Sequence[str],
    web: Web | None = None,
    *,
    directory: str | os.PathLike[str] | None = None,
    options: Options | None = None,
    tell: Callable[[str], None] = lambda _: None,
    journal: Journal | None = None,
) -> Ontology:
    """The ontology of some sites, given their home pages: addresses, saved pages, archives, FILE=URL.

    `web` is where pages come from; without one, what the home pages call for: those on the web are crawled into
    `directory`. `tell` hears how far the work is; `journal` has times and counts afterwards.
    """
    if web is None:
        from weblode.pages.choice import opened

        with opened(homes, directory) as source:
            return mine(homes, source, options=options, tell=tell, journal=journal)
    chosen, known = options or Options(), _Mined(journal or Journal())
    web = known.journal.watched(web, known.dropped)
    with known.journal.stage("home pages"):
        pages = _homes(homes, web, known, chosen)
    tell(f"home pages: {len(pages):,} of {len(homes):,}")
    with known.journal.stage("taxonomy"):
        words = labels(pages, web)
        concepts, broader, dropped = taxonomy(words, support=chosen.support, semantics=chosen.semantics)
        known.journal.count(concepts=len(concepts), pairs=len(broader))
    known.keys |= words.uses.keys()  # what home pages have and is no concept is none further down
    known.dropped += dropped
    known.broader += broader
    level = [_added(known, concept) for concept in concepts]
    for depth in range(1, chosen.depth + 1):
        tell(f"level {depth}: {len(level):,} concepts")
        with known.journal.stage(f"level {depth}"):
            level = _followed(level, known, web, chosen, partial(_tell, tell, f"level {depth}: "))
    found = _finished(known, {page.site: page.url for page in pages}, judged=chosen.depth > 0)
    labelled = {site for uses in words.uses.values() for site in uses}
    return replace(found, dropped=(*found.dropped, *barren(found.sites, labelled, found.concepts)))


def _tell(tell: Callable[[str], None], start: str, line: str) -> None:
    tell(start + line)


def _homes(homes: Sequence[str], web: Web, known: _Mined, options: Options) -> list[Home]:
    """The home pages that can be had, with their outlines."""
    addresses = {home: web.address("", home) for home in homes}
    known.dropped += [
        Dropped(home, "no page is there: name an address, a file, or a folder with an index.html", kind="page")
        for home, address in addresses.items()
        if address is None
    ]
    trees = _read((address for address in addresses.values() if address is not None), web, known, options)
    return [Home(web.site(address), address, known.journal.outlined(outline(tree))) for address, tree in trees]


def _read(addresses: Iterable[str], web: Web, known: _Mined, options: Options) -> Iterator[tuple[str, Tree]]:
    """The trees at addresses; what cannot be had is noted."""
    wanted = list(dict.fromkeys(addresses))
    for address, page in zip(wanted, web.pages(wanted), strict=True):
        if isinstance(page, Unread):
            continue  # the journal has noted it
        try:
            yield address, parse(page.data, page=page.name, url=address, charset=page.charset, limits=options.limits)
        except LimitError as error:
            known.dropped.append(failure(address, error, web.site(address)))


def _added(known: _Mined, concept: Concept) -> Concept:
    """A concept, now among the known ones, under an id that no other has."""
    id_, n = concept.id, 1
    while id_ in known.ids:
        n += 1
        id_ = f"{concept.id}-{n}"
    known.ids.add(id_)
    known.keys.update(map(key, concept.labels))
    known.concepts.append(found := replace(concept, id=id_))
    return found


def _followed(
    level: Sequence[Concept], known: _Mined, web: Web, options: Options, tell: Callable[[str], None]
) -> list[Concept]:
    """The new concepts below those of a level; the instances on their pages are noted."""
    wanted = {concept.id: _pages_of(concept, web, options) for concept in level}
    with known.journal.stage("pages"):
        trees = dict(_read((url for urls in wanted.values() for url in urls), web, known, options))
    asked = listing.Options(options.max_per_concept, options.limits)
    for number, concept in enumerate(level, 1):
        with known.journal.stage("instances"):
            pages = [trees[url] for url in wanted[concept.id] if url in trees]
            found = list(chain(*listing.several(pages, web, concept=concept.id, options=asked)))
            known.journal.count(instances=len(found))
        known.instances += found
        tell(f"{number:,} of {len(level):,} concepts, {len(known.instances):,} instances")
    if options.semantics:
        with known.journal.stage("semantics"):
            level = _of_one_meaning(level, known, web)
    below: list[Concept] = []
    with known.journal.stage("narrower concepts"):
        for concept in level:
            urls = _pages_of(concept, web, options)
            below += (new := _narrower(concept, [trees[url] for url in urls if url in trees], known, web, options))
            known.journal.count(concepts=len(new))
    return below


def _of_one_meaning(level: Sequence[Concept], known: _Mined, web: Web) -> list[Concept]:
    """The concepts of a level, those that mean the same by what they list put together."""
    listed: dict[str, dict[str, list[str]]] = {concept.id: {} for concept in level}
    for one in known.instances:
        if one.concept in listed:
            text = " ".join([one.title, *(attribute.value for attribute in one.attributes)])
            listed[one.concept].setdefault(web.site(one.page), []).append(text)
    texts = {id_: {site: words_of(found) for site, found in sites.items()} for id_, sites in listed.items() if sites}
    parents: dict[str, set[str]] = {}
    for pair in known.broader:
        parents.setdefault(pair.narrower, set()).add(pair.broader)
    apart = [pair for pair in combinations(texts, 2) if parents.get(pair[0], set()) != parents.get(pair[1], set())]
    for same in of_one_meaning(texts, apart):
        known.merge(same)
    left = {concept.id for concept in level}
    return [concept for concept in known.concepts if concept.id in left]



from weblode import limits as bounds
from weblode.errors import LimitError
from weblode.instances import mining as listing
from weblode.journal import Journal, failure
from weblode.limits import Limits
from weblode.losses import barren
from weblode.ontology.model import Broader, Concept, Dropped, Instance, Ontology
from weblode.outline.build import outline
from weblode.pages.html import parse
from weblode.pages.page import Unread
from weblode.pages.web import Web
from weblode.taxonomy.build import taxonomy
from weblode.taxonomy.labels import Home, key, labels
from weblode.taxonomy.semantics import Same, of_one_meaning, words_of
from weblode.tree import Tree


@dataclass(frozen=True)
class Options:
    """How far to go."""

    depth: int = 1  # levels of concepts whose links are followed; 0 stays on the home pages
    support: int = 2  # sites that must share a label
    semantics: bool = False  # labels that mean the same by what the sites say of them are one concept
    pages: int = 1  # pages of a concept that are looked at on each site
    max_per_concept: int | None = None  # items followed below a concept on each site; None is all
    limits: Limits = bounds.DEFAULT


@dataclass
class _Mined:
    """What is known so far."""

    journal: Journal
    concepts: list[Concept] = field(default_factory=list)
    broader: list[Broader] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)  # of all labels of the concepts and of the home pages
    ids: set[str] = field(default_factory=set)

    def merge(self, same: Same) -> None:
        """Put two concepts together, under the name of the one that more sites have."""
        found = [concept for concept in self.concepts if concept.id in (same.one, same.other)]
        if len(found) < 2:
            return  # one of them is another's by now
        one, other = sorted(found, key=lambda concept: (-len(concept.sites), concept.id))
        joined = replace(
            one,
            labels=tuple(dict.fromkeys(one.labels + other.labels)),
            sites=tuple(sorted({*one.sites, *other.sites})),
            urls=tuple(dict.fromkeys(one.urls + other.urls)),
            witnesses=tuple(dict.fromkeys(one.witnesses + other.witnesses)),
            merged=(*one.merged, *other.merged, f"{other.label!r} and {one.label!r}: {same.why}"),
        )
        self.concepts = [joined if concept is one else concept for concept in self.concepts if concept is not other]
        self.broader = _renamed(self.broader, {other.id: one.id})
        self.instances = [
            replace(instance, concept=one.id) if instance.concept == other.id else instance
            for instance in self.instances
        ]


def _renamed(pairs: Iterable[Broader], names: Mapping[str, str]) -> list[Broader]:
    """Pairs of concepts under other names, those that are the same then as one."""
    found: dict[tuple[str, str], Broader] = {}
    for pair in pairs:
        lower, upper = names.get(pair.narrower, pair.narrower), names.get(pair.broader, pair.broader)
        known = found.get((lower, upper), Broader(lower, upper))
        sites = tuple(sorted({*known.sites, *pair.sites}))
        witnesses = tuple(dict.fromkeys(known.witnesses + pair.witnesses))
        if lower != upper:
            found[lower, upper] = Broader(lower, upper, sites, witnesses)
    return list(found.values())


def mine(
    homes: Sequence[str],
    web: Web | None = None,
    *,
    directory: str | os.PathLike[str] | None = None,
    options: Options | None = None,
    tell: Callable[[str], None] = lambda _: None,
    journal: Journal | None = None,
) -> Ontology:
    """The ontology of some sites, given their home pages: addresses, saved pages, archives, FILE=URL.

    `web` is where pages come from; without one, what the home pages call for: those on the web are crawled into
    `directory`. `tell` hears how far the work is; `journal` has times and counts afterwards.
    """
    if web is None:
        from weblode.pages.choice import opened

        with opened(homes, directory) as source:
            return mine(homes, source, options=options, tell=tell, journal=journal)
    chosen, known = options or Options(), _Mined(journal or Journal())
    web = known.journal.watched(web, known.dropped)
    with known.journal.stage("home pages"):
        pages = _homes(homes, web, known, chosen)
    tell(f"home pages: {len(pages):,} of {len(homes):,}")
    with known.journal.stage("taxonomy"):
        words = labels(pages, web)
        concepts, broader, dropped = taxonomy(words, support=chosen.support, semantics=chosen.semantics)
        known.journal.count(concepts=len(concepts), pairs=len(broader))
    known.keys |= words.uses.keys()  # what home pages have and is no concept is none further down
    known.dropped += dropped
    known.broader += broader
    level = [_added(known, concept) for concept in concepts]
    for depth in range(1, chosen.depth + 1):
        tell(f"level {depth}: {len(level):,} concepts")
        with known.journal.stage(f"level {depth}"):
            level = _followed(level, known, web, chosen, partial(_tell, tell, f"level {depth}: "))
    found = _finished(known, {page.site: page.url for page in pages}, judged=chosen.depth > 0)
    labelled = {site for uses in words.uses.values() for site in uses}
    return replace(found, dropped=(*found.dropped, *barren(found.sites, labelled, found.concepts)))


def _tell(tell: Callable[[str], None], start: str, line: str) -> None:
    tell(start + line)


def _homes(homes: Sequence[str], web: Web, known: _Mined, options: Options) -> list[Home]:
    """The home pages that can be had, with their outlines."""
    addresses = {home: web.address("", home) for home in homes}
    known.dropped += [
        Dropped(home, "no page is there: name an address, a file, or a folder with an index.html", kind="page")
        for home, address in addresses.items()
        if address is None
    ]
    trees = _read((address for address in addresses.values() if address is not None), web, known, options)
    return [Home(web.site(address), address, known.journal.outlined(outline(tree))) for address, tree in trees]


def _read(addresses: Iterable[str], web: Web, known: _Mined, options: Options) -> Iterator[tuple[str, Tree]]:
    """The trees at addresses; what cannot be had is noted."""
    wanted = list(dict.fromkeys(addresses))
    for address, page in zip(wanted, web.pages(wanted), strict=True):
        if isinstance(page, Unread):
            continue  # the journal has noted it
        try:
            yield address, parse(page.data, page=page.name, url=address, charset=page.charset, limits=options.limits)
        except LimitError as error:
            known.dropped.append(failure(address, error, web.site(address)))


def _added(known: _Mined, concept: Concept) -> Concept:
    """A concept, now among the known ones, under an id that no other has."""
    id_, n = concept.id, 1
    while id_ in known.ids:
        n += 1
        id_ = f"{concept.id}-{n}"
    known.ids.add(id_)
    known.keys.update(map(key, concept.labels))
    known.concepts.append(found := replace(concept, id=id_))
    return found


def _followed(
    level: Sequence[Concept], known: _Mined, web: Web, options: Options, tell: Callable[[str], None]
) -> list[Concept]:
    """The new concepts below those of a level; the instances on their pages are noted."""
    wanted = {concept.id: _pages_of(concept, web, options) for concept in level}
    with known.journal.stage("pages"):
        trees = dict(_read((url for urls in wanted.values() for url in urls), web, known, options))
    asked = listing.Options(options.max_per_concept, options.limits)
    for number, concept in enumerate(level, 1):
        with known.journal.stage("instances"):
            pages = [trees[url] for url in wanted[concept.id] if url in trees]
            found = list(chain(*listing.several(pages, web, concept=concept.id, options=asked)))
            known.journal.count(instances=len(found))
        known.instances += found
        tell(f"{number:,} of {len(level):,} concepts, {len(known.instances):,} instances")
    if options.semantics:
        with known.journal.stage("semantics"):
            level = _of_one_meaning(level, known, web)
    below: list[Concept] = []
    with known.journal.stage("narrower concepts"):
        for concept in level:
            urls = _pages_of(concept, web, options)
            below += (new := _narrower(concept, [trees[url] for url in urls if url in trees], known, web, options))
            known.journal.count(concepts=len(new))
    return below


def _of_one_meaning(level: Sequence[Concept], known: _Mined, web: Web) -> list[Concept]:
    """The concepts of a level, those that mean the same by what they list put together."""
    listed: dict[str, dict[str, list[str]]] = {concept.id: {} for concept in level}
    for one in known.instances:
        if one.concept in listed:
            text = " ".join([one.title, *(attribute.value for attribute in one.attributes)])
            listed[one.concept].setdefault(web.site(one.page), []).append(text)
    texts = {id_: {site: words_of(found) for site, found in sites.items()} for id_, sites in listed.items() if sites}
    parents: dict[str, set[str]] = {}
    for pair in known.broader:
        parents.setdefault(pair.narrower, set()).add(pair.broader)
    apart = [pair for pair in combinations(texts, 2) if parents.get(pair[0], set()) != parents.get(pair[1], set())]
    for same in of_one_meaning(texts, apart):
        known.merge(same)
    left = {concept.id for concept in level}
    return [concept for concept in known.concepts if concept.id in left]


def _listed(concept: Concept, pages: Iterable[Tree], web: Web, options: Options) -> list[Instance]:
    """What the pages of a concept list, up to so many on each site."""
    found: list[Instance] = []
    taken: Counter[str] = Counter()
    for tree in pages:
        site = web.site(tree.url or tree.page)
        most = None if options.max_per_concept is None else max(options.max_per_concept - taken[site], 0)
        if most != 0:
            new = listing.instances(tree, web, concept=concept.id, options=listing.Options(most, options.limits))
            taken[site] += len(new)
            found += new
    return found


=======
>>>>>>> robust
def _pages_of(concept: Concept, web: Web, options: Options) -> list[str]:
    """The pages that a concept's labels lead to, the first ones of each site."""
    by_site: dict[str, list[str]] = {}
    for url in concept.urls:
        by_site.setdefault(web.site(url), []).append(url)
    return [url for urls in by_site.values() for url in urls[: options.pages]]


def _narrower(concept: Concept, pages: Iterable[Tree], known: _Mined, web: Web, options: Options) -> list[Concept]:
    """The concepts that a concept's pages share and that were not known: they are below it."""
    homes = [
        Home(web.site(tree.url or tree.page), tree.url or tree.page, known.journal.outlined(outline(tree)))
        for tree in pages
    ]
    if len({home.site for home in homes}) < options.support:
        return []
    concepts, _, _ = taxonomy(labels(homes, web), support=options.support)
    found = []
    for new in concepts:
        if len(new.sites) >= options.support and not known.keys & set(map(key, new.labels)):
            found.append(_added(known, new))
            known.broader.append(Broader(found[-1].id, concept.id, new.sites, new.witnesses))
    return found


def _finished(known: _Mined, sites: dict[str, str], *, judged: bool) -> Ontology:
    """The ontology; if concepts were followed, without those whose pages brought nothing."""
    concepts, broader, dropped = known.concepts, known.broader, list(known.dropped)
    if judged:
        fruitful = {instance.concept for instance in known.instances} | {pair.broader for pair in broader}
        bare = [concept for concept in concepts if concept.id not in fruitful]
        dropped += [
            Dropped(concept.labels[0], "its pages have neither instances nor narrower concepts") for concept in bare
        ]
        gone = {concept.id for concept in bare}
        concepts = [concept for concept in concepts if concept.id not in gone]
        broader = [pair for pair in broader if not {pair.narrower, pair.broader} & gone]
    order = sorted(concepts, key=lambda concept: (-len(concept.sites), concept.id))
    return Ontology(tuple(order), tuple(broader), tuple(known.instances), tuple(dropped), sites)
